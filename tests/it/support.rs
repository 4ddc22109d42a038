//! Loads and builds fixtures; the reference site is built once for all tests of the process, which read it and never
//! change it.

use rooflight::edge::load;
use rooflight_calculator_files::calculators;
use rooflight_calculators::declared::{Declared, declared as declared_from};
use rooflight_calculators::{Answer, CALCULATORS, Estimator, InputError, Spec};
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, Outcome, calibrate, compile};
use rooflight_estimator::records::Record;
use rooflight_glossary::link::matching::explain::Explanation;
use rooflight_glossary::model::cache::FileCache;
use rooflight_glossary::model::catalog;
use rooflight_source::diagnostic::{Diagnostic, Severity};
use rooflight_source::file::Sources;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder below `tests/fixtures`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The repository itself: the reference site.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Loads and builds a folder.
pub(crate) fn build(root: &Path) -> (Outcome, Sources) {
    let sources = load::load(root);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    (outcome, sources)
}

/// The site of a folder that has no errors; warnings are for authors.
pub(crate) fn site(root: &Path) -> Site {
    let (outcome, _) = build(root);
    let errors: Vec<_> = outcome.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{} has errors: {errors:?}", root.display());
    outcome.site.expect("a site without errors is built")
}

/// The built reference site with its diagnostics and sources. Its first reader builds it, the others wait for that.
pub(crate) fn reference() -> &'static (Outcome, Sources) {
    static REFERENCE: OnceLock<(Outcome, Sources)> = OnceLock::new();
    REFERENCE.get_or_init(|| build(repository()))
}

/// The pages and files of the reference site, in its languages.
pub(crate) fn whole_reference_site() -> &'static Site {
    reference().0.site.as_ref().expect("the reference site has no errors")
}

/// The reference site in each of its languages, the default one first. A path is relative to the language's address.
pub(crate) fn reference_sites() -> &'static [Site; 2] {
    static SITES: OnceLock<[Site; 2]> = OnceLock::new();
    SITES.get_or_init(|| {
        let (mut default, mut german) = (Site::new(), Site::new());
        for (path, bytes) in whole_reference_site() {
            match path.strip_prefix("de/") {
                Some(path) => german.insert(path.to_owned(), bytes.clone()),
                None => default.insert(path.clone(), bytes.clone()),
            };
        }
        [default, german]
    })
}

/// The reference site in its default language.
pub(crate) fn reference_site() -> &'static Site {
    &reference_sites()[0]
}

/// A text file of a site.
pub(crate) fn text<'a>(site: &'a Site, path: &str) -> &'a str {
    let bytes = site.get(path).unwrap_or_else(|| panic!("there is no {path}"));
    std::str::from_utf8(bytes).expect("a page is UTF-8")
}

/// True for a page that only leads from a former address to the current one.
pub(crate) fn is_redirect(site: &Site, path: &str) -> bool {
    text(site, path).contains("http-equiv=\"refresh\"")
}

/// The part of a page between two marks.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start:?}"));
    rest.split_once(end).map_or(rest, |(inside, _)| inside)
}

/// The estimator of the reference site.
pub(crate) fn estimator() -> &'static Estimator {
    &calibrated().estimator
}

/// The calculators that the reference site has as files.
pub(crate) fn declared() -> &'static [&'static Declared] {
    static DECLARED: OnceLock<Vec<&Declared>> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let mut problems = Vec::new();
        let files = calculators(&load::load(repository()), &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        files.iter().map(|file| declared_from(&file.record.to_bytes()).expect("a calculator")).collect()
    })
}

/// Every calculator of the reference site: the program's, and those in files.
pub(crate) fn specs() -> impl Iterator<Item = &'static Spec> + Clone {
    CALCULATORS.iter().copied().chain(declared().iter().map(|declared| &declared.spec))
}

/// The calculator of the reference site with this name.
pub(crate) fn spec(kind: &str) -> &'static Spec {
    specs().find(|spec| spec.kind == kind).unwrap_or_else(|| panic!("no calculator {kind}"))
}

/// The answer of a calculator of the reference site.
pub(crate) fn ask(spec: &'static Spec, query: &str) -> Result<Answer, InputError> {
    spec.answer(estimator(), query)
}

/// The calibrated catalog of the reference site, with its estimator.
pub(crate) fn calibrated() -> &'static calibrate::CalibratedCatalog {
    static ESTIMATING: OnceLock<calibrate::CalibratedCatalog> = OnceLock::new();
    ESTIMATING.get_or_init(|| {
        let mut problems = Vec::new();
        let catalog = catalog::read(&load::load(repository()), None, &mut problems).expect("a catalog");
        calibrate::estimator(&catalog, &calibrate::carried::fit())
    })
}

/// The linker's decisions in a site.
pub(crate) fn explain(sources: &Sources) -> Result<Explanation, Vec<Diagnostic>> {
    rooflight_glossary::link::matching::explain::explain(sources, &mut FileCache::default())
}

/// Waits for a process; ends it and panics if it takes longer than a minute.
#[cfg(unix)]
pub(crate) fn wait(child: &mut std::process::Child, arguments: &dyn std::fmt::Debug) -> std::process::ExitStatus {
    let start = std::time::Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a state") {
            return status;
        }
        if start.elapsed() > std::time::Duration::from_mins(1) {
            child.kill().expect("a kill");
            panic!("it hangs: {arguments:?}");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
