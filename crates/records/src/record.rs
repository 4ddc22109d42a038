//! The interface of all records, and their encoding.

use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, Reader, Writer};

/// A kind of record: its encoding, and where its files are.
pub trait Record: Clone + Default {
    /// The first number in its bytes. Kinds in one folder differ in it.
    const KIND: u64;
    /// The folder of its files, below the data's root.
    const FOLDER: &'static str;

    /// Encodes or decodes the record's fields.
    fn layout<C: Codec>(&mut self, codec: &mut C);

    /// Encodes the record.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let mut kind = Self::KIND;
        writer.whole(&mut kind);
        self.clone().layout(&mut writer);
        writer.into_bytes()
    }

    /// Decodes a record; `None` if the bytes are no record of this kind.
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
