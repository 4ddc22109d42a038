//! A build that is killed at any moment leaves whole files, and the next one finishes what it began.
//!
//! The real program writes two versions of a site in turn into one folder, and is killed again and again, more often
//! towards the end of its run, where the files are renamed. After each kill every file has to be that of one version or
//! the other, byte for byte; from time to time a build is let through, and then the folder has to be just what it
//! should be; sometimes it is emptied, so that first builds are killed too.

use rooflight::edge::disk_cache::CACHE;
use rooflight::edge::write::MANIFEST;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a build has to be killed.
const KILLS: usize = 200;
/// Kills until a build may finish, again and again.
const MENDED: usize = 20;
const ENTRIES: usize = 120;
/// Where files are staged.
const WAITING: &str = ".rooflight-new/";

type Files = BTreeMap<String, Vec<u8>>;

/// A site whose every page depends on the version; some pages exist in one version only. A path that is a file in one
/// is a folder in the other.
fn site(root: &Path, version: usize) {
    let folder = root.join("content/glossary");
    fs::create_dir_all(&folder).expect("a folder");
    let settings = format!(
        "title: Version {version}\nbase_url: https://example.org/\nauthor: A\ndescription: Killed.\nlayers: [{{id: work, title: Work, summary: W.}}]\n"
    );
    fs::write(root.join("content/site.yaml"), settings).expect("settings");
    for number in 0..ENTRIES {
        let name = if number % 4 == 0 { format!("own-{version}-{number}") } else { format!("both-{number}") };
        let long = "It says so at some length. ".repeat(number * (version + 1) % 60);
        let text = format!(
            "---\nterm: Entry {name}\nlayer: work\ndefinition: The entry {name} of version {version}.\nsources: [{{title: S, url: https://example.org/}}]\npublished: 2026-01-01\n---\n{long}\n"
        );
        fs::write(folder.join(format!("{name}.md")), text).expect("an entry");
    }
    let names = [["there", "back"], ["back", "there"]];
    let [file, page] = names[version];
    for (path, text) in [
        (format!("static/root/{file}"), "A file."),
        (format!("content/pages/{page}.md"), "---\ntitle: Page\ndescription: A page.\n---\nA page.\n"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

fn start(root: &Path, out: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["build", "--root"]).arg(root).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Lets a build through; how long it took.
fn through(root: &Path, out: &Path) -> Duration {
    let begin = Instant::now();
    assert!(start(root, out).wait().expect("an end").success());
    begin.elapsed()
}

/// Every file of a folder by its path, but for those that are the program's own.
fn files(out: &Path) -> Files {
    let mut found = Files::new();
    for entry in walkdir::WalkDir::new(out).into_iter().map(|entry| entry.expect("an entry")) {
        let path = entry.path().strip_prefix(out).expect("a path inside").to_string_lossy().replace('\\', "/");
        if entry.file_type().is_file() && ![CACHE, MANIFEST].contains(&path.as_str()) {
            found.insert(path, fs::read(entry.path()).expect("a file"));
        }
    }
    found
}

#[test]
fn every_file_is_whole_whenever_a_build_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let roots = [folder.path().join("old"), folder.path().join("new")];
    let mut wanted: Vec<Files> = Vec::new();
    let mut longest = Duration::ZERO;
    for (version, root) in roots.iter().enumerate() {
        site(root, version);
        let out = folder.path().join(format!("out-{version}"));
        longest = longest.max(through(root, &out));
        wanted.push(files(&out));
    }
    assert!(wanted[0].keys().any(|path| !wanted[1].contains_key(path)), "the versions differ in their files");
    let out = folder.path().join("out");
    through(&roots[0], &out);
    let mut state = 7_u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1_u32 << 24)
    };
    let (mut kills, mut while_writing, mut mixed, mut first, mut round) = (0, 0, 0, 0, 0);
    while kills < KILLS {
        round += 1;
        assert!(round < KILLS * 20, "builds end before they are killed: {kills} of {round}");
        let version = round % 2;
        let mut build = start(&roots[version], &out);
        let share = if round % 3 == 0 { random() } else { 0.5 + random() * 0.6 };
        std::thread::sleep(longest.mul_f64(share));
        build.kill().expect("a kill");
        let ended = build.wait().expect("an end").success();
        if ended {
            // Builds are faster than they were: the next ones are killed earlier.
            longest = longest.mul_f64(0.97);
            continue;
        }
        kills += 1;
        while_writing += usize::from(out.join(WAITING).exists());
        let mut seen = [0, 0];
        let found = files(&out);
        first += usize::from(!found.is_empty() && found.keys().all(|path| path.starts_with(WAITING)));
        for (path, bytes) in found.iter().filter(|(path, _)| !path.starts_with(WAITING)) {
            let of = [0, 1].map(|version| wanted[version].get(path) == Some(bytes));
            assert!(of[0] || of[1], "{path} is neither old nor new after kill {kills}");
            for version in [0, 1] {
                seen[version] += usize::from(of[version] && !of[1 - version]);
            }
        }
        mixed += usize::from(seen[0] > 0 && seen[1] > 0);
        if kills % MENDED == 0 {
            through(&roots[version], &out);
            assert!(files(&out) == wanted[version], "the build after kill {kills} does not mend everything");
            if kills % (2 * MENDED) == 0 {
                // The next ones are the first in their folder.
                fs::remove_dir_all(&out).expect("a folder that can go");
                fs::create_dir(&out).expect("a folder");
            }
        }
    }
    // Otherwise the test has looked at nothing.
    let summary = format!(
        "{kills} kills in {round} builds, {while_writing} of them while writing, {mixed} with files of both, {first} of a first one"
    );
    assert!(while_writing >= KILLS / 20 && first > 0, "{summary}");
}
