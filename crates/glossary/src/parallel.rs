//! How work on entries is divided among threads.

/// Maximum number of entries that a thread takes at a time. It is small, so that no thread works on a long remainder
/// while the others wait; splitting is cheap compared with the work on an entry.
pub const MAX_CHUNK: usize = 4;
