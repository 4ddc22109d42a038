//! The Markdown beside a page is the author's own text with the links put in, and reads as the linked body does.
//!
//! Both are written as HTML and compared, for bodies put together at random from pieces that meet badly: marks beside terms, mentions,
//! references, notes, tables, code. The comparison is not the one that the program itself makes.

use crate::support::{between, fixture};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options as Markdown, Parser, Tag, TagEnd, html as push};
use rooflight::cache::Memory;
use rooflight::edge::load;
use rooflight::link::Linked;
use rooflight::site::inputs::Inputs;
use rooflight::site::paths::entry_path;
use rooflight::source::{SourceFile, Sources};
use rooflight::writers::html::body;
use rooflight::writers::html::figures::Figures;
use rooflight::writers::markdown::write::{self, Text};
use rooflight::writers::markdown::{html, splice};
use rooflight::{Options, prepare};
use std::sync::{LazyLock, Mutex};

/// The look, read once.
static LOOK: LazyLock<Sources> = LazyLock::new(|| load::load(&fixture("small")));
static MEMORY: LazyLock<Mutex<Memory>> = LazyLock::new(Mutex::default);

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

/// The body as HTML, from its nodes; from its Markdown; and whether that is the author's own text.
fn both(body: &str) -> Option<(String, String, bool)> {
    let sources = sources(body);
    let mut memory = MEMORY.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let prepared = prepare(&sources, &Options::default(), &mut memory, &mut |_| {});
    let ready = prepared.ready.as_ref()?;
    let inputs = ready.inputs();
    let entry = inputs.glossary.entries.iter().find(|entry| entry.document.id == "zzz")?;
    let folder = entry_path(entry);
    let parsed = entry.body.parsed().nodes();
    let text = Text { body: &entry.body, nodes: &parsed, folder: &folder, entry: Some(entry) };
    let nodes = entry.body.nodes();
    let events = nodes.iter().flat_map(|node| events(&inputs, text, node));
    let spliced = splice::splice(&inputs, text, &Figures::default());
    let written = write::body(&inputs, text, &Figures::default());
    Some((as_html(events), of_markdown(&written), spliced.is_some_and(|spliced| spliced == written)))
}

fn of_markdown(markdown: &str) -> String {
    let known = Markdown::ENABLE_TABLES
        | Markdown::ENABLE_STRIKETHROUGH
        | Markdown::ENABLE_TASKLISTS
        | Markdown::ENABLE_OLD_FOOTNOTES
        | Markdown::ENABLE_HEADING_ATTRIBUTES;
    // What follows on the page must not become part of the body.
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
    out.replace("\n</code>", "</code>")
}

fn events<'a>(inputs: &Inputs<'_>, text: Text<'_>, node: &'a Linked<'a>) -> Vec<Event<'a>> {
    let link =
        |url: String| Tag::Link { link_type: LinkType::Inline, dest_url: url.into(), title: "".into(), id: "".into() };
    let absolute = |url: &str| body::absolute(inputs, text.folder, url).into();
    match node {
        Linked::TermStart(at) => {
            vec![Event::Start(link(inputs.config.base_url.join(&entry_path(&inputs.glossary.entries[*at]))))]
        }
        Linked::TermEnd => vec![Event::End(TagEnd::Link)],
        Linked::Cite(_) => vec![Event::FootnoteReference("source-1".into())],
        Linked::Figure(_) => Vec::new(),
        Linked::Markdown(Event::Html(block)) => {
            let code = html::code(block).expect("raw HTML is switched off").1;
            let block = CodeBlockKind::Indented;
            vec![Event::Start(Tag::CodeBlock(block)), Event::Text(code.into()), Event::End(TagEnd::CodeBlock)]
        }
        Linked::Markdown(Event::Start(Tag::Link { link_type, dest_url, title, id })) => vec![Event::Start(Tag::Link {
            link_type: *link_type,
            dest_url: absolute(dest_url),
            title: title.clone(),
            id: id.clone(),
        })],
        Linked::Markdown(Event::Start(Tag::Image { link_type, dest_url, title, id })) => {
            vec![Event::Start(Tag::Image {
                link_type: *link_type,
                dest_url: absolute(dest_url),
                title: title.clone(),
                id: id.clone(),
            })]
        }
        Linked::Markdown(event) => vec![event.clone()],
    }
}

/// What bodies are put together from.
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn what_is_written_reads_as_the_body(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..14)) {
        let body = pieces.concat();
        if let Some((wanted, found, own)) = both(&body)
            && own
        {
            prop_assert_eq!(wanted, found, "{:?}", body);
        }
    }
}

#[test]
fn most_bodies_stay_as_they_are_even_of_pieces_that_meet_badly() {
    let mut runner = TestRunner::deterministic();
    let bodies = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..14);
    let (mut read, mut own, mut linked) = (0, 0, 0);
    for _ in 0..400 {
        let body = bodies.new_tree(&mut runner).expect("a body").current().concat();
        if let Some((wanted, _, is_own)) = both(&body) {
            read += 1;
            own += usize::from(is_own);
            linked += usize::from(is_own && wanted.contains("/glossary/"));
        }
    }
    assert!(read > 100 && own * 10 > read * 7 && linked * 4 > own, "{read} read, {own} as they are, {linked} linked");
}

#[test]
fn usual_texts_stay_as_they_are() {
    let bodies = [
        "A cache, or (fast bus).\n\n* one\n* two cache\n",
        "Say \"cache\" *twice*.  \nAnd `code`.\n\n|A|B|\n|:-|-:|\n|cache|2|\n",
        "**Cache** and *fast bus*: [[cache|the one]], [[fast bus]].[^k]\n",
        "See [this](../cache/#main \"Title\") and [that][ref].\n\n[ref]: ../fast-bus/\n",
        "## Words {#own links=off}\n\nText\n\n~~~~ rust\nfn main() {}\n~~~~\n",
        "1) one\n2) two\n\n***\n\n+ [x] done\n",
        "What is a cache?  A *fast\nbus* – and [[zzz|itself]].\n\n[^a]: Note.\n\nText[^a].\n",
    ];
    for body in bodies {
        let (wanted, found, own) = both(body).expect("a site");
        assert!(own, "{body:?} was written anew");
        assert_eq!(wanted, found, "{body:?}");
    }
}

#[test]
fn only_the_links_are_new() {
    let sources = sources("* A **cache**,\n  [here](../zzz/) or [[fast bus|there]].[^k]\n\n|A|\n|-|\n|Fast bus!|\n");
    let site = rooflight::compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
    let page = String::from_utf8(site["glossary/zzz/index.md"].clone()).expect("text");
    let wanted = "\n* A **[cache](https://example.org/g/glossary/cache/)**,\n  [here](https://example.org/g/glossary/zzz/) or \
        [there](https://example.org/g/glossary/fast-bus/).[^source-1]\n\n|A|\n|-|\n|Fast bus!|\n\n";
    let found = between(&page, "- Published: 2026-01-01\n", "## Sources");
    assert_eq!(found, wanted);
}
