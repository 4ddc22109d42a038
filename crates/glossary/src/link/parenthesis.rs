//! The parts of a name that ends in parentheses, as far as each is a name by itself.
//!
//! 1. The part outside always is: "Block (CSS)" is also called "Block". Where several entries would be, [`crate::link::forms`] gives it
//!    to none.
//! 2. The part inside is one if either abbreviates the other: "Container Runtime Interface (CRI)", "SIG (special interest group)". Any
//!    other only disambiguates.
//!
//! An abbreviation is one word that begins like the long form, whose letters occur in it in the same order (after Schwartz and Hearst);
//! the long form has several words.

/// The names in a name like `Container Runtime Interface (CRI)`; none in one without parentheses at its end.
#[must_use]
pub fn parts(name: &str) -> Vec<&str> {
    let Some((outside, inside)) = name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) else {
        return Vec::new();
    };
    let (outside, inside) = (outside.trim(), inside.trim());
    if outside.is_empty() || inside.is_empty() || [outside, inside].iter().any(|part| part.contains(['(', ')'])) {
        return Vec::new();
    }
    let both = abbreviates(inside, outside) || abbreviates(outside, inside);
    std::iter::once(outside).chain(both.then_some(inside)).collect()
}

fn abbreviates(short: &str, long: &str) -> bool {
    if short.contains(' ') || !long.contains([' ', '-']) {
        return false;
    }
    let low =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (short, long) = (low(short), low(long));
    let mut letters = long.iter();
    short.len() > 1 && short.first() == long.first() && short.iter().all(|c| letters.any(|other| other == c))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn abbreviations_and_distinctions() {
        let cases = [
            ("Container Runtime Interface (CRI)", "Container Runtime Interface+CRI"),
            ("Mutual Transport Layer Security (mTLS)", "Mutual Transport Layer Security+mTLS"),
            ("SIG (special interest group)", "SIG+special interest group"),
            ("Block (CSS)", "Block"),
            ("Class (CSS)", "Class"),
            ("Downstream (disambiguation)", "Downstream"),
            ("f(x)", ""),
            ("a (b) (c)", ""),
            ("(only)", ""),
            ("token", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(parts(name).join("+"), expected, "{name}");
        }
    }
}
