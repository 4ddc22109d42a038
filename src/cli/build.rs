//! `rooflight build`: writes the site into a folder. If nothing has changed since the last build, nothing is built.

use crate::cli::output;
use crate::edge::disk_cache::{Built, DiskCache};
use crate::edge::progress::Progress;
use crate::edge::report::MessageFormat;
use crate::edge::write::{Writer, Written};
use crate::edge::{load, write};
use anyhow::Result;
use rooflight_compiler::Options;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::prepare;
use rooflight_compiler::sink::{NullSink, Sink};
use rooflight_compiler::writers::picture::PictureMemo;
use rooflight_glossary::model::config::BaseUrl;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
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
    /// Build everything again, and leave no cache for the next build.
    #[arg(long)]
    no_cache: bool,
    /// Print how long each stage took.
    #[arg(long)]
    timings: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let start = Instant::now();
    write::refuse_sources(&arguments.root, &arguments.out)?;
    let mut stages = vec![("load", start)];
    let sources = load::load(&arguments.root);
    let options = Options { base_url: arguments.base_url.clone(), drafts: arguments.drafts, ..Options::default() };
    let disk = (!arguments.no_cache).then(|| DiskCache::read(&arguments.out));
    if let Some((pages, diagnostics)) = disk.as_ref().and_then(|disk| disk.current(&sources, &options)) {
        crate::cli::print(diagnostics, &sources, MessageFormat::Human)?;
        return report(arguments, pages, Written::default(), &crate::cli::count(diagnostics), start);
    }
    let pictures = disk.as_ref().map_or_else(|| PictureMemo::of_one_build(None), DiskCache::pictures);
    let mut cache = BuildCache { pictures: Arc::new(pictures), ..BuildCache::default() };
    let progress = Progress::begin();
    let mut observe = |stage| {
        progress.stage(stage);
        stages.push((stage, Instant::now()));
    };
    let prepared = prepare(&sources, &options, &mut cache, &mut observe);
    // No build follows in this process, so the caches are freed while pages are rendered.
    rayon::spawn(move || drop(cache));
    // A build with errors does not touch the output folder.
    let writer = prepared.ready.as_ref().map(|_| Writer::begin(&arguments.out)).transpose()?;
    let files: &dyn Sink = writer.as_ref().map_or(&NullSink, |writer| writer);
    let files = progress.counting(files);
    let recording = disk.as_ref().map(|disk| disk.recording(&files));
    let files: &dyn Sink = recording.as_ref().map_or(&files, |recording| recording);
    let verdict = prepared.finish_into(files, &mut observe, &|| true).unwrap_or_default();
    observe("write");
    let written = writer.as_ref().filter(|_| verdict.is_good).map(Writer::finish).transpose()?;
    if let (Some(disk), Some(writer), Some(_), Some(ready)) = (&disk, &writer, written, &prepared.ready) {
        let (pictures, pages, diagnostics) = (&*ready.pictures, verdict.pages, &*verdict.diagnostics);
        disk.write(writer, &Built { sources: &sources, options: &options, pictures, pages, diagnostics })?;
    }
    drop(writer);
    drop(progress);
    crate::cli::print(&verdict.diagnostics, &sources, MessageFormat::Human)?;
    if arguments.timings {
        print_timings(&stages, Instant::now());
    }
    let problems = crate::cli::count(&verdict.diagnostics);
    let Some(written) = written else {
        output::note(format_args!("nothing built: {problems}, {}", milliseconds(start.elapsed())));
        return Ok(ExitCode::from(1));
    };
    let code = report(arguments, verdict.pages, written, &problems, start)?;
    // The process ends here, so freeing a large site would only take time.
    std::mem::forget((sources, prepared, verdict));
    Ok(code)
}

fn report(arguments: &Arguments, pages: usize, written: Written, problems: &str, start: Instant) -> Result<ExitCode> {
    let (out, time) = (arguments.out.display(), milliseconds(start.elapsed()));
    let Written { changed, removed } = written;
    output::line(format_args!(
        "{pages} pages in {out} ({changed} files written, {removed} removed), {problems}, {time}"
    ))?;
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
