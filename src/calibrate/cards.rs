//! The catalog as calculators use it: a card for each device and each model.
//!
//! 1. A model's card holds its bytes in every format whose bytes are known; models and formats that cannot be computed are left out, with
//!    the reason kept for whoever asks for one.
//! 2. A device's card holds what the calibration says of each engine that people use on it, and every measurement made on it, each compared
//!    once and for all with ceiling and estimate under its own conditions.
//!
//! 3. A further card of each device holds the same for reading prompts.
//!
//! Nothing of a measurement is judged or hidden here.

use crate::calibrate::flags;
use crate::calibrate::method::Method;
use crate::calibrate::rows::{self, Store};
use crate::model::catalog::measurements::{self, Anchor, Parallel, Phase};
use crate::model::catalog::records::{NotCovered, Quality, Quantization};
use crate::model::catalog::{Catalog, Hardware, KnownModel, scores};
use rayon::prelude::*;
use rooflight_estimator::calculators::input::QUANTIZATION;
use rooflight_estimator::calculators::{Estimator, explore};
use rooflight_estimator::calibration::{Calibration, Conditions, Habit};
use rooflight_estimator::records::quality::{Loss, PublishedFile};
use rooflight_estimator::records::rows::{PART, Row, Texts};
use rooflight_estimator::records::{
    self, ALL, DeviceRecord, FormatRecord, LibraryRecord, ModelRecord, PromptRecord, PromptRunsRecord, Record,
    RunsRecord, Score,
};
use rooflight_estimator::setup::Devices;
use rooflight_estimator::view::number;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The estimator of a site, with what the site wants to say of it.
#[derive(Debug, Clone)]
pub struct Estimating {
    /// The estimator with every card.
    pub estimator: Estimator,
    /// The content of the methodology page.
    pub method: Method,
    /// The files of the cards, by name below the folder of data.
    pub files: Vec<(String, Vec<u8>)>,
    /// The formats that some model is known in.
    pub formats: Vec<FormatChoice>,
    /// How each measurement compares with ceiling and estimate under its own conditions, in the order of the catalog.
    pub compared: Vec<Compared>,
    measurements: usize,
    publications: usize,
    left_out: BTreeMap<(&'static str, String), String>,
    not_covered: Vec<NotCovered>,
    aliases: BTreeMap<(&'static str, String), Vec<String>>,
}

/// The speed of one stream over its ceiling and over its estimate, in units of [`PART`]; 0 where there is none.
pub type Compared = (u64, u64);

/// A weight format as forms list it.
#[derive(Debug, Clone)]
pub struct FormatChoice {
    /// Catalog id.
    pub id: String,
    /// Its name under its heading.
    pub name: String,
    /// Its group in lists.
    pub heading: &'static str,
}

impl Estimating {
    /// How many measurements there are, and from how many publications.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.measurements, self.publications)
    }

    /// What else the device, model or quantization with this id is called.
    #[must_use]
    pub fn aliases(&self, kind: &'static str, id: &str) -> &[String] {
        self.aliases.get(&(kind, id.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Why a model of this name is not covered; `None` if the list of what is not does not have it.
    #[must_use]
    pub fn not_covered(&self, typed: &str) -> Option<String> {
        NotCovered::reason(&self.not_covered, typed)
    }

    /// Why the catalog's model or quantization with this id cannot be computed; `None` if that is not the trouble.
    #[must_use]
    pub fn why_not(&self, kind: &str, id: Option<&str>) -> Option<String> {
        let found = self.left_out.iter().find(|((what, known), _)| *what == kind && Some(known.as_str()) == id);
        found.map(|((_, id), reason)| format!("`{id}` is in the catalog, but cannot be computed: {reason}"))
    }
}

/// The estimator of a catalog.
#[must_use]
pub fn estimator(catalog: &Catalog) -> Estimating {
    let fitted = crate::calibrate::fit(catalog);
    let method = Method::new(catalog, &fitted);
    let calibration = fitted.calibration;
    let (models, (devices, prompts, compared)): (Vec<_>, _) = rayon::join(
        || catalog.models.par_iter().enumerate().filter_map(|(at, known)| model_card(catalog, at, known)).collect(),
        || {
            let store = rows::store(catalog);
            let with = |anchor: &Anchor| compared(catalog, &calibration, &store, anchor);
            let compared: Vec<Compared> = catalog.anchors.par_iter().map(with).collect();
            let years = catalog.anchors.iter().map(|anchor| rows::conditions(catalog, anchor).year);
            let newest = years.fold(0.0, f64::max);
            let bench = Bench { catalog, calibration: &calibration, compared: &compared, newest };
            let hardware = || catalog.hardware.par_iter().enumerate();
            let devices = hardware().map(|(at, known)| bench.device_card(at, known)).collect();
            let prompts = hardware().map(|(at, known)| bench.prompt_card(at, known)).collect();
            (devices, prompts, compared)
        },
    );
    let scores = scores(catalog, &models);
    let licences = licences(catalog, &models);
    let estimator = Estimator { devices, models, prompts, scores, licences };
    Estimating {
        files: files(&estimator),
        estimator,
        method,
        formats: formats(catalog),
        compared,
        measurements: catalog.anchors.len(),
        publications: catalog.publications.len(),
        left_out: left_out(catalog),
        not_covered: catalog.not_covered.clone(),
        aliases: aliases(catalog),
    }
}

/// Each card as the browser fetches it.
fn files(estimator: &Estimator) -> Vec<(String, Vec<u8>)> {
    let Estimator { devices, models, prompts, scores, licences } = estimator;
    let device = |card: &DeviceRecord| stored(&card.device.id, card);
    let model = |card: &ModelRecord| [stored(&card.id, card), stored(&card.id, &card.quality())];
    let prompt = |card: &PromptRecord| stored(&card.device, card);
    let asked = |card: &PromptRecord| {
        let of = |id: &String| {
            let runs = RunsRecord::of(&card.device, (&card.texts, &card.rows), id);
            stored(&format!("{}/{id}", card.device), &PromptRunsRecord(runs))
        };
        card.measured.iter().map(of).collect::<Vec<_>>()
    };
    let runs = |card: &DeviceRecord| {
        let of = |id: &String| {
            stored(&format!("{}/{id}", card.device.id), &RunsRecord::of(&card.device.id, (&card.texts, &card.rows), id))
        };
        card.measured.iter().map(of).collect::<Vec<_>>()
    };
    let cards = devices.par_iter().map(device).chain(models.par_iter().flat_map_iter(model));
    let library = LibraryRecord::of((devices, models), scores, licences, &explore::formats());
    cards
        .chain([stored(ALL, &library)])
        .chain(prompts.par_iter().map(prompt))
        .chain(prompts.par_iter().flat_map_iter(asked))
        .chain(devices.par_iter().flat_map_iter(runs))
        .collect()
}

/// The models that rows are about, in the order of the rows, which keeps those of a model together.
fn models(texts: &[String], rows: &[Row]) -> Vec<String> {
    let mut models: Vec<String> = rows.iter().filter_map(|row| texts.get(row.model).cloned()).collect();
    models.dedup();
    models
}

/// A card's file below the data's root, with its bytes.
fn stored<C: Record>(id: &str, card: &C) -> (String, Vec<u8>) {
    (records::file(C::FOLDER, id), card.to_bytes())
}

fn left_out(catalog: &Catalog) -> BTreeMap<(&'static str, String), String> {
    let models = catalog.models.iter().filter_map(|known| {
        let reason = known.model.as_ref().err()?.to_string();
        Some((("model", known.record.id.clone()), reason))
    });
    let formats = catalog.formats.iter().filter_map(|known| {
        let reason = known.rule.as_ref().err()?.clone();
        Some((("quantization", known.record.id.clone()), reason))
    });
    models.chain(formats).collect()
}

fn aliases(catalog: &Catalog) -> BTreeMap<(&'static str, String), Vec<String>> {
    let devices = catalog.hardware.iter().map(|known| ("device", &known.record.id, &known.record.aliases));
    let models = catalog.models.iter().map(|known| ("model", &known.record.id, &known.record.aliases));
    let formats = catalog.formats.iter().map(|known| ("quantization", &known.record.id, &known.record.aliases));
    let all = devices.chain(models).chain(formats).filter(|(_, _, aliases)| !aliases.is_empty());
    all.map(|(kind, id, aliases)| ((kind, id.clone()), aliases.clone())).collect()
}

fn formats(catalog: &Catalog) -> Vec<FormatChoice> {
    let known = catalog.formats.iter().filter(|known| known.rule.is_ok());
    known
        .map(|known| {
            let (id, family) = (known.record.id.clone(), known.record.family.as_str());
            FormatChoice { heading: heading(&id, family), name: known.record.name.clone(), id }
        })
        .collect()
}

/// The group of a format in lists.
fn heading(id: &str, family: &str) -> &'static str {
    match family {
        _ if id.starts_with("gguf-ud-") => "GGUF, mixed for each model by Unsloth",
        "gguf-mix" => "GGUF files",
        "gguf" => "GGUF, one type",
        "mlx" => "MLX",
        "gptq" | "awq" => "GPTQ and AWQ",
        "exl2" | "exl3" => "ExLlama",
        "float" => "16 bits",
        _ => "8 and 4 bits",
    }
}

/// "GGUF" says nothing beside `Q4_K_M`.
#[must_use]
pub fn short(format: &str) -> &str {
    format.strip_prefix("GGUF ").unwrap_or(format)
}

fn model_card(catalog: &Catalog, at: usize, known: &KnownModel) -> Option<ModelRecord> {
    let model = known.model.as_ref().ok()?;
    let mut texts = Texts::default();
    let mut formats = Vec::new();
    for (format, stored) in catalog.formats.iter().enumerate() {
        if !catalog.is_offered(at, format) {
            continue;
        }
        let Some(weights) = catalog.weights(at, format) else { continue };
        let id = stored.record.id.clone();
        formats.push(FormatRecord {
            habit: Habit::of(&id),
            id,
            name: short(&stored.record.name).to_owned(),
            weights,
            file: catalog.published_file(at, format).and_then(|(gib, publication)| {
                let publication = catalog.publications.get(publication)?;
                let (source, href) = (texts.position(&publication.title), texts.position(&publication.url));
                Some(PublishedFile { gib, source, href })
            }),
            quality: stored.record.quality.iter().map(|quality| loss(&stored.record, quality, &mut texts)).collect(),
        });
    }
    usual_first(catalog, at, &mut formats);
    Some(ModelRecord {
        id: known.record.id.clone(),
        name: known.record.name.clone(),
        max_context: known.record.max_context.map(u64::from),
        shape: model.shape().clone(),
        formats,
        texts: texts.into_list(),
    })
}

/// Puts a model's usual format first where it has none of the one that most are run in: the one with the most measurements.
fn usual_first(catalog: &Catalog, model: usize, formats: &mut [FormatRecord]) {
    if formats.iter().any(|format| format.id == QUANTIZATION.default) {
        return;
    }
    let runs = |format: &FormatRecord| {
        let is_its =
            |anchor: &&Anchor| anchor.model == model && catalog.formats[anchor.quantization].record.id == format.id;
        catalog.anchors.iter().filter(is_its).count()
    };
    let most = formats.iter().enumerate().max_by_key(|(at, format)| (runs(format), std::cmp::Reverse(*at)));
    if let Some((at, _)) = most {
        formats[..=at].rotate_right(1);
    }
}

/// The models' licences, empty where none is recorded.
fn licences(catalog: &Catalog, models: &[ModelRecord]) -> Vec<String> {
    let of = |model: &ModelRecord| {
        let known = catalog.models.iter().find(|known| known.record.id == model.id);
        known.and_then(|known| known.record.license.clone()).unwrap_or_default()
    };
    models.iter().map(of).collect()
}

/// The models' scores on the explorer's benchmarks.
fn scores(catalog: &Catalog, models: &[ModelRecord]) -> Vec<Score> {
    let mut found = Vec::new();
    for (position, model) in models.iter().enumerate() {
        let Some(at) = catalog.models.iter().position(|known| known.record.id == model.id) else { continue };
        let benchmarks = explore::benchmarks().into_iter().enumerate();
        found.extend(
            benchmarks.filter_map(|(benchmark, name)| {
                Some((position, benchmark, scores::chosen(&catalog.scores, at, name)?))
            }),
        );
    }
    found
}

/// The quality cost of a format, as a source measured it on some model.
fn loss(record: &Quantization, quality: &Quality, texts: &mut Texts) -> Loss {
    let source = record.sources.iter().find(|source| source.title == quality.source);
    Loss {
        value: quality.value,
        metric: texts.position(&quality.metric),
        model: texts.position(&quality.model),
        basis: texts.position(&quality.basis),
        whole: quality.f16_perplexity.unwrap_or_default(),
        source: texts.position(&quality.source),
        href: texts.position(source.and_then(|source| source.url.as_deref()).unwrap_or_default()),
    }
}

/// The inputs of the devices' facts.
#[derive(Clone, Copy)]
struct Bench<'a> {
    catalog: &'a Catalog,
    calibration: &'a Calibration,
    compared: &'a [Compared],
    /// When the newest measurement was made, as a decimal year.
    newest: f64,
}

/// Years behind the newest measurement from which on a run is drawn as an old one.
const OLD: f64 = 1.5;

/// A profile for each engine that people use on a device, and for each habit its position.
fn profiles<P>(known: &Hardware, make: impl Fn(&Conditions) -> P) -> (Vec<P>, Vec<usize>) {
    let (mut profiles, mut habits) = (Vec::new(), Vec::new());
    let mut conditions: Vec<Conditions> = Vec::new();
    for habit in Habit::ALL {
        let usual = Conditions::usual(&known.device, habit);
        let position = conditions.iter().position(|known| *known == usual).unwrap_or_else(|| {
            profiles.push(make(&usual));
            conditions.push(usual);
            conditions.len() - 1
        });
        habits.push(position);
    }
    (profiles, habits)
}

impl Bench<'_> {
    fn device_card(self, at: usize, known: &Hardware) -> DeviceRecord {
        let device = known.device.clone();
        let make = |usual: &Conditions| self.calibration.decode.profile(&device, Devices::One, usual);
        let (profiles, habits) = profiles(known, make);
        let (texts, rows) = self.rows(at, false);
        let measured = models(&texts, &rows);
        DeviceRecord { device, profiles, habits, measured, texts, rows }
    }

    fn prompt_card(self, at: usize, known: &Hardware) -> PromptRecord {
        let make = |usual: &Conditions| self.calibration.prefill.prompt_profile(&known.device, Devices::One, usual);
        let (profiles, habits) = profiles(known, make);
        let (texts, rows) = self.rows(at, true);
        let measured = models(&texts, &rows);
        PromptRecord { device: known.device.id.clone(), profiles, habits, measured, texts, rows }
    }

    /// The measurements on a device: those of prompts, or all others.
    fn rows(self, at: usize, prompts: bool) -> (Vec<String>, Vec<Row>) {
        let mut texts = Texts::default();
        let measured =
            |(anchor, _): &(&Anchor, _)| anchor.hardware == at && (anchor.row.phase == Phase::Prefill) == prompts;
        let anchors = self.catalog.anchors.iter().zip(self.compared).filter(measured);
        let mut rows: Vec<Row> =
            anchors.filter_map(|(anchor, compared)| self.row(anchor, *compared, &mut texts)).collect();
        let texts = texts.into_list();
        rows.sort_by(|a, b| {
            // Newer runs first: their software is nearer to that of today.
            let date = |row: &Row| Reverse(texts.get(row.date));
            let run = |row: &Row| (row.source, row.engine, row.conditions, row.flags);
            let key = |row: &Row| (row.model, row.open, row.format, row.count, date(row), run(row));
            let depth = |row: &Row| row.depth.unwrap_or(f64::MAX);
            key(a).cmp(&key(b)).then_with(|| depth(a).total_cmp(&depth(b)))
        });
        (texts, rows)
    }

    fn row(self, anchor: &Anchor, (share, ratio): Compared, texts: &mut Texts) -> Option<Row> {
        let (row, catalog) = (&anchor.row, self.catalog);
        let (model, format) = (catalog.models.get(anchor.model)?, catalog.formats.get(anchor.quantization)?);
        let publication = catalog.publications.get(anchor.publication)?;
        let mut reasons = row.flags.clone();
        reasons.sort();
        let flags: Vec<&str> = reasons.iter().map(|flag| flags::words(flag)).collect();
        let conditions = conditions(row);
        let prompt = row.phase == Phase::Prefill;
        Some(Row {
            model: texts.position(&model.record.id),
            format: texts.position(&format.record.id),
            format_name: texts.position(short(&format.record.name)),
            open: row.count > 1 || !conditions.is_empty() || !flags.is_empty(),
            conditions: texts.position(&conditions),
            requests: u64::from(row.concurrency.max(1)),
            drafted: row.phase == Phase::SpecDecode,
            proposed: tokens(row.drafted),
            old: self.newest - rows::conditions(catalog, anchor).year > OLD,
            count: u64::from(row.count),
            depth: if prompt { row.prompt.map(f64::from) } else { row.depth.is_some().then(|| anchor.mean_depth()) },
            generated: tokens(row.generated),
            speed: row.tokens_per_s,
            share,
            ratio,
            engine: texts.position(&engine(catalog, anchor)),
            date: texts.position(row.date.as_deref().unwrap_or_default()),
            flags: texts.position(&flags.join("\n")),
            source: texts.position(&publication.title),
            href: texts.position(&publication.url),
        })
    }
}

/// How a measurement compares. Speculative decoding is compared with plain decode, which it is meant to beat; a prompt by its speed over
/// those of its least and of its typical time.
fn compared(catalog: &Catalog, calibration: &Calibration, store: &Store, anchor: &Anchor) -> Compared {
    let Ok(setup) = rows::setup(catalog, store, anchor) else { return (0, 0) };
    let conditions = rows::conditions(catalog, anchor);
    if anchor.row.phase == Phase::Prefill {
        let Some(prompt) = rows::prompt(anchor) else { return (0, 0) };
        let estimate = calibration.prompt(&setup, &prompt, &conditions);
        let over = |seconds: f64| parts(anchor.row.tokens_per_s * seconds / prompt.tokens);
        return (estimate.floor.map_or(0, over), estimate.span.map_or(0, |span| over(span.typical)));
    }
    let estimate = calibration.estimate(&setup, &conditions);
    let speed = anchor.row.tokens_per_s / f64::from(anchor.row.concurrency.max(1));
    let over = |other: f64| parts(speed / other);
    (over(estimate.ceiling.per_stream()), estimate.range.map_or(0, |range| over(range.typical)))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a ratio of two positive speeds")]
fn parts(ratio: f64) -> u64 {
    (ratio / PART).round() as u64
}

/// The differences from one device and one plain stream.
pub(crate) fn conditions(row: &measurements::Row) -> String {
    let mut words = Vec::new();
    match row.parallel {
        Parallel::Single => {}
        Parallel::Layer => words.push("layers split between them".to_owned()),
        Parallel::Tensor => words.push("tensor parallel".to_owned()),
        Parallel::Unclear => words.push("how they share is not stated".to_owned()),
    }
    if row.concurrency > 1 {
        words.push(format!("{} requests together", number::count(row.concurrency.into())));
    }
    if row.phase == Phase::SpecDecode {
        words.push("speculative decoding".to_owned());
    }
    if let Some((drafted, accepted)) = row.drafted.zip(row.accepted) {
        let kept = number::plain(accepted * 100.0, 0);
        words.push(format!("{} drafted and {kept}\u{a0}% of them kept", number::plain(drafted, 0)));
    }
    if let Some(layers) = row.host_layers {
        words.push(format!("{} layers in RAM", number::plain(layers, 0)));
    }
    if let Some(layers) = row.host_experts {
        words.push(format!("experts of {} layers in RAM", number::plain(layers, 0)));
    }
    if let Some(depth) = row.depth.filter(|depth| *depth > 0 && row.phase == Phase::Prefill) {
        words.push(format!("after {} tokens", number::count(depth.into())));
    }
    if let Some(kind) = row.kv_type.as_deref().filter(|kind| !kind.is_empty()) {
        words.push(format!("cache in {kind}"));
    }
    words.join(", ")
}

/// A number of tokens, 0 where it is not stated.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of tokens")]
fn tokens(stated: Option<f64>) -> u64 {
    stated.map_or(0, |tokens| tokens.round() as u64)
}

/// "llama.cpp b2824, CUDA".
pub(crate) fn engine(catalog: &Catalog, anchor: &Anchor) -> String {
    let runtime = catalog.runtimes.get(anchor.runtime).map_or("", |runtime| runtime.name.as_str());
    let backend = catalog
        .backends
        .get(anchor.backend)
        .filter(|backend| backend.id != "unknown")
        .map_or("", |backend| backend.name.as_str());
    let version = anchor.row.version.as_deref().unwrap_or_default();
    let engine = [runtime, version].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    [engine.as_str(), backend].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
