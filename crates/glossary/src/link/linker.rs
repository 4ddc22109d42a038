//! Links one body: walks its nodes and marks a link around each mention that the rules allow.
//!
//! 1. The text between what no link may cross forms a [`Run`]; anything else ends it.
//! 2. [`Context`] says where nothing is linked; an entry is never linked on its own page, and a draft nowhere.
//! 3. The density decides which mention of a term counts: the first on the page, the first under each `##`, every one,
//!    none. An author's own link counts as the mention, wherever in the section it stands.
//! 4. Each link is recorded with the sentence around it, for the other entry's backlinks.
//! 5. To explain, it also searches where nothing is linked, and records each [`Decision`].
//!
//! The text of the result is exactly the text of the source: links add elements, never characters.

use crate::link::context::{self, Context};
use crate::link::decision::{Decision, MatchOrigin, Reason};
use crate::link::explicit_links::Lookup;
use crate::link::first_mentions::FirstMentions;
use crate::link::index::LinkIndex;
use crate::link::inline_run::{self, Part, Run};
use crate::link::linked_body::Mark;
use crate::link::matcher::Mention;
use crate::link::mentions::{Block, Mentioned};
use crate::link::problems;
use crate::model::bibliography::Source;
use crate::model::document::Documents;
use crate::model::ids::{EntryId, SourceIndex};
use crate::syntax::density::Density;
use crate::syntax::heading_target;
use crate::syntax::source_body::Body;
use crate::syntax::tree::{Block as Node, HeadingLevel, Inline, Kind, Name, Step};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::ops::Range;

/// The result of linking a body.
#[derive(Debug, Default)]
pub struct BodyLinks {
    /// The marks for the body.
    pub marks: Vec<Mark>,
    /// Who is mentioned, in which sentence.
    pub mentioned: Vec<Mentioned>,
    /// The positions of the cited sources, in order of first use.
    pub cited: Vec<SourceIndex>,
    /// The decisions in reading order, if the subject asks for them.
    pub decisions: Vec<Decision>,
}

/// The body to link: an entry's or a page's.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The file, for locations.
    pub path: &'a str,
    /// The parsed body.
    pub body: &'a Body,
    /// The position among the documents; a page has none.
    pub own: Option<EntryId>,
    /// The sources that may be cited.
    pub sources: &'a [Source],
    /// How often a term is linked.
    pub density: Density,
    /// The whole file, if the decisions are to be explained.
    pub explain: Option<&'a str>,
}

