//! Calculators that a site declares in files: their pages, their answers, and what is said of files with mistakes.

use crate::dom;
use crate::support::{ask, build, fixture, repository, site, text};
use proptest::prelude::*;
use rooflight::edge::live_site::LiveSite;
use rooflight::edge::load::Loader;
use rooflight::edge::rebuild::Rebuilder;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_calculator_files::calculators;
use rooflight_calculators::declared::declared;
use rooflight_compiler::sink::Site;
use rooflight_estimator::records::Record;
use rooflight_source::file::{SourceFile, Sources};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

fn example() -> PathBuf {
    repository().join("examples/photography")
}

fn photography() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| site(&example()))
}

/// The record that a page's module fetches, by the name of its calculator.
fn record(kind: &str) -> &'static [u8] {
    let end = format!("/declared/{kind}.txt");
    let found = photography().iter().find(|(path, _)| path.starts_with("data/facts/") && path.ends_with(&end));
    found.unwrap_or_else(|| panic!("no record of {kind}")).1
}

#[test]
fn an_entry_and_a_page_of_its_own_show_the_answer() {
    let page = text(photography(), "calculators/depth-of-field/index.html");
    let entry = text(photography(), "glossary/depth-of-field/index.html");
    // A 35 mm lens at f/11 focused at 3 m, by default; the entry's 50 mm lens at f/8 focused at 5 m.
    assert!(page.contains("Sharp from 1.67\u{a0}m to 14.37\u{a0}m"), "{page}");
    assert!(entry.contains("Sharp from 3.39\u{a0}m to 9.49\u{a0}m"), "{entry}");
    for page in ["calculators/depth-of-field/index.html", "glossary/depth-of-field/index.html"] {
        let page = dom::page(photography(), page);
        assert_eq!(page.attrs("#calculator", "data-kind"), ["depth-of-field"]);
        assert!(page.has("svg.chart"));
    }
    assert!(page.contains("assets/estimator/calculators.") && entry.contains("assets/estimator/calculators."));
    let markdown = text(photography(), "calculators/depth-of-field/index.md");
    assert!(markdown.contains("Sharp from 1.67\u{a0}m to 14.37\u{a0}m"), "{markdown}");
    assert!(text(photography(), "calculators/index.html").contains("Which distances look sharp?"));
    assert!(photography().keys().any(|path| path.starts_with("embed/exposure-value/")));
}

#[test]
fn the_module_answers_like_the_build() {
    let found = declared(record("depth-of-field")).expect("a calculator");
    let status = |query: &str| ask(&found.spec, query).map(|answer| answer.status).map_err(|error| error.message);
    assert_eq!(status("").as_deref(), Ok("Sharp from 1.67\u{a0}m to 14.37\u{a0}m"));
    assert_eq!(status("distance=10 ft").as_deref(), Ok("Sharp from 1.69\u{a0}m to 15.56\u{a0}m"));
    assert_eq!(status("camera=pinhole").unwrap_err(), "There is no choice called “pinhole” here.");
    assert_eq!(status("aperture=0").unwrap_err(), "Enter a number from 0.7 to 64.");
    let refused = ask(&found.spec, "focal_length=1200&distance=1").expect("an answer");
    assert!(refused.report.refused && refused.status.contains("cannot focus at 1,000\u{a0}mm"), "{}", refused.status);
    let far = ask(&found.spec, "distance=100").expect("an answer");
    assert!(far.report.warning.contains("sharp to infinity"), "{}", far.report.warning);
    // The same bytes are one calculator, which is read once.
    assert!(std::ptr::eq(found, declared(record("depth-of-field")).expect("a calculator")));
    let record = record("depth-of-field");
    assert!((0..record.len()).all(|end| declared(&record[..end]).is_none()), "a record that ends early");
}

