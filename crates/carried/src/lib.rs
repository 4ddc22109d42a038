//! Files that are embedded in the program: catalog, measurements, their fit, calculators, default templates and styles.
//!
//! 1. The build script packs the files of `content/catalog` and `content/anchors`, and `content/fit.json`;
//!    [`unpack`] gives them back, byte for byte, in the order of their paths.
//! 2. [`LIBRARY`] has the calculators in files, which are small enough to be carried as they are.
//! 3. [`TEMPLATES`] and [`STATICS`] are the default look; a debug build reads the same from [`FOLDER`].
//!
//! Reads no disk and knows nothing of what is in the files.

/// The length of the files before compression, and the compressed bytes.
#[allow(clippy::unreadable_literal, reason = "the build script writes it")]
static PACKED: (usize, &[u8]) = include!(concat!(env!("OUT_DIR"), "/reference.rs"));

/// Calculators in files and the data tables that they read: path below a site's root, and text.
pub static LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Files: path below their folder, and bytes; sorted by path.
pub type Files = &'static [(&'static str, &'static [u8])];

/// The folder of a debug build from which its program reads the files, then templates and static files.
const LOOK: (Option<&str>, Files, Files) = include!(concat!(env!("OUT_DIR"), "/look.rs"));

/// The folder whose `templates/` and `static/` a debug build shows as they are on disk; `None` in a release.
pub const FOLDER: Option<&str> = LOOK.0;

/// The default templates, as they were when this was compiled.
pub const TEMPLATES: Files = LOOK.1;

/// The default static files, as they were when this was compiled.
pub const STATICS: Files = LOOK.2;

/// Size of the packed files in the program, bytes.
#[must_use]
pub const fn packed_bytes() -> usize {
    PACKED.1.len()
}

/// Unpacks catalog, measurements and fit, each as its path below a site's root and its text; `None` if the packed bytes
/// are damaged.
#[must_use]
pub fn unpack() -> Option<Vec<(String, String)>> {
    let (length, packed) = PACKED;
    let mut room = vec![0; length];
    let (plain, code) = zlib_rs::decompress_slice(&mut room, packed, zlib_rs::InflateConfig::default());
    if code != zlib_rs::ReturnCode::Ok || plain.len() != length {
        return None;
    }
    let mut rest: &[u8] = plain;
    let mut files = Vec::new();
    while !rest.is_empty() {
        let [path, text] = [take(&mut rest)?, take(&mut rest)?].map(|part| String::from_utf8(part.to_vec()));
        files.push((path.ok()?, text.ok()?));
    }
    Some(files)
}

/// The next part: its length in four bytes, and its bytes.
fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (part, after) = after.split_at_checked(length)?;
    *rest = after;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_comes_back() {
        let files = unpack().expect("whole bytes");
        let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert!(paths.is_sorted(), "{paths:?}");
        for part in ["hardware", "models", "quantizations", "runtimes", "backends", "quality", "not-covered", "prices"]
        {
            assert!(paths.contains(&format!("content/catalog/{part}.yaml").as_str()), "{part}: {paths:?}");
        }
        assert!(paths.iter().any(|path| path.starts_with("content/anchors/")), "{paths:?}");
        assert!(paths.contains(&"content/fit.json"), "{paths:?}");
        let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
        assert!(packed_bytes() * 5 < bytes, "{} bytes of {bytes}", packed_bytes());
    }
}
