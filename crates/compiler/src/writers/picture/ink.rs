//! The sixteen colours of pictures: the paper, lines and inks of the site's design, and shades between ink and paper.
//!
//! Antialiased pixels take the nearest shade. The palette is sorted from light to dark, so the larger of two indices is
//! the darker shade.

use std::sync::LazyLock;

/// The colours of `static/css/base.css` in light mode, from the lightest to the darkest; colours that it lacks are
/// shades.
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

rooflight_primitives::variants! {
    /// A colour to draw with.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(super) enum Ink [shades: &'static [u8]] {
        Panel = &[0, 1],
        Line = &[0, 2],
        Edge = &[0, 6, 10],
        Soft = &[0, 6, 10, 12],
        Text = &[0, 6, 12, 15],
        Ceiling = &[0, 3, 7, 11],
        Range = &[0, 4, 8, 13],
        Measured = &[0, 5, 9, 14],
    }
}

impl Ink {
    /// The palette index of the nearest shade for each coverage from 0 to 255.
    pub(super) fn table(self) -> &'static [u8; 256] {
        static TABLES: LazyLock<[[u8; 256]; 8]> = LazyLock::new(|| Ink::ALL.map(nearest));
        &TABLES[self as usize]
    }
}

/// Finds, for each coverage, the shade whose brightness is nearest to that of ink mixed with paper.
fn nearest(ink: Ink) -> [u8; 256] {
    let shades = ink.shades();
    let full = shades.last().map_or(0, |shade| brightness(*shade));
    let paper = brightness(0);
    std::array::from_fn(|covered| {
        let wanted = paper - (paper - full) * i32::try_from(covered).unwrap_or(255) / 255;
        shades.iter().copied().min_by_key(|shade| (brightness(*shade) - wanted).abs()).unwrap_or(0)
    })
}

/// The perceived brightness of a palette colour, from 0 to 255.
fn brightness(shade: u8) -> i32 {
    let [red, green, blue] = PALETTE[usize::from(shade & 15)].map(i32::from);
    (3 * red + 6 * green + blue) / 10
}
