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
    /// Further names as Markdown, as in `**DDT**, *desired dough temperature*: …`.
    pub(super) others: Vec<&'a str>,
    /// The words in parentheses after the term.
    pub(super) aside: Option<&'a str>,
    /// The text as Markdown; may be empty.
    pub(super) text: &'a str,
    /// How the term is marked.
    pub(super) mark: TermMark,
}

impl<'a> Lead<'a> {
    /// Creates the lead of a term that stands alone.
    pub(super) fn of(term: &'a str) -> Self {
        Self { term, others: Vec::new(), aside: None, text: "", mark: TermMark::Set }
    }
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

/// Marks of a term; double ones before single ones, which are their prefixes.
const MARKS: [&str; 5] = ["**", "__", "`", "*", "_"];

/// Returns the mark that a text begins with, the text inside, and the text after it.
fn marked(text: &str) -> Option<(&'static str, &str, &str)> {
    let mark = MARKS.into_iter().find(|mark| text.starts_with(mark))?;
    let inside = &text[mark.len()..];
    let end = inside.find(mark).filter(|end| *end > 0 && !inside[..*end].contains("\n\n"))?;
    Some((mark, &inside[..end], &inside[end + mark.len()..]))
}

fn set_apart(text: &str) -> Option<Lead<'_>> {
    if let Some((mark, inside, rest)) = marked(text) {
        let term = inside.trim().trim_end_matches(BETWEEN).trim_end();
        let had_sign = term.len() < inside.trim().len();
        let (others, aside, rest) = if had_sign { (Vec::new(), None, rest) } else { further_names(rest) };
        let after = rest.trim_start_matches([' ', '\t']);
        let text = after.trim_start_matches(BETWEEN);
        // A line in italics alone is a remark.
        let is_alone = after.starts_with('\n') || after.is_empty() && !matches!(mark, "*" | "_");
        let is_separated = had_sign || text.len() < after.len() || is_alone;
        // "**Term** is …" defines a term; "**bold** Words" does not.
        let is_bold = mark.len() == 2;
        let is_sentence = is_bold && after.starts_with(|c: char| c.is_lowercase() || !c.is_ascii());
        if term.is_empty() || !(is_separated || is_sentence) {
            return None;
        }
        let text = if is_separated { text.trim_start() } else { after };
        return Some(Lead { term, others, aside, text, mark: TermMark::Set });
    }
    let inside = text.strip_prefix('[')?;
    let end = inside.find("](")?;
    let close = inside[end..].find(')').map(|at| end + at)?;
    let rest = inside[close + 1..].trim_start_matches([' ', '\t']);
    let separated = rest.trim_start_matches(BETWEEN);
    let term = inside[..end].trim_matches(['*', '_', '`']);
    (separated.len() < rest.len() && !term.is_empty()).then(|| Lead { text: separated.trim_start(), ..Lead::of(term) })
}

/// Words between the names of a term.
const CONNECTIVES: [&str; 10] = [",", "/", ";", "or ", "oder ", "ou ", "aka ", "a.k.a. ", "also ", "also known as "];

/// Reads the names and the parenthesis between a marked term and the sign before its text: `, *long name*`,
/// `(also *other name*)`. Returns nothing if no sign follows them.
fn further_names(rest: &str) -> (Vec<&str>, Option<&str>, &str) {
    let (mut others, mut aside, mut now) = (Vec::new(), None, rest);
    loop {
        let text = now.trim_start_matches([' ', '\t']);
        if let Some((inside, after)) = text.strip_prefix('(').and_then(|inside| inside.split_once(')'))
            && inside.chars().count() <= MAX_PLAIN_TERM_CHARS
            && aside.is_none()
        {
            (aside, now) = (Some(inside), after);
            continue;
        }
        let connective = CONNECTIVES.iter().rev().find_map(|word| text.strip_prefix(word));
        let name = connective.unwrap_or(text).trim_start_matches([' ', '\t']);
        if let Some((_, inside, after)) = marked(name) {
            others.push(inside);
            now = after;
            continue;
        }
        let plain = connective.and_then(|_| Some((name, sign(name.lines().next()?)?.0)));
        if let Some((name, end)) = plain.filter(|(name, end)| is_short(&name[..*end])) {
            others.push(&name[..end]);
            now = &name[end..];
        }
        break;
    }
    let after = now.trim_start_matches([' ', '\t']);
    if now.len() == rest.len() || after.starts_with(BETWEEN) { (others, aside, now) } else { (Vec::new(), None, rest) }
}

/// Returns true for words that may be a name: a few, without a mark of a sentence.
fn is_short(words: &str) -> bool {
    let words = words.trim();
    !words.is_empty() && words.split_whitespace().count() <= 5 && !words.contains(['.', '!', '?', '[', '(', '`'])
}

/// Returns the place and the length of the first sign between a plain term and its definition.
fn sign(line: &str) -> Option<(usize, usize)> {
    let signs = [": ", "： ", "：", " - ", " – ", " — ", "—", " = "].iter();
    signs.filter_map(|sign| Some((line.find(sign)?, sign.len()))).min()
}

/// Returns the place and the length of a colon and the line break that its author set after it: `term:\`.
fn broken_sign(text: &str) -> Option<(usize, usize)> {
    let (line, rest) = text.split_once('\n')?;
    let broken = line.strip_suffix('\\').or_else(|| line.strip_suffix("  "))?;
    let term = broken.trim_end().strip_suffix([':', '：'])?;
    (!rest.trim().is_empty()).then_some((term.len(), line.len() - term.len()))
}

fn plain(text: &str) -> Option<Lead<'_>> {
    let line = text.lines().next().unwrap_or_default();
    let (at, length) = sign(line).or_else(|| broken_sign(text))?;
    let term = line[..at].trim();
    let is_term = !(term.is_empty() || term.starts_with("**") || term.starts_with("__"))
        && term.chars().count() <= MAX_PLAIN_TERM_CHARS
        && term.split_whitespace().count() <= 8
        && !term.contains(['[', ']', '<', '>', '|', '!', '?', ';'])
        && !term.contains("http");
    let rest = text[at + length..].trim_start();
    (is_term && !rest.is_empty()).then(|| Lead { text: rest, mark: TermMark::Plain, ..Lead::of(term) })
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
        for no in ["A sentence without a sign.", "**bold** Words", "*see* also https://a.b/", "*thought, wisdom*", ""] {
            assert_eq!(split(no), None, "{no}");
        }
    }

    #[test]
    fn further_names() {
        for (markdown, others, aside, text) in [
            ("**DDT**, *desired dough temperature*: warm", vec!["desired dough temperature"], None, "warm"),
            ("**DDT**, dough temperature: warm", vec!["dough temperature"], None, "warm"),
            ("**A** / **B** or `C` — both", vec!["B", "C"], None, "both"),
            ("**Levain** (also *starter*): living", vec![], Some("also *starter*"), "living"),
        ] {
            let found = split(markdown).map(|lead| (lead.others, lead.aside, lead.text));
            assert_eq!(found, Some((others, aside, text)), "{markdown}");
        }
        assert_eq!(split("**A** (b) is a letter: one"), None);
    }
}
