//! A page's Markdown alternate renders like its linked body.
//!
//! Both are written as HTML by pulldown-cmark and compared, for bodies put together at random from pieces that meet
//! badly: marks next to terms, mentions, references, notes, tables, code.

use crate::support::{between, fixture};
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options as Markdown, Parser, Tag, TagEnd, html as push};
use rooflight::edge::load;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::site::inputs::Inputs;
use rooflight_compiler::site::paths::entry_path;
use rooflight_compiler::site::prose::{self, Prose};
use rooflight_compiler::writers::markdown::blocks;
use rooflight_compiler::{Options, prepare};
use rooflight_glossary::link::Reference;
use rooflight_glossary::syntax::tree::{Block, Inline, Node, NodeKind, WalkEvent};
use rooflight_source::file::{SourceFile, Sources};
use std::sync::{LazyLock, Mutex};

/// The look, read once.
static LOOK: LazyLock<Sources> = LazyLock::new(|| load::load(&fixture("small")));
static MEMORY: LazyLock<Mutex<BuildCache>> = LazyLock::new(Mutex::default);

fn sources(body: &str) -> Sources {
    let site = "title: T\nbase_url: https://example.org/g/\nlanguage: en\nauthor: A\ndescription: D.\nlayers:\n  - {id: l, title: L, summary: S.}\n";
    let term = |name: &str, body: &str| {
        let key = "sources:\n  - {key: k, title: K, url: \"https://example.org/k\"}\n";
        format!("---\nterm: {name}\nlayer: l\ndefinition: It is.\npublished: 2026-01-01\n{key}---\n{body}")
    };
    let content = vec![
        SourceFile::new("content/glossary/cache.md", term("cache", "Nothing.[^k]\n")),
        SourceFile::new("content/glossary/fast-bus.md", term("fast bus", "Nothing.[^k]\n")),
        SourceFile::new("content/glossary/zzz.md", term("Zzz", body)),
        SourceFile::new("content/site.yaml", site),
    ];
    Sources { content, problems: Vec::new(), ..LOOK.clone() }
}

/// The body as HTML, from its tree and from its Markdown.
fn both(body: &str) -> Option<(String, String)> {
    let sources = sources(body);
    let mut memory = MEMORY.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let prepared = prepare(&sources, &Options::default(), &mut memory, &mut |_| {});
    let ready = prepared.ready.as_ref()?;
    let inputs = ready.inputs();
    let entry = inputs.glossary.entries.iter().find(|entry| entry.document.id == "zzz")?;
    let folder = entry_path(entry);
    let tree = entry.body.tree();
    let mut in_heading = false;
    let events = tree.walk().map(|event| {
        let (node, is_start) = match event {
            WalkEvent::Enter(_, node) => (node, true),
            WalkEvent::Leave(_, node) => (node, false),
        };
        if matches!(node.kind, NodeKind::Block(Block::Heading(_))) {
            in_heading = is_start;
        }
        (node, is_start, in_heading)
    });
    let events = events.flat_map(|(node, is_start, in_heading)| {
        let events = if is_start { enter(&inputs, &folder, node) } else { leave(node) };
        let one_line =
            move |event| if in_heading && event == Event::SoftBreak { Event::Text(" ".into()) } else { event };
        events.into_iter().map(one_line)
    });
    let wanted = as_html(events);
    let written = blocks::body(&inputs, Prose { tree: &tree, folder: &folder, entry: Some(entry), figures: None });
    Some((wanted, of_markdown(&written)))
}

fn of_markdown(markdown: &str) -> String {
    let known = Markdown::ENABLE_TABLES
        | Markdown::ENABLE_STRIKETHROUGH
        | Markdown::ENABLE_TASKLISTS
        | Markdown::ENABLE_OLD_FOOTNOTES
        | Markdown::ENABLE_HEADING_ATTRIBUTES;
    // Text that follows on the page must not become part of the body.
    let whole = format!("{markdown}\n\n## Sources\n");
    let html = as_html(Parser::new_ext(&whole, known));
    html.strip_suffix("<h2>Sources</h2>\n").map_or_else(|| format!("{html} goes on"), str::to_owned)
}

