//! The feeds: the same model in each format, whatever titles, dates, addresses and sizes contain.

use crate::dom::{self, Element};
use crate::feed_reader;
use crate::support::{fixture, reference_site, reference_sites, repository, site, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::site::feeds::format::FORMATS;
use rooflight_compiler::writers::feed::fit::LIMIT;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_glossary::model::config::BaseUrl;
use rooflight_source::diagnostic::{Code, any_error};
use rooflight_source::file::{SourceFile, Sources};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn outcome(sources: &Sources, options: &Options) -> Outcome {
    compile(sources, options, &mut |_| {})
}

fn built(sources: &Sources) -> Site {
    let outcome = outcome(sources, &Options::default());
    assert!(!any_error(&outcome.diagnostics), "{:?}", outcome.diagnostics);
    outcome.site.expect("a site")
}

/// The model, as the JSON Feed has it letter by letter.
fn model(site: &Site, folder: &str) -> Value {
    serde_json::from_str(text(site, &format!("{folder}feed.json"))).expect("JSON")
}

fn items(site: &Site, folder: &str) -> Vec<Value> {
    model(site, folder)["items"].as_array().expect("items").clone()
}

fn named<'a>(items: &'a [Value], end: &str) -> &'a Value {
    let ends = |item: &&Value| item["id"].as_str().is_some_and(|id| id.ends_with(end));
    items.iter().find(ends).unwrap_or_else(|| panic!("no item {end}"))
}

fn strings(items: &[Value], key: &str) -> Vec<String> {
    items.iter().map(|item| item[key].as_str().expect("text").to_owned()).collect()
}

/// The folders that have feeds.
fn folders(site: &Site) -> Vec<&str> {
    site.keys().filter_map(|path| path.strip_suffix("feed.json")).collect()
}

fn entry(id: &str, published: &str, body: &str) -> SourceFile {
    let front = format!(
        "---\nterm: word {id}\nlayer: work\ndefinition: What {id} means, at length {id}.\nsources:\n  - {{title: A guide, url: \"https://guide.example/\"}}\npublished: {published}\n---\n"
    );
    SourceFile::new(format!("content/glossary/{id}.md"), front + body)
}

/// The small fixture with these entries instead of its own.
fn with_entries(entries: impl IntoIterator<Item = SourceFile>) -> Sources {
    let mut sources = load::load(&fixture("small"));
    sources.content.retain(|file| file.path == "content/site.yaml");
    sources.content.extend(entries);
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn settings(sources: &mut Sources, from: &str, to: &str) {
    let file = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("settings");
    assert!(file.text.contains(from));
    *file = SourceFile::new(file.path.clone(), file.text.replace(from, to));
}

#[test]
fn a_feed_of_three_entries() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(text(&site, "feed.xml"));
    insta::assert_snapshot!("a_feed_of_three_entries_as_atom", text(&site, "atom.xml"));
    insta::assert_snapshot!("changes_of_three_entries", text(&site, "changes/feed.json"));
}

#[test]
fn a_reader_takes_the_reference_feeds() {
    assert!(folders(reference_site()).contains(&"measurements/"));
    for (site, folder) in reference_sites().iter().flat_map(|site| folders(site).into_iter().map(move |f| (site, f))) {
        let model = items(site, folder);
        for file in ["feed.xml", "atom.xml"] {
            let path = format!("{folder}{file}");
            let feed = feed_reader::read(text(site, &path));
            let ids: Vec<&str> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
            assert_eq!(ids, strings(&model, "id"), "{path}");
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path}: identities are unique");
            // A layer of a further language may have no translation yet.
            assert!(!ids.is_empty() || !std::ptr::eq(site, reference_site()), "{path}");
            assert!(ids.iter().all(|id| id.starts_with("tag:")), "{path}");
            for entry in &feed.entries {
                assert!(entry.published.is_some() && entry.summary.is_some(), "{}", entry.id);
                let content = dom::parse(entry.content.as_deref().expect("content"));
                for wrong in ["[href^=/]", "[href^=..]", "[href^=#]", "script", "form", "svg", "[class]", "[id]"] {
                    assert!(!content.has(wrong), "{path}: {} has {wrong}", entry.id);
                }
                let has_data = |element: &Element<'_>| element.names().any(|name| name.starts_with("data-"));
                assert!(!content.select("").into_iter().any(has_data), "{path}: {}", entry.id);
            }
        }
    }
}

