//! Computes the checksums of a file that is too large for memory, in chunks.

use hmac_sha256::Hash;
use rooflight_source::file::LargeFile;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The size of a chunk in bytes.
const CHUNK: usize = 256 * 1024;

/// Reads a file once and hashes it.
pub(super) fn read(place: &Path) -> std::io::Result<LargeFile> {
    let mut file = File::open(place)?;
    let (mut blake3, mut sha256) = (blake3::Hasher::new(), Hash::new());
    let (mut chunk, mut length) = (vec![0; CHUNK], 0);
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        blake3.update(&chunk[..count]);
        sha256.update(&chunk[..count]);
        length += count as u64;
    }
    let (blake3, sha256) = (blake3.finalize().to_hex().to_string(), sha256.finalize());
    // Without links, so that one that is put into the path later is noticed.
    Ok(LargeFile { place: place.canonicalize()?, length, blake3, sha256 })
}
