//! The record of a device: its facts, the calibration of each engine that people use on it, and its measurements.
//!
//! 1. Each measurement is compared with ceiling and estimate under its own conditions ([`compared`]).
//! 2. Another record holds the same for reading prompts.
//!
//! Every measurement is kept, without judgement.

use super::words::{conditions_in_english, engine};
use crate::calibrate::flags;
use crate::calibrate::measurements::{self, Store};
use rooflight_estimator::calibration::{Calibration, Conditions, ENGINE_OPTIONS, FileFormat};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::records::engines::{NONE, USUAL};
use rooflight_estimator::records::rows::{PART, Row, Texts};
use rooflight_estimator::records::{DeviceRecord, PromptRecord};
use rooflight_estimator::setup::Devices;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_glossary::model::catalog::{Catalog, Hardware, short};
use std::cmp::Reverse;

/// Speed of one stream over its ceiling and over its estimate, in units of [`PART`]; 0 if there is none.
pub type Compared = (u64, u64);

/// Lists the models of rows, which are sorted by model.
fn models(texts: &[String], rows: &[Row]) -> Vec<String> {
    let mut models: Vec<String> = rows.iter().filter_map(|row| texts.get(row.model).cloned()).collect();
    models.dedup();
    models
}

/// Inputs of the devices' records.
#[derive(Clone, Copy)]
pub(super) struct DeviceRecordBuilder<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) calibration: &'a Calibration,
    pub(super) compared: &'a [Compared],
    /// Date of the newest measurement, as a decimal year.
    pub(super) newest: f64,
}

/// Age in years, relative to the newest measurement, at which a run is drawn as old.
const OLD: f64 = 1.5;

/// Shown for an unknown engine.
const NO_ENGINE: &str = "There is no such engine here: choose one of the list.";

/// The engines of a device: the conditions of its profiles, the usual ones first, and which engine and file format uses
/// which.
struct Engines {
    conditions: Vec<Conditions>,
    ids: Vec<String>,
    refusals: Vec<String>,
    positions: Vec<usize>,
}

impl Engines {
    fn of(device: &Device) -> Self {
        let mut conditions: Vec<Conditions> = Vec::new();
        let mut position = |wanted: Conditions| {
            conditions.iter().position(|known| *known == wanted).unwrap_or_else(|| {
                conditions.push(wanted);
                conditions.len() - 1
            })
        };
        let mut positions = FileFormat::ALL.map(|files| position(Conditions::usual(device, files))).to_vec();
        for option in ENGINE_OPTIONS {
            let own = option.conditions(device).map_or(NONE, &mut position);
            positions.extend(FileFormat::ALL.map(|files| if option.formats.contains(&files) { own } else { NONE }));
        }
        let ids = [USUAL].into_iter().chain(ENGINE_OPTIONS.iter().map(|option| option.id)).map(str::to_owned).collect();
        let refused = ENGINE_OPTIONS.iter().map(|option| option.refusal(device));
        let refusals = std::iter::once(NO_ENGINE.to_owned()).chain(refused).collect();
        Self { conditions, ids, refusals, positions }
    }
}

impl DeviceRecordBuilder<'_> {
    pub(super) fn device_record(self, at: usize, known: &Hardware) -> DeviceRecord {
        let device = known.device.clone();
        let Engines { conditions, ids, refusals, positions } = Engines::of(&device);
        let make = |conditions| self.calibration.decode.profile(&device, Devices::One, conditions);
        let profiles = conditions.iter().map(make).collect();
        let (texts, rows) = self.rows(at, &conditions, false);
        let measured = models(&texts, &rows);
        DeviceRecord { device, profiles, positions, engines: ids, refusals, measured, texts, rows }
    }

    pub(super) fn prompt_record(self, at: usize, known: &Hardware) -> PromptRecord {
        let Engines { conditions, mut positions, .. } = Engines::of(&known.device);
        positions.truncate(FileFormat::ALL.len());
        let make = |conditions| self.calibration.prefill.prompt_profile(&known.device, Devices::One, conditions);
        let profiles = conditions.iter().map(make).collect();
        let (texts, rows) = self.rows(at, &conditions, true);
        let measured = models(&texts, &rows);
        PromptRecord { device: known.device.id.clone(), profiles, positions, measured, texts, rows }
    }

    /// Collects the measurements on a device: those of prompts, or all others.
    fn rows(self, at: usize, engines: &[Conditions], prompts: bool) -> (Vec<String>, Vec<Row>) {
        let mut texts = Texts::default();
        let measured =
            |(anchor, _): &(&Anchor, _)| anchor.hardware == at && (anchor.row.phase == Phase::Prefill) == prompts;
        let anchors = self.catalog.anchors.iter().zip(self.compared).filter(measured);
        let mut rows: Vec<Row> =
            anchors.filter_map(|(anchor, compared)| self.row(anchor, engines, *compared, &mut texts)).collect();
        let texts = texts.into_list();
        rows.sort_by(|a, b| {
            // Newer runs first, since their software is closer to today's.
            let date = |row: &Row| Reverse(texts.get(row.date));
            let run = |row: &Row| (row.source, row.engine, row.conditions, row.flags);
            let key = |row: &Row| (row.model, row.open, row.format, row.count, date(row), run(row));
            let depth = |row: &Row| row.depth.unwrap_or(f64::MAX);
            key(a).cmp(&key(b)).then_with(|| depth(a).total_cmp(&depth(b)))
        });
        (texts, rows)
    }

    fn row(self, anchor: &Anchor, engines: &[Conditions], (share, ratio): Compared, texts: &mut Texts) -> Option<Row> {
        let (row, catalog) = (&anchor.row, self.catalog);
        let (model, format) = (catalog.models.get(anchor.model)?, catalog.formats.get(anchor.quantization)?);
        let publication = catalog.publications.get(anchor.publication)?;
        let mut reasons = row.flags.clone();
        reasons.sort();
        let flags: Vec<&str> = reasons.iter().map(|flag| flags::words(flag)).collect();
        let conditions = conditions_in_english(row);
        let prompt = row.phase == Phase::Prefill;
        let ran = measurements::conditions(catalog, anchor);
        let same = |known: &Conditions| known.engine == ran.engine && known.backend == ran.backend;
        Some(Row {
            profile: engines.iter().position(same).unwrap_or(NONE) as u64,
            model: texts.position(&model.record.id),
            format: texts.position(&format.record.id),
            format_name: texts.position(short(&format.record.name)),
            open: row.count > 1 || (prompt && row.concurrency > 1) || !conditions.is_empty() || !flags.is_empty(),
            conditions: texts.position(&conditions),
            requests: u64::from(row.concurrency.max(1)),
            drafted: row.phase == Phase::SpecDecode,
            proposed: tokens(row.drafted),
            old: self.newest - ran.year > OLD,
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

/// Compares a measurement with its ceiling and estimate. Speculative decoding is compared with plain decode, which it
/// is meant to beat; a prompt by the lower bound and the typical value of its time.
pub(super) fn compared(catalog: &Catalog, calibration: &Calibration, store: &Store, anchor: &Anchor) -> Compared {
    let Ok(setup) = measurements::setup(catalog, store, anchor) else { return (0, 0) };
    let conditions = measurements::conditions(catalog, anchor);
    if anchor.row.phase == Phase::Prefill {
        let Some(prompt) = measurements::prompt(anchor, &conditions) else { return (0, 0) };
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

/// Rounds a number of tokens; 0 if it is not stated.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of tokens")]
fn tokens(stated: Option<f64>) -> u64 {
    stated.map_or(0, |tokens| tokens.round() as u64)
}
