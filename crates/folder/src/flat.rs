//! The name of a staged file that has its path in it: `%` and the path, with `%2F` for `/` and `%25` for `%`.

/// The most bytes of a name that every file system allows.
const MAX_BYTES: usize = 255;

/// The name for a path; `None` for one that is too long.
pub(crate) fn name(path: &str) -> Option<String> {
    let name = format!("%{}", path.replace('%', "%25").replace('/', "%2F"));
    (name.len() <= MAX_BYTES).then_some(name)
}

/// The path in a name; `None` for a name without one.
pub(crate) fn path(name: &str) -> Option<String> {
    Some(name.strip_prefix('%')?.replace("%2F", "/").replace("%25", "%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_its_path_again() {
        for given in ["a", "a/b.html", "%", "%2F", "a%2Fb/%25", "é/%/x"] {
            let name = name(given).expect("a name");
            assert!(!name.contains('/'));
            assert_eq!(path(&name).as_deref(), Some(given));
        }
        assert_eq!(name(&"a".repeat(255)), None);
        assert_eq!(path("index.html"), None);
    }
}
