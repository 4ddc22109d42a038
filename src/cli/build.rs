//! `rooflight build`: writes the site into a folder.

use crate::Options;
use crate::cache::Memory;
use crate::cli::output;
use crate::edge::progress::Progress;
use crate::edge::report::MessageFormat;
use crate::edge::{load, write};
use crate::model::config::BaseUrl;
use crate::prepare;
use crate::sink::{Nowhere, Sink};
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The flags of `build`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// The folder to write to; only files that a build made are ever replaced or removed.
    #[arg(long, default_value = "dist", value_name = "DIR")]
    out: PathBuf,
    /// Publish under this address instead of the one in content/site.yaml.
    #[arg(long, value_name = "URL", value_parser = crate::cli::base_url)]
    base_url: Option<BaseUrl>,
    /// Build drafts too.
    #[arg(long)]
    drafts: bool,
    /// Print how long each stage took.
    #[arg(long)]
    timings: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let start = Instant::now();
    write::refuse_sources(&arguments.root, &arguments.out)?;
    let mut stages = vec![("load", start)];
    let sources = load::load(&arguments.root);
    let options = Options { base_url: arguments.base_url.clone(), drafts: arguments.drafts };
    let mut memory = Memory::default();
    let progress = Progress::begin();
    let mut observe = |stage| {
        progress.stage(stage);
        stages.push((stage, Instant::now()));
    };
    let prepared = prepare(&sources, &options, &mut memory, &mut observe);
    // No build follows in this process: the caches are freed while pages are rendered.
    rayon::spawn(move || drop(memory));
    // A build with errors touches nothing.
    let writer = prepared.ready.as_ref().map(|_| write::Writer::begin(&arguments.out)).transpose()?;
    let files: &dyn Sink = writer.as_ref().map_or(&Nowhere, |writer| writer);
    let verdict = prepared.finish_into(&progress.counting(files), &mut observe, &|| true).unwrap_or_default();
    observe("write");
    let written = writer.filter(|_| verdict.is_good).map(write::Writer::finish).transpose()?;
    drop(progress);
    crate::cli::print(&verdict.diagnostics, &sources, MessageFormat::Human)?;
    if arguments.timings {
        print_timings(&stages, Instant::now());
    }
    let problems = crate::cli::count(&verdict.diagnostics);
    let time = milliseconds(start.elapsed());
    let Some(written) = written else {
        output::note(format_args!("nothing built: {problems}, {time}"));
        return Ok(ExitCode::from(1));
    };
    let out = arguments.out.display();
    let write::Written { changed, removed } = written;
    let pages = verdict.pages;
    output::line(format_args!(
        "{pages} pages in {out} ({changed} files written, {removed} removed), {problems}, {time}"
    ))?;
    // The process ends here; freeing a large site piece by piece would only take time.
    std::mem::forget((sources, prepared, verdict));
    Ok(ExitCode::SUCCESS)
}

fn print_timings(stages: &[(&str, Instant)], end: Instant) {
    let ends = stages.iter().skip(1).map(|(_, at)| *at).chain([end]);
    for ((name, start), end) in stages.iter().zip(ends) {
        output::note(format_args!("{name:>10}  {}", milliseconds(end - *start)));
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
