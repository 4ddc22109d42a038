//! Reads older versions of a file from git, of a repository that a stranger may have made.
//!
//! 1. Lists the commits that changed the file, newest first, at most [`MAX_VERSIONS`].
//! 2. Passes the text of each to the caller, until the caller accepts one.
//!
//! A repository's settings name programs: pagers, hooks, filters, checkers of signatures, transports that fetch what is
//! missing. `git` runs commands alone that read objects and format nothing, and switches off what those might still
//! start. Without git or a repository there are no older versions.

use crate::edge::program;
use std::io::Read as _;
use std::path::Path;

/// Maximum number of versions to read.
const MAX_VERSIONS: usize = 200;

/// Maximum size of git's output in bytes.
const MAX_BYTES: u64 = 16_000_000;

/// Settings over those of the repository. A bare repository in the middle of the files has settings of its own.
const SETTINGS: [&str; 6] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "log.showSignature=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
];

/// No fetching of missing objects (the second for versions of git that do not know the first), no question, no lock.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
];

/// Returns the result of `wanted` for the newest older version of `path`, below `root`, that it accepts.
#[must_use]
pub fn find<T>(root: &Path, path: &str, wanted: impl Fn(&str) -> Option<T>) -> Option<T> {
    let most = format!("--max-count={MAX_VERSIONS}");
    let commits = git(root, &["rev-list", &most, "HEAD", "--", path])?;
    self::commits(&commits).find_map(|commit| {
        let text = git(root, &["cat-file", "blob", &format!("{commit}:./{path}")])?;
        wanted(&text)
    })
}

/// Returns the names of commits in a list that git printed. No other line is an argument of git: an empty one would
/// name the file of the index.
pub fn commits(listed: &str) -> impl Iterator<Item = &str> {
    listed.lines().filter(|line| line.len() >= 40 && line.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Runs git; `None` if it fails or prints more than the limit.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = program::installed("git")?;
    // Variables of git's can name another repository, more settings and programs.
    let own = std::env::vars_os().map(|(name, _)| name);
    own.filter(|name| name.to_string_lossy().starts_with("GIT_")).for_each(|name| _ = command.env_remove(name));
    command.arg("-C").arg(root).args(["--no-pager", "--literal-pathspecs", "--no-replace-objects"]);
    command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting])).args(arguments).envs(ENVIRONMENT);
    let mut child = command.spawn().ok()?;
    let mut bytes = Vec::new();
    let read = child.stdout.take()?.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let status = child.wait().ok()?;
    let is_whole = read.is_ok() && status.success() && bytes.len() as u64 <= MAX_BYTES;
    is_whole.then(|| String::from_utf8(bytes).ok()).flatten()
}
