//! The kinds of pages: where each stands in navigation and outlines, its language, and the file that it is made from.

use crate::site::page_id::PageKind;
use rooflight_glossary::model::config::SITE_FILE;

impl PageKind {
    /// The file that all pages of the kind are made from, where it is one.
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

    /// The page of the navigation that leads to pages of the kind; `None` where none does. Runtimes are reached from
    /// the measurements, since the navigation has no room for them.
    #[must_use]
    pub const fn nav(self) -> Option<Self> {
        Some(match self {
            Self::Index | Self::Entry | Self::Layer | Self::Map => Self::Index,
            Self::Explore => Self::Explore,
            Self::Calculators | Self::Calculator | Self::Playground => Self::Calculators,
            Self::Hardware | Self::Device => Self::Hardware,
            Self::Models | Self::Model => Self::Models,
            Self::Anchors | Self::Publication | Self::Runtimes | Self::Runtime => Self::Anchors,
            Self::Tracks | Self::Track | Self::Lesson => Self::Tracks,
            _ => return None,
        })
    }

    /// Whether what the pages of the kind say is English whatever the language of the site: the catalog.
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
                | Self::Playground
                | Self::Publication
                | Self::Runtime
                | Self::Runtimes
        )
    }

    /// Where outlines of the site list pages of the kind.
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

/// The section of the site's outline that lists a kind of page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outline {
    /// Among the entries, by layer.
    Entries,
    /// Among the lessons.
    Lessons,
    /// Among the comparisons.
    Comparisons,
    /// Among all other pages.
    Pages,
    /// Nowhere: the page only leads to others, as the outline does.
    Nowhere,
}
