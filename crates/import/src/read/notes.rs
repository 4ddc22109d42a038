//! Reads folders of Markdown files (Hugo, Docusaurus, Jekyll, `MkDocs`, Obsidian or any other). Each file is a term.
//!
//! 1. The term is the front matter's `title`, else the first heading, else the file's name; in an Obsidian vault it is
//!    always the name, since notes link by it, unless a key of another name holds the term.
//! 2. A folder whose only file is `index.md` is a term with the folder's name (a page bundle). An index with other
//!    files in its folder describes the folder: its title and description become the layer's.
//! 3. The first folder of the path is the layer.
//! 4. A file that consists of definitions is read as a page of many terms ([`super::page`]); its layer is its title, or
//!    the folder of a page named like a glossary.

use super::blocks::{self, BlockKind, PageBlock};
use super::cells;
use super::page::MarkdownFile;
use crate::draft::{Draft, DraftGroup, Origin, ReaderOutput};
use crate::headers;
use crate::headword;
use crate::input::{Input, InputFile};
use crate::mapping::Field;
use crate::report::{Handling, Report};
use crate::{InputKind, Mapping, kind, limits};
use rooflight_glossary::syntax::lead::words;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Minimum number of pages whose same marked words are labels and no terms.
const MIN_PAGES_OF_LABEL: usize = 3;

pub(super) fn read(kind: InputKind, input: &Input, mapping: &Mapping, report: &mut Report) -> ReaderOutput {
    let files: Vec<&InputFile> = input.files.iter().filter(|file| kind::is_markdown(file)).collect();
    let mut in_folder: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        // A file counts for every folder above it.
        for (at, _) in file.path.match_indices('/') {
            *in_folder.entry(&file.path[..at]).or_default() += 1;
        }
    }
    let mut found = ReaderOutput::default();
    let mut sources = Vec::new();
    let mut pages_with: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let place = Origin::new(&file.path, 0);
        if file.bytes.len() > limits::MAX_TEXT_BYTES {
            report.note(Handling::Left, "file of more than 16 MiB", &place);
            continue;
        }
        let mut of_file = Report::default();
        let source = MarkdownFile::new(file, &mut of_file);
        let terms = super::definitions::terms(&source, mapping);
        for term in terms.iter().flatten() {
            *pages_with.entry(term.clone()).or_default() += 1;
        }
        sources.push((source, of_file, terms));
    }
    let mut pages = Vec::new();
    for (source, of_file, terms) in sources {
        let file = source.file;
        let place = Origin::new(&file.path, 0);
        // What several pages define alike are labels of notes, such as "Type" and "Source".
        let is_label = |term: &&String| pages_with.get(*term).is_some_and(|pages| *pages >= MIN_PAGES_OF_LABEL);
        if terms.is_some_and(|terms| terms.iter().filter(is_label).count() * 2 <= terms.len()) {
            pages.push((source, of_file));
            continue;
        }
        report.add(of_file);
        let note = Note::new(kind, source, mapping);
        if note.stem.starts_with('_') && note.stem != "_index" && kind != InputKind::Obsidian {
            report.note(Handling::Left, "file whose name begins with `_`", &place);
            continue;
        }
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_bundle = in_folder.get(folder) == Some(&1) && !folder.is_empty();
        if note.is_index() && (!is_bundle || note.stem == "_index") {
            note.section(folder, &mut found, report);
        } else {
            let draft = note.draft(folder, is_bundle, report);
            if draft.body.trim().is_empty() && draft.definition.trim().is_empty() {
                report.note(Handling::Left, "page without a text", &place);
            } else {
                found.drafts.push(draft);
            }
        }
    }
    let terms: BTreeSet<String> = found.drafts.iter().map(|draft| draft.term.to_lowercase()).collect();
    for (source, of_page) in pages {
        if found.drafts.len() > limits::MAX_ENTRIES {
            break;
        }
        glossary(&source, of_page, mapping, &terms, &mut found, report);
    }
    for file in input.files.iter().filter(|file| kind::holds_text(file) && !kind::is_markdown(file)) {
        report.name(Handling::Left, "file of another kind", &file.path, &file.place());
    }
    found
}

