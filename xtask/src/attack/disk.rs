//! Full disks, simulated by a limit on file sizes: the program prints a message, leaves no half file, and keeps the
//! previous site.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use super::site::{self, build};
use anyhow::{Result, ensure};
use std::path::Path;

const COMMANDS: [&[&str]; 6] = [
    &["build", "--root", "site", "--out", "out"],
    &["build", "--root", "site", "--out", "new"],
    &["init", "new"],
    &["init", "new", "--example", "photography"],
    &["new", "word", "--root", "site"],
    &["urls", "--update", "--root", "site"],
];

/// Runs a command on a full disk.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let root = site::copy(&setting.site, setting.folder.join("site"))?;
    let settings = root.join("content/site.yaml");
    let text = std::fs::read_to_string(&settings)?;
    let out = site::copy(&setting.built, setting.folder.join("out"))?;
    std::fs::write(&settings, text.replacen("title: ", "title: Other ", 1))?;
    let before = site::files(&root)?;
    let command = *chance.pick(&COMMANDS);
    // In blocks of 512 bytes; half of the trials have so few that most files fail.
    let blocks = if chance.once_in(2) { chance.below(6) } else { chance.below(200) };
    // Messages go through a pipe, which the limit does not affect.
    let call = Call::new(setting, command.iter().copied()).before(&format!("ulimit -f {blocks}"));
    let ended = call.after("2>&1 | cat >said").piped().run()?;
    let output = std::fs::read_to_string(setting.folder.join("said")).unwrap_or_default();
    ensure!(!output.contains("panicked at"), "it panics: {output}");
    ensure!(!output.contains("File size limit exceeded"), "a signal ends it: {output}");
    let failed = output.contains("error: ");
    ensure!(ended.code == 0, "the shell fails: {}", ended.output);
    if failed {
        site::same(&out, &setting.built)?;
        ensure!(output.contains("cannot write"), "it does not say what it could not write: {output}");
    }
    for (path, bytes) in site::files(&root)? {
        let shown = path.display();
        let is_new = path.ends_with("word.md") || path.ends_with("urls.lock");
        ensure!(before.get(&path) == Some(&bytes) || (is_new && !failed), "{shown} is changed or half");
    }
    no_parts(&setting.folder)?;
    ensure!(build(setting, &root, &out).run()?.code == 0, "a build after it fails");
    Ok(())
}

/// Fails if a temporary file or folder is left.
fn no_parts(folder: &Path) -> Result<()> {
    for path in site::files(folder)?.keys() {
        let shown = path.to_string_lossy();
        ensure!(!shown.contains(".rooflight-new") && !shown.contains(".rooflight-whole"), "{shown} is left");
    }
    Ok(())
}
