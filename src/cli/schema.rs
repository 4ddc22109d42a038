//! `rooflight schema`: what editors need to complete and check content while it is written.

use anyhow::Result;
use rooflight_glossary::model::schema::{Kind, schema};
use std::process::ExitCode;

/// The arguments of `schema`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The kind of file.
    #[arg(value_enum, default_value = "front-matter", value_name = "KIND")]
    kind: Kind,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    crate::cli::output::line(serde_json::to_string_pretty(&schema(arguments.kind))?)?;
    Ok(ExitCode::SUCCESS)
}
