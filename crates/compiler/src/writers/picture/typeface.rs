//! The typeface of pictures: rasterizes glyphs and sets text with kerning.
//!
//! 1. The fonts in `fonts/` are embedded, so a picture is the same on every machine.
//! 2. At every size, lower-case letters and capitals end on whole pixels, and glyphs start on whole pixels: letters are
//!    sharp, and files small.
//! 3. Kerning comes from the font's `GPOS` table.
//! 4. Letters that the built-in fonts lack are taken from the site's own font.
//!
//! Text is set from left to right with one glyph per character; [`printable`] tells for which texts that suffices.

use crate::site::picture_font::PictureFont;
use crate::writers::picture::own_glyphs::OwnGlyphs;
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Add;
use std::sync::Arc;
use ttf_parser::gpos::PairAdjustment;
use ttf_parser::gpos::PositioningSubtable::Pair;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_normalization::UnicodeNormalization;

const REGULAR: &[u8] = include_bytes!("../../../fonts/Inter-Regular.ttf");
const SEMI_BOLD: &[u8] = include_bytes!("../../../fonts/Inter-SemiBold.ttf");

/// The font size of one step, in pixels. A lower-case letter is three pixels high per step, a capital four.
const STEP: f32 = 5.5;

/// The weight of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    /// For running text.
    Regular,
    /// For terms, titles and numbers.
    SemiBold,
}

/// The length of a text, independent of its size.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length {
    /// Sum of the advances, in ems.
    ems: f32,
    /// Number of letters, for the tracking of large sizes.
    letters: f32,
}

impl Add for Length {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { ems: self.ems + other.ems, letters: self.letters + other.letters }
    }
}

/// The weight and size of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Style {
    pub(super) weight: Weight,
    /// The size, in multiples of [`STEP`].
    pub(super) steps: u8,
}

impl Style {
    /// Returns a length at this size, in pixels.
    pub(super) fn pixels(self, length: Length) -> f32 {
        length.ems * self.size() + length.letters * self.tracking()
    }

    /// Returns the height of capitals, in pixels.
    pub(super) fn capital(self) -> i32 {
        4 * i32::from(self.steps)
    }

    fn size(self) -> f32 {
        f32::from(self.steps) * STEP
    }

    /// Returns the tracking that is added to every advance, in pixels; negative for large sizes.
    fn tracking(self) -> f32 {
        match self.steps {
            0..6 => 0.0,
            6..10 => -0.01 * self.size(),
            _ => -0.02 * self.size(),
        }
    }
}

/// The coverage of each pixel by a glyph, from 0 to 255, row by row.
#[derive(Debug)]
pub(super) struct Mask {
    /// Offset of the left edge from the pen, in pixels.
    pub(super) left: i32,
    /// Offset of the top edge from the baseline, in pixels; negative is up.
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) coverage: Vec<u8>,
}

/// A glyph of one of the fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FontGlyph {
    /// A glyph of a built-in font.
    BuiltIn(GlyphId),
    /// A glyph of the site's own font, which is used for both weights.
    Own(GlyphId),
}

/// A glyph in a style.
pub(super) type Glyph = (Style, FontGlyph);

/// Both weights and the site's own font, with caches of glyphs, kerning and masks.
pub(super) struct Typeface {
    faces: [WeightInstance; 2],
    own: OwnGlyphs,
    masks: HashMap<Glyph, Option<Arc<Mask>>>,
}

struct WeightInstance {
    face: Face<'static>,
    /// Units per em of the font.
    units: f32,
    /// Glyph and advance in font units of each character looked up so far.
    glyphs: HashMap<char, Option<(GlyphId, u16)>>,
    pairs: HashMap<(GlyphId, GlyphId), i16>,
}

impl Typeface {
    /// Loads the built-in fonts, and adds the site's own; `None` only if the embedded fonts are broken.
    pub(super) fn new(own: Option<PictureFont>) -> Option<Self> {
        let faces = [WeightInstance::new(REGULAR)?, WeightInstance::new(SEMI_BOLD)?];
        Some(Self { faces, own: OwnGlyphs::new(own), masks: HashMap::new() })
    }

