//! Checks that an installed program works: it prints its version, creates and builds a glossary, and estimates a speed
//! from its embedded catalog.
//!
//! Each command runs in an empty folder that is also its home, with only the path from this environment.

use crate::command::output;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The path, and the variables without which Windows starts no program.
const KEPT: [&str; 4] = ["PATH", "PATHEXT", "SystemRoot", "ComSpec"];

/// Runs four commands of the program. Each command line begins with `words`, such as those of `npx`.
pub(crate) fn works(words: &[&str], version: &str, folder: &Path) -> Result<()> {
    let home = folder.join("empty");
    fs::create_dir_all(&home)?;
    let run = |arguments: &[&str]| -> Result<String> {
        let mut command = Command::new(words.first().context("a command")?);
        command.args(&words[1..]).args(arguments).current_dir(&home).env_clear().env("HOME", &home);
        command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        output(&mut command)
    };
    let output = run(&["--version"])?;
    ensure!(output.trim() == format!("rooflight {version}"), "it calls itself {output:?}");
    run(&["init", "terms"])?;
    run(&["build", "--root", "terms", "--out", "public"])?;
    ensure!(home.join("public/index.html").is_file(), "the site that it built has no first page");
    let estimate = run(&["estimate", "RTX 4090", "Qwen3 32B"])?;
    ensure!(estimate.contains("tokens/s"), "its estimate has no speed:\n{estimate}");
    Ok(())
}
