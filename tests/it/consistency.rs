//! Calculators that answer one question in two ways agree, for set-ups drawn from the whole catalog.
//!
//! Each relation is one that a reader may check by hand: one device of several is the one device, a batch of one is one
//! request, a model whose layers are all on the card is not offloaded, an answer takes its prompt and its tokens.

use crate::support::estimator;
use rooflight_calculators::Answer;

/// Set-ups that are drawn.
const DRAWN: usize = 200;

/// Prompts and answers of the drawn set-ups, tokens.
const LENGTHS: [(u32, u32); 4] = [(64, 32), (512, 256), (2048, 512), (8000, 1000)];

/// A set-up as a query, with the number of its model's layers.
struct Drawn {
    query: String,
    prompt: u32,
    output: u32,
    layers: u64,
}

/// Numbers below a limit, in an order that a generator decides.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 20_261_126_u64;
    move |limit| {
        // Knuth's MMIX constants; the upper bits are the random ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % limit
    }
}

/// Set-ups of any device, model and format for which a decode speed is answered.
fn drawn() -> Vec<Drawn> {
    let estimator = estimator();
    let mut below = random();
    let mut found = Vec::new();
    while found.len() < DRAWN {
        let device = &estimator.devices[below(estimator.devices.len())].device;
        let model = &estimator.models[below(estimator.models.len())];
        let format = &model.formats[below(model.formats.len())];
        let (prompt, output) = LENGTHS[below(LENGTHS.len())];
        let query = format!("hw={}&m={}&q={}", device.id, model.id, format.id);
        if answered("decode-speed", &format!("{query}&c={prompt}")).is_some() {
            found.push(Drawn { query, prompt, output, layers: model.shape.layers });
        }
    }
    found
}

/// The answer; `None` where the calculator refuses the values themselves, as an engine that no such device runs.
fn answered(kind: &str, query: &str) -> Option<Answer> {
    crate::support::spec(kind).answer(estimator(), query).ok()
}

fn number(answer: &Answer, name: &str) -> f64 {
    answer
        .numbers
        .iter()
        .find(|(output, _)| *output == name)
        .unwrap_or_else(|| panic!("{name} in {:?}", answer.numbers))
        .1
}

fn agree(one: f64, other: f64) -> bool {
    one.is_nan() && other.is_nan() || (one / other - 1.0).abs() < 1e-9
}

#[test]
fn related_calculators_agree() {
    let mut apart = Vec::new();
    for Drawn { query, prompt, output, layers } in drawn() {
        let mut compare = |what: &str, one: f64, other: f64| {
            if !agree(one, other) {
                apart.push(format!("{what}: {one} and {other} at {query}&c={prompt}"));
            }
        };
        let at = |kind: &str, more: &str| answered(kind, &format!("{query}&c={prompt}{more}"));
        let decode = at("decode-speed", "").expect("drawn as one that is answered");
        if let Some(parallel) = at("parallel", "&n=1") {
            compare("ceiling, several devices", number(&decode, "ceiling"), number(&parallel, "ceiling"));
            compare("typical, several devices", number(&decode, "typical"), number(&parallel, "typical"));
        }
        if let Some(batch) = at("batch", "&b=1") {
            compare("ceiling, batch", number(&decode, "ceiling"), number(&batch, "ceiling each"));
            compare("typical, batch", number(&decode, "typical"), number(&batch, "typical each"));
        }
        if let Some(fit) = at("memory-fit", "") {
            compare("bytes needed", number(&decode, "bytes needed"), number(&fit, "bytes needed"));
            compare("bytes usable", number(&decode, "bytes usable"), number(&fit, "bytes usable"));
            let fits = |answer: &Answer| if answer.report.refused { 0.5 } else { 1.0 };
            compare("fits", fits(&decode), fits(&fit));
        }
        if let Some(offload) = at("offload", &format!("&g={layers}&part=layers")) {
            compare("ceiling, offload", number(&decode, "ceiling"), number(&offload, "ceiling"));
            compare("typical, offload", number(&decode, "typical"), number(&offload, "typical"));
        }
        let half = prompt + output / 2;
        if let (Some(latency), Some(step)) = (
            answered("latency", &format!("{query}&pt={prompt}&ot={output}")),
            answered("decode-speed", &format!("{query}&c={half}")),
        ) {
            compare("stream, latency", number(&step, "typical"), number(&latency, "typical stream"));
            if let Some(prefill) = answered("prefill", &format!("{query}&pt={prompt}")) {
                compare("prompt, latency", number(&prefill, "least prompt"), number(&latency, "least prompt"));
            }
        }
        for batch in [1, 8] {
            let more = format!("&b={batch}");
            let Some(together) = at("batch", &more) else { continue };
            if let Some(cost) = at("cost", &more) {
                // Where there is no range the cost goes by the ceiling, and says so.
                let typical = number(&together, "typical together");
                let speed = if typical.is_nan() { number(&together, "ceiling together") } else { typical };
                compare("speed, cost", speed, number(&cost, "speed"));
            }
        }
        for devices in [2, 8] {
            let Some(parallel) = at("parallel", &format!("&n={devices}&way=tensor")) else { continue };
            let Some(all_reduce) = at("all-reduce", &format!("&n={devices}")) else { continue };
            let milliseconds = number(&parallel, "communication ms");
            // An engine that was never measured on the device has no range, and so no fitted cost.
            if !milliseconds.is_nan() {
                compare("all-reduce", milliseconds, number(&all_reduce, "fitted seconds a token") * 1e3);
            }
        }
    }
    assert_eq!(apart, Vec::<String>::new());
}

/// The calculator and the query of an address.
fn question(address: &str) -> (&str, &str) {
    let (path, query) = address.split_once('?').expect("a query");
    (path.trim_end_matches('/').rsplit('/').next().expect("a calculator"), query.split('#').next().expect("a query"))
}

#[test]
fn rows_of_the_explorer_are_the_answers_that_they_lead_to() {
    let mut apart = Vec::new();
    let mut below = random();
    let mut compared = 0;
    for _ in 0..12 {
        let device = &estimator().devices[below(estimator().devices.len())].device.id;
        let query = format!("hw={device}&rows=all");
        let explorer = rooflight_calculators::explore::SPEC.answer(estimator(), &query).expect("a list");
        let listing = explorer.report.listing.as_ref().expect("a list");
        for row in listing.groups.iter().flat_map(|group| &group.rows) {
            let (kind, query) = question(&row.question);
            let answer = answered(kind, query).unwrap_or_else(|| panic!("{kind} {query}"));
            let mut compare = |what: &str, one: f64, other: f64| {
                if !agree(one, other) {
                    apart.push(format!("{what}: {one} and {other} at {kind} {query}"));
                }
            };
            compared += 1;
            if let Some((ceiling, range)) = row.speeds {
                compare("ceiling", ceiling, number(&answer, "ceiling"));
                compare("typical", range.map_or(f64::NAN, |[_, typical, _]| typical), number(&answer, "typical"));
            } else if !answer.report.refused {
                apart.push(format!("fits in the calculator alone: {kind} {query}"));
            }
        }
    }
    assert!(compared > 1000, "{compared} rows");
    assert_eq!(apart, Vec::<String>::new());
}
