//! Built-in files: default templates, static files and the WebAssembly estimator.
//!
//! 1. A release carries all of them, so that `rooflight` works in a folder that has only `content/`.
//! 2. A debug build reads templates and static files from the repository, so that an edit shows without compiling. If
//!    the repository is gone, it takes those that it carries.
//! 3. Scripts and style sheets are published without their comments.

use crate::edge::listing;
use crate::edge::strip_comments;
use rooflight_carried::{FOLDER, Files, STATICS, TEMPLATES};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The prefix under which a site's own templates find the built-in ones, including those that they replace.
pub const PREFIX: &str = "builtin/";

/// The estimator for the browser: a WebAssembly module for each calculator, and their JavaScript shim.
static ESTIMATOR: &[(&str, &[u8])] = include!(env!("ROOFLIGHT_MODULES"));

/// The static files that the program carries, as they are published.
static PUBLISHED: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| published(carried(STATICS)));

/// A file: path below `templates/` or `static/`, and bytes.
type File = (String, Cow<'static, [u8]>);

/// The built-in files as they are now.
#[derive(Debug, Clone)]
pub struct Builtin {
    /// The folder with `templates/` and `static/`; `None` for the files that the program carries.
    folder: Option<PathBuf>,
}

impl Default for Builtin {
    /// The files of this program.
    fn default() -> Self {
        Self { folder: FOLDER.map(PathBuf::from) }
    }
}

impl Builtin {
    /// The files of a folder that has `templates/` and `static/`.
    #[must_use]
    pub fn below(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// The folders whose files may change while the program runs.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        self.folder.iter().flat_map(|folder| ["templates", "static"].map(|name| folder.join(name))).collect()
    }

    /// The default templates: path below `templates/` and text.
    #[must_use]
    pub fn templates(&self) -> Vec<(String, String)> {
        texts(self.files("templates", TEMPLATES))
    }

    /// The default style sheets with their comments: path below `static/` and text.
    #[must_use]
    pub fn style_sheets(&self) -> Vec<(String, String)> {
        let mut files = self.files("static", STATICS);
        files.retain(|(name, _)| name.ends_with(".css"));
        texts(files)
    }

    /// The default static files, including the estimator, as they are published: path below `static/` and bytes.
    #[must_use]
    pub fn statics(&self) -> Vec<(String, Vec<u8>)> {
        match self.folder {
            Some(_) => published(self.files("static", STATICS)),
            None => PUBLISHED.clone(),
        }
    }

    /// True if a static file is an unchanged copy of the built-in one.
    pub(super) fn has(&self, name: &str, bytes: &[u8]) -> bool {
        let on_disk = self.folder.as_ref().and_then(|folder| std::fs::read(folder.join("static").join(name)).ok());
        match on_disk {
            Some(own) => own == bytes,
            None => STATICS.contains(&(name, bytes)),
        }
    }

    /// The files of one folder, as they are on disk or as the program carries them.
    fn files(&self, name: &str, carried_files: Files) -> Vec<File> {
        let found = self.folder.as_ref().map(|folder| listing::list(folder, name).found).unwrap_or_default();
        let read = |(path, place): (String, PathBuf)| {
            let inside = path.strip_prefix(name)?.strip_prefix('/')?;
            // An editor may be about to replace it; the watcher then reports another change.
            Some((inside.to_owned(), Cow::Owned(std::fs::read(place).ok()?)))
        };
        let files: Vec<File> = found.into_iter().filter_map(read).collect();
        if files.is_empty() { carried(carried_files) } else { files }
    }
}

fn carried(files: Files) -> Vec<File> {
    files.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes))).collect()
}

fn texts(files: Vec<File>) -> Vec<(String, String)> {
    files.into_iter().filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes.into_owned()).ok()?))).collect()
}

/// Static files and estimator without comments.
fn published(statics: Vec<File>) -> Vec<(String, Vec<u8>)> {
    let estimator = ESTIMATOR.iter().map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)));
    let files = statics.into_iter().chain(estimator).map(|(name, bytes)| {
        let bytes = strip_comments::published(&name, &bytes);
        (name, bytes)
    });
    files.collect()
}
