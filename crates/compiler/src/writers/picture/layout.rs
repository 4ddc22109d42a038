//! The layout of pictures, in the light design of the site.
//!
//! 1. An entry's picture shows its layer in the stack, the term, the definition, and a footer.
//! 2. The site's picture shows its title, description and layers.
//! 3. Text is set in the largest size that fits; text that does not fit in the smallest is cut, with an ellipsis.
//!    Nothing overlaps.

use crate::site::picture_font::PictureFont;
use crate::writers::picture::canvas::{Canvas, HEIGHT, WIDTH};
use crate::writers::picture::content::{EntryPicture, Picture, SitePicture};
use crate::writers::picture::ink::Ink;
use crate::writers::picture::lines::{self, Measured};
use crate::writers::picture::typeface::{Style, Typeface, Weight, printable};

/// Left edge of text, in pixels.
pub(super) const LEFT: f32 = 64.0;
/// Maximum width of text, in pixels.
pub(super) const BREADTH: f32 = 1072.0;
/// Top of a footer of two lines, in pixels.
pub(super) const LOW: i32 = 440;
/// Space between the text and the footer, in pixels.
const ABOVE: i32 = 22;
/// Bottom of the text if there is no footer, in pixels.
const END: i32 = 566;
/// Space between a term and its definition, in pixels.
const GAP: i32 = 20;

pub(super) const fn regular(steps: u8) -> Style {
    Style { weight: Weight::Regular, steps }
}

pub(super) const fn bold(steps: u8) -> Style {
    Style { weight: Weight::SemiBold, steps }
}

/// Small text next to or above larger text.
pub(super) const LABEL: Style = regular(5);
const BRAND: Style = bold(5);

/// How a block of text is set: style, distance of baselines in pixels, maximum number of lines.
#[derive(Clone, Copy)]
pub(super) struct TextBlock {
    pub(super) style: Style,
    pub(super) leading: i32,
    pub(super) most: usize,
}

pub(super) const fn block(style: Style, leading: i32, most: usize) -> TextBlock {
    TextBlock { style, leading, most }
}

/// Settings for a term, the largest first.
const NAMES: [TextBlock; 4] =
    [block(bold(16), 88, 1), block(bold(12), 72, 1), block(bold(12), 72, 2), block(bold(10), 62, 2)];
/// Settings for a definition, the largest first.
const MEANINGS: [TextBlock; 3] = [block(regular(8), 60, 7), block(regular(7), 52, 8), block(regular(6), 45, 9)];
/// The setting of a definition that does not fit with any of [`NAMES`] and [`MEANINGS`].
const SMALLEST: TextBlock = block(regular(5), 38, 9);

/// A canvas and its typeface, reused for one picture after another.
pub(super) struct Sheet {
    pub(super) canvas: Canvas,
    pub(super) typeface: Typeface,
}

impl Sheet {
    /// Creates an empty sheet; `None` only if the embedded fonts are broken.
    pub(super) fn new(font: Option<PictureFont>) -> Option<Self> {
        Some(Self { canvas: Canvas::new(), typeface: Typeface::new(font)? })
    }

    /// Draws a picture as a PNG file; `None` if the typeface lacks a letter.
    pub(super) fn draw(&mut self, picture: &Picture) -> Option<Vec<u8>> {
        self.canvas.clear();
        match picture {
            Picture::Entry(entry) => self.entry(entry)?,
            Picture::Site(site) => self.site(site)?,
        }
        Some(self.canvas.png())
    }

    /// Draws an entry's picture; `None` if the typeface lacks a letter of its term or definition.
    fn entry(&mut self, entry: &EntryPicture) -> Option<()> {
        let term = printable(&mut self.typeface, &entry.term)?;
        let definition = printable(&mut self.typeface, &entry.definition)?;
        self.head(entry);
        let end = self.foot(&entry.foot).map_or(END, |top| top - ABOVE);
        self.named(&term, &definition, 110, end);
        Some(())
    }

    /// Draws the site's picture; `None` if the typeface lacks a letter of its title.
    fn site(&mut self, site: &SitePicture) -> Option<()> {
        let title = printable(&mut self.typeface, &site.title)?;
        let description = printable(&mut self.typeface, &site.description).unwrap_or_default();
        let layers: Vec<String> = site.layers.iter().filter_map(|layer| printable(&mut self.typeface, layer)).collect();
        self.brand(LEFT, 60.0, 3.2);
        self.panel(LOW);
        self.named(&title, &description, 136, LOW - ABOVE);
        self.block(&layers.join(", "), LOW + 40, block(regular(6), 52, 2), Ink::Soft);
        Some(())
    }

    /// Draws a line of text.
    pub(super) fn text(&mut self, text: &str, style: Style, x: f32, baseline: i32, ink: Ink) {
        self.canvas.text(&mut self.typeface, text, style, (x, baseline), ink);
    }

