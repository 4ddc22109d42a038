//! The path of a value within a YAML document.

/// One step into a YAML document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// The item of a sequence, from 0.
    Item(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(item: usize) -> Self {
        Self::Item(item)
    }
}

/// A path from its parts: names are keys, numbers are items.
#[macro_export]
macro_rules! yaml_path {
    ($($part:expr),* $(,)?) => { &[$($crate::yaml::path::Step::from($part)),*] };
}
