//! Finds the mentions in a page of another generator, and decides which become links.
//!
//! 1. The text of the chosen elements is gathered in runs, as in the linker: what is emphasised belongs to the
//!    sentence, anything else ends it. The glossary's own matcher searches each run.
//! 2. A first or second heading begins a section. The author's own links to an entry count as its mention, wherever in
//!    the section.
//! 3. The rules of the site's own pages allow or refuse a mention; besides there is a limit for each section, and
//!    entries that are left out.
//! 4. A link is a place in the file: before one byte and before another. For a page that a script takes over it is a
//!    quotation, too.
//!
//! Never changes the page; [`super::write`] does.

use crate::glossary::Glossary;
use crate::html::author_links::{author_links, begins_section};
use crate::html::context::{Barred, Context, Effect, is_heading, is_phrase};
use crate::html::rules::Rules;
use crate::html::token::{Kind, Tag, Token};
use crate::html::tokens::{decoded, tokens};
use rooflight_glossary::link::decision::Reason;
use rooflight_glossary::link::first_mentions::FirstMentions;
use rooflight_glossary::link::inline_run::Run;
use rooflight_glossary::link::linked_body::{Mark, Point};
use rooflight_glossary::link::matcher;
use rooflight_glossary::link::mentions::Block;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::density::Density;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A mention of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The words' bytes in the page.
    pub span: Range<usize>,
    /// The name as the page has it.
    pub words: String,
    /// The entry that the name belongs to.
    pub entry: EntryId,
    /// Whether the entry says that this name should not be used.
    pub is_avoided: bool,
    /// Why it is not linked; `None` where it is.
    pub skipped: Option<Skipped>,
    /// The sentence around it, as plain text; empty where the rules want none.
    pub sentence: String,
    /// The number of the heading above it in [`Reading::headings`].
    pub heading: usize,
}

/// Why a mention is not linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// By the linker's rules.
    Rule(Reason),
    /// An author keeps links out of the element, or this entry's links.
    Ignored,
    /// The section has as many links as it may.
    Limit,
}

impl Skipped {
    /// The permanent name, for programs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Rule(reason) => reason.code(),
            Self::Ignored => "ignored",
            Self::Limit => "limit",
        }
    }
}

/// A link to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its bytes in the page: the words, with the emphasis that lies inside.
    pub span: Range<usize>,
    /// The entry that the link leads to.
    pub entry: EntryId,
    /// The quotation, where the words are one text of the page.
    pub quote: Option<Quote>,
}

/// The words of a link with the characters around them, as the browser has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The characters before.
    pub before: String,
    /// The words of the link, without its marks.
    pub words: String,
    /// The characters after.
    pub after: String,
}

/// The characters of a quotation on either side.
const AROUND: usize = 16;

/// The result of reading a page.
#[derive(Debug, Default)]
pub struct Reading {
    /// The mentions, in order. Those in code and in text that is not read are left out.
    pub mentions: Vec<Mention>,
    /// The links, in order.
    pub links: Vec<Link>,
    /// The entries that the page's author links.
    pub linked: BTreeSet<EntryId>,
    /// Whether the page has one of the elements that are read.
    pub is_read: bool,
    /// The headings in what is read, as plain text; the first is empty and stands for what is above them all.
    pub headings: Vec<String>,
}

/// Reads a page. With `quoted`, only words that can be quoted become links.
#[must_use]
pub fn read(html: &str, glossary: &Glossary, rules: &Rules, quoted: bool) -> Reading {
    read_tokens(html, &tokens(html), glossary, rules, quoted)
}

