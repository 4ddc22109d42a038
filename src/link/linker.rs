//! Links one body: walks its nodes and marks a link around each mention that the rules allow.
//!
//! 1. The text between what no link may cross forms a [`Run`]; anything else ends it.
//! 2. [`Context`] says where nothing is linked; an entry is never linked on its own page, and a draft nowhere.
//! 3. The density decides which mention of a term counts: the first on the page, the first under each `##`, every one, none. An author's
//!    own link counts as the mention, wherever in the section it stands.
//! 4. Each link is remembered with the sentence around it, for the other entry's backlinks.
//! 5. Asked to explain, it also looks where nothing is linked, and writes down each [`Decision`].
//!
//! The text of the result is exactly the text of the source: links add elements, never characters.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::link::context::{self, Context};
use crate::link::decision::{By, Decision, Reason};
use crate::link::explicit_links::Named;
use crate::link::first_mentions::Seen;
use crate::link::forms::Standing;
use crate::link::inline_run::{self, Part, Run};
use crate::link::linked_body::{Mark, What};
use crate::link::matcher::Mention;
use crate::link::mentions::{Block, Mentioned};
use crate::link::{Search, problems};
use crate::model::config::Density;
use crate::model::document::Document;
use crate::model::front_matter::Source;
use crate::syntax::markdown::{Node, Spanned};
use crate::syntax::source_body::Body;
use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};
use std::ops::Range;

/// What linking a document gives.
#[derive(Debug, Default)]
pub struct Walked {
    /// What is put into the body.
    pub marks: Vec<Mark>,
    /// Who is mentioned, in which sentence.
    pub mentioned: Vec<Mentioned>,
    /// The positions of the cited sources, in order of first use.
    pub cited: Vec<usize>,
    /// What was decided, in order, if the subject asks for it.
    pub decisions: Vec<Decision>,
}

/// What is to be linked: an entry's body, or a page's.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The file, for places.
    pub path: &'a str,
    /// The parsed body.
    pub body: &'a Body,
    /// The position among the documents; a page has none.
    pub own: Option<usize>,
    /// What may be cited.
    pub sources: &'a [Source],
    /// How often a term is linked.
    pub density: Density,
    /// The whole file, if the decisions are to be explained.
    pub explain: Option<&'a str>,
}

/// Links a subject.
pub fn link(subject: Subject<'_>, documents: &[Document], search: &Search, problems: &mut Vec<Diagnostic>) -> Walked {
    let nodes = subject.body.nodes();
    let mut walk = Walk {
        subject,
        number: 0,
        documents,
        search,
        problems,
        out: Walked::default(),
        run: Run::default(),
        context: Context::default(),
        seen: Seen::new(&nodes, subject.own.is_some(), &search.names),
        densities: Vec::new(),
        block: Block::default(),
        mention: None,
        in_html: false,
        address: false,
    };
    for (number, Spanned { node, span }) in nodes.iter().enumerate() {
        walk.number = number;
        walk.node(node, span);
    }
    walk.flush();
    walk.end_block();
    walk.out
}

struct Walk<'a, 'b> {
    subject: Subject<'a>,
    /// The position of the node that is looked at.
    number: usize,
    documents: &'a [Document],
    search: &'a Search,
    problems: &'b mut Vec<Diagnostic>,
    out: Walked,
    run: Run<'a>,
    context: Context,
    seen: Seen,
    /// Densities that headings ask for, with their levels.
    densities: Vec<(HeadingLevel, Density)>,
    block: Block,
    /// Inside an explicit mention: whether it became a link.
    mention: Option<bool>,
    /// Inside a block of raw HTML.
    in_html: bool,
    /// Inside an ordinary link to an entry's page.
    address: bool,
}

