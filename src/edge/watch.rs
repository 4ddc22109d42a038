//! Says when something in the site's folders has changed.
//!
//! 1. Events that only say that a file was read are dropped: a build reads files, and would wake itself for ever.
//! 2. Changes that follow each other closely are one: an editor that saves by rename makes several. The more files have changed, the
//!    longer the wait for the next: a checkout of hundreds is one change, yet one saved file is not kept waiting.
//! 3. What changed is not told, since events can be lost: whoever builds looks at everything.

use anyhow::{Context, Result};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long after the last change of a few files a burst is over.
const QUIET: Duration = Duration::from_millis(5);
/// The same, where many files have changed.
const QUIET_AFTER_MANY: Duration = Duration::from_millis(60);
/// How many files are many.
const MANY: usize = 8;
/// A burst that goes on is cut here: something that writes without end must not keep the page from changing.
const LONGEST: Duration = Duration::from_secs(2);
/// The folders of a site.
const FOLDERS: [&str; 3] = ["content", "templates", "static"];

/// The changes below a site's root, from the moment this was made.
#[derive(Debug)]
pub struct Changes {
    root: PathBuf,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    events: Receiver<Event>,
    seen: u64,
    counter: Counter,
}

/// How many changes there have been; any thread may look.
#[derive(Debug, Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    fn get(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Changes {
    /// Watches `content/`, `templates/` and `static/` below `root`, also those that come to be later.
    ///
    /// # Errors
    /// When the system lends no watcher, or a folder cannot be watched.
    pub fn below(root: &Path) -> Result<Self> {
        let root = root.canonicalize().with_context(|| format!("there is no folder {}", root.display()))?;
        let (sender, events) = channel();
        let counter = Counter::default();
        let (count, folders) = (counter.clone(), FOLDERS.map(|name| root.join(name)));
        let watcher = recommended_watcher(move |event: notify::Result<Event>| {
            // An error means that events were lost: then anything may have changed.
            let event = event.unwrap_or_default();
            let inside = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
            if changes(event.kind) && (event.paths.is_empty() || event.paths.iter().any(inside)) {
                count.0.fetch_add(1, Ordering::SeqCst);
                // The other end is gone only when the program ends.
                sender.send(event).ok();
            }
        })
        .context("cannot watch for changes")?;
        let mut changes = Self { root, watcher, watched: BTreeSet::new(), events, seen: 0, counter };
        let place = changes.root.clone();
        changes.add(&place, RecursiveMode::NonRecursive)?;
        changes.watch_folders()?;
        Ok(changes)
    }

    /// Waits for a change, and until the burst that it belongs to is over; false when there will be none any more.
    pub fn wait(&mut self) -> bool {
        let Ok(first) = self.events.recv() else { return false };
        let mut files: BTreeSet<PathBuf> = first.paths.into_iter().collect();
        let start = Instant::now();
        loop {
            let quiet = if files.len() < MANY { QUIET } else { QUIET_AFTER_MANY };
            match self.events.recv_timeout(quiet) {
                Ok(event) if start.elapsed() < LONGEST => files.extend(event.paths),
                _ => break,
            }
        }
        self.seen = self.counter.get();
        // A folder that was itself replaced has to be watched anew.
        self.watched.retain(|folder| !files.contains(folder));
        // A folder that cannot be watched is no reason to stop: the others still are.
        self.watch_folders().ok();
        true
    }

    /// Whether nothing has changed since the last [`Self::wait`]; any thread may ask.
    pub fn none_since(&self) -> impl Fn() -> bool + Sync + use<> {
        let (seen, counter) = (self.seen, self.counter.clone());
        move || counter.get() == seen
    }

    /// Whether nothing changes for so long.
    #[must_use]
    pub fn none_within(&self, time: Duration) -> bool {
        let (none, end) = (self.none_since(), Instant::now() + time);
        while none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        none()
    }

    fn watch_folders(&mut self) -> Result<()> {
        for folder in FOLDERS.map(|name| self.root.join(name)) {
            if !folder.is_dir() {
                self.watched.remove(&folder);
            } else if !self.watched.contains(&folder) {
                self.add(&folder, RecursiveMode::Recursive)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, folder: &Path, mode: RecursiveMode) -> Result<()> {
        self.watcher.watch(folder, mode).with_context(|| format!("cannot watch {}", folder.display()))?;
        self.watched.insert(folder.to_owned());
        Ok(())
    }
}

/// True for everything but reading.
fn changes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}
