//! Data tables: calculators that choose among rows, compute with columns, and compare themselves with measurements.

use crate::support::{ask, build, fixture, site, text};
use proptest::prelude::*;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_calculator_files::calculators;
use rooflight_calculators::declared::{Declared, declared};
use rooflight_compiler::sink::Site;
use rooflight_estimator::records::Record;
use rooflight_source::file::{SourceFile, Sources};
use std::sync::OnceLock;

fn falls() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| site(&fixture("measured")))
}

/// The calculator of the record that a page's module fetches.
fn calculator(kind: &str) -> &'static Declared {
    let end = format!("/declared/{kind}.txt");
    let found = falls().iter().find(|(path, _)| path.starts_with("data/facts/") && path.ends_with(&end));
    declared(found.unwrap_or_else(|| panic!("no record of {kind}")).1).expect("a calculator")
}

#[test]
fn a_chosen_row_gives_its_quantities() {
    let fall = calculator("fall");
    let status = |query: &str| ask(&fall.spec, query).map(|answer| answer.status).map_err(|error| error.message);
    assert_eq!(status("").as_deref(), Ok("2.02\u{a0}s with 9.81\u{a0}m/s^2 on Earth"));
    assert_eq!(status("place=moon&height=1.5").as_deref(), Ok("1.36\u{a0}s with 1.62\u{a0}m/s^2 on the Moon"));
    assert_eq!(status("place=venus").unwrap_err(), "There is no choice called “venus” here.");
    let page = crate::dom::page(falls(), "calculators/fall/index.html");
    assert_eq!(page.one("option[value=mars]").words(), "Mars");
    // A row of the table for each row of the data, in its order.
    let heads = page.words_of("th[scope=row]");
    let rows: Vec<usize> = ["Earth", "the Moon", "Mars"]
        .map(|name| heads.iter().rposition(|head| head == name).unwrap_or_else(|| panic!("{name}: {heads:?}")))
        .into();
    assert!(rows.is_sorted(), "{rows:?}");
    let entry = text(falls(), "glossary/free-fall/index.html");
    assert!(entry.contains("4.97\u{a0}s with 1.62\u{a0}m/s^2 on the Moon"), "{entry}");
}

#[test]
fn measurements_stand_on_the_chart_and_give_a_range() {
    let page = text(falls(), "calculators/fall/index.html");
    let markdown = text(falls(), "calculators/fall/index.md");
    // Twelve falls were timed. Eleven are from one source, so that the range made without the other one's own source is
    // tested once.
    let sentence = "The middle 80 % of 12 measurements are 1.01 to 1.04 times what the formula gives for their inputs.";
    for text in [page, markdown] {
        assert!(text.contains(sentence), "{text}");
        assert!(text.contains("2.03–2.11\u{a0}s"), "{text}");
        assert!(text.contains("the range held 0 of 1"), "{text}");
        assert!(text.contains("Hammer and feather") && text.contains("https://example.org/hammer"), "{text}");
    }
    // Ten heights up to 50 m on Earth, and two of other conditions: one of them beyond the axis.
    let figure = crate::support::between(page, "<figure", "</figure>");
    assert_eq!((figure.matches("class=\"d-m\"").count(), figure.matches("class=\"d-o\"").count()), (10, 1), "{figure}");
    assert!(figure.contains("ch-band") && !figure.contains("log scale"), "{figure}");
    let moon = ask(&calculator("fall").spec, "place=moon").expect("an answer").report.chart.expect("a chart");
    assert_eq!(moon.dots.iter().filter(|dot| !dot.open).count(), 1);
}

#[test]
fn several_curves_share_linear_axes_with_values_below_zero() {
    let answer = ask(&calculator("throw").spec, "").expect("an answer");
    let chart = answer.report.chart.expect("a chart");
    assert_eq!((chart.names[0], chart.names[1], chart.third_name), ("On Earth", "On Mars", "Drift"));
    let last = |curve: &[(f64, f64)]| *curve.last().expect("a point");
    let (earth, mars) = (last(&chart.ceiling), last(&chart.typical));
    assert!((earth.1 + 72.625).abs() < 1e-9 && (mars.1 - 3.375).abs() < 1e-9, "{earth:?} {mars:?}");
    // Nothing is extrapolated beyond the last row.
    assert!((last(&chart.third).0 - 3.90625).abs() < 0.1, "{:?}", chart.third);
    assert_eq!(answer.status, "5.09\u{a0}m high, 2.00\u{a0}m aside of −2.00\u{a0}m");
    let late = ask(&calculator("throw").spec, "time=4.5").expect("an answer");
    assert!(late.status.contains("– aside"), "{}", late.status);
    let page = text(falls(), "calculators/throw/index.html");
    assert!(page.contains("class=\"l-p\"") && !page.contains("log scale"), "{page}");
    assert!(text(falls(), "calculators/index.html").contains("class=\"l-p\""));
}

