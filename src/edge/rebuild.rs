//! Builds the same site again and again, and puts it on the stage.
//!
//! 1. Load what has changed, prepare the build with what the last one left.
//! 2. Announce it, if it can be shown before it is rendered: the page that an author looks at comes first.
//! 3. Render the whole, and show it; or say what is wrong with it, and leave the last good site.

use crate::Options;
use crate::Outcome;
use crate::Prepared;
use crate::cache::Memory;
use crate::edge::live_site::Stage;
use crate::edge::load::Loader;
use crate::prepare;
use crate::source::Sources;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long an announced page has the processor to itself.
const HEAD_START: Duration = Duration::from_millis(20);

/// A site's builder, with what it remembers.
#[derive(Debug)]
pub struct Rebuilder {
    loader: Loader,
    memory: Memory,
    options: Options,
    /// The last build that was shown.
    good: Option<Arc<Prepared>>,
}

/// A build that is rendered, but not yet on show.
#[derive(Debug)]
pub struct Built {
    /// What it gave.
    pub outcome: Outcome,
    /// What it was made from, for the excerpts of its diagnostics.
    pub sources: Sources,
    prepared: Arc<Prepared>,
}

impl Rebuilder {
    /// A builder of the site at `root`.
    #[must_use]
    pub fn new(root: &Path, options: Options) -> Self {
        Self { loader: Loader::new(root), memory: Memory::default(), options, good: None }
    }

    /// Builds what is there now, and announces it to the stage if possible; `None` as soon as `wanted` says no.
    pub fn build(&mut self, stage: &Stage, wanted: &(dyn Fn() -> bool + Sync)) -> Option<Built> {
        let sources = self.loader.load();
        let prepared = Arc::new(prepare(&sources, &self.options, &mut self.memory, &mut |_| {}));
        if self.is_like_the_good_one(&prepared) {
            stage.announce(Arc::clone(&prepared));
            if stage.is_watched() {
                // The open page asks for itself at once, and rendering everything else would take the processor from it.
                std::thread::sleep(HEAD_START);
            }
        }
        let outcome = prepared.finish_while(&mut |_| {}, wanted)?;
        Some(Built { outcome, sources, prepared })
    }

    /// Shows a build, or what is wrong with it in the words of `problems`.
    pub fn show(&mut self, built: Built, stage: &Stage, problems: impl FnOnce() -> String) {
        match built.outcome.site {
            Some(site) => {
                stage.show(site, &built.prepared);
                self.good = Some(built.prepared);
            }
            None => stage.refuse(problems()),
        }
    }

    /// Whether the build can be shown before it is rendered: with the same templates and facts as a good one, what can still go wrong
    /// concerns the entry that was edited.
    fn is_like_the_good_one(&self, next: &Prepared) -> bool {
        let (Some(good), Some(next)) = (self.good.as_ref().and_then(|good| good.ready.as_ref()), &next.ready) else {
            return false;
        };
        let same_facts = match (&good.estimating, &next.estimating) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        same_facts && Arc::ptr_eq(&good.theme, &next.theme)
    }
}
