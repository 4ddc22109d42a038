//! `cargo xtask bench`: measures how long sites of 100 to 100,000 entries take to build, and what limits that.
//!
//! 1. The program is built with optimisation; [`corpus`] generates the sites, on a memory disk if there is one.
//! 2. [`measure`] builds each several times from nothing, again unchanged and after an edit; then without pictures for
//!    shared links, and without highlighting too. As a floor, it writes the same bytes and does nothing else.
//! 3. [`generators`] runs other generators that are on the path on the same entries. An earlier version of this program
//!    runs too, if it is on the path as `rooflight-earlier`.
//! 4. [`report`] formats the results, which are printed and written to `docs/benchmarks.md`.

pub(crate) mod budget;
mod corpus;
mod generators;
mod lines;
mod measure;
mod report;
mod words;

use crate::command::{line, root};
use anyhow::{Context, Result};
use measure::MeasuredRun;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Number of builds of each kind; the fastest counts, since other load on the machine only adds time.
const ROUNDS: usize = 3;

/// Maximum number of entries for other generators: some take more than a gigabyte for these.
const MAX_ENTRIES_FOR_OTHERS: usize = 10_000;

/// The name of an earlier version of this program on the path.
const EARLIER: &str = "rooflight-earlier";

/// The builds of a site by one version of this program.
struct Builds {
    /// A first build with the default settings.
    clean: MeasuredRun,
    /// Another build, with nothing changed.
    again: MeasuredRun,
    /// Another build, with a sentence added to one entry.
    edited: MeasuredRun,
    /// A first build with pictures for shared links.
    pictures: MeasuredRun,
}

/// The measurements of a site.
pub(crate) struct SiteMeasurements {
    entries: usize,
    files: usize,
    bytes: u64,
    ours: Builds,
    /// The version and builds of an earlier version, if there is one.
    earlier: Option<(String, Builds)>,
    /// A first build without pictures and highlighting.
    plain: MeasuredRun,
    /// The time to write the files of `plain`.
    floor: Duration,
    others: Vec<generators::Generator>,
}

/// The flags: 100,000 entries, which take about 15 GB; and the benchmarks of edits, links and single steps.
pub(crate) const FLAGS: [&str; 2] = ["--large", "--benches"];

/// Measures the usual sizes, and the additions of the flags.
pub(crate) fn run(flags: &[&str]) -> Result<()> {
    line("cargo build --locked --release --package rooflight").run()?;
    let place = place();
    std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let sizes = [100, 1_000, 10_000].into_iter().chain(flags.contains(&"--large").then_some(100_000));
    let rows: Result<Vec<SiteMeasurements>> = sizes.map(|entries| row(&place, entries)).collect();
    std::fs::remove_dir_all(&place).ok();
    let rows = rows?;
    let benches = ["cargo bench --bench edits", "cargo bench --bench linking", "cargo bench --bench steps"];
    let wanted = benches.into_iter().filter(|_| flags.contains(&"--benches"));
    let printed = wanted.map(|command| {
        println!("\n== {command}");
        (command, line(command).answer())
    });
    let text = report::text(&rows, &printed.collect::<Vec<_>>());
    println!("\n{text}");
    let target = root().join("docs/benchmarks.md");
    std::fs::write(&target, text).with_context(|| format!("cannot write {}", target.display()))
}

/// Returns a folder for the measurements, in memory if possible, so that the disk is not measured.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("rooflight-bench-{}", std::process::id()))
}

fn row(place: &Path, entries: usize) -> Result<SiteMeasurements> {
    println!("\n== {entries} entries");
    let (out, log) = (place.join("out"), place.join("log"));
    let plain = made(place, entries, corpus::Wanted { share_pictures: false, highlighted: false }, &program())?;
    let files = measure::files(&out)?;
    let written = place.join("written");
    let floors = (0..ROUNDS).map(|_| {
        let time = measure::floor(&files, &written)?;
        std::fs::remove_dir_all(&written).ok();
        Ok(time)
    });
    let floor = floors.collect::<Result<Vec<_>>>()?.into_iter().min().unwrap_or_default();
    let ours = builds(place, entries, &program())?;
    let files = measure::files(&out)?;
    let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    let is_small = entries <= MAX_ENTRIES_FOR_OTHERS;
    let earlier = if is_small && generators::is_there(EARLIER) {
        Some((generators::version(EARLIER), builds(place, entries, Path::new(EARLIER))?))
    } else {
        None
    };
    for folder in [&place.join("site"), &out] {
        std::fs::remove_dir_all(folder).ok();
    }
    let others = if is_small { generators::all(entries, place, &log)? } else { Vec::new() };
    Ok(SiteMeasurements { entries, files: files.len(), bytes, ours, earlier, plain, floor, others })
}

/// Measures the builds of a version of this program.
fn builds(place: &Path, entries: usize, program: &Path) -> Result<Builds> {
    let wanted = |share_pictures: bool| corpus::Wanted { share_pictures, highlighted: true };
    let (site, out, log) = (place.join("site"), place.join("out"), place.join("log"));
    let pictures = made(place, entries, wanted(true), program)?;
    let clean = made(place, entries, wanted(false), program)?;
    let again = fastest(|| build(program, &site, &out, &log))?;
    let edited = fastest(|| {
        edit(&site)?;
        build(program, &site, &out, &log)
    })?;
    Ok(Builds { clean, again, edited, pictures })
}

/// Generates a site and measures its first build.
fn made(place: &Path, entries: usize, wanted: corpus::Wanted, program: &Path) -> Result<MeasuredRun> {
    let (site, out, log) = (place.join("site"), place.join("out"), place.join("log"));
    std::fs::remove_dir_all(&site).ok();
    corpus::write(&site, entries, wanted)?;
    fastest(|| {
        std::fs::remove_dir_all(&out).ok();
        build(program, &site, &out, &log)
    })
}

fn fastest(mut measure: impl FnMut() -> Result<MeasuredRun>) -> Result<MeasuredRun> {
    let runs = (0..ROUNDS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    runs.into_iter().min_by_key(|run| run.wall).context("nothing was measured")
}

/// Returns the path of this version's program.
fn program() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/rooflight")
}

fn build(program: &Path, site: &Path, out: &Path, log: &Path) -> Result<MeasuredRun> {
    let mut command = Command::new(program);
    command.args(["build", "--timings", "--root"]).arg(site).arg("--out").arg(out);
    measure::run(&mut command, site, log)
}

/// Adds a sentence to one entry.
fn edit(site: &Path) -> Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(site.join("content/glossary"))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    entries.sort();
    let entry = entries.get(entries.len() / 2).context("a site without an entry")?;
    let text = std::fs::read_to_string(entry)?;
    Ok(std::fs::write(entry, format!("{text}\nOne sentence more.\n"))?)
}
