//! Files for machines are well-formed and true, and their URLs exist, even with unusual titles.

use crate::dom::{self, Element};
use crate::support::{fixture, reference_site, reference_sites, repository, site, text};
use quick_xml::events::Event;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};
use serde_json::Value;
use std::collections::BTreeSet;

/// A site of these settings and entries, each a term with more front matter.
pub(crate) fn built(base: &str, title: &str, entries: &[(&str, &str)]) -> rooflight_compiler::Outcome {
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON is YAML").replace('\u{7f}', "\\x7F");
    let settings = format!(
        "title: {0}\nbase_url: {1}\nauthor: {0}\ndescription: {0}\nlayers:\n  - {{id: low, title: {0}, summary: {0}}}\n",
        quoted(title),
        quoted(base)
    );
    let mut content = vec![SourceFile::new("content/site.yaml", settings)];
    for (number, (term, more)) in entries.iter().enumerate() {
        let entry = format!(
            "---\nterm: {0}\nlayer: low\naliases: [{1}]\ndefinition: {0}\nquestions: [{{q: {0}, a: {0}}}]\nsources: [{{key: s, title: {0}, url: \"https://s.example/?a=1&b=2\"}}]\npublished: 2026-01-0{2}\n{more}---\nA claim.[^s]\n\n## A part\n\nMore.\n",
            quoted(term),
            quoted(&format!("{term} {number}")),
            number + 1
        );
        content.push(SourceFile::new(format!("content/glossary/entry-{number}.md"), entry));
    }
    let sources = Sources { content, ..rooflight::edge::load::load(&fixture("small")) };
    compile(&sources, &Options::default(), &mut |_| {})
}

pub(crate) fn good(base: &str, title: &str, entries: &[(&str, &str)]) -> Site {
    let outcome = built(base, title, entries);
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

/// The base address of a site, by what its home page says.
pub(crate) fn base(site: &Site) -> String {
    canonical(&dom::page(site, "index.html")).to_owned()
}

/// The address that a page says it has.
fn canonical<'a>(page: &'a Element<'_>) -> &'a str {
    page.one("link[rel=canonical]").attr("href")
}

/// The texts of all elements of this name.
pub(crate) fn elements(xml: &str, name: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut found, mut inside) = (Vec::new(), false);
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) if tag.name().as_ref() == name => {
                inside = true;
                found.push(String::new());
            }
            Event::End(tag) if tag.name().as_ref() == name => inside = false,
            Event::Text(words) if inside => {
                found.last_mut().expect("an element").push_str(&words);
            }
            Event::GeneralRef(name) if inside => {
                let character = match &*name {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    "quot" => '"',
                    "apos" => '\'',
                    _ => name.resolve_char_ref().ok().flatten().expect("a character"),
                };
                found.last_mut().expect("an element").push(character);
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

/// The JSON-LD of a page; `None` if it has none.
pub(crate) fn json_ld(page: &Element<'_>) -> Option<Value> {
    let data = page.select("script[type=application/ld+json]");
    data.first().map(|script| serde_json::from_str(&script.text()).expect("JSON"))
}

/// Every value of this key, however deep.
fn values<'a>(value: &'a Value, key: &str, out: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) => {
            out.extend(object.get(key));
            object.values().for_each(|value| values(value, key, out));
        }
        Value::Array(items) => items.iter().for_each(|value| values(value, key, out)),
        _ => {}
    }
}

/// The file at an absolute address, which is one below the site's own.
fn file_at<'a>(site: &'a Site, base: &str, address: &str) -> &'a str {
    let inside = address.strip_prefix(base).unwrap_or_else(|| panic!("{address} is elsewhere"));
    let path =
        if inside.is_empty() || inside.ends_with('/') { format!("{inside}index.html") } else { inside.to_owned() };
    text(site, &path)
}

pub(crate) fn pages(site: &Site) -> impl Iterator<Item = (&String, Element<'_>)> {
    site.keys().filter(|path| path.ends_with(".html")).map(|path| (path, dom::page(site, path)))
}

