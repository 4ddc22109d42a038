//! `cargo xtask budget`: the cost of the program and of a build, in counts that do not depend on the machine's load.
//!
//! 1. The lines of Rust code in each crate, and the packages that the program is compiled from, are counted.
//! 2. The files of the reference site are counted, its pages and its WebAssembly modules, with their bytes.
//! 3. The program that the tests run builds a generated glossary of a hundred entries with the default settings: files,
//!    bytes and, with Valgrind, instructions. A thousand take Valgrind more than five minutes.
//! 4. A release program that is newer than its sources is counted in bytes.
//! 5. A count above the one in `budget.txt` is a failure, and so is a count that the file lacks. `--record` writes new
//!    counts; a rise is a commit of its own, which says why.

pub(crate) mod corpus;
mod lines;
mod words;

use crate::command::{line, root};
use crate::site;
use crate::steps::Steps;
use anyhow::{Context, Result, bail};
use corpus::Form;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of entries in the generated glossary.
const ENTRIES: usize = 100;

/// The file of recorded counts.
const FILE: &str = "xtask/budget.txt";

/// The first lines of that file.
const HEAD: &str = "\
# What the program and a build cost, written by `cargo xtask budget --record`. A count above its figure here fails.
# Bytes and instructions may be 1 % above it, since compilers, C libraries and dates move them a little.
# The figures are to fall: a rise is a commit of its own, whose message has the reason.
";

/// The flag that records the counts.
const RECORD: &str = "--record";

/// Prints the program's packages, the same on every system.
const TREE: &str = "cargo tree --locked --offline --package rooflight --edges normal --prefix none \
                    --target x86_64-unknown-linux-gnu";

/// Counts by name, such as "reference site, files"; `None` for one that cannot be made here.
type Counts = BTreeMap<String, Option<u64>>;

/// The flags of the chore.
pub(crate) const FLAGS: [&str; 1] = [RECORD];

/// Prints the counts, and compares them with the record or, with the flag, records them.
pub(crate) fn run(flags: &[&str]) -> Result<()> {
    let found = counts()?;
    let place = root().join(FILE);
    let text = fs::read_to_string(&place).with_context(|| format!("cannot read {FILE}"))?;
    let recorded = recorded(&text)?;
    if !flags.contains(&RECORD) {
        return compare(&found, &recorded);
    }
    let text = record(&found, &recorded);
    println!("{text}");
    fs::write(&place, text).with_context(|| format!("cannot write {FILE}"))
}

/// Runs the comparison as a step of all checks. Installs Valgrind if apt has it.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    steps.step("Cost of the program and of a build", || {
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

/// Returns the text of a new record, which keeps the figure of what could not be counted.
fn record(found: &Counts, recorded: &BTreeMap<&str, u64>) -> String {
    let mut text = String::from(HEAD);
    for (name, count) in found {
        if let Some(count) = count.or_else(|| recorded.get(name.as_str()).copied()) {
            let _ = writeln!(text, "{name}: {count}");
        }
    }
    text
}

/// Fails if a count is above its record; one without a record has a budget of 0.
fn compare(found: &Counts, recorded: &BTreeMap<&str, u64>) -> Result<()> {
    let (mut above, mut has_fallen) = (Vec::new(), false);
    for (name, count) in found {
        let budget = recorded.get(name.as_str()).copied().unwrap_or_default();
        let Some(count) = *count else {
            println!("{name}: not counted, recorded {budget}");
            continue;
        };
        println!("{name}: {count}, recorded {budget}");
        let varies = name.ends_with("bytes") || name.ends_with("instructions");
        let margin = if varies { budget / 100 } else { 0 };
        if count > budget + margin {
            above.push(format!("{name}: {count}, recorded {budget}"));
        }
        has_fallen |= count + margin < budget;
    }
    if !above.is_empty() {
        bail!(
            "above the record; a rise is a commit of its own with its reason (`cargo xtask budget {RECORD}`):\n{}",
            above.join("\n")
        );
    }
    if has_fallen {
        println!("some counts are below their record: `cargo xtask budget {RECORD}` keeps what was won");
    }
    Ok(())
}

