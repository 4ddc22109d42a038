//! `cargo xtask bench`: measures how long sites of 100 to 100,000 entries take to build, and what limits that.
//!
//! 1. The program is built with optimisation; [`corpus`] makes the sites, on a disk in memory where there is one.
//! 2. [`measure`] builds each several times from nothing, again with nothing changed and after an edit; then without
//!    pictures for shared links, and without highlighting either. It writes the same bytes with nothing else to do, for
//!    the floor.
//! 3. [`peers`] runs other generators, where they are on the path, on the same entries; so does an earlier version of
//!    this program, where it is there as `rooflight-earlier`.
//! 4. [`report`] prints the table and writes `docs/benchmarks.md`.

pub(crate) mod budget;
mod corpus;
mod measure;
mod peers;
mod report;
mod words;

use crate::command::{line, root};
use anyhow::{Context, Result};
use measure::Run;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How often a site is built from nothing; the fastest counts, since what else the machine does only ever adds.
const ROUNDS: usize = 3;

/// The most entries that other generators are asked for: some take more than a gigabyte for these.
const MAX_FOR_PEERS: usize = 10_000;

/// The name of an earlier version of this program on the path.
const EARLIER: &str = "rooflight-earlier";

/// The builds of a site by one version of this program.
struct Builds {
    /// From nothing, with the default settings.
    clean: Run,
    /// Once more, with nothing changed.
    again: Run,
    /// Once more, with a sentence added to one entry.
    edited: Run,
    /// From nothing, without pictures for shared links.
    no_pictures: Run,
}

/// The measurements of one site.
pub(crate) struct Row {
    entries: usize,
    files: usize,
    bytes: u64,
    ours: Builds,
    /// The builds of an earlier version, after that version's name.
    earlier: Option<(String, Builds)>,
    /// From nothing, without pictures and without highlighting.
    plain: Run,
    /// To write the files of the last.
    floor: Duration,
    peers: Vec<peers::Peer>,
}

/// Options: 100,000 entries, which take some 15 GB; and the benchmarks of edits, links and single steps.
pub(crate) const FLAGS: [&str; 2] = ["--large", "--benches"];

/// Measures the usual sizes, and those that the flags add.
pub(crate) fn run(flags: &[&str]) -> Result<()> {
    line("cargo build --locked --release --package rooflight").run()?;
    let place = place();
    std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let sizes = [100, 1_000, 10_000].into_iter().chain(flags.contains(&"--large").then_some(100_000));
    let rows: Result<Vec<Row>> = sizes.map(|entries| row(&place, entries)).collect();
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

/// A folder of our own: in memory where that is possible, so that the disk is not what is measured.
fn place() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("rooflight-bench-{}", std::process::id()))
}

fn row(place: &Path, entries: usize) -> Result<Row> {
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
    let is_small = entries <= MAX_FOR_PEERS;
    let earlier = if is_small && peers::is_there(EARLIER) {
        Some((peers::version(EARLIER), builds(place, entries, Path::new(EARLIER))?))
    } else {
        None
    };
    for folder in [&place.join("site"), &out] {
        std::fs::remove_dir_all(folder).ok();
    }
    let peers = if is_small { peers::all(entries, place, &log)? } else { Vec::new() };
    Ok(Row { entries, files: files.len(), bytes, ours, earlier, plain, floor, peers })
}

/// Time and memory that one version of this program takes.
fn builds(place: &Path, entries: usize, program: &Path) -> Result<Builds> {
    let wanted = |share_pictures: bool| corpus::Wanted { share_pictures, highlighted: true };
    let (site, out, log) = (place.join("site"), place.join("out"), place.join("log"));
    let no_pictures = made(place, entries, wanted(false), program)?;
    let clean = made(place, entries, wanted(true), program)?;
    let again = fastest(|| build(program, &site, &out, &log))?;
    let edited = fastest(|| {
        edit(&site)?;
        build(program, &site, &out, &log)
    })?;
    Ok(Builds { clean, again, edited, no_pictures })
}

/// A new site, built from nothing.
fn made(place: &Path, entries: usize, wanted: corpus::Wanted, program: &Path) -> Result<Run> {
    let (site, out, log) = (place.join("site"), place.join("out"), place.join("log"));
    std::fs::remove_dir_all(&site).ok();
    corpus::write(&site, entries, wanted)?;
    fastest(|| {
        std::fs::remove_dir_all(&out).ok();
        build(program, &site, &out, &log)
    })
}

fn fastest(mut measure: impl FnMut() -> Result<Run>) -> Result<Run> {
    let runs = (0..ROUNDS).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    runs.into_iter().min_by_key(|run| run.wall).context("nothing was measured")
}

/// This version.
fn program() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/rooflight")
}

fn build(program: &Path, site: &Path, out: &Path, log: &Path) -> Result<Run> {
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
