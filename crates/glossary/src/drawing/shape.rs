//! The shapes of a drawing as its text describes them: in grid columns and rows, or in the units of an axis.

use rooflight_document::scale::Scale;
use std::ops::Range as Bytes;

/// A drawing that passed every check.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The title, shown above the drawing.
    pub title: String,
    /// A description in sentences, for screen readers.
    pub alternative: String,
    /// The grid's number of columns and rows.
    pub size: Extent,
    /// The shapes, in drawing order.
    pub shapes: Vec<Spanned<Shape>>,
}

/// A parsed value with its place in the text of the block.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<T> {
    /// The parsed value.
    pub value: T,
    /// Its bytes in the text of the block.
    pub span: Bytes<usize>,
}

/// A position: columns from the left and rows from the top; on a plot, units of its axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Columns from the left; on a plot, units of its horizontal axis.
    pub x: f64,
    /// Rows from the top; on a plot, units of its vertical axis, which points up.
    pub y: f64,
}

/// A size: width in columns, height in rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// Width, columns.
    pub wide: f64,
    /// Height, rows.
    pub high: f64,
}

/// An interval of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The lower end.
    pub from: f64,
    /// The upper end.
    pub to: f64,
}

/// A colour: none, or one of the three colours of the site's charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// The text's own colour.
    #[default]
    Plain,
    /// The colour of limits.
    One,
    /// The colour of estimates; curves in it are dashed.
    Two,
    /// The colour of measurements.
    Three,
}

/// How text is aligned with its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// It begins there.
    #[default]
    Left,
    /// It is centred there.
    Middle,
    /// It ends there.
    Right,
}

/// A shape, as its author describes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle with lines of text, which arrows can connect.
    Box(Boxed),
    /// A grid of equal cells.
    Cells(Cells),
    /// A text at its anchor.
    Text(Label),
    /// An arrow or a line.
    Connection(Connection),
    /// Bars along an axis of time.
    Timeline(Timeline),
    /// Curves and points between two axes.
    Plot(Plot),
}

/// A rectangle with lines of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxed {
    /// Upper left corner.
    pub at: Position,
    /// Width and height.
    pub size: Extent,
    /// Lines of text, centred.
    pub words: Vec<String>,
    /// Colour of its edge and tint.
    pub ink: Ink,
    /// True for a dashed edge, for something that does not exist yet or no longer.
    pub dashed: bool,
    /// The name by which arrows refer to it.
    pub name: Option<String>,
}

/// A grid of equal cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// Upper left corner.
    pub at: Position,
    /// Number of cells in a row.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// Size of one cell.
    pub cell: Extent,
    /// The fill of each cell, row by row.
    pub fill: Vec<Fill>,
    /// The text of each cell, row by row; cells beyond the end have none.
    pub words: Vec<String>,
    /// The name by which arrows refer to the cells.
    pub name: Option<String>,
}

impl Cells {
    /// Size of the whole grid.
    pub(crate) fn extent(&self) -> Extent {
        let times = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
        Extent { wide: times(self.columns) * self.cell.wide, high: times(self.rows) * self.cell.high }
    }
}

/// How a cell is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// The cell is not drawn.
    Gap,
    /// An outline without a fill.
    Empty,
    /// An outline with a tint.
    Tint(Ink),
    /// An outline with a cross.
    Crossed,
}

/// A line of text outside any shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The anchor: x of the alignment, y of the line's top.
    pub at: Position,
    /// One line of text.
    pub words: String,
    /// How the text is aligned with the anchor.
    pub align: Align,
    /// Colour of the text.
    pub ink: Ink,
    /// True for bold text.
    pub bold: bool,
}

/// A straight arrow or line between two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// Start.
    pub from: Spanned<End>,
    /// End, where the arrow's head is.
    pub to: Spanned<End>,
    /// True for an arrow, false for a line.
    pub head: bool,
    /// Text next to its middle.
    pub words: Option<String>,
    /// Colour of the line.
    pub ink: Ink,
    /// True for a dashed line.
    pub dashed: bool,
    /// True to connect upper and lower edges even if the shapes do not overlap horizontally.
    pub upright: bool,
}

/// An end of a connection.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// A position on the grid.
    Position(Position),
    /// The box, or all cells, with this name.
    Shape(String),
    /// One of the cells with this name, counted from 0.
    Cell(String, usize),
}

/// Bars along an axis of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Upper left corner.
    pub at: Position,
    /// Size, including names and axis.
    pub size: Extent,
    /// First and last value of the axis.
    pub range: Range,
    /// The unit of the axis.
    pub unit: String,
    /// The lanes from top to bottom.
    pub lanes: Vec<Spanned<Lane>>,
}

/// A row of bars in a timeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The name, shown to the left of the bars.
    pub name: String,
    /// The bars in order of time; they do not overlap.
    pub bars: Vec<Spanned<Bar>>,
}

/// A span of time in a lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Start and end, in the unit of the axis.
    pub range: Range,
    /// Colour of the bar.
    pub ink: Ink,
    /// Text inside the bar.
    pub words: Option<String>,
}

/// Curves and points between two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// Upper left corner.
    pub at: Position,
    /// Size, including the labels of the axes.
    pub size: Extent,
    /// The horizontal axis, to the right.
    pub x: Axis,
    /// The vertical axis, upwards.
    pub y: Axis,
    /// Curves, points, rules and notes between the axes.
    pub marks: Vec<Spanned<PlotMark>>,
}

/// An axis of a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// How values map to positions.
    pub scale: Scale,
    /// First and last value; positive on a logarithmic axis.
    pub range: Range,
    /// The label: quantity and unit.
    pub words: String,
}

/// A mark on a plot, in the units of its axes.
#[derive(Debug, Clone, PartialEq)]
pub enum PlotMark {
    /// Points joined by lines, with a label at the last point.
    Curve(Vec<Position>, Ink, Option<String>),
    /// A single point, with a label next to it.
    Point(Position, Ink, Option<String>),
    /// A vertical line at this x, with a label.
    Rule(f64, Option<String>),
    /// Text at a position.
    Note(Position, Align, Ink, String),
}
