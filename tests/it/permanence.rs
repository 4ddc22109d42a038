//! Addresses that were published stay: they are pages, lead on, or stop the build.

use crate::dom;
use crate::support::{fixture, text, whole_reference_site};
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_glossary::model::url_lock;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn no_address_is_promised_of_what_pages_fetch_by_themselves() {
    let site = whole_reference_site();
    let promised = url_lock::addresses(site.keys());
    assert!(promised.contains("/de/glossary/decode/") && promised.contains("/de/glossary.json"));
    let fetched = site.keys().filter(|path| path.contains("data/search/") || path.contains("cards/"));
    let fetched: Vec<_> = fetched.map(|path| format!("/{path}")).collect();
    assert!(fetched.iter().any(|path| path.starts_with("/de/")));
    assert_eq!(fetched.iter().find(|path| promised.contains(*path)), None);
}

/// The small site, with a list of addresses and changes to its files.
fn built(lock: &str, change: impl Fn(&mut Sources)) -> Outcome {
    let mut sources = rooflight::edge::load::load(&fixture("small"));
    sources.content.push(SourceFile::new(url_lock::PATH, lock));
    change(&mut sources);
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    compile(&sources, &Options::default(), &mut |_| {})
}

/// Puts lines into a file of the sources, after its first one.
fn add(sources: &mut Sources, path: &str, lines: &str) {
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
    let (first, rest) = file.text.split_once('\n').expect("lines");
    file.text = format!("{first}\n{lines}{rest}").into();
}

fn codes(outcome: &Outcome) -> Vec<&'static str> {
    outcome
        .diagnostics
        .iter()
        .filter(|d| d.severity == rooflight_source::diagnostic::Severity::Error)
        .map(|d| d.code.name())
        .collect()
}

fn only(outcome: &Outcome) -> &Diagnostic {
    assert_eq!(outcome.diagnostics.len(), 1, "{:?}", outcome.diagnostics);
    assert!(outcome.site.is_none());
    &outcome.diagnostics[0]
}

const VELOCITY: &str = "content/glossary/velocity.md";

#[test]
fn a_lost_address_stops_the_build_and_is_named() {
    let outcome = built("# a remark\n/glossary/velocity/\n\n/glossary/speed/\n", |_| {});
    let lost = only(&outcome);
    assert_eq!((lost.code.name(), lost.location.file.as_str()), ("lost-address", url_lock::PATH));
    assert_eq!(lost.location.span, 32..48);
    assert!(lost.message.contains("/glossary/speed/"), "{}", lost.message);
    assert!(lost.help.iter().any(|help| help.contains("former: [speed]")), "{:?}", lost.help);
}

#[test]
fn an_address_that_leads_on_is_kept() {
    let outcome =
        built("/glossary/speed/\n/glossary/velocity/\n", |sources| add(sources, VELOCITY, "former: [speed]\n"));
    assert_eq!(codes(&outcome), Vec::<&str>::new());
    let site = outcome.site.expect("a site");
    let page = dom::page(&site, "glossary/speed/index.html");
    assert_eq!(page.one("meta[http-equiv=refresh]").attr("content"), "0; url=../../glossary/velocity/");
    let canonical = page.one("link[rel=canonical]").attr("href");
    assert_eq!(canonical, "https://words.example/team/glossary/velocity/");
    assert!(page.attrs("script", "src").iter().any(|file| file.contains("/js/moved.")), "{}", page.inner());
    let policy = page.one("meta[http-equiv=Content-Security-Policy]").attr("content");
    assert!(policy.contains("script-src 'self'"), "{policy}");
    assert_eq!(text(&site, "_redirects"), "/team/glossary/speed/ /team/glossary/velocity/ 301\n");
    assert!(
        text(&site, "_server/nginx.conf")
            .contains("location = /team/glossary/speed/ { return 301 /team/glossary/velocity/$is_args$args; }")
    );
    assert!(text(&site, "_server/Caddyfile").contains("redir /team/glossary/speed/ /team/glossary/velocity/ 301"));
    assert!(!text(&site, "sitemap.xml").contains("speed"), "nobody should find the old one");
}

