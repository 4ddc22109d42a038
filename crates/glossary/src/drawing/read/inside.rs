//! Reads the two shapes that contain indented lines: timelines with lanes, and plots with marks.

use crate::drawing::fault::Fault;
use crate::drawing::limits::MAX_POINTS;
use crate::drawing::read::cursor::{self, Cursor};
use crate::drawing::read::tokens::{LineToken, SourceLine, tokens};
use crate::drawing::shape::{Axis, Bar, Ink, Lane, Plot, PlotMark, Position, Range, Spanned, Timeline};
use rooflight_document::scale::Scale;

/// Reads `timeline 0,1 20x5 0..12 "decode steps"`.
pub(super) fn timeline(cursor: &mut Cursor<'_, '_>, inner: &[SourceLine<'_>]) -> Option<Timeline> {
    let (at, size, range) = (cursor.place(), cursor.extent(), cursor.range());
    let unit = cursor.needed_words("the unit of the axis");
    let mut lanes = Vec::new();
    for line in inner {
        lanes.extend(cursor.below(*line, |first, cursor| match first {
            "lane" => Ok(lane(cursor, range)),
            _ => Err("`lane`"),
        }));
    }
    if inner.is_empty() {
        cursor.missing("the timeline has no lane", "add one, indented: `  lane \"A\" 0..4 1 \"words\"`");
    }
    Some(Timeline { at: at?, size: size?, range: range?, unit: unit?.to_owned(), lanes })
}

/// Reads `lane "A" 0..2 1 "prefill" 2..9 2 "decode"`.
fn lane(cursor: &mut Cursor<'_, '_>, whole: Option<Range>) -> Option<Lane> {
    let name = cursor.needed_words("the name of the lane");
    let mut bars: Vec<Spanned<Bar>> = Vec::new();
    while let Some(token) = cursor.next_if(|token| !token.quoted) {
        let span = token.span.clone();
        let range = cursor::range(token.text);
        let (Some(range), true) = (range, bars.len() < MAX_POINTS) else {
            let help = format!("for example `0..12`; at most {MAX_POINTS} bars");
            cursor.fault(span, format!("`{}` is not the range of a bar", token.text), help);
            break;
        };
        let last = bars.last().map_or(f64::NEG_INFINITY, |bar| bar.value.range.to);
        if whole.is_some_and(|whole| range.from < whole.from || range.to > whole.to) || range.from < last {
            let help = "bars follow each other within the range of the timeline";
            cursor.fault(span.clone(), "this bar begins before another ends, or leaves the axis", help);
        }
        let ink = match cursor.next_if(|token| !token.quoted && matches!(token.text, "0" | "1" | "2" | "3")) {
            Some(LineToken { text: "1", .. }) => Ink::One,
            Some(LineToken { text: "2", .. }) => Ink::Two,
            Some(LineToken { text: "3", .. }) => Ink::Three,
            _ => Ink::Plain,
        };
        let words = cursor.words().map(str::to_owned);
        bars.push(Spanned { value: Bar { range, ink, words }, span });
    }
    name.map(|name| Lane { name: name.to_owned(), bars })
}

/// Reads `plot 0,0 20x9 log 0.1..1000 "FLOP per byte" log 1..1000 "TFLOP/s"`.
pub(super) fn plot(cursor: &mut Cursor<'_, '_>, inner: &[SourceLine<'_>]) -> Option<Plot> {
    let (at, size) = (cursor.place(), cursor.extent());
    let (x, y) = (axis(cursor), axis(cursor));
    let mut marks = Vec::new();
    for line in inner {
        let ranges = (x.as_ref(), y.as_ref());
        marks.extend(cursor.below(*line, |first, cursor| match first {
            "curve" => Ok(curve(cursor, ranges)),
            "point" => {
                let (at, words) = (point(cursor, ranges), cursor.words().map(str::to_owned));
                let ink = cursor.ink();
                Ok(at.map(|at| PlotMark::Point(at, ink, words)))
            }
            "rule" => {
                let x = ranges.0;
                let at = cursor.expect("a value of the x axis", "100", |text| {
                    cursor::number(text).filter(|value| x.is_none_or(|axis| axis.holds(*value)))
                });
                let words = cursor.words().map(str::to_owned);
                Ok(at.map(|at| PlotMark::Rule(at, words)))
            }
            "note" => {
                let (at, words) = (point(cursor, ranges), cursor.needed_words("the text"));
                let (align, ink) = (cursor.align(), cursor.ink());
                Ok(at.zip(words).map(|(at, words)| PlotMark::Note(at, align, ink, words.to_owned())))
            }
            _ => Err("`curve`, `point`, `rule`, `note`"),
        }));
    }
    if inner.is_empty() {
        cursor.missing("the plot has no mark", "add one, indented: `  point 1,2 \"words\"`");
    }
    Some(Plot { at: at?, size: size?, x: x?, y: y?, marks })
}

/// Reads `log 1..1000 "words"` or `linear 0..8 "words"`.
fn axis(cursor: &mut Cursor<'_, '_>) -> Option<Axis> {
    let scale = cursor.expect("the scale of an axis", "linear", |text| match text {
        "linear" => Some(Scale::Linear),
        "log" => Some(Scale::Logarithmic),
        _ => None,
    });
    let positive = scale == Some(Scale::Logarithmic);
    let range = cursor.expect("the range of an axis", "1..1000", |text| {
        cursor::range(text).filter(|range| !positive || range.from > 0.0)
    });
    let words = cursor.needed_words("the words of the axis");
    Some(Axis { scale: scale?, range: range?, words: words?.to_owned() })
}

type Axes<'a> = (Option<&'a Axis>, Option<&'a Axis>);

/// Reads a point within the ranges of both axes.
fn point(cursor: &mut Cursor<'_, '_>, (x, y): Axes<'_>) -> Option<Position> {
    cursor.expect("a point between the axes", "1,2", |text| {
        let inside =
            |place: &Position| x.is_none_or(|axis| axis.holds(place.x)) && y.is_none_or(|axis| axis.holds(place.y));
        cursor::place(text).filter(inside)
    })
}

/// Reads `curve 1,1 10,10 "words"`.
fn curve(cursor: &mut Cursor<'_, '_>, axes: Axes<'_>) -> Option<PlotMark> {
    let mut points = vec![point(cursor, axes)?, point(cursor, axes)?];
    while cursor.more() && points.len() < MAX_POINTS {
        points.push(point(cursor, axes)?);
    }
    let words = cursor.words().map(str::to_owned);
    let ink = cursor.ink();
    Some(PlotMark::Curve(points, ink, words))
}

impl Axis {
    /// True if the value is within the axis.
    pub(crate) fn holds(&self, value: f64) -> bool {
        self.range.from <= value && value <= self.range.to
    }
}

impl Cursor<'_, '_> {
    /// Reads an indented line. `read` gets its first word, and returns the list of known words as its error.
    fn below<'b, T>(
        &mut self,
        line: SourceLine<'b>,
        read: impl FnOnce(&str, &mut Cursor<'b, '_>) -> Result<Option<T>, &'static str>,
    ) -> Option<Spanned<T>> {
        let mut faults = Vec::new();
        let found = tokens(&line, &mut faults);
        let first = found.first()?.clone();
        let mut cursor = Cursor::new(line, found, &mut faults);
        let value = match read(first.text, &mut cursor) {
            Ok(value) => {
                cursor.finish(first.text, "`ink`, `align`");
                value
            }
            Err(known) => {
                let fault = Fault::new(first.span, format!("there is no `{}` inside", first.text));
                faults.push(fault.help(format!("known: {known}")));
                None
            }
        };
        self.report(faults);
        value.map(|value| Spanned { value, span: line.span() })
    }
}
