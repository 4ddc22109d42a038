//! The ways in: `/hardware/` by class and `/models/` by family, each row a link.
//!
//! The order of classes and families is that of the calculators' lists; within them it is the catalog's.

use super::{Book, facts, link};
use crate::parse::highlight::escape;
use crate::render::{Page, choices, listing};
use rooflight_estimator::hardware::DeviceClass;
use rooflight_estimator::view::number::{self, NONE};
use serde::Serialize;

/// From a list to the site's root.
const ROOT: &str = "../";

#[derive(Serialize)]
struct GroupView {
    title: String,
    anchor: String,
    /// HTML: a name with its link; and the cells after it.
    rows: Vec<ListedView>,
}

#[derive(Serialize)]
struct ListedView {
    /// HTML.
    name: String,
    /// In the order of the columns; HTML.
    cells: Vec<String>,
}

/// The two lists; none that would be empty.
pub(super) fn pages(book: &Book<'_>) -> Vec<Page> {
    let catalog = book.catalog;
    let mut pages = Vec::new();
    if !catalog.hardware.is_empty() {
        let description = format!(
            "{} devices with memory, bandwidth and arithmetic: what fits, and how fast models run.",
            catalog.hardware.len()
        );
        pages.push(page(book, "hardware", "Hardware", &description, &devices(book)));
    }
    if !catalog.models.is_empty() {
        let description = format!(
            "{} open-weight models with parameters, layers and context: bytes in every format, and how fast they run.",
            catalog.models.len()
        );
        pages.push(page(book, "models", "Models", &description, &models(book)));
    }
    pages
}

fn page(book: &Book<'_>, kind: &'static str, title: &str, description: &str, groups: &[GroupView]) -> Page {
    let path = format!("{kind}/");
    let view = listing::page(book.frame, kind, &path, ROOT, title, description);
    let mut context = book.frame.context(&view);
    context.insert("groups", groups);
    context.insert("count", &groups.iter().map(|group| group.rows.len()).sum::<usize>());
    context.insert("anchors", &!book.catalog.anchors.is_empty());
    let template = if kind == "hardware" { "hardware.html" } else { "models.html" };
    Page { path: format!("{path}index.html"), template, context, files: Vec::new() }
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
                    name: link(ROOT, book.device_path(at).as_deref(), &record.name),
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
            name: format!(
                "{}<small>{}</small>",
                link(ROOT, book.model_path(at).as_deref(), &record.name),
                escape(kind)
            ),
            cells: vec![
                shown(record.total_params_b),
                active.map_or_else(|| "all".to_owned(), |active| number::plain(active, 1)),
                number::count(record.n_layers.into()),
                record.max_context.map_or_else(|| NONE.to_owned(), |tokens| number::count(tokens.into())),
                runs(&book.of_model[at]),
            ],
        };
        match groups.iter_mut().find(|group| group.title == heading) {
            Some(group) => group.rows.push(row),
            None => add(&mut groups, heading, vec![row]),
        }
    }
    groups.sort_by_key(|group| group.title == REST);
    groups
}

/// Adds rows under a heading; to the one that is there, if two classes share it.
fn add(groups: &mut Vec<GroupView>, heading: &str, rows: Vec<ListedView>) {
    if rows.is_empty() {
        return;
    }
    if let Some(group) = groups.iter_mut().find(|group| group.title == heading) {
        group.rows.extend(rows);
    } else {
        let anchor = format!("g-{}", crate::config::slug_of(heading));
        groups.push(GroupView { title: heading.to_owned(), anchor, rows });
    }
}
