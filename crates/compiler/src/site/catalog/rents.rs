//! The rental prices of a device: every price of the catalog, with its provider, day, licence and source.
//!
//! Prices are shown as printed and with their day, the cheapest list price first; none is converted.

use crate::site::catalog::context::CatalogContext;
use crate::site::inline::{Cell, InlinePiece};
use crate::site::table::{GridColumn, GridLine, GridTable, numbers, words};
use rooflight_document::date::date;
use rooflight_document::number;
use rooflight_glossary::model::catalog::records::{Rental, RentalKind, RentalOffer};

/// Number of rows before the collapsed ones.
const OPEN: usize = 8;

const CAPTION: &str =
    "US dollars for one device, without storage, traffic and taxes, on the day that stands beside the source.";

const COLUMNS: &[GridColumn] = &[words("Provider"), numbers("$ an hour", ""), words("Kind"), words("Source")];

/// Makes the table of a device's prices; `None` if the catalog has none.
pub(super) fn table(cx: &CatalogContext<'_>, device: usize) -> Option<GridTable> {
    let of_device = cx.catalog.rentals.iter().filter(|rental| rental.device == device).map(|rental| &rental.record);
    let mut offers: Vec<(&Rental, &RentalOffer)> =
        of_device.flat_map(|record| record.offers.iter().map(move |offer| (record, offer))).collect();
    offers.sort_by(|(_, a), (_, b)| {
        let listed = |offer: &RentalOffer| offer.kind != RentalKind::OnDemand;
        listed(a).cmp(&listed(b)).then(a.hour.total_cmp(&b.hour))
    });
    let lines: Vec<GridLine> = offers.into_iter().map(|(record, offer)| row(record, offer)).collect();
    let caption = CAPTION.to_owned();
    (!lines.is_empty()).then_some(GridTable {
        caption,
        class: "plainly",
        columns: COLUMNS.to_vec(),
        lines,
        fold: OPEN,
        what: "prices",
    })
}

fn row(record: &Rental, offer: &RentalOffer) -> GridLine {
    let kind = match offer.kind {
        RentalKind::OnDemand => "list price",
        RentalKind::Marketplace => "asked on a marketplace",
        RentalKind::Spot => "can be interrupted",
    };
    let machine = record.date.to_string();
    let human = date(&machine);
    let read = record.sources.iter().flat_map(|source| {
        let title = match source.url.as_deref() {
            Some(url) => InlinePiece::Outside(url.to_owned(), source.title.clone()),
            None => InlinePiece::Text(source.title.clone()),
        };
        let place = source.locator.as_deref().map(|place| format!("; {place}")).unwrap_or_default();
        let day = InlinePiece::Day(machine.clone(), human.clone());
        [title, InlinePiece::Small(vec![day, InlinePiece::Text(format!("; {}{place}", record.licence))])]
    });
    GridLine::Row(vec![
        Cell::text("", offer.provider.as_str()),
        Cell::text("n", number::plain(offer.hour, 3)),
        Cell::text("", kind),
        Cell::of("", read.collect()),
    ])
}
