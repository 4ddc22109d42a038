//! `rooflight calculate`: runs a calculator, the site's own or a built-in one.
//!
//! 1. Without a name, lists the calculators. Inputs are `key=value`, with the keys of either URLs or presets.
//! 2. Prints the page's answer as Markdown; with `--json`, status and bare numbers, each in the unit of its formula.
//!
//! Mistakes in the files are reported in the format of `rooflight check`.

use crate::cli::data::{self, Root};
use crate::cli::output;
use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::{Result, bail};
use rooflight_calculator_files::calculators;
use rooflight_calculators::spec::Evaluation;
use rooflight_calculators::{Answer, InputError, Spec};
use rooflight_compiler::calibrate::bare;
use rooflight_compiler::library;
use rooflight_compiler::site::declared;
use rooflight_document::markdown;
use rooflight_source::diagnostic::nearest::nearest;
use rooflight_source::diagnostic::{self, any_error};
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use std::sync::Arc;

/// The flags of `calculate`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The calculator, by its name in addresses; without one they are listed.
    kind: Option<String>,
    /// Inputs that differ from the defaults: `aperture=8`.
    #[arg(value_name = "KEY=VALUE")]
    inputs: Vec<String>,
    /// Print the bare numbers for programs.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    root: Root,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = load::load(arguments.root.folder());
    let mut problems = Vec::new();
    let files = calculators(&sources, &mut problems);
    // A site without a catalog has calculators, too.
    let records = match data::read(&arguments.root) {
        Ok(Some(data)) => Arc::new(data.calibrated()),
        Ok(None) => return Ok(ExitCode::from(1)),
        Err(_) => Arc::new(bare()),
    };
    let own = declared::calculators(&files, &|| Arc::clone(&records), &mut problems);
    diagnostic::sort(&mut problems);
    if !problems.is_empty() {
        let format = if arguments.json { MessageFormat::Json } else { MessageFormat::Human };
        crate::cli::print(&problems, &sources, format)?;
    }
    if any_error(&problems) {
        return Ok(ExitCode::from(1));
    }
    let is_replaced = |spec: &Spec| own.iter().any(|declared| declared.spec.kind == spec.kind);
    let built_in: Vec<&Spec> = library::specs().into_iter().filter(|spec| !is_replaced(spec)).collect();
    let known = || built_in.iter().copied().chain(own.iter().map(|declared| &declared.spec));
    let Some(kind) = &arguments.kind else {
        for spec in known() {
            output::line(format_args!("{}: {}", spec.kind, spec.about))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(found) = known().find(|spec| spec.kind == kind) else {
        match nearest(kind, known().map(|spec| spec.kind)) {
            Some(near) => bail!("there is no calculator `{kind}`: did you mean `{near}`?"),
            None => bail!("there is no calculator `{kind}`: `rooflight calculate` lists them"),
        }
    };
    match found.answer(&records.estimator, &query(found, &arguments.inputs)?) {
        Ok(answer) if arguments.json => output::line(serde_json::to_string_pretty(&as_json(found, &answer))?)?,
        Ok(answer) => output::print(markdown::document(&answer.report))?,
        Err(InputError { field, message }) => bail!("{field}: {message}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Converts inputs to the query string of the calculator's page.
fn query(found: &Spec, inputs: &[String]) -> Result<String> {
    let own = found.inputs;
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

fn as_json(found: &Spec, answer: &Answer) -> Value {
    let number = |(name, value): &(&str, f64)| ((*name).to_owned(), json!(value.is_finite().then_some(*value)));
    let formulas = match found.evaluation {
        Evaluation::Declared(record, _) => record.formulas.as_slice(),
        Evaluation::BuiltIn(_) => &[],
    };
    let units = formulas.iter().filter(|formula| !formula.number.is_empty());
    let units = units.map(|formula| (formula.number.clone(), json!(formula.unit.name)));
    json!({
        "kind": found.kind,
        "answer": answer.status,
        "refused": answer.report.refused,
        "numbers": answer.numbers.iter().map(number).collect::<Map<String, Value>>(),
        "units": units.collect::<Map<String, Value>>(),
    })
}
