//! `rooflight measure --url`: measures a running server; its runs are judged like those of a benchmark tool.
//!
//! 1. One warm-up, then three runs of one request. `--for N` adds three runs of N concurrent requests with short
//!    prompts, because engines process some prompts while they decode other requests.
//! 2. Each prompt is unique from its first words on, and includes the time, so that no prefix cache can answer it.
//!    All runs generate the same number of tokens.
//! 3. Concurrent requests are timed while all of them are decoding. If that window is too short, they are timed from
//!    the first request to the last token, prompts included.
//! 4. Prints all runs; the median is judged.
//!
//! Token counts are the server's own; without any, each chunk of the stream counts as one token.

use crate::cli::output;
use crate::edge::chat_client::{ListedModel, Prompt, Server};
use crate::edge::chat_stream::Timing;
use crate::edge::threads;
use anyhow::{Context, Result, bail};
use rooflight_document::number::plain;
use rooflight_ingest::outputs::{Outputs, Run, read};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The number of runs for each concurrency; their median is judged.
const RUNS: usize = 3;

/// Words in the prompt of a single request, at about one and a half tokens each.
const PROMPT_WORDS: usize = 340;

/// Words in each prompt of concurrent requests.
const SHORT_PROMPT_WORDS: usize = 30;

/// Minimum tokens per answer, on average, inside the window in which all requests are decoding.
const MIN_WINDOW_TOKENS: f64 = 8.0;

/// The words of prompts.
const VOCABULARY: [&str; 16] = [
    "river", "engine", "seven", "green", "window", "measure", "bread", "signal", "mountain", "paper", "letter",
    "winter", "copper", "garden", "memory", "street",
];

/// The server and the load to measure it with.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// The server's address.
    pub(super) url: &'a str,
    /// Allows servers outside this machine and private networks.
    pub(super) anywhere: bool,
    /// The model as the server names it; the first that it lists by default.
    pub(super) served: Option<&'a str>,
    /// Concurrent requests to measure in addition to a single one.
    pub(super) requests: Option<u32>,
    /// Tokens that each request generates.
    pub(super) tokens: u32,
}

/// The server under measurement.
struct ServerUnderTest<'a> {
    server: Server,
    model: ListedModel,
    plan: &'a Plan<'a>,
    /// Unix time in seconds; makes the prompts of this measurement unique.
    series: u64,
}

/// All runs at one concurrency.
struct Measured {
    requests: u32,
    /// Tokens per second of each run, as [`speed`] computes them.
    speeds: Vec<f64>,
    /// True if the time of any run includes the processing of prompts.
    includes_prompts: bool,
    /// Seconds to the first token, for each request of each run.
    firsts: Vec<f64>,
    prompt: Option<u64>,
    tokens: u64,
}

/// Measures a server.
///
/// # Errors
/// The server cannot be reached or measured.
pub(super) fn outputs(plan: &Plan<'_>) -> Result<Outputs> {
    let most = plan.requests.unwrap_or(1);
    threads::need(most as usize, "measuring a server")?;
    let series = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let server = Server::new(plan.url, plan.anywhere)?;
    let listed = server.model();
    let model = match plan.served {
        // A server may accept names that it does not list.
        Some(name) => ListedModel { name: name.to_owned(), engine: listed.map_or("", |listed| listed.engine) },
        None => listed?,
    };
    output::note(format_args!("note: measuring {} at {}", model.name, plan.url));
    let target = ServerUnderTest { server, model, plan, series };
    concurrent_requests(&target, 1, 0)?;
    let mut measured = vec![several(&target, 1)?];
    if most > 1 {
        measured.push(several(&target, most)?);
    }
    let runs = measured.iter().zip(1..).filter_map(|(measured, line)| run(&target.model, measured, line)).collect();
    Ok(Outputs { runs, problems: Vec::new() })
}

/// Measures all runs with `requests` concurrent requests.
fn several(target: &ServerUnderTest<'_>, requests: u32) -> Result<Measured> {
    let mut found =
        Measured { requests, speeds: Vec::new(), includes_prompts: false, firsts: Vec::new(), prompt: None, tokens: 0 };
    for at in 1..=RUNS {
        let timings = concurrent_requests(target, requests, at)?;
        let (speed, includes_prompts) =
            speed(&timings).context("the answers are too short to time: ask for more with --tokens")?;
        let first = median(timings.iter().map(Timing::to_first).collect());
        output::note(format_args!(
            "note: {requests} at once, run {at} of {RUNS}: first token after {} s, {} {} tokens/s",
            plain(first, 3),
            window(requests, includes_prompts),
            plain(speed, 2)
        ));
        found.includes_prompts |= includes_prompts;
        found.speeds.push(speed);
        found.firsts.extend(timings.iter().map(Timing::to_first));
        found.prompt = timings.iter().find_map(|timing| timing.prompt);
        found.tokens = timings.iter().map(|timing| timing.tokens).max().unwrap_or(0);
    }
    Ok(found)
}

