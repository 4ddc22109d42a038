//! `rooflight links`: lists the linker's decisions about an entry or a page, in reading order, with their reasons.

use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::{Result, bail};
use rooflight_annotate::summary::most_often;
use rooflight_glossary::link::forms::capitals::Capitals;
use rooflight_glossary::link::forms::origin::Origin;
use rooflight_glossary::link::matching::decision::{Decision, MatchOrigin, Reason};
use rooflight_glossary::link::matching::explain::{Explained, Explanation, explain};
use rooflight_glossary::model::cache::FileCache;
use rooflight_source::characters;
use rooflight_source::diagnostic::nearest::nearest;
use rooflight_source::lines::LineIndex;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `links`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The entry or page: its id, its term, or its file. All of them without one.
    entry: Option<String>,
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// How decisions are printed: `json` is one object a line.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    message_format: MessageFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = load::load(&arguments.root);
    let explanation = match explain(&sources, &mut FileCache::default()) {
        Ok(explanation) => explanation,
        Err(problems) => {
            crate::cli::print(&problems, &sources, arguments.message_format)?;
            return Ok(ExitCode::from(1));
        }
    };
    let bodies = match &arguments.entry {
        None => explanation.bodies.iter().collect(),
        Some(name) => vec![find(&explanation, name)?],
    };
    for body in bodies {
        let text = DecisionReport {
            explanation: &explanation,
            body,
            lines: LineIndex::of(sources.text(&body.path).unwrap_or_default()),
        };
        match arguments.message_format {
            MessageFormat::Human => crate::cli::output::print(text.human()),
            MessageFormat::Short | MessageFormat::Github => crate::cli::output::print(text.short()),
            MessageFormat::Json => crate::cli::output::print(text.json()),
        }?;
    }
    if arguments.entry.is_none() && arguments.message_format == MessageFormat::Human {
        let mut terms: BTreeMap<&str, usize> = BTreeMap::new();
        let decisions = explanation.bodies.iter().flat_map(|body| &body.decisions);
        for decision in decisions.filter(|decision| decision.skipped.is_none()) {
            *terms.entry(&explanation.documents[decision.document].front.term).or_default() += 1;
        }
        if let Some(most) = most_often(terms) {
            // A term with an everyday sense shows here first.
            crate::cli::output::line(format_args!(
                "{most}\n`not: [phrase]` or `match: manual` in an entry ends links that are wrong"
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Finds the body by id, term, alias, file stem or path.
fn find<'a>(explanation: &'a Explanation, name: &str) -> Result<&'a Explained> {
    let wanted = name.to_lowercase();
    let names = |body: &Explained| {
        let stem = body.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let document = body.document.map(|number| &explanation.documents[number]);
        let own = document.into_iter().flat_map(|document| {
            let front = &document.front;
            [document.id.clone(), front.term.clone()].into_iter().chain(front.aliases.iter().cloned())
        });
        [body.path.clone(), stem].into_iter().chain(own).collect::<Vec<_>>()
    };
    let is_meant = |body: &&Explained| {
        wanted.ends_with(&body.path) || names(body).iter().any(|known| known.to_lowercase() == wanted)
    };
    if let Some(body) = explanation.bodies.iter().find(is_meant) {
        return Ok(body);
    }
    let known: Vec<String> = explanation.bodies.iter().flat_map(names).collect();
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => bail!("there is no entry or page `{name}`; did you mean `{near}`?"),
        None => bail!("there is no entry or page `{name}`; `rooflight terms` lists the entries"),
    }
}

/// Formats the decisions about one body.
struct DecisionReport<'a> {
    explanation: &'a Explanation,
    body: &'a Explained,
    lines: LineIndex<'a>,
}

