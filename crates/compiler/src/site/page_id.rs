//! The identity of a page, as a value: its address, kind and breadcrumbs follow from it, never the other way round.
//!
//! One list defines both [`PageId`] and [`PageKind`]; [`crate::site::kind`] has the properties of kinds.
//!
//! Pages of devices, models and runtimes are identified by the ids of their records, so that adding a record changes no
//! other page; pages of the glossary by position.

use crate::site::paths::{self, EXPLORE, MEASURE};
use jiff::civil::Date;
use rooflight_glossary::link::tracks::LessonText;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use serde::{Deserialize, Serialize};

/// Defines [`PageId`] and, from the same rows, [`PageKind`].
macro_rules! pages {
    ($($(#[$attribute:meta])* $name:ident $(($($of:ty),+))?,)+) => {
        /// A page of the site.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub enum PageId {
            $($(#[$attribute])* $name $(($($of),+))?,)+
        }

        /// The kind of a page; templates see its name in kebab case.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum PageKind {
            $($(#[$attribute])* $name,)+
        }

        impl PageId {
            /// The kind of page, by which templates and style sheets distinguish pages.
            #[must_use]
            pub const fn kind(&self) -> PageKind {
                match self {
                    $(Self::$name { .. } => PageKind::$name,)+
                }
            }
        }
    };
}

pages! {
    /// All measurements.
    Anchors,
    /// A calculator, by its kind.
    Calculator(&'static str),
    /// All calculators.
    Calculators,
    /// All changes.
    Changes,
    /// A comparison of two entries, by its position.
    Comparison(usize),
    /// All comparisons.
    Comparisons,
    /// A device, by its id.
    Device(String),
    /// A calculator in a frame, by its kind.
    Embed(&'static str),
    /// The page of an entry.
    Entry(EntryId),
    /// The sources of each entry.
    EntrySources,
    /// The explorer.
    Explore,
    /// All feeds.
    Feeds,
    /// All devices.
    Hardware,
    /// The home page.
    #[default]
    Home,
    /// All entries from A to Z.
    Index,
    /// A layer.
    Layer(LayerId),
    /// A lesson, by the positions of its track and of itself.
    Lesson(usize, usize),
    /// All links of an entry.
    Links(EntryId),
    /// The map of links.
    Map,
    /// The page that judges benchmark outputs.
    Measure,
    /// A model, by its id.
    Model(String),
    /// All models.
    Models,
    /// The former address of another page.
    Moved(String),
    /// The 404 page.
    NotFound,
    /// An author's page other than an entry, by its position.
    Page(usize),
    /// The whole glossary for printing.
    Print,
    /// A publication of measurements, by the name of its page.
    Publication(String),
    /// A runtime, by its id.
    Runtime(String),
    /// All runtimes.
    Runtimes,
    /// The page of search results.
    Search,
    /// All sources, each with the entries that cite it.
    Sources,
    /// A learning track, by its position.
    Track(usize),
    /// All learning tracks.
    Tracks,
}

impl PageId {
    /// Returns the address below the site's root: a folder with its final `/`, empty for the home page; a file for the
    /// 404 page.
    #[must_use]
    pub fn path(&self, config: &Config, glossary: &Glossary) -> String {
        match self {
            Self::Anchors => "anchors/".to_owned(),
            Self::Calculator(kind) => format!("calculators/{kind}/"),
            Self::Calculators => "calculators/".to_owned(),
            Self::Changes => "changes/".to_owned(),
            Self::Comparison(at) => paths::comparison_path(&glossary.comparisons[*at]),
            Self::Comparisons => "compare/".to_owned(),
            Self::Device(id) => format!("hardware/{id}/"),
            Self::Embed(kind) => format!("embed/{kind}/"),
            Self::Entry(id) => paths::entry_path(&glossary.entries[*id]),
            Self::EntrySources => "sources/by-entry/".to_owned(),
            Self::Explore => EXPLORE.to_owned(),
            Self::Feeds => "feeds/".to_owned(),
            Self::Hardware => "hardware/".to_owned(),
            Self::Home => String::new(),
            Self::Index => config.index_path(),
            Self::Layer(id) => paths::layer_path(&config.layers[*id].id),
            Self::Lesson(track, at) => format!("{}{}/", paths::track_path(&glossary.tracks[*track]), at + 1),
            Self::Links(id) => paths::links_path(&glossary.entries[*id]),
            Self::Map => "map/".to_owned(),
            Self::Measure => MEASURE.to_owned(),
            Self::Model(id) => format!("models/{id}/"),
            Self::Models => "models/".to_owned(),
            Self::Moved(from) => from.clone(),
            Self::NotFound => "404.html".to_owned(),
            Self::Page(at) => format!("{}/", glossary.pages[*at].page.slug),
            Self::Print => "print/".to_owned(),
            Self::Publication(name) => format!("anchors/{name}/"),
            Self::Runtime(id) => format!("runtimes/{id}/"),
            Self::Runtimes => "runtimes/".to_owned(),
            Self::Search => "search/".to_owned(),
            Self::Sources => "sources/".to_owned(),
            Self::Track(at) => paths::track_path(&glossary.tracks[*at]),
            Self::Tracks => "learn/".to_owned(),
        }
    }

    /// Returns the day of the page's last change; a list has that of its newest entry. `None` if no author has dated
    /// it.
    #[must_use]
    pub fn changed(&self, config: &Config, glossary: &Glossary) -> Option<Date> {
        let newest = |wanted: &dyn Fn(&Entry) -> bool| {
            glossary
                .entries
                .iter()
                .filter(|entry| wanted(entry))
                .filter_map(|entry| entry.document.front.updated())
                .max()
        };
        match self {
            Self::Home | Self::Index | Self::Map | Self::Sources | Self::EntrySources => newest(&|_| true),
            Self::Layer(id) => {
                let layer = &config.layers[*id].id;
                newest(&|entry| {
                    let front = &entry.document.front;
                    front.layer == *layer || front.also_in.iter().any(|one| one == layer)
                })
            }
            Self::Lesson(track, at) => match &glossary.tracks[*track].lessons.get(*at)?.text {
                LessonText::Entry(entry) => glossary.entries.get(*entry)?.document.front.updated(),
                LessonText::Page { .. } => None,
            },
            Self::Entry(id) => glossary.entries[*id].document.front.updated(),
            _ => None,
        }
    }

    /// Returns the breadcrumbs: title and address of each page above this one; empty for a page at the top level.
    #[must_use]
    pub fn breadcrumbs(&self, config: &Config, glossary: &Glossary) -> Vec<(String, String)> {
        let title = |key| config.strings.get(key).to_owned();
        let index = || (title("menu.glossary"), config.index_path());
        let learn = || (title("menu.learn"), "learn/".to_owned());
        match self {
            Self::Layer(_) => vec![index()],
            Self::Entry(id) => {
                let layer = &config.layers[glossary.entries[*id].layer];
                vec![index(), (layer.title.clone(), paths::layer_path(&layer.id))]
            }
            Self::Links(id) => {
                let entry = &glossary.entries[*id];
                vec![index(), (entry.document.front.term.clone(), paths::entry_path(entry))]
            }
            Self::EntrySources => vec![(title("sources.title"), "sources/".to_owned())],
            Self::Comparison(_) => vec![(title("compare.title"), "compare/".to_owned())],
            Self::Track(_) => vec![learn()],
            Self::Lesson(track, _) => {
                let linked = &glossary.tracks[*track];
                vec![learn(), (linked.track.title.clone(), paths::track_path(linked))]
            }
            Self::Page(at) => {
                let own = &glossary.pages[*at].page;
                let folder = own.folder().filter(|folder| *folder != own.slug.as_str());
                let pages = glossary.pages.iter().map(|linked| &linked.page);
                let first = pages.filter(|page| folder.is_some_and(|folder| page.slug == folder));
                first.map(|page| (page.front.title.clone(), format!("{}/", page.slug))).collect()
            }
            _ => Vec::new(),
        }
    }
}
