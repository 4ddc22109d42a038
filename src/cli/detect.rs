//! `rooflight detect`: recognises a machine and lists the models that run on it.
//!
//! 1. With FILE or `-`, reads the output of a machine's tools; without, runs the tools that this machine has.
//! 2. Finds the devices in the catalog, and reports devices that the catalog lacks.
//! 3. Lists what runs on the main devices, as tables or as JSON; the site's explorer computes the list.
//!
//! Exit code 1: nothing was recognised, or none of the devices is in the catalog.

use crate::cli::data::{self, Root};
use crate::cli::words::catalog_devices;
use crate::cli::{input, listing, output, terminal};
use crate::edge::machine_tools;
use anyhow::Result;
use rooflight_calculators::explore;
use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_ingest::machine::matching::{CatalogDevice, MachineDevice, MatchedDevices, UnknownDevice, find};
use rooflight_ingest::machine::text::read;
use rooflight_ingest::machine::wasm_api::MAX_DEVICES;
use rooflight_ingest::machine::{MAX_BYTES, Machine, Tool};
use rooflight_primitives::units::{GB, GIB};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `detect`.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Arguments {
    /// Output of the machine's tools; `-` is standard input. Without it, the tools of this machine are run.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    root: Root,
    /// Tokens of context; 4096 by default.
    #[arg(long, value_name = "TOKENS")]
    context: Option<u64>,
    /// The least speed that counts, tokens a second; 10 by default.
    #[arg(long, value_name = "SPEED")]
    least: Option<f64>,
    /// The slowest link between devices: `pcie4x8`, `tb4` (Thunderbolt 3 or 4), `tb5`, `own` (`NVLink`, as published);
    /// by default what is printed.
    #[arg(long, value_name = "LINK")]
    link: Option<String>,
    /// Divide every layer between several devices in equal parts (tensor parallel), in place of whole layers.
    #[arg(long)]
    tensor: bool,
    /// List every model, including those that are too slow or do not fit.
    #[arg(long)]
    all: bool,
    /// Print the machine and the list as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let printed = match &arguments.file {
        Some(file) => input::bounded(file, MAX_BYTES as u64)?,
        None => printed_here(),
    };
    let Some(data) = data::read(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let calibrated = data.calibrated();
    let devices = catalog_devices(&calibrated);
    let machine = match read(&printed, &devices) {
        Ok(machine) => machine,
        Err(why) => {
            output::note(format_args!("error: {why}"));
            return Ok(ExitCode::from(1));
        }
    };
    let matched = find(&machine, &devices);
    let query = list_query(arguments, &matched, &devices);
    let is_known = query.is_some();
    if arguments.json {
        let runs = query.map(|query| runs(&calibrated, &query)).transpose()?;
        let mut answer = answer(&machine, &matched, &devices, runs.as_ref());
        answer["data"] = data.json();
        output::print(format!("{answer:#}\n"))?;
    } else {
        output::print(described(&machine, &matched, &devices))?;
        if let Some(query) = query {
            let answered = explore::SPEC.answer(&calibrated.estimator, &query);
            let answer = answered.map_err(|error| anyhow::anyhow!(error.message))?;
            output::print(terminal::text(&answer.report, ""))?;
        }
        output::line(format_args!("\n{}", data.words()))?;
    }
    if !is_known {
        output::note(format_args!("error: {}", matched.why_none()));
    }
    Ok(ExitCode::from(u8::from(!is_known)))
}

/// The machine and what runs on it as JSON.
///
/// # Errors
/// No machine is recognised in the text, or the explorer refuses an input.
pub(super) fn json(
    printed: &str,
    calibrated: &CalibratedCatalog,
    context: Option<u64>,
    least: Option<f64>,
) -> Result<Value, String> {
    let devices = catalog_devices(calibrated);
    let machine = read(printed, &devices)?;
    let matched = find(&machine, &devices);
    let arguments = Arguments { context, least, ..Arguments::default() };
    let query = list_query(&arguments, &matched, &devices);
    let runs = query.map(|query| runs(calibrated, &query)).transpose().map_err(|error| error.to_string())?;
    Ok(answer(&machine, &matched, &devices, runs.as_ref()))
}

