//! Handles signals that would end the program while it writes a file.
//!
//! If a file would exceed the system's limit (`ulimit -f`), the system sends SIGXFSZ, which ends the process by
//! default. With a handler the write fails instead, and is reported like a full disk.

/// Turns SIGXFSZ into an error of the write.
#[cfg(unix)]
pub fn survive_file_limits() {
    use signal_hook::consts::SIGXFSZ;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // If the handler cannot be registered, the limit ends the program.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).ok();
}

/// Does nothing: other systems have no such signal.
#[cfg(not(unix))]
pub fn survive_file_limits() {}
