//! A runtime's page: what the program is, what was measured with it, and how accurate the estimate is for it.
//!
//! 1. Its definition is that of its own entry, or follows from its kind; then comes the number of measurements.
//! 2. Its measurements are counted by device, by model and by format. The rows themselves are on the pages of devices,
//!    models and publications.
//! 3. The accuracy is that of predictions with the source, or the device, held out from the fit.
//!
//! Nothing is estimated here, and no program is ranked.

use crate::calibrate::method::{GroupScores, Speed};
use crate::site::catalog::context::{CatalogContext, ROOT};
use crate::site::catalog::facts::FactsView;
use crate::site::catalog::mentions::RuntimeMentions;
use crate::site::catalog::page::{CatalogContent, CatalogPage};
use crate::site::catalog::sources;
use crate::site::catalog::views::{EntryLink, RuntimeView};
use crate::site::catalog::words::counted;
use crate::site::inline::is_web;
use crate::site::inline::{Cell, InlinePiece};
use crate::site::page_id::PageId;
use crate::site::table::{self, GridColumn, GridLine, GridTable, numbers, words};
use rooflight_document::date::date;
use rooflight_document::number::{self, NONE, fixed, percent};
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::catalog::records::Runtime;
use rooflight_glossary::model::catalog::short;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Number of rows before the collapsed ones.
const OPEN: usize = 12;

/// Minimum number of rows for which the accuracy is shown.
pub(crate) const COUNTED: usize = 20;

/// The text for a runtime with fewer than [`COUNTED`] predicted rows.
const TOO_FEW: &str = "Too few of its runs can be predicted under their own conditions to say how well the estimate holds for this program.";

/// The property by which a runtime's measurements are counted.
#[derive(Clone, Copy)]
enum GroupBy {
    Device,
    Model,
    Format,
}

/// Counts over some measurements of a runtime.
pub(super) struct Coverage<'a> {
    /// Number of different devices; below, of models and formats.
    pub(super) devices: usize,
    pub(super) models: usize,
    pub(super) formats: usize,
    /// The newest build that a source names, and its date, which may be empty.
    pub(super) build: Option<(&'a str, &'a str)>,
    /// The date of the newest measurement.
    pub(super) newest: Option<&'a str>,
}

/// Counts the devices, models and formats of these measurements.
pub(super) fn coverage<'a>(cx: &CatalogContext<'a>, anchors: &[usize]) -> Coverage<'a> {
    let rows = || anchors.iter().map(|at| &cx.catalog.anchors[*at]);
    let dated = |anchor: &'a Anchor| anchor.row.date.as_deref().unwrap_or_default();
    let built = |anchor: &'a Anchor| Some((dated(anchor), anchor.row.version.as_deref()?));
    Coverage {
        devices: different(rows().map(|anchor| anchor.hardware)),
        models: different(rows().map(|anchor| anchor.model)),
        formats: different(rows().map(|anchor| anchor.quantization)),
        build: rows().filter_map(built).max().map(|(date, build)| (build, date)),
        newest: rows().map(dated).max().filter(|date| !date.is_empty()),
    }
}

fn different(values: impl Iterator<Item = usize>) -> usize {
    values.collect::<BTreeSet<usize>>().len()
}

/// Makes the page of a runtime; `None` if its id cannot be part of an address, or it is not a program.
pub(super) fn page<'a>(cx: &CatalogContext<'a>, at: usize, named: &RuntimeMentions) -> Option<CatalogPage<'a>> {
    cx.runtime_path(at)?;
    let record = &cx.catalog.runtimes[at];
    let anchors = &cx.of_runtime[at];
    let link = |(path, term): &(String, String)| EntryLink { path: path.clone(), term: term.clone() };
    let view = RuntimeView {
        name: record.name.clone(),
        id: record.id.clone(),
        kind: kind(record).0.to_owned(),
        definition: definition(cx, at, named),
        url: record.url.clone().filter(|url| is_web(url)),
        entry: named.own.as_ref().map(|(path, _)| path.clone()),
        facts: facts(cx, at),
        held: accuracy_table(cx, record),
        too_few: TOO_FEW,
        measured_title: match anchors.len() {
            0 => "Nothing measured: no published run with this program is known here".to_owned(),
            count => format!("{} with this program", counted(count, "published measurement")),
        },
        measured: [GroupBy::Device, GroupBy::Model, GroupBy::Format]
            .into_iter()
            .filter(|_| !anchors.is_empty())
            .map(|by| table(cx, record, anchors, by))
            .collect(),
        named: named.most.iter().map(link).collect(),
        unnamed: named.count - named.most.len(),
        sources: sources::list(cx, &record.sources, anchors, ROOT),
    };
    let description = description(cx, at);
    let id = PageId::Runtime(record.id.clone());
    Some(CatalogPage::new(id, &record.name, description, CatalogContent::Runtime(Box::new(view))))
}

