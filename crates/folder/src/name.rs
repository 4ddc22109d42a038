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
        let is_refused = matches!(name, "" | "." | "..") || is_git(name);
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

/// True for the names under which a file system finds `.git`: in any case; on Windows with dots and spaces behind it, or
/// by its short name; on macOS with invisible characters.
fn is_git(name: &str) -> bool {
    let is_ignored =
        |c: char| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    let seen: String = name.chars().filter(|c| !is_ignored(*c)).flat_map(char::to_lowercase).collect();
    let seen = seen.trim_end_matches(['.', ' ']);
    seen == ".git" || seen.strip_prefix("git~").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

impl AsRef<OsStr> for FileName<'_> {
    fn as_ref(&self) -> &OsStr {
        self.0.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::FileName;

    #[test]
    fn no_name_leads_into_git() {
        for name in [".git", ".GIT", ".git.", ".git ", "git~1", "GIT~2", ".g\u{200c}it", ".git. ."] {
            assert_eq!(FileName::new(name), None, "{name:?}");
        }
        for name in [".gitignore", "git", ".github", "git~a.md", ".git.md"] {
            assert!(FileName::new(name).is_some(), "{name:?}");
        }
    }
}
