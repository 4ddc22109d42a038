//! Checks the theme of the settings: each file exists, has the right format and is not too large, and text is readable.
//!
//! Contrast is computed as in the Web Content Accessibility Guidelines, for every pair of a text colour and a
//! background of which the site sets at least one; the other may be the look's default. Templates that pages name are
//! checked here too.

use crate::site::palette::{BACKGROUNDS, DATA, Palette};
use crate::site::picture_font;
use crate::site::theming::{files, png_size, underlying};
use crate::site::woff2;
use rooflight_glossary::link::inputs::LinkInputs;
use rooflight_glossary::model::config::theme::StaticFile;
use rooflight_glossary::model::config::{Colour, Config, MIN_CONTRAST};
use rooflight_glossary::model::page::Page;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Size from which a font gets a warning, kilobytes: enough for an alphabet or two in all weights.
const FONT_BUDGET: usize = 100;
/// Size from which a logo gets a warning, kilobytes.
const LOGO_BUDGET: usize = 30;

/// Reports files of the theme that are missing, wrong or too large, and colours that are hard to read.
pub(crate) fn check(config: &Config, sources: &Sources, problems: &mut Vec<Diagnostic>) {
    for (path, file, extensions) in files(&config.theme) {
        let path: Vec<PathSegment> = path.iter().map(|key| PathSegment::from(*key)).collect();
        check_file(&config.location(&path), file, extensions, sources, problems);
    }
    check_contrast(config, sources, problems);
}

/// Reports templates that pages or kinds of pages name but the site lacks, and kinds whose folder has no page.
pub(crate) fn check_templates(config: &Config, inputs: &LinkInputs, sources: &Sources, problems: &mut Vec<Diagnostic>) {
    let names = || sources.templates.iter().map(|template| template.path.as_str());
    let mut check = |template: &str, place: &dyn Fn() -> Location| {
        if !names().any(|name| name == template) {
            let own = names().filter(|name| !name.starts_with("partials/") && !name.starts_with("builtin/"));
            problems.push(messages::unknown_id(place(), "template", template, own));
        }
    };
    for page in &inputs.pages {
        if let Some(template) = &page.front.template {
            check(template, &|| page.location(yaml_path!["template"]));
        }
    }
    for (name, kind) in &config.kinds {
        for (key, template) in [("template", &kind.template), ("list", &kind.list)] {
            if let Some(template) = template {
                check(template, &|| config.location(yaml_path!["kinds", name.as_str(), key]));
            }
        }
    }
    for (name, kind) in &config.kinds {
        let folders = || inputs.pages.iter().filter_map(Page::folder);
        if !folders().any(|folder| folder == kind.folder) {
            let place = config.location(yaml_path!["kinds", name.as_str(), "folder"]);
            problems.push(messages::unknown_id(place, "folder of pages", &kind.folder, folders()));
        }
    }
}

fn check_file(
    place: &Location,
    file: &StaticFile,
    extensions: &[&str],
    sources: &Sources,
    problems: &mut Vec<Diagnostic>,
) {
    let place = || place.clone();
    let Some(bytes) = sources.statics.get(file.name()) else {
        if sources.large.contains_key(file.name()) {
            problems.push(messages::bad_value(place(), format!("`{}` is far too large", file.as_str())));
            return;
        }
        let names: Vec<String> = sources.statics.keys().map(|name| format!("static/{name}")).collect();
        problems.push(messages::no_file(place(), file.as_str(), names.iter().map(String::as_str)));
        return;
    };
    let is_of_kind = match file.extension() {
        "png" => png_size(bytes).is_some(),
        "woff2" => woff2::is_font(bytes),
        "ttf" | "otf" => picture_font::is_font(bytes),
        _ => true,
    };
    if !extensions.contains(&file.extension()) || !is_of_kind {
        let kinds = extensions.join(" or ");
        problems.push(messages::bad_value(place(), format!("`{}` is not a file in {kinds}", file.as_str())));
        return;
    }
    let (what, budget, help) = match extensions {
        ["woff2"] => ("font", FONT_BUDGET, "leave out the letters that no page uses: `pyftsubset` makes such a subset"),
        ["svg", ..] => ("logo", LOGO_BUDGET, "a simpler drawing does, or a PNG of twice the size that it is shown in"),
        _ => return,
    };
    let kilobytes = bytes.len().div_ceil(1_000);
    if kilobytes > budget {
        problems.push(messages::large_file(place(), what, kilobytes, budget, help));
    }
}

/// A colour that the site sets, or the look's default.
struct NamedColour {
    /// The name in messages, quoted.
    name: String,
    /// The key of the setting; `None` for a default.
    key: Option<&'static str>,
    colour: Colour,
}

fn check_contrast(config: &Config, sources: &Sources, problems: &mut Vec<Diagnostic>) {
    let colors = &config.theme.colors;
    let text = |name| std::str::from_utf8(sources.statics.get(name)?).ok();
    let defaults = Palette::of(underlying(&config.theme).filter_map(text));
    let has_links = colors.light.accent.or(colors.dark.accent).is_some();
    for (number, (scheme, palette)) in [("light", &colors.light), ("dark", &colors.dark)].into_iter().enumerate() {
        let shown = |property: &str| {
            let own = palette.colours().into_iter().find(|(_, other, _)| *other == property);
            let (key, colour) = own.and_then(|(key, _, colour)| Some((key, colour?))).unzip();
            let colour = colour.or_else(|| Some(defaults.get(property)?[number]))?;
            let name =
                own.map_or_else(|| format!("the `{property}` of charts and code"), |(key, ..)| format!("`{key}`"));
            Some(NamedColour { name, key, colour })
        };
        let texts = ["ink", "soft"].into_iter().chain(has_links.then_some("accent")).chain(DATA);
        let backgrounds: Vec<NamedColour> = BACKGROUNDS.into_iter().filter_map(shown).collect();
        for text in texts.filter_map(shown) {
            problems.extend(contrast(config, scheme, &text, &backgrounds));
        }
    }
}

/// Returns a problem for the background with the least contrast to `text`, if that is below [`MIN_CONTRAST`] and the
/// site sets either colour.
fn contrast(config: &Config, scheme: &str, text: &NamedColour, backgrounds: &[NamedColour]) -> Option<Diagnostic> {
    let of_site = backgrounds.iter().filter(|background| text.key.is_some() || background.key.is_some());
    let (background, contrast) = of_site
        .map(|background| (background, text.colour.contrast(background.colour)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
    if contrast >= MIN_CONTRAST {
        return None;
    }
    let key = text.key.or(background.key)?;
    let place = config.location(yaml_path!["theme", "colors", scheme, key]);
    let all: Vec<Colour> = backgrounds.iter().map(|background| background.colour).collect();
    let readable = text.key.and_then(|_| text.colour.readable_on(&all)).map(|colour| colour.to_string());
    Some(messages::low_contrast(place, [&text.name, &background.name], scheme, contrast, readable.as_deref()))
}
