//! WebAssembly entry point: a benchmark output as text in; verdicts as JSON out: a [`MeasureReply`].
//!
//! A request is what the reader says, as a query (the keys of [`Choice`]), a line's end, and the output. An empty
//! request asks for the lists of names alone. A refusal about a choice goes to its field, the first one of each.
//! Numbers are formatted as the command line prints them; the page shows every text as text.
//!
//! Keeps nothing between two calls.

use super::judge::{Judge, MAX_DEVICES, MAX_REQUESTS, Verdict};
use super::resolve::{device, engine, format, guessed, known_or_usual, model};
use super::row::row;
use super::user_input::RunOverrides;
use super::{Choice, Refusal, Refused, UserInput};
use crate::outputs::{Run, read, tokens};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::Engine;
use rooflight_document::number::count;
use rooflight_estimator::diagnosis::SpeedRegion;
use rooflight_primitives::query_string::QueryString;
use rooflight_records::benchmarks::{Names, Naming};
use rooflight_records::{BenchmarksRecord, Record};
use rooflight_reply::json;
use rooflight_reply::replies::{Hint, MeasureReply, NamedId, Problem, Verdict as VerdictReply};

/// Verdicts of one reply at most.
const MAX_VERDICTS: usize = 200;

/// Problems of one reply at most.
const SHOWN: usize = 20;

/// The reply to a request; the record has everything that is known.
#[must_use]
pub fn reply(request: &str, record: &[u8]) -> String {
    json(&answered(request, record))
}

fn answered(request: &str, record: &[u8]) -> MeasureReply {
    let Some(record) = BenchmarksRecord::from_bytes(record) else { return MeasureReply::Unreadable {} };
    let Some((query, output)) = request.split_once('\n') else { return lists(&record.names) };
    let (input, mut marked) = input(query);
    let outputs = read(output);
    let (verdicts, refused) = if marked.is_empty() {
        Judge::new(&record.names, &record, &input).all(&outputs, MAX_VERDICTS)
    } else {
        // An input that cannot be meant leads to no verdict: the last one stays.
        (Vec::new(), Vec::new())
    };
    let mut problems = Vec::new();
    for Refused { line, refusal: Refusal { about, message } } in &refused {
        match about {
            Some(choice) if marked.iter().all(|(other, _)| other != choice) => {
                marked.push((*choice, format!("Line {line}: {message}.")));
            }
            None if problems.len() < SHOWN => problems.push(Problem { line: whole(*line), message: message.clone() }),
            _ => {}
        }
    }
    let first = u32::try_from(record.next).unwrap_or(1);
    MeasureReply::Verdicts {
        tools: outputs.tools().into_iter().map(|tool| String::from(tool.name())).collect(),
        found: fields(recognised(&record.names, &outputs.runs, &input)),
        marked: fields(marked),
        runs: verdicts.iter().zip(first..).map(|(verdict, id)| run(verdict, id)).collect(),
        problems,
    }
}

/// The reader's input, and a message for each choice in it that cannot be meant.
fn input(query: &str) -> (UserInput, Vec<(Choice, String)>) {
    let query = QueryString::new(query);
    let mut marked = Vec::new();
    let given = |choice: Choice| query.get(choice.key()).filter(|value| !value.is_empty());
    let mut number = |choice: Choice, most: u32| {
        let number = given(choice)?.parse().ok().filter(|number| (1..=most).contains(number));
        if number.is_none() {
            marked.push((choice, format!("A whole number from 1 to {}.", count(most.into()))));
        }
        number
    };
    let [devices, requests] = [number(Choice::Count, MAX_DEVICES), number(Choice::Requests, MAX_REQUESTS)];
    let context = given(Choice::Context).and_then(|text| {
        let found = tokens(text);
        if found.is_none() {
            marked.push((Choice::Context, String::from("A number of tokens, such as 8192 or 32k.")));
        }
        found
    });
    let word = |choice: Choice| given(choice).map(String::from);
    let input = UserInput {
        engine: word(Choice::Engine),
        hardware: word(Choice::Device),
        count: devices,
        model: word(Choice::Model),
        format: word(Choice::Format),
        context,
        requests,
    };
    (input, marked)
}

