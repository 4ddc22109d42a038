//! Writes XML. Elements are closed in order; text is escaped, without the characters that XML forbids.
//!
//! Characters are escaped by number, since some feed readers decode the names `&lt;` and `&amp;` twice and lose text.

/// A document that is being written.
#[derive(Debug)]
pub(crate) struct Xml(String);

impl Xml {
    /// Starts a document with the XML declaration.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned())
    }

    /// Writes a link to a style sheet, for readers who open the document in a browser.
    pub(crate) fn style(&mut self, href: &str) {
        self.0.push_str("<?xml-stylesheet type=\"text/css\" href=");
        self.quoted(href);
        self.0.push_str("?>\n");
    }

    /// Writes an element; `content` writes what is inside.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)], content: impl FnOnce(&mut Self)) {
        self.tag(name, attributes, ">");
        content(self);
        self.0.extend(["</", name, ">"]);
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>");
    }

    /// Writes an element with text, escaped.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.element(name, &[], |xml| xml.escaped(text));
    }

    /// Writes an element with text as a CDATA section, which is shorter than escapes if the text has many tags.
    pub(crate) fn verbatim(&mut self, name: &str, text: &str) {
        let text: String = text.chars().filter(|c| is_allowed(*c)).collect();
        let text = text.replace("]]>", "]]]]><![CDATA[>");
        self.element(name, &[], |xml| xml.0.extend(["<![CDATA[", &text, "]]>"]));
    }

    /// Writes a line break between elements.
    pub(crate) fn line(&mut self) {
        self.0.push('\n');
    }

    /// Returns the document, with a final line break.
    #[must_use]
    pub(crate) fn finish(mut self) -> String {
        self.line();
        self.0
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        self.0.extend(["<", name]);
        for (name, value) in attributes {
            self.0.extend([" ", name, "="]);
            self.quoted(value);
        }
        self.0.push_str(end);
    }

    /// Writes text between tags. Quotes and most `>` need no escape, which keeps feeds of escaped HTML small.
    pub(crate) fn escaped(&mut self, text: &str) {
        for c in text.chars().filter(|c| is_allowed(*c)) {
            match c {
                '&' => self.0.push_str("&#38;"),
                '<' => self.0.push_str("&#60;"),
                '>' if self.0.ends_with("]]") => self.0.push_str("&#62;"),
                c => self.0.push(c),
            }
        }
    }

    /// Writes an attribute's value in quotes.
    fn quoted(&mut self, value: &str) {
        self.0.push('"');
        for (at, part) in value.split('"').enumerate() {
            self.0.push_str(if at > 0 { "&#34;" } else { "" });
            self.escaped(part);
        }
        self.0.push('"');
    }
}

impl Default for Xml {
    fn default() -> Self {
        Self::new()
    }
}

/// True if XML 1.0 allows the character.
#[must_use]
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
