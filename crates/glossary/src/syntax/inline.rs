//! Renders short Markdown in front matter: a definition, a takeaway, an answer.
//!
//! [`html`] renders the content of the paragraph; [`text`] returns the words alone, for cards, descriptions and feeds.
//! Blocks and raw HTML are dropped: a short text is one paragraph. Text without a character that could be markup is
//! returned unparsed.

use crate::syntax::lead;
pub use crate::syntax::line_constructs::sentence_case;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html as push};
use rooflight_source::url::is_own;

/// Renders the text as HTML, without a paragraph around it. Links keep their words only.
#[must_use]
pub fn html(markdown: &str) -> String {
    if is_plain(markdown) {
        return markdown.to_owned();
    }
    let mut out = String::new();
    push::push_html(&mut out, parse(markdown).filter(is_inline));
    out.trim().to_owned()
}

/// Renders the text as HTML with its links. Addresses on the site are relative to its root; `root` is prepended to
/// them.
#[must_use]
pub fn html_with_links(markdown: &str, root: &str) -> String {
    let linked = parse(markdown).filter(|event| is_inline(event) || is_link(event)).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) if is_own(&dest_url) => {
            let dest_url = format!("{root}{}", dest_url.trim_start_matches('/')).into();
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut out = String::new();
    push::push_html(&mut out, linked);
    out.trim().to_owned()
}

/// The addresses to which the text links.
#[must_use]
pub fn links(markdown: &str) -> Vec<String> {
    let address = |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parse(markdown).filter_map(address).collect()
}

fn parse(markdown: &str) -> Parser<'_> {
    const OPTIONS: Options =
        Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_WIKILINKS).union(Options::ENABLE_OLD_FOOTNOTES);
    Parser::new_ext(markdown, OPTIONS)
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough),
        Event::End(tag) => matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough),
        Event::Text(_) | Event::Code(_) | Event::SoftBreak => true,
        _ => false,
    }
}

fn is_link(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
}

/// The words without markup, links and pictures.
#[must_use]
pub fn text(markdown: &str) -> String {
    if is_plain(markdown) { markdown.to_owned() } else { lead::words(markdown) }
}

/// The placeholder for code in a sentence.
pub const STAND_IN: char = '\u{fffc}';

/// True for text without markup. It begins with a letter, so it cannot begin a list, a heading or a quotation.
fn is_plain(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && !text.ends_with(char::is_whitespace)
        && text.bytes().all(|byte| PLAIN[usize::from(byte)])
}

/// For each byte, whether it is part of a word or a character that is never markup.
const PLAIN: [bool; 256] = {
    let signs = b" ,.;:'()/%?-";
    let mut plain = [false; 256];
    let mut byte = 0_u8;
    loop {
        plain[byte as usize] = byte.is_ascii_alphanumeric() || byte >= 0x80;
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    let mut at = 0;
    while at < signs.len() {
        plain[signs[at] as usize] = true;
        at += 1;
    }
    plain
};
