//! `rooflight measure FILE`: judges the output of a benchmark tool.
//!
//! 1. Reads the file or standard input, up to a limit, and finds the runs of all supported tools; or measures the
//!    server at `--url` (`measure_url`).
//! 2. Judges each run: inside, above or below the 80 % range, share of the ceiling, likely causes.
//! 3. With `--save`, writes the runs to content/anchors/. Never overwrites a file.
//!
//! Exit code 1: no run was found, or a run could not be judged.

use crate::cli::data::{self, Data, Root};
use crate::cli::measure_url::{self, Plan};
use crate::cli::{input, output};
use crate::edge::clock::today;
use crate::edge::write::create_in;
use anyhow::{Result, bail};
use rooflight_compiler::calibrate::batch::Batch;
use rooflight_compiler::calibrate::measure;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_ingest::outputs::{Outputs, Tool, read, tokens};
use rooflight_ingest::verdict::row::{self, Publication};
use rooflight_ingest::verdict::{Choice, Judge, JudgedRun, MAX_DEVICES, MAX_REQUESTS, RefusedLine, UserInput};
use rooflight_source::characters::shown_in_line;
use rooflight_source::slug::slug_of;
use rooflight_source::url::is_address;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Maximum size of an output; llama-bench prints about 1 kB per run.
const MAX_BYTES: u64 = 16 << 20;

/// How many problems are printed.
const SHOWN: usize = 20;

/// The flags of `measure`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The printed output; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "url")]
    file: Option<PathBuf>,
    #[command(flatten)]
    server: ServerFlags,
    #[command(flatten)]
    root: Root,
    /// The engine, where it is another than the tool's.
    #[arg(long, visible_alias = "runtime", value_name = "ID")]
    engine: Option<String>,
    /// The device, where the output does not name it.
    #[arg(long, visible_aliases = ["hardware", "device"], value_name = "ID")]
    hw: Option<String>,
    /// How many of the device.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEVICES)))]
    count: Option<u32>,
    /// The model, where the output does not name it.
    #[arg(long, value_name = "ID")]
    model: Option<String>,
    /// The weight format, where the output does not name it.
    #[arg(long, value_name = "ID")]
    quant: Option<String>,
    /// Tokens in the context, such as 8192 or 32k, where the output does not say.
    #[arg(long, value_name = "NUMBER", value_parser = context)]
    context: Option<u32>,
    /// Requests at once, where the output does not say.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_REQUESTS)))]
    requests: Option<u32>,
    /// Print the verdicts as JSON.
    #[arg(long)]
    json: bool,
    /// Write the runs to content/anchors/.
    #[arg(long, requires = "source", conflicts_with = "url")]
    save: bool,
    /// The address where the output is published.
    #[arg(long, value_name = "URL")]
    source: Option<String>,
}

/// The flags that measure a running server.
#[derive(Debug, clap::Args)]
struct ServerFlags {
    /// Measure a running server by its OpenAI-compatible stream, in place of reading a file: `http://localhost:8080`.
    #[arg(long, value_name = "URL", conflicts_with = "file")]
    url: Option<String>,
    /// Also measure this many concurrent requests.
    #[arg(long = "for", value_name = "NUMBER", requires = "url", value_parser = clap::value_parser!(u32).range(1..=64))]
    concurrent: Option<u32>,
    /// The model as the server names it; the first that it lists by default.
    #[arg(long, value_name = "NAME", requires = "url")]
    served: Option<String>,
    /// Tokens that each request writes.
    #[arg(long, value_name = "NUMBER", requires = "url", default_value_t = 128, value_parser = clap::value_parser!(u32).range(2..=8192))]
    tokens: u32,
    /// Measure also a server outside of this machine and of private networks.
    #[arg(long, requires = "url")]
    anywhere: bool,
}

fn context(text: &str) -> Result<u32, &'static str> {
    tokens(text).ok_or("a number of tokens, such as 8192 or 32k")
}

