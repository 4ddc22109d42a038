//! Splits headwords that hold several names: `sourdough, levain`, `A / B`, `A or B`, `Levain (also starter)`. The first
//! name is the term, the others are its aliases.
//!
//! A comma or a slash may belong to a name ("read, write", "AC/DC"), so a headword stays whole if a sign speaks against
//! several names: it is written so in a text, its text speaks of each part or of two things, a part is the name of
//! another entry, or both parts are written like names of places and persons. The report names what was split, and
//! what was not.

use crate::draft::Draft;
use crate::markup;
use crate::report::{Handling, Report};
use rooflight_glossary::syntax::lead::words;
use std::collections::BTreeSet;

/// Sets a draft's term from Markdown, and the anchors in it as targets.
pub(crate) fn set(draft: &mut Draft, markdown: &str) {
    let text = markdown.trim();
    // A colon that only stands before the definition.
    let text = text.strip_suffix(':').filter(|name| name.len() > 2 && !name.contains(':')).unwrap_or(text);
    let plain = words(text);
    // Markdown sees a mark in a lone sign such as `>`.
    draft.term = if plain.is_empty() && markup::anchors(text).is_empty() { text.to_owned() } else { plain };
    // Anchors may stand before it.
    let own = text.rfind('>').map_or(text, |end| text[end + 1..].trim());
    let is_code = own.len() > 2 && own.starts_with('`') && own[1..].find('`') == Some(own.len() - 2);
    draft.signs.is_one_name |= is_code || own.starts_with(['"', '“', '„', '«']);
    draft.targets.extend(markup::anchors(text));
}

/// Names of pages that list terms; those that begin with "gloss" need no line.
const GLOSSARIES: &str = "definitions définitions definiciones definições begriffe begriffserklärungen acronyms abbreviations abkürzungen \
    woordenlijst 用語集 术语表 術語表 용어집 глоссарий словарь مسرد sözlük";

/// Returns true if a file or page is named like a glossary.
pub(crate) fn names_glossary(name: &str) -> bool {
    let name = name.to_lowercase();
    let all: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_listed = |word: &&str| GLOSSARIES.split_whitespace().any(|known| known == *word);
    all.len() <= 5 && all.iter().any(|word| word.starts_with("gloss")) || all.len() <= 2 && all.iter().any(is_listed)
}

/// Words of grammar that stand beside a term.
const GRAMMAR: &str = "n noun v verb vt vi adj adjective adv adverb abbr pl plural sg singular m f mf nt prep pron proper \
    substantiv nomen adjektiv verbo nom adjectif sustantivo adjetivo";

/// Returns true for words of grammar, such as "n." and "noun, plural".
pub(crate) fn is_grammar(text: &str) -> bool {
    let mut all = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    all.peek().is_some() && all.all(|word| GRAMMAR.split(' ').any(|known| known == word.to_lowercase()))
}

/// Words before another name, in a parenthesis or after a comma; those that begin like another come before it.
const MARKERS: &str = "also known as|also called|also referred to as|also|a.k.a.|aka|or|abbr.|abbreviated as|short for|short|\
    synonyms|synonym|auch|kurz|aussi|también|formerly|plural|pl.";

/// Returns the names in the parenthesis after a name, and its other words: what the name abbreviates, or everything
/// from a word such as "also" on. `None` if it holds no name.
fn other_names(name: &str, inside: &str) -> Option<(Vec<String>, String)> {
    if abbreviates(inside, name) || abbreviates(name, inside) {
        return Some((vec![inside.to_owned()], String::new()));
    }
    let starts = [0].into_iter().chain(inside.match_indices([',', ';']).map(|(at, sign)| at + sign.len()));
    let start =
        starts.into_iter().find(|at| without_marker(inside[*at..].trim()).len() < inside[*at..].trim().len())?;
    let rest = without_marker(inside[start..].trim());
    let names = parts(rest).map_or_else(|| vec![rest.to_owned()], |(_, parts)| parts);
    Some((names, inside[..start].trim_end_matches([',', ';']).to_owned()))
}

fn without_marker(text: &str) -> &str {
    let low = text.to_lowercase();
    let is_marker = |marker: &&str| low.strip_prefix(*marker).is_some_and(|rest| rest.starts_with([' ', ':']));
    let length = MARKERS.split('|').find(is_marker).map_or(0, str::len);
    text.get(length..).unwrap_or_default().trim_start_matches([' ', ':']).trim_end()
}

/// Signs and words between names, the strongest first; the last are the commas.
const SEPARATORS: [&[&str]; 4] =
    [&["; ", "；"], &[" / "], &[" or ", " oder ", " ou "], &[", or ", ", oder ", ", ou ", ", ", "，", "、", "، "]];

