//! The command line: one file per subcommand.
//!
//! Exit code 0: clean. 1: problems of the content, all of them printed. 2: an operational failure (disk, port, flag).

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is where the program speaks"
)]

mod build;
mod calibrate;
mod check;
mod completions;
mod estimate;
mod explain;
mod init;
mod links;
mod new;
mod schema;
mod serve;
mod terms;
mod urls;

use crate::diagnostic::{Diagnostic, Severity};
use crate::edge::report::{self, MessageFormat};
use crate::model::config::{BaseUrl, Malformed};
use crate::source::Sources;
use clap::{CommandFactory, Parser, Subcommand};
use std::io::IsTerminal;
use std::process::ExitCode;

/// Builds glossaries whose entries link each other and carry live, sourced calculators.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the site into a folder.
    Build(build::Arguments),
    /// Serve the site on this machine, and rebuild it whenever a file changes.
    Serve(serve::Arguments),
    /// Fit the published measurements, and print how far to trust the result.
    Calibrate(calibrate::Arguments),
    /// Answer one question with its ledger and its measurements, or a table of questions.
    Estimate(estimate::Arguments),
    /// Report every problem of the content, and build nothing.
    Check(check::Arguments),
    /// Explain a kind of problem, by the code in its message.
    Explain(explain::Arguments),
    /// Explain the links of an entry: what is linked, what is not, and why.
    Links(links::Arguments),
    /// List the terms, and every form by which they are found.
    Terms(terms::Arguments),
    /// List the addresses of the site, against those that were ever published.
    Urls(urls::Arguments),
    /// Write a small glossary into a new folder, to begin with.
    Init(init::Arguments),
    /// Write the file of a new entry.
    New(new::Arguments),
    /// Print the JSON Schema of a kind of file, for editors.
    Schema(schema::Arguments),
    /// Print a script by which a shell completes commands and flags.
    Completions(completions::Completions),
    /// Print a manual page.
    Man(completions::Man),
}

/// The program's commands and flags, for help, completions, manual pages and the guide's test.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program with the process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Build(arguments) => build::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Estimate(arguments) => estimate::run(&arguments),
        Command::Check(arguments) => Ok(check::run(&arguments)),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => completions::man(&arguments),
        Command::Links(arguments) => links::run(&arguments),
        Command::Terms(arguments) => Ok(terms::run(&arguments)),
        Command::Urls(arguments) => urls::run(&arguments),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Prints diagnostics: JSON to standard output, everything else to standard error.
fn print(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat) {
    let text = report::text(diagnostics, sources, format, std::io::stderr().is_terminal());
    match format {
        MessageFormat::Json => print!("{text}"),
        _ => eprint!("{text}"),
    }
}

/// "2 errors, 1 warning", or "no problems".
fn count(diagnostics: &[Diagnostic]) -> String {
    let number = |severity: Severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let words =
        |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}{}", if count == 1 { "" } else { "s" }));
    let parts: Vec<String> = [words(number(Severity::Error), "error"), words(number(Severity::Warning), "warning")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() { "no problems".to_owned() } else { parts.join(", ") }
}

fn base_url(text: &str) -> Result<BaseUrl, Malformed> {
    BaseUrl::try_from(text.to_owned())
}
