//! Fills `packaging/homebrew.rb`, the formula: `{{version}}`, and for a system's archive `{{url:SYSTEM}}` and
//! `{{sha256:SYSTEM}}`. A name in double braces that is left fails, so that a typing mistake does not reach a package.

use crate::command::root;
use crate::dist::release::Release;
use crate::dist::sums;
use crate::dist::systems::{SYSTEMS, archive, ending};
use anyhow::{Result, ensure};
use std::fs;

const RELEASES: &str = "https://github.com/rooflight/rooflight/releases/download";

/// The name of the formula among the files of a release.
pub(crate) const NAME: &str = "rooflight.rb";

/// Writes the formula beside the archives.
pub(crate) fn write(release: &Release) -> Result<()> {
    let mut text = fs::read_to_string(root().join("packaging/homebrew.rb"))?.replace("{{version}}", &release.version);
    for system in &SYSTEMS {
        let file = format!("{}.{}", archive(&release.version, system.target()), ending(system.target()));
        let (url, sum) = (format!("{{{{url:{}}}}}", system.name), format!("{{{{sha256:{}}}}}", system.name));
        text = text.replace(&url, &format!("{RELEASES}/v{}/{file}", release.version));
        text = text.replace(&sum, &sums::sha256(&release.folder.join(file))?);
    }
    ensure!(!text.contains("{{"), "a name of packaging/homebrew.rb has no value:\n{text}");
    Ok(fs::write(release.folder.join(NAME), text)?)
}
