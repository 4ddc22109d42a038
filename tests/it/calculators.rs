//! Every calculator, whatever is asked: an answer or a sentence that names the field; never a panic, never `NaN` or
//! `inf` in the text.

use crate::dom;
use crate::support::{ask, estimator, specs};
use proptest::prelude::*;
use rooflight_calculators::input::{Choice, Input};
use rooflight_calculators::{CALCULATORS, Spec, Validation};
use rooflight_compiler::site::examples::example_query;
use rooflight_document::chart::Dot;
use rooflight_document::html;
use rooflight_document::report::Parts;
use rooflight_document::report::{DocBlock, Report, TableRow};
use rooflight_estimator::calibration::ENGINE_OPTIONS;
use std::collections::{BTreeMap, BTreeSet};

/// Any text that a reader, a URL or a mistake may put into a field.
fn any_text(input: &'static Input) -> BoxedStrategy<String> {
    let odd = prop_oneof![
        Just(String::new()),
        Just("NaN".to_owned()),
        Just("inf".to_owned()),
        Just("-1".to_owned()),
        Just("0".to_owned()),
        Just("1e308".to_owned()),
        Just("999999999999999".to_owned()),
        Just("1,5".to_owned()),
        Just("<b>&amp;\"'".to_owned()),
        "\\PC{0,12}",
    ];
    let good = match input.choice {
        Choice::Hardware => {
            (0..estimator().devices.len()).prop_map(|at| estimator().devices[at].device.id.clone()).boxed()
        }
        Choice::Model => (0..estimator().models.len()).prop_map(|at| estimator().models[at].id.clone()).boxed(),
        Choice::Quantization => {
            prop::sample::select(vec!["gguf-q4_k_m", "gguf-f16", "gguf-q8_0", "bf16", "mlx-4bit-g64", "awq-4bit-g128"])
                .prop_map(str::to_owned)
                .boxed()
        }
        Choice::Engine => {
            let chosen = (0..ENGINE_OPTIONS.len()).prop_map(|at| ENGINE_OPTIONS[at].id.to_owned());
            prop_oneof![3 => Just(input.default.to_owned()), 1 => chosen].boxed()
        }
        Choice::One(list) => (0..list.len()).prop_map(move |at| list[at].0.to_owned()).boxed(),
        Choice::Number(limits) => {
            let ends = prop_oneof![Just(limits.low), Just(limits.high)];
            let between = (0.0..=1.0_f64).prop_map(move |share| {
                if limits.is_log() {
                    limits.low * (limits.high / limits.low).powf(share)
                } else {
                    limits.low + share * (limits.high - limits.low)
                }
            });
            let shown = move |value: f64| if limits.whole { format!("{value:.0}") } else { format!("{value:.4}") };
            prop_oneof![1 => ends, 4 => between].prop_map(shown).boxed()
        }
    };
    prop_oneof![12 => good, 1 => odd].boxed()
}

