//! The part of the templates' context that all pages have.
//!
//! 1. A [`RenderContext`] has everything that pages are made from.
//! 2. Values that depend only on the kind of page and on its relative path to the site's root are made once and shared
//!    ([`SharedContexts`]).
//!
//! Links are relative, so that a site works under any path. Only the 404 page, which is served at any depth, has links
//! that begin at the host's root.

use crate::site::answers::Answers;
use crate::site::assets::Asset;
use crate::site::entry_summary::{EntrySummaries, EntrySummary};
use crate::site::feeds::format::FORMATS;
use crate::site::graph::Graph;
use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::json_ld;
use crate::site::languages::Counterpart;
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::{layer_path, root_of};
use crate::site::policy::content_policy;
use crate::site::site_stats::SiteStats;
use crate::site::social_image::SocialImageView;
use crate::site::theming::Theming;
use crate::writers::html::calculator::Calculators;
use crate::writers::html::views::{
    AnalyticsView, AssetView, LanguageView, LayerView, LayersNameView, PageView, ThemeView,
};
use rooflight_glossary::link::forms::inflect::capitalised;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use rooflight_glossary::syntax::inline;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use tera::{Context, Value};

/// Everything that pages are made from.
#[derive(Clone, Copy)]
pub struct RenderContext<'a> {
    /// Content, settings and static files.
    pub(crate) inputs: &'a Inputs<'a>,
    /// The calculators; `None` if the site has no catalog and declares none, or turns them off.
    pub(crate) calculators: Option<Calculators<'a>>,
    /// The share picture of pages without their own.
    pub(crate) share: Option<&'a SocialImageView>,
    /// Logos and style sheets of the site's theme settings.
    pub(crate) theming: &'a Theming,
    /// Counts over all entries.
    pub(crate) stats: &'a SiteStats,
    /// The links between entries.
    pub(crate) graph: Graph<'a>,
    /// The contexts that pages of the same kind and root share.
    pub(crate) bases: &'a SharedContexts,
    /// Hover cards and sort keys of the entries.
    pub(crate) summaries: &'a EntrySummaries,
    /// False if nobody reads the pages' Markdown and the feeds.
    pub(crate) has_alternates: bool,
}

/// The parts of contexts that depend only on the kind of page and on its relative path to the site's root.
#[derive(Debug, Default)]
pub(crate) struct SharedContexts(RwLock<BTreeMap<(PageKind, String), Arc<SharedContext>>>);

#[derive(Debug)]
struct SharedContext {
    context: Context,
    /// The view of each layer, none of them current.
    layers: Vec<Value>,
}