#[test]
fn a_page_of_all_links_that_is_needed_no_more_leads_to_the_entry() {
    let outcome = built("/links/velocity/\n/links/speed/\n", |sources| add(sources, VELOCITY, "former: [speed]\n"));
    assert_eq!(codes(&outcome), Vec::<&str>::new());
    let site = outcome.site.expect("a site");
    for old in ["velocity", "speed"] {
        let page = dom::page(&site, &format!("links/{old}/index.html"));
        assert!(page.has("meta[http-equiv=refresh][content$=url=../../glossary/velocity/]"), "{}", page.inner());
    }
    let unpublished = built("", |_| {}).site.expect("a site");
    assert!(!unpublished.contains_key("links/velocity/index.html"), "what never was leads nowhere");
}

#[test]
fn settings_say_where_the_rest_went() {
    let moved = |lines: &str| {
        let lines = lines.to_owned();
        built("/layers/before/\n", move |sources| add(sources, "content/site.yaml", &lines))
    };
    let outcome = moved("moved: {layers/before: /layers/planning/}\n");
    assert_eq!(codes(&outcome), Vec::<&str>::new());
    let site = outcome.site.expect("a site");
    let page = dom::page(&site, "layers/before/index.html");
    assert!(page.has("meta[http-equiv=refresh][content$=url=../../layers/planning/]"), "{}", page.inner());
    for (lines, wanted) in [
        ("moved: {layers/before: layers/nowhere}\n", ["dead-link", "layers/nowhere"]),
        ("moved: {layers/work: layers/planning}\n", ["address-taken", "layers/work"]),
        ("moved: {layers/before: layers/b, layers/b: layers/before}\n", ["address-taken", "layers/before"]),
        ("moved: {layers/before: layers/before}\n", ["address-taken", "layers/before"]),
        ("moved: {../up: layers/work}\n", ["bad-address", ".."]),
    ] {
        let outcome = moved(lines);
        assert!(outcome.site.is_none(), "{lines}");
        let found = outcome.diagnostics.iter().find(|d| d.code.name() == wanted[0]);
        let found = found.unwrap_or_else(|| panic!("{lines}: {:?}", outcome.diagnostics));
        assert!(found.message.contains(wanted[1]), "{found:?}");
        assert!(found.location.file == "content/site.yaml" && !found.location.span.is_empty(), "{found:?}");
    }
}

#[test]
fn two_entries_that_were_each_others_name_are_refused() {
    let outcome = built("", |sources| {
        add(sources, VELOCITY, "former: [sprint]\n");
        add(sources, "content/glossary/sprint.md", "former: [velocity]\n");
    });
    assert_eq!(codes(&outcome), ["address-taken", "address-taken"]);
}

fn rooflight(arguments: &[&str], root: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    let output = command.args(arguments).arg("--root").arg(root).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A folder with the small site's entries.
fn small_site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("content/glossary")).expect("a folder");
    for file in
        ["site.yaml", "glossary/velocity.md", "glossary/sprint.md", "glossary/story-point.md", "glossary/spike.md"]
    {
        fs::copy(fixture("small").join("content").join(file), root.join("content").join(file)).expect("a copy");
    }
    folder
}

