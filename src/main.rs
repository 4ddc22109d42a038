//! The `rooflight` program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    rooflight::cli::run()
}