#[test]
fn a_calculator_leaves_its_printed_result_and_a_link() {
    let site = reference_site();
    let all: Vec<Value> = folders(site).into_iter().flat_map(|folder| items(site, folder)).collect();
    let mut contents = all.iter().map(|item| dom::parse(item["content_html"].as_str().expect("content")));
    let has_ceiling =
        |content: &dom::Element<'_>| content.has("a[href$=/#calculator]") && content.text().contains("Ceiling: ");
    let content = contents.find(has_ceiling).expect("an entry with the calculator of a speed");
    assert_eq!(content.one("a[href$=/#calculator]").text(), "Open the calculator");
    assert!(content.words_of("th[scope=col]").contains(&"Formula with these inputs".to_owned()));
}

#[test]
fn a_sub_path_is_in_every_address() {
    let site = site(&fixture("small"));
    let feed = text(&site, "feed.xml");
    let channel = rss::Channel::read_from(feed.as_bytes()).expect("an RSS feed");
    let mut links = channel.extensions()["atom"]["link"].iter().map(rss::extension::Extension::attrs);
    let own = links.find(|link| link["rel"] == "self").expect("its own address");
    assert_eq!(own["href"], "https://words.example/team/feed.xml");
    assert!(feed.contains("https://words.example/team/glossary/sprint/"));
    assert!(text(&site, "layers/work/atom.xml").contains("https://words.example/team/layers/work/atom.xml"));
}

#[test]
fn marks_in_titles_are_letters() {
    let site = site(&fixture("feeds"));
    let items = items(&site, "");
    let marks = named(&items, ":entry:marks");
    assert_eq!(marks["title"], "AT&T <b>bold</b> ]]> \"quoted\" 'so' &amp; 🧮 e\u{301}", "what XML cannot hold goes");
    assert_eq!(model(&site, "")["title"], "Words & <marks> of the \"team\"");
    assert_eq!(named(&items, ":entry:script")["title"], "זיכרון מטמון");
    let titles = strings(&items, "title");
    for folder in folders(&site) {
        for file in ["feed.xml", "atom.xml"] {
            let text = text(&site, &format!("{folder}{file}"));
            let allowed = |c: char| c == '\n' || c == '\t' || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
            assert!(text.chars().all(allowed), "{folder}{file} has characters that XML forbids");
        }
    }
    for file in ["feed.xml", "atom.xml"] {
        let feed = feed_reader::read(text(&site, file));
        let read: Vec<&str> = feed.entries.iter().map(|entry| entry.title.as_str()).collect();
        assert_eq!(read, titles, "{file}");
    }
}

#[test]
fn every_address_is_absolute_and_nothing_runs() {
    let site = site(&fixture("feeds"));
    let items = items(&site, "");
    let raw = named(&items, ":entry:raw")["content_html"].as_str().expect("content");
    let base = "http://words.example:8443/a/team/";
    // An author's HTML stays on the page: a feed has the Markdown, and the way there.
    let content = dom::parse(raw);
    let paragraphs = content.words_of("p");
    for kept in ["After 1 < 2.", "The page shows more than a feed can."] {
        assert!(paragraphs.iter().any(|paragraph| paragraph == kept), "{kept} is not in {raw}");
    }
    assert_eq!(content.one(&format!("p a[href={base}glossary/raw/]")).text(), "The page");
    for gone in ["gone", "script", "form", "onclick", "onerror", "style", "class", "id=", "data-", "<!--", "div", "<b>"]
    {
        assert!(!raw.contains(gone), "{gone} is in {raw}");
    }
    let marks = named(&items, ":entry:marks")["content_html"].as_str().expect("content");
    let marks = dom::parse(marks);
    assert!(marks.words_of("code").contains(&"a < b && c".to_owned()), "{}", marks.inner());
    for address in [
        format!("{base}layers/marks/?x=1&y=2"),
        format!("{base}glossary/marks/#here"),
        format!("{base}glossary/script/"),
        "https://other.example/x".to_owned(),
        "https://guide.example/marks?a=1&b=2".to_owned(),
    ] {
        assert!(marks.has(&format!("a[href=\"{address}\"]")), "{address} is not in {}", marks.inner());
    }
}

