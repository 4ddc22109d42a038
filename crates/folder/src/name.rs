//! Names of files, checked.

use std::ffi::OsStr;

/// The name of a file or a folder within its folder.
///
/// It is no path, leads nowhere else, and is not `.git`, in which a file is a program that git runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileName<'a>(&'a str);

impl<'a> FileName<'a> {
    /// Checks a name.
    #[must_use]
    pub fn new(name: &'a str) -> Option<Self> {
        let is_refused = matches!(name, "" | "." | "..") || name.eq_ignore_ascii_case(".git");
        // The colon of Windows names a disk or a stream of a file.
        let is_separator = |c: char| matches!(c, '/' | '\\' | '\0') || cfg!(windows) && c == ':';
        (!is_refused && !name.contains(is_separator)).then_some(Self(name))
    }

    /// The name as text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl AsRef<OsStr> for FileName<'_> {
    fn as_ref(&self) -> &OsStr {
        self.0.as_ref()
    }
}
