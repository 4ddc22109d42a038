//! Disks that refuse, two builds at once, and the same bytes wherever and however a site is built.

use crate::support::fixture;
use rooflight::edge::write::{MANIFEST, Writer};
use rooflight_compiler::sink::Sink;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(root: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["build", "--root"]).arg(root).arg("--out").arg(out);
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files below a folder.
fn files(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(out).into_iter().map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(out).expect("a path inside").to_string_lossy().replace('\\', "/");
        (path, fs::read(entry.path()).expect("a file"))
    });
    files.collect()
}

/// Copies the fixture into a folder.
fn copy(to: &Path) {
    for entry in walkdir::WalkDir::new(fixture("small")).into_iter().map(|entry| entry.expect("an entry")) {
        let place = to.join(entry.path().strip_prefix(fixture("small")).expect("a path inside"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).expect("a folder");
        } else {
            fs::copy(entry.path(), place).expect("a file");
        }
    }
}

#[test]
fn two_builds_do_not_write_to_one_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let first = Writer::begin(&out).expect("the folder is free");
    let second = run(&mut rooflight(&fixture("small"), &out));
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another build is writing to"), "{}", stderr(&second));
    drop(first);
    assert!(run(&mut rooflight(&fixture("small"), &out)).status.success(), "the folder is free again");
}

#[test]
fn a_write_that_is_given_up_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path();
    assert!(run(&mut rooflight(&fixture("small"), out)).status.success());
    let before = files(out);
    let writer = Writer::begin(out).expect("the folder is free");
    writer.put("index.html", b"another page".to_vec());
    writer.put("new/page/index.html", b"a new page".to_vec());
    assert!(out.join(".rooflight-new/new/page/index.html").exists());
    drop(writer);
    assert!(files(out) == before);
    assert!(!out.join(".rooflight-new").exists(), "a folder that was made for it goes too");
}

#[test]
fn an_error_found_last_leaves_the_last_good_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    copy(&root);
    assert!(run(&mut rooflight(&root, &out)).status.success());
    let before = files(&out);
    // That a link leads nowhere is known only when every page is rendered.
    let entry = root.join("content/glossary/sprint.md");
    let text = fs::read_to_string(&entry).expect("an entry");
    fs::write(&entry, format!("{text}\nSee [this](/nowhere/).\n")).expect("an entry");
    assert_eq!(run(&mut rooflight(&root, &out)).status.code(), Some(1));
    assert!(files(&out) == before);
    // A template that fails on some pages only, when others are rendered already.
    fs::write(&entry, text).expect("an entry");
    fs::create_dir_all(root.join("templates")).expect("a folder");
    fs::write(root.join("templates/layer.html"), "{{ nothing.there }}").expect("a template");
    assert_eq!(run(&mut rooflight(&root, &out)).status.code(), Some(1));
    assert!(files(&out) == before);
}

#[test]
fn what_is_in_the_way_is_told_and_the_last_site_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    copy(&root);
    assert!(run(&mut rooflight(&root, &out)).status.success());
    // A foreign file where a folder has to be.
    fs::write(out.join("glossary/gone"), "mine").expect("a file");
    let before = files(&out);
    let text = "---\nterm: gone\nlayer: work\ndefinition: Gone.\nsources: [{title: S, url: https://example.org/}]\npublished: 2026-01-01\n---\n";
    fs::write(root.join("content/glossary/gone.md"), text).expect("an entry");
    let built = run(&mut rooflight(&root, &out));
    assert_eq!(built.status.code(), Some(2), "{}", stderr(&built));
    assert!(stderr(&built).contains("glossary/gone"), "{}", stderr(&built));
    assert!(files(&out) == before);
    let blocked = run(&mut rooflight(&root, &out.join("index.html")));
    assert_eq!(blocked.status.code(), Some(2));
    assert!(stderr(&blocked).contains("index.html"));
}

/// The small site with additional files in its folder, by path.
fn small_with(root: &Path, files: &[(&str, &str)]) {
    fs::remove_dir_all(root).ok();
    copy(root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

const PAGE: &str = "---\ntitle: Plan\ndescription: A plan.\n---\nA plan.\n";

#[test]
fn a_file_becomes_a_folder_and_a_folder_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    let versions: [&[(&str, &str)]; 4] = [
        &[("static/root/plan", "A file.")],
        &[("content/pages/plan.md", PAGE), ("content/pages/plan/deep/er.md", PAGE)],
        &[("static/root/plan/deep", "A file.")],
        &[("static/root/plan", "A file.")],
    ];
    for (number, version) in versions.into_iter().enumerate() {
        small_with(&root, version);
        let clean = folder.path().join(format!("clean {number}"));
        assert!(run(&mut rooflight(&root, &clean)).status.success());
        let built = run(&mut rooflight(&root, &out));
        assert!(built.status.success(), "{number}: {}", stderr(&built));
        assert!(files(&out) == files(&clean), "{number}: not what a clean build gives");
        let again = run(&mut rooflight(&root, &out));
        assert!(String::from_utf8_lossy(&again.stdout).contains("(0 files written, 0 removed)"), "{again:?}");
    }
    assert!(out.join("plan").is_file());
}

#[test]
fn a_folder_that_would_become_a_file_stays_if_the_build_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    for (before, after) in
        [("content/pages/plan.md", "static/root/plan"), ("static/root/plan", "content/pages/plan.md")]
    {
        small_with(&root, &[(before, PAGE)]);
        assert!(run(&mut rooflight(&root, &out)).status.success());
        let old = files(&out);
        // That a link leads nowhere is known only when every file is written.
        let page = format!("{PAGE}[Nowhere](/nowhere/).\n");
        small_with(&root, &[(after, PAGE), ("content/pages/other.md", &page)]);
        assert_eq!(run(&mut rooflight(&root, &out)).status.code(), Some(1));
        assert!(files(&out) == old, "{after}");
    }
}

