//! Alternatives to a set-up that does not fit: set-ups that hold the model, with their speeds and links to the
//! calculators that explain them.
//!
//! 1. The calculator that refuses gives its case. A smaller format, part of the model in system RAM, several devices,
//!    fewer requests and a shorter context are tried on it.
//! 2. Each alternative is computed with the formulas of its own calculator, and links to that calculator with the
//!    reader's inputs and the one that changes.
//! 3. The reason is stated for each that does not help.
//!
//! Holds no formula, and never offers a set-up that does not fit.

use super::input::Input;
use super::query::Query;
use super::ram_split::{RamSplit, USUAL_HOST};
use super::session_inputs::{COMPACT, SessionInputs};
use super::{rows, usable};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::{joined, put};
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::Speeds;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::{GB, count};

/// Most devices that an alternative offers.
const MAX_DEVICES: u64 = 16;

/// Where a part of the model in system RAM is offered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RamOffer {
    /// Nowhere: no split of such a load is calibrated.
    Nowhere,
    /// In the calculator of splits.
    Elsewhere,
    /// In the refusing calculator, which is that one.
    Here,
}

/// A set-up that does not fit, as the calculator that refuses it has it.
#[derive(Clone, Copy)]
pub(crate) struct RefusedCase<'a> {
    pub(crate) setup: &'a Setup<'a>,
    /// The calibration of the chosen engine.
    pub(crate) profile: &'a Profile,
    pub(crate) model: &'a ModelRecord,
    pub(crate) format: &'a FormatRecord,
    /// The agent's session; `None` if the calculator has no turns.
    pub(crate) session: Option<SessionInputs>,
    /// How several devices share the model.
    pub(crate) share: fn(u64) -> Devices,
    pub(crate) ram: RamOffer,
    /// The part of the model on the host, from the share of layers that lie there.
    pub(crate) part: fn(f64) -> OnHost,
    /// Bandwidth of the host's memory, bytes per second.
    pub(crate) host: f64,
    pub(crate) sizes: Sizes,
}

impl<'a> RefusedCase<'a> {
    /// A case with what is usual for its files and its model.
    pub(crate) fn new(
        setup: &'a Setup<'a>,
        profile: &'a Profile,
        (model, format): (&'a ModelRecord, &'a FormatRecord),
        sizes: Sizes,
    ) -> Self {
        Self {
            setup,
            profile,
            model,
            format,
            session: None,
            share: format.files.usual_share(),
            ram: RamOffer::Elsewhere,
            part: offload::usual_part(setup),
            host: USUAL_HOST,
            sizes,
        }
    }
}

/// Writes what would fit in place of a case, if the report refuses it; `inputs` are those of the calculator.
pub(crate) fn write(report: &mut Report, query: &Query<'_>, inputs: &'static [Input], case: RefusedCase<'_>) {
    if !report.refused {
        return;
    }
    let value = |input: &'static Input| (input.key, query.text(input));
    let found = Offers { case, inputs: inputs.iter().map(value).collect() }.all();
    let setup = case.setup;
    report.usable = usable::words(setup.device, setup.devices.number(), case.sizes);
    report.alternatives = found;
}

/// A case, and the inputs of its calculator with the reader's values, empty ones among them.
struct Offers<'a> {
    case: RefusedCase<'a>,
    inputs: Vec<(&'static str, &'a str)>,
}

/// An alternative, or the reason why it does not help; an empty reason if the alternative makes no sense here.
type AlternativeOrReason = Result<Alternative, &'static str>;

