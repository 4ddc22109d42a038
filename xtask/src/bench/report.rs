//! Formats the measurements as `docs/benchmarks.md`.

use super::measure::MeasuredRun;
use super::{SiteMeasurements, generators};
use crate::command::line;
use std::fmt::Write;
use std::time::Duration;

/// Returns the document. `benches` are the commands of other benchmarks with their output, `None` if they failed.
pub(super) fn text(rows: &[SiteMeasurements], benches: &[(&str, Option<String>)]) -> String {
    let mut out = "# Benchmarks\n\nWritten by `cargo xtask bench`; `--large` adds 100,000 entries, and `--benches` adds the benchmarks of edits, links and single steps.\n\n".to_owned();
    machine(&mut out);
    out.push_str(METHOD);
    table(&mut out, rows);
    stages(&mut out, rows);
    targets(&mut out, rows, benches);
    against_others(&mut out, rows);
    against_earlier(&mut out, rows);
    for (command, printed) in benches {
        let printed = printed.as_deref().unwrap_or("It could not be run.");
        let _ = write!(out, "\n## `{command}`\n\n```text\n{printed}\n```\n");
    }
    out.push_str(include_str!("limits.md"));
    out
}

const METHOD: &str = "\
Each site has entries of about 400 words that mention ten other terms in plain words; a third of them have a block of code. A *first \
build* starts from nothing, with the default settings: links, backlinks, hover cards, pictures of the links and highlighting. *Unchanged* and *one edit* are new processes over the last output. The fastest of three builds counts. \
The output goes to a disk in memory if there is one. *Floor* is the time to write the files of the build without highlighting and do \
nothing else.

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

fn table(out: &mut String, rows: &[SiteMeasurements]) {
    out.push_str("## Builds\n\n| entries | files | written | first build | processor | an entry | memory | unchanged | one edit |\n");
    out.push_str("|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for row in rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.0} µs | {} | {} ({:.2} of the first) | {} ({:.2}) |",
            count(row.entries),
            count(row.files),
            megabytes(row.bytes),
            seconds(row.ours.clean.wall),
            seconds(row.ours.clean.processor),
            row.ours.clean.processor.as_secs_f64() * 1e6 / number(row.entries),
            megabytes(row.ours.clean.memory),
            seconds(row.ours.again.wall),
            ratio(row.ours.again.wall, row.ours.clean.wall),
            seconds(row.ours.edited.wall),
            ratio(row.ours.edited.wall, row.ours.clean.wall),
        );
    }
    out.push_str("\n*An entry* is processor time. `serve` keeps more in memory than *one edit* finds on disk.\n");
    out.push_str("\n## First builds with a picture for shared links for each entry\n\n| entries | time | processor | memory | without pictures and highlighting | floor | times the floor |\n");
    out.push_str("|---:|---:|---:|---:|---:|---:|---:|\n");
    for row in rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {:.1} |",
            count(row.entries),
            seconds(row.ours.pictures.wall),
            seconds(row.ours.pictures.processor),
            megabytes(row.ours.pictures.memory),
            seconds(row.plain.wall),
            seconds(row.floor),
            ratio(row.plain.wall, row.floor),
        );
    }
}

fn stages(out: &mut String, rows: &[SiteMeasurements]) {
    out.push_str("\n## Time by stage of a first build, in milliseconds\n");
    let Some(first) = rows.first() else { return };
    let names: Vec<&str> = first.ours.clean.stages().into_iter().map(|(name, _)| name).collect();
    let _ = write!(out, "\n| entries | {} |\n|---:|{}\n", names.join(" | "), "---:|".repeat(names.len()));
    for row in rows {
        let times: Vec<String> = row.ours.clean.stages().iter().map(|(_, time)| format!("{time:.0}")).collect();
        let _ = writeln!(out, "| {} | {} |", count(row.entries), times.join(" | "));
    }
}

/// A target, the measured figure, and whether it reaches the target.
type Goal = (String, String, bool);

/// Writes each target with its figure, and whether it was reached.
fn targets(out: &mut String, rows: &[SiteMeasurements], benches: &[(&str, Option<String>)]) {
    let mut goals: Vec<Goal> = rows.iter().flat_map(goals_against_others).collect();
    let at = |entries: usize| rows.iter().find(|row| row.entries == entries);
    goals.extend(at(10_000).into_iter().flat_map(ten_thousand));
    if let (Some(small), Some(large)) = (at(1_000), at(100_000)) {
        let each = |row: &SiteMeasurements| row.ours.clean.processor.as_secs_f64() / number(row.entries);
        let growth = each(large) / each(small);
        let goal = "100,000 entries: an entry costs at most 1.1 × one of 1,000".to_owned();
        goals.push((goal, format!("{growth:.2} ×"), growth <= 1.1));
        let memory = large.ours.clean.memory;
        goals.push(("the same in 1.6 GB".to_owned(), megabytes(memory), memory <= 1_600_000_000));
    }
    if let Some(served) = benches.iter().find_map(|(_, printed)| served(printed.as_deref()?)) {
        let goal = "from save to served within 50 ms at 10,000 entries (median)".to_owned();
        goals.push((goal, format!("{served:.0} ms"), served <= 50.0));
    }
    out.push_str("\n## Targets\n\n| target | measured | |\n|---|---:|---|\n");
    for (goal, shown, met) in goals {
        let _ = writeln!(out, "| {goal} | {shown} | {} |", if met { "reached" } else { "missed" });
    }
}