/// The ids of engine, device, model and format, each where all runs have the same.
fn recognised(names: &Names, runs: &[Run], input: &UserInput) -> Vec<(Choice, String)> {
    let mut common: Option<[String; 4]> = None;
    let mut before: Option<&Run> = None;
    for run in runs.iter().take(MAX_VERDICTS) {
        let same = |other: &Run| {
            (other.engine, &other.devices, &other.model, &other.file, &other.format)
                == (run.engine, &run.devices, &run.model, &run.file, &run.format)
        };
        if before.replace(run).is_some_and(same) {
            continue;
        }
        let ids = of_run(names, run, &input.about(run, runs));
        common = Some(match common {
            None => ids,
            Some(mut common) => {
                for (known, _) in common.iter_mut().zip(&ids).filter(|(known, id)| known != id) {
                    known.clear();
                }
                common
            }
        });
    }
    let choices = [Choice::Engine, Choice::Device, Choice::Model, Choice::Format];
    choices.into_iter().zip(common.unwrap_or_default()).collect()
}

/// The ids of a run, each empty where it is not known.
fn of_run(names: &Names, run: &Run, overrides: &RunOverrides<'_>) -> [String; 4] {
    let mut notes = Vec::new();
    let engine = engine(run, overrides, &mut notes);
    let device = device(names, run, overrides, &mut notes).map(|(found, _)| found);
    let model = model(names, run, overrides, &mut notes).map(|found| found.naming.id.clone());
    let format = format(names, run, overrides, known_or_usual(&engine), &mut notes).map(|(found, _)| found);
    let engine = match (engine, &device, &format) {
        (Ok(Some(engine)), ..) => engine.id(),
        (Ok(None), Ok(device), Ok(format)) => guessed(format, device, &mut notes).id(),
        _ => "",
    };
    let [device, format] = [device.map(|device| &device.naming.id), format.map(|format| &format.id)]
        .map(|id| id.cloned().unwrap_or_default());
    [String::from(engine), device, model.unwrap_or_default(), format]
}

fn run(verdict: &Verdict<'_>, id: u32) -> VerdictReply {
    let region = match verdict.region {
        SpeedRegion::Within => "inside",
        SpeedRegion::Unknown => "unknown",
        SpeedRegion::Above => "above",
        SpeedRegion::AboveCeiling => "impossible",
        SpeedRegion::Below | SpeedRegion::FarBelow => "below",
    };
    VerdictReply {
        line: whole(verdict.run.line),
        tool: String::from(verdict.run.tool.name()),
        place: String::from(region),
        subject: verdict.subject(),
        measured: verdict.measured(),
        answer: verdict.answer(),
        verdict: String::from(verdict.words()),
        range: verdict.range(),
        reached: verdict.reached(),
        basis: String::from(verdict.speeds.basis.word()),
        row: row(verdict, id),
        causes: verdict.causes.clone(),
        notes: verdict.notes().to_vec(),
    }
}

/// The number of a line.
fn whole(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// The names that the reader can choose from.
fn lists(names: &Names) -> MeasureReply {
    let named = |naming: &Naming| NamedId { id: naming.id.clone(), name: naming.name.clone() };
    let engine = |engine: Engine| NamedId { id: String::from(engine.id()), name: String::from(engine.name()) };
    MeasureReply::Lists {
        e: Engine::ALL.map(engine).into(),
        hw: names.devices.iter().map(|known| named(&known.naming)).collect(),
        m: names.models.iter().map(|known| named(&known.naming)).collect(),
        q: names.formats.iter().map(named).collect(),
    }
}

/// Texts by the fields that they belong to.
fn fields(texts: Vec<(Choice, String)>) -> Vec<Hint> {
    texts.into_iter().map(|(choice, text)| Hint { key: String::from(choice.key()), text }).collect()
}