fn as_html<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut out = String::new();
    let plain = events.map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => {
            Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })
        }
        Event::Start(Tag::CodeBlock(_)) => Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)),
        other => other,
    });
    push::push_html(&mut out, plain);
    out.replace("\n</code>", "</code>").replace(&format!("\n{SEPARATOR}\n</div>"), "\n</div>").replace(SEPARATOR, "")
}

fn tag<'a>(inputs: &Inputs<'_>, folder: &str, node: &'a Node<'a, Reference>) -> Option<Tag<'a>> {
    let link =
        |url: String| Tag::Link { link_type: LinkType::Inline, dest_url: url.into(), title: "".into(), id: "".into() };
    let absolute = |url: &str| prose::absolute(inputs, folder, url).into();
    Some(match &node.kind {
        NodeKind::Block(Block::Paragraph | Block::Definition) => Tag::Paragraph,
        NodeKind::Block(Block::Heading(heading)) => {
            Tag::Heading { level: heading.level, id: None, classes: Vec::new(), attrs: Vec::new() }
        }
        NodeKind::Block(Block::Quote) => Tag::BlockQuote(None),
        NodeKind::Block(Block::List(start)) => Tag::List(*start),
        NodeKind::Block(Block::Item) => Tag::Item,
        NodeKind::Block(Block::Table(columns)) => Tag::Table(columns.clone()),
        NodeKind::Block(Block::TableHead) => Tag::TableHead,
        NodeKind::Block(Block::TableRow) => Tag::TableRow,
        NodeKind::Block(Block::TableCell) => Tag::TableCell,
        NodeKind::Block(Block::Note(name)) => Tag::FootnoteDefinition(name.clone()),
        NodeKind::Inline(Inline::Emphasis) => Tag::Emphasis,
        NodeKind::Inline(Inline::Strong) => Tag::Strong,
        NodeKind::Inline(Inline::Strikethrough) => Tag::Strikethrough,
        NodeKind::Inline(Inline::Link(url, title)) => {
            Tag::Link { link_type: LinkType::Inline, dest_url: absolute(url), title: title.clone(), id: "".into() }
        }
        NodeKind::Inline(Inline::Image(url, title)) => {
            Tag::Image { link_type: LinkType::Inline, dest_url: absolute(url), title: title.clone(), id: "".into() }
        }
        NodeKind::Reference(Reference::Entry(at)) => {
            link(inputs.config.base_url.join(&entry_path(&inputs.glossary.entries[*at])))
        }
        _ => return None,
    })
}