#[test]
fn a_feed_of_nothing_is_a_feed() {
    let site = site(&fixture("feeds"));
    assert!(items(&site, "layers/nothing/").is_empty());
    let rss = feed_reader::read(text(&site, "layers/nothing/feed.xml"));
    let atom = feed_reader::read(text(&site, "layers/nothing/atom.xml"));
    assert!(rss.entries.is_empty() && atom.entries.is_empty());
    assert_eq!(atom.updated.get(..10), Some("2026-02-03"), "as new as the site");
    assert_eq!(rss.title, "Words & <marks> of the \"team\": Nothing");
}

#[test]
fn a_revision_is_an_item_of_its_own() {
    let site = site(&fixture("feeds"));
    let changes = items(&site, "changes/");
    let ids = strings(&changes, "id");
    let name = |end: &str| format!("tag:words.example,2026:{end}");
    let revised = ["entry:marks:rev:2026-02-03", "entry:marks:rev:2026-01-20"].map(name);
    assert_eq!(ids, [&revised[..], &["new:2026-01-03", "new:2026-01-02"].map(name)].concat());
    assert_eq!(changes[0]["summary"], "Says what ]]> & such mean.");
    assert_eq!(changes[0]["date_published"], "2026-02-03T00:00:00Z");
    assert_eq!(changes[1]["date_published"], "2026-01-20T00:00:00Z");
    // A note does not repeat the text: it leads to it.
    let first = changes[1]["content_html"].as_str().expect("content");
    assert!(first.starts_with("<p>What changed: First note:  &amp; <code>]]&gt;</code>.</p>\n<p><a href="), "{first}");
    assert!(!changes[0]["content_html"].as_str().expect("content").contains("Text with"), "{}", changes[0]);
    assert_eq!(changes[2]["title"], "2 new entries");
    let marks = items(&site, "");
    assert_eq!(named(&marks, ":entry:marks")["date_published"], "2026-01-02T00:00:00Z", "its own item stays");
    let page = dom::page(&site, "changes/index.html");
    let days = page.attrs("main h2[id]", "id");
    let expected = ["on-2026-02-03", "on-2026-01-20", "on-2026-01-03"];
    assert_eq!(days.iter().filter(|day| expected.contains(day)).copied().collect::<Vec<_>>(), expected, "{days:?}");
    let words = page.words();
    assert!(words.contains("Says what ]]> & such mean.") && words.contains("First note:"), "{words}");
    let dated = named(&marks, ":entry:marks");
    assert_eq!(dated["date_modified"], "2026-02-03T00:00:00Z", "the newest note is the last change");
}

#[test]
fn a_renamed_or_moved_entry_keeps_its_name() {
    let before = built(&with_entries([entry("old", "2026-01-01", "Text.")]));
    let mut renamed = entry("old", "2026-01-01", "Text.");
    let text = renamed.text.replace("layer: work", "id: old\nformer: [old]\nlayer: planning");
    renamed = SourceFile::new("content/glossary/brand-new.md", text);
    let after = built(&with_entries([renamed]));
    assert_eq!(strings(&items(&before, ""), "id"), strings(&items(&after, ""), "id"));
    assert_ne!(strings(&items(&before, ""), "url"), strings(&items(&after, ""), "url"));

    let mut sources = with_entries([entry("old", "2026-01-01", "Text.")]);
    settings(&mut sources, "language: en", "language: en\ntag_host: words.example");
    let elsewhere = BaseUrl::try_from("https://other.example/words".to_owned()).expect("an address");
    let moved = outcome(&sources, &Options { base_url: Some(elsewhere), ..Options::default() }).site.expect("a site");
    assert_eq!(strings(&items(&before, ""), "id"), strings(&items(&moved, ""), "id"));
    assert_eq!(items(&moved, "")[0]["url"], "https://other.example/words/glossary/old/");
}

