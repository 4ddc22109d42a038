//! `rooflight import PATH`: converts another tool's glossary to entries that build at once.
//!
//! 1. Reads the path, and the existing site if there is one.
//! 2. Converts the input to entries and compiles the site with them in memory. Entries with errors are simplified, with
//!    a line in the report, so that the result builds.
//! 3. Prints kind, counts and report. Then writes the files, unless `--dry-run` is set; never replaces any.

use crate::cli::output;
use crate::edge::clock::today;
use crate::edge::progress::Progress;
use crate::edge::report::MessageFormat;
use crate::edge::{import as disk, load, write};
use anyhow::{Result, anyhow, bail};
use rooflight_folder::Changes;
use rooflight_glossary::model::config::{Config, SITE_FILE};
use rooflight_import::shortcodes::ShortcodeRule;
use rooflight_import::{Existing, Handling, Import, ImportedEntry, Input, Mapping, Options};
use rooflight_source::diagnostic::{Code, Diagnostic, Severity, any_error};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The flags of `import`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A page, a table, a folder of notes, or a vocabulary.
    path: PathBuf,
    /// The folder of the site; it is created if there is none.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// Columns and keys by the fields that they are: title=term,category=layer; `-` leaves one out.
    #[arg(long, default_value = "", value_name = "KEY=FIELD,…", hide_default_value = true)]
    map: Mapping,
    /// The Markdown that a shortcode stands for, once for each: `glossary_tooltip=[[{term_id}|{text}]]`; `{0}` is its
    /// first value without a key.
    #[arg(long = "shortcode", value_name = "NAME=MARKDOWN")]
    shortcodes: Vec<ShortcodeRule>,
    /// The source of every entry that names none: an address or a title.
    #[arg(long, value_name = "URL")]
    source: Option<String>,
    /// The layer of every entry.
    #[arg(long, value_name = "ID")]
    layer: Option<String>,
    /// Print the report and write nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(address) = arguments.path.to_str().filter(|path| path.contains("://")) {
        let name = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let is_repository = address.ends_with(".git") || address.trim_end_matches('/').matches('/').count() == 4;
        let get = if is_repository { "git clone --depth 1" } else { "curl -LO" };
        bail!(
            "{address} is an address, and import reads files: get it first (`{get} {address}`), then import `{name}`"
        );
    }
    let root = &arguments.root;
    let has_site = root.join(SITE_FILE).is_file();
    if !has_site && root.join("content").exists() {
        bail!("{} has a folder content/ of another program: name a new folder with --root", root.display());
    }
    let changes = (!arguments.dry_run).then(|| write::changes_in_new(root)).transpose()?;
    if changes.as_ref().is_some_and(Changes::has_completed) {
        let shown = root.display();
        output::line(format_args!("{shown} is complete now: an earlier run was ended while it moved its files there"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let progress = Progress::begin();
    progress.stage("reading");
    let input = disk::read(&arguments.path, root, &progress)?;
    let mut sources = load::load(root);
    let site = if has_site { existing(&sources)? } else { None };
    if has_site && site.is_none() {
        return Ok(ExitCode::from(1));
    }
    if !has_site {
        sources.problems.clear();
    }
    let options = Options {
        mapping: arguments.map.clone(),
        shortcodes: arguments.shortcodes.clone(),
        source: arguments.source.clone(),
        layer: arguments.layer.clone(),
        today: today()?,
        site,
    };
    progress.stage("converting");
    let mut import = rooflight_import::import(&input, &options).map_err(|reason| anyhow!(reason))?;
    let problems = simplify_until_it_builds(&mut import, &sources, &input, &progress)?;
    drop(progress);
    print(arguments, &import, &problems)?;
    if any_error(&problems) {
        let with = with_files(&import, &sources, &input)?;
        crate::cli::print(&problems, &with, MessageFormat::Human)?;
        return Ok(ExitCode::from(1));
    }
    let Some(changes) = changes else { return Ok(ExitCode::SUCCESS) };
    disk::write(&changes, &import, &files(&import)?, &input)?;
    let shown = root.display();
    output::line(format_args!("\nNext: rooflight serve --root {shown}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the names of the existing site. If the site has errors, prints them and returns `None`.
fn existing(sources: &Sources) -> Result<Option<Existing>> {
    let mut problems = sources.problems.clone();
    let Some(config) = Config::read(sources, &mut problems).filter(|_| !any_error(&problems)) else {
        crate::cli::print(&problems, sources, MessageFormat::Human)?;
        return Ok(None);
    };
    let documents = rooflight_glossary::model::cache::FileCache::default().documents(sources, &config, &mut problems);
    let names = documents.iter().flat_map(|document| {
        let front = &document.front;
        let all = [&front.term].into_iter().chain(&front.aliases).chain(&front.forms).chain(front.unwanted());
        all.cloned().collect::<Vec<_>>()
    });
    let slugs = sources.below(rooflight_glossary::model::document::GLOSSARY, "md").map(|file| file.stem().to_owned());
    Ok(Some(Existing {
        layers: config.layers.iter().map(|layer| layer.id.clone()).collect(),
        slugs: slugs.collect(),
        names: names.collect(),
        pictures: sources.statics.keys().cloned().collect(),
    }))
}

/// The imported text files, by path.
fn files(import: &Import) -> Result<Vec<(String, String)>> {
    let mut files: Vec<(String, String)> = Vec::with_capacity(import.entries.len() + 1);
    files.extend(import.settings().map_err(|reason| anyhow!(reason))?);
    for entry in &import.entries {
        files.push((entry.path(), entry.text().map_err(|reason| anyhow!(reason))?));
    }
    Ok(files)
}

/// The site with the imported files added.
fn with_files(import: &Import, sources: &Sources, input: &Input) -> Result<Sources> {
    let mut all = sources.clone();
    all.content.extend(files(import)?.into_iter().map(|(path, text)| SourceFile::new(path, text)));
    all.content.sort_by(|a, b| a.path.cmp(&b.path));
    for (from, to) in &import.pictures {
        if let Some(file) = input.files.iter().find(|file| file.path == *from) {
            all.statics.insert(to.trim_start_matches("static/").to_owned(), file.bytes.clone());
        }
    }
    Ok(all)
}

/// Maximum number of rounds of simplifying entries that do not build.
const MAX_ROUNDS: usize = 5;

/// Compiles the site and simplifies entries with errors until it builds; returns the last round's problems.
fn simplify_until_it_builds(
    import: &mut Import,
    sources: &Sources,
    input: &Input,
    progress: &Progress,
) -> Result<Vec<Diagnostic>> {
    let mut problems = Vec::new();
    for round in 0..MAX_ROUNDS {
        let all = with_files(import, sources, input)?;
        let options = rooflight_compiler::Options { drafts: true, ..rooflight_compiler::Options::default() };
        problems = rooflight_compiler::compile(&all, &options, &mut |stage| progress.stage(stage)).diagnostics;
        let errors: Vec<&Diagnostic> = problems.iter().filter(|one| one.severity == Severity::Error).collect();
        if errors.is_empty() {
            break;
        }
        let paths = import.entries.iter().enumerate().map(|(at, entry)| (entry.path(), at));
        let paths: BTreeMap<String, usize> = paths.collect();
        for error in errors {
            let places = [&error.location].into_iter().chain(error.related.iter().map(|(place, _)| place));
            let found = places.filter_map(|place| paths.get(place.file.as_str())).min();
            if let Some(entry) = found.and_then(|at| import.entries.get_mut(*at)) {
                let what = simplify(entry, error, round);
                import.report.note(Handling::Cut, what, &entry.origin);
            }
        }
    }
    Ok(problems)
}

/// Simplifies an entry so that it builds; returns what was changed, for the report.
fn simplify(entry: &mut ImportedEntry, error: &Diagnostic, round: usize) -> &'static str {
    if error.code == Code::AmbiguousForm && entry.matching.is_none() {
        entry.matching = Some("never");
        return "name that another entry has: not linked by itself";
    }
    if error.code == Code::DeadLink {
        let body = rooflight_import::body::without_headings(&entry.body);
        if body != entry.body {
            entry.body = body;
            return "headings that links lead to: they lead to the entries";
        }
    }
    let plain = rooflight_import::body::plain(&entry.body);
    if plain != entry.body && error.code != Code::AmbiguousForm {
        entry.body = plain;
        return "body with markup that a page refuses: its words alone";
    }
    if round > 2 {
        entry.body.clear();
        entry.extra.clear();
        entry.sources.retain(|source| source.url.is_none());
    }
    entry.aliases.clear();
    entry.avoid.clear();
    entry.superseded.clear();
    entry.former.clear();
    entry.id = None;
    entry.related.clear();
    "names and addresses that the site refuses"
}

/// Prints the kind, the counts and the report.
fn print(arguments: &Arguments, import: &Import, problems: &[Diagnostic]) -> Result<()> {
    let path: &Path = &arguments.path;
    output::line(format_args!("{} read as {}", path.display().to_string().replace('\n', "\\n"), import.kind))?;
    let drafts = import.entries.iter().filter(|entry| entry.draft).count();
    let also = if drafts > 0 { format!(", {drafts} of them drafts") } else { String::new() };
    let count = |number: usize, word: &str, many: &str| format!("{number} {}", if number == 1 { word } else { many });
    output::line(format_args!(
        "{}{also}, {}, {}; {}",
        count(import.entries.len(), "entry", "entries"),
        count(import.layers.len(), "layer", "layers"),
        count(import.pictures.len(), "picture", "pictures"),
        crate::cli::count(problems),
    ))?;
    output::print(import.report.text())
}
