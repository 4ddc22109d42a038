//! A bitmap of sixteen colours, two pixels per byte, in the layout of a PNG file.
//!
//! 1. A shape becomes a stamp: its shades in an ink, packed for a start at an even or an odd pixel. Stamps of glyphs
//!    are cached.
//! 2. A stamp is merged into the rows byte by byte; the darker of two shades wins.
//! 3. [`Canvas::png`] compresses the rows: few colours and empty rows make small files.
//!
//! Colours are never blended, except with the paper. A canvas is reused for the next picture, so that it allocates only
//! once.

use crate::writers::picture::ink::{Ink, PALETTE};
use crate::writers::picture::typeface::{Glyph, Mask, Style, Typeface, coverage, pixels, whole};
use ab_glyph_rasterizer::{Rasterizer, point};
use std::collections::HashMap;
use zlib_rs::crc32::crc32;
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, compress_bound};

/// Width in pixels, as recommended by messengers and social sites.
pub const WIDTH: usize = 1200;
/// Height in pixels, as recommended by messengers and social sites.
pub const HEIGHT: usize = 630;

/// Bytes per PNG row: the filter byte (0, since filters do not help with sixteen colours), then two pixels per byte.
const ROW: usize = 1 + WIDTH / 2;

/// The fastest compression level: it takes a third of the time of the next levels, for files of 33 KB instead of 20 KB.
/// Pages do not load the picture; it is fetched when a link is shared.
const LEVEL: i32 = 1;

/// The bitmap of a picture.
pub(super) struct Canvas {
    rows: Vec<u8>,
    /// Stamps by glyph and ink; the flag is true for odd pixels.
    stamps: HashMap<(Glyph, Ink, bool), Stamp>,
    deflate: Deflate,
    /// Buffer for the compressed rows.
    room: Vec<u8>,
}

/// A shape in an ink, two pixels per byte.
struct Stamp {
    /// Bytes per row.
    width: usize,
    shades: Vec<u8>,
}

impl Canvas {
    /// Creates a white canvas.
    pub(super) fn new() -> Self {
        Self {
            rows: vec![0; ROW * HEIGHT],
            stamps: HashMap::new(),
            deflate: Deflate::new_with_config(DeflateConfig::new(LEVEL)),
            room: vec![0; compress_bound(ROW * HEIGHT)],
        }
    }

    /// Makes the canvas white again.
    pub(super) fn clear(&mut self) {
        self.rows.fill(0);
    }

    /// Draws a rectangle, clipped to the canvas.
    pub(super) fn rectangle(&mut self, [left, top]: [usize; 2], [width, height]: [usize; 2], ink: Ink) {
        let colour = ink.table()[255];
        let covers = |pixel: usize| if (left..left + width).contains(&pixel) { colour } else { 0 };
        let columns = left / 2..(left + width).min(WIDTH).div_ceil(2);
        let row: Vec<u8> = columns.map(|byte| covers(2 * byte) << 4 | covers(2 * byte + 1)).collect();
        for under in self.rows.chunks_exact_mut(ROW).skip(top).take(height) {
            lay(under, left / 2, &row);
        }
    }

    /// Draws a filled polygon with these corners.
    pub(super) fn polygon(&mut self, corners: &[(f32, f32)], ink: Ink) {
        let least = |of: fn(&(f32, f32)) -> f32| corners.iter().map(of).fold(f32::INFINITY, f32::min).floor();
        let most = |of: fn(&(f32, f32)) -> f32| corners.iter().map(of).fold(0.0, f32::max).ceil();
        let (left, top) = (least(|corner| corner.0), least(|corner| corner.1));
        let [width, height] = [most(|corner| corner.0) - left, most(|corner| corner.1) - top].map(pixels);
        let mut shape = Rasterizer::new(width, height);
        let next = corners.iter().cycle().skip(1);
        for (from, to) in corners.iter().zip(next) {
            shape.draw_line(point(from.0 - left, from.1 - top), point(to.0 - left, to.1 - top));
        }
        let mask = Mask { left: whole(left), top: whole(top), width, coverage: coverage(&shape) };
        Stamp::new(&mask, ink, mask.left & 1 == 1).press(&mut self.rows, mask.left, mask.top);
    }

