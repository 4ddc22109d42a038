//! The header of a WOFF2 font file: <https://www.w3.org/TR/WOFF2/#woff20Header>.
//!
//! The table directory precedes the compressed data, so whether a font is variable can be read without decompressing
//! it.

/// Length of the header before the table directory, bytes.
const HEADER: usize = 48;
/// Numbers of tables in the format's list of known tags.
const GLYF: u8 = 10;
const LOCA: u8 = 11;
const FVAR: u8 = 47;
/// Marks a table that is not in that list; its tag follows.
const OTHER: u8 = 63;

/// True if the bytes begin like a WOFF2 file.
pub(crate) fn is_font(bytes: &[u8]) -> bool {
    bytes.len() > HEADER && bytes.starts_with(b"wOF2")
}

/// True if the font has variation axes, such as weight; false for a truncated directory.
pub(crate) fn is_variable(bytes: &[u8]) -> bool {
    let count = bytes.get(12..14).map_or(0, |count| u16::from_be_bytes([count[0], count[1]]));
    let mut rest = bytes.get(HEADER..).unwrap_or_default().iter().copied();
    (0..count).any(|_| table(&mut rest) == Some(FVAR))
}

/// Reads a directory entry, and returns its table's number.
fn table(bytes: &mut impl Iterator<Item = u8>) -> Option<u8> {
    let flags = bytes.next()?;
    let (number, version) = (flags & OTHER, flags >> 6);
    if number == OTHER {
        bytes.nth(3)?;
    }
    skip_number(bytes)?;
    // Outline tables are transformed in version 0, all others in any other version.
    let is_transformed = if matches!(number, GLYF | LOCA) { version == 0 } else { version != 0 };
    if is_transformed {
        skip_number(bytes)?;
    }
    Some(number)
}

/// Skips a variable-length number: seven bits per byte, and no high bit in the last byte.
fn skip_number(bytes: &mut impl Iterator<Item = u8>) -> Option<()> {
    bytes.find(|byte| byte & 0x80 == 0).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn font(directory: &[u8], count: u8) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..4].copy_from_slice(b"wOF2");
        bytes[13] = count;
        bytes.extend_from_slice(directory);
        bytes.push(0);
        bytes
    }

    #[test]
    fn axes_are_found_in_the_directory() {
        // `head`, then outlines with both lengths, then a table with its own tag, then axes.
        let directory = [1, 54, GLYF, 0x81, 0x00, 9, OTHER, b't', b'e', b's', b't', 5, FVAR, 60];
        assert!(is_variable(&font(&directory, 4)));
        assert!(!is_variable(&font(&directory, 3)), "data after the directory is not looked at");
        for length in 0..HEADER + directory.len() - 2 {
            assert!(!is_variable(&font(&directory, 4)[..length]), "cut off after {length} bytes");
        }
        assert!(is_font(&font(&[], 0)) && !is_font(b"wOFF") && !is_font(b""));
    }
}
