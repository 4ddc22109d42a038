//! Sites for trials: creates, copies, damages and compares them.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The program's own files in an output folder, which differ from build to build.
const OWN: [&str; 3] = [".rooflight-cache", ".rooflight-lock", ".rooflight-files"];

/// Minimum size of a sparse file that a trial made, bytes.
const HOLE_BYTES: u64 = 1 << 30;

/// Creates and builds the site that all trials copy.
pub(super) fn prepare(program: &Path, home: &Path) -> Result<Setting> {
    fs::create_dir_all(home).with_context(|| format!("cannot make {}", home.display()))?;
    let [folder, site, built] = ["trial", "site", "built"].map(|name| home.join(name));
    let setting = Setting { program: program.to_owned(), folder, site, built };
    empty(&setting.folder)?;
    let made = Call::new(&setting, ["init".as_ref(), setting.site.as_os_str()]).run()?;
    ensure!(made.code == 0, "init fails: {}", made.output);
    ensure!(build(&setting, &setting.site, &setting.built).run()?.code == 0, "the site of init does not build");
    Ok(setting)
}

/// Returns a call of `build` that reads `site` and writes to `out`.
pub(super) fn build<'a>(setting: &'a Setting, site: &Path, out: &Path) -> Call<'a> {
    Call::new(setting, ["build".as_ref(), "--root".as_ref(), site.as_os_str(), "--out".as_ref(), out.as_os_str()])
}

/// Empties a folder, or creates it.
pub(super) fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Copies a folder, and returns the copy.
pub(super) fn copy(from: &Path, to: PathBuf) -> Result<PathBuf> {
    fs::create_dir_all(&to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            // The cache relies on modification times.
            let modified = entry.metadata()?.modified()?;
            fs::File::options().append(true).open(&target)?.set_modified(modified)?;
        }
    }
    Ok(to)
}

/// Reads the regular files below a folder, except for the program's own and sparse ones.
pub(super) fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && entry.metadata()?.len() < HOLE_BYTES
                && !OWN.iter().any(|own| entry.file_name() == *own)
            {
                found.insert(path.strip_prefix(folder)?.to_owned(), fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

/// Fails unless two folders have the same files; ignores temporary ones.
pub(super) fn same(folder: &Path, wanted: &Path) -> Result<()> {
    let (found, wanted) = (files(folder)?, files(wanted)?);
    // Staged files are not part of the site.
    let is_staged = |path: &PathBuf| path.starts_with(".rooflight-new");
    for path in found.keys().chain(wanted.keys()).filter(|path| !is_staged(path)) {
        ensure!(found.get(path) == wanted.get(path), "{} is not what it has to be", path.display());
    }
    Ok(())
}

/// Replaces a path by something that is not a plain file: a pipe, a folder, a link, a huge sparse file, or nothing.
pub(super) fn odd(path: &Path, chance: &mut Chance) -> Result<&'static str> {
    // An earlier call may have put a folder there.
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        fs::remove_dir_all(path)?;
    }
    fs::remove_file(path).ok();
    let kind =
        *chance.pick(&["a pipe", "a folder", "a link to /dev/zero", "a link to itself", "a hole of 1 TB", "nothing"]);
    match kind {
        "a folder" => fs::create_dir(path)?,
        "a hole of 1 TB" => fs::File::create(path)?.set_len(1 << 40)?,
        #[cfg(unix)]
        "a pipe" => crate::command::succeed(std::process::Command::new("mkfifo").arg(path))?,
        #[cfg(unix)]
        "a link to /dev/zero" => std::os::unix::fs::symlink("/dev/zero", path)?,
        #[cfg(unix)]
        "a link to itself" => std::os::unix::fs::symlink(path, path)?,
        _ => {}
    }
    Ok(kind)
}

/// Changes bytes of a file at random places: deletes, repeats, or inserts noise and [`PIECES`].
pub(super) fn damage(path: &Path, chance: &mut Chance) -> Result<()> {
    let mut bytes = fs::read(path)?;
    for _ in 0..=chance.below(4) {
        let start = chance.below(bytes.len() + 1);
        let end = (start + chance.below(40)).min(bytes.len());
        let put = match chance.below(5) {
            0 => Vec::new(),
            1 => bytes[start..end].repeat(1 + chance.below(3000)),
            2 => {
                let count = 1 + chance.below(64);
                chance.bytes(count)
            }
            _ => chance.pick(&PIECES).as_bytes().to_vec(),
        };
        bytes.splice(start..end, put);
    }
    if chance.once_in(6) {
        bytes.truncate(chance.below(bytes.len() + 1));
    }
    Ok(fs::write(path, bytes)?)
}

/// Strings with a meaning in YAML, Markdown, HTML, templates, JSON or a terminal.
pub(super) const PIECES: [&str; 40] = [
    "---\n",
    "\t",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!int ",
    "%",
    "|\n",
    ">\n",
    "'",
    "\"",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "é",
    "[[",
    "]]",
    "[^x]",
    "[^x]: ",
    "<b>",
    ": ",
    "- ",
    "? ",
    "<<: ",
    "\r\n",
    "`",
    "# ",
    "\\",
    "\n\n",
    "```\n",
    "former: [a]\n",
    "id: ../x\n",
    "\u{1b}[31m",
    "{{ site }}",
    "{% for x in y %}",
    "1e999",
    "0x7fffffffffffffff",
];
