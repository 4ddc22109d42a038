//! The engines of a device: the order of their profiles, and the split into two files.
//!
//! 1. The build orders a device's profiles: the usual engines for the most common kinds of files, the usual engines for
//!    other files, then the engines that a reader may choose.
//! 2. The device's own file holds the first part. A second file holds all profiles and replaces it; since few readers
//!    choose an engine, it is fetched only if a question needs a missing profile. For prompts one file holds all.
//!
//! Nothing is computed here.

use crate::calibration::FileFormat;

/// Value of the engine input if the reader chooses none.
pub const USUAL: &str = "usual";

/// Profile index that means: no estimate for this engine and kind of file.
pub const NONE: usize = 127;

/// Folder of the files that hold all engines of a device.
pub const FOLDER: &str = "engines";

/// Number of leading profiles: those of the usual engines for GGUF and safetensors.
pub(super) fn common(positions: &[usize]) -> usize {
    let position = |files: FileFormat| positions.get(files as usize).map_or(0, |at| at + 1);
    position(FileFormat::Gguf).max(position(FileFormat::Safetensors))
}

/// Number of leading profiles: those of the usual engines for every kind of file.
pub(super) fn usual_engine(positions: &[usize]) -> usize {
    positions.iter().take(FileFormat::ALL.len()).max().map_or(0, |last| last + 1)
}