fn counts() -> Result<Counts> {
    let mut counts = Counts::from([("program, bytes".to_owned(), program_bytes())]);
    let mut count = |name: &str, number| counts.insert(name.to_owned(), number);
    for folder in folders()? {
        count(&format!("lines of code, {folder}"), Some(lines::in_crate(&root().join(&folder))?));
    }
    let build_script = fs::read_to_string(root().join("build.rs"))?;
    count("lines of code, build.rs", Some(lines::in_text(&build_script)?));
    count("packages of the program", Some(packages("")?));
    count("packages of a release", Some(packages("--features full")?));
    let files = published(Path::new(&site::for_checks()))?;
    let pages = sizes(&files, ".html");
    let [modules, bytes_of_modules] = sizes(&files, ".wasm");
    let [all, bytes] = sizes(&files, "");
    count("reference site, pages", Some(pages[0]));
    count("reference site, files", Some(all));
    count("reference site, bytes", Some(bytes));
    count("WebAssembly modules", Some(modules));
    count("WebAssembly modules, bytes", Some(bytes_of_modules));
    let place = std::env::temp_dir().join(format!("rooflight-budget-{}", std::process::id()));
    let built = generated(&place);
    fs::remove_dir_all(&place).ok();
    for (unit, number) in built? {
        count(&format!("glossary of {ENTRIES} entries, {unit}"), number);
    }
    Ok(counts)
}

/// Returns the folders of all crates; the program's is `src`.
fn folders() -> Result<Vec<String>> {
    let mut folders = ["estimator", "estimator-wasm", "src", "xtask"].map(str::to_owned).to_vec();
    for folder in fs::read_dir(root().join("crates"))? {
        folders.push(format!("crates/{}", folder?.file_name().display()));
    }
    Ok(folders)
}

/// Counts the packages that the program is compiled from, its own crates among them.
fn packages(features: &str) -> Result<u64> {
    let tree = line(&format!("{TREE} {features}"));
    let text = tree.answer().with_context(|| format!("this command failed: {tree}"))?;
    Ok(text.lines().map(|line| line.trim_end_matches(" (*)")).collect::<BTreeSet<_>>().len() as u64)
}

/// Returns the size of the release program; `None` on another system than the record's, or if the program is not there
/// or older than one of the sources that cargo lists beside it.
fn program_bytes() -> Option<u64> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return None;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release/rooflight");
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let (made, sources) = (modified(&program)?, fs::read_to_string(program.with_extension("d")).ok()?);
    let is_newest =
        sources.split_whitespace().skip(1).all(|path| modified(Path::new(path)).is_some_and(|time| time <= made));
    is_newest.then(|| fs::metadata(&program).map(|file| file.len()).ok())?
}

/// Builds the generated glossary, and returns its counts by unit.
fn generated(place: &Path) -> Result<[(&'static str, Option<u64>); 3]> {
    let (glossary, out) = (place.join("site"), place.join("out"));
    corpus::write(&glossary, ENTRIES, Form::Pictures)?;
    let build = format!("{} build --no-cache --root {} --out {}", site::program(), glossary.display(), out.display());
    line(&build).run()?;
    let [files, bytes] = sizes(&published(&out)?, "");
    fs::remove_dir_all(&out)?;
    Ok([("files", Some(files)), ("bytes", Some(bytes)), ("instructions", instructions(&build)?)])
}

/// Reads a site's files, without those that a build leaves for the next one.
fn published(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = files(folder)?;
    files.retain(|(path, _)| !path.to_string_lossy().starts_with(".rooflight"));
    Ok(files)
}

/// Reads all files below a folder, with their paths below it.
fn files(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push((path.strip_prefix(folder)?.to_owned(), fs::read(&path)?));
            }
        }
    }
    Ok(found)
}

/// Returns the number and the bytes of the files whose name has this ending.
fn sizes(files: &[(PathBuf, Vec<u8>)], ending: &str) -> [u64; 2] {
    let files = files.iter().filter(|(path, _)| path.to_string_lossy().ends_with(ending));
    files.fold([0, 0], |[files, bytes], (_, content)| [files + 1, bytes + content.len() as u64])
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

    fn found(name: &str, count: Option<u64>) -> Counts {
        Counts::from([(name.to_owned(), count)])
    }

    #[test]
    fn a_count_above_its_record_fails() {
        let recorded = recorded("# a remark\nfiles: 100\nbytes: 200\n").unwrap();
        assert!(compare(&found("files", Some(100)), &recorded).is_ok());
        assert!(compare(&found("files", Some(101)), &recorded).is_err());
        assert!(compare(&found("bytes", Some(202)), &recorded).is_ok());
        assert!(compare(&found("bytes", Some(203)), &recorded).is_err());
        assert!(compare(&found("pages", Some(1)), &recorded).is_err());
        assert!(compare(&found("pages", None), &recorded).is_ok());
    }

    #[test]
    fn a_record_keeps_what_could_not_be_counted_and_forgets_what_is_gone() {
        let recorded = recorded("files: 100\nold: 3\n").unwrap();
        assert_eq!(record(&found("files", None), &recorded), format!("{HEAD}files: 100\n"));
        assert_eq!(record(&found("files", Some(120)), &recorded), format!("{HEAD}files: 120\n"));
    }
}
