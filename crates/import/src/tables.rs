//! Tables right below a line of text, which GitHub shows as tables and the parser of Markdown takes for text.
//!
//! Puts a blank line above them, and changes nothing else. Leaves code as it is.

/// Puts a blank line above a table that stands right below a line of text, where GitHub shows it as a table.
pub(crate) fn set_apart(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_rule = |line: &str| {
        line.contains('|') && line.contains('-') && line.trim().bytes().all(|byte| b"|:- ".contains(&byte))
    };
    let mut out = Vec::with_capacity(lines.len());
    let mut in_code = false;
    for (at, line) in lines.iter().enumerate() {
        in_code ^= ["```", "~~~"].iter().any(|sign| line.trim_start().starts_with(sign));
        let begins = line.contains('|') && lines.get(at + 1).is_some_and(|next| is_rule(next));
        let above = at.checked_sub(1).map_or("", |above| lines[above]);
        if !in_code && begins && !above.trim().is_empty() && !above.contains('|') {
            out.push("");
        }
        out.push(line);
    }
    out.join("\n")
}
