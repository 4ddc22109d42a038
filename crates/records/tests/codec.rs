//! Records with false lengths or unknown values are rejected before they take time or memory.

use rooflight_estimator::hardware::{DeviceClass, Family};
use rooflight_primitives::codec::{Codec, Reader, Writer, list};
use rooflight_records::{DeviceRecord, ModelRecord, PromptRecord, PromptRunsRecord, QualityRecord, Record, RunsRecord};

#[test]
fn a_list_has_no_more_items_than_there_are_bytes() {
    // One million, followed by three bytes.
    let bytes = [0x80, 0x80, 0x40, 1, 2, 3];
    let mut items: Vec<u64> = Vec::new();
    let mut reader = Reader::new(&bytes);
    list(&mut reader, &mut items, Codec::whole);
    assert!(reader.failed());
    assert!(items.is_empty());
    let mut reader = Reader::new(&[3, 1, 2, 3]);
    list(&mut reader, &mut items, Codec::whole);
    assert!(!reader.failed() && !reader.has_more());
    assert_eq!(items, [1, 2, 3]);
}

#[test]
fn a_record_with_false_lengths_takes_no_memory() {
    fn read<C: Record>() {
        for length in 0..64 {
            // Every length in it is larger than any memory.
            let mut bytes = vec![0xff; length];
            bytes.insert(0, u8::try_from(C::KIND).expect("a small kind"));
            assert!(C::from_bytes(&bytes).is_none());
            let mut bytes = [0xff, 0xff, 0x7f].repeat(length);
            bytes.insert(0, u8::try_from(C::KIND).expect("a small kind"));
            assert!(C::from_bytes(&bytes).is_none());
        }
    }
    read::<DeviceRecord>();
    read::<ModelRecord>();
    read::<PromptRecord>();
    read::<RunsRecord>();
    read::<PromptRunsRecord>();
    read::<QualityRecord>();
}

#[test]
fn an_unknown_value_is_never_read_as_a_known_one() {
    const KNOWN: [&str; 2] = ["one", "two"];
    for (written, read) in [("one", Some("one")), ("two", Some("two")), ("three", None), ("", None)] {
        let mut writer = Writer::default();
        let mut value = written;
        writer.one_of(&mut value, &KNOWN);
        assert_eq!(value, written, "writing changes nothing");
        let bytes = writer.into_bytes();
        let mut reader = Reader::new(&bytes);
        reader.one_of(&mut value, &KNOWN);
        assert_eq!((!reader.failed()).then_some(value), read);
    }
}

#[test]
fn a_record_with_an_unknown_class_or_family_is_rejected() {
    // The bytes of a device without a name: the kind of record, two empty texts, then its class and its family.
    let bytes = DeviceRecord::default().to_bytes();
    for (at, known) in [(3, DeviceClass::ALL.len()), (4, Family::ALL.len())] {
        for number in 0..=u8::MAX {
            let mut bytes = bytes.clone();
            bytes[at] = number;
            // A number above 127 continues in the next byte, so that the record ends early.
            assert_eq!(DeviceRecord::from_bytes(&bytes).is_some(), usize::from(number) < known, "{number} at {at}");
        }
    }
}

#[test]
fn a_count_is_exact_as_a_floating_point_number_or_refused() {
    for (mut number, fits) in [(0, true), (1 << 48, true), ((1 << 49) - 1, true), (1 << 49, false), (u64::MAX, false)] {
        let mut writer = Writer::default();
        writer.whole(&mut number);
        let bytes = writer.into_bytes();
        let mut reader = Reader::new(&bytes);
        let mut read = 0;
        reader.whole(&mut read);
        assert_eq!((!reader.failed()).then_some(read), fits.then_some(number));
    }
}