/// Splits a text at the first separator of [`SEPARATORS`] that it has, and at commas too if that is a word.
fn parts(text: &str) -> Option<(usize, Vec<String>)> {
    if text.contains(['(', '（']) {
        return None;
    }
    // One name in two scripts.
    if let Some((first, second)) = text.split_once([':', '：']).map(|(first, second)| (first.trim(), second.trim()))
        && is_latin(first) != is_latin(second)
        && [first, second].iter().all(|name| name.contains(char::is_alphabetic) && !name.contains([':', '：']))
    {
        return Some((0, vec![first.to_owned(), second.to_owned()]));
    }
    let kind = SEPARATORS.iter().position(|signs| signs.iter().any(|sign| text.contains(sign)))?;
    let commas: &[&str] = if kind == 2 { SEPARATORS[3] } else { &[] };
    let joined = commas.iter().chain(SEPARATORS[kind]).fold(text.to_owned(), |text, sign| text.replace(sign, "\n"));
    let found: Vec<String> =
        joined.split('\n').map(|part| without_marker(part.trim()).to_owned()).filter(|part| !part.is_empty()).collect();
    (found.len() > 1).then_some((kind, found))
}

/// True if all letters are Latin ones.
fn is_latin(name: &str) -> bool {
    name.chars().filter(|c| c.is_alphabetic()).all(|c| c < '\u{250}')
}

/// Returns true if a name abbreviates another one: its capitals are the initials of the words, or one name holds the
/// other as its words.
fn abbreviates(short: &str, long: &str) -> bool {
    let initials: String = long
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_lowercase)
        .collect();
    let letters: String = short.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let capitals = short.chars().filter(|c| c.is_uppercase()).count();
    let mut rest = initials.chars();
    let is_initials = letters.chars().all(|c| rest.any(|initial| initial == c));
    capitals > 1 && !short.contains(' ') && is_initials && letters.chars().next() == initials.chars().next()
}

/// Returns true if the words of one name are among those of the other.
fn holds(long: &str, short: &str) -> bool {
    let all: BTreeSet<&str> = long.split(' ').collect();
    short.split(' ').all(|word| all.contains(word))
}

/// The texts and names of a glossary, which show whether a headword is one name.
struct Evidence {
    texts: String,
    names: BTreeSet<String>,
    /// Whether the input has a field for further names, so that it writes none into the headword.
    has_field: bool,
}

/// Maximum size of the texts in which headwords are looked up, bytes.
const MAX_TEXTS: usize = 1 << 19;

impl Evidence {
    fn new(drafts: &[Draft]) -> Self {
        // The more headwords there are, the shorter is the text in which each is looked up.
        let most = MAX_TEXTS.min((1 << 32) / drafts.len().max(1));
        let mut texts = String::new();
        for text in drafts.iter().flat_map(|draft| [&draft.definition, &draft.body]) {
            if texts.len() + text.len() < most {
                texts.push_str(&text.to_lowercase());
                texts.push('\n');
            }
        }
        let names = drafts.iter().map(|draft| draft.term.to_lowercase()).collect();
        Self { texts, names, has_field: drafts.iter().any(|draft| draft.signs.has_alias_field) }
    }

    /// Returns true if these parts of a headword are names of one thing.
    fn is_several(&self, draft: &Draft, separator: usize, parts: &[String]) -> bool {
        let low: Vec<String> = parts.iter().map(|part| part.to_lowercase()).collect();
        if parts.len() > 5 || !low.iter().all(|part| is_name(part)) || parts[1..].contains(&parts[0]) {
            return false;
        }
        let is_pair = |(a, b): (&String, &String)| abbreviates(a, b) || abbreviates(b, a);
        let holds = |(a, b): (&String, &String)| holds(a, b) || holds(b, a);
        if parts.iter().zip(&parts[1..]).all(is_pair) || low.iter().zip(&low[1..]).all(holds) {
            return true;
        }
        let own = words(&format!("{}\n\n{}", draft.definition, draft.body)).to_lowercase();
        let mut first = own.split(|c: char| !c.is_alphanumeric()).take(2);
        let is_of_many = first.any(|word| MANY.contains(&word));
        let is_capital = |part: &String| !part.contains(' ') && part.starts_with(char::is_uppercase);
        let is_acronym = |part: &String| part.chars().count() < 6 && part.chars().all(char::is_uppercase);
        let is_like_places = separator == SEPARATORS.len() - 1 && parts.iter().all(is_capital);
        !(self.has_field
            || low.iter().any(|part| self.names.contains(part))
            || self.texts.contains(&draft.term.to_lowercase())
            || low.iter().filter(|part| has_word(&own, part)).count() > 1
            || is_of_many
            || is_like_places
            || parts.iter().all(is_acronym))
    }
}

/// Words at the beginning of a text that speaks of more than one thing.
const MANY: [&str; 9] = ["two", "three", "pair", "these", "zwei", "drei", "deux", "trois", "dos"];

/// Ends of names that follow a comma.
const SUFFIXES: [&str; 8] = ["inc", "ltd", "llc", "jr", "sr", "gmbh", "co", "d.c"];

/// Returns true if a part of a headword, in lower case, may be a name of its own.
fn is_name(part: &str) -> bool {
    let is_joined = ["and ", "und ", "et ", "y "].iter().any(|word| part.starts_with(word));
    let is_joining = [" and ", " und ", " et "].iter().any(|word| part.contains(word));
    let is_long = part.chars().count() > 60 || part.split(' ').count() > 6;
    let is_suffix = SUFFIXES.contains(&part.trim_end_matches('.'));
    part.contains(char::is_alphanumeric) && !(is_joined || is_joining || is_long || is_suffix)
}

