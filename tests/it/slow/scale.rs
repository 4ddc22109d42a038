//! Optimizations for large sites change no result: each is compared with the plain way.

use crate::support::fixture;
use rooflight::edge::load;
use rooflight_compiler::{Options, compile};
use rooflight_glossary::syntax::highlight::marked;
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;
use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

const SITE: &str = "title: T\nbase_url: https://t.example/\nauthor: A\ndescription: D.\nlayers: [{id: one, title: One, summary: S.}]\n";

/// The built-in templates and styles.
fn look() -> Sources {
    let sources = load::load(&fixture("small"));
    Sources { content: Vec::new(), ..sources }
}

fn entry(number: usize, definition: &str) -> SourceFile {
    let text = format!(
        "---\nterm: Thing{number}x\nlayer: one\ndefinition: {definition}\npublished: 2026-01-01\nsources: [{{title: A, url: 'https://a.example'}}]\n---\nText.\n"
    );
    SourceFile::new(format!("content/glossary/t{number:04}.md"), text)
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().collect()
}

/// The earlier definition that shares most words, if it shares three quarters: looked for among all pairs.
fn nearest(definitions: &[String], later: usize) -> Option<usize> {
    let own = words(&definitions[later]);
    let scored = (0..later).filter_map(|earlier| {
        let other = words(&definitions[earlier]);
        let common = own.intersection(&other).count();
        let share = common * 100 / own.union(&other).count();
        (share >= 75 && own.len().min(other.len()) >= 5).then_some((share, std::cmp::Reverse(earlier)))
    });
    scored.max().map(|(_, earlier)| earlier.0)
}

#[test]
fn similar_definitions_are_those_that_all_pairs_give() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let letter = |number: u64| char::from(b'a' + u8::try_from(number).expect("a letter"));
    let definitions: Vec<String> = (0..300)
        .map(|_| {
            // Of few words, some of them rare: near pairs of every kind come about by chance.
            let count = 4 + random(6);
            let word = |random: &mut dyn FnMut(u64) -> u64| match random(8) {
                // Letters alone: numbers would tell definitions apart.
                0 => format!("r{}", letter(random(20))),
                _ => format!("w{}", letter(random(7))),
            };
            (0..count).map(|_| word(&mut random)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let entries = definitions.iter().enumerate().map(|(number, text)| entry(number, text));
    let content = std::iter::once(SourceFile::new("content/site.yaml", SITE)).chain(entries).collect();
    let outcome = compile(&Sources { content, ..look() }, &Options::default(), &mut |_| {});
    let found: Vec<(String, String)> = outcome
        .diagnostics
        .iter()
        .filter(|problem| problem.code.name() == "similar-definition")
        .map(|problem| (problem.location.file.clone(), problem.related[0].0.file.clone()))
        .collect();
    let file = |number: usize| format!("content/glossary/t{number:04}.md");
    let expected: Vec<(String, String)> = (0..definitions.len())
        .filter_map(|later| nearest(&definitions, later).map(|earlier| (file(later), file(earlier))))
        .collect();
    assert!(expected.len() > 50, "the definitions are too different to test anything");
    assert_eq!(found, expected);
}

/// A block as the highlighter's own generator marks it, without any memory.
fn plainly(set: &SyntaxSet, language: &str, code: &str) -> String {
    let grammar = set.find_syntax_by_token(language).expect("a known language");
    let style = ClassStyle::SpacedPrefixed { prefix: "hl-" };
    let mut generator = ClassedHTMLGenerator::new_with_class_style(grammar, set, style);
    for line in LinesWithEndings::from(code) {
        generator.parse_html_for_line_which_includes_newline(line).expect("it can be marked");
    }
    generator.finalize()
}

#[test]
fn a_line_that_was_seen_before_is_marked_as_if_it_was_not() {
    // The same lines within and outside of a comment or a string, and blocks that leave something open.
    let blocks = [
        ("rust", "fn main() {\n    let a = 1;\n}\n"),
        ("rust", "/*\nfn main() {\n    let a = 1;\n}\n*/\nfn main() {\n"),
        ("rust", "let s = \"\nfn main() {\n\";\n    let a = 1;\n}\n"),
        ("rust", "/* open\n    let a = 1;\n"),
        ("rust", "    let a = 1;"),
        ("python", "def f():\n    \"\"\"\n    let a = 1;\n    \"\"\"\n    return 1\n"),
        ("python", "    return 1\n"),
        ("json", "{\n  \"a\": [1, 2],\n"),
        ("json", "  \"a\": [1, 2],\n}\n"),
    ];
    let set = SyntaxSet::load_defaults_newlines();
    for _ in 0..2 {
        for (language, code) in blocks.iter().chain(blocks.iter().rev()) {
            assert_eq!(marked(language, code), plainly(&set, language, code), "{language}: {code}");
        }
    }
}
