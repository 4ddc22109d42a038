//! The published measurements of one device, as they travel: texts once, rows by position.
//!
//! The build writes one such file for each device; the browser fetches the one that it needs. Rows carry what a reader wants to know of a
//! measurement and what the estimate for the same conditions needs; nothing is left out and nothing is judged here.

use crate::wire::{Codec, Reader, Writer, list};
use alloc::string::String;
use alloc::vec::Vec;

/// How several devices shared the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// One device.
    #[default]
    Single,
    /// Whole layers on each.
    Layers,
    /// A part of every layer on each.
    Tensors,
    /// The source does not say.
    Unclear,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Plain decode of one stream or of several.
    #[default]
    Decode,
    /// Decode with a draft that is checked.
    Speculative,
}

/// A measurement. Texts are positions in the set's list; 0 is the empty text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Position of the model in the library.
    pub model: usize,
    /// Position of the format in the library.
    pub format: usize,
    /// What was measured.
    pub kind: Kind,
    /// How many devices.
    pub count: u64,
    /// How they shared the model.
    pub sharing: Sharing,
    /// Streams at once.
    pub concurrency: u64,
    /// Mean tokens in the context while tokens were generated; `None` if the source does not say.
    pub depth: Option<f64>,
    /// How that depth came about, as a text.
    pub detail: usize,
    /// Tokens a second, all streams together, as printed.
    pub speed: f64,
    /// The engine's catalog id, as a text.
    pub runtime: usize,
    /// The engine's name and version and its backend, as a text.
    pub engine: usize,
    /// The backend's catalog id, as a text.
    pub backend: usize,
    /// The cache's number format, as a text; empty for 16 bits.
    pub kv: usize,
    /// When it was measured, as a text.
    pub date: usize,
    /// The same as a decimal year, for the estimate.
    pub year: Option<f64>,
    /// Reasons for caution in words, as texts.
    pub flags: Vec<usize>,
    /// The publication's title, as a text.
    pub source: usize,
    /// The publication's address, as a text.
    pub href: usize,
}

/// The measurements of one device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnchorSet {
    /// Position of the device in the library.
    pub device: usize,
    /// The texts; the first one is empty.
    pub texts: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl AnchorSet {
    /// The measurements as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.clone().wire(&mut writer);
        writer.into_bytes()
    }

    /// The measurements from their bytes; `None` if they are none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut set = Self::default();
        set.wire(&mut reader);
        (!reader.failed()).then_some(set)
    }

    /// The text at a position; empty if there is none.
    #[must_use]
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(at).map_or("", String::as_str)
    }

    fn wire(&mut self, codec: &mut dyn Codec) {
        codec.position(&mut self.device);
        list(codec, &mut self.texts, |codec, text| codec.text(text));
        list(codec, &mut self.rows, row);
    }
}

fn row(codec: &mut dyn Codec, row: &mut Row) {
    let Row {
        model,
        format,
        kind,
        count,
        sharing,
        concurrency,
        depth,
        detail,
        speed,
        runtime,
        engine,
        backend,
        kv,
        date,
        year,
        flags,
        source,
        href,
    } = row;
    for position in [model, format, detail, runtime, engine, backend, kv, date, source, href] {
        codec.position(position);
    }
    codec.whole(count);
    codec.whole(concurrency);
    codec.maybe_real(depth);
    codec.real(speed);
    codec.maybe_real(year);
    let mut speculative = *kind == Kind::Speculative;
    codec.flag(&mut speculative);
    *kind = if speculative { Kind::Speculative } else { Kind::Decode };
    let mut shared = *sharing as u64;
    codec.whole(&mut shared);
    *sharing = match shared {
        0 => Sharing::Single,
        1 => Sharing::Layers,
        2 => Sharing::Tensors,
        _ => Sharing::Unclear,
    };
    list(codec, flags, |codec, flag| codec.position(flag));
}

/// Collects texts, each one once.
#[derive(Debug)]
pub struct Texts(Vec<String>);

impl Default for Texts {
    fn default() -> Self {
        Self(alloc::vec![String::new()])
    }
}

impl Texts {
    /// The position of a text.
    pub fn position(&mut self, text: &str) -> usize {
        if let Some(at) = self.0.iter().position(|known| known == text) {
            return at;
        }
        self.0.push(String::from(text));
        self.0.len() - 1
    }

    /// The list.
    #[must_use]
    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
