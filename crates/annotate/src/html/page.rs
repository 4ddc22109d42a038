//! Finds the mentions in a page of another generator, and decides which become links.
//!
//! 1. The text of the chosen elements is gathered in runs, as in the linker: emphasis and line breaks belong to a run,
//!    any other element ends it. The glossary's own matcher searches each run.
//! 2. A first- or second-level heading begins a section. The author's own link to an entry counts as its mention,
//!    wherever it is in the section.
//! 3. The rules of the site's own pages allow or refuse a mention. In addition, a section has a limit of links, and
//!    entries can be excluded.
//! 4. A link is a span of bytes in the file. For a page that a framework hydrates it is also a quotation.
//!
//! Never changes the page; [`super::write`] does.

use crate::glossary::Glossary;
use crate::html::author_links::{author_links, begins_section};
use crate::html::context::{Barred, Context, Effect, is_heading, is_phrase};
use crate::html::rules::Rules;
use crate::html::token::{Tag, Token, TokenKind};
use crate::html::tokens::{decoded, text_from, tokens};
use rooflight_glossary::link::matching::decision::Reason;
use rooflight_glossary::link::matching::first_mentions::FirstMentions;
use rooflight_glossary::link::matching::inline_run::InlineRun;
use rooflight_glossary::link::matching::linked_body::{LinkMark, Point};
use rooflight_glossary::link::matching::matcher;
use rooflight_glossary::link::matching::mentions::BlockText;
use rooflight_glossary::link::matching::topic::PageTopic;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::density::Density;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A mention of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The words' bytes in the page.
    pub span: Range<usize>,
    /// The words, as plain text.
    pub words: String,
    /// The entry that the name belongs to.
    pub entry: EntryId,
    /// Whether the entry lists this name under `avoid` or `superseded`.
    pub is_avoided: bool,
    /// Why it is not linked; `None` if it is.
    pub skipped: Option<Skipped>,
    /// The sentence around it, as plain text; empty unless the rules ask for quotes.
    pub sentence: String,
    /// The index in [`Reading::headings`] of the heading above it.
    pub heading: usize,
}

/// Why a mention is not linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// By the linker's rules.
    Rule(Reason),
    /// An author switched links off in the element, or the entry is excluded.
    Ignored,
    /// The section already has [`Rules::max_links`] links.
    Limit,
}

impl Skipped {
    /// Returns the stable name for programs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Rule(reason) => reason.code(),
            Self::Ignored => "ignored",
            Self::Limit => "limit",
        }
    }
}

/// A link to insert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedLink {
    /// Its bytes in the page: the words, with any emphasis inside.
    pub span: Range<usize>,
    /// The entry that the link leads to.
    pub entry: EntryId,
    /// The quotation, if the words are within one text of the page.
    pub quote: Option<Quote>,
}

/// The words of a link with the characters around them, as a browser's DOM has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Up to 16 characters of the same text before the words.
    pub before: String,
    /// The words of the link, with character references decoded.
    pub words: String,
    /// Up to 16 characters of the same text after the words.
    pub after: String,
}

/// Characters of a quotation on either side of the words.
const QUOTE_CONTEXT: usize = 16;

/// The result of reading a page.
#[derive(Debug, Default)]
pub struct Reading {
    /// The mentions, in order, without those in code and in text that is not read.
    pub mentions: Vec<Mention>,
    /// The links to insert, in order.
    pub links: Vec<PlannedLink>,
    /// The entries that the page's author linked.
    pub linked: BTreeSet<EntryId>,
    /// Whether the page has an element that the rules read.
    pub is_read: bool,
    /// The headings in the elements that are read, as plain text; the first is empty, for text above all headings.
    pub headings: Vec<String>,
}

/// Reads a page. With `quoted`, only words that can be quoted become links.
#[must_use]
pub fn read(html: &str, glossary: &Glossary, rules: &Rules, quoted: bool) -> Reading {
    read_tokens(html, &tokens(html), glossary, rules, quoted)
}

