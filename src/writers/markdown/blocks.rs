//! A linked body as Markdown: written from its tree, so that it reads back as the same tree.
//!
//! 1. Terms are links to their entries' pages, every other address is absolute, a citation is a note, `[^source-1]`, by
//!    the number that the page gives to the source. What a heading says to the build goes.
//! 2. Blocks are written from the inside out: the lines of a quotation or an item get its mark before them.
//! 3. A list beside another of its kind takes the other mark, so that two stay two.

use crate::site::inputs::Inputs;
use crate::site::prose::Prose;
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::figures;
use crate::writers::markdown::inlines::{Container, Text, Writer, longest_run};
use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::tree::{Alignment, Block, Children, Kind, Node};

type Nodes<'a> = Children<'a, 'a, Reference>;

/// The Markdown of a body, without an empty line at its end.
#[must_use]
pub fn body(inputs: &Inputs<'_>, prose: Prose<'_>) -> String {
    Text { inputs, prose }.blocks(prose.tree.children(), Separator::EmptyLine)
}

/// The separator separator the blocks of a container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    EmptyLine,
    /// As in a tight list.
    LineEnd,
    /// An empty line would end a note, but not after a list, where a line without one goes on with the last item.
    LineEndUnlessList,
}

impl Separator {
    const fn text(self, after_list: bool) -> &'static str {
        match self {
            Self::LineEnd => "\n",
            Self::LineEndUnlessList if !after_list => "\n",
            Self::EmptyLine | Self::LineEndUnlessList => "\n\n",
        }
    }
}

impl<'a> Text<'a> {
    /// Blocks; inlines side by side are a paragraph.
    fn blocks(self, nodes: Nodes<'a>, separator: Separator) -> String {
        let mut out = String::new();
        // Whether the block before is a list, ordered or not, and whether it has the second mark.
        let mut list: Option<(bool, bool)> = None;
        let mut inlines: Option<Writer<'a>> = None;
        for (node, inside) in nodes {
            let Kind::Block(block) = &node.kind else {
                inlines.get_or_insert_with(|| Writer::new(self, Container::Paragraph)).node(node, inside);
                continue;
            };
            if let Some(words) = inlines.take() {
                add(&mut out, &words.out, separator.text(list.take().is_some()));
            }
            let ordered = if let Block::List(start) = block { Some(start.is_some()) } else { None };
            let separator = separator.text(list.is_some());
            let second = list.is_some_and(|(before, second)| Some(before) == ordered && !second);
            list = ordered.map(|ordered| (ordered, second));
            add(&mut out, &self.block(block, inside, second), separator);
        }
        if let Some(words) = inlines {
            add(&mut out, &words.out, separator.text(list.is_some()));
        }
        out
    }

    fn inlines(self, nodes: Nodes<'a>, container: Container) -> String {
        let mut writer = Writer::new(self, container);
        writer.all(nodes);
        writer.out
    }

    fn block(self, block: &'a Block<'a>, inside: Nodes<'a>, second: bool) -> String {
        match block {
            Block::Paragraph => match self.prose.figure(inside) {
                Some(figure) => figures::markdown(figure),
                None => self.inlines(inside, Container::Paragraph),
            },
            Block::Heading(heading) => ["#".repeat(heading.level as usize), self.inlines(inside, Container::Heading)]
                .join(" ")
                .trim_end_matches(' ')
                .to_owned(),
            Block::Quote => prefixed(&self.blocks(inside, Separator::EmptyLine), "> ", "> "),
            Block::List(start) => self.list(*start, inside, second),
            Block::Code(code) => fenced(&code.language, &code.text),
            Block::Drawing(drawing) => format!("**{}.** {}", plain(&drawing.title), plain(&drawing.alternative)),
            Block::Math(formula) => fenced("math", &formula.latex),
            Block::Html(html) => html.trim_end_matches('\n').to_owned(),
            Block::Rule => "___".to_owned(),
            Block::Table(columns) => self.table(columns, inside),
            Block::Note(name) => self.note(name, inside),
            // Their parents write these.
            Block::Item | Block::TableHead | Block::TableRow | Block::TableCell => String::new(),
        }
    }

