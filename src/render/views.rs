//! What templates see: plain, serialisable views made for them, and the frame that every page shares.
//!
//! Text is escaped by the template; fields whose comment says HTML are safe already. Links are relative to the page's root, so that a
//! site works under any path; only the page that is served at any depth (404) gets absolute ones.

use super::Inputs;
use super::assets::Assets;
use super::brief::{Brief, Briefs};
use super::calculator::Calculators;
use super::dates::Shown;
use super::map::graph::Graph;
use crate::link::Entry;
use crate::output::share;
use jiff::civil::Date;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use tera::{Context, Value};

/// What every page is made from.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The content.
    pub inputs: &'a Inputs<'a>,
    /// The static files.
    pub assets: &'a Assets,
    /// The calculators, where the site has a catalog.
    pub calculators: Option<&'a Calculators<'a>>,
    /// What is counted over all entries.
    pub census: &'a Census,
    /// Who leads to whom.
    pub graph: Graph<'a>,
    /// What pages at the same depth have in common.
    pub bases: &'a Bases,
    /// What pages say of an entry again and again.
    pub briefs: &'a Briefs,
}

/// The parts of contexts that depend on the way to the site's root and on the kind of page alone: made once, shared by all pages that have
/// both.
#[derive(Debug, Default)]
pub struct Bases(RwLock<BTreeMap<(&'static str, String), Arc<Base>>>);

#[derive(Debug)]
struct Base {
    context: Context,
    /// Each layer as templates see it, none of them current.
    layers: Vec<Value>,
}

impl Bases {
    fn get(&self, kind: &'static str, root: &str, make: impl FnOnce() -> Base) -> Arc<Base> {
        let key = (kind, root.to_owned());
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made));
            made
        })
    }
}

/// What pages say of all entries together, counted once.
#[derive(Debug)]
pub struct Census {
    /// How many entries each layer has, those that it is a further layer of included.
    pub layers: Vec<usize>,
    /// For each entry, whether it is among the newest of the site or of one of its layers, by either date: no other stands in a feed.
    pub newest: Vec<bool>,
}

impl Census {
    /// Counts; who is new is found out only for a whole site.
    #[must_use]
    pub fn new(inputs: &Inputs<'_>, whole: bool) -> Self {
        let mut layers = vec![0; inputs.config.layers.len()];
        for entry in &inputs.glossary.entries {
            layers[entry.storey] += 1;
            for (at, storey) in entry.also_in.iter().enumerate() {
                let again = *storey == entry.storey || entry.also_in[..at].contains(storey);
                layers[*storey] += usize::from(!again);
            }
        }
        Self { layers, newest: if whole { newest(inputs) } else { Vec::new() } }
    }
}

fn newest(inputs: &Inputs<'_>) -> Vec<bool> {
    let entries = &inputs.glossary.entries;
    let mut newest = vec![false; entries.len()];
    let dates: [fn(&Entry) -> Date; 2] = [|entry| entry.document.front.published, super::listing::changed];
    for date in dates {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|at| (Reverse(date(&entries[*at])), &entries[*at].document.id));
        // One count for the site, and one for each layer.
        let mut counts = vec![0; inputs.config.layers.len() + 1];
        for at in order {
            let entry = &entries[at];
            for group in entry.also_in.iter().chain([&entry.storey]).map(|storey| storey + 1).chain([0]) {
                newest[at] |= counts[group] < inputs.config.feed_items;
                counts[group] += 1;
            }
        }
    }
    newest
}

/// A page's own data.
#[derive(Debug, Clone, Default, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PageView {
    pub title: String,
    pub description: String,
    pub canonical: Option<String>,
    pub root: String,
    pub path: String,
    pub kind: &'static str,
    pub calculator: bool,
    pub code: bool,
    pub csp: String,
    pub cards: Option<String>,
    /// The position of the entry that the page is about, where it is one of several.
    #[serde(skip)]
    pub subject: Option<usize>,
}

