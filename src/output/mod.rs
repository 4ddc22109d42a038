//! Output: what machines read. One small exporter each, all from the same glossary.

pub mod anchors;
pub mod rss;

use crate::Site;
use crate::render::Inputs;

/// Every file that is not a page. `bodies` are the entries' contents for feeds, in the order of the entries.
#[must_use]
pub fn files(inputs: &Inputs<'_>, bodies: &[String]) -> Site {
    Site::from([("feed.xml".to_owned(), rss::feed(inputs, bodies).into_bytes())])
}
