//! A decision of the linker about one mention, as a value: `rooflight links` prints it, reports count it.

use crate::link::capitals::Capitals;
use crate::link::inflect::Rule;
use crate::link::origin::Origin;
use crate::model::ids::EntryId;
use std::ops::Range;

/// The fate of one mention: linked, or the reason why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The words' bytes in the file.
    pub span: Range<usize>,
    /// The words as written there.
    pub words: String,
    /// The document that is meant: a draft's number comes after those of all published ones.
    pub document: EntryId,
    /// How it was found.
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
    /// By a form: the text that was searched for, what the author wrote, and the rule that derived the one from the
    /// other.
    Form(String, Origin, Option<Rule>),
}

/// Why a mention is not linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// In a heading.
    Heading,
    /// In a link's words.
    Link,
    /// In words that the author keeps free of links: `[words]()`.
    Kept,
    /// In an image's description.
    Image,
    /// In a quotation.
    Quote,
    /// In the head of a table.
    TableHead,
    /// In a block or span of code.
    Code,
    /// In raw HTML.
    Html,
    /// Part of an address or a path.
    Address,
    /// An ordinary word inside the name of something else.
    LongerName,
    /// An ordinary word that is used for its grammar or in its everyday sense: “a type of”, „in der Regel“.
    OtherUse,
    /// Half inside an emphasis, half outside.
    Crossing,
    /// The page's own entry.
    Own,
    /// The entry's `not` phrase.
    Not,
    /// The name has other capitals.
    OtherCase(Capitals),
    /// `match: manual`.
    Manual,
    /// `match: never`.
    Never,
    /// The entry that is meant is not published yet.
    Draft,
    /// Links are switched off here.
    Off,
    /// This section links it already, at that byte of the file.
    SeenInSection(usize),
    /// This page links it already, at that byte of the file.
    SeenOnPage(usize),
}

impl Reason {
    /// The permanent name, for programs.
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