/// The whole workflow: publish, rename, fail, add the former address.
#[test]
fn the_list_is_written_by_hand_alone_and_only_grows() {
    let folder = small_site();
    let root = folder.path();
    let list = root.join(url_lock::PATH);
    let out = root.join("dist").to_string_lossy().into_owned();
    let build = || rooflight(&["build", "--out", &out], root);
    assert_eq!(build().0, Some(0));
    assert!(!list.exists(), "a build writes no list");
    let (code, stdout, _) = rooflight(&["urls"], root);
    assert!(code == Some(0) && stdout.contains("new  /glossary/velocity/\n"), "{stdout}");
    assert_eq!(rooflight(&["urls", "--update"], root).0, Some(0));
    let first = fs::read_to_string(&list).expect("the list");
    let listed = |list: &str, address: &str| list.lines().any(|line| line.split(' ').next() == Some(address));
    for address in ["/", "/glossary/velocity/", "/layers/work/", "/feed.xml", "/glossary.json", "/print/"] {
        assert!(listed(&first, address), "{address}: {first}");
    }
    assert!(!first.contains("/assets/") && !first.contains("index.md") && !first.contains("cards"), "{first}");
    assert!(rooflight(&["urls"], root).1.contains("kept /glossary/velocity/\n"));

    let (old, new) = (root.join("content/glossary/story-point.md"), root.join("content/glossary/point.md"));
    // The id is permanent; what a file is called is not.
    let entry = fs::read_to_string(&old).expect("the entry").replacen("---\n", "---\nid: story-point\n", 1);
    fs::write(&new, &entry).expect("a write");
    fs::remove_file(&old).expect("a rename");
    let (code, _, errors) = build();
    assert!(
        code == Some(1) && errors.contains("error[lost-address]") && errors.contains("/glossary/story-point/"),
        "{errors}"
    );
    let (code, stdout, errors) = rooflight(&["urls", "--update"], root);
    assert!(code == Some(1) && errors.contains("lost /glossary/story-point/"), "{stdout}{errors}");
    let second = fs::read_to_string(&list).expect("the list");
    assert!(
        listed(&second, "/glossary/story-point/") && listed(&second, "/glossary/point/"),
        "nothing is forgotten: {second}"
    );
    assert_eq!(build().0, Some(1), "writing the list does not hide the loss");

    fs::write(&new, entry.replacen("---\n", "---\nformer: [story-point]\n", 1)).expect("a write");
    let (code, _, errors) = build();
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(rooflight(&["urls", "--update"], root).0, Some(0));
    assert_eq!(fs::read_to_string(&list).expect("the list"), second);
}

/// A text of so many words, each of them once.
fn prose(words: std::ops::Range<usize>) -> String {
    words.map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ")
}

/// A source, which the small site asks for.
const SOURCE: &str = "sources: [{key: pace, title: Pace, url: 'https://example.org/pace', locator: Pace, publisher: Example, \
year: 2026, accessed: 2026-03-01, supports: A speed., grade: primary}]\n";

/// A body is compared with that of the newest note, however often the list is written between.
#[test]
fn a_body_rewritten_without_a_note_is_warned_of() {
    let folder = small_site();
    let root = folder.path();
    let write = |dates: &str, body: &str| {
        let entry = format!("---\nterm: pace\nlayer: work\ndefinition: A speed.\n{dates}{SOURCE}---\n\n{body}\n");
        fs::write(root.join("content/glossary/pace.md"), entry).expect("a write");
    };
    let warnings = || {
        let (_, stdout, stderr) = rooflight(&["check"], root);
        format!("{stdout}{stderr}")
            .lines()
            .filter(|line| line.contains("[no-note]"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let update = || {
        let (code, _, errors) = rooflight(&["urls", "--update"], root);
        assert_eq!(code, Some(0), "{errors}");
    };
    let published = "published: 2026-03-02\n";

    write(published, &prose(0..300));
    assert_eq!(warnings(), [""; 0], "without a list");
    update();
    write(published, &prose(0..300).replace(' ', "\n"));
    assert_eq!(warnings(), [""; 0], "wrapped anew");
    write(published, &prose(45..345));
    assert_eq!(warnings(), [""; 0], "15 % are new");
    update();
    write(published, &prose(150..450));
    let found = warnings();
    assert!(found.len() == 1 && found[0].contains("since the newest note, of 2026-03-02"), "{found:?}");
    let share = found[0].split_once("some ").and_then(|(_, rest)| rest.split_once(" %")).expect("a share").0;
    assert!((40.0..=60.0).contains(&share.parse::<f64>().expect("a number")), "half of it is new: {share}");
    update();
    assert_eq!(warnings().len(), 1, "writing the list does not hide it");

    write(&format!("{published}changes: [{{date: 2026-04-01, note: Another half.}}]\n"), &prose(150..450));
    assert_eq!(warnings(), [""; 0]);
    update();
    write(&format!("{published}changes: [{{date: 2026-04-01, note: Another half.}}]\n"), &prose(0..300));
    assert_eq!(warnings().len(), 1, "counted from the new note");
    write(&format!("{published}changes: [{{date: 2026-04-01, note: The first half again.}}]\n"), &prose(0..300));
    assert_eq!(warnings(), [""; 0], "a day has one note, which was rewritten");
}
