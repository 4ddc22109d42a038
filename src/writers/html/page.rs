//! Pages before and after their templates: views with the files that belong to them.
//!
//! A page is made when its turn comes, since the views of all pages together would be larger than the site.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::page_id::PageId;
use crate::writers::html::render_context::RenderContext;
use crate::writers::html::views::PageView;
use std::borrow::Cow;

/// Files by their paths.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// A page that is about to be rendered.
pub(crate) struct Page {
    /// The file below the output folder.
    pub(crate) path: String,
    /// The template's name.
    pub(crate) template: Cow<'static, str>,
    /// The values that the template sees.
    pub(crate) context: tera::Context,
    /// Files that belong to it.
    pub(crate) files: Files,
    /// Its entry in the inventory; `None` for a page that search engines should not index.
    pub(crate) listed: Option<Listed>,
}

/// Makes a page.
pub(crate) type PageTask<'a> = Box<dyn FnOnce() -> Page + Send + 'a>;

impl Page {
    /// A page without further files.
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

    /// The page with the hover cards of the entries that it links to.
    #[must_use]
    pub(crate) fn with_cards(mut self, cards: Option<Vec<u8>>) -> Self {
        let folder = self.path.trim_end_matches("index.html");
        self.files.extend(cards.map(|bytes| (format!("{folder}cards.json"), bytes)));
        self
    }

    /// A page that is there already.
    pub(crate) fn made<'a>(self) -> PageTask<'a> {
        Box::new(|| self)
    }
}
