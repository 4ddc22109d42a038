//! The lead of a body: the words that define the term if the front matter has no definition.
//!
//! 1. The lead is everything before `<!--more-->`, else the first paragraph.
//! 2. Markup, links and pictures are removed, and formulas become their LaTeX. Characters that could be markup are
//!    escaped.
//! 3. A text over the limit is cut after the last sentence that fits, else between two words, with an ellipsis.
//!
//! Where the lead begins the body, its paragraphs are the definition as its page shows it, with their links
//! ([`crate::syntax::definition`]).

use crate::syntax::heading_target;
use crate::syntax::marks::{MarkPiece, Marks};
use crate::syntax::math::dollars;
use crate::syntax::{footnotes, foreign, parser};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The content of the comment that ends a lead, as in Hugo and Jekyll.
const MORE: &str = "more";

/// The Markdown extensions whose markup is removed.
const OPTIONS: Options = Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_WIKILINKS);

/// The words that define a term, and the part of the body that they replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// The words, as short Markdown.
    pub text: String,
    /// Its bytes in the body.
    pub range: Range<usize>,
    /// The length in bytes of the beginning of the body that the words replace without a loss; 0 if they do not.
    pub length: usize,
    /// True if words were cut off.
    pub is_cut: bool,
}

/// The lead of a body in at most `limit` characters; `None` if it has no words. If `emoji` is set, names of emoji
/// become characters.
#[must_use]
pub fn lead(body: &str, limit: usize, emoji: bool) -> Option<Lead> {
    let (range, end) = match more(body) {
        Some(mark) => (0..mark.start, mark.end),
        None => first_paragraph(body).map(|range| (range.clone(), range.end))?,
    };
    let text = read(&body[range.clone()], emoji);
    let cut = first_sentences(&text, limit);
    let is_cut = cut.len() < text.len();
    let is_whole = !is_cut && body[..range.start].trim().is_empty() && !is_rich(&body[range.clone()]);
    let text = escaped(&cut);
    // Escapes take room too; such a text stays in the body as well.
    let fits = text.chars().count() <= limit;
    let text = if fits { text } else { first_sentences(&text, limit) };
    (!text.is_empty()).then_some(Lead { text, range, length: if is_whole && fits { end } else { 0 }, is_cut })
}

/// The bytes of the first `<!--more-->`; spaces inside are allowed.
#[must_use]
pub fn more(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    while let Some(at) = text[from..].find("<!--").map(|at| from + at) {
        let inside = &text[at + 4..];
        let end = inside.find("-->")?;
        if inside[..end].trim() == MORE {
            return Some(at..at + 4 + end + 3);
        }
        from = at + 4 + end + 3;
    }
    None
}

