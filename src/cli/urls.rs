//! `rooflight urls`: compares the site's addresses with all that were ever published.
//!
//! 1. Builds the site in memory; each address is `kept`, `new` or `lost`.
//! 2. With `--update`, adds new addresses to `content/urls.lock`, and takes the bodies of entries with a new note.
//!    Never removes an address.

use crate::cli::output;
use crate::edge::report::MessageFormat;
use crate::edge::{load, write};
use anyhow::{Context, Result};
use rooflight_compiler::Options;
use rooflight_compiler::Outcome;
use rooflight_compiler::compile;
use rooflight_glossary::model::cache::FileCache;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::url_lock::{self, Lock};
use rooflight_source::diagnostic::{Code, any_error};
use rooflight_source::file::{SourceFile, Sources};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `urls`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// Add the new addresses to content/urls.lock, and the bodies of entries with a new note.
    #[arg(long)]
    update: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let changes = arguments.update.then(|| write::changes(&arguments.root)).transpose()?;
    let mut sources = load::load(&arguments.root);
    let lock = Lock::read(&sources);
    let mut outcome = compile(&sources, &Options::default(), &mut |_| {});
    let lost = lost(&outcome, &lock);
    if !lost.is_empty() {
        // A lost address fails the build. Without it in the list, the build succeeds and the rest can be compared.
        forget(&mut sources, &lock, &lost);
        outcome = compile(&sources, &Options::default(), &mut |_| {});
    }
    let Some(site) = &outcome.site else {
        outcome.diagnostics.retain(|diagnostic| any_error(std::slice::from_ref(diagnostic)));
        crate::cli::print(&outcome.diagnostics, &sources, MessageFormat::Human)?;
        return Ok(ExitCode::from(1));
    };
    let addresses = url_lock::addresses(site.keys());
    let known: BTreeSet<&str> = lock.lines.iter().map(|(address, _)| address.as_str()).collect();
    let new = addresses.iter().filter(|address| !known.contains(address.as_str())).count();
    if let Some(changes) = &changes {
        let config = Config::read(&sources, &mut Vec::new()).context("the settings cannot be read again")?;
        let documents = FileCache::default().documents(&sources, &config, &mut Vec::new());
        write::put(changes, url_lock::PATH, url_lock::text(&lock, &addresses, &documents).as_bytes())?;
        write::commit(changes)?;
        output::line(format_args!("{} addresses in {}, {new} of them new", known.len() + new, url_lock::PATH))?;
    } else {
        let word = |address: &String| if known.contains(address.as_str()) { "kept" } else { "new " };
        let lines = addresses.iter().map(|address| format!("{} {address}\n", word(address)));
        output::print(lines.collect::<String>())?;
    }
    for address in &lost {
        output::note(format_args!("lost {address}"));
    }
    Ok(ExitCode::from(u8::from(!lost.is_empty())))
}

/// Published addresses that the build would lose.
fn lost(outcome: &Outcome, lock: &Lock) -> BTreeSet<String> {
    let of = |start: usize| lock.lines.iter().find(|(_, span)| span.start == start).map(|(address, _)| address.clone());
    let found = outcome.diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::LostAddress);
    found.filter_map(|diagnostic| of(diagnostic.location.span.start)).collect()
}

/// Removes the lost addresses from the list in memory.
fn forget(sources: &mut Sources, lock: &Lock, lost: &BTreeSet<String>) {
    let kept = lock.lines.iter().map(|(address, _)| address).filter(|address| !lost.contains(*address));
    let text = kept.fold(String::new(), |text, address| text + address + "\n");
    for file in sources.content.iter_mut().filter(|file| file.path == url_lock::PATH) {
        *file = SourceFile::new(url_lock::PATH, text.as_str());
    }
}
