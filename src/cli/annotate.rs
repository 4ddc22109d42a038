//! `rooflight annotate DIR`: links the terms of a glossary in the pages that another generator built.
//!
//! 1. Reads the glossary, then page by page on all processors: a page is read, linked and staged.
//! 2. Stages the files that the pages load: style, script, a card for each linked term, and a list of links for each
//!    page that a framework renders again in the browser.
//! 3. Moves everything into place at once, and prints a summary; with `--json`, a line per page with every mention,
//!    linked or skipped.

use crate::cli::output;
use crate::edge::annotate::{self as disk, GlossaryError};
use crate::edge::report::MessageFormat;
use crate::edge::write;
use anyhow::{Result, bail};
use clap::ValueEnum;
use rayon::prelude::*;
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::page::{Mention, Skipped};
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::html::selector::Selectors;
use rooflight_annotate::html::undo::undo;
use rooflight_annotate::html::write::{Annotated, FOLDER, annotate, card};
use rooflight_annotate::summary::{annotated, counted, left, most_often};
use rooflight_folder::Changes;
use rooflight_glossary::model::config::EXAMPLE_ADDRESS;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::density::Density;
use rooflight_source::characters::shown_in_line;
use rooflight_source::lines::LineIndex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The flags of `annotate`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder of the built site.
    dir: PathBuf,
    /// The glossary: a built glossary.json, a folder with one, the folder of its sources, or the address of its site.
    #[arg(long, value_name = "PATH", required_unless_present = "undo")]
    glossary: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// The most links in a section.
    #[arg(long, default_value_t = 12, value_name = "N")]
    most: usize,
    /// The path of the site on its server; without it, addresses are relative to each page.
    #[arg(long, value_name = "PATH")]
    base_path: Option<String>,
    /// Change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object a page.
    #[arg(long)]
    json: bool,
    /// Take everything out again that was put in.
    #[arg(long)]
    undo: bool,
}

/// The flags that say how pages are read, of `annotate` and of `check --docs`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Reading {
    /// The elements whose text is read: names, .classes, #ids, [attributes], each of one element [default: article,
    /// main, [role=main]].
    #[arg(long, value_name = "SELECTORS")]
    within: Option<Selectors>,
    /// How often a term is linked.
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    density: HowOften,
    /// Ids of entries that are left out.
    #[arg(long, value_delimiter = ',', value_name = "ID,…")]
    except: Vec<String>,
    /// Add a summary in Markdown to this file, such as that of a step of GitHub Actions.
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,
}

/// How often a term is linked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum HowOften {
    /// The first mention on the page.
    Page,
    /// The first mention under each first or second heading.
    #[default]
    Section,
    /// Every mention.
    All,
}

impl Reading {
    /// Converts the flags to rules.
    ///
    /// # Errors
    /// `--except` names an id that the glossary lacks.
    pub(super) fn rules(&self, glossary: &Glossary, max_links: usize) -> Result<Rules> {
        let mut except = BTreeSet::new();
        for id in &self.except {
            let Some(entry) = glossary.by_id(id) else { bail!("--except: the glossary has no entry `{id}`") };
            except.insert(entry);
        }
        let density = match self.density {
            HowOften::Page => Density::Page,
            HowOften::Section => Density::Section,
            HowOften::All => Density::All,
        };
        Ok(Rules { within: self.within.clone().unwrap_or_default(), density, max_links, except, quotes: true })
    }
}

/// Reads the glossary at a path. If its content has errors, prints them and returns `None`.
pub(super) fn glossary(path: &Path, format: MessageFormat) -> Result<Option<Glossary>> {
    match disk::glossary(path) {
        Ok(glossary) => Ok(Some(glossary)),
        Err(GlossaryError::Other(error)) => Err(error),
        Err(GlossaryError::Content(problems, sources)) => {
            crate::cli::print(&problems, &sources, format)?;
            Ok(None)
        }
    }
}

