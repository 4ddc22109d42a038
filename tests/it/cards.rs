//! Cards: what the browser reads is what the build wrote, and bytes that are no card are refused.

use crate::support::estimator;
use proptest::prelude::*;
use rooflight_estimator::calculators::{Estimator, decode_speed};
use rooflight_estimator::cards::{Card, PromptCard};

#[test]
fn every_card_of_the_reference_site_survives_the_way() {
    let Estimator { devices, models, prompts } = estimator();
    let cards = devices.iter().cloned().map(Card::Device).chain(models.iter().cloned().map(Card::Model));
    let mut count = 0;
    for card in cards {
        let bytes = card.to_bytes();
        let id = match &card {
            Card::Device(card) => &card.device.id,
            Card::Model(card) => &card.id,
        };
        assert!(Card::from_bytes(&bytes) == Some(card.clone()), "{id}");
        assert!(Card::from_bytes(&bytes[..bytes.len() - 1]).is_none(), "{id} cut short");
        count += 1;
    }
    for card in prompts {
        let bytes = card.to_bytes();
        assert!(PromptCard::from_bytes(&bytes).as_ref() == Some(card), "{}", card.device);
        assert!(PromptCard::from_bytes(&bytes[..bytes.len() - 1]).is_none(), "{} cut short", card.device);
        count += 1;
    }
    assert!(count > 340, "{count} cards");
}

#[test]
fn a_question_names_the_cards_that_it_needs() {
    let full = estimator();
    let mut estimator = Estimator::default();
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096";
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "hardware/rtx-4090.bin\nmodels/llama-3.1-8b.bin\n");
    let device = full.devices.iter().find(|card| card.device.id == "rtx-4090").expect("the device");
    assert!(decode_speed::SPEC.add(&mut estimator, &Card::Device(device.clone()).to_bytes()));
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "models/llama-3.1-8b.bin\n");
    assert!(!decode_speed::SPEC.add(&mut estimator, b"no card"));
    let prompts = full.prompts.iter().find(|card| card.device == "rtx-4090").expect("the device");
    assert!(!decode_speed::SPEC.add(&mut estimator, &prompts.to_bytes()), "it has no use for prompts");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = (Card::from_bytes(&bytes), PromptCard::from_bytes(&bytes));
    }
}
