//! `rooflight estimate`: estimates one set-up with its ledger and measurements, or a table of set-ups.
//!
//! `--hardware`, `--model`, `--quant`, `--engine` and `--context` are the inputs of the decode speed calculator; the answer is Markdown with tables
//! aligned for a terminal, or JSON. Inputs resolved to another catalog id are noted on standard error.
//!
//! `--batch FILE.csv` estimates a ceiling and a range for every row. The output is CSV in the same order:
//! `id,ceiling,typical,low,high,basis`. A row that cannot be estimated has `error: …` in its last column.

use crate::calibrate::batch::{ANSWER, Batch, REQUIRED};
use crate::calibrate::question::Asked;
use crate::calibrate::{self, fit};
use crate::cli::output;
use anyhow::{Context, Result};
use rooflight_glossary::model::catalog::Catalog;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `estimate`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// The device, by its id in the catalog.
    #[arg(long, value_name = "ID", required_unless_present = "batch")]
    hardware: Option<String>,
    /// The model, by its id in the catalog.
    #[arg(long, value_name = "ID", required_unless_present = "batch")]
    model: Option<String>,
    /// The weight format, by its id in the catalog; the model's usual one by default.
    #[arg(long, value_name = "ID")]
    quant: Option<String>,
    /// Tokens of context; 4096 by default, or the model's longest context where that is less.
    #[arg(long, value_name = "TOKENS")]
    context: Option<u64>,
    /// The engine: `usual`, or one of the values that the calculators' pages list; the usual one of files and device by default.
    #[arg(long, value_name = "ID")]
    engine: Option<String>,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    /// A table with the columns of the measurements; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hardware", "model", "quant", "context", "engine", "json"])]
    batch: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let input = arguments.batch.as_ref().map(open).transpose()?;
    let Some(catalog) = crate::cli::catalog(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let Some((name, input)) = input else { return one(arguments, &catalog) };
    let fitted = fit(&catalog);
    let mut batch = Batch::new(&catalog, &fitted.calibration);
    let errors = answer_all(&mut batch, BufReader::new(input), BufWriter::new(stdout().lock()))
        .with_context(|| format!("cannot answer {name}"))?;
    if errors > 0 {
        output::note(format_args!("{errors} rows of {name} could not be answered"));
    }
    Ok(ExitCode::from(u8::from(errors > 0)))
}

/// The table and its name in messages.
fn open(file: &PathBuf) -> Result<(String, Box<dyn Read>)> {
    let name = file.display().to_string();
    if file.as_os_str() == "-" {
        return Ok((name, Box::new(stdin())));
    }
    let table = File::open(file).with_context(|| format!("cannot read {name}"))?;
    Ok((name, Box::new(table)))
}

/// Estimates the set-up of the flags.
fn one(arguments: &Arguments, catalog: &Catalog) -> Result<ExitCode> {
    let estimating = calibrate::estimator(catalog);
    let names = [&arguments.hardware, &arguments.model].map(|name| name.as_deref().unwrap_or_default());
    let engine = arguments.engine.as_deref();
    let asked = Asked::new(&estimating, names, arguments.quant.as_deref(), arguments.context, engine);
    let answer = asked.and_then(|asked| {
        for note in &asked.notes {
            output::note(format_args!("note: {note}"));
        }
        if arguments.json {
            asked.json().map(|value| format!("{value:#}\n"))
        } else {
            asked.markdown().map(|text| set(&text))
        }
    });
    match answer {
        Ok(text) => {
            output::print(text)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            output::note(format_args!("error: {problem}"));
            Ok(ExitCode::from(1))
        }
    }
}

/// Aligns the tables of Markdown in columns; a row with text in its first cell alone does not set the width.
pub(super) fn set(markdown: &str) -> String {
    let lines: Vec<&str> = markdown.lines().collect();
    let mut out = String::with_capacity(markdown.len() * 2);
    for table in lines.chunk_by(|a, b| a.starts_with('|') == b.starts_with('|')) {
        if table.iter().all(|line| line.starts_with('|')) {
            columns(&mut out, table);
        } else {
            for line in table {
                out.extend([&unescaped(line), "\n"]);
            }
        }
    }
    out
}

