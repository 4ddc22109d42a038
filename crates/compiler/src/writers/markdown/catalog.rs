//! The catalog's pages as Markdown: devices, models, runtimes, publications of measurements, and their lists.
//!
//! 1. Each page is written from the values that its template sees, in the order of the page.
//! 2. A chart is a table of its values, and folded content is open.
//!
//! Nothing is computed here.

use crate::site::catalog::facts::{FactView, FactsView};
use crate::site::catalog::page::CatalogContent;
use crate::site::catalog::sources::CatalogSourceView;
use crate::site::catalog::views::{
    DeviceView, EntryLink, GapView, ListTable, ModelView, PublicationView, RuntimeView, SpeedsView,
};
use crate::site::inputs::Inputs;
use crate::site::measurement_files::{COLUMNS, CSV, JSON};
use crate::site::table::GridTable;
use crate::writers::markdown::entry::part;
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::row;
use crate::writers::markdown::tables::{begin, memory_chart, pieces, range_plot, table, words};

/// Returns the content of a page below its description.
pub(super) fn page(inputs: &Inputs<'_>, content: &CatalogContent<'_>) -> String {
    match content {
        CatalogContent::Device(view) => device(inputs, view),
        CatalogContent::List(view) => list(inputs, &view.table, &view.not_covered),
        CatalogContent::Model(view) => model(inputs, view),
        CatalogContent::Publication(view) => publication(inputs, &view.0, &view.1),
        CatalogContent::Publications(view) => publications(inputs, &view.publications),
        CatalogContent::Runtime(view) => runtime(inputs, view),
    }
}

fn device(inputs: &Inputs<'_>, view: &DeviceView<'_>) -> String {
    let mut out = String::new();
    part(&mut out, &plain(&view.definition));
    facts(&mut out, &view.facts, &view.aliases);
    if let Some(view) = &view.memory_chart {
        headed(&mut out, 2, &view.title, &memory_chart(&view.picture, &view.context));
    } else {
        let title = "What fits depends on the installed memory";
        headed(&mut out, 2, title, "The tables below list the memory that each model needs, in GB.");
    }
    speeds(&mut out, inputs, view.speeds.as_ref(), "Too large");
    measured(&mut out, inputs, &view.measured_title, view.measured.as_ref());
    if let Some(rents) = &view.rents {
        headed(&mut out, 2, "What it costs to rent", &table(inputs, rents));
    }
    sources(&mut out, inputs, &view.sources);
    out
}

fn model(inputs: &Inputs<'_>, view: &ModelView) -> String {
    let mut out = String::new();
    part(&mut out, &plain(&view.definition));
    facts(&mut out, &view.facts, &view.aliases);
    if !view.unverified.is_empty() {
        part(&mut out, &format!("Not confirmed by a source: {}.", plain(&view.unverified.join("; "))));
    }
    if let Some(reason) = &view.why_not {
        part(&mut out, &format!("No bytes and no speeds: {}.", plain(reason)));
    }
    for (title, shown) in [(&view.bytes_title, &view.bytes), (&view.cache_title, &view.cache)] {
        if let Some(shown) = shown {
            headed(&mut out, 2, title, &table(inputs, shown));
        }
    }
    speeds(&mut out, inputs, view.speeds.as_ref(), "Too small, with the GB that can be used");
    if let Some((title, scores)) = &view.quality {
        headed(&mut out, 2, title, &table(inputs, scores));
    }
    measured(&mut out, inputs, &view.measured_title, view.measured.as_ref());
    sources(&mut out, inputs, &view.sources);
    out
}

fn runtime(inputs: &Inputs<'_>, view: &RuntimeView) -> String {
    let address = |path: &str| inputs.config.base_url.join(path);
    let mut out = String::new();
    part(&mut out, &plain(&view.definition));
    let project = view.url.iter().map(|url| format!("- Project: <{url}>"));
    let entry = view.entry.iter().map(|path| format!("- Entry: <{}>", address(path)));
    part(&mut out, &project.chain(entry).collect::<Vec<_>>().join("\n"));
    facts(&mut out, &view.facts, &[]);
    let held = view.held.as_ref().map_or_else(|| view.too_few.to_owned(), |held| table(inputs, held));
    headed(&mut out, 2, "How well the estimate holds", &held);
    let measured: Vec<String> = view.measured.iter().map(|rows| table(inputs, rows)).collect();
    headed(&mut out, 2, &view.measured_title, &measured.join("\n"));
    if !view.named.is_empty() {
        let link = |entry: &EntryLink| format!("- [{}]({})", plain(&entry.term), address(&entry.path));
        headed(&mut out, 2, "Entries that name it", &view.named.iter().map(link).collect::<Vec<_>>().join("\n"));
        if view.unnamed > 0 {
            part(&mut out, &format!("{} more name it.", view.unnamed));
        }
    }
    sources(&mut out, inputs, &view.sources);
    out
}

/// Returns the page of a publication, with its rows.
fn publication(inputs: &Inputs<'_>, view: &PublicationView, rows: &GridTable) -> String {
    let mut lines = vec![format!("- Published by: {}, {}", plain(&view.publisher), plain(&view.date))];
    lines.extend(view.url.iter().chain(&view.more).map(|url| format!("- At: <{url}>")));
    lines.extend(view.commit.iter().map(|commit| format!("- Commit: {}", plain(commit))));
    let fields = [("How", &view.method), ("Licence", &view.licence), ("Caveats", &view.caveats)];
    let fields = fields.into_iter().filter(|(_, text)| !text.trim().is_empty());
    lines.extend(fields.map(|(label, text)| format!("- {label}: {}", plain(text))));
    let mut out = String::new();
    part(&mut out, &lines.join("\n"));
    headed(&mut out, 2, &format!("Rows: {}", view.count), &table(inputs, rows));
    out
}

