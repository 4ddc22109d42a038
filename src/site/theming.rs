//! The look that a site's settings ask for: its style sheets and the files that pages name.
//!
//! 1. The sheet of the look, where it is not the standard one.
//! 2. A generated sheet, `assets/theme.<hash>.css`: custom properties for colours and typefaces, and which of two logos
//!    is shown, and whether words are hyphenated.
//! 3. The site's own `static/custom.css`, the last of all.
//!
//! The generated sheet stands in the layer of the properties it sets, so that contrast settings and paper keep theirs.
//! It holds colours as digits and addresses as escapes, and no text of the author.

use crate::site::assets::{Asset, Assets, hashed, integrity};
use crate::site::inputs::Inputs;
use crate::site::palette::Palette;
use crate::site::social_image::SocialImageView;
use crate::site::woff2;
use rooflight_glossary::model::config::theme::{Look, StaticFile, ThemeSettings};
use rooflight_glossary::model::config::{Colour, Language};
use std::fmt::Write;

/// The site's own style sheet, by its name below `static/`.
pub(crate) const CUSTOM: &str = "custom.css";
/// The sheet of the plain look, by its name below `static/`.
pub(crate) const PLAIN: &str = "css/plain.css";
/// The sheet whose colours others are laid over, by its name below `static/`.
const BASE: &str = "css/base.css";

/// The look, made once for all pages.
#[derive(Debug, Default)]
pub(crate) struct Theming {
    /// The sheets that follow those of a page, in their order.
    pub(crate) sheets: Vec<Asset>,
    /// The generated sheet's path and text.
    pub(crate) file: Option<(String, Vec<u8>)>,
    /// The path of the logo.
    pub(crate) logo: Option<String>,
    /// That of the logo on dark screens, where it has one of its own.
    pub(crate) logo_dark: Option<String>,
}

impl Theming {
    /// The look of these settings.
    #[must_use]
    pub(crate) fn new(inputs: &Inputs<'_>) -> Self {
        match inputs.original {
            Some(original) => Self::new(original).one_folder_down().in_language(&inputs.config.language),
            None => Self::of_site(inputs),
        }
    }

    /// The same look, for pages of a language whose root lies a folder below the site's.
    fn one_folder_down(self) -> Self {
        let up = |path: String| format!("../{path}");
        let sheets = self.sheets.into_iter().map(|sheet| Asset { path: up(sheet.path), ..sheet });
        Self { sheets: sheets.collect(), file: None, logo: self.logo.map(up), logo_dark: self.logo_dark.map(up) }
    }

    /// The same look, with the rules of a further language in a sheet of its own.
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
        let (logo, logo_dark) = (published(&theme.logo), published(&theme.logo_dark));
        Self { sheets: [look, generated, custom].into_iter().flatten().collect(), file, logo, logo_dark }
    }
}

/// The sheet of a look, by its name below `static/`.
fn look_sheet(look: Look) -> Option<&'static str> {
    match look {
        Look::Standard => None,
        Look::Plain => Some(PLAIN),
    }
}

/// The names below `static/` of the sheets that colours of the settings are laid over.
pub(crate) fn underlying(theme: &ThemeSettings) -> impl Iterator<Item = &'static str> {
    std::iter::once(BASE).chain(look_sheet(theme.look))
}

/// The site's own picture for links to its pages, where it has one.
#[must_use]
pub(crate) fn social_image(inputs: &Inputs<'_>) -> Option<SocialImageView> {
    let (config, site) = (inputs.config, inputs.in_default_language());
    let path = site.assets.published(config.theme.social_image.as_ref()?.name())?;
    let [width, height] = png_size(site.assets.files.get(&path)?)?;
    let alt = format!("{}. {}", config.title, config.description);
    Some(SocialImageView { url: site.config.base_url.join(&path), width, height, alt })
}

/// The font of the site for the letters of pictures, as its file.
#[must_use]
pub(crate) fn picture_font<'a>(inputs: &Inputs<'a>) -> Option<&'a [u8]> {
    let assets = inputs.in_default_language().assets;
    let path = assets.published(inputs.config.theme.fonts.picture.as_ref()?.name())?;
    assets.files.get(&path).map(AsRef::as_ref)
}

/// The width and the height of a PNG file; `None` for any other.
pub(crate) fn png_size(bytes: &[u8]) -> Option<[usize; 2]> {
    let rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let number = |at: usize| usize::try_from(u32::from_be_bytes(rest[at..at + 4].try_into().ok()?)).ok();
    Some([number(0)?, number(4)?])
}

/// Shows the logo of the scheme, which is the reader's choice or that of the system. Important, since sheets of later
/// layers say how pictures are shown.
const TWO_LOGOS: &str = "\
.on-dark, :root[data-theme=\"dark\"] .on-light { display: none !important; }
:root[data-theme=\"dark\"] .on-dark { display: block !important; }
@media (prefers-color-scheme: dark) {
:root:not([data-theme=\"light\"]) .on-light { display: none !important; }
:root:not([data-theme=\"light\"]) .on-dark { display: block !important; }
}
";

// Writing to a string cannot fail, so the answers of `writeln!` are ignored below.

/// A generated sheet of these rules: its path and its bytes.
fn generated(path: &str, rules: &str) -> (String, Vec<u8>) {
    let bytes = format!("@layer tokens {{\n{rules}}}\n").into_bytes();
    (hashed(path, &bytes), bytes)
}

/// The rules of a language. Words are hyphenated where lines end, and code is not; a long name breaks anywhere rather
/// than widen its list. English has short words, and some scripts no hyphens. Charts and drawings place their words
/// from the left, whatever the direction of the text; the two maps of links place theirs by the language.
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

/// The rules of the generated sheet; empty where the settings ask for none.
fn sheet(theme: &ThemeSettings, assets: &Assets) -> String {
    let mut out = String::new();
    let text = |name| std::str::from_utf8(assets.files.get(&assets.get(name)?.path)?).ok();
    let defaults = Palette::of(underlying(theme).filter_map(text));
    let (always, more_contrast) = colours(theme, &defaults);
    if !always.is_empty() || !more_contrast.is_empty() {
        let _ = writeln!(out, "@media not (forced-colors: active) {{\n:root {{ {always}}}");
        if !more_contrast.is_empty() {
            // Readers who ask for more contrast get the text's colour in place of these.
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

/// The declarations of colours: those that hold always, and those that give way to a wish for more contrast.
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

/// The address of a file from the generated sheet, which lies in `assets/`.
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

/// Files of the settings, each with the key that names it and the extensions that it may have.
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
