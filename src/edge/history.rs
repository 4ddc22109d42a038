//! Older versions of a file, as git has them.
//!
//! 1. Asks git for the commits that changed the file, the newest first, at most [`MOST`].
//! 2. Gives the text of one after another, until the caller has found what it looks for.
//!
//! git runs nothing of the repository's own: no pager, hook, filter or difference program. Where git is not installed,
//! or the folder is in no repository, there are no older versions.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Versions of a file that are looked at.
const MOST: usize = 200;

/// The most bytes that are read of git's answer.
const MAX_BYTES: u64 = 16_000_000;

/// The first older version of the file at `path` below `root` that is wanted; `None` if there is none.
#[must_use]
pub fn find<T>(root: &Path, path: &str, wanted: impl Fn(&str) -> Option<T>) -> Option<T> {
    let most = format!("--max-count={MOST}");
    let commits = git(root, &["log", "--format=%H", &most, "--", path])?;
    commits.lines().filter(|commit| commit.bytes().all(|byte| byte.is_ascii_hexdigit())).find_map(|commit| {
        let text = git(root, &["cat-file", "blob", &format!("{commit}:./{path}")])?;
        wanted(&text)
    })
}

/// The answer of git; `None` if it fails, or says more than is read.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(["--no-pager", "-c", "core.fsmonitor=false", "--literal-pathspecs"]);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut bytes = Vec::new();
    let read = child.stdout.take()?.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let status = child.wait().ok()?;
    let is_whole = read.is_ok() && status.success() && bytes.len() as u64 <= MAX_BYTES;
    is_whole.then(|| String::from_utf8(bytes).ok()).flatten()
}