#[test]
fn fewer_than_ten_measurements_give_no_range() {
    let mut sources = rooflight::edge::load::load(&fixture("measured"));
    let falls = sources.content.iter_mut().find(|file| file.path.ends_with("data/falls.yaml")).expect("the data");
    let kept: Vec<&str> = falls.text.lines().filter(|line| !line.contains("height: 4")).collect();
    *falls = SourceFile::new("content/data/falls.yaml", kept.join("\n").replace("{height: 5, ", "{"));
    let outcome = rooflight_compiler::compile(&sources, &rooflight_compiler::Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let page = text(&site, "calculators/fall/index.html");
    let sentence =
        "9 of the measurements can be compared with the formula. A realistic range needs ten, so there is none.";
    assert!(page.contains(sentence) && !page.contains("ch-band"), "{page}");
}

/// The measurements of the fixture in a CSV file beside their table give the same pages.
#[test]
fn rows_in_a_csv_file_are_rows() {
    let mut sources = rooflight::edge::load::load(&fixture("measured"));
    let table = sources.content.iter_mut().find(|file| file.path.ends_with("data/falls.yaml")).expect("the data");
    let (head, _) = table.text.split_once("rows:").expect("rows");
    *table = SourceFile::new("content/data/falls.yaml", head.to_owned());
    let csv = include_str!("../fixtures/measured-csv/falls.csv");
    let built = |csv: &str| {
        let mut sources = sources.clone();
        sources.content.push(SourceFile::new("content/data/falls.csv", csv));
        sources.content.sort_by(|a, b| a.path.cmp(&b.path));
        (rooflight_compiler::compile(&sources, &rooflight_compiler::Options::default(), &mut |_| {}), sources)
    };
    let (outcome, _) = built(csv);
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    assert_eq!(text(&site, "calculators/fall/index.html"), text(falls(), "calculators/fall/index.html"));
    let (outcome, sources) = built(&csv.replace("1.79", "soon").replace("mass,date", "weight,date"));
    assert!(outcome.site.is_none());
    insta::assert_snapshot!(report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

#[test]
fn every_mistake_in_data_is_named_at_its_place() {
    let (outcome, sources) = build(&fixture("bad-data"));
    assert!(outcome.site.is_none());
    insta::assert_snapshot!(report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

const PARTS: [&str; 16] = [
    "",
    ": ",
    "\n",
    "- ",
    "{",
    "}",
    "[",
    "\"",
    "~",
    "(",
    "1e308",
    "m",
    ".gravity",
    "place",
    "height",
    "sum(wind.drift)",
];

proptest! {
    #[test]
    fn damaged_data_gives_messages_and_never_a_panic(
        which in 0..5_usize,
        damages in prop::collection::vec((0..2000_usize, 0..30_usize, prop::sample::select(PARTS.to_vec())), 1..4),
    ) {
        let mut files = [
            ("data/places", include_str!("../fixtures/measured/content/data/places.yaml").to_owned()),
            ("data/falls", include_str!("../fixtures/measured/content/data/falls.yaml").to_owned()),
            ("data/wind", include_str!("../fixtures/measured/content/data/wind.yaml").to_owned()),
            ("calculators/fall", include_str!("../fixtures/measured/content/calculators/fall.yaml").to_owned()),
            ("calculators/throw", include_str!("../fixtures/measured/content/calculators/throw.yaml").to_owned()),
        ];
        let damaged = &mut files[which].1;
        for (at, length, part) in damages {
            let start = damaged.floor_char_boundary(at.min(damaged.len()));
            let end = damaged.floor_char_boundary((start + length).min(damaged.len()));
            damaged.replace_range(start..end, part);
        }
        let mut sources = Sources::default();
        let read = files.map(|(path, text)| SourceFile::new(format!("content/{path}.yaml"), text));
        sources.content.extend(read);
        let mut problems = Vec::new();
        let read = calculators(&sources, &mut problems);
        prop_assert_eq!(read.len() == 2, problems.is_empty());
        for file in read {
            let found = declared(&file.record.to_bytes()).expect("what is read is whole");
            let _ = ask(&found.spec, "");
        }
    }
}
