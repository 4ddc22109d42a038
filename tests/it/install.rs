//! `install.sh` with a release in a local folder: it installs what has the right sum, and nothing else.
#![cfg(unix)]

use crate::support::repository;
use hmac_sha256::Hash;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A release with one archive, whose program prints its version.
fn release(folder: &Path) -> String {
    let os = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
    let name = format!("rooflight-v9.9.9-{}-{os}", std::env::consts::ARCH);
    let inside = folder.join(&name);
    fs::create_dir(&inside).expect("a folder");
    fs::write(inside.join("rooflight"), "#!/bin/sh\necho rooflight 9.9.9\n").expect("a program");
    let mut tar = Command::new("tar");
    let packed = tar.arg("-czf").arg(folder.join(format!("{name}.tar.gz"))).arg("-C").arg(folder).arg(&name).status();
    assert!(packed.expect("tar runs").success());
    let bytes = fs::read(folder.join(format!("{name}.tar.gz"))).expect("the archive");
    let sum = Hash::hash(&bytes).iter().fold(String::new(), |sum, byte| sum + &format!("{byte:02x}"));
    fs::write(folder.join("SHA256SUMS"), format!("{sum}  {name}.tar.gz\n")).expect("the sums");
    name
}

fn install(release: &Path, into: &Path) -> Output {
    let mut command = Command::new("sh");
    command.arg(repository().join("install.sh"));
    command.env("ROOFLIGHT_VERSION", "v9.9.9").env("ROOFLIGHT_INSTALL_DIR", into);
    command.env("ROOFLIGHT_DOWNLOAD_URL", format!("file://{}", release.display()));
    command.output().expect("sh runs")
}

#[test]
fn a_release_is_installed_once_its_sum_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let (published, into) = (folder.path().join("release"), folder.path().join("bin"));
    fs::create_dir(&published).expect("a folder");
    let name = release(&published);
    let output = install(&published, &into);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("installed rooflight 9.9.9") && stdout.contains("is not on your PATH"), "{stdout}");
    let installed = fs::read(into.join("rooflight")).expect("the program");
    let archive = published.join(format!("{name}.tar.gz"));
    let mut damaged = fs::read(&archive).expect("the archive");
    damaged.push(0);
    fs::write(&archive, damaged).expect("a damaged archive");
    let refused = install(&published, &into);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nothing was installed"), "{refused:?}");
    assert_eq!(fs::read(into.join("rooflight")).expect("the program"), installed, "the program of before is there");
    assert_eq!(fs::read_dir(&into).expect("the folder").count(), 1, "nothing else was left");
    fs::write(published.join("SHA256SUMS"), "").expect("no sums");
    assert!(String::from_utf8_lossy(&install(&published, &into).stderr).contains("does not name"));
}
