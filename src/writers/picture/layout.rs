//! The look of the pictures: the site's own page in large, on light paper.
//!
//! 1. An entry's picture has its layer in the stack, the term, the definition, and at the foot one figure with what it
//!    holds for.
//! 2. The site's picture has its name, what it is about, and its layers.
//! 3. Text is as large as there is room for; what has no room at the smallest size ends in an ellipsis. Nothing
//!    overlaps.

use crate::site::picture_font::PictureFont;
use crate::writers::picture::canvas::{Canvas, HEIGHT, WIDTH};
use crate::writers::picture::content::{Entry, Picture, Site};
use crate::writers::picture::ink::Ink;
use crate::writers::picture::lines::{self, Measured};
use crate::writers::picture::typeface::{Style, Typeface, Weight, printable};

/// Where text begins, from the left.
pub(super) const LEFT: f32 = 64.0;
/// How wide it may be.
pub(super) const BREADTH: f32 = 1072.0;
/// Where a foot of two lines begins, from the top.
pub(super) const LOW: i32 = 440;
/// Between the text and the foot.
const ABOVE: i32 = 22;
/// Where text ends if there is no foot.
const END: i32 = 566;
/// Between a term and its definition.
const GAP: i32 = 20;

pub(super) const fn regular(steps: u8) -> Style {
    Style { weight: Weight::Regular, steps }
}

pub(super) const fn bold(steps: u8) -> Style {
    Style { weight: Weight::SemiBold, steps }
}

/// Small text beside or above something larger.
pub(super) const LABEL: Style = regular(5);
const BRAND: Style = bold(5);

/// A text block: how it is set, the distance of its lines, how many there may be.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) style: Style,
    pub(super) leading: i32,
    pub(super) most: usize,
}

pub(super) const fn block(style: Style, leading: i32, most: usize) -> Block {
    Block { style, leading, most }
}

/// How a term may be set, the largest first.
const NAMES: [Block; 4] =
    [block(bold(16), 88, 1), block(bold(12), 72, 1), block(bold(12), 72, 2), block(bold(10), 62, 2)];
/// How its definition may be set beside that.
const MEANINGS: [Block; 3] = [block(regular(8), 60, 7), block(regular(7), 52, 8), block(regular(6), 45, 9)];
/// A definition for which there is no room beside any of them.
const SMALLEST: Block = block(regular(5), 38, 9);

/// The canvas with the typeface that writes on it, for one picture after the other.
pub(super) struct Sheet {
    pub(super) canvas: Canvas,
    pub(super) typeface: Typeface,
}

impl Sheet {
    /// An empty one; `None` could only mean that the program was built with broken files.
    pub(super) fn new(font: Option<PictureFont>) -> Option<Self> {
        Some(Self { canvas: Canvas::new(), typeface: Typeface::new(font)? })
    }

    /// A picture as a PNG file; `None` if it has letters that the typeface lacks.
    pub(super) fn draw(&mut self, picture: &Picture) -> Option<Vec<u8>> {
        self.canvas.clear();
        match picture {
            Picture::Entry(entry) => self.entry(entry)?,
            Picture::Site(site) => self.site(site)?,
        }
        Some(self.canvas.png())
    }

    /// An entry's picture; `None` if its term or its definition cannot be written.
    fn entry(&mut self, entry: &Entry) -> Option<()> {
        let term = printable(&mut self.typeface, &entry.term)?;
        let definition = printable(&mut self.typeface, &entry.definition)?;
        self.head(entry);
        let end = self.foot(&entry.foot).map_or(END, |top| top - ABOVE);
        self.named(&term, &definition, 110, end);
        Some(())
    }

    /// The site's picture; `None` if its name cannot be written.
    fn site(&mut self, site: &Site) -> Option<()> {
        let title = printable(&mut self.typeface, &site.title)?;
        let description = printable(&mut self.typeface, &site.description).unwrap_or_default();
        let layers: Vec<String> = site.layers.iter().filter_map(|layer| printable(&mut self.typeface, layer)).collect();
        self.brand(LEFT, 60.0, 3.2);
        self.panel(LOW);
        self.named(&title, &description, 136, LOW - ABOVE);
        self.block(&layers.join(", "), LOW + 40, block(regular(6), 52, 2), Ink::Soft);
        Some(())
    }

    /// A line of text.
    pub(super) fn text(&mut self, text: &str, style: Style, x: f32, baseline: i32, ink: Ink) {
        self.canvas.text(&mut self.typeface, text, style, (x, baseline), ink);
    }

    /// As much of a text as fits on a line.
    pub(super) fn line(&mut self, text: &str, style: Style, width: f32) -> String {
        let text = printable(&mut self.typeface, text).unwrap_or_default();
        lines::lines(&mut self.typeface, &text, style, width, 1).concat()
    }

    /// The first lines of a text; where the next thing may begin.
    pub(super) fn block(&mut self, text: &str, top: i32, block: Block, ink: Ink) -> i32 {
        let lines = lines::lines(&mut self.typeface, text, block.style, BREADTH, block.most);
        self.set(&lines, top, block, ink)
    }

    fn set(&mut self, lines: &[String], top: i32, block: Block, ink: Ink) -> i32 {
        let mut y = top;
        for line in lines {
            // A capital stands in the middle of its line.
            let baseline = y + i32::midpoint(block.leading, block.style.capital());
            self.text(line, block.style, LEFT, baseline, ink);
            y += block.leading;
        }
        y
    }

    /// A name and what it means, as large as there is room for between two heights.
    fn named(&mut self, name: &str, meaning: &str, top: i32, end: i32) {
        let measured_name = Measured::new(&mut self.typeface, name, Weight::SemiBold);
        let measured_meaning = Measured::new(&mut self.typeface, meaning, Weight::Regular);
        let high = |lines: &[String], block: Block| i32::try_from(lines.len()).unwrap_or(i32::MAX) * block.leading;
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
        self.block(meaning, y, Block { most, ..SMALLEST }, Ink::Text);
    }

    /// Where the entry stands, and whose it is.
    fn head(&mut self, entry: &Entry) {
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

    /// The layers, the ground at the bottom; the entry's is the thick one.
    fn stack(&mut self, layer: usize, layers: usize) {
        const MAX_LAYERS: usize = 18;
        const HIGH: usize = 36;
        const MIDDLE: usize = 70;
        // Of more layers than can be told apart, the entry's keeps its share of the height.
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

    /// The mark of the roofline: up to the ridge, and along the roof. It is 24 units wide and 18 high.
    fn brand(&mut self, x: f32, y: f32, scale: f32) {
        let at = |(dx, dy): (f32, f32)| (x + dx * scale, y + dy * scale);
        let wall = [(0.0, 16.3), (2.0, 17.7), (11.0, 4.7), (9.0, 3.3)];
        let roof = [(9.0, 2.75), (24.0, 2.75), (24.0, 5.25), (9.0, 5.25)];
        self.canvas.polygon(&wall.map(at), Ink::Text);
        self.canvas.polygon(&roof.map(at), Ink::Ceiling);
    }

    /// The ground on which the foot stands, under a thick rule.
    pub(super) fn panel(&mut self, top: i32) {
        let top = usize::try_from(top).unwrap_or(HEIGHT);
        self.canvas.rectangle([0, top], [WIDTH, HEIGHT - top], Ink::Panel);
        self.canvas.rectangle([0, top], [WIDTH, 4], Ink::Text);
    }
}
