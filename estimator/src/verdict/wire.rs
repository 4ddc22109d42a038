//! The same for a page: an output as text in, verdicts as JSON out.
//!
//! A request is what the reader says, as a query (`hw`, `n`, `m`, `q`, `r`), a line's end, and the output. An empty request asks for the
//! lists of names alone. Numbers are formatted as the command line prints them; the page shows every text as text.
//!
//! Keeps nothing between two calls.

use super::resolve::{device, format, model};
use super::row::{row, text};
use super::{Judge, Said, Verdict};
use crate::calculators::query_string::QueryString;
use crate::diagnosis::Place;
use crate::outputs::{Problem, Run, Tool, read};
use crate::records::benchmarks::{Names, Naming};
use crate::records::{BenchmarksRecord, Record};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Verdicts of one reply at most.
const MOST: usize = 200;

/// Problems of one reply at most.
const SHOWN: usize = 20;

/// The reply to a request; the record has everything that is known.
#[must_use]
pub fn reply(request: &str, record: &[u8]) -> String {
    let Some(record) = BenchmarksRecord::from_bytes(record) else { return String::from("{}") };
    let Some((query, output)) = request.split_once('\n') else { return lists(&record.names) };
    let said = said(query);
    let outputs = read(output);
    let mut judge = Judge::new(&record.names, &record, &said);
    let (mut problems, mut verdicts) = (outputs.problems.clone(), Vec::new());
    for run in outputs.runs.iter().take(MOST) {
        match judge.judge(run) {
            Ok(verdict) => verdicts.push(verdict),
            Err(message) => problems.push(Problem { line: run.line, message }),
        }
    }
    problems.sort_by_key(|problem| problem.line);
    let first = u32::try_from(record.next).unwrap_or(1);
    let runs = verdicts.iter().zip(first..).map(|(verdict, id)| run(verdict, id));
    let shown = problems.iter().take(SHOWN);
    let found = outputs.runs.first().map(|run| recognised(&record.names, run, &said)).unwrap_or_default();
    format!(
        "{{\"tools\":{},\"found\":{},\"runs\":{},\"problems\":{}}}",
        list(outputs.tools().into_iter().map(|tool| text(Tool::name(tool)))),
        list(found.iter().map(|id| text(id))),
        list(runs),
        list(shown.map(|problem| format!("[{},{}]", problem.line, text(&asked(&problem.message))))),
    )
}

/// A message that names a flag of the command line, as it names the page's own control.
fn asked(message: &str) -> String {
    let controls = [
        ("add --hw", "choose the device below"),
        ("add --model", "choose the model below"),
        ("add --quant", "choose the format below"),
        ("add --requests", "enter how many requests below"),
    ];
    controls.into_iter().fold(String::from(message), |said, (flag, control)| said.replace(flag, control))
}

fn said(query: &str) -> Said {
    let query = QueryString::new(query);
    let given = |key: &str| query.get(key).filter(|value| !value.is_empty()).map(String::from);
    let number = |key: &str| query.get(key)?.parse().ok().filter(|number| *number > 0);
    Said { hardware: given("hw"), count: number("n"), model: given("m"), format: given("q"), requests: number("r") }
}

/// The ids of device, model and format, as far as the output names them.
fn recognised(names: &Names, run: &Run, said: &Said) -> [String; 3] {
    let mut notes = Vec::new();
    let device = device(names, run, said, &mut notes).map(|(found, _)| found.naming.id.clone());
    let model = model(names, run, said, &mut notes).map(|found| found.naming.id.clone());
    let format = format(names, run, said, &mut notes).map(|(found, _)| found.id.clone());
    [device, model, format].map(Result::unwrap_or_default)
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
    format!("{{\"hw\":{devices},\"m\":{models},\"q\":{}}}", list(names.formats.iter().map(each)))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
