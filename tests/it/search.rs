//! The search index: who is in it, that it is the same each time, and how large it gets. What it finds is
//! `tests/search.test.mjs`' business.

use crate::dom::page;
use crate::machines::elements;
use crate::support::{fixture, is_redirect, reference_site, repository, site, text};
use flate2::Compression;
use flate2::write::GzEncoder;
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::site::search::fold::{fold, initials};
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::Severity;
use rooflight_source::file::{SourceFile, Sources};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// Maximum compressed size of the index of 1,000 entries, in bytes.
const BUDGET: usize = 84 * 1024;

fn json(site: &Site, path: &str) -> Value {
    serde_json::from_str(text(site, path)).expect("an index is JSON")
}

/// The files of records by the beginning of their words, as the directory names them.
fn parts(site: &Site) -> BTreeMap<String, String> {
    let directory = json(site, "search/index.json");
    let parts = directory["parts"].as_object().expect("parts").iter();
    let path = |value: &Value| value.as_str().expect("an address").trim_start_matches("../").to_owned();
    parts.map(|(beginning, address)| (beginning.clone(), path(address))).collect()
}

fn records(site: &Site, part: &str) -> Vec<Value> {
    json(site, &parts(site)[part]).as_array().expect("records").clone()
}

/// The address of a record: its own, or the one that its term says.
fn address(record: &Value) -> String {
    let own = record[3].as_str().unwrap_or_default();
    let term = record[0].as_str().expect("a term");
    if own.is_empty() { rooflight_source::slug::slug_of(term) } else { own.to_owned() }
}

fn gzip(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("a write to memory");
    encoder.finish().expect("a write to memory").len()
}

/// The small fixture with other entries in the place of its own.
fn with_entries(entries: impl Iterator<Item = (String, String)>) -> Sources {
    let mut sources = load::load(&fixture("small"));
    sources.content.retain(|file| !file.path.starts_with("content/glossary/"));
    sources.content.extend(
        entries.map(|(slug, text)| SourceFile { path: format!("content/glossary/{slug}.md"), text: text.into() }),
    );
    sources
}

fn built(sources: &Sources) -> Site {
    let outcome = compile(sources, &Options::default(), &mut |_| {});
    let wrong = outcome.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    outcome.site.unwrap_or_else(|| panic!("{wrong:?}"))
}

#[test]
fn every_entry_is_in_it_and_no_draft() {
    let fixtures = ["small", "ways"].map(|name| site(&fixture(name)));
    for site in [reference_site(), &fixtures[0], &fixtures[1]] {
        let pages = site.keys().filter_map(|path| path.strip_prefix("glossary/")?.strip_suffix("/index.html"));
        let found: BTreeSet<String> = records(site, "").iter().map(address).collect();
        assert_eq!(found, pages.map(str::to_owned).collect(), "{}", text(site, "robots.txt"));
    }
    let draft = "---\nterm: velocity of light\nlayer: planning\ndraft: true\ndefinition: Not yet.\npublished: 2026-11-01\n---\nText.\n";
    let mut sources = load::load(&fixture("small"));
    sources.content.push(SourceFile { path: "content/glossary/light.md".into(), text: draft.into() });
    let search = |drafts: bool| {
        let options = Options { drafts, ..Options::default() };
        let site = compile(&sources, &options, &mut |_| {}).site.expect("a site");
        records(&site, "").iter().any(|record| record[0] == "velocity of light")
    };
    assert!(!search(false));
    assert!(search(true));
}

#[test]
fn a_record_as_it_travels() {
    insta::assert_snapshot!(text(&site(&fixture("small")), &parts(&site(&fixture("small")))[""]));
}

/// Bytes that a browser fetches before the first letter is typed, most of them the records of 298 terms.
const EARLY: usize = 38 * 1024;

/// The records of the pages that are not entries.
fn pages(site: &Site) -> Vec<Value> {
    let directory = json(site, "search/index.json");
    let path = directory["others"][""].as_str().expect("one file").trim_start_matches("../").to_owned();
    json(site, &path).as_array().expect("records").clone()
}

