//! The links of an entry, seen on the built pages: backlinks by layer, the neighbourhood, the map, and lists with the
//! same content.

use crate::dom::{Element, page};
use crate::support::{fixture, reference_site, site};
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;

/// A site of one hub and this many entries that mention it, each on its own layer of three.
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
    insta::assert_snapshot!(page(&site, "glossary/hub/index.html").one(".links").inner());
}

#[test]
fn the_map_of_a_small_site() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(page(&site, "map/index.html").one("main").inner());
}

#[test]
fn related_goes_both_ways() {
    let site = hub(3);
    for (entry, other) in [("hub", "spoke-2"), ("spoke-2", "hub")] {
        let page = page(&site, &format!("glossary/{entry}/index.html"));
        assert_eq!(page.attrs("ul.chips a", "href"), [format!("../../glossary/{other}/")]);
    }
}

#[test]
fn many_mentions_are_capped_and_all_of_them_are_one_link_away() {
    let site = hub(30);
    let hub = page(&site, "glossary/hub/index.html");
    let shown = hub.words_of(".mentions dd");
    assert_eq!(shown.len(), 6);
    assert!(shown.iter().all(|mention| mention.ends_with(" around the hub.")), "{shown:?}");
    assert_eq!(hub.words_of(".mentions q mark"), ["hub"; 6]);
    // The related one and the one that is mentioned in turn come first, whatever their order.
    let names = hub.words_of(".mentions dd a");
    assert!(["spoke 1", "spoke 2"].iter().all(|name| names.iter().any(|shown| shown == name)), "{names:?}");
    assert_eq!(hub.one("[href=../../links/hub/]").text(), "All 30 mentions");
    let all = page(&site, "links/hub/index.html");
    assert_eq!(all.attrs(".mentions a", "href").into_iter().collect::<BTreeSet<_>>().len(), 30);
    assert_eq!(all.words_of(".mentions dt"), ["High", "Middle", "Low"], "by layer, the highest first");
    assert!(!site.contains_key("links/spoke-1/index.html"), "no page where the entry's own has room");
}

#[test]
fn the_picture_caps_each_side_and_says_so() {
    let site = hub(30);
    let hub = page(&site, "glossary/hub/index.html");
    let picture = hub.one("svg.around");
    assert!(picture.words().contains("Leads here: 7 of 28"), "{}", picture.inner());
    assert_eq!(picture.select("a[href]").len(), 9, "seven that lead here, two that it leads on to");
}

/// All lines at once show nothing: where related pairs are many, an entry has one at rest.
#[test]
fn the_map_of_the_reference_site_has_lines_at_rest() {
    let map = page(reference_site(), "map/index.html");
    let (lines, entries) = (map.attrs("svg.map path.all", "d"), map.select("svg.map g").len());
    let drawn = lines.iter().map(|path| path.matches('M').count()).sum::<usize>();
    assert!(drawn > entries / 3 && drawn <= entries, "{drawn} lines, {entries} entries");
}

/// Every link of the pictures is also in the lists, and every pair in the lists is drawn.
#[test]
fn pictures_and_lists_of_the_reference_site_have_the_same_content() {
    let site = reference_site();
    let entries = |page: &Element<'_>, part: &str| -> BTreeSet<String> {
        let targets = page.attrs(&format!("{part} a"), "href").into_iter();
        targets.filter(|target| target.contains("/glossary/")).map(str::to_owned).collect()
    };
    let map = page(site, "map/index.html");
    assert!(!entries(&map, "svg.map").is_empty());
    assert_eq!(entries(&map, "svg.map"), entries(&map, "details.mapped"));
    let pages = site.keys().filter(|path| path.starts_with("glossary/") && path.matches('/').count() == 2);
    for path in pages.filter(|path| path.ends_with(".html")) {
        let entry = page(site, path);
        let mut listed: BTreeSet<String> =
            [".links dl", ".links ul", ".links p"].iter().flat_map(|part| entries(&entry, part)).collect();
        let all = path.replacen("glossary/", "links/", 1);
        if site.contains_key(&all) {
            listed.extend(entries(&page(site, &all), "main"));
        }
        let picture = entries(&entry, ".links svg.around");
        assert!(entry.has(".links svg.around") && picture.is_subset(&listed), "{path}");
        let own = path.trim_end_matches("index.html");
        assert!(!picture.iter().any(|target| target.ends_with(own)), "{path} leads to itself");
    }
}

#[test]
fn the_same_links_give_the_same_pictures_however_many() {
    let (one, two) = (hub(450), hub(450));
    assert!(one == two);
    let map = page(&one, "map/index.html");
    assert_eq!(map.select("svg.map g").len(), 400, "a picture of everything shows nothing");
    assert!(map.words().contains("The 51 terms with the fewest links are in the list alone."));
    let listed = map.words_of("details.mapped li a");
    for name in ["spoke 0", "spoke 449"] {
        assert!(listed.iter().any(|listed| listed == name), "{name}");
    }
}