/// True if a page asks search engines not to list it.
fn is_hidden(page: &Element<'_>) -> bool {
    page.has("meta[name=robots][content=noindex]")
}

#[test]
fn the_sitemap_lists_every_page_that_somebody_should_find_and_no_other() {
    for site in reference_sites() {
        let listed = elements(text(site, "sitemap.xml"), "loc");
        let base = base(site);
        for address in &listed {
            let page = dom::parse(file_at(site, &base, address));
            assert_eq!(canonical(&page), address);
            assert!(!is_hidden(&page), "{address} wants to be found");
        }
        let listed: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
        // An entry without a translation says that its original is the page to find.
        let is_own = |page: &Element<'_>| !is_hidden(page) && canonical(page).starts_with(&base);
        for (path, page) in pages(site).filter(|(_, page)| is_own(page)) {
            assert!(listed.contains(canonical(&page)), "{path} is not listed");
        }
        assert!(!listed.is_empty());
    }
}

#[test]
fn the_sitemap_has_the_authors_dates_and_no_others() {
    let site = good("https://t.example", "T", &[("one", ""), ("two", "changes: [{date: 2026-02-03, note: C.}]\n")]);
    let sitemap = text(&site, "sitemap.xml");
    let day = |path: &str| {
        let address = format!("https://t.example/{path}");
        let mut pages = sitemap.lines().filter(|line| line.ends_with("</url>"));
        let page = pages.find(|page| elements(page, "loc") == [address.as_str()]);
        elements(page.unwrap_or_else(|| panic!("{path}: {sitemap}")), "lastmod").pop().map(|date| date[..10].to_owned())
    };
    assert_eq!(day("glossary/entry-0/").as_deref(), Some("2026-01-01"));
    assert_eq!(day("glossary/entry-1/").as_deref(), Some("2026-02-03"));
    assert_eq!(day("layers/low/").as_deref(), Some("2026-02-03"), "a list is as new as its newest entry");
    let reference = reference_site();
    let guide = text(reference, "sitemap.xml").lines().find(|line| line.contains("/guide/links/")).expect("the guide");
    assert!(!guide.contains("lastmod"), "nobody dated it: {guide}");
    assert!(text(&site, "robots.txt").contains("\nSitemap: https://t.example/sitemap.xml\n"));
}

#[test]
fn every_page_has_its_markdown_and_every_markdown_a_page() {
    for site in reference_sites() {
        let base = base(site);
        let mut alternates = BTreeSet::new();
        for (path, page) in pages(site) {
            if page.has("link[rel=alternate][type=text/markdown][href=index.md]") {
                let markdown = path.replace("index.html", "index.md");
                let markdown_text = text(site, &markdown);
                assert!(markdown_text.starts_with("# "), "{markdown}");
                let own = format!("{base}{}", path.trim_end_matches("index.html"));
                assert!(markdown_text.contains(&format!(": <{own}>\n")), "{markdown} names its page");
                for event in pulldown_cmark::Parser::new_ext(markdown_text, pulldown_cmark::Options::ENABLE_TABLES) {
                    match event {
                        pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { dest_url, .. }) => {
                            assert!(
                                dest_url.contains("://") || dest_url.starts_with("mailto:"),
                                "{markdown}: {dest_url}"
                            );
                        }
                        // Markdown has no marks of its own for these.
                        pulldown_cmark::Event::InlineHtml(tag)
                            if ["mark", "sub", "sup"].contains(&tag.trim_matches(['<', '/', '>'])) => {}
                        pulldown_cmark::Event::Html(html) | pulldown_cmark::Event::InlineHtml(html) => {
                            panic!("{markdown} has HTML: {html}");
                        }
                        _ => {}
                    }
                }
                alternates.insert(markdown);
            } else {
                assert!(is_hidden(&page), "{path} has no alternate");
            }
        }
        let files: BTreeSet<String> = site.keys().filter(|path| path.ends_with(".md")).cloned().collect();
        assert_eq!(files, alternates);
    }
}

