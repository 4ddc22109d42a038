//! Files that no author would make: special files, files without an end, links out of the folder, input that could
//! grow out of proportion. Each is reported or shown as it is, within a time limit.

#![allow(clippy::format_collect, reason = "a bomb is built once")]

use crate::support::{build, fixture, text};
use rooflight::edge::{load, write};
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::file::{SourceFile, Sources};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time after which something hangs or grows quadratically. No benchmark: correct code takes a second or two.
const HANGS: Duration = Duration::from_mins(1);

/// The small site on a disk, to be spoilt.
fn small() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let small = fixture("small");
    fs::create_dir_all(folder.path().join("content/glossary")).expect("a folder");
    for name in ["site.yaml", "glossary/sprint.md", "glossary/velocity.md", "glossary/story-point.md"] {
        fs::copy(small.join("content").join(name), folder.path().join("content").join(name)).expect("a copy");
    }
    folder
}

/// Codes and messages of the diagnostics of a folder.
fn messages(root: &Path) -> Vec<String> {
    let start = Instant::now();
    let (outcome, _) = build(root);
    assert!(start.elapsed() < HANGS, "it took {:?}", start.elapsed());
    outcome.diagnostics.iter().map(|d| format!("{}: {}", d.code.name(), d.message)).collect()
}

#[cfg(unix)]
#[test]
fn a_device_and_a_pipe_are_told_and_not_read() {
    let folder = small();
    let inside = |name: &str| folder.path().join("content/glossary").join(name);
    std::os::unix::fs::symlink("/dev/zero", inside("zero.md")).expect("a link");
    let pipe = std::process::Command::new("mkfifo").arg(inside("pipe.md")).status().expect("mkfifo");
    assert!(pipe.success());
    let found = messages(folder.path());
    for name in ["zero.md", "pipe.md"] {
        let is_reported =
            found.iter().any(|line| line.starts_with("unreadable") && line.contains("neither a file nor a folder"));
        assert!(is_reported, "{name}: {found:?}");
    }
    assert_eq!(found.iter().filter(|line| line.starts_with("unreadable")).count(), 2, "{found:?}");
}

#[cfg(unix)]
#[test]
fn links_that_lead_in_a_circle_are_told() {
    let folder = small();
    let content = folder.path().join("content");
    std::os::unix::fs::symlink("..", content.join("glossary/up")).expect("a link");
    std::os::unix::fs::symlink("self.md", content.join("glossary/self.md")).expect("a link");
    std::os::unix::fs::symlink("nowhere.md", content.join("glossary/lost.md")).expect("a link");
    let found = messages(folder.path());
    assert!(found.iter().filter(|line| line.starts_with("unreadable")).count() >= 3, "{found:?}");
}

#[test]
fn a_text_of_a_hundred_megabytes_is_told_and_not_read() {
    let folder = small();
    let large = fs::File::create(folder.path().join("content/glossary/large.md")).expect("a file");
    large.set_len(100_000_000).expect("a sparse file");
    let found = messages(folder.path());
    assert!(found.iter().any(|line| line.starts_with("unreadable") && line.contains("16 MB")), "{found:?}");
}

fn with(path: &str, text: impl Into<std::sync::Arc<str>>) -> (Outcome, Sources) {
    let mut sources = load::load(&fixture("small"));
    sources.content.retain(|file| file.path != path);
    sources.content.push(SourceFile::new(path, text));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    (outcome, sources)
}

/// Names that would put a file elsewhere.
const ESCAPES: [&str; 9] =
    ["../../x", "..", "a/../../../x", "/etc/x", "..\\..\\x", "C:\\x", "a\u{0}b", "%2e%2e/x", "./x"];