/// Reads a page that is already split into tokens.
#[must_use]
pub fn read_tokens(html: &str, tokens: &[Token<'_>], glossary: &Glossary, rules: &Rules, quoted: bool) -> Reading {
    let seen = author_links(tokens, glossary, rules);
    let linked = seen.0.iter().flat_map(BTreeMap::keys).copied().collect();
    let mut page = BTreeMap::new();
    for (entry, at) in seen.0.iter().flatten() {
        page.entry(*entry).or_insert(*at);
    }
    let mut linker = PageLinker {
        html,
        tokens,
        topic: PageTopic::default(),
        glossary,
        rules,
        quoted,
        context: Context::default(),
        seen: FirstMentions::of_sections(seen.0, page),
        in_section: 0,
        run: InlineRun::default(),
        spans: Vec::new(),
        block: BlockText::default(),
        in_block: 0,
        out: Reading { linked, is_read: seen.1, headings: vec![String::new()], ..Reading::default() },
    };
    for (number, token) in tokens.iter().enumerate() {
        linker.token(number, token);
    }
    linker.flush();
    linker.end_block();
    linker.out
}

/// True where mentions are not searched for.
fn is_passed_over(forbidden: Option<Barred>) -> bool {
    matches!(forbidden, Some(Barred::Rule(Reason::Code | Reason::Html) | Barred::Ignored))
}

/// A piece of a run, with its place in the page.
struct SourceSpan {
    /// The index of its token.
    token: usize,
    /// Its bytes in the page.
    span: Range<usize>,
    /// Its bytes in the run.
    at: Range<usize>,
}

/// Walks the tokens of a page, and gathers its mentions and links.
struct PageLinker<'a> {
    html: &'a str,
    tokens: &'a [Token<'a>],
    topic: PageTopic,
    glossary: &'a Glossary,
    rules: &'a Rules,
    quoted: bool,
    context: Context<'a>,
    seen: FirstMentions,
    /// Links in this section so far.
    in_section: usize,
    run: InlineRun,
    spans: Vec<SourceSpan>,
    /// The text since the last block-level tag, with its mentions.
    block: BlockText,
    /// The index of the first mention in that text.
    in_block: usize,
    out: Reading,
}

impl<'a> PageLinker<'a> {
    fn token(&mut self, number: usize, token: &Token<'a>) {
        let effect = match &token.kind {
            TokenKind::Text => return self.text(number, token.span.clone()),
            TokenKind::Other => return,
            TokenKind::Start(tag) => self.context.effect_of_start(tag, &self.rules.within),
            TokenKind::End(name) => self.context.effect_of_end(name),
        };
        if effect == Effect::Ends {
            self.flush();
        }
        if let TokenKind::Start(Tag { name, .. }) | TokenKind::End(name) = &token.kind
            && !is_phrase(name)
        {
            self.end_block();
        }
        match &token.kind {
            TokenKind::Start(tag) => {
                if is_heading(&tag.name) && self.context.is_read() {
                    self.out.headings.push(String::new());
                }
                if begins_section(tag) {
                    self.seen.next_section();
                    self.in_section = 0;
                }
                self.context.start(tag, effect, &self.rules.within, self.glossary);
            }
            TokenKind::End(name) => self.context.end(name),
            TokenKind::Text | TokenKind::Other => {}
        }
        if !self.is_gathered() {
            return;
        }
        let node = self.spans.len();
        match effect {
            Effect::Ends | Effect::Nothing => return,
            Effect::Begins => self.run.begin(node, token.span.clone()),
            Effect::Closes => self.run.end(node, token.span.clone()),
            Effect::Space => self.run.text(node, " ", token.span.clone()),
        }
        self.add_span(number, token.span.clone());
    }

    /// True where text may contain mentions, or belongs to the sentences that are quoted, as code does.
    fn is_gathered(&self) -> bool {
        self.context.is_read() && (self.rules.quotes || !is_passed_over(self.context.barred()))
    }

    fn text(&mut self, number: usize, span: Range<usize>) {
        if !self.is_gathered() {
            return;
        }
        for (span, text) in decoded(self.html, span) {
            self.run.text(self.spans.len(), &text, span.clone());
            self.add_span(number, span);
        }
    }

    fn add_span(&mut self, token: usize, span: Range<usize>) {
        let start = self.spans.last().map_or(0, |last| last.at.end);
        self.spans.push(SourceSpan { token, span, at: start..self.run.text.len() });
    }

