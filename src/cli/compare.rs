//! `rooflight compare`: compares two to four machines running one model.
//!
//! The site's explorer computes the answer; a machine of several devices appears once as a layer split and once as
//! tensor parallel.
//!
//! Exit code 1: an unknown name, or a question without an answer.

use crate::cli::data::{self, Root};
use crate::cli::explore::{Load, answer};
use crate::cli::listing::{self, ListFormat};
use crate::cli::{output, words};
use anyhow::Result;
use rooflight_compiler::calibrate::CalibratedCatalog;
use std::fmt::Write as _;
use std::process::ExitCode;

/// The flags of `compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Two to four machines, such as "2x 3090" and "M4 Max 128".
    #[arg(value_name = "MACHINE", num_args = 2..=4, required = true)]
    machines: Vec<String>,
    /// The model.
    #[arg(long, value_name = "NAME")]
    model: String,
    #[command(flatten)]
    root: Root,
    #[command(flatten)]
    load: Load,
    /// Print a table, JSON, Markdown or CSV.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(data) = data::read(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let mut catalog = data.calibrated();
    let mut notes = Vec::new();
    let query = query(arguments, &mut catalog, &mut notes);
    for note in &notes {
        output::note(format_args!("note: {note}"));
    }
    match query.and_then(|query| answer(&catalog, &query)) {
        Ok(report) => {
            let format = if arguments.json { ListFormat::Json } else { arguments.format };
            output::print(listing::text(&report, format, (&data.words(), data.json()))?)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            output::note(format_args!("error: {problem}"));
            Ok(ExitCode::from(1))
        }
    }
}

/// Builds the explorer's query.
fn query(arguments: &Arguments, catalog: &mut CalibratedCatalog, notes: &mut Vec<String>) -> Result<String, String> {
    let model = catalog.find_model(&arguments.model, notes)?;
    let mut query = format!("mode=compare&m={}", catalog.estimator.models[model].id);
    for (at, key) in ["", "2", "3", "4"].iter().enumerate() {
        let Some(typed) = arguments.machines.get(at) else {
            let _ = write!(query, "&n{key}=0");
            continue;
        };
        let machine = words::machine(typed, catalog, notes)?.of_one_kind(typed, "`compare`")?;
        let _ = write!(query, "&hw{key}={}&n{key}={}", machine.device, machine.number);
    }
    query.push_str(&arguments.load.inputs());
    Ok(query)
}
