//! Output: what machines read. One small exporter each, all from the same glossary.

pub mod search;
pub mod feeds;

use crate::Site;
use crate::render::Inputs;

/// Every file that is not a page. `bodies` are the entries' contents for feeds, in the order of the entries.
#[must_use]
pub fn files(inputs: &Inputs<'_>, bodies: &[String]) -> Site {
    feeds::files(inputs, bodies)
}
