//! `rooflight serve`: the site on this machine, rebuilt whenever a file changes.
//!
//! What is wrong is said in the terminal and on every open page; the last good site stays up until it is mended.

use crate::Options;
use crate::Outcome;
use crate::edge::live_site::Stage;
use crate::edge::rebuild::{Built, Rebuilder};
use crate::edge::report::{self, MessageFormat};
use crate::edge::serve::{listen, serve};
use crate::edge::watch::Changes;
use crate::model::config::BaseUrl;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A file that is caught half-written is no mistake of the author's: so long a mistake waits for the other half.
const PATIENCE: Duration = Duration::from_millis(80);

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
    let options = Options { base_url: BaseUrl::try_from(format!("http://{address}/")).ok(), drafts: true };
    // Watching begins before reading, so that no change falls between the two.
    let mut changes = Changes::below(&arguments.root)?;
    let (stage, mut rebuilder) = (Stage::default(), Rebuilder::new(&arguments.root, options));
    if let Some(built) = timed(|| rebuilder.build(&stage, &|| true)) {
        show(&mut rebuilder, built, &stage);
    }
    let showing = stage.clone();
    std::thread::spawn(move || {
        while changes.wait() {
            // Given up when something else has changed: the next round sees that, and this.
            let Some(built) = timed(|| rebuilder.build(&showing, &changes.none_since())) else { continue };
            if built.0.outcome.site.is_some() || changes.none_within(PATIENCE) {
                show(&mut rebuilder, built, &showing);
            }
        }
    });
    println!("serving on http://{address}/ (Ctrl-C stops)");
    serve(listener, stage)?;
    Ok(ExitCode::SUCCESS)
}

fn timed(build: impl FnOnce() -> Option<Built>) -> Option<(Built, Duration)> {
    let start = Instant::now();
    build().map(|built| (built, start.elapsed()))
}

fn show(rebuilder: &mut Rebuilder, (built, time): (Built, Duration), stage: &Stage) {
    let Built { outcome: Outcome { site, pages, diagnostics }, sources, .. } = &built;
    let count = crate::cli::count(diagnostics);
    let text = match site {
        Some(_) => String::new(),
        None => report::text(diagnostics, sources, MessageFormat::Human, false),
    };
    crate::cli::print(diagnostics, sources, MessageFormat::Human);
    let state = if site.is_some() { format!("{pages} pages") } else { "nothing built".to_owned() };
    eprintln!("{state}, {count}, {:.0} ms", time.as_secs_f64() * 1000.0);
    rebuilder.show(built, stage, || format!("{count}\n\n{text}"));
}
