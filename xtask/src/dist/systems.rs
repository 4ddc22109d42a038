//! The systems that a release has programs for, under the names that cargo and each kind of package give them.
//!
//! Linux has two archives a processor: a static program (musl), from which all packages are made, and one for glibc.

use crate::command::line;
use anyhow::{Context, Result};

/// A system, and its names elsewhere.
pub(crate) struct System {
    /// The name in templates.
    pub(crate) name: &'static str,
    /// The compiler's targets, the one that packages are made from first.
    pub(crate) targets: &'static [&'static str],
    /// `process.platform` and `process.arch` of Node.
    pub(crate) node: &'static str,
    /// The tag of a wheel made from the first target.
    pub(crate) wheel: &'static str,
    /// The architecture of Debian's and of rpm's packages.
    pub(crate) linux: Option<Architecture>,
}

/// A processor's name in packages for Linux.
pub(crate) struct Architecture {
    pub(crate) deb: &'static str,
    pub(crate) rpm: &'static str,
}

/// The systems that a release is built for.
pub(crate) const SYSTEMS: [System; 6] = [
    System {
        name: "linux-x86_64",
        targets: &["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"],
        node: "linux-x64",
        // A static program asks for neither C library, so that it carries the tags of both.
        wheel: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        linux: Some(Architecture { deb: "amd64", rpm: "x86_64" }),
    },
    System {
        name: "linux-aarch64",
        targets: &["aarch64-unknown-linux-musl", "aarch64-unknown-linux-gnu"],
        node: "linux-arm64",
        wheel: "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
        linux: Some(Architecture { deb: "arm64", rpm: "aarch64" }),
    },
    System {
        name: "macos-aarch64",
        targets: &["aarch64-apple-darwin"],
        node: "darwin-arm64",
        wheel: "macosx_11_0_arm64",
        linux: None,
    },
    System {
        name: "macos-x86_64",
        targets: &["x86_64-apple-darwin"],
        node: "darwin-x64",
        wheel: "macosx_10_12_x86_64",
        linux: None,
    },
    System {
        name: "windows-x86_64",
        targets: &["x86_64-pc-windows-msvc"],
        node: "win32-x64",
        wheel: "win_amd64",
        linux: None,
    },
    System {
        name: "windows-aarch64",
        targets: &["aarch64-pc-windows-msvc"],
        node: "win32-arm64",
        wheel: "win_arm64",
        linux: None,
    },
];

/// The system that runs programs of a target.
pub(crate) fn of_target(target: &str) -> Result<&'static System> {
    let found = SYSTEMS.iter().find(|system| system.targets.contains(&target));
    found.with_context(|| format!("no release has programs for {target}: xtask/src/dist/systems.rs lists the targets"))
}

/// The system of this machine.
pub(crate) fn this_machine() -> Result<&'static System> {
    let version = line("rustc -vV").answer().context("rustc is not here")?;
    of_target(version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no machine")?)
}

impl System {
    /// The target that packages are made from.
    pub(crate) fn target(&self) -> &'static str {
        self.targets[0]
    }
}

/// The name of an archive and of the folder inside, without its ending.
pub(crate) fn archive(version: &str, target: &str) -> String {
    format!("rooflight-v{version}-{target}")
}

/// The ending of a target's archive.
pub(crate) fn ending(target: &str) -> &'static str {
    if target.contains("-windows-") { "zip" } else { "tar.gz" }
}

/// The program's file in an archive.
pub(crate) fn program(target: &str) -> &'static str {
    if target.contains("-windows-") { "rooflight.exe" } else { "rooflight" }
}

#[cfg(test)]
mod tests {
    use super::SYSTEMS;
    use crate::command::root;
    use std::collections::BTreeSet;

    /// Each word after `before`, up to a sign that no target has.
    fn words(text: &str, before: &str) -> BTreeSet<String> {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let after = text.split(before).skip(1);
        after.map(|rest| rest.split(|c| !known(c)).next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn the_workflow_builds_and_the_readme_lists_every_target() {
        let targets: BTreeSet<String> =
            SYSTEMS.iter().flat_map(|system| system.targets).map(|target| (*target).to_owned()).collect();
        let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap_or_default();
        assert_eq!(words(&read(".github/workflows/release.yml"), ", target: "), targets);
        assert_eq!(words(&read("README.md"), "| `rooflight-vX.Y.Z-"), targets);
    }
}
