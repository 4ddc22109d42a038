//! How work on entries is divided among threads.

/// Upper bound on the entries that one thread takes at a time. Small, so that no thread is left with a long rest while
/// the others wait; dividing costs nothing next to the work on an entry.
pub const MAX_CHUNK: usize = 4;
