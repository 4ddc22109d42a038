//! How an author's own link finds its entry: by id, by a name, or by the address of its page.
//!
//! 1. An id is only one entry's, and comes first.
//! 2. A term, an alias or a form, in whatever case; where several entries have it, the one that writes it just so. An
//!    entry with `match: never` lends its names to others: it is found by its id only.
//! 3. A part of a name with parentheses, where nothing has it as its whole name.
//! 4. A published entry comes before a draft.

use crate::link::form::normal;
use crate::link::inflect::Language;
use crate::link::parenthesis;
use crate::model::document::Documents;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use crate::syntax::heading_target;
use std::collections::BTreeMap;

/// The target of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// The one entry with the name.
    Entry(EntryId),
    /// An entry that is a draft.
    Draft(EntryId),
    /// Several entries have the name.
    Several(EntryId, EntryId),
    /// No entry has the name.
    Unknown,
}

/// The names by which explicit links find their entries.
#[derive(Debug, Default)]
pub struct EntryLookup {
    ids: BTreeMap<String, EntryId>,
    spoken: BTreeMap<String, Vec<(String, EntryId)>>,
    /// Parts of names with parentheses: found where nothing has the name as a whole.
    parts: BTreeMap<String, Vec<(String, EntryId)>>,
    slugs: BTreeMap<String, EntryId>,
    base_url: String,
    folder: &'static str,
    published: usize,
}

impl EntryLookup {
    /// The names of all documents; the first `published` are not drafts.
    #[must_use]
    pub fn new(documents: &Documents, published: usize, base_url: &str, language: Language) -> Self {
        let folder = documents.first().map_or("", |document| document.folder);
        let mut names = Self { base_url: base_url.to_owned(), folder, published, ..Self::default() };
        for (number, document) in documents.iter_enumerated() {
            let front = &document.front;
            names.ids.entry(document.id.to_lowercase()).or_insert(number);
            names.slugs.entry(document.slug.clone()).or_insert(number);
            if front.matching == Matching::Never {
                continue;
            }
            for name in front.aliases.iter().chain(front.unwanted()).chain(&front.forms).chain([&front.term]) {
                let name = normal(name);
                for part in parenthesis::parts(&name, language) {
                    names.parts.entry(part.to_lowercase()).or_default().push((part.to_owned(), number));
                }
                names.spoken.entry(name.to_lowercase()).or_default().push((name, number));
            }
            let original = document.translation.as_ref().map(|made| &made.original.front);
            for name in original.into_iter().flat_map(|front| front.aliases.iter().chain([&front.term])) {
                let name = normal(name);
                names.parts.entry(name.to_lowercase()).or_default().push((name, number));
            }
        }
        names
    }

    /// The target of this id, term or alias.
    #[must_use]
    pub fn find(&self, name: &str) -> Lookup {
        let name = normal(name);
        let low = name.to_lowercase();
        if let Some(number) = self.ids.get(&low) {
            return self.named(*number);
        }
        let same = self.spoken.get(&low).or_else(|| self.parts.get(&low)).map_or(&[][..], Vec::as_slice);
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
            [one] => self.named(one),
            [one, two, ..] => Lookup::Several(one, two),
        }
    }

    /// The target of `[[…]]`, and whether a heading of it is meant: where nothing has the whole as its name, it is a
    /// name before a `#` and the words of a heading after it.
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

    fn named(&self, number: EntryId) -> Lookup {
        if number.index() < self.published { Lookup::Entry(number) } else { Lookup::Draft(number) }
    }

    /// The entry whose page an ordinary link leads to; `in_glossary`: the link is on an entry's page.
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

    /// The part of an address below the folder of the entries.
    fn below<'a>(&self, address: &'a str) -> Option<&'a str> {
        address.strip_prefix(self.folder)?.strip_prefix('/')
    }
}
