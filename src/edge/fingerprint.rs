//! What the disk says of a file without its being read.
//!
//! A stamp that has not moved does not prove that nothing was written: clocks of file systems tick in steps, up to two seconds long, and a
//! second write within a step leaves no trace. So a stamp counts only if the file had been at rest for longer than that when it was taken.

use std::path::Path;
use std::time::{Duration, SystemTime};

/// Longer than the step of any file system's clock.
const AT_REST: Duration = Duration::from_secs(3);

/// When a file was last written, and what is known besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    length: u64,
    modified: SystemTime,
    identity: Identity,
    at_rest: bool,
}

impl Stamp {
    /// The stamp of the file as it is now.
    pub(super) fn of(place: &Path) -> std::io::Result<Self> {
        let facts = std::fs::metadata(place)?;
        let modified = facts.modified()?;
        let at_rest = SystemTime::now().duration_since(modified).is_ok_and(|age| age > AT_REST);
        Ok(Self { length: facts.len(), modified, identity: Identity::of(&facts), at_rest })
    }

    /// True if a file with this stamp before and that one now has certainly not been written to between them.
    pub(super) fn proves_unchanged(&self, now: &Self) -> bool {
        self.at_rest && self == now
    }
}

/// Which file it is and when its directory entry changed: a file renamed into place may have any time of writing.
#[cfg(unix)]
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    changed: (i64, i64),
}

#[cfg(unix)]
impl Identity {
    fn of(facts: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { device: facts.dev(), inode: facts.ino(), changed: (facts.ctime(), facts.ctime_nsec()) }
    }
}

/// Elsewhere the time of creation has to do.
#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity(Option<SystemTime>);

#[cfg(not(unix))]
impl Identity {
    fn of(facts: &std::fs::Metadata) -> Self {
        Self(facts.created().ok())
    }
}
