//! The files that describe the site as a whole.

use crate::site::inventory::Listed;
use crate::site::redirects::Redirect;
use crate::writers::data::{catalog_json, glossary_json, headers, llms, robots, sitemap};
use crate::writers::html::frame::Frame;
use crate::writers::picture;

/// Sitemap, the site's picture, `glossary.json`, `llms.txt`, `robots.txt` and the files for servers.
#[must_use]
pub(crate) fn files(frame: &Frame<'_>, pages: &[Listed], moves: &[Redirect]) -> Vec<(String, Vec<u8>)> {
    let inputs = frame.inputs;
    let mut files = sitemap::files(inputs.config, pages);
    // A site may bring a picture of its own.
    let drawn = picture::page::site(inputs, frame.pictures).map(|(_, file)| file);
    files.extend(drawn.filter(|(path, _)| !inputs.assets.has(path)));
    files.push((glossary_json::PATH.to_owned(), glossary_json::file(inputs)));
    files.push((llms::PATH.to_owned(), llms::text(inputs, pages).into_bytes()));
    files.push((robots::PATH.to_owned(), robots::text(inputs.config).into_bytes()));
    files.extend(catalog_json::files(inputs));
    files.extend(headers::files(inputs.config, moves, pages));
    files
}
