//! The links of an entry, seen on the built pages: backlinks by layer, the neighbourhood, the map, and lists with the same content.

use crate::support::{between, fixture, reference_site, site, text};
use rooflight::Site;
use rooflight::source::{SourceFile, Sources};
use rooflight::{Options, compile};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Addresses of the links in a piece of HTML.
fn targets(html: &str) -> Vec<String> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// A site of one hub and so many entries that mention it, each on its own layer of three.
fn hub(mentions: usize) -> Site {
    let settings = "title: T\nbase_url: https://t.example/\nauthor: A\ndescription: D.\nlayers:\n  - {id: low, title: Low, summary: L.}\n  - {id: middle, title: Middle, summary: M.}\n  - {id: high, title: High, summary: H.}\n";
    let mut content = vec![SourceFile::new("content/site.yaml", settings)];
    let entry = |name: &str, layer: &str, more: &str, body: &str| {
        let text = format!(
            "---\nterm: {name}\nlayer: {layer}\n{more}definition: What {name} is.\nsources: [{{title: S, url: \"https://s.example/\"}}]\npublished: 2026-01-01\n---\n{body}\n"
        );
        SourceFile::new(format!("content/glossary/{}.md", name.replace(' ', "-")), text)
    };
    content.push(entry("hub", "middle", "related: [spoke-2]\n", "It knows spoke 1."));
    for n in 0..mentions {
        let layer = ["low", "middle", "high"][n % 3];
        content.push(entry(&format!("spoke {n}"), layer, "", &format!("This is number {n} around the hub.")));
    }
    let builtin = rooflight::edge::load::load(&fixture("small"));
    let sources = Sources { content, ..builtin };
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert_eq!(outcome.diagnostics, Vec::new());
    outcome.site.expect("a site")
}

#[test]
fn a_neighbourhood_and_its_lists() {
    let site = hub(3);
    let page = text(&site, "glossary/hub/index.html");
    insta::assert_snapshot!(between(page, "<div class=\"links\">", "<section class=\"flow from\""));
}

#[test]
fn the_map_of_a_small_site() {
    let site = site(&fixture("small"));
    let page = text(&site, "map/index.html");
    insta::assert_snapshot!(between(page, "<figure class=\"wide-map\">", "<p class=\"print-only"));
}

#[test]
fn related_goes_both_ways() {
    let site = hub(3);
    let chips = |path: &str| targets(between(text(&site, path), "<ul class=\"chips\">", "</ul>"));
    assert_eq!(chips("glossary/hub/index.html"), ["../../glossary/spoke-2/"]);
    assert_eq!(chips("glossary/spoke-2/index.html"), ["../../glossary/hub/"]);
}

#[test]
fn many_mentions_are_capped_and_all_of_them_are_one_link_away() {
    let site = hub(30);
    let page = text(&site, "glossary/hub/index.html");
    let shown = between(page, "<dl class=\"mentions\">", "</dl>");
    assert_eq!(shown.matches("<dd>").count(), 6);
    assert!(shown.contains("around the <mark>hub</mark>."));
    // The related one and the one that is mentioned in turn come first, whatever their order.
    assert!(shown.contains(">spoke 1<") && shown.contains(">spoke 2<"));
    assert!(page.contains("<a href=\"../../links/hub/\">All 30 mentions</a>"));
    let all = between(text(&site, "links/hub/index.html"), "<dl class=\"mentions\">", "</dl>");
    assert_eq!(targets(all).into_iter().collect::<BTreeSet<_>>().len(), 30);
    let layers: Vec<&str> = all.split("<dt>").skip(1).filter_map(|rest| rest.lines().next()).collect();
    assert_eq!(layers, ["High", "Middle", "Low"], "by layer, the highest first");
    assert!(!site.contains_key("links/spoke-1/index.html"), "no page where the entry's own has room");
}

#[test]
fn the_picture_caps_each_side_and_says_so() {
    let site = hub(30);
    let picture = between(text(&site, "glossary/hub/index.html"), "<svg class=\"around\"", "<dl");
    assert!(picture.contains("Leads here: 7 of 28"), "{picture}");
    assert_eq!(targets(picture).len(), 9, "seven that lead here, two that it leads on to");
}

/// Every link of the pictures is also in the lists, and every pair in the lists is drawn.
#[test]
fn pictures_and_lists_of_the_reference_site_have_the_same_content() {
    let site = reference_site();
    let map = text(site, "map/index.html");
    let (picture, list) =
        (between(map, "<svg class=\"map\"", "</svg>"), between(map, "<details class=\"mapped\"", "</main>"));
    let entries = |html: &str| -> BTreeSet<String> {
        targets(html).into_iter().filter(|target| target.contains("/glossary/")).collect()
    };
    assert_eq!(entries(picture), entries(list));
    let pages = site.keys().filter(|path| path.starts_with("glossary/") && path.matches('/').count() == 2);
    for path in pages.filter(|path| path.ends_with(".html")) {
        let page = text(site, path);
        let links = between(page, "<div class=\"links\">", "<section class=\"flow from\"");
        let (picture, lists) = links.split_once("</g></svg>").expect("a picture");
        let all = path.replacen("glossary/", "links/", 1);
        let further = site.get(&all).map(|bytes| std::str::from_utf8(bytes).expect("text")).unwrap_or_default();
        let listed: BTreeSet<String> = entries(lists).into_iter().chain(entries(further)).collect();
        assert!(entries(picture).is_subset(&listed), "{path}");
        let own = path.trim_end_matches("index.html");
        assert!(!entries(picture).iter().any(|target| target.ends_with(own)), "{path} leads to itself");
    }
}

#[test]
fn the_same_links_give_the_same_pictures_however_many() {
    let (one, two) = (hub(450), hub(450));
    assert!(one == two);
    let map = text(&one, "map/index.html");
    let drawn = between(map, "<svg class=\"map\"", "</svg>").matches("<g>").count();
    assert_eq!(drawn, 400, "a picture of everything shows nothing");
    assert!(map.contains("The 51 terms with the fewest links are in the list alone."));
    let mut said = String::new();
    for n in [0, 449] {
        write!(said, "{}", between(map, "<details class=\"mapped\"", "</main>").contains(&format!(">spoke {n}<")))
            .expect("text");
    }
    assert_eq!(said, "truetrue");
}
