//! Archives of a release: the same files give the same bytes, whenever and by whomever they are packed.
#![cfg(unix)]

use crate::support::repository;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// A folder as a release has one, made in this order, at this time, with these permissions; its archive.
fn packed(home: &Path, names: [&str; 3], age: u64, modes: [u32; 2], ending: &str) -> Vec<u8> {
    let folder = home.join(format!("{age}")).join("rooflight");
    for name in names {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, name).expect("a file");
        let mode = modes[usize::from(name == "README.md")];
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(age);
        fs::File::options().append(true).open(&path).expect("a file").set_modified(time).expect("a time");
    }
    let archive = home.join(format!("{age}.{ending}"));
    let mut python = Command::new("python3");
    python.arg(repository().join("packaging/archive.py")).arg(&folder).arg(&archive);
    assert!(python.status().expect("Python runs").success());
    fs::read(archive).expect("the archive")
}

#[test]
fn the_same_files_give_the_same_archive() {
    for ending in ["tar.gz", "zip"] {
        let folder = tempfile::tempdir().expect("a folder");
        let one = packed(folder.path(), ["rooflight", "man/a.1", "README.md"], 1_000_000_000, [0o755, 0o644], ending);
        let other = packed(folder.path(), ["README.md", "man/a.1", "rooflight"], 1_700_000_000, [0o700, 0o600], ending);
        assert!(one.len() > 100 && one == other, "{ending}: {} and {} bytes", one.len(), other.len());
    }
}
