//! Which kinds of cards a calculator reads, which files of them a question needs, and how they are read.
//!
//! 1. A calculator lists its decks; the code that reads other kinds of cards never gets into its module.
//! 2. `needed` names the files that are missing. It is asked again once they are there: a device names the models that were measured on it.
//! 3. `read` takes cards in, one after another as they come.

use super::ask::Ask;
use super::input::Choice;
use super::{Estimator, Spec};
use crate::cards::rows::Row;
use crate::cards::{Card, DeviceCard, ModelCard, PromptCard, PromptRunsCard, QualityCard, RunsCard, file};
use crate::view::markup::joined;
use crate::wire::{Codec, Reader};
use alloc::string::String;

/// A kind of card, as a calculator reads it.
#[derive(Debug)]
pub struct Deck {
    folder: &'static str,
    kind: u64,
    /// Whether there is one for each device, for each model, or for both together.
    of: (bool, bool),
    /// Whether the card of this device and this model is there, or need not be.
    known: fn(&Estimator, &str, &str) -> bool,
    read: fn(&mut Reader<'_>, &mut Estimator),
}

/// The facts of devices, and what the calibration says of them.
pub const DEVICES: Deck = Deck {
    folder: DeviceCard::FOLDER,
    kind: DeviceCard::KIND,
    of: (true, false),
    known: |estimator, device, _| estimator.devices.iter().any(|card| card.device.id == device),
    read: |reader, estimator| estimator.devices.extend(card(reader)),
};

/// The shapes of models and their weights.
pub const MODELS: Deck = Deck {
    folder: ModelCard::FOLDER,
    kind: ModelCard::KIND,
    of: (false, true),
    known: |estimator, _, model| estimator.models.iter().any(|card| card.id == model),
    read: |reader, estimator| estimator.models.extend(card(reader)),
};

/// Devices as readers of prompts.
pub const PROMPTS: Deck = Deck {
    folder: PromptCard::FOLDER,
    kind: PromptCard::KIND,
    of: (true, false),
    known: |estimator, device, _| estimator.prompts.iter().any(|card| card.device == device),
    read: |reader, estimator| estimator.prompts.extend(card(reader)),
};

/// What was measured of models on devices.
pub const RUNS: Deck = Deck {
    folder: RunsCard::FOLDER,
    kind: RunsCard::KIND,
    of: (true, true),
    // Which of them there are is known once the card of the device is there.
    known: |estimator, device, model| {
        let card = estimator.devices.iter().find(|card| card.device.id == device);
        card.is_none_or(|card| arrived(&card.measured, (&card.texts, &card.rows), model))
    },
    read: |reader, estimator| {
        let Some(runs) = card::<RunsCard>(reader) else { return };
        if let Some(card) = estimator.devices.iter_mut().find(|card| card.device.id == runs.device) {
            runs.join(&mut card.texts, &mut card.rows);
        }
    },
};

/// What was measured of prompts.
pub const PROMPT_RUNS: Deck = Deck {
    folder: PromptRunsCard::FOLDER,
    kind: PromptRunsCard::KIND,
    of: (true, true),
    known: |estimator, device, model| {
        let card = estimator.prompts.iter().find(|card| card.device == device);
        card.is_none_or(|card| arrived(&card.measured, (&card.texts, &card.rows), model))
    },
    read: |reader, estimator| {
        let Some(PromptRunsCard(runs)) = card(reader) else { return };
        if let Some(card) = estimator.prompts.iter_mut().find(|card| card.device == runs.device) {
            runs.join(&mut card.texts, &mut card.rows);
        }
    },
};

/// What formats cost in quality.
pub const QUALITY: Deck = Deck {
    folder: QualityCard::FOLDER,
    kind: QualityCard::KIND,
    of: (false, true),
    // It is joined to the card of the model, which has to be there first.
    known: |estimator, _, model| {
        estimator.models.iter().find(|card| card.id == model).is_none_or(|card| !card.texts.is_empty())
    },
    read: |reader, estimator| {
        let Some(quality) = card::<QualityCard>(reader) else { return };
        if let Some(card) = estimator.models.iter_mut().find(|card| card.id == quality.model) {
            card.join(quality);
        }
    },
};

/// Whether the measurements of a model are there, if there are any.
fn arrived(measured: &[String], (texts, rows): (&[String], &[Row]), model: &str) -> bool {
    rows.iter().any(|row| texts.get(row.model).is_some_and(|text| text == model))
        || !measured.iter().any(|id| id == model)
}

fn card<T: Card>(reader: &mut Reader<'_>) -> Option<T> {
    let mut card = T::default();
    card.wire(reader);
    (!reader.failed()).then_some(card)
}

/// The files that a query needs and that the estimator does not have, a line each.
pub(super) fn needed(spec: &Spec, estimator: &Estimator, query: &str) -> String {
    let ask = Ask::new(estimator, query);
    let mut files = String::new();
    for deck in spec.cards {
        for input in spec.inputs {
            let id = ask.text(input);
            match (input.choice, deck.of) {
                (Choice::Hardware, (true, false)) => deck.need(estimator, id, "", &mut files),
                (Choice::Model, (false, true)) => deck.need(estimator, "", id, &mut files),
                (Choice::Model, (true, true)) => {
                    for device in spec.inputs {
                        if device.choice == Choice::Hardware {
                            deck.need(estimator, ask.text(device), id, &mut files);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    files
}

impl Deck {
    fn need(&self, estimator: &Estimator, device: &str, model: &str, files: &mut String) {
        let id = match self.of {
            (true, true) => &joined(&[device, "/", model]),
            (true, false) => device,
            _ => model,
        };
        // An empty choice is an error in words, later.
        if !id.is_empty() && !(self.known)(estimator, device, model) {
            files.push_str(&file(self.folder, id));
            files.push('\n');
        }
    }
}

/// Takes cards in, and stops at bytes that are none which this calculator reads; false then.
pub(super) fn read(spec: &Spec, estimator: &mut Estimator, bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    while reader.has_more() {
        let mut kind = 0;
        reader.whole(&mut kind);
        let Some(deck) = spec.cards.iter().find(|deck| deck.kind == kind) else { return false };
        (deck.read)(&mut reader, estimator);
        if reader.failed() {
            return false;
        }
    }
    true
}
