//! `theme`: the look of a site in its settings, so that most need no template and no style sheet of their own.
//!
//! 1. Decode: colours, files below `static/`, links, the address of an analytics script.
//! 2. Check what needs no other file: addresses, names of attributes, lengths. Whether files and pages exist is checked
//!    later.
//!
//! Nothing an author writes here reaches a style sheet or a policy as text: colours are six digits, hosts are parsed.

use crate::model::config::colour::COLOUR;
use crate::model::config::{BaseUrl, Colour, Config, Malformed, address};
use crate::syntax::inline;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::limits;
use rooflight_source::url;
use rooflight_source::yaml_path;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The look of a site.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThemeSettings {
    /// The look that colours and fonts change.
    pub look: Look,
    /// The picture at the head of every page, beside the site's name: SVG or PNG.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/logo.svg")]
    pub logo: Option<StaticFile>,
    /// The picture on dark screens, in place of `logo`.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/logo-dark.svg")]
    pub logo_dark: Option<StaticFile>,
    /// Whether the logo spells the site's name, which then is not written beside it.
    pub wordmark: bool,
    /// Colours of both schemes.
    pub colors: Colors,
    /// Typefaces: files of the site.
    pub fonts: Fonts,
    /// The links at the head of every page, in place of those that the site has by itself.
    pub navigation: Vec<NavLink>,
    /// A line of Markdown at the foot of every page.
    pub footer: Option<String>,
    /// A script of another host that counts visits.
    pub analytics: Option<Analytics>,
    /// The picture that messengers show with a link to a page without a picture of its own: PNG.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/social.png")]
    pub social_image: Option<StaticFile>,
}

/// A look that the program has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Large titles and ruled definitions.
    #[default]
    Standard,
    /// Small titles, blue links and a narrow page, for documentation.
    Plain,
}

/// Colours of both schemes.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Colors {
    /// On light screens, and on paper.
    pub light: Palette,
    /// On dark screens.
    pub dark: Palette,
}

/// Colours of one scheme; one that is left out is the look's own.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Palette {
    /// Links, and the mark next to the site's name.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#0b57d0")]
    pub accent: Option<Colour>,
    /// The page.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#ffffff")]
    pub background: Option<Colour>,
    /// Panels, code, calculators.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#f4f5f5")]
    pub surface: Option<Colour>,
    /// Text.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#14181b")]
    pub text: Option<Colour>,
    /// Notes, captions, the footer.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#4a525a")]
    pub muted: Option<Colour>,
    /// Lines between parts.
    #[schemars(with = "Option<String>", regex(pattern = COLOUR), example = "#d5d9dc")]
    pub border: Option<Colour>,
}

impl Palette {
    /// Returns each colour's key, the custom property of the style sheets that it sets, and its value.
    #[must_use]
    pub fn colours(&self) -> [(&'static str, &'static str, Option<Colour>); 6] {
        [
            ("accent", "accent", self.accent),
            ("background", "paper", self.background),
            ("surface", "panel", self.surface),
            ("text", "ink", self.text),
            ("muted", "soft", self.muted),
            ("border", "line", self.border),
        ]
    }
}

/// Typefaces: files of the site, those of pages in the format WOFF2.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Fonts {
    /// Text.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/fonts/text.woff2")]
    pub body: Option<StaticFile>,
    /// Headings.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/fonts/heading.woff2")]
    pub heading: Option<StaticFile>,
    /// Letters that the pictures of shared links lack, such as Chinese ones: an OpenType file, not a web font.
    #[schemars(with = "Option<String>", regex(pattern = STATIC_FILE), example = "static/fonts/picture.ttf")]
    pub picture: Option<StaticFile>,
}

impl Fonts {
    /// Iterates over the typefaces of the pages: each key and its file.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &StaticFile)> {
        [("body", &self.body), ("heading", &self.heading)]
            .into_iter()
            .filter_map(|(key, file)| Some((key, file.as_ref()?)))
    }
}

/// A link at the head of every page.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NavLink {
    /// The text of the link.
    #[schemars(length(min = 1))]
    pub title: String,
    /// A web address, or an address of the site from its root.
    #[schemars(example = "/guide/")]
    pub url: String,
}

impl NavLink {
    /// True if it leads to another site.
    #[must_use]
    pub fn is_external(&self) -> bool {
        !url::is_own(&self.url)
    }