    /// Returns the hash of the site's own font; `None` without one.
    pub(super) fn own(&self) -> Option<blake3::Hash> {
        self.own.font.as_ref().map(PictureFont::hash)
    }

    fn cut(&mut self, weight: Weight) -> &mut WeightInstance {
        let [regular, semi_bold] = &mut self.faces;
        match weight {
            Weight::Regular => regular,
            Weight::SemiBold => semi_bold,
        }
    }

    /// Returns the width of a text, in pixels.
    pub(super) fn width(&mut self, text: &str, style: Style) -> f32 {
        style.pixels(self.length(text, style.weight))
    }

    /// Returns the length of a text, independent of its size.
    pub(super) fn length(&mut self, text: &str, weight: Weight) -> Length {
        self.walk(text, weight, |_, _, _| ())
    }

    /// Calls `each` with every visible glyph of a text: the pixel of the pen, the glyph and its mask.
    pub(super) fn set(&mut self, text: &str, style: Style, start: f32, mut each: impl FnMut(i32, Glyph, &Mask)) {
        self.walk(text, style.weight, |typeface, glyph, at| {
            if let Some(mask) = typeface.mask(glyph, style) {
                each(whole(start + style.pixels(at)), (style, glyph), &mask);
            }
        });
    }

    fn walk(&mut self, text: &str, weight: Weight, mut each: impl FnMut(&mut Self, FontGlyph, Length)) -> Length {
        let mut at = Length::default();
        let mut before = None;
        for c in text.chars() {
            let Some((glyph, advance)) = self.glyph(c, weight) else { continue };
            if let (Some(FontGlyph::BuiltIn(before)), FontGlyph::BuiltIn(glyph)) = (before, glyph) {
                let cut = self.cut(weight);
                at.ems += f32::from(cut.pair(before, glyph)) / cut.units;
            }
            each(self, glyph, at);
            at = at + Length { ems: advance, letters: 1.0 };
            before = Some(glyph);
        }
        at
    }

    /// Returns the glyph of a character and its advance, in ems.
    fn glyph(&mut self, c: char, weight: Weight) -> Option<(FontGlyph, f32)> {
        let cut = self.cut(weight);
        match cut.glyph(c) {
            Some((glyph, advance)) => Some((FontGlyph::BuiltIn(glyph), f32::from(advance) / cut.units)),
            None => self.own.glyph(c).map(|(glyph, advance)| (FontGlyph::Own(glyph), advance)),
        }
    }

    fn mask(&mut self, glyph: FontGlyph, style: Style) -> Option<Arc<Mask>> {
        if let Some(cached) = self.masks.get(&(style, glyph)) {
            return cached.clone();
        }
        let made = match glyph {
            FontGlyph::BuiltIn(glyph) => mask(&self.cut(style.weight).face, glyph, style.size()),
            FontGlyph::Own(glyph) => {
                let face = self.own.font.as_ref().and_then(PictureFont::face);
                face.and_then(|face| mask(&face, glyph, style.size()))
            }
        };
        let made = made.map(Arc::new);
        self.masks.insert((style, glyph), made.clone());
        made
    }
}

impl WeightInstance {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let face = Face::parse(bytes, 0).ok()?;
        Some(Self { units: f32::from(face.units_per_em()), face, glyphs: HashMap::new(), pairs: HashMap::new() })
    }

    fn glyph(&mut self, c: char) -> Option<(GlyphId, u16)> {
        let face = &self.face;
        *self.glyphs.entry(c).or_insert_with(|| {
            let glyph = face.glyph_index(c)?;
            Some((glyph, face.glyph_hor_advance(glyph)?))
        })
    }

    /// Returns the kerning of two glyphs, in font units.
    fn pair(&mut self, first: GlyphId, second: GlyphId) -> i16 {
        match self.pairs.entry((first, second)) {
            Entry::Occupied(cached) => *cached.get(),
            Entry::Vacant(place) => *place.insert(pair(&self.face, first, second).unwrap_or(0)),
        }
    }
}

