//! Vale: a vocabulary of accepted names, and a rule that replaces names to avoid and superseded ones.

use crate::export::ExportFile;
use crate::glossary::Glossary;
use std::fmt::Write;

const ACCEPT: &str = "styles/config/vocabularies/Glossary/accept.txt";
const RULE: &str = "styles/Glossary/Terms.yml";

/// Returns the files, with paths below the folder of `.vale.ini`.
pub(super) fn files(glossary: &Glossary) -> Vec<ExportFile> {
    let mut accepted = String::new();
    let mut rule = "# Names that the glossary says to avoid.\nextends: substitution\nmessage: \"Use '%s' instead of '%s'.\"\nlevel: warning\nignorecase: false\nswap:\n".to_owned();
    let mut is_empty = true;
    for entry in &*glossary.entries {
        for name in [&entry.term].into_iter().chain(&entry.aliases) {
            accepted.push_str(&pattern(name));
            accepted.push('\n');
        }
        for name in entry.avoid.iter().chain(&entry.superseded) {
            is_empty = false;
            // Writing to a string cannot fail. JSON strings are YAML too.
            let _ = writeln!(rule, "  {}: {}", serde_json::json!(pattern(name)), serde_json::json!(entry.term));
        }
    }
    if is_empty {
        rule = rule.replace("swap:\n", "swap: {}\n");
    }
    vec![(ACCEPT.to_owned(), accepted.into_bytes()), (RULE.to_owned(), rule.into_bytes())]
}

/// Escapes a name as a regular expression that matches it alone.
fn pattern(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if ".+*?()|[]{}^$\\".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
