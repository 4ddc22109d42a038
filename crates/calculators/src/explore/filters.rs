//! The reader's filters of the list of models: family, licence, size, longest context, too slow, too large.
//!
//! Each is an input like the others, so that the address keeps it and an invalid value is reported at its field. A
//! model without a recorded licence passes no licence filter.

use super::super::input::{Choice, Input, PARAMETERS, TOKENS};
use crate::input_error::InputError;
use crate::query::Query;
use alloc::string::String;
use rooflight_document::listing::ListingGroup;
use rooflight_document::prelude::*;
use rooflight_estimator::records::ModelRecord;
use rooflight_primitives::units::BILLION;

pub(super) const SHOW: Input = Input::new(("show", "show"), "Show", SHOWN[0].0, Choice::One(SHOWN)).folded();
const SHOWN: &[(&str, &str)] =
    &[("all", "everything"), ("fits", "what fits"), ("likely", "what should reach the speed")];

pub(super) const FAMILY: Input = Input::new(("fam", "family"), "Family", "any", Choice::One(FAMILIES)).folded();
/// The families: prefixes of their models' ids, separated by commas, and the label.
const FAMILIES: &[(&str, &str)] = &[
    ("any", "any"),
    ("qwen,qwq", "Qwen"),
    ("llama-", "Llama"),
    ("gemma-", "Gemma"),
    ("mistral,mixtral,ministral,magistral,devstral,codestral", "Mistral"),
    ("deepseek", "DeepSeek"),
    ("gpt-oss", "gpt-oss"),
    ("glm-", "GLM"),
    ("kimi,moonlight", "Kimi"),
    ("minimax", "MiniMax"),
    ("phi-", "Phi"),
    ("nemotron,llama-3.1-nemotron", "Nemotron"),
    ("granite", "Granite"),
    ("lfm", "LFM"),
    ("falcon", "Falcon"),
    ("olmo", "OLMo"),
    ("command,aya,tiny-aya", "Cohere"),
    ("exaone,k-exaone", "EXAONE"),
    ("ernie", "ERNIE"),
    ("hunyuan", "Hunyuan"),
    ("ling", "Ling"),
    ("laguna", "Laguna"),
];

pub(super) const LICENCE: Input = Input::new(("lic", "licence"), "Licence", "any", Choice::One(LICENCES)).folded();
const LICENCES: &[(&str, &str)] = &[
    ("any", "any"),
    ("apache-2.0,mit", "Apache 2.0 or MIT"),
    ("apache-2.0", "Apache 2.0"),
    ("mit", "MIT"),
    ("own", "the maker's own"),
];

pub(super) const MIN_PARAMETERS: Input =
    Input::real(("pmin", "parameters_least"), "Parameters, at least", "", PARAMETERS, (0.01, 10_000.0)).folded();
pub(super) const MAX_PARAMETERS: Input =
    Input::real(("pmax", "parameters_most"), "Parameters, at most", "", PARAMETERS, (0.01, 10_000.0)).folded();
pub(super) const REACH: Input =
    Input::whole(("reach", "longest_context"), "Longest context, at least", "", TOKENS, (1.0, 16_777_216.0)).folded();

/// Conditions that a model has to meet to be listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filters {
    family: &'static str,
    licence: &'static str,
    /// Fewest parameters, in billions.
    least: f64,
    /// Most parameters, in billions.
    largest: f64,
    /// The context that has to fit, tokens; 0 without the filter.
    pub(super) reach: f64,
}

impl Filters {
    /// Reads the filters; an empty field excludes nothing.
    ///
    /// # Errors
    /// The first input that cannot be used; limits of parameters that exclude each other.
    pub(super) fn read(query: &mut Query<'_>) -> Result<Self, InputError> {
        query.hint(&FAMILY, words!("by the name"));
        query.hint(&LICENCE, words!("as recorded"));
        let filters = Self {
            family: query.one(&FAMILY)?,
            licence: query.one(&LICENCE)?,
            least: query.maybe(&MIN_PARAMETERS)?.unwrap_or(0.0),
            largest: query.maybe(&MAX_PARAMETERS)?.unwrap_or(f64::INFINITY),
            reach: query.maybe(&REACH)?.unwrap_or(0.0),
        };
        if filters.least > filters.largest {
            let message = String::from("More than the most that is allowed: no model is left.");
            return Err(InputError { field: MIN_PARAMETERS.key, message });
        }
        Ok(filters)
    }

    /// True if a model with this number of parameters and this licence passes the filters on family, licence and size.
    pub(super) fn pass(&self, model: &ModelRecord, parameters: f64, licence: &str) -> bool {
        let family = self.family == FAMILY.default || self.family.split(',').any(|start| model.id.starts_with(start));
        let licensed = match self.licence {
            "any" => true,
            "own" => !licence.is_empty() && licence != "apache-2.0" && licence != "mit",
            known => known.split(',').any(|id| id == licence),
        };
        let billions = parameters / BILLION;
        family && licensed && billions >= self.least && billions <= self.largest
    }
}

/// Empties the groups that the reader chose not to see; `groups` are those of [`super::groups::by_target`].
pub(super) fn apply(query: &Query<'_>, groups: &mut [ListingGroup]) -> Result<(), InputError> {
    let kept = match query.one(&SHOW)? {
        "likely" => 1,
        "fits" => groups.len() - super::groups::NOT_FITTING,
        _ => groups.len(),
    };
    groups.iter_mut().skip(kept).for_each(|group| group.rows.clear());
    Ok(())
}
