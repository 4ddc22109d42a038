//! The guide says what the program does: every message, key, command and flag is in it, and nothing that is gone.

use crate::dom::{self, Element};
use crate::support::{between, reference_site, repository};
use rooflight_compiler::sink::Site;
use rooflight_glossary::model::schema::{SchemaKind, schema};
use rooflight_source::diagnostic::{Code, Severity};
use std::collections::BTreeSet;
use std::fs;

fn guide(page: &str) -> String {
    fs::read_to_string(repository().join("content/pages/guide").join(page)).expect("a page of the guide")
}

/// The names in the first column of a table that begins with `head`.
fn column(markdown: &str, head: &str) -> BTreeSet<String> {
    let rows = between(markdown, head, "\n\n");
    let names =
        rows.lines().filter_map(|row| row.strip_prefix("| `")?.split_once('`').map(|(name, _)| name.to_owned()));
    names.collect()
}

fn keys(schema: &serde_json::Value) -> BTreeSet<String> {
    schema["properties"].as_object().expect("properties").keys().cloned().collect()
}

#[test]
fn every_message_has_its_section_and_every_section_its_message() {
    let page = guide("messages.md");
    let built = dom::page(reference_site(), "guide/messages/index.html");
    let (_, rest) = page.split_once("\n## Errors\n").expect("errors");
    let (errors, warnings) = rest.split_once("\n## Warnings\n").expect("warnings");
    for (part, severity) in [(errors, Severity::Error), (warnings, Severity::Warning)] {
        let sections: Vec<&str> = part.split("\n### ").skip(1).collect();
        let written: Vec<&str> = sections.iter().filter_map(|section| section.lines().next()).collect();
        let known: Vec<&str> =
            Code::ALL.iter().filter(|code| code.severity() == severity).map(|code| code.name()).collect();
        assert_eq!(written, known, "one section a code, in the order of the list");
        for section in sections {
            assert!(section.matches("\n```").count() == 2, "an example in: {section}");
            assert!(section.trim_end().lines().count() >= 6, "what it means, and how to mend it: {section}");
        }
    }
    for code in Code::ALL {
        assert!(built.has(&format!("h3[id={code}]")), "{code} has no anchor");
    }
}

#[test]
fn the_guide_leads_to_each_of_its_pages() {
    let index = guide("index.md");
    let pages = std::fs::read_dir(repository().join("content/pages/guide")).expect("the guide");
    for page in pages.map(|page| page.expect("a page").file_name().into_string().expect("a name")) {
        let name = page.trim_end_matches(".md");
        assert!(name == "index" || index.contains(&format!("(../guide/{name}/")), "the index lacks {name}");
    }
}

#[test]
fn names_of_messages_are_unique_and_lead_to_the_guide() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    let guide = "content/pages/guide/messages.md";
    assert!(repository().join(guide).is_file());
    for code in Code::ALL {
        // The reference site's own address is a placeholder; the repository has the same page.
        let address = format!("https://github.com/rooflight/rooflight/blob/main/{guide}#{}", code.name());
        assert_eq!(code.guide(), address);
        assert_eq!(Code::named(code.name()), Some(code));
    }
}

#[test]
fn the_tables_of_keys_are_those_of_the_schemas() {
    let entries = guide("entries.md");
    let front = schema(SchemaKind::FrontMatter);
    assert_eq!(column(&entries, "| key | what it does |\n"), keys(&front));
    for key in keys(&front["$defs"]["Source"]) {
        assert!(entries.contains(&format!("`{key}`")), "sources: {key}");
    }
    for required in front["required"].as_array().expect("a list").iter().filter_map(|key| key.as_str()) {
        let sentence = between(&entries, "The list is closed", "\n\n");
        assert!(sentence.contains(&format!("`{required}`")), "{required} must be there, and the guide does not say so");
    }
    let index = guide("index.md");
    let (settings, pages) = index.split_once("## A page beside the entries").expect("two tables");
    assert_eq!(column(settings, "| key | what it does |\n"), keys(&schema(SchemaKind::Site)));
    assert_eq!(column(pages, "| key | what it does |\n"), keys(&schema(SchemaKind::Page)));
    let rows = &schema(SchemaKind::Anchors)["$defs"]["Row"];
    assert_eq!(column(&guide("calculators.md"), "| key | what it says |\n"), keys(rows));
}

