//! Cards that lie about their lengths are refused before they take time or memory.

use rooflight_estimator::cards::{Card, DeviceCard, ModelCard, PromptCard, PromptRunsCard, QualityCard, RunsCard};
use rooflight_estimator::wire::{Codec, Reader, list};

#[test]
fn a_list_has_no_more_items_than_there_are_bytes() {
    // A million, and three bytes after it.
    let bytes = [0x80, 0x80, 0x40, 1, 2, 3];
    let mut items: Vec<u64> = Vec::new();
    let mut reader = Reader::new(&bytes);
    list(&mut reader, &mut items, Codec::whole);
    assert!(reader.failed());
    assert_eq!(items, []);
    let mut reader = Reader::new(&[3, 1, 2, 3]);
    list(&mut reader, &mut items, Codec::whole);
    assert!(!reader.failed() && !reader.has_more());
    assert_eq!(items, [1, 2, 3]);
}

#[test]
fn a_card_of_broken_lengths_takes_no_room() {
    fn read<C: Card>() {
        for length in 0..64 {
            // Whatever is a length in it says that there is more than any memory holds.
            let mut bytes = vec![0xff; length];
            bytes.insert(0, u8::try_from(C::KIND).expect("a small kind"));
            assert!(C::from_bytes(&bytes).is_none());
            let mut bytes = [0xff, 0xff, 0x7f].repeat(length);
            bytes.insert(0, u8::try_from(C::KIND).expect("a small kind"));
            assert!(C::from_bytes(&bytes).is_none());
        }
    }
    read::<DeviceCard>();
    read::<ModelCard>();
    read::<PromptCard>();
    read::<RunsCard>();
    read::<PromptRunsCard>();
    read::<QualityCard>();
}
