//! Keeps a fit from one process to the next, since it takes longer than everything else that reads the catalog.
//!
//! 1. [`FitMemo`] fits a catalog, identified by a hash of everything that the fit reads.
//! 2. If the last process saved that fit, its result is read back, bit for bit, and joined with the rows; otherwise the
//!    catalog is fitted, and the result can be saved.
//!
//! Saved bytes that do not match the rows of the catalog are ignored. Nothing is written here.

use crate::calibrate::fitted::{Fitted, Rows};
use crate::calibrate::fold::Fold;
use crate::calibrate::model::{self, FittedSpeed};
use crate::calibrate::rows::FitRow;
use crate::calibrate::score::Prediction;
use rooflight_calibration::Calibration;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_primitives::codec::{Codec, Reader, Writer, list};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Hash of everything that a fit reads.
pub type FitInputsHash = blake3::Hash;

/// Reads the fit that the last process saved.
pub trait SavedFit: Send + Sync {
    /// Returns the saved fit if it is of exactly this content.
    fn read(&self, content: &FitInputsHash) -> Option<Vec<u8>>;
}

/// Fits catalogs, or reads back the fit of the last process.
#[derive(Default)]
pub struct FitMemo {
    saved: Option<Box<dyn SavedFit>>,
    /// The fit of this process, with the hash of its inputs, if it was not read back.
    found: Mutex<Option<(FitInputsHash, Vec<u8>)>>,
}

impl fmt::Debug for FitMemo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FitMemo").field("saves", &self.saved.is_some()).finish_non_exhaustive()
    }
}

impl FitMemo {
    /// Makes a memo backed by the previous process's saved fit.
    #[must_use]
    pub fn new(saved: Box<dyn SavedFit>) -> Self {
        Self { saved: Some(saved), ..Self::default() }
    }

    /// Takes the fit of this process, to be saved; `None` if it was read back.
    pub fn take(&self) -> Option<(FitInputsHash, Vec<u8>)> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns the fit of a catalog.
    pub(super) fn fit(&self, catalog: &Catalog, content: &FitInputsHash) -> Fitted {
        let Some(saved) = &self.saved else { return super::fit(catalog) };
        let rows = Rows::of(catalog);
        if let Some(found) = saved.read(content).and_then(|bytes| FitResult::read(&bytes, &rows)) {
            let decode = found.decode.map(|speed| speed.with(found.calibration.decode.clone(), rows.decoding));
            let prefill = found.prefill.map(|speed| speed.with(found.calibration.prefill.clone(), rows.prompts));
            return Fitted { calibration: found.calibration, decode, prefill, left_out: rows.left_out };
        }
        let fitted = rows.fit(catalog);
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some((*content, FitResult::of(&fitted).bytes()));
        fitted
    }
}

/// The result of a fit, without the rows.
#[derive(Default)]
struct FitResult {
    calibration: Calibration,
    decode: Option<Speed>,
    prefill: Option<Speed>,
}

/// The fit's result for decoding or for prompts, without its table.
#[derive(Default)]
struct Speed {
    residuals: Vec<f64>,
    /// Predictions of each row, by fold in the order of [`Fold::ALL`].
    folds: Vec<Vec<Option<Prediction>>>,
    pooled: Vec<[Prediction; 2]>,
}

impl FitResult {
    fn of(fitted: &Fitted) -> Self {
        let speed = |fitted: &FittedSpeed| Speed {
            residuals: fitted.residuals.clone(),
            folds: fitted.folds.iter().map(|(_, guesses)| guesses.clone()).collect(),
            pooled: fitted.pooled.clone(),
        };
        let [decode, prefill] = [&fitted.decode, &fitted.prefill].map(|fitted| fitted.as_ref().map(speed));
        Self { calibration: fitted.calibration.clone(), decode, prefill }
    }

    fn bytes(mut self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.layout(&mut writer);
        writer.into_bytes()
    }

    /// Parses a saved result; `None` if it is damaged or of other rows.
    fn read(bytes: &[u8], rows: &Rows) -> Option<Self> {
        let mut found = Self::default();
        let mut reader = Reader::new(bytes);
        found.layout(&mut reader);
        let fits = |speed: &Option<Speed>, rows: &[FitRow]| speed.as_ref().is_none_or(|speed| speed.fits(rows.len()));
        let is_whole = !reader.failed() && !reader.has_more();
        (is_whole && fits(&found.decode, &rows.decoding) && fits(&found.prefill, &rows.prompts)).then_some(found)
    }

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        self.calibration.layout(codec);
        for speed in [&mut self.decode, &mut self.prefill] {
            maybe(codec, speed, |codec, speed| speed.layout(codec));
        }
    }
}

impl Speed {
    fn fits(&self, rows: usize) -> bool {
        let is_complete = |guesses: &Vec<Option<Prediction>>| guesses.len() == rows;
        self.residuals.len() == rows && self.folds.len() == Fold::ALL.len() && self.folds.iter().all(is_complete)
    }

    fn with(self, table: model::FittedTable, rows: Vec<FitRow>) -> FittedSpeed {
        let folds = Fold::ALL.into_iter().zip(self.folds).collect();
        FittedSpeed { table, rows, residuals: self.residuals, folds, pooled: self.pooled }
    }

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        list(codec, &mut self.residuals, Codec::real);
        list(codec, &mut self.folds, |codec, guesses| {
            list(codec, guesses, |codec, kept| maybe(codec, kept, guess));
        });
        list(codec, &mut self.pooled, |codec, [plain, moved]| {
            guess(codec, plain);
            guess(codec, moved);
        });
    }
}

fn guess<C: Codec>(codec: &mut C, Prediction { error, ends: [low, high], held, above, pair }: &mut Prediction) {
    for number in [error, low, high] {
        codec.real(number);
    }
    codec.flag(held);
    codec.flag(above);
    codec.position(pair);
}

/// Reads or writes a value that may be absent.
fn maybe<T: Default, C: Codec>(codec: &mut C, value: &mut Option<T>, item: impl FnOnce(&mut C, &mut T)) {
    let mut there = value.is_some();
    codec.flag(&mut there);
    if C::READS {
        *value = there.then(T::default);
    }
    if let Some(value) = value {
        item(codec, value);
    }
}
