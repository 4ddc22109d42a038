//! The lists `/hardware/`, `/models/` and `/runtimes/`: one table each, complete without scripts; a script sorts and
//! filters it.
//!
//! 1. A row has the record's name as a link, then a cell for each column; a figure's cell also has its value for
//!    sorting.
//! 2. Devices are grouped by class, the most measured first; models by half-year, the newest first; runtimes by kind.
//!    Each group has a heading in the table, to which links lead.
//! 3. The values of word columns are the choices of the filters.
//!
//! The score of a model is the same one that other pages show; the cell is blank if no score has a source.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::groups;
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::views::{
    Filter, GapView, LIST_ROOT, ListCell, ListColumn, ListGroup, ListName, ListRow, ListTable, ListView,
};
use crate::site::catalog::{runtime, sources};
use crate::site::inline::InlinePiece;
use crate::site::nav::{NavItem, catalog_nav};
use crate::site::order::Order;
use crate::site::page_id::{PageId, PageKind};
use rooflight_calculators::explore;
use rooflight_document::date::date;
use rooflight_document::number::{self, NONE};
use rooflight_estimator::hardware::DeviceClass;
use rooflight_glossary::model::catalog::records::{Hardware, Model, Runtime};
use rooflight_glossary::model::catalog::scores::chosen;
use std::cmp::Reverse;

/// The kinds of runtimes, in the order of their groups.
const KINDS: [&str; 4] = ["engine", "server", "library", "application"];

/// Number of benchmarks with a column.
const BENCHMARKS: usize = 2;

/// The fixed parts of a list's page.
struct List {
    id: PageId,
    title: &'static str,
    /// The description after the number of rows, for search engines and readers.
    description: &'static str,
    lead: &'static str,
    /// The plural noun for rows.
    rows: &'static str,
    /// The columns with a filter: key, and the label of the choice "all".
    filters: &'static [(&'static str, &'static str)],
}

const HARDWARE: List = List {
    id: PageId::Hardware,
    title: "Hardware",
    description: "devices with memory, bandwidth and arithmetic: what fits, and how fast models run.",
    lead: "devices: memory, bandwidth, dense 16-bit arithmetic. Each page says what fits, how fast models run, and what was measured.",
    rows: "devices",
    filters: &[("vendor", "all vendors"), ("kind", "all kinds")],
};

const MODELS: List = List {
    id: PageId::Models,
    title: "Models",
    description: "open-weight models with parameters, context, licence and scores: bytes in every format, and how fast they run.",
    lead: "open-weight models: parameters, those that a token reads, context, licence. Each page has the bytes in every format, the cache, and how fast the model runs.",
    rows: "models",
    filters: &[("family", "all families"), ("licence", "all licences")],
};

const RUNTIMES: List = List {
    id: PageId::Runtimes,
    title: "Runtimes",
    description: "programs that ran the measured models: what was measured with each, and how well the estimate holds for it.",
    lead: "programs that ran the measured models. Each page says what was measured with it, its newest build among the measurements, and how well the estimate holds for it.",
    rows: "runtimes",
    filters: &[("kind", "all kinds")],
};

fn words(key: &str, title: &str) -> ListColumn {
    ListColumn { key: key.to_owned(), title: title.to_owned(), unit: "", numeric: false }
}

fn numbers(key: &str, title: &str, unit: &'static str) -> ListColumn {
    ListColumn { key: key.to_owned(), title: title.to_owned(), unit, numeric: true }
}

impl ListCell {
    fn words(text: &str) -> Self {
        Self { text: text.to_owned(), value: None }
    }

    /// Creates a cell with a number, or with other words if it is unknown.
    fn number(value: Option<f64>, unknown: &str) -> Self {
        Self::of(value.map_or_else(|| unknown.to_owned(), |value| number::plain(value, 1)), value)
    }

    fn of(text: String, value: Option<f64>) -> Self {
        Self { text, value: Some(value.map(|value| value.to_string()).unwrap_or_default()) }
    }

    fn runs(anchors: &[usize]) -> Self {
        let count = anchors.len() as u64;
        let text = if count == 0 { NONE.to_owned() } else { number::count(count) };
        Self { text, value: Some(if count == 0 { String::new() } else { count.to_string() }) }
    }
}

impl ListTable {
    fn new(columns: Vec<ListColumn>) -> Self {
        Self { columns, groups: Vec::new(), rows: Vec::new() }
    }

    /// Appends a row to its group.
    fn add(&mut self, heading: &str, name: InlinePiece, cells: Vec<ListCell>) {
        let row = |group| ListRow { group, name: ListName(name), cells };
        if let Some(at) = self.groups.iter().position(|group| group.title == heading) {
            self.rows[at].push(row(None));
            return;
        }
        let anchor = format!("g-{}", rooflight_source::slug::slug_of(heading));
        let group = ListGroup { title: heading.to_owned(), anchor };
        self.groups.push(group.clone());
        self.rows.push(vec![row(Some(group))]);
    }