#[test]
fn an_entry_without_a_date_and_a_second_one_of_its_name_are_refused() {
    let good = entry("word", "2026-01-01", "Text.");
    let undated = SourceFile::new("content/glossary/undated.md", good.text.replace("published: 2026-01-01\n", ""));
    let duplicate =
        SourceFile::new("content/glossary/twin.md", good.text.replace("layer: work", "layer: work\nid: word"));
    for (bad, code) in [(undated, Code::MissingKey), (duplicate, Code::Duplicate)] {
        let path = bad.path.clone();
        let outcome = outcome(&with_entries([good.clone(), bad]), &Options::default());
        assert!(outcome.site.is_none());
        let found = outcome.diagnostics.iter().find(|problem| problem.code == code);
        assert!(found.is_some(), "{path}: {:?}", outcome.diagnostics);
    }
}

#[test]
fn an_address_is_good_or_a_diagnostic() {
    for (written, whole, tag) in [
        ("https://example.org", "https://example.org/", "example.org"),
        ("http://Example.ORG:8080", "http://Example.ORG:8080/", "example.org"),
        ("https://example.org/a/b", "https://example.org/a/b/", "example.org"),
        ("https://example.org/%C3%BC/~x", "https://example.org/%C3%BC/~x/", "example.org"),
        ("http://[::1]:3000/x", "http://[::1]:3000/x/", "--1"),
    ] {
        let base = BaseUrl::try_from(written.to_owned()).expect(written);
        assert_eq!((base.as_str(), base.tag_host().as_str()), (whole, tag));
    }
    for bad in [
        "example.org",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "https://bücher.example/",
        "https://example.org/ü",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://user@example.org/",
        "https://example.org/a&b/",
        "https://example.org/'x'/",
        "https://example.org/\"x\"/",
        "https://example.org/<x>/",
        "https://example.org/?x",
        "https://example.org/#x",
        "https://example.org/a b/",
        "https://[::zz]/",
    ] {
        assert!(BaseUrl::try_from(bad.to_owned()).is_err(), "{bad}");
        let mut sources = with_entries([entry("word", "2026-01-01", "Text.")]);
        settings(&mut sources, "https://words.example/team/", &format!("{bad:?}"));
        let outcome = outcome(&sources, &Options::default());
        assert!(outcome.site.is_none() && !outcome.diagnostics.is_empty(), "{bad}");
    }
}

#[test]
fn names_begin_with_a_host() {
    for (host, good) in [("example.org", true), ("old-1.example.org", true), ("Example.org", false), ("a b", false)] {
        let mut sources = with_entries([entry("word", "2026-01-01", "Text.")]);
        settings(&mut sources, "language: en", &format!("language: en\ntag_host: {host}"));
        let outcome = outcome(&sources, &Options::default());
        assert_eq!(outcome.site.is_some(), good, "{host}: {:?}", outcome.diagnostics);
        let names = outcome.site.map(|site| strings(&items(&site, ""), "id"));
        assert!(names.is_none_or(|names| names == [format!("tag:{host},2026:entry:word")]));
    }
}

#[test]
fn no_file_is_too_large_and_no_item_is_cut() {
    let mut body = String::new();
    for number in 0..900 {
        let _ = write!(body, "Word `{number} < 2`. ");
    }
    let day = |number: usize| format!("2026-{:02}-{:02}", 1 + number / 28, 1 + number % 28);
    let mut entries: Vec<SourceFile> =
        (0..80).map(|number| entry(&format!("word-{number:02}"), &day(number), &format!("{body}END"))).collect();
    entries.push(entry("word-99", "2026-12-01", &body.repeat(20)));
    let site = built(&with_entries(entries));
    for path in site.keys().filter(|path| FORMATS.iter().any(|format| path.ends_with(format.file))) {
        assert!(site[path].len() <= LIMIT, "{path} has {} bytes", site[path].len());
    }
    let items = items(&site, "");
    let ids = strings(&items, "id");
    let end = |number: usize| format!(":entry:word-{number:02}");
    assert_eq!(ids.len(), 81, "none is lost");
    assert!(ids[0].ends_with(&end(99)), "the newest is there");
    // An item is whole, or its summary with a link to the page.
    let content = |item: &Value| item["content_html"].as_str().expect("content").to_owned();
    let is_whole = |item: &Value| dom::parse(&content(item)).words_of("p").iter().any(|words| words.ends_with("END"));
    assert!(!is_whole(&items[0]), "too long for any feed");
    let whole = items[1..].iter().take_while(|item| is_whole(item)).count();
    assert!(whole > 1, "{whole}");
    for (at, (item, number)) in items[1..].iter().zip((0..80).rev()).enumerate() {
        assert!(item["id"].as_str().expect("an id").ends_with(&end(number)), "{}", item["id"]);
        assert_eq!(is_whole(item), at < whole, "{}", item["id"]);
        assert!(at < whole || dom::parse(&content(item)).has("a[href]"), "{}", item["id"]);
    }
}

