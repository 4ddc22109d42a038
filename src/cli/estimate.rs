//! `rooflight estimate`: estimates one set-up, or a table of them.
//!
//! 1. `estimate "2x 3090" "gpt-oss 120b" --context 32k --for 8` names machine and model in words; `--hardware` and
//!    `--model` do the same as flags. An ambiguous name resolves to the usual record, which a note on standard error
//!    states.
//! 2. Prints a short answer; with `--full`, the calculator's page, with bytes and measurements; with `--json`, JSON.
//! 3. Different devices that share the model are answered by the explorer's row of the model.
//! 4. With `--batch FILE.csv`, estimates a table (`batch`).

use crate::cli::data::{self, Data, Root};
use crate::cli::explore::{self, Load};
use crate::cli::listing::{self, ListFormat};
use crate::cli::words::{self, MachineWords};
use crate::cli::{batch, launch, output, short_answer, terminal};
use anyhow::Result;
use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_compiler::calibrate::question::{Question, ResolvedQuestion};
use rooflight_document::report::Report;
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `estimate`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The machine: a device by any of its names, with a number before it and a memory in it, such as "2x 3090" or "M4
    /// Max 128".
    #[arg(value_name = "MACHINE", required_unless_present_any = ["hardware", "batch"])]
    machine: Option<String>,
    /// The model, by any of its names.
    #[arg(value_name = "MODEL", required_unless_present_any = ["model", "batch"])]
    subject: Option<String>,
    #[command(flatten)]
    root: Root,
    /// The same as MACHINE.
    #[arg(long, value_name = "NAME", conflicts_with = "machine")]
    hardware: Option<String>,
    /// The same as MODEL.
    #[arg(long, value_name = "NAME", conflicts_with = "subject")]
    model: Option<String>,
    /// The weight format, by its id in the catalog; the model's usual one by default.
    #[arg(long, value_name = "ID")]
    quant: Option<String>,
    /// Tokens of context of each request, such as 8192 or 32k; 4096 by default, or the model's longest context where
    /// that is less.
    #[arg(long, value_name = "TOKENS", value_parser = words::tokens)]
    context: Option<u64>,
    /// Requests that are decoded together; 1 by default.
    #[arg(long = "for", value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=4096))]
    requests: u64,
    /// The engine: `usual`, or one of the values that the calculators' pages list; the usual one of files and device by
    /// default.
    #[arg(long, value_name = "ID")]
    engine: Option<String>,
    /// Print the whole page of the calculator: the bytes behind the answer, and every measurement.
    #[arg(long, conflicts_with = "json")]
    full: bool,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    /// A table with the columns of the measurements; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["machine", "subject", "hardware", "model", "quant", "context", "requests", "engine", "json", "full"]
    )]
    batch: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let table = arguments.batch.as_deref().map(batch::open).transpose()?;
    let Some(data) = data::read(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    if let Some(table) = table {
        return batch::run(&data, table);
    }
    match answer(arguments, &data) {
        Ok(text) => {
            output::print(text)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            output::note(format_args!("error: {problem}"));
            Ok(ExitCode::from(1))
        }
    }
}

/// Answers as text, and prints notes on how names were resolved.
fn answer(arguments: &Arguments, data: &Data) -> Result<String, String> {
    let mut catalog = data.calibrated();
    let mut notes = Vec::new();
    let answered = answer_with(arguments, data, &mut catalog, &mut notes);
    for note in &notes {
        output::note(format_args!("note: {note}"));
    }
    answered
}