#[test]
fn every_mistake_is_named_at_its_place() {
    let (outcome, sources) = build(&fixture("declared"));
    assert!(outcome.site.is_none());
    insta::assert_snapshot!(report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

#[test]
fn the_command_answers_and_prints_json() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        let output = command.arg("calculate").args(arguments).arg("--root").arg(example()).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let mut out = String::new();
    for arguments in [
        &[][..],
        &["exposure-value", "aperture=2.8", "time=4"],
        &["depth-of-field", "focal_length=50", "aperture=8", "--json"],
        &["depth-of-field", "lens=50"],
        &["depth-of-fild"],
    ] {
        let (code, printed, errors) = run(arguments);
        let _ =
            writeln!(out, "$ rooflight calculate {} ({})\n{printed}{errors}", arguments.join(" "), code.unwrap_or(-1));
    }
    insta::assert_snapshot!(out);
}

/// The guide's lists are those of the code: `UPDATE_GUIDE=1 cargo test guide_lists` writes them.
#[test]
fn the_guide_lists_every_function_constant_and_unit() {
    use rooflight_calculator_files::expression::host_call::signature;
    use rooflight_calculator_files::expression::{constant, function, table, unit};
    use rooflight_estimator::formula::host::HostFunction;
    const CATALOG: &str = "\n## Functions of models and machines\n\n| function | result | unit |\n|---|---|---|\n";
    let mut lists = String::from("| function | result |\n|---|---|\n");
    for function in function::FUNCTIONS {
        let _ = writeln!(lists, "| `{}({})` | {} |", function.name, function.arguments, function.about);
    }
    for function in table::TABLE_FUNCTIONS {
        let _ = writeln!(lists, "| `{}({})` | {} |", function.name, function.arguments, function.about);
    }
    lists.push_str("\n| constant | value in SI units | meaning |\n|---|---:|---|\n");
    for (name, value, _, about) in constant::TABLE {
        let _ = writeln!(lists, "| `{name}` | {value:?} | {about} |");
    }
    lists.push_str("\n| unit | other names | prefixes |\n|---|---|---|\n");
    for row in unit::TABLE {
        let mut names = row.symbols.iter().chain(row.names);
        let first = names.next().expect("a unit has a name");
        let others: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let prefixes = match row.prefixes {
            unit::Prefixes::None => "",
            unit::Prefixes::Metric => "p to E",
            unit::Prefixes::Binary => "k to E, Ki to Pi",
        };
        let _ = writeln!(lists, "| `{first}` | {} | {prefixes} |", others.join(", "));
    }
    lists.push_str(CATALOG);
    for function in HostFunction::ALL {
        let (range, unit) = (if function.is_range() { ", a range" } else { "" }, function.result());
        let unit = if unit.is_empty() { String::new() } else { format!("`{unit}`") };
        let _ = writeln!(lists, "| `{}` | {}{range} | {unit} |", signature(function), function.about());
    }
    let path = repository().join("content/pages/guide/own-calculators.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let start = page.find("| function | result |").expect("the lists");
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(&path, format!("{}{lists}", &page[..start])).expect("the page can be written");
    } else {
        assert_eq!(&page[start..], lists);
    }
}

/// The guide's first calculator is one: ten lines or fewer, and it answers.
#[test]
fn the_first_calculator_of_the_guide_works() {
    let page = std::fs::read_to_string(repository().join("content/pages/guide/own-calculators.md")).expect("the page");
    let example = crate::support::between(&page, "```yaml\n", "```");
    assert!(example.lines().count() <= 10, "{example}");
    let mut sources = rooflight::edge::load::load(&fixture("small"));
    sources.content.push(SourceFile::new("content/calculators/pace.yaml", example));
    let outcome = rooflight_compiler::compile(&sources, &rooflight_compiler::Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    assert!(text(&site, "calculators/pace/index.html").contains("5.00\u{a0}min/km"));
}

/// `serve` shows a file in the making: its answer, else its mistakes and the last good calculator.
#[test]
fn a_calculator_in_the_making_is_served_after_each_edit() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for folder in ["content/calculators", "content/glossary"] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for file in ["content/site.yaml", "content/glossary/story-point.md"] {
        std::fs::copy(fixture("small").join(file), root.join(file)).expect("a file");
    }
    let page = std::fs::read_to_string(repository().join("content/pages/guide/own-calculators.md")).expect("the guide");
    let file = crate::support::between(&page, "```yaml\n", "```");
    let options = rooflight_compiler::Options::default();
    let (live, mut rebuilder) = (LiveSite::default(), Rebuilder::new(Loader::new(root), options));
    let mut saved = |file: &str| {
        std::fs::write(root.join("content/calculators/pace.yaml"), file).expect("a file");
        let built = rebuilder.build(&live, &|| true).expect("a build");
        let problems = report::text(&built.outcome.diagnostics, &built.sources, MessageFormat::Human, false);
        let answer = built.outcome.site.as_ref().map(|site| shown(site, "calculators/pace/index.html"));
        rebuilder.show(built, &live, || problems);
        (answer, live.status().problems)
    };
    assert_eq!(saved(file), (Some("5.00\u{a0}min/km, which is 0.300\u{a0}s/m".to_owned()), None));
    let (answer, problems) = saved(&file.replace("duration / distance", "duration / distanc"));
    let problems = problems.expect("a mistake");
    assert!(answer.is_none() && problems.contains("content/calculators/pace.yaml:7:41"), "{problems}");
    let slower = file.replace("default: 50", "default: 60");
    assert_eq!(saved(&slower), (Some("6.00\u{a0}min/km, which is 0.360\u{a0}s/m".to_owned()), None));
}

/// The first words of a page's answer.
fn shown(site: &Site, path: &str) -> String {
    dom::page(site, path).one("#answer").text().trim().to_owned()
}

#[test]
fn every_site_has_the_calculators_that_the_program_brings_as_files() {
    let entry = |kind: &str, preset: &str| {
        let entry = include_str!("../fixtures/small/content/glossary/sprint.md");
        let front = format!("calculator: {{kind: {kind}, preset: {preset}}}\npublished:");
        let entry = entry.replacen("term: sprint", "term: tokens", 1).replacen("published:", &front, 1);
        SourceFile::new("content/glossary/tokens.md", entry)
    };
    let built = |files: Vec<SourceFile>| {
        let mut sources = rooflight::edge::load::load(&fixture("small"));
        sources.content.extend(files);
        rooflight_compiler::compile(&sources, &rooflight_compiler::Options::default(), &mut |_| {})
    };
    let outcome = built(vec![entry("words", "{tokens: 2000}")]);
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let answer = shown(&site, "glossary/tokens/index.html");
    assert_eq!(answer, "2,000\u{a0}tokens are about 1,500\u{a0}words, 6.30\u{a0}min of reading");
    assert!(site.contains_key("calculators/words/index.html") && !site.contains_key("calculators/noise/index.html"));
    // A site's own file of the name goes before it.
    let own = include_str!("../../content/calculators/words.yaml").replace("are about", "make");
    let outcome = built(vec![entry("words", "{}"), SourceFile::new("content/calculators/words.yaml", own)]);
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    assert!(shown(&site, "glossary/tokens/index.html").starts_with("1,000\u{a0}tokens make"));
}

#[test]
fn readers_meet_keys_and_units_of_a_files_own() {
    let found = crate::support::declared().iter().find(|declared| declared.spec.kind == "words").expect("words");
    let status = |query: &str| ask(&found.spec, query).map(|answer| answer.status).map_err(|error| error.message);
    let both = ["wpm=300 wpm&t=4k", "wpm=300 words/min&t=4096"].map(status);
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].as_deref(), Ok("4,096\u{a0}tokens are about 3,072\u{a0}words, 10.2\u{a0}min of reading"));
    assert!(status("t=1M").is_ok_and(|status| status.ends_with("55.1\u{a0}h of reading")));
    // The largest unit of which there are two.
    assert!(status("t=635").is_ok_and(|status| status.ends_with("2.00\u{a0}min of reading")), "{:?}", status("t=635"));
    assert!(status("t=634").is_ok_and(|status| status.ends_with("120\u{a0}s of reading")), "{:?}", status("t=634"));
}

