//! Pages in addition to the entries: a guide, a method, an imprint.
//!
//! `content/pages/<path>.md` becomes `/<path>/`, and an `index.md` the page of its folder. Pages of a folder belong
//! together. Whether two pages claim the same address is checked later, when all are known.

use crate::model::config::Config;
use crate::model::front_matter::split;
use crate::syntax::density::Density;
use crate::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use rooflight_source::limits;
use rooflight_source::slug::{self, is_address};
use rooflight_source::yaml;
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The folder of the pages.
pub const PAGES: &str = "content/pages";

/// The folder of the site's data. A page may have this address, to describe the data, but none below it.
const DATA: &str = "data";

/// First parts of addresses that the site uses itself.
const TAKEN: [&str; 18] = [
    "anchors",
    "assets",
    "calculators",
    "cards",
    "changes",
    "compare",
    "embed",
    "feeds",
    "glossary",
    "hardware",
    "layers",
    "learn",
    "links",
    "map",
    "measurements",
    "models",
    "print",
    "search",
];

/// The front matter of a page that is not an entry.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageFront {
    /// The heading, and the name in lists of pages.
    pub title: String,
    /// One plain sentence.
    pub description: String,
    /// How often a term is linked here.
    pub links: Option<Density>,
    /// The place among the pages of its folder; pages without one come last, by name.
    pub order: Option<u32>,
    /// The template that renders the page: `page.html`, or one of the site's own in `templates/`.
    #[schemars(example = "wide.html")]
    pub template: Option<String>,
    /// An author's own keys, which templates get as they are.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub extra: BTreeMap<String, serde_json::Value>,
    /// Earlier addresses below the site's root: they redirect here for ever.
    #[serde(default)]
    #[schemars(inner(regex(pattern = slug::PATH)))]
    pub former: Vec<String>,
}

/// A page as parsed from its file.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file's path.
    pub path: String,
    /// The address below the site's root, without the final `/`: `guide/links`.
    pub slug: String,
    /// The decoded keys.
    pub front: PageFront,
    /// The bytes of the front matter's YAML in the file.
    pub front_range: Range<usize>,
    /// The places of its values.
    pub places: yaml::Places,
    /// The body, in reading order.
    pub body: Body,
}

impl Page {
    /// Returns the location of a front matter value by its path; the first byte of the front matter if there is none.
    #[must_use]
    pub fn location(&self, path: &[yaml::PathSegment]) -> Location {
        self.places.location(&self.path, self.body.file(), &self.front_range, path)
    }

    /// True for a page that an author wrote; false for a list of a kind's pages that is made from the settings.
    #[must_use]
    pub fn has_file(&self) -> bool {
        !self.body.file().is_empty()
    }

    /// Returns the folder that the page belongs to; `None` for a page directly in `content/pages/`.
    #[must_use]
    pub fn folder(&self) -> Option<&str> {
        let inside = self.path.strip_prefix(PAGES)?.strip_prefix('/')?;
        inside.rsplit_once('/').map(|(folder, _)| folder)
    }
}

/// Adds the page that lists the pages of a kind, for each kind with a title whose folder has no `index.md`.
pub fn add_lists(config: &Config, pages: &mut Vec<Page>) {
    for kind in config.kinds.values() {
        let Some(title) = &kind.title else { continue };
        let mut siblings = pages.iter().filter(|page| page.folder() == Some(&kind.folder)).peekable();
        if siblings.peek().is_none() || siblings.any(|page| page.slug == kind.folder) {
            continue;
        }
        let file = SourceFile::new(format!("{PAGES}/{}/index.md", kind.folder), "");
        let front = PageFront {
            title: title.clone(),
            description: kind.description.clone().unwrap_or_else(|| title.clone()),
            ..PageFront::default()
        };
        let body = Body::parse(&file, 0, config.dialect(), &mut Vec::new());
        let page = Page {
            path: file.path,
            slug: kind.folder.clone(),
            front,
            front_range: 0..0,
            places: yaml::Places::default(),
            body,
        };
        pages.insert(pages.partition_point(|other| other.path < page.path), page);
    }
}

/// Parses a page; one that cannot be used is reported and left out.
pub(super) fn page(file: &SourceFile, config: &Config, problems: &mut Vec<Diagnostic>) -> Option<Page> {
    let (range, start) = split(file, problems)?;
    let body = Body::parse(file, start, config.dialect(), problems).with_figures();
    let front: PageFront = yaml::decode(&file.path, &file.text, range.clone(), problems)?;
    let slug = address(file);
    if let Err(reason) = check_address(&slug, config.folder()) {
        problems.push(messages::bad_address(Location::whole(&file.path), &slug, reason));
        return None;
    }
    let page = Page { path: file.path.clone(), slug, front, front_range: range, places: yaml::Places::default(), body };
    let PageFront { title, description, .. } = &page.front;
    limits::text("title", title, limits::MAX_NAME, || page.location(yaml_path!["title"]), problems);
    limits::text(
        "description",
        description,
        limits::MAX_SENTENCE,
        || page.location(yaml_path!["description"]),
        problems,
    );
    for (number, former) in page.front.former.iter().enumerate() {
        if let Err(reason) = check_address(former, config.folder()) {
            problems.push(messages::bad_address(page.location(yaml_path!["former", number]), former, reason));
        }
    }
    Some(page)
}

/// Returns the file's path below the folder of pages, without its extension; for an `index.md` its folder's path.
fn address(file: &SourceFile) -> String {
    let inside = file.path.strip_prefix(PAGES).unwrap_or(&file.path).trim_start_matches('/');
    let path = inside.strip_suffix(".md").unwrap_or(inside);
    path.strip_suffix("/index").unwrap_or(path).to_owned()
}

/// Checks that a page can have this address. The error is the reason; `None` for one that is malformed.
fn check_address(path: &str, folder: &str) -> Result<(), Option<&'static str>> {
    let first = path.split('/').next().unwrap_or_default();
    if TAKEN.contains(&first) || (first == DATA && path != DATA) || first == folder || path == "index" {
        return Err(Some("the site itself has pages there"));
    }
    if path.split('/').all(is_address) { Ok(()) } else { Err(None) }
}
