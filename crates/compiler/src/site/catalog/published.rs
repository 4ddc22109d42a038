//! Separates a source's date of publication from the revision at which it was read.
//!
//! Catalogs write both in one field: `2025-12-18 (commit bdf9441)`. Pages show the date; the revision belongs to the
//! locator.

use rooflight_document::date::date;

/// Returns the date in words, or "not dated".
pub(crate) fn when(written: &str) -> String {
    let (words, _) = apart(written);
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let bare = word.trim_matches(['(', ')', ',', ';']);
        match word {
            "-" => out.push("to".to_owned()),
            _ => out.push(word.replace(bare, &date(bare))),
        }
    }
    match out.join(" ") {
        words if words.is_empty() => "not dated".to_owned(),
        words if words.starts_with('(') && words.ends_with(')') => words[1..words.len() - 1].to_owned(),
        words => words,
    }
}

/// Returns the revision that was read: `bdf9441`.
pub(crate) fn commit(written: &str) -> Option<&str> {
    apart(written).1
}

/// Splits a title like `nanochat/common.py @92d63d4e` into the text without the revision and the revision.
pub(super) fn title(written: &str) -> (String, Option<&str>) {
    let marked = written.split(' ').filter_map(|word| word.strip_prefix('@'));
    let found = marked.map(|word| word.trim_end_matches([':', ',', ';', ')'])).find(|word| is_revision(word));
    let Some(found) = found else { return (written.to_owned(), None) };
    let title = written.replace(&format!(" @{found}"), "");
    (title, Some(found))
}

fn is_revision(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Splits a text into the words without the revision, and the revision.
fn apart(written: &str) -> (Vec<&str>, Option<&str>) {
    let mut words: Vec<&str> = written.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(['(', ')', ',', ';']).to_owned();
    let at = words.windows(2).position(|pair| bare(pair[0]) == "commit" && is_revision(&bare(pair[1])));
    let Some(at) = at else { return (words, None) };
    let revision = words[at + 1].trim_matches(['(', ')', ',', ';']);
    let closes = words[at + 1].ends_with(')');
    let git = at > 0 && words[at - 1] == "(git";
    // Words after the revision inside the parentheses describe the build, not the day.
    let end = if closes || !(git || words[at].starts_with('(')) {
        at + 2
    } else {
        words.iter().position(|word| word.ends_with(')')).map_or(words.len(), |last| last + 1)
    };
    words.drain(at - usize::from(git)..end);
    (words, Some(revision))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_stand_apart_from_revisions() {
        let cases = [
            ("2025-12-18 (commit bdf9441)", "18 Dec 2025", Some("bdf9441")),
            ("2026-07 - 2026-08 (commit 3f44fd3)", "Jul 2026 to Aug 2026", Some("3f44fd3")),
            ("2025-11 (commit 4c7e989, build 6918 era)", "Nov 2025", Some("4c7e989")),
            ("commit b9c025b (2024-12)", "Dec 2024", Some("b9c025b")),
            ("2024-10 (git commit 0f0ecfb)", "Oct 2024", Some("0f0ecfb")),
            ("commit 88e4c76", "not dated", Some("88e4c76")),
            ("2025-04 (last README commit)", "Apr 2025 (last README commit)", None),
            ("2025-02-10 to 2025-02-15", "10 Feb 2025 to 15 Feb 2025", None),
            ("2023-11 onward, rows not dated", "Nov 2023 onward, rows not dated", None),
            ("2024", "2024", None),
            ("", "not dated", None),
        ];
        for (written, words, revision) in cases {
            assert_eq!((when(written).as_str(), commit(written)), (words, revision), "{written}");
        }
        let (words, revision) = title("karpathy/nanochat nanochat/common.py @92d63d4e");
        assert_eq!((words.as_str(), revision), ("karpathy/nanochat nanochat/common.py", Some("92d63d4e")));
        let (words, revision) = title("owner/list @bcc7f686: presets");
        assert_eq!((words.as_str(), revision), ("owner/list: presets", Some("bcc7f686")));
        assert_eq!(title("mail @ home"), ("mail @ home".to_owned(), None));
    }
}