/// Reads a page that is cut into its parts already.
#[must_use]
pub fn read_tokens(html: &str, tokens: &[Token<'_>], glossary: &Glossary, rules: &Rules, quoted: bool) -> Reading {
    let seen = author_links(tokens, glossary, rules);
    let linked = seen.0.iter().flat_map(BTreeMap::keys).copied().collect();
    let mut page = BTreeMap::new();
    for (entry, at) in seen.0.iter().flatten() {
        page.entry(*entry).or_insert(*at);
    }
    let mut reader = Reader {
        html,
        glossary,
        rules,
        quoted,
        context: Context::default(),
        seen: FirstMentions::of_sections(seen.0, page),
        in_section: 0,
        run: Run::default(),
        pieces: Vec::new(),
        block: Block::default(),
        in_block: 0,
        out: Reading { linked, is_read: seen.1, headings: vec![String::new()], ..Reading::default() },
    };
    for (number, token) in tokens.iter().enumerate() {
        reader.token(number, token);
    }
    reader.flush();
    reader.end_block();
    reader.out
}

/// True where mentions are not even looked for.
fn is_passed_over(forbidden: Option<Barred>) -> bool {
    matches!(forbidden, Some(Barred::Rule(Reason::Code | Reason::Html) | Barred::Ignored))
}

/// A piece of a run: where it comes from.
struct Piece {
    /// The number of the text in the page.
    token: usize,
    /// Its bytes in the page.
    span: Range<usize>,
    /// Its bytes of the run.
    at: Range<usize>,
}

struct Reader<'a> {
    html: &'a str,
    glossary: &'a Glossary,
    rules: &'a Rules,
    quoted: bool,
    context: Context<'a>,
    seen: FirstMentions,
    /// Links in this section.
    in_section: usize,
    run: Run,
    pieces: Vec<Piece>,
    /// The text since the last tag of a block, with its mentions.
    block: Block,
    /// The first mention in that text.
    in_block: usize,
    out: Reading,
}

impl<'a> Reader<'a> {
    fn token(&mut self, number: usize, token: &Token<'a>) {
        let effect = match &token.kind {
            Kind::Text => return self.text(number, token.span.clone()),
            Kind::Other => return,
            Kind::Start(tag) => self.context.effect_of_start(tag, &self.rules.within),
            Kind::End(name) => self.context.effect_of_end(name),
        };
        if effect == Effect::Ends {
            self.flush();
        }
        if let Kind::Start(Tag { name, .. }) | Kind::End(name) = &token.kind
            && !is_phrase(name)
        {
            self.end_block();
        }
        match &token.kind {
            Kind::Start(tag) => {
                if is_heading(&tag.name) && self.context.is_read() {
                    self.out.headings.push(String::new());
                }
                if begins_section(tag) {
                    self.seen.next_section();
                    self.in_section = 0;
                }
                self.context.start(tag, effect, &self.rules.within, self.glossary);
            }
            Kind::End(name) => self.context.end(name),
            Kind::Text | Kind::Other => {}
        }
        if !self.is_gathered() {
            return;
        }
        let piece = self.pieces.len();
        match effect {
            Effect::Ends | Effect::Nothing => return,
            Effect::Begins => self.run.begin(piece, token.span.clone()),
            Effect::Closes => self.run.end(piece, token.span.clone()),
            Effect::Space => self.run.text(piece, " ", token.span.clone()),
        }
        self.piece(number, token.span.clone());
    }

    /// True where text may hold mentions, or is quoted around them as code is.
    fn is_gathered(&self) -> bool {
        self.context.is_read() && (self.rules.quotes || !is_passed_over(self.context.forbids()))
    }

    fn text(&mut self, number: usize, span: Range<usize>) {
        if !self.is_gathered() {
            return;
        }
        for (span, text) in decoded(self.html, span) {
            self.run.text(self.pieces.len(), &text, span.clone());
            self.piece(number, span);
        }
    }

    fn piece(&mut self, token: usize, span: Range<usize>) {
        let start = self.pieces.last().map_or(0, |last| last.at.end);
        self.pieces.push(Piece { token, span, at: start..self.run.text.len() });
    }

