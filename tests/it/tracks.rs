//! Learning tracks: the way from lesson to lesson, what a lesson shows, and what its link does to a calculator.

use crate::dom::page;
use crate::support::{fixture, reference_site, repository, site};
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};

fn lessons(site: &Site, track: &str) -> usize {
    (1..100).take_while(|number| site.contains_key(&format!("learn/{track}/{number}/index.html"))).count()
}

#[test]
fn an_entry_as_a_lesson() {
    let site = site(&fixture("ways"));
    let page = page(&site, "learn/planning/1/index.html");
    let main = page.one("main");
    assert_eq!(main.attr("data-cards"), "cards.json");
    insta::assert_snapshot!(main.inner());
}

#[test]
fn a_page_of_its_own_as_a_lesson() {
    let site = site(&fixture("ways"));
    let page = page(&site, "learn/planning/2/index.html");
    assert_eq!(page.one("h1").text(), "Cutting it down");
    assert_eq!(page.one(".crumbs p").text(), "2 of 3");
    let term = page.one(".text a.term[data-term=story-point]");
    assert_eq!((term.attr("href"), term.text().as_str()), ("../../../glossary/story-point/", "story points"));
    assert_eq!(page.one(".text [href=../../../learn/]").text(), "The list", "addresses from the root");
    assert_eq!(page.one("a[rel=prev]").attr("href"), "../../../learn/planning/1/");
    assert_eq!(page.one("a[rel=next]").attr("href"), "../../../learn/planning/3/");
    assert!(site.contains_key("learn/planning/2/cards.json"));
}

#[test]
fn the_last_lesson_ends_and_has_no_loose_citations() {
    let site = site(&fixture("ways"));
    let page = page(&site, "learn/planning/3/index.html");
    assert_eq!(page.one("h1").text(), "What the time is", "a title of the track's own");
    assert!(!page.has("[rel=next]") && page.words_of(".onward small").contains(&"Done".to_owned()));
    assert!(!page.has("[href^=#source-]"), "the list of sources is on the entry's page");
    let notes = page.words_of(".note");
    assert!(notes.iter().any(|note| note.ends_with(", which has its source.")), "{notes:?}");
    assert_eq!(page.one(".note [href=../../../glossary/sprint/#h-sources]").text(), "source");
}

#[test]
fn tracks_stand_in_their_order() {
    let site = site(&fixture("ways"));
    assert_eq!(page(&site, "learn/index.html").words_of(".tracks h2"), ["Asking", "Planning a sprint"]);
    assert!(page(&site, "index.html").words_of("main li span").contains(&"3 lessons".to_owned()));
    assert_eq!(page(&site, "glossary/sprint/index.html").one("[href=../../learn/]").text(), "Learn");
    let overview = page(&site, "learn/planning/index.html");
    assert_eq!(overview.words_of(".steps p")[1], "Not all of it fits.");
}

#[test]
fn drafts_wait_and_a_site_without_tracks_has_nothing_of_them() {
    assert!(!site(&fixture("ways")).contains_key("learn/unfinished/index.html"));
    let options = Options { drafts: true, ..Options::default() };
    let outcome = compile(&load::load(&fixture("ways")), &options, &mut |_| {});
    assert!(outcome.site.expect("a site").contains_key("learn/unfinished/1/index.html"));
    let small = site(&fixture("small"));
    assert!(!small.keys().any(|path| path.starts_with("learn/")));
    assert!(page(&small, "index.html").attrs("a", "href").iter().all(|target| !target.contains("learn/")));
}