#[test]
fn no_name_leads_out_of_the_site() {
    let quoted = |name: &str| serde_json::to_string(name).expect("JSON is YAML");
    let device = |id: &str| {
        format!(
            "- {{id: {}, name: D, vendor: NVIDIA, class: consumer-gpu, memory_type: GDDR6, memory_gib: 24, bandwidth_gb_s: 1000, release_year: 2022, sources: [{{title: T, locator: L}}]}}\n",
            quoted(id)
        )
    };
    assert!(with("content/catalog/hardware.yaml", device("plain")).0.site.is_some());
    let entry = "---\nterm: word\nlayer: work\ndefinition: D.\nsources: [{title: A, url: 'https://a.example/'}]\npublished: 2026-01-01\n";
    for name in ESCAPES {
        let name = quoted(name);
        let settings = fs::read_to_string(fixture("small").join("content/site.yaml")).expect("the settings");
        let files = [
            ("content/catalog/hardware.yaml", device(&name[1..name.len() - 1]).replace("\\\\", "\\")),
            ("content/glossary/word.md", format!("{entry}id: {name}\n---\nText.\n")),
            ("content/glossary/word.md", format!("{entry}former: [{name}]\n---\nText.\n")),
            ("content/pages/page.md", format!("---\ntitle: P\ndescription: D.\nformer: [{name}]\n---\nText.\n")),
            ("content/site.yaml", settings.replace("id: work", &format!("id: {name}"))),
            ("content/site.yaml", format!("{settings}moved: {{{name}: glossary/sprint}}\n")),
            ("content/site.yaml", format!("{settings}moved: {{old: {name}}}\n")),
        ];
        // An address that moved may begin at the site's root.
        let moved = |text: &str| text.contains("moved:") && name.starts_with("\"/");
        for (path, text) in files.into_iter().filter(|(_, text)| !moved(text)) {
            let (outcome, _) = with(path, text.as_str());
            let codes: Vec<_> = outcome.diagnostics.iter().map(|d| d.code.name()).collect();
            assert!(outcome.site.is_none() && !codes.is_empty(), "{path} with {name} is built: {text}");
        }
    }
    for path in [
        "content/glossary/../x.md",
        "content/glossary/..\\x.md",
        "content/pages/../../x.md",
        "content/tracks/../x.yaml",
    ] {
        assert!(with(path, entry).0.site.is_none(), "{path}");
    }
}

#[test]
fn nothing_is_written_outside_of_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("a/b/dist");
    for name in ESCAPES.into_iter().filter(|name| name.contains("..") && !name.contains('%') || name.starts_with('/')) {
        let site = [(name.to_owned(), b"x".to_vec())].into();
        let error = write::write(&site, &out).expect_err(name);
        assert!(error.to_string().contains("outside"), "{error}");
    }
    let made = walkdir::WalkDir::new(folder.path()).into_iter().map(|entry| entry.expect("an entry").into_path());
    assert!(made.filter(|path| path.is_file()).all(|path| path == out.join(write::MANIFEST)));
}

#[test]
fn a_template_includes_no_file_of_the_disk() {
    let mut sources = load::load(&fixture("small"));
    for include in ["/etc/hostname", "../../Cargo.toml", "file:///etc/hostname"] {
        let lost = format!("{{% include \"{include}\" %}}");
        sources.templates.retain(|file| file.path != "404.html");
        sources.templates.push(SourceFile::new("404.html", lost));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        assert!(outcome.site.is_none(), "{include}");
        assert!(outcome.diagnostics.iter().any(|d| d.code.name() == "template"), "{:?}", outcome.diagnostics);
    }
}

