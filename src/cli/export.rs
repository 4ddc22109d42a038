//! `rooflight export FORMAT`: writes the glossary in the format of another tool.

use crate::cli::annotate::glossary;
use crate::cli::output;
use crate::edge::report::MessageFormat;
use crate::edge::write;
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use rooflight_annotate::export;
use rooflight_source::diagnostic::Location;
use rooflight_source::file::Sources;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `export`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The format.
    #[arg(value_enum, value_name = "FORMAT")]
    format: FormatName,
    /// The glossary: the folder of its sources, a built glossary.json, or a folder with one.
    #[arg(long, alias = "root", default_value = ".", value_name = "PATH")]
    glossary: PathBuf,
    /// The folder to write to; without it a format of one file goes to standard output.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A format of another tool; see [`export::ExportFormat`].
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// A table with a fixed header: glossary.csv.
    Csv,
    /// A SKOS vocabulary in Turtle: glossary.ttl.
    Skos,
    /// A termbase in TBX-Basic: glossary.tbx.
    Tbx,
    /// An inventory for Sphinx, so that `:term:` in other projects links here: objects.inv.
    Sphinx,
    /// A vocabulary and a rule for Vale, below styles/.
    Vale,
    /// Questions and definitions for Anki: questions.tsv.
    Anki,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(glossary) = glossary(&arguments.glossary, MessageFormat::Human)? else { return Ok(ExitCode::from(1)) };
    let format = match arguments.format {
        FormatName::Csv => export::ExportFormat::Csv,
        FormatName::Skos => export::ExportFormat::Skos,
        FormatName::Tbx => export::ExportFormat::Tbx,
        FormatName::Sphinx => export::ExportFormat::Sphinx,
        FormatName::Vale => export::ExportFormat::Vale,
        FormatName::Anki => export::ExportFormat::Anki,
    };
    let place = Location::whole(arguments.glossary.to_string_lossy());
    let left = export::left_out(&glossary, format, &place);
    crate::cli::print(&left, &Sources::default(), MessageFormat::Human)?;
    let files = export::files(&glossary, format).map_err(|reason| anyhow!(reason))?;
    match (&arguments.out, &files[..]) {
        (None, [(_, bytes)]) => output::data(bytes)?,
        (out, _) => {
            let out = out.clone().unwrap_or_else(|| PathBuf::from("."));
            let changes = write::changes_in_new(&out)?;
            for (path, bytes) in &files {
                write::put(&changes, path, bytes)?;
            }
            write::commit(&changes)?;
            for (path, _) in &files {
                output::line(out.join(path).display())?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
