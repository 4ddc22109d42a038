//! Writes a linked body as Markdown that parses to the same tree.
//!
//! 1. Terms are links to their entries' pages, every other address is absolute, and a citation is a footnote,
//!    `[^source-1]`, with the source's number on the page. Attributes of headings are left out.
//! 2. Blocks are written from the inside out: the lines of a quotation or a list item are prefixed with its marker.
//! 3. A list that directly follows another of its kind uses the alternative marker, so that a parser does not join
//!    them.

use crate::site::inputs::Inputs;
use crate::site::prose::Prose;
use crate::site::run_table;
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::figures;
use crate::writers::markdown::inlines::{Container, InlineWriter, MarkdownBody, longest_run};
use crate::writers::markdown::tables;
use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::tree::{Alignment, Block, Children, Node, NodeKind};

type Nodes<'a> = Children<'a, 'a, Reference>;

/// Returns the Markdown of a body and of the definition before it, without a final line break.
#[must_use]
pub fn body(inputs: &Inputs<'_>, prose: Prose<'_>) -> String {
    MarkdownBody { inputs, prose }.blocks(prose.tree.children(), Separator::EmptyLine)
}

/// Returns the Markdown of the definition and of the body, each without a final line break.
#[must_use]
pub fn definition_and_body(inputs: &Inputs<'_>, prose: Prose<'_>) -> (String, String) {
    let mut nodes = prose.tree.children();
    let is_definition = |(node, _): &(&Node<'_, Reference>, _)| node.kind == NodeKind::Block(Block::Definition);
    let first = nodes.take_while(is_definition).count();
    let markdown = MarkdownBody { inputs, prose };
    let definition = nodes.take(first).map(|(_, inside)| markdown.inlines(inside, Container::Paragraph));
    let definition = definition.collect::<Vec<_>>().join("\n\n");
    if first > 0 {
        nodes.nth(first - 1);
    }
    (definition, markdown.blocks(nodes, Separator::EmptyLine))
}

/// The text between the blocks of a container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    EmptyLine,
    /// No empty line, as in a tight list.
    LineEnd,
    /// No empty line, since it would end a footnote; except after a list, whose last item would otherwise go on.
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

impl<'a> MarkdownBody<'a> {
    /// Writes blocks; consecutive inlines are a paragraph.
    fn blocks(self, nodes: Nodes<'a>, separator: Separator) -> String {
        let mut out = String::new();
        // If the previous block is a list: whether it is ordered, and whether it uses the alternative marker.
        let mut list: Option<(bool, bool)> = None;
        let mut inlines: Option<InlineWriter<'a>> = None;
        for (node, inside) in nodes {
            let NodeKind::Block(block) = &node.kind else {
                inlines.get_or_insert_with(|| InlineWriter::new(self, Container::Paragraph)).node(node, inside);
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
        let mut writer = InlineWriter::new(self, container);
        writer.all(nodes);
        writer.out
    }

    fn block(self, block: &'a Block<'a>, inside: Nodes<'a>, second: bool) -> String {
        match block {
            Block::Paragraph => match self.prose.figure(inside) {
                Some(figure) => figures::markdown(self.inputs, figure),
                None => self.inlines(inside, Container::Paragraph),
            },
            Block::Definition => self.inlines(inside, Container::Paragraph),
            Block::Heading(heading) => ["#".repeat(heading.level as usize), self.inlines(inside, Container::Heading)]
                .join(" ")
                .trim_end_matches(' ')
                .to_owned(),
            Block::Quote => prefixed(&self.blocks(inside, Separator::EmptyLine), "> ", "> "),
            Block::List(start) => self.list(*start, inside, second),
            Block::Code(code) => fenced(&code.language, &code.text),
            Block::Drawing(drawing) => format!("**{}.** {}", plain(&drawing.title), plain(&drawing.alternative)),
            Block::Runs(query) => {
                let table = run_table::table(self.inputs, &run_table::chosen(self.inputs, query));
                tables::table(self.inputs, &table).trim_end().to_owned()
            }
            Block::Math(formula) => fenced("math", &formula.latex),
            Block::Html(html) => html.trim_end_matches('\n').to_owned(),
            Block::Rule => "___".to_owned(),
            Block::Table(columns) => self.table(columns, inside),
            Block::Note(name) => self.note(name, inside),
            // Their parents write their children.
            Block::Item | Block::TableHead | Block::TableRow | Block::TableCell => String::new(),
        }
    }

    /// Writes a footnote. In most parsers an empty line ends it unless the next line is indented, so the lines are
    /// indented if a paragraph follows a paragraph, quotation or table. After a list, parsers would take the next block
    /// of the body into the footnote, so a comment is written as that block.
    fn note(self, name: &str, inside: Nodes<'a>) -> String {
        let goes_on = inside.zip(inside.skip(1)).any(|((before, _), (after, _))| {
            matches!(before.kind, NodeKind::Block(Block::Paragraph | Block::Quote | Block::Table(_)))
                && matches!(after.kind, NodeKind::Block(Block::Paragraph))
        });
        if goes_on {
            let blocks = self.blocks(inside, Separator::EmptyLine);
            return prefixed(&blocks, &format!("[^{name}]: "), "    ");
        }
        let is_list =
            |(node, _): (&Node<'_, Reference>, Nodes<'a>)| matches!(node.kind, NodeKind::Block(Block::List(_)));
        let end = if inside.last().is_some_and(is_list) { "\n<!-- -->" } else { "" };
        format!("[^{name}]: {}{end}", self.blocks(inside, Separator::LineEndUnlessList))
    }

    fn list(self, start: Option<u64>, items: Nodes<'a>, second: bool) -> String {
        let is_paragraph =
            |(node, _): (&Node<'_, Reference>, Nodes<'a>)| node.kind == NodeKind::Block(Block::Paragraph);
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

/// Appends a block after a separator.
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

/// Prefixes every line with a marker, the first with its own; an empty line gets no trailing spaces.
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
