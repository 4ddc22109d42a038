//! The built-in files of a debug program: read from disk, so that an edit shows without compiling.

use crate::dom;
use crate::support::{fixture, repository};
use rooflight::edge::builtin::Builtin;
use rooflight::edge::live_site::LiveSite;
use rooflight::edge::load::Loader;
use rooflight::edge::rebuild::Rebuilder;
use rooflight::edge::watch::Changes;
use rooflight_compiler::sink::Site;
use std::fs;
use std::path::Path;

/// Copies a folder of the repository.
fn copy(name: &str, to: &Path) {
    fs::create_dir_all(to.join(name)).expect("a folder");
    for entry in fs::read_dir(repository().join(name)).expect("a folder") {
        let entry = entry.expect("an entry");
        let inner = format!("{name}/{}", entry.file_name().to_str().expect("a name"));
        if entry.path().is_dir() {
            copy(&inner, to);
        } else {
            fs::copy(entry.path(), to.join(inner)).expect("a copy");
        }
    }
}

/// Through what `serve` runs: the watcher reports the edit, and the next build has it.
#[test]
fn a_debug_program_shows_an_edited_template_and_style_sheet() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["templates", "static"] {
        copy(name, folder.path());
    }
    let builtin = Builtin::below(folder.path());
    let root = fixture("small");
    let mut changes = Changes::below(&root, builtin.folders()).expect("a watcher");
    let live = LiveSite::default();
    let mut rebuilder = Rebuilder::new(Loader::with_builtin(&root, builtin), rooflight_compiler::Options::default());
    let mut shown = || {
        let built = rebuilder.build(&live, &|| true).expect("a build");
        let site = built.outcome.site.clone().unwrap_or_else(|| panic!("{:?}", built.outcome.diagnostics));
        rebuilder.show(built, &live, || panic!("a good site"));
        site
    };
    let mut edit = |name: &str, from: &str, to: &str| {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(from), "{name} lacks {from}");
        fs::write(path, text.replacen(from, to, 1)).expect("a file");
        assert!(changes.wait());
    };
    let title = |site: &Site| dom::page(site, "404.html").one("h1").text();
    let styles = |site: &Site| {
        let is_sheet = |path: &&String| path.starts_with("assets/css/site.");
        let path = site.keys().find(is_sheet).expect("a style sheet").clone();
        String::from_utf8_lossy(&site[&path]).into_owned()
    };
    let before = shown();
    assert!(!title(&before).contains("edited") && !styles(&before).contains("--edited"));
    edit("templates/404.html", "<h1>", "<h1>edited ");
    edit("static/css/site.css", "\n", "\n:root { --edited: 1 }\n");
    let after = shown();
    assert!(title(&after).contains("edited"), "{}", title(&after));
    assert!(styles(&after).contains("--edited") && !styles(&after).contains("/* "), "{}", styles(&after));
}

/// A debug program reads the repository's folders, and without them shows what it carries.
#[test]
fn a_debug_program_reads_the_repository() {
    let own = Builtin::default();
    assert_eq!(own.folders(), ["templates", "static"].map(|name| repository().join(name)));
    let nowhere = Builtin::below(Path::new("/nowhere"));
    let names = |builtin: &Builtin| builtin.templates().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(names(&nowhere).contains(&"entry.html".to_owned()) && names(&own).contains(&"entry.html".to_owned()));
    assert!(nowhere.statics().iter().any(|(name, _)| name == "css/site.css"));
}
