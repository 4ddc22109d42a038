//! A progress line for long builds and imports.
//!
//! 1. The first second shows nothing: most builds are done by then.
//! 2. After that, one line on standard error names the stage and counts finished files. It disappears when the build
//!    ends.
//! 3. Without a terminal nothing is shown.

use rooflight_compiler::sink::Sink;
use rooflight_source::file::LargeFile;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long a build runs before the line appears.
const DELAY: Duration = Duration::from_secs(1);
/// How often the line is redrawn.
const TICK: Duration = Duration::from_millis(100);
/// Returns to the start of a terminal's line and clears it.
const CLEAR: &str = "\r\x1b[2K";

/// Content of the progress line.
#[derive(Debug, Default)]
struct State {
    stage: Mutex<&'static str>,
    files: AtomicUsize,
}

/// The progress line of a build.
#[derive(Debug)]
pub struct Progress {
    state: Arc<State>,
    /// The thread that draws the line, and the sender whose end stops it.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts with a build.
    #[must_use]
    pub fn begin() -> Self {
        let state = Arc::<State>::default();
        if !std::io::stderr().is_terminal() {
            return Self { state, drawing: None };
        }
        let (building, end) = channel::<()>();
        let (shown, start) = (Arc::clone(&state), Instant::now());
        let draw = move || {
            let mut delay = DELAY;
            while end.recv_timeout(delay) == Err(RecvTimeoutError::Timeout) {
                let stage = *shown.stage.lock().unwrap_or_else(PoisonError::into_inner);
                let (files, seconds) = (shown.files.load(Ordering::Relaxed), start.elapsed().as_secs());
                // A terminal that takes no progress takes no message about it.
                write!(std::io::stderr(), "{CLEAR}{stage}, {files} files, {seconds} s").ok();
                delay = TICK;
            }
            if delay == TICK {
                write!(std::io::stderr(), "{CLEAR}").ok();
            }
        };
        // Without a thread to spare there is no line, and the build goes on.
        let drawing = Builder::new().spawn(draw).ok().map(|thread| (building, thread));
        Self { state, drawing }
    }

    /// Names the current stage.
    pub fn stage(&self, name: &'static str) {
        *self.state.stage.lock().unwrap_or_else(PoisonError::into_inner) = name;
    }

    /// Counts a file.
    pub fn file(&self) {
        self.state.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Wraps a sink so that its files are counted.
    #[must_use]
    pub fn counting<'a>(&'a self, sink: &'a dyn Sink) -> Counting<'a> {
        Counting { progress: self, sink }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((building, thread)) = self.drawing.take() {
            drop(building);
            // Waits until the line is gone, so that the next message has a line of its own.
            thread.join().ok();
        }
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
        self.progress.file();
    }

    fn copy(&self, path: &str, file: &LargeFile) {
        self.sink.copy(path, file);
        self.progress.file();
    }

    fn keep(&self, path: &str) {
        self.sink.keep(path);
        self.progress.file();
    }
}