impl<'a> Walk<'a, '_> {
    fn node(&mut self, node: &'a Node<'a>, span: &Range<usize>) {
        match node {
            Node::Markdown(event) if inline_run::belongs(event) => self.run.add(self.number, event, span.clone()),
            Node::Markdown(event) => {
                self.flush();
                self.markdown(event, span);
            }
            Node::Mention(target) => {
                self.flush();
                self.context.enter(Reason::Link);
                self.explicit(target, span);
            }
            Node::MentionEnd => {
                self.flush();
                self.context.leave();
                if self.mention.take() == Some(true) {
                    self.mark(What::End);
                    self.block.end_mention();
                }
            }
            Node::Cite(key) => {
                self.flush();
                self.cite(key, span);
            }
            Node::Figure(_) => self.flush(),
            Node::Links(level, density) => self.densities.push((*level, *density)),
        }
    }

    fn markdown(&mut self, event: &Event<'_>, span: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(end) if self.end(*end) == Some(Reason::Kept) => self.mark(What::Drop),
            Event::Code(code) => {
                self.explain_code(code, span);
                self.block.text(code);
            }
            Event::InlineHtml(html) => self.context.inline_html(html),
            Event::Html(html) if self.in_html => self.context.block_html(html),
            Event::Html(_) => self.explain_block(span),
            _ => {}
        }
        if matches!(event, Event::Start(tag) if context::forbidden(tag) == Some(Reason::Kept)) {
            self.mark(What::Drop);
        }
    }

    /// Puts something at the node that is looked at.
    fn mark(&mut self, what: What) {
        self.out.marks.push(Mark { node: self.number, at: 0, what });
    }

    fn start(&mut self, tag: &Tag<'_>, span: &Range<usize>) {
        if let Tag::Heading { level, .. } = tag {
            self.densities.retain(|(other, _)| other < level);
            if *level == HeadingLevel::H2 {
                self.seen.next_section();
            }
        }
        if let Some(reason) = context::forbidden(tag) {
            self.context.enter(reason);
        }
        if holds_text(tag) {
            self.end_block();
        }
        match tag {
            Tag::TableCell => self.block.begin_cell(),
            Tag::HtmlBlock => self.in_html = true,
            Tag::Link { dest_url, .. } => self.link(dest_url, span),
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) -> Option<Reason> {
        if held_text(end) {
            self.end_block();
        }
        match end {
            TagEnd::HtmlBlock => self.in_html = false,
            TagEnd::Link if std::mem::take(&mut self.address) => self.block.end_mention(),
            _ => {}
        }
        if context::was_forbidden(end) { self.context.leave() } else { None }
    }

    /// An ordinary link: one to an entry's page is a mention of it.
    fn link(&mut self, address: &str, span: &Range<usize>) {
        let found = self.search.names.at_address(address, self.subject.own.is_some());
        let Some(document) = found.filter(|document| Some(*document) != self.subject.own) else { return };
        self.address = true;
        self.block.begin_mention(document);
        self.decide(document, None, |source| (span.clone(), by_hand(source, span), By::Address));
    }

    fn explicit(&mut self, target: &str, span: &Range<usize>) {
        let documents = self.documents;
        let (document, skipped) = match self.search.names.find(target) {
            Named::Entry(document) if Some(document) == self.subject.own => (document, Some(Reason::Own)),
            Named::Entry(document) => (document, None),
            Named::Draft(document) => (document, Some(Reason::Draft)),
            Named::Several(one, two) => {
                let owner = |number: usize| {
                    let document = &documents[number];
                    (document.id.as_str(), document.place(crate::yaml_path!["term"]))
                };
                let place = Place::new(self.subject.path, span.clone());
                self.problems.push(problems::ambiguous_link(place, target, [owner(one), owner(two)]));
                self.mention = Some(false);
                return;
            }
            Named::Unknown => {
                let known = documents.iter().map(|d| (d.id.as_str(), d.path.as_str()));
                let place = Place::new(self.subject.path, span.clone());
                self.problems.push(messages::unknown_term(place, target, known));
                self.mention = Some(false);
                return;
            }
        };
        self.mention = Some(skipped.is_none());
        if skipped.is_none() {
            self.mark(What::Begin(document));
            self.block.begin_mention(document);
        }
        self.decide(document, skipped, |source| (span.clone(), by_hand(source, span), By::Hand));
    }

    fn cite(&mut self, key: &str, span: &Range<usize>) {
        let sources = self.subject.sources;
        let Some(position) = sources.iter().position(|source| source.key.as_deref() == Some(key)) else {
            let known = sources.iter().filter_map(|source| source.key.as_deref());
            self.problems.push(messages::unknown_source(Place::new(self.subject.path, span.clone()), key, known));
            return;
        };
        if self.context.in_image() {
            return;
        }
        if !self.out.cited.contains(&position) {
            self.out.cited.push(position);
        }
        self.mark(What::Cite(position));
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
        let Self { out, block, .. } = self;
        run.put(&links, |part| match part {
            Part::Text(text) => block.text(text),
            Part::Mark(mark) => {
                match mark.what {
                    What::Begin(document) => block.begin_mention(document),
                    _ => block.end_mention(),
                }
                out.marks.push(mark);
            }
        });
    }

    /// Where the link around a mention goes, or why there is none.
    fn verdict(
        &mut self,
        mention: &Mention<'_>,
        run: &Run<'_>,
        forbidden: Option<Reason>,
    ) -> Result<inline_run::Link, Reason> {
        let document = mention.form.document;
        match mention.form.standing {
            Standing::Vetoed => return Err(Reason::Not),
            Standing::Draft => return Err(Reason::Draft),
            Standing::Never => return Err(Reason::Never),
            Standing::Linked | Standing::Manual => {}
        }
        if Some(document) == self.subject.own {
            return Err(Reason::Own);
        }
        if let Some(reason) = forbidden {
            return Err(reason);
        }
        if mention.in_address {
            return Err(Reason::Address);
        }
        if mention.form.standing == Standing::Manual {
            return Err(Reason::Manual);
        }
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
        document: usize,
        skipped: Option<Reason>,
        found: impl FnOnce(&str) -> (Range<usize>, String, By),
    ) {
        let Some(source) = self.subject.explain else { return };
        let (span, words, by) = found(source);
        self.out.decisions.push(Decision { span, words, document, by, skipped });
    }

    /// Looks at code that nobody would link in, to say so.
    fn explain_code(&mut self, code: &str, span: &Range<usize>) {
        let Some(source) = self.subject.explain.and_then(|source| source.get(span.clone())) else { return };
        let start = span.start + source.find(code).unwrap_or(0);
        for mention in self.search.matcher.mentions(code) {
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

fn by(mention: &Mention<'_>) -> By {
    By::Form(mention.form.text.clone(), mention.form.origin, mention.form.rule)
}

fn holds_text(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Item | Tag::TableRow | Tag::Heading { .. })
}

fn held_text(end: TagEnd) -> bool {
    matches!(end, TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow | TagEnd::Heading(_))
}
