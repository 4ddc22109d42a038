//! `cargo xtask attack [CLASS] [--times N] [--seed N] [--program PATH]`: random hostile trials against the built
//! program.
//!
//! 1. Each class has its own file. A trial gets a seed, which determines everything random in it, and an empty folder.
//! 2. The program runs with limits on memory and time. It may refuse, but not panic, end by a signal, hang, write half
//!    a file or print control characters (`limited_run`).
//! 3. Each failure is printed with the command that repeats it, and the other trials go on.
//!
//! Without a class, all classes run except `browser`, which needs Chromium and more time. Changes nothing outside of
//! its folder of trials.

mod arguments;
mod browser;
mod cache;
mod chance;
mod disk;
mod environment;
mod files;
mod injection;
mod kill;
mod limited_run;
mod serve;
mod site;

use crate::command::{line, root};
use anyhow::{Context, Result, bail, ensure};
use chance::Chance;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs one trial; an error is its failure.
type Trial = fn(&Setting, &mut Chance) -> Result<()>;

/// The classes whose trials run one by one, by name.
const CLASSES: [(&str, Trial); 8] = [
    ("arguments", arguments::trial),
    ("files", files::trial),
    ("environment", environment::trial),
    ("kill", kill::trial),
    ("cache", cache::trial),
    ("disk", disk::trial),
    ("serve", serve::trial),
    ("injection", injection::trial),
];

/// Trials of a class by default.
const TIMES: u64 = 100;

/// The program, the folder and the site of a trial.
pub(crate) struct Setting {
    /// The `rooflight` binary under attack.
    program: PathBuf,
    /// The trial's folder, empty at its start.
    folder: PathBuf,
    /// A site as `init` writes it, and its output in `built`; both are copied, never changed.
    site: PathBuf,
    built: PathBuf,
}

/// The arguments after `attack`.
struct Wanted {
    class: Option<String>,
    times: u64,
    seed: u64,
    program: Option<PathBuf>,
}

/// Runs the trials, and fails if any of them did.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let wanted = wanted(words)?;
    let program = if let Some(program) = &wanted.program {
        std::path::absolute(program)?
    } else {
        line("cargo build --locked").run()?;
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
        root().join(target).join("debug").join(format!("rooflight{}", std::env::consts::EXE_SUFFIX))
    };
    let home = std::env::temp_dir().join(format!("rooflight-attack-{}", std::process::id()));
    let failed = all(&wanted, &program, &home);
    std::fs::remove_dir_all(&home).ok();
    let failed = failed?;
    ensure!(failed == 0, "{failed} trials failed");
    Ok(())
}

fn wanted(words: &[&str]) -> Result<Wanted> {
    let mut wanted = Wanted { class: None, times: TIMES, seed: 1, program: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value"));
        match *word {
            "--times" => wanted.times = value()?.parse().context("--times needs a number")?,
            "--seed" => wanted.seed = value()?.parse().context("--seed needs a number")?,
            "--program" => wanted.program = Some(value()?.into()),
            class if class == "browser" || CLASSES.iter().any(|(name, _)| *name == class) => {
                wanted.class = Some(class.to_owned());
            }
            other => bail!("there is no class `{other}`: {}, browser", CLASSES.map(|(name, _)| name).join(", ")),
        }
    }
    Ok(wanted)
}

fn all(wanted: &Wanted, program: &Path, home: &Path) -> Result<u64> {
    let setting = site::prepare(program, home)?;
    if wanted.class.as_deref() == Some("browser") {
        return browser::run(&setting, wanted.times, wanted.seed);
    }
    let mut failed = 0;
    for (name, trial) in CLASSES {
        if wanted.class.as_deref().is_none_or(|class| class == name) {
            failed += class(name, trial, wanted, &setting)?;
        }
    }
    Ok(failed)
}

/// Runs the trials of a class; returns the number that failed.
fn class(name: &str, trial: Trial, wanted: &Wanted, setting: &Setting) -> Result<u64> {
    let (start, mut failed) = (Instant::now(), 0);
    for number in 0..wanted.times {
        let seed = wanted.seed + number;
        site::empty(&setting.folder)?;
        if let Err(reason) = trial(setting, &mut Chance::new(name, seed)) {
            failed += 1;
            println!("\nFAILED: {reason:#}\n  again: cargo xtask attack {name} --times 1 --seed {seed}");
        }
        if (number + 1).is_multiple_of(TIMES) && number + 1 < wanted.times {
            println!("{name}: {} of {}, {failed} failed", number + 1, wanted.times);
        }
    }
    println!("{name}: {} trials, {failed} failed, {:.0} s", wanted.times, start.elapsed().as_secs_f64());
    Ok(failed)
}
