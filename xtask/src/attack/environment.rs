//! Environments with too few threads, too little memory, few open files, odd variables or closed standard streams.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use super::site::{self, build};
use anyhow::{Result, ensure};

/// Commands that run in each environment.
const COMMANDS: [&[&str]; 9] = [
    &["build", "--root", "site", "--out", "out"],
    &["check", "--root", "site"],
    &["init", "new"],
    &["new", "word", "--root", "site"],
    &["terms", "--root", "site"],
    &["links", "--root", "site"],
    &["detect"],
    &["measure", "--url", "http://127.0.0.1:9/"],
    &["serve", "--root", "missing", "--port", "0"],
];

const VARIABLES: [(&str, &str); 16] = [
    ("HOME", ""),
    ("HOME", "/nonexistent"),
    ("TMPDIR", "/nonexistent"),
    ("PATH", ""),
    ("PATH", "\n"),
    ("LANG", "tr_TR.UTF-8"),
    ("LC_ALL", "C"),
    ("TERM", "\u{1b}"),
    ("COLUMNS", "0"),
    ("COLUMNS", "99999999999"),
    ("NO_COLOR", ""),
    ("CLICOLOR_FORCE", "1"),
    ("RAYON_NUM_THREADS", "0"),
    ("RAYON_NUM_THREADS", "70"),
    ("RAYON_NUM_THREADS", "x"),
    ("TZ", "../../etc/passwd"),
];

/// Runs a command in a random environment.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let root = site::copy(&setting.site, setting.folder.join("site"))?;
    let command = *chance.pick(&COMMANDS);
    let mut call = Call::new(setting, command.iter().copied());
    for _ in 0..chance.below(4) {
        let (name, value) = *chance.pick(&VARIABLES);
        call = call.with(name, value);
    }
    if chance.once_in(3) {
        call = call.bare();
    }
    for _ in 0..chance.below(3) {
        call = match chance.below(8) {
            0 => call.before(&format!("ulimit -v {}", 200_000 + chance.below(1_500_000))),
            1 => call.before(&format!("ulimit -n {}", 5 + chance.below(40))),
            2 => call.after(chance.pick::<&str>(&["<&-", "</dev/full", "<.", "</dev/zero"])),
            3 => call.after("2>/dev/full"),
            4 => call.before(&format!("ulimit -s {}", 256 + chance.below(8000))),
            5 => call.before("umask 777"),
            _ => call.threads(1 + chance.below(7)),
        };
    }
    let ended = call.run()?;
    if command[0] == "build" && ended.code == 0 {
        site::same(&setting.folder.join("out"), &setting.built)?;
    }
    // A build in a good environment repairs whatever the first one left.
    if command[0] == "build" && !call.hides_files() {
        let mended = build(setting, &root, &setting.folder.join("out")).run()?;
        ensure!(mended.code == 0, "a build after it fails: {}", mended.output);
        site::same(&setting.folder.join("out"), &setting.built)?;
    }
    Ok(())
}
