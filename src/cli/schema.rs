//! `rooflight schema`: prints a JSON Schema, with which editors complete and check content files.

use anyhow::Result;
use rooflight_glossary::model::schema::{SchemaKind, schema};
use std::process::ExitCode;

/// The arguments of `schema`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The kind of file.
    #[arg(value_enum, default_value = "front-matter", value_name = "KIND")]
    kind: SchemaKind,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    crate::cli::output::line(serde_json::to_string_pretty(&schema(arguments.kind))?)?;
    Ok(ExitCode::SUCCESS)
}
