//! `rooflight estimate --batch FILE.csv`: a ceiling and a range for every row of a table.
//!
//! Answers go to standard output as CSV, a row each and in order: `id,ceiling,typical,low,high,basis`. A row that
//! cannot be answered says `error: …` in its last column; the others are answered all the same.

use crate::calibrate::batch::{ANSWER, Batch, REQUIRED, shortened};
use crate::calibrate::fit;
use crate::catalog;
use crate::diagnostic::any_error;
use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::{Context, Result, bail};
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
    /// A table with the columns of the measurements; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    batch: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = arguments.batch.display();
    let input: Box<dyn Read> = if arguments.batch.as_os_str() == "-" {
        Box::new(stdin())
    } else {
        Box::new(File::open(&arguments.batch).with_context(|| format!("cannot read {name}"))?)
    };
    let sources = load::load(&arguments.root);
    let mut diagnostics = sources.problems.clone();
    let catalog = catalog::read(&sources, &mut diagnostics);
    super::print(&diagnostics, &sources, MessageFormat::Human);
    if any_error(&diagnostics) {
        return Ok(ExitCode::from(1));
    }
    let Some(catalog) = catalog else { bail!("there is no {} below {}", catalog::CATALOG, arguments.root.display()) };
    let fitted = fit(&catalog);
    let mut batch = Batch::new(&catalog, &fitted.calibration);
    let errors = answer_all(&mut batch, BufReader::new(input), BufWriter::new(stdout().lock()))
        .with_context(|| format!("cannot answer {name}"))?;
    if errors > 0 {
        eprintln!("{errors} rows of {name} could not be answered");
    }
    Ok(ExitCode::from(u8::from(errors > 0)))
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
        let id = shortened(&String::from_utf8_lossy(id));
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
