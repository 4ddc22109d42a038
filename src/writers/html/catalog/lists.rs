//! The ways in: `/hardware/` by class and `/models/` by family, each row a link.
//!
//! The order of classes and families is that of the calculators' lists; within them it is the catalog's.

use crate::site::kind::PageKind;
use crate::writers::html::catalog::cells::{self, Piece};
use crate::writers::html::catalog::{Book, facts, sources};
use crate::writers::html::choices;
use crate::writers::html::page::Page;
use crate::writers::markdown;
use rooflight_estimator::hardware::DeviceClass;
use rooflight_estimator::view::number::{self, NONE};
use serde::{Serialize, Serializer};

/// From a list to the site's root.
const ROOT: &str = "../";

/// Rows under a heading.
#[derive(Serialize)]
pub(in crate::writers) struct GroupView {
    pub(in crate::writers) title: String,
    anchor: String,
    /// A name with its link, and the cells after it.
    pub(in crate::writers) rows: Vec<ListedView>,
}

/// A row.
#[derive(Serialize)]
pub(in crate::writers) struct ListedView {
    /// Templates see it as HTML.
    #[serde(serialize_with = "below_list")]
    pub(in crate::writers) name: Vec<Piece>,
    /// In the order of the columns.
    pub(in crate::writers) cells: Vec<String>,
}

fn below_list<S: Serializer>(pieces: &[Piece], serializer: S) -> Result<S::Ok, S::Error> {
    let mut out = String::new();
    cells::html(&mut out, ROOT, pieces);
    serializer.serialize_str(&out)
}

/// A list, before its rows are known.
struct List {
    /// The folder, and the kind of page.
    kind: PageKind,
    folder: &'static str,
    title: &'static str,
    /// After the number of rows: for search engines, and for readers.
    description: &'static str,
    lead: &'static str,
    /// The name of the groups.
    groups: &'static str,
    columns: [Column; 6],
}

/// A column; the first is the name.
#[derive(Serialize)]
pub(in crate::writers) struct Column {
    pub(in crate::writers) title: &'static str,
    pub(in crate::writers) unit: &'static str,
    /// Whether a narrow window does without.
    wide_only: bool,
}

const fn column(title: &'static str, unit: &'static str) -> Column {
    Column { title, unit, wide_only: false }
}

const fn wide(title: &'static str, unit: &'static str) -> Column {
    Column { title, unit, wide_only: true }
}

const HARDWARE: List = List {
    kind: PageKind::Hardware,
    folder: "hardware",
    title: "Hardware",
    description: "devices with memory, bandwidth and arithmetic: what fits, and how fast models run.",
    lead: "devices: memory, bandwidth, dense 16-bit arithmetic. Each page says what fits, how fast models run, and what was measured.",
    groups: "Classes",
    columns: [
        column("Device", ""),
        column("Memory", "GiB"),
        column("Bandwidth", "GB/s"),
        column("16 bits", "TFLOPS"),
        wide("Released", ""),
        wide("Measured", "runs"),
    ],
};

const MODELS: List = List {
    kind: PageKind::Models,
    folder: "models",
    title: "Models",
    description: "open-weight models with parameters, layers and context: bytes in every format, and how fast they run.",
    lead: "open-weight models: parameters, those that a token reads, layers, context. Each page has the bytes in every format, the cache, and how fast the model runs.",
    groups: "Families",
    columns: [
        column("Model", ""),
        column("Parameters", "billion"),
        column("Active", "billion"),
        wide("Layers", ""),
        column("Context", "tokens"),
        wide("Measured", "runs"),
    ],
};

/// The two lists; none that would be empty.
pub(super) fn pages(book: &Book<'_>) -> Vec<Page> {
    let lists = [(HARDWARE, devices(book)), (MODELS, models(book))];
    lists
        .into_iter()
        .filter(|(_, groups)| !groups.is_empty())
        .map(|(list, groups)| page(book, &list, &groups))
        .collect()
}

