//! Reads older versions of a file from git.
//!
//! 1. Lists the commits that changed the file, newest first, at most [`MAX_VERSIONS`].
//! 2. Passes the text of each to the caller, until the caller accepts one.
//!
//! git runs none of the repository's programs: no pager, hook, filter or diff tool. Without git or a repository there
//! are no older versions.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Maximum number of versions to read.
const MAX_VERSIONS: usize = 200;

/// Maximum size of git's output in bytes.
const MAX_BYTES: u64 = 16_000_000;

/// Returns the result of `wanted` for the newest older version of `path`, below `root`, that it accepts.
#[must_use]
pub fn find<T>(root: &Path, path: &str, wanted: impl Fn(&str) -> Option<T>) -> Option<T> {
    let most = format!("--max-count={MAX_VERSIONS}");
    let commits = git(root, &["log", "--format=%H", &most, "--", path])?;
    commits.lines().filter(|commit| commit.bytes().all(|byte| byte.is_ascii_hexdigit())).find_map(|commit| {
        let text = git(root, &["cat-file", "blob", &format!("{commit}:./{path}")])?;
        wanted(&text)
    })
}

/// Runs git; `None` if it fails or prints more than the limit.
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
