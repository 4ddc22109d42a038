//! Turns the markup of other Markdown tools into Markdown that every reader knows. The number of lines stays, so that
//! places stay, too, but for a blank line above a table that stands right below a text ([`tables`]).
//!
//! 1. Glossaries of `MyST`, in a fence of backticks or colons, become definition lists; its directives for notes become
//!    containers, those for code become code.
//! 2. Roles of `MyST` become links or words: ``{term}`loaf` `` is `[[loaf]]`.
//! 3. Attributes of Pandoc and kramdown go, so that an author's classes never meet ours. An id in them becomes an
//!    anchor, to which links lead.
//! 4. Reference links become inline ones ([`references`]).
//!
//! Never changes code.

use crate::draft::Origin;
use crate::edits::{MARKDOWN, code, edited, is_within, marked_lines};
use crate::references;
use crate::report::{Handling, Report};
use crate::shortcodes::NOTES;
use crate::tables;
use std::ops::Range;

/// Rewrites the Markdown of another tool.
pub(crate) fn plain(text: &str, place: &Origin, report: &mut Report) -> String {
    let text = fences(text, place, report);
    let text = tables::set_apart(&text);
    let text = edited(&text, roles(&text, place, report));
    let text = edited(&text, attributes(&text, place, report));
    references::inlined(&text)
}

/// True for a line of MDX that imports a component.
fn is_component_import(line: &str, place: &Origin) -> bool {
    let named = line.strip_prefix("import ").map(|rest| rest.trim_end().trim_end_matches(';'));
    place.file.ends_with(".mdx") && named.is_some_and(|rest| rest.ends_with(['"', '\'']))
}

/// Returns true if a text has a glossary of `MyST`.
pub(crate) fn has_glossary(text: &str) -> bool {
    text.lines().any(|line| fence(line).is_some_and(|fence| fence.name() == Some("glossary")))
}

/// A line that opens or closes a block: its sign, the length of the run of signs, and the rest of the line.
struct Fence<'a> {
    sign: char,
    length: usize,
    rest: &'a str,
}

impl<'a> Fence<'a> {
    /// Returns the name of a directive: `{name}`.
    fn name(&self) -> Option<&'a str> {
        let (name, _) = self.rest.strip_prefix('{')?.split_once('}')?;
        (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_:".contains(c))).then_some(name)
    }

    /// Returns the words after the name of a directive.
    fn words(&self) -> &'a str {
        self.rest.split_once('}').map_or("", |(_, words)| words.trim())
    }
}

fn fence(line: &str) -> Option<Fence<'_>> {
    let text = line.trim();
    let sign = text.chars().next().filter(|c| matches!(c, '`' | ':' | '~'))?;
    let length = text.len() - text.trim_start_matches(sign).len();
    (length >= 3).then(|| Fence { sign, length, rest: text[length..].trim() })
}

/// The line in place of the end of a glossary, which ends its last definition.
pub(crate) const END: &str = "<!-- -->";

/// The kind of a fence that was opened and not yet closed.
enum OpenBlock {
    Glossary,
    /// A directive that became a container.
    Note,
    /// A division whose lines go.
    Gone,
    /// A directive that goes with its content.
    Hidden,
    /// Code, or a container that stays as it is.
    Kept,
}

/// Names of directives that hold code.
const CODE: [&str; 6] = ["code", "code-block", "code-cell", "sourcecode", "literalinclude", "prompt"];

/// Names of directives for editors and for one version of a text.
const REMARKS: [&str; 8] =
    ["todo", "versionadded", "versionchanged", "deprecated", "toctree", "contents", "index", "tableofcontents"];