fn page(book: &Book<'_>, list: &List, groups: &[GroupView]) -> Page {
    let path = format!("{}/", list.folder);
    let count: usize = groups.iter().map(|group| group.rows.len()).sum();
    let description = format!("{count} {}", list.description);
    let view = book.frame.page(list.kind, &path, list.title, &description);
    let mut context = book.frame.context(&view);
    context.insert("title", list.title);
    context.insert("lead", &format!("{count} {}", list.lead));
    context.insert("kinds", list.groups);
    context.insert("columns", &list.columns);
    context.insert("groups", groups);
    let gaps = if matches!(list.kind, PageKind::Models) { not_covered(book) } else { Vec::new() };
    context.insert("not_covered", &gaps);
    let twin = markdown::catalog::list(book.frame, &list.columns, groups, &gaps);
    Page::new(book.frame, view, "catalog.html", context).with_markdown(twin)
}

/// What the estimator cannot describe yet, with the missing fact and its sources.
#[derive(Serialize)]
pub(in crate::writers) struct GapView {
    pub(in crate::writers) name: String,
    pub(in crate::writers) missing: String,
    pub(in crate::writers) sources: Vec<sources::SourceView>,
}

fn not_covered(book: &Book<'_>) -> Vec<GapView> {
    let gaps = book.catalog.not_covered.iter();
    gaps.map(|gap| GapView {
        name: gap.name.clone(),
        missing: gap.missing.clone(),
        sources: sources::list(book, &gap.sources, &[], ROOT),
    })
    .collect()
}

/// A number, or a dash where the catalog has none.
fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| number::plain(value, 1))
}

fn runs(anchors: &[usize]) -> String {
    if anchors.is_empty() { NONE.to_owned() } else { number::count(anchors.len() as u64) }
}

fn devices(book: &Book<'_>) -> Vec<GroupView> {
    let mut groups = Vec::new();
    for class in DeviceClass::ALL {
        let heading = choices::class_heading(class);
        let of_class = book.catalog.hardware.iter().enumerate().filter(|(_, known)| known.device.class == class);
        let rows: Vec<ListedView> = of_class
            .map(|(at, known)| {
                let record = &known.record;
                let sixteen = record.fp16_dense_tflops.into_iter().chain(record.bf16_dense_tflops).reduce(f64::max);
                ListedView {
                    name: vec![Piece::page(book.device_path(at), &record.name)],
                    cells: vec![
                        record.memory_gib.map_or_else(|| "as installed".to_owned(), |gib| number::plain(gib, 1)),
                        number::plain(record.bandwidth_gb_s, 1),
                        shown(sixteen),
                        record.release_year.map_or_else(|| NONE.to_owned(), |year| year.to_string()),
                        runs(&book.of_device[at]),
                    ],
                }
            })
            .collect();
        add(&mut groups, heading, rows);
    }
    groups
}

fn models(book: &Book<'_>) -> Vec<GroupView> {
    const REST: &str = "More models";
    let models = &book.catalog.models;
    let families: Vec<&str> = models.iter().map(|known| choices::family(&known.record.name)).collect();
    let alone = |name: &str| families.iter().filter(|other| **other == name).count() < 2;
    let mut groups: Vec<GroupView> = Vec::new();
    for (at, known) in models.iter().enumerate() {
        let record = &known.record;
        let heading = if alone(families[at]) { REST } else { families[at] };
        let active = record.active_params_b.filter(|_| record.moe.is_some());
        let kind = facts::attention(&record.attention.kind);
        let row = ListedView {
            name: vec![Piece::page(book.model_path(at), &record.name), Piece::small(kind)],
            cells: vec![
                shown(record.total_params_b),
                active.map_or_else(|| "all".to_owned(), |active| number::plain(active, 1)),
                number::count(record.n_layers),
                record.max_context.map_or_else(|| NONE.to_owned(), |tokens| number::count(tokens.into())),
                runs(&book.of_model[at]),
            ],
        };
        add(&mut groups, heading, vec![row]);
    }
    groups.sort_by_key(|group| group.title == REST);
    groups
}

/// Adds rows under a heading, to those that are there.
fn add(groups: &mut Vec<GroupView>, heading: &str, rows: Vec<ListedView>) {
    if rows.is_empty() {
        return;
    }
    if let Some(group) = groups.iter_mut().find(|group| group.title == heading) {
        group.rows.extend(rows);
    } else {
        let anchor = format!("g-{}", crate::slug::slug_of(heading));
        groups.push(GroupView { title: heading.to_owned(), anchor, rows });
    }
}
