//! Calls back when something in the site's folders changes.
//!
//! Changes that follow each other closely are one: an editor that saves by rename makes several.

use anyhow::{Context, Result};
use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{DebounceEventResult, Debouncer, new_debouncer};
use std::path::Path;
use std::time::Duration;

/// How long after the last change of a burst the callback comes.
const QUIET: Duration = Duration::from_millis(30);

/// Watches `content/`, `templates/` and `static/` below `root` until the result is dropped.
///
/// # Errors
/// When the system lends no watcher, or a folder cannot be watched.
pub fn watch(root: &Path, mut changed: impl FnMut() + Send + 'static) -> Result<Debouncer<RecommendedWatcher>> {
    let mut debouncer = new_debouncer(QUIET, move |result: DebounceEventResult| {
        if result.is_ok_and(|events| !events.is_empty()) {
            changed();
        }
    })
    .context("cannot watch for changes")?;
    for folder in ["content", "templates", "static"].map(|name| root.join(name)) {
        if folder.is_dir() {
            let watcher = debouncer.watcher();
            watcher
                .watch(&folder, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {}", folder.display()))?;
        }
    }
    Ok(debouncer)
}
