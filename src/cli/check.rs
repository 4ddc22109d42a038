//! `rooflight check`: reports every problem of the content and writes nothing.

use crate::Options;
use crate::compile;
use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::Result;
use rooflight_glossary::diagnostic::{self, Diagnostic, any_error, be_strict};
use rooflight_glossary::link::{explain, report};
use rooflight_glossary::source::Sources;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// How problems are printed.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    message_format: MessageFormat,
    /// Count warnings as errors.
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = load::load(&arguments.root);
    let mut outcome = compile(&sources, &Options { drafts: true, ..Options::default() }, &mut |_| {});
    outcome.diagnostics.extend(links(&sources));
    diagnostic::sort(&mut outcome.diagnostics);
    if arguments.strict {
        be_strict(&mut outcome.diagnostics);
    }
    crate::cli::print(&outcome.diagnostics, &sources, arguments.message_format)?;
    if arguments.message_format == MessageFormat::Human {
        crate::cli::output::note(crate::cli::count(&outcome.diagnostics));
    }
    Ok(ExitCode::from(u8::from(any_error(&outcome.diagnostics))))
}

/// Entries that nothing links to, and names in lower case; not looked for while the content has errors.
fn links(sources: &Sources) -> Vec<Diagnostic> {
    let Ok(explanation) = explain::explain(sources) else { return Vec::new() };
    let orphans = report::orphans(&explanation).into_iter().map(|orphan| orphan.diagnostic);
    orphans.chain(report::lower_case(&explanation)).collect()
}
