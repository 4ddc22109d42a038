//! `rooflight init DIR`: creates a small glossary that builds, as a starting point.
//!
//! 1. Accepts a new or empty folder, or a fresh clone: hidden files, a README and a licence may exist. Never overwrites
//!    a file.
//! 2. Writes the embedded files of `starter/`, dated today, with a `.gitignore` and a README.
//! 3. With `--empty`, writes the settings without entries; with `--example NAME`, that site of `examples/`, with its
//!    own dates.
//! 4. With `--calculator`, adds `starter/calculator`, an entry with a calculator, which answers from the embedded
//!    catalog.
//! 5. With a flag for a host, or in a clone from it, adds the files with which the host publishes the glossary.

use crate::cli::output;
use crate::edge::clock::today;
use crate::edge::input;
use crate::edge::write;
use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use rooflight_folder::Changes;
use rooflight_glossary::model::config::SITE_FILE;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/content");
static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/examples");
static CALCULATOR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/calculator");

/// The folder of a site's content, as the beginning of a path.
const CONTENT: &str = "content/";

/// The settings of a glossary without entries.
const EMPTY: &str = include_str!("../../starter/empty.yaml");

/// The placeholder date in the starter's files.
const DAY: &str = "2026-01-01";

/// The placeholder of the program's version.
const VERSION: &str = "vVERSION";

/// Maximum size of `.git/config`, in which the clone's host is looked up.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// Files outside `content/`.
const ROOT: [(&str, &str); 2] = [
    (".gitignore", include_str!("../../starter/root/gitignore")),
    ("README.md", include_str!("../../starter/root/README.md")),
];

const SCRIPT: (&str, &str) = ("rooflight.sh", include_str!("../../starter/hosts/rooflight.sh"));

/// A host of sites. `in_address` is the word in the remote address of a clone from it; empty if it hosts no
/// repositories.
struct Host {
    in_address: &'static str,
    files: &'static [(&'static str, &'static str)],
}

const GITHUB: Host = Host {
    in_address: "github.com",
    files: &[(".github/workflows/pages.yml", include_str!("../../starter/hosts/github.yml"))],
};

const GITLAB: Host =
    Host { in_address: "gitlab", files: &[(".gitlab-ci.yml", include_str!("../../starter/hosts/gitlab.yml")), SCRIPT] };

const NETLIFY: Host =
    Host { in_address: "", files: &[("netlify.toml", include_str!("../../starter/hosts/netlify.toml")), SCRIPT] };

const CLOUDFLARE: Host = Host {
    in_address: "",
    files: &[(".github/workflows/cloudflare.yml", include_str!("../../starter/hosts/cloudflare.yml")), SCRIPT],
};

/// The arguments of `init`.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Arguments {
    /// The folder; new, empty or a fresh clone.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Write an example site in place of the small glossary: `photography`, for one.
    #[arg(long, value_name = "NAME", conflicts_with = "calculator")]
    example: Option<String>,
    /// Write the settings alone, for a glossary with your own first entry.
    #[arg(long, conflicts_with_all = ["calculator", "example"])]
    empty: bool,
    /// Also write an entry with a calculator, which answers from the catalog that the program carries.
    #[arg(long)]
    calculator: bool,
    /// Also write the workflow for GitHub Pages; in a clone from GitHub it is written anyway.
    #[arg(long)]
    github: bool,
    /// Also write the pipeline for GitLab Pages; in a clone from GitLab it is written anyway.
    #[arg(long)]
    gitlab: bool,
    /// Also write the settings for Netlify.
    #[arg(long)]
    netlify: bool,
    /// Also write the workflow that uploads to Cloudflare Pages.
    #[arg(long)]
    cloudflare: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = &arguments.folder;
    let shown = folder.display();
    let changes = write::changes_in_new(folder)?;
    if changes.has_completed() {
        output::line(format_args!("{shown} is complete now: an earlier run was ended while it wrote it"))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(other) = in_the_way(folder)? {
        bail!("{shown} is not empty: {other} is in it; name a new folder");
    }
    let mut written = match &arguments.example {
        Some(name) => stage(&changes, example(name)?, Path::new(name), "", false)?,
        None if arguments.empty => {
            write::create(&changes, SITE_FILE, EMPTY.as_bytes())?;
            1
        }
        None => stage(&changes, &STARTER, Path::new(""), CONTENT, true)?,
    };
    if arguments.calculator {
        written += stage(&changes, &CALCULATOR, Path::new(""), CONTENT, true)?;
    }
    let origin = input::text(&folder.join(".git/config"), MAX_CONFIG_BYTES).unwrap_or_default();
    let is_from = |host: &Host| !host.in_address.is_empty() && origin.contains(host.in_address);
    let none = !(arguments.github || arguments.gitlab || arguments.netlify || arguments.cloudflare);
    let hosts = [
        (GITHUB, arguments.github),
        (GITLAB, arguments.gitlab),
        (NETLIFY, arguments.netlify),
        (CLOUDFLARE, arguments.cloudflare),
    ];
    let wanted = hosts.into_iter().filter(|(host, is_named)| *is_named || (none && is_from(host)));
    // Hosts share a file.
    let files: BTreeMap<&str, &str> = wanted.flat_map(|(host, _)| host.files).chain(&ROOT).copied().collect();
    for (name, text) in files {
        if changes.folder().kind(name).is_ok() {
            output::note(format_args!("note: {name} is there and stays as it is"));
            continue;
        }
        write::create(&changes, name, text.replace(VERSION, concat!("v", env!("CARGO_PKG_VERSION"))).as_bytes())?;
        written += 1;
    }
    write::commit(&changes)?;
    let next = if arguments.empty { "new \"a term\"" } else { "serve" };
    output::line(format_args!("{written} files in {shown}; next: rooflight {next} --root {shown}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Finds a file that a fresh clone would not have.
fn in_the_way(folder: &Path) -> Result<Option<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot look into {}", folder.display())),
    };
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot look into {}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let upper = name.to_uppercase();
        let is_usual =
            name.starts_with('.') || ["README", "LICEN", "COPYING", "NOTICE"].iter().any(|one| upper.starts_with(one));
        if !is_usual {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Finds an example site by name.
fn example(name: &str) -> Result<&'static Dir<'static>> {
    let names: Vec<String> = EXAMPLES.dirs().map(|folder| folder.path().display().to_string()).collect();
    match EXAMPLES.get_dir(name).filter(|_| names.iter().any(|known| known == name)) {
        Some(found) => Ok(found),
        None => bail!("there is no example `{name}`: the examples are {}", names.join(", ")),
    }
}

/// Stages the files of an embedded folder below `to`, at their paths relative to `own`; returns how many there are.
fn stage(changes: &Changes, from: &Dir<'_>, own: &Path, to: &str, dated: bool) -> Result<usize> {
    let mut written = 0;
    for file in from.files() {
        let text = file.contents_utf8().unwrap_or_default();
        let text = if dated { text.replace(DAY, &today()?.to_string()) } else { text.to_owned() };
        let path = file.path().strip_prefix(own).unwrap_or(file.path()).to_string_lossy().replace('\\', "/");
        write::create(changes, &format!("{to}{path}"), text.as_bytes())?;
        written += 1;
    }
    for inner in from.dirs() {
        written += stage(changes, inner, own, to, dated)?;
    }
    Ok(written)
}
