//! The keys of texts, of the words around results, and of formats of numbers.

use schemars::JsonSchema;
use serde::Deserialize;

/// A text, or one for each case.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TextKeys {
    /// A text that applies always.
    One(String),
    /// The text of the first case that holds.
    Cases(Vec<CaseKeys>),
}

/// A text with its case; one without comes last and applies otherwise.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CaseKeys {
    /// The text where no case before it holds.
    Otherwise(String),
    /// A text with its case.
    Case(WhenKeys),
}

/// A case and its text.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhenKeys {
    /// True in the case.
    pub when: String,
    /// The text.
    pub say: String,
}

/// The words around the steps.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepsKeys {
    /// The heading.
    pub title: String,
    /// The caption.
    pub caption: Option<TextKeys>,
    /// The id of their section in addresses.
    #[serde(default)]
    pub id: String,
    /// A sentence below them.
    pub note: Option<TextKeys>,
    /// The sentence in place of the steps where there are none.
    pub nothing: Option<TextKeys>,
}

/// A list of sentences.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListKeys {
    /// The heading.
    pub title: String,
    /// The id of its section in addresses.
    pub id: String,
    /// The sentences: those whose cases hold are shown.
    pub items: Vec<CaseKeys>,
    /// A sentence below them.
    pub note: Option<TextKeys>,
}

/// The kind of a number, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InkKeys {
    /// A bound.
    Ceiling,
    /// The range that measurements support.
    Range,
    /// A measurement.
    Measured,
    /// Plain arithmetic.
    Plain,
}

/// A formula that is shown large: its name, or its name with the words around it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FigureKeys {
    /// The name of the formula.
    Name(String),
    /// The formula with its words.
    Figure(FigureWords),
}

/// The words around a formula that is shown large.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FigureWords {
    /// The formula, by its name.
    pub of: String,
    /// The label; by default that of the formula.
    pub label: Option<TextKeys>,
    /// The rest of the label in wide windows.
    pub wide: Option<TextKeys>,
    /// Words in place of the value.
    pub value: Option<TextKeys>,
    /// A remark; where there is no value, the reason.
    pub note: Option<TextKeys>,
    /// The hidden input whose records give the value, by its name: one value, or the lowest and the highest.
    pub over: Option<String>,
    /// True for the records that count.
    pub matches: Option<String>,
}

/// How the digits of a result are chosen: a number of decimals, or a name.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FormatKeys {
    /// This many decimals.
    Decimals(u8),
    /// `~2` for two decimals at most; `short` for three figures, two below one; `ratio` for two decimals, one from ten
    /// on; `percent` for hundredths, with one decimal below ten; `thousands` for powers of a thousand from a million
    /// on; `bytes` for the unit of the family of GB or GiB that suits the size.
    Named(String),
}
