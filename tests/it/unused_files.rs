//! Unused files are reported; hidden files that web hosts read are published.

use crate::support::{build, fixture};
use std::fs;
use std::path::Path;

/// The small site with additional files.
fn site_with(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let small = fixture("small");
    for entry in walkdir::WalkDir::new(&small).into_iter().filter_map(Result::ok).filter(|e| e.file_type().is_file()) {
        write(
            folder.path(),
            entry.path().strip_prefix(&small).expect("inside"),
            &fs::read(entry.path()).expect("a file"),
        );
    }
    for file in files {
        write(folder.path(), Path::new(file), b"text\n");
    }
    folder
}

fn write(root: &Path, path: &Path, bytes: &[u8]) {
    let place = root.join(path);
    fs::create_dir_all(place.parent().expect("a folder")).expect("the folders");
    fs::write(place, bytes).expect("a file");
}

/// The messages about unused files: place, message and hint.
fn unused(root: &Path) -> Vec<String> {
    let (outcome, _) = build(root);
    assert!(outcome.site.is_some(), "a warning stops nothing: {:?}", outcome.diagnostics);
    let unused = outcome.diagnostics.into_iter().filter(|d| d.code.name() == "unused-file");
    unused.map(|d| format!("{} | {} | {}", d.location.file, d.message, d.help.join("; "))).collect()
}

#[test]
fn each_file_that_is_not_used_is_named_with_a_hint() {
    let cases = [
        ("content/glossary/y.MD", "rename it to `y.md`"),
        ("content/glossary/y.markdown", "rename it to `y.md`"),
        ("content/glosary/z.md", "did you mean `content/glossary/`?"),
        ("content/notes/z.md", "content has these folders"),
        ("content/tracks/t.yml", "rename it to `t.yaml`"),
        ("content/stray.yaml", "did you mean `content/site.yaml`?"),
        ("content/remarks.md", "entries belong in"),
        ("content/site.yml", "rename it to `content/site.yaml`"),
        ("content/glossary/stray.yaml", "holds files in md"),
        ("content/glossary/picture.png", "below `static/root/`"),
        ("content/glossary/urls.lock", "below `static/root/`"),
        ("content/catalog/hardwere.yml", "rename it to `hardwere.yaml`"),
        ("content/anchors/a.yaml", "measurements need a catalog"),
        ("static/root/.env", "of hidden files, only"),
        ("static/root/.git/config", "of hidden files, only"),
    ];
    for (path, hint) in cases {
        let folder = site_with(&[path]);
        let found = unused(folder.path());
        assert!(found.len() == 1 && found[0].contains(hint), "{path}: {found:?}");
        let owner = found[0].split(" | ").next().unwrap_or_default().to_owned();
        assert!(path.starts_with(&owner), "{path} is named by {owner}");
    }
}

#[test]
fn a_folder_of_a_wrong_name_is_named_once() {
    let folder = site_with(&["content/glosary/a.md", "content/glosary/b.md", "content/glosary/c/d.txt"]);
    assert_eq!(
        unused(folder.path()),
        ["content/glosary | nothing in `content/glosary/` is used (3 files) | did you mean `content/glossary/`?"]
    );
}

#[test]
fn a_catalog_file_of_a_wrong_name_is_named() {
    let folder = site_with(&[]);
    write(folder.path(), Path::new("content/catalog/hardwares.yaml"), b"[]\n");
    let found = unused(folder.path());
    assert!(found.len() == 1 && found[0].contains("did you mean `content/catalog/hardware.yaml`?"), "{found:?}");
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    for name in ["static", "templates"] {
        let folder = site_with(&[name]);
        let found = unused(folder.path());
        assert!(found.len() == 1 && found[0].contains("has to be a folder"), "{name}: {found:?}");
    }
}

#[test]
fn what_editors_leave_behind_is_no_news() {
    let leftovers = [
        "content/.DS_Store",
        "content/glossary/.sprint.md.swp",
        "content/glossary/sprint.md~",
        "content/glossary/#sprint.md#",
        "content/.obsidian/app.json",
        "static/root/.DS_Store",
        "static/root/.gitkeep",
        "static/root/Thumbs.db",
    ];
    let folder = site_with(&leftovers);
    assert_eq!(unused(folder.path()), [""; 0]);
    let (outcome, _) = build(folder.path());
    let site = outcome.site.expect("a site");
    assert!(!site.keys().any(|path| path.contains("DS_Store") || path.contains("gitkeep") || path.contains("Thumbs")));
}

#[test]
fn hidden_files_that_hosts_read_are_published() {
    let wanted = [".well-known/security.txt", ".nojekyll", ".htaccess"];
    let folder = site_with(&wanted.map(|path| format!("static/root/{path}")).each_ref().map(String::as_str));
    assert_eq!(unused(folder.path()), [""; 0]);
    let site = build(folder.path()).0.site.expect("a site");
    for path in wanted {
        assert!(site.contains_key(path), "{path}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_stay_two_and_are_named() {
    use std::os::unix::ffi::OsStrExt;
    let folder = site_with(&[]);
    for byte in [b"\xff", b"\xfe"] {
        for inside in ["content/glossary", "static/root"] {
            let name = [&byte[..], b".md"].concat();
            write(folder.path(), &Path::new(inside).join(std::ffi::OsStr::from_bytes(&name)), b"text");
        }
    }
    let found = unused(folder.path());
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|line| line.contains("its name is not UTF-8")), "{found:?}");
    assert!(found[0].contains("\\xFE") && found[1].contains("\\xFF"), "{found:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn links_without_an_end_are_refused() {
    for (target, reason) in
        [("/proc", "out of the site"), ("/", "holds the whole site"), ("/proc/kmsg", "out of the site")]
    {
        for inside in ["static", "content/glossary"] {
            let folder = site_with(&[]);
            fs::create_dir_all(folder.path().join(inside)).expect("a folder");
            std::os::unix::fs::symlink(target, folder.path().join(inside).join("link.md")).expect("a link");
            let (outcome, _) = build(folder.path());
            let messages: Vec<String> =
                outcome.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
            let is_reported = messages.iter().any(|line| line.starts_with("unreadable") && line.contains(reason));
            assert!(is_reported && outcome.site.is_none(), "{inside} to {target}: {messages:?}");
        }
    }
}
