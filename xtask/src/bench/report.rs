//! Writes the measurements as `docs/benchmarks.md`.

use super::{Row, peers};
use crate::command::line;
use std::fmt::Write;
use std::time::Duration;

/// The whole document. `benches` are other measurements, each with its command and what it printed.
pub(super) fn text(rows: &[Row], benches: &[(&str, Option<String>)]) -> String {
    let mut out = "# Benchmarks\n\nWritten by `cargo xtask bench`; `--large` adds 100,000 entries, and `--benches` adds the benchmarks of edits, links and single steps.\n\n".to_owned();
    machine(&mut out);
    out.push_str(METHOD);
    table(&mut out, rows);
    stages(&mut out, rows);
    targets(&mut out, rows, benches);
    against_peers(&mut out, rows);
    for (command, printed) in benches {
        let printed = printed.as_deref().unwrap_or("It could not be run.");
        let _ = write!(out, "\n## `{command}`\n\n```text\n{printed}\n```\n");
    }
    out.push_str(include_str!("limits.md"));
    out
}

const METHOD: &str = "\
Each site has entries of about 400 words that mention ten other terms in plain words; a third of them have a block of code. A clean \
build starts from nothing and includes links, backlinks, hover cards, pictures of the links and highlighting, but not the pictures for \
shared links (`share_pictures: false`). The fastest of three builds counts. The output goes to a disk in memory if there is one. \
*Floor* is the time to write the same bytes to the same files and do nothing else.

Processor time is the sum over all threads. On a machine that is busy with other things, processor time says more than time on the \
clock, and ratios say more than either.

";

fn machine(out: &mut String) {
    let date = line("date +%F").answer().unwrap_or_else(|| "an unknown day".to_owned());
    let compiler = line("rustc --version").answer().unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let about = |file: &str, key: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let found =
            text.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix(':').or(line.strip_prefix(key)));
        found.map(|value| value.trim().to_owned())
    };
    let processor = about("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let memory = about("/proc/meminfo", "MemTotal:").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let memory =
        memory.map_or_else(String::new, |kilobytes| format!(", {:.0} GiB of memory", kilobytes / 1024.0 / 1024.0));
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().map_or_else(String::new, |load| format!(" Load at the end: {load}."));
    let _ = write!(out, "Measured on {date}: {cores} cores ({processor}){memory}, {compiler}.{load}\n\n");
}

fn table(out: &mut String, rows: &[Row]) {
    out.push_str("## Builds\n\n| entries | files | written | clean build | processor | an entry | memory | floor | build / floor | no highlighting | after one edit |\n");
    out.push_str("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for row in rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.0} µs | {} | {} | {:.1} | {} ({:.1} × floor) | {} |",
            count(row.entries),
            count(row.files),
            megabytes(row.bytes),
            seconds(row.clean.wall),
            seconds(row.clean.processor),
            row.clean.processor.as_secs_f64() * 1e6 / number(row.entries),
            megabytes(row.clean.memory),
            seconds(row.floor),
            ratio(row.clean.wall, row.floor),
            seconds(row.plain.wall),
            ratio(row.plain.wall, row.floor),
            seconds(row.edited.wall),
        );
    }
    out.push_str("\n*An entry* is processor time. *After one edit* is a new run of `build` over the last output; `serve` keeps more in memory, see below.\n");
}

fn stages(out: &mut String, rows: &[Row]) {
    out.push_str("\n## Time by stage, in milliseconds\n");
    let Some(first) = rows.first() else { return };
    let names: Vec<&str> = first.clean.stages().into_iter().map(|(name, _)| name).collect();
    let _ = write!(out, "\n| entries | {} |\n|---:|{}\n", names.join(" | "), "---:|".repeat(names.len()));
    for row in rows {
        let times: Vec<String> = row.clean.stages().iter().map(|(_, time)| format!("{time:.0}")).collect();
        let _ = writeln!(out, "| {} | {} |", count(row.entries), times.join(" | "));
    }
}

