//! Warns of unencrypted links to other hosts: what readers get may have been changed on the way.

use rooflight_glossary::model::document::Document;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;

/// Warns of unencrypted addresses among an entry's sources.
pub(super) fn check_sources(document: &Document, problems: &mut Vec<Diagnostic>) {
    let addresses =
        document.front.sources.iter().enumerate().filter_map(|(number, source)| Some((number, source.url.as_deref()?)));
    for (number, url) in addresses.filter(|(_, url)| insecure(url)) {
        let location = document.location(yaml_path!["sources", number, "url"]);
        problems.push(messages::insecure_link(location, url));
    }
}

/// Warns of unencrypted links and images in a body.
pub(super) fn check_body(path: &str, body: &Body, problems: &mut Vec<Diagnostic>) {
    for link in body.links().iter().filter(|link| insecure(&link.address)) {
        problems.push(messages::insecure_link(Location::new(path, link.span.clone()), &link.address));
    }
}

/// True for an `http:` address of another machine.
fn insecure(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://") else { return false };
    let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
    !["localhost", "127.0.0.1", "[::1]"].contains(&host) && !rest.starts_with("[::1]")
}
