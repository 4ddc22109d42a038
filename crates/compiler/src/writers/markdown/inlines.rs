//! Writes inlines as Markdown that parses to the same inlines.
//!
//! 1. A character that would be markup next to its neighbours is escaped; most words stay unchanged.
//! 2. Emphasis uses the delimiter that neither its neighbours nor its content have, or HTML tags if both occur. If a
//!    delimiter would neither open nor close, because punctuation is inside it and a letter outside, the letter is
//!    written as an entity.
//!
//! Writes one paragraph, heading or table cell at a time; `blocks` combines them.

use crate::site::figures::Figure;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::{self, Prose};
use crate::writers::markdown::escape::plain;
use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::tree::{Children, Formula, Inline, Node, NodeKind};
use std::fmt::Write;

/// A body to write, and the site that it belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkdownBody<'a> {
    pub(super) inputs: &'a Inputs<'a>,
    pub(super) prose: Prose<'a>,
}

/// The kind of block that contains the inlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    /// A paragraph; may have line breaks.
    Paragraph,
    /// A heading, which has one line.
    Heading,
    /// A table cell, which has one line and must not contain `|`.
    Cell,
}

/// Writes the inlines of one container.
#[derive(Debug)]
pub(super) struct InlineWriter<'a> {
    text: MarkdownBody<'a>,
    container: Container,
    pub(super) out: String,
    /// True if the next character must be an entity if it is a letter or digit, since it would keep a delimiter from
    /// closing.
    guarded: bool,
    /// True directly after a footnote reference, which `(` or `:` would turn into something else.
    after_note: bool,
}

type Nodes<'a> = Children<'a, 'a, Reference>;

impl<'a> InlineWriter<'a> {
    pub(super) const fn new(text: MarkdownBody<'a>, container: Container) -> Self {
        Self { text, container, out: String::new(), guarded: false, after_note: false }
    }

    pub(super) fn all(&mut self, nodes: Nodes<'a>) {
        for (node, inside) in nodes {
            self.node(node, inside);
        }
    }

    /// Writes one inline node; ignores blocks.
    pub(super) fn node(&mut self, node: &Node<'a, Reference>, inside: Nodes<'a>) {
        let base = &self.text.inputs.config.base_url;
        match &node.kind {
            NodeKind::Inline(inline) => self.inline(inline, inside),
            NodeKind::Reference(Reference::Entry(number)) => {
                let entry = &self.text.inputs.glossary.entries[*number];
                self.link(&base.join(&entry_path(entry)), "", inside);
            }
            NodeKind::Reference(Reference::Heading(entry, id)) => {
                let linked = entry.and_then(|number| self.text.inputs.glossary.entries.get(number));
                let folder = linked.map_or_else(|| self.text.prose.folder.to_owned(), entry_path);
                self.link(&format!("{}#{id}", base.join(&folder)), "", inside);
            }
            NodeKind::Reference(Reference::Source(position)) => {
                let order = self.text.prose.entry.map(|entry| &entry.source_order);
                if let Some(number) = order.and_then(|order| order.iter().position(|at| at == position)) {
                    self.note(&super::note(number + 1));
                }
            }
            NodeKind::Block(_) => {}
        }
    }

    fn inline(&mut self, inline: &Inline<'a>, inside: Nodes<'a>) {
        match inline {
            Inline::Text(words) => self.words(words),
            Inline::Code(code) => self.code(code),
            Inline::Math(formula) => self.formula(formula),
            Inline::Html(html) => self.mark(html),
            Inline::SoftBreak | Inline::HardBreak if self.container != Container::Paragraph => self.mark(" "),
            Inline::SoftBreak => self.mark("\n"),
            Inline::HardBreak => self.mark("\\\n"),
            Inline::Emphasis => self.emphasis(["*", "_"], "em", inside),
            Inline::Strong => self.emphasis(["**", "__"], "strong", inside),
            Inline::Strikethrough => self.emphasis(["~~", "~~"], "del", inside),
            // Other parsers read `~` as strikethrough, and have no syntax for superscript or highlights.
            Inline::Superscript => self.tagged("sup", inside),
            Inline::Subscript => self.tagged("sub", inside),
            Inline::Mark => self.tagged("mark", inside),
            Inline::Link(url, title) => {
                let url = prose::absolute(self.text.inputs, self.text.prose.folder, url);
                self.link(&url, title, inside);
            }
            Inline::Image(url, title) => {
                self.mark("!");
                let url = prose::absolute(self.text.inputs, self.text.prose.folder, url);
                self.link(&url, title, inside);
            }
            Inline::NoteReference(name) => self.note(name),
            Inline::Task(done) => self.mark(if *done { "[x] " } else { "[ ] " }),
            Inline::Run(run) => {
                if let Some(run) = self.text.inputs.run(&run.id) {
                    let url = self.text.inputs.config.base_url.join(&run.path);
                    self.mark(&format!("[{}](<{url}>)", plain(&run.figure)));
                    let conditions: Vec<String> = run.conditions.into_iter().map(|one| one.words).collect();
                    self.words(&format!(" ({})", self.text.inputs.config.strings.list(&conditions)));
                }
            }
            Inline::Figure(name) => {
                if let Some(Figure::Words(words)) = self.text.prose.figures.and_then(|figures| figures.get(name)) {
                    self.words(words);
                }
            }
        }
    }

