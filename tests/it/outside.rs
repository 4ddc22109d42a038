//! Nothing outside the folder: whatever a repository has in the places that the program writes to and reads from, what
//! lies elsewhere is neither changed nor published.

use crate::support::{build, fixture, text};
use rooflight_source::diagnostic::Code;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a site, a built site of another generator, and files that are nobody's business.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().expect("a folder") };
        copy(&place.at("site"));
        for (path, text) in [
            ("outside/notes.txt", "mine"),
            ("outside/deep/important.json", "mine"),
            (
                "pages/index.html",
                "<!doctype html><html lang=en><title>x</title><main><p>A token of a cat.</p></main></html>",
            ),
            ("notes/One.md", "# One\n\nA note.\n"),
            ("notes/Two.md", "# Two\n\nAnother note.\n"),
            ("config.json", "{}"),
        ] {
            place.write(path, text);
        }
        place.write("glossary.json", &foreign("token"));
        place
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.current_dir(self.folder.path()).args(arguments).output().expect("the program runs")
    }

    /// Replaces what is at a path by a link.
    fn link(&self, path: &str, target: &Path) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path)).ok();
        symlink(target, path).expect("a link");
    }

    fn outside(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = walkdir::WalkDir::new(self.at("outside")).into_iter().map(|entry| entry.expect("an entry"));
        let files = entries.filter(|entry| entry.depth() > 0);
        files.map(|entry| (entry.path().to_owned(), fs::read(entry.path()).unwrap_or_default())).collect()
    }
}

/// Copies a small site.
fn copy(root: &Path) {
    let small = fixture("small");
    for entry in walkdir::WalkDir::new(&small).into_iter().map(|entry| entry.expect("an entry")) {
        let to = root.join(entry.path().strip_prefix(&small).expect("a path"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).expect("a folder");
        } else {
            fs::copy(entry.path(), to).expect("a file");
        }
    }
}

/// The file of a stranger's glossary.
fn foreign(id: &str) -> String {
    let entry = serde_json::json!({"id": id, "term": "token", "url": "https://g.example/token/", "definition": "d"});
    serde_json::json!({"version": 2, "title": "G", "url": "https://g.example/", "entries": [entry]}).to_string()
}

const BUILD: &[&str] = &["build", "--root", "site", "--out", "site/dist"];
const ANNOTATE: &[&str] = &["annotate", "pages", "--glossary", "glossary.json"];
const SUMMARY: &[&str] = &["annotate", "pages", "--glossary", "glossary.json", "--summary", "summary.md"];
const UNDO: &[&str] = &["annotate", "pages", "--undo"];
const NEW: &[&str] = &["new", "word", "--root", "site"];
const IMPORT: &[&str] = &["import", "notes", "--root", "site", "--source", "https://s.example/"];
const URLS: &[&str] = &["urls", "--update", "--root", "site"];
const EJECT: &[&str] = &["theme", "eject", "entry.html", "--root", "site"];
const INIT: &[&str] = &["init", "clone", "--github"];
const EXPORT: &[&str] = &["export", "vale", "--glossary", "glossary.json", "--out", "vale"];

#[test]
fn links_in_the_places_of_our_files_lead_nowhere() {
    for (command, links) in [
        (
            BUILD,
            &[
                "site/dist",
                "site/dist/glossary",
                "site/dist/assets/css",
                "site/dist/index.html",
                "site/dist/.rooflight-files",
            ][..],
        ),
        (
            BUILD,
            &[
                "site/dist/.rooflight-new",
                "site/dist/.rooflight-whole",
                "site/dist/.rooflight-cache",
                "site/dist/.rooflight-lock",
            ],
        ),
        (
            ANNOTATE,
            &["pages", "pages/rooflight-terms", "pages/rooflight-terms/cards", "pages/rooflight-terms/files.txt"],
        ),
        (ANNOTATE, &["pages/index.html", "pages/.rooflight-new", "pages/.rooflight-whole"]),
        (SUMMARY, &["summary.md", "pages/index.html"]),
        (UNDO, &["pages/rooflight-terms", "pages/rooflight-terms/files.txt", "pages/rooflight-terms/cards"]),
        (NEW, &["site/content", "site/content/glossary", "site/content/glossary/word.md", "site/.rooflight-new"]),
        (IMPORT, &["site/content", "site/content/glossary", "site/content/glossary/one.md", "site/.rooflight-whole"]),
        (URLS, &["site/content/urls.lock", "site/.rooflight-new"]),
        (EJECT, &["site/templates", "site/templates/entry.html"]),
        (INIT, &["clone", "clone/.github", "clone/.github/workflows", "clone/.gitignore"]),
        (EXPORT, &["vale", "vale/styles", "vale/styles/Glossary", "vale/styles/Glossary/Terms.yml"]),
    ] {
        // Otherwise there would be nothing to look at.
        assert!(Place::new().run(command).status.success(), "{command:?}");
        for path in links {
            let is_file = Path::new(path).extension().is_some();
            for target in [if is_file { "outside/notes.txt" } else { "outside" }, "outside/gone.txt"] {
                let place = Place::new();
                if path.contains("rooflight-terms") {
                    assert!(place.run(ANNOTATE).status.success());
                }
                let before = place.outside();
                place.link(path, &place.at(target));
                place.run(command);
                assert_eq!(place.outside(), before, "{command:?} with {path} -> {target}");
            }
        }
    }
}

