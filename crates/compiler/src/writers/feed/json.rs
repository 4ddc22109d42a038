//! Writes JSON Feed 1.1.

use crate::site::feeds::format::JSON;
use crate::site::feeds::model::{Feed, FeedItem};
use crate::site::json;
use serde::Serialize;

#[derive(Serialize)]
struct JsonFeed<'a> {
    version: &'static str,
    title: &'a str,
    home_page_url: &'a str,
    feed_url: String,
    description: &'a str,
    language: &'a str,
    authors: [Author<'a>; 1],
    items: Vec<JsonItem<'a>>,
}

#[derive(Serialize)]
struct Author<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct JsonItem<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    summary: &'a str,
    content_html: &'a str,
    date_published: String,
    date_modified: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
}

/// Returns the feed as JSON.
pub(super) fn document(feed: &Feed<'_>) -> String {
    let document = JsonFeed {
        version: "https://jsonfeed.org/version/1.1",
        title: &feed.title,
        home_page_url: &feed.home,
        feed_url: format!("{}{}", feed.base, JSON.file),
        description: &feed.description,
        language: &feed.language,
        authors: [Author { name: &feed.author }],
        items: feed.items.iter().map(entry).collect(),
    };
    json::text(&document) + "\n"
}

fn entry<'a>(item: &'a FeedItem<'_>) -> JsonItem<'a> {
    JsonItem {
        id: &item.id,
        url: &item.url,
        title: &item.title,
        summary: &item.summary,
        content_html: &item.content,
        date_published: FeedItem::midnight(item.published),
        date_modified: FeedItem::midnight(item.updated),
        tags: &item.categories,
    }
}
