//! Calls back when something in the site's folders changes.
//!
//! 1. Events that only say that a file was read are dropped: a build reads every file, and would wake itself for ever.
//! 2. Changes that follow each other closely are one: an editor that saves by rename makes several.

use anyhow::{Context, Result};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long after the last change of a burst the callback comes.
const QUIET: Duration = Duration::from_millis(30);

/// Watches `content/`, `templates/` and `static/` below `root` until the result is dropped.
///
/// # Errors
/// When the system lends no watcher, or a folder cannot be watched.
pub fn watch(root: &Path, changed: impl FnMut() + Send + 'static) -> Result<RecommendedWatcher> {
    let (sender, receiver): (Sender<()>, Receiver<()>) = channel();
    let mut watcher = recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            // The other end is gone only when the program ends.
            sender.send(()).ok();
        }
    })
    .context("cannot watch for changes")?;
    for folder in ["content", "templates", "static"].map(|name| root.join(name)) {
        if folder.is_dir() {
            watcher
                .watch(&folder, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {}", folder.display()))?;
        }
    }
    std::thread::spawn(move || call_after_bursts(&receiver, changed));
    Ok(watcher)
}

fn call_after_bursts(receiver: &Receiver<()>, mut changed: impl FnMut()) {
    while receiver.recv().is_ok() {
        while receiver.recv_timeout(QUIET).is_ok() {}
        changed();
    }
}
