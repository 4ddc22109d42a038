//! Learning tracks: the way from lesson to lesson, what a lesson shows, and what its link does to a calculator.

use crate::dom::page;
use crate::support::{fixture, reference_site, repository, site};
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight::{Options, Site, compile};

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
    assert!(tried.has("[href=../../../glossary/tokens-per-second/?c=256&v=1#calculator]"), "{}", tried.inner());
    // The lesson works this number out by hand: 1,008 GB/s over 4.617 + 0.034 GB.
    let answers = tried.words_of("b");
    assert!(answers.iter().any(|words| words.ends_with("the memory bus allows 217")), "{answers:?}");
    let words = tried.words();
    assert!(words.contains("RTX 4090, Llama 3.1 8B in Q4_K_M, 256 tokens of context"), "{words}");
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
