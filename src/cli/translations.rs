//! `rooflight translations`: lists translations that are missing, lag behind their originals, or have no original.
//!
//! 1. A translation names the hash of the original that it was made from; if the original's hash has changed, the
//!    translation lags.
//! 2. The difference comes from git, if git has the older version.
//! 3. Strings of the interface that a language lacks, and that its pages show in English, are listed by key.
//! 4. `--accept` writes the original's present hash into translations that were brought up to date.

use crate::cli::output;
use crate::edge::report::MessageFormat;
use crate::edge::{history, load, write};
use anyhow::{Result, bail};
use rooflight_folder::Changes;
use rooflight_glossary::model::cache::FileCache;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::translation::front::parts;
use rooflight_glossary::model::translation::source_hash::SourceHash;
use rooflight_glossary::model::translation::status::{self, PartDiff, State, Status};
use rooflight_source::diagnostic::any_error;
use rooflight_source::file::{SourceFile, Sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Keys of strings of the interface by language.
type MissingStrings = BTreeMap<String, Vec<&'static str>>;

/// The flags of `translations`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// One language only, by its tag.
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Exit with 1 if a translation lags or has no original.
    #[arg(long)]
    strict: bool,
    /// Note in the translations of these entries that they are up to date.
    #[arg(long, value_name = "SLUG", num_args = 1..)]
    accept: Vec<String>,
    /// With --accept's meaning, for every translation that lags.
    #[arg(long, conflicts_with = "accept")]
    accept_all: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let is_accepting = arguments.accept_all || !arguments.accept.is_empty();
    let staged = is_accepting.then(|| write::changes(&arguments.root)).transpose()?;
    let sources = load::load(&arguments.root);
    let mut problems = sources.problems.clone();
    let config = Config::read(&sources, &mut problems);
    let Some(config) = config.filter(|_| !any_error(&problems)) else {
        crate::cli::print(&problems, &sources, MessageFormat::Human)?;
        return Ok(ExitCode::from(1));
    };
    let mut all = statuses(&sources, &config);
    if let Some(tag) = &arguments.language {
        if !config.languages.iter().any(|language| **language == **tag) {
            bail!("the site has no language `{tag}`: `languages` in content/site.yaml lists them");
        }
        all.retain(|one| *one.language == **tag);
    }
    if let Some(staged) = &staged {
        return accept(arguments, &sources, &all, staged);
    }
    let changed = changes(&arguments.root, &sources, &all);
    let missing = missing_strings(&sources, &config, arguments.language.as_deref());
    let text = if arguments.json { json_text(&all, &changed, &missing) } else { table(&all, &changed, &missing) };
    output::print(text)?;
    let is_bad = all.iter().any(|one| matches!(one.state, State::Lagging | State::Orphaned));
    Ok(ExitCode::from(u8::from(arguments.strict && is_bad)))
}

/// The status of each entry in each further language. Problems of entries are left to `check`.
fn statuses(sources: &Sources, config: &Config) -> Vec<Status> {
    let documents = FileCache::default().documents(sources, config, &mut Vec::new());
    status::list(sources, config, &documents)
}

/// The keys of strings that each language of the site lacks, or one of them; languages that lack none are left out.
fn missing_strings(sources: &Sources, config: &Config, one: Option<&str>) -> MissingStrings {
    let further = config.languages.iter().filter_map(|tag| config.localized(tag, sources, &mut Vec::new()));
    let all = further.chain([config.clone()]).filter(|site| one.is_none_or(|one| *site.language == *one));
    let missing = all.map(|site| ((*site.language).to_owned(), site.strings.missing().to_vec()));
    missing.filter(|(_, keys)| !keys.is_empty()).collect()
}

/// Changes to the originals of lagging translations, by the translation's path, if git has the older version.
fn changes(root: &Path, sources: &Sources, all: &[Status]) -> BTreeMap<String, Vec<PartDiff>> {
    let mut found = BTreeMap::new();
    for one in all.iter().filter(|one| one.state == State::Lagging) {
        let (Some(path), Some(from)) = (&one.path, &one.made_from) else { continue };
        let Some(now) = sources.text(&one.original).and_then(|text| parts(&SourceFile::new(&*one.original, text)))
        else {
            continue;
        };
        let before = history::find(root, &one.original, |text| {
            let parts = parts(&SourceFile::new(&*one.original, text))?;
            (SourceHash::of(&parts) == *from).then_some(parts)
        });
        if let Some(before) = before {
            found.insert(path.clone(), status::changes(&before, &now));
        }
    }
    found
}

