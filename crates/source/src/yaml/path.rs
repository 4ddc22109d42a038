//! Paths to values within a YAML document.

/// A segment of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PathSegment {
    /// The key of a mapping.
    Key(String),
    /// The index of an item, from 0.
    Item(usize),
}

impl From<&str> for PathSegment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for PathSegment {
    fn from(item: usize) -> Self {
        Self::Item(item)
    }
}

/// A path from its segments: strings are keys, numbers are indices.
#[macro_export]
macro_rules! yaml_path {
    ($($part:expr),* $(,)?) => { &[$($crate::yaml::path::PathSegment::from($part)),*] };
}
