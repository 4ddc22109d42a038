//! Malformed input: every file, however damaged, gives diagnostics at places that exist, and never a panic.

use crate::support::fixture;
use proptest::prelude::*;
use rooflight::edge::load;
use rooflight::edge::report::{MessageFormat, text};
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::Sources;

/// Pieces that mean something to YAML, to Markdown or to a terminal.
const PIECES: [&str; 36] = [
    "---\n",
    "\t",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!int ",
    "%",
    "|\n",
    ">\n",
    "'",
    "\"",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "é",
    "[[",
    "]]",
    "[^x]",
    "[^x]: ",
    "<b>",
    ": ",
    "- ",
    "? ",
    "<<: ",
    "\r\n",
    "`",
    "# ",
    "\\",
    "\n\n",
    "```\n",
    "former: [a]\n",
    "id: x\n",
    "\u{1b}[31m",
];

/// Builds with one file damaged; whatever is reported can be shown.
fn survive(path: &str, damage: &dyn Fn(&str) -> String) -> (Vec<Diagnostic>, String) {
    let mut sources = load::load(&fixture("small"));
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
    file.text = damage(&file.text).into();
    let outcome = compile(&sources, &Options { drafts: true, ..Options::default() }, &mut |_| {});
    for diagnostic in &outcome.diagnostics {
        let places = diagnostic.related.iter().map(|(place, _)| place).chain([&diagnostic.location]);
        for place in places {
            assert_place(&sources, place);
        }
    }
    let human = text(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    assert!(!human.contains(|c: char| c.is_control() && c != '\n'), "a terminal would obey this: {human:?}");
    for format in [MessageFormat::Short, MessageFormat::Json] {
        assert!(text(&outcome.diagnostics, &sources, format, false).lines().count() >= outcome.diagnostics.len());
    }
    (outcome.diagnostics, human)
}

fn assert_place(sources: &Sources, place: &rooflight_source::diagnostic::Location) {
    if let Some(text) = sources.text(&place.file).filter(|text| place.span.end <= text.len()) {
        assert!(text.get(place.span.clone()).is_some(), "{place:?} cuts a letter");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn damaged_files_never_panic(
        which in 0..2usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..PIECES.len(), 0..12usize), 1..6),
    ) {
        let path = ["content/glossary/velocity.md", "content/site.yaml"][which];
        survive(path, &|text| {
            let mut letters: Vec<char> = text.chars().collect();
            for (at, piece, cut) in &changes {
                let at = at.index(letters.len() + 1);
                let end = (at + cut).min(letters.len());
                letters.splice(at..end, PIECES[*piece].chars());
            }
            letters.into_iter().collect()
        });
    }
}

#[test]
fn a_line_of_a_megabyte_is_reported_in_a_few() {
    let long = "velocity ".repeat(120_000);
    let name = "x".repeat(1_000_000);
    let damages: [(&str, String); 7] = [
        ("yaml", format!("---\nterm: velocity\n{name}: 1\n---\n")),
        (
            "long-definition",
            format!("---\nterm: velocity\nlayer: work\ndefinition: {long}\npublished: 2026-01-01\n---\n"),
        ),
        (
            "unknown-term",
            format!(
                "---\nterm: velocity\nlayer: work\ndefinition: D.\npublished: 2026-01-01\ndraft: true\n---\n[[{name}]]\n"
            ),
        ),
        ("unknown-key", format!("---\nterm: velocity\n{}: 1\n---\n", &name[..1000])),
        (
            "bad-value",
            format!(
                "---\nterm: velocity\nlayer: work\ndefinition: D.\npublished: 2026-02-01\nchanges: [{{date: 2026-01-01, note: N.}}]\ndraft: true\n---\n{long}\n"
            ),
        ),
        (
            "unknown-id",
            format!("---\nterm: velocity\nlayer: {name}\ndefinition: D.\npublished: 2026-01-01\ndraft: true\n---\n"),
        ),
        ("yaml", format!("---\nterm: {}\n---\n", "[".repeat(20_000))),
    ];
    for (code, file) in damages {
        let (found, human) = survive("content/glossary/velocity.md", &|_| file.clone());
        assert!(
            found.iter().any(|d| d.code.name() == code),
            "{code}: {:?}",
            found.iter().map(|d| d.code).collect::<Vec<_>>()
        );
        assert!(human.len() < 6000 * found.len(), "{code}: {} bytes for {} problems", human.len(), found.len());
    }
}

#[test]
fn a_terminal_is_not_given_orders() {
    let front =
        "---\nterm: \"a\u{1b}[31m\"\nlayer: \"\\e[2J\"\ndefinition: D.\npublished: 2026-01-01\ndraft: true\n---\n";
    let (found, human) = survive("content/glossary/velocity.md", &|_| format!("{front}See [[\u{1b}[31mred]].\n"));
    assert!(!found.is_empty() && !human.contains('\u{1b}'), "{human:?}");
}

#[test]
fn thousands_of_unknown_keys_are_not_all_listed() {
    let keys = (0..5000).map(|n| format!("key{n}: 1\n")).collect::<Vec<_>>().concat();
    let (found, _) = survive("content/glossary/velocity.md", &|_| format!("---\n{keys}---\n"));
    let unknown = found.iter().filter(|d| d.code.name() == "unknown-key").count();
    assert_eq!(unknown, 50);
}

#[test]
fn aliases_that_multiply_do_not_fill_the_memory() {
    let first = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    let lines = "abcdefghij".chars().zip("bcdefghijk".chars()).map(|(one, two)| {
        let nine = vec![format!("*{one}"); 9].join(", ");
        format!("{two}: &{two} [{nine}]\n")
    });
    let front = std::iter::once(first).chain(lines).collect::<Vec<_>>().concat();
    let (found, _) = survive("content/glossary/velocity.md", &|_| {
        format!("---\nat_a_glance:\n  {}\n---\n", front.replace('\n', "\n  "))
    });
    assert!(!found.is_empty());
}
