//! Reads the files to import, and writes the imported entries.
//!
//! 1. Reads regular files, each up to its limit. Symbolic links are not followed; hidden folders and other tools'
//!    package and build folders are skipped.
//! 2. Looks for other tools' settings in the folders above, up to the repository's root.
//! 3. Never replaces a file: an existing one ends the import before anything is written.

use crate::edge::input;
use crate::edge::progress::Progress;
use crate::edge::write::{commit, create};
use anyhow::{Context, Result, bail};
use rooflight_folder::Changes;
use rooflight_import::{Import, Input, InputFile, limits};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Extensions of text files, tables and vocabularies.
const READ: [&str; 26] = [
    "md", "markdown", "mdx", "mdown", "qmd", "csv", "tsv", "tab", "xlsx", "xlsm", "rst", "rest", "txt", "ttl",
    "turtle", "nt", "jsonld", "json", "tbx", "xml", "yml", "yaml", "toml", "py", "js", "ts",
];

/// Extensions of files that are read to say how to convert them.
const FOREIGN: [&str; 10] = ["adoc", "asciidoc", "tex", "html", "htm", "org", "docx", "odt", "pdf", "ods"];

/// Extensions of pictures.
const PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "ico"];

/// File names of other tools' settings.
const SETTINGS: [&str; 28] = [
    "hugo.toml",
    "hugo.yaml",
    "hugo.yml",
    "hugo.json",
    "config/_default/hugo.toml",
    "config/_default/hugo.yaml",
    "config.toml",
    "config.yaml",
    "mkdocs.yml",
    "mkdocs.yaml",
    "docusaurus.config.js",
    "docusaurus.config.ts",
    "docusaurus.config.mjs",
    "astro.config.mjs",
    "astro.config.ts",
    ".vitepress/config.js",
    ".vitepress/config.ts",
    ".vitepress/config.mts",
    ".vitepress/config.mjs",
    "_config.yml",
    "_quarto.yml",
    "conf.py",
    "source/conf.py",
    "book.toml",
    "book.json",
    "antora.yml",
    "mint.json",
    "package.json",
];

/// Maximum number of parent folders searched for settings.
const MAX_PARENTS: usize = 6;

/// Reads a file or a folder, without the content of `site`, the site that the import writes to.
///
/// # Errors
/// The path cannot be read, or holds more than the limits allow.
pub fn read(path: &Path, site: &Path, progress: &Progress) -> Result<Input> {
    let shown = path.display();
    let metadata = fs::metadata(path).with_context(|| format!("cannot read {shown}"))?;
    let whole = fs::canonicalize(path).with_context(|| format!("cannot read {shown}"))?;
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut input = Input { name: name.clone(), ..Input::default() };
    if metadata.is_file() {
        input.files.push(InputFile { path: name, bytes: bytes(&whole, limits::MAX_PICTURE_BYTES)? });
    } else if metadata.is_dir() {
        folder(&whole, site, &mut input, progress)?;
    } else {
        bail!("{shown} is neither a file nor a folder");
    }
    settings_above(&whole, &mut input);
    Ok(input)
}

/// Reads a file; one byte more than the limit if the file is larger, so that the caller notices.
fn bytes(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = input::open(path)?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bytes)
}

fn folder(root: &Path, site: &Path, input: &mut Input, progress: &Progress) -> Result<()> {
    let own = fs::canonicalize(site).ok().filter(|site| site.join("content/site.yaml").is_file());
    let own: Vec<PathBuf> =
        own.into_iter().flat_map(|site| ["content", "dist", "static"].map(|part| site.join(part))).collect();
    if root.join(".obsidian").is_dir() {
        input.files.push(InputFile { path: ".obsidian/app.json".to_owned(), bytes: Vec::new() });
    }
    let is_wanted = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_packages = entry.file_type().is_dir() && matches!(&*name, "node_modules" | "__pycache__" | "target");
        entry.depth() == 0 || !(name.starts_with('.') || is_packages || own.iter().any(|path| path == entry.path()))
    };
    let mut total = 0_usize;
    for entry in WalkDir::new(root).follow_links(false).sort_by_file_name().into_iter().filter_entry(is_wanted) {
        let entry = entry.with_context(|| format!("cannot read {}", root.display()))?;
        let extension = entry.path().extension().map(|one| one.to_string_lossy().to_lowercase()).unwrap_or_default();
        let is_picture = PICTURES.contains(&extension.as_str());
        if !entry.file_type().is_file()
            || !(is_picture || READ.contains(&extension.as_str()) || FOREIGN.contains(&extension.as_str()))
        {
            continue;
        }
        let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let parts: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let file = InputFile {
            path: parts.join("/"),
            bytes: bytes(entry.path(), if is_picture { limits::MAX_PICTURE_BYTES } else { limits::MAX_TEXT_BYTES })?,
        };
        total += file.bytes.len();
        input.files.push(file);
        progress.file();
        if input.files.len() > limits::MAX_FILES || total > limits::MAX_TOTAL_BYTES {
            bail!("{} holds more than {} files or 1 GiB", root.display(), limits::MAX_FILES);
        }
    }
    Ok(())
}

fn settings_above(path: &Path, input: &mut Input) {
    for (up, folder) in path.ancestors().take(MAX_PARENTS + 1).enumerate() {
        // The files of the folder itself are among those that are imported, unless a hidden folder holds them.
        // A package far above is that of the repository.
        let is_near = |name: &&str| (up > 0 || name.starts_with('.')) && (up < 3 || *name != "package.json");
        for name in SETTINGS.into_iter().filter(is_near) {
            let file = folder.join(name);
            let is_file = fs::symlink_metadata(&file).is_ok_and(|metadata| metadata.is_file());
            let is_known = input.settings.iter().any(|known| known.path.ends_with(name));
            if is_file
                && !is_known
                && let Ok(bytes) = bytes(&file, 1 << 20)
            {
                input.settings.push(InputFile { path: name.to_owned(), bytes });
            }
        }
        if folder.join(".git").exists() {
            break;
        }
    }
}

/// Writes new files below the site's root, all of them or none.
///
/// # Errors
/// A file exists already, or cannot be written.
pub fn write(changes: &Changes, import: &Import, files: &[(String, String)], input: &Input) -> Result<()> {
    for (path, text) in files {
        create(changes, path, text.as_bytes()).context("nothing was written")?;
    }
    for (from, to) in &import.pictures {
        if let Some(file) = input.files.iter().find(|file| file.path == *from) {
            create(changes, to, &file.bytes).context("nothing was written")?;
        }
    }
    commit(changes)
}