/// Builds the explorer query for all devices of a machine; `None` if the catalog has none of them.
fn list_query(arguments: &Arguments, matched: &MatchedDevices, devices: &[CatalogDevice<'_>]) -> Option<String> {
    let found = matched.main()?;
    let mut query = query(arguments, found, &devices.get(found.at)?.device.id);
    for (other, at) in matched.others(devices).into_iter().zip(["", "2", "3"]) {
        let id = devices.get(other.at).map_or("", |catalogued| &catalogued.device.id);
        let _ = write!(query, "&also{at}={id}&na{at}={}", other.count.min(MAX_DEVICES));
    }
    if let Some(link) = arguments.link.as_deref().or_else(|| matched.link(devices)) {
        let _ = write!(query, "&link={link}");
    }
    if arguments.tensor {
        query.push_str("&way=tensor");
    }
    Some(query)
}

/// Runs this machine's tools and returns their output; notes name tools that hung or could not start.
pub(super) fn printed_here() -> String {
    let printed = machine_tools::printed();
    for tool in printed.ended {
        let limit = machine_tools::LIMIT.as_secs();
        output::note(format_args!("note: {tool} did not end within {limit} seconds; what it had printed is read"));
    }
    if !printed.refused.is_empty() {
        let tools = printed.refused.join(", ");
        output::note(format_args!(
            "note: the system starts no further process or thread, so these are not asked: {tools}"
        ));
    }
    printed.text
}

/// Builds the part of the query about the main device and the load.
fn query(arguments: &Arguments, found: &MachineDevice, id: &str) -> String {
    let mut query = format!("mode=runs&hw={id}&n={}", found.count.min(MAX_DEVICES));
    let show = if arguments.all { "all" } else { "likely" };
    let _ = write!(query, "&show={show}");
    for (key, value) in [
        ("c", arguments.context.map(|tokens| tokens.to_string())),
        ("tps", arguments.least.map(|speed| speed.to_string())),
        ("mem", found.memory.map(|bytes| format!("{:.1}", bytes / GIB))),
        ("bw", found.bandwidth.map(|bandwidth| format!("{:.1}", bandwidth / GB))),
    ] {
        if let Some(value) = value {
            let _ = write!(query, "&{key}={value}");
        }
    }
    query
}

/// Describes the machine in words.
fn described(machine: &Machine, matched: &MatchedDevices, devices: &[CatalogDevice<'_>]) -> String {
    let mut out = String::new();
    let tools: Vec<&str> = machine.tools.iter().map(|tool| tool.name()).collect();
    if tools.is_empty() {
        out.push_str("Read from the names of devices:\n");
    } else {
        let _ = writeln!(out, "Read from {}:", tools.join(", "));
    }
    for found in &matched.found {
        let facts = facts(found);
        let _ = writeln!(out, "  {} × {}{facts}", found.count, named(devices, found));
        for note in &found.notes {
            let _ = writeln!(out, "    {note}");
        }
    }
    for UnknownDevice { count, printed, why } in &matched.unknown {
        let _ = writeln!(out, "  {count} × {printed}: {why}");
    }
    if let Some(cpu) = &machine.cpu {
        let sockets = cpu.sockets.filter(|sockets| *sockets > 1).map(|sockets| format!("{sockets} × "));
        let cores = cpu.cores.map(|cores| format!(", {cores} cores")).unwrap_or_default();
        let record = matched.cpu.as_ref().map(|found| format!(" ({})", named(devices, found))).unwrap_or_default();
        let _ = writeln!(out, "  processor: {}{}{cores}{record}", sockets.unwrap_or_default(), cpu.name);
        for note in matched.cpu.iter().filter(|_| matched.found.is_empty()).flat_map(|found| &found.notes) {
            let _ = writeln!(out, "    {note}");
        }
    }
    if let Some(bytes) = machine.memory.bytes {
        let memory = &machine.memory;
        let mut words = format!("{:.1} GiB", bytes / GIB);
        if let Some(modules) = memory.modules {
            let _ = write!(words, " in {modules} module{}", if modules == 1 { "" } else { "s" });
        }
        if let Some(speed) = memory.speed {
            let channels = memory.channels.map(|channels| format!("{channels} × ")).unwrap_or_default();
            let _ = write!(words, ", {channels}{}-{speed}", memory.kind);
        }
        if let Some(bandwidth) = memory.bandwidth() {
            let _ = write!(words, ": {:.1} GB/s", bandwidth / GB);
        }
        let _ = writeln!(out, "  system memory: {words}");
    }
    for note in &machine.notes {
        let _ = writeln!(out, "  {note}");
    }
    match (matched.found.len(), matched.others(devices).len()) {
        (found, others) if found <= others + 1 => {}
        (_, 0) => out.push_str("The list below is for the first kind of device alone.\n"),
        (_, others) => _ = writeln!(out, "The list below is for {} of these kinds of devices.", others + 1),
    }
    if let Some(found) = matched.main().filter(|found| found.count > MAX_DEVICES) {
        let _ = writeln!(out, "The list below is for {MAX_DEVICES} of {} devices.", found.count);
    }
    out.push('\n');
    out
}

fn named<'a>(devices: &[CatalogDevice<'a>], found: &MachineDevice) -> &'a str {
    devices.get(found.at).map_or("", |catalogued| &catalogued.device.name)
}

