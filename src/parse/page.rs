//! Pages beside the entries: a guide, a method, an imprint. `content/pages/<slug>.md` becomes `/<slug>/`.

use super::front_matter::split;
use super::markdown::{self, Spanned};
use super::yaml;
use crate::config::{Config, Density, is_slug};
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::source::{SourceFile, Sources};
use serde::Deserialize;

/// The folder of the pages.
pub const PAGES: &str = "content/pages";

/// Names below the site's root that are taken.
const TAKEN: [&str; 6] = ["glossary", "layers", "assets", "data", "compare", "learn"];

/// The keys of a page.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageFront {
    /// The heading, and the name in the site's footer.
    pub title: String,
    /// One plain sentence.
    pub description: String,
    /// How often a term is linked here.
    pub links: Option<Density>,
}

/// A page as its file says it.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file's path.
    pub path: String,
    /// The part of the address: the file's name.
    pub slug: String,
    /// The decoded keys.
    pub front: PageFront,
    /// The body, in reading order.
    pub body: Vec<Spanned>,
}

/// Parses every page; the ones that cannot be used are reported and left out.
pub fn pages(sources: &Sources, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Page> {
    let files: Vec<&SourceFile> = sources.below(PAGES, "md").collect();
    files.into_iter().filter_map(|file| page(file, config, problems)).collect()
}

fn page(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Page> {
    let (range, start) = split(file, problems)?;
    let body = markdown::parse(file, start, config.raw_html, problems);
    let front: PageFront = yaml::decode(&file.path, &file.text, range, problems)?;
    let slug = file.stem().to_owned();
    if !is_slug(&slug) || TAKEN.contains(&slug.as_str()) {
        problems
            .push(messages::bad_value(Place::whole(&file.path), format!("a page cannot have the address `/{slug}/`")));
        return None;
    }
    Some(Page { path: file.path.clone(), slug, front, body })
}
