//! The engines of a device: which profile is whose, and what a device's own file leaves out.
//!
//! 1. The build makes the profiles of a device in one order: those of the usual engines for the files that most people
//!    have, those of the usual engines for other files, those of the engines that a reader may choose.
//! 2. The device's own file holds the first part. A second file holds all, since few readers choose an engine: it is
//!    fetched when a question needs a profile that has not arrived, and takes the first one's place. For prompts one
//!    file holds all.
//!
//! Nothing is computed here.

use rooflight_calibration::FileFormat;

/// The value of the engine input if the reader chooses no engine.
pub const USUAL: &str = "usual";

/// The position where an engine is not estimated for such files.
pub const NONE: usize = 127;

/// The folder of the files with all engines of a device.
pub const FOLDER: &str = "engines";

/// The profiles of the usual engines for GGUF and safetensors, from the first on.
pub(super) fn common(positions: &[usize]) -> usize {
    let position = |files: FileFormat| positions.get(files as usize).map_or(0, |at| at + 1);
    position(FileFormat::Gguf).max(position(FileFormat::Safetensors))
}

/// The profiles of the usual engines for all files, from the first on.
pub(super) fn usual_engine(positions: &[usize]) -> usize {
    positions.iter().take(FileFormat::ALL.len()).max().map_or(0, |last| last + 1)
}
