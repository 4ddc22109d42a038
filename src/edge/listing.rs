//! Lists the files of one of a site's folders.
//!
//! 1. Walks the folder. Symbolic links are followed within the site, whose folders may share files. What lies outside
//!    it, or is hidden in it, is not the site's to publish: a link there is reported, and never opened.
//! 2. Skips hidden files and the leftovers of editors. Below `static/root/`, [`PUBLISHED_HIDDEN`] are published, and
//!    other hidden files are reported.
//! 3. Reports names that are not UTF-8, which no address can contain.
//!
//! Never opens a file, because a pipe or a device would block.

use rooflight_source::file::Unread;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Hidden files and folders that web hosts read at the root of a site.
const PUBLISHED_HIDDEN: [&str; 3] = [".well-known", ".nojekyll", ".htaccess"];

/// Hidden files of editors, desktops and version control, which are not published.
const LEFTOVERS: [&str; 8] =
    [".DS_Store", ".directory", ".localized", ".gitkeep", ".gitignore", ".gitattributes", ".keep", ".editorconfig"];

/// Maximum number of files in one folder, so that the walk of a link to a whole disk ends soon.
const MAX_FILES: usize = 1_000_000;

/// The files below a folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Files, each with its path relative to the site's root and its path on disk.
    pub(super) found: Vec<(String, PathBuf)>,
    /// Unreadable paths, each with the reason.
    pub(super) failed: Vec<(String, String)>,
    /// Files that are not read, each with the reason.
    pub(super) unread: BTreeMap<String, Unread>,
}

/// Lists every file below `root/folder`.
pub(super) fn list(root: &Path, folder: &str) -> Listing {
    let start = root.join(folder);
    let mut listing = Listing::default();
    if let Some(reason) = SymlinkGuard::of(root).refuses(&start) {
        listing.failed.push((folder.to_owned(), reason.to_owned()));
        return listing;
    }
    match std::fs::metadata(&start) {
        Ok(facts) if facts.is_dir() => {}
        Ok(_) => {
            listing.unread.insert(folder.to_owned(), Unread::NoFolder);
            return listing;
        }
        Err(_) => return listing,
    }
    // Following symbolic links costs a `stat` per file, so the first walk only finds out whether there are any.
    if walk(root, folder, false, &mut listing) {
        listing = Listing::default();
        walk(root, folder, true, &mut listing);
    }
    listing
}

/// Walks the folder once; returns true if it contains a symbolic link.
fn walk(root: &Path, folder: &str, follow: bool, listing: &mut Listing) -> bool {
    let mut links = false;
    let Listing { found, failed, unread } = listing;
    let mut refused = Vec::new();
    let outside = SymlinkGuard::of(root);
    let wanted = |entry: &DirEntry| {
        let place = entry.path();
        let shown = entry.depth() == 0 || is_shown(entry, || relative(root, place), unread);
        let refusal = (shown && follow && entry.path_is_symlink() && entry.depth() > 0).then(|| outside.refuses(place));
        refused.extend(refusal.flatten().map(|reason| (relative(root, place), reason.to_owned())));
        shown && refusal.flatten().is_none()
    };
    for entry in WalkDir::new(root.join(folder)).follow_links(follow).into_iter().filter_entry(wanted) {
        links |= entry.as_ref().is_ok_and(DirEntry::path_is_symlink);
        take(root, folder, entry, found, failed);
        if found.len() > MAX_FILES {
            failed.push((folder.to_owned(), format!("it holds more than {MAX_FILES} files, the limit")));
            break;
        }
    }
    failed.append(&mut refused);
    links
}

