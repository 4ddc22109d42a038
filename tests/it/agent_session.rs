//! The calculator of agent sessions: it agrees with the calculators of latency, prompts and memory, its suggestions
//! have the promised effect, and a published session is within its range.

use crate::support::estimator;
use rooflight_document::report::{DocBlock, Report, TableRow};
use std::collections::BTreeMap;

/// An answer; of two values for one key the first counts.
fn ask(kind: &str, query: &str) -> (BTreeMap<&'static str, f64>, Report) {
    let spec = crate::support::spec(kind);
    let answer = spec.answer(estimator(), query).unwrap_or_else(|error| panic!("{kind} {query}: {}", error.message));
    (answer.numbers.into_iter().collect(), answer.report)
}

fn near(found: f64, expected: f64, what: &str) {
    let alike = found.is_nan() && expected.is_nan() || (found / expected - 1.0).abs() < 1e-12;
    assert!(alike, "{what}: {found} is not {expected}");
}

/// The cells of a table of the report, as a page shows them.
fn table(report: &Report, id: &str) -> Vec<Vec<String>> {
    let section = report.sections().find(|section| section.id == id).expect("the section");
    let Some(DocBlock::Table(table)) = section.blocks.first() else { panic!("a table in {id}") };
    let cells = |row: &TableRow| match row {
        TableRow::Cells(_, cells) => cells.iter().map(|(_, text)| text.plain()).collect(),
        TableRow::Group(..) => Vec::new(),
    };
    table.rows.iter().map(cells).collect()
}

/// Machines and models of different kinds: dense and mixture, hybrid, windows, without a range, without a rate.
const SUBJECTS: [&str; 7] = [
    "hw=rtx-3090&m=qwen3.8-27b&q=gguf-q4_k_m",
    "hw=rtx-4090&m=qwen3-coder-30b-a3b&q=gguf-q4_k_m",
    "hw=dgx-spark-gb10&m=qwen3.6-35b-a3b&q=fp8-block-128",
    "hw=apple-m2-ultra&m=llama-3.1-70b&q=gguf-q4_k_m",
    "hw=apple-m3-max-40c&m=gpt-oss-20b&q=gguf-mxfp4-moe",
    "hw=gaudi-3&m=llama-3.1-8b&q=gguf-q4_k_m",
    "hw=ryzen-7950x&m=llama-3.1-8b&q=gguf-q4_k_m",
];

#[test]
fn one_turn_is_the_whole_answer_of_latency() {
    for subject in SUBJECTS {
        for (prompt, output) in [(1, 2), (2048, 512), (9000, 1)] {
            let (session, _) = ask("agent-session", &format!("{subject}&sp=0&tu=1&tt=0&tr={prompt}&ot={output}"));
            let (latency, _) = ask("latency", &format!("{subject}&pt={prompt}&ot={output}"));
            for end in ["least", "fast", "typical", "slow"] {
                let (minutes, total) =
                    (session[format!("{end} minutes").as_str()], latency[format!("{end} total").as_str()]);
                near(minutes * 60.0, total, &format!("{subject} {prompt} {output} {end}"));
            }
            near(session["least first token, last turn"], latency["least first token"], subject);
            near(session["typical first token, last turn"], latency["typical first token"], subject);
        }
    }
}

#[test]
fn each_turn_reads_its_prompt_as_the_calculator_of_prompts_says() {
    for subject in SUBJECTS {
        for (lost, read, cached) in [(0, 700, 6400), (1, 7100, 0)] {
            let query = format!("{subject}&sp=4000&tu=4&tr=700&ot=100&le={lost}");
            let (session, _) = ask("agent-session", &query);
            let (prompt, _) = ask("prefill", &format!("{subject}&pt={read}&pc={cached}"));
            near(session["least first token, last turn"], prompt["least first token"], &query);
            near(session["typical first token, last turn"], prompt["typical first token"], &query);
        }
    }
}

