//! Writes plain text and short Markdown of the front matter on one line.

/// Escapes plain text as Markdown, on one line.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    if is_one_line(text) && !text.contains(is_mark) {
        out.push_str(text);
        return out;
    }
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars().filter(|c| !c.is_control()) {
            if is_mark(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// Returns an author's short Markdown on one line.
#[must_use]
pub fn short(markdown: &str) -> String {
    if is_one_line(markdown) {
        return markdown.to_owned();
    }
    markdown.split_whitespace().collect::<Vec<_>>().join(" ")
}

const fn is_mark(c: char) -> bool {
    matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~')
}

/// True for ASCII words that are separated by single spaces, which need no further processing.
fn is_one_line(text: &str) -> bool {
    let mut before = b' ';
    let single = text.bytes().all(|byte| {
        let single = (b' '..0x7f).contains(&byte) && (byte != b' ' || before != b' ');
        before = byte;
        single
    });
    single && before != b' '
}