/// A calculator, and a query in which some inputs are set.
fn any_query() -> impl Strategy<Value = (&'static Spec, String)> {
    prop::sample::select(specs().collect::<Vec<_>>()).prop_flat_map(|spec| {
        let pairs: Vec<_> = spec.inputs.iter().map(|input| (any_text(input), 0.0..1.0_f64)).collect();
        pairs.prop_map(move |values| {
            let set = spec.inputs.iter().zip(values).filter(|(_, (_, chance))| *chance < 0.6);
            let pairs: Vec<String> =
                set.map(|(input, (text, _))| format!("{}={}", input.key, text.replace('&', " "))).collect();
            (spec, pairs.join("&"))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn every_question_has_an_answer_or_a_reason((spec, query) in any_query()) {
        match ask(spec, &query) {
            Ok(answer) => {
                let Parts { figure, work } = html::parts(&answer.report, "../../");
                let html = figure + &work;
                // Reading it ends the test unless every element that is opened is closed again, in order.
                let shown = dom::parse(&html).text();
                for word in ["NaN", "inf", "undefined"] {
                    let is_shown = shown.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
                    prop_assert!(!is_shown, "{} {query}: {word}", spec.kind);
                }
                prop_assert!(answer.numbers.iter().all(|(_, number)| !number.is_infinite()), "{} {query}", spec.kind);
                // The answer of a calculator in a file is its status, as its author wrote it.
                let is_sentence = answer.status.ends_with('.') || CALCULATORS.iter().all(|own| own.kind != spec.kind);
                prop_assert!(!answer.status.is_empty() && is_sentence, "{} {query}", spec.kind);
            }
            Err(error) => {
                prop_assert!(spec.inputs.iter().any(|input| input.key == error.field), "{} {query}", spec.kind);
                prop_assert!(error.message.ends_with('.') && error.message.len() > 10, "{}", error.message);
            }
        }
    }
}

#[test]
fn defaults_have_answers_and_no_two_inputs_share_a_name() {
    for spec in specs() {
        let answer = ask(spec, "");
        assert!(answer.is_ok(), "{}: {:?}", spec.kind, answer.err());
        let keys: BTreeSet<&str> = spec.inputs.iter().map(|input| input.key).collect();
        let presets: BTreeSet<&str> = spec.inputs.iter().map(|input| input.preset).collect();
        assert_eq!([keys.len(), presets.len()], [spec.inputs.len(); 2], "{}", spec.kind);
        for input in spec.inputs {
            assert!(input.preset.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", input.preset);
        }
    }
}

/// True if a measured point is in the range, interpolated between the two nearest points of the band.
fn is_inside(band: &[(f64, f64, f64)], dot: &Dot) -> bool {
    band.windows(2).any(|pair| {
        let [(left, low, high), (right, next_low, next_high)] = [pair[0], pair[1]];
        (left..=right).contains(&dot.x) && dot.y >= low.min(next_low) && dot.y <= high.max(next_high)
    })
}

#[test]
fn pages_open_with_cases_that_were_measured() {
    for spec in specs() {
        let query = example_query(spec);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let key = pair.split('=').next().unwrap_or_default();
            assert!(spec.inputs.iter().any(|input| input.key == key), "{} has no input {key}", spec.kind);
        }
        let answer = ask(spec, &query).expect("the reference catalog has the case");
        assert!(!answer.report.refused, "{}: {}", spec.kind, answer.status);
        let Some(chart) = answer.report.chart.filter(|_| measured_alone(spec)) else { continue };
        let inside = chart.dots.iter().filter(|dot| is_inside(&chart.band, dot)).count();
        assert!(inside > 1 && 2 * inside > chart.dots.len(), "{}: {inside} of {}", spec.kind, chart.dots.len());
    }
}

/// Whether a calculator's own answers were compared with runs, which its chart then shows.
fn measured_alone(spec: &Spec) -> bool {
    matches!(spec.validation, Validation::OneRequest | Validation::SeveralRequests | Validation::Prompts)
}

/// The numbers and the report of the latency calculator.
fn latency(query: &str) -> (BTreeMap<&'static str, f64>, Report) {
    let spec = crate::support::spec("latency");
    let answer = spec.answer(estimator(), query).expect("an answer");
    (answer.numbers.into_iter().collect(), answer.report)
}

#[test]
fn the_parts_of_a_latency_add_up_and_are_named() {
    let (numbers, report) = latency("b=16&rtt=40&w=250&ot=300");
    let section = report.sections().find(|section| section.id == "steps").expect("the parts");
    let Some(DocBlock::Table(table)) = section.blocks.first() else { panic!("a table of parts") };
    let words = |row: &TableRow| match row {
        TableRow::Cells(_, cells) => cells.iter().map(|(_, text)| text.plain()).collect::<Vec<String>>(),
        TableRow::Group(..) => Vec::new(),
    };
    let cells: Vec<Vec<String>> = table.rows.iter().map(words).collect();
    let names: Vec<&str> = cells.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["Network round trip", "Queue wait", "Prompt", "First token", "Further tokens", "Whole answer"]);
    let percent = |text: &str| text.trim_end_matches('%').trim().parse::<f64>().expect("a share");
    let shares: f64 = cells[..5].iter().map(|row| percent(&row[4])).sum();
    assert!((shares - 100.0).abs() < 1.0, "{shares}");
    assert_eq!(cells[5][4], "100\u{a0}%");
    let conditions = report.conditions.plain();
    for part in [
        "RTX 4090",
        "Llama 3.1 8B in Q4_K_M",
        "2,348 of context",
        "16 requests together",
        "40\u{a0}ms of network",
        "llama.cpp",
    ] {
        assert!(conditions.contains(part), "{part} in {conditions}");
    }
    let each = numbers["typical stream"];
    assert!((numbers["together"] - 16.0 * each).abs() < 1e-9);
    let answer = report.answer.plain();
    assert!(answer.contains("tokens per second each") && answer.contains("together"), "{answer}");
    let chart = report.chart.expect("a chart");
    for pace in ["10\u{a0}tok/s", "15\u{a0}tok/s", "30\u{a0}tok/s", "50\u{a0}tok/s"] {
        assert!(chart.marks.iter().any(|mark| mark.text == pace), "{pace}");
    }
}

#[test]
fn what_readers_enter_changes_a_latency_by_just_that() {
    let (plain, _) = latency("");
    let (waited, _) = latency("rtt=30&w=120");
    for name in ["least total", "fast total", "typical total", "slow total", "least first token"] {
        assert!((waited[name] - plain[name] - 0.15).abs() < 1e-9, "{name}");
    }
    let (more, report) = latency("b=64&m=llama-3.1-70b");
    assert!(more["typical stream"] < plain["typical stream"] && report.answer.plain().starts_with("Does not fit"));
    let (own, report) = latency("tps=2000");
    assert!(own["typical total"] < own["least total"] && report.warning.contains("above what one token per step"));
}

#[test]
fn what_does_not_fit_is_spoken_as_it_is_shown() {
    let mut refused = Vec::new();
    for spec in specs() {
        let answer = spec.answer(estimator(), "hw=rtx-4060&m=llama-3.1-70b&q=gguf-q4_k_m");
        let Ok(answer) = answer else { continue };
        if answer.report.refused {
            assert!(answer.status.to_lowercase().contains("does not fit"), "{}: {}", spec.kind, answer.status);
            refused.push(spec.kind);
        }
    }
    assert!(refused.len() >= 6 && refused.contains(&"decode-speed"), "{refused:?}");
}
