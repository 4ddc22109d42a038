//! The glyphs of a site's own font, for letters that the built-in typeface lacks.
//!
//! 1. Give a glyph to a letter of a script in which each letter is one glyph, from left to right: [`is_simple`].
//! 2. Say where a line of such letters may end.
//!
//! Never shapes: Arabic, Hebrew and the scripts of India need that, so their letters have no glyph here.

use crate::site::picture_font::PictureFont;
use std::collections::HashMap;
use ttf_parser::GlyphId;

/// The glyphs of a site's font, as far as they were asked for.
#[derive(Default)]
pub(super) struct OwnGlyphs {
    pub(super) font: Option<PictureFont>,
    /// The glyph of each letter with its advance in sizes of the font.
    known: HashMap<char, Option<(GlyphId, f32)>>,
}

impl OwnGlyphs {
    /// The glyphs of this font, or of none.
    pub(super) fn new(font: Option<PictureFont>) -> Self {
        Self { font, known: HashMap::new() }
    }

    /// The glyph of a letter with its advance, where the font has it and the script is a simple one.
    pub(super) fn glyph(&mut self, c: char) -> Option<(GlyphId, f32)> {
        let font = self.font.as_ref()?;
        *self.known.entry(c).or_insert_with(|| {
            let face = font.face().filter(|_| is_simple(c))?;
            let glyph = face.glyph_index(c)?;
            Some((glyph, f32::from(face.glyph_hor_advance(glyph)?) / f32::from(face.units_per_em())))
        })
    }
}

/// True for letters of scripts in which each is one glyph, from left to right: Chinese, Japanese, Korean, Armenian,
/// Georgian, Ethiopic, and what the built-in typeface leaves out of Latin, Greek and Cyrillic.
const fn is_simple(c: char) -> bool {
    matches!(
        c,
        '\u{21}'..='\u{2ff}'
            | '\u{370}'..='\u{482}'
            | '\u{48a}'..='\u{58f}'
            | '\u{10a0}'..='\u{10ff}'
            | '\u{1200}'..='\u{139f}'
            | '\u{1e00}'..='\u{1fff}'
            | '\u{2010}'..='\u{2027}'
            | '\u{2030}'..='\u{205e}'
            | '\u{2e80}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff01}'..='\u{ffee}'
            | '\u{20000}'..='\u{323af}'
    )
}

/// True for letters between which a line may end without a space: Chinese characters, kana, and their full-width marks.
pub(super) const fn is_wide(c: char) -> bool {
    matches!(
        c,
        '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{323af}'
    )
}

/// Marks that begin no line.
pub(super) const CLOSING: &str = "、。，．：；！？）」』】〕〉》｝］・ーっゃゅょぁぃぅぇぉッャュョァィゥェォ々";
/// Marks that end no line.
pub(super) const OPENING: &str = "（「『【〔〈《｛［";
