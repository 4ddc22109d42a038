//! The navigation of every page: the site's own, that of the settings, and the pages in the footer.
//!
//! Links are relative to the page. A link into another language has `hreflang`.

use crate::site::nav::{self, NavItem};
use crate::site::page_id::PageKind;
use crate::site::sources;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::NavView;
use rooflight_glossary::model::config::theme::NavLink;

impl RenderContext<'_> {
    /// Returns the navigation of the settings; a link is current on its target and on pages below that.
    pub(super) fn own_nav(&self, root: &str, page: &str) -> Vec<NavView> {
        let view = |link: &NavLink| {
            let external = link.is_external();
            let folder = link.path().split(['?', '#']).next().unwrap_or_default();
            let is_below = !folder.is_empty() && page.starts_with(folder);
            NavView {
                title: link.title.clone(),
                url: if external { link.url.clone() } else { format!("{root}{}", self.inputs.way(link.path())) },
                current: !external && (page == folder || is_below),
                external,
                hreflang: if external { None } else { self.inputs.language_at(&self.inputs.way(link.path())) },
            }
        };
        self.inputs.config.theme.navigation.iter().map(view).collect()
    }

    /// Returns the links of the footer: lists such as the map and the sources, pages without a folder, and the page of
    /// each folder.
    pub(super) fn pages(&self, root: &str) -> Vec<NavView> {
        let site = self.inputs.in_default_language();
        let pages = site.glossary.pages.iter().map(|linked| &linked.page);
        let pages = pages.filter(|page| page.folder().is_none_or(|folder| folder == page.slug));
        let catalog = site.catalog;
        let inside = [
            (true, ("footer.map", "map")),
            (sources::exist(self.inputs.glossary), ("footer.sources", "sources")),
            (!site.glossary.comparisons.is_empty(), ("footer.comparisons", "compare")),
            (catalog.is_some_and(|catalog| !catalog.anchors.is_empty()), ("footer.measurements", "anchors")),
            (catalog.is_some_and(|catalog| !catalog.runtimes.is_empty()), ("footer.runtimes", "runtimes")),
        ];
        let inside = inside
            .into_iter()
            .filter(|(there, _)| *there)
            .map(|(_, (key, slug))| (self.inputs.config.strings.get(key), slug));
        inside
            .chain(pages.map(|page| (page.front.title.as_str(), page.slug.as_str())))
            .map(|(title, slug)| {
                let way = self.inputs.way(&format!("{slug}/"));
                NavView {
                    title: title.to_owned(),
                    url: format!("{root}{way}"),
                    hreflang: self.inputs.language_at(&way),
                    ..NavView::default()
                }
            })
            .collect()
    }

    /// Returns the navigation at the top of every page.
    pub(super) fn nav(&self, kind: Option<PageKind>, root: &str) -> Vec<NavView> {
        let items = nav::items(self.inputs, self.answers());
        let mut views = nav_views(&items, root, kind.and_then(PageKind::nav));
        for (view, item) in views.iter_mut().zip(&items) {
            view.hreflang = self.inputs.language_at(&item.path);
        }
        views
    }
}

/// Converts navigation items to views; `current` is the kind of page whose item is marked as current.
pub(crate) fn nav_views(items: &[NavItem], root: &str, current: Option<PageKind>) -> Vec<NavView> {
    let view = |item: &NavItem| NavView {
        title: item.title.clone(),
        url: format!("{root}{}", item.path),
        current: current == Some(item.kind),
        ..NavView::default()
    };
    items.iter().map(view).collect()
}