    /// Writes Markdown unchanged.
    fn mark(&mut self, markdown: &str) {
        self.out.push_str(markdown);
        (self.guarded, self.after_note) = (false, false);
    }

    fn note(&mut self, name: &str) {
        self.mark("[^");
        self.mark(name);
        self.mark("]");
        self.after_note = true;
    }

    fn code(&mut self, code: &str) {
        let fence = "`".repeat(longest_run(code, '`') + 1);
        let touches = code.starts_with('`') || code.ends_with('`');
        let is_trimmed = code.starts_with(' ') && code.ends_with(' ') && !code.trim_matches(' ').is_empty();
        let space = if touches || is_trimmed { " " } else { "" };
        let code = if self.container == Container::Cell { code.replace('|', "\\|") } else { code.to_owned() };
        self.mark(&[&fence, space, &code, space, &fence].concat());
    }

    /// Writes LaTeX between dollar signs.
    fn formula(&mut self, formula: &Formula<'_>) {
        let sign = if formula.is_display { "$$" } else { "$" };
        let latex = formula.latex.replace("\r\n", "\n");
        let latex = if self.container == Container::Paragraph { latex } else { latex.replace('\n', " ") };
        let latex = if self.container == Container::Cell { latex.replace('|', "\\|") } else { latex };
        self.mark(&[sign, &latex, sign].concat());
    }

    fn link(&mut self, url: &str, title: &str, inside: Nodes<'a>) {
        if let [Node { kind: NodeKind::Inline(Inline::Text(words)), .. }] = inside.descendants()
            && **words == *url
            && title.is_empty()
            && url.starts_with("http")
            && !url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>|".contains(c))
        {
            return self.mark(&["<", url, ">"].concat());
        }
        if self.after_note {
            // Without it, the footnote reference would be read as link text, and the link's text as its label.
            self.mark("<!-- -->");
        }
        let mut label = Self::new(self.text, self.container);
        label.all(inside);
        let url = target(url, title);
        let url = if self.container == Container::Cell { url.replace('|', "\\|") } else { url };
        self.mark(&["[", &label.out, "](", &url, ")"].concat());
    }

    /// Writes inlines between the tags of an HTML element.
    fn tagged(&mut self, tag: &str, inside: Nodes<'a>) {
        let mut content = Self::new(self.text, self.container);
        content.all(inside);
        self.mark(&["<", tag, ">", &content.out, "</", tag, ">"].concat());
    }

    /// Writes emphasis with one of its two delimiters, or as an HTML element.
    fn emphasis(&mut self, marks: [&str; 2], tag: &str, inside: Nodes<'a>) {
        let mut content = Self::new(self.text, self.container);
        content.all(inside);
        let content = content.out;
        let (Some(first), Some(last)) = (content.chars().next(), content.chars().next_back()) else { return };
        let is_free = |mark: &&str| {
            let sign = &mark[..1];
            !self.out.ends_with(sign)
                && !content.starts_with(sign)
                && !content.ends_with(sign)
                && !content.contains(*mark)
        };
        let Some(mark) = marks.into_iter().find(is_free) else {
            // Both delimiters occur inside or next to it, where a parser could pair them wrongly; HTML is unambiguous.
            return self.mark(&["<", tag, ">", &content, "</", tag, ">"].concat());
        };
        let is_low = mark.starts_with('_');
        let content = outer_spaces_as_entities(&content);
        if let Some(before) = self.out.chars().next_back().filter(|c| c.is_alphanumeric())
            && (is_low || !first.is_alphanumeric())
        {
            self.out.pop();
            push_entity(&mut self.out, before);
        }
        self.mark(&[mark, &content, mark].concat());
        self.guarded = is_low || !last.is_alphanumeric();
    }

