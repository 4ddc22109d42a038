//! HTML that may leave the site: what a feed carries.
//!
//! 1. Elements and attributes that every reader knows stay. Scripts, forms, drawings and frames go with what is in them; of other elements
//!    the tags go. Classes, ids, styles and data go.
//! 2. Every address becomes absolute, in every attribute that holds one; an address that is none to follow goes.
//! 3. What was opened is closed, so that an item cannot reach into the next; where an end is implied, there.
//!
//! Text stays as it is, letter by letter.

/// Elements that stay.
const KEPT: [&str; 63] = [
    "a",
    "abbr",
    "audio",
    "b",
    "bdi",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "small",
    "source",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "track",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];
/// Elements that go with what is in them.
const LEFT_OUT: [&str; 14] = [
    "script", "style", "svg", "math", "iframe", "object", "form", "template", "noscript", "button", "select",
    "textarea", "canvas", "dialog",
];
/// Elements without an end.
const VOID: [&str; 7] = ["br", "col", "hr", "img", "source", "track", "wbr"];
/// Elements that end a paragraph.
const BLOCKS: [&str; 16] = [
    "blockquote",
    "details",
    "dl",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "ol",
    "p",
    "pre",
    "table",
    "ul",
    "figcaption",
];
/// Attributes that stay as they are.
const PLAIN: [&str; 16] = [
    "abbr", "alt", "colspan", "controls", "datetime", "dir", "height", "lang", "open", "reversed", "rowspan", "scope",
    "start", "title", "value", "width",
];
/// Attributes that hold one address.
const ADDRESS: [&str; 4] = ["href", "src", "poster", "cite"];

/// The portable part of some HTML; `absolute` completes an address of this site.
#[must_use]
pub fn portable(html: &str, absolute: &dyn Fn(&str) -> String) -> String {
    let mut writer = Writer { out: String::with_capacity(html.len()), open: Vec::new(), absolute };
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        writer.out.push_str(&rest[..at]);
        rest = writer.markup(&rest[at..]);
    }
    writer.out.push_str(rest);
    writer.close_all_above(0);
    writer.out
}

struct Writer<'a> {
    out: String,
    open: Vec<String>,
    absolute: &'a dyn Fn(&str) -> String,
}

