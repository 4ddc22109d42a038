//! Damages or replaces the program's own files in an output folder: a build gives the right site nevertheless, or fails
//! with a message.

use super::Setting;
use super::chance::Chance;
use super::site::{self, build};
use anyhow::{Result, ensure};
use std::path::Path;

const OWN: [&str; 5] =
    [".rooflight-cache", ".rooflight-files", ".rooflight-lock", ".rooflight-new", ".rooflight-whole"];

/// Damages files of the cache, then expects the next build to fail with an error or to give the right bytes.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let root = site::copy(&setting.site, setting.folder.join("site"))?;
    let out = site::copy(&setting.built, setting.folder.join("out"))?;
    let has_changed = chance.once_in(2);
    if has_changed {
        let settings = root.join("content/site.yaml");
        let text = std::fs::read_to_string(&settings)?;
        std::fs::write(&settings, text.replacen("title: ", "title: Other ", 1))?;
    }
    let mut words = Vec::new();
    for _ in 0..=chance.below(2) {
        let name = *chance.pick(&OWN);
        let path = out.join(name);
        let is_file = std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() < 1 << 30);
        if is_file && !chance.once_in(3) {
            site::damage(&path, chance)?;
            words.push(format!("{name} damaged"));
        } else if !path.is_dir() {
            words.push(format!("{name} is {}", site::odd(&path, chance)?));
        }
    }
    let result = judge(setting, &root, &out, has_changed);
    result.map_err(|error| error.context(words.join(", ")))
}

fn judge(setting: &Setting, root: &Path, out: &Path, has_changed: bool) -> Result<()> {
    let built = build(setting, root, out).run()?;
    if built.code != 0 {
        ensure!(built.code == 2 && built.output.contains("error: "), "it fails without a word: {}", built.output);
        return Ok(());
    }
    let wanted = if has_changed {
        let clean = setting.folder.join("clean");
        ensure!(build(setting, root, &clean).run()?.code == 0, "the other site does not build");
        clean
    } else {
        setting.built.clone()
    };
    site::same(out, &wanted)
}