#[test]
fn a_lesson_sets_the_calculator_and_knows_its_answer() {
    let site = reference_site();
    let page = page(site, "learn/why-decode-is-slow/6/index.html");
    let tried = page.one("section.try");
    assert!(
        tried.has("[href=../../../glossary/decode/?hw=rtx-3090&m=qwen3.8-27b&q=gguf-q4_k_m&c=64&v=1#calculator]"),
        "{}",
        tried.inner()
    );
    // The lesson works this number out by hand: 936.2 GB/s over 15.821 + 0.004 + 0.314 GB.
    let answers = tried.words_of("b");
    assert!(answers.iter().any(|words| words.ends_with("the memory bus allows 58.0")), "{answers:?}");
    let words = tried.words();
    assert!(words.contains("RTX 3090, Qwen3.8 27B in Q4_K_M, 64 tokens of context"), "{words}");
}

#[test]
fn a_setting_that_cannot_be_answered_is_reported_at_its_place() {
    let mut sources = load::load(repository());
    let track = sources.content.iter_mut().find(|file| file.path == "content/tracks/why-decode-is-slow.yaml");
    let track = track.expect("the track");
    let lesson = |set: &str| format!("  - {{entry: tokens-per-second, why: W, try: {{say: S, set: {{{set}}}}}}}\n");
    let lessons = ["hardware: rtx-4909", "contxt: 1", "context: 0", "quantization: gguf-q4_k_m"].map(lesson);
    track.text = format!("title: T\nsummary: S\nlessons:\n{}", lessons.concat()).into();
    sources.content.retain(|file| !file.path.starts_with("content/tracks/why-decode-is-slow/"));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.site.is_none());
    insta::assert_snapshot!(report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

#[test]
fn the_reference_site_has_five_tracks_with_something_to_try() {
    let site = reference_site();
    let tracks: Vec<&str> =
        site.keys().filter_map(|path| path.strip_prefix("learn/")?.strip_suffix("/1/index.html")).collect();
    assert!(tracks.len() >= 5, "{tracks:?}");
    for track in tracks {
        let count = lessons(site, track);
        assert!((5..=8).contains(&count), "{track} has {count} lessons");
        for number in 1..=count {
            let page = page(site, &format!("learn/{track}/{number}/index.html"));
            assert!(page.has("#h-try"), "{track}/{number} has nothing to try");
        }
    }
}

/// The `ways` fixture with these lessons in its track.
fn with_lessons(lessons: &str) -> rooflight_source::file::Sources {
    let mut sources = load::load(&fixture("ways"));
    let track = sources.content.iter_mut().find(|file| file.path == "content/tracks/planning.yaml").expect("the track");
    track.text = format!("title: T\nsummary: S\norder: 2\nlessons:\n{lessons}").into();
    let entry = sources.content.iter_mut().find(|file| file.path == "content/glossary/sprint.md").expect("the entry");
    let notes =
        "common_mistake: Calling it a `release`.\ntakeaway: It ends on its day.\nmemory_hook: A fence.\n---\nA sprint";
    entry.text = entry.text.replace("---\nA sprint", notes).into();
    sources
}

#[test]
fn a_lesson_ends_with_its_notes_or_with_those_of_its_entry() {
    let signal = "{say: Teams buy *planners*., source: A shop, url: \"https://shop.example/?a&b\"}";
    let lessons = format!(
        "  - {{page: cut, why: W, takeaway: Less is more., market_signal: {signal}}}\n  - {{entry: sprint, why: W, takeaway: Own words.}}\n"
    );
    let site = compile(&with_lessons(&lessons), &Options::default(), &mut |_| {}).site.expect("a site");
    let of_page = page(&site, "learn/planning/1/index.html");
    assert_eq!(of_page.words_of(".notes dt"), ["What to remember", "Market signal"], "what is left out has no row");
    assert_eq!(of_page.one(".notes dd em").text(), "planners");
    let source = of_page.one(".notes dd small a");
    assert_eq!((source.attr("href"), source.text().as_str()), ("https://shop.example/?a&b", "A shop"));
    let of_entry = page(&site, "learn/planning/2/index.html");
    assert_eq!(of_entry.words_of(".notes dt"), ["What to remember", "A common mistake", "Memory hook"]);
    assert_eq!(of_entry.words_of(".notes dd"), ["Own words.", "Calling it a release.", "A fence."]);
    let markdown = crate::support::text(&site, "learn/planning/1/index.md");
    let notes = "## In short\n\n- **What to remember**: Less is more.\n- **Market signal**: Teams buy *planners*. ([A shop](<https://shop.example/?a&b>))";
    assert!(markdown.contains(notes), "{markdown}");
    assert!(!page(&self::site(&fixture("ways")), "learn/planning/2/index.html").has(".notes"), "no notes, no list");
}

#[test]
fn notes_that_say_nothing_or_lead_nowhere_are_reported_at_their_place() {
    let signal = "{say: \"\", source: \"\", url: \"javascript:alert(1)\"}";
    let lessons = format!(
        "  - {{entry: sprint, why: W, takeaway: \" \", common_mistake: \"\", memory_hook: [a]}}\n  - entry: sprint\n    why: W\n    memory_hook: \"\"\n    market_signal: {signal}\n"
    );
    let report = |lessons: &str| {
        let mut sources = with_lessons(lessons);
        sources.content.retain(|file| !file.path.starts_with("content/tracks/planning/"));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        assert!(outcome.site.is_none());
        report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false)
    };
    let first = report(&lessons);
    let second = report(&lessons.replace("[a]", "a"));
    insta::assert_snapshot!(format!("{first}\n{second}"));
}

