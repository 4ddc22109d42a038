//! Turns table rows into drafts, for CSV, workbooks and Markdown tables alike.
//!
//! 1. The header names the fields, in any of ten languages. If it names no term, the first unknown column with short
//!    and different values is the term; if it names no definition, the unknown column with the most text is. The report
//!    says so.
//! 2. A row without a term is left out and reported. A column that is no field becomes a key of `extra`.

use crate::draft::{Draft, DraftSource, Origin, TermSigns};
use crate::headers;
use crate::mapping::{self, Field, Mapping};
use crate::report::{Handling, Report};
use rooflight_glossary::syntax::inline::sentence_case;
use rooflight_glossary::syntax::lead::words;
use serde_json::Value;
use std::collections::BTreeSet;

/// A row with its place in the input.
pub(super) type CellRow = (Origin, Vec<String>);

/// Maximum number of columns; further ones are ignored.
pub(super) const MAX_COLUMNS: usize = 200;

/// Turns the rows of a table into drafts.
pub(super) fn drafts(header: &[String], rows: &[CellRow], mapping: &Mapping, report: &mut Report) -> Vec<Draft> {
    let place = rows.first().map(|(place, _)| place.clone()).unwrap_or_default();
    let fields = fields(header, rows, mapping, &place, report);
    let has_alias_field = fields.contains(&Field::Alias);
    let is_guessed = !header.iter().any(|name| headers::column(name, mapping) == Some(Field::Term));
    let mut drafts = Vec::new();
    for (place, cells) in rows {
        let mut draft = draft(&fields, header, cells, place);
        draft.signs = TermSigns { is_guessed, has_alias_field, ..draft.signs };
        if draft.term.is_empty() {
            if cells.iter().any(|cell| !cell.trim().is_empty()) {
                report.name(Handling::Left, "row without a term", &cells.join(" "), place);
            }
            continue;
        }
        let beyond = cells.get(fields.len()..).unwrap_or_default().join(" ");
        if !beyond.trim().is_empty() {
            report.name(Handling::Left, "cell without a column", &beyond, place);
        }
        drafts.push(draft);
    }
    drafts
}

/// Names the columns of a table without a header: the one with the most text is the definition, and the term is before
/// it. `None` if the first row is a header: a cell is a known name, or all are short.
pub(super) fn unnamed(first: &[String], rows: &[CellRow], mapping: &Mapping) -> Option<Vec<String>> {
    let is_name = |cell: &String| cell.chars().count() <= 40;
    let is_known = |cell: &String| is_name(cell) && headers::column(cell, mapping).is_some();
    if first.iter().any(is_known) || first.iter().all(is_name) {
        return None;
    }
    let longest = (1..first.len()).max_by_key(|at| length(rows, *at))?;
    let name = |at: usize| match at {
        at if at == longest => "definition".to_owned(),
        at if at + 1 == longest => "term".to_owned(),
        at if at == longest + 1 => "source".to_owned(),
        at => format!("column {}", at + 1),
    };
    Some((0..first.len()).map(name).collect())
}

/// Returns the length of all cells of a column, bytes.
fn length(rows: &[CellRow], column: usize) -> usize {
    rows.iter().filter_map(|(_, cells)| cells.get(column)).map(String::len).sum()
}

/// Tags of languages at the end of a column's name: `def_fr`, `Definition (en)`.
const LANGUAGES: &str = "ar cs da de el en es fi fr he hu it ja ko nl no pl pt ro ru sv tr uk zh";

/// Leaves the columns of further languages out, if the definition stands in several.
fn leave_languages(header: &[String], fields: &mut [Option<Field>], place: &Origin, report: &mut Report) {
    let language = |name: &str| {
        let last = name.trim_end_matches(')').rsplit([' ', '_', '-', '(']).next().unwrap_or_default().to_lowercase();
        LANGUAGES.split(' ').find(|tag| *tag == last)
    };
    let definitions = header.iter().zip(&*fields).filter(|(_, field)| **field == Some(Field::Definition));
    let tags: Vec<&str> = definitions.filter_map(|(name, _)| language(name)).collect();
    let Some(first) = tags.first().filter(|first| tags.iter().any(|tag| tag != *first)) else { return };
    for (name, field) in header.iter().zip(fields) {
        if language(name).is_some_and(|tag| tag != *first) {
            *field = Some(Field::Nothing);
            report.note(Handling::Left, format!("column `{}`, in another language than `{first}`", name.trim()), place);
        }
    }
}

