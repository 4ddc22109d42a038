//! Starts threads on systems that may refuse them, because of a limit on processes or memory.
//!
//! 1. [`start_pool`] starts as many workers as the system grants, up to one per processor. Without any, all work runs
//!    on the calling thread.
//! 2. [`need`] fails with an explanation if threads are lacking for `serve` or `measure --url`, which would stop
//!    halfway.

use anyhow::{Result, bail};
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::num::NonZero;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, available_parallelism, sleep};
use std::time::Duration;

/// Time for the system to release threads that have ended.
const RELEASE_TIME: Duration = Duration::from_millis(5);

/// Starts the thread pool of builds.
pub fn start_pool() {
    // A failure in rayon's own start would be final, so the threads are started first and handed their work later.
    let workers: Vec<Sender<ThreadBuilder>> = (0..wanted()).map_while(|_| worker()).collect();
    let pool = ThreadPoolBuilder::new();
    let started = if workers.is_empty() {
        pool.num_threads(1).use_current_thread().build_global()
    } else {
        let hand = |work: ThreadBuilder| {
            // Cannot fail, because a worker waits for its work.
            workers[work.index()].send(work).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
        };
        pool.num_threads(workers.len()).spawn_handler(hand).build_global()
    };
    // Fails only if there is a pool already.
    started.ok();
}

/// The number of threads for the pool: `RAYON_NUM_THREADS`, or one per processor.
fn wanted() -> usize {
    let configured = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    configured.filter(|threads| *threads > 0).unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
}

/// Starts a thread that waits for its work.
fn worker() -> Option<Sender<ThreadBuilder>> {
    let (work, given) = channel::<ThreadBuilder>();
    let run = move || {
        if let Ok(work) = given.recv() {
            work.run();
        }
    };
    Builder::new().spawn(run).ok().map(|_| work)
}

/// Checks that `count` more threads can be started.
///
/// # Errors
/// If the system grants fewer.
pub fn need(count: usize, purpose: &str) -> Result<()> {
    // All of them at the same time: each waits until the others have been started.
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
    sleep(RELEASE_TIME);
    Ok(())
}