#[test]
fn a_lessons_own_page_may_name_its_layer() {
    let mut sources = load::load(&fixture("ways"));
    let lesson = |sources: &mut rooflight_source::file::Sources, layer: &str| {
        let file =
            sources.content.iter_mut().find(|file| file.path == "content/tracks/planning/cut.md").expect("a page");
        file.text = format!("---\ntitle: Cutting it down\nlayer: {layer}\n---\nText.\n").into();
    };
    lesson(&mut sources, "work");
    let site = compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
    let own = page(&site, "learn/planning/2/index.html");
    assert_eq!(own.one(".crumbs p a").attr("href"), "../../../layers/work/");
    let layer = page(&site, "layers/work/index.html");
    assert!(layer.attrs("dl a", "href").contains(&"../../learn/planning/2/"));
    lesson(&mut sources, "wrok");
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let text = report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    assert!(text.contains("cut.md:3:8") && text.contains("did you mean `work`"), "{text}");
}

#[test]
fn every_lesson_of_the_reference_site_has_its_notes_and_stands_on_its_layer() {
    let site = reference_site();
    let (mut lessons, mut signals) = (0, 0);
    let mut hooks = std::collections::BTreeSet::new();
    for path in site.keys().filter(|path| path.starts_with("learn/") && path.ends_with("/index.html")) {
        if path.matches('/').count() != 3 {
            continue;
        }
        let page = page(site, path);
        let labels = page.words_of(".notes dt");
        for label in ["What to remember", "A common mistake", "Memory hook"] {
            assert!(labels.iter().any(|has| has == label), "{path} lacks {label:?}");
        }
        let links = page.attrs(".notes small a", "href");
        assert_eq!(links.len(), labels.iter().filter(|label| *label == "Market signal").count(), "{path}");
        assert!(links.iter().all(|link| link.starts_with("https://")), "{path}");
        assert!(hooks.insert(page.words_of(".notes dd").pop()), "{path} repeats a hook");
        let layer = page.one(".crumbs p a").attr("href").trim_start_matches("../").to_owned();
        let listed = self::page(site, &format!("{layer}index.html"));
        let way = format!("../../{}", path.trim_end_matches("index.html"));
        assert_eq!(listed.attrs("dl a", "href").iter().filter(|link| **link == way).count(), 1, "{layer} {way}");
        let markdown = crate::support::text(site, &format!("{layer}index.md"));
        assert!(markdown.contains(&format!("/{})", path.trim_end_matches("index.html"))), "{layer} {path}");
        lessons += 1;
        signals += links.len();
    }
    assert!(signals * 5 > lessons * 4, "{signals} signals in {lessons} lessons");
}
