//! Alternatives to a set-up that does not fit: set-ups that hold the model, with their speeds and links to the
//! calculators that explain them.
//!
//! 1. Takes the query of the calculator that refused, and tries a smaller format, part of the model in system RAM,
//!    several devices, fewer requests and a shorter context.
//! 2. Computes each alternative with the formulas of its own calculator, and links to that calculator with the reader's
//!    inputs and the one that changes.
//! 3. States the reason for each that does not help.
//!
//! Holds no formula, and never offers a set-up that does not fit.

use super::answer::Outcome;
use super::input::{
    CACHE, CONTEXT, Choice, DEVICES, ENGINE, HARDWARE, Input, MODEL, OWN_BANDWIDTH, OWN_MEMORY, QUANTIZATION, REQUESTS,
    SIZES, cache_type,
};
use super::input_error::InputError;
use super::offload_inputs::HOST_BANDWIDTH;
use super::own_model::{self, OwnModel};
use super::query::{Query, whole};
use super::ram_split::{RamSplit, USUAL_HOST};
use super::session_inputs::{COMPACT, SessionInputs, TURNS};
use super::spec::{Evaluation, Group, Spec, Validation};
use super::subject::usual_share;
use super::{capacity, prompt, record_schema, rows, usable};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use rooflight_calibration::FileFormat;
use rooflight_calibration::profile::Profile;
use rooflight_document::markup::{joined, put};
use rooflight_document::prelude::*;
use rooflight_estimator::fit::{self, Fit};
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};
use rooflight_records::{FormatRecord, ModelRecord};

/// Declares the alternatives. Not in the list of calculators: answers the queries of calculators that refuse.
pub const SPEC: Spec = Spec {
    kind: "alternatives",
    title: "What would fit",
    about: "What else holds a model that does not fit, in numbers.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        HOST,
        CONTEXT,
        REQUESTS,
        DEVICES,
        CACHE,
        OWN_BANDWIDTH,
        OWN_MEMORY,
        HOST_BANDWIDTH,
        own_model::SIZE,
        own_model::LAYERS,
        own_model::HEADS,
        own_model::HEAD_SIZE,
        SIZES,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Output, 0),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

/// The processor whose memory takes the rest of the model, if the calculator has this input; by default none.
const HOST: Input = Input::new(("host", "host"), "Processor", "", Choice::Hardware);

/// Most devices that an alternative offers.
const MAX_DEVICES: u64 = 16;

/// A setup that does not fit, and the inputs from which alternatives are computed.
struct RefusedSetup<'a> {
    setup: &'a Setup<'a>,
    /// The calibration of the chosen engine.
    profile: &'a Profile,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    own: &'a OwnModel,
    /// The agent's session; `None` if the refusing calculator has no turns.
    session: Option<SessionInputs>,
    /// How several devices share the model.
    share: fn(u64) -> Devices,
    /// The part of the model on the host, from the share of layers that lie there.
    part: fn(f64) -> OnHost,
    /// Bandwidth of the host's memory, bytes per second.
    host: f64,
    sizes: Sizes,
    /// The relative path to the site's root.
    root: &'a str,
    /// The inputs as the page sends them: key and value.
    inputs: Vec<(&'a str, &'a str)>,
}

/// An alternative, or the reason why it does not help; an empty reason if the alternative makes no sense here.
type AlternativeOrReason = Result<Alternative, &'static str>;

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    // A page sends the relative path to the site's root; only steps upwards are accepted.
    let is_way_up = |root: &&str| ["./", "../", "../../", "../../../"].contains(root);
    let root = query.inputs().get("root").filter(is_way_up).unwrap_or("../../");
    let inputs: Vec<(&str, &str)> = query.inputs().pairs().filter(|(key, _)| *key != "root").collect();
    let value = |key: &str| inputs.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let format = query.format(&QUANTIZATION, model)?;
    let (_, profile) = query.engine(&ENGINE, record, format)?;
    let own = &OwnModel::read(query, model, format)?;
    let kv = cache_type(query.one(&CACHE)?);
    let device = query.device_with(record, &OWN_BANDWIDTH, &OWN_MEMORY)?;
    let share = share(format.files, &value);
    // The longest context of a session has to fit; in a calculator without a context, prompt and answer together.
    let session = if value(TURNS.key).is_some() { Some(SessionInputs::read(query, own.longest)?) } else { None };
    let depth = match (&session, value("c")) {
        (Some(inputs), _) => inputs.session.longest_context(),
        (None, Some(_)) => query.number(&CONTEXT)?,
        (None, None) => query.number(&prompt::PROMPT)? + query.number(&capacity::OUTPUT)?,
    };
    let number = whole(query.number(&DEVICES)?);
    let devices = if number > 1 { share(number) } else { Devices::One };
    let single = Setup::single(&own.shape, &own.weights, &device, depth);
    let setup = &Setup { devices, kv, batch: query.number(&REQUESTS)?, ..single };
    let part = match value("part") {
        Some("layers") => OnHost::Layers,
        Some("experts") => OnHost::Experts,
        _ => offload::usual_part(setup),
    };
    let sizes = query.sizes()?;
    let host = host_bandwidth(query)?;
    let refused = RefusedSetup { setup, profile, model, format, own, session, share, part, host, sizes, root, inputs };
    let alternatives = refused.alternatives();
    if !alternatives.is_empty() {
        let of = usable::words(&device, number, sizes);
        report.paragraph("note", words!("Usable memory is what is left {}.", Arg::Text(&of)));
        report.push(DocBlock::Alternatives(alternatives.clone()));
    }
    let value = |kind| alternatives.iter().find(|found| found.kind == kind).map_or(f64::NAN, |found| found.value);
    let numbers = vec![
        ("bytes in a smaller format", value("format")),
        ("speed beside system RAM", value("host")),
        ("speed on several devices", value("devices")),
        ("requests that fit", value("requests")),
        ("context that fits", value("context")),
    ];
    Ok(Outcome { status: String::new(), numbers })
}

