//! A page of the catalog before any format: its identity, its title and description, and the values that it shows.

use crate::site::catalog::views::{DeviceView, ListView, ModelView, PublicationView, PublicationsView, RuntimeView};
use crate::site::page_id::PageId;
use crate::site::table::GridTable;

/// The values that a page shows, by kind of page.
pub(crate) enum CatalogContent<'a> {
    /// The page of a device.
    Device(Box<DeviceView<'a>>),
    /// A list of devices, models or runtimes.
    List(Box<ListView>),
    /// The page of a model.
    Model(Box<ModelView>),
    /// The page of a publication of measurements, with its rows.
    Publication(Box<(PublicationView, GridTable)>),
    /// The page of all publications of measurements.
    Publications(Box<PublicationsView>),
    /// The page of a runtime.
    Runtime(Box<RuntimeView>),
}

pub(crate) struct CatalogPage<'a> {
    /// Determines address and kind.
    pub(crate) id: PageId,
    /// The heading, plain text.
    pub(crate) title: String,
    /// One sentence for search engines and lists of pages.
    pub(crate) description: String,
    /// The source file, if it does not follow from the kind of page.
    pub(crate) source: Option<String>,
    /// The values that it shows.
    pub(crate) content: CatalogContent<'a>,
}

impl<'a> CatalogPage<'a> {
    pub(super) fn new(id: PageId, title: &str, description: String, content: CatalogContent<'a>) -> Self {
        Self { id, title: title.to_owned(), description, source: None, content }
    }
}