/// Rewrites the lines that open and close blocks, and the inside of glossaries.
fn fences(text: &str, place: &Origin, report: &mut Report) -> String {
    let mut open: Vec<(char, usize, OpenBlock)> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    let mut is_head = false;
    let mut in_options = false;
    // Whether the line before was a term.
    let mut term = false;
    // The number of glossaries among the open blocks.
    let mut glossaries = 0_usize;
    for line in text.split('\n') {
        let indent = line.len() - line.trim_start().len();
        let found = fence(line);
        let in_code = matches!(open.last(), Some((sign, _, OpenBlock::Kept)) if *sign != ':');
        let closes = matches!((&found, open.last()), (Some(fence), Some((sign, length, _)))
            if fence.rest.is_empty() && fence.sign == *sign && (fence.length >= *length));
        if closes && let Some((_, _, block)) = open.pop() {
            glossaries -= usize::from(matches!(block, OpenBlock::Glossary));
            in_options = false;
            out.push(match block {
                OpenBlock::Note => format!("{}:::", &line[..indent]),
                OpenBlock::Kept => line.to_owned(),
                OpenBlock::Glossary => END.to_owned(),
                OpenBlock::Gone | OpenBlock::Hidden => String::new(),
            });
        } else if matches!(open.last(), Some((.., OpenBlock::Hidden))) {
            out.push(String::new());
        } else if !in_code && is_component_import(line, place) {
            report.note(Handling::Left, "import of a component", place);
            out.push(String::new());
        } else if let Some(id) = target_line(line).filter(|_| !in_code) {
            let in_glossary = matches!(open.last(), Some((.., OpenBlock::Glossary)));
            out.push(if in_glossary { String::new() } else { format!("<a id=\"{id}\"></a>") });
        } else if let Some(fence) = found.filter(|fence| !in_code && (fence.sign != ':' || !fence.rest.is_empty())) {
            let (block, line) = opened(&fence, line, place, report);
            let in_glossary = glossaries > 0;
            glossaries += usize::from(matches!(block, OpenBlock::Glossary));
            is_head = !matches!(block, OpenBlock::Kept);
            open.push((fence.sign, fence.length, block));
            out.push(if in_glossary { defined(&line, indent, &mut term) } else { line });
        } else if in_options || is_head && line.trim() == "---" {
            // Options of the directive as YAML.
            in_options ^= line.trim() == "---";
            is_head = in_options;
            out.push(String::new());
        } else if is_head && line.trim_start().starts_with(':') && line.trim()[1..].contains(':') {
            // An option of the directive.
            out.push(String::new());
        } else if matches!(open.last(), Some((.., OpenBlock::Glossary))) {
            is_head = false;
            let (line, classifier) = line.split_once(" : ").filter(|_| indent == 0).unwrap_or((line, ""));
            if classifier.chars().count() > 1 {
                report.name(Handling::Left, "classifier of a term", &format!("{line} : {classifier}"), place);
            }
            out.push(defined(line, indent, &mut term));
        } else {
            is_head = is_head && line.trim().is_empty();
            out.push(line.to_owned());
        }
    }
    out.join("\n")
}

/// Returns the name in a line `(name)=`, to which roles lead.
fn target_line(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('(')?.strip_suffix(")=")?;
    (!name.is_empty() && !name.contains(['(', ')', '"', ' '])).then_some(name)
}

/// Returns the kind of a block that a fence opens, and the line that opens it in Markdown.
fn opened(fence: &Fence<'_>, line: &str, place: &Origin, report: &mut Report) -> (OpenBlock, String) {
    let name = fence.name();
    let margin = &line[..line.len() - line.trim_start().len()];
    if name == Some("glossary") {
        return (OpenBlock::Glossary, String::new());
    }
    if let Some(name) = name.filter(|name| REMARKS.contains(name)) {
        let words = format!("{{{name}}} {}", fence.words());
        report.name(Handling::Left, "directive with its content", &words, place);
        return (OpenBlock::Hidden, String::new());
    }
    if let Some(name) = name.filter(|name| NOTES.contains(name) || *name == "seealso") {
        let title = if name == "admonition" || name == "seealso" { fence.words() } else { "" };
        report.note(Handling::Mapped, format!("directive `{{{name}}}` to a container"), place);
        let kind = if matches!(name, "admonition" | "hint" | "seealso" | "alert" | "callout") { "note" } else { name };
        return (OpenBlock::Note, format!("{margin}:::{kind} {title}").trim_end().to_owned());
    }
    if fence.sign == ':' {
        let class = |rest: &str| NOTES.iter().copied().find(|note| rest.contains(&format!(".{note}")));
        if !fence.rest.starts_with('{') {
            return (OpenBlock::Kept, line.to_owned());
        }
        report.note(Handling::Left, "attributes of a division or directive", place);
        return match class(fence.rest) {
            Some(note) => (OpenBlock::Note, format!("{margin}:::{note}")),
            None => (OpenBlock::Gone, String::new()),
        };
    }
    let ticks: String = std::iter::repeat_n(fence.sign, fence.length).collect();
    let language = match name {
        Some(name) if CODE.contains(&name) => fence.words().split(' ').next().unwrap_or_default().to_owned(),
        Some(name) => {
            report.note(Handling::Left, format!("directive `{{{name}}}`, printed as code"), place);
            String::new()
        }
        // ``` {.python .numberLines}
        None if fence.rest.starts_with('{') => {
            let class = fence.rest.split(['{', '}', ' ']).find_map(|part| part.strip_prefix('.'));
            class.unwrap_or_default().to_owned()
        }
        None => return (OpenBlock::Kept, line.to_owned()),
    };
    (OpenBlock::Kept, format!("{margin}{ticks}{language}"))
}

