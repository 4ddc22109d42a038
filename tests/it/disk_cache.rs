//! The cache on disk: it spares work and changes no byte, whatever happened to the folder in between.

use crate::support::fixture;
use rooflight::edge::disk_cache::CACHE;
use rooflight::edge::write::MANIFEST;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A site in a temporary folder, with its output in `dist` next to it.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        Self::of("small")
    }

    fn of(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let site = fixture(name);
        for entry in walkdir::WalkDir::new(&site).into_iter().map(|entry| entry.expect("an entry")) {
            let target = folder.path().join("site").join(entry.path().strip_prefix(&site).expect("a path inside"));
            if entry.file_type().is_dir() {
                fs::create_dir_all(target).expect("a folder");
            } else {
                fs::copy(entry.path(), target).expect("a copy");
            }
        }
        let settings = folder.path().join("site/content/site.yaml");
        let text = fs::read_to_string(&settings).expect("settings");
        fs::write(&settings, format!("{text}share_pictures: true\n")).expect("settings");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Builds, and gives what the program printed.
    fn build(&self, out: &str, flags: &[&str]) -> String {
        self.build_and_warn(out, flags).0
    }

    /// Builds, and gives what the program printed and its warnings.
    fn build_and_warn(&self, out: &str, flags: &[&str]) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.args(["build", "--root"]).arg(self.path("site")).arg("--out").arg(self.path(out)).args(flags);
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let [printed, warnings] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        (printed, warnings)
    }

    /// Checks that the site in `dist` is the one that a build without a cache makes.
    fn check(&self, after: &str) {
        self.build("clean", &["--no-cache"]);
        assert_eq!(files(&self.path("dist")), files(&self.path("clean")), "after {after}");
    }
}

fn files(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walkdir::WalkDir::new(out).into_iter().map(|entry| entry.expect("an entry"));
    let named = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let name = entry.path().strip_prefix(out).expect("a path inside").to_string_lossy().replace('\\', "/");
        (name, fs::read(entry.path()).expect("a file"))
    });
    named.filter(|(name, _)| ![CACHE, MANIFEST].contains(&name.as_str())).collect()
}

#[test]
fn warnings_are_shown_again_where_nothing_has_changed() {
    let project = Project::of("warnings");
    let (_, first) = project.build_and_warn("dist", &[]);
    let (printed, again) = project.build_and_warn("dist", &[]);
    assert!(first.contains("warning"), "{first}");
    assert!(printed.contains("(0 files written"), "{printed}");
    assert_eq!(first, again);
}

#[test]
fn nothing_is_built_where_nothing_has_changed() {
    let project = Project::new();
    project.build("dist", &[]);
    let cache = fs::metadata(project.path("dist").join(CACHE)).and_then(|facts| facts.modified()).expect("a cache");
    let text = project.build("dist", &[]);
    assert!(text.contains("(0 files written, 0 removed), no problems"), "{text}");
    let later = fs::metadata(project.path("dist").join(CACHE)).and_then(|facts| facts.modified()).expect("a cache");
    assert_eq!(cache, later, "a build would have left a new cache");
    project.check("a build that was not needed");
    assert!(!project.path("clean").join(CACHE).exists(), "--no-cache leaves none");
    let other = project.build("dist", &["--base-url", "https://other.example/"]);
    assert!(!other.contains("(0 files written"), "another option builds again: {other}");
}

#[test]
fn changes_of_sources_and_of_the_output_are_built() {
    let project = Project::new();
    project.build("dist", &[]);
    let entry = project.path("site/content/glossary/sprint.md");
    let text = fs::read_to_string(&entry).expect("an entry");
    let changes: [(&str, &dyn Fn()); 6] = [
        ("another text", &|| fs::write(&entry, format!("{text}\nOne sentence more.\n")).expect("an edit")),
        ("the old text", &|| fs::write(&entry, &text).expect("an edit")),
        ("another definition", &|| {
            fs::write(&entry, text.replacen("definition: ", "definition: Truly, ", 1)).expect("an edit");
        }),
        ("a page that is gone", &|| {
            fs::remove_file(project.path("dist/glossary/sprint/index.html")).expect("a page");
        }),
        ("a page that was written over", &|| {
            let page = project.path("dist/glossary/sprint/index.html");
            let facts = fs::metadata(&page).expect("a page");
            fs::write(&page, "x".repeat(usize::try_from(facts.len()).expect("a short page"))).expect("an edit");
            // The same length: the time alone tells it apart, and the file system's clock may not have ticked.
            let later = facts.modified().expect("a time") + std::time::Duration::from_secs(1);
            let written = fs::File::options().write(true).open(&page).expect("the page");
            written.set_modified(later).expect("another time");
        }),
        ("a picture that was damaged", &|| {
            fs::write(project.path("dist/glossary/sprint/share.png"), "no picture").expect("an edit");
        }),
    ];
    for (name, change) in changes {
        change();
        project.build("dist", &[]);
        project.check(name);
    }
}

#[test]
fn each_language_keeps_its_own_pictures() {
    let project = Project::of("translated");
    project.build("dist", &[]);
    let file = project.path("site/content/glossary/espresso.md");
    for number in 0..3 {
        let text = fs::read_to_string(&file).expect("an entry");
        fs::write(&file, format!("{text}\nOne more sentence, {number}.\n")).expect("an entry");
        project.build("dist", &[]);
        project.check("an edit of a site in two languages");
    }
}

#[test]
fn a_build_that_was_killed_later_is_mended() {
    let project = Project::new();
    project.build("dist", &[]);
    let dist = project.path("dist");
    let manifest = fs::read_to_string(dist.join(MANIFEST)).expect("a manifest");
    // A killed build of another version leaves a staged file.
    let stage = || {
        fs::create_dir_all(dist.join(".rooflight-new/glossary")).expect("a folder");
        fs::write(dist.join(".rooflight-new/glossary/index.html"), "half").expect("a staged file");
    };
    stage();
    project.build("dist", &[]);
    assert!(!dist.join(".rooflight-new").exists());
    project.check("a build that was killed while it staged");
    // A moment later it leaves a page of its own, named in the manifest.
    stage();
    fs::write(dist.join("other.html"), "Another version.").expect("a page");
    fs::write(dist.join(MANIFEST), format!("{manifest}other.html\n")).expect("a manifest");
    project.build("dist", &[]);
    project.check("a build that was killed while it renamed");
    // One that failed instead removed what it had staged.
    fs::write(dist.join("other.html"), "Another version.").expect("a page");
    fs::write(dist.join(MANIFEST), format!("{manifest}other.html\n")).expect("a manifest");
    project.build("dist", &[]);
    project.check("a build that failed while it renamed");
}

#[test]
fn a_damaged_cache_is_no_cache() {
    let project = Project::new();
    project.build("dist", &[]);
    let place = project.path("dist").join(CACHE);
    let whole = fs::read(&place).expect("a cache");
    let half = &whole[..whole.len() / 2];
    let text = String::from_utf8(whole.clone()).expect("text");
    // Every hash is another one, of the right form.
    let wrong = text.replace('a', "b").replace("pictures", "pictures ");
    for damaged in [half, b"", b"\xff\xfe", b"{}", b"[]", wrong.as_bytes()] {
        fs::write(&place, damaged).expect("damage");
        let text = project.build("dist", &[]);
        assert!(text.contains("0 files written"), "the files themselves are the same: {text}");
        project.check("damage");
        assert_eq!(fs::read(&place).expect("a cache"), whole, "the cache is whole again");
    }
}