/// True unless the entry is hidden, is a leftover, or has a name that is not UTF-8.
fn is_shown(entry: &DirEntry, path: impl Fn() -> String, unread: &mut BTreeMap<String, Unread>) -> bool {
    let Some(name) = entry.file_name().to_str() else {
        unread.insert(escaped(entry.file_name(), &path()), Unread::Name);
        return false;
    };
    if is_leftover(name) {
        return false;
    }
    if !name.starts_with('.') {
        return true;
    }
    let path = path();
    let is_published = path.strip_prefix("static/root/").is_some_and(|inside| PUBLISHED_HIDDEN.contains(&inside));
    if !is_published && path.starts_with("static/root/") {
        unread.insert(path, Unread::Hidden);
    }
    is_published
}

/// True for copies, locks and settings that editors and desktops leave behind.
fn is_leftover(name: &str) -> bool {
    let swap = name.starts_with('.') && [".swp", ".swo", ".swx"].iter().any(|end| name.ends_with(end));
    let lock = name.starts_with(".#") || name.starts_with("._") || name.starts_with(".~lock.");
    let copy = name.ends_with('~') || (name.starts_with('#') && name.ends_with('#') && name.len() > 1);
    swap || lock || copy || LEFTOVERS.contains(&name) || ["Thumbs.db", "desktop.ini"].contains(&name)
}

/// Escapes the bytes of a path that are not UTF-8, so that different names stay different.
fn escaped(name: &OsStr, path: &str) -> String {
    let folder = path.rfind('/').map_or("", |end| &path[..=end]);
    let mut out = folder.to_owned();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    out
}

/// Records a directory entry that is a file, or that cannot be read.
fn take(
    root: &Path,
    folder: &str,
    entry: walkdir::Result<DirEntry>,
    found: &mut Vec<(String, PathBuf)>,
    failed: &mut Vec<(String, String)>,
) {
    match entry {
        Ok(entry) if entry.file_type().is_file() => found.push((relative(root, entry.path()), entry.into_path())),
        // Reading a device or a pipe might never end. Links to one are handled by the walk that follows links.
        Ok(entry) if !entry.file_type().is_dir() && !entry.file_type().is_symlink() => {
            failed.push((relative(root, entry.path()), "it is neither a file nor a folder".to_owned()));
        }
        Ok(_) => {}
        Err(error) => {
            let path = error.path().map_or_else(|| folder.to_owned(), |path| relative(root, path));
            let reason = error.io_error().map_or_else(|| "it links to itself".to_owned(), ToString::to_string);
            failed.push((path, reason));
        }
    }
}

/// Refuses symbolic links that lead out of the site.
struct SymlinkGuard {
    root: PathBuf,
}

impl SymlinkGuard {
    fn of(root: &Path) -> Self {
        Self { root: root.canonicalize().unwrap_or_else(|_| root.to_owned()) }
    }

    /// The reason not to follow a link; `None` if it is followed, or if reading it will report the error.
    fn refuses(&self, link: &Path) -> Option<&'static str> {
        let facts = std::fs::metadata(link).ok()?;
        let target = link.canonicalize().ok()?;
        if !facts.is_dir() && !facts.is_file() {
            // Pipes and devices are reported as such, wherever they are.
            return None;
        }
        if self.root.starts_with(&target) {
            return Some("it links to a folder that holds the whole site");
        }
        let Ok(inside) = target.strip_prefix(&self.root) else {
            return Some("it links out of the site; copy the files instead");
        };
        let is_hidden = inside.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
        is_hidden.then_some("it links to a hidden file; copy it instead")
    }
}

/// The path of a file relative to the site's root, with `/` between its parts.
fn relative(root: &Path, path: &Path) -> String {
    // Fast path: comparing strings is much cheaper than comparing path components.
    let inside = root.to_str().zip(path.to_str()).and_then(|(root, path)| path.strip_prefix(root)?.strip_prefix('/'));
    if let Some(inside) = inside.filter(|inside| !inside.starts_with('/') && !inside.contains('\\')) {
        return inside.to_owned();
    }
    let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    if path.contains('\\') { path.replace('\\', "/") } else { path.into_owned() }
}