/// The bytes of a body's first paragraph that is not a picture alone.
pub(super) fn first_paragraph(body: &str) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (event, range) in parser::events(body, false) {
        match event {
            Event::Start(Tag::Paragraph) if depth == 0 && !words(&body[range.clone()]).is_empty() => {
                return Some(range);
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn is_inline(tag: TagEnd) -> bool {
    use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong};
    matches!(tag, Emphasis | Strong | Strikethrough | Link | Image)
}

/// True for Markdown that has links, pictures, notes or formulas.
fn is_rich(markdown: &str) -> bool {
    let is_more = |event| {
        matches!(event, Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::FootnoteReference(_))
            || dollars::kind(&event).is_some()
    };
    let (text, options) = with_formulas(markdown);
    markdown.contains("^[")
        || markdown.contains(['[', '$'])
            && Parser::new_ext(&text, options.union(Options::ENABLE_OLD_FOOTNOTES)).any(is_more)
}

/// The Markdown with dollar signs escaped that enclose no formula, and the options to parse it with.
fn with_formulas(markdown: &str) -> (Cow<'_, str>, Options) {
    if !markdown.contains('$') {
        return (Cow::Borrowed(markdown), OPTIONS);
    }
    let text = dollars::escaped(markdown).map_or(Cow::Borrowed(markdown), |copy| Cow::Owned(copy.text));
    (text, OPTIONS.union(Options::ENABLE_MATH))
}

/// The words of Markdown without markup, pictures and HTML; each run of white space becomes one space.
#[must_use]
pub fn words(markdown: &str) -> String {
    read(markdown, false)
}

fn read(markdown: &str, emoji: bool) -> String {
    let mut out = String::new();
    let mut hidden = 0_usize;
    let mut bare = None;
    let plain = foreign::plain(markdown, emoji);
    let markdown = plain.as_ref().map_or(markdown, |copy| &copy.text);
    let noted = footnotes::at_the_end(markdown, false);
    let (text, options) = with_formulas(noted.as_ref().map_or(markdown, |copy| &copy.text));
    let marks = Marks::new(&text, options.contains(Options::ENABLE_MATH));
    for (event, span) in Parser::new_ext(&text, options.union(Options::ENABLE_OLD_FOOTNOTES)).into_offset_iter() {
        match event {
            Event::InlineMath(latex) | Event::DisplayMath(latex) if hidden == 0 => out.push_str(&latex),
            Event::Start(Tag::Image { .. } | Tag::HtmlBlock | Tag::FootnoteDefinition(_)) => hidden += 1,
            Event::End(TagEnd::Image | TagEnd::HtmlBlock | TagEnd::FootnoteDefinition) => {
                hidden = hidden.saturating_sub(1);
            }
            Event::Start(Tag::Link { link_type: LinkType::WikiLink { .. }, dest_url, .. }) => bare = Some(dest_url),
            Event::Text(text) if hidden == 0 && bare.as_deref() == Some(&*text) => {
                out.push_str(&heading_target::shown(&text));
            }
            Event::Text(text) if hidden == 0 => match marks.cut(&text, &span) {
                None => out.push_str(&text),
                Some(pieces) => pieces.iter().for_each(|piece| {
                    if let MarkPiece::Words(words, _) = piece {
                        out.push_str(words);
                    }
                }),
            },
            Event::Code(text) if hidden == 0 => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(tag) if !is_inline(tag) => out.push(' '),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The leading sentences of a text that fit into `limit` characters; if not even one fits, as many words as fit and an
/// ellipsis.
#[must_use]
pub fn first_sentences(text: &str, limit: usize) -> String {
    let text = text.trim();
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut end = 0;
    let mut length = 0;
    for sentence in text.split_sentence_bounds() {
        length += sentence.chars().count();
        if length - sentence[sentence.trim_end().len()..].chars().count() > limit {
            break;
        }
        end += sentence.len();
    }
    if end > 0 {
        return text[..end].trim_end().to_owned();
    }
    let most = text.char_indices().nth(limit.saturating_sub(2)).map_or(text.len(), |(at, _)| at);
    let end = text[..most].rfind(char::is_whitespace).filter(|end| *end > most / 2).unwrap_or(most);
    format!("{} …", text[..end].trim_end_matches([',', ';', ':', ' ']))
}

/// Escapes plain words as short Markdown.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        let begins_block = at == 0 && matches!(c, '#' | '+' | '-' | '>' | '=');
        let numbers =
            matches!(c, '.' | ')') && at > 0 && at < 10 && text[..at].bytes().all(|byte| byte.is_ascii_digit());
        let is_mark = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' => true,
            '&' => rest.starts_with('#') || rest.starts_with(|c: char| c.is_ascii_alphabetic()),
            '_' => {
                let inside = text[..at].ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric);
                !inside
            }
            _ => false,
        };
        if begins_block || numbers || is_mark {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Lead, escaped, first_sentences, lead, words};

    #[test]
    fn a_paragraph_that_fits_is_taken_out() {
        let body = "\nA *unit* of length.\n\nIt is long.\n";
        let found = lead(body, 300, false).expect("a lead");
        assert_eq!(found.text, "A unit of length.");
        assert_eq!(&body[found.length..], "\nIt is long.\n");
    }

    #[test]
    fn marks_notes_and_emoji_are_words() {
        let body = "A ==mark== and a note^[of *its* own],[^k] :tada: `==a==`. %%private%%";
        let text = |emoji| lead(body, 300, emoji).expect("a lead").text;
        assert_eq!(text(true), "A mark and a note, 🎉 ==a==.");
        assert_eq!(text(false), "A mark and a note, :tada: ==a==.");
        assert_eq!(lead(body, 300, true).expect("a lead").length, 0, "the notes stay in the body");
    }

    #[test]
    fn one_that_is_cut_stays() {
        let body = "One sentence. And another one. A third.";
        assert_eq!(
            lead(body, 32, false),
            Some(Lead { text: "One sentence. And another one.".to_owned(), range: 0..39, length: 0, is_cut: true })
        );
        assert_eq!(first_sentences("no sentence that ends anywhere", 20), "no sentence that …");
        assert_eq!(first_sentences("最初の文です。次の文です。", 8), "最初の文です。");
    }

    #[test]
    fn one_with_links_stays_too() {
        let found = lead("[[距離]]を[時間](/x)で割る。\n", 300, false).expect("a lead");
        assert_eq!((found.text.as_str(), found.length, found.is_cut), ("距離を時間で割る。", 0, false));
        let found = lead("It is $v = d$, and costs $5 to $7.\n", 300, false).expect("a lead");
        assert_eq!((found.text.as_str(), found.length), ("It is v = d, and costs $5 to $7.", 0));
    }

    #[test]
    fn the_mark_of_more_ends_it() {
        let body = "First.\n\nSecond.\n<!-- more -->\nThe rest.";
        let found = lead(body, 300, false).expect("a lead");
        assert_eq!((found.text.as_str(), &body[found.length..]), ("First. Second.", "\nThe rest."));
        assert_eq!(lead("# Only a heading\n", 300, false), None);
    }

    #[test]
    fn words_stay_words() {
        assert_eq!(escaped("a*b_c [d] _e"), "a\\*b_c \\[d\\] \\_e");
        assert_eq!(words(&escaped("1. #a <b> &amp; C# *x*")), "1. #a <b> &amp; C# *x*");
    }
}
