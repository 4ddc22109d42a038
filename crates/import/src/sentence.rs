//! Shortens a definition to what a card holds, so that it ends where a sentence ends.
//!
//! 1. As many sentences as fit are taken. An abbreviation, an initial or a German ordinal ends no sentence.
//! 2. Of a first sentence that does not fit, parentheses go, then everything after a sign between two clauses.
//! 3. A colon before a list that stays in the body becomes a full stop.

use unicode_segmentation::UnicodeSegmentation;

/// Abbreviations that are followed by a word of the same sentence, without their last full stop.
const ABBREVIATIONS: &str = "e.g i.e z.b d.h bzw ca vgl nr abs art dr st vs cf approx resp fig no inkl sog u.a i.d.r ggf evtl min max \
    mr mrs ms prof p pp vol ed eds al sec eq ex p.ex par.ex env n.b u.u o.g s.o s.u z.t ggü bspw insb v.a op cit jr sr inc ltd";

/// Signs between clauses, the strongest first.
const CLAUSES: [&[&str]; 3] = [&["; ", "；"], &[" – ", " — ", "—", ": ", "："], &[", ", "，", "、", "، "]];

/// The bytes of a text whose sentences are sought.
const MAX_READ: usize = 1 << 14;

/// Returns the beginning of a text that fits into `limit` characters and ends with a sentence.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let text = text.trim();
    // What follows so many bytes fits into no card, and finding the ends of its sentences costs more than its length.
    let text = &text[..text.floor_char_boundary(MAX_READ)];
    let fits = |text: &str| text.chars().count() <= limit;
    let mut end = 0;
    let mut before = 0;
    for sentence in sentences(text) {
        if !fits(text[..end + sentence.len()].trim_end()) {
            break;
        }
        before = end;
        end += sentence.len();
    }
    let taken = text[..end].trim_end();
    if !taken.is_empty() {
        // A sentence that announces a list says nothing without it.
        return match taken.ends_with([':', '：', '…']) {
            true if before > 0 => text[..before].trim_end().to_owned(),
            true => closed(taken),
            false => taken.to_owned(),
        };
    }
    let first = sentences(text).next().unwrap_or_default().trim();
    let short = without_parentheses(first);
    if fits(&short) {
        return closed(&short);
    }
    let most = short.char_indices().nth(limit - 1).map_or(short.len(), |(at, _)| at);
    let head = &short[..most];
    let clause =
        CLAUSES.iter().find_map(|signs| signs.iter().filter_map(|sign| head.rfind(sign)).max().filter(|at| *at > 40));
    let end = clause.or_else(|| head.rfind(char::is_whitespace)).unwrap_or(most);
    closed(&head[..end])
}

/// Ends a text with a full stop in place of a sign between clauses; a text of such signs alone is none.
fn closed(text: &str) -> String {
    let bare = text.trim_end_matches([' ', ',', ';', ':', '：', '，', '、', '–', '—', '…']);
    if bare.len() == text.len() && bare.ends_with(['.', '!', '?', '。', '！', '？', '۔', '।']) {
        return text.to_owned();
    }
    if bare.is_empty() {
        return String::new();
    }
    let is_wide = bare.chars().next_back().is_some_and(|c| ('\u{3040}'..='\u{9fff}').contains(&c));
    format!("{bare}{}", if is_wide { '。' } else { '.' })
}

/// Returns the sentences of a text, each with the space after it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    for part in text.split_sentence_bounds() {
        at += part.len();
        if at == text.len() || !goes_on(&text[..at], &text[at..]) {
            ends.push(at);
        }
    }
    let mut start = 0;
    ends.into_iter().map(move |end| &text[std::mem::replace(&mut start, end)..end])
}

/// Returns true if the full stop at the end of `before` ends no sentence.
fn goes_on(before: &str, after: &str) -> bool {
    let Some(text) = before.trim_end().strip_suffix('.') else { return false };
    let word = text.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let word = word.trim_matches(['“', '„', '"', '*']).to_lowercase();
    let is_initial = word.chars().filter(|c| c.is_alphabetic()).count() == 1 && word.chars().count() == 1;
    let is_ordinal = !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_known = ABBREVIATIONS.split_whitespace().any(|known| known == word);
    is_initial || is_ordinal || is_known || after.starts_with(char::is_lowercase)
}

fn without_parentheses(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    let mut out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in [".", ",", ";", ":"] {
        out = out.replace(&format!(" {sign}"), sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn ends_with_a_sentence() {
        for (text, limit, expected) in [
            ("One sentence. Another one. A third.", 28, "One sentence. Another one."),
            ("Ein Stab, z. B. Holz. Der zweite Satz.", 30, "Ein Stab, z. B. Holz."),
            ("Es gilt ab dem 1. Januar des Jahres. Mehr davon.", 40, "Es gilt ab dem 1. Januar des Jahres."),
            ("It follows. This is the order:", 40, "It follows."),
            ("It follows this order:", 40, "It follows this order."),
            ("A long thing (which has an aside inside it) in use. More.", 30, "A long thing in use."),
            ("A phrase without a full stop", 40, "A phrase without a full stop"),
            ("", 40, ""),
            (" :", 40, ""),
            ("最初の文です。次の文です。", 8, "最初の文です。"),
        ] {
            assert_eq!(shortened(text, limit), expected, "{text}");
        }
        let long = format!("It is a thing that holds many other things of all kinds, {}", "and more of it ".repeat(30));
        assert_eq!(shortened(&long, 100), "It is a thing that holds many other things of all kinds.");
        assert!(!shortened(&"word ".repeat(100), 60).contains('…'));
    }
}
