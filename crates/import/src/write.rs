//! Writes the files of an import: entries, and the settings of a new site.
//!
//! A library writes the YAML, so that no text of the input can be anything but a value.

use crate::assemble::{Import, ImportedEntry, ImportedLayer};
use crate::draft::DraftSource;
use rooflight_glossary::model::config::SITE_FILE;
use rooflight_glossary::model::document::GLOSSARY;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
struct FrontMatter<'a> {
    term: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    layer: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    also_in: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    aliases: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    avoid: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    superseded: &'a [String],
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    matching: Option<&'a str>,
    definition: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    related: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<FrontSource<'a>>,
    published: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewed: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    former: &'a [String],
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    draft: bool,
}

#[derive(Serialize)]
struct FrontSource<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

impl<'a> FrontSource<'a> {
    fn new(source: &'a DraftSource) -> Self {
        Self { title: &source.title, url: source.url.as_deref() }
    }
}

#[derive(Serialize)]
struct SiteConfig<'a> {
    title: &'a str,
    base_url: &'a str,
    language: &'a str,
    author: &'a str,
    description: &'a str,
    require: &'a [&'static str],
    layers: &'a [ImportedLayer],
}

impl ImportedEntry {
    /// Returns the path of the entry's file.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{GLOSSARY}/{}.md", self.slug)
    }

    /// Returns the text of the entry's file.
    ///
    /// # Errors
    /// A value that YAML cannot represent.
    pub fn text(&self) -> Result<String, String> {
        let front = FrontMatter {
            term: &self.term,
            // An entry with a former address needs a permanent id.
            id: (!self.former.is_empty()).then_some(self.slug.as_str()),
            layer: &self.layer,
            also_in: &self.also_in,
            aliases: &self.aliases,
            avoid: &self.avoid,
            superseded: &self.superseded,
            matching: self.never.then_some("never"),
            definition: &self.definition,
            related: &self.related,
            sources: self.sources.iter().map(FrontSource::new).collect(),
            published: self.published.to_string(),
            reviewed: self.reviewed.as_deref(),
            former: &self.former,
            extra: &self.extra,
            draft: self.draft,
        };
        let yaml = yaml_serde::to_string(&front).map_err(|error| error.to_string())?;
        let body = if self.body.is_empty() { String::new() } else { format!("{}\n", self.body) };
        Ok(format!("---\n{yaml}---\n{body}"))
    }
}

impl Import {
    /// Returns the path and text of a new site's settings; `None` if entries are added to an existing site.
    ///
    /// # Errors
    /// A value that YAML cannot represent.
    pub fn settings(&self) -> Result<Option<(String, String)>, String> {
        let Some(settings) = &self.site else { return Ok(None) };
        let site = SiteConfig {
            title: &settings.title,
            base_url: &settings.base_url,
            language: &settings.language,
            author: &settings.author,
            description: &settings.description,
            require: &self.require,
            layers: &self.layers,
        };
        let yaml = yaml_serde::to_string(&site).map_err(|error| error.to_string())?;
        let head = "# Written by `rooflight import`. `rooflight schema site` describes every key.\n";
        Ok(Some((SITE_FILE.to_owned(), format!("{head}{yaml}"))))
    }
}
