//! Writes judged runs as rows of content/anchors/, and the file that holds them.
//!
//! Ids count up from the first free one. The same runs give the same file; speeds keep up to six decimals.

use super::judge::JudgedRun;
use crate::decimal;
use crate::outputs::Phase;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;
use rooflight_document::number::{fixed, without_commas};
use rooflight_estimator::diagnosis::SpeedRegion;
use rooflight_primitives::units::GIB;

/// Where and when the output was published.
#[derive(Debug)]
pub struct Publication<'a> {
    /// The URL at which the output is published.
    pub url: &'a str,
    /// Today's date as `YYYY-MM-DD`.
    pub today: &'a str,
}

/// Writes a file of measurements; its rows are numbered from `first`.
#[must_use]
pub fn file(verdicts: &[JudgedRun<'_>], source: &Publication<'_>, first: u32) -> String {
    let tools: Vec<&str> = verdicts.iter().map(|verdict| verdict.run.tool.name()).collect();
    let tool = tools.first().copied().unwrap_or_default();
    let device = verdicts.first().map_or("", |verdict| verdict.resolved.device.device.name.as_str());
    let title = text(&format!("{tool} on {device}"));
    let [url, method] = [text(source.url), text(&format!("output of {tool}"))];
    let today = source.today;
    let mut out = format!(
        "source:\n  title: {title}\n  url: {url}\n  publisher: not stated\n  date: '{today}'\n  added: '{today}'\n  method: {method}\n  \
         licence: not stated\n  caveats: one machine, one run of the tool\nmeasurements:\n"
    );
    for (verdict, id) in verdicts.iter().zip(first..) {
        let _ = writeln!(out, "  - {}", row(verdict, id));
    }
    out
}

/// Writes the row of a run.
#[must_use]
pub fn row(verdict: &JudgedRun<'_>, id: u32) -> String {
    let JudgedRun { run, resolved, .. } = verdict;
    let prompt = run.phase == Phase::Prompt;
    let phase = match run.phase {
        Phase::Prompt => "prefill",
        Phase::Decode if resolved.requests > 1 => "batched_decode",
        Phase::Decode => "decode",
    };
    let mut fields =
        vec![format!("id: m{id:05}"), format!("phase: {phase}"), format!("hardware: {}", resolved.device.device.id)];
    let mut put = |key: &str, value: Option<String>| fields.extend(value.map(|value| format!("{key}: {value}")));
    put("count", Some(resolved.count.to_string()));
    put("setup", Some(text(&run.devices.join("; "))).filter(|setup| setup != "\"\""));
    put("parallel", Some(resolved.parallel().to_owned()));
    put("model", Some(resolved.model.naming.id.clone()));
    put("quantization", Some(resolved.format.id.clone()));
    put("file_gib", run.file_bytes.map(|bytes| without_commas(&fixed(bytes / GIB, 2))));
    put("runtime", Some(resolved.engine.id().to_owned()));
    put("version", Some(text(&run.build)).filter(|build| build != "\"\""));
    put("backend", Some(if resolved.backend.is_empty() { "unknown" } else { resolved.backend }.to_owned()));
    put("flash_attention", run.flash_attention.map(|on| on.to_string()));
    put("prompt", run.prompt.filter(|_| prompt || resolved.depth.is_none()).map(|tokens| tokens.to_string()));
    put("ubatch", run.ubatch.filter(|_| prompt).map(|tokens| tokens.to_string()));
    put("generated", run.generated.filter(|_| !prompt).map(|tokens| tokens.to_string()));
    put("depth", resolved.depth.map(|tokens| tokens.to_string()));
    put("concurrency", Some(resolved.requests.to_string()));
    put("kv_type", run.cache_type.as_deref().map(text));
    put("tokens_per_s", Some(decimal::text(run.speed)));
    put("stdev", run.spread.map(decimal::text));
    put("date", Some(text(&run.date)).filter(|date| date != "\"\""));
    put("locator", Some(text(&format!("line {} of the output", run.line))));
    put("notes", Some(text(&run.model)).filter(|model| model != "\"\""));
    put("flags", Some(flags(verdict)).filter(|flags| flags != "[]"));
    format!("{{{}}}", fields.join(", "))
}

fn flags(verdict: &JudgedRun<'_>) -> String {
    let known = [
        ("above-ceiling", verdict.region == SpeedRegion::AboveCeiling),
        ("includes-prompt-time", verdict.run.includes_prompts),
        ("quant-assumed", verdict.resolved.assumed),
        ("depth-unknown", verdict.resolved.depth.is_none()),
    ];
    let set: Vec<&str> = known.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag).collect();
    format!("[{}]", set.join(", "))
}

/// Quotes a text as YAML, on one line: a JSON string is valid YAML.
fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars().filter(|character| !character.is_control()) {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}
