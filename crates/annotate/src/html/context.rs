//! The open elements at a position in a page, and why nothing is linked there.
//!
//! 1. Start tags open elements and close those whose end tags authors and minifiers leave out: paragraphs, items,
//!    cells.
//! 2. End tags close the innermost element of their name; one without such an element closes nothing.
//! 3. The innermost element that forbids links gives the reason.
//!
//! An approximation of the standard's tree, exact enough for where text may be linked. Its depth is limited, so that
//! hostile pages take no longer than others.

use crate::glossary::Glossary;
use crate::html::selector::Selectors;
use crate::html::tokens::Tag;
use rooflight_glossary::link::context::{BARRED, VOID};
use rooflight_glossary::link::decision::Reason;
use rooflight_glossary::model::ids::EntryId;

/// The attribute that switches links off within an element: all of them, or those to the entries whose ids it lists.
pub const IGNORE: &str = "data-rooflight-ignore";

/// Nesting limit; elements below it are part of the deepest one.
const MAX_DEPTH: usize = 512;

/// Further elements of complete pages in which nothing is linked, in addition to the linker's [`BARRED`].
const ALSO_BARRED: [&str; 26] = [
    "abbr", "audio", "canvas", "datalist", "dialog", "footer", "head", "iframe", "menu", "meter", "nav", "noscript",
    "object", "output", "picture", "progress", "ruby", "script", "select", "style", "summary", "template", "textarea",
    "title", "tt", "video",
];

/// Classes of formulas and of signatures in reference manuals.
const BARRED_CLASSES: [&str; 7] = ["MathJax", "katex", "math", "mermaid", "sig", "sr-only", "toctree-wrapper"];

/// Elements that continue the sentence around them.
const INLINE: [&str; 18] = [
    "b", "bdi", "bdo", "big", "cite", "data", "del", "em", "font", "i", "ins", "mark", "s", "small", "span", "strong",
    "time", "u",
];

/// Further elements that stand within a sentence, though no mention crosses them.
const WITHIN_SENTENCE: [&str; 14] =
    ["a", "abbr", "br", "code", "dfn", "img", "kbd", "q", "samp", "sub", "sup", "tt", "var", "wbr"];

/// Elements whose start ends a paragraph.
const ENDS_PARAGRAPH: [&str; 36] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "ul",
];

/// Elements that stop the search for the element an end tag closes (the standard's "scope").
const SCOPE: [&str; 8] = ["button", "caption", "html", "object", "table", "td", "template", "th"];

/// Elements that an omitted end tag of an item does not reach through.
const ITEM_SCOPE: [&str; 16] = [
    "article",
    "aside",
    "blockquote",
    "details",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "header",
    "main",
    "menu",
    "nav",
    "ol",
    "section",
    "table",
    "ul",
];

/// Why nothing is linked in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barred {
    /// By the linker's rules.
    Rule(Reason),
    /// By the attribute [`IGNORE`] of the element or of one around it.
    Ignored,
}

/// An open element.
#[derive(Debug)]
struct Open {
    name: String,
    barred: Option<Barred>,
    is_chosen: bool,
    is_emphasis: bool,
    ignores: Vec<EntryId>,
}

/// The effect of a tag on the run of text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It ends the run.
    Ends,
    /// Emphasis begins.
    Begins,
    /// The emphasis that was begun last ends.
    Closes,
    /// A line break: a space.
    Space,
    /// None.
    Nothing,
}

/// The open elements.
#[derive(Debug, Default)]
pub struct Context {
    open: Vec<Open>,
}

