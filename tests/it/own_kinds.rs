//! Kinds of pages that a site declares, links to headings by name, and the status of names.

use crate::dom::page;
use crate::support::{fixture, site, text};
use rooflight::edge::load;
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::Code;
use rooflight_source::file::{SourceFile, Sources};
use std::process::Command;

fn changed(change: impl Fn(&mut SourceFile)) -> Vec<(Code, String)> {
    let mut sources: Sources = load::load(&fixture("own-kinds"));
    sources.content.iter_mut().for_each(change);
    let found = compile(&sources, &Options::default(), &mut |_| {}).diagnostics;
    found.into_iter().map(|problem| (problem.code, problem.message)).collect()
}

#[test]
fn pages_of_a_kind_have_its_template_and_their_own_keys() {
    let site = site(&fixture("own-kinds"));
    assert_eq!(page(&site, "people/ada/index.html").one(".role").words(), "editor since 2024");
    assert!(!page(&site, "people/grace/index.html").has(".role"), "a page's own template comes first");
    let list = page(&site, "people/index.html");
    assert!(!list.has(".role"));
    assert_eq!(list.words_of("article dt"), ["Grace", "Ada"]);
    assert_eq!(list.attrs("article dt a", "href"), ["../people/grace/", "../people/ada/"]);
    assert_eq!(list.words_of("article dd"), ["Writes on tokens.", "Writes on caches."]);
    assert!(!page(&site, "people/ada/index.html").has("article dt"));
    let markdown = text(&site, "people/index.md");
    assert!(markdown.contains("- [Grace](https://words.example/people/grace/): Writes on tokens.\n"), "{markdown}");
}

#[test]
fn a_kind_with_a_title_needs_no_page_of_its_own() {
    let mut sources: Sources = load::load(&fixture("own-kinds"));
    sources.content.retain(|file| file.path != "content/pages/people/index.md");
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("settings");
    settings.text = settings.text.replace("folder: people", "folder: people, title: Who we are").into();
    settings.text = format!("{}repository: {{url: https://github.com/a/b}}\n", settings.text).into();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let list = page(&site, "people/index.html");
    assert_eq!(list.one("h1").words(), "Who we are");
    assert_eq!(list.words_of("article dt"), ["Grace", "Ada"]);
    let edits = |path: &str| page(&site, path).select("a").iter().any(|link| link.attr("href").contains("/edit/"));
    assert!(edits("people/ada/index.html") && !edits("people/index.html"), "there is no file to edit");
    assert!(text(&site, "sitemap.xml").contains("/people/"));
}

#[test]
fn kinds_without_a_template_or_a_folder_are_named() {
    let with = |from: &'static str, to: &'static str| {
        changed(move |file| {
            if file.path == "content/site.yaml" {
                file.text = file.text.replace(from, to).into();
            }
        })
    };
    for (from, to, code, message) in [
        ("person.html", "persn.html", Code::UnknownId, "there is no template `persn.html`"),
        ("folder: people", "folder: persons", Code::UnknownId, "there is no folder of pages `persons`"),
        ("folder: people", "folder: Our People", Code::BadAddress, "`Our People`"),
        ("template: person.html}", "list: a.html}\n  other: {folder: people}", Code::Duplicate, "appears twice"),
    ] {
        let found = with(from, to);
        assert!(found.iter().any(|(known, text)| *known == code && text.contains(message)), "{to}: {found:?}");
    }
}

#[test]
fn a_link_names_a_heading() {
    let site = site(&fixture("own-kinds"));
    let token = page(&site, "glossary/token/index.html");
    let links = [token.select(".definition a.term"), token.select(".text a.term")].concat();
    let links: Vec<_> = links.iter().map(|link| (link.words(), link.attr("href").to_owned())).collect();
    let to = |words: &str, part: &str| (words.to_owned(), format!("../../glossary/cache/{part}"));
    let expected = [
        to("cache > In a processor", "#in-a-processor"),
        to("processor's cache", "#in-a-processor"),
        to("C# cache", ""),
        to("Cache", ""),
    ];
    assert_eq!(links, expected);
    let cache = page(&site, "glossary/cache/index.html");
    assert_eq!(cache.attrs(".text p a[href^=\"#\"]", "href"), ["#in-a-processor", "#in-a-processor"]);
    assert_eq!(page(&site, "people/ada/index.html").attrs("article p a[href^=\"#\"]", "href"), ["#hobbies"]);
    let markdown = text(&site, "glossary/token/index.md");
    assert!(markdown.contains("(https://words.example/glossary/cache/#in-a-processor)"), "{markdown}");
    assert_eq!(cache.words_of(".mentions q mark"), ["cache > In a processor"]);
}

#[test]
fn a_heading_that_is_not_there_is_named() {
    let found = changed(|file| file.text = file.text.replace("#In a processor", "#In a machine").into());
    let dead = found.iter().filter(|(code, message)| *code == Code::DeadLink && message.contains("#in-a-machine"));
    assert_eq!(dead.count(), 5, "{found:?}");
    let found = changed(|file| file.text = file.text.replace("[[cache#In", "[[cash#In").into());
    assert!(found.iter().any(|(code, message)| *code == Code::UnknownTerm && message.contains("cash#In")), "{found:?}");
}

#[test]
fn check_tells_old_names_from_names_to_avoid() {
    let root = fixture("own-kinds");
    let program = env!("CARGO_BIN_EXE_rooflight");
    let output = Command::new(program).arg("check").arg("--root").arg(root).output().expect("the program runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("`slave memory` is an old name, which another one superseded"), "{stdout}");
    assert!(stdout.contains("`buffer store` is a name to avoid"), "{stdout}");
}
