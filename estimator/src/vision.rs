//! Pictures as tokens: how many tokens a vision-language model's published rule makes of a picture.
//!
//! 1. The picture is resized as the family's image processor does it: to a grid of cells, to tiles, within a budget, or
//!    to one fixed size.
//! 2. Each cell is a token, after neighbouring patches are merged; a tile is a fixed number of tokens; some families
//!    add separator tokens between rows.
//!
//! The rules are those of the image processors in Hugging Face's transformers and of the published
//! `preprocessor_config.json` files. Tokens that open and close a picture belong to the chat template and are not
//! counted.
//!
//! Source: <https://github.com/huggingface/transformers/tree/main/src/transformers/models>, the folders `qwen2_vl`,
//! `pixtral`, `gemma3`, `gemma4`, `got_ocr2` and `internvl`, `llama4`.

use rooflight_primitives::math::{ceil, floor, sqrt};

/// How a family of models turns a picture into tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant explains its fields, in pixels, tokens and tiles")]
pub enum PictureRule {
    /// Resizes both sides to the nearest multiple of a cell and keeps the area between two limits in pixels; a token
    /// per cell (Qwen-VL).
    Area { cell: f64, least: f64, most: f64 },
    /// Limits the longer side and rounds both sides up to a multiple of a cell; a token per cell and one after each row
    /// (Pixtral).
    Rows { cell: f64, longest: f64 },
    /// The largest grid of cells in the picture's aspect ratio that keeps to a number of tokens (Gemma 4).
    Budget { cell: f64, tokens: f64 },
    /// Always one square (`LLaVA` 1.5, Gemma 3).
    Fixed { side: f64, tokens: f64 },
    /// One square and, for a long picture, two to four crops of the same cost (Gemma 3 with pan and scan).
    PanAndScan { side: f64, tokens: f64 },
    /// The grid of tiles with the closest aspect ratio, plus a small view of the whole if there are several
    /// (`InternVL`).
    Tiles { side: f64, tokens: f64, most: u32 },
    /// The smallest grid of tiles that holds the picture, else the one that shrinks it least; separators between tiles
    /// and a view of the whole if there are several (Llama 4).
    Canvas { side: f64, tokens: f64, most: u32 },
}

/// A picture after the image processor: its grid and its tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProcessedPicture {
    /// Pixels that the model sees, across and down, without views of the whole.
    pub seen: (f64, f64),
    /// Cells or tiles, across and down.
    pub grid: (f64, f64),
    /// Squares of a fixed size that the encoder reads; 0 if it reads a grid of cells.
    pub tiles: f64,
    /// Tokens that the language model reads for the picture.
    pub tokens: f64,
}

impl PictureRule {
    /// Processes a picture of `width` × `height` pixels, both at least 1.
    #[must_use]
    pub fn picture(self, (width, height): (f64, f64)) -> ProcessedPicture {
        match self {
            Self::Area { cell, least, most } => {
                let grid = area(cell, (least, most), (width, height));
                cells(cell, grid, grid.0 * grid.1)
            }
            Self::Rows { cell, longest } => {
                let ratio = (width.max(height) / longest).max(1.0);
                let across = |side: f64| ceil(floor(side / ratio).max(1.0) / cell);
                let grid = (across(width), across(height));
                cells(cell, grid, (grid.0 + 1.0) * grid.1)
            }
            Self::Budget { cell, tokens } => {
                let grid = budget(tokens, (width, height));
                cells(cell, grid, grid.0 * grid.1)
            }
            Self::Fixed { side, tokens } => tiled(side, (1.0, 1.0), (1.0, tokens)),
            Self::PanAndScan { side, tokens } => {
                let crops = crops(width, height);
                let grid = if width >= height { (crops.max(1.0), 1.0) } else { (1.0, crops.max(1.0)) };
                tiled(side, grid, (1.0 + crops, (1.0 + crops) * tokens))
            }
            Self::Tiles { side, tokens, most } => {
                let grid = closest(side, most, (width, height));
                let squares = squares(grid);
                tiled(side, grid, (squares, squares * tokens))
            }
            Self::Canvas { side, tokens, most } => {
                let grid = canvas(side, most, (width, height));
                let squares = squares(grid);
                // A separator after each tile: between columns, or at the end of a row.
                let marks = if squares > 1.0 { grid.0 * grid.1 } else { 0.0 };
                tiled(side, grid, (squares, squares * tokens + marks))
            }
        }
    }
}