fn enter<'a>(inputs: &Inputs<'_>, folder: &str, node: &'a Node<'a, Reference>) -> Vec<Event<'a>> {
    if let Some(tag) = tag(inputs, folder, node) {
        return vec![Event::Start(tag)];
    }
    match &node.kind {
        NodeKind::Block(Block::Code(code)) => {
            let text = Event::Text(code.text.clone());
            vec![Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)), text, Event::End(TagEnd::CodeBlock)]
        }
        NodeKind::Block(Block::Math(formula)) => {
            let text = Event::Text(formula.latex.clone());
            vec![Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)), text, Event::End(TagEnd::CodeBlock)]
        }
        // A drawing is what its words say.
        NodeKind::Block(Block::Drawing(drawing)) => vec![
            Event::Start(Tag::Paragraph),
            Event::Start(Tag::Strong),
            Event::Text(format!("{}.", drawing.title).into()),
            Event::End(TagEnd::Strong),
            Event::Text(format!(" {}", drawing.alternative).into()),
            Event::End(TagEnd::Paragraph),
        ],
        NodeKind::Block(Block::Rule) => vec![Event::Rule],
        NodeKind::Inline(Inline::Superscript) => vec![Event::InlineHtml("<sup>".into())],
        NodeKind::Inline(Inline::Subscript) => vec![Event::InlineHtml("<sub>".into())],
        NodeKind::Inline(Inline::Mark) => vec![Event::InlineHtml("<mark>".into())],
        NodeKind::Inline(Inline::Text(text)) => vec![Event::Text(text.clone())],
        NodeKind::Inline(Inline::Code(code)) => vec![Event::Code(code.clone())],
        NodeKind::Inline(Inline::SoftBreak) => vec![Event::SoftBreak],
        NodeKind::Inline(Inline::HardBreak) => vec![Event::HardBreak],
        NodeKind::Inline(Inline::NoteReference(name)) => vec![Event::FootnoteReference(name.clone())],
        NodeKind::Inline(Inline::Task(done)) => vec![Event::TaskListMarker(*done)],
        NodeKind::Reference(Reference::Source(_)) => vec![Event::FootnoteReference("source-1".into())],
        other => panic!("{other:?} in an entry without raw HTML"),
    }
}

fn leave<'a>(node: &Node<'_, Reference>) -> Vec<Event<'a>> {
    match &node.kind {
        NodeKind::Inline(Inline::Superscript) => return vec![Event::InlineHtml("</sup>".into())],
        NodeKind::Inline(Inline::Subscript) => return vec![Event::InlineHtml("</sub>".into())],
        NodeKind::Inline(Inline::Mark) => return vec![Event::InlineHtml("</mark>".into())],
        _ => {}
    }
    vec![Event::End(match &node.kind {
        NodeKind::Block(Block::Paragraph | Block::Definition) => TagEnd::Paragraph,
        NodeKind::Block(Block::Heading(heading)) => TagEnd::Heading(heading.level),
        NodeKind::Block(Block::Quote) => TagEnd::BlockQuote(None),
        NodeKind::Block(Block::List(start)) => TagEnd::List(start.is_some()),
        NodeKind::Block(Block::Item) => TagEnd::Item,
        NodeKind::Block(Block::Table(_)) => TagEnd::Table,
        NodeKind::Block(Block::TableHead) => TagEnd::TableHead,
        NodeKind::Block(Block::TableRow) => TagEnd::TableRow,
        NodeKind::Block(Block::TableCell) => TagEnd::TableCell,
        NodeKind::Block(Block::Note(_)) => TagEnd::FootnoteDefinition,
        NodeKind::Inline(Inline::Emphasis) => TagEnd::Emphasis,
        NodeKind::Inline(Inline::Strong) => TagEnd::Strong,
        NodeKind::Inline(Inline::Strikethrough) => TagEnd::Strikethrough,
        NodeKind::Inline(Inline::Image(..)) => TagEnd::Image,
        _ => TagEnd::Link,
    })]
}

/// The comment that separates a footnote's mark from a link, and a list at a note's end from what follows.
const SEPARATOR: &str = "<!-- -->";

