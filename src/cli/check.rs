//! `rooflight check`: every problem of the content, and nothing written.

use crate::diagnostic::{any_error, be_strict};
use crate::edge::load;
use crate::edge::report::MessageFormat;
use crate::{Options, compile};
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

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let sources = load::load(&arguments.root);
    let mut outcome = compile(&sources, &Options { drafts: true, ..Options::default() }, &mut |_| {});
    if arguments.strict {
        be_strict(&mut outcome.diagnostics);
    }
    super::print(&outcome.diagnostics, &sources, arguments.message_format);
    if arguments.message_format == MessageFormat::Human {
        eprintln!("{}", super::count(&outcome.diagnostics));
    }
    ExitCode::from(u8::from(any_error(&outcome.diagnostics)))
}