/// Returns the field of each column.
fn fields(header: &[String], rows: &[CellRow], mapping: &Mapping, place: &Origin, report: &mut Report) -> Vec<Field> {
    let mut fields: Vec<Option<Field>> =
        header.iter().take(MAX_COLUMNS).map(|name| headers::column(name, mapping)).collect();
    let mean = |column: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(column)).filter(|cell| !cell.is_empty());
        let (count, length) = cells.fold((0, 0), |(count, length), cell| (count + 1, length + cell.chars().count()));
        length / count.max(1)
    };
    for (at, field) in fields.iter_mut().enumerate().filter(|(at, _)| headers::is_brief(&header[*at]) && mean(*at) > 30)
    {
        *field = mapping.field(&header[at]).or(Some(Field::Definition));
    }
    leave_languages(header, &mut fields, place, report);
    // Further columns of terms are aliases, further definitions go to the body.
    let mut has = [false; 2];
    for field in fields.iter_mut().flatten() {
        let (at, other) = match field {
            Field::Term => (0, Field::Alias),
            Field::Definition => (1, Field::Body),
            _ => continue,
        };
        if std::mem::replace(&mut has[at], true) {
            *field = other;
        }
    }
    if !has[0] {
        let unknown = || (0..fields.len()).filter(|at| fields[*at].is_none());
        if let Some(at) = unknown().find(|at| is_like_terms(rows, *at)).or_else(|| unknown().next()) {
            fields[at] = Some(Field::Term);
            let name = header[at].trim();
            let flag = mapping::flag(name, "term").map(|flag| format!("; `{flag}` says so")).unwrap_or_default();
            report.note(Handling::Guessed, format!("column `{name}` is the term{flag}"), place);
        }
    }
    // Without a column of definitions, the expansion of an abbreviation defines it.
    if !has[1]
        && let Some(expansion) = fields.iter_mut().find(|field| **field == Some(Field::Expansion))
    {
        *expansion = Some(Field::Definition);
        has[1] = true;
    }
    if !has[1] {
        let unknown = (0..fields.len()).filter(|at| fields[*at].is_none());
        let longest = unknown.max_by_key(|at| (length(rows, *at), usize::MAX - at));
        if let Some(at) = longest.filter(|at| length(rows, *at) > 0) {
            fields[at] = Some(Field::Definition);
            report.note(Handling::Guessed, format!("column `{}` is the definition", header[at].trim()), place);
        }
    }
    fields.into_iter().map(|field| field.unwrap_or(Field::Extra)).collect()
}

/// Returns true for a column whose values are short and all different, as terms are.
fn is_like_terms(rows: &[CellRow], column: usize) -> bool {
    let cells: Vec<&str> = rows.iter().filter_map(|(_, cells)| cells.get(column)).map(|cell| cell.trim()).collect();
    let is_word = |cell: &str| cell.contains(char::is_alphabetic) && !cell.contains(|c: char| c.is_ascii_digit());
    let is_short = |cell: &&&str| cell.chars().count() <= 60 && is_word(cell);
    let short = cells.iter().filter(is_short).count();
    let different: BTreeSet<&&str> = cells.iter().collect();
    short * 10 >= rows.len() * 9 && different.len() == cells.len()
}

fn draft(fields: &[Field], header: &[String], cells: &[String], place: &Origin) -> Draft {
    let mut draft = Draft { origin: place.clone(), ..Draft::default() };
    for ((field, name), cell) in fields.iter().zip(header).zip(cells) {
        let cell = cell.replace("<br>", "\n\n").replace("<br/>", "\n\n").replace("<br />", "\n\n");
        let cell = cell.trim();
        if !cell.is_empty() {
            set(&mut draft, *field, name, &Value::String(cell.to_owned()));
        }
    }
    draft
}

