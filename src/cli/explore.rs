//! `rooflight explore`: lists the models that run on a machine, or the hardware that runs a model.
//!
//! 1. Lists every model for MACHINE, or every device for `--model`; the site's explorer computes the list.
//! 2. Filters and sorts it, and writes a table, JSON, Markdown or CSV.
//!
//! Exit code 1: an unknown name, or a question without an answer.

use crate::cli::data::{self, Root};
use crate::cli::listing::{self, ListFormat, Order};
use crate::cli::{output, words};
use anyhow::Result;
use rooflight_calculators::explore;
use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_primitives::names::fold;
use std::fmt::Write as _;
use std::process::ExitCode;

/// The flags of `explore`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The machine whose models are listed, such as "2x 3090" or "M4 Max 128".
    #[arg(value_name = "MACHINE", required_unless_present = "model")]
    machine: Option<String>,
    /// The model whose hardware is listed, in place of a machine.
    #[arg(long, value_name = "NAME", conflicts_with = "machine")]
    model: Option<String>,
    #[command(flatten)]
    root: Root,
    #[command(flatten)]
    load: Load,
    /// The least speed that counts, tokens a second; 10 by default.
    #[arg(long, value_name = "SPEED")]
    least: Option<f64>,
    /// The task whose published score stands beside each model.
    #[arg(long, value_enum)]
    task: Option<Task>,
    /// Only models with a licence of this kind.
    #[arg(long, value_enum)]
    licence: Option<Licence>,
    /// RAM of the computer that the card is in, in GiB: what is too large for the card is split between the two.
    #[arg(long, value_name = "GIB")]
    ram: Option<f64>,
    /// The cost by which the hardware for a model is ranked; power by default.
    #[arg(long, value_enum, requires = "model")]
    by: Option<Cost>,
    /// Only what somebody has measured on this hardware.
    #[arg(long)]
    measured: bool,
    /// List also what is too slow or does not fit.
    #[arg(long)]
    all: bool,
    /// The order of each group; by default the largest model first, or the least power.
    #[arg(long, value_enum)]
    sort: Option<Order>,
    /// Print a table, JSON, Markdown or CSV.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Context, concurrency and weight format.
#[derive(Debug, clap::Args)]
pub(super) struct Load {
    /// Tokens of context of each request, such as 8192 or 32k; 4096 by default.
    #[arg(long, value_name = "TOKENS", value_parser = words::tokens)]
    pub(super) context: Option<u64>,
    /// Requests that are decoded together; 1 by default.
    #[arg(long = "for", value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(super) requests: Option<u64>,
    /// The weight format, by its id in the catalog; `Q4_K_M` by default.
    #[arg(long, value_name = "ID")]
    pub(super) quant: Option<String>,
}

impl Load {
    /// Formats the load as inputs of the explorer, each with a leading `&`.
    pub(super) fn inputs(&self) -> String {
        let mut query = String::new();
        for (key, value) in [("c", self.context), ("b", self.requests)] {
            if let Some(value) = value {
                let _ = write!(query, "&{key}={value}");
            }
        }
        if let Some(format) = &self.quant {
            let _ = write!(query, "&q={}", format_id(format));
        }
        query
    }
}

/// Returns the explorer's format id for typed text, with or without `gguf`; unknown text becomes a slug.
pub(super) fn format_id(typed: &str) -> String {
    let folded = fold(typed);
    let found = explore::formats().into_iter().find(|id| fold(id) == folded || fold(id) == format!("gguf{folded}"));
    found.map_or_else(|| rooflight_source::slug::slug_of(typed), str::to_owned)
}

