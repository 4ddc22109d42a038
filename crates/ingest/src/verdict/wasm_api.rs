//! WebAssembly entry point: a benchmark output as text in; verdicts as JSON out.
//!
//! A request is what the reader says, as a query (the keys of [`Choice`]), a line's end, and the output. An empty request asks for the lists
//! of names alone. A refusal about a choice goes to its field, the first one of each. Numbers are formatted as the command line prints
//! them; the page shows every text as text.
//!
//! Keeps nothing between two calls.

use super::resolve::{device, engine, format, model};
use super::row::{row, text};
use super::user_input::RunOverrides;
use super::{Choice, Judge, MOST_DEVICES, MOST_REQUESTS, Refusal, Refused, UserInput, Verdict};
use crate::outputs::{Run, Tool, read};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::Engine;
use rooflight_document::number::count;
use rooflight_estimator::diagnosis::Place;
use rooflight_primitives::query_string::QueryString;
use rooflight_records::benchmarks::{Names, Naming};
use rooflight_records::{BenchmarksRecord, Record};

/// Verdicts of one reply at most.
const MOST: usize = 200;

/// Problems of one reply at most.
const SHOWN: usize = 20;

/// The reply to a request; the record has everything that is known.
#[must_use]
pub fn reply(request: &str, record: &[u8]) -> String {
    let Some(record) = BenchmarksRecord::from_bytes(record) else { return String::from("{}") };
    let Some((query, output)) = request.split_once('\n') else { return lists(&record.names) };
    let (said, mut marked) = said(query);
    let outputs = read(output);
    let (verdicts, refused) = if marked.is_empty() {
        Judge::new(&record.names, &record, &said).all(&outputs, MOST)
    } else {
        // What cannot be meant leads to no verdict: the last one stays.
        (Vec::new(), Vec::new())
    };
    let mut problems = Vec::new();
    for Refused { line, refusal: Refusal { about, message } } in &refused {
        match about {
            Some(choice) if marked.iter().all(|(other, _)| other != choice) => {
                marked.push((*choice, format!("Line {line}: {message}.")));
            }
            None if problems.len() < SHOWN => problems.push(format!("[{line},{}]", text(message))),
            _ => {}
        }
    }
    let first = u32::try_from(record.next).unwrap_or(1);
    let runs = verdicts.iter().zip(first..).map(|(verdict, id)| run(verdict, id));
    let found = recognised(&record.names, &outputs.runs, &said);
    format!(
        "{{\"tools\":{},\"found\":{},\"marked\":{},\"runs\":{},\"problems\":{}}}",
        list(outputs.tools().into_iter().map(|tool| text(Tool::name(tool)))),
        fields(found.iter().map(|(choice, id)| (*choice, id.as_str()))),
        fields(marked.iter().map(|(choice, message)| (*choice, message.as_str()))),
        list(runs),
        list(problems.into_iter()),
    )
}

/// What the reader says, and what of it cannot be meant.
fn said(query: &str) -> (UserInput, Vec<(Choice, String)>) {
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
    let [devices, requests] = [number(Choice::Count, MOST_DEVICES), number(Choice::Requests, MOST_REQUESTS)];
    let word = |choice: Choice| given(choice).map(String::from);
    let said = UserInput {
        engine: word(Choice::Engine),
        hardware: word(Choice::Device),
        count: devices,
        model: word(Choice::Model),
        format: word(Choice::Format),
        requests,
    };
    (said, marked)
}

/// The ids of engine, device, model and format, each where all runs have the same.
fn recognised(names: &Names, runs: &[Run], said: &UserInput) -> Vec<(Choice, String)> {
    let mut common: Option<[String; 4]> = None;
    let mut before: Option<&Run> = None;
    for run in runs.iter().take(MOST) {
        let same = |other: &Run| {
            (other.engine, &other.devices, &other.model, &other.file, &other.format)
                == (run.engine, &run.devices, &run.model, &run.file, &run.format)
        };
        if before.replace(run).is_some_and(same) {
            continue;
        }
        let ids = of_run(names, run, &said.about(run, runs));
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
fn of_run(names: &Names, run: &Run, said: &RunOverrides<'_>) -> [String; 4] {
    let mut notes = Vec::new();
    let engine = engine(run, said, &mut notes);
    let device = device(names, run, said, &mut notes).map(|(found, _)| found.naming.id.clone());
    let model = model(names, run, said, &mut notes).map(|found| found.naming.id.clone());
    let format = format(names, run, said, engine.clone().unwrap_or_default(), &mut notes);
    let format = format.map(|(found, _)| found.id.clone());
    [engine.map(|engine| String::from(engine.id())), device, model, format].map(Result::unwrap_or_default)
}

fn run(verdict: &Verdict<'_>, id: u32) -> String {
    let class = match verdict.place {
        Place::Within => "inside",
        Place::Unknown => "unknown",
        Place::Above => "above",
        Place::AboveCeiling => "impossible",
        Place::Below | Place::FarBelow => "below",
    };
    let texts = [
        ("place", class),
        ("tool", verdict.run.tool.name()),
        ("subject", &verdict.subject()),
        ("measured", &verdict.measured()),
        ("verdict", verdict.words()),
        ("range", &verdict.range()),
        ("reached", &verdict.reached()),
        ("basis", verdict.speeds.basis.word()),
        ("row", &row(verdict, id)),
    ];
    let texts: Vec<String> = texts.iter().map(|(key, value)| format!("\"{key}\":{}", text(value))).collect();
    let texts = texts.join(",");
    let [causes, notes] = [&verdict.causes[..], verdict.notes()].map(|all| list(all.iter().map(|each| text(each))));
    format!("{{{texts},\"line\":{},\"causes\":{causes},\"notes\":{notes}}}", verdict.run.line)
}

/// The names that the reader can choose from.
fn lists(names: &Names) -> String {
    let each = |naming: &Naming| format!("[{},{}]", text(&naming.id), text(&naming.name));
    let devices = list(names.devices.iter().map(|known| each(&known.naming)));
    let models = list(names.models.iter().map(|known| each(&known.naming)));
    let engines = list(Engine::ALL.iter().map(|engine| format!("[{},{}]", text(engine.id()), text(engine.name()))));
    format!("{{\"e\":{engines},\"hw\":{devices},\"m\":{models},\"q\":{}}}", list(names.formats.iter().map(each)))
}

/// Texts by the fields that they belong to.
fn fields<'a>(items: impl Iterator<Item = (Choice, &'a str)>) -> String {
    let items = items.map(|(choice, words)| format!("\"{}\":{}", choice.key(), text(words)));
    format!("{{{}}}", items.collect::<Vec<_>>().join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
