//! Reads one shape from its line and the lines below it.

use crate::drawing::fault::Fault;
use crate::drawing::limits::MAX_CELLS;
use crate::drawing::read::cursor::{Cursor, place};
use crate::drawing::read::inside;
use crate::drawing::read::tokens::{SourceLine, tokens};
use crate::drawing::shape::{Boxed, Cells, Connection, End, Extent, Fill, Ink, Label, Shape, Spanned};

/// The shapes, as messages list them.
const KNOWN: &str = "`box`, `cells`, `text`, `arrow`, `line`, `timeline`, `plot`";

/// Reads the shape of a line.
pub(super) fn shape(line: SourceLine<'_>, inner: &[SourceLine<'_>], faults: &mut Vec<Fault>) -> Option<Spanned<Shape>> {
    let span = line.span();
    let found = tokens(&line, faults);
    let Some(first) = found.first().filter(|_| !line.inner).cloned() else {
        faults.push(Fault::new(span, "this line belongs to no timeline and no plot").help("begin it without spaces"));
        return None;
    };
    let holds = matches!(first.text, "timeline" | "plot");
    if let Some(below) = inner.first().filter(|_| !holds) {
        faults
            .push(Fault::new(below.span(), format!("`{}` holds no lines", first.text)).help("begin it without spaces"));
    }
    let mut cursor = Cursor::new(line, found, faults);
    let value = match first.text {
        "box" => boxed(&mut cursor).map(Shape::Box),
        "cells" => cells(&mut cursor, &span).map(Shape::Cells),
        "text" => text(&mut cursor).map(Shape::Text),
        "arrow" | "line" => connection(&mut cursor, first.text == "arrow").map(Shape::Connection),
        "timeline" => inside::timeline(&mut cursor, inner).map(Shape::Timeline),
        "plot" => inside::plot(&mut cursor, inner).map(Shape::Plot),
        other => {
            cursor.fault(first.span, format!("there is no shape `{other}`"), format!("known: {KNOWN}"));
            return None;
        }
    };
    let options = match first.text {
        "box" => "`ink`, `style`, `name`",
        "cells" => "`fill`, `cell`, `name`",
        "text" => "`align`, `ink`, `style`",
        "arrow" | "line" => "`ink`, `style`, `way`",
        _ => "none",
    };
    cursor.finish(first.text, options);
    Some(Spanned { value: value?, span })
}

/// Reads `box 0,1 4x1 "words"`.
fn boxed(cursor: &mut Cursor<'_, '_>) -> Option<Boxed> {
    let (at, size) = (cursor.place(), cursor.extent());
    let words = cursor.words().map(|words| words.split('|').map(|line| line.trim().to_owned()).collect());
    let dashed = cursor.choice("style", &[("dashed", true)]).unwrap_or(false);
    let (ink, name) = (cursor.ink(), cursor.name());
    Some(Boxed { at: at?, size: size?, words: words.unwrap_or_default(), ink, dashed, name })
}

/// Reads `cells 0,1 8x1 "a|b|c" fill=11..2`.
fn cells(cursor: &mut Cursor<'_, '_>, span: &std::ops::Range<usize>) -> Option<Cells> {
    let at = cursor.place();
    let count = cursor.expect("a number of cells", "8x1", |text| {
        let (columns, rows) = text.split_once('x')?;
        Some((columns.parse::<usize>().ok()?, rows.parse::<usize>().ok()?))
            .filter(|(columns, rows)| *columns > 0 && *rows > 0)
    });
    let words: Vec<String> =
        cursor.words().map(|words| words.split('|').map(|word| word.trim().to_owned()).collect()).unwrap_or_default();
    let cell = cursor.option("cell").map(|(value, span)| (super::cursor::extent(value), span));
    let cell = match cell {
        None => Extent { wide: 1.0, high: 1.0 },
        Some((Some(cell), _)) => cell,
        Some((None, span)) => {
            cursor.fault(span, "this is not the size of a cell", "for example `cell=2x1`");
            return None;
        }
    };
    let (fill, name) = (cursor.option("fill"), cursor.name());
    let (at, (columns, rows)) = (at?, count?);
    let all = columns.checked_mul(rows).filter(|all| *all <= MAX_CELLS);
    let Some(all) = all else {
        cursor.fault(span.clone(), format!("more than {MAX_CELLS} cells"), "draw a few and say how many there are");
        return None;
    };
    if words.len() > all {
        cursor.fault(span.clone(), format!("{} words for {all} cells", words.len()), "`|` stands between two cells");
    }
    let filled =
        fill.map_or_else(|| Some(vec![Fill::Empty; all]), |(value, at)| fills(cursor, value, at, (columns, rows)));
    Some(Cells { at, columns, rows, cell, fill: filled?, words, name })
}

