//! Rebuilds a site whenever it changes and publishes the result to the live site.
//!
//! 1. Loads changed files and prepares the build with the caches of the last one.
//! 2. Announces the build early if its pages can be rendered one by one, so that the open page comes first.
//! 3. Renders the whole site and shows it, or reports its problems and keeps the last good site.

use crate::edge::live_site::LiveSite;
use crate::edge::load::Loader;
use rooflight_compiler::Options;
use rooflight_compiler::Outcome;
use rooflight_compiler::Prepared;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::prepare;
use rooflight_source::file::Sources;
use std::sync::Arc;
use std::time::Duration;

/// The delay before the whole site is rendered, so that the open page is rendered first.
const HEAD_START: Duration = Duration::from_millis(20);

/// Builds one site repeatedly, with caches.
#[derive(Debug)]
pub struct Rebuilder {
    loader: Loader,
    cache: BuildCache,
    options: Options,
    /// The last good build.
    good: Option<Arc<Prepared>>,
}

/// A rendered build that is not shown yet.
#[derive(Debug)]
pub struct Built {
    /// The site and its diagnostics.
    pub outcome: Outcome,
    /// Its sources, for the excerpts of diagnostics.
    pub sources: Sources,
    prepared: Arc<Prepared>,
}

impl Rebuilder {
    /// Creates a builder of the site that `loader` reads.
    #[must_use]
    pub fn new(loader: Loader, options: Options) -> Self {
        Self { loader, cache: BuildCache::default(), options, good: None }
    }

    /// True if there has been a good build.
    #[must_use]
    pub fn has_built(&self) -> bool {
        self.good.is_some()
    }

    /// Builds the site as it is now, and announces it early if possible. Stops with `None` once `keep_going` returns
    /// false.
    pub fn build(&mut self, live: &LiveSite, keep_going: &(dyn Fn() -> bool + Sync)) -> Option<Built> {
        let sources = self.loader.load();
        let prepared = Arc::new(prepare(&sources, &self.options, &mut self.cache, &mut |_| {}));
        if self.can_announce(&prepared) {
            live.announce(Arc::clone(&prepared));
            if live.is_watched() {
                // Rendering the rest now would compete with the open page for the CPU.
                std::thread::sleep(HEAD_START);
            }
        }
        let outcome = prepared.finish_while(&mut |_| {}, keep_going)?;
        Some(Built { outcome, sources, prepared })
    }

    /// Shows a good build, or the text of `problems` with the last good one.
    pub fn show(&mut self, built: Built, live: &LiveSite, problems: impl FnOnce() -> String) {
        match built.outcome.site {
            Some(site) => {
                live.show(site, &built.prepared);
                self.good = Some(built.prepared);
            }
            None => live.refuse(problems()),
        }
    }

    /// True if pages of the build can be shown before all are rendered: if templates and catalog are those of a good
    /// build, only the edited entries can still fail.
    fn can_announce(&self, next: &Prepared) -> bool {
        let (Some(good), Some(next)) = (self.good.as_ref().and_then(|good| good.ready.as_ref()), &next.ready) else {
            return false;
        };
        let same_facts = match (&good.calibrated, &next.calibrated) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        same_facts && Arc::ptr_eq(&good.theme, &next.theme)
    }
}
