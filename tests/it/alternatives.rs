//! Set-ups that do not fit: every alternative leads to an answer that fits, with the number that it promised; chart and
//! table agree on the end of memory; the reader's own numbers are in the heading.

use crate::support::{estimator, specs};
use rooflight_calculators::Answer;
use rooflight_calculators::offload::SPEC as OFFLOAD;
use rooflight_calculators::ram_split::USUAL_HOST;
use rooflight_document::report::{Alternative, DocBlock, Report, TableRow};
use rooflight_document::{html, markdown};

fn ask(kind: &str, query: &str) -> (Answer, Report) {
    let spec = crate::support::spec(kind);
    let answer = spec.answer(estimator(), query);
    let answer = answer.unwrap_or_else(|error| panic!("{kind} {query}: {}", error.message));
    let report = answer.report.clone();
    (answer, report)
}

/// The alternatives that a calculator offers.
fn out_of(kind: &str, query: &str) -> Vec<Alternative> {
    ask(kind, query).1.alternatives
}

fn number(answer: &Answer, name: &str) -> f64 {
    answer.numbers.iter().find(|(output, _)| *output == name).map_or(f64::NAN, |(_, number)| *number)
}

fn near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
}

/// The calculator that an address leads to, and its query.
fn led<'a>(kind: &'a str, alternative: &'a Alternative) -> (&'a str, &'a str) {
    let (path, query) = alternative.href.split_once('?').expect("a query");
    (path.trim_end_matches('/').rsplit('/').next().filter(|path| !path.is_empty()).unwrap_or(kind), query)
}

/// Questions that do not fit, and the kinds of their alternatives.
const TOO_LARGE: &[(&str, &str, &[&str])] = &[
    ("memory-fit", "m=llama-3.1-70b&c=8192", &["format", "host", "devices"]),
    ("memory-fit", "m=llama-3.1-8b&b=64", &["devices", "requests", "context"]),
    ("memory-fit", "m=gpt-oss-120b&q=gguf-mxfp4-moe", &["host", "devices"]),
    ("memory-fit", "m=llama-3.1-8b&c=131072&mem=12", &["host", "devices", "context"]),
    ("memory-fit", "hw=apple-m3-max-40c&m=llama-3.1-405b", &["format"]),
    ("decode-speed", "m=llama-3.1-70b", &["format", "host", "devices"]),
    ("batch", "b=64", &["devices", "requests", "context"]),
    ("cost", "b=64", &["devices", "requests", "context"]),
    ("energy", "b=64", &["devices", "requests", "context"]),
    ("target", "m=llama-3.1-70b", &["format", "host", "devices"]),
    ("capacity", "m=llama-3.1-70b", &["format", "devices"]),
    ("latency", "m=llama-3.1-70b", &["format", "host", "devices"]),
    ("agent-session", "m=llama-3.1-70b", &["host", "devices"]),
    ("agent-session", "hw=rtx-4090&m=llama-3.1-8b&q=gguf-f16&tu=90&tr=1200", &["format", "host", "devices", "context"]),
    ("parallel", "m=llama-3.1-405b&n=2", &["devices"]),
    ("offload", "m=llama-3.1-70b&g=80", &["format", "host", "devices"]),
];

