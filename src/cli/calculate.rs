//! `rooflight calculate`: runs a calculator that the site declares in a file.
//!
//! 1. Without a name, lists the declared calculators. Inputs are `key=value`, with the keys of either URLs or presets.
//! 2. Prints the page's answer as Markdown; with `--json`, status and bare numbers, each in the unit of its formula.
//!
//! Mistakes in the files are reported in the format of `rooflight check`.

use crate::cli::output;
use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::{Result, bail};
use rooflight_calculator_files::{CALCULATORS, calculators};
use rooflight_calculators::declared::Declared;
use rooflight_calculators::{Answer, InputError};
use rooflight_compiler::site::declared;
use rooflight_document::markdown;
use rooflight_source::diagnostic::nearest::nearest;
use rooflight_source::diagnostic::{self, any_error};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `calculate`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The calculator, by the name of its file; without one they are listed.
    kind: Option<String>,
    /// Inputs that differ from the defaults: `aperture=8`.
    #[arg(value_name = "KEY=VALUE")]
    inputs: Vec<String>,
    /// Print the bare numbers for programs.
    #[arg(long)]
    json: bool,
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = load::load(&arguments.root);
    let mut problems = Vec::new();
    let files = calculators(&sources, &mut problems);
    let known = declared::calculators(&files, &mut problems);
    diagnostic::sort(&mut problems);
    if !problems.is_empty() {
        let format = if arguments.json { MessageFormat::Json } else { MessageFormat::Human };
        crate::cli::print(&problems, &sources, format)?;
    }
    if any_error(&problems) {
        return Ok(ExitCode::from(1));
    }
    let Some(kind) = &arguments.kind else {
        for declared in known {
            output::line(format_args!("{}: {}", declared.spec.kind, declared.spec.about))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(found) = known.iter().find(|declared| declared.spec.kind == kind) else {
        let names = known.iter().map(|declared| declared.spec.kind);
        match nearest(kind, names) {
            Some(near) => bail!("no calculator `{kind}` in {CALCULATORS}: did you mean `{near}`?"),
            None => bail!("no calculator `{kind}` in {CALCULATORS}: `rooflight calculate` lists them"),
        }
    };
    match found.answer(&query(found, &arguments.inputs)?) {
        Ok(answer) if arguments.json => output::line(serde_json::to_string_pretty(&as_json(found, &answer))?)?,
        Ok(answer) => output::print(markdown::document(&answer.report))?,
        Err(InputError { field, message }) => bail!("{field}: {message}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Converts inputs to the query string of the calculator's page.
fn query(found: &Declared, inputs: &[String]) -> Result<String> {
    let own = found.spec.inputs;
    let mut pairs = Vec::new();
    for pair in inputs {
        let known = pair.split_once('=').and_then(|(key, value)| {
            let input = own.iter().find(|input| [input.key, input.preset].contains(&key))?;
            Some(format!("{}={value}", input.key))
        });
        let Some(known) = known else {
            let keys: Vec<&str> = own.iter().map(|input| input.preset).collect();
            bail!("`{pair}` sets no input: write KEY=VALUE with one of {}", keys.join(", "));
        };
        pairs.push(known);
    }
    Ok(pairs.join("&"))
}

fn as_json(found: &Declared, answer: &Answer) -> Value {
    let number = |(name, value): &(&str, f64)| ((*name).to_owned(), json!(value.is_finite().then_some(*value)));
    let units = found.record.formulas.iter().map(|formula| (formula.name.clone(), json!(formula.unit.name)));
    json!({
        "kind": found.spec.kind,
        "answer": answer.status,
        "refused": answer.report.refused,
        "numbers": answer.numbers.iter().map(number).collect::<Map<String, Value>>(),
        "units": units.collect::<Map<String, Value>>(),
    })
}
