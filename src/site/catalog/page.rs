//! A page of the catalog before any format: its identity, its words for lists of pages, and the values that it shows.

use crate::site::catalog::grid::Table;
use crate::site::catalog::views::{DeviceView, ListView, ModelView, PublicationView, PublicationsView, RuntimeView};
use crate::site::page_id::PageId;

/// The values of a page, by its kind.
pub(crate) enum Content<'a> {
    /// A device.
    Device(Box<DeviceView<'a>>),
    /// A list of devices, models or runtimes.
    List(Box<ListView>),
    /// A model.
    Model(Box<ModelView>),
    /// A source of measurements, with its rows.
    Publication(Box<(PublicationView, Table)>),
    /// All sources of measurements.
    Publications(Box<PublicationsView>),
    /// A runtime.
    Runtime(Box<RuntimeView>),
}

pub(crate) struct CatalogPage<'a> {
    /// Its identity.
    pub(crate) id: PageId,
    /// Its heading.
    pub(crate) title: String,
    /// One sentence about it.
    pub(crate) description: String,
    /// The file that it is made from, where its kind does not say so.
    pub(crate) source: Option<String>,
    /// Its values.
    pub(crate) content: Content<'a>,
}

impl<'a> CatalogPage<'a> {
    pub(super) fn new(id: PageId, title: &str, description: String, content: Content<'a>) -> Self {
        Self { id, title: title.to_owned(), description, source: None, content }
    }
}
