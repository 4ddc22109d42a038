//! Sites for the bodies of the fuzz targets: builds them, and checks diagnostics and pages; catalogs to compile
//! against.

use crate::safe_html::unsafe_parts;
use rooflight::edge::builtin::Builtin;
use rooflight::edge::load;
use rooflight::edge::report::{MessageFormat, text as report};
use rooflight_calculators::Estimator;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::calibrate::fit_file::Fit;
use rooflight_compiler::calibrate::{self, CalibratedCatalog, carried};
use rooflight_compiler::{Options, prepare};
use rooflight_glossary::model::catalog as facts;
use rooflight_source::file::{SourceFile, Sources};
use std::cell::RefCell;
use std::path::Path;
use std::sync::OnceLock;

/// Returns everything but the content that a build needs.
pub(super) fn frame() -> &'static Sources {
    static FRAME: OnceLock<Sources> = OnceLock::new();
    FRAME.get_or_init(|| Sources {
        templates: Builtin::default().templates().into_iter().map(|(name, text)| SourceFile::new(name, text)).collect(),
        statics: Builtin::default().statics().into_iter().collect(),
        ..Sources::default()
    })
}

/// Builds a site of these files with the default look, and checks it as [`build_with`] does.
pub(super) fn build(files: &[(&str, &str)]) {
    build_with(frame().clone(), files);
}

/// Builds a site: every diagnostic is at a place of its file, and no page has what its author did not write.
pub(super) fn build_with(mut sources: Sources, files: &[(&str, &str)]) {
    thread_local! { static CACHE: RefCell<BuildCache> = RefCell::default(); }
    sources.content = files.iter().map(|(path, text)| SourceFile::new(*path, *text)).collect();
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    let options = Options { drafts: true, ..Options::default() };
    let outcome = CACHE.with_borrow_mut(|cache| prepare(&sources, &options, cache, &mut |_| {}).finish(&mut |_| {}));
    for diagnostic in &outcome.diagnostics {
        for place in diagnostic.related.iter().map(|(place, _)| place).chain([&diagnostic.location]) {
            if let Some(text) = sources.text(&place.file) {
                assert!(text.get(place.span.clone()).is_some(), "{place:?} is no place of the file");
            }
        }
    }
    for format in [MessageFormat::Short, MessageFormat::Json] {
        let _ = report(&outcome.diagnostics, &sources, format, true);
    }
    let human = report(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    assert!(!human.contains(|c: char| c.is_control() && c != '\n'), "a terminal would obey this: {human:?}");
    // 404.html refers to its files by the site's base URL, which the input chooses.
    for (path, bytes) in
        outcome.site.iter().flatten().filter(|(path, _)| path.ends_with(".html") && *path != "404.html")
    {
        assert_eq!(unsafe_parts(&String::from_utf8_lossy(bytes)), Vec::<String>::new(), "{path}");
    }
}

/// Returns the repository's root.
fn home() -> &'static Path {
    // The fuzzer's package is one folder deeper than the tests'.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if here.ends_with("fuzz") { here.parent().unwrap_or(here) } else { here }
}

/// Returns a valid catalog with a record of each kind.
pub(super) fn plain_catalog() -> &'static [(String, String)] {
    static PLAIN: OnceLock<Vec<(String, String)>> = OnceLock::new();
    PLAIN.get_or_init(|| {
        let words = [("NUMBER", "000"), ("ATTACK", "words"), ("ADDRESS", "x")];
        let fill = |text: &str| words.iter().fold(text.to_owned(), |text, (word, value)| text.replace(word, value));
        let files = load::load(&home().join("tests/fixtures/attacks/site")).content;
        let wanted = |path: &str| path.contains("/catalog/") || path.contains("/anchors/");
        files.iter().filter(|file| wanted(&file.path)).map(|file| (fill(&file.path), fill(&file.text))).collect()
    })
}

/// Returns the plain catalog, ready for calculators.
pub(super) fn small() -> &'static CalibratedCatalog {
    static SMALL: OnceLock<CalibratedCatalog> = OnceLock::new();
    SMALL.get_or_init(|| {
        let content = plain_catalog().iter().map(|(path, text)| SourceFile::new(path, text.as_str())).collect();
        calibrated(&Sources { content, ..Sources::default() }, &Fit::default())
    })
}

/// Returns the reference catalog, ready for calculators.
pub(super) fn reference() -> &'static Estimator {
    static REFERENCE: OnceLock<CalibratedCatalog> = OnceLock::new();
    &REFERENCE.get_or_init(|| calibrated(&load::load(home()), &carried::fit())).estimator
}

fn calibrated(sources: &Sources, fit: &Fit) -> CalibratedCatalog {
    let catalog = facts::read(sources, None, &mut Vec::new()).expect("a catalog");
    calibrate::estimator(&catalog, fit)
}
