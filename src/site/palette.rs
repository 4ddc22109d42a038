//! The colours of a style sheet, read from its custom properties: what a site's own colours are laid over.
//!
//! 1. Finds `--name: light-dark(one, other)` for each colour that text is set in or stands on; a later sheet wins.
//! 2. A sheet of a site's own that has no such line leaves the colour unknown: nothing is said of it.

use rooflight_glossary::model::config::Colour;
use std::collections::BTreeMap;

/// The properties of backgrounds.
pub(crate) const BACKGROUNDS: [&str; 2] = ["paper", "panel"];
/// The properties of the colours of charts and code, which no setting changes.
pub(crate) const DATA: [&str; 4] = ["ceiling", "range", "measured", "quoted"];

/// Colours by their property: in the light scheme and in the dark one.
#[derive(Debug, Default)]
pub(crate) struct Palette(BTreeMap<&'static str, [Colour; 2]>);

impl Palette {
    /// The colours of these sheets.
    pub(crate) fn of<'a>(sheets: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found = BTreeMap::new();
        for sheet in sheets {
            let names = ["ink", "soft", "line", "accent"].into_iter().chain(BACKGROUNDS).chain(DATA);
            found.extend(names.filter_map(|name| Some((name, read(sheet, name)?))));
        }
        Self(found)
    }

    /// The colour of a property: in the light scheme and in the dark one.
    pub(crate) fn get(&self, property: &str) -> Option<[Colour; 2]> {
        self.0.get(property).copied()
    }
}

fn read(sheet: &str, name: &str) -> Option<[Colour; 2]> {
    let (_, rest) = sheet.split_once(&format!("--{name}: light-dark("))?;
    let (light, dark) = rest.split_once(')')?.0.split_once(',')?;
    Some([Colour::read(light.trim())?, Colour::read(dark.trim())?])
}