/// Reads the option `fill`: one character per cell, row by row, with an optional `/` between rows.
fn fills(
    cursor: &mut Cursor<'_, '_>,
    value: &str,
    span: std::ops::Range<usize>,
    (columns, rows): (usize, usize),
) -> Option<Vec<Fill>> {
    let mut found = Vec::new();
    for sign in value.chars().filter(|sign| *sign != '/') {
        found.push(match sign {
            '_' => Fill::Gap,
            '.' => Fill::Empty,
            '0' => Fill::Tint(Ink::Plain),
            '1' => Fill::Tint(Ink::One),
            '2' => Fill::Tint(Ink::Two),
            '3' => Fill::Tint(Ink::Three),
            'x' => Fill::Crossed,
            _ => {
                let known = "known: `.` empty, `0` grey, `1` `2` `3` inks, `x` crossed out, `_` no cell";
                cursor.fault(span, format!("`{sign}` fills no cell"), known);
                return None;
            }
        });
    }
    let even = value.split('/').all(|row| row.chars().count() == columns) && value.split('/').count() == rows;
    if !even && found.len() != columns * rows {
        let help = format!("{rows} rows of {columns} signs, with `/` between two rows");
        cursor.fault(span, format!("{} signs for {} cells", found.len(), columns * rows), help);
        return None;
    }
    Some(found)
}

/// Reads `text 0,0 "words"`.
fn text(cursor: &mut Cursor<'_, '_>) -> Option<Label> {
    let (at, words) = (cursor.place(), cursor.needed_words("the text"));
    let bold = cursor.choice("style", &[("bold", true)]).unwrap_or(false);
    let (align, ink) = (cursor.align(), cursor.ink());
    Some(Label { at: at?, words: words?.to_owned(), align, ink, bold })
}

/// Reads `arrow a -> b "words"`.
fn connection(cursor: &mut Cursor<'_, '_>, head: bool) -> Option<Connection> {
    let from = end(cursor);
    cursor.expect("an arrow `->`", "arrow a -> b", |text| (text == "->").then_some(()));
    let to = end(cursor);
    let words = cursor.words().map(str::to_owned);
    let dashed = cursor.choice("style", &[("dashed", true)]).unwrap_or(false);
    let upright = cursor.choice("way", &[("upright", true)]).unwrap_or(false);
    let ink = cursor.ink();
    Some(Connection { from: from?, to: to?, head, words, ink, dashed, upright })
}

/// Reads `3,1`, `name` or `name.2`.
fn end(cursor: &mut Cursor<'_, '_>) -> Option<Spanned<End>> {
    let token = cursor.next_if(|token| !token.quoted && token.text != "->");
    let Some(token) = token else {
        return cursor.expect("an end", "arrow a -> 3,1", |_| None);
    };
    let value = if let Some(place) = place(token.text) {
        End::Position(place)
    } else if let Some((name, cell)) =
        token.text.split_once('.').and_then(|(name, cell)| Some((name, cell.parse().ok()?)))
    {
        End::Cell(name.to_owned(), cell)
    } else {
        End::Shape(token.text.to_owned())
    };
    Some(Spanned { value, span: token.span })
}
