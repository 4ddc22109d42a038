//! The settings of the whole site, `content/site.yaml`.
//!
//! 1. Decode the file into a closed schema.
//! 2. Check what the schema cannot express: unique layers, redirects that do not form a circle.
//!
//! No value depends on the machine or the day.

mod address;
mod colour;
mod language;
mod localized;
mod page_kinds;
mod repository;
mod requirement;
pub mod theme;

use crate::model::ids::{IndexVec, LayerId};
use crate::model::matching::SiteMatching;
use crate::model::strings::{STRINGS_FILE, Strings};
use crate::syntax::density::Density;
use crate::syntax::dialect::Dialect;
use crate::syntax::remote_pictures::RemotePictures;
pub use address::{BaseUrl, Malformed, TagHost};
pub use colour::{Colour, MIN_CONTRAST};
pub use language::Language;
pub use localized::LocalTexts;
pub use page_kinds::OwnKind;
pub use repository::Repository;
pub use requirement::Requirement;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::limits;
use rooflight_source::slug::{SLUG, is_address};
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use theme::ThemeSettings;

/// The address that `init` and `import` write, to be replaced.
pub const EXAMPLE_ADDRESS: &str = "https://example.org/";

/// Path of the settings.
pub const SITE_FILE: &str = "content/site.yaml";

/// The settings of a site.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "settings, each switched by itself")]
pub struct Config {
    /// The site's name.
    pub title: String,
    /// The address that the site is published under; relative links make the pages work elsewhere too.
    #[schemars(with = "String", regex(pattern = address::BASE_URL), example = "https://example.org/glossary/")]
    pub base_url: BaseUrl,
    /// The language of the text, as a BCP 47 tag.
    #[serde(default = "Language::english")]
    #[schemars(with = "String", regex(pattern = language::LANGUAGE), example = "pt-BR")]
    pub language: Language,
    /// Further languages: the translations into one are below an address of its own, `/de/`.
    #[serde(default)]
    #[schemars(with = "Vec<String>", inner(regex(pattern = language::LANGUAGE)))]
    pub languages: Vec<Language>,
    /// The author or publisher.
    pub author: String,
    /// One plain sentence.
    pub description: String,
    /// The heading of the home page, best a question that the site answers; the title by default.
    pub headline: Option<String>,
    /// The id of the entry whose calculator answers on the home page; the first entry with a calculator by default.
    pub featured: Option<String>,
    /// The layers in reading order, from the ground up.
    #[schemars(length(min = 1))]
    #[schemars(with = "Vec<Layer>")]
    pub layers: IndexVec<LayerId, Layer>,
    /// The word for the layers on the pages.
    #[serde(default)]
    pub layers_name: LayersName,
    /// How often a term is linked, unless an entry says otherwise.
    #[serde(default)]
    pub links: Density,
    /// How capitals count where an entry does not say: `auto`, `exact` or `any`.
    #[serde(default, rename = "match")]
    pub matching: SiteMatching,
    /// Rules of English prose that `check` and `build` warn by; none by default.
    #[serde(default)]
    pub prose: Vec<ProseRule>,
    /// The keys that every entry must have in addition to its term; none by default.
    #[serde(default)]
    pub require: Vec<Requirement>,
    /// Whether raw HTML in Markdown reaches the page.
    #[serde(default)]
    pub raw_html: bool,
    /// Whether `$…$`, `$$…$$` and blocks of the language `math` are formulas.
    #[serde(default = "yes")]
    pub math: bool,
    /// Whether names between colons, such as `:tada:`, are the emoji of that name.
    #[serde(default)]
    pub emoji: bool,
    /// The other hosts whose pictures pages may show, or `true` for those of every host; none by default.
    #[serde(default)]
    pub remote_pictures: RemotePictures,
    /// The host in the permanent names of feed items; by default that of `base_url`. A site that moves keeps its first
    /// one.
    #[schemars(with = "Option<String>", regex(pattern = "^[a-z0-9.-]+$"), example = "example.org")]
    pub tag_host: Option<TagHost>,
    /// The most items in a feed.
    #[serde(default = "hundred")]
    pub feed_items: usize,
    /// Whether entries carry calculators.
    #[serde(default = "yes")]
    pub calculators: bool,
    /// Which devices, models and measurements calculators answer from, and whether they have pages.
    #[serde(default)]
    pub catalog: CatalogUse,
    /// Whether pages have a picture that messengers and social sites show with a link.
    #[serde(default)]
    pub share_pictures: bool,
    /// The repository of the sources: pages link to their source file and to a form for mistakes.
    pub repository: Option<Repository>,
    /// Kinds of pages in addition to the entries, by their names: each has its own folder and templates.
    #[serde(default)]
    pub kinds: BTreeMap<String, OwnKind>,
    /// The look: logo, colours, fonts, navigation, footer.
    #[serde(default)]
    pub theme: ThemeSettings,
    /// Earlier addresses below the site's root, each with the current one: for pages that cannot list them in `former`.
    #[serde(default)]
    pub moved: BTreeMap<String, String>,
    /// The strings of the interface, in the site's language.
    #[serde(skip)]
    #[schemars(skip)]
    pub strings: Arc<Strings>,
    /// The language that the site is translated from, in the settings of a further language.
    #[serde(skip)]
    #[schemars(skip)]
    pub translated_from: Option<Language>,
    /// The first part of the addresses of entries.
    #[serde(skip, default = "glossary")]
    #[schemars(skip)]
    folder: &'static str,
    /// The text of the file, for locations.
    #[serde(skip)]
    #[schemars(skip)]
    pub text: Arc<str>,
    /// The places of its values.
    #[serde(skip)]
    #[schemars(skip)]
    places: Arc<yaml::Places>,
}