/// Turns a line of a glossary into one of a definition list. The first line below a term gets the colon.
fn defined(line: &str, indent: usize, term: &mut bool) -> String {
    if line.trim().is_empty() {
        return String::new();
    }
    if indent == 0 || line.trim_start().starts_with(": ") {
        *term = indent == 0 && !line.starts_with(": ");
        return line.to_owned();
    }
    if std::mem::take(term) && line.is_char_boundary(1) { format!(":{}", &line[1..]) } else { line.to_owned() }
}

/// Finds the roles of `MyST`, which are code in braces to Markdown.
fn roles(text: &str, place: &Origin, report: &mut Report) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    if !text.contains("}`") {
        return edits;
    }
    for range in code(text, MARKDOWN) {
        let inside = text[range.clone()].trim_matches('`').trim();
        let Some(before) = text[..range.start].strip_suffix('}') else { continue };
        let Some(at) = before.char_indices().rev().take(40).find(|(_, c)| *c == '{').map(|(at, _)| at) else {
            continue;
        };
        let role = &before[at + 1..];
        if role.is_empty() || !role.chars().all(|c| c.is_alphanumeric() || "-_:".contains(c)) {
            continue;
        }
        let pair =
            inside.rsplit_once('<').and_then(|(title, rest)| Some((title.trim(), rest.strip_suffix('>')?.trim())));
        let new = match (role, pair) {
            ("term", Some((title, target))) if title != target => format!("[[{target}|{title}]]"),
            ("term", _) => format!("[[{inside}]]"),
            (_, Some((title, _))) => title.to_owned(),
            ("ref" | "doc" | "abbr" | "dfn" | "guilabel" | "menuselection" | "numref" | "index", None) => {
                inside.to_owned()
            }
            _ => format!("`{inside}`"),
        };
        if role != "term" {
            report.note(Handling::Mapped, format!("role `{{{role}}}` to its words"), place);
        }
        edits.push((at..range.end, new));
    }
    edits
}

/// Finds the attributes of Pandoc and kramdown: `{.class #id key=value}`, `{: .class}`.
fn attributes(text: &str, place: &Origin, report: &mut Report) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    let code = if text.contains('{') { code(text, MARKDOWN) } else { Vec::new() };
    for (start, line) in marked_lines(text, "{") {
        for (at, _) in line.match_indices('{') {
            let Some(length) = line[at..].find('}').filter(|_| !is_within(&code, start + at)) else { continue };
            let (before, after) = (&line[..at], &line[at + length + 1..]);
            if before.ends_with(['\\', '{']) {
                continue;
            }
            // Braces of a formula: `$x_{i=1}$`.
            let is_formula = before.matches('$').count() % 2 == 1 && after.contains('$') || is_index(before);
            if is_formula {
                continue;
            }
            let inside = line[at + 1..at + length].trim();
            let is_last = after.trim().is_empty();
            let is_heading = is_last && line.starts_with('#');
            let (list, is_kramdown) = inside.strip_prefix(':').map_or((inside, false), |list| (list, true));
            // MkDocs writes them behind a paragraph, with a space.
            let is_behind = is_last && before.ends_with(' ') && list.starts_with(['#', '.']);
            let is_alone = before.trim().is_empty() || is_heading || is_last && is_kramdown || is_behind;
            let follows = is_alone || before.ends_with([']', ')', '`', '*', '_', '>']);
            // `{/* #id */}` of MDX, and its comments.
            let comment = list.strip_prefix("/*").and_then(|list| list.strip_suffix("*/")).map(str::trim);
            let id = match comment {
                Some(comment) => Some(comment.strip_prefix('#').filter(|_| is_heading).unwrap_or_default().to_owned()),
                None => ids(list, is_kramdown).filter(|_| follows),
            };
            let Some(id) = id else { continue };
            report.note(Handling::Left, "attributes of Pandoc or kramdown, such as classes", place);
            let anchor = if id.is_empty() { String::new() } else { format!("<a id=\"{id}\"></a>") };
            let range = start + before.trim_end_matches(' ').len()..start + at + length + 1;
            // `[words]{.class}` is the words.
            let open =
                before.rfind('[').filter(|open| before.ends_with(']') && !before[..*open].ends_with([']', '!', '[']));
            if let Some(open) = open {
                edits.push((start + open..start + open + 1, String::new()));
                edits.push((start + at - 1..range.end, anchor));
            } else if is_heading {
                edits.push((range, if id.is_empty() { String::new() } else { format!(" {{#{id}}}") }));
            } else {
                edits.push((range, anchor));
            }
        }
    }
    edits
}