#[test]
fn files_that_no_build_made_are_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    // A foreign folder with a page of the same name as one of ours.
    small_with(&root, &[]);
    fs::create_dir_all(&out).expect("a folder");
    fs::write(out.join("index.html"), "mine").expect("a file");
    let before = files(&out);
    let assert_refused = |built: &Output, path: &str| {
        assert_eq!(built.status.code(), Some(2), "{}", stderr(built));
        let wanted = format!("{} is in the way", out.join(path).display());
        assert!(stderr(built).contains(&wanted) && stderr(built).contains("no build made it"), "{}", stderr(built));
    };
    assert_refused(&run(&mut rooflight(&root, &out)), "index.html");
    assert!(files(&out) == before);
    fs::remove_file(out.join("index.html")).expect("it goes");
    small_with(&root, &[("content/pages/plan.md", PAGE)]);
    assert!(run(&mut rooflight(&root, &out)).status.success());
    // Foreign notes in a folder that is to become a file.
    fs::write(out.join("plan/notes.txt"), "mine").expect("a file");
    let before = files(&out);
    small_with(&root, &[("static/root/plan", "A file.")]);
    assert_refused(&run(&mut rooflight(&root, &out)), "plan/notes.txt");
    assert!(files(&out) == before, "the last site stays");
    fs::remove_file(out.join("plan/notes.txt")).expect("it goes");
    assert!(run(&mut rooflight(&root, &out)).status.success());
    assert_eq!(fs::read_to_string(out.join("plan")).expect("the file"), "A file.");
    // The list of files is lost, but they are all as they should be.
    fs::remove_file(out.join(MANIFEST)).expect("it goes");
    assert!(run(&mut rooflight(&root, &out)).status.success(), "what is equal is in nobody's way");
}

/// A folder without write permission; `/proc` is one even for root.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_may_not_be_written_to_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).expect("permissions");
    let is_stopped = fs::write(folder.path().join("try"), "").is_err();
    let out = if is_stopped { folder.path() } else { Path::new("/proc") };
    let built = run(&mut rooflight(&fixture("small"), &out.join("site")));
    assert_eq!(built.status.code(), Some(2));
    assert!(stderr(&built).contains("cannot make the folder"), "{}", stderr(&built));
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// A disk that takes no more, as the limit of a file's size plays it: the signal is ignored, so that writing fails as
/// on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_last_site_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    copy(&root);
    assert!(run(&mut rooflight(&root, &out)).status.success());
    let before = files(&out);
    let settings = root.join("content/site.yaml");
    let text = fs::read_to_string(&settings).expect("settings");
    fs::write(&settings, text.replacen("title: ", "title: Another ", 1)).expect("settings");
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_rooflight")]);
    limited.args(["build", "--root"]).arg(&root).arg("--out").arg(&out);
    let built = run(&mut limited);
    assert_eq!(built.status.code(), Some(2), "{}", stderr(&built));
    assert!(stderr(&built).contains("cannot write"), "{}", stderr(&built));
    assert!(files(&out) == before);
    assert!(run(&mut rooflight(&root, &out)).status.success());
    assert!(files(&out) != before);
}

#[cfg(unix)]
#[test]
fn a_file_that_has_vanished_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, out) = (folder.path().join("site"), folder.path().join("out"));
    copy(&root);
    std::os::unix::fs::symlink("gone", root.join("content/glossary/vanished.md")).expect("a link");
    let built = run(&mut rooflight(&root, &out));
    assert_eq!(built.status.code(), Some(1));
    assert!(stderr(&built).contains("vanished.md"), "{}", stderr(&built));
    assert!(!out.exists());
}

#[test]
fn the_same_site_is_the_same_bytes_however_it_is_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("plain");
    assert!(run(rooflight(&fixture("small"), &plain).env("RAYON_NUM_THREADS", "1")).status.success());
    let wanted = files(&plain);
    assert!(wanted.len() > 20 && wanted.contains_key(MANIFEST));
    let elsewhere = folder.path().join("a longer way/to the site");
    copy(&elsewhere);
    let others: [(&Path, &[(&str, &str)]); 3] = [
        (&fixture("small"), &[("RAYON_NUM_THREADS", "2")]),
        (&elsewhere, &[("RAYON_NUM_THREADS", "7"), ("TZ", "Pacific/Kiritimati")]),
        (
            &elsewhere,
            &[("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8"), ("TZ", "America/Los_Angeles"), ("HOME", "/nowhere")],
        ),
    ];
    for (number, (root, variables)) in others.into_iter().enumerate() {
        let out = folder.path().join(format!("out {number}"));
        let built = run(rooflight(root, &out).envs(variables.iter().copied()));
        assert!(built.status.success(), "{}", stderr(&built));
        assert!(files(&out) == wanted, "{variables:?}");
    }
}
