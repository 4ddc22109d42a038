//! `rooflight completions` and `rooflight man`: what shells and `man` need to know, from the same definitions as `--help`.

use anyhow::{Context, Result};
use clap_complete::Shell;
use std::io::Write;
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell that is to complete.
    #[arg(value_enum)]
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The subcommand whose page it is; without one, the program's.
    #[arg(value_name = "COMMAND")]
    subcommand: Option<String>,
}

pub(super) fn completions(arguments: &Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::cli::command(), "rooflight", &mut text);
    put(&text)
}

pub(super) fn man(arguments: &Man) -> Result<ExitCode> {
    let program = crate::cli::command();
    let command = match &arguments.subcommand {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).with_context(|| format!("there is no command `{name}`"))?;
            // The page's name is what is typed, with a hyphen, as for git.
            found.clone().display_name(format!("rooflight-{name}")).bin_name(format!("rooflight {name}"))
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).context("the manual page cannot be made")?;
    put(&page)
}

/// To standard output; a reader that has seen enough is not a failure.
fn put(bytes: &[u8]) -> Result<ExitCode> {
    match std::io::stdout().write_all(bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error).context("cannot write"),
        _ => Ok(ExitCode::SUCCESS),
    }
}
