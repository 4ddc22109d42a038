//! The layout that every kind of record has, and the bytes that follow from it.

use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, Reader, Writer};

/// A kind of record: its layout, and how its files are told from those of the others.
pub trait Record: Clone + Default {
    /// The first number of its bytes.
    const KIND: u64;
    /// The folder of its files, below the data's root.
    const FOLDER: &'static str;

    /// The layout, for both directions.
    fn layout<C: Codec>(&mut self, codec: &mut C);

    /// The record as bytes.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = Self::KIND;
        writer.whole(&mut kind);
        self.clone().layout(&mut writer);
        writer.into_bytes()
    }

    /// Decodes a record; `None` if the bytes are not one.
    #[must_use]
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut kind = 0;
        reader.whole(&mut kind);
        let mut record = Self::default();
        record.layout(&mut reader);
        (kind == Self::KIND && !reader.failed() && !reader.has_more()).then_some(record)
    }
}
