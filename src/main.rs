//! The `rooflight` program, a wrapper around the library.

use std::process::ExitCode;

/// A build allocates and frees millions of short strings on all threads; mimalloc makes it about a sixth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rooflight::cli::run()
}
