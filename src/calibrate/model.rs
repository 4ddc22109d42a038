//! One fitted model of speed (of decoding, or of prompts) with what held-out folds say of it.
//!
//! 1. All rows are fitted.
//! 2. Each device, each model and each pair of both is held out and predicted.
//! 3. The band is set on held-out devices; the predictions of all folds are judged with it.
//! 4. Values are rounded to the table's units.

use crate::calibrate::band::{self, Miss, Witnesses};
use crate::calibrate::fitting::{Design, Solution};
use crate::calibrate::holdout;
use crate::calibrate::rows::Used;
use crate::calibrate::score::Guess;
use crate::model::catalog::Catalog;
use rooflight_estimator::calibration::table::{Band, Entry, Table, UNIT};
use std::collections::BTreeSet;

/// The rows that are held out together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fold {
    /// All rows of a pair of device and model.
    Pair,
    /// All rows of a model.
    Model,
    /// All rows of a device.
    Device,
}

impl Fold {
    /// Every kind of fold.
    pub const ALL: [Self; 3] = [Self::Pair, Self::Model, Self::Device];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pair => "pair of device and model left out",
            Self::Model => "model left out",
            Self::Device => "device left out",
        }
    }
}

/// A fitted model of speed.
#[derive(Debug)]
pub struct FittedSpeed {
    /// The table for estimates.
    pub table: Table,
    /// The rows that it was fitted to.
    pub rows: Vec<Used>,
    /// For each row, the logarithm of measured speed over the speed of the full fit.
    pub residuals: Vec<f64>,
    /// For each kind of fold, the held-out prediction of each row.
    pub folds: Vec<(Fold, Vec<Guess>)>,
}

impl FittedSpeed {
    /// The held-out predictions of a kind of fold.
    #[must_use]
    pub fn fold(&self, wanted: Fold) -> &[Guess] {
        self.folds.iter().find(|(fold, _)| *fold == wanted).map_or(&[], |(_, guesses)| guesses)
    }
}

/// The expected errors of a kind of measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noise {
    /// The error of a good row, in natural logarithms of time: from twice this on, a row loses weight.
    pub(super) row: f64,
    /// The error that remains where every parameter is certain, as a standard deviation.
    pub(super) floor: f64,
    /// The share that ranges are built to hold on held-out devices, at least what they promise. On devices that the
    /// fit knows they hold more.
    pub(super) hold: f64,
}

/// Fits rows. `None` if there are none.
pub(super) fn fitted(catalog: &Catalog, rows: Vec<Used>, noise: Noise) -> Option<FittedSpeed> {
    let design = Design::new(rows.iter().map(|row| &row.sample), noise.row);
    let solution = design.fit_all()?;
    let pair = groups(catalog, &rows, Fold::Pair);
    let cases: Vec<(usize, usize)> = rows.iter().map(|row| case(catalog, row)).collect();
    let witnesses = Witnesses::new(&design, &solution, &cases);
    let held_out = |fold: Fold| {
        let groups = groups(catalog, &rows, fold);
        let predicted = holdout::predictions(&design, &solution, &groups);
        let spreads = witnesses.spreads(&design, &solution, &cases, &groups, noise.floor);
        let miss = |at: usize| Miss {
            error: predicted[at] - design.time(at),
            spread: spreads[at],
            weight: if rows[at].clean { rows[at].sample.weight } else { 0.0 },
        };
        (fold, (0..rows.len()).map(miss).collect::<Vec<Miss>>())
    };
    let misses: Vec<(Fold, Vec<Miss>)> = Fold::ALL.into_iter().map(held_out).collect();
    let of_devices = misses.iter().find(|(fold, _)| *fold == Fold::Device).map_or(&[][..], |(_, misses)| misses);
    let band = band::band(of_devices, noise.hold);
    let judge = |(at, miss): (usize, &Miss)| judged(&rows[at], *miss, band, pair[at]);
    let folds = misses.iter().map(|(fold, misses)| (*fold, misses.iter().enumerate().map(judge).collect())).collect();
    let residuals = solution.slopes.iter().enumerate().map(|(at, slope)| slope.time - design.time(at)).collect();
    let table =
        Table { floor: band::units(noise.floor), band, ..table(catalog, &rows, &design, &solution, &witnesses) };
    Some(FittedSpeed { table, rows, residuals, folds })
}

/// The device and the model of a row.
fn case(catalog: &Catalog, row: &Used) -> (usize, usize) {
    let anchor = &catalog.anchors[row.anchor];
    (anchor.hardware, anchor.model)
}

/// The number of each row's group.
fn groups(catalog: &Catalog, rows: &[Used], fold: Fold) -> Vec<usize> {
    let group = |row: &Used| {
        let anchor = &catalog.anchors[row.anchor];
        match fold {
            Fold::Pair => anchor.hardware * catalog.models.len() + anchor.model,
            Fold::Model => anchor.model,
            Fold::Device => anchor.hardware,
        }
    };
    rows.iter().map(group).collect()
}

/// A prediction with the range that it would have been given, capped by the ceiling.
fn judged(row: &Used, miss: Miss, band: Band, pair: usize) -> Guess {
    let measured = -row.sample.time;
    let ceiling = row.limit;
    let typical = (measured - miss.error).min(ceiling);
    let low = typical + f64::from(band.low) * UNIT * miss.spread;
    let high = (typical + f64::from(band.high) * UNIT * miss.spread).min(ceiling);
    Guess {
        error: measured - typical,
        spread: miss.spread,
        width: high - low,
        held: low <= measured && measured <= high,
        pair,
    }
}

fn table(catalog: &Catalog, rows: &[Used], design: &Design, solution: &Solution, witnesses: &Witnesses) -> Table {
    let nothing = BTreeSet::new();
    let entry = |(at, key): (usize, &rooflight_estimator::calibration::key::Key)| Entry {
        key: key.packed(),
        value: band::units(solution.values[at]),
        evidence: witnesses.evidence(at, &nothing),
    };
    let mut entries: Vec<Entry> = design.keys.iter().enumerate().map(entry).collect();
    entries.sort_by_key(|entry| entry.key);
    let devices: BTreeSet<usize> = rows.iter().map(|row| catalog.anchors[row.anchor].hardware).collect();
    let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Table { entries, rows: size(rows.len()), devices: size(devices.len()), ..Table::default() }
}