#[test]
fn every_kind_of_page_is_in_it_and_leads_to_a_page() {
    let site = reference_site();
    let found = pages(site);
    let kinds = json(site, "search/index.json")["kinds"].as_array().expect("kinds").len();
    let has_page = |record: &&Value| record[3].as_str().is_some_and(|path| !path.contains('#'));
    let counted = |kind: usize| found.iter().filter(|record| record[1] == kind).filter(has_page).count();
    let folder = |name: &str| {
        let inside =
            |path: &str| path.strip_prefix(name)?.strip_suffix("/index.html").map(|rest| rest.matches('/').count());
        site.keys().filter(|path| inside(path) == Some(0) && !is_redirect(site, path)).count()
    };
    for (kind, name) in [(0, "calculators/"), (1, "models/"), (2, "hardware/"), (4, "runtimes/"), (5, "compare/")] {
        assert_eq!(counted(kind), folder(name), "{name}");
    }
    for kind in 0..kinds {
        assert!(counted(kind) > 0, "nothing of kind {kind}");
    }
    for record in &found {
        let path = record[3].as_str().expect("a path").split(['?', '#']).next().expect("a beginning");
        assert!(site.contains_key(&format!("{path}index.html")), "{record}");
    }
}

#[test]
fn devices_and_models_carry_their_facts_their_other_names_and_what_chooses_them() {
    let mut sources = load::load(repository());
    let file = sources.content.iter_mut().find(|file| file.path == "content/catalog/hardware.yaml").expect("devices");
    let mut text = file.text.to_string();
    let at = text.find("- id: rtx-4080\n").expect("the device");
    let end = text[at + 1..].find("\n- id: ").map_or(text.len(), |end| at + 1 + end);
    if !text[at..end].contains("aliases:") {
        text.insert_str(at + "- id: rtx-4080\n".len(), "  aliases: [AD103]\n");
    }
    file.text = text.into();
    let found = pages(&built(&sources));
    let of = |name: &str| found.iter().find(|record| record[0] == name).unwrap_or_else(|| panic!("{name}"));
    let device = of("GeForce RTX 4080");
    assert_eq!(device[2], "16 GiB, 716.8 GB/s, 2022");
    assert_eq!(device[3], "hardware/rtx-4080/");
    assert!(device[4].as_array().expect("aliases").iter().any(|alias| alias == "AD103"), "{device}");
    assert_eq!(device[5], "hw=rtx-4080");
    assert_eq!(of("Qwen3 30B-A3B")[5], "m=qwen3-30b-a3b");
}

#[test]
fn little_is_fetched_before_the_first_letter() {
    let site = reference_site();
    let directory = json(site, "search/index.json");
    assert_eq!(directory["early"], true);
    // The script of search has the words of its language.
    let page = text(site, "search/index.html");
    let scripts = ["search-index", "matcher", "pair"].map(|name| format!("assets/js/{name}."));
    let own = |path: &str| {
        scripts.iter().any(|script| path.starts_with(script))
            || path.starts_with("assets/css/search.")
            || path.starts_with("assets/js/search.") && page.contains(path)
    };
    let files = site.iter().filter(|(path, _)| own(path)).map(|(_, bytes)| gzip(bytes));
    let size = files.sum::<usize>() + gzip(&site[&parts(site)[""]]) + gzip(&site["search/index.json"]);
    assert!(size <= EARLY, "{size} B");
    assert_eq!(json(&built(&many(1000)), "search/index.json")["early"], false, "a large index waits for the letter");
}

#[test]
fn a_site_of_entries_alone_has_an_index_of_entries_alone() {
    let directory = json(&site(&fixture("small")), "search/index.json");
    assert!(directory.get("others").is_none() && directory.get("kinds").is_none(), "{directory}");
}

/// Builds the reference site once more.
mod slow {
    use super::*;

    #[test]
    fn the_same_entries_give_the_same_bytes_whatever_their_order() {
        let files = |site: &Site| {
            let own = |path: &str| {
                path == "search/index.json" || path.starts_with("data/search/") || path == "opensearch.xml"
            };
            site.iter()
                .filter(|(path, _)| own(path))
                .map(|(path, bytes)| (path.clone(), bytes.clone()))
                .collect::<Site>()
        };
        let mut sources = load::load(repository());
        sources.content.reverse();
        let again = compile(&sources, &Options::default(), &mut |_| {});
        let once = files(reference_site());
        assert_eq!(once.len(), 5, "{:?}", once.keys());
        let again = files(&again.site.expect("a site"));
        // The directory names the reader of machines by its hash, and records are in the order of their files.
        let shown = |site: &Site, path: &str| {
            let mut value: Value = serde_json::from_slice(site.get(path)?).ok()?;
            value.as_object_mut().map(|keys| keys.remove("reader"));
            Some(value)
        };
        let is_equal = |path: &str| match path {
            "search/index.json" => shown(&once, path) == shown(&again, path),
            _ => once.get(path) == again.get(path),
        };
        let differing: Vec<_> = once.keys().filter(|path| !is_equal(path)).collect();
        assert!(differing.is_empty() && again.len() == once.len(), "{differing:?} differ from {:?}", again.keys());
    }
}