/// Writes each target and whether it was reached.
fn targets(out: &mut String, rows: &[Row], benches: &[(&str, Option<String>)]) {
    let at = |entries: usize| rows.iter().find(|row| row.entries == entries);
    let mut goals: Vec<(&str, String, bool)> = Vec::new();
    let within = |row: &Row, limit: f64| (seconds(row.clean.wall), row.clean.wall.as_secs_f64() <= limit);
    if let Some((shown, met)) = at(100).map(|row| within(row, 0.10)) {
        goals.push(("100 entries in 0.10 s", shown, met));
    }
    if let Some((shown, met)) = at(1_000).map(|row| within(row, 0.25)) {
        goals.push(("1,000 entries in 0.25 s", shown, met));
    }
    if let Some(row) = at(10_000) {
        let (shown, met) = within(row, 1.29);
        match row.peers.iter().find(|peer| peer.name == "zola") {
            Some(zola) => {
                let part = ratio(row.clean.wall, zola.run.wall);
                goals.push(("10,000 entries in a quarter of Zola's time", format!("{part:.2} of it"), part <= 0.25));
            }
            None => goals.push((
                "10,000 entries in 1.29 s: a quarter of what Zola 0.22.1 took on 2 cores elsewhere",
                shown,
                met,
            )),
        }
        let floor = ratio(row.plain.wall, row.floor);
        goals.push(("10,000 entries without highlighting within 3 × the floor", format!("{floor:.1} ×"), floor <= 3.0));
        goals.push(("10,000 entries in 250 MB", megabytes(row.clean.memory), row.clean.memory <= 250_000_000));
    }
    if let (Some(small), Some(large)) = (at(1_000), at(100_000)) {
        let each = |row: &Row| row.clean.processor.as_secs_f64() / number(row.entries);
        let growth = each(large) / each(small);
        goals.push(("an entry of 100,000 costs at most 1.3 × one of 1,000", format!("{growth:.2} ×"), growth <= 1.3));
    }
    if let (Some(small), Some(large)) = (at(10_000), at(100_000)) {
        let growth = ratio_of(large.clean.memory, small.clean.memory);
        goals.push((
            "100,000 entries in at most 10.5 × the memory of 10,000",
            format!("{growth:.1} ×"),
            growth <= 10.5,
        ));
    }
    if let Some(served) = benches.iter().find_map(|(_, printed)| served(printed.as_deref()?)) {
        goals.push((
            "from save to served within 100 ms at 10,000 entries (median)",
            format!("{served:.0} ms"),
            served <= 100.0,
        ));
    }
    out.push_str("\n## Targets\n\n| target | measured | |\n|---|---:|---|\n");
    for (goal, shown, met) in goals {
        let _ = writeln!(out, "| {goal} | {shown} | {} |", if met { "reached" } else { "missed" });
    }
}

/// From what the benchmark of edits printed: the median time from a save to the changed page at 10,000 entries, in milliseconds.
fn served(printed: &str) -> Option<f64> {
    let row = printed.lines().find_map(|line| line.strip_prefix("10,000 entries"))?;
    // After the full build.
    row.split(" ms").nth(1)?.trim().parse().ok()
}

fn against_peers(out: &mut String, rows: &[Row]) {
    out.push_str("\n## Other generators\n\n");
    for name in peers::KNOWN {
        if rows.iter().all(|row| row.peers.iter().all(|peer| peer.name != name)) {
            let _ = writeln!(out, "`{name}` was not on the path and is not measured.\n");
        }
    }
    if rows.iter().all(|row| row.peers.is_empty()) {
        return;
    }
    out.push_str("The same entries in the same run, with every mention already written out as a link: definitions, other names, sources, lists, a feed and highlighting, but no search, backlinks, hover cards, pictures or text versions. Again the fastest of three builds counts.\n\n| entries | generator | time | processor | memory | ours is faster by |\n|---:|---|---:|---:|---:|---:|\n");
    for (row, peer) in rows.iter().flat_map(|row| row.peers.iter().map(move |peer| (row, peer))) {
        let _ = writeln!(
            out,
            "| {} | {} {} | {} | {} | {} | {:.1} × |",
            count(row.entries),
            peer.name,
            peer.version,
            seconds(peer.run.wall),
            seconds(peer.run.processor),
            megabytes(peer.run.memory),
            ratio(peer.run.wall, row.clean.wall)
        );
    }
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-9)
}

#[allow(clippy::cast_precision_loss, reason = "sizes far below 2^52")]
fn ratio_of(a: u64, b: u64) -> f64 {
    a as f64 / b.max(1) as f64
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 1.0 => format!("{:.0} ms", short * 1e3),
        long => format!("{long:.2} s"),
    }
}

#[allow(clippy::cast_precision_loss, reason = "sizes far below 2^52")]
fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}

#[allow(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn number(count: usize) -> f64 {
    count as f64
}

/// With its thousands set apart.
fn count(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