#[test]
fn every_command_and_flag_is_documented_and_nothing_else() {
    let page = guide("commands.md");
    let mut program = rooflight::cli::command();
    program.build();
    let sections: Vec<(&str, &str)> =
        page.split("\n## ").skip(1).filter_map(|section| section.split_once('\n')).collect();
    let written: BTreeSet<&str> = sections.iter().map(|(name, _)| *name).collect();
    let known: BTreeSet<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    assert_eq!(written, known);
    for (name, section) in sections {
        let command = program.find_subcommand(name).expect("a command");
        let all = std::iter::once(command).chain(command.get_subcommands());
        let flags = all.flat_map(clap::Command::get_arguments).filter_map(clap::Arg::get_long);
        let flags = flags.filter(|flag| *flag != "help");
        let flags: BTreeSet<String> = flags.map(|flag| format!("--{flag}")).collect();
        let rows = section.lines().filter_map(|row| row.strip_prefix("| `--"));
        let written: BTreeSet<String> =
            rows.filter_map(|row| Some(format!("--{}", row.split([' ', '`']).next()?))).collect();
        assert_eq!(written, flags, "the flags of {name}");
    }
}

#[test]
fn the_help_lists_every_command_once_and_fits_the_window() {
    let mut program = rooflight::cli::command();
    let help = program.render_help().to_string();
    let names = program.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help");
    for name in names {
        let lines = help.lines().filter(|line| line.strip_prefix("  ").is_some_and(|rest| rest.starts_with(name)));
        assert_eq!(lines.filter(|line| line.split_whitespace().next() == Some(name)).count(), 1, "{name} in\n{help}");
    }
    assert_eq!(help.lines().find(|line| line.chars().count() > 100), None);
}

/// The page and anchor that a link of this page leads to.
fn target(path: &str, link: &str) -> (String, Option<String>) {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor.to_owned())));
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    if file.is_empty() {
        return (path.to_owned(), anchor);
    }
    for part in file.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "" | "." => {}
            part => parts.push(part),
        }
    }
    (format!("{}/index.html", parts.join("/")).trim_start_matches('/').to_owned(), anchor)
}

fn pages(site: &Site) -> Vec<(&String, Element<'_>)> {
    let guide = site.keys().filter(|path| path.starts_with("guide/") && path.ends_with(".html"));
    guide.map(|path| (path, dom::page(site, path))).collect()
}

#[test]
fn the_pages_of_the_guide_lead_to_each_other() {
    let site = reference_site();
    let pages = pages(site);
    let files = std::fs::read_dir(crate::support::repository().join("content/pages/guide")).expect("the guide");
    assert_eq!(pages.len(), files.count());
    for (path, page) in &pages {
        assert_eq!(page.select("nav.beside li").len(), pages.len(), "{path}");
        assert_eq!(page.select("nav.beside [aria-current=page]").len(), 1, "{path}");
        for link in page.attrs("[href]", "href") {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = target(path, link);
            if let (Some(anchor), Some(_)) = (anchor, site.get(&file)) {
                assert!(dom::page(site, &file).has(&format!("[id=\"{anchor}\"]")), "{path}: {link} leads to no place");
            }
        }
    }
    assert_eq!(pages.iter().filter(|(_, page)| !page.has("p.next")).count(), 1, "all but the last lead on");
    let entry = dom::page(site, "glossary/decode/index.html");
    let links = entry.attrs("footer a", "href");
    assert_eq!(links.iter().filter(|link| link.contains("guide/")).count(), 1, "the footer names the guide once");
}

#[test]
fn a_former_address_leads_to_the_page() {
    let site = reference_site();
    let page = dom::page(site, "authoring/index.html");
    assert_eq!(page.one("meta[http-equiv=refresh]").attr("content"), "0; url=../guide/");
    assert!(page.has("a[href=../guide/]"), "it works by hand too: {}", page.inner());
    assert_eq!(page.one("link[rel=canonical]").attr("href"), "https://rooflight.example/guide/");
}
