//! Renders one page through every writer that supports it.

use crate::site::catalog::page::CatalogContent;
use crate::site::figures::Figures;
use crate::site::inventory::Listed;
use crate::site::paths::entry_path;
use crate::writers::html;
use crate::writers::html::page::{Files, Page};
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::theme::Theme;
use crate::writers::markdown;
use crate::writers::picture;
use crate::writers::picture::page::Pictures;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::ids::EntryId;
use rooflight_source::diagnostic::Diagnostic;

/// The files of one or more rendered pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct RenderedPage {
    /// The pages with their accompanying files, such as hover cards and Markdown.
    pub(crate) files: Files,
    /// The pages' entries in the inventory.
    pub(crate) listed: Vec<Listed>,
}

/// Renders a page and its Markdown. `content` has the values of a catalog page; `None` for any other page.
///
/// # Errors
/// The error of the page's template.
pub(super) fn page(
    cx: &RenderContext<'_>,
    page: Page,
    content: Option<&CatalogContent<'_>>,
    theme: &Theme,
    figures: &Figures,
) -> Result<RenderedPage, Diagnostic> {
    let Page { path, template, context, mut files, listed } = page;
    files.push((path, theme.render(&template, &context)?.into_bytes()));
    let beside = |listed: &Listed| {
        let text = cx.alternate(|| markdown::pages::text(cx.inputs, cx.answers(), listed, figures, content));
        (format!("{}{}", listed.path, markdown::FILE), text)
    };
    files.extend(listed.as_ref().map(beside));
    Ok(RenderedPage { files, listed: listed.into_iter().collect() })
}

/// Renders the files of an entry, and its content for feeds, which is empty if no feed is recent enough to show it. The
/// calculator and the body are each evaluated once for all formats.
///
/// # Errors
/// The error of the template, or of a preset without an answer.
pub(super) fn entry(
    cx: &RenderContext<'_>,
    number: EntryId,
    theme: &Theme,
    pictures: &Pictures<'_>,
) -> Result<(Files, String), Diagnostic> {
    let inputs = cx.inputs;
    let entry: &Entry = &inputs.glossary.entries[number];
    let tree = entry.body.tree();
    let answer = cx.answers().map(|answers| answers.of_entry(&entry.document)).transpose()?.flatten();
    let report = answer.as_ref().map(|answer| &answer.answer.report);
    let picture = picture::page::entry(inputs, pictures, entry, report);
    let share = picture.as_ref().map(|(share, _)| share);
    let mut files = html::entry::files(cx, number, &tree, answer.as_ref(), share, theme)?;
    files.extend(picture.map(|(_, file)| file));
    let text = cx.alternate(|| markdown::entry::page(inputs, number, &tree, report));
    files.push((format!("{}{}", entry_path(entry), markdown::FILE), text));
    let followed = cx.has_alternates && cx.stats.newest.get(number).is_some_and(|newest| *newest);
    let feed = if followed { html::feed::html(inputs, number, &tree, report) } else { String::new() };
    Ok((files, feed))
}
