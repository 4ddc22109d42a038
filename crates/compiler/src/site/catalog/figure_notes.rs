//! Turns a record's notes on its figures into words for readers.
//!
//! 1. [`badge`] returns the short word next to a figure: derived, not confirmed, sources disagree.
//! 2. [`in_words`] returns the whole note for the collapsed section below the facts: abbreviations are spelt out, and
//!    the letter x between numbers becomes a multiplication sign.
//!
//! A note is never dropped: it is shown next to its figure or in the collapsed section.

/// Abbreviations in records, longest first, and their long forms.
const WORDS: &[(&str, &str)] = &[
    ("FLOP/clk/SM", "FLOP per clock and SM"),
    ("FLOP/clk/CU", "FLOP per clock and CU"),
    ("FLOP/clk", "FLOP per clock"),
    ("ops/clk/SM", "operations per clock and SM"),
    ("op/clk/SM", "operations per clock and SM"),
    ("ops/clk/CU", "operations per clock and CU"),
    ("op/clk/CU", "operations per clock and CU"),
    ("op/clk", "operations per clock"),
    ("HF repository", "Hugging Face repository"),
    ("HF safetensors total", "total of its files on Hugging Face"),
    ("HF total", "Hugging Face total"),
    ("HF config", "Hugging Face config"),
    ("HF record", "Hugging Face record"),
    (" (llmfit data)", ""),
    (" vs ", " against "),
];

/// Returns the short word for a note, and whether the note says more than that.
pub(super) fn badge(note: &str) -> (&str, bool) {
    let begins = |start: &str| note.starts_with(start);
    match note {
        "" => ("", false),
        "derived" => ("derived", false),
        "unverified" => ("not confirmed", false),
        _ if begins("left blank") => ("left blank", true),
        _ if note.contains("disagree") => ("sources disagree", note != "sources disagree"),
        _ if begins("not supported") || begins("not read") => (note, false),
        _ if begins("secondary source") => ("secondary source", note != "secondary source"),
        _ if begins("estimate") || note.contains(" estimate") => ("estimated", true),
        _ if begins("taken equal") => ("taken from a like figure", true),
        _ if begins("derived") || note.contains(" x ") => ("derived", true),
        _ => ("see the notes", true),
    }
}

/// Returns a note as sentences.
pub(super) fn in_words(note: &str) -> String {
    let words = rooflight_glossary::syntax::inline::sentence_case(&spelt_out(note));
    if words.ends_with(['.', '!', '?']) { words } else { words + "." }
}

/// Spells out the abbreviations of a note.
pub(super) fn spelt_out(note: &str) -> String {
    WORDS.iter().fold(note.replace(" x ", " × "), |words, (short, long)| words.replace(short, long))
}

/// True for a note that is written for programs, judged by `_`, `*` or `=` in it, or by more than 60 bytes.
pub(super) fn is_raw(note: &str) -> bool {
    note.contains(['_', '*', '=']) || note.len() > 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_read_as_sentences() {
        let note = "derived: 128 SM x 2.520 GHz x 512 FLOP/clk/SM";
        assert_eq!(badge(note), ("derived", true));
        assert_eq!(in_words(note), "Derived: 128 SM × 2.520 GHz × 512 FLOP per clock and SM.");
        assert_eq!(badge("derived"), ("derived", false));
        assert_eq!(badge("unverified"), ("not confirmed", false));
        assert_eq!(badge("not supported on Turing"), ("not supported on Turing", false));
        assert_eq!(badge("3 sources disagree: 256 vs 240"), ("sources disagree", true));
        assert_eq!(badge("AMD figure (matrix, dense)"), ("see the notes", true));
    }
}