    /// Returns the address below the site's root, for a link that stays on the site.
    #[must_use]
    pub fn path(&self) -> &str {
        self.url.trim_start_matches('/')
    }
}

/// A script of another host that counts visits: the one exception of a site's content security policy.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Analytics {
    /// The script's address.
    #[schemars(with = "String", regex(pattern = "^https://"), example = "https://plausible.io/js/script.js")]
    pub script: ScriptAddress,
    /// The script's attributes without their `data-`: `{domain: example.org}` is `data-domain`.
    #[serde(default)]
    pub data: BTreeMap<String, String>,
    /// A host that the script reports to, where it is not its own.
    #[schemars(with = "Option<String>", regex(pattern = address::BASE_URL), example = "https://you.goatcounter.com")]
    pub reports_to: Option<BaseUrl>,
}

impl Analytics {
    /// Returns the origins that pages may load from and connect to, for the content security policy: the script's
    /// first.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        let mut origins = vec![self.script.host.origin()];
        origins.extend(self.reports_to.as_ref().map(BaseUrl::origin).filter(|origin| *origin != origins[0]));
        origins
    }
}

/// The address of a script on another host, reached by https.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct ScriptAddress {
    text: String,
    host: BaseUrl,
}

impl ScriptAddress {
    /// Returns the address as the settings write it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl TryFrom<String> for ScriptAddress {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        match BaseUrl::try_from(text.clone()) {
            Ok(host) if text.starts_with("https://") => Ok(Self { text, host }),
            _ => Err(Malformed::new(text, "an address like https://plausible.io/js/script.js")),
        }
    }
}

/// The pattern of a [`StaticFile`], for schemas.
const STATIC_FILE: &str = "^static/.";

/// A file below `static/`, by its path from the site's folder.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct StaticFile(String);

impl StaticFile {
    /// Returns the path from the site's folder.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path below `static/`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.strip_prefix("static/").unwrap_or(&self.0)
    }

    /// Returns the extension, without its dot.
    #[must_use]
    pub fn extension(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

impl TryFrom<String> for StaticFile {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        let inside = text.strip_prefix("static/").unwrap_or_default();
        if !inside.is_empty() && inside.split('/').all(|part| !matches!(part, "" | "." | "..")) {
            return Ok(Self(text));
        }
        Err(Malformed::new(text, "a file of the site like static/logo.svg"))
    }
}

/// Most links of a navigation: every page shows them.
const MAX_LINKS: usize = 30;

/// Reports mistakes that the types cannot rule out.
pub(super) fn check(config: &Config, problems: &mut Vec<Diagnostic>) {
    let theme = &config.theme;
    let location = |path: &[_]| config.location(path);
    let links = || location(yaml_path!["theme", "navigation"]);
    limits::list("navigation", theme.navigation.len(), MAX_LINKS, links, problems);
    for (number, link) in theme.navigation.iter().enumerate() {
        let title = || location(yaml_path!["theme", "navigation", number, "title"]);
        limits::text("title", &link.title, limits::MAX_NAME, title, problems);
        let is_usable = if link.is_external() { url::is_address(&link.url) } else { !link.url.is_empty() };
        if !is_usable {
            problems.push(messages::bad_link(location(yaml_path!["theme", "navigation", number, "url"]), &link.url));
        }
    }
    if theme.logo_dark.is_some() && theme.logo.is_none() {
        let place = location(yaml_path!["theme", "logo_dark"]);
        problems.push(messages::bad_value(place, "`logo_dark` is the dark form of `logo`, which is missing"));
    }
    if let Some(footer) = &theme.footer {
        let place = || location(yaml_path!["theme", "footer"]);
        limits::text("footer", footer, limits::MAX_SENTENCE, place, problems);
        for address in inline::links(footer).into_iter().filter(|address| !url::is_allowed(address)) {
            problems.push(messages::bad_link(place(), &address));
        }
    }
    for name in theme.analytics.iter().flat_map(|analytics| analytics.data.keys()) {
        let letters = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.bytes().all(letters) {
            let place = location(yaml_path!["theme", "analytics", "data", name.as_str()]);
            problems.push(messages::bad_value(place, format!("`data-{name}` cannot be an attribute")));
        }
    }
}