/// The result for one page.
#[derive(Default)]
struct PageResult {
    path: String,
    changes: bool,
    is_read: bool,
    /// Why it is left as it is, or without links.
    left: Option<&'static str>,
    /// Number of mentions beyond the limit of a section.
    beyond: usize,
    framework: Option<&'static str>,
    /// The entry of each new link, with its number of links.
    linked: BTreeMap<EntryId, usize>,
    /// The entries that the page's links need cards of, those of its author among them.
    entries: BTreeSet<EntryId>,
    list: Option<(String, String)>,
    json: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let changes = (!arguments.dry_run).then(|| write::changes(&arguments.dir)).transpose()?;
    let paths = disk::files(&arguments.dir, &["html", "htm"])?;
    if arguments.undo {
        return restore(arguments, &paths, changes.as_ref());
    }
    let Some(path) = &arguments.glossary else { bail!("--glossary names no glossary") };
    let Some(glossary) = glossary(path, MessageFormat::Human)? else { return Ok(ExitCode::from(1)) };
    if glossary.url == EXAMPLE_ADDRESS {
        bail!(
            "the glossary's address is still {EXAMPLE_ADDRESS}, where links would lead: write `base_url` in its content/site.yaml, or build it with --base-url and name the built folder"
        );
    }
    let rules = Rules { quotes: arguments.json, ..arguments.reading.rules(&glossary, arguments.most)? };
    let work = |path: &PathBuf| page(arguments, path, &glossary, &rules, changes.as_ref());
    let pages: Vec<PageResult> = paths.par_iter().map(work).collect::<Result<_>>()?;
    if let Some(changes) = &changes {
        disk::commit(changes, assets(&pages, &glossary), &Strings::of(&glossary.language))?;
    }
    let report = report(arguments, &pages, &glossary, &rules);
    if let Some(file) = &arguments.reading.summary {
        disk::append(file, &annotated(&report))?;
    }
    if arguments.json {
        output::print(pages.iter().map(|page| page.json.as_str()).collect::<String>())?;
    } else {
        output::print(report)?;
    }
    let is_read = pages.iter().any(|page| page.is_read);
    Ok(ExitCode::from(u8::from(!is_read)))
}

/// Annotates a page, and stages it if anything changes.
fn page(
    arguments: &Arguments,
    path: &Path,
    glossary: &Glossary,
    rules: &Rules,
    changes: Option<&Changes>,
) -> Result<PageResult> {
    let (path, text) = disk::read(&arguments.dir, path)?;
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            let json = format!("{}\n", json!({ "file": path, "left": why }));
            return Ok(PageResult { path, left: Some(why), json, ..PageResult::default() });
        }
    };
    let done = annotate(&text, &path, arguments.base_path.as_deref(), glossary, rules);
    if let (Some(changes), Some(html)) = (changes, &done.html) {
        write::put(changes, &path, html.as_bytes())?;
    }
    let json = if arguments.json { json_line(&path, &undo(&text), &done, glossary) } else { String::new() };
    let mut linked = BTreeMap::new();
    for link in &done.reading.links {
        *linked.entry(link.entry).or_default() += 1;
    }
    let entries = linked.keys().chain(&done.reading.linked).copied().collect();
    Ok(PageResult {
        path,
        left: done.left,
        beyond: done.reading.mentions.iter().filter(|mention| mention.skipped == Some(Skipped::Limit)).count(),
        changes: done.html.is_some(),
        linked,
        is_read: done.reading.is_read,
        framework: done.framework.map(rooflight_annotate::html::frameworks::Framework::name),
        entries,
        list: done.list,
        json,
    })
}

/// Formats a page as one line of JSON; lines and columns count in the page as its generator wrote it.
fn json_line(path: &str, text: &str, done: &Annotated, glossary: &Glossary) -> String {
    let lines = LineIndex::of(text);
    let mention_json = |mention: &Mention| {
        let (line, column) = lines.position(mention.span.start);
        let entry = &glossary.entries[mention.entry];
        let skipped = mention.skipped.map(Skipped::code);
        let heading = done.reading.headings.get(mention.heading).map(|heading| heading.trim());
        json!({
            "line": line,
            "column": column,
            "words": mention.words,
            "heading": heading,
            "sentence": mention.sentence,
            "id": entry.id,
            "url": entry.url,
            "skipped": skipped,
        })
    };
    let page = json!({
        "file": path,
        "framework": done.framework.map(rooflight_annotate::html::frameworks::Framework::name),
        "read": done.reading.is_read,
        "left": done.left,
        "changes": done.html.is_some(),
        "links": done.reading.links.len(),
        "mentions": done.reading.mentions.iter().map(mention_json).collect::<Vec<_>>(),
    });
    format!("{page}\n")
}

