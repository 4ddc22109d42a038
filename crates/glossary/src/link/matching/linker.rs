//! Links one body: walks its nodes and marks a link around each mention that the rules allow.
//!
//! 1. Text, line breaks and emphasis form an [`InlineRun`], in which mentions are searched; any other node ends it.
//! 2. [`Context`] knows where nothing is linked. An entry is never linked on its own page, a draft never at all.
//! 3. The density decides which mentions of a term are linked: the first on the page, the first under each `##`, all or
//!    none. An author's own link counts as the first, wherever it is in the section.
//! 4. Each link is recorded with the sentence around it, for the other entry's backlinks.
//! 5. To explain, the linker also searches where nothing is linked, and records each [`Decision`].
//!
//! Links add elements, never characters: the text of the result is that of the source.

use crate::link::matching::context::{self, Context};
use crate::link::matching::decision::{Decision, MatchOrigin, Reason};
use crate::link::matching::explicit_links::Lookup;
use crate::link::matching::first_mentions::FirstMentions;
use crate::link::matching::index::LinkIndex;
use crate::link::matching::inline_run::{InlineRun, LinkPlacement, RunPart};
use crate::link::matching::linked_body::LinkMark;
use crate::link::matching::matcher::Mention;
use crate::link::matching::mentions::{BlockText, Mentioned};
use crate::link::matching::problems;
use crate::link::matching::topic::{self, PageTopic};
use crate::model::bibliography::Source;
use crate::model::document::Documents;
use crate::model::ids::{EntryId, SourceIndex};
use crate::syntax::density::Density;
use crate::syntax::heading_target;
use crate::syntax::source_body::Body;
use crate::syntax::tree::{Block, HeadingLevel, Inline, Name, NodeKind, WalkEvent};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::ops::Range;

/// The result of linking a body.
#[derive(Debug, Default)]
pub struct BodyLinks {
    /// The marks for the body, in the order of its nodes.
    pub marks: Vec<LinkMark>,
    /// The linked mentions of other entries with their sentences, in reading order.
    pub mentioned: Vec<Mentioned>,
    /// The cited sources, in order of first use.
    pub cited: Vec<SourceIndex>,
    /// The decisions in reading order; empty unless [`Subject::explain`] is set.
    pub decisions: Vec<Decision>,
}

/// The body to link, with the settings that apply to it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The path of the file, for diagnostics.
    pub path: &'a str,
    /// The parsed body.
    pub body: &'a Body,
    /// The entry whose body it is; `None` for a page.
    pub own: Option<EntryId>,
    /// The sources that may be cited; empty for a page.
    pub sources: &'a [Source],
    /// How often a term is linked, unless a heading sets it.
    pub density: Density,
    /// The text of the whole file, if decisions are to be recorded.
    pub explain: Option<&'a str>,
}

/// Links a body; `search` is the index of all `documents`.
pub fn link(
    subject: Subject<'_>,
    documents: &Documents,
    search: &LinkIndex,
    problems: &mut Vec<Diagnostic>,
) -> BodyLinks {
    let tree = subject.body.tree();
    let mut linker = Linker {
        subject,
        documents,
        search,
        problems,
        out: BodyLinks::default(),
        run: InlineRun::default(),
        context: Context::default(),
        seen: FirstMentions::new(&tree, subject.own.is_some(), &search.names),
        densities: Vec::new(),
        topic: PageTopic::default(),
        block: BlockText::default(),
        mention: None,
        bare: None,
        address: false,
    };
    for event in tree.walk() {
        match event {
            WalkEvent::Enter(number, node) => linker.enter(number, &node.kind, &node.span),
            WalkEvent::Leave(number, node) => linker.leave(number, &node.kind, &node.span),
        }
    }
    linker.flush();
    linker.end_block();
    linker.out
}