impl Offers<'_> {
    fn has(&self, key: &str) -> bool {
        self.inputs.iter().any(|(known, _)| *known == key)
    }

    /// Returns the alternatives that fit, then one with the reasons why the others do not.
    fn all(&self) -> Vec<Alternative> {
        let mut found = Vec::new();
        let mut reasons = String::new();
        for alternative in [Self::smaller, Self::system_ram, Self::several, Self::fewer, Self::shorter] {
            match alternative(self) {
                Ok(alternative) => found.push(alternative),
                Err("") => {}
                Err(reason) => {
                    reasons.push_str(if reasons.is_empty() { "Not possible: " } else { "; " });
                    reasons.push_str(reason);
                }
            }
        }
        if !reasons.is_empty() {
            reasons.push('.');
            found.push(Alternative { words: reasons, ..Alternative::default() });
        }
        found
    }

    /// Returns the model's weights in another format, with the reader's own number of parameters.
    fn weights_in(&self, format: &FormatRecord) -> Weights {
        let own = self.case.setup.weights.parameters() / self.case.format.weights.parameters();
        let mut weights = format.weights.clone();
        if own.to_bits() != 1.0_f64.to_bits() {
            weights.stretch(own);
        }
        weights
    }

    /// True if the reader changed the model's numbers.
    fn is_own_model(&self) -> bool {
        let RefusedCase { setup, model, format, .. } = self.case;
        *setup.model != model.shape || *setup.weights != format.weights
    }

    /// Returns the address of a calculator below the site's root with the reader's inputs, some of them changed; an
    /// empty path is the current page.
    fn address(&self, path: &str, changes: &[(&str, String)]) -> String {
        let mut out = joined(&[path, "?"]);
        for (key, value) in &self.inputs {
            if !value.is_empty() && !changes.iter().any(|(changed, _)| changed == key) {
                let value: String = value.chars().map(|letter| if letter == ' ' { '+' } else { letter }).collect();
                put(&mut out, &[key, "=", &value, "&"]);
            }
        }
        for (key, value) in changes {
            put(&mut out, &[key, "=", value, "&"]);
        }
        out.push_str("v=1");
        out
    }

    /// Returns the address of another calculator, with the context under its usual key `c`; empty if the reader changed
    /// the model's numbers, which other calculators cannot take.
    fn elsewhere(&self, kind: &str, mut changes: Vec<(&str, String)>) -> String {
        if self.is_own_model() {
            return String::new();
        }
        if !self.has("c") || self.case.session.is_some() {
            changes.push(("c", plain(self.case.setup.depth)));
        }
        self.address(&joined(&["calculators/", kind, "/"]), &changes)
    }

    /// Returns the typical speed of a setup per request, or else its ceiling, and the same in words.
    fn speed(&self, setup: &Setup<'_>) -> (f64, String) {
        let speeds = self.case.profile.speeds(setup);
        let each = if setup.batch > 1.0 { " for each request" } else { "" };
        let values = [about(speeds), Arg::Speed(speeds.likely()), Arg::Text(each)];
        (speeds.likely(), filled(words!("{} {} tokens per second{}", ..values)))
    }

    /// Offers the largest format of the model that fits and that the same engines run.
    fn smaller(&self) -> AlternativeOrReason {
        let RefusedCase { setup, model, format: chosen, sizes, .. } = self.case;
        let same = rows::largest_first(model, chosen);
        for format in same.into_iter().filter(|format| format.files == chosen.files) {
            let weights = self.weights_in(format);
            let setup = Setup { weights: &weights, ..*setup };
            let Some(fit) = fit::fit(&setup).filter(Fit::fits) else { continue };
            let (_, speed) = self.speed(&setup);
            let values = [sizes.giga(fit.needed()), Arg::Text(&speed)];
            return Ok(Alternative {
                kind: "format",
                link: joined(&["In ", &format.name]),
                href: self.address("", &[("q", format.id.clone())]),
                words: filled(words!(": {} needed, {}", ..values)),
                value: fit.needed(),
            });
        }
        Err("a smaller format, because none is known that this engine runs and that is small enough")
    }

    /// Offers to keep layers or experts in system RAM.
    fn system_ram(&self) -> AlternativeOrReason {
        let RefusedCase { setup, profile, format, ram, part, host, .. } = self.case;
        if !RamSplit::is_known_for(setup, format.files) || ram == RamOffer::Nowhere {
            return Err("");
        }
        if ram == RamOffer::Elsewhere && !setup.device.class.is_discrete() {
            return Err("system RAM, because the device shares it already");
        }
        let Some(split) = RamSplit::fullest(setup, part, profile, host) else {
            return Err("system RAM, because not even what has to stay on the device fits");
        };
        let all = setup.model.layers;
        let what = if split.is_of_experts() { "The experts of " } else { "" };
        let link = [Arg::Text(what), Arg::Count(all - split.layers), Arg::Count(all)];
        let values = [about(split.speeds), Arg::Speed(split.speeds.likely()), Arg::Plain(host / GB, 1)];
        Ok(Alternative {
            kind: "host",
            link: filled(words!("{}{} of {} layers in system RAM", ..link)),
            href: if ram == RamOffer::Here {
                self.address("", &[("g", number::plain_count(split.layers))])
            } else {
                self.elsewhere("offload", Vec::new())
            },
            words: filled(words!(": {} {} tokens per second beside a memory of {} GB/s", ..values)),
            value: split.speeds.likely(),
        })
    }

    /// Offers the fewest of these devices that together hold the model.
    fn several(&self) -> AlternativeOrReason {
        let RefusedCase { setup, share, sizes, .. } = self.case;
        let device = setup.device;
        if !device.class.is_stacked() {
            return Err("several of these devices, because a machine has one");
        }
        for number in 2..=MAX_DEVICES.min(setup.model.layers) {
            let setup = Setup { devices: share(number), ..*setup };
            let Some(fit) = fit::fit(&setup).filter(Fit::fits) else { continue };
            let (likely, speed) = self.speed(&setup);
            let changes = [("n", number::plain_count(number))];
            let href =
                if self.has("n") { self.address("", &changes) } else { self.elsewhere("parallel", Vec::from(changes)) };
            let values = [sizes.giga(fit.needed()), sizes.giga(fit.usable), Arg::Text(&speed)];
            return Ok(Alternative {
                kind: "devices",
                link: filled(words!("On {} × {}", Arg::Count(number), Arg::Text(&device.name))),
                href,
                words: filled(words!(": {} needed of {} usable, {}", ..values)),
                value: likely,
            });
        }
        Err("more such devices, because not even 16 hold it")
    }

    /// Offers the longest context that fits.
    fn shorter(&self) -> AlternativeOrReason {
        if self.case.ram == RamOffer::Here {
            return Err("");
        }
        let most = fit::longest_context(self.case.setup).unwrap_or_default();
        if most < 1.0 {
            return Err("a shorter context, because the weights alone are too large");
        }
        let tokens = number::plain(most, 0);
        if let Some(inputs) = &self.case.session {
            return self.compacted(inputs, most, &tokens);
        }
        let changes = [("c", number::without_commas(&tokens))];
        let href = if self.has("c") { self.address("", &changes) } else { String::new() };
        let each = if self.case.setup.batch > 1.0 { " for each request" } else { "" };
        Ok(Alternative {
            kind: "context",
            link: joined(&["With at most ", &tokens, " tokens of context", each]),
            href,
            words: filled(words!(" in place of {}", Arg::Plain(self.case.setup.depth, 0))),
            value: most,
        })
    }

    /// Offers the session in the longest context that fits, with a compaction before it is full.
    fn compacted(&self, inputs: &SessionInputs, most: f64, tokens: &str) -> AlternativeOrReason {
        let has_room = |share: &u64| inputs.compacted(count(*share) / 100.0 * most, most).has_room();
        let Some(share) = [90, 80, 70, 60, 50].into_iter().find(has_room) else {
            return Err("a shorter context, because one turn and a summary alone take more than what fits");
        };
        let changes = [("c", number::without_commas(tokens)), (COMPACT.key, number::plain_count(share))];
        let values = [Arg::Count(share), Arg::Plain(self.case.setup.depth, 0)];
        Ok(Alternative {
            kind: "context",
            link: joined(&["With at most ", tokens, " tokens of context"]),
            href: self.address("", &changes),
            words: filled(words!(" and compaction at {}\u{a0}% of them, in place of {}", ..values)),
            value: most,
        })
    }

    /// Offers as many requests as fit.
    fn fewer(&self) -> AlternativeOrReason {
        let most = fit::largest_batch(self.case.setup).unwrap_or_default();
        if self.case.setup.batch <= 1.0 || most < 1.0 {
            return Err("");
        }
        let number = number::plain(most, 0);
        Ok(Alternative {
            kind: "requests",
            link: joined(&["With at most ", &number, if most > 1.0 { " requests" } else { " request" }, " at once"]),
            href: self.address("", &[("b", number::without_commas(&number))]),
            words: filled(words!(" in place of {}", Arg::Plain(self.case.setup.batch, 0))),
            value: most,
        })
    }
}

/// Returns `about` for an estimate and `at most` for a bound.
const fn about(speeds: Speeds) -> Arg<'static> {
    Arg::Text(if speeds.range.is_some() { "about" } else { "at most" })
}

/// Formats a whole number as in an address, without commas.
fn plain(value: f64) -> String {
    number::without_commas(&number::plain(value, 0))
}
