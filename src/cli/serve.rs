//! `rooflight serve`: the site on this machine, rebuilt whenever a file changes.

use crate::config::BaseUrl;
use crate::edge::report::{self, MessageFormat};
use crate::edge::serve::{News, Stage, listen, serve};
use crate::edge::{load, watch};
use crate::{Options, Outcome, compile};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// The flags of `serve`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// The port on 127.0.0.1; 0 lets the system choose one.
    #[arg(long, default_value_t = 4000, value_name = "N")]
    port: u16,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let listener = listen(arguments.port)?;
    let address = listener.local_addr().context("the port has no address")?;
    let base_url = BaseUrl::try_from(format!("http://{address}/")).ok();
    let options = Options { base_url, drafts: true };
    let root = arguments.root.clone();
    let (outcome, problems) = rebuild(&root, &options);
    // An author who starts with a mistake sees it in the browser too, and the site as soon as it is mended.
    let stage = Stage::new(outcome.site.unwrap_or_else(|| crate::edge::serve::only_problems(&problems)));
    let showing = stage.clone();
    let watched = root.clone();
    let _watching = watch::watch(&root, move || {
        let (outcome, problems) = rebuild(&watched, &options);
        match outcome.site {
            Some(site) => showing.show(site),
            None => showing.tell(News::Problems(problems)),
        }
    })?;
    println!("serving on http://{address}/ (Ctrl-C stops)");
    serve(listener, stage)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds in memory and says how it went; also the problems as plain text, for the open pages.
fn rebuild(root: &Path, options: &Options) -> (Outcome, String) {
    let start = Instant::now();
    let sources = load::load(root);
    let outcome = compile(&sources, options, &mut |_| {});
    super::print(&outcome.diagnostics, &sources, MessageFormat::Human);
    let problems = super::count(&outcome.diagnostics);
    let state = if outcome.site.is_some() { format!("{} pages", outcome.pages) } else { "nothing built".to_owned() };
    eprintln!("{state}, {problems}, {:.0} ms", start.elapsed().as_secs_f64() * 1000.0);
    let text = report::text(&outcome.diagnostics, &sources, MessageFormat::Human, false);
    (outcome, text)
}