impl Context {
    /// True inside an element that is read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.open.iter().any(|open| open.is_chosen)
    }

    /// Why nothing is linked here, if nothing is.
    #[must_use]
    pub fn forbids(&self) -> Option<Barred> {
        self.open.iter().rev().find_map(|open| open.barred)
    }

    /// True inside an element whose name is one of these.
    #[must_use]
    pub fn is_in(&self, is: impl Fn(&str) -> bool) -> bool {
        self.open.iter().any(|open| is(&open.name))
    }

    /// True where an element's author keeps this entry's links out.
    #[must_use]
    pub fn ignores(&self, entry: EntryId) -> bool {
        self.open.iter().any(|open| open.ignores.contains(&entry))
    }

    /// The effect of a start tag, before it counts.
    #[must_use]
    pub fn effect_of_start(&self, tag: &Tag, within: &Selectors) -> Effect {
        let name = tag.name.as_str();
        let is_plain = || reason(tag).is_none() && tag.attribute(IGNORE).is_none() && !within.choose(tag);
        match name {
            "br" => Effect::Space,
            "wbr" => Effect::Nothing,
            _ if INLINE.contains(&name) && self.open.len() < MAX_DEPTH && is_plain() => Effect::Begins,
            _ => Effect::Ends,
        }
    }

    /// A start tag.
    pub fn start(&mut self, tag: &Tag, within: &Selectors, glossary: &Glossary) {
        let name = tag.name.as_str();
        if VOID.contains(&name) {
            return;
        }
        self.close_implied(name);
        let is_foreign = self.open.iter().any(|open| matches!(open.name.as_str(), "svg" | "math"));
        if self.open.len() >= MAX_DEPTH || is_foreign && tag.closes_itself {
            return;
        }
        let ignore = tag.attribute(IGNORE).map(str::trim);
        let barred = if ignore == Some("") { Some(Barred::Ignored) } else { reason(tag).map(Barred::Rule) };
        let ignores = ignore.unwrap_or_default().split([',', ' ']).filter_map(|id| glossary.by_id(id)).collect();
        let is_emphasis = self.effect_of_start(tag, within) == Effect::Begins;
        self.open.push(Open { name: name.to_owned(), barred, is_chosen: within.choose(tag), is_emphasis, ignores });
    }

    /// The effect of an end tag, before it counts.
    #[must_use]
    pub fn effect_of_end(&self, name: &str) -> Effect {
        match self.ended_by(name) {
            None => Effect::Nothing,
            Some(at) if at + 1 == self.open.len() && self.open[at].is_emphasis => Effect::Closes,
            Some(_) => Effect::Ends,
        }
    }

    /// An end tag.
    pub fn end(&mut self, name: &str) {
        if let Some(at) = self.ended_by(name) {
            self.open.truncate(at);
        }
    }

    /// The open element that an end tag ends.
    fn ended_by(&self, name: &str) -> Option<usize> {
        let reaches_far = matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "body" | "html");
        self.innermost(&[name], if reaches_far { &[] } else { &SCOPE })
    }

    /// Closes the elements that end where this one begins.
    fn close_implied(&mut self, name: &str) {
        if ENDS_PARAGRAPH.contains(&name) {
            self.close(&["p"], &SCOPE);
        }
        match name {
            "a" => self.close(&["a"], &SCOPE),
            "li" => self.close(&["li"], &ITEM_SCOPE),
            "dt" | "dd" => self.close(&["dt", "dd"], &ITEM_SCOPE),
            "tr" => self.close(&["tr"], &["table"]),
            "td" | "th" => self.close(&["td", "th"], &["table", "tr"]),
            "thead" | "tbody" | "tfoot" => self.close(&["thead", "tbody", "tfoot"], &["table"]),
            "option" => self.close(&["option"], &["select", "datalist"]),
            "body" => self.close(&["head"], &[]),
            _ => {}
        }
    }

    fn close(&mut self, names: &[&str], scope: &[&str]) {
        if let Some(at) = self.innermost(names, scope) {
            self.open.truncate(at);
        }
    }

    /// The innermost open element with one of these names, inside the innermost one of the scope.
    fn innermost(&self, names: &[&str], scope: &[&str]) -> Option<usize> {
        let open = self.open.iter().enumerate().rev();
        let mut inside = open.take_while(|(_, open)| names.contains(&&*open.name) || !scope.contains(&&*open.name));
        inside.find(|(_, open)| names.contains(&&*open.name)).map(|(at, _)| at)
    }
}

/// True for an element that stands within a sentence.
#[must_use]
pub fn is_phrase(name: &str) -> bool {
    INLINE.contains(&name) || WITHIN_SENTENCE.contains(&name)
}

/// Why nothing is linked inside this element.
fn reason(tag: &Tag) -> Option<Reason> {
    let name = tag.name.as_str();
    let is_control =
        matches!(tag.attribute("role"), Some("button" | "img" | "link" | "math" | "menuitem" | "option" | "tab"));
    let is_hidden = tag.attribute("aria-hidden") == Some("true") || tag.attribute("contenteditable").is_some();
    let is_barred = BARRED.contains(&name) || ALSO_BARRED.contains(&name);
    let has_class = |class: &str| BARRED_CLASSES.contains(&class);
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some(Reason::Heading),
        "a" => Some(Reason::Link),
        "code" | "kbd" | "pre" | "samp" | "tt" => Some(Reason::Code),
        "blockquote" => Some(Reason::Quote),
        "th" => Some(Reason::TableHead),
        _ if is_barred || is_control || is_hidden => Some(Reason::Html),
        _ if tag.attribute("class").is_some_and(|list| list.split_ascii_whitespace().any(has_class)) => {
            Some(Reason::Html)
        }
        _ => None,
    }
}
