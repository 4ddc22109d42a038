//! Signals that would end the program in the middle of a file.
//!
//! Where the system limits the size of a file (`ulimit -f`), writing beyond it sends a signal whose default ends the
//! process. With a handler, the write fails instead, and is told like a full disk.

/// Turns the signal of a file that grows too large into an error of the write.
#[cfg(unix)]
pub fn survive_file_limits() {
    use signal_hook::consts::SIGXFSZ;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Without the handler a limit ends the program, as it does with any other.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).ok();
}

/// Elsewhere there is no such signal.
#[cfg(not(unix))]
pub fn survive_file_limits() {}
