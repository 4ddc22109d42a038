//! Tracks the open elements at a position in a page, and why nothing is linked there.
//!
//! 1. Start tags open elements and close those whose end tags authors and minifiers leave out: paragraphs, items,
//!    cells.
//! 2. End tags close the innermost element of their name; one without such an element closes nothing.
//! 3. The innermost element that forbids links gives the reason.
//! 4. A link of the author that its end tag does not end goes on after the element around it, as browsers open it
//!    again, and text of a table outside of its cells is moved before the table. A link of ours would change both.
//!
//! Approximates the standard's tree, exactly enough to decide where text may be linked. Its depth is limited, so that
//! hostile pages take no longer than others.

use crate::glossary::Glossary;
use crate::html::selector::Selectors;
use crate::html::token::Tag;
use rooflight_glossary::link::matching::context::{is_barred, is_void};
use rooflight_glossary::link::matching::decision::Reason;
use rooflight_glossary::model::ids::EntryId;
use std::borrow::Cow;

/// The attribute that switches links off within an element: all of them, or those to the entries whose ids it lists.
pub const IGNORE: &str = "data-rooflight-ignore";

/// Nesting limit; elements nested deeper are treated as part of the deepest one.
const MAX_DEPTH: usize = 512;

/// Classes of formulas, diagrams, API signatures, screen-reader text and tables of contents.
const BARRED_CLASSES: [&str; 7] = ["MathJax", "katex", "math", "mermaid", "sig", "sr-only", "toctree-wrapper"];

/// Why nothing is linked in an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barred {
    /// By the linker's rules.
    Rule(Reason),
    /// By the attribute [`IGNORE`] of the element or of one around it.
    Ignored,
}

/// An open element. `barred`, `is_read` and `is_in_heading` are inherited, so the innermost element has the answer.
#[derive(Debug)]
struct OpenElement<'a> {
    name: Cow<'a, str>,
    barred: Option<Barred>,
    is_read: bool,
    is_in_heading: bool,
    is_emphasis: bool,
    ignores: Vec<EntryId>,
}

/// The effect of a tag on the run of text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The tag ends the run.
    Ends,
    /// Emphasis begins.
    Begins,
    /// The innermost emphasis ends.
    Closes,
    /// The tag is a line break, which reads as a space.
    Space,
    /// The tag changes nothing.
    Nothing,
}

/// The open elements, outermost first.
#[derive(Debug, Default)]
pub struct Context<'a> {
    open: Vec<OpenElement<'a>>,
    /// True after an element closed with a link of the author in it that was still open.
    has_unclosed_link: bool,
}

impl<'a> Context<'a> {
    /// True inside an element that the selectors choose.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_read)
    }

    /// Returns why nothing is linked here; `None` where links are allowed.
    #[must_use]
    pub fn barred(&self) -> Option<Barred> {
        if self.has_unclosed_link {
            return Some(Barred::Rule(Reason::Link));
        }
        let table_part = self.open.iter().rev().find(|open| is_table_part(&open.name));
        let is_outside_of_cells = table_part.is_some_and(|open| !is_cell(&open.name));
        if is_outside_of_cells { Some(Barred::Rule(Reason::Html)) } else { self.open.last()?.barred }
    }

    /// True inside a heading.
    #[must_use]
    pub fn is_in_heading(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_in_heading)
    }

    /// True if the [`IGNORE`] of an open element lists this entry.
    #[must_use]
    pub fn ignores(&self, entry: EntryId) -> bool {
        self.open.iter().any(|open| open.ignores.contains(&entry))
    }

    /// Returns the effect of a start tag. Must be called before [`Self::start`].
    #[must_use]
    pub fn effect_of_start(&self, tag: &Tag<'_>, within: &Selectors) -> Effect {
        let is_plain = || reason(tag).is_none() && tag.attribute(IGNORE).is_none() && !within.matches(tag);
        match &*tag.name {
            "br" => Effect::Space,
            "wbr" => Effect::Nothing,
            name if is_inline(name) && self.open.len() < MAX_DEPTH && is_plain() => Effect::Begins,
            _ => Effect::Ends,
        }
    }

    /// Opens the element of a start tag, with the effect from [`Self::effect_of_start`].
    pub fn start(&mut self, tag: &Tag<'a>, effect: Effect, within: &Selectors, glossary: &Glossary) {
        if is_void(&tag.name) {
            return;
        }
        self.close_implied(&tag.name);
        let around = self.open.last();
        let is_foreign = || self.open.iter().any(|open| matches!(&*open.name, "svg" | "math"));
        if self.open.len() >= MAX_DEPTH || tag.closes_itself && is_foreign() {
            return;
        }
        let ignore = tag.attribute(IGNORE).map(str::trim);
        let barred = if ignore == Some("") { Some(Barred::Ignored) } else { reason(tag).map(Barred::Rule) };
        let ignores = ignore.map(|ids| ids.split([',', ' ']).filter_map(|id| glossary.by_id(id)).collect());
        self.open.push(OpenElement {
            barred: barred.or_else(|| around?.barred),
            is_read: around.is_some_and(|open| open.is_read) || within.matches(tag),
            is_in_heading: around.is_some_and(|open| open.is_in_heading) || is_heading(&tag.name),
            is_emphasis: effect == Effect::Begins,
            ignores: ignores.unwrap_or_default(),
            name: tag.name.clone(),
        });
    }

    /// Returns the effect of an end tag. Must be called before [`Self::end`].
    #[must_use]
    pub fn effect_of_end(&self, name: &str) -> Effect {
        match self.ended_by(name) {
            None => Effect::Nothing,
            Some(at) if at + 1 == self.open.len() && self.open[at].is_emphasis => Effect::Closes,
            Some(_) => Effect::Ends,
        }
    }

    /// Closes the element that an end tag ends, with those inside it.
    pub fn end(&mut self, name: &str) {
        if let Some(at) = self.ended_by(name) {
            self.close_from(at);
        }
        if name == "a" {
            self.has_unclosed_link = false;
        }
    }

    /// Closes the open elements from this position on.
    fn close_from(&mut self, at: usize) {
        self.has_unclosed_link |= self.open.drain(at..).any(|open| open.name == "a");
    }

    /// Returns the position of the element that an end tag ends.
    fn ended_by(&self, name: &str) -> Option<usize> {
        let reaches_far = matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "body" | "html");
        self.innermost(|open| open == name, |open| !reaches_far && is_scope(open))
    }

    /// Closes the elements whose end the start of this one implies.
    fn close_implied(&mut self, name: &str) {
        if ends_paragraph(name) {
            self.close(|open| open == "p", is_scope);
        }
        match name {
            "a" => {
                self.close(|open| open == "a", is_scope);
                self.has_unclosed_link = false;
            }
            "li" => self.close(|open| open == "li", is_item_scope),
            "dt" | "dd" => self.close(|open| matches!(open, "dt" | "dd"), is_item_scope),
            "tr" => self.close(|open| open == "tr", |open| open == "table"),
            "td" | "th" => self.close(|open| matches!(open, "td" | "th"), |open| matches!(open, "table" | "tr")),
            "thead" | "tbody" | "tfoot" => {
                self.close(|open| matches!(open, "thead" | "tbody" | "tfoot"), |open| open == "table");
            }
            "option" => self.close(|open| open == "option", |open| matches!(open, "select" | "datalist")),
            "body" => self.close(|open| open == "head", |_| false),
            _ => {}
        }
    }

    fn close(&mut self, is: impl Fn(&str) -> bool, is_scope: impl Fn(&str) -> bool) {
        if let Some(at) = self.innermost(is, is_scope) {
            self.close_from(at);
        }
    }

    /// Returns the position of the innermost element that `is` accepts, looking no further out than the innermost
    /// scope.
    fn innermost(&self, is: impl Fn(&str) -> bool, is_scope: impl Fn(&str) -> bool) -> Option<usize> {
        let open = self.open.iter().enumerate().rev();
        let mut inside = open.take_while(|(_, open)| is(&open.name) || !is_scope(&open.name));
        inside.find(|(_, open)| is(&open.name)).map(|(at, _)| at)
    }
}