    /// Searches the waiting run.
    fn flush(&mut self) {
        let run = std::mem::take(&mut self.run);
        let forbidden = self.context.forbids();
        let mut consumed = 0;
        if !run.text.trim().is_empty() && self.context.is_read() && !is_passed_over(forbidden) {
            for mention in self.glossary.index.matcher.mentions(&run.text) {
                let link = self.verdict(&mention, &run, forbidden);
                if self.rules.quotes {
                    consumed = self.tell(&mention, &run.text, consumed);
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
        self.head(&run.text, forbidden);
        self.pieces.clear();
    }

    /// Adds a mention to the block, with the text before it from a byte of the run; the byte behind both.
    fn tell(&mut self, mention: &matcher::Mention<'_>, text: &str, from: usize) -> usize {
        let Range { start, end } = mention.range;
        self.block.text(text.get(from..start).unwrap_or_default());
        self.block.begin_mention(mention.form.document);
        // A name may lie inside a longer one.
        self.block.text(text.get(from.max(start)..end).unwrap_or_default());
        self.block.end_mention();
        from.max(end)
    }

    /// Adds the text of a run to the heading that it is in. A link without a word is the mark behind the heading.
    fn head(&mut self, text: &str, forbidden: Option<Barred>) {
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

    /// Gives the mentions of the text that ends here their sentences.
    fn end_block(&mut self) {
        let mentions = &mut self.out.mentions[self.in_block..];
        for (mention, around) in mentions.iter_mut().zip(std::mem::take(&mut self.block).finish()) {
            around.sentence.trim_start().clone_into(&mut mention.sentence);
        }
        self.in_block = self.out.mentions.len();
    }

    /// The link around a mention, or the reason for leaving it unlinked.
    fn verdict(
        &mut self,
        mention: &matcher::Mention<'_>,
        run: &Run,
        forbidden: Option<Barred>,
    ) -> Result<Link, Skipped> {
        let entry = mention.form.document;
        let rule = match forbidden {
            Some(Barred::Ignored) => return Err(Skipped::Ignored),
            Some(Barred::Rule(reason)) => Some(reason),
            None => None,
        };
        mention.allowed(None, rule).map_err(Skipped::Rule)?;
        if self.rules.except.contains(&entry) || self.context.ignores(entry) {
            return Err(Skipped::Ignored);
        }
        let crossing = Skipped::Rule(Reason::Crossing);
        let mark = run.around(&mention.range, entry).and_then(|link| run.mark(&link));
        let Some(Mark::Term { first, last, .. }) = mark else { return Err(crossing) };
        let quote = self.quote(first, last, &mention.range, &run.text);
        if self.quoted && quote.is_none() {
            return Err(crossing);
        }
        let span = self.byte(first, true)..self.byte(last, false);
        if self.in_section >= self.rules.most && self.rules.density != Density::Off {
            return Err(Skipped::Limit);
        }
        self.seen.count(entry, self.rules.density, span.start).map_err(Skipped::Rule)?;
        self.in_section += 1;
        Ok(Link { span, entry, quote })
    }

    /// The byte of the page before or after which a link's tag stands.
    fn byte(&self, point: Point, begins: bool) -> usize {
        let Some(piece) = self.pieces.get(point.node) else { return self.html.len() };
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

    /// The quotation of words that are in one text of the page.
    fn quote(&self, first: Point, last: Point, range: &Range<usize>, text: &str) -> Option<Quote> {
        let (first, last) = (first.node, last.node);
        let token = self.pieces.get(first)?.token;
        if self.pieces.get(first..=last)?.iter().any(|piece| piece.token != token || piece.at.is_empty()) {
            return None;
        }
        let same = |piece: &&Piece| piece.token == token;
        let start = self.pieces.iter().find(same)?.at.start;
        let end = self.pieces.iter().rfind(same)?.at.end;
        let before = text.get(start..range.start)?;
        let after = text.get(range.end..end)?;
        let from = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
        // A browser reads each line break as one character.
        let read = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        let after: String = after.chars().take(AROUND).collect();
        Some(Quote { before: read(&before[from..]), words: read(text.get(range.clone())?), after: read(&after) })
    }
}
