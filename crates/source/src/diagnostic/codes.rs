//! The one list of all kinds of problems that the program reports.
//!
//! 1. Every diagnostic has a [`Code`], so every message is in this list.
//! 2. Each code has a section in the guide, `content/pages/guide/messages.md`; a test compares the two lists.
//!
//! Names are permanent: authors search for them, and editors filter by them.

use crate::diagnostic::severity::Severity;
use serde::{Deserialize, Serialize};

/// Address of the guide's page on messages. The program has its own copy, see `rooflight explain`.
const GUIDE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/content/pages/guide/messages.md");

rooflight_primitives::variants! {
    /// A kind of problem; errors come before warnings.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Code [
        /// The permanent, kebab-case name.
        pub name: &'static str,
        /// The severity by default.
        pub severity: Severity,
    ] {
        /// The content folder, the site's settings or the first entry is missing.
        NoContent = ("no-content", Severity::Error),
        /// A file or folder cannot be read.
        Unreadable = ("unreadable", Severity::Error),
        /// A file's bytes are not UTF-8.
        NotUtf8 = ("not-utf8", Severity::Error),
        /// A Markdown file without front matter, or with one that never ends.
        NoFrontMatter = ("no-front-matter", Severity::Error),
        /// YAML that does not parse, or a value of the wrong shape.
        Yaml = ("yaml", Severity::Error),
        /// A required key is missing.
        MissingKey = ("missing-key", Severity::Error),
        /// A key that the schema does not define.
        UnknownKey = ("unknown-key", Severity::Error),
        /// A required value is empty.
        EmptyValue = ("empty-value", Severity::Error),
        /// A value of the right shape that cannot be used.
        BadValue = ("bad-value", Severity::Error),
        /// A name that cannot be part of an address.
        BadAddress = ("bad-address", Severity::Error),
        /// Two pages or files with the same address.
        AddressTaken = ("address-taken", Severity::Error),
        /// A definition that is too long for a hover card.
        LongDefinition = ("long-definition", Severity::Error),
        /// An entry or a record that names no source.
        NoSource = ("no-source", Severity::Error),
        /// A link to a term that no entry defines.
        UnknownTerm = ("unknown-term", Severity::Error),
        /// A name that could refer to two entries.
        AmbiguousForm = ("ambiguous-form", Severity::Error),
        /// A citation without its source.
        UnknownSource = ("unknown-source", Severity::Error),
        /// An id that the list it refers to does not contain.
        UnknownId = ("unknown-id", Severity::Error),
        /// An identifier used twice.
        Duplicate = ("duplicate", Severity::Error),
        /// An impossible fact of the catalog.
        ImpossibleFact = ("impossible-fact", Severity::Error),
        /// A calculator that cannot show what its entry asks for.
        Calculator = ("calculator", Severity::Error),
        /// A mistake in an expression of a calculator's file.
        Expression = ("expression", Severity::Error),
        /// A mistake in a drawing.
        Drawing = ("drawing", Severity::Error),
        /// A mistake in a formula.
        Formula = ("formula", Severity::Error),
        /// A mention of a measured run that does not exist or has another figure.
        Run = ("run", Severity::Error),
        /// A measured speed that names no run and cites no source.
        UnsourcedMeasurement = ("unsourced-measurement", Severity::Error),
        /// A link that pages must not contain.
        BadLink = ("bad-link", Severity::Error),
        /// A link within the site without a target.
        DeadLink = ("dead-link", Severity::Error),
        /// A published address that no longer exists.
        LostAddress = ("lost-address", Severity::Error),
        /// Raw HTML on a site that does not allow it.
        RawHtml = ("raw-html", Severity::Error),
        /// A lesson's page that no track shows.
        UnusedPage = ("unused-page", Severity::Error),
        /// A template that does not parse or render.
        Template = ("template", Severity::Error),
        /// A fit of measurements that does not parse.
        BrokenFit = ("broken-fit", Severity::Error),
        /// A fit that was made from other measurements than the site has.
        OutdatedFit = ("outdated-fit", Severity::Warning),
        /// A definition nearly the same as another.
        SimilarDefinition = ("similar-definition", Severity::Warning),
        /// An entry that rests on secondary sources alone.
        NoPrimarySource = ("no-primary-source", Severity::Warning),
        /// A source that is listed and never cited.
        UnusedSource = ("unused-source", Severity::Warning),
        /// A link to another host without encryption.
        InsecureLink = ("insecure-link", Severity::Warning),
        /// A review more than a year older than the newest content, or, with `--stale`, more than six months old.
        StaleReview = ("stale-review", Severity::Warning),
        /// A past year that is called the present or cites no source.
        PastYear = ("past-year", Severity::Warning),
        /// A source without the day on which it was read.
        UndatedSource = ("undated-source", Severity::Warning),
        /// A source whose address is a front page or follows a branch.
        VagueSource = ("vague-source", Severity::Warning),
        /// A source of an older version than another one of the site.
        OldVersion = ("old-version", Severity::Warning),
        /// A speed without its hardware or its model.
        BareSpeed = ("bare-speed", Severity::Warning),
        /// A renamed entry without a permanent name.
        NoId = ("no-id", Severity::Warning),
        /// A body that was rewritten without a note for readers of the feed.
        NoNote = ("no-note", Severity::Warning),
        /// A file that no page and no setting uses.
        UnusedFile = ("unused-file", Severity::Warning),
        /// Strings of the interface that the site's language lacks.
        Untranslated = ("untranslated", Severity::Warning),
        /// A translation whose original is gone.
        OrphanedTranslation = ("orphaned-translation", Severity::Warning),
        /// A translation into a language that the site does not have.
        UnknownLanguage = ("unknown-language", Severity::Warning),
        /// A translation that does not name the version of its original.
        TranslationHash = ("translation-hash", Severity::Warning),
        /// An entry that nothing links to.
        Orphan = ("orphan", Severity::Warning),
        /// A mention by a name that its entry says to avoid.
        AvoidedName = ("avoided-name", Severity::Warning),
        /// A first mention in documentation that does not link to its entry.
        UnlinkedMention = ("unlinked-mention", Severity::Warning),
        /// An entry that no page of the documentation mentions.
        UnusedTerm = ("unused-term", Severity::Warning),
        /// A name that the format of an export cannot hold.
        UnexportedName = ("unexported-name", Severity::Warning),
        /// A setting that still has its initial value.
        Placeholder = ("placeholder", Severity::Warning),
        /// Two theme colours with too little contrast.
        LowContrast = ("low-contrast", Severity::Warning),
        /// A large theme file that every page loads.
        LargeFile = ("large-file", Severity::Warning),
        /// Markup of another program in an entry's text.
        Leftover = ("leftover", Severity::Warning),
        /// A proper name in lower case.
        LowerCase = ("lower-case", Severity::Warning),
        /// A universal statement that cites no source.
        Universal = ("universal", Severity::Warning),
        /// Wording or punctuation against the site's style rules.
        Style = ("style", Severity::Warning),
    }
}

impl Code {
    /// The address of the guide's section on it.
    #[must_use]
    pub fn guide(self) -> String {
        format!("{GUIDE}#{}", self.name())
    }

    /// The code with this kebab-case name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
