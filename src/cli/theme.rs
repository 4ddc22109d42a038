//! `rooflight theme`: lists, prints, copies and compares the built-in templates and style sheets.
//!
//! 1. `list` names all of them, and says which the site replaces. `show` prints a built-in one.
//! 2. `eject` copies one into the site, and never overwrites a file.
//! 3. `diff` compares the site's versions with the built-in ones of this program.

use crate::cli::output;
use crate::edge::builtin::Builtin;
use crate::edge::write::create_in;
use anyhow::{Context, Result, bail};
use rooflight_folder::Folder;
use rooflight_source::diagnostic::nearest::nearest;
use similar::TextDiff;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Maximum size of a template or style sheet, as of any text of a site.
const MAX_BYTES: u64 = 16_000_000;

/// The arguments of `theme`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the built-in templates and style sheets, and which of them the site replaces.
    List(SiteFlags),
    /// Print a built-in template or style sheet.
    Show(FileFlags),
    /// Copy a built-in template or style sheet into the site, where it replaces the built-in one.
    Eject(FileFlags),
    /// Compare the site's own templates and style sheets with the built-in ones.
    Diff(SiteFlags),
}

#[derive(Debug, clap::Args)]
struct SiteFlags {
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
}

#[derive(Debug, clap::Args)]
struct FileFlags {
    /// The name as `theme list` prints it, such as entry.html or css/site.css.
    name: String,
    #[command(flatten)]
    site: SiteFlags,
}

/// A built-in file that a site may replace.
struct Replaceable {
    /// The name on the command line: `entry.html`, `css/site.css`.
    name: String,
    /// The path in the site's folder.
    path: String,
    text: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = replaceable();
    match &arguments.command {
        Command::List(site) => list(&files, &site.root)?,
        Command::Show(named) => output::data(&find(&files, &named.name)?.text)?,
        Command::Eject(named) => eject(find(&files, &named.name)?, &named.site.root)?,
        Command::Diff(site) => diff(&files, &site.root)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn replaceable() -> Vec<Replaceable> {
    let builtin = Builtin::default();
    let folders = [("templates", builtin.templates()), ("static", builtin.style_sheets())];
    let replaceable = |folder, files: Vec<(String, String)>| {
        files.into_iter().map(move |(name, text)| Replaceable { path: format!("{folder}/{name}"), name, text })
    };
    let mut files: Vec<Replaceable> =
        folders.into_iter().flat_map(|(folder, files)| replaceable(folder, files)).collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn find<'a>(files: &'a [Replaceable], name: &str) -> Result<&'a Replaceable> {
    let found = files.iter().find(|file| file.name == name || file.path == name);
    found.with_context(|| match nearest(name, files.iter().map(|file| file.name.as_str())) {
        Some(near) => format!("there is no built-in `{name}`: did you mean `{near}`?"),
        None => format!("there is no built-in `{name}`: `rooflight theme list` names all"),
    })
}

/// Reads the site's version of a built-in file; `None` if the site does not replace it.
fn own_file(file: &Replaceable, root: &Path) -> Result<Option<String>> {
    let folder = root.canonicalize().and_then(|root| Folder::open(&root));
    let read = folder.and_then(|folder| folder.read(&file.path, MAX_BYTES));
    match read.and_then(|bytes| String::from_utf8(bytes).map_err(Error::other)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.path)),
    }
}

fn list(files: &[Replaceable], root: &Path) -> Result<()> {
    let mut out = String::new();
    for file in files {
        out.push_str(&file.name);
        match own_file(file, root)? {
            Some(text) if text == file.text => out.push_str("  (a copy in the site)"),
            Some(_) => out.push_str("  (replaced by the site)"),
            None => {}
        }
        out.push('\n');
    }
    output::print(out)
}

fn eject(file: &Replaceable, root: &Path) -> Result<()> {
    if !root.join("content").is_dir() {
        bail!("{} is no site: it has no folder `content`", root.display());
    }
    create_in(root, &file.path, file.text.as_bytes())?;
    output::line(format_args!("wrote {}", file.path))?;
    if file.text.contains("{% block ") || file.text.contains("{%- block ") {
        let name = &file.name;
        output::note(format_args!(
            "note: to change one block alone, keep this line and that block: {{% extends \"builtin/{name}\" %}}"
        ));
    }
    Ok(())
}

fn diff(files: &[Replaceable], root: &Path) -> Result<()> {
    let mut out = String::new();
    for file in files {
        if let Some(text) = own_file(file, root)?.filter(|text| *text != file.text) {
            let diff = TextDiff::from_lines(&file.text, &text);
            let names = (format!("builtin/{}", file.name), file.path.clone());
            out.push_str(&diff.unified_diff().header(&names.0, &names.1).to_string());
        }
    }
    output::print(out)
}
