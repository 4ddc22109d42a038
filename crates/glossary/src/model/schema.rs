//! JSON Schemas (draft 2020-12) of the content for editors, derived from the types that the parser fills.
//!
//! 1. Each [`SchemaKind`] has a type; `schemars` reads the same serde attributes as the parser, so keys, defaults and
//!    required keys cannot differ.
//! 2. Rules that serde cannot state (a length, a pattern) are written at the field, from the constant that the check
//!    uses too.
//!
//! Rules over several values (at least one source unless it is a draft, ids that exist) are not in a schema; `rooflight
//! check` applies them.

use crate::model::catalog::measurements::AnchorFile;
use crate::model::catalog::records::{Backend, Hardware, Model, NotCovered, Quantization, Rental, Runtime, Score};
use crate::model::comparison::ComparisonFront;
use crate::model::config::{Config, LocalTexts};
use crate::model::front_matter::FrontMatter;
use crate::model::page::PageFront;
use crate::model::track::{LessonFront, TrackKeys};
use crate::model::translation::front::TranslatedFront;
use rooflight_calculator_files::data_keys::DataKeys;
use rooflight_calculator_files::keys::CalculatorKeys;
use rooflight_source::yaml::schema_of as of;
use schemars::generate::SchemaSettings;
use schemars::{Schema, json_schema};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum SchemaKind {
    /// The front matter of an entry, content/glossary/*.md
    FrontMatter,
    /// The front matter of a page, content/pages/**/*.md
    Page,
    /// The front matter of a comparison, content/compare/*.md
    Comparison,
    /// A learning track, content/tracks/*.yaml
    Track,
    /// The front matter of a lesson's own page, content/tracks/*/*.md
    Lesson,
    /// A calculator, content/calculators/*.yaml
    Calculator,
    /// A data table, content/data/*.yaml
    Data,
    /// content/site.yaml
    Site,
    /// The front matter of a translation, content/LANGUAGE/glossary/**/*.md
    Translation,
    /// The texts of a further language, content/LANGUAGE/site.yaml
    LocalSite,
    /// Any file of content/catalog/
    Catalog,
    /// content/catalog/hardware.yaml
    Hardware,
    /// content/catalog/models.yaml
    Models,
    /// content/catalog/quantizations.yaml
    Quantizations,
    /// content/catalog/runtimes.yaml
    Runtimes,
    /// content/catalog/backends.yaml
    Backends,
    /// content/catalog/quality.yaml
    Quality,
    /// content/catalog/not-covered.yaml
    NotCovered,
    /// content/catalog/prices.yaml
    Prices,
    /// Published measurements, content/anchors/*.yaml
    Anchors,
}

/// Returns the schema of a kind of file.
#[must_use]
pub fn schema(kind: SchemaKind) -> serde_json::Value {
    let schema = match kind {
        SchemaKind::FrontMatter => of::<FrontMatter>(),
        SchemaKind::Page => of::<PageFront>(),
        SchemaKind::Comparison => of::<ComparisonFront>(),
        SchemaKind::Track => of::<TrackKeys>(),
        SchemaKind::Lesson => of::<LessonFront>(),
        SchemaKind::Calculator => of::<CalculatorKeys>(),
        SchemaKind::Data => of::<DataKeys>(),
        SchemaKind::Site => of::<Config>(),
        SchemaKind::Translation => of::<TranslatedFront>(),
        SchemaKind::LocalSite => of::<LocalTexts>(),
        SchemaKind::Catalog => catalog(),
        SchemaKind::Hardware => of::<Vec<Hardware>>(),
        SchemaKind::Models => of::<Vec<Model>>(),
        SchemaKind::Quantizations => of::<Vec<Quantization>>(),
        SchemaKind::Runtimes => of::<Vec<Runtime>>(),
        SchemaKind::Backends => of::<Vec<Backend>>(),
        SchemaKind::Quality => of::<Vec<Score>>(),
        SchemaKind::NotCovered => of::<Vec<NotCovered>>(),
        SchemaKind::Prices => of::<Vec<Rental>>(),
        SchemaKind::Anchors => of::<AnchorFile>(),
    };
    schema.to_value()
}

/// Returns one schema for all files of the catalog: a list of records of any one kind.
fn catalog() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let lists = [
        generator.subschema_for::<Vec<Hardware>>(),
        generator.subschema_for::<Vec<Model>>(),
        generator.subschema_for::<Vec<Quantization>>(),
        generator.subschema_for::<Vec<Runtime>>(),
        generator.subschema_for::<Vec<Backend>>(),
        generator.subschema_for::<Vec<Score>>(),
        generator.subschema_for::<Vec<NotCovered>>(),
        generator.subschema_for::<Vec<Rental>>(),
    ];
    let definitions = generator.take_definitions(true);
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Catalog",
        "anyOf": lists,
        "$defs": definitions,
    })
}
