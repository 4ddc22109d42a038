//! Sites whose files are damaged, or replaced by pipes, links, folders and huge sparse files.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use super::site;
use anyhow::Result;

/// Paths of files that the site lacks and some reader looks for.
const NEW: [&str; 9] = [
    "content/glossary/new.md",
    "content/catalog/hardware.yaml",
    "content/calculators/new.yaml",
    "content/tracks/new.yaml",
    "content/pages/new.md",
    "content/urls.lock",
    "templates/layer.html",
    "static/root/new",
    "content/drawings/new.txt",
];

/// Commands that read a site.
const COMMANDS: [&[&str]; 7] = [
    &["check", "--message-format", "json"],
    &["build", "--out", "out"],
    &["build", "--out", "out", "--drafts"],
    &["links"],
    &["terms"],
    &["urls", "--update"],
    &["theme", "list"],
];

/// Runs a command on a damaged site.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let root = site::copy(&setting.site, setting.folder.join("site"))?;
    let paths: Vec<_> = site::files(&root)?.into_keys().collect();
    for _ in 0..=chance.below(3) {
        let path = root.join(chance.pick(&paths));
        match chance.below(8) {
            0 => _ = site::odd(&path, chance)?,
            1 => {
                let path = root.join(chance.pick(&NEW));
                std::fs::create_dir_all(path.parent().unwrap_or(&root))?;
                // Copied from the unchanged site: reading a pipe would not end, and a sparse file would fill the disk.
                std::fs::remove_file(&path).ok();
                std::fs::copy(setting.site.join(chance.pick(&paths)), &path).ok();
                if path.is_file() && chance.once_in(2) {
                    site::damage(&path, chance)?;
                }
            }
            _ if std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() < 1 << 30) => {
                site::damage(&path, chance)?;
            }
            _ => {}
        }
    }
    let arguments = chance.pick(&COMMANDS).iter().copied().chain(["--root", "site"]);
    Call::new(setting, arguments).run().map(drop)
}
