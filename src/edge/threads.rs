//! Threads on systems that may refuse to start any: a limit on processes, or on memory.
//!
//! 1. [`start_pool`] starts as many workers as can be had, before anything else needs them. Without any, everything
//!    runs on the thread that asks.
//! 2. [`need`] says in a sentence what lacks, for what cannot do without: the libraries below `serve` and
//!    `measure --url` would panic.

use anyhow::{Result, bail};
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::num::NonZero;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, available_parallelism, sleep};
use std::time::Duration;

/// How long the system may take to forget threads that have ended.
const FORGOTTEN: Duration = Duration::from_millis(5);

/// Starts the workers that share the work of a build.
pub fn start_pool() {
    // Of rayon's own start, a failure is final: each thread is started first, and given its work then.
    let workers: Vec<Sender<ThreadBuilder>> = (0..wanted()).map_while(|_| worker()).collect();
    let pool = ThreadPoolBuilder::new();
    let started = if workers.is_empty() {
        pool.num_threads(1).use_current_thread().build_global()
    } else {
        let hand = |work: ThreadBuilder| {
            // A worker waits until it gets something, so that this cannot fail.
            workers[work.index()].send(work).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
        };
        pool.num_threads(workers.len()).spawn_handler(hand).build_global()
    };
    // It fails only where a pool is there already.
    started.ok();
}

/// Threads for the pool: those of `RAYON_NUM_THREADS`, or one for each processor.
fn wanted() -> usize {
    let configured = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    configured.filter(|threads| *threads > 0).unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
}

/// A thread that waits for its work.
fn worker() -> Option<Sender<ThreadBuilder>> {
    let (work, given) = channel::<ThreadBuilder>();
    let run = move || {
        if let Ok(work) = given.recv() {
            work.run();
        }
    };
    Builder::new().spawn(run).ok().map(|_| work)
}

/// Ensures that `count` more threads can be started.
///
/// # Errors
/// If the system grants fewer.
pub fn need(count: usize, purpose: &str) -> Result<()> {
    // All at the same time, so that each waits until the others have been started.
    let waits = || {
        let (end, ended) = channel::<()>();
        Builder::new().spawn(move || ended.recv()).ok().map(|thread| (end, thread))
    };
    let threads: Vec<_> = (0..count).map_while(|_| waits()).collect();
    let granted = threads.len();
    for (end, thread) in threads {
        drop(end);
        thread.join().ok();
    }
    if granted < count {
        bail!(
            "{purpose} needs {count} more threads, and the system grants {granted}: raise its limit on processes or memory"
        );
    }
    sleep(FORGOTTEN);
    Ok(())
}
