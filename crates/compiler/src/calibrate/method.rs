//! The figures of the methodology page, as the fit wrote them: neither rounded nor put into sentences.
//!
//! The tool that fits measurements computes them from held-out predictions; here they are only read. Residuals of the
//! full fit appear nowhere.

use serde::{Deserialize, Serialize};

/// Factor of error above which a row counts as far off.
pub const FAR: f64 = 2.0;

/// The figures that the page shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Number of measurements in the data.
    pub measurements: usize,
    /// Number of publications that they come from.
    pub publications: usize,
    /// Share of runs beyond each end for which ranges are built, over held-out sources and months.
    pub tail: f64,
    /// Figures of decoding; `None` without a measurement.
    pub decode: Option<Speed>,
    /// Figures of reading prompts; `None` without a measurement.
    pub prompts: Option<Speed>,
    /// Comparisons of what the tables estimate with published cases.
    pub validated: Validated,
    /// Comparison with simple formulas, such as bandwidth over file size; `None` without a row to compare on.
    pub comparison: Option<Comparison>,
    /// Reasons why rows are left out, with their numbers of rows; the most frequent first.
    pub left_out: Vec<(String, usize)>,
    /// Reasons why rows count by half, with their numbers of rows; the most frequent first.
    pub halved: Vec<(String, usize)>,
}

/// Comparisons of what the tables estimate with published cases; `None` without a case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Validated {
    /// One request.
    pub one_request: Option<Compared>,
    /// Several requests at once.
    pub several_requests: Option<Compared>,
    /// Several devices that divide each layer.
    pub tensor_parallel: Option<Compared>,
    /// Prompts.
    pub prompts: Option<Compared>,
}

/// A comparison with published cases, the source of each left out of the fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Number of cases.
    pub cases: usize,
    /// Number of publications of these cases.
    pub sources: usize,
    /// Geometric error of the predicted speed; 1 is perfect.
    pub error: f64,
    /// Share of cases within their range.
    pub held: f64,
}

/// Figures of decoding, or of prompts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// Number of rows of the fit.
    pub rows: usize,
    /// Number of different devices among these.
    pub devices: usize,
    /// Number of different models among these.
    pub models: usize,
    /// Number of rows that count in the figures of error.
    pub counted: usize,
    /// Number of fitted parameters.
    pub parameters: usize,
    /// Score of each kind of fold, and that of usual setups: llama.cpp or MLX LM, one device, a short context.
    pub folds: Vec<(Fold, Score, Option<Score>)>,
    /// Scores of the trial of partial pooling: rows whose case another source measured, as they are and moved.
    pub pooled: Option<[Score; 2]>,
    /// Scores by family and backend, the source left out.
    pub coverage_groups: Vec<CoverageGroup>,
    /// Scores by engine, family, format, size, era, and way of sharing: source left out, device left out.
    pub groups: Vec<GroupScores>,
    /// Scores by how many publications know the device: all rows, then by class, engine, and kind of model.
    pub known: Vec<KnownScores>,
    /// Fitted parameters by place.
    pub places: Vec<FamilyFit>,
    /// Measured over predicted by family, the source left out.
    pub families: Vec<Spread>,
    /// The cases that fit worst, the source left out: the worst row of each.
    pub worst: Vec<Outlier>,
    /// Number of rows that are far off, the source left out.
    pub far: usize,
}

/// Scores of a group of rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupScores {
    /// Property by which rows are grouped: `engine`, `family` …
    pub by: String,
    /// Name of the group, such as that of an engine.
    pub name: String,
    /// Score with the source left out.
    pub source: Score,
    /// Score with the device left out.
    pub device: Score,
}

/// Scores of a group of rows by the number of publications that know the device besides those held out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KnownScores {
    /// Property by which rows are grouped: `class of device`, `engine` …
    pub by: String,
    /// Name of the group.
    pub name: String,
    /// Scores for none, one, two or three, and four or more publications; `None` without a row.
    pub scores: [Option<KnownScore>; 4],
}

/// Coverage and width of a set of predictions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KnownScore {
    /// Number of predicted rows.
    pub rows: usize,
    /// Share of rows within their range.
    pub covered: f32,
    /// Share of rows that are faster than their range.
    pub above: f32,
    /// Median of the upper over the lower end of the range.
    pub width: f32,
}

