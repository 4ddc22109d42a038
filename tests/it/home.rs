//! The home page and the gallery of calculators: what they show is what the site has.

use crate::dom::page;
use crate::support::{fixture, is_redirect, reference_site, site};

#[test]
fn the_house_has_a_floor_a_layer_and_a_bar_for_its_terms() {
    let home = page(reference_site(), "index.html");
    let entries = reference_site().keys().filter(|path| {
        path.strip_prefix("glossary/")
            .and_then(|rest| rest.strip_suffix("/index.html"))
            .is_some_and(|id| !id.contains('/'))
    });
    assert_eq!(home.one("#layers").words(), format!("{} terms", entries.count()));
    let floors = home.select(".layer-rows li").len();
    assert!(floors > 5 && home.select(".layer-rows .layer").len() == floors);
    let bars = home.attrs(".layer-rows .on", "width");
    assert!(bars.len() == floors && bars.contains(&"100%"), "{bars:?}");
}

#[test]
fn the_home_page_asks_and_answers() {
    let home = page(reference_site(), "index.html");
    assert_eq!(home.one("h1").text(), "How fast will a model run on your machine?");
    let tables = home.select("table.strips");
    assert_eq!(tables.len(), 2);
    assert!(tables[0].select("tbody tr").len() > 8, "models that run");
    assert_eq!(tables[1].select("tbody tr").len(), 5, "measurements");
    assert!(tables[0].has("[href^=./calculators/decode-speed/?hw=rtx-5090]"));
    assert!(home.has("[href^=./changes/#on-]"));
    let models = home.attrs(".room a", "href");
    assert!(models.len() > 80 && models.iter().all(|path| path.starts_with("./models/")), "{models:?}");
    assert!(home.one("#room-d").text().contains("below the roof"));
}

#[test]
fn a_small_site_has_no_empty_part() {
    let small = site(&fixture("small"));
    let home = page(&small, "index.html");
    assert!(!home.has("table") && !home.has(".onward") && !home.has(".layer-rows"));
    assert_eq!(home.one("h1").text(), "Sprint words");
    assert_eq!(home.words_of(".words h3"), ["Planning", "Work"]);
    assert!(home.has(".words dt a[href^=./glossary/]") && home.has(".words dd"), "each term with its definition");
}

#[test]
fn every_calculator_is_a_tile_with_its_answer() {
    let gallery = page(reference_site(), "calculators/index.html");
    let tiles = gallery.select(".gallery li");
    let is_page = |path: &&String| path.starts_with("calculators/") && path.matches('/').count() == 2;
    let pages = reference_site().keys().filter(is_page).filter(|path| path.ends_with("/index.html"));
    let pages = pages.filter(|path| !is_redirect(reference_site(), path));
    assert_eq!(tiles.len(), pages.count());
    for tile in tiles {
        assert!(tile.one("h3").text().len() > 3 && tile.one("b").text().len() > 8, "{}", tile.words());
        assert!(tile.has("svg path"), "{} draws something", tile.one("h3").text());
    }
}
