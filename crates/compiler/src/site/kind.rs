//! Properties of the kinds of pages, a row each: position in navigation and outline, languages, and source file.
//!
//! The match of [`PageKind::properties`] names every kind, so that the compiler asks for those of a new one.

use crate::site::page_id::PageKind;
use rooflight_glossary::model::config::SITE_FILE;

/// The properties of a kind of page.
struct KindProperties {
    /// The navigation item that covers pages of the kind; `None` if there is none.
    nav: Option<PageKind>,
    /// The section of the site's outline that lists them.
    outline: Outline,
    languages: PageLanguages,
    /// The file that all of them are made from; `None` if there is no single one.
    source: Option<&'static str>,
}

/// The languages in which a site has pages of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageLanguages {
    /// Every language has its own.
    Every,
    /// The default language alone, in that language.
    Default,
    /// The default language alone, in English whatever the language of the site: the catalog, the explorer and other
    /// tools.
    English,
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

const DEVICES: Option<&str> = Some("content/catalog/hardware.yaml");
const MODELS: Option<&str> = Some("content/catalog/models.yaml");
const RUNTIMES: Option<&str> = Some("content/catalog/runtimes.yaml");
const SETTINGS: Option<&str> = Some(SITE_FILE);

impl PageKind {
    /// Returns the properties of the kind. Runtimes belong to the measurements in the navigation, which has no room for
    /// them.
    const fn properties(self) -> KindProperties {
        use Outline::{Comparisons, Entries, Lessons, Nowhere, Pages};
        use PageLanguages::{Default, English, Every};
        let (nav, outline, languages, source) = match self {
            Self::Anchors | Self::Publication => (Some(Self::Anchors), Pages, English, None),
            Self::Calculator | Self::Calculators => (Some(Self::Calculators), Pages, Default, None),
            Self::Changes | Self::EntrySources | Self::Feeds | Self::Print | Self::Search | Self::Sources => {
                (None, Pages, Every, None)
            }
            Self::Comparison | Self::Comparisons => (None, Comparisons, Default, None),
            Self::Device | Self::Hardware => (Some(Self::Hardware), Pages, English, DEVICES),
            Self::Embed | Self::Moved | Self::NotFound | Self::Page => (None, Pages, Default, None),
            Self::Entry => (Some(Self::Index), Entries, Every, None),
            Self::Explore => (Some(Self::Explore), Pages, English, None),
            Self::Home => (None, Nowhere, Every, SETTINGS),
            Self::Index | Self::Map => (Some(Self::Index), Nowhere, Every, None),
            Self::Layer => (Some(Self::Index), Nowhere, Every, SETTINGS),
            Self::Lesson | Self::Track => (Some(Self::Tracks), Lessons, Default, None),
            Self::Links => (None, Nowhere, Default, None),
            Self::Measure => (None, Pages, English, None),
            Self::Model | Self::Models => (Some(Self::Models), Pages, English, MODELS),
            Self::Runtime | Self::Runtimes => (Some(Self::Anchors), Pages, English, RUNTIMES),
            Self::Tracks => (Some(Self::Tracks), Nowhere, Default, None),
        };
        KindProperties { nav, outline, languages, source }
    }

    /// Returns the file that all pages of the kind are made from; `None` if there is no single one.
    #[must_use]
    pub const fn source(self) -> Option<&'static str> {
        self.properties().source
    }

    /// Returns the navigation item that covers pages of the kind; `None` if there is none.
    #[must_use]
    pub const fn nav(self) -> Option<Self> {
        self.properties().nav
    }

    /// True if pages of the kind are in English whatever the language of the site.
    #[must_use]
    pub const fn is_in_english(self) -> bool {
        matches!(self.properties().languages, PageLanguages::English)
    }

    /// True if every language has a page of this kind at the same path.
    #[must_use]
    pub const fn is_everywhere(self) -> bool {
        matches!(self.properties().languages, PageLanguages::Every)
    }

    /// Returns the section of the site's outline that lists pages of the kind.
    #[must_use]
    pub const fn outline(self) -> Outline {
        self.properties().outline
    }
}
