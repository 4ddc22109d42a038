//! Values that look usable and are not, and messages that name the cause and nothing that follows from it.

use crate::dom::page;
use crate::support::{build, fixture};
use rooflight::edge::load;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::file::{SourceFile, Sources};

/// The small site with changes to its files.
fn changed(change: impl Fn(&mut Sources)) -> Outcome {
    let mut sources = load::load(&fixture("small"));
    change(&mut sources);
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    compile(&sources, &Options::default(), &mut |_| {})
}

/// Replaces a part of a file.
fn edit(sources: &mut Sources, path: &str, from: &str, to: &str) {
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
    assert!(file.text.contains(from), "{path} has no {from:?}");
    file.text = file.text.replacen(from, to, 1).into();
}

fn messages(outcome: &Outcome) -> Vec<String> {
    let line = |d: &rooflight_source::diagnostic::Diagnostic| {
        format!("{} {}: {} ({})", d.location.file, d.code, d.message, d.help.join("; "))
    };
    outcome.diagnostics.iter().map(line).collect()
}

const SITE: &str = "content/site.yaml";
const VELOCITY: &str = "content/glossary/velocity.md";

#[test]
fn a_language_is_a_tag_or_an_error() {
    for (language, is_good) in
        [("de", true), ("pt-BR", true), ("not a language!!", false), ("en_US", false), ("''", false)]
    {
        let outcome = changed(|sources| edit(sources, SITE, "language: en\n", &format!("language: {language}\n")));
        assert_eq!(outcome.site.is_some(), is_good, "{language}: {:?}", messages(&outcome));
        assert!(is_good || messages(&outcome)[0].contains("`language` cannot be"), "{:?}", messages(&outcome));
    }
}

#[test]
fn names_with_characters_that_nobody_sees_are_refused() {
    for name in ["velo\\u200bcity", "\\u202evelocity", "velocity\\ufeff", "velo\\u00adcity", "\\u2066velocity\\u2069"] {
        for key in ["term", "aliases", "forms", "not"] {
            let value = if key == "term" { format!("\"{name}\"") } else { format!("[\"{name}\"]") };
            let outcome = changed(|sources| match key {
                "term" => edit(sources, VELOCITY, "term: velocity", &format!("term: {value}")),
                "forms" => edit(sources, VELOCITY, "term: velocity", &format!("term: velocity\nforms: {value}")),
                "aliases" => edit(sources, VELOCITY, "aliases: [team velocity]", &format!("aliases: {value}")),
                _ => edit(sources, VELOCITY, "not: [velocity of light]", &format!("not: {value}")),
            });
            let found = messages(&outcome);
            assert!(
                found.iter().any(|line| line.contains(&format!("`{key}` holds an invisible character"))),
                "{name} in {key}: {found:?}"
            );
        }
    }
    // The joiners are letters of Persian and Hindi, and nothing by themselves.
    let persian = changed(|sources| edit(sources, VELOCITY, "aliases: [team velocity]", "aliases: [می\u{200c}خواهم]"));
    assert!(persian.site.is_some(), "{:?}", messages(&persian));
    let nothing = changed(|sources| edit(sources, VELOCITY, "term: velocity", "term: \"\\u200d\\u200c\""));
    assert!(messages(&nothing).iter().any(|line| line.contains("empty-value")), "{:?}", messages(&nothing));
}

/// A catalog of one device and one model, with a measurement.
fn with_catalog(device: &str, row: &str) -> Outcome {
    changed(|sources| {
        let device = format!(
            "- {{id: card, name: Card, vendor: NVIDIA, class: consumer-gpu, memory_type: GDDR6, memory_gib: 24, bandwidth_gb_s: 1000, release_year: 2022, {device} sources: [{{title: T, locator: L}}]}}\n"
        );
        let row = format!(
            "source: {{title: T, url: 'https://a.example/', publisher: P, date: '2026', method: M, licence: L, caveats: C}}\nmeasurements:\n  - {{id: row, phase: decode, hardware: card, parallel: single, model: none, quantization: none, runtime: none, backend: none, {row}}}\n"
        );
        sources.content.push(SourceFile::new("content/catalog/hardware.yaml", device));
        sources.content.push(SourceFile::new("content/anchors/a.yaml", row));
    })
}

#[test]
fn figures_that_nothing_real_has_are_refused() {
    let good = "count: 1, concurrency: 1, tokens_per_s: 10";
    let devices =
        ["tdp_w: .nan,", "tdp_w: .inf,", "fp32_tflops: 1e308,", "memory_channels: 4294967295,", "int8_tops: -.INF,"];
    for device in devices {
        let found = messages(&with_catalog(device, good));
        assert!(found.iter().any(|line| line.contains("hardware.yaml impossible-fact")), "{device}: {found:?}");
    }
    let rows = [
        "count: 4294967295, concurrency: 1, tokens_per_s: 10",
        "count: 1, concurrency: 4294967295, tokens_per_s: 10",
        "count: 2000000, concurrency: 1, tokens_per_s: 10",
        "count: 1, concurrency: 1, tokens_per_s: 1e308",
        "count: 1, concurrency: 1, tokens_per_s: 10, stdev: .nan",
    ];
    for row in rows {
        let found = messages(&with_catalog("", row));
        assert!(found.iter().any(|line| line.contains("anchors/a.yaml impossible-fact")), "{row}: {found:?}");
    }
}

