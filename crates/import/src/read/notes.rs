//! Reads folders of Markdown files (Hugo, Docusaurus, Jekyll, `MkDocs`, Obsidian or any other). Each file is a term.
//!
//! 1. The term is the front matter's `title`, else the first heading, else the file's name; in an Obsidian vault it is
//!    always the name, since notes link by it.
//! 2. A folder whose only file is `index.md` is a term with the folder's name (a page bundle). An index with other
//!    files in its folder describes the folder: its title and description become the layer's.
//! 3. The first folder of the path is the layer.

use super::cells;
use super::front_matter;
use crate::draft::{Draft, DraftGroup, Origin, ReaderOutput};
use crate::headers;
use crate::input::{Input, InputFile};
use crate::mapping::Field;
use crate::report::{Handling, Report};
use crate::{InputKind, Mapping, kind, limits};
use rooflight_glossary::syntax::lead::words;
use serde_json::Value;
use std::collections::BTreeMap;

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
    for file in files {
        let place = Origin::new(&file.path, 0);
        if file.bytes.len() > limits::MAX_TEXT_BYTES {
            report.note(Handling::Left, "file of more than 16 MiB", &place);
            continue;
        }
        let note = Note::new(kind, file);
        if note.stem.starts_with('_') && note.stem != "_index" && kind != InputKind::Obsidian {
            report.note(Handling::Left, "file whose name begins with `_`", &place);
            continue;
        }
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_bundle = in_folder.get(folder) == Some(&1) && !folder.is_empty();
        if note.is_index() && (!is_bundle || note.stem == "_index") {
            note.section(folder, &mut found, report);
        } else {
            let draft = note.draft(folder, is_bundle, mapping, report);
            if draft.body.trim().is_empty() && draft.definition.trim().is_empty() {
                report.note(Handling::Left, "page without a text", &place);
            } else {
                found.drafts.push(draft);
            }
        }
    }
    found
}

struct Note<'a> {
    kind: InputKind,
    path: &'a str,
    /// The file's name without extension, and in Hugo without a language.
    stem: &'a str,
    text: String,
}

impl<'a> Note<'a> {
    fn new(kind: InputKind, file: &'a InputFile) -> Self {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if kind == InputKind::Hugo { without_language(stem) } else { stem };
        Self { kind, path: &file.path, stem, text: file.text() }
    }

    fn is_index(&self) -> bool {
        self.kind != InputKind::Obsidian && matches!(self.stem.to_lowercase().as_str(), "index" | "_index" | "readme")
    }

    /// Reads the title and description of a folder from its index.
    fn section(&self, folder: &str, found: &mut ReaderOutput, report: &mut Report) {
        let split = front_matter::split(&self.text);
        let text = |key: &str| split.keys.get(key).and_then(Value::as_str).map(str::to_owned);
        let (heading, body) = first_heading(split.body);
        let title = text("title").or(heading);
        let group = folder.split('/').next().unwrap_or_default().to_owned();
        if folder.is_empty() {
            found.title = found.title.take().or(title);
        } else if let Some(title) = title.filter(|_| !folder.contains('/')) {
            let summary = text("description").unwrap_or_default();
            found.groups.push(DraftGroup { name: group, title: words(&title), summary: words(&summary) });
        }
        if !body.trim().is_empty() {
            report.note(Handling::Left, "text of a folder's index page", &Origin::new(self.path, 0));
        }
    }