fn cells(cell: f64, grid: (f64, f64), tokens: f64) -> ProcessedPicture {
    ProcessedPicture { seen: (grid.0 * cell, grid.1 * cell), grid, tiles: 0.0, tokens }
}

fn tiled(side: f64, grid: (f64, f64), (tiles, tokens): (f64, f64)) -> ProcessedPicture {
    ProcessedPicture { seen: (grid.0 * side, grid.1 * side), grid, tiles, tokens }
}

/// Number of tiles of a grid, plus the view of the whole if there are several.
fn squares((columns, rows): (f64, f64)) -> f64 {
    let tiles = columns * rows;
    if tiles > 1.0 { tiles + 1.0 } else { tiles }
}

/// Cells across and down, with the area held between its limits. Halves are rounded to even, as in the processors.
fn area(cell: f64, (least, most): (f64, f64), (width, height): (f64, f64)) -> (f64, f64) {
    let (columns, rows) = (even(width / cell), even(height / cell));
    let pixels = columns * rows * cell * cell;
    if pixels > most {
        let shrink = sqrt(width * height / most);
        (floor(width / shrink / cell).max(1.0), floor(height / shrink / cell).max(1.0))
    } else if pixels < least {
        let grow = sqrt(least / (width * height));
        (ceil(width * grow / cell), ceil(height * grow / cell))
    } else {
        (columns, rows)
    }
}

/// Rounds to the nearest whole number, halves to even.
fn even(value: f64) -> f64 {
    let up = floor(value + 0.5);
    let halfway = up - value >= 0.5;
    if halfway && floor(up / 2.0) * 2.0 < up { up - 1.0 } else { up }
}

/// The largest grid in the picture's aspect ratio that keeps to the budget; a strip one cell wide if the picture is too
/// long for two.
fn budget(tokens: f64, (width, height): (f64, f64)) -> (f64, f64) {
    let scale = sqrt(tokens / (width * height));
    let (columns, rows) = (floor(width * scale), floor(height * scale));
    if rows < 1.0 {
        (floor(width / height).min(tokens), 1.0)
    } else if columns < 1.0 {
        (1.0, floor(height / width).min(tokens))
    } else {
        (columns, rows)
    }
}

/// Minimum side of a crop, pixels; then the maximum number of crops, and the aspect ratio from which pan and scan cuts.
const CROP: f64 = 256.0;
const MAX_CROPS: f64 = 4.0;
const LONG: f64 = 1.2;

/// Number of pan-and-scan crops; 0 if the picture stays whole.
fn crops(width: f64, height: f64) -> f64 {
    let (long, short) = (width.max(height), width.min(height));
    if long / short < LONG {
        return 0.0;
    }
    let wanted = floor(long / short + 0.5).min(floor(long / CROP));
    let crops = wanted.clamp(2.0, MAX_CROPS);
    if ceil(long / crops).min(short) < CROP { 0.0 } else { crops }
}

/// The grid with the aspect ratio closest to the picture's; of equally close ones the larger, as long as the picture
/// covers more than half of its area.
fn closest(side: f64, most: u32, (width, height): (f64, f64)) -> (f64, f64) {
    let mut best = ((1.0, 1.0), f64::INFINITY);
    each_grid(most, |grid| {
        let difference = (width / height - grid.0 / grid.1).abs();
        let tie = difference.to_bits() == best.1.to_bits();
        if difference < best.1 || tie && width * height > 0.5 * side * side * grid.0 * grid.1 {
            best = (grid, difference);
        }
    });
    best.0
}

/// The grid that needs the least upscaling, else the least downscaling; of equal ones the smallest.
fn canvas(side: f64, most: u32, (width, height): (f64, f64)) -> (f64, f64) {
    let mut best = ((1.0, 1.0), 0.0);
    each_grid(most, |grid| {
        let scale = (grid.0 * side / width).min(grid.1 * side / height);
        let better = if best.1 >= 1.0 { scale >= 1.0 && scale < best.1 } else { scale > best.1 };
        if better {
            best = (grid, scale);
        }
    });
    best.0
}

