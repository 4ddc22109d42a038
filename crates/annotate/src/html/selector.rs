//! Chooses the elements that are read, by simple selectors: `main, article`, `.content`, `#body`, `[role=main]`,
//! `div.doc`.
//!
//! A selector sees one element, without its ancestors or siblings: a page is read once, from its beginning to its end.

use crate::html::token::Tag;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A list of selectors, one of which must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selectors {
    text: String,
    list: Vec<Selector>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Selector {
    name: Option<String>,
    classes: Vec<String>,
    id: Option<String>,
    attributes: Vec<(String, Option<String>)>,
}

impl Default for Selectors {
    /// The elements that contain the text in most generators' pages.
    fn default() -> Self {
        "article, main, [role=main]".parse().unwrap_or(Self { text: String::new(), list: Vec::new() })
    }
}

impl Display for Selectors {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Selectors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let list = text.split(',').map(|part| selector(part.trim())).collect::<Result<_, _>>()?;
        Ok(Self { text: text.trim().to_owned(), list })
    }
}

impl Selectors {
    /// True if one of them matches this start tag.
    #[must_use]
    pub fn matches(&self, tag: &Tag<'_>) -> bool {
        self.list.iter().any(|selector| selector.matches(tag))
    }
}

impl Selector {
    fn matches(&self, tag: &Tag<'_>) -> bool {
        let classes = tag.attribute("class").unwrap_or_default();
        self.name.as_ref().is_none_or(|name| *name == tag.name)
            && self.id.as_ref().is_none_or(|id| tag.attribute("id") == Some(id))
            && self.classes.iter().all(|class| classes.split_ascii_whitespace().any(|own| own == class))
            && self.attributes.iter().all(|(name, value)| {
                tag.attribute(name).is_some_and(|own| value.as_ref().is_none_or(|value| value == own))
            })
    }
}

/// Parses one selector.
fn selector(text: &str) -> Result<Selector, String> {
    let refused = || format!("`{text}` is no selector of one element, such as main, .content, #body or [role=main]");
    let mut selector = Selector::default();
    let end = text.find(['.', '#', '[']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if !name.is_empty() && name != "*" {
        selector.name = Some(word(name).ok_or_else(refused)?.to_ascii_lowercase());
    }
    while let Some(kind) = rest.chars().next() {
        let inner = &rest[1..];
        if kind == '[' {
            let (inside, after) = inner.split_once(']').ok_or_else(refused)?;
            let (name, value) = inside.split_once('=').map_or((inside, None), |(name, value)| (name, Some(value)));
            let value = value.map(|value| value.trim_matches(['"', '\'']).to_owned());
            selector.attributes.push((word(name).ok_or_else(refused)?.to_ascii_lowercase(), value));
            rest = after;
            continue;
        }
        let end = inner.find(['.', '#', '[']).unwrap_or(inner.len());
        let name = word(&inner[..end]).ok_or_else(refused)?.to_owned();
        match kind {
            '.' => selector.classes.push(name),
            '#' => selector.id = Some(name),
            _ => return Err(refused()),
        }
        rest = &inner[end..];
    }
    if selector == Selector::default() && text != "*" { Err(refused()) } else { Ok(selector) }
}

fn word(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':');
    (!text.is_empty() && text.chars().all(is_part)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::Selectors;
    use crate::html::token::TokenKind;
    use crate::html::tokens::tokens;

    #[test]
    fn elements_are_chosen() {
        let cases = [
            ("main", "<main>", true),
            ("main, article", "<article class=x>", true),
            (".doc", "<div class='a doc'>", true),
            (".doc", "<div class=docs>", false),
            ("div.a.b", "<div class='b a'>", true),
            ("#body", "<div id=body>", true),
            ("[role=main]", "<div role=\"main\">", true),
            ("[role='main']", "<div>", false),
            ("*", "<p>", true),
        ];
        for (selector, html, expected) in cases {
            let selectors: Selectors = selector.parse().expect(selector);
            let tokens = tokens(html);
            let TokenKind::Start(tag) = &tokens[0].kind else { panic!("{html}") };
            assert_eq!(selectors.matches(tag), expected, "{selector} {html}");
        }
        for text in ["", "main >p", "main p", "a:hover(", ".", "[x"] {
            assert!(text.parse::<Selectors>().is_err(), "{text}");
        }
    }
}