impl SharedContexts {
    fn get(&self, kind: PageKind, root: &str, make: impl FnOnce() -> SharedContext) -> Arc<SharedContext> {
        let key = (kind, root.to_owned());
        let cached = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        cached.unwrap_or_else(|| {
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
    /// Returns a page's text in another format; an empty one if nobody reads it.
    pub(crate) fn alternate(&self, text: impl FnOnce() -> String) -> Vec<u8> {
        if self.has_alternates { text().into_bytes() } else { Vec::new() }
    }

    /// Creates the view of a page with the values that most pages share.
    #[must_use]
    pub(crate) fn page(&self, id: PageId, title: &str, description: &str) -> PageView {
        let base = &self.inputs.config.base_url;
        let (kind, path) = (id.kind(), id.path(self.inputs.config, self.inputs.glossary));
        PageView {
            title: title.to_owned(),
            description: description.to_owned(),
            canonical: Some(base.join(&path)),
            // The 404 page is served at any depth, so relative links fail. Without the host, its styles also load in a
            // preview.
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

    /// Returns the page in every language that has translated it; the default language is also `x-default`.
    fn alternates(&self, id: &PageId) -> Vec<LanguageView> {
        let Inputs { config, glossary, languages, .. } = self.inputs;
        let found = languages.alternates(id, config, glossary);
        let view =
            |tag: &str, url: &str| LanguageView { name: String::new(), tag: tag.to_owned(), url: url.to_owned() };
        let default = found.first().map(|(_, url)| view("x-default", url));
        found.iter().map(|(version, url)| view(&version.language, url)).chain(default).collect()
    }

    /// Returns the links to the other languages, from a page at this path.
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

    /// Returns a string of the interface that has no placeholders.
    #[must_use]
    pub(crate) fn text<'b>(&'b self, key: &'b str) -> &'b str {
        self.inputs.config.strings.get(key)
    }

    /// Returns HTML attributes for content that is always English: texts of calculators and of the catalog. Empty on an
    /// English site, and on a site without a catalog, whose calculators are its own.
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

    /// Returns the answers of calculators; `None` if the site has no calculators.
    pub(crate) fn answers(&self) -> Option<&Answers<'_>> {
        self.calculators.map(|calculators| calculators.answers)
    }

    /// Returns the URL for editing a source file; `None` if the settings name no repository.
    #[must_use]
    pub(crate) fn edit(&self, path: &str) -> Option<String> {
        Some(self.inputs.config.repository.as_ref()?.edit(path))
    }

    /// Returns the URL for reporting a mistake on the page at this path.
    #[must_use]
    pub(crate) fn report(&self, title: &str, path: &str) -> Option<String> {
        let config = self.inputs.config;
        Some(config.repository.as_ref()?.report(title, &config.base_url.join(path)))
    }

    /// Returns the URL of another issue form of the repository; `None` if the settings name no issue form.
    #[must_use]
    pub(crate) fn form(&self, file: &str) -> Option<String> {
        let repository = self.inputs.config.repository.as_ref().filter(|repository| repository.issue_form.is_some())?;
        Some(format!("{}/issues/new?template={file}", repository.url.as_str().trim_end_matches('/')))
    }

    /// Creates the context of a page from its view and the shared values.
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

    /// Returns the part of the context that depends only on kind and root.
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

    /// Returns the summary of the entry at this position.
    #[must_use]
    pub(crate) fn summary(&self, number: EntryId) -> &EntrySummary {
        self.summaries.of(self.inputs, number)
    }

    /// Returns the file of hover cards of the entries that a page links to; `None` if it links to none.
    #[must_use]
    pub(crate) fn cards(&self, links_to: impl Iterator<Item = EntryId>) -> Option<Vec<u8>> {
        self.summaries.cards(self.inputs, links_to)
    }

    /// Returns the shared view of a layer; `kind` and `root` are those of the page that shows it.
    #[must_use]
    pub(crate) fn layer_value(&self, kind: PageKind, root: &str, layer: LayerId) -> Value {
        let base = self.base(kind, root);
        base.layers.get(layer.index()).or(base.layers.last()).cloned().unwrap_or_else(Value::none)
    }

    /// Serializes the context that all pages share. If it is equal in two builds, equal views give equal pages.
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

    /// Returns the view of the theme settings.
    fn theme(&self, root: &str) -> ThemeView<'_> {
        let theme = &self.inputs.config.theme;
        let analytics = theme.analytics.as_ref();
        ThemeView {
            logo: self.theming.logo.as_ref().map(|path| format!("{root}{path}")),
            logo_dark: self.theming.logo_dark.as_ref().map(|path| format!("{root}{path}")),
            font: self.theming.font.as_ref().map(|path| format!("{root}{path}")),
            wordmark: theme.wordmark,
            sheets: self.theming.sheets.iter().map(|sheet| asset_view(sheet, root)).collect(),
            // Links in the footer lead to the default language, which has every page.
            footer: theme.footer.as_ref().map(|footer| {
                let up = if self.inputs.original.is_some() { "../" } else { "" };
                inline::html_with_links(footer, &format!("{root}{up}"))
            }),
            remote_pictures: !self.inputs.config.remote_pictures.sources().is_empty(),
            analytics: analytics.map(|one| AnalyticsView { script: one.script.as_str(), data: &one.data }),
        }
    }

    /// Returns the word for layers: for one, for their number, and as a heading.
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

    /// Returns the views of all layers from the lowest up; the layer whose page is at this path is current.
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

    /// Returns the view of a layer, not current.
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

/// Returns the vertical position of a layer's line in the stack glyph of `count` layers, each two units high.
#[must_use]
pub(crate) fn glyph_y(count: usize, layer: LayerId) -> f64 {
    let from_top = count.saturating_sub(layer.index() + 1);
    f64::from(u32::try_from(from_top).unwrap_or(0)) * 2.0 + 0.5
}
