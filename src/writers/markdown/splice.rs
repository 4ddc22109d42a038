//! A linked body as Markdown: the author's own text, with what the build adds put in at its bytes.
//!
//! 1. A found term gets `[` and `](address)` around it, an explicit mention becomes a link, a citation a note, a figure its number or table.
//! 2. A relative address, of a link or of a definition that links refer to, becomes absolute; what a heading says to the build goes.
//! 3. Everything else is the author's, letter by letter.
//!
//! Where a link stands beside a mark that could read differently with it, the result is read again and has to say the same; if it does not,
//! or if a place cannot be found in the source, there is no result, and the caller writes the body anew.

use crate::link::linked_body::{Mark, What};
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::syntax::markdown::{Node, Spanned};
use crate::writers::html::body;
use crate::writers::html::figures::{Figure, Figures};
use crate::writers::markdown::write::{Text, note, plain};
use crate::writers::markdown::{html, roundtrip};
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use std::ops::Range;

/// The body; `None` where the source has no place for something, or would read differently.
#[must_use]
pub fn splice(inputs: &Inputs<'_>, text: Text<'_>, figures: &Figures) -> Option<String> {
    let parsed = text.body.parsed();
    let mut splicer = Splicer {
        inputs,
        text,
        figures,
        source: parsed.file(),
        edits: Vec::new(),
        end: parsed.start(),
        open: Vec::new(),
        begun: None,
        term: None,
        refers: false,
        ends_raw: false,
        has_figures: false,
        doubtful: false,
    };
    for (Spanned { node, span }, marks) in text.body.marked(text.nodes) {
        splicer.node(node, span, marks)?;
    }
    if splicer.refers {
        splicer.definitions()?;
    }
    let (doubtful, has_figures) = (splicer.doubtful || splicer.ends_raw, splicer.has_figures);
    let out = splicer.finish()?;
    // A table in the place of its name is not what the body says.
    (!doubtful || (!has_figures && roundtrip::says(inputs, text, &out))).then_some(out)
}

/// Bytes of the source that something else takes the place of.
struct Edit {
    range: Range<usize>,
    with: String,
}

#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Splicer<'a> {
    inputs: &'a Inputs<'a>,
    text: Text<'a>,
    figures: &'a Figures,
    source: &'a str,
    edits: Vec<Edit>,
    /// Where what was looked at so far ends.
    end: usize,
    /// For each open link and image, what its end becomes, if that changes.
    open: Vec<Option<String>>,
    /// From where on the source is replaced up to the next node, by what.
    begun: Option<(usize, &'static str)>,
    /// The open link to an entry: what ends it, and where its words begin.
    term: Option<(String, usize)>,
    /// Whether a link refers to a definition.
    refers: bool,
    /// Whether the last thing is code or HTML, which may lack its end.
    ends_raw: bool,
    /// Whether a figure stands in the text.
    has_figures: bool,
    /// Whether something could read differently now.
    doubtful: bool,
}

impl<'a> Splicer<'a> {
    fn node(&mut self, node: &Node<'a>, span: &Range<usize>, marks: &[Mark]) -> Option<()> {
        if let Some((from, with)) = self.begun.take() {
            // What follows an opening begins where its own bytes do; an end right away leaves nothing between them.
            let to = if is_end(node) { self.end } else { span.start };
            self.edit(from..to, with);
        }
        match node {
            Node::Markdown(event) => self.markdown(event, span, marks)?,
            Node::Mention(_) => {
                self.source.get(span.start..)?.strip_prefix("[[")?;
                let linked = marks.iter().find_map(|mark| match mark.what {
                    What::Begin(document) => Some(document),
                    _ => None,
                });
                self.doubtful |= linked.is_none() || self.is_touched_before(span.start);
                self.term = linked.map(|document| (self.leads_to(document), span.start));
                self.begun = Some((span.start, if linked.is_some() { "[" } else { "" }));
                self.end = span.start + 2;
            }
            Node::MentionEnd => {
                self.source.get(self.end..)?.strip_prefix("]]")?;
                let end = self.term.take().map_or_else(String::new, |(end, _)| end);
                self.edit(self.end..self.end + 2, end);
                self.end += 2;
                self.doubtful |= self.is_touched_after(self.end);
            }
            Node::Cite(_) => {
                let source = marks.iter().find_map(|mark| match mark.what {
                    What::Cite(source) => Some(source),
                    _ => None,
                });
                let name = source.zip(self.text.entry).and_then(|(source, entry)| {
                    entry.source_order.iter().position(|at| *at == source).map(|at| note(at + 1))
                });
                self.edit(span.clone(), name.map_or_else(String::new, |name| format!("[^{name}]")));
                self.end = span.end;
            }
            Node::Figure(name) => {
                let with = match self.figures.get(name) {
                    Some(Figure::Words(words)) => plain(&html::text(words)),
                    Some(Figure::Block(block)) => html::figure(block),
                    None => String::new(),
                };
                self.edit(span.clone(), with);
                self.end = span.end;
                self.has_figures = true;
            }
            Node::Links(..) => {}
        }
        Some(())
    }

