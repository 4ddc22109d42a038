//! Runs a program and measures its time, processor time and memory.
//!
//! Memory and processor time come from `/proc`; without it they are 0.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time and memory of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct MeasuredRun {
    /// Wall time.
    pub(super) wall: Duration,
    /// User and system time of all threads.
    pub(super) processor: Duration,
    /// Peak resident memory, bytes.
    pub(super) memory: u64,
    /// Standard error.
    pub(super) output: String,
}

impl MeasuredRun {
    /// Returns the name and time of each stage from a build's `--timings`, milliseconds.
    pub(super) fn stages(&self) -> Vec<(&str, f64)> {
        let stage = |line: &'_ str| -> Option<(usize, f64)> {
            let mut words = line.split_whitespace();
            let (name, time, unit) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
            (unit == "ms" && words.next().is_none()).then_some((name.len(), time))
        };
        let lines = self.output.lines().map(str::trim);
        lines.filter_map(|line| stage(line).map(|(length, time)| (&line[..length], time))).collect()
    }
}

/// Runs a command in a folder to its end; `log` is a file for its standard error.
pub(super) fn run(command: &mut Command, folder: &Path, log: &Path) -> Result<MeasuredRun> {
    let file = std::fs::File::create(log).with_context(|| format!("cannot make {}", log.display()))?;
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let place = Path::new("/proc").join(child.id().to_string());
    let mut run = MeasuredRun::default();
    // A process that has ended and was not waited for still has its times in `/proc`.
    while let Some(alive) = look(&place, &mut run) {
        if !alive {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    run.wall = start.elapsed();
    let status = child.wait()?;
    if run.processor.is_zero() {
        run.wall = start.elapsed();
    }
    run.output = std::fs::read_to_string(log).unwrap_or_default();
    if !status.success() {
        bail!("{command:?} failed ({status}):\n{}", run.output);
    }
    Ok(run)
}

/// Reads a process's memory and time; false if it has ended, `None` without `/proc`.
fn look(place: &Path, run: &mut MeasuredRun) -> Option<bool> {
    if let Ok(status) = std::fs::read_to_string(place.join("status")) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
        run.memory = run.memory.max(kilobytes.unwrap_or_default() * 1024);
    }
    let stat = std::fs::read_to_string(place.join("stat")).ok()?;
    // The name, in parentheses, may contain anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    let ticks = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
    let (own, system) = (ticks(fields.nth(10))?, ticks(fields.next())?);
    // A tick is a hundredth of a second on every Linux.
    run.processor = Duration::from_millis((own + system) * 10);
    Some(state != "Z")
}

/// Reads all files below a folder, sorted by path.
pub(super) fn files(folder: &Path) -> Result<Vec<(std::path::PathBuf, Vec<u8>)>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.strip_prefix(folder)?.to_owned(), std::fs::read(&path)?));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the time to write these files on all cores, which no build can beat.
pub(super) fn floor(files: &[(std::path::PathBuf, Vec<u8>)], folder: &Path) -> Result<Duration> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let start = Instant::now();
    std::thread::scope(|scope| {
        let parts = files.chunks(files.len().div_ceil(cores).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || write(part, folder))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| bail!("a thread has failed")))
    })?;
    Ok(start.elapsed())
}

fn write(files: &[(std::path::PathBuf, Vec<u8>)], folder: &Path) -> Result<()> {
    for (path, bytes) in files {
        let target = folder.join(path);
        std::fs::create_dir_all(target.parent().unwrap_or(folder))?;
        std::fs::write(target, bytes)?;
    }
    Ok(())
}
