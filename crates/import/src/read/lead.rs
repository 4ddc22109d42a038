//! Splits an item or paragraph that defines a term: `**Term**: text`, `Term — text`.

/// How the term is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TermMark {
    /// By bold, emphasis, code or a link.
    Set,
    /// By a colon, dash or equals sign alone.
    Plain,
}

/// A term and the text after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lead<'a> {
    /// The term as Markdown.
    pub(super) term: &'a str,
    /// The text as Markdown; may be empty.
    pub(super) text: &'a str,
    /// How the term is marked.
    pub(super) mark: TermMark,
}

/// Signs between a term and its definition.
const BETWEEN: [char; 8] = [':', '：', '-', '–', '—', '−', '=', '→'];

/// Maximum length of a term without bold or other markup, characters.
const MAX_PLAIN_TERM_CHARS: usize = 60;

/// Splits the Markdown of an item or paragraph; `None` if it defines no term.
pub(super) fn split(markdown: &str) -> Option<Lead<'_>> {
    let text = markdown.trim_start();
    set_apart(text).or_else(|| plain(text))
}

fn set_apart(text: &str) -> Option<Lead<'_>> {
    // Tries double marks before single ones, which are their prefixes.
    for mark in ["**", "__", "`", "*", "_"] {
        let Some(inside) = text.strip_prefix(mark) else { continue };
        let end = inside.find(mark).filter(|end| *end > 0 && !inside[..*end].contains("\n\n"))?;
        let term = inside[..end].trim().trim_end_matches(BETWEEN).trim_end();
        let rest = &inside[end + mark.len()..];
        let had_sign = term.len() < inside[..end].trim().len();
        let rest = after_parenthesis(rest);
        let after = rest.trim_start_matches([' ', '\t']);
        let text = after.trim_start_matches(BETWEEN);
        let is_separated = had_sign || text.len() < after.len() || after.starts_with('\n') || after.is_empty();
        // "**Term** is …" defines a term; "**bold** Words" does not.
        let is_bold = mark.len() == 2;
        let is_sentence = is_bold && after.starts_with(|c: char| c.is_lowercase() || !c.is_ascii());
        if term.is_empty() || !(is_separated || is_sentence) {
            return None;
        }
        let text = if is_separated { text.trim_start() } else { after };
        return Some(Lead { term, text, mark: TermMark::Set });
    }
    let inside = text.strip_prefix('[')?;
    let end = inside.find("](")?;
    let close = inside[end..].find(')').map(|at| end + at)?;
    let rest = inside[close + 1..].trim_start_matches([' ', '\t']);
    let separated = rest.trim_start_matches(BETWEEN);
    let term = inside[..end].trim_matches(['*', '_', '`']);
    (separated.len() < rest.len() && !term.is_empty()).then(|| Lead {
        term,
        text: separated.trim_start(),
        mark: TermMark::Set,
    })
}

/// Skips a parenthesis such as "(noun)" between a term and the sign after it.
fn after_parenthesis(rest: &str) -> &str {
    let inside = rest.trim_start_matches(' ').strip_prefix('(').and_then(|inside| inside.split_once(')'));
    match inside {
        Some((words, after)) if words.len() <= 40 && after.trim_start_matches(' ').starts_with(BETWEEN) => after,
        _ => rest,
    }
}

fn plain(text: &str) -> Option<Lead<'_>> {
    let line = text.lines().next().unwrap_or_default();
    let at = [": ", "： ", "：", " - ", " – ", " — ", "—", " = "].iter().filter_map(|sign| {
        let at = line.find(sign)?;
        Some((at, sign.len()))
    });
    let (at, length) = at.min()?;
    let term = line[..at].trim();
    let is_term = !term.is_empty()
        && term.chars().count() <= MAX_PLAIN_TERM_CHARS
        && term.split_whitespace().count() <= 8
        && !term.contains(['[', ']', '<', '>', '|', '!', '?', ';'])
        && !term.contains("http");
    let rest = text[at + length..].trim_start();
    (is_term && !rest.is_empty()).then_some(Lead { term, text: rest, mark: TermMark::Plain })
}

#[cfg(test)]
mod tests {
    use super::{TermMark, split};

    #[test]
    fn terms_and_texts() {
        for (markdown, term, text, mark) in [
            ("**API**: a door", "API", "a door", TermMark::Set),
            ("**API:** a door", "API", "a door", TermMark::Set),
            ("**API** — a door", "API", "a door", TermMark::Set),
            ("**API**\na door", "API", "a door", TermMark::Set),
            ("**An API** is a door", "An API", "is a door", TermMark::Set),
            ("__API__ (Interface): a door", "API", "a door", TermMark::Set),
            ("`null` - nothing", "null", "nothing", TermMark::Set),
            ("[**API**](https://a.b/c): a door", "API", "a door", TermMark::Set),
            ("API: a door", "API", "a door", TermMark::Plain),
            ("サーバー：提供する", "サーバー", "提供する", TermMark::Plain),
        ] {
            let lead = split(markdown).unwrap_or_else(|| panic!("{markdown}"));
            assert_eq!((lead.term, lead.text, lead.mark), (term, text, mark), "{markdown}");
        }
        for no in ["A sentence without a sign.", "**bold** Words", "*see* also https://a.b/", ""] {
            assert_eq!(split(no), None, "{no}");
        }
    }
}