    /// Searches the gathered run, and begins a new one.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        let forbidden = self.context.barred();
        let mut consumed = 0;
        if !run.text.trim().is_empty() && self.context.is_read() && !is_passed_over(forbidden) {
            for mention in self.glossary.index.matcher.mentions(&run.text) {
                let link = self.decide(&mention, &run, forbidden);
                if self.rules.quotes {
                    consumed = self.add_mention(&mention, &run.text, consumed);
                }
                self.out.mentions.push(Mention {
                    span: run.source(&mention.range),
                    words: run.text[mention.range.clone()].to_owned(),
                    entry: mention.form.document,
                    is_avoided: mention.form.origin.is_unwanted(),
                    skipped: link.as_ref().err().copied(),
                    sentence: String::new(),
                    heading: self.out.headings.len() - 1,
                });
                self.out.links.extend(link);
            }
        }
        if self.rules.quotes {
            self.block.text(&run.text[consumed..]);
        }
        self.add_to_heading(&run.text, forbidden);
        self.spans.clear();
    }

    /// Adds a mention to the block, with the run's text between byte `from` and it. Returns the byte after both.
    fn add_mention(&mut self, mention: &matcher::Mention<'_>, text: &str, from: usize) -> usize {
        let Range { start, end } = mention.range;
        self.block.text(text.get(from..start).unwrap_or_default());
        self.block.begin_mention(mention.form.document);
        // A name may lie inside a longer one.
        self.block.text(text.get(from.max(start)..end).unwrap_or_default());
        self.block.end_mention();
        from.max(end)
    }

    /// Adds the text of a run to the heading around it, if any. A link without letters is an anchor mark, and left out.
    fn add_to_heading(&mut self, text: &str, forbidden: Option<Barred>) {
        let Some(heading) = self.out.headings.last_mut().filter(|_| self.context.is_in_heading()) else { return };
        if forbidden != Some(Barred::Rule(Reason::Link)) || text.contains(char::is_alphanumeric) {
            for c in text.chars() {
                if !c.is_whitespace() {
                    heading.push(c);
                } else if !heading.is_empty() && !heading.ends_with(' ') {
                    heading.push(' ');
                }
            }
        }
    }

    /// Gives the mentions of the block that ends here their sentences.
    fn end_block(&mut self) {
        let mentions = &mut self.out.mentions[self.in_block..];
        for (mention, around) in mentions.iter_mut().zip(std::mem::take(&mut self.block).finish()) {
            around.sentence.trim_start().clone_into(&mut mention.sentence);
        }
        self.in_block = self.out.mentions.len();
    }

    /// Returns the link around a mention, or the reason for leaving it unlinked.
    fn decide(
        &mut self,
        mention: &matcher::Mention<'_>,
        run: &InlineRun,
        forbidden: Option<Barred>,
    ) -> Result<PlannedLink, Skipped> {
        let entry = mention.form.document;
        let rule = match forbidden {
            Some(Barred::Ignored) => return Err(Skipped::Ignored),
            Some(Barred::Rule(reason)) => Some(reason),
            None => None,
        };
        mention.allowed(None, rule).map_err(Skipped::Rule)?;
        let begins = |tag: &Tag<'_>| self.rules.within.matches(tag);
        let text = || [&*text_from(self.html, self.tokens, begins), &self.glossary.title].join("\n");
        if !self.topic.admits(mention.form, || false, text) {
            return Err(Skipped::Rule(Reason::OtherTopic));
        }
        if self.rules.except.contains(&entry) || self.context.ignores(entry) {
            return Err(Skipped::Ignored);
        }
        let crossing = Skipped::Rule(Reason::Crossing);
        let mark = run.around(&mention.range, entry).and_then(|link| run.mark(&link));
        let Some(LinkMark::Term { first, last, .. }) = mark else { return Err(crossing) };
        let quote = self.quote(first, last, &mention.range, &run.text);
        if self.quoted && quote.is_none() {
            return Err(crossing);
        }
        let span = self.byte(first, true)..self.byte(last, false);
        if self.in_section >= self.rules.max_links && self.rules.density != Density::Off {
            return Err(Skipped::Limit);
        }
        self.seen.count(entry, self.rules.density, span.start).map_err(Skipped::Rule)?;
        self.in_section += 1;
        Ok(PlannedLink { span, entry, quote })
    }

    /// Returns the byte of the page at which a link's start tag (`begins`) or end tag goes.
    fn byte(&self, point: Point, begins: bool) -> usize {
        let Some(piece) = self.spans.get(point.node) else { return self.html.len() };
        if piece.at.len() == piece.span.len() {
            piece.span.start + point.at
        } else if piece.at.is_empty() {
            // Emphasis: the link goes around it.
            if begins { piece.span.start } else { piece.span.end }
        } else if point.at == 0 {
            piece.span.start
        } else {
            piece.span.end
        }
    }

    /// Returns the quotation of words that are within one text of the page.
    fn quote(&self, first: Point, last: Point, range: &Range<usize>, text: &str) -> Option<Quote> {
        let (first, last) = (first.node, last.node);
        let token = self.spans.get(first)?.token;
        if self.spans.get(first..=last)?.iter().any(|piece| piece.token != token || piece.at.is_empty()) {
            return None;
        }
        let same = |piece: &&SourceSpan| piece.token == token;
        let start = self.spans.iter().find(same)?.at.start;
        let end = self.spans.iter().rfind(same)?.at.end;
        let before = text.get(start..range.start)?;
        let after = text.get(range.end..end)?;
        let from = before.char_indices().rev().nth(QUOTE_CONTEXT - 1).map_or(0, |(at, _)| at);
        // A browser reads each line break as one character.
        let read = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        let after: String = after.chars().take(QUOTE_CONTEXT).collect();
        Some(Quote { before: read(&before[from..]), words: read(text.get(range.clone())?), after: read(&after) })
    }
}
