//! The text of a built page is the text of its Markdown, and its links are those that the linker decided on.
//!
//! The Markdown is read anew, without the linker, and its text compared with what is left of the page once its tags are
//! gone: over the whole reference site and over every case of linking.

use crate::dom::{self, Element, Node};
use crate::link_cases::cases;
use crate::support::{explain, repository};
use pulldown_cmark::{CodeBlockKind, Event, Options as Markdown, Parser, Tag, TagEnd};
use rooflight::edge::load;
use rooflight_compiler::{Options, compile};
use rooflight_glossary::link::matching::decision::MatchOrigin;
use rooflight_source::file::Sources;

/// The Markdown's words, separated where they are separate on the page.
fn of_markdown(markdown: &str) -> String {
    let options = Markdown::ENABLE_TABLES
        | Markdown::ENABLE_STRIKETHROUGH
        | Markdown::ENABLE_WIKILINKS
        | Markdown::ENABLE_TASKLISTS
        | Markdown::ENABLE_HEADING_ATTRIBUTES;
    let mut out = String::new();
    let (mut images, mut code, mut drawing) = (0, 0, false);
    let (text, notes) = without_notes(&without_runs(markdown));
    for event in Parser::new_ext(&text, options) {
        code = match &event {
            Event::Start(Tag::CodeBlock(_)) => 1,
            Event::End(TagEnd::CodeBlock) => 0,
            _ => code,
        };
        match event {
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            // Drawings, formulas and tables of runs are not text: drawings.rs, formulas.rs and runs.rs look at them.
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)))
                if ["drawing", "math", "runs"].contains(&&*info) =>
            {
                drawing = true;
            }
            Event::End(TagEnd::CodeBlock) if drawing => drawing = false,
            _ if images > 0 || drawing => {}
            Event::Text(text) if code == 0 => out.push_str(&without_raised_marks(&text.replace("==", ""))),
            Event::Text(text) | Event::Code(text) => out.push_str(&text.replace("[^", "[\u{e000}^")),
            Event::Html(html) | Event::InlineHtml(html) => out.push_str(&without_tags(&html)),
            Event::SoftBreak | Event::HardBreak | Event::Rule => out.push('\n'),
            Event::Start(tag) if !is_inline(tag.to_end()) => out.push('\n'),
            Event::End(tag) if !is_inline(tag) => out.push('\n'),
            _ => {}
        }
    }
    // A citation in code is code: it was set apart above.
    words(&(without_citations(&out).replace('\u{e000}', "") + &notes))
}

/// A measured run is worded by the build: tests/it/runs.rs looks at that. In code it is code.
fn without_runs(markdown: &str) -> String {
    let mut parts = markdown.split("[[run:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        if out.ends_with('`') {
            return out + "[[run:" + part;
        }
        out + part.split_once("]]").map_or(part, |(_, rest)| rest)
    })
}

/// The notes of a text come below it, each with a link back to its reference; inline notes come last.
fn without_notes(markdown: &str) -> (String, String) {
    let (mut text, mut notes, mut code) = (String::new(), Vec::<String>::new(), false);
    let (mut inline, mut in_note) = (String::new(), false);
    for line in markdown.lines() {
        code ^= line.starts_with("```");
        match line.strip_prefix("[^").and_then(|rest| rest.split_once("]: ")) {
            Some((_, note)) if !code => {
                notes.push(note.to_owned());
                in_note = true;
            }
            // Indented paragraphs belong to the note above them.
            _ if in_note && !code && (line.is_empty() || line.starts_with("    ")) => {
                notes.last_mut().expect("the note").extend(["\n", line]);
            }
            _ if code => text.extend([line, "\n"]),
            _ => {
                in_note = false;
                text.extend([&without_inline_notes(line, &mut inline), "\n"]);
            }
        }
    }
    let notes: String = notes.iter().flat_map(|note| ["\n", note, " ↩"]).collect();
    (text, notes + &inline)
}

/// Takes `^[note]` out of a line, but not out of its code.
fn without_inline_notes(line: &str, notes: &mut String) -> String {
    let mut parts = line.split("^[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| match part.split_once(']') {
        Some((note, rest)) if !out.ends_with('`') => {
            notes.extend(["\n", note, " ↩"]);
            out + rest
        }
        _ => out + "^[" + part,
    })
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)
}