/// Fitted parameters of a family of devices with a stack and a backend: medians over pairs of device and model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FamilyFit {
    /// Family, in words.
    pub family: String,
    /// Stack and backend, in words.
    pub stack: String,
    /// Number of pairs of device and model.
    pub pairs: usize,
    /// Share of the bandwidth that streaming weights reaches, in the order of `Packing::ALL`.
    pub shares: Vec<Option<f64>>,
    /// Seconds that a layer takes in addition to its bytes.
    pub layer: Option<f64>,
    /// Additional seconds of a layer with experts.
    pub mixture: Option<f64>,
}

/// Spread of a family's measurements around their held-out predictions: measured over predicted speed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Family, in words.
    pub name: String,
    /// Error and coverage of its held-out predictions.
    pub score: Score,
    /// Medians of the ends of the predicted ranges.
    pub promised: (f64, f64),
    /// 10th, 50th and 90th percentile of the measurements.
    pub found: (f64, f64, f64),
}

/// The row of a case (device, model, format, engine and backend) that is farthest from its prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outlier {
    /// Id of the measurement, as in `content/anchors`.
    pub id: String,
    /// Device, with the number of devices if there are several.
    pub device: String,
    /// Model and format.
    pub model: String,
    /// Engine and backend.
    pub engine: String,
    /// Mean tokens of context; for a prompt, its tokens.
    pub tokens: f64,
    /// Tokens per second, as printed.
    pub measured: f64,
    /// Date of the measurement, as printed.
    pub date: String,
    /// Title and URL of the publication.
    pub source: (String, String),
    /// Measured over predicted speed.
    pub ratio: f64,
    /// Number of rows of the case that are far off, including this one.
    pub rows: usize,
    /// Likely reasons; empty if no recorded fact explains it.
    pub reasons: Vec<String>,
}

/// Errors, coverage and width of a set of predictions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Number of predicted rows.
    pub rows: usize,
    /// Number of pairs of device and model.
    pub pairs: usize,
    /// Geometric error: the exponential of the mean absolute logarithm of predicted over measured; 1 is perfect.
    pub error: f64,
    /// Geometric error with the same weight for each pair.
    pub pair_error: f64,
    /// Median of measured over predicted speed.
    pub bias: f64,
    /// Share of rows within their range.
    pub covered: f64,
    /// Share of rows within their range, with the same weight for each pair.
    pub pair_covered: f64,
    /// Share of rows that are faster than their range.
    pub above: f64,
    /// Median of the upper over the lower end of the range.
    pub width: f64,
}

rooflight_primitives::variants! {
    /// Rows that are held out together.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Fold [
        /// Describes the rows that were held out.
        pub words: &'static str,
    ] {
        /// All rows of a publication.
        Source = "source left out",
        /// All rows from a month on, for each of the newest months.
        Time = "the last six months, each from what was measured before it",
        /// All rows of a pair of device and model.
        Pair = "pair of device and model left out",
        /// All rows of a model.
        Model = "model left out",
        /// All rows of a device.
        Device = "device left out",
    }
}

/// Coverage of the ranges on one family of devices with one backend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoverageGroup {
    /// Family and backend, in words.
    pub name: String,
    /// Number of publications of its rows.
    pub sources: u32,
    /// Error and coverage of its rows.
    pub score: Score,
}

/// The longest context, in tokens, that still counts as short.
pub const SHORT: f64 = 1500.0;

/// Factor of error up to which a prediction counts as near.
pub const NEAR: f64 = 1.25;

/// Errors of a formula or a fit over the rows of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Geometric error; 1 is perfect.
    pub error: f64,
    /// Median of measured over predicted speed.
    pub bias: f64,
    /// Share of rows off by no more than `NEAR`.
    pub near: f64,
}

/// Every formula and this project's held-out estimates, on the same rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Number of rows that were predicted.
    pub rows: usize,
    /// The formulas, as printed, the simplest first.
    pub formulas: Vec<(String, Accuracy)>,
    /// This project's estimates with the source left out, with the device left out, and with the pair of device and
    /// model left out.
    pub ours: [(Fold, Accuracy); 3],
}

/// Labels of the trial of partial pooling: estimates as they are, and moved.
pub const POOLED: [&str; 2] = [
    "of these: another source measured device, model, format and engine",
    "the same, each moved toward the other source's runs (a trial)",
];