fn glossary() -> &'static str {
    "glossary"
}

fn hundred() -> usize {
    100
}

fn yes() -> bool {
    true
}

/// A set of rules for English prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProseRule {
    /// Claims of every case cite a source.
    Universals,
    /// No banned phrases, and few colons and semicolons.
    Style,
    /// Sentences begin with their subject.
    Openings,
    /// Measured speeds name their row or cite their source.
    Measurements,
}

/// Which catalog a site uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CatalogUse {
    /// The one that the program carries, with the site's own records added; without pages.
    #[default]
    Carried,
    /// The same, with a page for each record.
    Published,
    /// The site's own alone, with its pages.
    Own,
}

/// A layer of the glossary: its place is its position in `layers`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// The name that entries use, and the page's address.
    #[schemars(regex(pattern = SLUG))]
    pub id: String,
    /// The name that readers see.
    pub title: String,
    /// The subject of the layer, in one sentence.
    pub summary: String,
}

/// The word for the layers on the pages, by default "topic" and "topics".
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayersName {
    /// The word for one layer, in lower case.
    #[schemars(length(min = 1))]
    pub one: String,
    /// The word for several layers, in lower case.
    #[schemars(length(min = 1))]
    pub many: String,
}

impl LayersName {
    /// Returns the word after a number.
    #[must_use]
    pub fn after(&self, count: usize) -> &str {
        if count == 1 { &self.one } else { &self.many }
    }
}

impl Config {
    /// Reads `content/site.yaml`; `None` if it is missing or cannot be used.
    pub fn read(sources: &Sources, problems: &mut Vec<Diagnostic>) -> Option<Self> {
        let Some(file) = sources.content.iter().find(|file| file.path == SITE_FILE) else {
            if sources.problems.is_empty() {
                problems.push(messages::no_content(
                    SITE_FILE,
                    "write content/site.yaml: title, base_url, author, description and layers",
                ));
            }
            return None;
        };
        let mut config: Self = yaml::decode(&file.path, &file.text, 0..file.text.len(), problems)?;
        config.text = Arc::clone(&file.text);
        config.set_base_url(config.base_url.clone());
        let before = problems.len();
        for (number, layer) in config.layers.iter().enumerate() {
            let location = |number: usize| config.location(yaml_path!["layers", number, "id"]);
            if let Some(first) = config.layers.iter().take(number).position(|other| other.id == layer.id) {
                problems.push(messages::duplicate(location(number), "layer", &layer.id, location(first)));
            }
            if !is_address(&layer.id) {
                problems.push(messages::bad_address(location(number), &layer.id, None));
            }
        }
        if config.layers.is_empty() {
            problems.push(messages::empty(Location::whole(&file.path), "`layers`"));
        }
        config.check_limits(problems);
        config.check_moved(problems);
        page_kinds::check(&config, problems);
        config.check_languages(problems);
        theme::check(&config, problems);
        let is_good = problems.len() == before;
        let place = config.location(yaml_path!["language"]);
        config.read_strings(sources, STRINGS_FILE, || place, problems);
        is_good.then_some(config)
    }

