//! The site as RSS 2.0.
//!
//! 1. The newest entries first, by their authors' dates; as many as the site's settings say.
//! 2. Each has a permanent `tag:` identity made of its id, so that a renamed entry is not delivered twice, and its full content with
//!    absolute addresses.
//! 3. The feed's own date is the newest of its entries: the same input gives the same bytes.

use crate::link::Entry;
use crate::render::{Inputs, dates, entry_path, inline};
use rss::extension::atom::{AtomExtension, Link};
use rss::extension::dublincore::DublinCoreExtension;
use rss::{Category, Channel, Guid, Item};
use std::collections::BTreeMap;

/// The file of the feed.
pub const PATH: &str = "feed.xml";

/// The feed. `bodies` are the entries' contents, in the order of the entries.
#[must_use]
pub fn feed(inputs: &Inputs<'_>, bodies: &[String]) -> String {
    let config = inputs.config;
    let mut entries: Vec<(&Entry, &String)> = inputs.glossary.entries.iter().zip(bodies).collect();
    entries.sort_by(|(a, _), (b, _)| {
        let key = |entry: &Entry| entry.document.front.published;
        key(b).cmp(&key(a)).then_with(|| a.document.id.cmp(&b.document.id))
    });
    entries.truncate(config.feed_items);
    let newest = entries.iter().map(|(entry, _)| entry.document.front.published).max();
    let own = Link {
        href: config.base_url.join(PATH),
        rel: "self".into(),
        mime_type: Some("application/rss+xml".into()),
        ..Link::default()
    };
    let namespaces = [
        ("atom", "http://www.w3.org/2005/Atom"),
        ("content", "http://purl.org/rss/1.0/modules/content/"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
    ];
    let channel = Channel {
        title: config.title.clone(),
        link: config.base_url.as_str().to_owned(),
        description: config.description.clone(),
        language: Some(config.language.clone()),
        last_build_date: newest.and_then(dates::rfc822),
        atom_ext: Some(AtomExtension { links: vec![own] }),
        items: entries.into_iter().map(|(entry, body)| item(inputs, entry, body)).collect(),
        namespaces: namespaces
            .iter()
            .map(|(name, uri)| ((*name).to_owned(), (*uri).to_owned()))
            .collect::<BTreeMap<_, _>>(),
        ..Channel::default()
    };
    format!("{HEAD}{}\n", channel.to_string().trim_start_matches("<?xml version=\"1.0\" encoding=\"utf-8\"?>"))
}

/// The declaration; the style is for people who open the feed in a browser.
const HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<?xml-stylesheet type=\"text/css\" href=\"feed.css\"?>\n";

fn item(inputs: &Inputs<'_>, entry: &Entry, body: &str) -> Item {
    let config = inputs.config;
    let front = &entry.document.front;
    let url = config.base_url.join(&entry_path(entry));
    let layers = std::iter::once(entry.storey).chain(entry.also_in.iter().copied());
    Item {
        title: Some(front.term.clone()),
        link: Some(url),
        description: Some(inline::text(&front.definition)),
        guid: Some(Guid { value: identity(inputs, entry), permalink: false }),
        pub_date: dates::rfc822(front.published),
        categories: layers.map(|storey| Category { name: config.layers[storey].title.clone(), domain: None }).collect(),
        content: Some(body.to_owned()),
        dublin_core_ext: Some(DublinCoreExtension {
            creators: vec![config.author.clone()],
            ..DublinCoreExtension::default()
        }),
        ..Item::default()
    }
}

/// `tag:example.org,2026:entry:kv-cache`: from the host, the year of the entry and its permanent id; never from its address.
fn identity(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let (host, year) = (inputs.config.base_url.host(), entry.document.front.published.year());
    format!("tag:{host},{year}:entry:{}", entry.document.id)
}