/// The cards and link lists that the pages load, by path.
fn assets(pages: &[PageResult], glossary: &Glossary) -> BTreeMap<String, Vec<u8>> {
    let entries: BTreeSet<EntryId> = pages.iter().flat_map(|page| &page.entries).copied().collect();
    let cards = entries.into_iter().map(|entry| &glossary.entries[entry]);
    let cards = cards.map(|entry| (format!("cards/{}.json", entry.id), card(glossary, entry).into_bytes()));
    let lists = pages.iter().filter_map(|page| page.list.clone());
    cards.chain(lists.map(|(path, text)| (path, text.into_bytes()))).collect()
}

/// Summarises links and changes for people, and warns about pages without any of the elements.
fn report(arguments: &Arguments, pages: &[PageResult], glossary: &Glossary, rules: &Rules) -> String {
    let count = |is: &dyn Fn(&PageResult) -> bool| pages.iter().filter(|page| is(page)).count();
    let mut terms: BTreeMap<EntryId, usize> = BTreeMap::new();
    for (entry, links) in pages.iter().flat_map(|page| &page.linked) {
        *terms.entry(*entry).or_default() += links;
    }
    let verb = if arguments.dry_run { "would be changed" } else { "changed" };
    let mut out = format!(
        "{}, {} {verb}; {} to {}\n",
        counted(pages.len(), "page", "pages"),
        count(&|page| page.changes),
        counted(terms.values().sum(), "link", "links"),
        counted(terms.len(), "term", "terms"),
    );
    // Writing to a string cannot fail.
    if let Some(most) = most_often(terms.into_iter().map(|(entry, links)| (&*glossary.entries[entry].term, links))) {
        let _ = writeln!(out, "{most}");
    }
    let listed = count(&|page| page.framework.is_some());
    if let Some(framework) = pages.iter().find_map(|page| page.framework) {
        let taken = counted(listed, "page is", "pages are");
        let _ = writeln!(out, "{taken} taken over by {framework}, with the links in {FOLDER}/pages");
    }
    let beyond: usize = pages.iter().map(|page| page.beyond).sum();
    if beyond > 0 {
        let mentions = counted(beyond, "mention is", "mentions are");
        let _ =
            writeln!(out, "{mentions} beyond the limit of {} links in a section: --most changes it", rules.max_links);
    }
    out.push_str(&left(pages.iter().filter_map(|page| Some((&*page.path, page.left?)))));
    let is_unread = |page: &PageResult| !page.is_read && page.left.is_none();
    let unread = count(&is_unread);
    if let Some(page) = pages.iter().find(|page| is_unread(page)) {
        let _ = writeln!(
            out,
            "{} none of the elements {} (such as {}): --within names others",
            counted(unread, "page has", "pages have"),
            rules.within,
            shown_in_line(&page.path)
        );
    }
    out
}

/// Removes everything that earlier runs inserted.
fn restore(arguments: &Arguments, paths: &[PathBuf], staged: Option<&Changes>) -> Result<ExitCode> {
    let done: Vec<PageResult> = paths
        .par_iter()
        .map(|path| {
            let (path, text) = disk::read(&arguments.dir, path)?;
            let (text, left) = text.map_or_else(|why| (String::new(), Some(why)), |text| (text, None));
            let before = undo(&text);
            let changes = before != text;
            if let Some(staged) = staged.filter(|_| changes) {
                write::put(staged, &path, before.as_bytes())?;
            }
            Ok(PageResult { path, changes, left, ..PageResult::default() })
        })
        .collect::<Result<_>>()?;
    staged.map(disk::commit_without_assets).transpose()?;
    let restored = done.iter().filter(|page| page.changes).count();
    let left = left(done.iter().filter_map(|page| Some((&*page.path, page.left?))));
    output::print(format!("{} restored\n{left}", counted(restored, "page", "pages")))?;
    Ok(ExitCode::SUCCESS)
}