#[test]
fn lists_of_files_are_believed_of_our_own_kind_alone() {
    for name in ["old/important.json", "../outside/notes.txt", "old", "/etc/x", "old/../old/important.json"] {
        let place = Place::new();
        let before = place.outside();
        place.write("site/dist/.rooflight-files", &format!("{name}\n"));
        place.link("site/dist/old", &place.at("outside/deep"));
        place.run(BUILD);
        assert!(place.run(ANNOTATE).status.success());
        for folder in ["", "cards/", "pages/"] {
            place.write("pages/rooflight-terms/files.txt", &format!("{folder}{name}\nown.txt\ncards\n"));
            place.write("pages/rooflight-terms/own.txt", "mine");
            place.link(&format!("pages/rooflight-terms/{folder}old"), &place.at("outside/deep"));
            place.run(ANNOTATE);
            place.run(UNDO);
            assert!(place.at("pages/rooflight-terms/own.txt").exists());
            fs::remove_file(place.at(&format!("pages/rooflight-terms/{folder}old"))).expect("the link");
        }
        assert_eq!(place.outside(), before, "{name}");
    }
    // A second name of a file elsewhere: what is written is another file.
    let place = Place::new();
    let before = place.outside();
    fs::create_dir_all(place.at("site/dist")).expect("a folder");
    for name in [".rooflight-lock", ".rooflight-files", ".rooflight-cache", "index.html"] {
        fs::hard_link(place.at("outside/notes.txt"), place.at("site/dist").join(name)).expect("a second name");
    }
    place.run(BUILD);
    assert_eq!(place.outside(), before);
}

#[test]
fn ids_of_a_foreign_glossary_name_no_other_files() {
    for id in ["../../../escaped", "..", "/tmp/x", "a/b", "a\\b", "", "con", "Upper", "a\nb", "\u{1b}[31m", ".hidden"] {
        let place = Place::new();
        place.write("glossary.json", &foreign(id));
        let files = || walkdir::WalkDir::new(place.folder.path()).into_iter().count();
        let before = files();
        assert_eq!(place.run(ANNOTATE).status.code(), Some(2), "{id:?}");
        assert_eq!(files(), before, "{id:?}");
    }
}

#[test]
fn a_change_that_was_planted_reaches_no_program() {
    let place = Place::new();
    place.write("site/.git/config", "");
    for planted in
        [".git/hooks/post-checkout", "%.git%2Fhooks%2Fpost-checkout", "%..%2Foutside%2Fnotes.txt", "%%2Ftmp%2Fx"]
    {
        place.write(&format!("site/.rooflight-whole/{planted}"), "#!/bin/sh\n");
        assert!(!place.run(NEW).status.success(), "{planted}");
        assert!(!place.at("site/.git/hooks").exists());
        fs::remove_dir_all(place.at("site/.rooflight-whole")).expect("the folder");
    }
    assert_eq!(fs::read_to_string(place.at("outside/notes.txt")).expect("the file"), "mine");
}

#[test]
fn links_in_a_site_publish_nothing_from_elsewhere() {
    for path in [
        "static/secret.txt",
        "static",
        "static/css",
        "content/pages/secret.md",
        "content/pages",
        "templates",
        "content",
    ] {
        for target in ["secret.md", "more"] {
            let folder = tempfile::tempdir().expect("a folder");
            let root = folder.path().join("site");
            copy(&root);
            fs::write(folder.path().join("secret.md"), "---\ntitle: S\ndescription: D.\n---\nhunter2\n")
                .expect("a file");
            fs::create_dir(folder.path().join("more")).expect("a folder");
            fs::write(folder.path().join("more/secret.md"), "---\ntitle: S\ndescription: D.\n---\nhunter2\n")
                .expect("a file");
            let link = root.join(path);
            fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
            fs::remove_dir_all(&link).ok();
            symlink(folder.path().join(target), &link).expect("a link");
            let (outcome, _) = build(&root);
            let told = outcome
                .diagnostics
                .iter()
                .any(|one| one.code == Code::Unreadable && one.message.contains("out of the site"));
            assert!(outcome.site.is_none() && told, "{path} -> {target}: {:?}", outcome.diagnostics);
        }
    }
}

#[test]
fn links_within_a_site_are_followed_but_not_to_what_is_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    copy(root);
    for (path, text) in [("README.txt", "read me"), (".env", "hunter2"), (".git/config", "hunter2")] {
        fs::create_dir_all(root.join(path).parent().expect("a folder")).expect("a folder");
        fs::write(root.join(path), text).expect("a file");
    }
    fs::create_dir_all(root.join("static/root")).expect("a folder");
    symlink("../../README.txt", root.join("static/root/README.txt")).expect("a link");
    let (outcome, _) = build(root);
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    assert_eq!(text(&site, "README.txt"), "read me");
    for hidden in [".env", ".git/config", ".git"] {
        let link = root.join("static/root/config.txt");
        symlink(Path::new("../..").join(hidden), &link).expect("a link");
        let (outcome, _) = build(root);
        assert!(
            outcome.site.is_none() && outcome.diagnostics.iter().any(|one| one.message.contains("hidden")),
            "{hidden}"
        );
        fs::remove_file(link).expect("the link");
    }
}