/// Takes the marks of raised words out, which count between spaces only: `a ^high^ word`.
fn without_raised_marks(text: &str) -> String {
    let is_raised = |word: &str| word.len() > 2 && word.starts_with('^') && word.ends_with('^');
    let words = text.split(' ').map(|word| if is_raised(word) { &word[1..word.len() - 1] } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Takes `[^key]` out: the page has a number there.
fn without_citations(text: &str) -> String {
    let mut parts = text.split("[^");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once(']').map_or(part, |(_, rest)| rest))
}

/// The elements that do not set their text apart.
const INLINE: [&str; 10] = ["a", "em", "strong", "del", "code", "span", "kbd", "mark", "sup", "wbr"];

/// The words of a part of a page without its citations; an element that sets its text apart leaves a space.
fn of_html(nodes: &[Node<'_>]) -> String {
    words(&texts(nodes))
}

fn texts(nodes: &[Node<'_>]) -> String {
    let text = |node: &Node<'_>| match node {
        Node::Text(text) => text.clone(),
        Node::Element(element) if ["cite", "drawing", "formula", "run", "runs"].contains(&element.attr("class")) => {
            String::new()
        }
        Node::Element(element) if INLINE.contains(&element.name) => texts(&element.children),
        Node::Element(element) => format!("\n{}\n", texts(&element.children)),
    };
    nodes.iter().map(text).collect()
}

/// Text without its tags, which may be those of half an element; the ones that set text apart leave a space.
fn without_tags(html: &str) -> String {
    let mut parts = html.split('<');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, rest) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        out.push_str(if INLINE.contains(&name) { "" } else { "\n" });
        out.push_str(rest);
    }
    out
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The body of a page, an entry's or another's.
fn body<'p, 'a>(page: &'p Element<'a>) -> &'p [Node<'a>] {
    if let [body] = page.select("div[class=\"flow text\"]")[..] {
        return &body.children;
    }
    let is = |node: &Node<'_>, class: &str| matches!(node, Node::Element(part) if part.attr("class") == class);
    let parts = &page.one("article").children;
    let start = parts.iter().position(|node| is(node, "definition")).expect("a definition") + 1;
    // The way to the next page of a guide is not a part of the text.
    let end = parts.iter().position(|node| is(node, "next")).unwrap_or(parts.len());
    &parts[start..end]
}

/// The definition and the body on the page of an entry, each of which may be missing.
fn of_entry<'p, 'a>(page: &'p Element<'a>) -> [&'p [Node<'a>]; 2] {
    ["p.definition", "div[class=\"flow text\"]"]
        .map(|selector| page.select(selector).first().map_or(&[][..], |part| &part.children))
}

/// The words of each link to a term.
fn links(nodes: &[Node<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    for node in nodes {
        let Node::Element(element) = node else { continue };
        match element.attr("class") {
            "term" => found.push(of_html(&element.children)),
            _ => found.extend(links(&element.children)),
        }
    }
    found
}

/// Compares the words and the links of the pages of a site; the number of links that were compared.
fn compare(name: &str, sources: &Sources) -> usize {
    let outcome = compile(sources, &Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{name}: {:?}", outcome.diagnostics));
    let explanation = explain(sources).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    let mut count = 0;
    for explained in &explanation.bodies {
        let inside = explained.path.trim_start_matches("content/").trim_end_matches(".md");
        let path = match explained.document {
            Some(number) if number.index() >= explanation.published => continue,
            Some(_) => format!("{inside}/index.html"),
            None => format!("{}/index.html", inside.trim_start_matches("pages/").trim_end_matches("/index")),
        };
        let source = sources.text(&explained.path).expect("its file");
        let (_, markdown) = source.split_once("\n---\n").expect("front matter");
        // Where the build puts figures in, the text is more than the source's; the method's own tests look at those.
        if markdown.contains("{{decode-rows}}") {
            continue;
        }
        let page = dom::page_with_raw_html(&site, &path);
        let [definition, body] = explained.document.map_or([&[][..], body(&page)], |_| of_entry(&page));
        let shown = words(&format!("{}\n{}", of_html(definition), of_html(body)));
        // A definition of the front matter stands before the body, unless the body begins with it.
        let front = explained.document.map(|number| explanation.documents[number].front.definition.as_str());
        let both = words(&format!("{}\n{}", of_markdown(front.unwrap_or_default()), of_markdown(markdown)));
        if shown != of_markdown(markdown) {
            assert_eq!(shown, both, "{name}: the text of {path}");
        }
        let decided: Vec<String> = explained
            .decisions
            .iter()
            .filter(|decision| decision.skipped.is_none() && decision.by != MatchOrigin::Address)
            .map(|decision| decision.words.clone())
            .collect();
        let shown = [links(definition), links(body)].concat();
        assert_eq!(shown.len(), decided.len(), "{name}: the links of {path}");
        for (shown, decided) in shown.iter().zip(&decided) {
            assert_eq!(*shown, of_markdown(decided), "{name}: the links of {path}");
        }
        count += shown.len();
    }
    count
}

#[test]
fn the_reference_site_has_the_text_of_its_markdown() {
    assert_ne!(compare("the reference site", &load::load(repository())), 0, "it has no links");
}

#[test]
fn every_case_has_the_text_of_its_markdown() {
    let count: usize = cases()
        .iter()
        .filter(|case| case.is_good())
        .map(|case| compare(&case.name, &case.sources(case.input(), false)))
        .sum();
    assert!(count > 150, "{count} links");
}
