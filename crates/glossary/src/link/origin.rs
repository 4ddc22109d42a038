//! Where a form comes from, and what finding it does.
//!
//! Both are small values that travel with each form; the forms themselves are made in [`forms`](super::forms).

/// Where an author wrote a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The term itself.
    Term,
    /// One of `aliases`, by its position.
    Alias(usize),
    /// One of `avoid`, by its position.
    Avoid(usize),
    /// One of `superseded`, by its position.
    Superseded(usize),
    /// One of `forms`, by its position.
    Form(usize),
    /// A phrase of `not`, by its position.
    Not(usize),
}

impl Origin {
    /// True for what names the entry.
    #[must_use]
    pub fn is_name(self) -> bool {
        !matches!(self, Self::Not(_))
    }

    /// True for a name that should not be used.
    #[must_use]
    pub fn is_unwanted(self) -> bool {
        matches!(self, Self::Avoid(_) | Self::Superseded(_))
    }
}

/// The effect of finding a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPolicy {
    /// The entry is meant.
    Linked,
    /// The entry is not meant, and no other inside the phrase.
    Vetoed,
    /// The entry is meant, but linked only by hand: `match: manual`.
    Manual,
    /// The entry is meant, but never linked: `match: never`.
    Never,
    /// The entry is a draft.
    Draft,
}

impl LinkPolicy {
    /// True for what takes part in the choice of the longest; the others are only looked up to explain.
    #[must_use]
    pub fn counts(self) -> bool {
        matches!(self, Self::Linked | Self::Vetoed)
    }
}