    /// Writes plain text and escapes all markup in it.
    fn words(&mut self, words: &str) {
        // Text has line breaks if a name continues on the next line, or from an entity.
        let separator = if self.container == Container::Paragraph { "\n" } else { " " };
        for (at, line) in words.split(['\n', '\r']).enumerate() {
            if at > 0 {
                self.mark(separator);
            }
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let before = line[..line.len() - rest.len()].chars().next_back();
            rest = &rest[c.len_utf8()..];
            let starts_line = self.out.is_empty() || self.out.ends_with('\n');
            if std::mem::take(&mut self.guarded) && c.is_alphanumeric()
                || c.is_whitespace() && c.is_ascii() && starts_line
                || c == '{' && self.container == Container::Heading
            {
                push_entity(&mut self.out, c);
            } else {
                let after_note = std::mem::take(&mut self.after_note) && matches!(c, '(' | ':');
                let numbers_list = matches!(c, '.' | ')')
                    && rest.chars().next().is_none_or(char::is_whitespace)
                    && starts_line_with_number(&self.out);
                let begins_block = starts_line && could_begin_block(c, rest);
                // A label that begins with `^` would be a footnote.
                let begins_note = c == '^' && self.out.is_empty();
                if after_note || numbers_list || begins_block || begins_note || self.is_mark(c, before, rest) {
                    self.out.push('\\');
                }
                self.out.push(c);
            }
            self.after_note = false;
        }
    }

    /// True if a character could be markup after what is written, with `before` and `rest` around it in the text.
    fn is_mark(&self, c: char, before: Option<char>, rest: &str) -> bool {
        let after = rest.chars().next();
        let among = |c: Option<char>, is: fn(char) -> bool| c.is_some_and(is);
        match c {
            '\\' | '`' | '[' | ']' => true,
            // It could end a formula; without an end, no formula begins.
            '$' => {
                let ends = self.out.chars().next_back().is_some_and(|c| !c.is_whitespace());
                ends && !among(after, |c| c.is_ascii_digit()) || after == Some('$')
            }
            '|' => self.container == Container::Cell,
            '#' => self.container == Container::Heading,
            // At the start of a word it can only open, and every possible end is escaped.
            '~' => !self.out.chars().next_back().is_none_or(char::is_whitespace),
            '*' => !(among(before, char::is_whitespace) && among(after, char::is_whitespace)),
            '_' => !(among(before, char::is_alphanumeric) && among(after, char::is_alphanumeric)),
            '<' => after.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '!' => after.is_none(),
            '&' => could_be_entity(rest),
            _ => false,
        }
    }
}

/// True if a line that begins with `c` and `rest` could be a block other than a paragraph.
fn could_begin_block(c: char, rest: &str) -> bool {
    let after = rest.chars().next();
    match c {
        '#' | '=' | '>' | ':' | '|' => true,
        '-' | '+' => after.is_none_or(|c| c.is_whitespace() || "-+|:".contains(c)),
        '~' => after.is_none_or(|c| c == '~'),
        _ => false,
    }
}

/// True if `&` followed by `rest` could be an entity.
fn could_be_entity(rest: &str) -> bool {
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    name.is_none_or(|end| end > 0 && rest[end..].starts_with(';'))
}

/// True if the last line is only digits so far, as at the start of an ordered list.
fn starts_line_with_number(out: &str) -> bool {
    let line = out.rsplit('\n').next().unwrap_or_default();
    !line.is_empty() && line.len() < 10 && line.bytes().all(|byte| byte.is_ascii_digit())
}

fn push_entity(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "&#{};", u32::from(c));
}

/// Writes white space at both ends as entities: a delimiter does not open before a space, nor close after one.
fn outer_spaces_as_entities(content: &str) -> String {
    let inner = content.trim();
    let Some(start) = content.find(inner).filter(|_| inner.len() < content.len()) else { return content.to_owned() };
    let mut out = String::new();
    content[..start].chars().for_each(|c| push_entity(&mut out, c));
    out.push_str(inner);
    content[start + inner.len()..].chars().for_each(|c| push_entity(&mut out, c));
    out
}

/// Returns the length of the longest run of a character.
pub(super) fn longest_run(text: &str, c: char) -> usize {
    text.split(|other| other != c).map(str::len).max().unwrap_or_default()
}

/// Returns a link's destination and title as they are written in parentheses.
fn target(address: &str, title: &str) -> String {
    let address = without_entities(address).replace('\\', "\\\\");
    let is_bare =
        !address.is_empty() && !address.contains(|c: char| c.is_whitespace() || c.is_control() || "()<>".contains(c));
    let address = if is_bare { address } else { format!("<{}>", address.replace('<', "\\<").replace('>', "\\>")) };
    match title {
        "" => address,
        title => {
            let title = without_entities(title).replace('\\', "\\\\").replace('"', "\\\"");
            format!("{address} \"{title}\"")
        }
    }
}

/// Escapes every `&` that could begin an entity.
fn without_entities(text: &str) -> String {
    let mut parts = text.split('&');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + if part.contains(';') && could_be_entity(part) { "&amp;" } else { "&" } + part)
}
