//! The `rooflight` program: everything is in the library.

use std::process::ExitCode;

/// A build makes and drops millions of short texts on all threads: an allocator that is made for that takes about a
/// sixth of the time off.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rooflight::cli::run()
}
