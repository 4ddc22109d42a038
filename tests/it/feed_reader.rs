//! A feed as a program reads it: by the parsers of the `rss` and `atom_syndication` libraries, which check its shape on
//! the way.
//!
//! `feed_readers` asks readers that know nothing of these libraries.

/// The title, date and items of a feed.
pub(crate) struct Feed {
    pub(crate) title: String,
    /// The newest date, as it is written.
    pub(crate) updated: String,
    pub(crate) entries: Vec<FeedEntry>,
}

/// An item of it.
pub(crate) struct FeedEntry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) published: Option<String>,
    pub(crate) summary: Option<String>,
    pub(crate) content: Option<String>,
}

/// Reads an RSS or Atom feed; one that is neither ends the test.
pub(crate) fn read(text: &str) -> Feed {
    rss::Channel::read_from(text.as_bytes()).map_or_else(|_| read_atom(text), of_channel)
}

fn of_channel(channel: rss::Channel) -> Feed {
    let entry = |item: rss::Item| FeedEntry {
        id: item.guid.map(|guid| guid.value).unwrap_or_default(),
        title: item.title.unwrap_or_default(),
        published: item.pub_date,
        summary: item.description,
        content: item.content,
    };
    Feed {
        title: channel.title,
        updated: channel.last_build_date.unwrap_or_default(),
        entries: channel.items.into_iter().map(entry).collect(),
    }
}

fn read_atom(text: &str) -> Feed {
    let feed = atom_syndication::Feed::read_from(text.as_bytes()).expect("a reader parses it as RSS or as Atom");
    let entry = |entry: atom_syndication::Entry| FeedEntry {
        id: entry.id,
        title: entry.title.value,
        published: entry.published.map(|date| date.to_rfc3339()),
        summary: entry.summary.map(|text| text.value),
        content: entry.content.and_then(|content| content.value),
    };
    Feed {
        title: feed.title.value,
        updated: feed.updated.to_rfc3339(),
        entries: feed.entries.into_iter().map(entry).collect(),
    }
}