#[derive(Serialize)]
struct SiteView<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    author: &'a str,
    base_url: &'a str,
}

/// A link in a list of pages.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct NavView {
    pub title: String,
    pub url: String,
    pub current: bool,
}

#[derive(Serialize)]
struct AssetView {
    url: String,
    integrity: String,
}

/// A layer as a link, with where its line lies in the stack glyph.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LayerView {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub url: String,
    pub storey: usize,
    pub y: f64,
    pub count: usize,
    pub current: bool,
}

/// An entry in a list; with `see`, an alias that points to its entry.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RowView {
    pub term: String,
    pub url: String,
    pub id: String,
    /// HTML.
    pub definition: String,
    /// A [`LayerView`].
    pub layer: Value,
    pub see: Option<SeeView>,
}

/// Where an alias leads.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SeeView {
    pub term: String,
    pub anchor: String,
}

/// An entry's page.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EntryView {
    pub term: String,
    pub id: String,
    /// HTML.
    pub definition: String,
    pub aliases: Vec<String>,
    /// A [`LayerView`].
    pub layer: Value,
    /// [`LayerView`]s.
    pub also_in: Vec<Value>,
    /// HTML.
    pub body: String,
    pub at_a_glance: Vec<GlanceView>,
    /// HTML.
    pub raises: Vec<String>,
    /// HTML.
    pub does_not_raise: Vec<String>,
    /// HTML.
    pub common_mistake: Option<String>,
    /// HTML.
    pub takeaway: Option<String>,
    /// HTML.
    pub memory_hook: Option<String>,
    pub questions: Vec<QuestionView>,
    pub compare: Vec<CompareView>,
    pub versus: Vec<super::compare::PairView>,
    pub calculator: Option<CalculatorView>,
    pub related: Vec<RelatedView>,
    /// HTML.
    pub around: Option<String>,
    pub leads_to: Vec<LinksView>,
    pub mentions: Vec<MentionsView>,
    pub mention_count: usize,
    /// Where all mentions are, if the page has not room for them.
    pub all_links: Option<String>,
    pub sources: Vec<SourceView>,
    pub reviewed: Option<Shown>,
    pub published: Shown,
    pub updated: Shown,
    /// The terms that the text links to, with their definitions: for paper, which has no links.
    pub terms_used: Vec<GlanceView>,
}

/// A row of "at a glance", or a term and its definition.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GlanceView {
    pub label: String,
    /// HTML.
    pub text: String,
}

/// A question and its answer.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct QuestionView {
    pub q: String,
    /// HTML.
    pub a: String,
}

/// A this-versus-that table.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct CompareView {
    pub with_term: String,
    pub with_url: String,
    pub url: String,
    pub rows: Vec<CompareRowView>,
}

/// A row of a this-versus-that table.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct CompareRowView {
    pub question: String,
    /// HTML.
    pub this: String,
    /// HTML.
    pub other: String,
}

/// A related entry.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RelatedView {
    pub term: String,
    pub url: String,
    pub layer: String,
    pub y: f64,
}

/// Entries of one layer, as links.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LinksView {
    /// A [`LayerView`].
    pub layer: Value,
    pub links: Vec<LinkView>,
}

/// An entry as a link.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LinkView {
    pub term: String,
    pub url: String,
}

/// Backlinks from entries of one layer.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MentionsView {
    /// A [`LayerView`].
    pub layer: Value,
    pub mentions: Vec<MentionView>,
}

/// A backlink.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MentionView {
    pub term: String,
    pub url: String,
    /// HTML.
    pub sentence: String,
}

/// A source of an entry.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SourceView {
    pub n: usize,
    pub anchor: String,
    pub title: String,
    pub url: String,
    pub detail: String,
    pub grade: &'static str,
    pub unopened: bool,
}

