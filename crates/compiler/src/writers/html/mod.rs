//! Pages as HTML: views are filled from the site's data, and templates turn them into files.
//!
//! 1. All pages share [`render_context`] and [`navigation`]; [`page`] is one page with its files, [`theme`] holds the
//!    templates, [`views`] the values for them.
//! 2. The pages are in [`entry`], [`listing`], `sources`, [`compare`], [`tracks`], [`calculators`], [`explore`],
//!    [`measure`], [`changes_and_feeds`], [`mod@print`] and [`catalog`].
//! 3. [`body`] writes an author's text with its `drawings` and measured `runs`; [`figures`] writes generated tables and
//!    charts, [`map`] draws the links. [`feed`] writes an entry for a feed, `feed_report` its calculator's answer.
//!
//! Templates see view types made for them, never core types. The result does not depend on the clock or on the order of
//! a hash map.

pub mod body;
pub mod calculator;
pub mod calculators;
pub mod catalog;
pub mod changes_and_feeds;
pub mod choices;
mod citation;
pub mod compare;
mod drawings;
pub mod entry;
pub mod explore;
mod family_chart;
pub mod feed;
mod feed_report;
pub mod figures;
mod footnotes;
mod gallery;
mod headings;
mod home;
mod inline;
pub mod letters;
pub mod links;
pub mod listing;
pub mod map;
pub mod measure;
pub mod moved;
pub mod navigation;
pub mod page;
pub mod print;
mod references;
pub mod render_context;
mod runs;
pub mod search;
mod sources;
mod table;
pub mod theme;
pub mod tracks;
mod translated;
pub mod views;

use crate::site::figures::Figures;
use page::{Page, PageTask};
use render_context::RenderContext;
use rooflight_source::diagnostic::Diagnostic;

/// All pages except entries and the catalog, as tasks.
#[must_use]
pub(crate) fn pages<'a>(
    cx: &'a RenderContext<'a>,
    figures: &'a Figures,
    problems: &mut Vec<Diagnostic>,
) -> Vec<PageTask<'a>> {
    let mut made = changes_and_feeds::pages(cx);
    // These exist only in the default language.
    if cx.inputs.original.is_none() {
        let [explore, measure] = [explore::pages(cx), measure::pages(cx)];
        let all = [explore, measure, calculators::pages(cx), compare::pages(cx)];
        made.extend(all.into_iter().flatten());
        made.extend(tracks::pages(cx, problems));
    }
    let mut pages = listing::pages(cx, figures);
    pages.extend(made.into_iter().map(Page::made));
    pages.push(Box::new(|| print::page(cx)));
    pages
}