struct Linker<'a, 'b> {
    subject: Subject<'a>,
    documents: &'a Documents,
    search: &'a LinkIndex,
    problems: &'b mut Vec<Diagnostic>,
    out: BodyLinks,
    run: InlineRun,
    context: Context,
    seen: FirstMentions,
    /// Densities that the open sections' headings set, with the headings' levels.
    densities: Vec<(HeadingLevel, Density)>,
    topic: PageTopic,
    block: BlockText,
    /// Inside `[[…]]`, whether it became a link; `None` elsewhere.
    mention: Option<bool>,
    /// The target of an open link to a heading; a text equal to it is shown as `Name > Heading`.
    bare: Option<String>,
    /// True inside an ordinary link to an entry's page.
    address: bool,
}

impl Linker<'_, '_> {
    fn enter(&mut self, number: usize, kind: &NodeKind<'_, Name<'_>>, span: &Range<usize>) {
        match kind {
            NodeKind::Inline(Inline::Text(text)) if self.bare.as_deref() == Some(&**text) => {
                return self.run.text(number, &heading_target::shown(text), span.clone());
            }
            NodeKind::Inline(Inline::Text(text)) => return self.run.text(number, text, span.clone()),
            NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => return self.run.text(number, " ", span.clone()),
            NodeKind::Inline(
                Inline::Emphasis
                | Inline::Strong
                | Inline::Strikethrough
                | Inline::Superscript
                | Inline::Subscript
                | Inline::Mark,
            ) => {
                return self.run.begin(number, span.clone());
            }
            _ => self.flush(),
        }
        if let Some(reason) = context::forbidden(kind) {
            self.context.enter(reason);
        }
        match kind {
            NodeKind::Reference(Name::Mention(target)) => self.explicit(number, target, span),
            NodeKind::Reference(Name::Citation(key)) => self.cite(number, key, span),
            NodeKind::Inline(inline) => self.inline(inline, span),
            NodeKind::Block(block) => self.block(block, span),
        }
    }

    fn leave(&mut self, number: usize, kind: &NodeKind<'_, Name<'_>>, span: &Range<usize>) {
        if let NodeKind::Inline(
            Inline::Emphasis
            | Inline::Strong
            | Inline::Strikethrough
            | Inline::Superscript
            | Inline::Subscript
            | Inline::Mark,
        ) = kind
        {
            return self.run.end(number, span.clone());
        }
        self.flush();
        if context::forbidden(kind).is_some() {
            self.context.leave();
        }
        if matches!(kind, NodeKind::Reference(_)) {
            self.bare = None;
        }
        match kind {
            NodeKind::Reference(_) if self.mention.take() == Some(true) => self.block.end_mention(),
            NodeKind::Inline(Inline::Link(..)) if std::mem::take(&mut self.address) => self.block.end_mention(),
            NodeKind::Block(block) if holds_text(block) => self.end_block(),
            _ => {}
        }
        if let NodeKind::Block(Block::Heading(heading)) = kind {
            self.densities.extend(heading.links.map(|density| (heading.level, density)));
        }
    }

    fn inline(&mut self, inline: &Inline<'_>, span: &Range<usize>) {
        match inline {
            Inline::Code(code) => {
                self.explain_code(code, span);
                self.block.text(code);
            }
            Inline::Html(html) => self.context.inline_html(html),
            // The run's figure is not known yet; backlinks quote the author's.
            Inline::Run(run) => self.block.text(run.claimed.as_deref().unwrap_or("…")),
            // Nothing is linked in a formula; backlinks quote its LaTeX.
            Inline::Math(formula) => self.block.text(&formula.latex),
            Inline::Link(address, _) => self.link(address, span),
            _ => {}
        }
    }

    fn block(&mut self, block: &Block<'_>, span: &Range<usize>) {
        if holds_text(block) {
            self.end_block();
        }
        match block {
            Block::Heading(heading) => {
                self.densities.retain(|(other, _)| *other < heading.level);
                if heading.level == HeadingLevel::H2 {
                    self.seen.next_section();
                }
            }
            Block::TableCell => self.block.begin_cell(),
            Block::Html(html) => self.context.block_html(html),
            Block::Code(_) => self.explain_block(span),
            _ => {}
        }
    }