/// Reads a page of definitions inside a folder. A page that repeats the folder's other entries is left out.
fn glossary(
    source: &MarkdownFile<'_>,
    mut of_page: Report,
    mapping: &Mapping,
    terms: &BTreeSet<String>,
    found: &mut ReaderOutput,
    report: &mut Report,
) {
    let file = source.file;
    let mut page = super::page::read(source, mapping, &mut of_page);
    let repeated = page.drafts.iter().filter(|draft| terms.contains(&draft.term.to_lowercase())).count();
    if repeated > 2 && repeated * 2 > page.drafts.len() {
        report.name(Handling::Left, "page that repeats other files' terms", &file.path, &file.place());
        return;
    }
    report.add(of_page);
    report.note(Handling::Guessed, "page of definitions, of which each is an entry", &file.place());
    let folder = file.path.split_once('/').map(|(folder, _)| folder.to_owned());
    let title = page.title.clone().unwrap_or_else(|| name_as_words(file.stem()));
    let layer = if headword::names_glossary(&title) { folder.clone() } else { Some(limits::group_title(&title)) };
    for draft in &mut page.drafts {
        // Headings of the page group its terms; below a folder, the folder does.
        draft.layer = folder.clone().or(draft.layer.take()).or(layer.clone());
    }
    if folder.is_none() {
        found.title = found.title.take().or(page.title);
    }
    if let Some((text, place)) = page.description {
        report.name(Handling::Left, "text that belongs to no term", &text, &place);
    }
    found.drafts.extend(page.drafts);
}

struct Note<'a> {
    kind: InputKind,
    source: MarkdownFile<'a>,
    path: &'a str,
    /// The file's name without extension, and in Hugo without a language.
    stem: &'a str,
    mapping: &'a Mapping,
}

impl<'a> Note<'a> {
    fn new(kind: InputKind, source: MarkdownFile<'a>, mapping: &'a Mapping) -> Self {
        let path = source.file.path.as_str();
        let name = source.file.name();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if kind == InputKind::Hugo { without_language(stem) } else { stem };
        Self { kind, source, path, stem, mapping }
    }

    fn is_index(&self) -> bool {
        self.kind != InputKind::Obsidian && matches!(self.stem.to_lowercase().as_str(), "index" | "_index" | "readme")
    }

    /// Reads the title and description of a folder from its index.
    fn section(&self, folder: &str, found: &mut ReaderOutput, report: &mut Report) {
        let (heading, _, body) = first_heading(&self.source.text);
        let title = self.source.key("title").or(heading);
        let group = folder.split('/').next().unwrap_or_default().to_owned();
        if folder.is_empty() {
            found.title = found.title.take().or(title);
        } else if let Some(title) = title.filter(|_| !folder.contains('/')) {
            let summary = self.source.key("description").unwrap_or_default();
            found.groups.push(DraftGroup { name: group, title: words(&title), summary: words(&summary) });
        }
        if !body.trim().is_empty() {
            report.note(Handling::Left, "text of a folder's index page", &Origin::new(self.path, 0));
        }
    }

    fn draft(&self, folder: &str, is_bundle: bool, report: &mut Report) -> Draft {
        let place = Origin::new(self.path, 0);
        if !self.source.is_read {
            report.note(Handling::Left, "front matter that does not parse", &Origin::new(self.path, 1));
        }
        let mut draft = Draft { origin: place.clone(), ..Draft::default() };
        let term = headers::term_key(self.source.keys.keys(), self.mapping);
        for (key, value) in &self.source.keys {
            draft.signs.has_alias_field |= headers::key(key, self.mapping) == Some(Field::Alias);
            self.key(&mut draft, key, value, term, report);
        }
        let (parent, own) = folder.rsplit_once('/').unwrap_or(("", folder));
        let (parent, name) = if is_bundle && self.is_index() { (parent, own) } else { (folder, self.stem) };
        let (heading, id, body) = first_heading(&self.source.text);
        let by_name = || if self.kind == InputKind::Obsidian { name.to_owned() } else { name_as_words(name) };
        if self.kind == InputKind::Obsidian && term.is_none_or(|key| key.eq_ignore_ascii_case("title")) {
            (draft.signs.is_one_name, draft.signs.is_guessed) = (true, true);
            let title = std::mem::replace(&mut draft.term, name.to_owned());
            if !title.is_empty() && title != name {
                draft.aliases.push(title);
            }
        }
        if draft.term.is_empty() {
            draft.signs.is_guessed = true;
            let short = heading.clone().filter(|heading| heading.chars().count() <= limits::MAX_TERM_CHARS);
            draft.term = short.unwrap_or_else(by_name);
        }
        let says_more = heading.as_ref().is_some_and(|heading| !heading.eq_ignore_ascii_case(&draft.term));
        // Keys of remarks come after the text.
        let remarks = std::mem::take(&mut draft.body);
        draft.body = if says_more { self.source.text.clone() } else { body.to_owned() };
        cells::append(&mut draft.body, &remarks);
        super::labels::set_sections(&mut draft, self.mapping);
        if draft.name.is_none() {
            draft.name = Some(name.to_owned());
        }
        let stem = self.path.rsplit_once('.').map_or(self.path, |(stem, _)| stem);
        draft.targets = [stem.to_owned(), name.to_owned()].into_iter().chain(id).collect();
        if draft.layer.is_none() {
            draft.layer = parent.split('/').next().filter(|part| !part.is_empty()).map(str::to_owned);
        }
        draft
    }

