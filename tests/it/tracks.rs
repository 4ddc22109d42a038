//! Learning tracks: the way from lesson to lesson, what a lesson shows, and what its link does to a calculator.

use crate::support::{between, fixture, reference_site, repository, site, text};
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight::{Options, Site, compile};

fn lessons(site: &Site, track: &str) -> usize {
    (1..100).take_while(|number| site.contains_key(&format!("learn/{track}/{number}/index.html"))).count()
}

#[test]
fn an_entry_as_a_lesson() {
    let site = site(&fixture("ways"));
    let page = text(&site, "learn/planning/1/index.html");
    insta::assert_snapshot!(between(page, "<main", "</main>"));
}

#[test]
fn a_page_of_its_own_as_a_lesson() {
    let site = site(&fixture("ways"));
    let page = text(&site, "learn/planning/2/index.html");
    assert!(page.contains("<h1>Cutting it down</h1>"));
    assert!(page.contains("<p>2 of 3</p>"));
    assert!(
        page.contains(
            r#"<a class="term" href="../../../glossary/story-point/" data-term="story-point">story points</a>"#
        )
    );
    assert!(page.contains(r#"<a href="../../../learn/">The list</a>"#), "addresses from the root");
    assert!(page.contains(r#"<a rel="prev" href="../../../learn/planning/1/">"#));
    assert!(page.contains(r#"<a rel="next" href="../../../learn/planning/3/">"#));
    assert!(site.contains_key("learn/planning/2/cards.json"));
}

#[test]
fn the_last_lesson_ends_and_has_no_loose_citations() {
    let site = site(&fixture("ways"));
    let page = text(&site, "learn/planning/3/index.html");
    assert!(page.contains("<h1>What the time is</h1>"), "a title of the track's own");
    assert!(!page.contains("rel=\"next\"") && page.contains("<small>Done</small>"));
    assert!(!page.contains("#source-"), "the list of sources is on the entry's page");
    assert!(page.contains("which has its <a href=\"../../../glossary/sprint/#h-sources\">source</a>"));
}

#[test]
fn tracks_stand_in_their_order() {
    let site = site(&fixture("ways"));
    let list = between(text(&site, "learn/index.html"), "<ul class=\"tracks\">", "</main>");
    assert!(list.find("Asking") < list.find("Planning a sprint"));
    assert!(text(&site, "index.html").contains("<span>3 lessons</span>"));
    assert!(text(&site, "glossary/sprint/index.html").contains("<a href=\"../../learn/\">Learn</a>"));
    let overview = text(&site, "learn/planning/index.html");
    assert!(overview.contains("<p>Not all of it fits.</p>"));
}

#[test]
fn drafts_wait_and_a_site_without_tracks_has_nothing_of_them() {
    assert!(!site(&fixture("ways")).contains_key("learn/unfinished/index.html"));
    let options = Options { drafts: true, ..Options::default() };
    let outcome = compile(&load::load(&fixture("ways")), &options, &mut |_| {});
    assert!(outcome.site.expect("a site").contains_key("learn/unfinished/1/index.html"));
    let small = site(&fixture("small"));
    assert!(!small.keys().any(|path| path.starts_with("learn/")));
    assert!(!text(&small, "index.html").contains("learn/"));
}

#[test]
fn a_lesson_sets_the_calculator_and_knows_its_answer() {
    let site = reference_site();
    let page = text(site, "learn/why-decode-is-slow/6/index.html");
    let tried = between(page, "<section class=\"try", "</section>");
    assert!(tried.contains("href=\"../../../glossary/tokens-per-second/?c=256&amp;v=1#calculator\""), "{tried}");
    // The lesson works this number out by hand: 1,008 GB/s over 4.617 + 0.034 GB.
    assert!(tried.contains("the memory bus allows 217</b>"), "{tried}");
    assert!(tried.contains("RTX 4090, Llama 3.1 8B in Q4_K_M, 256 tokens of context"), "{tried}");
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
            let page = text(site, &format!("learn/{track}/{number}/index.html"));
            assert!(page.contains("id=\"h-try\""), "{track}/{number} has nothing to try");
        }
    }
}