fn has_word(text: &str, word: &str) -> bool {
    let is_edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| is_edge(text[..at].chars().next_back()) && is_edge(text[at + word.len()..].chars().next()))
}

/// Splits the headwords of a glossary.
pub(crate) fn split(drafts: &mut [Draft], report: &mut Report) {
    let evidence = Evidence::new(drafts);
    for draft in drafts {
        let whole = draft.term.clone();
        let name = |report: &mut Report, handling, what: &str, words: &str| {
            report.name(handling, what, words, &draft.origin);
        };
        draft.aliases.retain(|alias| {
            // A field for other names holds no words of grammar.
            let is_grammar = !draft.signs.has_alias_field && is_grammar(alias.trim_matches(['(', ')']));
            if is_grammar {
                name(report, Handling::Left, ASIDE, &format!("{whole} ({})", alias.trim_matches(['(', ')'])));
            }
            !is_grammar
        });
        let own = parenthesis(&whole).filter(|(before, inside)| other_names(before, inside).is_some());
        if let Some((before, _)) = own {
            before.clone_into(&mut draft.term);
        }
        let asides = [own.map(|(_, inside)| inside.to_owned()), draft.aside.take()];
        for inside in asides.into_iter().flatten() {
            let (names, other) = other_names(&draft.term, &inside).unwrap_or((Vec::new(), inside));
            draft.aliases.extend(names);
            if !other.is_empty() {
                name(report, Handling::Left, ASIDE, &format!("{} ({other})", draft.term));
            }
        }
        if let Some((separator, parts)) = parts(&draft.term).filter(|_| !draft.signs.is_one_name) {
            if evidence.is_several(draft, separator, &parts) {
                let others = draft.aliases.split_off(0);
                let mut all = parts.into_iter().chain(others);
                draft.term = all.next().unwrap_or_default();
                draft.aliases = all.collect();
            } else {
                let what = "headword with a comma, a slash or “or”, kept as one name";
                report.name(Handling::Guessed, what, &whole, &draft.origin);
            }
        }
        if draft.term != whole {
            let shown = [std::slice::from_ref(&draft.term), &draft.aliases].concat().join(" · ");
            report.name(Handling::Mapped, "headword of several names, to a term and aliases", &shown, &draft.origin);
            draft.targets.extend([crate::address::anchor(&whole), whole]);
        }
    }
}

/// What the report says of words beside a term that are no names.
const ASIDE: &str = "words in parentheses after a term";

/// Splits `name (words)`.
fn parenthesis(term: &str) -> Option<(&str, &str)> {
    let (name, inside) = term.strip_suffix(')')?.rsplit_once(" (")?;
    Some((name.trim(), inside.trim()))
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::draft::Draft;
    use crate::report::Report;

    #[test]
    fn names_and_commas() {
        for (headword, text, names) in [
            ("sourdough, levain", "A living starter.", "sourdough|levain"),
            ("desired dough temperature, DDT", "A target.", "desired dough temperature|DDT"),
            ("arena, arena allocation", "An arena is memory, for arena allocation.", "arena|arena allocation"),
            ("Bonheur / Félicité", "Un état.", "Bonheur|Félicité"),
            ("loaf or batard", "A shape.", "loaf|batard"),
            ("Levain (also starter, culture)", "It lives.", "Levain|starter|culture"),
            ("Pear (Pyrus, also Birne)", "A fruit.", "Pear|Birne"),
            ("Pear (Pyrus, a genus)", "A fruit.", "Pear (Pyrus, a genus)"),
            ("Desired dough temperature (DDT)", "A target.", "Desired dough temperature|DDT"),
            ("DDT (desired dough temperature)", "A target.", "DDT|desired dough temperature"),
            ("read, write", "Two operations.", "read, write"),
            ("read, write", "To read is to load, to write is to store.", "read, write"),
            ("Hello, world", "A program that prints “Hello, world”.", "Hello, world"),
            ("Portland, Oregon", "A town.", "Portland, Oregon"),
            ("Acme, Inc.", "A company.", "Acme, Inc."),
            ("lock, stock and barrel", "Everything.", "lock, stock and barrel"),
            ("AC/DC", "A current.", "AC/DC"),
            ("TCP / IP", "A stack.", "TCP / IP"),
            ("1,000", "A number.", "1,000"),
            ("発酵: fermentation", "A change.", "発酵|fermentation"),
            ("Note: flour", "A remark.", "Note: flour"),
            ("function (mathematics)", "A map.", "function (mathematics)"),
        ] {
            let draft = Draft { term: headword.to_owned(), definition: text.to_owned(), ..Draft::default() };
            let mut drafts = [draft];
            split(&mut drafts, &mut Report::default());
            let found = [std::slice::from_ref(&drafts[0].term), &drafts[0].aliases].concat().join("|");
            assert_eq!(found, names, "{headword}");
        }
    }
}