#[test]
fn a_feed_has_as_many_items_as_the_settings_say() {
    let entries = || (10..30).map(|number| entry(&format!("word-{number}"), "2026-01-01", "Text."));
    for (items_wanted, found) in [("7", 7), ("0", 0), ("50", 20)] {
        let mut sources = with_entries(entries());
        settings(&mut sources, "language: en", &format!("language: en\nfeed_items: {items_wanted}"));
        assert_eq!(items(&built(&sources), "").len(), found);
    }
}

#[test]
fn measurements_go_by_the_dates_of_their_sources() {
    let site = reference_site();
    let items = items(site, "measurements/");
    assert_eq!(items.len(), 100);
    let dates = strings(&items, "date_published");
    assert!(dates.is_sorted_by(|a, b| a >= b), "{dates:?}");
    assert!(dates[0].as_str() < "2026-12" && dates[99].as_str() > "2023", "{dates:?}");

    // A source without the day that its rows came goes by its own, however many came since.
    let mut sources = load::load(repository());
    for file in sources.content.iter_mut().filter(|file| file.path.starts_with("content/anchors/")) {
        let kept: Vec<&str> = file.text.lines().filter(|line| !line.starts_with("  added:")).collect();
        let mut text = kept.join("\n") + "\n";
        if file.path.ends_with("/llama-cpp-pr-27332.yaml") {
            text = text.replacen("  method:", "  added: 2026-11-30\n  method:", 1);
        }
        *file = SourceFile::new(&file.path, text);
    }
    let items = self::items(&built(&sources), "measurements/");
    let one = named(&items, ":measurements:add-m3-pro-benchmarks-for-qwen3-4b-instruct-2507");
    assert_eq!(one["date_published"], "2026-07-15T00:00:00Z");
    assert_eq!(one["url"], "https://github.com/ml-explore/mlx-lm/pull/1569");
    assert!(one["content_html"].as_str().expect("content").contains("Apple M3 Pro"), "{one}");
    let newest = items[0]["content_html"].as_str().expect("content");
    let rows = dom::parse(newest).words_of("li");
    let stated = |row: &String| row.contains(" tokens/s: ") && row.contains("GeForce RTX 5090, llama.cpp");
    assert!(rows.iter().any(stated), "{newest}");
    assert!(newest.contains("GitHub pull request"), "{newest}");
    assert_eq!(items[0]["date_published"], "2026-11-30T00:00:00Z", "the author's word comes first");
    assert!(
        items[0]["id"].as_str().expect("an id").ends_with("27332:2026-11-30"),
        "rows that came later are a new item"
    );
}

#[test]
fn a_week_has_its_item_once_it_is_over() {
    let mut revised = entry("ember", "2026-03-02", "Text.");
    let changes = "published: 2026-03-02\nchanges:\n  - date: 2026-03-12\n    note: A clearer example.";
    revised.text = revised.text.replace("published: 2026-03-02", changes).into();
    let dated = [entry("flame", "2026-03-08", "Text."), entry("glow", "2026-03-16", "Text.")];
    let sources = with_entries([revised].into_iter().chain(dated));
    let items = items(&built(&sources), "changes/weekly/");
    let titles: Vec<&str> = items.iter().filter_map(|item| item["title"].as_str()).collect();
    assert_eq!(titles, ["Week to 15 Mar 2026: 1 change", "Week to 8 Mar 2026: 2 new entries"], "the newest goes on");
    assert!(items[0]["content_html"].as_str().is_some_and(|html| html.contains("A clearer example.")), "{items:?}");
    assert!(items[1]["id"].as_str().is_some_and(|id| id.ends_with(":week:2026-03-08")), "{items:?}");
}
