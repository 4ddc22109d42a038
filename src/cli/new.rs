//! `rooflight new TERM`: creates the file of an entry with all required keys, each with a comment, or the draft of a
//! translation of an existing entry.
//!
//! 1. Reads the site, for its layers and to find the term if it exists already.
//! 2. Derives the file name from the term, transliterated as in an import. Never overwrites a file.
//! 3. Writes a draft that builds as it is. With a language, it contains the original's text, to be translated.

use crate::cli::output;
use crate::edge::clock::today;
use crate::edge::report::MessageFormat;
use crate::edge::{load, write};
use anyhow::{Context, Result, bail};
use rooflight_folder::Changes;
use rooflight_glossary::model::config::{Config, Requirement};
use rooflight_glossary::model::document::{Document, GLOSSARY};
use rooflight_glossary::model::template_words;
use rooflight_glossary::model::translation::draft::draft;
use rooflight_glossary::model::translation::status;
use rooflight_import::address::spelled;
use rooflight_source::diagnostic::any_error;
use rooflight_source::diagnostic::nearest::nearest;
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::slug::{is_address, slug_of};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `new`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The term as written in a sentence.
    term: String,
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// The layer, one of those in content/site.yaml; the first one by default.
    #[arg(long, value_name = "ID")]
    layer: Option<String>,
    /// The file name and last part of the address; derived from the term by default.
    #[arg(long, value_name = "NAME")]
    slug: Option<String>,
    /// Write the draft of a translation of this entry, in one of the `languages` of content/site.yaml.
    #[arg(long, value_name = "TAG", conflicts_with_all = ["layer", "slug"])]
    language: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let term = parse_term(&arguments.term)?;
    // Held from here on: another command might add the same term.
    let changes = write::changes(&arguments.root)?;
    let sources = load::load(&arguments.root);
    let mut problems = sources.problems.clone();
    let config = Config::read(&sources, &mut problems);
    let Some(config) = config.filter(|_| !any_error(&problems)) else {
        crate::cli::print(&problems, &sources, MessageFormat::Human)?;
        return Ok(ExitCode::from(1));
    };
    // Problems of other entries are left to `check`.
    let documents =
        rooflight_glossary::model::cache::FileCache::default().documents(&sources, &config, &mut Vec::new());
    if let Some(tag) = &arguments.language {
        return translation(&changes, &sources, &config, &documents, (&term, tag));
    }
    let slug = slug(arguments, &term, &config.language)?;
    let layer = layer(arguments, &config)?;
    let path = format!("{GLOSSARY}/{slug}.md");
    if let Some((name, owner)) = named(&documents, &term) {
        bail!("`{name}` exists already, in {}", owner.path);
    }
    write::create(&changes, &path, entry(&term, layer, &config)?.as_bytes())?;
    write::commit(&changes)?;
    output::line(format_args!("wrote {path}"))?;
    let near = nearest(&term, names(&documents).map(|(name, _)| name));
    if let Some((name, owner)) = near.and_then(|near| names(&documents).find(|(name, _)| *name == near)) {
        output::note(format_args!("note: `{name}` has nearly the same name, in {}", owner.path));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the draft of a translation of the entry with this name or address.
fn translation(
    changes: &Changes,
    sources: &Sources,
    config: &Config,
    documents: &[Document],
    (term, tag): (&str, &str),
) -> Result<ExitCode> {
    let Some(language) = config.languages.iter().find(|language| ***language == *tag) else {
        bail!("the site has no language `{tag}`: `languages` in content/site.yaml lists them");
    };
    let by_slug = documents.iter().find(|document| document.slug == term);
    let Some(original) = by_slug.or_else(|| Some(named(documents, term)?.1)) else {
        let near = nearest(term, names(documents).map(|(name, _)| name));
        let help = near.map(|name| format!("; `{name}` is near")).unwrap_or_default();
        bail!("no entry is called `{term}`{help}");
    };
    let known = status::list(sources, config, documents);
    let own = known.into_iter().find(|one| one.language == *language && one.original == original.path);
    if let Some(path) = own.and_then(|one| one.path) {
        bail!("{path} translates `{}` already", original.front.term);
    }
    let text = sources.text(&original.path).and_then(|text| draft(&SourceFile::new(&*original.path, text)));
    let text = text.with_context(|| format!("{} cannot be read", original.path))?;
    let path = original.path.replacen("content", &language.folder(), 1);
    write::create(changes, &path, text.as_bytes())?;
    write::commit(changes)?;
    output::line(format_args!("wrote {path}"))?;
    Ok(ExitCode::SUCCESS)
}

fn parse_term(text: &str) -> Result<String> {
    let term = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if term.is_empty() || term.chars().any(char::is_control) {
        bail!("the term is empty or contains control characters");
    }
    Ok(term)
}

/// The file name without its extension. Letters outside ASCII are transliterated by the rules of the site's language;
/// a term that cannot be, such as one in kanji, needs `--slug`.
fn slug(arguments: &Arguments, term: &str, language: &str) -> Result<String> {
    if let Some(slug) = &arguments.slug {
        if !is_address(slug) {
            bail!("`{slug}` cannot be part of an address: use lower-case letters, digits, `-`, `_` and `.`");
        }
        return Ok(slug.clone());
    }
    let has_other_letters = term.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    // `C#` and `C++` are not `C`.
    let ends_in_sign =
        |word: &str| word.trim_end_matches(['#', '+']).ends_with(char::is_alphanumeric) && word.ends_with(['#', '+']);
    let slug = if !has_other_letters && !term.split(' ').any(ends_in_sign) {
        Some(slug_of(term))
    } else {
        spelled(term, language).0
    };
    slug.filter(|slug| is_address(slug))
        .with_context(|| format!("`{term}` has no spelling that an address allows: name the file with --slug"))
}

fn layer<'a>(arguments: &'a Arguments, config: &'a Config) -> Result<&'a str> {
    let known: Vec<&str> = config.layers.iter().map(|layer| layer.id.as_str()).collect();
    match &arguments.layer {
        None => known.first().copied().context("content/site.yaml has no layers"),
        Some(wanted) if known.contains(&wanted.as_str()) => Ok(wanted),
        Some(wanted) => bail!("there is no layer `{wanted}`; the layers are {}", known.join(", ")),
    }
}

/// Finds the entry with this name, ignoring case.
fn named<'a>(documents: &'a [Document], term: &str) -> Option<(&'a str, &'a Document)> {
    names(documents).find(|(name, _)| name.to_lowercase() == term.to_lowercase())
}