rooflight_primitives::variants! {
    /// A task with published scores, named after the benchmark in each comment.
    #[derive(Debug, Clone, Copy, clap::ValueEnum)]
    enum Task [id: &'static str] {
        /// GPQA Diamond.
        Science = "gpqa-diamond",
        /// MMLU-Pro.
        Knowledge = "mmlu-pro",
        /// `LiveCodeBench`.
        Programming = "livecodebench",
        /// SWE-bench Verified.
        Repairs = "swe-bench-verified",
        /// AIME 2025.
        Mathematics = "aime-2025",
        /// `IFEval`.
        Instructions = "ifeval",
    }
}

rooflight_primitives::variants! {
    /// A cost by which hardware is ranked.
    #[derive(Debug, Clone, Copy, clap::ValueEnum)]
    enum Cost [id: &'static str] {
        /// The limit of its power.
        Power = "power",
        /// Its rent by the hour.
        Rent = "rent",
        /// The rent of a million tokens.
        Tokens = "tokens",
    }
}

rooflight_primitives::variants! {
    /// A kind of licence.
    #[derive(Debug, Clone, Copy, clap::ValueEnum)]
    enum Licence [id: &'static str] {
        /// Apache 2.0 or MIT.
        Open = "apache-2.0,mit",
        /// Apache 2.0.
        Apache = "apache-2.0",
        /// MIT.
        Mit = "mit",
        /// The maker's own.
        Own = "own",
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(data) = data::read(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let mut catalog = data.calibrated();
    let mut notes = Vec::new();
    let query = query(arguments, &mut catalog, &mut notes);
    for note in &notes {
        output::note(format_args!("note: {note}"));
    }
    let answered = query.and_then(|query| answer(&catalog, &query));
    let mut report = match answered {
        Ok(report) => report,
        Err(problem) => {
            output::note(format_args!("error: {problem}"));
            return Ok(ExitCode::from(1));
        }
    };
    if let Some(listing) = report.listing.as_mut().filter(|_| arguments.measured) {
        for group in &mut listing.groups {
            group.rows.retain(|row| row.measured.is_some());
        }
        let measured: usize = listing.groups.iter().map(|group| group.rows.len()).sum();
        let _ = write!(listing.answer, "; listed are the {measured} that somebody has measured");
    }
    let format = if arguments.json { ListFormat::Json } else { arguments.format };
    output::print(listing::text(&report, format, (&data.words(), data.json()))?)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the explorer on a query.
///
/// # Errors
/// The explorer refuses an input.
pub(super) fn answer(catalog: &CalibratedCatalog, query: &str) -> Result<rooflight_document::report::Report, String> {
    let answered = explore::SPEC.answer(&catalog.estimator, query);
    answered.map(|answer| answer.report).map_err(|error| error.message)
}

/// Builds the explorer's query.
fn query(arguments: &Arguments, catalog: &mut CalibratedCatalog, notes: &mut Vec<String>) -> Result<String, String> {
    let mut ram = arguments.ram;
    let mut query = match (&arguments.machine, &arguments.model) {
        (_, Some(model)) => {
            let at = catalog.find_model(model, notes)?;
            format!("mode=which&m={}", catalog.estimator.models[at].id)
        }
        (machine, None) => {
            let machine = words::machine(machine.as_deref().unwrap_or_default(), catalog, notes)?;
            ram = ram.or(machine.ram);
            format!("mode=runs&{}", machine.inputs())
        }
    };
    query.push_str(&arguments.load.inputs());
    query.push_str(if arguments.all { "&show=all" } else { "&show=likely" });
    if let Some(speed) = arguments.least {
        let _ = write!(query, "&tps={speed}");
    }
    if let Some(task) = arguments.task {
        let _ = write!(query, "&bench={}", task.id());
    }
    if let Some(licence) = arguments.licence {
        let _ = write!(query, "&lic={}", licence.id());
    }
    if let Some(cost) = arguments.by {
        let _ = write!(query, "&by={}", cost.id());
    }
    if let Some(memory) = ram {
        let _ = write!(query, "&ram={memory}");
    }
    query.push_str(arguments.sort.map_or("", Order::inputs));
    Ok(query)
}
