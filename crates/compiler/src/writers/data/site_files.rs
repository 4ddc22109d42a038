//! The machine-readable files that describe the whole site.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::paths::GLOSSARY_JSON;
use crate::site::redirects::Redirect;
use crate::writers::data::{catalog_json, glossary_json, headers, robots, sitemap};

/// Returns the sitemap, `glossary.json`, `robots.txt`, the catalog's data and the configuration of servers, by path. A
/// further language has only the first two.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, pages: &[Listed], moves: &[Redirect]) -> Vec<(String, Vec<u8>)> {
    let mut files = sitemap::files(inputs, pages);
    files.push((GLOSSARY_JSON.to_owned(), glossary_json::file(inputs)));
    if inputs.original.is_some() {
        // The others exist once, at the root.
        return files;
    }
    files.push((robots::PATH.to_owned(), robots::text(inputs.languages).into_bytes()));
    files.extend(catalog_json::files(inputs));
    files.extend(headers::files(inputs, moves, pages));
    files
}
