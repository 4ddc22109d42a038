//! The theme of a site from its settings: its style sheets, and the logo files that pages link.
//!
//! 1. The sheet of the look, unless it is the standard look.
//! 2. A generated sheet, `assets/theme.<hash>.css`: custom properties for colours and typefaces, rules that choose
//!    between two logos, and hyphenation.
//! 3. The site's own `static/custom.css`, last.
//!
//! The generated sheet is in the cascade layer `tokens`, like the properties that it sets, so that the rules for high
//! contrast and print still win. It contains colours as digits and addresses with escapes, and no other text of the
//! author.

use crate::site::assets::{Asset, Assets, hashed, integrity};
use crate::site::inputs::Inputs;
use crate::site::palette::Palette;
use crate::site::social_image::SocialImageView;
use crate::site::woff2;
use rooflight_glossary::model::config::theme::{Look, StaticFile, ThemeSettings};
use rooflight_glossary::model::config::{Colour, Language};
use std::fmt::Write;

/// Name of the site's own style sheet, below `static/`.
pub(crate) const CUSTOM: &str = "custom.css";
/// Name of the plain look's sheet, below `static/`.
pub(crate) const PLAIN: &str = "css/plain.css";
/// Name of the typeface that the program brings, below `static/`.
pub(crate) const INTER: &str = "fonts/inter.woff2";
/// Metrics of Inter on typefaces that systems have, so that no line moves once it has arrived.
const INTER_FALLBACK: &str = "@font-face { font-family: \"Body fallback\"; src: local(\"Arial\"), local(\"Liberation Sans\"); \
    size-adjust: 107%; ascent-override: 90%; descent-override: 22.5%; line-gap-override: 0%; }";
/// Name of the sheet with the default colours, below `static/`.
const BASE: &str = "css/base.css";

/// The theme, made once for all pages.
#[derive(Debug, Default)]
pub(crate) struct Theming {
    /// The sheets that every page links after its other sheets, in this order.
    pub(crate) sheets: Vec<Asset>,
    /// Path and bytes of the generated sheet; `None` if it would be empty.
    pub(crate) file: Option<(String, Vec<u8>)>,
    /// The path of the logo; `None` if the site has none.
    pub(crate) logo: Option<String>,
    /// The path of the logo for the dark scheme; `None` if both schemes share one.
    pub(crate) logo_dark: Option<String>,
    /// The path of the typeface of texts, which pages fetch before their sheets ask for it.
    pub(crate) font: Option<String>,
}

impl Theming {
    /// Returns the theme of these settings.
    #[must_use]
    pub(crate) fn new(inputs: &Inputs<'_>) -> Self {
        match inputs.original {
            Some(original) => Self::new(original).one_folder_down().in_language(&inputs.config.language),
            None => Self::of_site(inputs),
        }
    }

    /// Adapts the paths to pages of a language whose root is one folder below the site's.
    fn one_folder_down(self) -> Self {
        let up = |path: String| format!("../{path}");
        let sheets = self.sheets.into_iter().map(|sheet| Asset { path: up(sheet.path), ..sheet });
        let [logo, logo_dark, font] = [self.logo, self.logo_dark, self.font].map(|path| path.map(up));
        Self { sheets: sheets.collect(), file: None, logo, logo_dark, font }
    }

    /// Adds a separate sheet with the typesetting rules of a further language.
    fn in_language(mut self, language: &Language) -> Self {
        let rules = typesetting(language);
        if !rules.is_empty() {
            let (path, bytes) = generated("../assets/language.css", &rules);
            self.sheets.push(Asset { path: path.clone(), integrity: integrity(&bytes) });
            self.file = Some((path, bytes));
        }
        self
    }

    fn of_site(inputs: &Inputs<'_>) -> Self {
        let (theme, assets) = (&inputs.config.theme, inputs.assets);
        let text = sheet(theme, assets) + &typesetting(&inputs.config.language);
        let file = (!text.is_empty()).then(|| generated("assets/theme.css", &text));
        let generated = file.as_ref().map(|(path, bytes)| Asset { path: path.clone(), integrity: integrity(bytes) });
        let look = look_sheet(theme.look).and_then(|name| assets.get(name)).cloned();
        let custom = assets.get(CUSTOM).cloned();
        let published = |logo: &Option<StaticFile>| logo.as_ref().and_then(|logo| assets.published(logo.name()));
        let [logo, logo_dark, font] = [&theme.logo, &theme.logo_dark, &theme.fonts.body].map(published);
        Self { sheets: [look, generated, custom].into_iter().flatten().collect(), file, logo, logo_dark, font }
    }
}