/// Sets a field of a draft from any value.
pub(super) fn set(draft: &mut Draft, field: Field, name: &str, value: &Value) {
    let all = texts(value);
    let text = || all.join("\n\n");
    match field {
        Field::Term => {
            // Each line of a cell is a name.
            let text = text();
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            crate::headword::set(draft, lines.next().unwrap_or_default());
            draft.aliases.extend(lines.map(words));
        }
        Field::Definition if draft.definition.is_empty() => draft.definition = text(),
        // Of two definitions, the one that fits a card is the shorter one.
        Field::Definition => {
            let is_shorter = is_long(&draft.definition) && !is_long(&text());
            let other = if is_shorter { std::mem::replace(&mut draft.definition, text()) } else { text() };
            append(&mut draft.body, &other);
        }
        Field::Body if headers::is_remark(name) => {
            append(&mut draft.body, &format!("**{}:** {}", sentence_case(name.trim()), text()));
        }
        Field::Body => append(&mut draft.body, &text()),
        Field::Alias | Field::Expansion => draft.aliases.extend(names(&all)),
        Field::Avoid => draft.avoid.extend(names(&all)),
        Field::Superseded => draft.superseded.extend(names(&all)),
        Field::Layer => {
            let mut layers = names(&all).into_iter();
            draft.layer = draft.layer.take().or_else(|| layers.next());
            draft.also_in.extend(layers);
        }
        Field::Tags => draft.tags.extend(names(&all)),
        Field::Source => draft.sources.extend(sources(value)),
        Field::Published => draft.published = all.into_iter().next(),
        Field::Reviewed => draft.reviewed = all.into_iter().next(),
        Field::Related => draft.related.extend(names(&all)),
        Field::Former => draft.former.extend(all),
        Field::Name => draft.name = all.into_iter().next(),
        Field::Draft => draft.draft = *value == Value::Bool(true) || all.first().is_some_and(|one| one == "true"),
        Field::Extra => {
            let name = name.trim();
            if !name.is_empty() && !value.is_null() {
                draft.extra.insert(name.to_owned(), value.clone());
            }
        }
        Field::Nothing => {}
    }
}

fn is_long(definition: &str) -> bool {
    definition.chars().count() > crate::assemble::MAX_DEFINITION
}

/// Keys of an object that stands for a name or a text.
const NAMING: [&str; 8] = ["title", "name", "term", "label", "value", "text", "url", "id"];

/// Returns the texts of a value, one for each item of a list; of an object, its title.
pub(super) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.trim().to_owned()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(is) => vec![is.to_string()],
        Value::Object(keys) => NAMING.iter().find_map(|key| keys.get(*key)).map(texts).unwrap_or_default(),
        Value::Null => Vec::new(),
    }
}

/// Returns the names in a list; a single text is split at semicolons, bars and line breaks, or else at commas.
fn names(all: &[String]) -> Vec<String> {
    let split = |text: &String| -> Vec<String> {
        let strong = [';', '|', '\n', '；', '、'];
        let parts: Vec<&str> =
            if text.contains(strong) { text.split(strong).collect() } else { text.split([',', '，', '،']).collect() };
        parts.into_iter().map(|part| words(without_address(part))).filter(|part| !part.is_empty()).collect()
    };
    if all.len() == 1 { split(&all[0]) } else { all.iter().map(|one| words(without_address(one))).collect() }
}

/// Returns a name without the address behind it, as Notion exports a relation: `SLO (https://…)`.
fn without_address(name: &str) -> &str {
    let name = name.trim();
    let split = name.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    split.filter(|(_, address)| address.contains("://")).map_or(name, |(name, _)| name)
}

/// Returns the sources of a value: objects with a title and an address or with other parts, or those of its texts.
pub(super) fn sources(value: &Value) -> Vec<DraftSource> {
    let part = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    match (value, part("url").filter(|url| crate::draft::is_web(url))) {
        (Value::Array(items), _) => items.iter().flat_map(sources).collect(),
        (Value::Object(keys), None) if texts(value).is_empty() => {
            let parts =
                keys.iter().flat_map(|(key, value)| texts(value).into_iter().map(move |text| format!("{key} {text}")));
            DraftSource::from_words(&parts.collect::<Vec<_>>().join(", ")).into_iter().collect()
        }
        (_, Some(url)) => vec![DraftSource { title: part("title").unwrap_or_else(|| url.clone()), url: Some(url) }],
        _ => texts(value).iter().flat_map(|text| text_sources(text)).collect(),
    }
}

/// Returns the sources of a cell: a Markdown link, or every URL in it, or its words.
fn text_sources(cell: &str) -> Vec<DraftSource> {
    let link =
        cell.split_once("](").and_then(|(title, rest)| Some((title.rsplit_once('[')?.1, rest.split_once(')')?.0)));
    if let Some((title, url)) = link.filter(|(_, url)| crate::draft::is_web(url)) {
        return vec![DraftSource { title: words(title), url: Some(url.to_owned()) }];
    }
    let addresses: Vec<&str> = cell
        .split_whitespace()
        .map(|word| word.trim_matches(['<', '>', ',', ';']))
        .filter(|word| crate::draft::is_web(word))
        .collect();
    if addresses.is_empty() {
        return DraftSource::from_words(&words(cell)).into_iter().collect();
    }
    addresses.into_iter().filter_map(DraftSource::from_words).collect()
}

/// Appends a paragraph.
pub(super) fn append(body: &mut String, text: &str) {
    if !body.is_empty() && !text.is_empty() {
        body.push_str("\n\n");
    }
    body.push_str(text);
}
