//! Runs a program and looks at what it takes: time, processor time, memory.
//!
//! Memory and processor time come from `/proc`; if there is none, they are not known and stand as 0.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time and memory of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    /// From start to end.
    pub(super) wall: Duration,
    /// Of all threads, in the program and in the system.
    pub(super) processor: Duration,
    /// The most memory at one time, in bytes.
    pub(super) memory: u64,
    /// Its standard error.
    pub(super) output: String,
}

impl Run {
    /// The time of each stage, from a build's `--timings`, in milliseconds.
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

/// Runs a command to its end in a folder; `log` is a file for what it says.
pub(super) fn run(command: &mut Command, folder: &Path, log: &Path) -> Result<Run> {
    let file = std::fs::File::create(log).with_context(|| format!("cannot make {}", log.display()))?;
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let place = Path::new("/proc").join(child.id().to_string());
    let mut run = Run::default();
    // A process that has ended and was not yet asked for still says how much time it took.
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

/// Looks at a process; false when it has ended, `None` where nothing can be seen.
fn look(place: &Path, run: &mut Run) -> Option<bool> {
    if let Ok(status) = std::fs::read_to_string(place.join("status")) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
        run.memory = run.memory.max(kilobytes.unwrap_or_default() * 1024);
    }
    let stat = std::fs::read_to_string(place.join("stat")).ok()?;
    // The name, in brackets, may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    let ticks = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
    let (own, system) = (ticks(fields.nth(10))?, ticks(fields.next())?);
    // A tick is a hundredth of a second on every Linux.
    run.processor = Duration::from_millis((own + system) * 10);
    Some(state != "Z")
}

/// Every file below a folder, by its path, with what it holds.
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

/// The floor: how long the same files with the same bytes take to be written, with all cores and nothing else to do.
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