/// Returns the name of a look's sheet below `static/`; `None` for the standard look.
fn look_sheet(look: Look) -> Option<&'static str> {
    match look {
        Look::Standard => None,
        Look::Plain => Some(PLAIN),
    }
}

/// Returns the names, below `static/`, of the sheets whose colours the settings override.
pub(crate) fn underlying(theme: &ThemeSettings) -> impl Iterator<Item = &'static str> {
    std::iter::once(BASE).chain(look_sheet(theme.look))
}

/// Returns the picture that the settings name for link previews; `None` if they name none.
#[must_use]
pub(crate) fn social_image(inputs: &Inputs<'_>) -> Option<SocialImageView> {
    let (config, site) = (inputs.config, inputs.in_default_language());
    let path = site.assets.published(config.theme.social_image.as_ref()?.name())?;
    let [width, height] = png_size(site.assets.files.get(&path)?)?;
    let alt = format!("{}. {}", config.title, config.description);
    Some(SocialImageView { url: site.config.base_url.join(&path), width, height, alt })
}

/// Returns the bytes of the site's font for pictures; `None` if the settings name none.
#[must_use]
pub(crate) fn picture_font<'a>(inputs: &Inputs<'a>) -> Option<&'a [u8]> {
    let assets = inputs.in_default_language().assets;
    let path = assets.published(inputs.config.theme.fonts.picture.as_ref()?.name())?;
    assets.files.get(&path).map(AsRef::as_ref)
}

/// Returns width and height of a PNG file in pixels; `None` for any other file.
pub(crate) fn png_size(bytes: &[u8]) -> Option<[usize; 2]> {
    let rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let number = |at: usize| usize::try_from(u32::from_be_bytes(rest[at..at + 4].try_into().ok()?)).ok();
    Some([number(0)?, number(4)?])
}

