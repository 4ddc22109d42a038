//! Pieces of the build's own HTML as Markdown: highlighted code, figures and their tables.
//!
//! Knows only the HTML that this program writes; an author's raw HTML passes through Markdown as it is, and never comes here.

use crate::writers::markdown::write::plain;

/// A piece of HTML: a tag's inside, or text.
enum Piece<'a> {
    Tag(&'a str),
    Text(&'a str),
}

fn pieces(html: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((tag, after)) = rest.strip_prefix('<').and_then(|inside| inside.split_once('>')) {
            rest = after;
            return Some(Piece::Tag(tag));
        }
        let end = rest.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(rest.len(), |(at, _)| at);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Text(text))
    })
}

/// The text without its tags.
#[must_use]
pub fn text(html: &str) -> String {
    let text = pieces(html).filter_map(|piece| match piece {
        Piece::Text(text) => Some(unescape(text)),
        Piece::Tag(_) => None,
    });
    text.collect()
}

/// A block of code with its language; `None` if the HTML is something else.
#[must_use]
pub fn code(html: &str) -> Option<(String, String)> {
    let (attributes, rest) = html.strip_prefix("<pre tabindex=\"0\"><code")?.split_once('>')?;
    let language = attributes.strip_prefix(" class=\"language-").and_then(|rest| rest.strip_suffix('"'));
    let inside = rest.trim_end().strip_suffix("</code></pre>")?;
    Some((unescape(language.unwrap_or_default()), text(inside)))
}

/// A figure that stands alone: its table, or the description of its chart.
#[must_use]
pub fn figure(html: &str) -> String {
    if html.contains("<table") {
        return table(html);
    }
    ["<title", "<desc"]
        .iter()
        .filter_map(|mark| inside(html, mark))
        .map(|words| plain(&words))
        .collect::<Vec<_>>()
        .join(". ")
}

/// The text of the first element that begins with this mark.
fn inside(html: &str, mark: &str) -> Option<String> {
    let (_, rest) = html.split_once(mark)?;
    let (_, rest) = rest.split_once('>')?;
    rest.split_once("</").map(|(words, _)| unescape(words))
}

/// A table with its caption as a paragraph after it.
fn table(html: &str) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut caption = String::new();
    let (mut in_caption, mut link) = (false, None);
    for piece in pieces(html) {
        match piece {
            Piece::Tag(tag) => {
                let name = tag.split(' ').next().unwrap_or_default();
                in_caption = if name == "caption" { true } else { in_caption && name != "/caption" };
                let cell = rows.last_mut().and_then(|row| row.last_mut());
                match (name, cell) {
                    ("tr", _) => rows.push(Vec::new()),
                    ("th" | "td", _) => {
                        if let Some(row) = rows.last_mut() {
                            row.push(String::new());
                        }
                    }
                    ("br" | "small", Some(cell)) => cell.push(' '),
                    ("b" | "/b", Some(cell)) => cell.push_str("**"),
                    ("a", Some(cell)) => {
                        link = tag.split_once("href=\"").and_then(|(_, rest)| rest.split('"').next()).map(unescape);
                        cell.push('[');
                    }
                    ("/a", Some(cell)) => {
                        cell.push_str("](");
                        cell.push_str(&link.take().unwrap_or_default());
                        cell.push(')');
                    }
                    _ => {}
                }
            }
            Piece::Text(words) if in_caption => caption.push_str(&unescape(words)),
            Piece::Text(words) => {
                if let Some(cell) = rows.last_mut().and_then(|row| row.last_mut()) {
                    cell.push_str(&plain(&unescape(words)).replace('|', "\\|"));
                }
            }
        }
    }
    let wide = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut out = String::new();
    for (at, mut row) in rows.into_iter().enumerate() {
        row.resize(wide, String::new());
        let cells: Vec<String> = row.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        out.extend(["| ", &cells.join(" | "), " |\n"]);
        if at == 0 {
            out.extend(["|", &" --- |".repeat(wide), "\n"]);
        }
    }
    if caption.is_empty() { out } else { format!("{out}\n{}", plain(&caption)) }
}

fn unescape(html: &str) -> String {
    if !html.contains('&') {
        return html.to_owned();
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(html.to_owned(), |text, (entity, character)| text.replace(entity, character))
}
