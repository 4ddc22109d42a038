//! Cards: what the browser reads is what the build wrote, and bytes that are no card are refused.

use crate::support::estimator;
use proptest::prelude::*;
use rooflight_estimator::calculators::{Estimator, decode_speed};
use rooflight_estimator::cards::rows::Row;
use rooflight_estimator::cards::{Card, DeviceCard, PromptCard, RunsCard};

#[test]
fn every_card_of_the_reference_site_survives_the_way() {
    let Estimator { devices, models, prompts } = estimator();
    // The measurements of a device travel by themselves.
    let bare = |card: &DeviceCard| DeviceCard { texts: Vec::new(), rows: Vec::new(), ..card.clone() };
    let runs = devices.iter().flat_map(|card| card.measured.iter().map(|model| RunsCard::of(card, model)));
    let cards = devices.iter().map(bare).map(Card::Device).chain(models.iter().cloned().map(Card::Model));
    let mut count = 0;
    for card in cards.chain(runs.map(Card::Runs)) {
        let bytes = card.to_bytes();
        let id = match &card {
            Card::Device(card) => &card.device.id,
            Card::Model(card) => &card.id,
            Card::Runs(card) => &card.device,
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
    assert!(count > 700, "{count} cards");
}

#[test]
fn measurements_that_travelled_by_themselves_are_those_of_the_device() {
    let mut together = 0;
    for card in &estimator().devices {
        let mut joined = DeviceCard { texts: Vec::new(), rows: Vec::new(), ..card.clone() };
        for model in card.measured.iter().rev() {
            joined.join(RunsCard::of(card, model));
        }
        for model in &card.measured {
            let rows = |card: &DeviceCard| -> Vec<String> {
                let of_model = card.rows.iter().filter(|row| card.text(row.model) == model);
                let words = |row: &Row| {
                    let texts = [row.format, row.conditions, row.detail, row.engine, row.date, row.flags, row.href];
                    format!("{:?} {} {:?} {}", texts.map(|at| card.text(at)), row.speed, row.depth, row.detail > 0)
                };
                of_model.map(words).collect()
            };
            assert_eq!(rows(&joined), rows(card), "{model} on {}", card.device.id);
            together += rows(card).len();
        }
        assert_eq!(joined.rows.len(), card.rows.len());
    }
    assert!(together > 2500, "{together}");
}

#[test]
fn a_question_names_the_cards_that_it_needs() {
    let full = estimator();
    let mut estimator = Estimator::default();
    let query = "hw=rtx-4090&m=llama-3.1-8b&q=gguf-q4_k_m&c=4096";
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "hardware/rtx-4090.bin\nmodels/llama-3.1-8b.bin\n");
    let device = full.devices.iter().find(|card| card.device.id == "rtx-4090").expect("the device");
    assert!(decode_speed::SPEC.add(&mut estimator, &Card::Device(device.clone()).to_bytes()));
    assert_eq!(
        decode_speed::SPEC.needs(&estimator, query),
        "models/llama-3.1-8b.bin\nruns/rtx-4090/llama-3.1-8b.bin\n"
    );
    assert!(!decode_speed::SPEC.add(&mut estimator, b"no card"));
    let model = full.models.iter().find(|card| card.id == "llama-3.1-8b").expect("the model");
    assert!(decode_speed::SPEC.add(&mut estimator, &Card::Model(model.clone()).to_bytes()));
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "runs/rtx-4090/llama-3.1-8b.bin\n");
    assert!(decode_speed::SPEC.add(&mut estimator, &Card::Runs(RunsCard::of(device, "llama-3.1-8b")).to_bytes()));
    assert_eq!(decode_speed::SPEC.needs(&estimator, query), "");
    let prompts = full.prompts.iter().find(|card| card.device == "rtx-4090").expect("the device");
    assert!(!decode_speed::SPEC.add(&mut estimator, &prompts.to_bytes()), "it has no use for prompts");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = (Card::from_bytes(&bytes), PromptCard::from_bytes(&bytes));
    }
}