#[test]
fn every_way_out_leads_to_what_fits() {
    let mut wrong = Vec::new();
    for (kind, query, kinds) in TOO_LARGE {
        let (answer, report) = ask(kind, query);
        let alternatives = &report.alternatives;
        assert!(
            report.refused && report.answer.plain().starts_with("Does not fit: "),
            "{kind} {query}: {}",
            report.answer.plain()
        );
        let found: Vec<&str> =
            alternatives.iter().map(|alternative| alternative.kind).filter(|kind| !kind.is_empty()).collect();
        if &found != kinds {
            wrong.push(format!("{kind} {query}: {found:?}"));
        }
        let spoken = ["offload", "decode-speed"].contains(kind) || answer.status.contains("oes not fit");
        assert!(spoken, "{kind}: {}", answer.status);
        for alternative in alternatives.iter().filter(|alternative| !alternative.href.is_empty()) {
            let (kind, query) = led(kind, alternative);
            let (_, report) = ask(kind, query);
            assert!(!report.refused, "{kind} {query} does not fit");
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_way_out_promises_what_its_calculator_says() {
    let host = estimator().devices.iter().find(|record| record.device.id == "ryzen-9950x").expect("the usual host");
    near(USUAL_HOST, host.device.bandwidth);
    assert!(OFFLOAD.inputs.iter().any(|input| input.key == "host" && input.default == "ryzen-9950x"));
    for (kind, query, _) in TOO_LARGE {
        for alternative in out_of(kind, query).iter().filter(|alternative| !alternative.href.is_empty()) {
            let (kind, query) = led(kind, alternative);
            let answer = ask(kind, query).0;
            match (alternative.kind, kind) {
                ("format", "memory-fit") => near(alternative.value, number(&answer, "bytes needed")),
                ("host", _) | ("devices", "parallel") => near(alternative.value, number(&answer, "typical")),
                ("devices", "batch") => near(alternative.value, number(&answer, "typical each")),
                _ => {}
            }
        }
    }
}

/// Alternatives that do not help are named, with the reason.
#[test]
fn what_is_not_possible_is_said() {
    let last_sentence = |kind: &str, query: &str| {
        let last = out_of(kind, query).pop().expect("a sentence");
        assert!(last.href.is_empty() && last.kind.is_empty(), "{last:?}");
        last.words
    };
    assert!(
        last_sentence("memory-fit", "m=llama-3.1-70b&c=8192")
            .contains("a shorter context, because the weights alone are too large")
    );
    assert!(last_sentence("batch", "b=64").contains("a smaller format, because none is known"));
    let apple = last_sentence("memory-fit", "hw=apple-m3-max-40c&m=llama-3.1-405b");
    for reason in
        ["because the weights alone are too large", "because the device shares it already", "because a machine has one"]
    {
        assert!(apple.contains(reason), "{apple}");
    }
}

/// A set-up that fits has no alternatives, and nothing is muted; for one that does not, figures and chart say so.
#[test]
fn what_fits_has_no_alternatives() {
    let figure = |kind: &str, query: &str| {
        let answer = crate::support::spec(kind).answer(estimator(), query).expect("an answer");
        html::parts(&answer.report, "../../").figure
    };
    for spec in specs() {
        assert!(!figure(spec.kind, "").contains("too-large"), "{}", spec.kind);
    }
    for kind in ["decode-speed", "memory-fit", "batch", "cost", "energy", "latency", "parallel", "offload", "target"] {
        assert!(out_of(kind, "").is_empty(), "{kind}");
    }
    let speeds = TOO_LARGE.iter().filter(|(kind, ..)| *kind != "memory-fit");
    for (kind, query, _) in speeds {
        let figure = figure(kind, query);
        for part in ["<figure class=\"too-large\">", "The muted figures are", "does not fit"] {
            assert!(figure.contains(part), "{kind} {query}: {part}");
        }
    }
}

/// Llama 3.1 70B on one RTX 4090 at 8,192 tokens: 25.254 GB less 2.684 GB of cache and 0.699 GB of buffers is 21.871
/// GB; layers take (42.512 + 2.684) ÷ 80 = 0.565 GB each, and 24.555 GB hold 43 of them.
#[test]
fn the_alternatives_are_worked_out() {
    let alternatives = out_of("memory-fit", "m=llama-3.1-70b&c=8192");
    let alternative = |kind: &str| alternatives.iter().find(|alternative| alternative.kind == kind).expect("a way");
    assert_eq!(alternative("host").link, "37 of 80 layers in system RAM");
    assert_eq!(alternative("devices").link, "On 2 × GeForce RTX 4090");
    // (42.512 + 2.684) GB and 2 × 400 MiB and buffers: 46.315 GB, as in the calculator's own case for two.
    assert!(
        alternative("devices").words.contains("46.3\u{a0}GB needed of 50.5\u{a0}GB usable"),
        "{}",
        alternative("devices").words
    );
    let format = estimator().models.iter().find(|model| model.id == "llama-3.1-70b").expect("it").formats.iter();
    let largest = format
        .filter(|format| format.id.starts_with("gguf") && format.weights.file_bytes() <= 21.871e9)
        .max_by(|a, b| a.weights.file_bytes().total_cmp(&b.weights.file_bytes()))
        .expect("a format");
    assert_eq!(alternative("format").link, format!("In {}", largest.name));
    near(alternative("format").value, largest.weights.file_bytes() + 2_684_354_560.0 + 698_875_904.0);
    // 36 requests of 4,096 tokens fit, or 64 of 2,342: tests/fixtures/worked/memory-fit.yaml.
    let found = out_of("memory-fit", "m=llama-3.1-8b&b=64");
    let value = |kind: &str| found.iter().find(|found| found.kind == kind).map(|found| found.value);
    assert_eq!((value("requests"), value("context")), (Some(36.0), Some(2342.0)));
}

/// The table has a price exactly where the curve goes: to the last number of requests that has room.
#[test]
fn chart_and_table_end_with_memory() {
    for (kind, column) in [("cost", 2), ("energy", 2), ("batch", 4), ("capacity", 4)] {
        let (_, report) = ask(kind, if kind == "capacity" { "pt=4096&ot=1024" } else { "b=8" });
        let chart = report.chart.clone().expect("a chart");
        let end = chart.void.as_ref().expect("an end of memory").from;
        let last = chart.ceiling.iter().map(|(x, _)| *x).fold(0.0, f64::max);
        assert!(last <= end && last > end / 1.3, "{kind}: the curve ends at {last}, memory at {end}");
        let mut beyond = 0;
        let tables = report.sections().flat_map(|section| &section.blocks);
        for block in tables {
            let DocBlock::Table(table) = block else { continue };
            if !["Requests", "Batch"].contains(&table.columns[0].0) {
                continue;
            }
            for row in &table.rows {
                let TableRow::Cells(_, cells) = row else { continue };
                let requests: f64 = cells[0].1.plain().replace(',', "").parse().expect("a number");
                let words = cells[column].1.plain();
                let fits = words != "does not fit" && words != "no";
                assert_eq!(fits, requests <= end, "{kind}: {requests} requests, {words}");
                beyond += usize::from(!fits);
            }
        }
        assert!(beyond > 0, "{kind}: the table goes beyond {end}");
    }
}

/// Unless the reader chooses, the experts of a mixture go to the host, and layers of any other model.
#[test]
fn a_split_takes_what_suits_the_model() {
    for (model, usual) in
        [("qwen3-30b-a3b", "experts"), ("gpt-oss-120b&q=gguf-mxfp4-moe", "experts"), ("llama-3.1-70b", "layers")]
    {
        let numbers = |part: &str| ask("offload", &format!("m={model}&mem=12{part}")).0.numbers;
        assert_eq!(
            format!("{:?}", numbers("")),
            format!("{:?}", numbers(&format!("&part={usual}"))),
            "{model} splits by {usual}"
        );
    }
    let layers = ask("offload", "m=qwen3-30b-a3b&mem=12&part=layers").0;
    let experts = ask("offload", "m=qwen3-30b-a3b&mem=12").0;
    assert!(number(&experts, "typical") > number(&layers, "typical"), "the choice remains, and experts are faster");
}

/// The reader's own numbers name the device and the model.
#[test]
fn own_numbers_stand_in_the_heading() {
    let cases = [
        (
            "decode-speed",
            "bw=1200&mem=48",
            "Your device (1,200\u{a0}GB/s, 48\u{a0}GiB; otherwise GeForce RTX 4090), Llama",
        ),
        ("decode-speed", "p=70", "your model (70.0\u{a0}B, 32 layers; otherwise Llama 3.1 8B) in Q4_K_M"),
        ("memory-fit", "mem=48", "Your device (1,008\u{a0}GB/s, 48\u{a0}GiB; otherwise GeForce RTX 4090)"),
        ("memory-fit", "l=40&h=4&s=64", "your model (8.03\u{a0}B, 40 layers; otherwise Llama 3.1 8B)"),
        (
            "offload",
            "mem=48&hbw=200",
            "Your device (1,008\u{a0}GB/s, 48\u{a0}GiB; otherwise GeForce RTX 4090) beside Your device (200\u{a0}GB/s; otherwise",
        ),
        ("diagnosis", "bw=1200", "Your device (1,200\u{a0}GB/s, 24\u{a0}GiB; otherwise GeForce RTX 4090)"),
        ("fine-tuning", "mem=48", "Your device (1,008\u{a0}GB/s, 48\u{a0}GiB; otherwise GeForce RTX 4090)"),
    ];
    for (kind, query, words) in cases {
        let conditions = ask(kind, query).1.conditions.plain();
        assert!(conditions.contains(words), "{kind} {query}: {conditions}");
    }
}

/// 16 GiB are 17.18 GB; the driver keeps 2 %, which leaves 16.84 GB.
#[test]
fn usable_memory_explains_itself() {
    let answer = crate::support::spec("memory-fit").answer(estimator(), "hw=rtx-5080").expect("an answer");
    let text = markdown::document(&answer.report);
    assert!(
        text.contains("Usable: 16.8\u{a0}GB (of 16\u{a0}GiB = 17.2\u{a0}GB, 2\u{a0}% less for the driver)"),
        "{text}"
    );
    let text = markdown::document(&ask("batch", "hw=rtx-5080&b=64").1);
    assert!(text.contains("Usable memory is what is left of 16\u{a0}GiB = 17.2\u{a0}GB"), "{text}");
}
