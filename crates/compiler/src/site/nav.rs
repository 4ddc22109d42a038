//! The links of the navigation; pages that the site lacks are left out.

use crate::site::answers::Answers;
use crate::site::inputs::Inputs;
use crate::site::page_id::PageKind;
use crate::site::paths::EXPLORE;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::strings::Strings;

/// A link of the navigation.
pub(crate) struct NavItem {
    pub(crate) title: String,
    pub(crate) path: String,
    /// The kind of the page that it leads to.
    pub(crate) kind: PageKind,
}

impl NavItem {
    pub(crate) fn new(title: &str, path: &str, kind: PageKind) -> Self {
        Self { title: title.to_owned(), path: path.to_owned(), kind }
    }
}

/// Returns the links to pages of the catalog that the site has.
pub(crate) fn catalog_nav(catalog: &Catalog, strings: &Strings) -> impl Iterator<Item = NavItem> + use<> {
    let item = |key, path, kind| NavItem::new(strings.get(key), path, kind);
    let items = [
        (!catalog.hardware.is_empty(), item("menu.hardware", "hardware/", PageKind::Hardware)),
        (!catalog.models.is_empty(), item("menu.models", "models/", PageKind::Models)),
        (!catalog.anchors.is_empty(), item("footer.measurements", "anchors/", PageKind::Anchors)),
    ];
    items.into_iter().filter(|(there, _)| *there).map(|(_, item)| item)
}

/// Returns the navigation at the top of every page.
pub(crate) fn items(inputs: &Inputs<'_>, answers: Option<&Answers<'_>>) -> Vec<NavItem> {
    let strings = &inputs.config.strings;
    let site = inputs.in_default_language();
    let item = |key, path: &str, kind| NavItem::new(strings.get(key), &inputs.way(path), kind);
    let first = [
        (answers.is_some_and(Answers::explores), item("menu.explore", EXPLORE, PageKind::Explore)),
        (answers.is_some(), item("menu.calculators", "calculators/", PageKind::Calculators)),
    ];
    let index = inputs.config.index_path();
    let glossary = item("menu.glossary", &index, PageKind::Index);
    let learn = (!site.glossary.tracks.is_empty()).then(|| item("menu.learn", "learn/", PageKind::Tracks));
    let shown = first.into_iter().filter(|(there, _)| *there).map(|(_, item)| item);
    // Measurements, runtimes, the map and the comparisons are linked from these pages and in the footer.
    let lists = site
        .catalog
        .into_iter()
        .flat_map(|catalog| catalog_nav(catalog, strings))
        .filter(|item| item.kind != PageKind::Anchors)
        .map(|item| NavItem { path: inputs.way(&item.path), ..item });
    shown.chain(lists).chain(learn).chain([glossary]).collect()
}
