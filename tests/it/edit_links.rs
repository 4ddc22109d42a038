//! Links by which readers correct a page, and the description of the collected measurements.

use crate::dom::page;
use crate::support::{fixture, reference_site, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};

fn with_repository(lines: &str) -> Site {
    let mut sources = load::load(&fixture("ways"));
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("the settings");
    settings.text = format!("{}\n{lines}", settings.text).into();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

#[test]
fn every_page_has_a_form_for_mistakes_and_those_with_a_file_a_way_to_edit_it() {
    let site = with_repository(
        "repository: {url: 'https://github.com/you/words', branch: live, folder: docs, issue_form: mistake.yml}\n",
    );
    let mut edited = Vec::new();
    for path in site.keys().filter(|path| path.ends_with("/index.html") && !path.starts_with("embed/")) {
        let page = page(&site, path);
        if page.has("[http-equiv=refresh]") {
            continue;
        }
        let report = page.one("li a[href^=https://github.com/you/words/issues/new?template=mistake.yml&title=]");
        let address = path.trim_end_matches("index.html").replace('/', "%2F");
        assert!(report.attr("href").ends_with(&address), "{path}: {}", report.attr("href"));
        assert_eq!(report.words(), "Report a mistake", "{path}");
        let start = "https://github.com/you/words/edit/live/docs/";
        let edits = page.attrs(&format!("li a[href^={start}]"), "href");
        edited.extend(edits.into_iter().map(|edit| edit[start.len()..].to_owned()));
    }
    edited.sort();
    edited.dedup();
    for folder in ["content/glossary/", "content/compare/", "content/tracks/", "content/site.yaml"] {
        assert!(edited.iter().any(|file| file.starts_with(folder)), "{folder}: {edited:?}");
    }
    for file in &edited {
        assert!(fixture("ways").join(file).is_file(), "{file} is no file");
    }
}

#[test]
fn without_a_repository_no_page_has_such_a_link() {
    let site = with_repository("");
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        let words = page(&site, path).words();
        assert!(!words.contains("Edit this page") && !words.contains("Report a mistake"), "{path}");
    }
}

#[test]
fn an_archive_finds_every_file_every_column_and_every_licence() {
    let site = reference_site();
    let package: serde_json::Value =
        serde_json::from_str(text(site, "anchors/datapackage.json")).expect("the description is JSON");
    let resources = package["resources"].as_array().expect("resources");
    for resource in resources {
        let path = resource["path"].as_str().expect("a path");
        assert!(site.contains_key(&format!("anchors/{path}")), "{path}");
    }
    let head = text(site, "anchors/measurements.csv").lines().next().expect("a line");
    let fields = resources[0]["schema"]["fields"].as_array().expect("fields");
    let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
    assert_eq!(names.join(","), head);
    for source in package["sources"].as_array().expect("sources") {
        assert!(source["license"].as_str().is_some_and(|licence| !licence.is_empty()), "{source}");
    }
    let columns = page(site, "anchors/index.html").words_of("th.wide-only[scope=col]");
    assert!(columns.contains(&"Licence".to_owned()), "the list says it too: {columns:?}");
}
