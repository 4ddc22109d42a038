//! Installs each channel's package into an empty prefix, offline and without changing this machine.

use crate::command::{line, root, succeed};
use crate::dist::release::Release;
use crate::dist::systems::{program, this_machine};
use crate::dist::{archive, formula};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The result of trying a package.
pub(crate) enum Installed {
    /// The package was installed; the words start the program.
    Program(Vec<String>),
    /// The package was not installed, and why.
    LeftOut(String),
}

type Channel = fn(&Release, &Path) -> Result<Installed>;

/// The channels by name.
pub(crate) const CHANNELS: [(&str, Channel); 6] = [
    ("Archive", from_archive),
    ("install.sh", install_sh),
    ("install.ps1", install_ps1),
    ("Wheel", wheel),
    ("npm packages", npm),
    ("Homebrew formula", homebrew),
];

fn at(path: &Path) -> Result<Installed> {
    ensure!(path.is_file(), "{} was not installed", path.display());
    Ok(Installed::Program(vec![path.display().to_string()]))
}

fn left_out(why: &str) -> Installed {
    Installed::LeftOut(why.to_owned())
}

/// Returns true if a tool is installed: `probe` succeeds.
fn is_installed(probe: &str) -> bool {
    line(probe).answer().is_some()
}

/// Unpacks this system's archive into a folder.
fn unpack(release: &Release, into: &Path) -> Result<PathBuf> {
    archive::unpack(&release.version, this_machine()?.target(), &release.folder, into)
}

fn from_archive(release: &Release, prefix: &Path) -> Result<Installed> {
    at(&unpack(release, prefix)?.join(program(this_machine()?.target())))
}

fn install_sh(release: &Release, prefix: &Path) -> Result<Installed> {
    if cfg!(windows) {
        return Ok(left_out("Windows has install.ps1"));
    }
    let mut install = Command::new("sh");
    install.arg(release.folder.join("install.sh"));
    install.env("ROOFLIGHT_DOWNLOAD_URL", format!("file://{}", release.folder.display()));
    install.env("ROOFLIGHT_VERSION", format!("v{}", release.version)).env("ROOFLIGHT_INSTALL_DIR", prefix);
    succeed(&mut install)?;
    at(&prefix.join("rooflight"))
}

fn install_ps1(release: &Release, prefix: &Path) -> Result<Installed> {
    if !cfg!(windows) || !is_installed("pwsh -Version") {
        return Ok(left_out("it needs Windows and PowerShell"));
    }
    let mut install = Command::new("pwsh");
    install.args(["-NoProfile", "-File"]).arg(release.folder.join("install.ps1"));
    install.env("ROOFLIGHT_DOWNLOAD_URL", format!("file:///{}", release.folder.display()));
    install.env("ROOFLIGHT_VERSION", format!("v{}", release.version)).env("ROOFLIGHT_INSTALL_DIR", prefix);
    succeed(&mut install)?;
    at(&prefix.join("rooflight.exe"))
}

fn wheel(release: &Release, prefix: &Path) -> Result<Installed> {
    succeed(archive::python().args(["-m", "venv"]).arg(prefix.join("venv")))?;
    let programs = prefix.join("venv").join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut pip = Command::new(programs.join("python"));
    pip.args("-m pip install --quiet --disable-pip-version-check --no-index --find-links".split(' '));
    succeed(pip.arg(&release.folder).arg(format!("rooflight=={}", release.version)))?;
    at(&programs.join(program(this_machine()?.target())))
}

fn npm(release: &Release, prefix: &Path) -> Result<Installed> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let version = &release.version;
    let tarballs = [format!("rooflight-{version}.tgz"), format!("rooflight-{}-{version}.tgz", this_machine()?.node)];
    let mut install = Command::new(npm);
    install.args(["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix"]);
    succeed(install.arg(prefix).args(tarballs.map(|name| release.folder.join(name))))?;
    let npx = npm.replacen("npm", "npx", 1);
    let prefix = prefix.display().to_string();
    Ok(Installed::Program(
        [&npx, "--offline", "--no", "--prefix", &prefix, "--", "rooflight"].map(str::to_owned).to_vec(),
    ))
}

/// Runs the formula's `install` with a few lines of Ruby in place of Homebrew.
fn homebrew(release: &Release, prefix: &Path) -> Result<Installed> {
    if cfg!(windows) || !is_installed("ruby --version") {
        return Ok(left_out("Ruby is not here to run the formula"));
    }
    let unpacked = unpack(release, &prefix.join("unpacked"))?;
    let mut formula = Command::new("ruby");
    formula.arg(root().join("packaging/homebrew-trial.rb"));
    formula.arg(release.folder.join(formula::NAME)).arg(prefix);
    succeed(formula.current_dir(unpacked))?;
    at(&prefix.join("bin/rooflight"))
}
