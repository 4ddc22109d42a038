//! The content of pictures as values, before layout.

use rooflight_document::ink::Ink;

/// The content of a picture; equal contents give equal files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// The picture of an entry.
    Entry(EntryPicture),
    /// The picture of all pages without their own.
    Site(SitePicture),
}

/// The content of an entry's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPicture {
    /// The site's title.
    pub site: String,
    /// The title of the entry's layer.
    pub layer: String,
    /// The layer's position from the bottom of the stack; the lowest is 0.
    pub layer_number: usize,
    /// Number of layers in the stack.
    pub layer_count: usize,
    /// The term that the entry defines.
    pub term: String,
    /// The definition without markup.
    pub definition: String,
    /// The part below the definition.
    pub foot: Footer,
}

/// The footer of an entry's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Footer {
    /// No footer.
    None,
    /// The first row of the entry's short table.
    Row {
        /// The row's label, such as `Unit`.
        label: String,
        /// The row's text.
        text: String,
    },
    /// The initial answer of the entry's calculator.
    Figures {
        /// The answer as a sentence.
        answer: String,
        /// The conditions under which the numbers hold.
        conditions: String,
        /// The numbers, of which at most three are drawn.
        figures: Vec<Figure>,
    },
}

/// A figure of a calculator's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its kind: ceiling, range or measurement.
    pub ink: Ink,
    /// The label, including the words that pages only show if there is room.
    pub label: String,
    /// The value with its unit.
    pub value: String,
}

/// The content of the site's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePicture {
    /// The site's title.
    pub title: String,
    /// The site's description without markup.
    pub description: String,
    /// The titles of the layers, from the lowest up.
    pub layers: Vec<String>,
}