/// A calculator with its default result.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct CalculatorView {
    pub kind: String,
    pub title: String,
    /// Its own page.
    pub url: String,
    pub fields: Vec<FieldView>,
    /// Those that are folded away at first.
    pub more: Vec<FieldView>,
    /// HTML.
    pub figure: String,
    /// HTML.
    pub work: String,
    pub status: String,
    pub data: CalculatorData,
}

/// Where the browser finds what a calculator needs, relative to the page.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct CalculatorData {
    pub script: String,
    pub glue: String,
    pub wasm: String,
    pub wasm_integrity: String,
    pub facts: String,
}

/// An input of a calculator.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct FieldView {
    pub key: String,
    pub label: String,
    pub hint: String,
    pub hint_id: String,
    pub control: &'static str,
    /// The list that the browser fetches, if the page has the chosen value alone.
    pub list: Option<&'static str>,
    pub options: Vec<OptionView>,
    pub value: String,
    pub slider: Option<SliderView>,
}

/// Options under one heading.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GroupView {
    pub label: String,
    pub options: Vec<OptionView>,
}

/// A choice.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct OptionView {
    pub value: String,
    pub label: String,
    pub selected: bool,
}

impl OptionView {
    /// A choice that is not chosen.
    #[must_use]
    pub const fn of(value: String, label: String) -> Self {
        Self { value, label, selected: false }
    }
}

/// The slider beside a number; on a log scale its positions are logarithms to the base of 2.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct SliderView {
    pub min: f64,
    pub max: f64,
    pub step: &'static str,
    pub value: f64,
    pub log: bool,
    pub whole: bool,
    pub label: String,
    pub text: String,
}

