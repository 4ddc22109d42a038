//! Commands with unexpected flags and values: names that lead out of the folder, numbers out of range, devices and
//! folders in place of files.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use super::site;
use anyhow::{Result, ensure};
use std::ffi::OsString;

/// Commands that end by themselves, and their flags.
const COMMANDS: [&str; 22] = [
    "build --root --out --base-url --drafts --message-format --strict",
    "check --root --strict --stale --message-format --docs",
    "new --root --layer --slug",
    "links --root --json",
    "terms --root --json",
    "urls --root --update",
    "theme list --root",
    "theme show",
    "theme eject --root",
    "theme diff --root",
    "export --root --format --out",
    "import --root --dry-run --layer --map",
    "annotate --glossary --out --undo",
    "explain",
    "schema",
    "calculate --root --json",
    "estimate --batch --context --for --quant --json --full --hardware --model",
    "model inspect --json",
    "measure --json --hw --model --quant --requests --save --source",
    "detect --context --least --link --tensor --all --json",
    "mcp --root",
    "init --example --github --gitlab",
];

/// Values for flags and arguments: empty, malformed, out of range, or valid for another flag.
const VALUES: [&str; 34] = [
    "",
    " ",
    "-",
    "--",
    ".",
    "..",
    "../..",
    "/",
    "/etc/passwd",
    "/dev/zero",
    "/dev/null",
    "/proc/self/mem",
    "pipe",
    "folder",
    "site",
    "noise",
    "table.csv",
    "0",
    "-1",
    "1",
    "999999999999999999999",
    "NaN",
    "inf",
    "1e308",
    "photography",
    "metre",
    "https://a.example/",
    "javascript:alert(1)",
    "a\nb",
    "\u{1b}[31m",
    "é\u{301}\u{202e}",
    "content/../../x",
    "csv",
    "skos",
];

/// Runs a command with random arguments.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    site::copy(&setting.site, setting.folder.join("site"))?;
    std::fs::create_dir(setting.folder.join("folder"))?;
    site::odd(&setting.folder.join("pipe"), chance)?;
    let count = chance.below(4000);
    std::fs::write(setting.folder.join("noise"), chance.bytes(count))?;
    std::fs::write(setting.folder.join("table.csv"), "id,hw,model\n1,rtx-4090,x\n\"")?;
    let words: Vec<&str> = chance.pick(&COMMANDS).split(' ').collect();
    let (names, flags): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| !word.starts_with("--"));
    let mut arguments: Vec<OsString> = names.into_iter().map(OsString::from).collect();
    for _ in 0..chance.below(6) {
        if !flags.is_empty() && chance.once_in(2) {
            let flag = *chance.pick(&flags);
            arguments.push(flag.into());
            if flag == "--root" && chance.once_in(2) {
                arguments.push("site".into());
                continue;
            }
        }
        arguments.push(value(chance));
    }
    let call = Call::new(setting, arguments);
    let call = if chance.once_in(3) { call.after("</dev/zero") } else { call };
    call.run()?;
    ensure!(!setting.folder.with_file_name("x").exists(), "a file was written outside of its folder");
    Ok(())
}

fn value(chance: &mut Chance) -> OsString {
    match chance.below(8) {
        0 => chance.pick(&VALUES).repeat(1 + chance.below(2000)).replace('\0', "").into(),
        #[cfg(unix)]
        1 => {
            use std::os::unix::ffi::OsStringExt;
            let count = chance.below(40);
            OsString::from_vec(chance.bytes(count).into_iter().filter(|byte| *byte != 0).collect())
        }
        _ => (*chance.pick(&VALUES)).into(),
    }
}
