//! What to type to start the engine of an answer, and what the engine would keep by itself.
//!
//! `rooflight_launch` knows the options and the rules; this module gives it the set-up of an answer and says the result in words.

use crate::calibrate::question::Asked;
use crate::cli::data::Data;
use rooflight_document::number::plain;
use rooflight_estimator::hardware::DeviceClass;
use rooflight_estimator::offload;
use rooflight_estimator::setup::Devices;
use rooflight_launch::defaults::{Kept, kept};
use rooflight_launch::{OnHost, Served, checked, line};
use serde_json::{Value, json};

/// Formats that a publisher's own repository has.
const PUBLISHED: [&str; 2] = ["bf16", "fp16"];

/// The command and the engine's own choice, for an engine whose options were read.
#[derive(Debug)]
pub(super) struct Launch {
    /// The command; none where the set-up does not fit.
    pub(super) command: Option<String>,
    /// What the engine keeps without options, in a sentence.
    pub(super) alone: String,
    /// The version whose options and rules were read.
    checked: &'static str,
}

/// The launch of an answer's engine.
pub(super) fn of(asked: &Asked<'_>, data: &Data) -> Option<Launch> {
    let engine = asked.engine_id();
    let checked = checked(engine)?;
    let host = on_host(asked);
    let fits = asked.memory().is_none_or(|fit| fit.fits());
    let known = data.catalog.models.iter().find(|known| known.record.id == asked.model.id);
    let repository = known.and_then(|known| known.record.hf_repo.as_deref());
    let served = Served {
        engine,
        repository: repository.filter(|_| PUBLISHED.contains(&asked.format.id.as_str())),
        context: asked.context,
        requests: asked.requests,
        devices: asked.devices,
        processor: asked.device.device.class == DeviceClass::Cpu,
        host,
    };
    let command = if fits || host.is_some() { line(&served) } else { None };
    Some(Launch { command, alone: alone(asked, engine), checked })
}

impl Launch {
    /// The same for programs.
    pub(super) fn json(&self) -> Value {
        json!({"command": self.command, "left_alone": self.alone, "checked_against": self.checked})
    }
}

/// What of a model that does not fit llama.cpp keeps in system memory: of one request on one card.
fn on_host(asked: &Asked<'_>) -> Option<OnHost> {
    let setup = asked.setup();
    let fits = asked.memory().is_none_or(|fit| fit.fits());
    let single = asked.requests == 1 && asked.devices == Devices::One && setup.device.class.is_discrete();
    if fits || !single || asked.engine_id() != "llama.cpp" {
        return None;
    }
    let part = offload::usual_part(&setup);
    let on_device = offload::most_layers(&setup, part)?;
    Some(match part(0.5) {
        offload::OnHost::Experts(_) => OnHost::Experts { layers: setup.model.layers - on_device },
        offload::OnHost::Layers(_) => OnHost::Layers { on_device },
    })
}

/// What the engine keeps by itself.
fn alone(asked: &Asked<'_>, engine: &str) -> String {
    let longest = asked.model.longest_context();
    let tokens = |tokens: f64| plain(tokens, 0);
    match kept(engine, &asked.setup(), longest) {
        Kept::Whole(own) => format!("Left alone, it keeps the model's own {} tokens of context.", tokens(own)),
        Kept::Shrunk(own) => {
            format!("Left alone, it keeps {} of the model's {} tokens of context.", tokens(own), tokens(longest))
        }
        Kept::Partly(own) => {
            let ways = asked.with_context(own).ways_out();
            let host = ways.into_iter().find(|way| way.contains("system RAM"));
            let host = host.unwrap_or_else(|| "a part of the model in system RAM".to_owned());
            format!("Left alone, it keeps {} tokens of context, with {}.", tokens(own), lower(&host))
        }
        Kept::Refused => format!(
            "Left alone, it wants the model's own {} tokens, whose cache does not fit, and does not start; \
             --max-model-len auto takes what fits.",
            tokens(longest)
        ),
        Kept::Unlimited => "It has no option for the context: the cache grows with each conversation.".to_owned(),
        Kept::Unknown => "Left alone, it chooses a context by a rule that was not read in its source.".to_owned(),
    }
}

/// A text with a small first letter.
fn lower(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}
