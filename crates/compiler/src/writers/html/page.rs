//! Pages before they are rendered: template, context and further files.
//!
//! Pages are tasks that run one by one, since the contexts of all pages would take more memory than the site.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::page_id::PageId;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use std::borrow::Cow;

/// Paths and contents of files.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// A page to render.
pub(crate) struct Page {
    /// Path of the HTML file below the output folder.
    pub(crate) path: String,
    /// File name of the template, such as `home.html`.
    pub(crate) template: Cow<'static, str>,
    /// Values for the template.
    pub(crate) context: tera::Context,
    /// Further files of the page, such as its hover cards.
    pub(crate) files: Files,
    /// Its item in the inventory of pages; `None` for a page that search engines should not index.
    pub(crate) listed: Option<Listed>,
}

/// Prepares a page when it is called.
pub(crate) type PageTask<'a> = Box<dyn FnOnce() -> Page + Send + 'a>;

impl Page {
    /// Creates a page without further files.
    #[must_use]
    pub(crate) fn new(
        cx: &RenderContext<'_>,
        view: PageView,
        template: impl Into<Cow<'static, str>>,
        context: tera::Context,
    ) -> Self {
        let is_folder = view.id != PageId::NotFound;
        let path = if is_folder { format!("{}index.html", view.path) } else { view.path.clone() };
        let is_listed =
            view.canonical.is_some() && !matches!(view.id, PageId::NotFound | PageId::Moved(_) | PageId::Embed(_));
        let Inputs { config, glossary, .. } = cx.inputs;
        let listed = is_listed.then(|| Listed::new(config, glossary, view.id, view.title, view.description));
        Self { path, template: template.into(), context, files: Files::new(), listed }
    }

    /// Adds the file with the hover cards of the entries that the page links to, if there are any.
    #[must_use]
    pub(crate) fn with_cards(mut self, cards: Option<Vec<u8>>) -> Self {
        let folder = self.path.trim_end_matches("index.html");
        self.files.extend(cards.map(|bytes| (format!("{folder}cards.json"), bytes)));
        self
    }

    /// Wraps a finished page as a task.
    pub(crate) fn made<'a>(self) -> PageTask<'a> {
        Box::new(|| self)
    }
}