#[test]
fn an_edit_of_one_entry_leaves_the_pages_of_others_alone() {
    let mut sources = load::load(&fixture("small"));
    let before = built(&sources);
    let file = sources.content.iter_mut().find(|file| file.path == "content/glossary/sprint.md").expect("an entry");
    file.text = file.text.replacen("\nsources:", "\nforms: [dashing about]\nsources:", 1).into();
    let after = built(&sources);
    assert_ne!(parts(&before), parts(&after), "the index has changed");
    let other = "glossary/story-point/index.html";
    assert_eq!(text(&before, other), text(&after, other));
}

/// Generates this many distinct entries with the words of real ones: definitions of sentences, and three names each.
fn many(count: usize) -> Sources {
    let site = reference_site();
    let models = records(site, "");
    let words: Vec<&str> = models.iter().flat_map(|record| record[2].as_str().unwrap_or_default().split(' ')).collect();
    // A generator of numbers that is the same everywhere.
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    let entries: Vec<(String, String)> = (0..count)
        .map(|number| {
            let model = &models[number % models.len()];
            let mut some = |most: usize| {
                let from = next(words.len() - most);
                let plain = words[from..from + most].iter().map(|word| fold(word)).filter(|word| word.contains(char::is_alphanumeric));
                plain.collect::<Vec<_>>().join(" ")
            };
            let (term, first, second) = (some(2), some(2), some(3));
            // Real prose in pieces, which compress no better than it does.
            let definition: Vec<String> = (0..4).map(|_| some(6)).collect();
            let layer = if model[1] == 0 { "planning" } else { "work" };
            let text = format!(
                "---\nterm: {term} {number}\nlayer: {layer}\naliases: [{first} a{number}, {second} b{number}]\ndefinition: \"{}.\"\nmatch: never\nsources: [{{key: a, title: A, url: \"https://a.example/\"}}]\npublished: 2026-11-01\n---\nText.\n",
                definition.join(", ")
            );
            (format!("entry-{number}"), text)
        })
        .collect();
    with_entries(entries.into_iter())
}

#[test]
fn a_thousand_entries_travel_in_eighty_four_kilobytes() {
    let site = built(&many(1000));
    let parts = parts(&site);
    assert_eq!(parts.len(), 1, "at this size the index is one file");
    let size = gzip(&site[&parts[""]]) + gzip(&site["search/index.json"]);
    assert!(records(&site, "").len() == 1000 && size <= BUDGET, "{size} B");
    // The reference site, scaled to a thousand entries.
    let reference = reference_site();
    let size = gzip(&reference[&self::parts(reference)[""]]) * 1000 / records(reference, "").len();
    assert!(size <= BUDGET, "{size} B");
}

#[test]
fn a_larger_index_is_split_and_each_part_is_small() {
    let site = built(&many(2500));
    let parts = parts(&site);
    assert!(parts.len() > 20 && !parts.contains_key(""), "{} parts", parts.len());
    let mut found = BTreeSet::new();
    for (beginning, path) in &parts {
        let size = gzip(&site[path]);
        assert!(size <= BUDGET / 2, "{beginning}: {size} B");
        for record in records(&site, beginning) {
            let names = record[4].as_array().expect("aliases").iter().chain([&record[0], &record[2]]);
            let words = names.map(|name| fold(name.as_str().expect("a text"))).flat_map(|name| {
                let words = name.split(' ').map(str::to_owned).collect::<Vec<_>>();
                [words, initials(&name)].concat()
            });
            assert!(words.into_iter().any(|word| word.starts_with(beginning.as_str())), "{beginning}: {record}");
            found.insert(address(&record));
        }
    }
    assert_eq!(found.len(), 2500, "every entry is in some part");
    assert!(gzip(&site["search/index.json"]) <= 12 * 1024);
}