fn answer_with(
    arguments: &Arguments,
    data: &Data,
    catalog: &mut CalibratedCatalog,
    notes: &mut Vec<String>,
) -> Result<String, String> {
    // The parser requires both names, each as an argument or a flag.
    let named =
        |name: &'_ Option<String>, flag: &'_ Option<String>| name.clone().or_else(|| flag.clone()).unwrap_or_default();
    let (machine, model) =
        (named(&arguments.machine, &arguments.hardware), named(&arguments.subject, &arguments.model));
    let words = TypedQuestion {
        machine: &machine,
        model: &model,
        quant: arguments.quant.as_deref(),
        context: arguments.context,
        engine: arguments.engine.as_deref(),
        requests: arguments.requests,
    };
    if arguments.json {
        let mut answer = json(&words, catalog, notes)?;
        answer["data"] = data.json();
        return Ok(format!("{answer:#}\n"));
    }
    let machine = words::machine(words.machine, catalog, notes)?;
    if !machine.others.is_empty() {
        let report = words.shared(&machine, catalog, notes)?;
        let format = if arguments.full { ListFormat::Markdown } else { ListFormat::Table };
        return listing::text(&report, format, (&data.words(), data.json())).map_err(|error| error.to_string());
    }
    let question = words.on(&machine, catalog, notes)?;
    if arguments.full {
        return Ok(format!("{}\n{}\n", terminal::text(&question.report()?, ""), data.words()));
    }
    Ok(short_answer::text(&question, data))
}

/// A question as typed, with unresolved names.
#[derive(Debug)]
pub(super) struct TypedQuestion<'w> {
    pub(super) machine: &'w str,
    pub(super) model: &'w str,
    pub(super) quant: Option<&'w str>,
    pub(super) context: Option<u64>,
    pub(super) engine: Option<&'w str>,
    pub(super) requests: u64,
}

impl TypedQuestion<'_> {
    /// Resolves the names for a machine of equal devices; `notes` gets a line for each that was ambiguous.
    ///
    /// # Errors
    /// An unknown name, or a question without an answer.
    fn on<'k>(
        &self,
        machine: &MachineWords,
        catalog: &'k CalibratedCatalog,
        notes: &mut Vec<String>,
    ) -> Result<ResolvedQuestion<'k>, String> {
        let question = Question {
            device: &machine.device,
            devices: machine.number,
            model: self.model,
            format: self.quant,
            context: self.context,
            engine: self.engine,
            requests: self.requests,
        };
        let resolved = ResolvedQuestion::new(catalog, &question)?;
        notes.extend(resolved.notes.iter().cloned());
        Ok(resolved)
    }

    /// Answers for different devices that share the model: the explorer's list with the row of the model alone.
    ///
    /// # Errors
    /// An unknown name, a named engine, or a model that the list lacks.
    fn shared(
        &self,
        machine: &MachineWords,
        catalog: &CalibratedCatalog,
        notes: &mut Vec<String>,
    ) -> Result<Report, String> {
        if self.engine.is_some_and(|engine| engine != "usual") {
            return Err(
                "an engine can be chosen for equal devices alone; llama.cpp splits layers between others".into()
            );
        }
        let model = &catalog.estimator.models[catalog.find_model(self.model, notes)?];
        let load = Load { context: self.context, requests: Some(self.requests), quant: self.quant.map(str::to_owned) };
        let mut report =
            explore::answer(catalog, &format!("mode=runs&{}{}&show=all", machine.inputs(), load.inputs()))?;
        let listing = report.listing.get_or_insert_default();
        for group in &mut listing.groups {
            group.rows.retain(|row| listing::id(row) == Some(model.id.as_str()));
        }
        let row = listing.groups.iter().find_map(|group| group.rows.first());
        let row = row.ok_or_else(|| format!("the size of `{}` in this format is not known", model.id))?;
        listing.answer = format!("{}, {}", row.name.0, row.under);
        Ok(report)
    }
}

/// The answer as JSON, with the launch command.
///
/// # Errors
/// An unknown name, or a question without an answer.
pub(super) fn json(
    words: &TypedQuestion<'_>,
    catalog: &mut CalibratedCatalog,
    notes: &mut Vec<String>,
) -> Result<Value, String> {
    let machine = words::machine(words.machine, catalog, notes)?;
    if !machine.others.is_empty() {
        return Ok(listing::json(&words.shared(&machine, catalog, notes)?.listing.unwrap_or_default()));
    }
    let question = words.on(&machine, catalog, notes)?;
    let mut answer = question.json();
    answer["launch"] = launch::launch_of(&question).as_ref().map(launch::json).into();
    Ok(answer)
}
