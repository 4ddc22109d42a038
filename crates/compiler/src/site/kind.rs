//! Properties of the kinds of pages: position in navigation and outlines, language, and source file.

use crate::site::page_id::PageKind;
use rooflight_glossary::model::config::SITE_FILE;

impl PageKind {
    /// Returns the file that all pages of the kind are made from; `None` if there is no single one.
    #[must_use]
    pub const fn source(self) -> Option<&'static str> {
        match self {
            Self::Hardware | Self::Device => Some("content/catalog/hardware.yaml"),
            Self::Models | Self::Model => Some("content/catalog/models.yaml"),
            Self::Runtimes | Self::Runtime => Some("content/catalog/runtimes.yaml"),
            Self::Home | Self::Layer => Some(SITE_FILE),
            _ => None,
        }
    }

    /// Returns the navigation item that covers pages of the kind; `None` if there is none. Runtimes belong to the
    /// measurements, since the navigation has no room for them.
    #[must_use]
    pub const fn nav(self) -> Option<Self> {
        Some(match self {
            Self::Index | Self::Entry | Self::Layer | Self::Map => Self::Index,
            Self::Explore => Self::Explore,
            Self::Calculators | Self::Calculator => Self::Calculators,
            Self::Hardware | Self::Device => Self::Hardware,
            Self::Models | Self::Model => Self::Models,
            Self::Anchors | Self::Publication | Self::Runtimes | Self::Runtime => Self::Anchors,
            Self::Tracks | Self::Track | Self::Lesson => Self::Tracks,
            _ => return None,
        })
    }

    /// True if pages of the kind are in English whatever the language of the site: the catalog, the explorer and other
    /// tools.
    #[must_use]
    pub const fn is_in_english(self) -> bool {
        matches!(
            self,
            Self::Anchors
                | Self::Device
                | Self::Explore
                | Self::Hardware
                | Self::Measure
                | Self::Model
                | Self::Models
                | Self::Publication
                | Self::Runtime
                | Self::Runtimes
        )
    }

    /// Returns the section of the site's outline that lists pages of the kind.
    #[must_use]
    pub const fn outline(self) -> Outline {
        match self {
            Self::Entry => Outline::Entries,
            Self::Track | Self::Lesson => Outline::Lessons,
            Self::Comparisons | Self::Comparison => Outline::Comparisons,
            Self::Home | Self::Index | Self::Layer | Self::Map | Self::Links | Self::Tracks => Outline::Nowhere,
            _ => Outline::Pages,
        }
    }
}

/// A section of the site's outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outline {
    /// Entries, by layer.
    Entries,
    /// Tracks and their lessons.
    Lessons,
    /// Comparisons.
    Comparisons,
    /// All other pages.
    Pages,
    /// Not listed, since the page only links to others, like the outline itself.
    Nowhere,
}