#[test]
fn a_mistake_of_the_catalog_is_told_and_not_what_follows_from_it() {
    let good = "count: 1, concurrency: 1, tokens_per_s: 10";
    let unknown_device = |found: &[String]| found.iter().any(|line| line.contains("there is no device `card`"));
    let found = messages(&with_catalog("bandwith: 3,", good));
    assert!(found.iter().any(|line| line.contains("there is no key `bandwith`")), "{found:?}");
    assert!(!unknown_device(&found), "{found:?}");
    let found = messages(&with_catalog("tdp_w: .nan,", good));
    assert!(!unknown_device(&found), "{found:?}");
}

#[test]
fn a_lost_address_is_told_beside_other_errors() {
    let outcome = changed(|sources| {
        sources
            .content
            .push(SourceFile::new("content/urls.lock", "/glossary/speed/\n/glossary/velocity/\n/feed.xml\n"));
        let file = sources.content.iter_mut().find(|file| file.path == VELOCITY).expect("the file");
        file.text = format!("{}\n[[nothing like it]]\n", file.text).into();
    });
    let found = messages(&outcome);
    assert!(found.iter().any(|line| line.contains("unknown-term")), "{found:?}");
    let lost: Vec<_> = found.iter().filter(|line| line.contains("lost-address")).collect();
    assert!(lost.len() == 1 && lost[0].contains("/glossary/speed/"), "{found:?}");
}

#[test]
fn a_file_that_cannot_be_read_has_not_lost_its_address() {
    let outcome = changed(|sources| {
        sources.content.push(SourceFile::new("content/urls.lock", "/glossary/velocity/\n/glossary/sprint/\n"));
        edit(sources, VELOCITY, "term: velocity", "term: [velocity");
    });
    let found = messages(&outcome);
    assert!(!found.iter().any(|line| line.contains("lost-address")), "{found:?}");
}

#[test]
fn a_renamed_entry_without_an_id_is_warned_of() {
    let renamed = |lock: &'static str, keys: &'static str| {
        let outcome = changed(move |sources| {
            edit(sources, VELOCITY, "term: velocity", &format!("term: velocity\n{keys}"));
            sources.content.push(SourceFile::new("content/urls.lock", lock));
        });
        assert!(outcome.site.is_some(), "{:?}", messages(&outcome));
        messages(&outcome).into_iter().filter(|line| line.contains("no-id")).collect::<Vec<_>>()
    };
    let found = renamed("/glossary/speed/\n", "former: [speed]");
    assert!(found.len() == 1 && found[0].contains("add `id: speed`"), "{found:?}");
    assert_eq!(renamed("/glossary/speed/\n", "former: [speed]\nid: speed"), [""; 0]);
    assert_eq!(renamed("/glossary/speed/\n/glossary/velocity/\n", "former: [speed]"), [""; 0]);
}

#[test]
fn a_site_of_drafts_is_not_told_to_add_an_entry() {
    let outcome = changed(|sources| {
        sources.content.retain(|file| !file.path.starts_with("content/glossary/") || file.path == VELOCITY);
        edit(sources, VELOCITY, "term: velocity", "term: velocity\ndraft: true");
    });
    let found = messages(&outcome);
    assert!(
        found.iter().any(|line| line.contains("no-content") && line.contains("the only entry is a draft")),
        "{found:?}"
    );
    assert!(!found.iter().any(|line| line.contains("add an entry")), "{found:?}");
}

#[test]
fn a_message_leads_to_the_guide_that_the_program_carries() {
    let (outcome, sources) = build(&fixture("bad/unknown-targets"));
    let report = rooflight::edge::report::text(
        &outcome.diagnostics,
        &sources,
        rooflight::edge::report::MessageFormat::Human,
        false,
    );
    assert!(report.contains("= note: rooflight explain unknown-term"), "{report}");
    assert!(!report.contains("rooflight.example"), "{report}");
}

#[test]
fn the_404_page_names_no_host_and_every_page_a_referrer_policy() {
    let site = crate::support::site(&fixture("small"));
    let lost = page(&site, "404.html");
    assert!(lost.has("link[rel=stylesheet][href^=/team/assets/css/base.]"), "{}", lost.inner());
    assert!(!lost.has("[href^=https://words.example]"), "{}", lost.inner());
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        let policy = page(&site, path).one("meta[name=referrer]").attr("content").to_owned();
        assert_eq!(policy, "strict-origin-when-cross-origin", "{path}");
    }
}
