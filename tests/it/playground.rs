//! The page on which readers write a calculator: what it shows without scripts, and what its module replies.

use crate::dom;
use crate::support::{build, fixture, reference_site, repository, text};
use rooflight::edge::report::{self, MessageFormat};
use rooflight_reply::replies::{CalculatorReply, FileMistake, PlaygroundReply};
use rooflight_source::file::SourceFile;
use rooflight_trial::playground::reply;
use std::fmt::Write;
use std::fs;

const PAGE: &str = "calculators/new/index.html";

/// A file of the fixture with mistakes.
fn wrong(name: &str) -> String {
    let path = fixture("declared").join(format!("content/calculators/{name}.yaml"));
    fs::read_to_string(path).expect("a file of the fixture")
}

fn mistakes(file: &str) -> Vec<FileMistake> {
    match reply("", file) {
        PlaygroundReply::Mistakes { mistakes } => mistakes,
        PlaygroundReply::Calculator { title, .. } => panic!("{title} has no mistakes"),
    }
}

#[test]
fn without_scripts_the_page_shows_a_file_and_its_answer() {
    let site = reference_site();
    let page = dom::page(site, PAGE);
    let file = page.one("textarea").words();
    assert!(file.starts_with("title: Pace"), "{file}");
    let PlaygroundReply::Calculator { inputs, reply: CalculatorReply::Answer { figure, work, status, .. }, .. } = reply(
        "",
        &fs::read_to_string(repository().join("crates/compiler/src/site/playground.yaml")).expect("the starter"),
    ) else {
        panic!("the starter has an answer")
    };
    assert_eq!(status, "5.00\u{a0}min/km, which is 12.0\u{a0}km/h");
    for (part, replied) in [("figure", &figure), ("work", &work)] {
        assert_eq!(page.one(&format!("[data-part={part}]")).words(), dom::parse(replied).words());
    }
    assert_eq!(page.attrs("#inputs input", "name"), inputs.iter().map(|input| input.key.as_str()).collect::<Vec<_>>());
    assert!(dom::parse(&figure).has("svg") && work.contains("The same time over other distances"));
    assert!(page.attrs("#calculator", "data-wasm")[0].contains("assets/estimator/playground."));
    assert!(page.attrs("[http-equiv=Content-Security-Policy]", "content")[0].contains("wasm-unsafe-eval"));
    let markdown = text(site, "calculators/new/index.md");
    assert!(markdown.contains("```yaml\ntitle: Pace\n") && markdown.contains("5.00\u{a0}min/km"));
}

#[test]
fn a_site_has_the_page_where_its_settings_ask_for_it() {
    let photography = repository().join("examples/photography");
    let mut sources = rooflight::edge::load::load(&photography);
    let compiled = |sources: &_| {
        let outcome = rooflight_compiler::compile(sources, &rooflight_compiler::Options::default(), &mut |_| {});
        outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
    };
    let has = |site: &rooflight_compiler::sink::Site| {
        let names =
            ["calculators/new/", "assets/estimator/playground.", "assets/js/playground.", "assets/css/playground."];
        names.map(|name| site.keys().any(|path| path.starts_with(name)))
    };
    assert_eq!(has(&compiled(&sources)), [false; 4]);
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("settings");
    *settings = SourceFile::new("content/site.yaml", format!("{}playground: true\n", settings.text));
    assert_eq!(has(&compiled(&sources)), [true; 4]);
}

#[test]
fn every_mistake_has_its_line_and_column() {
    let mut out = String::new();
    for name in ["expected", "pace", "typo"] {
        for FileMistake { line, column, length, code, message, help } in mistakes(&wrong(name)) {
            let _ = writeln!(out, "{name}:{line}:{column}+{length} {code}: {message} ({})", help.join("; "));
        }
    }
    insta::assert_snapshot!(out);
}

/// The page and `rooflight check` find the same mistakes at the same places.
#[test]
fn mistakes_are_those_of_the_build() {
    let (outcome, sources) = build(&fixture("declared"));
    let short = report::text(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    for name in ["expected", "pace", "typo"] {
        let path = format!("content/calculators/{name}.yaml:");
        let of_build: Vec<&str> = short.lines().filter_map(|line| line.strip_prefix(&path)).collect();
        let of_page: Vec<String> = mistakes(&wrong(name))
            .into_iter()
            .map(|found| format!("{}:{}: error[{}]: {}", found.line, found.column, found.code, found.message))
            .collect();
        assert!(!of_page.is_empty(), "{name}");
        assert_eq!(of_page, of_build, "{name}");
    }
}

#[test]
fn a_file_that_ends_anywhere_gives_mistakes_or_an_answer() {
    let file = fs::read_to_string(repository().join("crates/compiler/src/site/playground.yaml")).expect("the starter");
    let ends = file.char_indices().map(|(end, _)| end);
    let kinds = ends.map(|end| match reply("distance=5", &file[..end]) {
        PlaygroundReply::Mistakes { mistakes } => {
            assert!(!mistakes.is_empty(), "{end}");
            let lines = u32::try_from(file[..end].split('\n').count()).expect("few lines");
            assert!(mistakes.iter().all(|found| (1..=lines).contains(&found.line) && found.column > 0), "{end}");
            0
        }
        PlaygroundReply::Calculator { .. } => 1,
    });
    assert!(kinds.sum::<usize>() > 0);
}

#[test]
fn inputs_that_cannot_be_used_are_named() {
    let file = fs::read_to_string(repository().join("crates/compiler/src/site/playground.yaml")).expect("the starter");
    let given = |query: &str| match reply(query, &file) {
        PlaygroundReply::Calculator { reply, .. } => reply,
        PlaygroundReply::Mistakes { mistakes } => panic!("{mistakes:?}"),
    };
    let CalculatorReply::Invalid { field, message } = given("distance=far") else { panic!("no number") };
    assert_eq!((field.as_str(), message.as_str()), ("distance", "“far” is not a number from 1 to 100."));
    let CalculatorReply::Answer { status, .. } = given("distance=5&duration=0.5 h&unknown=1") else {
        panic!("a number")
    };
    assert_eq!(status, "6.00\u{a0}min/km, which is 10.0\u{a0}km/h");
}