/// Removes Markdown's backslash escapes.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' || characters.peek().is_none_or(|next| !next.is_ascii_punctuation()) {
            out.push(character);
        } else {
            out.extend(characters.next());
        }
    }
    out
}

fn columns(out: &mut String, table: &[&str]) {
    let cells = |line: &str| -> Vec<String> {
        let inside = line.trim_matches('|').replace("\\|", "\0");
        inside.split('|').map(|cell| unescaped(&cell.trim().replace('\0', "\\|"))).collect()
    };
    let rows: Vec<Vec<String>> = table.iter().map(|line| cells(line)).collect();
    // A heading row fills only its first cell and does not set the width.
    let alone = |row: &[String]| row.iter().skip(1).all(String::is_empty);
    let width = |column: usize| {
        let wide = rows.iter().filter(|row| !alone(row)).filter_map(|row| row.get(column));
        wide.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let right: Vec<bool> = rows.get(1).into_iter().flatten().map(|cell| cell.ends_with(':')).collect();
    for (at, row) in rows.iter().enumerate() {
        if alone(row) {
            out.extend(["\n", row.first().map_or("", String::as_str), "\n"]);
            continue;
        }
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padding = width.saturating_sub(cell.chars().count());
            let (before, after) = if right.get(column) == Some(&true) { (padding, 0) } else { (0, padding) };
            let text = if at == 1 { "-".repeat(*width) } else { cell.clone() };
            let (before, after) = if at == 1 { (0, 0) } else { (before, after) };
            line.extend([" ".repeat(before), text, " ".repeat(after), "  ".to_owned()]);
        }
        out.extend([line.trim_end(), "\n"]);
    }
}

/// Answers every row, and returns how many could not be answered.
fn answer_all(batch: &mut Batch<'_>, input: impl Read, output: impl Write) -> Result<usize> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(input);
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(ANSWER)?;
    let header = reader.byte_headers()?.clone();
    let columns: BTreeMap<String, usize> = header
        .iter()
        .enumerate()
        .map(|(at, name)| (String::from_utf8_lossy(name).trim_start_matches('\u{feff}').to_owned(), at))
        .collect();
    let missing = REQUIRED.into_iter().find(|column| !columns.contains_key(*column));
    let mut errors = 0;
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record)? {
        let answer = match missing {
            Some(column) => Err(format!("the table has no column `{column}`")),
            None => answer(batch, &columns, header.len(), &record),
        };
        let id = columns.get("id").and_then(|at| record.get(*at)).unwrap_or_default();
        let id = rooflight_ingest::verdict::question::shortened(&String::from_utf8_lossy(id));
        let fields = match answer {
            Ok(fields) => fields,
            Err(problem) => {
                errors += 1;
                let line = record.position().map_or(0, csv::Position::line);
                let nothing = String::new;
                [nothing(), nothing(), nothing(), nothing(), format!("error: line {line}: {problem}")]
            }
        };
        writer.write_record(std::iter::once(&id).chain(&fields))?;
    }
    writer.flush()?;
    Ok(errors)
}

/// The answer to one row as fields.
fn answer(
    batch: &mut Batch<'_>,
    columns: &BTreeMap<String, usize>,
    width: usize,
    record: &csv::ByteRecord,
) -> Result<[String; 5], String> {
    if record.len() != width {
        return Err(format!("{} fields instead of {width}", record.len()));
    }
    let record = csv::StringRecord::from_byte_record(record.clone()).map_err(|_| "is not UTF-8".to_owned())?;
    let field = |column: &str| columns.get(column).and_then(|at| record.get(*at)).unwrap_or_default();
    batch.answer(&field).map(|speeds| speeds.fields())
}
