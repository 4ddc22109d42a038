//! The command line: one file per subcommand.
//!
//! Exit code 0: success. 1: problems in the content, or a question without an answer. 2: an operational failure (disk,
//! port, flag).

#![allow(clippy::disallowed_methods, reason = "commands read the clock and the environment")]

mod annotate;
mod batch;
mod build;
mod calculate;
mod check;
mod check_docs;
mod compare;
mod data;
mod detect;
mod estimate;
mod explain;
mod explore;
mod export;
mod import;
mod init;
mod input;
mod launch;
mod links;
mod listing;
pub mod mcp;
mod mcp_tools;
mod measure;
mod measure_url;
mod model;
mod model_files;
mod new;
mod output;
mod schema;
mod serve;
mod short_answer;
mod terminal;
mod terms;
mod theme;
mod translations;
mod urls;
mod words;

use crate::edge::report::{self, MessageFormat};
use crate::edge::{overview, signals, threads};
use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use rooflight_glossary::model::config::{BaseUrl, Malformed};
use rooflight_source::characters;
use rooflight_source::diagnostic::{Diagnostic, Severity};
use rooflight_source::file::Sources;
use std::fmt::Write as _;
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
    /// Serve the site on this machine and rebuild it whenever a file changes.
    Serve(serve::Arguments),
    /// Answer with a calculator by its name: `rooflight calculate kv-cache c=32768`.
    Calculate(calculate::Arguments),
    /// Estimate the speed of a set-up: `rooflight estimate "RTX 4090" "Qwen3 32B"`.
    Estimate(estimate::Arguments),
    /// List what runs on a machine, or which hardware runs a model.
    Explore(explore::Arguments),
    /// Compare two to four machines at one model.
    Compare(compare::Arguments),
    /// Recognise this machine, or one from what its tools print, and list what runs on it.
    Detect(detect::Arguments),
    /// Read the headers of a model's files, and add a model to the catalog.
    Model(model::Arguments),
    /// Judge a benchmark tool's output: inside the range, share of the ceiling, causes.
    Measure(measure::Arguments),
    /// Serve estimates to agents and editors (Model Context Protocol).
    Mcp(mcp::Arguments),
    /// Report every problem of the content and build nothing.
    Check(check::Arguments),
    /// Explain a diagnostic by its code.
    Explain(explain::Arguments),
    /// Explain the links of an entry: what is linked, what is not and why.
    Links(links::Arguments),
    /// List the terms and every form by which they are found.
    Terms(terms::Arguments),
    /// List the translations that are missing, lag behind their originals, or have none.
    Translations(translations::Arguments),
    /// Compare the site's addresses with those that were ever published.
    Urls(urls::Arguments),
    /// List and copy the built-in templates and styles; compare the site's own with them.
    Theme(theme::Arguments),
    /// Import a glossary of another tool: a page, a table, a folder of notes, a vocabulary.
    Import(import::Arguments),
    /// Link the terms of a glossary in the pages that another generator built.
    Annotate(annotate::Arguments),
    /// Write the glossary in the format of another tool: CSV, SKOS, TBX, Sphinx, Vale, Anki.
    Export(export::Arguments),
    /// Create a small glossary in a new folder.
    Init(init::Arguments),
    /// Create the file of a new entry.
    New(new::Arguments),
    /// Print the JSON Schema of a content file, for editors.
    Schema(schema::Arguments),
}

/// The commands in the order of the help, by what they are for.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "Write a glossary",
        &[
            "init",
            "new",
            "serve",
            "build",
            "check",
            "explain",
            "links",
            "terms",
            "translations",
            "urls",
            "theme",
            "schema",
        ],
    ),
    (
        "Ask how fast a model runs",
        &["estimate", "explore", "compare", "calculate", "detect", "measure", "model", "mcp"],
    ),
    ("Bring a glossary and take it elsewhere", &["import", "annotate", "export"]),
];

/// The program's commands and flags, for help, completions, manual pages and the guide's test.
#[must_use]
pub fn command() -> clap::Command {
    let command = Cli::command();
    let styles = command.get_styles();
    let [heading, name] = [styles.get_header(), styles.get_literal()];
    // Writing to a string cannot fail.
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = write!(list, "\n\n{heading}{title}:{heading:#}");
        for found in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = found.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = write!(list, "\n  {name}{:<12}{name:#}  {about}", found.get_name());
        }
    }
    let options = format!("{heading}Options:{heading:#}");
    command
        .help_template(format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}{list}\n\n{options}\n{{options}}"))
}

/// Runs the program with the process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let command = match parsed {
        Ok(cli) => cli.command,
        Err(refused) => return refuse(&refused),
    };
    signals::survive_file_limits();
    threads::start_pool();
    let result = match command {
        Command::Build(arguments) => build::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Calculate(arguments) => calculate::run(&arguments),
        Command::Estimate(arguments) => estimate::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Detect(arguments) => detect::run(&arguments),
        Command::Model(arguments) => model::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Mcp(arguments) => mcp::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Annotate(arguments) => annotate::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Links(arguments) => links::run(&arguments),
        Command::Terms(arguments) => terms::run(&arguments),
        Command::Theme(arguments) => theme::run(&arguments),
        Command::Translations(arguments) => translations::run(&arguments),
        Command::Urls(arguments) => urls::run(&arguments),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            output::note(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints help or an error in the command line. If the message repeats from the command line what a terminal would
/// obey, that is written out, its line feeds too, and the colours are dropped.
fn refuse(refused: &clap::Error) -> ExitCode {
    let mut plain = refused.render().to_string();
    let mut is_plain = characters::shown(&plain) == plain;
    for argument in std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()) {
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        for part in [argument.as_str(), value].into_iter().filter(|part| part.contains('\n')) {
            plain = plain.replace(part, &characters::shown_in_line(part));
            is_plain = false;
        }
    }
    if is_plain || !refused.use_stderr() {
        refused.print().ok();
    } else {
        output::message(&plain);
    }
    ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2))
}

/// Prints diagnostics that accompany a result: JSON to standard output, all other formats to standard error. If there
/// are many, people get the first few of each kind.
fn print(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat) -> Result<()> {
    let text = printed(diagnostics, sources, format, false, std::io::stderr().is_terminal());
    if format == MessageFormat::Json {
        return output::print(text);
    }
    output::message_coloured(&text);
    Ok(())
}

/// Formats diagnostics; for people only the first few of each kind if there are many, unless `all` is set.
fn printed(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat, all: bool, colour: bool) -> String {
    if all || format != MessageFormat::Human {
        return report::text(diagnostics, sources, format, colour);
    }
    let overview = overview::overview(diagnostics, sources);
    let drawn = report::text(&overview.drawn, sources, format, colour);
    [overview.head, drawn, overview.foot].concat()
}

/// "2 errors, 1 warning", or "no problems".
fn count(diagnostics: &[Diagnostic]) -> String {
    let number = |severity: Severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let words =
        |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}{}", if count == 1 { "" } else { "s" }));
    let parts: Vec<String> = [words(number(Severity::Error), "error"), words(number(Severity::Warning), "warning")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() { "no problems".to_owned() } else { parts.join(", ") }
}

fn base_url(text: &str) -> std::result::Result<BaseUrl, Malformed> {
    BaseUrl::try_from(text.to_owned())
}
