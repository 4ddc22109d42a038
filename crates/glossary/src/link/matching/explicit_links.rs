//! Resolves an author's own link to its entry: by id, by name, or by the address of the entry's page.
//!
//! 1. An id belongs to one entry only, and comes first.
//! 2. Any stated name (term, alias, form, avoided or superseded name) is compared without case; if several entries have
//!    it, the entry that writes it with these capitals is meant. An entry with `match: never` is found by its id only.
//! 3. A part of a name with parentheses, or a name of a translation's original, counts if no entry has it as a name.
//! 4. A published entry comes before a draft.

use crate::link::forms::form::normal;
use crate::link::forms::inflect::Language;
use crate::link::forms::parenthesis;
use crate::model::document::Documents;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use crate::syntax::heading_target;
use std::collections::BTreeMap;

/// The result of looking up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// The one entry with the name.
    Entry(EntryId),
    /// The one entry with the name, which is a draft.
    Draft(EntryId),
    /// Several entries have the name; these are the first two.
    Several(EntryId, EntryId),
    /// No entry has the name.
    Unknown,
}

/// Index of the names and addresses by which explicit links find their entries.
#[derive(Debug, Default)]
pub struct EntryLookup {
    ids: BTreeMap<String, EntryId>,
    names: BTreeMap<String, Vec<(String, EntryId)>>,
    /// Parts of names with parentheses, and names of originals: used only if no entry has the text as a name.
    parts: BTreeMap<String, Vec<(String, EntryId)>>,
    slugs: BTreeMap<String, EntryId>,
    base_url: String,
    folder: &'static str,
    published: usize,
}

impl EntryLookup {
    /// Indexes all documents; the first `published` are not drafts.
    #[must_use]
    pub fn new(documents: &Documents, published: usize, base_url: &str, language: Language) -> Self {
        let folder = documents.first().map_or("", |document| document.folder);
        let mut lookup = Self { base_url: base_url.to_owned(), folder, published, ..Self::default() };
        for (number, document) in documents.iter_enumerated() {
            let front = &document.front;
            lookup.ids.entry(document.id.to_lowercase()).or_insert(number);
            lookup.slugs.entry(document.slug.clone()).or_insert(number);
            if front.matching == Matching::Never {
                continue;
            }
            for name in front.aliases.iter().chain(front.unwanted()).chain(&front.forms).chain([&front.term]) {
                let name = normal(name);
                for part in parenthesis::parts(&name, language) {
                    lookup.parts.entry(part.to_lowercase()).or_default().push((part.to_owned(), number));
                }
                lookup.names.entry(name.to_lowercase()).or_default().push((name, number));
            }
            let original = document.translation.as_ref().map(|made| &made.original.front);
            for name in original.into_iter().flat_map(|front| front.aliases.iter().chain([&front.term])) {
                let name = normal(name);
                lookup.parts.entry(name.to_lowercase()).or_default().push((name, number));
            }
        }
        lookup
    }

    /// Looks up an id or a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Lookup {
        let name = normal(name);
        let low = name.to_lowercase();
        if let Some(number) = self.ids.get(&low) {
            return self.published_or_draft(*number);
        }
        let same = self.names.get(&low).or_else(|| self.parts.get(&low)).map_or(&[][..], Vec::as_slice);
        let published = same.iter().any(|(_, number)| number.index() < self.published);
        let those = |exact: bool| {
            let mut found: Vec<EntryId> = same
                .iter()
                .filter(|(text, number)| (number.index() < self.published) == published && (!exact || *text == name))
                .map(|(_, number)| *number)
                .collect();
            found.dedup();
            found
        };
        let exact = those(true);
        match if exact.is_empty() { those(false) } else { exact }[..] {
            [] => Lookup::Unknown,
            [one] => self.published_or_draft(one),
            [one, two, ..] => Lookup::Several(one, two),
        }
    }

    /// Looks up the target of `[[…]]`; returns true if it leads to a heading. A target that no entry has as its name is
    /// split at its `#` into a name and a heading.
    #[must_use]
    pub fn target(&self, target: &str) -> (Lookup, bool) {
        let whole = self.find(target);
        let Some((name, _)) = heading_target::split(target).filter(|_| whole == Lookup::Unknown) else {
            return (whole, false);
        };
        match self.find(name) {
            Lookup::Unknown => (Lookup::Unknown, false),
            found => (found, true),
        }
    }

    fn published_or_draft(&self, number: EntryId) -> Lookup {
        if number.index() < self.published { Lookup::Entry(number) } else { Lookup::Draft(number) }
    }

    /// The published entry whose page an ordinary link leads to. `in_glossary` is true if the link is on an entry's
    /// page, from which `../name/` leads to another entry.
    #[must_use]
    pub fn at_address(&self, address: &str, in_glossary: bool) -> Option<EntryId> {
        let path = address.split(['#', '?']).next().unwrap_or_default();
        let inside = path.strip_prefix(&self.base_url).or_else(|| path.strip_prefix('/'));
        let above = path.strip_prefix("../");
        let slug = match (inside, above) {
            (Some(inside), _) => self.below(inside),
            (None, Some(above)) if in_glossary => {
                above.strip_prefix("../").and_then(|rest| self.below(rest)).or(Some(above))
            }
            (None, Some(above)) => self.below(above),
            (None, None) => None,
        };
        let slug = slug?;
        let slug = slug.strip_suffix("index.html").unwrap_or(slug);
        self.slugs.get(slug.trim_end_matches('/')).copied().filter(|number| number.index() < self.published)
    }

    /// The part of an address below the entries' folder; `None` if it is elsewhere.
    fn below<'a>(&self, address: &'a str) -> Option<&'a str> {
        address.strip_prefix(self.folder)?.strip_prefix('/')
    }
}