    /// Handles an ordinary link, which mentions the entry whose page it leads to.
    fn link(&mut self, address: &str, span: &Range<usize>) {
        let found = self.search.names.at_address(address, self.subject.own.is_some());
        let Some(document) = found.filter(|document| Some(*document) != self.subject.own) else { return };
        self.address = true;
        self.block.begin_mention(document);
        self.record(document, None, |source| (span.clone(), words_of_link(source, span), MatchOrigin::Address));
    }

    fn explicit(&mut self, number: usize, target: &str, span: &Range<usize>) {
        let documents = self.documents;
        let (found, to_heading) = self.search.names.target(target);
        let is_of_this_page = heading_target::split(target).is_some_and(|(name, _)| name.is_empty());
        if to_heading || is_of_this_page {
            self.bare = Some(target.to_owned());
        }
        let (document, skipped) = match found {
            Lookup::Entry(document) if Some(document) == self.subject.own => (document, Some(Reason::Own)),
            Lookup::Entry(document) => (document, None),
            Lookup::Draft(document) => (document, Some(Reason::Draft)),
            Lookup::Several(one, two) => {
                let owner = |number: EntryId| {
                    let document = &documents[number];
                    (document.id.as_str(), document.location(rooflight_source::yaml_path!["term"]))
                };
                let location = Location::new(self.subject.path, span.clone());
                self.problems.push(problems::ambiguous_link(location, target, [owner(one), owner(two)]));
                self.mention = Some(false);
                return;
            }
            // A heading of this page: the check of finished pages reports it if it is missing.
            Lookup::Unknown if is_of_this_page => {
                self.mention = Some(false);
                return;
            }
            Lookup::Unknown => {
                let candidates = documents.iter().map(|other| (other.id.as_str(), other.path.as_str()));
                let location = Location::new(self.subject.path, span.clone());
                self.problems.push(messages::unknown_term(location, target, candidates));
                self.mention = Some(false);
                return;
            }
        };
        self.mention = Some(skipped.is_none());
        if to_heading && skipped != Some(Reason::Draft) {
            self.out.marks.push(LinkMark::Heading(number, document));
        } else if skipped.is_none() {
            self.out.marks.push(LinkMark::Mention(number, document));
        }
        if skipped.is_none() {
            self.block.begin_mention(document);
        }
        self.record(document, skipped, |source| (span.clone(), words_of_link(source, span), MatchOrigin::Hand));
    }

    fn cite(&mut self, number: usize, key: &str, span: &Range<usize>) {
        let sources = self.subject.sources;
        let Some(position) = sources.iter().position(|source| source.key.as_deref() == Some(key)).map(SourceIndex::new)
        else {
            let candidates = sources.iter().filter_map(|source| source.key.as_deref());
            self.problems.push(messages::unknown_source(
                Location::new(self.subject.path, span.clone()),
                key,
                candidates,
            ));
            return;
        };
        if self.context.in_image() {
            return;
        }
        if !self.out.cited.contains(&position) {
            self.out.cited.push(position);
        }
        self.out.marks.push(LinkMark::Citation(number, position));
    }

    /// Searches the collected run, and adds it to the block's text, with links where they are allowed.
    fn flush(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let run = std::mem::take(&mut self.run);
        let forbidden = self.context.forbids().or_else(|| (self.density() == Density::Off).then_some(Reason::Off));
        let explaining = self.subject.explain.is_some() && self.mention.is_none() && !self.address;
        let mut links = Vec::new();
        if forbidden.is_none() || explaining {
            for mention in self.search.matcher.mentions(&run.text) {
                let placed = self.place_link(&mention, &run, forbidden);
                let skipped = placed.as_ref().err().copied();
                links.extend(placed);
                self.record(mention.form.document, skipped, |_| {
                    (run.source(&mention.range), run.text[mention.range.clone()].to_owned(), match_origin(&mention))
                });
            }
        }
        self.out.marks.extend(links.iter().filter_map(|link| run.mark(link)));
        run.put(&links, |part| match part {
            RunPart::Text(text) => self.block.text(text),
            RunPart::Begin(entry) => self.block.begin_mention(entry),
            RunPart::End => self.block.end_mention(),
        });
    }

