//! The rules of prose: switched on by name, silent otherwise, and right about what they report.

use crate::markdown::with_body;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};

const BODY: &str =
    "All caches grow. It never shrinks; it must be read: always.[^one] Not at all. Only here, says `all`.

As a rule it is small. There are eight in all. In all cases it holds. In order to read it, wait.

With more than one card in a machine, it is slower. With care, it works.

> All quotations never count; none: ever; at all.

- A tight item that cannot end

[^one]: A note: all of it; really.
";

const SPEEDS: &str = "The card reached 63.5 tokens per second. It reached 64.5 tokens per second.[^one]

It wrote 65.5 tok/s, and this ran at [[run:m1]] or 66.5 tok/s. The ceiling is 58 tokens/s. A sum of 70 tokens/s was not
measured.

- A server gave 67.5 t/s, others less

[^one]: A report.
";

fn with_rules(body: &str, rules: &str, language: &str) -> Sources {
    let mut sources = with_body(body);
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("the settings");
    let text = settings.text.replace("language: en", &format!("language: {language}\nprose: [{rules}]"));
    *settings = SourceFile::new("content/site.yaml", text);
    sources
}

fn report(sources: &Sources) -> String {
    let outcome = compile(sources, &Options::default(), &mut |_| {});
    assert!(outcome.site.is_some(), "warnings alone: {:?}", outcome.diagnostics);
    let mut problems = outcome.diagnostics;
    problems.retain(|problem| matches!(problem.code.name(), "universal" | "style"));
    report::text(&problems, sources, MessageFormat::Short, false)
}

#[test]
fn rules_are_named_in_the_settings() {
    let report = report(&with_rules(BODY, "universals, style, openings", "en"));
    for part in [
        "warning[universal]: “all” claims every case",
        "warning[universal]: “only” claims every case",
        "warning[universal]: “cannot” claims every case",
        "warning[style]: “as a rule” is not plain English",
        "warning[style]: “in all” is not plain English",
        "warning[style]: “in order to” is not plain English",
        "warning[style]: the sentence begins with a phrase (“With …”)",
        "warning[style]: the paragraph has 2 colons and semicolons",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(!report.contains("“never”"), "a cited claim and a quotation are left alone: {report}");
}

#[test]
fn nothing_is_said_unasked_or_of_another_language() {
    assert_eq!(report(&with_body(BODY)), "");
    assert_eq!(report(&with_rules(BODY, "universals, style, openings", "de")), "");
}

#[test]
fn a_measured_speed_names_its_row_or_its_source() {
    let found = |language: &str| {
        let sources = with_rules(SPEEDS, "measurements", language);
        let mut problems = compile(&sources, &Options::default(), &mut |_| {}).diagnostics;
        problems.retain(|problem| problem.code.name() == "unsourced-measurement");
        report::text(&problems, &sources, MessageFormat::Human, false)
    };
    let report = found("en");
    assert!(
        report.contains("error[unsourced-measurement]: a measured speed without its row or its source"),
        "{report}"
    );
    assert!(report.contains("63.5 tokens per second") && report.contains("67.5 t/s"), "{report}");
    assert_eq!(report.matches("error[").count(), 2, "what is cited, computed or not measured is left alone: {report}");
    assert_eq!(found("de"), "", "the words are English");
}