    fn filter(&self, key: &'static str, all: &'static str, order: &Order) -> Option<Filter> {
        let at = self.columns.iter().position(|column| column.key == key)?;
        let cells = self.rows.iter().flatten().map(|row| row.cells[at - 1].text.clone());
        let mut choices: Vec<String> = cells.filter(|text| *text != NONE).collect();
        choices.sort_by_cached_key(|text| order.key(text));
        choices.dedup();
        Some(Filter { key, title: self.columns[at].title.clone(), all, choices })
    }
}

/// Returns the links to the lists and to the measurements that the site has.
pub(super) fn neighbours(cx: &CatalogContext<'_>) -> Vec<NavItem> {
    let mut all: Vec<NavItem> = catalog_nav(cx.catalog, &cx.inputs.config.strings).collect();
    if cx.catalog.runtimes.iter().any(Runtime::is_program) {
        let at = all.iter().position(|item| item.kind == PageKind::Anchors).unwrap_or(all.len());
        all.insert(at, NavItem::new(RUNTIMES.title, "runtimes/", PageKind::Runtimes));
    }
    all
}

/// Makes the pages of the lists that are not empty.
pub(super) fn pages<'a>(cx: &CatalogContext<'a>) -> Vec<CatalogPage<'a>> {
    let lists = [(HARDWARE, devices(cx)), (MODELS, models(cx)), (RUNTIMES, runtimes(cx))];
    lists.into_iter().filter(|(_, table)| !table.rows.is_empty()).map(|(list, table)| page(cx, list, table)).collect()
}

fn page<'a>(cx: &CatalogContext<'a>, list: List, table: ListTable) -> CatalogPage<'a> {
    let count = table.rows.iter().flatten().count();
    let order = Order::of(&cx.inputs.config.language);
    let is_of_models = list.id == PageId::Models;
    let view = ListView {
        neighbours: neighbours(cx),
        title: list.title,
        lead: format!("{count} {}", list.lead),
        what: list.rows,
        filters: list.filters.iter().filter_map(|(key, all)| table.filter(key, all, &order)).collect(),
        scores: is_of_models.then(|| scored(cx)),
        not_covered: if is_of_models { not_covered(cx) } else { Vec::new() },
        table,
    };
    CatalogPage::new(list.id, list.title, format!("{count} {}", list.description), CatalogContent::List(Box::new(view)))
}

fn not_covered(cx: &CatalogContext<'_>) -> Vec<GapView> {
    let gaps = cx.catalog.not_covered.iter();
    gaps.map(|gap| GapView {
        id: gap.id.clone(),
        name: gap.name.clone(),
        missing: gap.missing.clone(),
        sources: sources::list(cx, &gap.sources, &[], LIST_ROOT),
    })
    .collect()
}

fn devices(cx: &CatalogContext<'_>) -> ListTable {
    let mut table = ListTable::new(vec![
        words("name", "Device"),
        words("vendor", "Vendor"),
        words("kind", "Kind"),
        numbers("memory", "Memory", "GiB"),
        numbers("bandwidth", "Bandwidth", "GB/s"),
        numbers("tflops", "16 bits", "TFLOPS"),
        numbers("year", "Released", ""),
        numbers("measured", "Measured", "runs"),
    ]);
    for class in DeviceClass::ALL {
        let mut devices: Vec<_> =
            cx.catalog.hardware.iter().enumerate().filter(|(_, hardware)| hardware.device.class == class).collect();
        devices.sort_by_key(|(at, _)| Reverse(cx.of_device[*at].len()));
        for (at, hardware) in devices {
            let name = InlinePiece::page(cx.device_path(at), &hardware.record.name);
            table.add(class.heading(), name, device(&hardware.record, class, &cx.of_device[at]));
        }
    }
    table
}

fn device(record: &Hardware, class: DeviceClass, anchors: &[usize]) -> Vec<ListCell> {
    let sixteen = record.fp16_dense_tflops.into_iter().chain(record.bf16_dense_tflops).reduce(f64::max);
    let year = record.release_year;
    vec![
        ListCell::words(&record.vendor),
        ListCell::words(class.singular()),
        ListCell::number(record.memory_gib, "as installed"),
        ListCell::number(Some(record.bandwidth_gb_s), NONE),
        ListCell::number(sixteen, NONE),
        ListCell::of(year.map_or_else(|| NONE.to_owned(), |year| year.to_string()), year.map(f64::from)),
        ListCell::runs(anchors),
    ]
}

