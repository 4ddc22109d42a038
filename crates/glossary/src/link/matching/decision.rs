//! The linker's decision about one mention. `rooflight links` prints decisions; reports count them.

use crate::link::forms::capitals::Capitals;
use crate::link::forms::inflect::DerivationRule;
use crate::link::forms::origin::Origin;
use crate::model::ids::EntryId;
use std::ops::Range;

/// The decision about one mention: it is linked, or the reason why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The mention's bytes in the file.
    pub span: Range<usize>,
    /// The words of the mention; those of a link by hand are the words that it shows.
    pub words: String,
    /// The document that is meant. Drafts come after all published documents.
    pub document: EntryId,
    /// How the mention was found.
    pub by: MatchOrigin,
    /// Why it is not linked; `None` where it is.
    pub skipped: Option<Reason>,
}

/// How a mention was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchOrigin {
    /// The author linked it: `[[…]]`.
    Hand,
    /// The author linked the entry's page by its address.
    Address,
    /// By a form: the text searched for, the name in the front matter, and the rule that derived the text from it;
    /// `None` if the text is the name itself.
    Form(String, Origin, Option<DerivationRule>),
}

/// Why a mention is not linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// In a heading.
    Heading,
    /// In the words of another link.
    Link,
    /// In words that the author keeps free of links: `[words]()`.
    Kept,
    /// In an image's description.
    Image,
    /// In a block quotation.
    Quote,
    /// In the head of a table.
    TableHead,
    /// In a block or span of code.
    Code,
    /// In raw HTML.
    Html,
    /// Part of an address or a path.
    Address,
    /// An ordinary word that is part of the name of something else.
    LongerName,
    /// An ordinary word with a grammatical function or its everyday sense: “a type of”, „in der Regel“.
    OtherUse,
    /// The bare name of a term with a topic in parentheses, “Port (networking)”, on a page of another topic.
    OtherTopic,
    /// Half inside an emphasis, half outside.
    Crossing,
    /// On the entry's own page.
    Own,
    /// In a phrase that the entry lists under `not`.
    Not,
    /// Its capitals differ from the name's.
    OtherCase(Capitals),
    /// The entry has `match: manual`.
    Manual,
    /// The entry has `match: never`.
    Never,
    /// The entry is a draft.
    Draft,
    /// Links are switched off here: `links: off`, or `{links=off}` at a heading.
    Off,
    /// This section links it already, at that byte of the file.
    SeenInSection(usize),
    /// This page links it already, at that byte of the file.
    SeenOnPage(usize),
}

impl Reason {
    /// True if the words mean something else than the term, or are part of a longer name.
    #[must_use]
    pub const fn is_other_sense(self) -> bool {
        matches!(self, Self::Not | Self::LongerName | Self::OtherUse | Self::OtherTopic)
    }

    /// The stable code in JSON output.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Link => "link",
            Self::Kept => "kept-free",
            Self::Image => "image",
            Self::Quote => "quotation",
            Self::TableHead => "table-head",
            Self::Code => "code",
            Self::Html => "html",
            Self::Address => "address",
            Self::LongerName => "longer-name",
            Self::OtherUse => "other-use",
            Self::OtherTopic => "other-topic",
            Self::Crossing => "crossing",
            Self::Own => "own-page",
            Self::Not => "not",
            Self::OtherCase(_) => "other-case",
            Self::Manual => "manual",
            Self::Never => "never",
            Self::Draft => "draft",
            Self::Off => "off",
            Self::SeenInSection(_) => "seen-in-section",
            Self::SeenOnPage(_) => "seen-on-page",
        }
    }
}
