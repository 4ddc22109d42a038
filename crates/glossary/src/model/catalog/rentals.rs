//! The rental prices of devices: `content/catalog/prices.yaml`.
//!
//! 1. Each record is what one public data set printed for one device on one day; `list` checks its source.
//! 2. [`typical`] picks the one number that is shown for a device, by a rule that the page states.
//!
//! A price means nothing without its day, so none is shown without it, and none is converted to another day.

use crate::model::catalog::index::Ids;
use crate::model::catalog::list::RecordReader;
use crate::model::catalog::records::{Rental, RentalKind};
use jiff::civil::Date;
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml_path;

/// Highest price of one device, US dollars per hour; a higher one is taken for a mistake.
const MAX_HOURLY_USD: f64 = 1000.0;

/// A record of prices and the position of its device in the catalog.
#[derive(Debug, Clone)]
pub struct KnownRental {
    /// The record as written.
    pub record: Rental,
    /// The device's position in [`Catalog::hardware`](super::Catalog::hardware).
    pub device: usize,
}

/// Checks a record; `None`, with a diagnostic, if it cannot be used.
pub(super) fn rental(record: Rental, devices: &Ids, reader: &mut RecordReader<'_>) -> Option<KnownRental> {
    for (at, offer) in record.offers.iter().enumerate() {
        if !(offer.hour > 0.0 && offer.hour <= MAX_HOURLY_USD) {
            let message = format!(
                "`hour` is {}; an hour of a device costs more than 0 and at most {MAX_HOURLY_USD} dollars",
                offer.hour
            );
            let place = reader.place_of(yaml_path![reader.number, "offers", at, "hour"]);
            reader.problems.push(messages::impossible(place, message));
            return None;
        }
    }
    let path = yaml_path![reader.number, "device"];
    let device = reader.find(devices, &record.device, path)?;
    Some(KnownRental { record, device })
}

/// Returns the median of the lowest list price of each of a device's providers, US dollars per hour, and the newest day
/// on which one was listed; `None` if no provider lists the device.
#[must_use]
pub fn typical(rentals: &[KnownRental], device: usize) -> Option<(f64, Date)> {
    let mut lowest: Vec<(&str, f64)> = Vec::new();
    let mut newest = None;
    for rental in rentals.iter().filter(|rental| rental.device == device) {
        for offer in rental.record.offers.iter().filter(|offer| offer.kind == RentalKind::OnDemand) {
            newest = newest.max(Some(rental.record.date));
            match lowest.iter_mut().find(|(provider, _)| *provider == offer.provider) {
                Some((_, hour)) => *hour = hour.min(offer.hour),
                None => lowest.push((&offer.provider, offer.hour)),
            }
        }
    }
    lowest.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let (below, above) = (lowest.get(lowest.len().checked_sub(1)? / 2)?.1, lowest.get(lowest.len() / 2)?.1);
    Some((f64::midpoint(below, above), newest?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog::records::RentalOffer;

    fn listed(date: &str, offers: &[(&str, RentalKind, f64)]) -> KnownRental {
        let offers = offers.iter().map(|(provider, kind, hour)| RentalOffer {
            provider: (*provider).to_owned(),
            kind: *kind,
            hour: *hour,
        });
        let record = Rental {
            id: "id".to_owned(),
            device: "device".to_owned(),
            date: date.parse().expect("a date"),
            licence: "MIT".to_owned(),
            offers: offers.collect(),
            sources: Vec::new(),
        };
        KnownRental { record, device: 0 }
    }

    #[test]
    fn the_median_of_list_prices_is_typical() {
        use RentalKind::{Marketplace, OnDemand, Spot};
        let first = listed("2026-10-04", &[("a", OnDemand, 3.0), ("b", OnDemand, 1.0), ("c", Marketplace, 0.1)]);
        let second = listed("2026-10-10", &[("a", OnDemand, 2.0), ("d", Spot, 0.2)]);
        let date = |text: &str| text.parse::<Date>().expect("a date");
        assert_eq!(typical(std::slice::from_ref(&first), 0), Some((2.0, date("2026-10-04"))));
        // Of two lists of one provider the lower price counts.
        assert_eq!(typical(&[first, second.clone()], 0), Some((1.5, date("2026-10-10"))));
        assert_eq!(typical(&[second], 1), None);
        assert_eq!(typical(&[listed("2026-10-10", &[("d", Spot, 0.2)])], 0), None);
    }
}