/// The states in the order of the list: those that need work come first.
const STATES: [State; 4] = [State::Lagging, State::Orphaned, State::Missing, State::Current];

/// Formats a table: counts for each language, then translations that lag, with differences, have no original, or are
/// missing; then the strings of the interface that languages lack.
fn table(all: &[Status], changed: &BTreeMap<String, Vec<PartDiff>>, missing: &MissingStrings) -> String {
    let mut by_language: BTreeMap<&str, Vec<&Status>> = BTreeMap::new();
    for one in all {
        by_language.entry(&one.language).or_default().push(one);
    }
    let mut out = String::new();
    if by_language.is_empty() {
        out.push_str("the site has one language: `languages` in content/site.yaml lists further ones\n");
    }
    // Writing to a string cannot fail.
    for (tag, all) in by_language {
        let counts = STATES.map(|state| {
            let count = all.iter().filter(|one| one.state == state).count();
            format!("{count} {}", state.words())
        });
        let _ = writeln!(out, "{tag}: {}", counts.join(", "));
        for state in [State::Lagging, State::Orphaned, State::Missing] {
            for one in all.iter().filter(|one| one.state == state) {
                let path = one.path.as_ref().unwrap_or(&one.original);
                let _ = writeln!(out, "  {:<10}  {}", state.words(), path.replace('\n', "\\n"));
                if state == State::Lagging {
                    difference(one, changed.get(path), &mut out);
                }
            }
        }
    }
    for (tag, keys) in missing {
        let _ =
            writeln!(out, "{tag}: {} strings of the interface are shown in English: {}", keys.len(), keys.join(", "));
    }
    out
}

fn difference(one: &Status, changed: Option<&Vec<PartDiff>>, out: &mut String) {
    let Some(changed) = changed else {
        let reason = match one.made_from {
            Some(_) => "git has no version of the original with its hash",
            None => "it does not say which version it was made from",
        };
        let _ = writeln!(out, "      {reason}: compare it with {}", one.original);
        return;
    };
    for PartDiff { key, removed, added } in changed {
        let _ = writeln!(out, "      {key}");
        for (sign, lines) in [("-", removed), ("+", added)] {
            for line in lines {
                let _ = writeln!(out, "        {sign} {line}");
            }
        }
    }
}

fn json_text(all: &[Status], changed: &BTreeMap<String, Vec<PartDiff>>, missing: &MissingStrings) -> String {
    let one = |one: &Status| {
        let mut value = json!({
            "language": &*one.language,
            "slug": one.slug,
            "original": one.original,
            "state": one.state,
        });
        if let Value::Object(keys) = &mut value {
            let hash = |version: &SourceHash| json!(version.to_string());
            keys.extend(one.path.as_ref().map(|path| ("translation".to_owned(), json!(path))));
            keys.extend(one.made_from.as_ref().map(|version| ("made_from".to_owned(), hash(version))));
            keys.extend(one.now.as_ref().map(|version| ("now".to_owned(), hash(version))));
            let changes = one.path.as_ref().and_then(|path| changed.get(path));
            keys.extend(changes.map(|changes| ("changes".to_owned(), json!(changes))));
        }
        value
    };
    let list: Vec<Value> = all.iter().map(one).collect();
    format!("{:#}\n", json!({ "version": 1, "translations": list, "missing_strings": missing }))
}

/// Writes the originals' present hashes into the chosen translations that lag.
fn accept(arguments: &Arguments, sources: &Sources, all: &[Status], changes: &Changes) -> Result<ExitCode> {
    for slug in &arguments.accept {
        if !all.iter().any(|one| one.slug == *slug && one.path.is_some() && one.now.is_some()) {
            bail!("`{slug}` has no translation with an original");
        }
    }
    let wanted = |one: &&Status| arguments.accept_all || arguments.accept.contains(&one.slug);
    let mut lines = Vec::new();
    for one in all.iter().filter(wanted).filter(|one| one.state == State::Lagging) {
        let (Some(path), Some(now)) = (&one.path, &one.now) else { continue };
        let Some(text) = sources.text(path) else { continue };
        if let Some(text) = status::accepted(&SourceFile::new(&**path, text), now) {
            write::put(changes, path, text.as_bytes())?;
            lines.push(format!("{path}: {now}\n"));
        }
    }
    write::commit(changes)?;
    output::print(lines.concat())?;
    let written = lines.len();
    let s = if written == 1 { "" } else { "s" };
    output::note(format_args!("{written} translation{s} marked as up to date"));
    Ok(ExitCode::SUCCESS)
}