/// Looks up the kerning of a pair; the first subtable that covers it decides, as `GPOS` requires.
fn pair(face: &Face<'_>, first: GlyphId, second: GlyphId) -> Option<i16> {
    let lookups = face.tables().gpos?.lookups;
    let mut tables = lookups.into_iter().flat_map(|lookup| lookup.subtables.into_iter());
    let in_table = |table: &PairAdjustment<'_>| {
        table.coverage().contains(first).then_some(())?;
        match table {
            PairAdjustment::Format1 { coverage, sets } => {
                Some(sets.get(coverage.get(first)?)?.get(second)?.0.x_advance)
            }
            PairAdjustment::Format2 { classes, matrix, .. } => {
                Some(matrix.get((classes.0.get(first), classes.1.get(second)))?.0.x_advance)
            }
        }
    };
    tables.find_map(|table| if let Pair(pairs) = table { in_table(&pairs) } else { None })
}

fn mask(face: &Face<'_>, glyph: GlyphId, size: f32) -> Option<Mask> {
    let scale = size / f32::from(face.units_per_em());
    let bounds = face.glyph_bounding_box(glyph)?;
    let left = (f32::from(bounds.x_min) * scale).floor();
    let top = (-f32::from(bounds.y_max) * scale).floor();
    let right = (f32::from(bounds.x_max) * scale).ceil();
    let bottom = (-f32::from(bounds.y_min) * scale).ceil();
    let (width, height) = (pixels(right - left), pixels(bottom - top));
    let mut outline = Outline {
        shape: Rasterizer::new(width, height),
        scale,
        origin: point(-left, -top),
        first: Point::default(),
        last: Point::default(),
    };
    face.outline_glyph(glyph, &mut outline)?;
    Some(Mask { left: whole(left), top: whole(top), width, coverage: coverage(&outline.shape) })
}

/// Returns the coverage of each pixel by a shape, from 0 to 255.
pub(super) fn coverage(shape: &Rasterizer) -> Vec<u8> {
    let (width, height) = shape.dimensions();
    let mut coverage = vec![0; width * height];
    shape.for_each_pixel(|at, part| coverage[at] = u8::try_from(whole(part.min(1.0) * 255.0)).unwrap_or(0));
    coverage
}

/// Rounds to the nearest integer.
#[allow(clippy::cast_possible_truncation, reason = "places on a picture")]
pub(super) fn whole(value: f32) -> i32 {
    value.round() as i32
}

/// Rounds a length to whole pixels; negative lengths become 0.
pub(super) fn pixels(value: f32) -> usize {
    usize::try_from(whole(value)).unwrap_or(0)
}

/// Draws a glyph's outline into a rasterizer, and flips it: the y axis points up in fonts, and down in pictures.
struct Outline {
    shape: Rasterizer,
    scale: f32,
    origin: Point,
    first: Point,
    last: Point,
}

impl Outline {
    fn point(&self, x: f32, y: f32) -> Point {
        point(self.origin.x + x * self.scale, self.origin.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.first = self.point(x, y);
        self.last = self.first;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.shape.draw_line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (over, to) = (self.point(x1, y1), self.point(x, y));
        self.shape.draw_quad(self.last, over, to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (from, towards, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.shape.draw_cubic(self.last, from, towards, to);
        self.last = to;
    }

    fn close(&mut self) {
        self.shape.draw_line(self.last, self.first);
        self.last = self.first;
    }
}

/// Returns the text on one line as the typeface can set it, without symbols and emoji that it lacks. `None` if a letter
/// or digit would be missing or nothing is left, since the text must not be changed.
pub(super) fn printable(typeface: &mut Typeface, text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.nfc() {
        match c {
            // Spaces at which a line must not break.
            '\u{a0}' | '\u{202f}' | '\u{2007}' => out.push('\u{a0}'),
            c if c.is_whitespace() => out.push(' '),
            c if c.is_control() => {}
            c if typeface.glyph(c, Weight::Regular).is_some() => out.push(c),
            c if c.is_alphanumeric() => return None,
            _ => {}
        }
    }
    let words: Vec<&str> = out.split(' ').filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
