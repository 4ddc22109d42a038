//! File fingerprints from metadata alone: size, modification time, inode.
//!
//! Equal fingerprints do not prove equal contents: file system clocks tick in steps of up to two seconds, and a second
//! write within a step leaves no trace. So a fingerprint counts only if it was taken longer than that after the file's
//! last modification.

use std::path::Path;
use std::time::{Duration, SystemTime};

/// Longer than the clock step of any file system.
const SETTLE_TIME: Duration = Duration::from_secs(3);

/// The metadata by which a change is noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fingerprint {
    length: u64,
    modified: SystemTime,
    identity: Identity,
    is_settled: bool,
}

impl Fingerprint {
    /// Takes the fingerprint of a file.
    pub(super) fn of(place: &Path) -> std::io::Result<Self> {
        let facts = std::fs::metadata(place)?;
        let modified = facts.modified()?;
        let is_settled = SystemTime::now().duration_since(modified).is_ok_and(|age| age > SETTLE_TIME);
        Ok(Self { length: facts.len(), modified, identity: Identity::of(&facts), is_settled })
    }

    /// The size of the file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// True if the two fingerprints prove that the file was not written in between.
    pub(super) fn proves_unchanged(&self, now: &Self) -> bool {
        self.is_settled && self == now
    }
}

/// The inode and its change time: a file that is renamed into place can have any modification time.
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

/// The creation time, on systems without inodes.
#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity(Option<SystemTime>);

#[cfg(not(unix))]
impl Identity {
    fn of(facts: &std::fs::Metadata) -> Self {
        Self(facts.created().ok())
    }
}
