//! The compact encoding in which records travel from the build to the browser.
//!
//! Each type describes its encoding once, as a function that hands its fields to a [`Codec`] in a fixed order. The
//! [`Writer`] turns them into bytes, the [`Reader`] fills them, so the two directions cannot disagree. Integers have a
//! variable length: small or absent ones take a byte. An `f64` keeps all its bits, so that both sides compute with the
//! same numbers.
//!
//! Reading never panics: after bytes that end early or are invalid, [`Reader::failed`] is true and the result is
//! discarded.

use alloc::string::String;
use alloc::vec::Vec;

/// A direction: encodes the fields that it is given, or fills them.
///
/// Encodings are generic over it, not `dyn`: the browser only reads, and need not download the code for writing.
pub trait Codec {
    /// True if it fills fields.
    const READS: bool;

    /// An unsigned integer. Readers accept at most 49 bits.
    fn whole(&mut self, value: &mut u64);
    /// A floating-point number, bit for bit.
    fn real(&mut self, value: &mut f64);
    /// A text, as one integer per character: validating UTF-8 would take more space in WebAssembly than this whole
    /// file.
    fn text(&mut self, value: &mut String);

    /// A truth value, in one byte.
    fn flag(&mut self, value: &mut bool) {
        let mut number = u64::from(*value);
        self.whole(&mut number);
        *value = number == 1;
    }

    /// An integer that may be absent.
    fn maybe_whole(&mut self, value: &mut Option<u64>) {
        let mut there = value.is_some();
        self.flag(&mut there);
        let mut number = value.unwrap_or_default();
        if there {
            self.whole(&mut number);
        }
        *value = there.then_some(number);
    }

    /// A floating-point number that may be absent.
    fn maybe_real(&mut self, value: &mut Option<f64>) {
        let mut there = value.is_some();
        self.flag(&mut there);
        let mut number = value.unwrap_or_default();
        if there {
            self.real(&mut number);
        }
        *value = there.then_some(number);
    }

    /// The number of items in a list. Each item takes at least a byte, so a length above the number of bytes left is
    /// invalid.
    fn length(&mut self, value: &mut usize) {
        self.position(value);
    }

    /// A value from a list that both sides know, as its index. A value outside the list is encoded as an index past its
    /// end, at which readers fail.
    fn one_of<T: Copy + PartialEq>(&mut self, value: &mut T, known: &[T]);

    /// An index into a list.
    fn position(&mut self, value: &mut usize) {
        let mut number = *value as u64;
        self.whole(&mut number);
        *value = usize::try_from(number).unwrap_or(usize::MAX);
    }
}

/// Encodes or decodes a list, item by item.
pub fn list<T: Default, C: Codec>(codec: &mut C, items: &mut Vec<T>, mut item: impl FnMut(&mut C, &mut T)) {
    let mut length = items.len();
    codec.length(&mut length);
    for at in 0..length {
        if C::READS {
            items.push(T::default());
        }
        if let Some(value) = items.get_mut(at) {
            item(codec, value);
        }
    }
}

/// Encodes or decodes a list of texts. Not inlined, since several records have some and the browser would download each
/// copy.
#[inline(never)]
pub fn texts<C: Codec>(codec: &mut C, items: &mut Vec<String>) {
    list(codec, items, C::text);
}

/// Encodes fields as bytes.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// The bytes so far.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl Codec for Writer {
    const READS: bool = false;

    fn whole(&mut self, value: &mut u64) {
        let mut rest = *value;
        while rest >= 0x80 {
            self.0.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push((rest & 0x7f) as u8);
    }

    fn real(&mut self, value: &mut f64) {
        self.0.extend_from_slice(&value.to_bits().to_be_bytes());
    }

    fn one_of<T: Copy + PartialEq>(&mut self, value: &mut T, known: &[T]) {
        let at = known.iter().position(|one| one == value);
        self.position(&mut at.unwrap_or(known.len()));
    }

    fn text(&mut self, value: &mut String) {
        let mut length = value.chars().count();
        self.position(&mut length);
        for character in value.chars() {
            self.whole(&mut u64::from(u32::from(character)));
        }
    }
}

/// Fills fields from bytes.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    failed: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, failed: false }
    }

    /// True if the bytes ended early or were invalid.
    #[must_use]
    pub const fn failed(&self) -> bool {
        self.failed
    }

    /// True if bytes are left.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        !self.bytes.is_empty()
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let found = self.bytes.split_at_checked(count);
        self.failed |= found.is_none();
        let (taken, rest) = found.unwrap_or_default();
        self.bytes = rest;
        taken
    }
}

impl Codec for Reader<'_> {
    const READS: bool = true;

    fn whole(&mut self, value: &mut u64) {
        *value = 0;
        // Seven bytes hold 49 bits: every real count, exact as an `f64`.
        for shift in (0..49).step_by(7) {
            let [byte] = *self.take(1) else { return };
            *value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return;
            }
        }
        self.failed = true;
    }

    fn length(&mut self, value: &mut usize) {
        self.position(value);
        if *value > self.bytes.len() {
            self.failed = true;
            *value = 0;
        }
    }

    fn real(&mut self, value: &mut f64) {
        let bits = self.take(8).try_into().map_or(0, u64::from_be_bytes);
        *value = f64::from_bits(bits);
    }

    fn one_of<T: Copy + PartialEq>(&mut self, value: &mut T, known: &[T]) {
        let mut at = 0;
        self.position(&mut at);
        match known.get(at) {
            Some(one) => *value = *one,
            None => self.failed = true,
        }
    }

    fn text(&mut self, value: &mut String) {
        let mut length = 0;
        self.position(&mut length);
        value.clear();
        while length > 0 && !self.failed {
            let mut number = 0;
            self.whole(&mut number);
            match u32::try_from(number).ok().and_then(char::from_u32) {
                Some(character) => value.push(character),
                None => self.failed = true,
            }
            length -= 1;
        }
    }
}
