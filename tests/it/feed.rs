//! The feed as a feed reader sees it.

use crate::support::{fixture, repository, site, text};

#[test]
fn a_feed_of_three_entries() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(text(&site, "feed.xml"));
}

#[test]
fn a_reader_takes_the_reference_feed() {
    let site = site(repository());
    let feed = feed_rs::parser::parse(text(&site, "feed.xml").as_bytes()).expect("a reader parses the feed");
    assert!(feed.entries.len() >= 16);
    let mut ids: Vec<&str> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), feed.entries.len(), "identities are unique");
    for entry in &feed.entries {
        assert!(entry.id.starts_with("tag:"), "{}", entry.id);
        assert!(entry.published.is_some() && entry.summary.is_some(), "{}", entry.id);
        let content = entry.content.as_ref().and_then(|content| content.body.as_deref()).expect("full content");
        for wrong in ["href=\"/", "href=\"..", "href=\"#", "src=\"/", "<script", "<form", "data-term", "<svg"] {
            assert!(!content.contains(wrong), "{} has {wrong}", entry.id);
        }
    }
}

#[test]
fn a_sub_path_is_in_every_address() {
    let site = site(&fixture("small"));
    let feed = text(&site, "feed.xml");
    assert!(feed.contains(r#"<atom:link href="https://words.example/team/feed.xml" rel="self""#));
    assert!(feed.contains("https://words.example/team/glossary/sprint/"));
}
