//! A picture of sixteen colours: the look's paper, lines and inks, and the shades between an ink and the paper.
//!
//! 1. Everything is drawn as a mask in an ink: each pixel takes the shade that is nearest to what it would be on paper.
//! 2. [`Canvas::png`] packs two pixels into a byte and deflates them: few colours and empty rows make small files.
//!
//! Only shades are ever mixed, never colours: what is darker stays.

use crate::writers::picture::typeface::{Mask, Style, Typeface, coverage, pixels, whole};
use ab_glyph_rasterizer::{Rasterizer, point};
use std::sync::LazyLock;
use zlib_rs::crc32::crc32;
use zlib_rs::{DeflateConfig, compress_bound, compress_slice};

/// The width that messengers and social sites ask for.
pub const WIDTH: usize = 1200;
/// The height that they ask for.
pub const HEIGHT: usize = 630;

/// The colours, as `static/css/base.css` has them on light paper, from the lightest to the darkest; those without a name there are shades.
pub(super) const PALETTE: [[u8; 3]; 16] = [
    [0xff, 0xff, 0xff],
    [0xf4, 0xf5, 0xf5],
    [0xd5, 0xd9, 0xdc],
    [0xe4, 0xc2, 0xb0],
    [0xb5, 0xcd, 0xe1],
    [0xb0, 0xd0, 0xc8],
    [0xae, 0xb3, 0xb8],
    [0xc8, 0x83, 0x5c],
    [0x64, 0x95, 0xc1],
    [0x5c, 0x9e, 0x8b],
    [0x76, 0x7e, 0x86],
    [0xa8, 0x3a, 0x00],
    [0x4a, 0x52, 0x5a],
    [0x0a, 0x5a, 0x9c],
    [0x00, 0x66, 0x4a],
    [0x14, 0x18, 0x1b],
];

/// A colour that can be drawn with: its shades on paper, the lightest first, by their places in the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Panel,
    Line,
    Edge,
    Soft,
    Text,
    Ceiling,
    Range,
    Measured,
}

impl Ink {
    const fn shades(self) -> &'static [u8] {
        match self {
            Self::Panel => &[0, 1],
            Self::Line => &[0, 2],
            Self::Edge => &[0, 6, 10],
            Self::Soft => &[0, 6, 10, 12],
            Self::Text => &[0, 6, 12, 15],
            Self::Ceiling => &[0, 3, 7, 11],
            Self::Range => &[0, 4, 8, 13],
            Self::Measured => &[0, 5, 9, 14],
        }
    }

    /// For each coverage, the nearest shade.
    fn table(self) -> &'static [u8; 256] {
        static TABLES: LazyLock<[[u8; 256]; 8]> = LazyLock::new(|| {
            [Ink::Panel, Ink::Line, Ink::Edge, Ink::Soft, Ink::Text, Ink::Ceiling, Ink::Range, Ink::Measured]
                .map(nearest)
        });
        &TABLES[self as usize]
    }
}

/// For each coverage, the shade whose brightness is nearest to that of the mixture.
fn nearest(ink: Ink) -> [u8; 256] {
    let shades = ink.shades();
    let full = shades.last().map_or(0, |shade| brightness(*shade));
    let paper = brightness(0);
    std::array::from_fn(|covered| {
        let wanted = paper - (paper - full) * i32::try_from(covered).unwrap_or(255) / 255;
        shades.iter().copied().min_by_key(|shade| (brightness(*shade) - wanted).abs()).unwrap_or(0)
    })
}

/// How bright a colour looks.
fn brightness(shade: u8) -> i32 {
    let [red, green, blue] = PALETTE[usize::from(shade & 15)].map(i32::from);
    (3 * red + 6 * green + blue) / 10
}

/// A picture while it is drawn.
pub(super) struct Canvas {
    pixels: Vec<u8>,
}

impl Canvas {
    /// White paper.
    pub(super) fn new() -> Self {
        Self { pixels: vec![0; WIDTH * HEIGHT] }
    }

    /// A rectangle; what lies outside the picture is cut off.
    pub(super) fn rectangle(&mut self, [left, top]: [usize; 2], [width, height]: [usize; 2], ink: Ink) {
        let colour = ink.table()[255];
        let (left, right) = (left.min(WIDTH), (left + width).min(WIDTH));
        for row in self.pixels.chunks_mut(WIDTH).skip(top).take(height) {
            row[left..right].fill(colour);
        }
    }

    /// A shape by its corners.
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
        self.mask(0, 0, &mask, ink);
    }

    /// A line of text; gives its width.
    pub(super) fn text(&mut self, typeface: &mut Typeface, text: &str, style: Style, at: (f32, i32), ink: Ink) {
        let (start, baseline) = at;
        typeface.set(text, style, start, |pen, mask| self.mask(pen, baseline, mask, ink));
    }

    fn mask(&mut self, pen: i32, baseline: i32, mask: &Mask, ink: Ink) {
        let table = ink.table();
        let width = mask.width.max(1);
        let (above, top) = clip(baseline + mask.top);
        let (before, left) = clip(pen + mask.left);
        let rows = self.pixels.chunks_mut(WIDTH).skip(top);
        for (row, covered) in rows.zip(mask.coverage.chunks(width).skip(above)) {
            let (Some(row), Some(covered)) = (row.get_mut(left..), covered.get(before..)) else { return };
            for (pixel, covered) in row.iter_mut().zip(covered) {
                // The palette is sorted, so the larger of two is the darker one.
                *pixel = (*pixel).max(table[usize::from(*covered)]);
            }
        }
    }

    /// The picture as a PNG file of four bits a pixel.
    pub(super) fn png(&self) -> Vec<u8> {
        // Each row begins with its filter: none, since filters help photographs, not sixteen colours.
        let mut packed = vec![0; (WIDTH / 2 + 1) * HEIGHT];
        for (packed, row) in packed.chunks_exact_mut(WIDTH / 2 + 1).zip(self.pixels.chunks_exact(WIDTH)) {
            for (byte, pair) in packed[1..].iter_mut().zip(row.as_chunks().0) {
                // As one number, since that becomes vector instructions: the left pixel is the upper half of the byte.
                let pair = u16::from_be_bytes(*pair);
                *byte = ((pair >> 4) | (pair & 15)).to_be_bytes()[1];
            }
        }
        let mut room = vec![0; compress_bound(packed.len())];
        // It fails only where there is less room than asked for; were it to, the picture would not open, and a test would say so.
        let (data, _) = compress_slice(&mut room, &packed, DeflateConfig::new(LEVEL));
        let [width, height] = [WIDTH, HEIGHT].map(|length| u32::try_from(length).unwrap_or_default().to_be_bytes());
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        // Four bits, places in a palette, the usual deflate and filters, not interlaced.
        chunk(&mut out, *b"IHDR", &[&width[..], &height, &[4, 3, 0, 0, 0]].concat());
        chunk(&mut out, *b"PLTE", PALETTE.as_flattened());
        chunk(&mut out, *b"IDAT", data);
        chunk(&mut out, *b"IEND", &[]);
        out
    }
}

/// The fastest level: a third of the time of the next ones, for a file of 33 KB in place of 20. Pages do not show it; it is fetched when a
/// link is shared.
const LEVEL: i32 = 1;

/// A coordinate that may lie outside the picture, above or to the left of it: by how much, and where the rest begins.
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
