//! The text of `content/fit.json`.
//!
//! Tables have a parameter a line, so that a change of a few measurements is a change of a few lines.

use crate::fitted::Fitted;
use crate::method::method;
use rooflight_compiler::calibrate::fit_file::{self, Fit};
use rooflight_glossary::model::catalog::Catalog;
use rooflight_source::file::Sources;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Writes a fit of the catalog that was read from these sources.
///
/// # Errors
/// Never in practice: the fit has no value that JSON lacks.
pub fn text(sources: &Sources, catalog: &Catalog, fitted: &Fitted) -> serde_json::Result<String> {
    let fit = Fit {
        made_from: fit_file::hash(sources),
        calibration: fitted.calibration.clone(),
        method: method(catalog, fitted),
    };
    let mut bytes = Vec::new();
    fit.serialize(&mut Serializer::with_formatter(&mut bytes, Lines::default()))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// Puts each value down to [`DEPTH`] on a line of its own, and those below on the line of their parent.
#[derive(Default)]
struct Lines {
    depth: usize,
}

/// Number of levels whose values have lines of their own: the file, its tables, and their lists.
const DEPTH: usize = 4;

impl Lines {
    fn next<W: ?Sized + Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth <= DEPTH { writer.write_all(b"\n") } else { Ok(()) }
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }
}
