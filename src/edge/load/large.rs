//! Checksums of a file that is too large to be held in memory, computed piece by piece.

use rooflight_source::file::LargeFile;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The size of a piece.
const PIECE: usize = 256 * 1024;

/// Reads a file once from its beginning to its end.
pub(super) fn read(place: &Path) -> std::io::Result<LargeFile> {
    let mut file = File::open(place)?;
    let (mut blake3, mut sha256) = (blake3::Hasher::new(), Sha256::new());
    let (mut piece, mut length) = (vec![0; PIECE], 0);
    loop {
        let count = file.read(&mut piece)?;
        if count == 0 {
            break;
        }
        blake3.update(&piece[..count]);
        sha256.update(&piece[..count]);
        length += count as u64;
    }
    let (blake3, sha256) = (blake3.finalize().to_hex().to_string(), sha256.finalize().into());
    Ok(LargeFile { place: place.to_owned(), length, blake3, sha256 })
}
