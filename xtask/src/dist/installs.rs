//! Installs each channel's package into an empty prefix, offline and without changing this machine.

use crate::command::{line, output, root, succeed};
use crate::dist::archive;
use crate::dist::release::Release;
use crate::dist::systems::{program, this_machine};
use anyhow::{Context, Result, ensure};
use std::fs;
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
pub(crate) const CHANNELS: [(&str, Channel); 11] = [
    ("Archive", from_archive),
    ("install.sh", install_sh),
    ("install.ps1", install_ps1),
    ("Wheel", wheel),
    ("npm packages", npm),
    ("Debian package", deb),
    ("rpm package", rpm),
    ("Homebrew formula", homebrew),
    ("AUR package", aur),
    ("Nix flake", nix),
    ("Image", image),
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

fn deb(release: &Release, prefix: &Path) -> Result<Installed> {
    let Some(architecture) = &this_machine()?.linux else { return Ok(left_out("it is for Linux")) };
    if !is_installed("dpkg-deb --version") {
        return Ok(left_out("dpkg-deb is not here"));
    }
    let file = release.folder.join(format!("rooflight_{}_{}.deb", release.version, architecture.deb));
    let control = output(Command::new("dpkg-deb").arg("--field").arg(&file))?;
    ensure!(control.contains(&format!("Version: {}\n", release.version)), "its control file says:\n{control}");
    succeed(Command::new("dpkg-deb").arg("--extract").arg(&file).arg(prefix))?;
    at(&prefix.join("usr/bin/rooflight"))
}

fn rpm(release: &Release, prefix: &Path) -> Result<Installed> {
    let Some(architecture) = &this_machine()?.linux else { return Ok(left_out("it is for Linux")) };
    if !is_installed("rpmbuild --version") || !is_installed("cpio --version") {
        return Ok(left_out("rpmbuild or cpio is not here"));
    }
    let file = release.folder.join(format!("rooflight-{}-1.{}.rpm", release.version, architecture.rpm));
    let payload = Command::new("rpm2cpio").arg(&file).output().context("rpm2cpio does not start")?;
    fs::write(prefix.join("payload"), payload.stdout)?;
    let mut extract = Command::new("cpio");
    extract.args(["--extract", "--make-directories", "--quiet"]).current_dir(prefix);
    succeed(extract.stdin(fs::File::open(prefix.join("payload"))?))?;
    at(&prefix.join("usr/bin/rooflight"))
}

/// Runs the formula's `install` with a few lines of Ruby in place of Homebrew.
fn homebrew(release: &Release, prefix: &Path) -> Result<Installed> {
    if cfg!(windows) || !is_installed("ruby --version") {
        return Ok(left_out("Ruby is not here to run the formula"));
    }
    let unpacked = unpack(release, &prefix.join("unpacked"))?;
    let mut formula = Command::new("ruby");
    formula.arg(root().join("packaging/homebrew-trial.rb"));
    formula.arg(release.folder.join("work/channels/homebrew/rooflight.rb")).arg(prefix);
    succeed(formula.current_dir(unpacked))?;
    at(&prefix.join("bin/rooflight"))
}

/// Runs the `package` function of the PKGBUILD with Bash in place of makepkg.
fn aur(release: &Release, prefix: &Path) -> Result<Installed> {
    if this_machine()?.linux.is_none() {
        return Ok(left_out("it is for Linux"));
    }
    unpack(release, &prefix.join("src"))?;
    let mut package = Command::new("bash");
    package.args(["-euc", "source \"$1\"; package", "makepkg"]).arg(release.folder.join("work/channels/aur/PKGBUILD"));
    package.env("CARCH", std::env::consts::ARCH).env("srcdir", prefix.join("src")).env("pkgdir", prefix.join("pkg"));
    succeed(&mut package)?;
    at(&prefix.join("pkg/usr/bin/rooflight"))
}

fn nix(release: &Release, _: &Path) -> Result<Installed> {
    if is_installed("nix-instantiate --version") {
        let mut parse = Command::new("nix-instantiate");
        succeed(parse.arg("--parse").arg(release.folder.join("work/channels/nix/flake.nix")))?;
    }
    Ok(left_out("the flake fetches its archive from the published release; its sums were compared above"))
}

fn image(release: &Release, prefix: &Path) -> Result<Installed> {
    let unpacked = unpack(release, prefix)?;
    let ldd = line(&format!("ldd {}", unpacked.join("rooflight").display()));
    if !cfg!(target_os = "linux") || ldd.answer().is_some_and(|output| !output.contains("statically linked")) {
        return Ok(left_out("an image from scratch needs the static program: give the path of one for musl"));
    }
    if !is_installed("docker info") {
        return Ok(left_out("Docker does not run here"));
    }
    let folder = unpacked.file_name().context("a folder")?.to_string_lossy().into_owned();
    let mut build = Command::new("docker");
    build.args(["build", "--quiet", "--tag", "rooflight-trial", "--build-arg", &format!("FOLDER={folder}")]);
    succeed(build.arg("--file").arg(root().join("packaging/image/Dockerfile")).arg(prefix))?;
    let home = format!("{}:/site", prefix.join("empty").display());
    Ok(Installed::Program(["docker", "run", "--rm", "--volume", &home, "rooflight-trial"].map(str::to_owned).to_vec()))
}
