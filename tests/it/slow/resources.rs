//! Machines that lack resources: no further thread, a clock outside the range of dates, files without an end, full
//! disks. Each is reported in a line, and none causes a panic, a hang or a partial file.

use crate::support::{fixture, wait};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program behind a line of the shell.
fn limited(folder: &Path, line: &str, arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{line} \"$@\""), "sh", env!("CARGO_BIN_EXE_rooflight")]).args(arguments);
    shell.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().expect("a shell");
    wait(&mut child, &arguments);
    child.wait_with_output().expect("its output")
}

/// The messages of a run that ended by itself, without a panic.
fn messages(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0..=2)) && !stderr.contains("panicked"), "{}: {stderr}", output.status);
    stderr
}

#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::print_stderr, reason = "a test that is left out says so")]
fn without_threads_everything_runs_on_one_or_says_what_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    Command::new("cp").arg("-r").arg(fixture("small")).arg(folder.path().join("site")).status().expect("a copy");
    Command::new("chmod").args(["-R", "a+rwX"]).arg(folder.path()).status().expect("permissions");
    // The limit does not apply to root, and another user may already have more threads than it allows.
    let user = Command::new("id").arg("-u").output().expect("a user");
    let is_root = user.stdout.starts_with(b"0\n");
    let change = if is_root { "setpriv --reuid=65534 --regid=65534 --clear-groups " } else { "" };
    let line = format!("exec {change}prlimit --nproc=1");
    let run = |arguments: &[&str]| limited(folder.path(), &line, arguments);
    if !run(&["--version"]).status.success() {
        eprintln!("left out: the program cannot be started as another user here");
        return;
    }
    let built = run(&["build", "--root", "site", "--out", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", messages(&built));
    assert!(folder.path().join("out/index.html").is_file());
    for arguments in [&["check", "--root", "site"][..], &["terms", "--root", "site"], &["init", "new"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", messages(&output));
    }
    for arguments in [&["serve", "--root", "site", "--port", "0"][..], &["measure", "--url", "http://127.0.0.1:9/"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(messages(&output).contains("more threads, and the system grants"), "{}", messages(&output));
    }
    messages(&run(&["detect"]));
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_told_and_not_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    for arguments in [
        &["estimate", "--batch", "pipe"][..],
        &["estimate", "--batch", "/dev/zero"],
        &["model", "inspect", "pipe"],
        &["measure", "pipe"],
        &["detect", "pipe"],
        &["detect", "/dev/zero"],
        &["import", "pipe"],
    ] {
        let output = limited(folder.path(), "ulimit -v 4000000; exec", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", messages(&output));
        assert!(
            messages(&output).contains("regular file") || messages(&output).contains("neither a file"),
            "{}",
            messages(&output)
        );
    }
    let endless = limited(folder.path(), "exec </dev/zero;", &["estimate", "--batch", "-"]);
    assert!(messages(&endless).contains("longer than 256 MiB"), "{}", messages(&endless));
}

#[cfg(unix)]
#[test]
fn pipes_in_place_of_caches_do_not_stop_a_build() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (fixture("small"), folder.path().join("out"));
    let build = |out: &Path| {
        let [root, out] = [&root, out].map(|path| path.to_str().expect("UTF-8"));
        limited(folder.path(), "exec", &["build", "--root", root, "--out", out])
    };
    assert_eq!(build(&out).status.code(), Some(0));
    let page = fs::read(out.join("index.html")).expect("a page");
    for name in [".rooflight-cache", ".rooflight-files", ".rooflight-lock", ".rooflight-new", ".rooflight-whole"] {
        fs::remove_file(out.join(name)).ok();
        assert!(Command::new("mkfifo").arg(out.join(name)).status().expect("mkfifo runs").success());
        let built = build(&out);
        messages(&built);
        assert!(fs::read(out.join("index.html")).expect("a page") == page, "{name}");
        fs::remove_file(out.join(name)).ok();
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_told_and_leaves_none_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str, arguments: &[&str]| limited(folder.path(), line, arguments);
    assert_eq!(run("exec", &["init", "site"]).status.code(), Some(0));
    assert_eq!(run("exec", &["urls", "--update", "--root", "site"]).status.code(), Some(0));
    let lock = fs::read(folder.path().join("site/content/urls.lock")).expect("the addresses");
    for arguments in [
        &["build", "--root", "site", "--out", "out"][..],
        &["init", "new"],
        &["new", "word", "--root", "site"],
        &["urls", "--update", "--root", "site"],
    ] {
        let output = run("ulimit -f 0; exec", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", messages(&output));
        assert!(messages(&output).contains("cannot write"), "{}", messages(&output));
    }
    assert!(!folder.path().join("site/content/glossary/word.md").exists());
    assert_eq!(fs::read(folder.path().join("site/content/urls.lock")).expect("the addresses"), lock);
    let left = walkdir::WalkDir::new(folder.path()).into_iter().filter_map(Result::ok);
    let left: Vec<_> = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(".rooflight-")).collect();
    assert!(left.is_empty(), "{left:?}");
}