/// Returns how several devices share a model: as the reader chose, else as the refusing calculator computes, else as
/// the engine does by default.
fn share<'q>(files: FileFormat, value: &dyn Fn(&str) -> Option<&'q str>) -> fn(u64) -> Devices {
    let tensor: fn(u64) -> Devices = Devices::TensorParallel;
    let layers: fn(u64) -> Devices = Devices::LayerSplit;
    match value("way") {
        Some("tensor") => tensor,
        Some("layers") => layers,
        // Memory fit, which has the reader's own head size, splits layers; batch and cost divide every layer.
        None if value("s").is_some() => layers,
        None if value("n").is_some() && value(TURNS.key).is_none() => tensor,
        _ => usual_share(files),
    }
}

/// Returns the bandwidth of the host's memory: the reader's, else that of the chosen processor; [`USUAL_HOST`] without
/// a processor.
fn host_bandwidth(query: &mut Query<'_>) -> Result<f64, InputError> {
    if query.text(&HOST).is_empty() {
        return Ok(USUAL_HOST);
    }
    let specified = query.device(&HOST)?.device.bandwidth;
    Ok(query.maybe(&HOST_BANDWIDTH)?.map_or(specified, |own| own * GB))
}

impl RefusedSetup<'_> {
    fn has(&self, key: &str) -> bool {
        self.inputs.iter().any(|(known, _)| *known == key)
    }

    /// Returns the reader's number of layers on the device; `None` outside the offload calculator or if left empty.
    fn chosen_layers(&self) -> Option<f64> {
        let (_, chosen) = self.inputs.iter().find(|(key, value)| *key == "g" && !value.is_empty())?;
        rooflight_document::parse::parse_count(chosen).map(count)
    }

    /// Returns the alternatives that fit, then one with the reasons why the others do not; empty if the setup itself
    /// fits.
    fn alternatives(&self) -> Vec<Alternative> {
        let whole = fit::fit(self.setup);
        let all = count(self.setup.model.layers);
        let split =
            self.chosen_layers().and_then(|layers| offload::on_device(self.setup, (self.part)(1.0 - layers / all)));
        let fits = split.or(whole).is_none_or(|fit| fit.fits()) || self.has("g") && split.is_none();
        let mut found = Vec::new();
        let mut reasons = String::new();
        if fits {
            return found;
        }
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

    /// Returns the address of a calculator with the reader's inputs, some of them changed; an empty path is the current
    /// page.
    fn address(&self, path: &str, changes: &[(&str, String)]) -> String {
        let mut out = joined(&[path, "?"]);
        for (key, value) in &self.inputs {
            if !value.is_empty() && *key != "v" && !changes.iter().any(|(changed, _)| changed == key) {
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
        if self.own.is_changed() {
            return String::new();
        }
        if !self.has("c") || self.session.is_some() {
            changes.push(("c", plain(self.setup.depth)));
        }
        self.address(&joined(&[self.root, "calculators/", kind, "/"]), &changes)
    }

    /// Returns the typical speed of a setup per request, or else its ceiling, and the same in words.
    fn speed(&self, setup: &Setup<'_>) -> (f64, String) {
        let (ceiling, found) = self.profile.speed(setup);
        let likely = found.map_or(ceiling.per_stream(), |(range, _)| range.typical);
        let each = if setup.batch > 1.0 { " for each request" } else { "" };
        let values = [about(found.is_some()), Arg::Speed(likely), Arg::Text(each)];
        (likely, filled(words!("{} {} tokens per second{}", ..values)))
    }

    /// Offers the largest format of the model that fits and that the same engines run.
    fn smaller(&self) -> AlternativeOrReason {
        let same = rows::largest_first(self.model, self.format);
        for format in same.into_iter().filter(|format| format.files == self.format.files) {
            let weights = self.own.in_format(format);
            let setup = Setup { weights: &weights, ..*self.setup };
            let Some(fit) = fit::fit(&setup).filter(Fit::fits) else { continue };
            let (_, speed) = self.speed(&setup);
            let values = [self.sizes.giga(fit.needed()), Arg::Text(&speed)];
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
        let (setup, chosen) = (self.setup, self.has("g"));
        // No split is calibrated for the many requests of the capacity calculator.
        if !RamSplit::is_known_for(setup, self.format.files) || self.has("r") {
            return Err("");
        }
        if !chosen && !setup.device.class.is_discrete() {
            return Err("system RAM, because the device shares it already");
        }
        let Some(split) = RamSplit::fullest(setup, self.part, self.profile, self.host) else {
            return Err("system RAM, because not even what has to stay on the device fits");
        };
        let all = setup.model.layers;
        let what = if split.is_of_experts() { "The experts of " } else { "" };
        let link = [Arg::Text(what), Arg::Count(all - split.layers), Arg::Count(all)];
        let values = [about(split.range.is_some()), Arg::Speed(split.likely()), Arg::Plain(self.host / GB, 1)];
        Ok(Alternative {
            kind: "host",
            link: filled(words!("{}{} of {} layers in system RAM", ..link)),
            href: if chosen {
                self.address("", &[("g", number::plain_count(split.layers))])
            } else {
                self.elsewhere("offload", Vec::new())
            },
            words: filled(words!(": {} {} tokens per second beside a memory of {} GB/s", ..values)),
            value: split.likely(),
        })
    }

    /// Offers the fewest of these devices that together hold the model.
    fn several(&self) -> AlternativeOrReason {
        let device = self.setup.device;
        if !device.class.is_stacked() {
            return Err("several of these devices, because a machine has one");
        }
        for number in 2..=MAX_DEVICES.min(self.setup.model.layers) {
            let setup = Setup { devices: (self.share)(number), ..*self.setup };
            let Some(fit) = fit::fit(&setup).filter(Fit::fits) else { continue };
            let (likely, speed) = self.speed(&setup);
            let changes = [("n", number::plain_count(number))];
            let href =
                if self.has("n") { self.address("", &changes) } else { self.elsewhere("parallel", Vec::from(changes)) };
            let values = [self.sizes.giga(fit.needed()), self.sizes.giga(fit.usable), Arg::Text(&speed)];
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
        if self.has("g") {
            return Err("");
        }
        let most = fit::longest_context(self.setup).unwrap_or_default();
        if most < 1.0 {
            return Err("a shorter context, because the weights alone are too large");
        }
        let tokens = number::plain(most, 0);
        if let Some(inputs) = &self.session {
            return self.compacted(inputs, most, &tokens);
        }
        let changes = [("c", number::without_commas(&tokens))];
        let href = if self.has("c") { self.address("", &changes) } else { String::new() };
        let each = if self.setup.batch > 1.0 { " for each request" } else { "" };
        Ok(Alternative {
            kind: "context",
            link: joined(&["With at most ", &tokens, " tokens of context", each]),
            href,
            words: filled(words!(" in place of {}", Arg::Plain(self.setup.depth, 0))),
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
        let values = [Arg::Count(share), Arg::Plain(self.setup.depth, 0)];
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
        let most = fit::largest_batch(self.setup).unwrap_or_default();
        if self.setup.batch <= 1.0 || most < 1.0 {
            return Err("");
        }
        let number = number::plain(most, 0);
        Ok(Alternative {
            kind: "requests",
            link: joined(&["With at most ", &number, if most > 1.0 { " requests" } else { " request" }, " at once"]),
            href: self.address("", &[("b", number::without_commas(&number))]),
            words: filled(words!(" in place of {}", Arg::Plain(self.setup.batch, 0))),
            value: most,
        })
    }
}

/// Returns `about` for an estimate and `at most` for a bound.
const fn about(ranged: bool) -> Arg<'static> {
    Arg::Text(if ranged { "about" } else { "at most" })
}

/// Formats a whole number as in an address, without commas.
fn plain(value: f64) -> String {
    number::without_commas(&number::plain(value, 0))
}
