//! `rooflight check --docs DIR`: checks how other documentation uses the glossary's terms.
//!
//! Reads built HTML and Markdown file by file; findings are diagnostics, like those about a glossary.

use crate::cli::annotate::{Reading, glossary};
use crate::cli::output;
use crate::edge::annotate as disk;
use crate::edge::report::MessageFormat;
use anyhow::{Result, bail};
use clap::ValueEnum;
use rayon::prelude::*;
use rooflight_annotate::docs::{self, Checked};
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::summary;
use rooflight_source::diagnostic::{Code, Diagnostic, Location, any_error, deny_warnings};
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::lines::LineIndex;
use std::collections::{BTreeSet, HashMap};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

rooflight_primitives::variants! {
    /// A check of documentation.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
    pub(super) enum DocsCheck [
        /// The code of its findings.
        code: Code,
    ] {
        /// Every term is used by a page.
        Used = Code::UnusedTerm,
        /// The first mention of a term is a link.
        Linked = Code::UnlinkedMention,
        /// No name is used that the glossary avoids.
        Preferred = Code::AvoidedName,
    }
}

/// How findings are printed and counted.
pub(super) struct ReportOptions<'a> {
    /// The checks whose findings count; empty for all.
    pub(super) only: &'a [DocsCheck],
    pub(super) format: MessageFormat,
    /// Counts warnings as errors.
    pub(super) strict: bool,
    /// Prints every finding, not the first three of each kind.
    pub(super) all: bool,
}

/// Checks the documentation in a folder, or in one file, against the glossary at a path.
pub(super) fn run(dir: &Path, path: &Path, reading: &Reading, how: &ReportOptions<'_>) -> Result<ExitCode> {
    let Some(glossary) = glossary(path, how.format)? else { return Ok(ExitCode::from(1)) };
    let rules = reading.rules(&glossary, usize::MAX)?;
    // A person named it, so a link to one file is followed.
    let dir = &if dir.is_symlink() && dir.is_file() { dir.canonicalize()? } else { dir.to_owned() };
    let (root, paths) = match (dir.parent(), dir.file_name()) {
        (Some(folder), Some(name)) if dir.is_file() => (folder, vec![name.into()]),
        _ => (dir.as_path(), disk::files(dir, &["html", "htm", "md", "mdx", "markdown"])?),
    };
    let work = |path: &PathBuf| file(root, path, &glossary, &rules);
    let all: Vec<Result<_, Left>> = paths.par_iter().map(work).collect::<Result<_>>()?;
    let left = summary::left(all.iter().filter_map(|file| file.as_ref().err()).map(|(path, why)| (&**path, *why)));
    left.lines().for_each(output::note);
    let checked: Vec<(SourceFile, Checked)> = all.into_iter().filter_map(Result::ok).collect();
    if !checked.iter().any(|(_, checked)| checked.is_read) {
        bail!("{} has no page with one of the elements {}: --within names others", dir.display(), rules.within);
    }
    let mut mentioned = BTreeSet::new();
    let (mut problems, mut sources) = (Vec::new(), Sources::default());
    for (file, checked) in checked {
        mentioned.extend(checked.mentioned);
        if !checked.problems.is_empty() {
            sources.content.push(file);
            problems.extend(checked.problems);
        }
    }
    let place = Location::whole(path.to_string_lossy());
    problems.extend(docs::unused(&glossary, &mentioned, &rules, &place));
    problems.retain(|problem| how.only.is_empty() || how.only.iter().any(|check| check.code() == problem.code));
    if how.strict {
        deny_warnings(&mut problems);
    }
    if let Some(file) = &reading.summary {
        disk::append(file, &summary::checked(paths.len(), &lines(&problems, &sources)))?;
    }
    let colour = std::io::stdout().is_terminal();
    output::print_coloured(&crate::cli::printed(&problems, &sources, how.format, how.all, colour))?;
    if how.format == MessageFormat::Human {
        let files = summary::counted(paths.len(), "file", "files");
        output::line(format_args!("{files}: {}", crate::cli::count(&problems)))?;
    }
    Ok(ExitCode::from(u8::from(any_error(&problems))))
}

/// Pairs each finding with its line number.
fn lines<'a>(problems: &'a [Diagnostic], sources: &Sources) -> Vec<(usize, &'a Diagnostic)> {
    let texts: HashMap<&str, LineIndex<'_>> =
        sources.content.iter().map(|file| (file.path.as_str(), LineIndex::of(&file.text))).collect();
    let line = |place: &Location| texts.get(&*place.file).map_or(1, |lines| lines.position(place.span.start).0);
    problems.iter().map(|problem| (line(&problem.location), problem)).collect()
}

/// The path of a file that is not checked, and why.
type Left = (String, &'static str);

/// Checks a file.
fn file(root: &Path, path: &Path, glossary: &Glossary, rules: &Rules) -> Result<Result<(SourceFile, Checked), Left>> {
    let (path, text) = disk::read(root, path)?;
    let shown = root.join(&path).to_string_lossy().replace('\\', "/");
    let text = match text {
        Ok(text) => text,
        Err(why) => return Ok(Err((shown, why))),
    };
    let is_html = path.rsplit_once('.').is_some_and(|(_, kind)| kind.to_ascii_lowercase().starts_with("htm"));
    let check = if is_html { docs::html } else { docs::markdown };
    let checked = check(&shown, &text, glossary, rules);
    Ok(Ok((SourceFile::new(shown, text), checked)))
}
