//! Every XML and JSON file of a site is one: feeds, sitemap, search description, drawings, data.

use crate::support::{fixture, site, text, whole_reference_site};
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use rooflight_compiler::sink::Site;
use std::collections::BTreeSet;

/// The first reason why a text is not an XML document; `None` for a document.
pub(crate) fn trouble(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let (mut open, mut roots) = (0_usize, 0_usize);
    loop {
        match reader.read_event() {
            Err(error) => return Some(error.to_string()),
            Ok(Event::Eof) => return (roots != 1 || open != 0).then(|| format!("{roots} roots, {open} open")),
            Ok(Event::Start(element)) => {
                roots += usize::from(open == 0);
                open += 1;
                if let Some(error) = element.attributes().find_map(Result::err) {
                    return Some(error.to_string());
                }
            }
            Ok(Event::Empty(element)) => {
                roots += usize::from(open == 0);
                if let Some(error) = element.attributes().find_map(Result::err) {
                    return Some(error.to_string());
                }
            }
            Ok(Event::End(_)) => open -= 1,
            Ok(Event::Text(words)) if open == 0 && !words.as_ref().trim_ascii().is_empty() => {
                return Some("text outside the root".to_owned());
            }
            Ok(_) => {}
        }
    }
}

/// Checks every file, and says which kinds there were.
fn check(site: &Site) -> BTreeSet<&str> {
    let mut kinds = BTreeSet::new();
    for path in site.keys() {
        let kind = path.rsplit('.').next().unwrap_or_default();
        match kind {
            "xml" | "svg" => assert_eq!(trouble(text(site, path)), None, "{path}"),
            "json" => drop(serde_json::from_str::<serde_json::Value>(text(site, path)).expect(path)),
            _ => continue,
        }
        kinds.insert(kind);
    }
    kinds
}

#[test]
fn every_document_is_well_formed() {
    assert_eq!(check(whole_reference_site()), BTreeSet::from(["json", "svg", "xml"]));
    assert!(check(&site(&fixture("feeds"))).contains("xml"));
}

#[test]
fn what_is_not_well_formed_is_found() {
    for bad in ["<a>", "<a></b>", "<a x=1/>", "<a x='1' x='2'/>", "<a/><b/>", "text", "<a/>text", ""] {
        assert!(trouble(bad).is_some(), "{bad}");
    }
    assert_eq!(trouble("<?xml version=\"1.0\"?>\n<a x=\"1\">b &amp; <c/></a>\n"), None);
}
