//! WebAssembly entry point: a benchmark output in, verdicts out, as the JSON of a [`MeasureReply`].
//!
//! The first line of a request is the user's input as a query string (the keys of [`Choice`]), the rest is the output.
//! A request without a line break returns the lists of names. The first refusal about each choice goes to its field.
//! Numbers are formatted as on the command line; no text in the reply is HTML.
//!
//! Keeps nothing between calls.

use super::devices::device;
use super::judge::{Judge, JudgedRun, MAX_DEVICES, MAX_REQUESTS};
use super::resolve::{engine, format, guessed, known_or_usual, model};
use super::row::row;
use super::user_input::RunOverrides;
use super::{Choice, Refusal, RefusedLine, UserInput};
use crate::outputs::{Run, read, tokens};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::number::count;
use rooflight_document::reply::json;
use rooflight_document::reply::replies::{Hint, MeasureReply, NamedId, Problem, Verdict as VerdictReply};
use rooflight_estimator::calibration::Engine;
use rooflight_estimator::diagnosis::SpeedRegion;
use rooflight_estimator::records::benchmarks::{CatalogNames, Naming};
use rooflight_estimator::records::{BenchmarksRecord, Record};
use rooflight_primitives::query_string::QueryString;

/// Maximum number of verdicts in a reply.
const MAX_VERDICTS: usize = 200;

/// Maximum number of problems in a reply.
const MAX_PROBLEMS: usize = 20;

/// Returns the reply to a request as JSON; `record` is a [`BenchmarksRecord`].
#[must_use]
pub fn reply(request: &str, record: &[u8]) -> String {
    json(&measure_reply(request, record))
}

fn measure_reply(request: &str, record: &[u8]) -> MeasureReply {
    let Some(record) = BenchmarksRecord::from_bytes(record) else { return MeasureReply::Unreadable {} };
    let Some((query, output)) = request.split_once('\n') else { return lists(&record.names) };
    let (input, mut marked) = input(query);
    let outputs = read(output);
    let (verdicts, refused) = if marked.is_empty() {
        Judge::new(&record.names, &record, &input).all(&outputs, MAX_VERDICTS)
    } else {
        // Invalid input gives no verdict: the page keeps the previous ones.
        (Vec::new(), Vec::new())
    };
    let mut problems = Vec::new();
    for RefusedLine { line, refusal: Refusal { about, message } } in &refused {
        match about {
            Some(choice) if marked.iter().all(|(other, _)| other != choice) => {
                marked.push((*choice, format!("Line {line}: {message}.")));
            }
            None if problems.len() < MAX_PROBLEMS => {
                problems.push(Problem { line: whole(*line), message: message.clone() });
            }
            _ => {}
        }
    }
    let first = u32::try_from(record.next).unwrap_or(1);
    MeasureReply::Verdicts {
        tools: outputs.tools().into_iter().map(|tool| String::from(tool.name())).collect(),
        found: fields(common_choices(&record.names, &outputs.runs, &input)),
        marked: fields(marked),
        runs: verdicts.iter().zip(first..).map(|(verdict, id)| run(verdict, id)).collect(),
        problems,
    }
}

/// Parses the user's input; the messages are for choices with an invalid value.
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

/// Returns the ids of engine, device, model and format; one that differs between runs is empty.
fn common_choices(names: &CatalogNames, runs: &[Run], input: &UserInput) -> Vec<(Choice, String)> {
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

/// Returns the ids of a run's engine, device, model and format; one that is not known is empty.
fn of_run(names: &CatalogNames, run: &Run, overrides: &RunOverrides<'_>) -> [String; 4] {
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
    let [device, format] = [device.map(|known| &known.device.id), format.map(|format| &format.id)]
        .map(|id| id.cloned().unwrap_or_default());
    [String::from(engine), device, model.unwrap_or_default(), format]
}

fn run(verdict: &JudgedRun<'_>, id: u32) -> VerdictReply {
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

/// Converts a line number, saturating.
fn whole(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// Lists the names that the user can choose from.
fn lists(names: &CatalogNames) -> MeasureReply {
    let plain = |id: &str, name: &str| NamedId { id: String::from(id), name: String::from(name) };
    let named = |naming: &Naming| plain(&naming.id, &naming.name);
    let engine = |engine: Engine| plain(engine.id(), engine.name());
    MeasureReply::Lists {
        e: Engine::ALL.map(engine).into(),
        hw: names.devices.iter().map(|known| plain(&known.device.id, &known.device.name)).collect(),
        m: names.models.iter().map(|known| named(&known.naming)).collect(),
        q: names.formats.iter().map(named).collect(),
    }
}

/// Labels texts with the keys of their fields.
fn fields(texts: Vec<(Choice, String)>) -> Vec<Hint> {
    texts.into_iter().map(|(choice, text)| Hint { key: String::from(choice.key()), text }).collect()
}