/// Returns true for a text that ends in the sign of an index, `x_`, and not in emphasis, `_x_`.
fn is_index(before: &str) -> bool {
    before.strip_suffix('_').is_some_and(|rest| !rest.ends_with('_') && !rest.contains('_'))
}

/// Returns the id in a list of attributes, empty without one; `None` for braces that hold something else.
fn ids(list: &str, is_kramdown: bool) -> Option<String> {
    let mut id = String::new();
    let mut rest = list.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
        let (mut token, mut after) = rest.split_at(end);
        if after.starts_with('"') {
            let close = after[1..].find('"')? + 2;
            token = &rest[..end + close];
            after = &after[close..];
        }
        let is_word = |word: &str| !word.is_empty() && !word.contains(['{', '<', '$', '\\']);
        match token.chars().next()? {
            '#' if is_word(&token[1..]) => token[1..].clone_into(&mut id),
            '.' if is_word(&token[1..]) && !token[1..].starts_with(|c: char| c == '.' || c.is_ascii_digit()) => {}
            _ if token.split_once('=').is_some_and(|(key, _)| key.chars().all(|c| c.is_alphanumeric() || c == '-')) => {
            }
            '-' if token.len() == 1 => {}
            _ if is_kramdown => {}
            _ => return None,
        }
        rest = after.trim_start();
    }
    Some(id.split('.').next().unwrap_or_default().to_owned())
}

/// Maximum length of a tag that sets an anchor, characters.
const MAX_TAG: usize = 300;

/// Returns the ids and names of the tags in Markdown, and the ids of its headings, to which links may lead.
pub(crate) fn anchors(markdown: &str) -> Vec<String> {
    let headings = markdown.lines().filter(|line| line.starts_with('#'));
    let id = |line: &str| Some(line.trim_end().strip_suffix('}')?.rsplit_once(" {#")?.1.to_owned());
    let mut found: Vec<String> = headings.filter_map(id).collect();
    for (at, _) in markdown.match_indices('<') {
        let end = markdown[at..].char_indices().take(MAX_TAG).find(|(_, c)| *c == '>');
        let Some((end, _)) = end else { continue };
        let tag = &markdown[at..at + end];
        let values = [" id=", " name="].iter().filter_map(|key| {
            let value = &tag[tag.find(key)? + key.len()..];
            let value = value.trim_start_matches(['"', '\'']).split(['"', '\'', ' ', '>', '/']).next()?;
            (!value.is_empty()).then(|| value.to_owned())
        });
        found.extend(values);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{anchors, plain};
    use crate::draft::Origin;
    use crate::report::Report;

    #[test]
    fn other_tools() {
        for (text, expected) in [
            ("```{glossary}\n:sorted: true\n\nCrumb\n    Inside.\n```\n", "\n\n\nCrumb\n:   Inside.\n<!-- -->\n"),
            (":::{glossary}\nA\nB\n  One.\n\n  Two.\n:::", "\nA\nB\n: One.\n\n  Two.\n<!-- -->"),
            ("A {term}`loaf`, {term}`loaves <loaf>`, {ref}`here <x>`.", "A [[loaf]], [[loaf|loaves]], here."),
            ("[loaf](loaf.html){:.glossary} {: #a .b}", "[loaf](loaf.html)<a id=\"a\"></a>"),
            ("## Loaf {#Loaf .chapter .small}", "## Loaf {#Loaf}"),
            ("A [small word]{.small} and a set {1, 2}.", "A small word and a set {1, 2}."),
            ("::: {.wide}\nx\n:::\n\n:::{note}\ny\n:::", "\nx\n\n\n:::note\ny\n:::"),
            ("```{code-block} python\nx = {.a}\n```", "```python\nx = {.a}\n```"),
            ("[a][] and [b][c] and `[d][]`", "[[a]] and [[c|b]] and `[d][]`"),
            ("[a][]\n\n[a]: https://a.example/", "[a](https://a.example/)\n\n[a]: https://a.example/"),
        ] {
            assert_eq!(plain(text, &Origin::default(), &mut Report::default()), expected, "{text}");
        }
        assert_eq!(anchors("<span id=\"a\">x</span> <a name='b'></a>"), ["a", "b"]);
    }
}
