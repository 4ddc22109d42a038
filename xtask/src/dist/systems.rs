//! The systems of a release, with their names in cargo and in each kind of package.
//!
//! Linux has two archives per architecture: a static program (musl), from which all packages are made, and one for
//! glibc.

use crate::command::line;
use anyhow::{Context, Result};

/// A system and its names.
pub(crate) struct System {
    /// The name in the formula.
    pub(crate) name: &'static str,
    /// The compiler's targets; packages are made from the first.
    pub(crate) targets: &'static [&'static str],
    /// Node's `process.platform` and `process.arch`.
    pub(crate) node: &'static str,
    /// The platform tag of a wheel.
    pub(crate) wheel: &'static str,
}

/// The systems that a release is built for.
pub(crate) const SYSTEMS: [System; 6] = [
    System {
        name: "linux-x86_64",
        targets: &["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"],
        node: "linux-x64",
        // A static program needs no C library, so the wheel has the tags of both.
        wheel: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    },
    System {
        name: "linux-aarch64",
        targets: &["aarch64-unknown-linux-musl", "aarch64-unknown-linux-gnu"],
        node: "linux-arm64",
        wheel: "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    },
    System {
        name: "macos-aarch64",
        targets: &["aarch64-apple-darwin"],
        node: "darwin-arm64",
        wheel: "macosx_11_0_arm64",
    },
    System {
        name: "macos-x86_64",
        targets: &["x86_64-apple-darwin"],
        node: "darwin-x64",
        wheel: "macosx_10_12_x86_64",
    },
    System { name: "windows-x86_64", targets: &["x86_64-pc-windows-msvc"], node: "win32-x64", wheel: "win_amd64" },
    System { name: "windows-aarch64", targets: &["aarch64-pc-windows-msvc"], node: "win32-arm64", wheel: "win_arm64" },
];

/// Returns the system of a target.
pub(crate) fn of_target(target: &str) -> Result<&'static System> {
    let found = SYSTEMS.iter().find(|system| system.targets.contains(&target));
    found.with_context(|| format!("no release has programs for {target}: xtask/src/dist/systems.rs lists the targets"))
}

/// Returns this machine's system.
pub(crate) fn this_machine() -> Result<&'static System> {
    let version = line("rustc -vV").answer().context("rustc is not here")?;
    of_target(version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no machine")?)
}

impl System {
    /// Returns the target from which packages are made.
    pub(crate) fn target(&self) -> &'static str {
        self.targets[0]
    }
}

/// Returns the name of an archive without its extension, and of the folder inside.
pub(crate) fn archive(version: &str, target: &str) -> String {
    format!("rooflight-v{version}-{target}")
}

/// Returns the extension of a target's archive.
pub(crate) fn ending(target: &str) -> &'static str {
    if target.contains("-windows-") { "zip" } else { "tar.gz" }
}

/// Returns the program's file name in an archive.
pub(crate) fn program(target: &str) -> &'static str {
    if target.contains("-windows-") { "rooflight.exe" } else { "rooflight" }
}

#[cfg(test)]
mod tests {
    use super::SYSTEMS;
    use crate::command::root;
    use std::collections::BTreeSet;

    /// Returns the target name after each occurrence of `before`.
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