    /// Reports texts and lists that are too long; every page repeats them.
    fn check_limits(&self, problems: &mut Vec<Diagnostic>) {
        for (key, text, most) in [
            ("title", &self.title, limits::MAX_NAME),
            ("author", &self.author, limits::MAX_NAME),
            ("description", &self.description, limits::MAX_SENTENCE),
        ] {
            limits::text(key, text, most, || self.location(yaml_path![key]), problems);
        }
        limits::list("layers", self.layers.len(), limits::MAX_LAYERS, || self.location(yaml_path!["layers"]), problems);
        for (number, layer) in self.layers.iter().enumerate() {
            for (key, text, most) in
                [("title", &layer.title, limits::MAX_NAME), ("summary", &layer.summary, limits::MAX_SENTENCE)]
            {
                limits::text(key, text, most, || self.location(yaml_path!["layers", number, key]), problems);
            }
        }
    }

    /// Reports invalid addresses and redirects to redirects.
    fn check_moved(&self, problems: &mut Vec<Diagnostic>) {
        let inside = |address: &str| address.trim_matches('/').to_owned();
        let moved: BTreeMap<String, String> = self.moved.iter().map(|(from, to)| (inside(from), inside(to))).collect();
        for (from, to) in &self.moved {
            let location = || self.location(yaml_path!["moved", from.as_str()]);
            let (old, new) = (inside(from), inside(to));
            for address in [&old, &new] {
                // Only the home page, as a target, has an empty path.
                let home = address == &new && new.is_empty();
                if !home && !address.split('/').all(is_address) {
                    problems.push(messages::bad_address(location(), address, None));
                }
            }
            if moved.contains_key(&new) {
                problems.push(messages::moved_on(location(), &old, &new));
            }
        }
    }

    /// Returns the location of a value by its path.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(SITE_FILE, &self.text, &(0..self.text.len()), path)
    }

    /// Returns settings for checking the entries of a site whose own settings are invalid; no site is built with them.
    #[must_use]
    pub fn placeholder() -> Self {
        Self {
            headline: None,
            featured: None,
            title: String::new(),
            base_url: BaseUrl::NONE,
            language: Language::english(),
            languages: Vec::new(),
            translated_from: None,
            author: String::new(),
            description: String::new(),
            layers: IndexVec::default(),
            layers_name: LayersName::default(),
            links: Density::default(),
            matching: SiteMatching::default(),
            prose: Vec::new(),
            require: Vec::new(),
            raw_html: true,
            math: false,
            emoji: false,
            remote_pictures: RemotePictures::Any(true),
            tag_host: None,
            feed_items: hundred(),
            calculators: yes(),
            catalog: CatalogUse::default(),
            share_pictures: false,
            repository: None,
            kinds: BTreeMap::new(),
            theme: ThemeSettings::default(),
            moved: BTreeMap::new(),
            strings: Arc::default(),
            folder: glossary(),
            text: Arc::default(),
            places: Arc::default(),
        }
    }

    /// Returns the dialect of Markdown in which bodies are read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        let remote_pictures = self.remote_pictures.clone();
        Dialect { raw_html: self.raw_html, math: self.math, emoji: self.emoji, remote_pictures }
    }

    /// Publishes the site under another address.
    pub fn set_base_url(&mut self, base_url: BaseUrl) {
        if base_url.path().ends_with("/glossary/") {
            self.folder = "entries";
        }
        self.base_url = base_url;
    }

    /// Returns the first part of the addresses of entries: `glossary`, or `entries` for a site whose own address ends
    /// in `/glossary/`. A preview of that site at another address keeps it.
    #[must_use]
    pub fn folder(&self) -> &'static str {
        self.folder
    }

    /// Returns the path of the page of all terms below the site's root: the folder with its final `/`.
    #[must_use]
    pub fn index_path(&self) -> String {
        format!("{}/", self.folder())
    }

    /// Returns the position of a layer; the lowest is 0.
    #[must_use]
    pub fn layer_id(&self, layer: &str) -> Option<LayerId> {
        self.layers.iter().position(|known| known.id == layer).map(LayerId::new)
    }
}
