//! A progress line for long builds and imports.
//!
//! 1. The first second shows nothing: most builds are done by then.
//! 2. After that, one line on standard error names the stage and counts finished files. It disappears when the build
//!    ends.
//! 3. Without a terminal nothing is shown.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rooflight_compiler::sink::Sink;
use rooflight_source::file::LargeFile;
use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long a build runs before the line appears.
const DELAY: Duration = Duration::from_secs(1);
/// How often the line is redrawn.
const TICK: Duration = Duration::from_millis(100);

/// The progress line of a build.
#[derive(Debug)]
pub struct Progress {
    line: ProgressBar,
    /// Dropped when the build ends, which stops the thread that waits to show the line.
    _building: Option<Sender<()>>,
}

impl Progress {
    /// Starts with a build.
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
        let show = move || {
            let mut delay = DELAY;
            while end.recv_timeout(delay) == Err(RecvTimeoutError::Timeout) {
                if delay == DELAY {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                }
                // Ticked here: the progress bar could not always start a ticking thread of its own.
                shown.tick();
                delay = TICK;
            }
        };
        // Without a thread to spare there is no line, and the build goes on.
        std::thread::Builder::new().spawn(show).ok();
        Self { line, _building: Some(building) }
    }

    /// Names the current stage.
    pub fn stage(&self, name: &'static str) {
        self.line.set_message(name);
    }

    /// Counts a file.
    pub fn file(&self) {
        self.line.inc(1);
    }

    /// Wraps a sink so that its files are counted.
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

/// A sink that counts its files on the progress line.
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

    fn copy(&self, path: &str, file: &LargeFile) {
        self.sink.copy(path, file);
        self.progress.line.inc(1);
    }

    fn keep(&self, path: &str) {
        self.sink.keep(path);
        self.progress.line.inc(1);
    }
}