/// Text whose every letter could cost as much as all before it.
#[test]
fn text_of_two_hundred_kilobytes_takes_no_longer_than_its_length() {
    let front = "---\nterm: word\nlayer: work\ndefinition: D.\nsources: [{title: A, url: 'https://a.example/'}]\npublished: 2026-01-01\ndraft: false\n---\n";
    let many = |text: &str| text.repeat(200_000 / text.len());
    let numbered = |line: &dyn Fn(usize) -> String| (0..5_000).map(line).collect::<String>();
    let bombs: Vec<(&str, String)> = vec![
        ("brackets", many("[")),
        ("images", many("![")),
        ("mentions", many("[[")),
        ("mentions with words", many("[[sprint|")),
        ("closing brackets", format!("{}{}", many("["), many("]"))),
        ("links in links", many("[a](")),
        ("stars", many("*")),
        ("strong", many("**a ")),
        ("emphasis of two kinds", many("*a _b ")),
        ("emphasis that closes late", format!("{}{}", many("*a "), many("b* "))),
        ("strokes", many("~~a ")),
        ("angles", many("<")),
        ("tags", many("<a ")),
        ("comments", many("<!--")),
        ("character data", many("<![CDATA[")),
        ("instructions", many("<?")),
        ("declarations", many("<!A ")),
        ("grave accents", (1..600).map(|length| format!("{} ", "`".repeat(length))).collect()),
        ("quotations", format!("{}a", "> ".repeat(10_000))),
        ("lists", format!("{}a", "- ".repeat(10_000))),
        ("lists in lists", (0..600).map(|depth| format!("{}- a\n", "  ".repeat(depth))).collect()),
        ("quotations line by line", (0..600).map(|depth| format!("{} a\n", ">".repeat(depth))).collect()),
        ("references", numbered(&|n| format!("[a{n}]: /glossary/sprint/\n\n"))),
        ("one reference, long", format!("[a]: /glossary/sprint/?{}\n\n{}", "x".repeat(50_000), many("[a] "))),
        ("references to nothing", many("[a][b] ")),
        ("footnotes", numbered(&|n| format!("a[^{n}]\n\n[^{n}]: b\n\n"))),
        ("one footnote", format!("[^a]: b\n\n{}", many("[^a] "))),
        ("columns", format!("|{}\n|{}\n{}", "a|".repeat(2_000), "-|".repeat(2_000), "|a\n".repeat(2_000))),
        ("headings", numbered(&|_| "# a\n".replace('#', "##"))),
        ("headings of one name", numbered(&|_| "## The same words\n\n".to_owned())),
        ("attributes", format!("## a {{{}}}\n", many(".a "))),
        ("entities", many("&#")),
        ("backslashes", many("\\")),
        ("fences", many("```\n")),
        ("names", many("sprint ")),
        ("capitals", many("Sprint, ")),
        ("marks on one letter", format!("a{}", many("\u{301}"))),
        ("spaces", format!("a{}b", many(" "))),
        ("tabs", format!("- a\n{}b", many("\t"))),
        ("addresses", many("<https://a.example/")),
        ("empty lines", many("\n")),
    ];
    let mut slow = Vec::new();
    for (name, body) in bombs {
        let start = Instant::now();
        let (outcome, _) = with("content/glossary/word.md", format!("{front}{body}\n"));
        let taken = start.elapsed();
        if taken > HANGS {
            slow.push(format!("{name}: {taken:?}"));
        }
        assert!(outcome.site.is_some() || !outcome.diagnostics.is_empty(), "{name}");
    }
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn yaml_that_is_deep_or_multiplies_is_refused() {
    let deep = [
        format!("a: {}1{}", "{a: ".repeat(10_000), "}".repeat(10_000)),
        format!("a: {}{}", "[".repeat(10_000), "]".repeat(10_000)),
        format!("a:\n{}", (0..1_000).map(|depth| format!("{}a:\n", " ".repeat(depth + 1))).collect::<String>()),
        format!("a: {}x", "!!str ".repeat(10_000)),
        format!("{}1", "? ".repeat(10_000)),
        format!("{}1", "- ".repeat(10_000)),
    ];
    let laughs = "bcdefghij".chars().zip("abcdefghi".chars());
    let laughs = laughs.map(|(name, of)| format!("{name}: &{name} [{}]\n", vec![format!("*{of}"); 9].join(", ")));
    let laughs = format!("a: &a [x, x, x]\n{}", laughs.collect::<String>());
    for yaml in deep.iter().chain([&laughs]) {
        let files = [
            ("content/site.yaml", yaml.clone()),
            ("content/catalog/hardware.yaml", yaml.clone()),
            ("content/anchors/a.yaml", yaml.clone()),
            ("content/tracks/a.yaml", yaml.clone()),
            ("content/glossary/word.md", format!("---\n{yaml}\n---\nText.\n")),
        ];
        for (path, text) in files {
            // Without any catalog, measurements are not read.
            if path.contains("anchors") {
                continue;
            }
            let start = Instant::now();
            let (outcome, _) = with(path, text);
            assert!(outcome.site.is_none() && !outcome.diagnostics.is_empty(), "{path}: {yaml:.60}");
            assert!(start.elapsed() < HANGS, "{path}: {:?}", start.elapsed());
        }
    }
}

#[test]
fn a_site_of_hostile_names_stays_below_its_folder() {
    let site = crate::support::site(&fixture("small"));
    for path in site.keys() {
        let plain =
            path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0']));
        assert!(plain, "{path}");
    }
    assert!(text(&site, "index.html").contains("Sprint words"));
}