impl Frame<'_> {
    /// The context that every page has.
    #[must_use]
    pub fn context(&self, page: &PageView) -> Context {
        let mut context = self.base(page.kind, &page.root).context.clone();
        context.insert("page", page);
        context.insert("json_ld", &crate::output::json_ld::page(self, page));
        if page.kind == "layer" {
            context.insert("layers", &self.layers(&page.root, &page.path));
        }
        context
    }

    /// What does not depend on the page itself.
    fn base(&self, kind: &'static str, root: &str) -> Arc<Base> {
        self.bases.get(kind, root, || {
            let layers: Vec<Value> = self.layers(root, "").iter().map(Value::from_serializable).collect();
            let mut context = Context::new();
            context.insert("site", &self.site());
            context.insert("assets", &self.assets(root));
            context.insert("nav", &self.nav(kind, root));
            context.insert("layers", &layers);
            context.insert("pages", &self.pages(root));
            context.insert("layer_count", &layers.len());
            context.insert("share", &self.share());
            Base { context, layers }
        })
    }

    /// What others say of the entry at this position.
    #[must_use]
    pub fn brief(&self, number: usize) -> &Brief {
        self.briefs.of(self.inputs, number)
    }

    /// The hover cards of the entries that a page links to; none if it links to none.
    #[must_use]
    pub fn cards(&self, links_to: impl Iterator<Item = usize>) -> Option<Vec<u8>> {
        self.briefs.cards(self.inputs, links_to)
    }

    /// One layer as templates see it, the same value for all pages; `kind` is that of the page it stands on.
    #[must_use]
    pub fn layer_value(&self, kind: &'static str, root: &str, storey: usize) -> Value {
        let base = self.base(kind, root);
        base.layers.get(storey).or(base.layers.last()).cloned().unwrap_or_else(Value::none)
    }

    /// What every page sees beside its own views, as text: where two frames agree in it, equal views give equal pages.
    #[must_use]
    pub fn seen(&self) -> String {
        let nav = self.nav("", "");
        let seen = (self.site(), self.assets(""), nav, self.layers("", ""), self.pages(""), self.share());
        serde_json::to_string(&seen).unwrap_or_default()
    }

    /// The picture of all pages that have none of their own.
    fn share(&self) -> Option<share::page::ShareView> {
        share::page::site(self.inputs).map(|(view, _)| view)
    }

    fn site(&self) -> SiteView<'_> {
        let config = self.inputs.config;
        SiteView {
            title: &config.title,
            description: &config.description,
            language: &config.language,
            author: &config.author,
            base_url: config.base_url.as_str(),
        }
    }

    fn assets(&self, root: &str) -> BTreeMap<String, AssetView> {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let view = |asset: &super::assets::Asset| AssetView {
            url: format!("{root}{}", asset.path),
            integrity: asset.integrity.clone(),
        };
        self.assets.by_name.iter().map(|(name, asset)| (name.chars().map(plain).collect(), view(asset))).collect()
    }

    /// The site's own pages, for the footer: the ones that stand alone, and the first of each folder.
    fn pages(&self, root: &str) -> Vec<NavView> {
        let pages = self.inputs.glossary.pages.iter().map(|linked| &linked.page);
        let pages = pages.filter(|page| page.folder().is_none_or(|folder| folder == page.slug));
        let compared = (!self.inputs.glossary.comparisons.is_empty()).then_some(("Comparisons", "compare"));
        compared
            .into_iter()
            .chain(pages.map(|page| (page.front.title.as_str(), page.slug.as_str())))
            .map(|(title, slug)| NavView { title: title.to_owned(), url: format!("{root}{slug}/"), current: false })
            .collect()
    }

    /// The ways into the site, at the head of every page.
    fn nav(&self, kind: &str, root: &str) -> Vec<NavView> {
        let item = |title: &str, path: &str, kinds: &[&str]| NavView {
            title: title.to_owned(),
            url: format!("{root}{path}"),
            current: kinds.contains(&kind),
        };
        let learn =
            (!self.inputs.glossary.tracks.is_empty()).then(|| item("Learn", "learn/", &["tracks", "track", "lesson"]));
        let glossary = item("Glossary", "glossary/", &["index", "entry"]);
        let map = item("Map", "map/", &["map"]);
        let calculators = self.calculators.map(|_| item("Calculators", "calculators/", &["calculators", "calculator"]));
        let ways = self.inputs.catalog.into_iter().flat_map(super::catalog::ways);
        let catalog = ways.map(|(title, path, kinds)| item(title, path, &kinds));
        [glossary, item("Layers", "#layers", &["layer"]), map]
            .into_iter()
            .chain(calculators)
            .chain(catalog)
            .chain(learn)
            .collect()
    }

    /// All layers, from the ground up; the one whose page this is, is current.
    #[must_use]
    pub fn layers(&self, root: &str, path: &str) -> Vec<LayerView> {
        (0..self.inputs.config.layers.len())
            .map(|storey| {
                let layer = self.layer(root, storey);
                LayerView { current: path == format!("layers/{}/", layer.id), ..layer }
            })
            .collect()
    }

    /// One layer.
    #[must_use]
    pub fn layer(&self, root: &str, storey: usize) -> LayerView {
        let layers = &self.inputs.config.layers;
        let layer = &layers[storey.min(layers.len() - 1)];
        LayerView {
            id: layer.id.clone(),
            title: layer.title.clone(),
            summary: layer.summary.clone(),
            url: format!("{root}layers/{}/", layer.id),
            storey,
            y: glyph_y(layers.len(), storey),
            count: self.census.layers.get(storey).copied().unwrap_or_default(),
            current: false,
        }
    }

    /// The policy that a page declares for itself.
    #[must_use]
    pub fn policy(calculator: bool) -> String {
        let wasm = if calculator { " 'wasm-unsafe-eval'" } else { "" };
        format!(
            "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"
        )
    }
}

/// Where a storey's line lies in the stack glyph of `count` storeys, each two units high.
#[must_use]
pub fn glyph_y(count: usize, storey: usize) -> f64 {
    let from_top = count.saturating_sub(storey + 1);
    f64::from(u32::try_from(from_top).unwrap_or(0)) * 2.0 + 0.5
}
