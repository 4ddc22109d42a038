//! Makes Debian and rpm packages from an unpacked archive: the same tree of files, and a control file from a template.
//!
//! Needs dpkg-deb and rpmbuild. If one is missing, its packages are left out with a message.

use crate::command::{line, succeed};
use crate::dist::release::Release;
use crate::dist::systems::{Architecture, SYSTEMS};
use crate::dist::templates::filled;
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Files of an archive and their paths on the system.
const TREE: [(&str, &str); 5] = [
    ("completions/rooflight.bash", "usr/share/bash-completion/completions/rooflight"),
    ("completions/rooflight.fish", "usr/share/fish/vendor_completions.d/rooflight.fish"),
    ("LICENSE-MIT", "usr/share/doc/rooflight/LICENSE-MIT"),
    ("LICENSE-APACHE", "usr/share/doc/rooflight/LICENSE-APACHE"),
    ("LICENSE-OFL-Inter", "usr/share/doc/rooflight/LICENSE-OFL-Inter"),
];

/// The modification time of every file, as in `packaging/archive.py`, so that the same files give the same bytes.
const DATED: &str = "315532800";

/// Makes the packages of every architecture whose archive has a program.
pub(crate) fn packages(release: &Release, unpacked: &Path, work: &Path) -> Result<()> {
    for system in SYSTEMS.iter().filter(|system| release.has_program(system)) {
        let Some(architecture) = &system.linux else { continue };
        let archive = unpacked.join(release.archive(system));
        if line("dpkg-deb --version").answer().is_some() {
            deb(release, architecture, &archive, &work.join(architecture.deb))?;
        } else {
            println!("left out: packages for Debian, since dpkg-deb is not here");
        }
        if line("rpmbuild --version").answer().is_some() {
            rpm(release, architecture, &archive, &work.join(architecture.rpm))?;
        } else {
            println!("left out: packages for rpm, since rpmbuild is not here");
        }
    }
    Ok(())
}

/// Copies the program and its files to their places in Linux; distributions differ in the folder for Zsh.
fn tree(archive: &Path, root: &Path, zsh: &str) -> Result<()> {
    install("755", &archive.join("rooflight"), &root.join("usr/bin/rooflight"))?;
    for (from, to) in TREE {
        install("644", &archive.join(from), &root.join(to))?;
    }
    install("644", &archive.join("completions/_rooflight"), &root.join("usr/share/zsh").join(zsh).join("_rooflight"))?;
    for page in fs::read_dir(archive.join("man"))? {
        let page = page?;
        install("644", &page.path(), &root.join("usr/share/man/man1").join(page.file_name()))?;
    }
    Ok(())
}

fn install(mode: &str, from: &Path, to: &Path) -> Result<()> {
    succeed(Command::new("install").args(["-D", "-m", mode]).args([from, to]))
}

fn deb(release: &Release, architecture: &Architecture, archive: &Path, work: &Path) -> Result<()> {
    let root = work.join("deb");
    tree(archive, &root, "vendor-completions")?;
    fs::create_dir_all(root.join("DEBIAN"))?;
    fs::write(root.join("DEBIAN/control"), filled("deb/control", release, Some(architecture))?)?;
    let file = release.folder.join(format!("rooflight_{}_{}.deb", release.version, architecture.deb));
    let mut build = Command::new("dpkg-deb");
    build.env("SOURCE_DATE_EPOCH", DATED);
    succeed(build.args(["--root-owner-group", "-Zxz", "-z1", "--build"]).args([&root, &file]))
}

fn rpm(release: &Release, architecture: &Architecture, archive: &Path, work: &Path) -> Result<()> {
    let root = work.join("rpm");
    tree(archive, &root, "site-functions")?;
    let spec = work.join("rooflight.spec");
    fs::write(&spec, filled("rpm/rooflight.spec", release, Some(architecture))?)?;
    let mut build = Command::new("rpmbuild");
    build.args(["-bb", "--quiet", "--target", &format!("{}-linux", architecture.rpm)]);
    let folders = [
        ("_topdir", work.join("rpmbuild")),
        ("_rpmdir", release.folder.clone()),
        ("tree", std::path::absolute(&root)?),
    ];
    for (name, folder) in folders {
        build.arg("--define").arg(format!("{name} {}", folder.display()));
    }
    // The packages of all architectures go to one folder, with a fast compression.
    build.args(["--define", "_rpmfilename %{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm"]);
    build.args(["--define", "_binary_payload w6.gzdio"]);
    build.env("SOURCE_DATE_EPOCH", DATED);
    for setting in
        ["use_source_date_epoch_as_buildtime 1", "clamp_mtime_to_source_date_epoch 1", "_buildhost localhost"]
    {
        build.args(["--define", setting]);
    }
    succeed(build.arg(&spec))
}
