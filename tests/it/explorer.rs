//! The explorer: the records that the browser gets give the build's own answers, and its three questions are answered.

use crate::support::{estimating, estimator, reference_site, repository, text};
use rooflight::calibrate::question::Asked;
use rooflight_estimator::calculators::explore::{SPEC, formats};
use rooflight_estimator::calculators::{Answer, Estimator};
use rooflight_estimator::records::{LibraryRecord, Record};
use rooflight_estimator::view::html::HtmlReport;
use rooflight_estimator::view::markdown::MarkdownReport;

const QUESTIONS: [&str; 7] = [
    "",
    "bench=mmlu-pro",
    "hw=rtx-4080&c=8192&tps=20",
    "mode=which&tps=30&c=32768",
    "mode=which&m=llama-3.1-70b&most=4",
    "mode=compare&m=llama-3.1-70b&hw=rtx-3090&n=2",
    "mode=compare&n=8&n3=2&n4=1&q=bf16",
];

fn answer(estimator: &Estimator, query: &str) -> (Answer, String) {
    let mut report = HtmlReport::new("");
    let answer = SPEC.answer(estimator, query, &mut report).unwrap_or_else(|error| panic!("{query}: {error}"));
    (answer, report.into_parts().figure)
}

/// The lines of the Markdown answer.
fn lines(query: &str) -> Vec<String> {
    let mut report = MarkdownReport::default();
    SPEC.answer(estimator(), query, &mut report).unwrap_or_else(|error| panic!("{query}: {error}"));
    report.into_text().lines().map(str::to_owned).collect()
}

#[test]
fn the_browsers_records_give_the_same_lists() {
    let whole = estimator();
    let bytes = LibraryRecord::of(&whole.devices, &whole.models, &formats()).to_bytes();
    let mut sent = Estimator::default();
    assert!(SPEC.needs(&sent, "").contains("explore/all.bin"));
    assert!(SPEC.add(&mut sent, &bytes));
    assert_eq!(SPEC.needs(&sent, ""), "");
    for query in QUESTIONS {
        assert_eq!(answer(whole, query).1, answer(&sent, query).1, "{query}");
    }
}

#[test]
fn every_model_and_every_device_is_listed() {
    let (runs, _) = answer(estimator(), "");
    let (_, figure) = answer(estimator(), "mode=which&m=llama-3.1-8b&tps=1");
    let known = estimator().models.iter().filter(|model| model.formats.iter().any(|format| format.id == "gguf-q4_k_m"));
    let rows = rooflight_estimator::units::count(known.count() as u64);
    assert_eq!(runs.numbers[0].1.to_bits(), rows.to_bits());
    assert!(figure.contains("hardware/rtx-4090/"));
}

#[test]
fn each_model_has_its_published_score_or_a_blank() {
    let cell = |query: &str, model: &str| {
        let (_, figure) = answer(estimator(), query);
        let (_, rest) = figure.split_once(&format!("models/{model}/")).unwrap_or_else(|| panic!("{model}"));
        let row = rest.split("</tr>").next().unwrap_or_default().to_owned();
        row.split("<td class=\"n q\"").nth(1).map(str::to_owned).unwrap_or_else(|| panic!("{row}"))
    };
    // The maker's own, not that of the base model.
    let own = cell("hw=h100-sxm-80gb&n=8&bench=mmlu-pro", "deepseek-v3");
    assert!(own.contains("#h-quality\">75.9</a>"), "{own}");
    assert!(cell("bench=swe-bench-verified", "llama-2-7b").contains("data-v=\"\"></td>"));
    let (_, which) = answer(estimator(), "mode=which");
    assert!(!which.contains("class=\"n q\""), "scores are of models");
    let table = lines("bench=aime-2025");
    assert!(table.iter().any(|line| line.ends_with("| Longest context | AIME 2025 |")));
}

