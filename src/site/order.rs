//! Alphabetical order of terms, and the letters that they stand under.

/// The sort key of a term: its letters and digits in lower case.
#[must_use]
pub(crate) fn collation(term: &str) -> String {
    if term.is_ascii() {
        let kept = term.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase()));
        return kept.collect();
    }
    term.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The letter that a term stands under, in upper case; `#` for digits and signs.
#[must_use]
pub(crate) fn first_letter(term: &str) -> String {
    match collation(term).chars().next() {
        Some(first) if first.is_alphabetic() => first.to_uppercase().collect(),
        _ => "#".to_owned(),
    }
}

/// The fragment of a letter on the page of all terms.
#[must_use]
pub(crate) fn letter_anchor(letter: &str) -> String {
    if letter == "#" { "letter-0".to_owned() } else { format!("letter-{}", letter.to_lowercase()) }
}
