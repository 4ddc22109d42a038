//! Builds that are killed at a random moment: every file is whole, and the next build completes the site.

use super::Setting;
use super::chance::Chance;
use super::site::{self, build};
use anyhow::{Result, ensure};
use std::time::Duration;

/// Kills a build, into an empty folder or over another site, and lets the next one finish.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let root = site::copy(&setting.site, setting.folder.join("site"))?;
    let out = setting.folder.join("out");
    let (old, settings) = (setting.folder.join("old"), root.join("content/site.yaml"));
    if chance.once_in(2) {
        let text = std::fs::read_to_string(&settings)?;
        std::fs::write(&settings, text.replacen("title: ", "title: Other ", 1))?;
        ensure!(build(setting, &root, &out).run()?.code == 0, "the other site does not build");
        site::copy(&out, old.clone())?;
        std::fs::write(&settings, text)?;
    } else {
        std::fs::create_dir(&old)?;
    }
    let mut child = build(setting, &root, &out).start()?;
    std::thread::sleep(Duration::from_micros(chance.next() % 250_000));
    child.kill()?;
    child.wait()?;
    if out.exists() {
        whole(setting, &out, &old)?;
    }
    let mended = build(setting, &root, &out).run()?;
    ensure!(mended.code == 0, "a build after it fails: {}", mended.output);
    site::same(&out, &setting.built)
}

/// Fails if a file that is not temporary belongs to neither site.
fn whole(setting: &Setting, out: &std::path::Path, old: &std::path::Path) -> Result<()> {
    let (old, new) = (site::files(old)?, site::files(&setting.built)?);
    for (path, bytes) in site::files(out)? {
        let shown = path.to_string_lossy();
        let is_staged = shown.starts_with(".rooflight-new");
        let known = [&old, &new].into_iter().any(|site| site.get(&path) == Some(&bytes));
        ensure!(is_staged || known, "{shown} is of neither site");
    }
    Ok(())
}
