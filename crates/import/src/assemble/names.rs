//! Cleans the names of entries of invisible characters, and gives no name to two entries.

use crate::draft::Draft;
use crate::input::Existing;
use crate::limits;
use crate::report::{Handling, Report};
use rooflight_glossary::link::forms::form::normal;
use rooflight_source::characters;
use std::collections::{BTreeMap, BTreeSet};

/// Cleans the drafts' names; drops drafts whose term the site already has, and those without a name.
pub(super) fn tidy(drafts: &mut Vec<Draft>, site: &Existing, report: &mut Report) {
    crate::headword::split(drafts, report);
    let known: BTreeSet<String> = site.names.iter().map(|name| key(name)).collect();
    for draft in drafts.iter_mut() {
        let term = visible(&draft.term);
        if term.chars().count() > limits::MAX_TERM_CHARS {
            report.note(Handling::Cut, "term of more than 100 characters", &draft.origin);
        }
        term.chars().take(limits::MAX_TERM_CHARS).collect::<String>().trim().clone_into(&mut draft.term);
        for name in draft.aliases.iter_mut().chain(&mut draft.avoid).chain(&mut draft.superseded) {
            *name = visible(name);
        }
        if draft.term.is_empty() {
            draft.term = draft.aliases.first().cloned().unwrap_or_default();
        }
    }
    drafts.retain(|draft| {
        let is_there = known.contains(&key(&draft.term));
        if is_there {
            report.note(Handling::Left, "term that the site has already", &draft.origin);
        } else if draft.term.is_empty() {
            report.note(Handling::Left, "entry without a name", &draft.origin);
        }
        !is_there && !draft.term.is_empty()
    });
    let mut seen = BTreeSet::new();
    drafts.retain(|draft| {
        let is_new = seen.insert((key(&draft.term), draft.definition.clone(), draft.body.clone()));
        if !is_new {
            report.name(Handling::Left, "entry that stands there twice", &draft.term, &draft.origin);
        }
        is_new
    });
}

/// Reports the terms that several drafts have, with the place of each meaning. Mentions lead to the first.
pub(super) fn meanings(drafts: &[Draft], report: &mut Report) {
    let mut by_name: BTreeMap<String, Vec<&Draft>> = BTreeMap::new();
    for draft in drafts {
        by_name.entry(key(&draft.term)).or_default().push(draft);
    }
    for all in by_name.values().filter(|all| all.len() > 1) {
        let places: Vec<String> = all[1..].iter().map(|draft| draft.origin.to_string()).collect();
        let words = format!("{}, {} meanings, also {}", all[0].term, all.len(), places.join(", "));
        report.name(
            Handling::Guessed,
            "term with several meanings: mentions lead to the first",
            &words,
            &all[0].origin,
        );
    }
}

/// Returns a name on one line, without invisible characters.
fn visible(name: &str) -> String {
    let seen: String =
        name.chars().filter(|c| !characters::is_invisible(*c) && !characters::is_forbidden(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn key(name: &str) -> String {
    normal(name).to_lowercase()
}

/// Returns true if a name can be searched for: it has a letter or digit, and is not too long.
fn is_name(name: &str) -> bool {
    let count = name.chars().count();
    count > 0 && count <= limits::MAX_TERM_CHARS && name.chars().any(|c| c.is_alphanumeric() || !c.is_ascii())
}

/// The owner of each name: the position of a draft, or [`SITE`].
pub(super) struct ClaimedNames {
    owners: BTreeMap<String, usize>,
}

/// The owner of names that the existing site has.
const SITE: usize = usize::MAX;

impl ClaimedNames {
    pub(super) fn new(drafts: &[Draft], site: &Existing) -> Self {
        let mut owners: BTreeMap<String, usize> = site.names.iter().map(|name| (key(name), SITE)).collect();
        for (at, draft) in drafts.iter().enumerate() {
            owners.entry(key(&draft.term)).or_insert(at);
        }
        Self { owners }
    }

    /// Claims a draft's names; returns its aliases, names to avoid and superseded names, and whether it is linked by
    /// hand only.
    pub(super) fn of(&mut self, at: usize, draft: &Draft, report: &mut Report) -> ([Vec<String>; 3], bool) {
        let is_own = self.owners.get(&key(&draft.term)) == Some(&at);
        let never = !is_own || !is_name(&draft.term);
        if never {
            let what = if is_own {
                "term without a letter: not linked by itself"
            } else {
                "term that another entry has: not linked by itself"
            };
            report.note(Handling::Guessed, what, &draft.origin);
        }
        let mut kept = [Vec::new(), Vec::new(), Vec::new()];
        for (list, names) in kept.iter_mut().zip([&draft.aliases, &draft.avoid, &draft.superseded]) {
            for name in names.iter().filter(|name| key(name) != key(&draft.term)) {
                if !is_name(name) {
                    if !name.is_empty() {
                        report.note(Handling::Left, "alias that cannot be searched for", &draft.origin);
                    }
                } else if let Some(owner) = self.owners.get(&key(name)) {
                    if *owner != at {
                        report.note(Handling::Left, "alias that is the name of another entry", &draft.origin);
                    }
                } else {
                    self.owners.insert(key(name), at);
                    list.push(name.clone());
                }
            }
        }
        (kept, never)
    }
}
