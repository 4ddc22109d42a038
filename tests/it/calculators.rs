//! Every calculator, whatever is asked: an answer or a sentence that names the field; never a panic, never a number that is none.

use crate::dom;
use crate::support::estimator;
use proptest::prelude::*;
use rooflight_estimator::calculators::input::{Choice, Input};
use rooflight_estimator::calculators::{CALCULATORS, Spec};
use rooflight_estimator::view::html::{HtmlReport, Parts};
use rooflight_estimator::view::markdown::MarkdownReport;
use std::collections::BTreeSet;

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
    (0..CALCULATORS.len()).prop_flat_map(|at| {
        let spec = CALCULATORS[at];
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
        let mut report = HtmlReport::default();
        match spec.answer(estimator(), &query, &mut report) {
            Ok(answer) => {
                let Parts { figure, work } = report.into_parts();
                let html = figure + &work;
                // Reading it ends the test unless every element that is opened is closed again, in order.
                let shown = dom::parse(&html).text();
                for word in ["NaN", "inf", "undefined"] {
                    let said = shown.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
                    prop_assert!(!said, "{} {query}: {word}", spec.kind);
                }
                prop_assert!(answer.numbers.iter().all(|(_, number)| !number.is_infinite()), "{} {query}", spec.kind);
                prop_assert!(!answer.status.is_empty() && answer.status.ends_with('.'), "{} {query}", spec.kind);
                let mut markdown = MarkdownReport::default();
                prop_assert!(spec.answer(estimator(), &query, &mut markdown).is_ok());
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
    for spec in CALCULATORS {
        let mut report = HtmlReport::default();
        let answer = spec.answer(estimator(), "", &mut report);
        assert!(answer.is_ok(), "{}: {:?}", spec.kind, answer.err());
        let keys: BTreeSet<&str> = spec.inputs.iter().map(|input| input.key).collect();
        let presets: BTreeSet<&str> = spec.inputs.iter().map(|input| input.preset).collect();
        assert_eq!([keys.len(), presets.len()], [spec.inputs.len(); 2], "{}", spec.kind);
        for input in spec.inputs {
            assert!(input.preset.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", input.preset);
        }
    }
}
