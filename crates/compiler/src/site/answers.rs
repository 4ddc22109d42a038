//! Computes the answers that pages show: for each calculator's opening case, for the presets of entries, and for the
//! cases of lessons.
//!
//! 1. A calculator's first answer is computed once per build, however many pages and formats show it.
//! 2. A preset becomes the query that the browser would send. A preset without an answer is a diagnostic at its key.
//! 3. If a setup does not fit, the setups that would fit are listed, with links relative to the page.
//!
//! Nothing is rendered here.

use crate::calibrate::CalibratedCatalog;
use crate::calibrate::validation::{self, ValidationResult};
use crate::library;
use crate::site::examples::{default_query, example_query};
use crate::site::inputs::Inputs;
use rooflight_calculators::declared::Declared;
use rooflight_calculators::explore;
use rooflight_calculators::{Answer, CALCULATORS, Spec};
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::model::front_matter::CalculatorBlock;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml::scalar;
use rooflight_source::yaml_path;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A calculator's answer to one query.
#[derive(Clone, Debug)]
pub struct PageAnswer {
    /// The calculator.
    pub spec: &'static Spec,
    /// The query; inputs that it omits have their defaults.
    pub query: String,
    /// The report, with its status line and numbers.
    pub answer: Answer,
}

/// Answers questions from a site's records, and caches first answers.
#[derive(Debug)]
pub struct Answers<'a> {
    /// The records and their calibration.
    pub catalog: &'a CalibratedCatalog,
    declared: &'a [&'static Declared],
    is_published: bool,
    used: BTreeSet<&'static str>,
    first: BTreeMap<&'static str, OnceLock<Option<PageAnswer>>>,
}

impl<'a> Answers<'a> {
    /// Creates an empty cache; answers are computed on demand.
    #[must_use]
    pub fn new(catalog: &'a CalibratedCatalog, inputs: &Inputs<'a>) -> Self {
        let Inputs { declared, glossary, .. } = *inputs;
        let is_published = inputs.in_default_language().catalog.is_some();
        let own = declared.iter().map(|declared| &declared.spec);
        let specs = CALCULATORS.iter().copied().chain([&explore::SPEC]).chain(own);
        let first = specs.map(|spec| (spec.kind, OnceLock::new())).collect();
        Self { catalog, declared, is_published, used: used(glossary), first }
    }

