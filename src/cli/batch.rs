//! `estimate --batch FILE.csv`: estimates a table of set-ups, and writes a row of CSV for each in the same order,
//! `id,ceiling,typical,low,high,basis`. A row that cannot be estimated has `error: …` in its last column.

use crate::cli::data::Data;
use crate::cli::{input, output};
use crate::edge::input::Limited;
use anyhow::{Context, Result};
use rooflight_compiler::calibrate::batch::{ANSWER, Batch, REQUIRED};
use std::collections::BTreeMap;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Maximum size of a table; a row without a line end is held in memory as a whole.
const MAX_BYTES: u64 = 256 << 20;

/// Estimates every row of a table; exit code 1 if any row fails.
///
/// # Errors
/// An input or output that cannot be used.
pub(super) fn run(data: &Data, (name, input): (String, Box<dyn Read>)) -> Result<ExitCode> {
    let mut batch = Batch::new(&data.catalog, data.calibration());
    let errors = answer_all(&mut batch, BufReader::new(input), BufWriter::new(output::Stream))
        .with_context(|| format!("cannot answer {name}"))?;
    if errors > 0 {
        output::note(format_args!("{errors} rows of {name} could not be answered"));
    }
    Ok(ExitCode::from(u8::from(errors > 0)))
}

/// Opens the table; the text is its name in messages.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn open(file: &Path) -> Result<(String, Box<dyn Read>)> {
    Ok((file.display().to_string(), Box::new(Limited::new(input::open(file)?, MAX_BYTES))))
}

/// Estimates every row, and returns the number of rows that failed.
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

/// Estimates one row and formats the fields after its id.
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
