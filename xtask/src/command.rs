//! Runs commands, and prints them as a person would type them.
//!
//! Every command runs in the repository's root, whatever the current folder, and with an empty standard input: a chore
//! never waits for an answer.

use anyhow::{Context, Result, bail};
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the repository's root.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// A command line without quotes, and the environment variables set for it.
pub(crate) struct CommandLine {
    words: Vec<String>,
    settings: Vec<(&'static str, String)>,
}

/// Parses a command line of words separated by spaces.
pub(crate) fn line(words: &str) -> CommandLine {
    CommandLine { words: words.split_whitespace().map(str::to_owned).collect(), settings: Vec::new() }
}

impl CommandLine {
    /// Sets an environment variable for this command.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.settings.push((name, value.into()));
        self
    }

    /// Prints the command and runs it; the error of a failed one contains it.
    pub(crate) fn run(&self) -> Result<()> {
        println!("$ {self}");
        let status = self.command().status().with_context(|| format!("cannot start: {self}"))?;
        if !status.success() {
            bail!("this command failed ({status}):\n  {self}");
        }
        Ok(())
    }

    /// Returns the command's output; `None` if it cannot be run or fails. For queries such as `node --version`.
    pub(crate) fn answer(&self) -> Option<String> {
        let output = self.command().output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Runs the command; returns its standard output followed by its standard error, and whether it succeeded.
    pub(crate) fn captured(&self) -> Result<(String, bool)> {
        let output = self.command().output().with_context(|| format!("cannot start: {self}"))?;
        let text = [output.stdout, output.stderr].concat();
        Ok((format!("$ {self}\n{}", String::from_utf8_lossy(&text)), output.status.success()))
    }

    fn command(&self) -> Command {
        let mut words = self.words.iter();
        let mut command = Command::new(words.next().map_or("", String::as_str));
        command.args(words).envs(self.settings.iter().map(|(name, value)| (name, value)));
        command.current_dir(root()).stdin(Stdio::null());
        command
    }
}

/// Runs a command whose arguments may contain spaces; the error of a failed one has its standard error.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    output(command).map(drop)
}

/// Runs a command as [`succeed`] does, and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start: {command:?}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("this command failed ({}):\n  {command:?}\n{errors}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("no text comes from: {command:?}"))
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.settings {
            if value.contains(' ') {
                write!(f, "{name}=\"{value}\" ")?;
            } else {
                write!(f, "{name}={value} ")?;
            }
        }
        f.write_str(&self.words.join(" "))
    }
}
