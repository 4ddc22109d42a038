//! Renders a page: its HTML from the template, its Markdown from its content, and the files that belong to it.
//!
//! This is where the formats of a page meet; the writers do not know each other.

use crate::site::figures::Figures;
use crate::site::inventory::Listed;
use crate::site::paths::entry_path;
use crate::writers::html::entry::{self, EntryPage};
use crate::writers::html::feed;
use crate::writers::html::frame::Frame;
use crate::writers::html::page::{Files, Page, PageTask};
use crate::writers::html::theme::Theme;
use crate::writers::{markdown, picture};
use rayon::prelude::*;
use rooflight_glossary::diagnostic::Diagnostic;
use rooflight_glossary::model::ids::EntryId;

/// Rendered pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct RenderedPage {
    /// Their files, with those that belong to them.
    pub(crate) files: Files,
    /// Their entries in the inventory.
    pub(crate) listed: Vec<Listed>,
}

/// Renders pages; or reports the template that failed. `hand_on` gets the files of a page as soon as they are there, and gives back those to
/// keep.
pub(crate) fn rendered(
    frame: &Frame<'_>,
    pages: Vec<PageTask<'_>>,
    theme: &Theme,
    figures: &Figures,
    hand_on: &(dyn Fn(Files) -> Files + Sync),
) -> Vec<Result<RenderedPage, Diagnostic>> {
    let render = |make: PageTask<'_>| {
        let Page { path, template, context, mut files, content, listed } = make();
        let html = theme.render(template, &context)?;
        files.push((path, html.into_bytes()));
        files.extend(listed.as_ref().map(|listed| markdown::pages::file(frame, listed, figures, &content)));
        Ok(RenderedPage { files: hand_on(files), listed: listed.into_iter().collect() })
    };
    pages.into_par_iter().map(render).collect()
}

/// The files and the feed text of an entry.
pub(crate) struct RenderedEntry {
    /// Its files.
    pub(crate) files: Files,
    /// Its full content for a feed; empty if it is too old for any.
    pub(crate) feed: String,
}

/// Renders the entry at this position.
///
/// # Errors
/// A template that fails, or a calculator without an answer.
pub(crate) fn rendered_entry(frame: &Frame<'_>, number: EntryId, theme: &Theme) -> Result<RenderedEntry, Diagnostic> {
    let entry = &frame.inputs.glossary.entries[number];
    let path = entry_path(entry);
    // Read once for all that is made of it.
    let tree = entry.body.tree();
    let answer = frame.calculators.map(|all| all.answers.of_entry(&entry.document)).transpose()?.flatten();
    let report = answer.as_ref().map(|shown| &shown.answer.report);
    let picture = picture::page::entry(frame.inputs, frame.pictures, entry, report);
    let share = picture.as_ref().map(|(share, _)| share);
    let EntryPage { html, cards } = entry::render(frame, number, &tree, answer.as_ref(), share, theme)?;
    let mut files = vec![(format!("{path}index.html"), html.into_bytes())];
    files.extend(picture.map(|(_, file)| file));
    files.extend(cards.map(|bytes| (format!("{path}cards.json"), bytes)));
    files.push((format!("{path}{}", markdown::FILE), markdown::entry::page(frame, number, &tree, report).into_bytes()));
    let followed = frame.stats.newest.get(number).is_some_and(|newest| *newest);
    let feed = if followed { feed::html(frame, number, &tree, report) } else { String::new() };
    Ok(RenderedEntry { files, feed })
}
