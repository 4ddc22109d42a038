//! Everything that a picture shows, as values.

use rooflight_document::ink::Ink;

/// The content of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// An entry.
    Entry(Entry),
    /// The site as a whole.
    Site(Site),
}

/// An entry, as its picture shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name of the site.
    pub site: String,
    /// The name of the layer.
    pub layer: String,
    /// Which layer that is; 0 is the ground.
    pub layer_number: usize,
    /// How many there are.
    pub layer_count: usize,
    /// The headword.
    pub term: String,
    /// The definition, in words alone.
    pub definition: String,
    /// The foot of the picture.
    pub foot: Footer,
}

/// The figure at the foot of an entry's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Footer {
    /// None.
    None,
    /// A row of the short table.
    Row {
        /// The name of the value.
        label: String,
        /// The value.
        text: String,
    },
    /// A calculator's answer.
    Figures {
        /// The answer in a sentence.
        answer: String,
        /// The conditions of the numbers.
        conditions: String,
        /// The numbers.
        figures: Vec<Figure>,
    },
}

/// A number of a calculator's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its kind.
    pub ink: Ink,
    /// Its name.
    pub label: String,
    /// The number with its unit.
    pub value: String,
}

/// A site, as its picture shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its name.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its layers, from the ground up.
    pub layers: Vec<String>,
}