/// Returns the kind of a runtime: singular, plural, and a phrase that says what it is.
pub(super) fn kind(record: &Runtime) -> (&'static str, &'static str, &'static str) {
    match record.kind.as_deref() {
        Some("engine") => ("Engine", "Engines", "an engine: it runs a model"),
        Some("server") => ("Server", "Servers", "a server: it answers requests with a model"),
        Some("library") => ("Library", "Libraries", "a library: other programs run models with it"),
        Some("application") => ("Application", "Applications", "an application with which people run models"),
        _ => ("Program", "Programs", "a program that runs models"),
    }
}

/// Describes the measurements made with it, as the end of a sentence; `None` if there are none.
fn extent(cx: &CatalogContext<'_>, at: usize) -> Option<String> {
    let anchors = &cx.of_runtime[at];
    let used = coverage(cx, anchors);
    (!anchors.is_empty()).then(|| {
        let [devices, models] = [counted(used.devices, "device"), counted(used.models, "model")];
        format!("{} with {devices} and {models}", counted(anchors.len(), "published measurement"))
    })
}

fn definition(cx: &CatalogContext<'_>, at: usize, named: &RuntimeMentions) -> String {
    let record = &cx.catalog.runtimes[at];
    let own = named.own.as_ref().map(|(_, definition)| definition.clone());
    let definition = own.unwrap_or_else(|| format!("{} is {}.", record.name, kind(record).2));
    match extent(cx, at) {
        Some(extent) => format!("{definition} This site has {extent}."),
        None => format!("{definition} No published measurement with it is known here."),
    }
}

fn description(cx: &CatalogContext<'_>, at: usize) -> String {
    let record = &cx.catalog.runtimes[at];
    let extent = extent(cx, at).unwrap_or_else(|| "no published measurement yet".to_owned());
    format!("{}, {}: {extent}.", record.name, kind(record).0.to_lowercase())
}

fn facts(cx: &CatalogContext<'_>, at: usize) -> FactsView {
    let (record, anchors) = (&cx.catalog.runtimes[at], &cx.of_runtime[at]);
    let used = coverage(cx, anchors);
    let mut facts = FactsView { sources: sources::numbers(&record.sources), ..FactsView::default() };
    facts.add("Kind", kind(record).0.to_owned(), Vec::new());
    let publications = different(anchors.iter().map(|at| cx.catalog.anchors[*at].publication));
    let from = if publications == 0 { String::new() } else { format!("from {}", counted(publications, "source")) };
    facts.add("Measurements", count(anchors.len()), vec![from]);
    for (label, number) in [("Devices", used.devices), ("Models", used.models), ("Formats", used.formats)] {
        facts.add(label, count(number), Vec::new());
    }
    let backends: BTreeSet<usize> = anchors.iter().map(|at| cx.catalog.anchors[*at].backend).collect();
    let named =
        backends.into_iter().filter_map(|at| cx.catalog.backends.get(at)).filter(|backend| backend.id != "unknown");
    let backends: Vec<&str> = named.map(|backend| backend.name.as_str()).collect();
    if !backends.is_empty() {
        facts.add("Backends", backends.join(", "), Vec::new());
    }
    if let Some((build, when)) = used.build {
        let when = if when.is_empty() { "not dated".to_owned() } else { date(when) };
        facts.add("Newest build measured", build.to_owned(), vec![when]);
    }
    if let Some(newest) = used.newest {
        facts.add("Newest measurement", date(newest), Vec::new());
    }
    facts
}

fn count(number: usize) -> String {
    number::count(number as u64)
}

const DEVICES: &[GridColumn] =
    &[words("Device"), numbers("Runs", ""), numbers("Models", ""), numbers("Formats", ""), words("Newest")];
const MODELS: &[GridColumn] =
    &[words("Model"), numbers("Runs", ""), numbers("Devices", ""), numbers("Formats", ""), words("Newest")];
const FORMATS: &[GridColumn] =
    &[words("Format"), numbers("Runs", ""), numbers("Devices", ""), numbers("Models", ""), words("Newest")];

