//! The files that describe the site as a whole.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::redirects::Redirect;
use crate::writers::data::{catalog_json, glossary_json, headers, llms, robots, sitemap};

/// Sitemap, `glossary.json`, `llms.txt`, `robots.txt` and the files for servers.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, pages: &[Listed], moves: &[Redirect]) -> Vec<(String, Vec<u8>)> {
    let mut files = sitemap::files(inputs.config, pages);
    files.push((glossary_json::PATH.to_owned(), glossary_json::file(inputs)));
    files.push((llms::PATH.to_owned(), llms::text(inputs, pages).into_bytes()));
    files.push((robots::PATH.to_owned(), robots::text(inputs.config).into_bytes()));
    files.extend(catalog_json::files(inputs));
    files.extend(headers::files(inputs.config, moves, pages));
    files
}
