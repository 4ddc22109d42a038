//! The interface of all records, and their bytes: those of `postcard` after the number of the kind.

use alloc::vec::Vec;
use postcard::de_flavors::Flavor;
use postcard::{Deserializer, Error};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of record: its fields, and where its files are.
pub trait Record: Serialize + DeserializeOwned {
    /// The first byte of its files. Kinds in one folder differ in it.
    const KIND: u8;
    /// The folder of its files, below the data's root.
    const FOLDER: &'static str;

    /// Encodes the record.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        // Fields of every kind have an encoding, and memory has no bounds.
        postcard::to_extend(self, Vec::from([Self::KIND])).unwrap_or_default()
    }

    /// Decodes a record; `None` if the bytes are no record of this kind.
    #[must_use]
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::first(bytes).filter(|(_, rest)| rest.is_empty()).map(|(record, _)| record)
    }

    /// Decodes the record at the start of these bytes, and returns the bytes after it; `None` if there is none of this
    /// kind.
    #[must_use]
    fn first(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let rest = bytes.strip_prefix(&[Self::KIND])?;
        let mut reader = Deserializer::from_flavor(Reader { rest, continued: 0 });
        Some((Self::deserialize(&mut reader).ok()?, reader.finalize().ok()?))
    }
}

/// Reads the fields of a record, and refuses integers of more than seven bytes: 49 bits hold every real count, exact as
/// an `f64`.
struct Reader<'a> {
    rest: &'a [u8],
    /// The number of bytes before this one that belong to the same integer.
    continued: u8,
}

impl<'a> Flavor<'a> for Reader<'a> {
    type Remainder = &'a [u8];
    type Source = &'a [u8];

    fn pop(&mut self) -> Result<u8, Error> {
        let [byte] = *self.try_take_n(1)? else { return Err(Error::DeserializeUnexpectedEnd) };
        self.continued = if byte < 0x80 { 0 } else { self.continued + 1 };
        if self.continued < 7 { Ok(byte) } else { Err(Error::DeserializeBadVarint) }
    }

    fn try_take_n(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.rest = rest;
        Ok(taken)
    }

    fn finalize(self) -> Result<&'a [u8], Error> {
        Ok(self.rest)
    }
}
