//! The methodology page: its figures are those of the calibration, its names are checked, and its reasons are rules
//! over facts.

use crate::calibration::fitted;
use crate::dom::{self, Element};
use crate::support::{build, fixture, reference_site, repository, specs, text};
use rooflight::edge::report::{MessageFormat, text as report_text};
use rooflight_document::number::count;
use std::fs;
use std::path::Path;

fn page() -> Element<'static> {
    dom::page(reference_site(), "methodology/index.html")
}

#[test]
fn it_says_what_the_calibration_says() {
    let page = page();
    let cells = page.words_of("td");
    let has_cell = |end: &str| cells.iter().any(|cell| cell.ends_with(end));
    let fit = fitted();
    let method = &fit.method;
    let speed = method.decode.as_ref().expect("there are measurements");
    for (fold, score, _) in &speed.folds {
        for wanted in [format!("{:.3}", score.error), format!("{:.2}", score.width)] {
            assert!(has_cell(&wanted), "{fold:?}: {wanted}");
        }
    }
    assert!(page.words_of("td.n").contains(&count(method.left_out[0].1 as u64)));
    let comparison = method.comparison.as_ref().expect("there are rows to compare on");
    for (_, accuracy) in &comparison.formulas {
        assert!(has_cell(&format!("{:.2}", accuracy.error)), "{accuracy:?}");
    }
    assert!(!page.inner().contains("{{"), "every name has its figure");
}

#[test]
fn its_source_has_no_figure_typed_by_hand() {
    let source = fs::read_to_string(repository().join("content/pages/methodology.md")).expect("the page");
    let prose = source.split("```").step_by(2).collect::<String>();
    // Addresses, and `typical time = …`, may have digits; a sentence may not.
    let digits = prose
        .split_whitespace()
        .filter(|word| word.chars().any(|c| c.is_ascii_digit()) && !word.contains("http"))
        .collect::<Vec<_>>();
    assert_eq!(digits, Vec::<&str>::new());
}

#[test]
fn its_chart_has_words_and_a_table() {
    let page = page();
    assert!(!page.one("[role=img][aria-labelledby=\"spread-t spread-d\"] title#spread-t").words().is_empty());
    assert!(page.words().contains("The numbers of the chart."));
    assert!(!page.inner().contains("NaN") && !page.inner().contains("inf%"));
}

#[test]
fn every_calculator_has_its_record_once() {
    let page = page();
    let words = page.words();
    let (_, after) = words.split_once("Each calculator and the published cases").expect("the table of calculators");
    let (table, _) = after.split_once("The rows that fit worst").expect("the section after it");
    for spec in specs() {
        assert_eq!(table.matches(spec.title).count(), 1, "{} in {table}", spec.title);
    }
    assert_eq!(table.matches("arithmetic, nothing to measure").count(), 1, "one row for all that only count");
}

#[test]
fn the_rows_that_fit_worst_are_far_off_and_have_sources() {
    let fit = fitted();
    let speed = fit.method.decode.as_ref().expect("there are measurements");
    assert!(!speed.worst.is_empty());
    for row in &speed.worst {
        assert!(row.ratio.ln().abs() > 2.0_f64.ln(), "{row:?}");
        assert!(row.source.1.starts_with("http") && row.rows >= 1, "{row:?}");
    }
    let explained = speed.worst.iter().filter(|row| !row.reasons.is_empty()).count();
    assert!(explained * 10 >= speed.worst.len() * 8, "{explained} of {}", speed.worst.len());
    for pair in speed.worst.windows(2) {
        assert!(pair[0].ratio.ln().abs() >= pair[1].ratio.ln().abs());
    }
}

#[test]
fn efficiencies_in_plain_units_are_possible() {
    let fit = fitted();
    let speed = fit.method.decode.as_ref().expect("there are measurements");
    for place in &speed.places {
        assert!(!place.family.is_empty() && !place.stack.is_empty(), "{place:?}");
        let shares = place.shares.iter().filter_map(|share| *share);
        assert!(shares.into_iter().all(|share| share > 0.0 && share <= 1.0), "{place:?}");
        let costs = [place.layer, place.mixture].into_iter().flatten();
        assert!(costs.into_iter().all(|seconds| (1e-6..0.01).contains(&seconds)), "{place:?}");
    }
}

/// A site with another page: the page, or what is wrong with it.
fn with_page(content: &Path, body: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    copy(content, &folder.path().join("content"));
    let pages = folder.path().join("content/pages");
    fs::create_dir_all(&pages).expect("a folder");
    let front = "---\ntitle: Figures\ndescription: A page.\n---\n\n";
    fs::write(pages.join("figures.md"), format!("{front}{body}\n")).expect("a page");
    let (outcome, sources) = build(folder.path());
    match outcome.site {
        Some(site) => text(&site, "figures/index.html").to_owned(),
        None => report_text(&outcome.diagnostics, &sources, MessageFormat::Human, false),
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("a file");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(from, to).expect("a copy");
    }
}

#[test]
fn a_figure_that_does_not_exist_is_reported_at_its_place() {
    let small = fixture("small/content");
    insta::assert_snapshot!(with_page(&small, "Of a velocity &amp; of {{decode-rows}} rows."));
}

#[test]
fn a_figure_has_a_near_name_and_a_table_a_paragraph_of_its_own() {
    let body = "Of {{decode-row}} rows, as {{table-groups}} says.";
    insta::assert_snapshot!(with_page(&repository().join("content"), body));
}

#[test]
fn braces_in_code_are_text() {
    let page = with_page(&fixture("small/content"), "Write `{{decode-rows}}`, or {{ this }}.");
    let page = dom::parse(&page);
    assert!(
        page.words_of("article p").contains(&"Write {{decode-rows}}, or {{ this }}.".to_owned()),
        "{}",
        page.inner()
    );
    assert_eq!(page.one("article code").text(), "{{decode-rows}}");
}