    /// A note: an empty line ends it in most parsers, unless what follows is indented, as it is where a paragraph comes
    /// behind one. That is not so after a list, where parsers take the next block into the note. There a
    /// comment is that block.
    fn note(self, name: &str, inside: Nodes<'a>) -> String {
        let goes_on = inside.zip(inside.skip(1)).any(|((before, _), (after, _))| {
            matches!(before.kind, Kind::Block(Block::Paragraph | Block::Quote | Block::Table(_)))
                && matches!(after.kind, Kind::Block(Block::Paragraph))
        });
        if goes_on {
            let blocks = self.blocks(inside, Separator::EmptyLine);
            return prefixed(&blocks, &format!("[^{name}]: "), "    ");
        }
        let is_list = |(node, _): (&Node<'_, Reference>, Nodes<'a>)| matches!(node.kind, Kind::Block(Block::List(_)));
        let end = if inside.last().is_some_and(is_list) { "\n<!-- -->" } else { "" };
        format!("[^{name}]: {}{end}", self.blocks(inside, Separator::LineEndUnlessList))
    }

    fn list(self, start: Option<u64>, items: Nodes<'a>, second: bool) -> String {
        let is_paragraph = |(node, _): (&Node<'_, Reference>, Nodes<'a>)| node.kind == Kind::Block(Block::Paragraph);
        let is_loose = items.clone().any(|(_, inside)| inside.into_iter().any(is_paragraph));
        let separator = if is_loose { Separator::EmptyLine } else { Separator::LineEnd };
        let mut out = String::new();
        for (number, (_, inside)) in (start.unwrap_or_default()..).zip(items) {
            let mark = match (start, second) {
                (Some(_), false) => format!("{}. ", number.min(999_999_999)),
                (Some(_), true) => format!("{}) ", number.min(999_999_999)),
                (None, false) => "- ".to_owned(),
                (None, true) => "* ".to_owned(),
            };
            let content = self.blocks(inside, separator);
            add(
                &mut out,
                prefixed(&content, &mark, &" ".repeat(mark.len())).trim_end_matches(' '),
                separator.text(false),
            );
        }
        out
    }

    fn table(self, columns: &[Alignment], rows: Nodes<'a>) -> String {
        let mut out = String::new();
        for (at, (_, cells)) in rows.enumerate() {
            out.push('|');
            for (_, inside) in cells {
                out.extend([" ", &self.inlines(inside, Container::Cell), " |"]);
            }
            out.push('\n');
            if at == 0 {
                out.push('|');
                out.extend(columns.iter().map(|column| match column {
                    Alignment::None => " --- |",
                    Alignment::Left => " :-- |",
                    Alignment::Center => " :-: |",
                    Alignment::Right => " --: |",
                }));
                out.push('\n');
            }
        }
        out
    }
}

/// Adds a block after the others.
fn add(out: &mut String, block: &str, separator: &str) {
    let block = block.trim_end_matches('\n');
    if block.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push_str(separator);
    }
    out.push_str(block);
}

/// Every line behind a mark, the first behind its own; an empty one gets no spaces.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let mark = if at == 0 { first } else { others };
        out.push_str(if line.is_empty() && at > 0 { mark.trim_end() } else { mark });
        out.push_str(line);
    }
    out
}

fn fenced(language: &str, code: &str) -> String {
    let sign = if language.contains('`') { '~' } else { '`' };
    let fence = sign.to_string().repeat(3.max(longest_run(code, sign) + 1));
    let end = if code.is_empty() || code.ends_with('\n') { "" } else { "\n" };
    let text = code.replace("\r\n", "\n");
    [&fence, language, "\n", &text, end, &fence].concat()
}