impl DecisionReport<'_> {
    fn human(&self) -> String {
        let mut out = format!("{}\n", self.body.path);
        let positions: Vec<String> =
            self.body.decisions.iter().map(|decision| self.position(decision.span.start)).collect();
        let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or_default();
        let position_width = width(&mut positions.iter().map(String::len));
        let words_width = width(&mut self.body.decisions.iter().map(|decision| decision.words.chars().count())).min(40);
        for (decision, position) in self.body.decisions.iter().zip(&positions) {
            let mark = if decision.skipped.is_none() { '→' } else { '·' };
            let words = &decision.words;
            line(
                &mut out,
                format_args!("  {position:>position_width$}  {words:<words_width$}  {mark} {}", self.verdict(decision)),
            );
        }
        let linked = self.body.decisions.iter().filter(|decision| decision.skipped.is_none()).count();
        line(&mut out, format_args!("  {linked} linked, {} not\n", self.body.decisions.len() - linked));
        out
    }

    fn short(&self) -> String {
        let mut out = String::new();
        for decision in &self.body.decisions {
            let position = self.position(decision.span.start);
            let Decision { words, skipped, .. } = decision;
            let word = if skipped.is_none() { "linked" } else { "skipped" };
            line(&mut out, format_args!("{}:{position}: {word}: {words}: {}", self.body.path, self.verdict(decision)));
        }
        out
    }

    fn json(&self) -> String {
        let mut out = String::new();
        for decision in &self.body.decisions {
            let (line_number, column) = self.lines.position(decision.span.start);
            let document = &self.explanation.documents[decision.document];
            let first = match decision.skipped {
                Some(Reason::SeenInSection(at) | Reason::SeenOnPage(at)) => Some(self.lines.position(at)),
                _ => None,
            };
            let object = json!({
                "file": self.body.path,
                "line": line_number,
                "column": column,
                "words": decision.words,
                "entry": document.id,
                "linked": decision.skipped.is_none(),
                "skipped": decision.skipped.map(Reason::code),
                "first": first.map(|(line, column)| json!({ "line": line, "column": column })),
                "form": match &decision.by { MatchOrigin::Form(form, ..) => Some(form), MatchOrigin::Hand | MatchOrigin::Address => None },
                "rule": match &decision.by { MatchOrigin::Form(_, _, rule) => rule.map(rooflight_glossary::link::forms::inflect::DerivationRule::words), _ => None },
                "by_hand": matches!(decision.by, MatchOrigin::Hand | MatchOrigin::Address),
            });
            line(&mut out, format_args!("{object}"));
        }
        out
    }

    fn position(&self, byte: usize) -> String {
        let (line, column) = self.lines.position(byte);
        format!("{line}:{column}")
    }

    /// `token (plural, + s)`, or the reason for not linking.
    fn verdict(&self, decision: &Decision) -> String {
        let document = &self.explanation.documents[decision.document];
        let term = &document.front.term;
        let Some(reason) = decision.skipped else { return format!("{term}{}", form(decision)) };
        match reason {
            Reason::Own => "this page's own entry".to_owned(),
            Reason::Not => format!("not {term}: `not` of {}", document.path),
            Reason::OtherCase(Capitals::Name) => {
                format!("not {term}: a proper name by its own entry's text; `match: any` says otherwise")
            }
            Reason::OtherCase(_) => format!("not {term}: it is written with other capitals"),
            Reason::Draft => format!("{term} is a draft"),
            Reason::Manual => format!("{term} is linked by hand only: `match: manual`"),
            Reason::Never => format!("{term} is never linked: `match: never`"),
            Reason::SeenInSection(first) => format!("{term} again: this section links it at {}", self.position(first)),
            Reason::SeenOnPage(first) => format!("{term} again: this page links it at {}", self.position(first)),
            Reason::Off => format!("{term}, but links are off here"),
            Reason::LongerName => format!("not {term}: it is part of the name of something else"),
            Reason::OtherUse => format!("not {term}: the word has its everyday sense here, as in “a type of”"),
            Reason::OtherTopic => format!("not {term}: this page has another topic, by its name or by its words"),
            Reason::Crossing => format!("{term}, but half of it is inside an emphasis"),
            Reason::Kept => format!("{term}, but kept free of links: `[…]()`"),
            elsewhere => format!("{term}, but in {}", whereabouts(elsewhere)),
        }
    }
}

/// The kind of form that matched, in brackets; empty for the term itself.
fn form(decision: &Decision) -> String {
    match &decision.by {
        MatchOrigin::Hand => " (by hand)".to_owned(),
        MatchOrigin::Address => " (by its address)".to_owned(),
        MatchOrigin::Form(_, _, Some(rule)) => format!(" ({})", rule.words()),
        MatchOrigin::Form(_, Origin::Alias(_), None) => " (alias)".to_owned(),
        MatchOrigin::Form(_, Origin::Avoid(_), None) => " (name to avoid)".to_owned(),
        MatchOrigin::Form(_, Origin::Superseded(_), None) => " (superseded name)".to_owned(),
        MatchOrigin::Form(_, Origin::Form(_), None) => " (form)".to_owned(),
        MatchOrigin::Form(_, Origin::Term | Origin::Not(_), None) => String::new(),
    }
}

/// Names the context that keeps a mention from being linked.
fn whereabouts(reason: Reason) -> &'static str {
    match reason {
        Reason::Heading => "a heading",
        Reason::Link => "the words of another link",
        Reason::Image => "an image's description",
        Reason::Quote => "a quotation",
        Reason::TableHead => "a table's head",
        Reason::Code => "code",
        Reason::Html => "raw HTML",
        Reason::Address => "an address or a path",
        _ => "a place without links",
    }
}

/// Adds a line, perhaps with empty ones behind it.
fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let line = arguments.to_string();
    let words = line.trim_end_matches('\n');
    text.extend([&*characters::shown_in_line(words), &line[words.len()..], "\n"]);
}
