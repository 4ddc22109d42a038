//! Constructs within a line: comments (`%%…%%`) and bare addresses, outside of code, links and targets.

/// The next comment or bare address of a line from a byte on: where, how long, and whether it is a comment.
pub(super) fn construct(line: &str, from: usize) -> Option<(usize, usize, bool)> {
    let mut at = from;
    loop {
        let rest = &line[at..];
        let comment = rest.find("%%");
        let address = ["https://", "http://"].iter().filter_map(|scheme| rest.find(scheme)).min();
        let found = comment.into_iter().chain(address).min()?;
        let (place, is_comment) = (at + found, Some(found) == comment);
        let before = &line[..place];
        let is_code = before.matches('`').count() % 2 == 1;
        if is_comment {
            let end = line[place + 2..].find("%%").map(|end| end + 4);
            match end.filter(|_| !is_code) {
                Some(length) => return Some((place, length, true)),
                None => at = place + 2,
            }
            continue;
        }
        let length = address_length(&line[place..]);
        let last = before.chars().next_back();
        let stands_free =
            last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '*' | '_' | '（' | '、' | '。' | '：' | ':'));
        let is_target =
            before.ends_with("](") || before.trim_end().ends_with("](") || before.trim_end().ends_with("]:");
        let is_inside = before.matches('[').count() > before.matches(']').count()
            || before.matches('<').count() > before.matches('>').count();
        if !is_code && stands_free && !is_target && !is_inside && length > 8 {
            return Some((place, length, false));
        }
        at = place + length.max(4);
    }
}

/// The length in bytes of the address at the start of a text, without punctuation that ends a sentence.
fn address_length(text: &str) -> usize {
    let end = text.find(|c: char| {
        !c.is_ascii_graphic() || matches!(c, '<' | '>' | '"' | '`' | '|' | '[' | ']' | '{' | '}' | '\\' | '^')
    });
    let mut address = &text[..end.unwrap_or(text.len())];
    loop {
        let is_open = address.matches(')').count() > address.matches('(').count();
        let shorter = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
        let shorter = if is_open { shorter.strip_suffix(')').unwrap_or(shorter) } else { shorter };
        if shorter.len() == address.len() {
            return address.len();
        }
        address = shorter;
    }
}