    fn markdown(&mut self, event: &Event<'a>, span: &Range<usize>, marks: &[Mark]) -> Option<()> {
        for mark in marks.iter().filter(|mark| mark.what != What::Drop) {
            let at = match event {
                Event::Text(text) => self.place(text, span, mark.at)?,
                _ if mark.at == 0 => span.start,
                _ => span.end,
            };
            match mark.what {
                What::Begin(document) => self.begin(document, at),
                _ => self.finish_term(at),
            }
        }
        let dropped = marks.iter().any(|mark| mark.what == What::Drop);
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, .. }) if !dropped => {
                self.link(*link_type, dest_url, title)?;
                self.end = span.start + 1;
            }
            Event::Start(Tag::Image { link_type, dest_url, title, .. }) => {
                self.link(*link_type, dest_url, title)?;
                self.end = span.start + 2;
            }
            Event::Start(Tag::Link { .. }) => {
                self.begun = Some((span.start, ""));
                self.end = span.start + 1;
                self.open.push(Some(String::new()));
                self.doubtful = true;
            }
            Event::Start(_) => {}
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(end) = self.open.pop().flatten() {
                    self.edit(self.end..span.end, end);
                }
                self.end = span.end;
            }
            Event::End(TagEnd::Heading(_)) => {
                self.attributes(span);
                self.end = span.end;
            }
            _ => self.end = self.end.max(span.end),
        }
        match event {
            Event::Html(_) => self.ends_raw = true,
            Event::End(_) => {}
            // Between the words of a mention in the old form, nothing is a mark.
            Event::Text(text) if self.term.is_some() && !is_plain(text) => {
                (self.ends_raw, self.doubtful) = (false, true);
            }
            _ => self.ends_raw = false,
        }
        Some(())
    }

    /// Where a byte of a text stands in the source.
    fn place(&self, text: &str, span: &Range<usize>, at: usize) -> Option<usize> {
        if at == 0 {
            // A mark that is none by its backslash.
            let escaped = span.start > self.end && self.source[..span.start].ends_with('\\');
            return Some(span.start - usize::from(escaped));
        }
        if at == text.len() {
            return Some(span.end);
        }
        (self.source.get(span.clone())? == text).then_some(span.start + at)
    }

    /// A link to an entry begins here.
    fn begin(&mut self, document: usize, at: usize) {
        let before = self.source[..at].chars().next_back();
        if before == Some('!') && !self.source[..at - 1].ends_with('\\') {
            // Else it would be an image.
            self.edit(at - 1..at - 1, "\\");
        }
        self.doubtful |= self.is_touched_before(at) || !self.source[at..].starts_with(char::is_alphanumeric);
        self.edit(at..at, "[");
        self.term = Some((self.leads_to(document), at));
    }

    /// It ends here.
    fn finish_term(&mut self, at: usize) {
        let Some((end, start)) = self.term.take() else { return };
        self.doubtful |= self.is_touched_after(at) || !self.source.get(start..at).is_some_and(is_plain);
        self.edit(at..at, end);
    }

    /// Whether something before this place could read differently, or make what begins here read differently.
    fn is_touched_before(&self, at: usize) -> bool {
        self.source[..at].chars().next_back().is_some_and(|c| !is_harmless(c) && c != '(')
    }

    /// The same for what stands after this place.
    fn is_touched_after(&self, at: usize) -> bool {
        self.source[at..].chars().next().is_some_and(|c| !is_harmless(c))
    }

    fn leads_to(&self, document: usize) -> String {
        let entry = &self.inputs.glossary.entries[document];
        ["](", &self.inputs.config.base_url.join(&entry_path(entry)), ")"].concat()
    }

    /// A link or an image of the author's begins.
    fn link(&mut self, kind: LinkType, address: &CowStr<'_>, title: &CowStr<'_>) -> Option<()> {
        let absolute = body::absolute(self.inputs, self.text.folder, address);
        let end = match kind {
            LinkType::Inline => (absolute != **address).then(|| format!("]({})", target(&absolute, title))),
            LinkType::WikiLink { .. } => return None,
            LinkType::Autolink | LinkType::Email => None,
            _ => {
                self.refers = true;
                None
            }
        };
        // In a table it would end the cell.
        if end.as_ref().is_some_and(|end| end.contains('|')) {
            return None;
        }
        self.open.push(end);
        Some(())
    }

    /// Takes away what stands in braces at the end of a heading.
    fn attributes(&mut self, span: &Range<usize>) {
        let Some(tail) = self.source.get(self.end..span.end) else { return };
        if let Some((begin, end)) = tail.find('{').zip(tail.rfind('}')).filter(|(begin, end)| begin < end) {
            let begin = tail[..begin].trim_end().len();
            self.edit(self.end + begin..self.end + end + 1, "");
        }
    }

    /// Makes the addresses absolute that links refer to.
    fn definitions(&mut self) -> Option<()> {
        for definition in self.text.body.parsed().definitions() {
            let absolute = body::absolute(self.inputs, self.text.folder, &definition.address);
            if absolute != definition.address {
                let written = self.source.get(definition.span.clone())?;
                let label = written.split_once("]:")?.0;
                let title = definition.title.unwrap_or_default();
                let rest = written.len() - written.trim_end().len();
                let range = definition.span.start..definition.span.end - rest;
                self.doubtful = true;
                self.edit(range, format!("{label}]: {}", target(&absolute, &title)));
            }
        }
        Some(())
    }

    fn edit(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.edits.push(Edit { range, with: with.into() });
    }

    /// The source with all edits.
    fn finish(mut self) -> Option<String> {
        // Definitions come last, whatever their place; what stands at one place keeps its order.
        self.edits.sort_by_key(|edit| edit.range.start);
        let mut out = String::with_capacity(self.source.len() + 64 * self.edits.len());
        let mut at = self.text.body.parsed().start();
        for Edit { range, with } in &self.edits {
            out.push_str(self.source.get(at..range.start)?);
            out.push_str(with);
            at = range.end;
        }
        out.push_str(self.source.get(at..)?);
        if out.contains('\r') {
            out = out.replace("\r\n", "\n").replace('\r', "\n");
        }
        let begin = out.len() - out.trim_start().len();
        let indent = out[..begin].rsplit('\n').next().unwrap_or_default();
        // A block of code by its indent would lose it among the other parts of the page.
        (indent.len() < 4 && !indent.contains('\t')).then(|| out.trim().to_owned())
    }
}

/// What stands in a link's round brackets.
fn target(address: &str, title: &str) -> String {
    let bare = !address.is_empty() && !address.contains(|c: char| c.is_whitespace() || "()<>\\".contains(c));
    let address =
        if bare { address.to_owned() } else { format!("<{}>", address.replace('<', "%3C").replace('>', "%3E")) };
    match title {
        "" => address,
        title => format!("{address} \"{}\"", title.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

fn is_end(node: &Node<'_>) -> bool {
    matches!(node, Node::MentionEnd | Node::Markdown(Event::End(TagEnd::Link)))
}

/// True for what a link may stand beside without anything reading differently.
fn is_harmless(c: char) -> bool {
    c.is_alphanumeric() || c.is_whitespace() || ".,;:?)'\"’”“‘—–-/%+=…".contains(c)
}

/// True for words without anything that could be a mark.
fn is_plain(words: &str) -> bool {
    words.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || ".,'’-–/".contains(c))
}
