//! The settings of a further language: those of the site, with its texts in that language.
//!
//! 1. [`Config::check_languages`] refuses a language that could not have an address of its own.
//! 2. [`Config::localized`] replaces texts of the settings by those of `content/<language>/site.yaml`, and reads
//!    `content/<language>/strings.yaml` for the strings of the interface.
//!
//! A language's site.yaml has texts alone: all other settings are in `content/site.yaml`, and never repeated.

use crate::model::config::{Config, Language, LayersName};
use crate::model::strings::Strings;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::limits;
use rooflight_source::slug::is_address;
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most further languages of a site: every page links to each of them.
const MAX_LANGUAGES: usize = 40;

/// Folders below the site's root whose names could be language tags.
const TAKEN: [&str; 1] = ["map"];

/// The texts of a site in a further language; a text that is left out is that of the default language.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalTexts {
    /// The site's name.
    pub title: Option<String>,
    /// One plain sentence.
    pub description: Option<String>,
    /// The heading of the home page; the title by default.
    pub headline: Option<String>,
    /// The author or publisher.
    pub author: Option<String>,
    /// The word for the layers on the pages; by default the language's own.
    pub layers_name: Option<LayersName>,
    /// Titles and summaries of the layers, by their ids.
    #[serde(default)]
    pub layers: BTreeMap<String, LayerTexts>,
}

/// The texts of a layer.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayerTexts {
    /// The name that readers see.
    pub title: Option<String>,
    /// The subject of the layer, in one sentence.
    pub summary: Option<String>,
}

impl Language {
    /// Returns the folder of the language's sources.
    #[must_use]
    pub fn folder(&self) -> String {
        format!("content/{}", &**self)
    }

    /// Returns the path of the file with the site's texts in the language.
    #[must_use]
    pub fn site_file(&self) -> String {
        format!("{}/site.yaml", self.folder())
    }

    /// Returns the path of the file with the site's own strings in the language.
    #[must_use]
    pub fn strings_file(&self) -> String {
        format!("{}/strings.yaml", self.folder())
    }

    /// Returns the folder of the language's pages below the site's root, with its final `/`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}/", self.to_ascii_lowercase())
    }
}

impl Config {
    /// Reports further languages that cannot have an address of their own.
    pub(super) fn check_languages(&self, problems: &mut Vec<Diagnostic>) {
        limits::list(
            "languages",
            self.languages.len(),
            MAX_LANGUAGES,
            || self.location(yaml_path!["languages"]),
            problems,
        );
        let mut seen = BTreeSet::from([self.language.to_ascii_lowercase()]);
        for (number, language) in self.languages.iter().enumerate().take(MAX_LANGUAGES) {
            let tag = language.to_ascii_lowercase();
            let location = || self.location(yaml_path!["languages", number]);
            let primary = tag.split('-').next().unwrap_or_default().len();
            if primary > 3 || TAKEN.contains(&tag.as_str()) || !is_address(&tag) {
                problems.push(messages::bad_address(location(), language, Some("the site itself has pages there")));
            } else if !seen.insert(tag) {
                problems.push(messages::repeated_language(location(), language));
            }
        }
    }

    /// Returns the settings in a further language; `None` if its texts cannot be read.
    pub fn localized(&self, language: &Language, sources: &Sources, problems: &mut Vec<Diagnostic>) -> Option<Self> {
        let mut config = self.clone();
        config.languages = Vec::new();
        // Redirects and rules of English prose apply to the default language alone.
        config.moved = BTreeMap::new();
        config.prose = Vec::new();
        config.translated_from = Some(self.language.clone());
        config.language = language.clone();
        config.base_url = self.base_url.below(&language.address());
        config.layers_name = LayersName::default();
        let path = language.site_file();
        if let Some(file) = sources.content.iter().find(|file| file.path == path) {
            let whole = 0..file.text.len();
            let texts: Option<LocalTexts> = yaml::decode(&file.path, &file.text, whole.clone(), problems)?;
            let places = yaml::Places::default();
            let place = |path: &[yaml::PathSegment]| places.location(&file.path, &file.text, &whole, path);
            config.lay_over(texts.unwrap_or_default(), &place, problems);
        }
        let from = || self.location(yaml_path!["languages"]);
        config.read_strings(sources, &language.strings_file(), from, problems);
        Some(config)
    }

    fn lay_over(
        &mut self,
        texts: LocalTexts,
        place: &dyn Fn(&[yaml::PathSegment]) -> Location,
        problems: &mut Vec<Diagnostic>,
    ) {
        let LocalTexts { title, description, headline, author, layers_name, layers } = texts;
        for (key, own, text, most) in [
            ("title", &mut self.title, title, limits::MAX_NAME),
            ("description", &mut self.description, description, limits::MAX_SENTENCE),
            ("author", &mut self.author, author, limits::MAX_NAME),
        ] {
            let Some(text) = text else { continue };
            limits::text(key, &text, most, || place(yaml_path![key]), problems);
            *own = text;
        }
        // The default language's headline is not shown on pages in another.
        self.headline = headline;
        self.layers_name = layers_name.unwrap_or_default();
        let known: Vec<String> = self.layers.iter().map(|layer| layer.id.clone()).collect();
        for (id, LayerTexts { title, summary }) in layers {
            let Some(layer) = self.layers.iter_mut().find(|layer| layer.id == id) else {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                problems.push(messages::unknown_key(place(yaml_path!["layers", id.as_str()]), &id, &known));
                continue;
            };
            let texts = [
                ("title", &mut layer.title, title, limits::MAX_NAME),
                ("summary", &mut layer.summary, summary, limits::MAX_SENTENCE),
            ];
            for (key, own, text, most) in texts {
                let Some(text) = text else { continue };
                limits::text(key, &text, most, || place(yaml_path!["layers", id.as_str(), key]), problems);
                *own = text;
            }
        }
    }

    /// True for the settings of a further language.
    #[must_use]
    pub fn is_further(&self) -> bool {
        self.translated_from.is_some()
    }

    /// Reads the strings of the interface from the program and the site's file at `path`. The word for the layers comes
    /// from them if the settings have none.
    pub(super) fn read_strings(
        &mut self,
        sources: &Sources,
        path: &str,
        place: impl FnOnce() -> Location,
        problems: &mut Vec<Diagnostic>,
    ) {
        let strings = Strings::read(sources, path, &self.language, place, problems);
        if self.layers_name.one.is_empty() && self.layers_name.many.is_empty() {
            let [one, many] = ["layers.one", "layers.many"].map(|key| strings.get(key).to_owned());
            self.layers_name = LayersName { one, many };
        }
        self.strings = Arc::new(strings);
    }
}