    /// Returns the calculator with this kind, built in or declared by the site.
    #[must_use]
    pub fn named(&self, kind: &str) -> Option<&'static Spec> {
        rooflight_calculators::named(kind).or_else(|| self.declared(kind).map(|declared| &declared.spec))
    }

    /// Returns the declared calculator with this kind.
    #[must_use]
    pub fn declared(&self, kind: &str) -> Option<&'static Declared> {
        self.declared.iter().find(|declared| declared.spec.kind == kind).copied()
    }

    /// True if the site has this calculator, and so makes its pages.
    #[must_use]
    pub fn has(&self, kind: &str) -> bool {
        self.declared(kind).is_some() || self.used.contains(kind) || kind == explore::SPEC.kind && self.explores()
    }

    /// Returns the calculators that have a page: the built-in ones in the order of [`CALCULATORS`], then declared ones.
    #[must_use]
    pub fn with_pages(&self) -> Vec<&'static Spec> {
        let has_page = |spec: &&'static Spec| self.has(spec.kind) && self.first_answer(spec).is_some();
        let own = self.declared.iter().map(|declared| &declared.spec);
        CALCULATORS.iter().copied().chain(own).filter(has_page).collect()
    }

    /// Returns how well the answers of a calculator of the program agree with measurements; `None` for a site's own.
    #[must_use]
    pub fn validation(&self, spec: &Spec) -> Option<ValidationResult> {
        let is_known =
            rooflight_calculators::named(spec.kind).is_some() || library::kinds().any(|kind| kind == spec.kind);
        is_known.then(|| validation::result(&self.catalog.method.validated, spec.validation))
    }

    /// True if the site has an explorer, which needs at least one device and one model, and their pages.
    #[must_use]
    pub fn explores(&self) -> bool {
        let records = &self.catalog.estimator;
        self.is_published && !records.devices.is_empty() && !records.models.is_empty()
    }

    /// Returns the answer that a calculator's own page opens with; `None` if it has none.
    #[must_use]
    pub fn first_answer(&self, spec: &'static Spec) -> Option<&PageAnswer> {
        let answer = || {
            let case = self.answer(spec, example_query(spec));
            case.or_else(|_| self.answer(spec, default_query(self.catalog, spec))).ok()
        };
        self.first.get(spec.kind)?.get_or_init(answer).as_ref()
    }

    /// Returns the answer of an entry's calculator; `None` if the entry has no calculator.
    ///
    /// # Errors
    /// The calculator does not exist, or the preset has no answer.
    pub fn of_entry(&self, document: &Document) -> Result<Option<PageAnswer>, Diagnostic> {
        let Some(CalculatorBlock { kind, preset }) = &document.front.calculator else { return Ok(None) };
        let spec = self.named(kind).ok_or_else(|| {
            let own = self.declared.iter().map(|declared| declared.spec.kind);
            let others = library::kinds().filter(|kind| self.declared(kind).is_none());
            let kinds = CALCULATORS.iter().map(|spec| spec.kind).chain(own).chain(others);
            let list = kinds.clone().collect::<Vec<_>>().join(", ");
            messages::unknown_id(document.location(yaml_path!["calculator", "kind"]), "calculator", kind, kinds)
                .help(format!("the calculators are {list}"))
        })?;
        let location = |key: &str| document.location(yaml_path!["calculator", "preset", key]);
        check_keys(spec, preset.keys(), location)?;
        self.preset(spec, preset, location).map(Some)
    }

    /// Answers values by their preset keys; `location` gives the location of a key.
    ///
    /// # Errors
    /// The values have no answer.
    pub fn preset(
        &self,
        spec: &'static Spec,
        values: &BTreeMap<String, yaml_serde::Value>,
        location: impl Fn(&str) -> Location,
    ) -> Result<PageAnswer, Diagnostic> {
        self.answer(spec, preset_query(spec, values)).map_err(|error| {
            let preset = spec.inputs.iter().find(|input| input.key == error.field).map_or("", |input| input.preset);
            let reason = self.catalog.why_not(preset, values.get(preset).and_then(|value| value.as_str()));
            messages::calculator(location(preset), error.message.trim_end_matches('.')).maybe_help(reason)
        })
    }

    fn answer(&self, spec: &'static Spec, query: String) -> Result<PageAnswer, rooflight_calculators::InputError> {
        let answer = spec.answer(&self.catalog.estimator, &query)?;
        Ok(PageAnswer { spec, query, answer })
    }
}

/// Checks that each key is the preset key of an input.
///
/// # Errors
/// The first unknown key.
pub fn check_keys<'k>(
    spec: &Spec,
    mut keys: impl Iterator<Item = &'k String>,
    location: impl Fn(&str) -> Location,
) -> Result<(), Diagnostic> {
    let Some(unknown) = keys.find(|key| spec.inputs.iter().all(|input| input.preset != key.as_str())) else {
        return Ok(());
    };
    let presets: Vec<&str> = spec.inputs.iter().map(|input| input.preset).collect();
    Err(messages::unknown_key(location(unknown), unknown, &presets))
}

/// Converts values by preset keys to the query that the browser would send.
#[must_use]
pub fn preset_query(spec: &Spec, values: &BTreeMap<String, yaml_serde::Value>) -> String {
    let pairs = spec.inputs.iter().filter_map(|input| {
        let value = values.get(input.preset)?;
        Some(format!("{}={}", input.key, scalar::text(value).trim()))
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// Returns the calculators that a site uses: those of its entries, those that its texts link to, and those that a
/// refusal links to.
fn used(glossary: &Glossary) -> BTreeSet<&'static str> {
    let entries = glossary.entries.iter().map(|entry| &entry.document);
    let own =
        entries.clone().filter_map(|document| document.front.calculator.as_ref().map(|block| block.kind.as_str()));
    let bodies = entries.map(|document| &document.body).chain(glossary.pages.iter().map(|linked| &linked.page.body));
    let links = bodies.flat_map(Body::links).filter_map(|link| {
        let mut parts =
            link.address.split(['/', '?', '#']).skip_while(|part| !matches!(*part, "calculators" | "embed"));
        parts.nth(1)
    });
    let named = own.chain(links).filter_map(rooflight_calculators::named).map(|spec| spec.kind);
    named.chain(library::OFFERED).collect()
}
