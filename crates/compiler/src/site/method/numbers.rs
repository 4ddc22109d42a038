//! Numbers by name, to which sentences of the methodology page refer.

use crate::calibrate::method::{self, Comparison, FAR, Fold, Method, Score, Speed};
use crate::site::figures::Figure;
use rooflight_document::number::{self, count, fixed, percent};
use rooflight_estimator::calibration::packing::Packing;
use rooflight_estimator::calibration::{LEVEL, NEWEST, OLDEST, WIDEST};

pub(super) fn number_of(figure: usize) -> String {
    count(figure as u64)
}

fn words(all: &mut Vec<(&'static str, Figure)>, name: &'static str, text: &str) {
    all.push((name, Figure::Words(text.to_owned())));
}

pub(super) fn all(method: &Method, all: &mut Vec<(&'static str, Figure)>) {
    let sum = |rows: &[(String, usize)]| number_of(rows.iter().map(|(_, count)| count).sum());
    words(all, "measurements", &number_of(method.measurements));
    words(all, "publications", &number_of(method.publications));
    words(all, "left-out", &sum(&method.left_out));
    words(all, "level", &percent(LEVEL));
    words(all, "tail", &percent(method.tail));
    words(all, "widest", &number::plain(WIDEST, 1));
    words(all, "oldest", &fixed(OLDEST.floor(), 0).replace(',', ""));
    words(all, "newest", &fixed(NEWEST.floor(), 0).replace(',', ""));
    words(all, "packings", &number_of(Packing::ALL.len()));
    words(all, "short", &number::plain(method::SHORT, 0));
    words(all, "near", &percent(method::NEAR - 1.0));
}

pub(super) fn scores(speed: &Speed, wanted: Fold) -> Option<(&Score, Option<&Score>)> {
    speed.folds.iter().find(|(fold, ..)| *fold == wanted).map(|(_, total, usual)| (total, usual.as_ref()))
}

pub(super) fn decode(speed: &Speed, all: &mut Vec<(&'static str, Figure)>) {
    words(all, "decode-rows", &number_of(speed.rows));
    words(all, "decode-devices", &number_of(speed.devices));
    words(all, "decode-models", &number_of(speed.models));
    words(all, "decode-counted", &number_of(speed.counted));
    words(all, "far-rows", &number_of(speed.far));
    words(all, "far", &number::plain(FAR, 1));
    words(all, "decode-parameters", &number_of(speed.parameters));
    let names = [
        (Fold::Source, ["source-error", "source-inside", "source-width", "source-miss"]),
        (Fold::Time, ["time-error", "time-inside", "time-width", "time-miss"]),
        (Fold::Pair, ["pair-error", "pair-inside", "pair-width", "pair-miss"]),
        (Fold::Model, ["model-error", "model-inside", "model-width", "model-miss"]),
        (Fold::Device, ["device-error", "device-inside", "device-width", "device-miss"]),
    ];
    for (fold, [error, inside, width, miss]) in names {
        let Some((total, _)) = scores(speed, fold) else { continue };
        words(all, error, &fixed(total.error, 2));
        words(all, inside, &percent(total.covered));
        words(all, width, &fixed(total.width, 2));
        words(all, miss, &percent(total.pair_error - 1.0));
    }
    if let Some((_, Some(usual))) = scores(speed, Fold::Source) {
        words(all, "usual-error", &fixed(usual.error, 2));
    }
    if let Some([plain, moved]) = &speed.pooled {
        words(all, "pooled-error", &fixed(plain.error, 3));
        words(all, "pooled-inside", &percent(plain.covered));
        words(all, "moved-error", &fixed(moved.error, 3));
        words(all, "moved-inside", &percent(moved.covered));
    }
    if let Some((time, _)) = scores(speed, Fold::Time) {
        words(all, "time-above", &percent(time.above));
    }
}

pub(super) fn prompts(speed: &Speed, all: &mut Vec<(&'static str, Figure)>) {
    words(all, "prompt-rows", &number_of(speed.rows));
    words(all, "prompt-devices", &number_of(speed.devices));
    if let Some((total, _)) = scores(speed, Fold::Source) {
        words(all, "prompt-error", &fixed(total.error, 2));
        words(all, "prompt-inside", &percent(total.covered));
        words(all, "prompt-width", &fixed(total.width, 1));
    }
}

pub(super) fn comparison(comparison: &Comparison, all: &mut Vec<(&'static str, Figure)>) {
    words(all, "peer-rows", &number_of(comparison.rows));
    let best = comparison.formulas.iter().map(|(_, accuracy)| accuracy.error).fold(f64::INFINITY, f64::min);
    words(all, "peer-best", &fixed(best, 2));
    let [(_, source), (_, device), (_, pair)] = &comparison.ours;
    words(all, "peer-ours-source", &fixed(source.error, 2));
    words(all, "peer-ours-device", &fixed(device.error, 2));
    words(all, "peer-ours-pair", &fixed(pair.error, 2));
}