/// True for `h1` to `h6`.
#[must_use]
pub fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// True for an element that occurs within a sentence.
#[must_use]
pub fn is_phrase(name: &str) -> bool {
    is_inline(name) || is_within_sentence(name)
}

/// True for an element that continues the sentence around it, and that a mention may contain.
fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "b" | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "data"
            | "del"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "mark"
            | "s"
            | "small"
            | "span"
            | "strong"
            | "time"
            | "u"
    )
}

/// True for the other elements that occur within a sentence: links, code, breaks and the like.
fn is_within_sentence(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr" | "br" | "code" | "dfn" | "img" | "kbd" | "q" | "samp" | "sub" | "sup" | "tt" | "var" | "wbr"
    )
}

/// True for an element whose start ends an open `p`.
fn ends_paragraph(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "ul"
    )
}

/// True for a table and what it consists of.
fn is_table_part(name: &str) -> bool {
    is_cell(name) || matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr")
}

/// True for the parts of a table that have text.
fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th" | "caption")
}

/// True for an element that bounds the search for an open one: tags inside it close nothing outside.
fn is_scope(name: &str) -> bool {
    matches!(name, "button" | "caption" | "html" | "object" | "table" | "td" | "template" | "th")
}

/// True for an element inside which `li`, `dt` and `dd` close nothing outside.
fn is_item_scope(name: &str) -> bool {
    matches!(
        name,
        "article"
            | "aside"
            | "blockquote"
            | "details"
            | "dl"
            | "fieldset"
            | "figure"
            | "footer"
            | "header"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "section"
            | "table"
            | "ul"
    )
}

/// Returns why nothing is linked inside this element, by its own tag.
fn reason(tag: &Tag<'_>) -> Option<Reason> {
    let name = &*tag.name;
    let is_control =
        matches!(tag.attribute("role"), Some("button" | "img" | "link" | "math" | "menuitem" | "option" | "tab"));
    let is_hidden = tag.attribute("aria-hidden") == Some("true") || tag.attribute("contenteditable").is_some();
    let is_barred = is_barred(name) || is_barred_on_pages(name);
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

/// True for elements of whole pages in which nothing is linked, in addition to those of [`is_barred`].
fn is_barred_on_pages(name: &str) -> bool {
    matches!(
        name,
        "abbr"
            | "audio"
            | "canvas"
            | "datalist"
            | "dialog"
            | "footer"
            | "head"
            | "iframe"
            | "menu"
            | "meter"
            | "nav"
            | "noembed"
            | "noframes"
            | "noscript"
            | "object"
            | "output"
            | "picture"
            | "plaintext"
            | "progress"
            | "ruby"
            | "script"
            | "select"
            | "style"
            | "summary"
            | "template"
            | "textarea"
            | "title"
            | "tt"
            | "video"
            | "xmp"
    )
}
