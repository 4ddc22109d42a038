//! `rooflight detect` on a machine whose tools hang: it ends in time, names them, and reads what they had printed.

use crate::support::repository;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn tools_that_hang_are_ended_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let tool = |name: &str, script: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    tool("nvidia-smi", "echo 'GPU 0: NVIDIA GeForce RTX 5090 (UUID: GPU-0)'; exec /bin/sleep 120");
    // Its own child keeps its output open when it is ended.
    tool("lscpu", "/bin/sleep 120");
    tool("rocm-smi", "while :; do echo noise; done");
    let started = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["detect", "--json", "--root"]).arg(repository()).env("PATH", folder.path());
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
    let notes = String::from_utf8_lossy(&output.stderr);
    for tool in ["nvidia-smi", "lscpu"] {
        assert!(notes.contains(&format!("note: {tool} did not end within 10 seconds")), "{notes}");
    }
    assert_eq!(output.status.code(), Some(0), "{notes}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["devices"][0]["id"], "rtx-5090");
}