/// Words of Markdown, read by a Markdown parser: no marks, no addresses.
pub(crate) fn words(markdown: &str) -> String {
    let options = pulldown_cmark::Options::ENABLE_TABLES | pulldown_cmark::Options::ENABLE_OLD_FOOTNOTES;
    let mut out = String::new();
    for event in pulldown_cmark::Parser::new_ext(markdown, options) {
        match event {
            pulldown_cmark::Event::Text(text) | pulldown_cmark::Event::Code(text) => out.push_str(&text),
            _ => out.push(' '),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn markdown_says_what_the_author_wrote() {
    let site = reference_site();
    let sources = rooflight::edge::load::load(repository());
    let mut checked = 0;
    for file in sources.below("content/glossary", "md") {
        let page_words = words(text(site, &format!("glossary/{}/index.md", file.stem()))).replace(' ', "");
        let body = file.text.splitn(3, "---\n").nth(2).expect("a body");
        for paragraph in body.split("\n\n").filter(|paragraph| !paragraph.contains(['[', '|', '`', '#'])) {
            let wanted = words(paragraph).replace(' ', "");
            assert!(page_words.contains(&wanted), "{}: {wanted:?} in {page_words}", file.path);
            checked += usize::from(!wanted.is_empty());
        }
    }
    assert_ne!(checked, 0, "no paragraph was compared");
}

#[test]
fn the_markdown_of_an_entry() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(text(&site, "glossary/velocity/index.md"));
}

#[test]
fn structured_data_names_nothing_that_is_not_there() {
    let site = reference_site();
    let mut kinds = BTreeSet::new();
    let mut defined: BTreeSet<String> = BTreeSet::new();
    let mut named: BTreeSet<String> = BTreeSet::new();
    let base = base(site);
    let mut parts: BTreeSet<(String, String)> = BTreeSet::new();
    for (path, page) in pages(site) {
        let Some(data) = json_ld(&page) else { continue };
        let (mut ids, mut types, mut items) = (Vec::new(), Vec::new(), Vec::new());
        values(&data, "@id", &mut ids);
        values(&data, "@type", &mut types);
        values(&data, "item", &mut items);
        kinds.extend(types.iter().map(|kind| kind.as_str().expect("a name").to_owned()));
        for address in ids.iter().chain(&items).map(|id| id.as_str().expect("an address")) {
            let (address, fragment) = address.split_once('#').map_or((address, None), |(page, id)| (page, Some(id)));
            let target = file_at(site, &base, address);
            if let Some(id) = fragment
                && parts.insert((address.to_owned(), id.to_owned()))
            {
                assert!(dom::parse(target).has(&format!("[id=\"{id}\"]")), "{path}: {address}#{id}");
            }
        }
        // A node with more than its id is the one that says what the id means.
        let mut nodes = vec![&data];
        while let Some(node) = nodes.pop() {
            match node {
                Value::Object(object) => {
                    if let Some(id) = object.get("@id").and_then(Value::as_str) {
                        if object.len() > 1 { &mut defined } else { &mut named }.insert(id.to_owned());
                    }
                    nodes.extend(object.values());
                }
                Value::Array(items) => nodes.extend(items),
                _ => {}
            }
        }
        if path.starts_with("glossary/") && path.matches('/').count() == 2 {
            assert_eq!(data["about"]["@type"], "DefinedTerm", "{path}");
            assert_eq!(data["about"]["name"], page.one("dfn").text(), "{path}");
            assert_eq!(data["@type"] == "FAQPage", page.has("#h-questions"), "{path}: questions are real ones");
        }
    }
    assert_eq!(
        named.difference(&defined).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "every id is explained somewhere"
    );
    for kind in ["DefinedTerm", "DefinedTermSet", "BreadcrumbList", "Dataset", "FAQPage", "WebSite"] {
        assert!(kinds.contains(kind), "{kind}");
    }
}

#[test]
fn the_data_of_all_entries_and_their_cards() {
    let site = reference_site();
    let glossary: Value = serde_json::from_str(text(site, "glossary.json")).expect("JSON");
    assert_eq!(glossary["version"], 2);
    let entries = glossary["entries"].as_array().expect("entries");
    let ids: BTreeSet<&str> = entries.iter().filter_map(|entry| entry["id"].as_str()).collect();
    assert!(ids.len() == entries.len() && !ids.is_empty());
    let base = base(site);
    for entry in entries {
        let file = |key: &str| file_at(site, &base, entry[key].as_str().expect("an address"));
        let address = entry["url"].as_str().expect("an address");
        assert!(dom::parse(file("url")).has("dfn"), "{address}");
        assert!(!file("markdown").is_empty());
        let card: Value = serde_json::from_str(file("card")).expect("JSON");
        for key in ["id", "term", "definition", "url"] {
            assert_eq!(card[key], entry[key], "{address}");
        }
        assert!(!entry["sources"].as_array().expect("sources").is_empty());
        for key in ["related", "links_to"] {
            for other in entry[key].as_array().into_iter().flatten() {
                assert!(ids.contains(other.as_str().expect("an id")), "{address}: {other}");
            }
        }
    }
}

#[test]
fn llms_txt_lists_every_entry_and_page_by_its_markdown() {
    for site in reference_sites() {
        let list = text(site, "llms.txt");
        let listed: BTreeSet<&str> = list.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        let base = base(site);
        assert!(
            listed.iter().all(|address| address.ends_with("index.md") && !file_at(site, &base, address).is_empty())
        );
        for path in site.keys().filter(|path| path.ends_with("index.md")) {
            let list = ["layers/", "links/", "map/"].iter().any(|folder| path.starts_with(folder));
            let list = list || ["index.md", "glossary/index.md", "learn/index.md"].contains(&path.as_str());
            let address = format!("{base}{path}");
            assert_eq!(!listed.contains(address.as_str()), list, "{path}");
        }
    }
}

#[test]
fn a_small_site_for_machines() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!("small_llms", text(&site, "llms.txt"));
    insta::assert_snapshot!("small_sitemap", text(&site, "sitemap.xml"));
    insta::assert_snapshot!("small_headers", text(&site, "_headers"));
    insta::assert_snapshot!("small_nginx", text(&site, "_server/nginx.conf"));
    insta::assert_snapshot!("small_nginx_http", text(&site, "_server/nginx-http.conf"));
    insta::assert_snapshot!("small_caddy", text(&site, "_server/Caddyfile"));
    insta::assert_snapshot!("small_card", text(&site, "cards/velocity.json"));
    let velocity = dom::page(&site, "glossary/velocity/index.html");
    insta::assert_snapshot!("small_json_ld", velocity.one("script[type=application/ld+json]").inner());
}

#[test]
fn calculators_for_other_sites_can_be_framed_and_no_other_page() {
    let site = reference_site();
    let headers: Vec<&str> = text(site, "_headers").lines().collect();
    let of_rule = |pair: &[&str]| pair[1].trim() == "Content-Security-Policy: frame-ancestors 'none'";
    let rules: Vec<&str> = headers.windows(2).filter(|pair| of_rule(pair)).map(|pair| pair[0]).collect();
    for (file, _) in pages(site) {
        let address = format!("/{}", file.trim_end_matches("index.html"));
        let covers = |rule: &&str| rule.strip_suffix('*').map_or(*rule == address, |start| address.starts_with(start));
        assert_eq!(rules.iter().any(covers), !file.starts_with("embed/"), "{file}: {rules:?}");
    }
    assert!(text(site, "_server/nginx-http.conf").contains("\"~^/embed/\" \"\";"));
    assert!(text(site, "_server/Caddyfile").contains("@unframed not path /embed/*\n"));
}
