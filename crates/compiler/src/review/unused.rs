//! Reports files that nothing is made from, so that no file is silently ignored.
//!
//! 1. Whether a file is used depends only on its path: each folder of `content/` takes certain extensions.
//! 2. An unknown folder is reported once, with the name that was probably meant; a wrong extension with the right one.
//! 3. Files that the loader could not read are in [`Sources::unread`].
//!
//! A file that another stage reports, such as a lesson's page without a track, is not reported here.

use crate::calibrate::fit_file::FIT;
use rooflight_calculator_files::CALCULATORS;
use rooflight_calculator_files::data::DATA;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_glossary::model::catalog::{CATALOG, NAMES};
use rooflight_glossary::model::comparison::COMPARE;
use rooflight_glossary::model::config::{CatalogUse, Config, Language, SITE_FILE};
use rooflight_glossary::model::document::GLOSSARY;
use rooflight_glossary::model::page::PAGES;
use rooflight_glossary::model::strings::STRINGS_FILE;
use rooflight_glossary::model::track::TRACKS;
use rooflight_glossary::model::url_lock;
use rooflight_source::diagnostic::nearest::nearest;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::file::{Sources, Unread};
use std::collections::BTreeMap;

/// The folders of the content, and the extensions of their files.
const FOLDERS: [(&str, &[&str]); 8] = [
    (GLOSSARY, &["md"]),
    (PAGES, &["md"]),
    (COMPARE, &["md"]),
    (TRACKS, &["yaml", "md"]),
    (CALCULATORS, &["yaml"]),
    (DATA, &["yaml", "csv"]),
    (CATALOG, &["yaml"]),
    (ANCHORS, &["yaml"]),
];

/// Reports every unused file.
pub(crate) fn check(sources: &Sources, config: Option<&Config>, problems: &mut Vec<Diagnostic>) {
    let languages = config.map_or(&[][..], |config| &config.languages);
    let is_added = config.is_some_and(|config| config.catalog != CatalogUse::Own);
    let has_catalog = is_added || sources.below(CATALOG, "yaml").next().is_some();
    let mut lost: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let texts = sources.content.iter().map(|file| (file.path.as_str(), None));
    for (path, reason) in texts.chain(sources.unread.iter().map(|(path, reason)| (path.as_str(), Some(*reason)))) {
        if reason.is_none() && languages.iter().any(|language| is_of(language, path)) {
            continue;
        }
        if let Some((owner, help)) = explain(path, reason, has_catalog) {
            lost.entry(owner).or_insert((0, help)).0 += 1;
        }
    }
    problems.extend(lost.into_iter().map(|(path, (count, help))| messages::unused_file(&path, count, help)));
}

/// True for a file of a further language's folder.
fn is_of(language: &Language, path: &str) -> bool {
    let inside = path.strip_prefix(&language.folder()).and_then(|rest| rest.strip_prefix('/'));
    inside.is_some_and(|inside| {
        inside.starts_with("glossary/") && inside.ends_with(".md") || ["site.yaml", "strings.yaml"].contains(&inside)
    })
}

/// Returns the path to report and a hint; `None` for a file that is used.
fn explain(path: &str, reason: Option<Unread>, has_catalog: bool) -> Option<(String, String)> {
    let help = match reason {
        Some(Unread::Name) => "its name is not UTF-8: rename it".to_owned(),
        Some(Unread::Hidden) => {
            "of hidden files, only `.well-known/`, `.nojekyll` and `.htaccess` are published".to_owned()
        }
        Some(Unread::NoFolder) => format!("`{path}` has to be a folder"),
        Some(Unread::Extension) | None => return content(path, has_catalog),
    };
    Some((path.to_owned(), help))
}

/// Returns the path to report and a hint for an unused file below `content/`.
fn content(path: &str, has_catalog: bool) -> Option<(String, String)> {
    if [SITE_FILE, STRINGS_FILE, url_lock::PATH, FIT].contains(&path) {
        return None;
    }
    let own = |help: String| Some((path.to_owned(), help));
    let entry = FOLDERS.iter().find(|(folder, _)| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
    let Some((folder, extensions)) = entry else { return misplaced(path) };
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    if !extensions.contains(&extension) {
        let meant = meant(extension).filter(|meant| extensions.contains(meant));
        return own(match meant {
            Some(meant) => format!("rename it to `{stem}.{meant}`"),
            None if extension == "md" || extension == "yaml" => {
                format!("`{folder}/` holds files in {}", extensions.join(" and "))
            }
            None => format!("move it below `static/root/` to publish it, or out of `{folder}/`"),
        });
    }
    if *folder == CATALOG && !NAMES.iter().any(|name| path.strip_prefix(CATALOG) == Some(&format!("/{name}.yaml"))) {
        return own(match nearest(stem, NAMES) {
            Some(near) => format!("did you mean `{CATALOG}/{near}.yaml`?"),
            None => format!("the catalog has these files: {}", NAMES.map(|name| format!("{name}.yaml")).join(", ")),
        });
    }
    if *folder == ANCHORS && !has_catalog {
        return Some((ANCHORS.to_owned(), format!("measurements need a catalog of devices and models, `{CATALOG}/`")));
    }
    None
}

/// Returns the path to report and a hint for a file below `content/` outside the known folders.
fn misplaced(path: &str) -> Option<(String, String)> {
    let inside = path.strip_prefix("content/")?;
    let names = || FOLDERS.iter().filter_map(|(folder, _)| folder.strip_prefix("content/"));
    let Some((folder, _)) = inside.split_once('/') else {
        let help = match inside {
            "site.yml" | "site.YAML" => format!("rename it to `{SITE_FILE}`"),
            _ => nearest(path, [SITE_FILE, STRINGS_FILE, url_lock::PATH]).map_or_else(
                || format!("entries belong in `{GLOSSARY}/`, other pages in `{PAGES}/`"),
                |near| format!("did you mean `{near}`?"),
            ),
        };
        return Some((path.to_owned(), help));
    };
    let is_language = folder.len() <= 3 || folder.contains('-');
    let is_translated =
        inside.split('/').nth(1).is_some_and(|next| ["glossary", "site.yaml", "strings.yaml"].contains(&next));
    if is_language && is_translated {
        let help = format!("for translations into it, add the language to the settings: `languages: [{folder}]`");
        return Some((format!("content/{folder}"), help));
    }
    let help = match nearest(folder, names()) {
        Some(near) => format!("did you mean `content/{near}/`?"),
        None => format!("content has these folders: {}", names().collect::<Vec<_>>().join(", ")),
    };
    Some((format!("content/{folder}"), help))
}

/// Returns the extension that is meant by another spelling of it.
fn meant(extension: &str) -> Option<&'static str> {
    match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "mkdn" | "mdx" => Some("md"),
        "yaml" | "yml" => Some("yaml"),
        _ => None,
    }
}
