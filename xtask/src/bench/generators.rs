//! Measures other site generators on the same entries, if they are installed.
//!
//! 1. A generator gets the same entries, with each mention already written as a link; its layout shows the same fields
//!    as ours: definition, other names, date, category, sources. It makes a list of all entries, one for each category
//!    and a feed, and highlights code with classes.
//! 2. It is configured for speed: no sitemap, no search, and no sorting that the lists do not need.
//! 3. It makes no backlinks, cards, pictures or text versions, so it does less work.
//!
//! A generator that is not on the path is not measured, and the report says so.

use super::corpus::{self, Form};
use super::measure::{self, MeasuredRun};
use crate::command::line;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Commands of the generators.
pub(super) const GENERATORS: [&str; 2] = ["zola", "hugo"];

/// The run of a generator.
pub(crate) struct Generator {
    /// The command.
    pub(super) name: &'static str,
    /// The version as printed.
    pub(super) version: String,
    /// The fastest run.
    pub(super) run: MeasuredRun,
}

/// Runs every installed generator on a glossary of `entries` entries.
pub(super) fn all(entries: usize, place: &Path, log: &Path) -> Result<Vec<Generator>> {
    let mut found = Vec::new();
    for name in GENERATORS.into_iter().filter(|name| is_there(name)) {
        let folder = place.join(name);
        skeleton(name, &folder)?;
        let form = if name == "zola" { Form::Zola } else { Form::Hugo };
        corpus::write_for(form, &folder.join("content/terms"), entries)?;
        let out = place.join("peer-out");
        let mut run = None;
        for _ in 0..super::ROUNDS {
            std::fs::remove_dir_all(&out).ok();
            let next = measure::run(&mut command(name, &out), &folder, log)?;
            run = run.filter(|run: &MeasuredRun| run.wall <= next.wall).or(Some(next));
        }
        let pages = std::fs::read_dir(out.join("terms")).context("a peer has written no entry")?.count();
        ensure!(pages > entries, "{name} has written {pages} of {entries} entries and their list");
        std::fs::remove_dir_all(&out).ok();
        std::fs::remove_dir_all(&folder).ok();
        found.extend(run.map(|run| Generator { name, version: version(name), run }));
    }
    Ok(found)
}

/// Returns true if a program is on the path.
pub(super) fn is_there(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

/// Returns a program's version: the first word with a dot in its answer.
pub(super) fn version(name: &str) -> String {
    let output = line(&format!("{name} {}", if name == "hugo" { "version" } else { "--version" })).answer();
    let output = output.unwrap_or_default();
    let word = output.split([' ', '-', '+']).map(|word| word.trim_start_matches('v'));
    word.into_iter().find(|word| word.contains('.')).unwrap_or("of an unknown version").to_owned()
}

fn command(name: &str, out: &Path) -> Command {
    let mut command = Command::new(name);
    match name {
        "zola" => command.args(["build", "--force", "--output-dir"]).arg(out),
        _ => command.args(["--quiet", "--destination"]).arg(out),
    };
    command
}

/// Writes a generator's settings and layout.
fn skeleton(name: &str, folder: &Path) -> Result<()> {
    macro_rules! files {
        ($folder:literal: $($path:literal),*) => {
            &[$(($path, include_str!(concat!("generators/", $folder, "/", $path)))),*]
        };
    }
    let files: &[(&str, &str)] = match name {
        "zola" => files!("zola": "zola.toml", "content/_index.md", "content/terms/_index.md", "templates/base.html",
            "templates/index.html", "templates/section.html", "templates/page.html", "templates/categories/list.html",
            "templates/categories/single.html"),
        _ => {
            files!("hugo": "hugo.toml", "content/_index.md", "content/terms/_index.md", "layouts/_default/baseof.html",
            "layouts/_default/list.html", "layouts/terms/list.html", "layouts/terms/single.html", "layouts/index.html")
        }
    };
    for (path, text) in files {
        let target = folder.join(path);
        std::fs::create_dir_all(target.parent().unwrap_or(folder))?;
        std::fs::write(target, text)?;
    }
    Ok(())
}