    /// Returns the part of a text that fits on a line, with an ellipsis if it is cut.
    pub(super) fn line(&mut self, text: &str, style: Style, width: f32) -> String {
        let text = printable(&mut self.typeface, text).unwrap_or_default();
        lines::lines(&mut self.typeface, &text, style, width, 1).concat()
    }

    /// Draws a text from `top` on, cut to the block's lines, and returns its bottom.
    pub(super) fn block(&mut self, text: &str, top: i32, block: TextBlock, ink: Ink) -> i32 {
        let lines = lines::lines(&mut self.typeface, text, block.style, BREADTH, block.most);
        self.set(&lines, top, block, ink)
    }

    fn set(&mut self, lines: &[String], top: i32, block: TextBlock, ink: Ink) -> i32 {
        let mut y = top;
        for line in lines {
            // Capitals are centred in their line.
            let baseline = y + i32::midpoint(block.leading, block.style.capital());
            self.text(line, block.style, LEFT, baseline, ink);
            y += block.leading;
        }
        y
    }

    /// Draws a name and its meaning in the largest sizes that fit between `top` and `end`.
    fn named(&mut self, name: &str, meaning: &str, top: i32, end: i32) {
        let measured_name = Measured::new(&mut self.typeface, name, Weight::SemiBold);
        let measured_meaning = Measured::new(&mut self.typeface, meaning, Weight::Regular);
        let high = |lines: &[String], block: TextBlock| i32::try_from(lines.len()).unwrap_or(i32::MAX) * block.leading;
        for large in NAMES {
            let name = measured_name.balanced(&mut self.typeface, large.style, BREADTH);
            if name.len() > large.most {
                continue;
            }
            let y = top + high(&name, large) + GAP;
            for small in MEANINGS {
                let meaning = measured_meaning.lines(&mut self.typeface, small.style, BREADTH);
                if meaning.len() <= small.most && y + high(&meaning, small) <= end {
                    self.set(&name, top, large, Ink::Text);
                    self.set(&meaning, y, small, Ink::Text);
                    return;
                }
            }
        }
        let [.., large] = NAMES;
        let y = self.block(name, top, large, Ink::Text) + GAP;
        let most = usize::try_from((end - y) / SMALLEST.leading).unwrap_or(0).min(SMALLEST.most);
        self.block(meaning, y, TextBlock { most, ..SMALLEST }, Ink::Text);
    }

    /// Draws the header: the entry's layer on the left, the site's title on the right.
    fn head(&mut self, entry: &EntryPicture) {
        const BASELINE: i32 = 80;
        const HALF: f32 = 420.0;
        self.stack(entry.layer_number, entry.layer_count);
        let layer = self.line(&entry.layer, LABEL, HALF);
        self.text(&layer, LABEL, LEFT + 52.0, BASELINE, Ink::Soft);
        let site = self.line(&entry.site, BRAND, HALF);
        let start = LEFT + BREADTH - self.typeface.width(&site, BRAND);
        self.text(&site, BRAND, start, BASELINE, Ink::Text);
        self.brand(start - 56.0, 54.0, 1.75);
    }

    /// Draws the stack of layers, the lowest at the bottom; the entry's layer is thick.
    fn stack(&mut self, layer: usize, layers: usize) {
        const MAX_LAYERS: usize = 18;
        const HIGH: usize = 36;
        const MIDDLE: usize = 70;
        // Draws fewer lines than layers if there are many; the entry's line keeps its relative height.
        let (shown, layer) =
            if layers > MAX_LAYERS { (MAX_LAYERS, layer * MAX_LAYERS / layers) } else { (layers, layer) };
        let pitch = (HIGH / shown.max(1)).clamp(2, 8);
        let top = MIDDLE - pitch * shown / 2;
        for number in 0..shown {
            let y = top + number * pitch;
            if number + layer + 1 == shown {
                self.canvas.rectangle([64, y - 2], [34, 6], Ink::Text);
            } else {
                self.canvas.rectangle([64, y], [34, 2], Ink::Edge);
            }
        }
    }

    /// Draws the logo, a roofline: a slope, then a horizontal line. It is 24 units wide and 18 high.
    fn brand(&mut self, x: f32, y: f32, scale: f32) {
        let at = |(dx, dy): (f32, f32)| (x + dx * scale, y + dy * scale);
        let wall = [(0.0, 16.3), (2.0, 17.7), (11.0, 4.7), (9.0, 3.3)];
        let roof = [(9.0, 2.75), (24.0, 2.75), (24.0, 5.25), (9.0, 5.25)];
        self.canvas.polygon(&wall.map(at), Ink::Text);
        self.canvas.polygon(&roof.map(at), Ink::Ceiling);
    }

    /// Draws the background of the footer, with a thick rule on top.
    pub(super) fn panel(&mut self, top: i32) {
        let top = usize::try_from(top).unwrap_or(HEIGHT);
        self.canvas.rectangle([0, top], [WIDTH, HEIGHT - top], Ink::Panel);
        self.canvas.rectangle([0, top], [WIDTH, 4], Ink::Text);
    }
}
