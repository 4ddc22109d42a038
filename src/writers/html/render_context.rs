//! The values that every page is rendered with: the template's context beside the page's own views.
//!
//! 1. A [`RenderContext`] is all that pages are made from, together.
//! 2. Values that depend only on the way to the site's root and on the kind of page are made once for all pages that
//!    have both ([`SharedContexts`]).
//!
//! Links are relative to the page's root, so that a site works under any path; only the page that is served at any
//! depth (404) gets links that begin at the host's root.

use crate::site::answers::Answers;
use crate::site::assets::Asset;
use crate::site::entry_summary::{EntrySummaries, EntrySummary};
use crate::site::feeds::format::FORMATS;
use crate::site::graph::Graph;
use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::json_ld;
use crate::site::languages::Counterpart;
use crate::site::nav::{self, NavItem};
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::{layer_path, root_of};
use crate::site::policy::content_policy;
use crate::site::site_stats::SiteStats;
use crate::site::social_image::SocialImageView;
use crate::site::sources;
use crate::site::theming::Theming;
use crate::writers::html::calculator::Calculators;
use crate::writers::html::views::{
    AnalyticsView, AssetView, LanguageView, LayerView, LayersNameView, NavView, PageView, ThemeView,
};
use rooflight_glossary::link::inflect::capitalised;
use rooflight_glossary::model::config::theme::NavLink;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use rooflight_glossary::syntax::inline;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use tera::{Context, Value};

/// The values that every page is made from.
#[derive(Clone, Copy)]
pub struct RenderContext<'a> {
    /// The content.
    pub(crate) inputs: &'a Inputs<'a>,
    /// The calculators, where the site has a catalog.
    pub(crate) calculators: Option<Calculators<'a>>,
    /// The picture of all pages that have none of their own.
    pub(crate) share: Option<&'a SocialImageView>,
    /// The look of the settings.
    pub(crate) theming: &'a Theming,
    /// Counts over all entries.
    pub(crate) stats: &'a SiteStats,
    /// The links between entries.
    pub(crate) graph: Graph<'a>,
    /// The contexts that pages of the same kind and depth share.
    pub(crate) bases: &'a SharedContexts,
    /// Hover cards and sort keys of the entries.
    pub(crate) summaries: &'a EntrySummaries,
}

/// The parts of contexts that depend on the way to the site's root and on the kind of page alone: made once, shared by
/// all pages that have both.
#[derive(Debug, Default)]
pub(crate) struct SharedContexts(RwLock<BTreeMap<(PageKind, String), Arc<SharedContext>>>);

#[derive(Debug)]
struct SharedContext {
    context: Context,
    /// Each layer as templates see it, none of them current.
    layers: Vec<Value>,
}

impl SharedContexts {
    fn get(&self, kind: PageKind, root: &str, make: impl FnOnce() -> SharedContext) -> Arc<SharedContext> {
        let key = (kind, root.to_owned());
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made));
            made
        })
    }
}

#[derive(Serialize)]
struct SiteView<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    is_rtl: bool,
    author: &'a str,
    base_url: &'a str,
}

