//! The feeds of a site, and their names.
//!
//! Feed files, discovery links and the page of all feeds use the same list.

use crate::site::feeds::{identity, measurements};
use crate::site::inputs::Inputs;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::ids::LayerId;

/// A feed of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    /// Every entry.
    Site,
    /// New and revised entries.
    Changes,
    /// New entries, changes and measurements, an item a week.
    Weeks,
    /// The published measurements.
    Measurements,
    /// The entries of a layer.
    Layer(LayerId),
}

/// Returns the feeds of a site, in the order of the page that lists them.
#[must_use]
pub(crate) fn all(inputs: &Inputs<'_>) -> Vec<Channel> {
    let measurements = (!measurements::dated(inputs).is_empty()).then_some(Channel::Measurements);
    let layers = inputs.config.layers.ids().map(Channel::Layer);
    [Channel::Site, Channel::Changes, Channel::Weeks].into_iter().chain(measurements).chain(layers).collect()
}

impl Channel {
    /// Returns the permanent id.
    #[must_use]
    pub(crate) fn id(self, inputs: &Inputs<'_>) -> String {
        let own = match self {
            Self::Site => "site".to_owned(),
            Self::Changes => "changes".to_owned(),
            Self::Weeks => "weeks".to_owned(),
            Self::Measurements => "measurements".to_owned(),
            Self::Layer(layer) => format!("layer:{}", inputs.config.layers[layer].id),
        };
        format!("{}:feed:{own}", identity::site(inputs, identity::oldest(inputs)))
    }

    /// Returns the folder of its files: empty, or with a final `/`.
    #[must_use]
    pub(crate) fn folder(self, config: &Config) -> String {
        match self {
            Self::Site => String::new(),
            Self::Changes => "changes/".to_owned(),
            Self::Weeks => "changes/weekly/".to_owned(),
            Self::Measurements => "measurements/".to_owned(),
            Self::Layer(layer) => format!("layers/{}/", config.layers[layer].id),
        }
    }

    /// Returns the address of the page that it belongs to.
    #[must_use]
    pub(crate) fn home(self, config: &Config) -> String {
        match self {
            Self::Measurements => "feeds/".to_owned(),
            Self::Weeks => Self::Changes.folder(config),
            other => other.folder(config),
        }
    }

    /// Returns its name on the site, which does not repeat the site's title.
    #[must_use]
    pub(crate) fn name(self, config: &Config) -> String {
        match self {
            Self::Site => config.strings.get("feeds.all_entries").to_owned(),
            Self::Changes => config.strings.get("footer.changes").to_owned(),
            Self::Weeks => config.strings.get("feeds.by_week").to_owned(),
            Self::Measurements => config.strings.get("footer.measurements").to_owned(),
            Self::Layer(layer) => config.layers[layer].title.clone(),
        }
    }

    /// Returns its name in a feed reader, which begins with the site's title.
    #[must_use]
    pub(crate) fn title(self, config: &Config) -> String {
        if self == Self::Site { config.title.clone() } else { format!("{}: {}", config.title, self.name(config)) }
    }

    /// Returns the description in the feed itself.
    #[must_use]
    pub(crate) fn description(self, config: &Config) -> String {
        if self == Self::Site { config.description.clone() } else { self.line(config) }
    }

    /// Returns the description on the page of all feeds, one line.
    #[must_use]
    pub(crate) fn line(self, config: &Config) -> String {
        match self {
            Self::Site => config.strings.get("feeds.all_entries_about").to_owned(),
            Self::Changes => config.strings.get("feeds.changes_about").to_owned(),
            Self::Weeks => config.strings.get("feeds.by_week_about").to_owned(),
            Self::Measurements => "Published measurements, a source at a time, as they were printed.".to_owned(),
            Self::Layer(layer) => config.layers[layer].summary.clone(),
        }
    }
}