/// Shows the logo of the current scheme, which the reader or the system chooses. The rules are `!important`, since
/// sheets in later layers set how pictures are displayed.
const TWO_LOGOS: &str = "\
.on-dark, :root[data-theme=\"dark\"] .on-light { display: none !important; }
:root[data-theme=\"dark\"] .on-dark { display: block !important; }
@media (prefers-color-scheme: dark) {
:root:not([data-theme=\"light\"]) .on-light { display: none !important; }
:root:not([data-theme=\"light\"]) .on-dark { display: block !important; }
}
";

// Writing to a string cannot fail, so the results of `writeln!` are ignored below.

/// Returns path and bytes of a generated sheet with these rules.
fn generated(path: &str, rules: &str) -> (String, Vec<u8>) {
    let bytes = format!("@layer tokens {{\n{rules}}}\n").into_bytes();
    (hashed(path, &bytes), bytes)
}

/// Returns the typesetting rules of a language. Words are hyphenated at line ends, except in code; a long name in a
/// list may break anywhere. English, whose words are short, and scripts without hyphens have no such rules. In
/// languages written from right to left, charts and drawings keep the direction left to right, except for the two maps
/// of links.
fn typesetting(language: &Language) -> String {
    const WITHOUT: [&str; 10] = ["ar", "en", "fa", "he", "ja", "ko", "th", "ur", "yue", "zh"];
    let main = language.split('-').next().unwrap_or_default();
    let mut rules = String::new();
    if !WITHOUT.iter().any(|known| known.eq_ignore_ascii_case(main)) {
        let _ = writeln!(
            rules,
            "body:lang({main}) {{ hyphens: auto; }}\n:is(code, kbd, pre, samp) {{ hyphens: manual; }}\ndd {{ overflow-wrap: anywhere; }}"
        );
    }
    if language.is_right_to_left() {
        let _ = writeln!(rules, "body:lang({main}) svg:not(.around, .around *, .map) {{ direction: ltr; }}");
    }
    rules
}

/// Returns the rules of the generated sheet; empty if the settings need none.
fn sheet(theme: &ThemeSettings, assets: &Assets) -> String {
    let mut out = String::new();
    let text = |name| std::str::from_utf8(assets.files.get(&assets.get(name)?.path)?).ok();
    let defaults = Palette::of(underlying(theme).filter_map(text));
    let (always, more_contrast) = colours(theme, &defaults);
    if !always.is_empty() || !more_contrast.is_empty() {
        let _ = writeln!(out, "@media not (forced-colors: active) {{\n:root {{ {always}}}");
        if !more_contrast.is_empty() {
            // Readers who prefer more contrast get the text's colour instead of these.
            let _ = writeln!(out, "@media not (prefers-contrast: more) {{ :root {{ {more_contrast}}} }}");
        }
        out.push_str("}\n");
    }
    if theme.logo.is_some() && theme.logo_dark.is_some() {
        out.push_str(TWO_LOGOS);
    }
    let mut families = String::new();
    for (key, file) in theme.fonts.files() {
        let Some(path) = assets.published(file.name()) else { continue };
        let (family, property, fallback) = match key {
            "body" if file.name() == INTER => {
                let _ = writeln!(out, "{INTER_FALLBACK}");
                ("Body", "sans", "\"Body fallback\", system-ui, sans-serif")
            }
            "body" => ("Body", "sans", "system-ui, sans-serif"),
            _ => ("Heading", "heading", "var(--sans)"),
        };
        let weight = match assets.files.get(&path) {
            Some(bytes) if woff2::is_variable(bytes) => " font-weight: 1 1000;",
            _ => "",
        };
        let address = address(&path);
        let _ = writeln!(
            out,
            "@font-face {{ font-family: \"{family}\"; src: url(\"{address}\") format(\"woff2\"); font-display: swap;{weight} }}"
        );
        let _ = write!(families, "--{property}: \"{family}\", {fallback}; ");
    }
    if !families.is_empty() {
        let _ = writeln!(out, ":root {{ {families}}}");
    }
    out
}

/// Returns the declarations of colours: those that always apply, and those that apply unless the reader prefers more
/// contrast.
fn colours(theme: &ThemeSettings, defaults: &Palette) -> (String, String) {
    let [mut always, mut more_contrast] = [String::new(), String::new()];
    let schemes = theme.colors.light.colours().into_iter().zip(theme.colors.dark.colours());
    for ((key, property, light), (_, _, dark)) in schemes {
        let Some(either) = light.or(dark) else { continue };
        let [default_light, default_dark] = defaults.get(property).unwrap_or([either, either]);
        let value = pair(light.unwrap_or(default_light), dark.unwrap_or(default_dark));
        let declaration = format!("--{property}: {value}; ");
        match key {
            "muted" | "border" => more_contrast.push_str(&declaration),
            "background" => always.extend([declaration.as_str(), "--field: var(--paper); "]),
            "accent" => always.extend([declaration.as_str(), "--link: var(--accent); "]),
            _ => always.push_str(&declaration),
        }
    }
    (always, more_contrast)
}

fn pair(light: Colour, dark: Colour) -> String {
    format!("light-dark({light}, {dark})")
}

/// Returns a file's address relative to the generated sheet, which is in `assets/`, with escapes for CSS.
fn address(path: &str) -> String {
    let path = path.strip_prefix("assets/").map_or_else(|| format!("../{path}"), str::to_owned);
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Returns the files that the settings name, each with its key and the extensions that it may have.
pub(crate) fn files(theme: &ThemeSettings) -> impl Iterator<Item = (&'static [&'static str], &StaticFile, &[&str])> {
    const FONT: &[&str] = &["woff2"];
    const PICTURE_FONT: &[&str] = &["ttf", "otf"];
    let logo = theme.logo.iter().map(|file| (&["theme", "logo"][..], file, &["svg", "png"][..]));
    let dark = theme.logo_dark.iter().map(|file| (&["theme", "logo_dark"][..], file, &["svg", "png"][..]));
    let social = theme.social_image.iter().map(|file| (&["theme", "social_image"][..], file, &["png"][..]));
    let fonts = theme.fonts.files().map(|(key, file)| {
        let path: &[&str] = if key == "body" { &["theme", "fonts", "body"] } else { &["theme", "fonts", "heading"] };
        (path, file, FONT)
    });
    let picture = theme.fonts.picture.iter().map(|file| (&["theme", "fonts", "picture"][..], file, PICTURE_FONT));
    logo.chain(dark).chain(social).chain(fonts).chain(picture)
}
