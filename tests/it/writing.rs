//! Writing: whole files, nothing foreign touched, nothing left behind.

use crate::support::{fixture, site};
use rooflight::edge::write::{self, Written, write};
use std::fs;

#[test]
fn a_second_write_of_the_same_site_touches_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&fixture("small"));
    let first = write(&site, folder.path()).expect("the first write");
    assert_eq!(first, Written { changed: site.len(), removed: 0 });
    assert_eq!(write(&site, folder.path()).expect("the second write"), Written { changed: 0, removed: 0 });
}

#[test]
fn old_files_go_and_foreign_files_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path();
    let mut site = site(&fixture("small"));
    write(&site, out).expect("the first write");
    fs::write(out.join("glossary/sprint/notes.txt"), "mine").expect("a foreign file");
    site.retain(|path, _| !path.starts_with("glossary/"));
    let written = write(&site, out).expect("the second write");
    assert!(written.removed > 0);
    assert!(!out.join("glossary/velocity").exists(), "an empty folder goes with its files");
    assert!(!out.join("glossary/sprint/index.html").exists());
    assert_eq!(fs::read_to_string(out.join("glossary/sprint/notes.txt")).expect("the foreign file"), "mine");
}

#[test]
fn a_manifest_cannot_lead_out_of_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("dist");
    let outside = folder.path().join("precious.txt");
    fs::write(&outside, "keep").expect("a file outside");
    fs::create_dir_all(&out).expect("the output folder");
    fs::write(out.join(rooflight::edge::write::MANIFEST), "../precious.txt\n").expect("a bad manifest");
    write(&site(&fixture("small")), &out).expect("a write");
    assert!(outside.exists());
}

#[test]
fn another_spelling_in_a_manifest_removes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, site) = (folder.path(), site(&fixture("small")));
    write(&site, out).expect("the first write");
    let manifest = out.join(rooflight::edge::write::MANIFEST);
    let text = fs::read_to_string(&manifest).expect("the manifest");
    for other in ["glossary//sprint/index.html", "glossary/./sprint/index.html"] {
        fs::write(&manifest, text.replace("glossary/sprint/index.html", other)).expect("another spelling");
        write(&site, out).expect("the next write");
        assert!(out.join("glossary/sprint/index.html").exists(), "{other}");
    }
}

#[cfg(unix)]
#[test]
fn an_annotated_page_keeps_its_permissions_and_no_link_is_written_through() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (page, foreign) = (folder.path().join("site/page.html"), folder.path().join("foreign.txt"));
    fs::create_dir(folder.path().join("site")).expect("the site");
    fs::write(&page, "before").expect("a page");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).expect("its permissions");
    fs::write(&foreign, "mine").expect("a foreign file");
    symlink(&foreign, folder.path().join("site/.rooflight-new")).expect("a link");
    let changes = write::changes(&folder.path().join("site")).expect("the folder");
    write::put(&changes, "page.html", b"after").expect("the page staged");
    write::commit(&changes).expect("the page replaced");
    assert_eq!(fs::read_to_string(&foreign).expect("the foreign file"), "mine");
    assert_eq!(fs::read_to_string(&page).expect("the page"), "after");
    assert_eq!(fs::metadata(&page).expect("the page").permissions().mode() & 0o777, 0o640);
}
