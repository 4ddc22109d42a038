//! Records with false lengths or unknown values are rejected before they take time or memory.

use rooflight_estimator::hardware::{DeviceClass, Family};
use rooflight_estimator::quantization::Block;
use rooflight_estimator::quantization::blocks::{F16, NAMES};
use rooflight_estimator::records::{
    DeviceRecord, ModelRecord, PromptRecord, PromptRunsRecord, QualityRecord, Record, RunsRecord,
};
use serde::{Deserialize, Serialize};

/// A record of one field.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Only<T>(T);

impl<T: Serialize + for<'de> Deserialize<'de>> Record for Only<T> {
    const KIND: u8 = 9;
    const FOLDER: &'static str = "tests";
}

#[test]
fn a_list_has_no_more_items_than_there_are_bytes() {
    // One million, followed by three bytes.
    assert_eq!(Only::<Vec<u64>>::first(&[9, 0x80, 0x80, 0x40, 1, 2, 3]), None);
    let read = Only::<Vec<u64>>::first(&[9, 3, 1, 2, 3, 4]);
    assert_eq!(read, Some((Only(vec![1, 2, 3]), &[4][..])));
}

#[test]
fn a_record_with_false_lengths_takes_no_memory() {
    fn read<C: Record>() {
        for length in 0..64 {
            // Every length in it is larger than any memory.
            let mut bytes = vec![0xff; length];
            bytes.insert(0, C::KIND);
            assert!(C::from_bytes(&bytes).is_none());
            let mut bytes = [0xff, 0xff, 0x7f].repeat(length);
            bytes.insert(0, C::KIND);
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
    let known = NAMES.iter().map(|name| (*name, true));
    for (name, is_known) in known.chain([("Q3_14", false), ("", false)]) {
        let block = Block { name, ..F16 };
        assert_eq!(Only::<Block>::from_bytes(&Only(block).to_bytes()), is_known.then_some(Only(block)), "{name}");
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
    for (number, fits) in [(0, true), (1 << 48, true), ((1 << 49) - 1, true), (1 << 49, false), (u64::MAX, false)] {
        let read = Only::<u64>::from_bytes(&Only(number).to_bytes());
        assert_eq!(read, fits.then_some(Only(number)));
    }
}
