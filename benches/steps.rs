//! Cost of each step of a build, one entry after another on one thread: the entries of the reference site.
//!
//! 1. Each step runs for all entries, several times over; the fastest time of each entry counts, since other load on
//!    the machine can only add to it.
//! 2. Highlighting is measured twice: the first line of a language, for which its grammar is compiled, and later lines.
//! 3. An entry is rendered with its calculator and its picture for shared links. The estimate answers a question of the
//!    command line, ledger and measurements included.
//!
//! `cargo bench --bench steps`. `linking.rs` compares linking with parsing.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measurement reads the clock and says what it found"
)]
#![allow(clippy::expect_used, reason = "a site that cannot be built ends the measurement")]

use rooflight::edge::load;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::calibrate::question::{Question, ResolvedQuestion};
use rooflight_compiler::{Options, prepare};
use rooflight_glossary::link::forms::lexicon::Lexicon;
use rooflight_glossary::link::matching::linker;
use rooflight_glossary::link::{LinkIndex, subject};
use rooflight_glossary::model::document;
use rooflight_glossary::model::document::Documents;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::marked;
use rooflight_source::file::{SourceFile, Sources};
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

/// Lines of the languages that the site uses most.
const CODE: [(&str, &str); 4] = [
    ("python", "for token in range(n): total += cache[token] * weights[token]  # one pass\n"),
    ("bash", "curl -s http://localhost:8080/completion -d '{\"prompt\": \"x\"}' | jq .timings\n"),
    ("json", "{\"layers\": 32, \"heads\": [8, 128], \"tied\": false, \"name\": \"model\"}\n"),
    ("rust", "let bytes: u64 = layers.iter().map(|layer| layer.bits() / 8).sum(); // of all\n"),
];

fn main() {
    // One thread, so that a step's time is its cost.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("a pool of one thread");
    for (language, line) in CODE {
        let (first, _) = timed(|| marked(language, line));
        print_row(&format!("first line of {language}"), first, 1);
    }
    // A known line is not highlighted again, so each gets its own number.
    let mut number = 0;
    let block = |at: usize| {
        let (language, line) = CODE[at];
        let mut lines = String::new();
        for _ in 0..10 {
            number += 1;
            let _ = writeln!(lines, "{} {number}", line.trim_end());
        }
        marked(language, &lines).len()
    };
    print_row("10 lines of code", fastest(CODE.len(), block), CODE.len());

    let sources = load::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let prepared = prepare(&sources, &Options::default(), &mut BuildCache::default(), &mut |_| {});
    let ready = prepared.ready.as_ref().expect("a site without errors");
    let alone = |file: &SourceFile| Sources { content: vec![file.clone()], ..Sources::default() };
    let files: Vec<Sources> = sources.below(document::GLOSSARY, "md").map(alone).collect();
    let document = |at: usize| {
        rooflight_glossary::model::cache::FileCache::default()
            .documents(&files[at], &ready.config, &mut Vec::new())
            .len()
    };
    print_row("parsing an entry", fastest(files.len(), document), files.len());

    let documents: Documents = ready.glossary.entries.iter().map(|entry| entry.document.clone()).collect();
    let search = LinkIndex::new(Lexicon::new(&documents, documents.len(), &ready.config), &ready.config);
    let linking = fastest(documents.len(), |own| {
        let subject = subject(&documents, EntryId::new(own), &ready.config);
        linker::link(subject, &documents, &search, &mut Vec::new()).mentioned.len()
    });
    print_row("linking an entry", linking, documents.len());

    let pages: Vec<String> =
        documents.iter().map(|document| format!("glossary/{}/index.html", document.slug)).collect();
    let page = |at: usize| ready.entry_file(&pages[at]).expect("a page").expect("no problem").len();
    print_row("an entry with all its files", fastest(pages.len(), page), pages.len());

    let calibrated = ready.calibrated.as_ref().expect("a catalog");
    let question = Question {
        device: "rtx-4090",
        devices: 1,
        model: "llama-3.1-8b",
        format: Some("gguf-q4_k_m"),
        context: Some(8192),
        engine: None,
        requests: 1,
    };
    let answer =
        |_| ResolvedQuestion::new(calibrated, &question).and_then(|question| question.report()).expect("an answer");
    print_row("an estimate", fastest(1, answer), 1);
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let value = black_box(work());
    (start.elapsed(), value)
}

/// Sums the fastest time of each item.
fn fastest<T>(count: usize, mut work: impl FnMut(usize) -> T) -> Duration {
    let mut best = vec![Duration::MAX; count];
    for _ in 0..ROUNDS {
        for (at, best) in best.iter_mut().enumerate() {
            *best = timed(|| work(at)).0.min(*best);
        }
    }
    best.into_iter().sum()
}

fn print_row(name: &str, time: Duration, count: usize) {
    let each = time.as_secs_f64() * 1e6 / f64::from(u32::try_from(count).expect("few"));
    println!("{name:<28}{each:>10.0} µs");
}
