//! The default templates and static files, as the program carries them.
//!
//! A crate of its own, so that a changed style sheet recompiles little. The build script lists the files of
//! `templates/` and `static/`. Reads no disk and changes no byte.

#![no_std]

/// Files: path below their folder, and bytes; sorted by path.
pub type Files = &'static [(&'static str, &'static [u8])];

/// The folder of a debug build from which its program reads the files, then templates and static files.
const BUILTIN: (Option<&str>, Files, Files) = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The folder whose `templates/` and `static/` a debug build shows as they are on disk; `None` in a release.
pub const FOLDER: Option<&str> = BUILTIN.0;

/// The default templates, as they were when this was compiled.
pub const TEMPLATES: Files = BUILTIN.1;

/// The default static files, as they were when this was compiled.
pub const STATICS: Files = BUILTIN.2;