/// Makes the table of its measurements by device, model or format, the most measured first.
fn table(cx: &CatalogContext<'_>, record: &Runtime, anchors: &[usize], by: GroupBy) -> GridTable {
    let catalog = cx.catalog;
    let key = |anchor: &Anchor| match by {
        GroupBy::Device => anchor.hardware,
        GroupBy::Model => anchor.model,
        GroupBy::Format => anchor.quantization,
    };
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in anchors {
        groups.entry(key(&catalog.anchors[*at])).or_default().push(*at);
    }
    let mut groups: Vec<(usize, Vec<usize>)> = groups.into_iter().collect();
    groups.sort_by_key(|(of, rows)| (Reverse(rows.len()), *of));
    let row = |(of, rows): &(usize, Vec<usize>)| {
        let used = coverage(cx, rows);
        let rows_of = |key: &str, id: &str| Some(format!("anchors/?rt={}&{key}={id}", record.id));
        let (name, found, others) = match by {
            GroupBy::Device => {
                let device = &catalog.hardware[*of].record;
                let name = InlinePiece::page(cx.device_path(*of), &device.name);
                (name, rows_of("hw", &device.id), [used.models, used.formats])
            }
            GroupBy::Model => {
                let model = &catalog.models[*of].record;
                let name = InlinePiece::page(cx.model_path(*of), &model.name);
                (name, rows_of("m", &model.id), [used.devices, used.formats])
            }
            GroupBy::Format => {
                let name = InlinePiece::Text(short(&catalog.formats[*of].record.name).to_owned());
                (name, None, [used.devices, used.models])
            }
        };
        let runs = InlinePiece::page(found, &count(rows.len()));
        let newest = used.newest.map_or_else(|| NONE.to_owned(), date);
        let mut cells = vec![Cell::of("", vec![name]), Cell::of("n m", vec![runs])];
        cells.extend(others.map(|number| Cell::text("n", count(number))));
        cells.push(Cell::text("", newest));
        GridLine::Row(cells)
    };
    let (caption, columns, what) = match by {
        GroupBy::Device => ("By device", DEVICES, "devices"),
        GroupBy::Model => ("By model", MODELS, "models"),
        GroupBy::Format => ("By format", FORMATS, "formats"),
    };
    let lines = groups.iter().map(row).collect();
    GridTable { caption: caption.to_owned(), class: "plainly", columns: columns.to_vec(), lines, fold: OPEN, what }
}

const HELD: &[GridColumn] = &[
    words("Left out of the fit"),
    numbers("Rows", ""),
    numbers("Pairs", ""),
    numbers("Off by", ""),
    numbers("Inside", ""),
    numbers("High ÷ low", ""),
];

/// Makes the table of the estimate's accuracy; `None` if it has fewer than [`COUNTED`] predicted rows.
fn accuracy_table(cx: &CatalogContext<'_>, record: &Runtime) -> Option<GridTable> {
    let method = &cx.calibrated.method;
    let group = |speed: &'_ Option<Speed>| -> Option<GroupScores> {
        let mut groups = speed.as_ref()?.groups.iter();
        groups.find(|group| group.by == "engine" && group.name == record.id && group.source.rows >= COUNTED).cloned()
    };
    let mut lines = Vec::new();
    for (what, speed) in [("Decode", &method.decode), ("Prompts", &method.prompts)] {
        let Some(group) = group(speed) else { continue };
        lines.push(GridLine::Group(vec![InlinePiece::Text(what.to_owned())]));
        for (out, score) in [("its source", &group.source), ("its device", &group.device)] {
            let figures = [
                count(score.rows),
                count(score.pairs),
                fixed(score.error, 2),
                percent(score.covered),
                fixed(score.width, 2),
            ];
            let mut cells = vec![Cell::text("", out)];
            cells.extend(figures.map(|figure| Cell::text("n", figure)));
            lines.push(GridLine::Row(cells));
        }
    }
    let caption = "Each run was predicted by a fit that had not seen it. Off by: the geometric error, a factor. Inside: the share of runs \
                   inside their range, which is meant to hold 80\u{a0}%. High ÷ low: the median width of the ranges. A pair is a device \
                   with a model.";
    let columns = HELD;
    let caption = caption.to_owned();
    (!lines.is_empty()).then_some(GridTable {
        caption,
        class: "plainly",
        columns: columns.to_vec(),
        lines,
        fold: table::OPEN,
        what: "groups",
    })
}
