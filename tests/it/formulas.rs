//! Formulas in a body: MathML on the page, LaTeX in the Markdown and in feeds, and money that stays money.

use crate::dom;
use crate::feed_reader;
use crate::markdown::{site, with_body};
use crate::support::{fixture, text};
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};
use std::fs;

fn body() -> String {
    fs::read_to_string(fixture("formulas").join("body.md")).expect("a fixture")
}

#[test]
fn formulas_on_a_page() {
    let site = site(&body());
    let page = dom::page(&site, "glossary/velocity/index.html");
    assert!(!page.has("math a"), "no links");
    assert!(text(&site, "glossary/velocity/index.html").contains("css/math."));
    assert!(!text(&site, "index.html").contains("css/math."), "only where a formula is");
    let inner = page.one(".flow.text").inner();
    assert!(!inner.contains(" style="), "{inner}");
    for part in [
        "The speed <math><mi>v</mi><mo>=</mo><mfrac><mi>d</mi><mi>t</mi></mfrac></math> costs $5 to $7",
        "role=\"group\" aria-label=\"Formula\"><math display=\"block\"><mover",
        "<mrow mathcolor=\"#0000FF\"><mn>0</mn></mrow></mtd><mtd class=\"m-left m-pr0 m-pl18\"><mtext>else</mtext>",
        "<mtable displaystyle=\"false\" class=\"m-bl m-bt\">",
        "<mspace class=\"m-back3\"/><menclose notation=\"updiagonalstrike\">",
    ] {
        assert!(inner.contains(part), "{part} is not in\n{inner}");
    }
}

#[test]
fn formulas_elsewhere_are_latex() {
    let site = site(&body());
    let feed = feed_reader::read(text(&site, "feed.xml"));
    let entry = feed.entries.into_iter().find(|entry| entry.title == "velocity").expect("the entry");
    let content = entry.content.expect("content");
    let content = dom::parse(&content);
    assert!(
        content.words_of("code").contains(&"v = \\frac{d}{t}".to_owned()) && !content.has("math"),
        "{:?}",
        content.words_of("code")
    );
    let markdown = text(&site, "glossary/velocity/index.md");
    for part in [
        "The speed $v = \\frac{d}{t}$ costs $5 to $7, the $n$th metre $d_n$.",
        "| norm | $\\lVert x \\rVert$ |",
        "```math\n\\begin{array}{|c|r|} \\hline a & b \\\\ \\hline \\end{array} \\! \\cancel{x}\n```",
        "$$\n\\bar{v}",
    ] {
        assert!(markdown.contains(part), "{part} is not in\n{markdown}");
    }
}

fn diagnostics(sources: &Sources) -> Vec<Diagnostic> {
    compile(sources, &Options::default(), &mut |_| {}).diagnostics
}

#[test]
fn mistakes_are_told_at_their_place() {
    let cases = [
        ("A $\\fraq{a}{b}$ here.", "\\fraq", "Unknown command `\\fraq`"),
        ("```math\nx + {y\n```", "", "Expected closing token"),
        ("```math\nx\n\\nosuch\n```", "\\nosuch", "Unknown command `\\nosuch`"),
        ("$x \\hspace{-9em} y$", "x \\hspace{-9em} y", "a space of -9em"),
    ];
    for (body, place, message) in cases {
        let sources = with_body(body);
        let problems = diagnostics(&sources);
        let formulas = problems.iter().filter(|problem| problem.code.name() == "formula");
        let [problem] = formulas.collect::<Vec<_>>()[..] else { panic!("{body}: {problems:?}") };
        assert!(problem.message.contains(message), "{body}: {}", problem.message);
        let file = sources.content.iter().find(|file| file.path == problem.location.file).expect("a file");
        let span = problem.location.span.clone();
        assert!(place.is_empty() || &file.text[span.clone()] == place, "{body}: {:?}", &file.text[span]);
    }
}

#[test]
fn a_site_can_leave_dollar_signs_alone() {
    let mut sources = with_body("It is $x^2$ and $$y$$.\n\n```math\nz\n```");
    let settings = sources.content.iter_mut().find(|file| file.path.ends_with("site.yaml")).expect("settings");
    *settings = SourceFile::new(settings.path.clone(), format!("{}\nmath: false\n", settings.text));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let site = outcome.site.expect("a site");
    let page = dom::page(&site, "glossary/velocity/index.html");
    assert!(page.one(".flow.text").text().contains("$$y$$") && !page.has("math"));
}
