//! The catalog, the measurements and their fit that the program carries.

use crate::calibrate::fit_file::{FIT, Fit, hash};
use rooflight_carried::unpack;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
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

/// Reads the site's own fit, or takes the one that the program carries. A fit that is damaged, or older than the
/// catalog and the measurements, is reported.
#[must_use]
pub fn fit_or_own(sources: &Sources, problems: &mut Vec<Diagnostic>) -> Arc<Fit> {
    let Some(file) = sources.content.iter().find(|file| file.path == FIT) else { return fit() };
    let location = Location::new(FIT, 0..0);
    match serde_json::from_str::<Fit>(&file.text) {
        Ok(fit) => {
            if fit.made_from != hash(sources) {
                problems.push(messages::outdated_fit(location));
            }
            Arc::new(fit)
        }
        Err(error) => {
            problems.push(messages::broken_fit(location, &error.to_string()));
            Arc::default()
        }
    }
}