#[test]
fn any_part_of_a_word_finds_the_file_where_words_stand_without_spaces() {
    let entries = (0..1500).map(|number| {
        let padding = "a long definition that makes the index too large for one file ".repeat(3);
        let text = format!(
            "---\nterm: 键值缓存{number}\nlayer: planning\nmatch: never\ndefinition: \"{padding}{number}.\"\nsources: [{{key: a, title: A, url: \"https://a.example/\"}}]\npublished: 2026-11-01\n---\nText.\n"
        );
        (format!("cache-{number}"), text)
    });
    let site = built(&with_entries(entries));
    let parts = parts(&site);
    assert!(!parts.contains_key(""));
    for part in ['键', '缓', '存'] {
        assert!(parts.keys().any(|beginning| beginning.starts_with(part)), "{part}: {:?}", parts.keys());
    }
}

#[test]
fn hostile_titles_survive_in_the_index_and_on_the_page() {
    let titles =
        [r#"</script><b>"R&D" 'n' <!--"#, "🚀", "👩‍💻 work 🧪", "ספר עזר", "naïve Ångström ﬁle", "../../up", "__proto__"];
    let entries = titles.iter().enumerate().map(|(number, title)| {
        let title = serde_json::to_string(title).expect("a string is JSON");
        let text = format!(
            "---\nterm: {title}\nlayer: planning\ndefinition: {title}\naliases: [\"constructor {number}\"]\nsources: [{{key: a, title: A, url: \"https://a.example/\"}}]\npublished: 2026-11-01\n---\nText.\n"
        );
        (format!("hostile-{number}"), text)
    });
    let sources = with_entries(entries);
    let site = built(&sources);
    let found = records(&site, "");
    for title in titles {
        assert!(found.iter().any(|record| record[0] == title), "{title:?}");
    }
    // The pages escape: reading one ends the test if a title opens or closes an element of it.
    assert!(page(&site, "search/index.html").words_of("b").iter().all(|words| !words.contains("R&D")));
    let list = page(&site, "glossary/index.html").words();
    assert!(list.contains(titles[0]), "{list}");
}

#[test]
fn the_fold_is_the_one_that_the_browser_is_held_to() {
    let list: Vec<(String, String)> =
        serde_json::from_str(&std::fs::read_to_string(fixture("search/folded.json")).expect("the list"))
            .expect("pairs");
    assert!(list.len() > 40);
    for (text, folded) in list {
        assert_eq!(fold(&text), folded, "{text:?}");
        assert_eq!(fold(&folded), folded, "folding again changes nothing: {text:?}");
    }
}

#[test]
fn browsers_are_told_of_it_and_entries_are_spared_the_words() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(text(&site, "opensearch.xml"));
    for (path, is_expected) in
        [("index.html", true), ("search/index.html", true), ("glossary/sprint/index.html", false), ("404.html", false)]
    {
        assert_eq!(text(&site, path).contains("opensearchdescription"), is_expected, "{path}");
    }
    assert_eq!(page(&site, "404.html").one("form.search[role=search]").attr("action"), "/team/search/");
}

#[test]
fn names_that_xml_or_the_format_cannot_hold_are_cut() {
    let mut sources = load::load(&fixture("small"));
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("the settings");
    let title = "title: \"A <very> & long \\\"name\\\" of a glossary\"";
    let lines = settings.text.lines().map(|line| if line.starts_with("title:") { title } else { line });
    settings.text = (lines.collect::<Vec<_>>().join("\n") + "\n").into();
    let site = built(&sources);
    let names = elements(text(&site, "opensearch.xml"), "ShortName");
    assert!(names.len() == 1 && names[0].starts_with("A <very> & long"), "{names:?}");
}

#[test]
fn other_names_stand_with_their_entry_in_the_list() {
    let list = page(reference_site(), "glossary/index.html");
    let row = list.one("[id=time-to-first-token]");
    assert!(row.words_of("small").iter().any(|names| names.contains("TTFT")), "{}", row.words());
    assert!(!list.words_of("dt").iter().any(|term| term == "TTFT"), "no row of its own");
}

#[test]
fn a_letter_leads_to_its_place_in_the_list() {
    let site = reference_site();
    let (search, list) = (page(site, "search/index.html"), page(site, "glossary/index.html"));
    let letters = search.attrs("[href^=../glossary/#]", "href");
    assert!(!letters.is_empty());
    for letter in letters {
        let id = letter.trim_start_matches("../glossary/#");
        assert!(list.has(&format!("[id=\"{id}\"]")), "{letter}");
    }
}