#[test]
fn a_case_can_have_another_answer() {
    let found = crate::support::declared().iter().find(|declared| declared.spec.kind == "noise").expect("noise");
    let answer = |query: &str| ask(&found.spec, query).expect("an answer");
    assert!(answer("").status.starts_with("The difference may be chance: 2.00\u{a0}points ± 3.98"));
    let clear = answer("p1=50&p2=60");
    assert!(clear.status.starts_with("The difference is significant") && !clear.report.refused);
    assert_eq!(clear.report.warning, "");
}

const PARTS: [&str; 16] =
    ["", ": ", "\n", "- ", "{", "}", "[", "\"", " × ", "(", "1e308", "m", "{near:s}", "distance", "if ", "name: near"];

proptest! {
    #[test]
    fn damaged_files_give_messages_and_never_a_panic(
        which in 0..2_usize,
        damages in prop::collection::vec((0..3000_usize, 0..30_usize, prop::sample::select(PARTS.to_vec())), 1..4),
    ) {
        let files = [
            include_str!("../../examples/photography/content/calculators/depth-of-field.yaml"),
            include_str!("../../examples/photography/content/calculators/exposure-value.yaml"),
        ];
        let mut yaml = files[which].to_owned();
        for (at, length, part) in damages {
            let start = yaml.floor_char_boundary(at.min(yaml.len()));
            let end = yaml.floor_char_boundary((start + length).min(yaml.len()));
            yaml.replace_range(start..end, part);
        }
        let mut sources = Sources::default();
        sources.content.push(SourceFile::new("content/calculators/damaged.yaml", yaml));
        let mut problems = Vec::new();
        let read = calculators(&sources, &mut problems);
        prop_assert_eq!(read.is_empty(), !problems.is_empty());
        for file in read {
            let found = declared(&file.record.to_bytes()).expect("what is read is whole");
            let _ = ask(&found.spec, "");
        }
    }
}