impl RenderContext<'_> {
    /// The view of a page, with what most pages have in common.
    #[must_use]
    pub(crate) fn page(&self, id: PageId, title: &str, description: &str) -> PageView {
        let base = &self.inputs.config.base_url;
        let (kind, path) = (id.kind(), id.path(self.inputs.config, self.inputs.glossary));
        PageView {
            title: title.to_owned(),
            description: description.to_owned(),
            canonical: Some(base.join(&path)),
            // A page that is served at any depth has no relative way to the root; without the host, it is styled in a
            // preview too.
            root: if id == PageId::NotFound { base.path().to_owned() } else { root_of(&path) },
            kind,
            csp: content_policy(self.inputs, false),
            edit: kind.source().and_then(|path| self.edit(path)),
            report: self.report(title, &path),
            in_english: kind.is_in_english(),
            alternates: if id == PageId::NotFound { Vec::new() } else { self.alternates(&id) },
            languages: self.languages(&id, &path),
            id,
            path,
            ..PageView::default()
        }
    }

    /// The page in every language that has it in its own words; the default one stands for all others too.
    fn alternates(&self, id: &PageId) -> Vec<LanguageView> {
        let Inputs { config, glossary, languages, .. } = self.inputs;
        let found = languages.alternates(id, config, glossary);
        let view =
            |tag: &str, url: &str| LanguageView { name: String::new(), tag: tag.to_owned(), url: url.to_owned() };
        let default = found.first().map(|(_, url)| view("x-default", url));
        found.iter().map(|(version, url)| view(&version.language, url)).chain(default).collect()
    }

    /// The ways to the other languages, from a page at this path.
    fn languages(&self, id: &PageId, path: &str) -> Vec<LanguageView> {
        let Inputs { config, glossary, languages, .. } = self.inputs;
        let up = "../".repeat(languages.folder().matches('/').count());
        let root = if *id == PageId::NotFound { config.base_url.path().to_owned() } else { root_of(path) };
        let view = |other: Counterpart<'_>| LanguageView {
            name: other.version.language.autonym().to_owned(),
            tag: other.version.language.to_string(),
            url: format!("{root}{up}{}{}", other.version.folder, other.path),
        };
        languages.counterparts(id, config, glossary).into_iter().map(view).collect()
    }

    /// A string of the interface without placeholders.
    #[must_use]
    pub(crate) fn text<'b>(&'b self, key: &'b str) -> &'b str {
        self.inputs.config.strings.get(key)
    }

    /// The attributes of an element whose content is English whatever the language of the site: what calculators and
    /// the catalog say. Empty on a site in English, and on one without a catalog, whose calculators are its own.
    fn english(&self) -> &'static str {
        let language = &self.inputs.config.language;
        match (
            self.inputs.in_default_language().catalog.is_none() || language.is_english(),
            language.is_right_to_left(),
        ) {
            (true, _) => "",
            (false, true) => " lang=\"en\" dir=\"ltr\"",
            (false, false) => " lang=\"en\"",
        }
    }

    /// The answers of calculators, where the site has a catalog.
    pub(crate) fn answers(&self) -> Option<&Answers<'_>> {
        self.calculators.map(|calculators| calculators.answers)
    }

    /// Where readers edit a source file; `None` if the site does not name its repository.
    #[must_use]
    pub(crate) fn edit(&self, path: &str) -> Option<String> {
        Some(self.inputs.config.repository.as_ref()?.edit(path))
    }

    /// Where readers report a mistake of the page at this path.
    #[must_use]
    pub(crate) fn report(&self, title: &str, path: &str) -> Option<String> {
        let config = self.inputs.config;
        Some(config.repository.as_ref()?.report(title, &config.base_url.join(path)))
    }

    /// The address of another of the repository's issue forms; `None` where the site names no form at all.
    #[must_use]
    pub(crate) fn form(&self, file: &str) -> Option<String> {
        let repository = self.inputs.config.repository.as_ref().filter(|repository| repository.issue_form.is_some())?;
        Some(format!("{}/issues/new?template={file}", repository.url.as_str().trim_end_matches('/')))
    }

    /// The context that every page has.
    #[must_use]
    pub(crate) fn context(&self, page: &PageView) -> Context {
        let mut context = self.base(page.kind, &page.root).context.clone();
        context.insert("page", page);
        if !self.inputs.config.theme.navigation.is_empty() {
            context.insert("nav", &self.own_nav(&page.root, &page.path));
        }
        if page.kind != PageKind::Entry {
            let json_ld = |canonical: &String| json_ld::page(self.inputs, &page.id, &page.title, canonical);
            context.insert("json_ld", &page.canonical.as_ref().and_then(json_ld));
        }
        if page.kind == PageKind::Layer {
            context.insert("layers", &self.layers(&page.root, &page.path));
        }
        context
    }

    /// The part of the context that does not depend on the page itself.
    fn base(&self, kind: PageKind, root: &str) -> Arc<SharedContext> {
        self.bases.get(kind, root, || {
            let layers: Vec<Value> = self.layers(root, "").iter().map(Value::from_serializable).collect();
            let mut context = Context::new();
            context.insert("site", &self.site());
            context.insert("english", self.english());
            context.insert("assets", &self.assets(root));
            context.insert("theme", &self.theme(root));
            context.insert("index_url", &format!("{root}{}", self.inputs.config.index_path()));
            context.insert("nav", &self.nav(Some(kind), root));
            context.insert("layers", &layers);
            context.insert("pages", &self.pages(root));
            context.insert("layer_count", &layers.len());
            context.insert("layers_name", &self.layers_name());
            context.insert("share", &self.share);
            context.insert("feed_formats", &FORMATS);
            SharedContext { context, layers }
        })
    }

    /// The summary of the entry at this position.
    #[must_use]
    pub(crate) fn summary(&self, number: EntryId) -> &EntrySummary {
        self.summaries.of(self.inputs, number)
    }

    /// The hover cards of the entries that a page links to; `None` if it links to none.
    #[must_use]
    pub(crate) fn cards(&self, links_to: impl Iterator<Item = EntryId>) -> Option<Vec<u8>> {
        self.summaries.cards(self.inputs, links_to)
    }

    /// One layer as templates see it, the same value for all pages; `kind` is that of the page it stands on.
    #[must_use]
    pub(crate) fn layer_value(&self, kind: PageKind, root: &str, layer: LayerId) -> Value {
        let base = self.base(kind, root);
        base.layers.get(layer.index()).or(base.layers.last()).cloned().unwrap_or_else(Value::none)
    }

    /// The part of the context that all pages share, as text: where two frames agree in it, equal views give equal
    /// pages.
    #[must_use]
    pub(crate) fn seen(&self) -> String {
        let nav = self.nav(None, "");
        let readers = (self.edit(""), self.report("", ""));
        let layers = (self.layers("", ""), self.layers_name());
        let theme = (self.theme(""), self.own_nav("", ""), content_policy(self.inputs, false));
        let languages = self.languages(&PageId::Hardware, "");
        let seen = (self.site(), self.assets(""), nav, layers, self.pages(""), self.share, readers, theme, languages);
        json::text(&seen)
    }

    fn site(&self) -> SiteView<'_> {
        let config = self.inputs.config;
        SiteView {
            title: &config.title,
            description: &config.description,
            language: &config.language,
            is_rtl: config.language.is_right_to_left(),
            author: &config.author,
            base_url: config.base_url.as_str(),
        }
    }

    fn assets(&self, root: &str) -> BTreeMap<String, AssetView> {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let all = self.inputs.assets.by_name.iter();
        all.map(|(name, asset)| (name.chars().map(plain).collect(), asset_view(asset, root))).collect()
    }

    /// The look of the settings.
    fn theme(&self, root: &str) -> ThemeView<'_> {
        let theme = &self.inputs.config.theme;
        let analytics = theme.analytics.as_ref();
        ThemeView {
            logo: self.theming.logo.as_ref().map(|path| format!("{root}{path}")),
            logo_dark: self.theming.logo_dark.as_ref().map(|path| format!("{root}{path}")),
            sheets: self.theming.sheets.iter().map(|sheet| asset_view(sheet, root)).collect(),
            // An author's links lead to the default language, which has every page.
            footer: theme.footer.as_ref().map(|footer| {
                let up = if self.inputs.original.is_some() { "../" } else { "" };
                inline::html_with_links(footer, &format!("{root}{up}"))
            }),
            remote_pictures: !self.inputs.config.remote_pictures.sources().is_empty(),
            analytics: analytics.map(|one| AnalyticsView { script: one.script.as_str(), data: &one.data }),
        }
    }

    /// The navigation of the settings; a link is current on its own page and on those below it.
    fn own_nav(&self, root: &str, page: &str) -> Vec<NavView> {
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

    /// The site's own pages, for the footer: the ones that stand alone, and the first of each folder.
    fn pages(&self, root: &str) -> Vec<NavView> {
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

    /// The navigation at the head of every page.
    fn nav(&self, kind: Option<PageKind>, root: &str) -> Vec<NavView> {
        let items = nav::items(self.inputs, self.answers());
        let mut views = nav_views(&items, root, kind.and_then(PageKind::nav));
        for (view, item) in views.iter_mut().zip(&items) {
            view.hreflang = self.inputs.language_at(&item.path);
        }
        views
    }

    /// The word for the layers: for one, for as many as there are, and as a heading.
    fn layers_name(&self) -> LayersNameView<'_> {
        let config = self.inputs.config;
        let name = &config.layers_name;
        LayersNameView {
            one: &name.one,
            many: &name.many,
            counted: name.after(config.layers.len()),
            heading: capitalised(&name.many),
        }
    }

    /// All layers, from the ground up; the one whose page this is, is current.
    #[must_use]
    pub(crate) fn layers(&self, root: &str, path: &str) -> Vec<LayerView> {
        self.inputs
            .config
            .layers
            .ids()
            .map(|layer| {
                let layer = self.layer(root, layer);
                LayerView { current: path == layer_path(&layer.id), ..layer }
            })
            .collect()
    }

    /// One layer.
    #[must_use]
    pub(crate) fn layer(&self, root: &str, id: LayerId) -> LayerView {
        let layers = &self.inputs.config.layers;
        let layer = &layers[id];
        LayerView {
            id: layer.id.clone(),
            title: layer.title.clone(),
            summary: layer.summary.clone(),
            url: format!("{root}{}", layer_path(&layer.id)),
            y: glyph_y(layers.len(), id),
            count: self.stats.layers.get(id).copied().unwrap_or_default(),
            current: false,
        }
    }
}

fn asset_view(asset: &Asset, root: &str) -> AssetView {
    AssetView { url: format!("{root}{}", asset.path), integrity: asset.integrity.clone() }
}

/// Where a layer's line lies in the stack glyph of `count` layers, each two units high.
#[must_use]
pub(crate) fn glyph_y(count: usize, layer: LayerId) -> f64 {
    let from_top = count.saturating_sub(layer.index() + 1);
    f64::from(u32::try_from(from_top).unwrap_or(0)) * 2.0 + 0.5
}

/// Links of a navigation as templates see them; `current` is the kind of the item that leads to the page.
pub(crate) fn nav_views(items: &[NavItem], root: &str, current: Option<PageKind>) -> Vec<NavView> {
    let view = |item: &NavItem| NavView {
        title: item.title.clone(),
        url: format!("{root}{}", item.path),
        current: current == Some(item.kind),
        ..NavView::default()
    };
    items.iter().map(view).collect()
}
