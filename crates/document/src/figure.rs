//! The kinds of figures that an answer can have: numbers with a chart, numbers alone, or a list of set-ups.
//!
//! Each kind brings its own renderer, so that a WebAssembly module without it carries none of their code.

use alloc::string::String;

use super::chart::Chart;
use super::listing::Listing;
use super::markup::{escaped, put};
use super::report::Report;
use super::scale::Scale;
use super::{draw, html};

impl Report {
    /// Sets the chart, which shows the answer over a whole axis.
    pub fn chart(&mut self, chart: Chart) {
        self.chart = Some(chart);
        self.figure_html = Some(chart_html);
    }

    /// Shows the answer and its numbers, with no chart.
    pub fn without_chart(&mut self) {
        self.figure_html = Some(numbers_html);
    }

    /// Sets a list of set-ups as the answer.
    pub fn listing(&mut self, listing: Listing) {
        self.answer.words(None, &listing.answer);
        self.conditions.words(None, &listing.conditions);
        self.listing = Some(listing);
        self.figure_html = Some(listing_html);
    }
}

fn chart_html(out: &mut String, report: &Report) {
    if let Some(chart) = &report.chart {
        html::head(out, report);
        chart.html(out);
        put(out, &["</figure>"]);
    }
}

impl Chart {
    /// Appends the chart with the labels of its axes.
    pub fn html(&self, out: &mut String) {
        axis(out, &self.y_label, "", self.scales[1]);
        draw::svg(self, out);
        axis(out, &self.x_label, "<span></span>", self.scales[0]);
    }
}

fn numbers_html(out: &mut String, report: &Report) {
    html::head(out, report);
    put(out, &["</figure>"]);
}

/// Appends the label of an axis, above the chart or at its lower right.
fn axis(out: &mut String, label: &str, before: &str, scale: Scale) {
    put(out, &["<p class=\"chart-h\">", before, "<span>"]);
    escaped(out, label);
    put(out, &[if scale == Scale::Linear { "" } else { ", log scale" }, "</span></p>"]);
}

fn listing_html(out: &mut String, report: &Report) {
    if let Some(list) = &report.listing {
        html::listing::html(list, out);
    }
}
