//! Writes the report on a model's files: groups, tensors, cache, other formats, files and assumptions.
//!
//! Page and terminal use the same calls. Each sum is that of the lines above it whose parts are enabled.

use super::inspection::Inspection;
use super::ledger::{LedgerLine, Parts, read_for_a_token};
use super::names::ModelPart;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_document::report::CellKind as Set;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::tensors::Group;
use rooflight_primitives::units::count;

/// Sizes are in powers of ten.
const SIZES: Sizes = Sizes::Decimal;

const GROUPS: &[Column] = &[
    ("Group", "", Set::Words),
    ("Tensors", "", Set::Number),
    ("Parameters", "", Set::Number),
    ("In memory", "", Set::Number),
    ("Read", "per token", Set::Number),
];
const TENSORS: &[Column] = &[
    ("Tensor", "N counts layers and experts", Set::Words),
    ("Number", "", Set::Number),
    ("Stored as", "", Set::Words),
    ("Parameters", "", Set::Number),
    ("Bytes", "", Set::Number),
];
const FORMATS: &[Column] = &[
    ("Format", "", Set::Words),
    ("Bits", "a weight", Set::Number),
    ("In memory", "", Set::Number),
    ("Read", "per token", Set::Number),
];
const FILES: &[Column] = &[
    ("File", "", Set::Words),
    ("Kind", "", Set::Words),
    ("Header", "bytes", Set::Number),
    ("Tensors", "bytes", Set::Number),
    ("Padding", "bytes", Set::Number),
    ("File", "bytes", Set::Number),
];

/// Writes all sections about a model's files.
pub fn write(report: &mut Report, inspection: &Inspection, parts: Parts) {
    report.section("own", &joined(&["Ledger of ", &inspection.name]));
    summary(report, inspection, parts);
    if !inspection.lines.is_empty() {
        groups(report, inspection, parts);
    }
    if !inspection.notes.is_empty() {
        let notes: Vec<&str> = inspection.notes.iter().map(String::as_str).collect();
        report.list("assumed", &notes);
    }
    report.end_section();
    if !inspection.lines.is_empty() {
        tensors(report, inspection);
    }
    formats(report, inspection);
    files(report, inspection);
}

fn summary(report: &mut Report, inspection: &Inspection, parts: Parts) {
    let shape = &inspection.shape;
    let architecture = inspection.description.as_ref().map_or("unknown", |described| described.architecture.as_str());
    let cache = SIZES.any(kv::stored_bytes(shape, KvType::F16, 1.0));
    report.paragraph(
        "",
        words!(
            "Architecture {}, {} layers. The cache takes {} a token in 16 bits.",
            Arg::Text(architecture),
            Arg::Count(shape.layers),
            cache
        ),
    );
    if shape.state_elements > 0 {
        report.paragraph(
            "",
            words!("Recurrent layers keep a state of {} for each request.", SIZES.any(kv::state_bytes(shape))),
        );
    }
    if !inspection.lines.is_empty() {
        let (all, read) = sums(inspection, parts);
        report.paragraph(
            "",
            words!("The weights take <b>{}</b>, of which one token reads <b>{}</b>.", SIZES.any(all), SIZES.any(read)),
        );
    }
}

/// Returns the bytes in memory and the bytes that a token reads.
fn sums(inspection: &Inspection, parts: Parts) -> (f64, f64) {
    let counted = || inspection.lines.iter().filter(|line| parts.has(line.part));
    let read = counted().map(|line| read_for_a_token(line, parts, inspection.experts)).sum();
    (counted().map(|line| count(line.bytes)).sum(), read)
}

