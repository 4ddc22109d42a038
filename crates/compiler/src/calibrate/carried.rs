//! The catalog, the measurements and their fit that the program carries.

use crate::calibrate::fit_file::{FIT, Fit};
use rooflight_reference::unpack;
use rooflight_source::file::{SourceFile, Sources};
use std::sync::{Arc, LazyLock};

static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    let files = unpack().unwrap_or_default().into_iter().map(|(path, text)| SourceFile::new(path, text));
    Sources { content: files.collect(), ..Sources::default() }
});

static CARRIED_FIT: LazyLock<Arc<Fit>> = LazyLock::new(|| {
    let text = SOURCES.content.iter().find(|file| file.path == FIT);
    Arc::new(text.and_then(|file| serde_json::from_str(&file.text).ok()).unwrap_or_default())
});

/// The files as a site with no other content.
#[must_use]
pub fn sources() -> &'static Sources {
    &SOURCES
}

/// The fit of these measurements.
#[must_use]
pub fn fit() -> Arc<Fit> {
    Arc::clone(&CARRIED_FIT)
}
