//! Formats the short answer of `rooflight estimate`: the set-up, then a line each for speed, prompt, memory,
//! measurements and basis.
//!
//! 1. The lines below the set-up have a label and a value, wrapped to 80 columns.
//! 2. If the set-up does not fit in memory, alternatives replace the speed.
//!
//! Rounds as the pages do; computes nothing.

use crate::cli::data::Data;
use crate::cli::launch;
use rooflight_compiler::calibrate::question::ResolvedQuestion;
use rooflight_document::date::date;
use rooflight_document::number::{plain, range, speed};
use rooflight_estimator::calibration::Estimate;
use rooflight_estimator::setup::Devices;
use rooflight_primitives::units::count;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr as _;

/// Width of a terminal, in columns.
const WIDTH: usize = 80;

/// Width of the labels, in columns.
const LABELS: usize = 11;

/// Maximum number of measurements printed.
const MAX_SHOWN: usize = 2;

/// Formats the answer.
pub(super) fn text(question: &ResolvedQuestion<'_>, data: &Data) -> String {
    let mut out = format!("{}\n\n", wrapped(&subject(question), 0));
    let estimate = question.speeds();
    let fit = question.memory();
    let over = fit.as_ref().is_some_and(|fit| !fit.fits());
    if !over {
        line(&mut out, "speed", &speeds(question, &estimate));
        if let Some((least, span)) = question.prompt() {
            let seconds = span.map_or_else(
                || format!("in {} s at best", speed(least)),
                |span| format!("in about {} s ({})", speed(span.typical), range(span.fast, span.slow)),
            );
            line(&mut out, "prompt", &format!("{} tokens {seconds}", plain(count(question.context), 0)));
        }
    }
    if let Some(fit) = &fit {
        let gb = |bytes: f64| speed(bytes / 1e9);
        let [needed, usable] = [fit.needed(), fit.usable].map(gb);
        let words = if over {
            format!("does not fit: {needed} GB needed, {usable} GB usable")
        } else {
            let longest = plain(question.longest_context(), 0);
            let each = if question.requests > 1 { " each" } else { "" };
            format!("{needed} of {usable} GB; room for {longest} tokens of context{each}")
        };
        line(&mut out, "memory", &words);
    }
    for (alternative, number) in question.alternatives().iter().zip(0..) {
        line(&mut out, if number == 0 { "would fit" } else { "" }, alternative);
    }
    measured(&mut out, question);
    if estimate.range.is_some() && !over {
        line(&mut out, "rests on", &estimate.reason);
    }
    if let Some(launch) = launch::launch_of(question) {
        if let Some(command) = &launch.command {
            // Unwrapped, so that it can be copied.
            let _ = writeln!(out, "  {:<LABELS$}{command}", "start");
        }
        line(&mut out, "", &launch.default_context);
    }
    out.push('\n');
    out.push_str(&wrapped(&format!("{} The bytes behind it and every run: --full.", data.words()), 0));
    out.push('\n');
    out
}

/// Describes the set-up in words.
fn subject(question: &ResolvedQuestion<'_>) -> String {
    let number = question.devices.number();
    let times = if number > 1 { format!("{number} × ") } else { String::new() };
    let shared = match question.devices {
        Devices::One => "",
        Devices::LayerSplit(_) => ", layers split between them",
        Devices::TensorParallel(_) => ", every layer divided between them",
    };
    let requests = match question.requests {
        1 => "one request".to_owned(),
        several => format!("{several} requests at once"),
    };
    let context = plain(count(question.context), 0);
    let engine = question.engine();
    format!(
        "{times}{}{shared}: {} in {}, {requests} with {context} tokens of context; {engine}",
        question.device.device.name, question.model.name, question.format.name
    )
}

/// Describes the speed per request, and in total if there are several.
fn speeds(question: &ResolvedQuestion<'_>, estimate: &Estimate) -> String {
    let ceiling = estimate.ceiling.per_stream();
    let requests = count(question.requests);
    let each = if question.requests > 1 { " each" } else { "" };
    let Some(found) = estimate.range else {
        return format!("at most {} tokens/s{each}; {}", speed(ceiling), estimate.reason);
    };
    let total =
        if question.requests > 1 { format!(", {} together", speed(found.typical * requests)) } else { String::new() };
    format!(
        "about {} tokens/s{each}{total}; 80 % range {}; at most {}",
        speed(found.typical),
        range(found.low, found.high),
        speed(ceiling)
    )
}

/// Writes the first measurements of exactly this set-up; if there are none, the number of measurements of this model
/// on this device.
fn measured(out: &mut String, question: &ResolvedQuestion<'_>) {
    let all = question.measured();
    let device = question.device;
    let own: Vec<_> = all.iter().filter(|shown| shown.matches).collect();
    for (shown, number) in own.iter().take(MAX_SHOWN).zip(0..) {
        let row = shown.row;
        let depth = row.depth.map(|depth| format!(" at {} tokens", plain(depth, 0))).unwrap_or_default();
        let day = Some(date(device.text(row.date))).filter(|day| !day.is_empty());
        let day = day.map(|day| format!(", {day}")).unwrap_or_default();
        let engine = device.text(row.engine);
        let words = format!("{} tokens/s{depth}: {engine}{day}, {}", plain(row.speed, 1), device.text(row.href));
        line(out, if number == 0 { "measured" } else { "" }, &words);
    }
    if own.is_empty() {
        let words = match all.len() {
            0 => "no published run of this model on this device is known here".to_owned(),
            1 => "one run of this model on this device, under other conditions".to_owned(),
            several => format!("{several} runs of this model on this device, under other conditions"),
        };
        line(out, "measured", &words);
    }
}

/// Writes a line with its label.
fn line(out: &mut String, label: &str, words: &str) {
    out.push_str("  ");
    out.push_str(label);
    out.push_str(&" ".repeat(LABELS.saturating_sub(label.len())));
    out.push_str(&wrapped(words, LABELS + 2));
    out.push('\n');
}

/// Wraps a text to the terminal's width and indents all lines but the first. A longer word gets its own line.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::with_capacity(text.len() + indent);
    let mut column = indent;
    for word in text.split(' ') {
        let width = word.width();
        if column > indent && column + 1 + width > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        }
        if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
}