/// Sends `requests` requests at the same time and times their answers.
fn concurrent_requests(target: &ServerUnderTest<'_>, requests: u32, run: usize) -> Result<Vec<Timing>> {
    let ServerUnderTest { server, model, plan, series } = target;
    let start = Instant::now();
    thread::scope(|scope| {
        let ask = |request: u32| {
            let seed = (requests as usize * 64 + run) * 5003 + request as usize * 101 + 1;
            let words = if requests > 1 { SHORT_PROMPT_WORDS } else { PROMPT_WORDS };
            let prompt = Prompt { model: model.name.clone(), text: text(*series, seed, words), tokens: plan.tokens };
            thread::Builder::new().spawn_scoped(scope, move || server.stream(&prompt, start))
        };
        let asked: Vec<_> = (0..requests).map(ask).collect::<Result<_, _>>().context("cannot start a thread")?;
        let answers = asked.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a request failed")));
        answers.collect()
    })
}

/// Generates a prompt that differs between seeds from its first words on.
fn text(series: u64, seed: usize, words: usize) -> String {
    let mut state = seed;
    let mut out = format!("Text {seed} of {series}. Continue it at length:");
    for _ in 0..words {
        // A linear congruential generator, so that a seed always gives the same words.
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        out.push(' ');
        out.push_str(VOCABULARY[(state >> 16) % VOCABULARY.len()]);
    }
    out
}

/// Tokens per second of all requests together, and whether the time includes prompts. One request is timed after its
/// first token, several while all of them are decoding.
#[allow(clippy::cast_precision_loss, reason = "a number of tokens")]
fn speed(timings: &[Timing]) -> Option<(f64, bool)> {
    if let [one] = timings {
        return Some((one.speed()?, false));
    }
    let from = timings.iter().map(Timing::first).fold(0.0, f64::max);
    let to = timings.iter().map(Timing::last).fold(f64::INFINITY, f64::min);
    let written: f64 = timings.iter().map(|timing| timing.tokens_between(from, to)).sum();
    if to > from && written >= MIN_WINDOW_TOKENS * timings.len() as f64 {
        return Some((written / (to - from), false));
    }
    let start = timings.iter().map(|timing| timing.sent).fold(f64::INFINITY, f64::min);
    let last = timings.iter().map(Timing::last).fold(0.0, f64::max);
    let tokens: u64 = timings.iter().map(|timing| timing.tokens).sum();
    (tokens > 0 && last > start).then(|| (tokens as f64 / (last - start), true))
}

/// Describes the window in which a speed was measured.
const fn window(requests: u32, includes_prompts: bool) -> &'static str {
    match (requests, includes_prompts) {
        (1, _) => "then",
        (_, false) => "then together",
        (_, true) => "together, with the reading of prompts,",
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Converts the median of the runs to a run of a tool.
#[allow(clippy::cast_precision_loss, reason = "a number of runs")]
fn run(model: &ListedModel, measured: &Measured, line: usize) -> Option<Run> {
    let speed = median(measured.speeds.clone());
    let mean = measured.speeds.iter().sum::<f64>() / measured.speeds.len() as f64;
    let squares = measured.speeds.iter().map(|speed| (speed - mean).powi(2)).sum::<f64>();
    let spread = (squares / (measured.speeds.len() as f64 - 1.0).max(1.0)).sqrt();
    let whole = |tokens: u64| u32::try_from(tokens).ok();
    let first = median(measured.firsts.clone());
    output::note(format_args!(
        "note: {} at once: first token after {} s, {} {} tokens/s (the middle one of {RUNS} runs)",
        measured.requests,
        plain(first, 3),
        window(measured.requests, measured.includes_prompts),
        plain(speed, 2)
    ));
    // Parsed from a sentence, then completed with everything else that was measured.
    let stated = read(&format!("{speed} tok/s")).runs.pop()?;
    Some(Run {
        line,
        model: model.name.clone(),
        engine: model.engine,
        prompt: measured.prompt.and_then(whole),
        depth: measured.prompt.and_then(whole),
        generated: whole(measured.tokens),
        requests: Some(measured.requests),
        includes_prompts: measured.includes_prompts,
        spread: Some(spread),
        ..stated
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_those_of_the_tokens_after_the_first() {
        let timing = |first: u32, last: u32| {
            let parts: Vec<f64> = (first..=last).map(f64::from).collect();
            Timing { tokens: parts.len() as u64, parts, sent: 0.0, prompt: None }
        };
        assert_eq!(speed(&[timing(10, 60)]), Some((1.0, false)));
        assert_eq!(speed(&[timing(10, 60), timing(20, 90)]), Some((2.0, false)), "while both are written");
        assert_eq!(speed(&[timing(10, 19), timing(20, 29)]), Some((20.0 / 29.0, true)), "one after the other");
        assert_eq!(speed(&[timing(1, 1)]), None);
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
    }

    #[test]
    fn prompts_differ_from_the_start() {
        assert!(text(0, 1, 9)[..20] != text(0, 2, 9)[..20] && text(1, 1, 9)[..20] != text(2, 1, 9)[..20]);
        assert!(text(0, 1, 9) == text(0, 1, 9) && text(0, 7, PROMPT_WORDS).split(' ').count() > PROMPT_WORDS);
    }
}
