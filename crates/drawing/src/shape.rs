//! The shapes of a drawing, as its text has them: in columns and rows of the grid, or in the units of an axis.

use std::ops::Range as Bytes;

/// A drawing without a mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The title, which is shown above it.
    pub title: String,
    /// A description in sentences, for those who do not see the drawing.
    pub alternative: String,
    /// The columns and rows of the grid.
    pub size: Extent,
    /// The shapes, in the order in which they are drawn.
    pub shapes: Vec<Spanned<Shape>>,
}

/// Something with its bytes in the text of the block.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<T> {
    /// The parsed value.
    pub value: T,
    /// Its bytes in the text of the block.
    pub span: Bytes<usize>,
}

/// A place: columns from the left, rows from the top; on a plot, units of its axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Columns from the left; on a plot, units of its horizontal axis.
    pub x: f64,
    /// Rows from the top; on a plot, units of its vertical axis, counted from its foot.
    pub y: f64,
}

/// A width in columns and a height in rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// Width, columns.
    pub wide: f64,
    /// Height, rows.
    pub high: f64,
}

/// From a lower number to a higher one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The lower number.
    pub from: f64,
    /// The higher number.
    pub to: f64,
}

/// A colour: none, or one of the three that the site's charts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ink {
    /// No colour.
    #[default]
    Plain,
    /// The colour of limits.
    One,
    /// The colour of estimates; its lines are dashed.
    Two,
    /// The colour of measurements.
    Three,
}

/// Where words stand at their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// They begin there.
    #[default]
    Left,
    /// Their middle is there.
    Middle,
    /// They end there.
    Right,
}

/// A part of a drawing, as its author describes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle with lines of words, which arrows can begin and end at.
    Box(Boxed),
    /// Cells side by side.
    Cells(Cells),
    /// A text at its anchor.
    Text(Label),
    /// An arrow or a line.
    Connection(Connection),
    /// Bars over an axis of time.
    Timeline(Timeline),
    /// Curves and points between two axes.
    Plot(Plot),
}

/// A box with words.
#[derive(Debug, Clone, PartialEq)]
pub struct Boxed {
    /// Its upper left corner.
    pub at: Position,
    /// Its width and its height.
    pub size: Extent,
    /// Its lines of words.
    pub words: Vec<String>,
    /// Its colour.
    pub ink: Ink,
    /// Whether its edge is dashed: something that is not there yet, or no longer.
    pub dashed: bool,
    /// The name by which arrows find it.
    pub name: Option<String>,
}

/// Equal cells, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The upper left corner.
    pub at: Position,
    /// Cells in a row, side by side.
    pub columns: usize,
    /// Rows, one below the other.
    pub rows: usize,
    /// The size of one.
    pub cell: Extent,
    /// How each is filled, row by row.
    pub fill: Vec<Fill>,
    /// The words of each, as far as there are any.
    pub words: Vec<String>,
    /// The name by which arrows find them.
    pub name: Option<String>,
}

impl Cells {
    /// The size of all of them.
    pub(crate) fn extent(&self) -> Extent {
        let times = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
        Extent { wide: times(self.columns) * self.cell.wide, high: times(self.rows) * self.cell.high }
    }
}

/// How a cell is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// Not drawn at all.
    Gap,
    /// An outline without a fill.
    Empty,
    /// Filled with the tint of an ink.
    Tint(Ink),
    /// Crossed out.
    Crossed,
}

/// Words by themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Their place: the top of their line.
    pub at: Position,
    /// One line of text.
    pub words: String,
    /// How they stand there.
    pub align: Align,
    /// Their colour.
    pub ink: Ink,
    /// Whether they stand out.
    pub bold: bool,
}

/// A straight line between two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// Where it begins.
    pub from: Spanned<End>,
    /// Where it ends.
    pub to: Spanned<End>,
    /// Whether it has a head.
    pub head: bool,
    /// Words beside its middle.
    pub words: Option<String>,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is dashed.
    pub dashed: bool,
    /// Whether it leaves and arrives at the upper or lower edges although there is room between the sides.
    pub upright: bool,
}

/// An end of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// A place on the grid.
    Position(Position),
    /// A box or all cells of this name.
    Shape(String),
    /// One of the cells of this name.
    Cell(String, usize),
}

/// Bars over an axis of time.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// The upper left corner.
    pub at: Position,
    /// The size, with names and axis.
    pub size: Extent,
    /// The ends of the axis.
    pub range: Range,
    /// The unit of the axis.
    pub unit: String,
    /// The lanes from the top.
    pub lanes: Vec<Spanned<Lane>>,
}

/// A lane of bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The name that stands beside its bars.
    pub name: String,
    /// The spans of time on it.
    pub bars: Vec<Spanned<Bar>>,
}

/// A span of time on a lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// From when to when.
    pub range: Range,
    /// Its colour.
    pub ink: Ink,
    /// The words inside the bar.
    pub words: Option<String>,
}

/// Curves and points between two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The upper left corner.
    pub at: Position,
    /// The size, with the words of the axes.
    pub size: Extent,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from the foot up.
    pub y: Axis,
    /// Curves, points, rules and notes between the axes.
    pub marks: Vec<Spanned<Mark>>,
}

/// A scale with its ends and its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// How values become places.
    pub scale: Scale,
    /// Its ends.
    pub range: Range,
    /// The label: quantity and unit.
    pub words: String,
}

/// How values become places on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equally long.
    Linear,
    /// Equal ratios are equally long.
    Log,
}

/// Something on a plot, in the units of its axes.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// Points that are joined.
    Curve(Vec<Position>, Ink, Option<String>),
    /// A single point, with the words beside it.
    Point(Position, Ink, Option<String>),
    /// A line across the plot at this x.
    Rule(f64, Option<String>),
    /// Words at a position.
    Note(Position, Align, Ink, String),
}