/// Calls `with` for every grid of at most `most` tiles, in ascending number of tiles.
fn each_grid(most: u32, mut with: impl FnMut((f64, f64))) {
    for tiles in 1..=most {
        for columns in 1..=tiles {
            if tiles % columns == 0 {
                with((f64::from(columns), f64::from(tiles / columns)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QWEN: PictureRule = PictureRule::Area { cell: 28.0, least: 3136.0, most: 12_845_056.0 };
    const INTERN: PictureRule = PictureRule::Tiles { side: 448.0, tokens: 256.0, most: 12 };
    const LLAMA: PictureRule = PictureRule::Canvas { side: 336.0, tokens: 144.0, most: 16 };
    const PAN: PictureRule = PictureRule::PanAndScan { side: 896.0, tokens: 256.0 };

    fn tokens(rule: PictureRule, width: f64, height: f64) -> f64 {
        rule.picture((width, height)).tokens
    }

    #[track_caller]
    fn same(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn cells_are_rounded_and_held_within_the_area() {
        // 1,920 ÷ 28 = 68.6 and 1,080 ÷ 28 = 38.6.
        same(tokens(QWEN, 1920.0, 1080.0), 69.0 * 39.0);
        // 37.5 goes to 38, 36.5 to 36.
        assert_eq!(QWEN.picture((1050.0, 1022.0)).grid, (38.0, 36.0));
        // At least 56 × 56 pixels.
        same(tokens(QWEN, 10.0, 10.0), 4.0);
        assert!(tokens(QWEN, 16_000.0, 9000.0) <= 16_384.0);
    }

    #[test]
    fn rows_have_a_mark() {
        let pixtral = PictureRule::Rows { cell: 16.0, longest: 1024.0 };
        same(tokens(pixtral, 1024.0, 1024.0), 65.0 * 64.0);
        same(tokens(pixtral, 512.0, 512.0), 33.0 * 32.0);
        same(tokens(pixtral, 1920.0, 1080.0), 65.0 * 36.0);
    }

    #[test]
    fn a_budget_is_kept() {
        let gemma = PictureRule::Budget { cell: 48.0, tokens: 280.0 };
        assert_eq!(gemma.picture((1000.0, 1000.0)).grid, (16.0, 16.0));
        // √(280 × 16 ÷ 9) = 22.3 across, 12.5 down.
        assert_eq!(gemma.picture((1920.0, 1080.0)).grid, (22.0, 12.0));
        assert_eq!(gemma.picture((10_000.0, 10.0)).grid, (280.0, 1.0));
    }

    #[test]
    fn long_pictures_are_cropped() {
        same(tokens(PAN, 1000.0, 1000.0), 256.0);
        same(tokens(PAN, 1920.0, 1080.0), 3.0 * 256.0);
        same(tokens(PAN, 1000.0, 4000.0), 5.0 * 256.0);
        same(tokens(PAN, 400.0, 300.0), 256.0);
    }

    #[test]
    fn tiles_take_the_shape_of_the_picture() {
        same(tokens(INTERN, 448.0, 448.0), 256.0);
        // 2 × 2 tiles are not twice the picture, and there is a view of the whole.
        same(tokens(INTERN, 896.0, 896.0), 5.0 * 256.0);
        // Only 4 × 3 tiles have exactly this shape.
        assert_eq!(INTERN.picture((640.0, 480.0)).grid, (4.0, 3.0));
        same(tokens(INTERN, 1344.0, 448.0), 4.0 * 256.0);
    }

    #[test]
    fn a_canvas_holds_the_picture_or_shrinks_it_least() {
        same(tokens(LLAMA, 336.0, 336.0), 144.0);
        same(tokens(LLAMA, 200.0, 300.0), 144.0);
        // 672 × 672 needs 2 × 2 tiles: 5 × 144 and 4 marks.
        same(tokens(LLAMA, 672.0, 672.0), 724.0);
        // 4 × 4 tiles are the largest square.
        same(tokens(LLAMA, 5000.0, 5000.0), 17.0 * 144.0 + 16.0);
    }
}