#[test]
fn a_change_promises_what_it_answers() {
    let query = "sp=8000&tu=20&tr=1500&ot=300&tt=800";
    let rows = table(&ask("agent-session", query).1, "changes");
    let promised = |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name} in {rows:?}"));
    for (name, change) in [
        ("As entered", "le=0"),
        ("Prefix lost in every turn", "le=1"),
        ("No thinking", "tt=0"),
        ("Half the thinking", "tt=400"),
        ("Earlier thinking kept", "tk=kept"),
        ("Cache in q8_0", "kv=q8_0"),
        ("Tool results half as long", "tr=750"),
    ] {
        let changed = table(&ask("agent-session", &format!("{change}&{query}")).1, "changes");
        assert_eq!(promised(name)[1..], changed[0][1..], "{name}");
    }
    let minutes = |change: &str| ask("agent-session", &format!("{change}&{query}")).0["typical minutes"];
    assert!(minutes("le=1") > minutes("le=4") && minutes("le=4") > minutes("le=0"), "a lost prefix costs time");
    assert!(minutes("tt=400") < minutes("le=0") && minutes("tr=750") < minutes("le=0"));
    near(ask("agent-session", query).0["minutes with the other prefix"], minutes("le=1"), "the other prefix");
}

/// Llama 3.1 8B in 16 bits on an RTX 4090 with 90 turns of 1,310 tokens: more context than the memory has room for.
#[test]
fn a_session_that_does_not_fit_says_from_which_turn_and_what_would() {
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-f16&tu=90&tr=1200";
    let (numbers, report) = ask("agent-session", query);
    assert!(report.refused && report.muted, "{}", report.answer.plain());
    let fits = numbers["context that fits"];
    let turns = table(&report, "turns");
    let first = turns.iter().find(|row| row[0].ends_with("does not fit")).expect("a turn that does not fit");
    let number: f64 = first[0].split(',').next().and_then(|number| number.parse().ok()).expect("its number");
    let end = |number: f64| 8780.0 + number * 1310.0;
    assert!(end(number) > fits && end(number - 1.0) <= fits, "turn {number}, {fits} tokens fit");
    assert_eq!(report.chart.as_ref().and_then(|chart| chart.void.as_ref()).map(|void| void.from), Some(number - 1.0));
    let changes = table(&report, "changes");
    for (name, change) in [
        ("Cache in q4_0", "kv=q4_0".to_owned()),
        ("Tool results of", format!("tr={}", ((fits - 8780.0 - 90.0 * 110.0) / 90.0).floor())),
        ("The first", format!("tu={}", number - 1.0)),
        ("Compaction at", format!("c={fits}&cp=80")),
    ] {
        let row = changes.iter().find(|row| row[0].starts_with(name)).unwrap_or_else(|| panic!("{name}: {changes:?}"));
        assert_eq!(row[3], "yes", "{name}");
        let (_, report) = ask("agent-session", &format!("{change}&{query}"));
        assert!(!report.refused, "{name}");
        assert_eq!(row[1..], table(&report, "changes")[0][1..], "{name}");
    }
}

#[test]
fn several_devices_hold_a_longer_session() {
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-f16&tu=90&tr=1200";
    let (one, two) = (ask("agent-session", query), ask("agent-session", &format!("{query}&n=2")));
    assert!(one.1.refused && !two.1.refused);
    assert!(two.0["context that fits"] > one.0["context that fits"]);
    assert!(two.1.conditions.plain().starts_with("2 × GeForce RTX 4090"), "{}", two.1.conditions.plain());
}

/// A session of eleven turns on one RTX 3090 at 350 W with Qwen3.6 27B in `IQ4_KS` under `ik_llama.cpp`: prompts from
/// 1,212 to 27,525 tokens; each turn reads only the new ones. Its first tokens took 32.475 s together. Source:
/// noonghunna/club-3090, issue 365.
#[test]
fn a_published_session_lies_in_the_range() {
    let measured = [2.349, 0.566, 0.582, 0.608, 3.103, 2.897, 1.667, 2.326, 1.717, 9.607, 7.053];
    let query = "hw=rtx-3090&m=qwen3.6-27b&q=gguf-iq4_xs&en=ik-llama&sp=0&tu=11&tr=2430&ot=80";
    let numbers = ask("agent-session", query).0;
    near(numbers["longest context"], 27_610.0, "the last prompt and its answer");
    let sum: f64 = measured.iter().sum();
    let (fast, slow) = (numbers["fast first tokens"], numbers["slow first tokens"]);
    assert!((fast..=slow).contains(&sum), "{sum} s, {fast} to {slow}");
}