    /// Places a link around a mention, or returns the reason for leaving it unlinked.
    fn place_link(
        &mut self,
        mention: &Mention<'_>,
        run: &InlineRun,
        forbidden: Option<Reason>,
    ) -> Result<LinkPlacement, Reason> {
        mention.allowed(self.subject.own, forbidden)?;
        let document = mention.form.document;
        let (own, topics) = (self.subject.own.map(|own| &*self.documents[own]), &self.search.topics);
        let shares_layer = || own.is_some_and(|own| topics.share_layer(own, &self.documents[document]));
        let means_own = own.is_some_and(|own| topic::is_own_name(mention.form, own, &self.documents[document]));
        if means_own
            || !self.topic.admits(mention.form, shares_layer, || topics.text(self.subject.path, own, self.subject.body))
        {
            return Err(Reason::OtherTopic);
        }
        let link = run.around(&mention.range, document).ok_or(Reason::Crossing)?;
        self.seen.count(document, self.density(), run.source(&mention.range).start)?;
        Ok(link)
    }

    fn density(&self) -> Density {
        self.densities.last().map_or(self.subject.density, |(_, density)| *density)
    }

    /// Records a decision, if decisions are explained. `found` gets the whole file and returns the mention's bytes, its
    /// words and how it was found.
    fn record(
        &mut self,
        document: EntryId,
        skipped: Option<Reason>,
        found: impl FnOnce(&str) -> (Range<usize>, String, MatchOrigin),
    ) {
        let Some(source) = self.subject.explain else { return };
        let (span, words, by) = found(source);
        self.out.decisions.push(Decision { span, words, document, by, skipped });
    }

    /// Records the mentions in code, where nothing is linked, if decisions are explained.
    fn explain_code(&mut self, code: &str, span: &Range<usize>) {
        let Some(source) = self.subject.explain.and_then(|source| source.get(span.clone())) else { return };
        let start = span.start + source.find(code).unwrap_or(0);
        for mention in self.search.matcher.mentions(code).into_iter().filter(|mention| !mention.in_other_case) {
            let at = start + mention.range.start..start + mention.range.end;
            self.record(mention.form.document, Some(Reason::Code), |_| {
                (at, code[mention.range.clone()].to_owned(), match_origin(&mention))
            });
        }
    }

    fn explain_block(&mut self, span: &Range<usize>) {
        if let Some(code) = self.subject.explain.and_then(|source| source.get(span.clone())) {
            self.explain_code(code, span);
        }
    }

    fn end_block(&mut self) {
        self.context.end_block();
        let block = std::mem::take(&mut self.block);
        self.out.mentioned.extend(block.finish());
    }
}

/// The words that an author's own link shows: `[[id|words]]`, `[[words]]` or `[words](address)`.
fn words_of_link(source: &str, span: &Range<usize>) -> String {
    let link = source.get(span.clone()).unwrap_or_default();
    let shown = match link.strip_prefix("[[").and_then(|link| link.strip_suffix("]]")) {
        Some(inside) => inside.split_once('|').map_or(inside, |(_, shown)| shown),
        None => link.strip_prefix('[').and_then(|link| link.rsplit_once("](")).map_or(link, |(shown, _)| shown),
    };
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn match_origin(mention: &Mention<'_>) -> MatchOrigin {
    MatchOrigin::Form(mention.form.text.clone(), mention.form.origin, mention.form.rule)
}

fn holds_text(block: &Block<'_>) -> bool {
    matches!(block, Block::Paragraph | Block::Definition | Block::Item | Block::TableRow | Block::Heading(_))
}
