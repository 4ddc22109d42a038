//! Says on the terminal how far a build has come, if it lasts long enough for anybody to wonder.
//!
//! 1. The first second says nothing: most builds are over by then.
//! 2. After that, one line on standard error names the stage and counts the files that are done; it goes when the build ends.
//! 3. Where standard error is no terminal, nothing is ever said.

use crate::sink::Sink;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long a build may last before it says anything.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line moves.
const TICK: Duration = Duration::from_millis(100);

/// The line that says how far a build has come.
#[derive(Debug)]
pub struct Progress {
    line: ProgressBar,
    /// Gone when the build has ended.
    _building: Option<Sender<()>>,
}

impl Progress {
    /// A build begins.
    #[must_use]
    pub fn begin() -> Self {
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if !std::io::stderr().is_terminal() {
            return Self { line, _building: None };
        }
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {human_pos} files, {elapsed}") {
            line.set_style(style);
        }
        let (building, end) = channel::<()>();
        let shown = line.clone();
        std::thread::spawn(move || {
            if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        Self { line, _building: Some(building) }
    }

    /// A stage begins.
    pub fn stage(&self, name: &'static str) {
        self.line.set_message(name);
    }

    /// The same sink, with its files counted.
    #[must_use]
    pub fn counting<'a>(&'a self, sink: &'a dyn Sink) -> Counting<'a> {
        Counting { progress: self, sink }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// A sink whose files are counted on the line.
#[derive(Clone, Copy)]
pub struct Counting<'a> {
    progress: &'a Progress,
    sink: &'a dyn Sink,
}

impl Sink for Counting<'_> {
    fn put(&self, path: &str, bytes: Vec<u8>) {
        self.sink.put(path, bytes);
        self.progress.line.inc(1);
    }
}