    fn key(&self, draft: &mut Draft, key: &str, value: &Value, term: Option<&str>, report: &mut Report) {
        let place = Origin::new(self.path, 1);
        let texts = cells::texts(value);
        if key == "aliases" && texts.iter().any(|one| one.contains('/')) && self.mapping.field(key).is_none() {
            report.note(Handling::Mapped, "key `aliases` of paths to `former`", &place);
            let (paths, names): (Vec<String>, Vec<String>) = texts.into_iter().partition(|one| one.contains('/'));
            draft.former.extend(paths);
            draft.aliases.extend(names);
            return;
        }
        let is_empty = value.as_array().is_some_and(Vec::is_empty) || value.as_str().is_some_and(str::is_empty);
        if value.is_null() || is_empty {
            return;
        }
        let field = match headers::value_field(key, value, self.mapping).unwrap_or(Field::Extra) {
            Field::Term if term != Some(key) => Field::Alias,
            field => field,
        };
        let is_lost = field == Field::Nothing || field != Field::Extra && texts.iter().all(String::is_empty);
        let name = if field == Field::Tags { "layers, or left" } else { field.name() };
        if is_lost {
            report.note(Handling::Left, format!("key `{key}`"), &place);
            return;
        }
        if name != key && field != Field::Extra {
            report.note(Handling::Mapped, format!("key `{key}` to {name}"), &place);
        }
        if field == Field::Name {
            // Of a fixed path, the last segment.
            let last = texts.first().and_then(|text| text.trim_matches('/').rsplit('/').next().map(str::to_owned));
            draft.name = last.filter(|last| !last.contains(':'));
            return;
        }
        cells::set(draft, field, key, value);
    }
}

/// Removes the language from `name.en`.
fn without_language(stem: &str) -> &str {
    match stem.rsplit_once('.') {
        Some((name, language)) if matches!(language.len(), 2 | 5) && language.is_ascii() => name,
        _ => stem,
    }
}

/// Turns a file's name into words. Hyphens in a name with capitals, such as "ACT-R", are its own.
fn name_as_words(name: &str) -> String {
    let is_slug = !name.chars().any(char::is_uppercase) || !name.contains('-');
    let text = if is_slug { name.replace(['-', '_'], " ") } else { name.replace('_', " ") };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits off the heading at the start of a body, with its id: a first-level one, or one of another level that has no
/// second of its kind.
fn first_heading(body: &str) -> (Option<String>, Option<String>, &str) {
    // MDX imports, comments and blank lines may come before it.
    let is_before = |line: &&str| {
        let text = line.trim();
        text.is_empty() || text.starts_with("import ") || (text.starts_with("<!--") && text.ends_with("-->"))
    };
    let rest = &body[body.split_inclusive('\n').take_while(is_before).map(str::len).sum()..];
    let blocks = blocks::blocks(rest);
    let is_only = |most: usize| {
        let is_above = |block: &&PageBlock| matches!(block.kind, BlockKind::Heading { level, .. } if level <= most);
        blocks.iter().filter(is_above).count() == 1
    };
    match blocks.first() {
        Some(PageBlock { kind: BlockKind::Heading { level, title, id }, range })
            if range.start == 0 && !title.is_empty() && (*level == 1 || *level < blocks::BOLD && is_only(*level)) =>
        {
            (Some(title.clone()), id.clone(), rest[range.end..].trim_start_matches('\n'))
        }
        _ => (None, None, body),
    }
}
