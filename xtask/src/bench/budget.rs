//! `cargo xtask budget`: the cost of a build, in counts that do not depend on the machine's load.
//!
//! 1. The program that the tests run builds a generated glossary of a hundred entries with the default settings.
//! 2. The files and bytes of that site and of the reference site are counted and, with Valgrind, the instructions of
//!    the build.
//! 3. A count more than a tenth above the one in `budget.txt` is a failure. `--record` writes new counts, for a change
//!    that is worth its cost; its commit says why.

use super::{corpus, measure};
use crate::command::{line, root};
use crate::site;
use crate::steps::Steps;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The number of entries in the generated glossary.
const ENTRIES: usize = 100;

/// The file of recorded counts.
const FILE: &str = "xtask/budget.txt";

/// The flag that records the counts.
const RECORD: &str = "--record";

/// Counts by name; a name has the site and the unit: "reference site, files".
type Counts = BTreeMap<&'static str, u64>;

/// The flags of the chore.
pub(crate) const FLAGS: [&str; 1] = [RECORD];

/// Prints the counts, and compares them with the record or, with the flag, records them.
pub(crate) fn run(flags: &[&str]) -> Result<()> {
    let found = counts()?;
    let place = root().join(FILE);
    if flags.contains(&RECORD) {
        let mut text = String::from(
            "# What a build costs, written by `cargo xtask budget --record`. More than a tenth above fails.\n",
        );
        for (name, count) in &found {
            let _ = writeln!(text, "{name}: {count}");
        }
        println!("{text}");
        return std::fs::write(&place, text).with_context(|| format!("cannot write {FILE}"));
    }
    let text = std::fs::read_to_string(&place).with_context(|| format!("cannot read {FILE}"))?;
    compare(&found, &recorded(&text)?)
}

/// Runs the comparison as a step of all checks. Installs Valgrind if apt has it.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    steps.step("Cost of a build", || {
        if line("valgrind --version").answer().is_none() && crate::tools::install("valgrind").is_err() {
            println!("apt has no Valgrind");
        }
        run(&[])
    })
}

fn recorded(text: &str) -> Result<BTreeMap<&str, u64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (name, count) = line.split_once(": ").with_context(|| format!("{FILE}: {line}"))?;
            Ok((name, count.parse().with_context(|| format!("{FILE}: {line}"))?))
        })
        .collect()
}

/// Fails if a count is more than a tenth above its record, or is not recorded.
fn compare(found: &Counts, recorded: &BTreeMap<&str, u64>) -> Result<()> {
    let mut above = Vec::new();
    for (name, count) in found {
        let budget = recorded.get(name).with_context(|| format!("{FILE} lacks {name}"))?;
        println!("{name}: {count}, recorded {budget}");
        if count * 10 > budget * 11 {
            above.push(format!("{name}: {count}, recorded {budget}"));
        }
    }
    if above.is_empty() {
        return Ok(());
    }
    bail!("a build costs more than a tenth above its record (`cargo xtask budget {RECORD}`):\n{}", above.join("\n"))
}

fn counts() -> Result<Counts> {
    let place = super::place();
    let (glossary, out) = (place.join("site"), place.join("out"));
    let counted = (|| {
        corpus::write(&glossary, ENTRIES, corpus::Wanted { share_pictures: true, highlighted: true })?;
        let build =
            format!("{} build --no-cache --root {} --out {}", site::program(), glossary.display(), out.display());
        line(&build).run()?;
        let mut counts = Counts::new();
        let [files, bytes] = sizes(&out)?;
        counts.extend([("glossary of 100 entries, files", files), ("glossary of 100 entries, bytes", bytes)]);
        let [files, bytes] = sizes(Path::new(&site::for_checks()))?;
        counts.extend([("reference site, files", files), ("reference site, bytes", bytes)]);
        std::fs::remove_dir_all(&out)?;
        counts.extend(instructions(&build)?.map(|count| ("glossary of 100 entries, instructions", count)));
        Ok(counts)
    })();
    std::fs::remove_dir_all(&place).ok();
    counted
}

/// Returns the number of a site's files and their bytes, without the files that a build leaves for the next one.
fn sizes(folder: &Path) -> Result<[u64; 2]> {
    let files = measure::files(folder)?;
    let published = files.iter().filter(|(path, _)| !path.to_string_lossy().starts_with(".rooflight"));
    Ok(published.fold([0, 0], |[files, bytes], (_, content)| [files + 1, bytes + content.len() as u64]))
}

/// Counts the instructions of a build on one thread; `None` without Valgrind, or on another architecture than the
/// record's.
fn instructions(build: &str) -> Result<Option<u64>> {
    if cfg!(not(target_arch = "x86_64")) || line("valgrind --version").answer().is_none() {
        println!("no Valgrind: the instructions of a build are not counted");
        return Ok(None);
    }
    let counting = format!("valgrind --tool=callgrind --callgrind-out-file=/dev/null {build}");
    let (text, is_good) = line(&counting).with("RAYON_NUM_THREADS", "1").captured()?;
    let count = text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    if !is_good {
        bail!("this command failed:\n{text}");
    }
    count.map(Some).with_context(|| format!("no count of instructions in:\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_tenth_above_the_record_fails() {
        let recorded = recorded("# a remark\nfiles: 100\n").unwrap();
        assert!(compare(&Counts::from([("files", 110)]), &recorded).is_ok());
        assert!(compare(&Counts::from([("files", 111)]), &recorded).is_err());
        assert!(compare(&Counts::from([("bytes", 1)]), &recorded).is_err());
    }
}