/// Reads the runs from the file, or measures the server.
fn outputs(arguments: &Arguments) -> Result<Outputs> {
    let ServerFlags { url, concurrent, served, tokens, anywhere } = &arguments.server;
    if let Some(url) = url {
        let (served, requests) = (served.as_deref(), *concurrent);
        let plan = Plan { url, anywhere: *anywhere, served, requests, tokens: *tokens };
        return measure_url::outputs(&plan);
    }
    Ok(read(&input::bounded(arguments.file.as_deref().unwrap_or_else(|| Path::new("-")), MAX_BYTES)?))
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(source) = arguments.source.as_ref().filter(|source| !is_address(source)) {
        bail!("`{source}` is no address of a page: it starts with https://");
    }
    let outputs = outputs(arguments)?;
    let Some(data) = data::read(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let catalog = &data.catalog;
    let input = UserInput {
        engine: arguments.engine.clone(),
        hardware: arguments.hw.clone(),
        count: arguments.count,
        model: arguments.model.clone(),
        format: arguments.quant.clone(),
        context: arguments.context,
        requests: arguments.requests,
    };
    let names = measure::names(catalog);
    let (verdicts, refused) =
        Judge::new(&names, Batch::new(catalog, data.calibration()), &input).all(&outputs, usize::MAX);
    report(arguments, &data, &outputs, &verdicts, &refused)?;
    Ok(ExitCode::from(u8::from(verdicts.is_empty() || !refused.is_empty())))
}

fn report(
    arguments: &Arguments,
    data: &Data,
    outputs: &Outputs,
    verdicts: &[JudgedRun<'_>],
    refused: &[RefusedLine],
) -> Result<()> {
    let tools: Vec<&str> = outputs.tools().into_iter().map(Tool::name).collect();
    if tools.is_empty() && refused.is_empty() {
        output::note("error: no output of a benchmark tool is in this text");
    }
    if tools.len() > 1 {
        output::note(format_args!(
            "note: outputs of several tools are in this text, each judged by itself: {}",
            tools.join(", ")
        ));
    }
    for RefusedLine { line, refusal } in refused.iter().take(SHOWN) {
        let flag = refusal.about.map(|choice| format!(" ({})", choice.flag())).unwrap_or_default();
        output::note(format_args!("error: line {line}: {}{flag}", refusal.message));
    }
    if refused.len() > SHOWN {
        output::note(format_args!("error: and {} more", refused.len() - SHOWN));
    }
    let first = measure::next_id(&data.catalog);
    if arguments.json {
        let runs = verdicts.iter().zip(first..).map(|(verdict, id)| {
            let mut value = measure::json(verdict);
            value["record"] = json!(row::row(verdict, id));
            value
        });
        let problems = refused.iter().map(|RefusedLine { line, refusal }| {
            json!({"line": line, "message": refusal.message, "flag": refusal.about.map(Choice::flag)})
        });
        let answer = json!({
            "version": 1, "data": data.json(), "tools": tools, "runs": runs.collect::<Vec<_>>(), "problems": problems.collect::<Vec<_>>(),
        });
        output::print(format!("{answer:#}\n"))?;
    } else {
        output::print(text(verdicts, first, &data.words()))?;
    }
    match &arguments.source {
        Some(source) if arguments.save && !verdicts.is_empty() => save(arguments, verdicts, source, first),
        _ => Ok(()),
    }
}

fn text(verdicts: &[JudgedRun<'_>], first: u32, origin: &str) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let run = verdict.run;
        let range = Some(verdict.range()).filter(|range| !range.is_empty());
        let range = range.map(|range| format!(" ({range})")).unwrap_or_default();
        let _ = writeln!(out, "{}.", verdict.answer());
        let _ = writeln!(out, "  line {}, {}: {}", run.line, run.tool.name(), shown_in_line(&verdict.subject()));
        let _ = writeln!(out, "  {}: {}{range}", verdict.measured(), verdict.words());
        let _ = writeln!(out, "  {}; {}", verdict.reached(), verdict.speeds.basis.word());
        for (cause, number) in verdict.causes.iter().zip(1..) {
            let _ = writeln!(out, "  {}{number}. {cause}", if number == 1 { "likely causes:\n  " } else { "" });
        }
        for note in verdict.notes() {
            let _ = writeln!(out, "  note: {note}");
        }
        out.push('\n');
    }
    if !verdicts.is_empty() {
        out.push_str("As rows of content/anchors/:\n");
    }
    for (verdict, id) in verdicts.iter().zip(first..) {
        let _ = writeln!(out, "  - {}", row::row(verdict, id));
    }
    let _ = writeln!(out, "\n{origin}");
    out
}

fn save(arguments: &Arguments, verdicts: &[JudgedRun<'_>], url: &str, first: u32) -> Result<()> {
    let today = today()?.to_string();
    let content = row::file(verdicts, &Publication { url, today: &today }, first);
    let stem: String = slug_of(url.split_once("://").map_or(url, |(_, rest)| rest)).chars().take(80).collect();
    let path = format!("{ANCHORS}/{}.yaml", stem.trim_matches('-'));
    create_in(arguments.root.folder(), &path, content.as_bytes())?;
    output::note(format_args!("wrote {path}"));
    Ok(())
}