fn facts(found: &MachineDevice) -> String {
    let mut out = String::new();
    if let Some(watts) = found.power {
        let _ = write!(out, ", limited to {watts} W");
    }
    match (found.link.generation, found.link.width) {
        (Some(generation), Some(width)) => _ = write!(out, ", PCIe {generation}.0 x{width}"),
        (None, Some(width)) => _ = write!(out, ", PCIe x{width}"),
        (Some(generation), None) => _ = write!(out, ", PCIe {generation}.0"),
        (None, None) => {}
    }
    out
}

/// The explorer's list as JSON.
fn runs(calibrated: &CalibratedCatalog, query: &str) -> Result<Value> {
    let answered = explore::SPEC.answer(&calibrated.estimator, query);
    let report = answered.map_err(|error| anyhow::anyhow!(error.message))?.report;
    Ok(listing::json(&report.listing.unwrap_or_default()))
}

fn answer(machine: &Machine, matched: &MatchedDevices, devices: &[CatalogDevice<'_>], runs: Option<&Value>) -> Value {
    let found = |found: &MachineDevice| {
        json!({
            "id": devices.get(found.at).map(|catalogued| &catalogued.device.id), "name": named(devices, found), "printed": found.printed,
            "count": found.count, "memory_bytes": found.memory.or_else(|| devices.get(found.at)?.device.memory),
            "bandwidth_bytes_per_s": found.bandwidth.or_else(|| Some(devices.get(found.at)?.device.bandwidth)),
            "power_limit_w": found.power, "pcie": {"generation": found.link.generation, "width": found.link.width},
            "notes": found.notes,
        })
    };
    let unknown =
        |unknown: &UnknownDevice| json!({"printed": unknown.printed, "count": unknown.count, "why": unknown.why});
    let memory = &machine.memory;
    json!({
        "version": 1,
        "tools": machine.tools.iter().copied().map(Tool::name).collect::<Vec<_>>(),
        "devices": matched.found.iter().map(found).collect::<Vec<_>>(),
        "unknown": matched.unknown.iter().map(unknown).collect::<Vec<_>>(),
        "processor": machine.cpu.as_ref().map(|cpu| json!({
            "printed": cpu.name, "sockets": cpu.sockets, "cores": cpu.cores, "record": matched.cpu.as_ref().map(found),
        })),
        "system_memory": {
            "bytes": memory.bytes, "modules": memory.modules, "channels": memory.channels, "type": memory.kind,
            "mega_transfers_per_s": memory.speed, "bandwidth_bytes_per_s": memory.bandwidth(),
        },
        "notes": machine.notes,
        "runs": runs,
    })
}
