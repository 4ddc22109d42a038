//! Glyphs of a site's own font, for letters that the built-in typeface lacks.
//!
//! 1. Maps letters to glyphs, for scripts with one glyph per letter, from left to right: [`is_simple`].
//! 2. Defines where lines of such letters may break.
//!
//! Does not shape text. Arabic, Hebrew and Indic scripts need shaping, so their letters have no glyphs here.

use crate::site::picture_font::PictureFont;
use std::collections::HashMap;
use ttf_parser::GlyphId;

/// A site's font, with a cache of its glyphs.
#[derive(Default)]
pub(super) struct OwnGlyphs {
    pub(super) font: Option<PictureFont>,
    /// Glyph and advance in ems of each letter looked up so far; `None` if there is no usable glyph.
    glyphs: HashMap<char, Option<(GlyphId, f32)>>,
}

impl OwnGlyphs {
    /// Starts with an empty cache; without a font no letter has a glyph.
    pub(super) fn new(font: Option<PictureFont>) -> Self {
        Self { font, glyphs: HashMap::new() }
    }

    /// Returns the glyph of a letter and its advance in ems, if the font has it and the script is simple.
    pub(super) fn glyph(&mut self, c: char) -> Option<(GlyphId, f32)> {
        let font = self.font.as_ref()?;
        *self.glyphs.entry(c).or_insert_with(|| {
            let face = font.face().filter(|_| is_simple(c))?;
            let glyph = face.glyph_index(c)?;
            Some((glyph, f32::from(face.glyph_hor_advance(glyph)?) / f32::from(face.units_per_em())))
        })
    }
}

/// True for letters of scripts with one glyph per letter, from left to right: Chinese, Japanese, Korean, Armenian,
/// Georgian, Ethiopic, and what the built-in typeface lacks of Latin, Greek and Cyrillic.
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

/// True for characters between which a line may break without a space: Chinese characters, kana, full-width marks.
pub(super) const fn is_wide(c: char) -> bool {
    matches!(
        c,
        '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{323af}'
    )
}

/// Characters that must not begin a line.
pub(super) const CLOSING: &str = "、。，．：；！？）」』】〕〉》｝］・ーっゃゅょぁぃぅぇぉッャュョァィゥェォ々";
/// Characters that must not end a line.
pub(super) const OPENING: &str = "（「『【〔〈《｛［";