/// Returns the benchmarks with a column: the first of the explorer's benchmarks that have a score.
fn scored(cx: &CatalogContext<'_>) -> Vec<&'static str> {
    let scores = &cx.catalog.scores;
    let has = |name: &&str| (0..cx.catalog.models.len()).any(|at| chosen(scores, at, name).is_some());
    explore::benchmarks().into_iter().filter(has).take(BENCHMARKS).collect()
}

fn models(cx: &CatalogContext<'_>) -> ListTable {
    const UNDATED: &str = "Without a date";
    let models = &cx.catalog.models;
    let scored = scored(cx);
    let mut columns = vec![
        words("name", "Model"),
        words("family", "Family"),
        numbers("parameters", "Parameters", "billion"),
        numbers("active", "Active", "billion"),
        numbers("context", "Context", "tokens"),
        words("licence", "Licence"),
    ];
    columns.extend(scored.iter().map(|name| numbers(&rooflight_source::slug::slug_of(name), name, "per cent")));
    columns.push(numbers("measured", "Measured", "runs"));
    let mut table = ListTable::new(columns);
    let mut newest: Vec<usize> = (0..models.len()).collect();
    newest.sort_by_key(|at| Reverse(models[*at].record.release_date));
    for at in newest {
        let record = &models[at].record;
        let name = InlinePiece::page(cx.model_path(at), &record.name);
        let mut cells = model(record, groups::family(&record.name));
        let scores = scored.iter().map(|name| chosen(&cx.catalog.scores, at, name));
        cells.extend(scores.map(|score| ListCell::number(score, "")));
        cells.push(ListCell::runs(&cx.of_model[at]));
        let half = record.release_date.map(|date| {
            let months = if date.month() > 6 { "July to December" } else { "January to June" };
            format!("{months} {}", date.year())
        });
        table.add(half.as_deref().unwrap_or(UNDATED), name, cells);
    }
    table
}

fn model(record: &Model, family: &str) -> Vec<ListCell> {
    let active = record.active_params_b.filter(|_| record.moe.is_some());
    let all = || ListCell::of("all".to_owned(), record.total_params_b);
    let context = record.max_context;
    vec![
        ListCell::words(family),
        ListCell::number(record.total_params_b, NONE),
        active.map_or_else(all, |active| ListCell::number(Some(active), NONE)),
        ListCell::of(
            context.map_or_else(|| NONE.to_owned(), |tokens| number::count(tokens.into())),
            context.map(f64::from),
        ),
        ListCell::words(record.license.as_deref().unwrap_or(NONE)),
    ]
}

fn runtimes(cx: &CatalogContext<'_>) -> ListTable {
    let mut table = ListTable::new(vec![
        words("name", "Runtime"),
        words("kind", "Kind"),
        numbers("measured", "Measured", "runs"),
        numbers("devices", "Devices", ""),
        numbers("models", "Models", ""),
        numbers("formats", "Formats", ""),
        words("build", "Newest build"),
        numbers("newest", "Newest run", ""),
    ]);
    let programs = (0..cx.catalog.runtimes.len()).filter(|at| cx.catalog.runtimes[*at].is_program());
    let mut sorted: Vec<usize> = programs.collect();
    let order = Order::of(&cx.inputs.config.language);
    sorted.sort_by_cached_key(|at| {
        let record = &cx.catalog.runtimes[*at];
        let kind = KINDS.iter().position(|kind| record.kind.as_deref() == Some(*kind)).unwrap_or(KINDS.len());
        (kind, order.key(&record.name))
    });
    for at in &sorted {
        let record = &cx.catalog.runtimes[*at];
        let (one, many, _) = runtime::kind(record);
        let name = InlinePiece::page(cx.runtime_path(*at), &record.name);
        let mut cells = vec![ListCell::words(&one.to_lowercase()), ListCell::runs(&cx.of_runtime[*at])];
        cells.extend(runtime_cells(cx, *at));
        table.add(many, name, cells);
    }
    table
}

fn runtime_cells(cx: &CatalogContext<'_>, at: usize) -> Vec<ListCell> {
    let used = runtime::coverage(cx, &cx.of_runtime[at]);
    let counts = [used.devices, used.models, used.formats].into_iter();
    let number =
        |count: usize| ListCell::number((count > 0).then_some(rooflight_primitives::units::count(count as u64)), NONE);
    let build = ListCell::words(used.build.map_or(NONE, |(build, _)| build));
    // Dates are sorted by their digits as a number, padded with zeros, so a month comes before its days.
    let digits = |written: &str| format!("{:0<8}", written.replace('-', "")).parse().ok();
    let newest = ListCell::of(used.newest.map_or_else(|| NONE.to_owned(), date), used.newest.and_then(digits));
    counts.map(number).chain([build, newest]).collect()
}