#[test]
fn a_models_page_lists_its_scores_with_sources() {
    let page = text(reference_site(), "models/deepseek-v3/index.html");
    let (_, rest) = page.split_once("id=\"h-quality\"").expect("a section");
    let section = rest.split("</section>").next().unwrap_or_default();
    for piece in ["75.9", "64.4", "base model", "28 August 2025", "https://github.com/deepseek-ai/DeepSeek-V3"] {
        assert!(section.contains(piece), "{piece}");
    }
    assert!(!text(reference_site(), "models/falcon-7b/index.html").contains("h-quality"));
}

#[test]
fn what_is_not_covered_is_listed_and_said() {
    let page = text(reference_site(), "models/index.html");
    assert!(page.contains("id=\"not-covered\"") && page.contains("Falcon-H1 (all sizes), Hymba"));
    let asked = |model| Asked::new(estimating(), ["rtx-4090", model, "gguf-q4_k_m"], None).err();
    for model in ["deepseek-v4-flash", "DeepSeek V4 Pro", "tiiuae/Falcon-H1-34B-Instruct", "gemma-3n-e4b"] {
        assert!(asked(model).is_some_and(|problem| problem.contains(" is not covered: ")), "{model}");
    }
    assert!(asked("deepseek-v9").is_some_and(|problem| problem.contains("there is no model")));
}

#[test]
fn a_small_card_is_offered_what_would_fit() {
    let lines = lines("hw=rtx-4080&c=8192&tps=20");
    let row = |name: &str| lines.iter().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}")).clone();
    assert!(row("| Qwen3 30B-A3B |").contains(" | – | – | – | – | "), "{}", row("| Qwen3 30B-A3B |"));
    let (_, figure) = answer(estimator(), "hw=rtx-4080&c=8192&tps=20");
    let (_, rest) = figure.split_once("models/qwen3-30b-a3b/").expect("the model");
    let offers = rest.split("</tr>").next().unwrap_or_default();
    assert!(
        offers.contains("calculators/offload/?hw=rtx-4080&m=qwen3-30b-a3b") && offers.contains("2 of them"),
        "{offers}"
    );
}

#[test]
fn a_target_that_nothing_reaches_names_the_nearest() {
    let lines = lines("mode=which&tps=900000");
    assert!(
        lines[0].contains("Nothing here typically reaches 900,000") && lines[0].contains("comes nearest"),
        "{}",
        lines[0]
    );
}

#[test]
fn bad_input_is_said_at_its_field() {
    for (query, field) in [
        ("hw=rtx-4091", "hw"),
        ("mode=which&c=999999", "c"),
        ("mode=which&m=qwen3-33b", "m"),
        ("mode=guess", "mode"),
        ("n=0", "n"),
        ("tps=fast", "tps"),
    ] {
        let refused = SPEC.answer(estimator(), query, &mut MarkdownReport::default());
        assert_eq!(refused.err().map(|error| error.field), Some(field), "{query}");
    }
}

#[test]
fn calculators_lead_into_the_explorer_with_their_inputs() {
    let link = |kind: &str| {
        let page = text(reference_site(), &format!("calculators/{kind}/index.html"));
        page.split("data-keys=").nth(1).and_then(|rest| rest.split('"').nth(3)).map(|url| url.replace("&amp;", "&"))
    };
    let target = "../../explore/?mode=which&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096&tps=100&v=1";
    assert_eq!(link("target").as_deref(), Some(target));
    let compare = "../../explore/?mode=compare&hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096&v=1";
    assert_eq!(link("decode-speed").as_deref(), Some(compare));
    assert_eq!(link("noise"), None);
}

#[test]
fn the_page_has_the_default_answer() {
    let page = text(reference_site(), "explore/index.html");
    let (_, figure) = answer(estimator(), "");
    assert!(page.contains(&figure) && page.contains("<noscript>"));
    let home = text(reference_site(), "index.html");
    assert!(home.contains("href=\"./explore/\""), "{}", repository().display());
}