impl Writer<'_> {
    /// Writes what stays of the markup that begins here, and returns what follows it.
    fn markup<'t>(&mut self, text: &'t str) -> &'t str {
        if let Some(comment) = text.strip_prefix("<!--") {
            return after(comment, "-->");
        }
        if text.starts_with("<!") || text.starts_with("<?") {
            return after(text, ">");
        }
        let Some((tag, rest)) = Tag::read(text) else {
            self.out.push_str("&lt;");
            return &text[1..];
        };
        let name = tag.name.as_str();
        if tag.end {
            if let Some(at) = self.open.iter().rposition(|open| open == name) {
                self.close_all_above(at);
            }
        } else if LEFT_OUT.contains(&name) {
            return after_end(rest, name);
        } else if KEPT.contains(&name) {
            self.start(&tag);
        }
        rest
    }

    /// Closes what the start of this element ends, though nobody wrote so.
    fn imply_ends(&mut self, name: &str) {
        let (ended, within): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ol", "ul"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "tbody" | "thead" | "tfoot" => (&["tbody", "thead", "tfoot"], &["table"]),
            block if BLOCKS.contains(&block) => (&["p"], &["li", "dd", "td", "th", "blockquote", "details", "figure"]),
            _ => return,
        };
        let is = |open: &String, names: &[&str]| names.contains(&open.as_str());
        let last = self.open.iter().rposition(|open| is(open, ended) || is(open, within));
        if let Some(at) = last.filter(|at| is(&self.open[*at], ended)) {
            self.close_all_above(at);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        self.imply_ends(&tag.name);
        self.out.extend(["<", &tag.name]);
        for (name, value) in &tag.attributes {
            let name = name.to_ascii_lowercase();
            let value = match name.as_str() {
                plain if PLAIN.contains(&plain) => Some((*value).to_owned()),
                address if ADDRESS.contains(&address) => self.address(value),
                "srcset" => Some(self.addresses(value)),
                // A list's letters or figures; of other elements it says what a reader finds out by itself.
                "type" if tag.name == "ol" => Some((*value).to_owned()),
                _ => None,
            };
            if let Some(value) = value {
                let value = value.replace('"', "&quot;").replace('<', "&lt;");
                self.out.extend([" ", &name, "=\"", &value, "\""]);
            }
        }
        self.out.push('>');
        if !VOID.contains(&tag.name.as_str()) {
            self.open.push(tag.name.clone());
        }
    }

    /// An address made absolute; `None` if nobody should follow it.
    fn address(&self, value: &str) -> Option<String> {
        let value = value.trim();
        if value.starts_with("//") {
            return Some(format!("https:{value}"));
        }
        match value.split(['/', '?', '#']).next().and_then(|start| start.split_once(':')) {
            Some((scheme, _)) => {
                let known = ["http", "https", "mailto"].iter().any(|known| known.eq_ignore_ascii_case(scheme));
                known.then(|| value.to_owned())
            }
            None => Some((self.absolute)(value)),
        }
    }

    /// A list of addresses, each with its condition.
    fn addresses(&self, value: &str) -> String {
        let parts = value.split(',').filter_map(|part| {
            let mut words = part.split_whitespace();
            let address = self.address(words.next()?)?;
            Some(std::iter::once(address).chain(words.map(str::to_owned)).collect::<Vec<_>>().join(" "))
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    fn close_all_above(&mut self, at: usize) {
        for name in self.open.drain(at..).rev() {
            self.out.extend(["</", &name, ">"]);
        }
    }
}

/// A tag as it is written.
struct Tag<'t> {
    end: bool,
    name: String,
    attributes: Vec<(&'t str, &'t str)>,
}

impl<'t> Tag<'t> {
    /// The tag that begins here, and what follows it; `None` if none does, or if it never ends.
    fn read(text: &'t str) -> Option<(Self, &'t str)> {
        let text = text.strip_prefix('<')?;
        let (end, text) = text.strip_prefix('/').map_or((false, text), |rest| (true, rest));
        let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len());
        let name = text[..length].to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut attributes = Vec::new();
        let mut rest = &text[length..];
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/' || c == '=');
            if let Some(rest) = rest.strip_prefix('>') {
                return Some((Self { end, name, attributes }, rest));
            }
            let length = rest.find(|c: char| c.is_whitespace() || "=/>".contains(c)).filter(|length| *length > 0)?;
            let attribute = &rest[..length];
            rest = rest[length..].trim_start();
            let value = match rest.strip_prefix('=') {
                Some(assigned) => value(assigned.trim_start(), &mut rest)?,
                None => "",
            };
            attributes.push((attribute, value));
        }
    }
}

/// The value that begins here, quoted or not; `rest` is what follows it.
fn value<'t>(text: &'t str, rest: &mut &'t str) -> Option<&'t str> {
    let quote = text.chars().next().filter(|first| "\"'".contains(*first));
    let (value, following) = match quote {
        Some(quote) => text[1..].split_once(quote)?,
        None => text.split_at(text.find(|c: char| c.is_whitespace() || c == '>')?),
    };
    *rest = following;
    Some(value)
}

/// What follows the first `mark`; nothing if there is none.
fn after<'t>(text: &'t str, mark: &str) -> &'t str {
    text.split_once(mark).map_or("", |(_, rest)| rest)
}

/// What follows the end of an element, whatever the case of its name.
fn after_end<'t>(text: &'t str, name: &str) -> &'t str {
    let end = format!("</{name}");
    text.to_ascii_lowercase().find(&end).map_or("", |at| after(&text[at..], ">"))
}
