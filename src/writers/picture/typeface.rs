//! The typeface of the pictures: outlines become masks, letters stand as their pairs want it.
//!
//! 1. The files in `fonts/` are part of the program, so a picture is the same on every machine.
//! 2. Sizes are steps at which small letters and capitals end on whole pixels, and so does every glyph: letters are
//!    sharp, and files small.
//! 3. Distances between two letters come from the font's own table.
//! 4. A letter that the built-in fonts lack is looked for in the site's own.
//!
//! Writing from left to right alone, a glyph a character: [`printable`] says which texts that is enough for.

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

/// The size of a step, in pixels: three of them are a small letter's height, four a capital's.
const STEP: f32 = 5.5;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    /// For text.
    Regular,
    /// For what is looked up.
    SemiBold,
}

/// How long a text is before its size is known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length {
    /// In sizes of the font.
    ems: f32,
    /// How many letters it has, since large ones stand closer.
    letters: f32,
}

impl Add for Length {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { ems: self.ems + other.ems, letters: self.letters + other.letters }
    }
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Style {
    pub(super) weight: Weight,
    /// The size, in steps.
    pub(super) steps: u8,
}

impl Style {
    /// A length at this size.
    pub(super) fn pixels(self, length: Length) -> f32 {
        length.ems * self.size() + length.letters * self.tracking()
    }

    /// The height of a capital, in pixels.
    pub(super) fn capital(self) -> i32 {
        4 * i32::from(self.steps)
    }

    fn size(self) -> f32 {
        f32::from(self.steps) * STEP
    }

    /// Tracking, added to every advance: large letters stand closer.
    fn tracking(self) -> f32 {
        match self.steps {
            0..6 => 0.0,
            6..10 => -0.01 * self.size(),
            _ => -0.02 * self.size(),
        }
    }
}

/// How much of each pixel a glyph covers, from 0 to 255.
#[derive(Debug)]
pub(super) struct Mask {
    /// From the pen's pixel to the mask's left edge.
    pub(super) left: i32,
    /// From the baseline to its upper edge; upwards is negative.
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) coverage: Vec<u8>,
}

/// A glyph of one of the fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FontGlyph {
    /// Of the built-in fonts.
    BuiltIn(GlyphId),
    /// Of the site's own font, in either weight.
    Own(GlyphId),
}

/// A glyph at a size.
pub(super) type Glyph = (Style, FontGlyph);

/// Both weights, with what was made of them so far.
pub(super) struct Typeface {
    faces: [WeightInstance; 2],
    own: OwnGlyphs,
    masks: HashMap<Glyph, Option<Arc<Mask>>>,
}

struct WeightInstance {
    face: Face<'static>,
    /// The font's units in its size.
    units: f32,
    /// The glyph of each character with its advance, in the font's units.
    glyphs: HashMap<char, Option<(GlyphId, u16)>>,
    pairs: HashMap<(GlyphId, GlyphId), i16>,
}

impl Typeface {
    /// The built-in one, with the site's own font beside it; `None` could only mean that the program was built with
    /// broken files.
    pub(super) fn new(own: Option<PictureFont>) -> Option<Self> {
        let faces = [WeightInstance::new(REGULAR)?, WeightInstance::new(SEMI_BOLD)?];
        Some(Self { faces, own: OwnGlyphs::new(own), masks: HashMap::new() })
    }

    /// The hash of the site's own font.
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

    /// How wide a text is, in pixels.
    pub(super) fn width(&mut self, text: &str, style: Style) -> f32 {
        style.pixels(self.length(text, style.weight))
    }

    /// The width of a text relative to its size.
    pub(super) fn length(&mut self, text: &str, weight: Weight) -> Length {
        self.walk(text, weight, |_, _, _| ())
    }

    /// Hands each glyph of a text over: the pixel of its pen, its name, its mask.
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

    /// The glyph of a character with its advance in sizes of the font.
    fn glyph(&mut self, c: char, weight: Weight) -> Option<(FontGlyph, f32)> {
        let cut = self.cut(weight);
        match cut.glyph(c) {
            Some((glyph, advance)) => Some((FontGlyph::BuiltIn(glyph), f32::from(advance) / cut.units)),
            None => self.own.glyph(c).map(|(glyph, advance)| (FontGlyph::Own(glyph), advance)),
        }
    }

    fn mask(&mut self, glyph: FontGlyph, style: Style) -> Option<Arc<Mask>> {
        if let Some(known) = self.masks.get(&(style, glyph)) {
            return known.clone();
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

    /// Kerning of two glyphs, in the font's units.
    fn pair(&mut self, first: GlyphId, second: GlyphId) -> i16 {
        match self.pairs.entry((first, second)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(pair(&self.face, first, second).unwrap_or(0)),
        }
    }
}

/// The first table that knows the pair decides, as the format says.
fn pair(face: &Face<'_>, first: GlyphId, second: GlyphId) -> Option<i16> {
    let lookups = face.tables().gpos?.lookups;
    let mut tables = lookups.into_iter().flat_map(|lookup| lookup.subtables.into_iter());
    let known = |table: &PairAdjustment<'_>| {
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
    tables.find_map(|table| if let Pair(pairs) = table { known(&pairs) } else { None })
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

/// How much of each pixel a shape covers.
pub(super) fn coverage(shape: &Rasterizer) -> Vec<u8> {
    let (width, height) = shape.dimensions();
    let mut coverage = vec![0; width * height];
    shape.for_each_pixel(|at, part| coverage[at] = u8::try_from(whole(part.min(1.0) * 255.0)).unwrap_or(0));
    coverage
}

/// The nearest whole number.
#[allow(clippy::cast_possible_truncation, reason = "places on a picture")]
pub(super) fn whole(value: f32) -> i32 {
    value.round() as i32
}

/// A length that is not negative, in whole pixels.
pub(super) fn pixels(value: f32) -> usize {
    usize::try_from(whole(value)).unwrap_or(0)
}

/// A glyph's outline on its way to the mask: upwards is positive in a font, and negative on a picture.
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

/// A text as the typeface can write it, on one line: marks, signs and emoji that it does not have are left out. `None`
/// if a letter or a digit would be missing, or nothing is left: then the words would not be what their author wrote.
pub(super) fn printable(typeface: &mut Typeface, text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for c in text.nfc() {
        match c {
            // Spaces at which no line may end.
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
