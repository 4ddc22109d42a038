//! Writes the files of an import: entries, and the settings of a new site.
//!
//! A library writes the YAML, so that no text of the input can be anything but a value.

use crate::assemble::{Import, ImportedEntry, ImportedLayer};
use crate::settings::SiteSettings;
use rooflight_glossary::model::config::SITE_FILE;
use rooflight_glossary::model::document::GLOSSARY;
use serde::Serialize;

#[derive(Serialize)]
struct SiteConfig<'a> {
    #[serde(flatten)]
    settings: &'a SiteSettings,
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
        let yaml = yaml_serde::to_string(self).map_err(|error| error.to_string())?;
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
        let site = SiteConfig { settings, require: &self.require, layers: &self.layers };
        let yaml = yaml_serde::to_string(&site).map_err(|error| error.to_string())?;
        let head = "# Written by `rooflight import`. `rooflight schema site` describes every key.\n";
        Ok(Some((SITE_FILE.to_owned(), format!("{head}{yaml}"))))
    }
}
