//! `rooflight serve`: serves the site on this machine and rebuilds it whenever a file changes.
//!
//! Problems appear in the terminal and on every open page; the last good site stays up until they are fixed.

use crate::cli::output;
use crate::edge::builtin::Builtin;
use crate::edge::live_site::LiveSite;
use crate::edge::load::Loader;
use crate::edge::rebuild::{Built, Rebuilder};
use crate::edge::report::{self, MessageFormat};
use crate::edge::serve::{listen, serve};
use crate::edge::threads;
use crate::edge::watch::Changes;
use anyhow::{Context, Result};
use rooflight_compiler::Options;
use rooflight_compiler::Outcome;
use rooflight_glossary::model::config::BaseUrl;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Errors are shown only after this long without a change, because a file may be half written.
const ERROR_DELAY: Duration = Duration::from_millis(80);

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
    // A watcher, a rebuilder, and the connections of one page.
    threads::need(6, "serving")?;
    let listener = listen(arguments.port)?;
    let address = listener.local_addr().context("the port has no address")?;
    let base_url = BaseUrl::try_from(format!("http://{address}/")).ok();
    let options = Options { base_url, drafts: true, ..Options::default() };
    // Absolute, because the working folder is lost if the root is replaced.
    let root = std::path::absolute(&arguments.root).context("the folder that this was started in is gone")?;
    // Watches before the first build reads anything, so that no change is missed.
    let builtin = Builtin::default();
    let mut changes = Changes::below(&root, builtin.folders())?;
    let loader = Loader::with_builtin(&root, builtin);
    let (live, mut rebuilder) = (LiveSite::default(), Rebuilder::new(loader, options));
    rebuild(&mut rebuilder, &live, &|| true, |_| true)?;
    let (shown, has_built) = (live.clone(), rebuilder.has_built());
    let rebuild_for_ever = move || {
        while changes.wait() {
            // A build is abandoned when something else changes; the next one sees both changes.
            let is_final = |built: &Built| built.outcome.site.is_some() || changes.none_within(ERROR_DELAY);
            if let Err(error) = rebuild(&mut rebuilder, &shown, &changes.none_since(), is_final) {
                output::note(format_args!("error: {error:#}"));
            }
        }
    };
    std::thread::Builder::new().spawn(rebuild_for_ever).context("cannot start the thread that rebuilds")?;
    output::line(format_args!("serving on http://{address}/ (Ctrl-C stops)"))?;
    if !has_built {
        output::note("note: there is nothing to show yet; this waits for a change that builds, however long it takes");
    }
    serve(&listener, &live)
}

/// Builds the site as it is now, and shows the site or its problems if `is_final` returns true.
fn rebuild(
    rebuilder: &mut Rebuilder,
    live: &LiveSite,
    wanted: &(dyn Fn() -> bool + Sync),
    is_final: impl FnOnce(&Built) -> bool,
) -> Result<()> {
    let start = Instant::now();
    match rebuilder.build(live, wanted) {
        Some(built) if is_final(&built) => show(rebuilder, built, start.elapsed(), live),
        _ => Ok(()),
    }
}

fn show(rebuilder: &mut Rebuilder, built: Built, time: Duration, live: &LiveSite) -> Result<()> {
    let Built { outcome: Outcome { site, pages, diagnostics }, sources, .. } = &built;
    let count = crate::cli::count(diagnostics);
    let text = match site {
        Some(_) => String::new(),
        None => report::text(diagnostics, sources, MessageFormat::Human, false),
    };
    crate::cli::print(diagnostics, sources, MessageFormat::Human)?;
    let state = if site.is_some() { format!("{pages} pages") } else { "nothing built".to_owned() };
    output::note(format_args!("{state}, {count}, {:.0} ms", time.as_secs_f64() * 1000.0));
    rebuilder.show(built, live, || format!("{count}\n\n{text}"));
    Ok(())
}
