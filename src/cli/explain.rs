//! `rooflight explain CODE`: prints a message's section of the built-in guide, with its meaning and its fix.

use anyhow::{Result, bail};
use rooflight_source::diagnostic::Code;
use rooflight_source::diagnostic::nearest::nearest;
use std::process::ExitCode;

/// The guide's page on messages, with a section for each code.
const MESSAGES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/content/pages/guide/messages.md"));

/// The arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The code, as printed in brackets: `unknown-term`.
    code: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = arguments.code.trim_matches(['[', ']']);
    let Some(code) = Code::named(name) else {
        let help = nearest(name, Code::ALL.iter().map(|code| code.name()));
        let help = help.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        bail!("no message has the code `{name}`{help}");
    };
    let (severity, text) = (code.severity().word(), section(code).unwrap_or_default());
    crate::cli::output::line(format_args!("{severity}[{code}]\n\n{text}\n\n{}", code.guide()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the text under the code's heading.
fn section(code: Code) -> Option<&'static str> {
    let (_, rest) = MESSAGES.split_once(&format!("\n### {code}\n"))?;
    let end = rest.find("\n## ").into_iter().chain(rest.find("\n### ")).min().unwrap_or(rest.len());
    Some(rest[..end].trim())
}
