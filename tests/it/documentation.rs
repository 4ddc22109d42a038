//! The commands for documentation that another tool made: `annotate`, `check --docs`, and `export` for its tool.

use crate::support::fixture;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rooflight")).args(arguments).output().expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder with two pages that mention velocity under three headings, and a name that the glossary lacks.
fn docs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |body: &str| format!("<!doctype html><title>x</title><main>{body}</main>");
    let twice = "<h2>One</h2><p>Its velocity grows.</p><h2>Two</h2><p>The velocity falls.</p>";
    fs::write(folder.path().join("a.html"), page(twice)).expect("a page");
    fs::write(folder.path().join("b.html"), page("<p>A velocity of nought.</p>")).expect("a page");
    folder
}

fn path(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}

#[test]
fn annotate_says_which_terms_it_linked_most() {
    let docs = docs();
    let small = path(&fixture("small"));
    let output = rooflight(&["annotate", &path(docs.path()), "--glossary", &small]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = out(&output);
    assert!(said.starts_with("2 pages, 2 changed; 3 links to 1 term\nmost often: velocity 3\n"), "{said}");
}

#[test]
fn annotate_says_the_limit_of_links_and_leaves_no_page_that_it_could_not_read_again() {
    let docs = docs();
    let dir = path(docs.path());
    let most = ["annotate", &dir, "--glossary", &path(&fixture("small")), "--most", "0"];
    let said = out(&rooflight(&most));
    assert!(said.contains("3 mentions are beyond the limit of 0 links in a section: --most"), "{said}");
    let page = format!("<head></head><main>The velocity.{}</main>", " ".repeat((16 << 20) - 43));
    fs::write(docs.path().join("c.html"), &page).expect("a page");
    let said = out(&rooflight(&most[..4]));
    assert!(said.contains("1 file is left as it is: larger than 16 MiB with its links (such as c.html)\n"), "{said}");
    assert_eq!(fs::read_to_string(docs.path().join("c.html")).expect("a page"), page);
    assert!(out(&rooflight(&["annotate", &dir, "--undo"])).starts_with("2 pages restored\n"));
}

#[cfg(unix)]
#[test]
fn files_that_are_no_pages_are_named_with_the_reason() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixListener;
    let docs = docs();
    let at = |name: &[u8]| docs.path().join(std::ffi::OsStr::from_bytes(name));
    assert!(Command::new("mkfifo").arg(at(b"pipe.html")).status().expect("a pipe").success());
    let _socket = UnixListener::bind(at(b"socket.htm")).expect("a socket");
    std::os::unix::fs::symlink("a.html", at(b"link.html")).expect("a link");
    fs::write(at(b"latin.html"), b"<head></head><main>The velocity \xe9.</main>").expect("a page");
    fs::create_dir(at(b"folder\xff")).expect("a folder");
    for name in [&b"name\xff.html"[..], b"folder\xff/page.html"] {
        fs::write(at(name), "<head></head><main>The velocity.</main>").expect("a page");
    }
    let (dir, small) = (path(docs.path()), path(&fixture("small")));
    for (arguments, base) in [
        (&["annotate", &dir, "--glossary", &small][..], ""),
        (&["annotate", &dir, "--undo"], ""),
        (&["check", "--docs", &dir, "--glossary", &small], &*format!("{dir}/")),
    ] {
        let output = rooflight(arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
        for line in [
            "2 files are left as they are: a name that is not UTF-8 (such as BASEfolder\u{fffd}/page.html)\n",
            "2 files are left as they are: a pipe or a device (such as BASEpipe.html)\n",
            "1 file is left as it is: a symbolic link (such as BASElink.html)\n",
            "1 file is left as it is: text that is not UTF-8 (such as BASElatin.html)\n",
        ] {
            assert!(said.contains(&line.replace("BASE", base)), "{line} {arguments:?}: {said}");
        }
    }
    let said = out(&rooflight(&["annotate", &dir, "--glossary", &small, "--json"]));
    assert!(said.contains(r#"{"file":"pipe.html","left":"a pipe or a device"}"#), "{said}");
}

#[test]
fn no_link_leads_to_an_address_that_nobody_has_written() {
    let docs = docs();
    let site = tempfile::tempdir().expect("a folder");
    let root = path(&site.path().join("site"));
    assert!(rooflight(&["init", &root]).status.success());
    let output = rooflight(&["annotate", &path(docs.path()), "--glossary", &root]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("still https://example.org/") && said.contains("base_url"), "{said}");
    assert!(!docs.path().join("rooflight-terms").exists(), "nothing is written");
}

#[test]
fn a_check_of_documentation_can_keep_to_one_question() {
    let docs = docs();
    let [dir, small] = [docs.path(), &fixture("small")].map(path);
    let found = |only: &[&str]| {
        let arguments = ["check", "--docs", &dir, "--glossary", &small, "--message-format", "short", "--all"];
        out(&rooflight(&[&arguments, only].concat()))
    };
    let [all, used, linked] = [&[][..], &["--only", "used"], &["--only", "linked,preferred"]].map(found);
    assert!(all.contains("unused-term") && all.contains("unlinked-mention"), "{all}");
    assert!(used.contains("unused-term") && !used.contains("unlinked-mention"), "{used}");
    assert!(!linked.contains("unused-term") && linked.contains("unlinked-mention"), "{linked}");
}

#[test]
fn export_names_what_the_format_cannot_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let entry = |id: &str, names: &str| {
        format!(r#"{{"id": "{id}", {names}, "url": "https://terms.example/glossary/{id}/", "definition": "A thing."}}"#)
    };
    let entries = [
        entry("llama", r#""term": "Llama 3 70", "aliases": ["Llama", "Llama"]"#),
        entry("animal", r#""term": "animal", "aliases": ["Llama"], "match": "never""#),
    ];
    let text = format!(
        r#"{{"version": 2, "title": "T", "url": "https://terms.example/", "entries": [{}]}}"#,
        entries.join(", ")
    );
    let file = folder.path().join("glossary.json");
    fs::write(&file, text).expect("a file");
    let output = rooflight(&["export", "sphinx", "--glossary", &path(&file)]);
    let said = String::from_utf8_lossy(&output.stderr).replace(&path(folder.path()), "");
    assert!(output.status.success() && output.stdout.starts_with(b"# Sphinx inventory version 2"), "{said}");
    insta::assert_snapshot!(said);
}

#[test]
fn export_takes_the_root_like_every_command() {
    let small = path(&fixture("small"));
    let [root, glossary] = ["--root", "--glossary"].map(|flag| rooflight(&["export", "csv", flag, &small]));
    assert!(root.status.success(), "{root:?}");
    assert_eq!(root.stdout, glossary.stdout);
}
