//! Fills the templates of `packaging/templates`: formula, manifests and control files with the sums of archives.
//!
//! A template has values in double braces: `{{version}}`; the architectures `{{deb}}` and `{{rpm}}`; and for a system's
//! archive `{{url:SYSTEM}}`, `{{sha256:SYSTEM}}` and `{{folder:SYSTEM}}`, the folder inside. An unknown name is an
//! error, so that a typing mistake does not reach a package.

use crate::command::root;
use crate::dist::release::Release;
use crate::dist::sums;
use crate::dist::systems::{Architecture, SYSTEMS, archive, ending};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

const FOLDER: &str = "packaging/templates";
const RELEASES: &str = "https://github.com/rooflight/rooflight/releases/download";

/// Channels whose files are published as they are. The templates of Linux packages are filled one by one.
const CHANNELS: [&str; 5] = ["aur", "homebrew", "nix", "scoop", "winget"];

/// Fills the templates of every channel, into a folder for each below `into`.
pub(crate) fn channels(release: &Release, into: &Path) -> Result<()> {
    for channel in CHANNELS {
        fs::create_dir_all(into.join(channel))?;
        for entry in fs::read_dir(root().join(FOLDER).join(channel))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let text = filled(&format!("{channel}/{name}"), release, None)?;
            fs::write(into.join(channel).join(name), text)?;
        }
    }
    Ok(())
}

/// Reads a template and fills it.
pub(crate) fn filled(template: &str, release: &Release, linux: Option<&Architecture>) -> Result<String> {
    let path = root().join(FOLDER).join(template);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    fill(&text, |name| value(name, release, linux)).with_context(|| format!("in {template}"))
}

/// Replaces each name in double braces by its value.
fn fill(text: &str, value: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, behind) = after.split_once("}}").context("braces open and do not close")?;
        out.push_str(before);
        out.push_str(&value(name)?);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

fn value(name: &str, release: &Release, linux: Option<&Architecture>) -> Result<String> {
    let Some((value, system)) = name.split_once(':') else {
        return match (name, linux) {
            ("version", _) => Ok(release.version.clone()),
            ("deb", Some(linux)) => Ok(linux.deb.to_owned()),
            ("rpm", Some(linux)) => Ok(linux.rpm.to_owned()),
            _ => bail!("no value is called {name}"),
        };
    };
    let system = SYSTEMS.iter().find(|known| known.name == system).context(format!("no system is called {system}"))?;
    let target = system.target();
    let folder = archive(&release.version, target);
    let file = format!("{folder}.{}", ending(target));
    match value {
        "folder" => Ok(folder),
        "url" => Ok(format!("{RELEASES}/v{}/{file}", release.version)),
        "sha256" => sums::sha256(&release.folder.join(file)),
        _ => bail!("an archive has no value called {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> Result<String> {
        fill(text, |name| if name == "a" { Ok("A".to_owned()) } else { bail!("no value is called {name}") })
    }

    #[test]
    fn names_in_double_braces_become_values_and_nothing_else_changes() {
        assert_eq!(double("{{a}} of ${b} and {c}, {{a}}").ok().as_deref(), Some("A of ${b} and {c}, A"));
        assert_eq!(double("no name").ok().as_deref(), Some("no name"));
        assert!(double("{{b}}").is_err() && double("{{a").is_err());
    }
}
