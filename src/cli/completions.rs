//! `rooflight completions` and `rooflight man`: generates completion scripts and manual pages from the definitions
//! behind `--help`.

use crate::cli::output;
use anyhow::{Context, Result};
use clap_complete::Shell;
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// The subcommand; the page of the program itself without one.
    #[arg(value_name = "COMMAND")]
    subcommand: Option<String>,
}

pub(super) fn completions(arguments: &Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::cli::command(), "rooflight", &mut text);
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn man(arguments: &Man) -> Result<ExitCode> {
    let program = crate::cli::command();
    let command = match &arguments.subcommand {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).with_context(|| format!("there is no command `{name}`"))?;
            // Named `rooflight-build`, as git does.
            found.clone().display_name(format!("rooflight-{name}")).bin_name(format!("rooflight {name}"))
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).context("the manual page cannot be made")?;
    output::print(page)?;
    Ok(ExitCode::SUCCESS)
}
