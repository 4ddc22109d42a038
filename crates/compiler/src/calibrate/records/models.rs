//! The record of a model: its bytes in each offered format, and the loss of quality that was measured.
//!
//! Models and formats that cannot be computed have no record.

use jiff::civil::Date;
use rooflight_calculators::explore;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::calibration::drafters::Drafter;
use rooflight_estimator::records::model::USUAL_FORMAT;
use rooflight_estimator::records::quality::{Loss, PublishedFile};
use rooflight_estimator::records::rows::Texts;
use rooflight_estimator::records::{FormatRecord, ModelRecord, Release, Score};
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::model::catalog::records::{Quality, Quantization};
use rooflight_glossary::model::catalog::{Catalog, KnownModel, published_file, scores, short};
use std::cmp::Reverse;

/// A weight format as listed in forms.
#[derive(Debug, Clone)]
pub struct FormatChoice {
    /// Catalog id.
    pub id: String,
    /// Name within its group.
    pub name: String,
    /// Group in lists.
    pub heading: &'static str,
    /// Bits per weight; `None` if they depend on the model.
    pub bits: Option<f64>,
}

/// Lists the formats that have a rule.
pub(super) fn formats(catalog: &Catalog) -> Vec<FormatChoice> {
    let known = catalog.formats.iter().filter(|known| known.rule.is_ok());
    known
        .map(|known| {
            let (id, family) = (known.record.id.clone(), known.record.family.as_str());
            let bits = known.record.bits_per_weight;
            FormatChoice { heading: heading(&id, family), name: known.record.name.clone(), id, bits }
        })
        .collect()
}

/// Returns the group of a format in lists.
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

/// Makes a model's record; `None` if it cannot be computed.
pub(super) fn model_record(catalog: &Catalog, at: usize, known: &KnownModel) -> Option<ModelRecord> {
    let model = known.model.as_ref().ok()?;
    let mut texts = Texts::default();
    let mut formats = Vec::new();
    let anchors: Vec<&Anchor> = catalog.anchors.iter().filter(|anchor| anchor.model == at).collect();
    for (format, stored) in catalog.formats.iter().enumerate() {
        if !catalog.is_offered(at, format, &anchors) {
            continue;
        }
        let Some(weights) = catalog.weights(at, format) else { continue };
        let id = stored.record.id.clone();
        formats.push(FormatRecord {
            files: FileFormat::of(&id),
            id,
            name: short(&stored.record.name).to_owned(),
            weights,
            file: published_file(anchors.iter().copied(), format).and_then(|(gib, publication)| {
                let publication = catalog.publications.get(publication)?;
                let (source, href) = (texts.position(&publication.title), texts.position(&publication.url));
                Some(PublishedFile { gib, source, href })
            }),
            quality: stored.record.quality.iter().map(|quality| loss(&stored.record, quality, &mut texts)).collect(),
        });
    }
    usual_first(catalog, &anchors, &mut formats);
    Some(ModelRecord {
        id: known.record.id.clone(),
        name: known.record.name.clone(),
        repository: known.record.hf_repo.clone().unwrap_or_default(),
        max_context: known.record.max_context.map(u64::from),
        has_heads: known.record.mtp
            || anchors.iter().any(|anchor| anchor.row.draft.as_deref() == Some(Drafter::Head.names().0)),
        shape: model.shape().clone(),
        formats,
        texts: texts.into_list(),
    })
}

/// Puts the format first that a model without [`USUAL_FORMAT`] is taken in: the most measured of its GGUF files, which
/// run on every kind of machine, or else the most measured of all.
fn usual_first(catalog: &Catalog, anchors: &[&Anchor], formats: &mut [FormatRecord]) {
    if formats.iter().any(|format| format.id == USUAL_FORMAT) {
        return;
    }
    let runs = |format: &FormatRecord| {
        anchors.iter().filter(|anchor| catalog.formats[anchor.quantization].record.id == format.id).count()
    };
    let rank = |(at, format): &(usize, &FormatRecord)| (format.files == FileFormat::Gguf, runs(format), Reverse(*at));
    if let Some((at, _)) = formats.iter().enumerate().max_by_key(rank) {
        formats[..=at].rotate_right(1);
    }
}

/// Licence and month of release of each model.
pub(super) fn releases(catalog: &Catalog, models: &[ModelRecord]) -> Vec<Release> {
    let of = |model: &ModelRecord| {
        let known = catalog.models.iter().find(|known| known.record.id == model.id);
        known.map_or_else(Release::default, |known| Release {
            licence: known.record.license.clone().unwrap_or_default(),
            month: known.record.release_date.and_then(month),
        })
    };
    models.iter().map(of).collect()
}

/// Months from December 2019: January 2020 is 1. `None` for earlier ones.
fn month(day: Date) -> Option<u64> {
    u64::try_from((i32::from(day.year()) - 2020) * 12 + i32::from(day.month())).ok()
}

/// Scores of the models on the explorer's benchmarks.
pub(super) fn scores(catalog: &Catalog, models: &[ModelRecord]) -> Vec<Score> {
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

/// Loss of quality of a format, as a source measured it on some model.
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