/// Returns the page that lists all publications and the files with all rows.
fn publications(inputs: &Inputs<'_>, views: &[PublicationView]) -> String {
    let address = |file: &str| inputs.config.base_url.join(&format!("anchors/{file}"));
    let mut out = String::new();
    part(&mut out, &format!("- All rows as CSV: <{}>\n- As JSON: <{}>", address(CSV), address(JSON)));
    let heads = ["Source", "Published by", "Date", "Licence", "Rows"];
    let mut list = begin("", heads.into_iter().map(|head| (head.to_owned(), head == "Rows")));
    for view in views {
        let name = format!("[{}]({})", words(&view.title), address(&view.page));
        let cells = [&view.publisher, &view.date, &view.licence, &view.count].map(|text| words(text));
        list.push_str(&row(std::iter::once(name).chain(cells)));
    }
    headed(&mut out, 2, &format!("{} sources, each with its rows", views.len()), &list);
    let columns = COLUMNS.iter().map(|(name, meaning)| format!("- `{name}`: {}", plain(meaning)));
    headed(&mut out, 2, "The columns", &columns.collect::<Vec<_>>().join("\n"));
    out
}

/// Returns the list of devices or models under their headings, and what is not covered.
fn list(inputs: &Inputs<'_>, table: &ListTable, gaps: &[GapView]) -> String {
    let mut out = String::new();
    for (group, listed) in table.groups.iter().zip(&table.rows) {
        let heads = table.columns.iter();
        let heads = heads.map(|column| (format!("{} {}", column.title, column.unit).trim().to_owned(), column.numeric));
        let mut rows = begin("", heads);
        for listed in listed {
            let cells = listed.cells.iter().map(|cell| words(&cell.text));
            rows.push_str(&row(std::iter::once(pieces(inputs, std::slice::from_ref(&listed.name.0))).chain(cells)));
        }
        headed(&mut out, 2, &group.title, &rows);
    }
    let gaps: Vec<String> = gaps
        .iter()
        .map(|gap| {
            let read: Vec<String> = gap.sources.iter().map(|one| source(inputs, one)).collect();
            format!("- {}: {}. {}", plain(&gap.name), plain(&gap.missing), read.join("; "))
        })
        .collect();
    if !gaps.is_empty() {
        headed(&mut out, 2, "Not covered, and why", &gaps.join("\n"));
    }
    out
}

fn headed(out: &mut String, level: usize, title: &str, text: &str) {
    part(out, &format!("{} {}\n\n{}", "#".repeat(level), plain(title), text.trim_end()));
}

fn facts(out: &mut String, facts: &FactsView, aliases: &[String]) {
    let fact = |FactView { label, value, notes }: &FactView| {
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", plain(&notes.join(", "))) };
        format!("- {}: {}{notes}", plain(label), plain(value))
    };
    headed(out, 2, "Facts", &facts.rows.iter().map(fact).collect::<Vec<_>>().join("\n"));
    if let Some(sources) = &facts.sources {
        part(out, &format!("From {sources}."));
    }
    if !aliases.is_empty() {
        part(out, &format!("Also known as: {}.", plain(&aliases.join(", "))));
    }
    let notes = facts.notes.iter().map(|(label, note)| {
        let label = if label.is_empty() { String::new() } else { format!("{}. ", plain(label)) };
        format!("- {label}{}", plain(note))
    });
    let notes: Vec<String> = notes.collect();
    if !notes.is_empty() {
        headed(out, 3, "How these figures were found", &notes.join("\n"));
    }
}

fn speeds(out: &mut String, inputs: &Inputs<'_>, view: Option<&SpeedsView>, too_large: &str) {
    let Some(view) = view else { return };
    headed(out, 2, &view.title, &range_plot(inputs, &view.drawn));
    part(out, &format!("Speeds are tokens per second. {}", plain(&view.note)));
    for format in &view.all {
        headed(out, 3, &format.title, &table(inputs, &format.table));
        if !format.too_large.0.is_empty() {
            part(out, &format!("{too_large}: {}.", pieces(inputs, &format.too_large.0)));
        }
    }
}

fn measured(out: &mut String, inputs: &Inputs<'_>, title: &str, rows: Option<&GridTable>) {
    headed(out, 2, title, &rows.map(|rows| table(inputs, rows)).unwrap_or_default());
}

fn sources(out: &mut String, inputs: &Inputs<'_>, list: &[CatalogSourceView]) {
    let items = list.iter().enumerate().map(|(at, one)| format!("{}. {}", at + 1, source(inputs, one)));
    headed(out, 2, "Sources", &items.collect::<Vec<_>>().join("\n"));
}

fn source(inputs: &Inputs<'_>, source: &CatalogSourceView) -> String {
    let title = plain(&source.title);
    let title = source.url.as_ref().map_or_else(|| title.clone(), |url| format!("[{title}](<{url}>)"));
    let inside = source.inside.as_ref().map(|(address, words)| {
        let url = inputs.config.base_url.join(address.trim_start_matches("../"));
        format!("[{} here]({url})", plain(words))
    });
    let detail = Some(plain(&source.detail)).filter(|detail| !detail.is_empty());
    let more: Vec<String> = detail.into_iter().chain(inside).collect();
    if more.is_empty() { title } else { format!("{title}. {}", more.join("; ")) }
}
