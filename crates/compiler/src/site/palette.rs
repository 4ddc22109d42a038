//! The default colours of style sheets, read from their custom properties; the settings override them.
//!
//! 1. Finds `--name: light-dark(one, other)` for each text and background colour; a later sheet wins.
//! 2. If a site's own sheet has no such line, the colour is unknown and gets no warnings.

use rooflight_glossary::model::config::Colour;
use std::collections::BTreeMap;

/// Custom properties of backgrounds, without `--`.
pub(crate) const BACKGROUNDS: [&str; 2] = ["paper", "panel"];
/// Custom properties of the colours of charts and code, which no setting changes.
pub(crate) const DATA: [&str; 4] = ["ceiling", "range", "measured", "quoted"];

/// Colours by custom property: in the light scheme, then in the dark one.
#[derive(Debug, Default)]
pub(crate) struct Palette(BTreeMap<&'static str, [Colour; 2]>);

impl Palette {
    /// Reads the colours of these sheets.
    pub(crate) fn of<'a>(sheets: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found = BTreeMap::new();
        for sheet in sheets {
            let names = ["ink", "soft", "line", "accent"].into_iter().chain(BACKGROUNDS).chain(DATA);
            found.extend(names.filter_map(|name| Some((name, read(sheet, name)?))));
        }
        Self(found)
    }

    /// Returns a property's colour in the light scheme, then in the dark one; `None` if no sheet sets it so.
    pub(crate) fn get(&self, property: &str) -> Option<[Colour; 2]> {
        self.0.get(property).copied()
    }
}

fn read(sheet: &str, name: &str) -> Option<[Colour; 2]> {
    // A built-in sheet is published without the space.
    let found = |colon| sheet.split_once(&format!("--{name}{colon}light-dark("));
    let (_, rest) = [": ", ":"].into_iter().find_map(found)?;
    let (light, dark) = rest.split_once(')')?.0.split_once(',')?;
    Some([Colour::read(light.trim())?, Colour::read(dark.trim())?])
}
