//! The preview picture of a page: its file, and its metadata in the page's head.
//!
//! The alternative text is the text in the picture. A site can turn pictures off.

use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::picture_font::PictureFont;
use crate::site::social_image::SocialImageView;
use crate::site::theming::{picture_font, social_image};
use crate::writers::picture::content::{EntryPicture, Footer, Picture, SitePicture};
use crate::writers::picture::{FILE, HEIGHT, PictureMemo, WIDTH, foot};
use rooflight_document::report::Report;
use rooflight_glossary::link;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::syntax::inline;
use std::sync::Arc;

/// Path and content of a picture's file.
pub(crate) type PictureFile = (String, Vec<u8>);

/// The memo and the font that a build draws pictures with.
pub(crate) struct Pictures<'a> {
    /// The pictures drawn so far.
    memo: &'a PictureMemo,
    /// The site's font, for letters that the built-in typeface lacks.
    font: Option<PictureFont>,
}

impl<'a> Pictures<'a> {
    /// Reads the font that the site's settings name.
    #[must_use]
    pub(crate) fn new(inputs: &Inputs<'_>, memo: &'a PictureMemo) -> Self {
        Self { memo, font: picture_font(inputs).and_then(PictureFont::parse) }
    }
}

/// Returns the picture of the site; `None` if it has none. The file is `None` if the picture is a static file.
#[must_use]
pub(crate) fn site(inputs: &Inputs<'_>, pictures: &Pictures<'_>) -> Option<(SocialImageView, Option<PictureFile>)> {
    if let Some(own) = social_image(inputs) {
        return Some((own, None));
    }
    let config = inputs.config;
    let alt = format!("{}. {}", config.title, config.description);
    let layers = config.layers.iter().map(|layer| layer.title.clone()).collect();
    let picture = SitePicture { title: config.title.clone(), description: inline::text(&config.description), layers };
    let (view, file) = page(inputs, pictures, FILE.to_owned(), &Picture::Site(picture), alt)?;
    Some((view, Some(file)))
}

/// Returns the picture of an entry; `None` if it uses the site's.
#[must_use]
pub(crate) fn entry(
    inputs: &Inputs<'_>,
    pictures: &Pictures<'_>,
    entry: &link::Entry,
    answer: Option<&Report>,
) -> Option<(SocialImageView, PictureFile)> {
    let Config { title, layers, share_pictures: true, .. } = inputs.config else { return None };
    let definition = inline::text(&entry.document.front.definition);
    let picture = EntryPicture {
        site: title.clone(),
        layer: layers[entry.layer].title.clone(),
        layer_number: entry.layer.index(),
        layer_count: layers.len(),
        term: entry.document.front.term.clone(),
        definition,
        foot: foot(answer, &entry.document.front),
    };
    let alt = format!("{}. {}{}", picture.term, picture.definition, words(&picture.foot));
    page(inputs, pictures, format!("{}{FILE}", entry_path(entry)), &Picture::Entry(picture), alt)
}

fn page(
    inputs: &Inputs<'_>,
    pictures: &Pictures<'_>,
    path: String,
    picture: &Picture,
    alt: String,
) -> Option<(SocialImageView, PictureFile)> {
    if !inputs.config.share_pictures {
        return None;
    }
    let file: Arc<[u8]> = pictures.memo.file(picture, pictures.font.as_ref())?;
    let view = SocialImageView { url: inputs.config.base_url.join(&path), width: WIDTH, height: HEIGHT, alt };
    Some((view, (path, file.to_vec())))
}

fn words(foot: &Footer) -> String {
    match foot {
        Footer::None => String::new(),
        Footer::Row { label, text } => format!(" {label}: {text}."),
        Footer::Figures { answer, conditions, figures } => {
            let figures: Vec<String> =
                figures.iter().map(|figure| format!("{}: {}", figure.label, figure.value)).collect();
            format!(" {answer}. {conditions}. {}.", figures.join("; "))
        }
    }
}