/// All terms, aliases and forms, each with its entry.
fn names(documents: &[Document]) -> impl Iterator<Item = (&str, &Document)> {
    documents.iter().flat_map(|document| {
        let front = &document.front;
        let names = [&front.term].into_iter().chain(&front.aliases).chain(&front.forms);
        names.map(move |name| (name.as_str(), document))
    })
}

fn entry(term: &str, layer: &str, config: &Config) -> Result<String> {
    let quoted = yaml_serde::to_string(term).context("the term cannot be written as YAML")?;
    let layers: Vec<&str> = config.layers.iter().map(|layer| layer.id.as_str()).collect();
    let (term, today) = (quoted.trim_end(), today()?);
    let layer = match layers.len() {
        1 => String::new(),
        _ => format!("layer: {layer}   # one of: {}\n", layers.join(", ")),
    };
    let least = if config.require.contains(&Requirement::Sources) {
        "; an entry needs at least one before it is published"
    } else {
        ""
    };
    let [title, publisher, supports] = template_words::SOURCE;
    let (definition, body) = (template_words::DEFINITION, template_words::BODY);
    Ok(format!(
        "---
term: {term}
{layer}aliases: []   # other names that readers look up
definition: {definition}   # shown on hover cards, in feeds and in search
related: []   # file names of entries to read next
# The sources of the claims{least}. Cite one in the body as [^key].
# sources:
#   - key: key
#     {title}
#     url: https://example.org/
#     {publisher}
#     year: 2026
#     {supports}
published: {today}
draft: true   # built by `serve` and checked by `check`; remove this line to publish
---
{body}
"
    ))
}
