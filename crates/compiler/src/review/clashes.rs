//! Checks that no two files of the finished site have the same path, and that no file has the name of a folder.
//!
//! 1. Two files clash if their paths are equal, or differ only in case, since some file systems ignore case.
//! 2. A page clashes with a file that has its name, such as `feed.xml`, since a page is a folder.
//!
//! [`addresses`](crate::review::addresses) reports the clashes that are known before rendering. The others involve a
//! file below `static/root/` or a page whose path is known only after rendering.

use crate::sink::Done;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::redirects;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;
use std::collections::BTreeMap;

/// Reports every clash.
pub(crate) fn check(inputs: &Inputs<'_>, site: &Done, problems: &mut Vec<Diagnostic>) {
    for path in &site.twice {
        report(inputs, path, path, problems);
    }
    let mut last_folder = "";
    for path in &site.paths {
        let folder = path.rfind('/').map_or("", |end| &path[..end]);
        // Most files of a folder come in sequence, so a folder is checked once per run.
        if folder != last_folder {
            last_folder = folder;
            let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
            if let Some(file) = ends.map(|end| &folder[..end]).find(|above| site.paths.contains(*above)) {
                report(inputs, path, file, problems);
            }
        }
    }
    let mut folded = BTreeMap::new();
    for path in site.paths.iter().filter(|path| path.contains(|c: char| c.is_uppercase())) {
        let low = path.to_lowercase();
        let other = site.paths.get(&low).or_else(|| folded.get(&low).copied());
        if let Some(other) = other {
            report(inputs, path, other, problems);
        }
        folded.insert(low, path);
    }
}

/// Reports a clash of two files, located at a file or page that an author wrote, with the other as related; `one` and
/// `other` are equal for a path that was written twice.
fn report(inputs: &Inputs<'_>, one: &str, other: &str, problems: &mut Vec<Diagnostic>) {
    let own = |path: &str| {
        let file = inputs.assets.has(path);
        file.then(|| Location::whole(format!("static/root/{path}")))
    };
    let (location, related) = match (own(one), own(other)) {
        (Some(location), Some(related)) if one != other => (Some(location), Some(related)),
        (Some(location), _) => (Some(location), author(inputs, other)),
        (None, Some(location)) => (Some(location), author(inputs, one)),
        (None, None) => (author(inputs, one), author(inputs, other)),
    };
    // Two generated files with the same path would be a bug of the program; it is reported at the settings.
    let location = location.or_else(|| related.clone()).unwrap_or_else(|| inputs.config.location(yaml_path!["title"]));
    let related = related.filter(|related| *related != location);
    problems.push(messages::place_taken(location, one, other, related));
}

/// Returns the location where an author named the page of this path; `None` for a generated page.
fn author(inputs: &Inputs<'_>, path: &str) -> Option<Location> {
    let glossary = inputs.glossary;
    let of_entry = |folder: &str| glossary.entries.iter().find(|entry| entry_path(entry) == folder);
    let folder = path.strip_suffix("index.html")?;
    let entry = of_entry(folder).map(|entry| entry.document.location(yaml_path!["term"]));
    let page = || {
        let mut pages = glossary.pages.iter().map(|linked| &linked.page);
        pages.find_map(|page| {
            let former = page.front.former.iter().position(|former| is_at(former, folder));
            let former = former.map(|number| page.location(yaml_path!["former", number]));
            former.or_else(|| is_at(&page.slug, folder).then(|| page.location(yaml_path!["title"])))
        })
    };
    let track = || {
        let mut tracks = glossary.tracks.iter().map(|linked| &linked.track);
        tracks
            .find(|track| folder.starts_with(&format!("learn/{}/", track.id)))
            .map(|track| track.location(yaml_path!["title"]))
    };
    let moved = || {
        let from = inputs.config.moved.keys().find(|from| redirects::folder(from) == folder);
        from.map(|from| inputs.config.location(yaml_path!["moved", from.as_str()]))
    };
    entry.or_else(page).or_else(track).or_else(moved)
}

fn is_at(path: &str, folder: &str) -> bool {
    folder.strip_prefix(path) == Some("/")
}
