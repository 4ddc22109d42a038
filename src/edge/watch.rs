//! Watches the site's folders for changes.
//!
//! 1. Drops read-only events, because a build reads files and would trigger itself.
//! 2. Debounces changes in quick succession into one, such as an editor's save by rename. The debounce time is longer
//!    if many files have changed, so that a checkout counts as one change while a single saved file is not delayed.
//! 3. If the root folder is replaced, moves the watches to the new one.
//! 4. Does not report which files changed, since events can be lost: a build checks all files.

use anyhow::{Context, Result};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Debounce time after a change of a few files.
const QUIET: Duration = Duration::from_millis(5);
/// Debounce time after a change of many files.
const QUIET_AFTER_MANY: Duration = Duration::from_millis(60);
/// The number of files from which on the debounce is longer.
const MANY: usize = 8;
/// Maximum debounce time, so that a process that keeps writing cannot block rebuilds.
const MAX_DEBOUNCE: Duration = Duration::from_secs(2);
/// A site's folders.
const FOLDERS: [&str; 3] = ["content", "templates", "static"];

/// A watch on a site's folders.
#[derive(Debug)]
pub struct Changes {
    root: PathBuf,
    folders: Vec<PathBuf>,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    events: Receiver<Event>,
    seen: u64,
    counter: Counter,
}

/// The number of changes so far, readable from any thread.
#[derive(Debug, Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    fn get(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Changes {
    /// Watches `content/`, `templates/` and `static/` below `root`, and other folders, including those that are created
    /// later.
    ///
    /// # Errors
    /// If the system has no watcher left, or the root cannot be watched.
    pub fn below(root: &Path, mut folders: Vec<PathBuf>) -> Result<Self> {
        let root = root.canonicalize().with_context(|| format!("there is no folder {}", root.display()))?;
        let (sender, events) = channel();
        let counter = Counter::default();
        folders.extend(FOLDERS.map(|name| root.join(name)));
        let (count, inner, own) = (counter.clone(), folders.clone(), root.clone());
        let watcher = recommended_watcher(move |event: notify::Result<Event>| {
            // An error means that events were lost, so anything may have changed.
            let event = event.unwrap_or_default();
            let inside = |path: &PathBuf| *path == own || inner.iter().any(|folder| path.starts_with(folder));
            if changes(event.kind) && (event.paths.is_empty() || event.paths.iter().any(inside)) {
                count.0.fetch_add(1, Ordering::SeqCst);
                // The receiver is gone only when the program ends.
                sender.send(event).ok();
            }
        })
        .context("cannot watch for changes")?;
        let mut changes = Self { root, folders, watcher, watched: BTreeSet::new(), events, seen: 0, counter };
        changes.watch_root()?;
        changes.watch_folders()?;
        Ok(changes)
    }

    /// Waits for a change and its debounce time; false if the watcher has stopped.
    pub fn wait(&mut self) -> bool {
        let Ok(first) = self.events.recv() else { return false };
        let mut files: BTreeSet<PathBuf> = first.paths.into_iter().collect();
        let start = Instant::now();
        loop {
            let quiet = if files.len() < MANY { QUIET } else { QUIET_AFTER_MANY };
            match self.events.recv_timeout(quiet) {
                Ok(event) if start.elapsed() < MAX_DEBOUNCE => files.extend(event.paths),
                _ => break,
            }
        }
        self.seen = self.counter.get();
        // A watch belongs to an inode, so a replaced folder needs a new one, and so do all folders of a replaced root.
        if files.contains(&self.root) {
            self.watched.clear();
            self.watch_root().ok();
        }
        self.watched.retain(|folder| !files.contains(folder));
        // A folder that cannot be watched does not stop the others.
        self.watch_folders().ok();
        true
    }

    /// Returns a check, usable from any thread, whether nothing has changed since the last [`Self::wait`].
    pub fn none_since(&self) -> impl Fn() -> bool + Sync + use<> {
        let (seen, counter) = (self.seen, self.counter.clone());
        move || counter.get() == seen
    }

    /// Waits up to `time` for a change; true if there is none.
    #[must_use]
    pub fn none_within(&self, time: Duration) -> bool {
        let (none, end) = (self.none_since(), Instant::now() + time);
        while none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        none()
    }

    /// Watches the root, and its parent to notice when the root is replaced.
    fn watch_root(&mut self) -> Result<()> {
        let root = self.root.clone();
        if let Some(parent) = root.parent() {
            // A parent that may not be watched only means that a replaced root goes unnoticed.
            self.watcher.watch(parent, RecursiveMode::NonRecursive).ok();
        }
        if root.is_dir() { self.add(&root, RecursiveMode::NonRecursive) } else { Ok(()) }
    }

    fn watch_folders(&mut self) -> Result<()> {
        for folder in self.folders.clone() {
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

/// True for every event except reads.
fn changes(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}
