//! How wide a label is, without a browser to ask: reckoned by kinds of characters after a wide typeface, so that real
//! text is narrower.

/// The width of a text in pixels at this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// The text, cut to this width in pixels at this size, between words where it has some: then what is shown is part of
/// its name. `None` if it fits.
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
