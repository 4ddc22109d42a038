//! Built-in files: default templates, static files and the WebAssembly estimator.
//!
//! They are embedded in the binary, so that `rooflight` works in a folder that has only `content/`.

use crate::edge::strip_comments;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");
static STATICS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/static");

/// The default templates: path below `templates/` and text.
pub fn templates() -> impl Iterator<Item = (String, &'static str)> {
    files(&TEMPLATES).into_iter().filter_map(|(name, bytes)| Some((name, std::str::from_utf8(bytes).ok()?)))
}

/// The prefix under which a site's own templates find the built-in ones, including those that they replace.
pub const FOLDER: &str = "builtin/";

/// The default style sheets with their comments: path below `static/` and text.
pub fn style_sheets() -> impl Iterator<Item = (String, &'static str)> {
    let text = |(name, bytes): (String, &'static [u8])| Some((name, std::str::from_utf8(bytes).ok()?));
    files(&STATICS).into_iter().filter(|(name, _)| name.ends_with(".css")).filter_map(text)
}

/// The estimator for the browser: a WebAssembly module for each calculator, and their JavaScript shim.
static ESTIMATOR: &[(&str, &[u8])] = include!(env!("ROOFLIGHT_MODULES"));

/// Every built-in static file, comments stripped.
static PUBLISHED: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let estimator = ESTIMATOR.iter().map(|(name, bytes)| ((*name).to_owned(), *bytes));
    let all = files(&STATICS).into_iter().chain(estimator);
    let published = all.map(|(name, bytes)| {
        let bytes = strip_comments::published(&name, bytes);
        (name, bytes)
    });
    published.collect()
});

/// The default static files, including the estimator: path below `static/` and bytes.
pub fn statics() -> impl Iterator<Item = (String, &'static [u8])> {
    PUBLISHED.iter().map(|(name, bytes)| (name.clone(), bytes.as_slice()))
}

/// True if a static file is an unchanged copy of the built-in one.
pub(super) fn is_own(name: &str, bytes: &[u8]) -> bool {
    STATICS.get_file(name).is_some_and(|file| file.contents() == bytes)
}

fn files(folder: &'static Dir<'static>) -> Vec<(String, &'static [u8])> {
    let mut found: Vec<_> =
        folder.files().map(|file| (file.path().to_string_lossy().replace('\\', "/"), file.contents())).collect();
    for inner in folder.dirs() {
        found.extend(files(inner));
    }
    found
}