    /// Draws a line of text; `at` is its left end and baseline.
    pub(super) fn text(&mut self, typeface: &mut Typeface, text: &str, style: Style, at: (f32, i32), ink: Ink) {
        let (start, baseline) = at;
        typeface.set(text, style, start, |pen, glyph, mask| {
            let left = pen + mask.left;
            let odd = left & 1 == 1;
            let stamp = self.stamps.entry((glyph, ink, odd)).or_insert_with(|| Stamp::new(mask, ink, odd));
            stamp.press(&mut self.rows, left, baseline + mask.top);
        });
    }

    /// Encodes the canvas as a PNG file with four bits per pixel.
    pub(super) fn png(&mut self) -> Vec<u8> {
        self.deflate.reset();
        // Cannot fail, since the buffer has the encoder's upper bound. A test decodes the pictures.
        let ended = self.deflate.compress(&self.rows, &mut self.room, DeflateFlush::Finish);
        let length = ended.map_or(0, |_| self.deflate.total_out());
        let data = &self.room[..usize::try_from(length).unwrap_or(0)];
        let [width, height] = [WIDTH, HEIGHT].map(|length| u32::try_from(length).unwrap_or_default().to_be_bytes());
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        // Four bits per pixel, indexed colours, the standard compression and filters, not interlaced.
        chunk(&mut out, *b"IHDR", &[&width[..], &height, &[4, 3, 0, 0, 0]].concat());
        chunk(&mut out, *b"PLTE", PALETTE.as_flattened());
        chunk(&mut out, *b"IDAT", data);
        chunk(&mut out, *b"IEND", &[]);
        out
    }
}

impl Stamp {
    /// Packs a shape in an ink, starting at an even or an odd pixel.
    fn new(mask: &Mask, ink: Ink, odd: bool) -> Self {
        let table = ink.table();
        let from = usize::from(odd);
        let width = (from + mask.width).div_ceil(2);
        let mut shades = vec![0; width * mask.coverage.len() / mask.width.max(1)];
        let rows = shades.chunks_exact_mut(width.max(1)).zip(mask.coverage.chunks_exact(mask.width.max(1)));
        for (packed, covered) in rows {
            for (at, covered) in covered.iter().enumerate() {
                let pixel = from + at;
                // The left pixel is the upper half of the byte.
                packed[pixel / 2] |= table[usize::from(*covered)] << if pixel % 2 == 0 { 4 } else { 0 };
            }
        }
        Self { width, shades }
    }

    /// Merges the stamp into the rows, clipped to the canvas.
    fn press(&self, rows: &mut [u8], left: i32, top: i32) {
        let (above, top) = clip(top);
        let (before, left) = clip(left.div_euclid(2));
        let stamped = self.shades.chunks_exact(self.width.max(1)).skip(above);
        for (under, shades) in rows.chunks_exact_mut(ROW).skip(top).zip(stamped) {
            lay(under, left, shades.get(before..).unwrap_or_default());
        }
    }
}

/// Merges shades into a row, from this byte of its pixels on.
fn lay(row: &mut [u8], from: usize, shades: &[u8]) {
    for (under, over) in row.iter_mut().skip(1 + from).zip(shades) {
        // The palette is sorted, so the larger index is the darker shade.
        *under = (*under & 0xf0).max(over & 0xf0) | (*under & 15).max(over & 15);
    }
}

/// Clips a coordinate that may be negative: returns the number of pixels cut off, and the first visible pixel.
fn clip(at: i32) -> (usize, usize) {
    let distance = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
    if at < 0 { (distance, 0) } else { (0, distance) }
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let sum = crc32(crc32(0, &name), data);
    out.extend(u32::try_from(data.len()).unwrap_or_default().to_be_bytes());
    out.extend(name);
    out.extend(data);
    out.extend(sum.to_be_bytes());
}
