//! Estimates the width of labels without a browser, from classes of characters in a wide typeface, so that real text is
//! narrower.

/// Returns the width of a text at this font size, in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// Cuts a text to this width in pixels, between words if possible, so that the visible label is part of the link's
/// accessible name. `None` if the text fits.
pub(super) fn cut(text: &str, size: f64, limit: f64) -> Option<String> {
    if width(text, size) <= limit {
        return None;
    }
    let mut left = limit / size - em('…');
    let fits = |c: &char| {
        left -= em(*c);
        left >= 0.0
    };
    let start: String = text.chars().take_while(fits).collect();
    let whole = start.rsplit_once([' ', '-']).map_or(start.as_str(), |(words, _)| words);
    Some(format!("{}…", whole.trim_end()))
}

fn em(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ' ' => 0.30,
        'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.40,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.95,
        'A'..='Z' => 0.72,
        ' '..='~' => 0.62,
        _ => 1.0,
    }
}
