//! Where a form comes from, and the effect of finding it.
//!
//! Both are small values stored in each form; the forms themselves are made in [`forms`](super::surface_forms).

/// The field of the front matter that has a form or the name from which it is derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// `term`.
    Term,
    /// An item of `aliases`, by its index.
    Alias(usize),
    /// An item of `avoid`, by its index.
    Avoid(usize),
    /// An item of `superseded`, by its index.
    Superseded(usize),
    /// An item of `forms`, by its index.
    Form(usize),
    /// A phrase of `not`, by its index.
    Not(usize),
}

impl Origin {
    /// True unless it is a `not` phrase, which names no entry.
    #[must_use]
    pub fn is_name(self) -> bool {
        !matches!(self, Self::Not(_))
    }

    /// True for a name that authors should not use: from `avoid` or `superseded`.
    #[must_use]
    pub fn is_unwanted(self) -> bool {
        matches!(self, Self::Avoid(_) | Self::Superseded(_))
    }
}

/// The effect of finding a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPolicy {
    /// Links to the entry.
    Linked,
    /// Links to no entry, nor to one that is mentioned inside the phrase.
    Vetoed,
    /// Mentions the entry, which is linked only by hand: `match: manual`.
    Manual,
    /// Mentions the entry, which is never linked: `match: never`.
    Never,
    /// Mentions a draft, which is not linked.
    Draft,
}

impl LinkPolicy {
    /// True if such a form takes part in the choice of the longest match; the others are only searched to be explained.
    #[must_use]
    pub fn counts(self) -> bool {
        matches!(self, Self::Linked | Self::Vetoed)
    }
}