/// Links a subject.
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
        run: Run::default(),
        context: Context::default(),
        seen: FirstMentions::new(&tree, subject.own.is_some(), &search.names),
        densities: Vec::new(),
        block: Block::default(),
        mention: None,
        bare: None,
        address: false,
    };
    for step in tree.steps() {
        match step {
            Step::Enter(number, node) => linker.enter(number, &node.kind, &node.span),
            Step::Leave(number, node) => linker.leave(number, &node.kind, &node.span),
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
    run: Run,
    context: Context,
    seen: FirstMentions,
    /// Densities that headings ask for, with their levels.
    densities: Vec<(HeadingLevel, Density)>,
    block: Block,
    /// Inside an explicit mention: whether it became a link.
    mention: Option<bool>,
    /// Inside a link to a heading: its target, which a quoted sentence shows as the page does.
    bare: Option<String>,
    /// Inside an ordinary link to an entry's page.
    address: bool,
}

impl Linker<'_, '_> {
    fn enter(&mut self, number: usize, kind: &Kind<'_, Name<'_>>, span: &Range<usize>) {
        match kind {
            Kind::Inline(Inline::Text(text)) if self.bare.as_deref() == Some(&**text) => {
                return self.run.text(number, &heading_target::shown(text), span.clone());
            }
            Kind::Inline(Inline::Text(text)) => return self.run.text(number, text, span.clone()),
            Kind::Inline(Inline::SoftBreak | Inline::HardBreak) => return self.run.text(number, " ", span.clone()),
            Kind::Inline(
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
            Kind::Reference(Name::Mention(target)) => self.explicit(number, target, span),
            Kind::Reference(Name::Citation(key)) => self.cite(number, key, span),
            Kind::Inline(inline) => self.inline(inline, span),
            Kind::Block(block) => self.block(block, span),
        }
    }

    fn leave(&mut self, number: usize, kind: &Kind<'_, Name<'_>>, span: &Range<usize>) {
        if let Kind::Inline(
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
        if matches!(kind, Kind::Reference(_)) {
            self.bare = None;
        }
        match kind {
            Kind::Reference(_) if self.mention.take() == Some(true) => self.block.end_mention(),
            Kind::Inline(Inline::Link(..)) if std::mem::take(&mut self.address) => self.block.end_mention(),
            Kind::Block(block) if holds_text(block) => self.end_block(),
            _ => {}
        }
        if let Kind::Block(Node::Heading(heading)) = kind {
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
            // The run's figure is not known yet; a sentence that is quoted elsewhere shows the author's.
            Inline::Run(run) => self.block.text(run.claimed.as_deref().unwrap_or("…")),
            // Nothing is linked in a formula; a sentence that is quoted elsewhere shows its LaTeX.
            Inline::Math(formula) => self.block.text(&formula.latex),
            Inline::Link(address, _) => self.link(address, span),
            _ => {}
        }
    }

    fn block(&mut self, block: &Node<'_>, span: &Range<usize>) {
        if holds_text(block) {
            self.end_block();
        }
        match block {
            Node::Heading(heading) => {
                self.densities.retain(|(other, _)| *other < heading.level);
                if heading.level == HeadingLevel::H2 {
                    self.seen.next_section();
                }
            }
            Node::TableCell => self.block.begin_cell(),
            Node::Html(html) => self.context.block_html(html),
            Node::Code(_) => self.explain_block(span),
            _ => {}
        }
    }

    /// An ordinary link: one to an entry's page is a mention of it.
    fn link(&mut self, address: &str, span: &Range<usize>) {
        let found = self.search.names.at_address(address, self.subject.own.is_some());
        let Some(document) = found.filter(|document| Some(*document) != self.subject.own) else { return };
        self.address = true;
        self.block.begin_mention(document);
        self.decide(document, None, |source| (span.clone(), by_hand(source, span), MatchOrigin::Address));
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
            // The page itself has the heading, or the check of finished pages says that it does not.
            Lookup::Unknown if is_of_this_page => {
                self.mention = Some(false);
                return;
            }
            Lookup::Unknown => {
                let known = documents.iter().map(|d| (d.id.as_str(), d.path.as_str()));
                let location = Location::new(self.subject.path, span.clone());
                self.problems.push(messages::unknown_term(location, target, known));
                self.mention = Some(false);
                return;
            }
        };
        self.mention = Some(skipped.is_none());
        if to_heading && skipped != Some(Reason::Draft) {
            self.out.marks.push(Mark::Heading(number, document));
        } else if skipped.is_none() {
            self.out.marks.push(Mark::Mention(number, document));
        }
        if skipped.is_none() {
            self.block.begin_mention(document);
        }
        self.decide(document, skipped, |source| (span.clone(), by_hand(source, span), MatchOrigin::Hand));
    }

    fn cite(&mut self, number: usize, key: &str, span: &Range<usize>) {
        let sources = self.subject.sources;
        let Some(position) = sources.iter().position(|source| source.key.as_deref() == Some(key)).map(SourceIndex::new)
        else {
            let known = sources.iter().filter_map(|source| source.key.as_deref());
            self.problems.push(messages::unknown_source(Location::new(self.subject.path, span.clone()), key, known));
            return;
        };
        if self.context.in_image() {
            return;
        }
        if !self.out.cited.contains(&position) {
            self.out.cited.push(position);
        }
        self.out.marks.push(Mark::Citation(number, position));
    }

    /// Searches the waiting run and puts it out, with links where they are allowed.
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
                let verdict = self.verdict(&mention, &run, forbidden);
                let skipped = verdict.as_ref().err().copied();
                links.extend(verdict);
                self.decide(mention.form.document, skipped, |_| {
                    (run.source(&mention.range), run.text[mention.range.clone()].to_owned(), by(&mention))
                });
            }
        }
        self.out.marks.extend(links.iter().filter_map(|link| run.mark(link)));
        run.put(&links, |part| match part {
            Part::Text(text) => self.block.text(text),
            Part::Begin(entry) => self.block.begin_mention(entry),
            Part::End => self.block.end_mention(),
        });
    }

    /// The target of the link around a mention, or the reason for leaving it unlinked.
    fn verdict(
        &mut self,
        mention: &Mention<'_>,
        run: &Run,
        forbidden: Option<Reason>,
    ) -> Result<inline_run::Link, Reason> {
        mention.allowed(self.subject.own, forbidden)?;
        let document = mention.form.document;
        let link = run.around(&mention.range, document).ok_or(Reason::Crossing)?;
        self.seen.count(document, self.density(), run.source(&mention.range).start)?;
        Ok(link)
    }

    fn density(&self) -> Density {
        self.densities.last().map_or(self.subject.density, |(_, density)| *density)
    }

    /// Writes a decision down, if anybody wants to know.
    fn decide(
        &mut self,
        document: EntryId,
        skipped: Option<Reason>,
        found: impl FnOnce(&str) -> (Range<usize>, String, MatchOrigin),
    ) {
        let Some(source) = self.subject.explain else { return };
        let (span, words, by) = found(source);
        self.out.decisions.push(Decision { span, words, document, by, skipped });
    }

    /// Searches code, where nothing is linked, to explain so.
    fn explain_code(&mut self, code: &str, span: &Range<usize>) {
        let Some(source) = self.subject.explain.and_then(|source| source.get(span.clone())) else { return };
        let start = span.start + source.find(code).unwrap_or(0);
        for mention in self.search.matcher.mentions(code).into_iter().filter(|mention| !mention.in_other_case) {
            let at = start + mention.range.start..start + mention.range.end;
            self.decide(mention.form.document, Some(Reason::Code), |_| {
                (at, code[mention.range.clone()].to_owned(), by(&mention))
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

/// The words of an author's own link: `[[id|words]]`, `[[words]]` or `[words](address)`.
fn by_hand(source: &str, span: &Range<usize>) -> String {
    let link = source.get(span.clone()).unwrap_or_default();
    let shown = match link.strip_prefix("[[").and_then(|link| link.strip_suffix("]]")) {
        Some(inside) => inside.split_once('|').map_or(inside, |(_, shown)| shown),
        None => link.strip_prefix('[').and_then(|link| link.rsplit_once("](")).map_or(link, |(shown, _)| shown),
    };
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn by(mention: &Mention<'_>) -> MatchOrigin {
    MatchOrigin::Form(mention.form.text.clone(), mention.form.origin, mention.form.rule)
}

fn holds_text(block: &Node<'_>) -> bool {
    matches!(block, Node::Paragraph | Node::Item | Node::TableRow | Node::Heading(_))
}
