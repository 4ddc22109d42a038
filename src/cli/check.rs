//! `rooflight check`: reports every problem of the content and writes nothing.

use crate::cli::annotate::Reading;
use crate::cli::check_docs::{self, DocsCheck, ReportOptions};
use crate::cli::output;
use crate::edge::clock::today;
use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::Result;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::sink::NullSink;
use rooflight_compiler::writers::picture::{ContentHash, PictureMemo, SavedPictures};
use rooflight_compiler::{Options, prepare};
use rooflight_glossary::link::matching::{explain, report};
use rooflight_glossary::model::cache::FileCache;
use rooflight_source::diagnostic::{self, Diagnostic, any_error, deny_warnings};
use rooflight_source::file::Sources;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The flags of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// Check documentation against the glossary instead: a folder of built HTML or Markdown, or one file.
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
    /// The glossary for --docs: a built glossary.json, a folder with one, the folder of its sources, or the address of
    /// its site [default: --root].
    #[arg(long, value_name = "PATH", requires = "docs")]
    glossary: Option<PathBuf>,
    /// What --docs checks, in place of everything.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CHECK,…", requires = "docs")]
    only: Vec<DocsCheck>,
    #[command(flatten)]
    reading: Reading,
    /// How problems are printed.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    message_format: MessageFormat,
    /// Count warnings as errors, except entries that nothing links to.
    #[arg(long)]
    strict: bool,
    /// Also list what has gone stale: reviews over six months old, past years in texts, and sources without a day,
    /// on a front page or a moving branch, or of a version behind another source's.
    #[arg(long)]
    stale: bool,
    /// Print every problem, not the first three of each kind.
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(docs) = &arguments.docs {
        let how = ReportOptions {
            format: arguments.message_format,
            strict: arguments.strict,
            all: arguments.all,
            only: &arguments.only,
        };
        let glossary = arguments.glossary.as_ref().unwrap_or(&arguments.root);
        return check_docs::run(docs, glossary, &arguments.reading, &how);
    }
    let sources = load::load(&arguments.root);
    let options = Options { drafts: true, today: arguments.stale.then(today).transpose()?, ..Options::default() };
    let pictures = Arc::new(PictureMemo::of_one_build(Some(Box::new(Undrawn))));
    let mut cache = BuildCache { pictures, ..BuildCache::default() };
    let prepared = prepare(&sources, &options, &mut cache, &mut |_| {});
    let built = prepared.finish_into(&NullSink, &mut |_| {}, &|| true);
    let mut diagnostics = built.map(|summary| summary.diagnostics).unwrap_or_default();
    diagnostics.extend(links(&sources, &mut cache.files));
    diagnostic::sort(&mut diagnostics);
    if arguments.strict {
        deny_warnings(&mut diagnostics);
    }
    // The problems are this command's result, so they go to standard output.
    let is_terminal = std::io::stdout().is_terminal();
    let format = arguments.message_format;
    output::print_coloured(&crate::cli::printed(&diagnostics, &sources, format, arguments.all, is_terminal))?;
    if format == MessageFormat::Human {
        output::line(crate::cli::count(&diagnostics))?;
    }
    Ok(ExitCode::from(u8::from(any_error(&diagnostics))))
}

/// Pictures that nobody will see: empty files, so that their addresses exist.
struct Undrawn;

impl SavedPictures for Undrawn {
    fn read(&self, _: &ContentHash) -> Option<Vec<u8>> {
        Some(Vec::new())
    }
}

/// Finds entries that nothing links to, lower-case names and names to avoid; none while the content has errors.
fn links(sources: &Sources, files: &mut FileCache) -> Vec<Diagnostic> {
    let Ok(explanation) = explain::explain(sources, files) else { return Vec::new() };
    let orphans = report::orphans(&explanation).into_iter().map(|orphan| orphan.diagnostic);
    orphans.chain(report::lower_case(&explanation)).chain(report::avoided(&explanation)).collect()
}
