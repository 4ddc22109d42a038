//! Targets like `[[Name#Heading]]`: their parts, the words that they show, and the ids of headings.
//!
//! 1. A heading follows the last `#` without a space, so that `C# language` stays a name. `#^` begins the id of a
//!    block, as in Obsidian. Pages have no such ids, so the link leads to the entry.
//! 2. Ids are made here from words, for headings and for links to them alike; nothing is looked up.

/// Splits a target into name and heading. The name is empty for a heading of the same page; `None` for a target without
/// a heading.
#[must_use]
pub fn split(target: &str) -> Option<(&str, &str)> {
    let (name, _) = target.split_once('#')?;
    let (_, heading) = target.rsplit_once('#')?;
    let is_heading = heading.starts_with(|c: char| !c.is_whitespace());
    is_heading.then(|| (name.trim(), heading.trim()))
}

/// True if the heading of a target is a block's id (`^id`) instead.
#[must_use]
pub fn is_block(heading: &str) -> bool {
    heading.starts_with('^')
}

/// The words of a link for which its author gave none: `Name > Heading`.
#[must_use]
pub fn shown(target: &str) -> String {
    if split(target).is_none() {
        return target.to_owned();
    }
    let parts = target.split('#').map(str::trim).filter(|part| !part.is_empty() && !is_block(part));
    parts.collect::<Vec<_>>().join(" > ")
}

/// The id of a heading with these words: lower case, hyphens for everything but letters and digits; `section` if
/// nothing is left.
#[must_use]
pub fn id(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let trimmed = out.trim_end_matches('-');
    match trimmed.chars().next() {
        None => "section".to_owned(),
        // CSS selectors and older tools do not accept an id that begins with a digit.
        Some(first) if first.is_numeric() => format!("s-{trimmed}"),
        Some(_) => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{id, shown, split};

    #[test]
    fn a_heading_stands_behind_the_sign() {
        assert_eq!(split("Token#In English"), Some(("Token", "In English")));
        assert_eq!(split("Token#A#B"), Some(("Token", "B")));
        assert_eq!(split("#B"), Some(("", "B")));
        for name in ["C#", "C# language", "Token"] {
            assert_eq!(split(name), None, "{name}");
        }
    }

    #[test]
    fn a_link_without_words_says_where_it_leads() {
        for (target, words) in
            [("Token#A#B", "Token > A > B"), ("#B", "B"), ("Token#^ab1", "Token"), ("C# language", "C# language")]
        {
            assert_eq!(shown(target), words);
        }
    }

    #[test]
    fn an_id_is_its_own() {
        for words in ["In English", "2 ways & more", "第一章 概要", "!"] {
            assert_eq!(id(&id(words)), id(words));
        }
    }
}
