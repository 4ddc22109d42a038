//! Views of a calculator: its form, and the answer that it shows without scripts.
#![allow(missing_docs, reason = "the names say it")]

use serde::Serialize;

/// A calculator with its default result.
#[derive(Debug, Clone, Serialize)]
pub struct CalculatorView {
    pub kind: String,
    pub title: String,
    /// Its own page's URL.
    pub url: String,
    pub fields: Vec<FieldView>,
    /// The fields that are folded initially.
    pub more: Vec<FieldView>,
    /// HTML.
    pub figure: String,
    /// HTML.
    pub work: String,
    /// Plain text; the page adds its address.
    pub citation: String,
    /// The day of the newest measurement, formatted; empty without measurements.
    pub data_day: String,
    pub status: String,
    pub data: CalculatorData,
}

impl CalculatorView {
    /// Returns the value of an input by its key; numbers have no separators.
    #[must_use]
    pub fn chosen(&self, key: &str) -> Option<String> {
        let field = self.fields.iter().chain(&self.more).find(|field| field.key == key)?;
        let chosen = field.options.iter().find(|option| option.selected).map(|option| option.value.clone());
        Some(chosen.unwrap_or_else(|| field.value.replace(',', "")))
    }
}

/// URLs of the files that a calculator needs, relative to the page.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CalculatorData {
    pub script: String,
    pub shim: String,
    /// The module of all calculators.
    pub wasm: String,
    pub wasm_integrity: String,
    /// The module of the readers of the reader's own files; empty if the page takes none.
    pub readers: String,
    pub readers_integrity: String,
    pub facts: String,
    /// The style sheet of comboboxes.
    pub sheet: String,
    pub sheet_integrity: String,
}

/// An input of a calculator.
#[derive(Debug, Clone, Serialize)]
pub struct FieldView {
    pub key: String,
    pub label: String,
    pub hint: String,
    pub hint_id: String,
    pub control: &'static str,
    /// The name of the list that the browser fetches, if the page has only the chosen value.
    pub list: Option<&'static str>,
    pub options: Vec<OptionView>,
    pub value: String,
    pub slider: Option<SliderView>,
    /// The default value, if the page opens with another one.
    pub default: Option<String>,
}

/// Options under one heading.
#[derive(Debug, Clone, Serialize)]
pub struct GroupView {
    pub label: String,
    pub options: Vec<OptionView>,
}

/// An option of a list.
#[derive(Debug, Clone, Serialize)]
pub struct OptionView {
    pub value: String,
    pub label: String,
    pub selected: bool,
}

impl OptionView {
    /// Creates an option that is not selected.
    #[must_use]
    pub const fn of(value: String, label: String) -> Self {
        Self { value, label, selected: false }
    }
}

/// The slider of a numeric input; on a log scale its positions are base-2 logarithms.
#[derive(Debug, Clone, Serialize)]
pub struct SliderView {
    pub min: f64,
    pub max: f64,
    pub step: &'static str,
    pub value: f64,
    pub log: bool,
    pub whole: bool,
    pub label: String,
    pub text: String,
}
