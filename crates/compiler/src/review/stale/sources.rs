//! Warns of sources whose content may have changed since they were read: no date, a front page, or a moving branch.
//!
//! A source without an address is a book or a standard, whose edition does not change, and is skipped. One that was
//! never opened needs no date, since its page says so.

use crate::review::stale::address::Address;
use rooflight_glossary::model::document::Document;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;

pub(super) fn check(document: &Document, problems: &mut Vec<Diagnostic>) {
    for (number, source) in document.front.sources.iter().enumerate() {
        let Some(url) = source.url.as_deref() else { continue };
        let place = || document.location(yaml_path!["sources", number, "url"]);
        if source.accessed.is_none() && !source.unopened {
            let title = document.location(yaml_path!["sources", number, "title"]);
            problems.push(messages::undated_source(title, &source.title));
        }
        let address = Address::new(url);
        if let Some(what) = address.front_page() {
            problems.push(messages::front_page(place(), what));
        } else if let Some(branch) = address.branch() {
            problems.push(messages::moving_source(place(), branch));
        }
    }
}
