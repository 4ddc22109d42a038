//! The guide's table of forms by language: each form that it names is found, and each that it excludes is not.

use crate::support::{explain, repository};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;

/// A row of the table.
struct FormRow {
    language: String,
    term: String,
    found: Vec<String>,
    not_found: Vec<String>,
}

fn rows() -> Vec<FormRow> {
    let guide = std::fs::read_to_string(repository().join("content/pages/guide/links.md")).expect("the guide");
    let (_, table) = guide.split_once("{#languages}").expect("the section of languages");
    let rows =
        table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let list = |cell: &str| cell.split(", ").map(|form| form.trim().to_owned()).collect();
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [language, term, found, not_found] = cells[..] else { panic!("four cells: {line}") };
        FormRow {
            language: language.to_owned(),
            term: term.trim_matches('`').to_owned(),
            found: list(found),
            not_found: list(not_found),
        }
    })
    .collect()
}

/// The texts of a list in which the term is linked.
fn linked(row: &FormRow, texts: &[&String]) -> BTreeSet<String> {
    let entry = |term: &str, body: &str| {
        let front = format!(
            "term: {term}\nlayer: all\ndefinition: Nothing.\npublished: 2026-01-01\n\
             sources: [{{title: A book, url: 'https://books.example/'}}]"
        );
        format!("---\n{front}\n---\n{body}\n")
    };
    let site = format!(
        "title: Forms\nauthor: A tester\ndescription: Forms.\nbase_url: https://forms.example/\nlanguage: {}\n\
         links: all\nlayers: [{{id: all, title: All, summary: All of it.}}]\n",
        row.language
    );
    let body = texts.iter().map(|text| format!("x {text} x\n")).collect::<Vec<_>>().join("\n");
    let subject = entry("zzz", &body);
    let content = vec![
        SourceFile::new("content/glossary/subject.md".to_owned(), subject.clone()),
        SourceFile::new("content/glossary/term.md".to_owned(), entry(&row.term, "Nothing.")),
        SourceFile::new("content/site.yaml".to_owned(), site),
    ];
    let found = explain(&Sources { content, ..Sources::default() }).expect("settings");
    let decisions =
        found.bodies.iter().filter(|body| body.path.ends_with("subject.md")).flat_map(|body| &body.decisions);
    let places: Vec<usize> =
        decisions.filter(|decision| decision.skipped.is_none()).map(|decision| decision.span.start).collect();
    let line_of = |at: usize| subject[..at].matches('\n').count();
    let lines: Vec<&str> = subject.lines().collect();
    let around =
        places.into_iter().map(|at| lines[line_of(at)].trim_start_matches("x ").trim_end_matches(" x").to_owned());
    around.collect()
}

#[test]
fn the_guide_names_forms_that_are_found_and_not_found() {
    let rows = rows();
    let languages: BTreeSet<&str> = rows.iter().map(|row| row.language.as_str()).collect();
    for language in "en de fr es pt it nl sv da nb ru tr ko ar ja zh".split(' ') {
        assert!(languages.contains(language), "{language} has no row");
    }
    let mut wrong = Vec::new();
    for row in &rows {
        let all: Vec<&String> = row.found.iter().chain(&row.not_found).collect();
        let linked = linked(row, &all);
        wrong.extend(
            row.found.iter().filter(|form| !linked.contains(*form)).map(|form| format!("{} lacks {form}", row.term)),
        );
        wrong.extend(
            row.not_found.iter().filter(|form| linked.contains(*form)).map(|form| format!("{} takes {form}", row.term)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