fn groups(report: &mut Report, inspection: &Inspection, parts: Parts) {
    let mut rows: Vec<(ModelPart, Group, Vec<&LedgerLine>)> = Vec::new();
    for line in &inspection.lines {
        // A part that can be left out is a single row.
        let same = |(part, group, _): &&mut (ModelPart, Group, _)| {
            *part == line.part && (*part != ModelPart::Text || *group == line.group)
        };
        match rows.iter_mut().find(same) {
            Some((_, _, lines)) => lines.push(line),
            None => rows.push((line.part, line.group, Vec::from([line]))),
        }
    }
    report.table("own", "By group; kB, MB and GB are powers of ten", GROUPS, "groups");
    for (part, group, lines) in &rows {
        let is_tied = *group == Group::Head
            && !inspection.lines.iter().any(|line| line.group == Group::Embedding && line.part == ModelPart::Text);
        let name = match part {
            ModelPart::Text if is_tied => "Embedding and output head",
            ModelPart::Text => group.name(),
            part => part.name(),
        };
        let off = if parts.has(*part) { "" } else { ", switched off" };
        report.row(Emphasis::None);
        report.cell(None, words!("{}{}", Arg::Text(&rooflight_document::words::capital(name)), Arg::Text(off)));
        let sum = |of: fn(&LedgerLine) -> u64| lines.iter().fold(0_u64, |sum, line| sum.saturating_add(of(line)));
        report.cell(None, words!("{}", Arg::Count(sum(|line| line.tensors))));
        report.cell(None, words!("{}", Arg::Billions(count(sum(|line| line.parameters)))));
        report.cell(None, words!("{}", SIZES.any(count(sum(|line| line.bytes)))));
        let read: f64 = lines.iter().map(|line| read_for_a_token(line, parts, inspection.experts)).sum();
        report.cell(None, words!("{}", SIZES.any(read)));
    }
    let (all, read) = sums(inspection, parts);
    let counted = || inspection.lines.iter().filter(|line| parts.has(line.part));
    report.row(Emphasis::Sum);
    report.cell(None, words!("Together"));
    report.cell(None, words!("{}", Arg::Count(counted().map(|line| line.tensors).sum())));
    report.cell(None, words!("{}", Arg::Billions(counted().map(|line| count(line.parameters)).sum())));
    report.cell(None, words!("{}", SIZES.any(all)));
    report.cell(None, words!("{}", SIZES.any(read)));
}

fn tensors(report: &mut Report, inspection: &Inspection) {
    report.section("own-tensors", "Tensor by tensor");
    report.table(
        "own-tensors",
        "Every tensor of the files, those of all layers and experts together",
        TENSORS,
        "names",
    );
    for line in &inspection.lines {
        report.row(Emphasis::None);
        report.cell(None, words!("{}", Arg::Text(&line.name)));
        report.cell(None, words!("{}", Arg::Count(line.tensors)));
        report.cell(None, words!("{}", Arg::Text(line.label)));
        report.cell(None, words!("{}", Arg::Billions(count(line.parameters))));
        report.cell(None, words!("{}", SIZES.any(count(line.bytes))));
    }
    report.end_section();
}

fn formats(report: &mut Report, inspection: &Inspection) {
    let formats: Vec<_> = inspection.computed().collect();
    if formats.is_empty() {
        return;
    }
    report.section("own-formats", "In other formats");
    report.table("own-formats", "The text model, computed from the architecture", FORMATS, "formats");
    for format in &formats {
        report.row(Emphasis::None);
        report.cell(None, words!("{}", Arg::Text(&format.name)));
        report.cell(None, words!("{}", Arg::Fixed(format.weights.bits_per_weight(), 2)));
        report.cell(None, words!("{}", SIZES.any(format.weights.file_bytes())));
        report.cell(None, words!("{}", SIZES.any(format.weights.streamed_bytes(1.0))));
    }
    report.end_section();
}

fn files(report: &mut Report, inspection: &Inspection) {
    report.section("own-files", "The files");
    report.table("own-files", "Header, tensors and padding make up each file", FILES, "files");
    for file in &inspection.files {
        report.row(Emphasis::None);
        report.cell(None, words!("{}", Arg::Text(&file.name)));
        report.cell(None, words!("{}", Arg::Text(file.kind.name())));
        for bytes in [file.header, file.tensors, file.padding, file.size] {
            report.cell(None, words!("{}", Arg::Count(bytes)));
        }
    }
    report.end_section();
}