/// Returns the targets relative to other generators, if these were measured.
fn goals_against_others(row: &SiteMeasurements) -> Vec<Goal> {
    let entries = count(row.entries);
    let mut goals = Vec::new();
    if let Some(hugo) = row.others.iter().find(|other| other.name == "hugo") {
        let least = if row.entries < 10_000 { 2.0 } else { 1.9 };
        let faster = ratio(hugo.run.wall, row.ours.clean.wall);
        let goal = format!("{entries} entries, default settings, {least} × as fast as Hugo");
        goals.push((goal, format!("{faster:.2} ×"), faster >= least));
        let faster = ratio(hugo.run.wall, row.ours.pictures.wall);
        let goal = format!("{entries} entries with pictures, which Hugo does not draw, 1.3 × as fast as Hugo");
        goals.push((goal, format!("{faster:.2} ×"), faster >= 1.3));
    }
    if let Some(best) = row.others.iter().map(|other| other.run.wall).min().filter(|_| row.entries == 10_000) {
        let faster = ratio(best, row.ours.clean.wall);
        let goal = format!("{entries} entries, default settings, 4 × as fast as the fastest of the others");
        goals.push((goal, format!("{faster:.2} ×"), faster >= 4.0));
    }
    goals
}

/// Returns the targets for a site of 10,000 entries.
fn ten_thousand(row: &SiteMeasurements) -> Vec<Goal> {
    let part = |run: &MeasuredRun| ratio(run.wall, row.ours.clean.wall);
    let floor = ratio(row.plain.wall, row.floor);
    let memory = row.ours.clean.memory;
    vec![
        share("10,000 entries, nothing changed, in a quarter of a first build", part(&row.ours.again)),
        share("10,000 entries, one changed, in a quarter of a first build", part(&row.ours.edited)),
        ("10,000 entries without highlighting within 3 × the floor".to_owned(), format!("{floor:.1} ×"), floor <= 3.0),
        ("10,000 entries, default settings, in 300 MB".to_owned(), megabytes(memory), memory <= 300_000_000),
    ]
}

fn share(goal: &str, part: f64) -> Goal {
    (goal.to_owned(), format!("{part:.2} of it"), part <= 0.25)
}

/// Returns the median time from a save to the changed page at 10,000 entries, milliseconds, from the output of the
/// benchmark of edits.
fn served(printed: &str) -> Option<f64> {
    let row = printed.lines().find_map(|line| line.strip_prefix("10,000 entries"))?;
    // The first time in the row is that of the full build.
    row.split(" ms").nth(1)?.trim().parse().ok()
}

fn against_others(out: &mut String, rows: &[SiteMeasurements]) {
    out.push_str("\n## Other generators\n\n");
    for name in generators::GENERATORS {
        if rows.iter().all(|row| row.others.iter().all(|other| other.name != name)) {
            let _ = writeln!(out, "`{name}` was not on the path and is not measured.\n");
        }
    }
    if rows.iter().all(|row| row.others.is_empty()) {
        return;
    }
    out.push_str("The same entries in the same run, with every mention already written out as a link: definitions, other names, sources, lists, a feed and highlighting, but no search, backlinks, hover cards, pictures or text versions. Again the fastest of three builds counts.\n\n| entries | generator | time | processor | memory | ours, default settings, is faster by | ours with pictures |\n|---:|---|---:|---:|---:|---:|---:|\n");
    for (row, other) in rows.iter().flat_map(|row| row.others.iter().map(move |other| (row, other))) {
        let _ = writeln!(
            out,
            "| {} | {} {} | {} | {} | {} | {:.2} × | {:.2} × |",
            count(row.entries),
            other.name,
            other.version,
            seconds(other.run.wall),
            seconds(other.run.processor),
            megabytes(other.run.memory),
            ratio(other.run.wall, row.ours.clean.wall),
            ratio(other.run.wall, row.ours.pictures.wall)
        );
    }
}

/// Compares with the builds of an earlier version, if one was measured.
fn against_earlier(out: &mut String, rows: &[SiteMeasurements]) {
    let earlier = || rows.iter().filter_map(|row| row.earlier.as_ref().map(|(version, runs)| (row, version, runs)));
    let Some((_, version, _)) = earlier().next() else { return };
    let _ = write!(
        out,
        "\n## Version {version} in the same run\n\n| entries | build | {version} | now | faster by | processor | memory |\n|---:|---|---:|---:|---:|---:|---:|\n"
    );
    for (row, _, before) in earlier() {
        let kinds = [
            ("first", &before.clean, &row.ours.clean),
            ("unchanged", &before.again, &row.ours.again),
            ("one edit", &before.edited, &row.ours.edited),
            ("first, with pictures", &before.pictures, &row.ours.pictures),
        ];
        for (name, before, now) in kinds {
            let _ = writeln!(
                out,
                "| {} | {name} | {} | {} | {:.2} × | {} → {} | {} → {} |",
                count(row.entries),
                seconds(before.wall),
                seconds(now.wall),
                ratio(before.wall, now.wall),
                seconds(before.processor),
                seconds(now.processor),
                megabytes(before.memory),
                megabytes(now.memory),
            );
        }
    }
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-9)
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

/// Formats a count with commas between thousands.
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
