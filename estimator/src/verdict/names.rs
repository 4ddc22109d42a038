//! Finds the device, model or format that a typed name means.
//!
//! 1. An id; then id or name with case, spaces and marks ignored; then an id without the minor number of a version (`llama-3-8b`); then
//!    an alias. A note says what was found by the last two.
//! 2. A name that several records share is refused with their ids.
//! 3. Otherwise those are offered in which each typed word occurs (`apple-m4-max`), else the nearest spelling.
//!
//! Never chooses between two.

use super::nearest::nearest;
use super::question::shortened as quoted;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The names of a record.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Its id in the catalog.
    pub id: &'a str,
    /// The name that pages print.
    pub name: &'a str,
    /// Other names that people type.
    pub aliases: &'a [String],
}

impl Named<'_> {
    fn each(&self) -> impl Iterator<Item = &str> {
        [self.id, self.name].into_iter().chain(self.aliases.iter().map(String::as_str))
    }

    /// Whether each word occurs in one of the names.
    fn has(&self, words: &[String]) -> bool {
        self.each().any(|name| {
            let own = split(name);
            words.iter().all(|word| own.contains(word))
        })
    }
}

/// Ids that a message offers at most.
const OFFERED: usize = 4;

/// The position of the record that a name means; a note where the name is not its own.
///
/// # Errors
/// A name that no record has, with what may have been meant; one that several have, with their ids.
pub fn choose(what: &str, wanted: &str, known: &[Named<'_>], notes: &mut Vec<String>) -> Result<usize, String> {
    if let Some(at) = known.iter().position(|named| named.id == wanted) {
        return Ok(at);
    }
    let folded = fold(wanted);
    if !folded.is_empty() {
        let own = matching(known, |named| [named.id, named.name].iter().any(|name| fold(name) == folded));
        if let [at] = *own {
            return Ok(at);
        }
    }
    if let [at] = *matching(known, |named| shortened(wanted, named.id)) {
        notes.push(format!("There is no {what} `{wanted}` in the catalog; this is `{}`.", known[at].id));
        return Ok(at);
    }
    let called = matching(known, |named| !folded.is_empty() && named.each().any(|name| fold(name) == folded));
    match called.as_slice() {
        [] => {}
        [at] => {
            notes.push(format!("`{wanted}` is `{}` in the catalog.", known[*at].id));
            return Ok(*at);
        }
        several => return Err(format!("{what} `{}` could be {}", quoted(wanted), listed(known, several))),
    }
    Err(format!("there is no {what} `{}` here{}", quoted(wanted), offer(wanted, known)))
}

/// Those in which each word occurs, the fewest other words first; else the nearest spelling.
fn offer(wanted: &str, known: &[Named<'_>]) -> String {
    let words = split(wanted);
    let mut close = if words.is_empty() { Vec::new() } else { matching(known, |named| named.has(&words)) };
    close.sort_by_key(|at| known[*at].id.len());
    if !close.is_empty() {
        return format!("; did you mean {}?", listed(known, &close));
    }
    let near = nearest(wanted, known.iter().map(|named| named.id));
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn listed(known: &[Named<'_>], positions: &[usize]) -> String {
    let ids: Vec<String> = positions.iter().take(OFFERED).map(|at| format!("`{}`", known[*at].id)).collect();
    ids.join(" or ")
}

fn matching(known: &[Named<'_>], is: impl Fn(&Named<'_>) -> bool) -> Vec<usize> {
    known.iter().enumerate().filter(|(_, named)| is(named)).map(|(at, _)| at).collect()
}

/// Letters, figures and `+`, whatever the case: an `RX 7900 XTX` is not the card without its last letter.
fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '+').map(|c| c.to_ascii_lowercase()).collect()
}

/// The words of a name; a point belongs to its number.
fn split(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// Whether a name is an id but for minor numbers of versions: `llama-3-8b` is `llama-3.1-8b`.
fn shortened(name: &str, id: &str) -> bool {
    let name = name.to_lowercase();
    let (mut parts, mut full) = (name.split('-'), id.split('-'));
    loop {
        match (parts.next(), full.next()) {
            (None, None) => return true,
            (Some(part), Some(full)) => {
                let minor = full.strip_prefix(part).and_then(|rest| rest.strip_prefix('.'));
                let number = part.ends_with(|c: char| c.is_ascii_digit())
                    && minor.is_some_and(|minor| minor.bytes().all(|byte| byte.is_ascii_digit()));
                if part != full && !number {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    const fn plain(id: &'static str, name: &'static str) -> Named<'static> {
        Named { id, name, aliases: &[] }
    }

    const MODELS: [Named<'static>; 5] = [
        plain("llama-3.1-8b", "Llama 3.1 8B"),
        plain("llama-3.1-70b", "Llama 3.1 70B"),
        plain("qwen2.5-7b", "Qwen2.5 7B"),
        plain("qwen2.6-7b", "Qwen2.6 7B"),
        plain("qwen2.6-7b-coder", "Qwen2.6 Coder 7B"),
    ];

    fn found(name: &str) -> Result<(&'static str, usize), String> {
        let mut notes = Vec::new();
        choose("model", name, &MODELS, &mut notes).map(|at| (MODELS[at].id, notes.len()))
    }

    #[test]
    fn a_name_is_found_where_only_one_can_be_meant() {
        assert_eq!(found("llama-3.1-8b"), Ok(("llama-3.1-8b", 0)));
        assert_eq!(found("Llama 3.1 8B"), Ok(("llama-3.1-8b", 0)));
        assert_eq!(found("llama-3-8b"), Ok(("llama-3.1-8b", 1)));
        assert!(found("llama-3-80b").is_err_and(|problem| problem.contains("did you mean")));
        assert!(found("qwen2-7b").is_err(), "two could be meant");
        assert!(found("").is_err());
    }

    #[test]
    fn words_decide_before_spelling_does() {
        let offered = found("coder-qwen2.6").unwrap_err();
        assert!(offered.ends_with("did you mean `qwen2.6-7b-coder`?"), "{offered}");
    }

    #[test]
    fn a_shared_alias_asks_back() {
        let aliases = ["M4 Max".to_owned()];
        let chip = |id| Named { id, name: "a chip", aliases: &aliases };
        let chips = [chip("m4-max-32c"), chip("m4-max-40c")];
        let refused = choose("device", "m4 max", &chips, &mut Vec::new());
        assert_eq!(refused, Err("device `m4 max` could be `m4-max-32c` or `m4-max-40c`".to_owned()));
        let mut notes = Vec::new();
        assert_eq!(choose("device", "M4-MAX", &chips[1..], &mut notes), Ok(0));
        assert_eq!(notes, ["`M4-MAX` is `m4-max-40c` in the catalog."]);
    }
}