/// The fragments of random bodies.
const PIECES: [&str; 64] = [
    "cache",
    "cache",
    "fast bus",
    "Fast\nbus",
    "*cache*",
    "**fast** bus",
    "*the* cache",
    "_cache_",
    "*fast bus* is",
    "word",
    "a",
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    "\n\n",
    "!",
    "(",
    ")",
    "\"",
    "'",
    ":",
    ".",
    ",",
    "-",
    "*",
    "_",
    "~~",
    "~~cache~~",
    "`cache`",
    "\\*",
    "\\",
    "&amp;",
    "&nbsp;",
    "[",
    "]",
    "[[cache]]",
    "[[cache|the *cache*]]",
    "[[zzz|this]]",
    "[[fast bus]]",
    "[[cache|1. of]]",
    "[^k]",
    "[^note]",
    "\n\n[^note]: A cache.\n\n",
    "[cache](../cache/)",
    "[b](/fast-bus/ \"a *t*\")",
    "[b](https://example.com/)",
    "<https://example.com/cache>",
    "[c][ref]",
    "[ref]",
    "\n\n[ref]: ../cache/ 'A title'\n\n",
    "![a cache](/i.png)",
    "[](/x)",
    "[e]()",
    "\n\n## A cache {#id}\n\n",
    "\n\n### B {links=all}\n\n",
    "\n\n- cache\n- [ ] fast bus\n",
    "\n\n1. cache\n   fast bus\n",
    "\n\n> cache\n\n",
    "\n\n| Cache | B |\n|---|--:|\n| cache | fast bus |\n\n",
    "\n\n```rust\ncache\n```\n\n",
    "\n\n    cache\n\n",
    "\n\n```\ncache",
];

/// True if indented text follows a note: it belongs to the note, and the reader of this test takes it for code.
fn has_long_note(body: &str) -> bool {
    let follows = |rest: &str| {
        rest.lines().skip(1).find(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with("    "))
    };
    body.split("\n[^").skip(1).filter(|rest| rest.lines().next().is_some_and(|line| line.contains("]:"))).any(follows)
        || body.starts_with("[^") && follows(body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn what_is_written_reads_as_the_body(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..14)) {
        let body = pieces.concat();
        prop_assume!(!has_long_note(&body));
        if let Some((wanted, found)) = both(&body) {
            prop_assert_eq!(wanted, found, "{:?}", body);
        }
    }
}

#[test]
fn usual_texts_read_back() {
    let bodies = [
        "A cache, or (fast bus).\n\n* one\n* two cache\n",
        "Say \"cache\" *twice*.  \nAnd `code`.\n\n|A|B|\n|:-|-:|\n|cache|2|\n",
        "*!***fast** bus*cache*\n",
        "**Cache** and *fast bus*: [[cache|the one]], [[fast bus]].[^k]\n",
        "See [this](../cache/#main \"Title\") and [that][ref].\n\n[ref]: ../fast-bus/\n",
        "## Words {#own links=off}\n\nText\n\n~~~~ rust\nfn main() {}\n~~~~\n",
        "1) one\n2) two\n\n***\n\n+ [x] done\n",
        "What is a cache?  A *fast\nbus* – and [[zzz|itself]].\n\n[^a]: Note.\n\nText[^a].\n",
        "word*cache*word, *the **fast bus** of* `a | b`\n\n- one\n\n  two\n- three\n\n* other\n",
        "Text.[^k]\n\n[^k]:-\n",
        "Text.[^k]\n\n[^k]: - one\n      two\n\n  three\n\nText\n\n[^l]: 1. one\n",
        "A ==marked cache== and ==fast *bus*==.\n",
        "1\\. no list\n\\# no heading\n\\- none\na \\| b\n\\-\\- | --\n",
    ];
    for body in bodies {
        let (wanted, found) = both(body).expect("a site");
        assert_eq!(wanted, found, "{body:?}");
    }
}

#[test]
fn words_stay_as_they_are() {
    let sources =
        sources("- A **cache**,\n  [here](../zzz/) or [[fast bus|there]].[^k]\n\nUsual_words: 5 * 3, R&D, \"so\".\n");
    let site = rooflight_compiler::compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
    let page = String::from_utf8(site["glossary/zzz/index.md"].clone()).expect("text");
    let wanted = "\n- A **[cache](https://example.org/g/glossary/cache/)**,\n  [here](https://example.org/g/glossary/zzz/) or \
        [there](https://example.org/g/glossary/fast-bus/).[^source-1]\n\nUsual_words: 5 * 3, R&D, \"so\".\n\n";
    let found = between(&page, "- Published: 2026-01-01\n", "## Sources");
    assert_eq!(found, wanted);
}
