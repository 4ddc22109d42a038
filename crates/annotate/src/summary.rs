//! Writes the findings of a run as one page of Markdown, for the job summary of continuous integration.
//!
//! Texts come from other people's documentation, so every character with a meaning in Markdown is escaped.

use rooflight_source::characters::shown_in_line;
use rooflight_source::diagnostic::{Code, Diagnostic};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Most terms that are named with their links.
const MOST_TERMS: usize = 10;

/// Most findings in the table; further ones are only counted.
const MAX_FINDINGS: usize = 200;

/// Formats a count: "1 page", "2 pages".
#[must_use]
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Names the terms with the most links, each with their number; `None` if no term has two.
#[must_use]
pub fn most_often<'a>(terms: impl IntoIterator<Item = (&'a str, usize)>) -> Option<String> {
    let mut most: Vec<(&str, usize)> = terms.into_iter().filter(|(_, links)| *links > 1).collect();
    most.sort_by_key(|(_, links)| Reverse(*links));
    most.truncate(MOST_TERMS);
    let named: Vec<String> = most.into_iter().map(|(term, links)| format!("{term} {links}")).collect();
    (!named.is_empty()).then(|| format!("most often: {}", named.join(", ")))
}

/// Names each reason for which files are left as they are, with their number and the first of them, a line each.
/// `files` are paths with their reasons.
#[must_use]
pub fn left<'a>(files: impl IntoIterator<Item = (&'a str, &'static str)>) -> String {
    let mut reasons = BTreeMap::new();
    for (path, why) in files {
        reasons.entry(why).or_insert((path, 0)).1 += 1;
    }
    let line = |(why, (path, number)): (&str, (&str, usize))| {
        let files = counted(number, "file is left as it is", "files are left as they are");
        format!("{files}: {why} (such as {})\n", shown_in_line(path))
    };
    reasons.into_iter().map(line).collect()
}

/// Returns the summary of `check --docs`: the number of files checked, and the findings in order, each with its line.
#[must_use]
pub fn checked(files: usize, findings: &[(usize, &Diagnostic)]) -> String {
    let of = |code: Code| findings.iter().filter(move |(_, found)| found.code == code);
    let mut out = format!(
        "## Terms in the documentation\n\n{}: {}, {}, {}\n",
        counted(files, "file", "files"),
        counted(of(Code::UnlinkedMention).count(), "first mention without a link", "first mentions without a link"),
        counted(of(Code::AvoidedName).count(), "name to avoid", "names to avoid"),
        counted(of(Code::UnusedTerm).count(), "term that no page uses", "terms that no page uses"),
    );
    let mut placed = findings.iter().filter(|(_, found)| found.excerpt.is_some());
    let mut head = "\n| place | heading | finding | sentence |\n| --- | --- | --- | --- |\n";
    // Writing to a string cannot fail.
    for (line, found) in placed.by_ref().take(MAX_FINDINGS) {
        let Some(excerpt) = &found.excerpt else { continue };
        let cells = [&*format!("{}:{line}", found.location.file), &excerpt.heading, &found.message, &excerpt.sentence];
        let _ = writeln!(out, "{head}| {} |", cells.map(escaped).join(" | "));
        head = "";
    }
    let more = placed.count();
    if more > 0 {
        let _ = writeln!(out, "\nand {more} more");
    }
    let unused: Vec<String> = of(Code::UnusedTerm).map(|(_, found)| escaped(&found.message)).collect();
    if !unused.is_empty() {
        let _ = writeln!(
            out,
            "\n<details><summary>Terms that no page uses</summary>\n\n- {}\n\n</details>",
            unused.join("\n- ")
        );
    }
    out
}

/// Returns the summary of `annotate`: each line of its report becomes an item of a list.
#[must_use]
pub fn annotated(report: &str) -> String {
    let lines = report.lines().map(|line| format!("- {}\n", escaped(line)));
    format!("## Terms linked in the documentation\n\n{}", lines.collect::<String>())
}

/// Puts a text on one line, with all Markdown escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|~#!&$@".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_whitespace() || c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::checked;
    use rooflight_source::diagnostic::messages::docs::{unlinked_mention, unused_term};
    use rooflight_source::diagnostic::{Excerpt, Location};

    #[test]
    fn findings_are_rows_and_their_texts_stay_text() {
        let excerpt = Excerpt { heading: "A | b".to_owned(), sentence: "Two <b>tokens</b>\n\nand `more`.".to_owned() };
        let place = Location::new("docs/a_b.md", 4..9);
        let found = unlinked_mention(place, "tokens", "token", "https://terms.example/").excerpt(excerpt);
        let unused = unused_term(Location::whole("glossary.json"), "KV cache");
        let text = checked(3, &[(7, &found), (1, &unused)]);
        let row = "| docs/a\\_b.md:7 | A \\| b | \\`tokens\\` (\\`token\\`) is mentioned first here, without a link | Two \\<b\\>tokens\\</b\\>  and \\`more\\`. |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("3 files: 1 first mention without a link, 0 names to avoid, 1 term that"), "{text}");
        assert!(checked(1, &[]).contains("\n\n1 file: 0 first mentions without"));
        assert!(text.contains("- no page mentions \\`KV cache\\`\n"), "{text}");
    }
}
