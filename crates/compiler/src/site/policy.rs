//! The Content-Security-Policy that a page declares for itself, and that servers may send.

use crate::site::inputs::Inputs;
use crate::site::theming::CUSTOM;
use rooflight_glossary::model::config::theme::Analytics;

/// Returns the policy of a page. It allows WebAssembly with `calculator`, and on every page of a site with a catalog,
/// whose search reads machines; fonts only if the theme may have some; other hosts only for the site's analytics and
/// remote pictures.
#[must_use]
pub(crate) fn content_policy(inputs: &Inputs<'_>, calculator: bool) -> String {
    let theme = &inputs.config.theme;
    let wasm = if calculator || inputs.estimator.is_some() { " 'wasm-unsafe-eval'" } else { "" };
    let has_fonts = theme.fonts.files().next().is_some() || inputs.assets.get(CUSTOM).is_some();
    let fonts = if has_fonts { " font-src 'self';" } else { "" };
    let origins = theme.analytics.as_ref().map(Analytics::origins).unwrap_or_default();
    let script = origins.first().map(|origin| format!(" {origin}")).unwrap_or_default();
    let reports: String = origins.iter().flat_map(|origin| [" ", origin]).collect();
    let pictures: String = inputs.config.remote_pictures.sources().iter().flat_map(|source| [" ", source]).collect();
    format!(
        "default-src 'none'; script-src 'self'{wasm}{script}; style-src 'self';{fonts} img-src 'self' data:{reports}{pictures}; connect-src 'self'{reports}; base-uri 'none'; form-action 'self'"
    )
}