    fn draft(&self, folder: &str, is_bundle: bool, mapping: &Mapping, report: &mut Report) -> Draft {
        let place = Origin::new(self.path, 0);
        let split = front_matter::split(&self.text);
        if !split.is_read {
            report.note(Handling::Left, "front matter that does not parse", &Origin::new(self.path, 1));
        }
        let mut draft = Draft { origin: place.clone(), ..Draft::default() };
        for (key, value) in &split.keys {
            self.key(&mut draft, key, value, mapping, report);
        }
        let name = if is_bundle && self.is_index() { folder.rsplit('/').next().unwrap_or_default() } else { self.stem };
        let (heading, body) = first_heading(split.body);
        let by_name = || if self.kind == InputKind::Obsidian { name.to_owned() } else { name_as_words(name) };
        if self.kind == InputKind::Obsidian && !mapping_has_term(mapping, &split.keys) {
            let title = std::mem::replace(&mut draft.term, name.to_owned());
            if !title.is_empty() && title != name {
                draft.aliases.push(title);
            }
        }
        if draft.term.is_empty() {
            draft.term = heading
                .clone()
                .filter(|heading| heading.chars().count() <= limits::MAX_TERM_CHARS)
                .unwrap_or_else(by_name);
        }
        let says_more = heading.as_ref().is_some_and(|heading| !heading.eq_ignore_ascii_case(&draft.term));
        draft.body = if says_more { split.body.to_owned() } else { body.to_owned() };
        if draft.name.is_none() {
            draft.name = Some(name.to_owned());
        }
        let stem = self.path.rsplit_once('.').map_or(self.path, |(stem, _)| stem);
        draft.targets = vec![stem.to_owned(), name.to_owned()];
        if draft.layer.is_none() {
            let parent =
                if is_bundle && self.is_index() { folder.rsplit_once('/').map_or("", |(up, _)| up) } else { folder };
            draft.layer = parent.split('/').next().filter(|part| !part.is_empty()).map(str::to_owned);
        }
        draft
    }

    fn key(&self, draft: &mut Draft, key: &str, value: &Value, mapping: &Mapping, report: &mut Report) {
        let place = Origin::new(self.path, 1);
        let texts = cells::texts(value);
        if key == "aliases" && texts.iter().any(|one| one.contains('/')) && mapping.field(key).is_none() {
            report.note(Handling::Mapped, "key `aliases` of paths to `former`", &place);
            let (paths, names): (Vec<String>, Vec<String>) = texts.into_iter().partition(|one| one.contains('/'));
            draft.former.extend(paths);
            draft.aliases.extend(names);
            return;
        }
        let field = headers::key(key, mapping).unwrap_or(Field::Extra);
        let name = match field {
            Field::Term => "term",
            Field::Alias | Field::Expansion => "aliases",
            Field::Definition if value.is_string() => "definition",
            Field::Layer => "layer",
            Field::Tags => "layers, or left",
            Field::Source => "sources",
            Field::Published => "published",
            Field::Reviewed => "reviewed",
            Field::Related => "related",
            Field::Former => "former",
            Field::Name => "the address",
            Field::Draft => "draft",
            Field::Extra if matches!(value, Value::Null) => return,
            Field::Extra => "extra",
            _ => {
                report.note(Handling::Left, format!("key `{key}`"), &place);
                return;
            }
        };
        if name != key {
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

fn mapping_has_term(mapping: &Mapping, keys: &serde_json::Map<String, Value>) -> bool {
    keys.keys().any(|key| mapping.field(key) == Some(Field::Term))
}

/// Removes the language from `name.en`.
fn without_language(stem: &str) -> &str {
    match stem.rsplit_once('.') {
        Some((name, language)) if matches!(language.len(), 2 | 5) && language.is_ascii() => name,
        _ => stem,
    }
}

/// Turns a file's name into words.
fn name_as_words(name: &str) -> String {
    let text = name.replace(['-', '_'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits off the first-level heading at the start of a body.
fn first_heading(body: &str) -> (Option<String>, &str) {
    let mut rest = body;
    // MDX imports, comments and blank lines may come before it.
    loop {
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        let text = line.trim();
        let is_before =
            text.is_empty() || text.starts_with("import ") || (text.starts_with("<!--") && text.ends_with("-->"));
        if line.is_empty() || !is_before {
            break;
        }
        rest = &rest[line.len()..];
    }
    let line = rest.split_inclusive('\n').next().unwrap_or_default();
    if let Some(title) = line.strip_prefix("# ") {
        let title = words(title).split(" {#").next().unwrap_or_default().trim().to_owned();
        return ((!title.is_empty()).then_some(title), &rest[line.len()..]);
    }
    let under = rest[line.len()..].split_inclusive('\n').next().unwrap_or_default();
    if !line.trim().is_empty() && under.trim_end().len() >= 3 && under.trim_end().bytes().all(|byte| byte == b'=') {
        return (Some(words(line)), &rest[line.len() + under.len()..]);
    }
    (None, body)
}
