//! Cost of linking compared with parsing: 10,000 entries with 25,000 forms, generated here and always the same.
//!
//! 1. A few entries at a time are parsed (once to events only, once as the generator does it), searched and linked, on
//!    one thread, in turn and several times over. The fastest time of each chunk counts, so that other load on the
//!    machine disturbs the sums little.
//! 2. Matching finds the mentions; linking is everything that a build does with a body: matching, choosing the links,
//!    the new nodes, and the sentences for backlinks. If matching takes longer than parsing, the program fails.
//!
//! `cargo bench --bench linking`; a number after `--` sets the number of entries.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measurement reads the clock and says what it found"
)]
#![allow(clippy::expect_used, reason = "a corpus that cannot be used ends the measurement")]

use pulldown_cmark::{Options, Parser};
use rooflight_glossary::link::forms::lexicon::Lexicon;
use rooflight_glossary::link::forms::surface_forms::Forms;
use rooflight_glossary::link::matching::linker;
use rooflight_glossary::link::{LinkIndex, subject};
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::{Document, Documents};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::dialect::Dialect;
use rooflight_glossary::syntax::source_body::Body;
use rooflight_glossary::syntax::tree::{Inline, NodeKind};
use rooflight_source::file::{SourceFile, Sources};
use std::fmt::Write;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;

/// Entries measured at a time: few enough that most measurements are not interrupted.
const CHUNK: usize = 16;

/// Common words between the terms.
const COMMON: &str = "the a of to and in is it that for on with as by at from this which are was be or an but not have has had its \
    more than when where each other into only over such some these those very also then there after before while both few most no \
    nor own same so too can will just should now system time value number part result case step reader writer rule order cost";

/// A small pseudo-random generator; the same seed gives the same corpus on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % limit
    }
}

/// Makes a word of two syllables from a number.
fn word(number: usize) -> String {
    const ONSETS: [&str; 10] = ["b", "cr", "d", "fl", "k", "m", "pr", "s", "tr", "v"];
    const RIMES: [&str; 10] = ["an", "el", "ic", "or", "um", "at", "ent", "il", "on", "ar"];
    let syllable = |n: usize| format!("{}{}", ONSETS[n % 10], RIMES[n / 10 % 10]);
    format!("{}{}", syllable(number), syllable(number * 7 + 3))
}

struct Vocabulary {
    words: Vec<String>,
    terms: Vec<String>,
    common: Vec<&'static str>,
}

impl Vocabulary {
    fn new(entries: usize) -> Self {
        let words: Vec<String> =
            (0..200).map(|number| format!("{}{}", word(number), if number < 100 { "" } else { "e" })).collect();
        let terms = (0..entries).map(|number| match number / 10_000 {
            0 => format!("{} {}", words[number / 100], words[100 + number % 100]),
            more => format!("{} {} {more}", words[number / 100 % 100], words[100 + number % 100]),
        });
        Self { terms: terms.collect(), common: COMMON.split_whitespace().collect(), words }
    }

    fn sentence(&self, dice: &mut Dice, out: &mut String) {
        let length = 12 + dice.below(12);
        for at in 0..length {
            let word = match dice.below(20) {
                0 => &self.terms[dice.below(self.terms.len())],
                1..=3 => &self.words[dice.below(self.words.len())],
                4 => "*quite*",
                _ => self.common[dice.below(self.common.len())],
            };
            let separator = match at {
                0 => "",
                _ if dice.below(15) == 0 => "\n",
                _ => " ",
            };
            out.push_str(separator);
            out.push_str(word);
        }
        out.push_str(". ");
    }

    fn entry(&self, number: usize, dice: &mut Dice) -> SourceFile {
        let alias = if number.is_multiple_of(4) { format!("aliases: [ABX{number}K]\n") } else { String::new() };
        let mut text = format!(
            "---\nterm: {}\n{alias}layer: one\ndefinition: A thing.\npublished: 2026-01-01\nsources: [{{title: A, url: 'https://a.example'}}]\n---\n",
            self.terms[number]
        );
        for section in 0..3 {
            let _ = write!(text, "## Part {section}\n\n");
            for _ in 0..4 {
                self.sentence(dice, &mut text);
            }
            text.push_str("\n\n- ");
            self.sentence(dice, &mut text);
            text.push_str("\n- with `code` and **weight**\n\n");
        }
        SourceFile::new(format!("content/glossary/term-{number}.md"), text)
    }
}

fn corpus(entries: usize) -> Sources {
    let vocabulary = Vocabulary::new(entries);
    let mut dice = Dice(42);
    let site = "title: T\nbase_url: https://t.example/\nauthor: A\ndescription: D.\nlayers: [{id: one, title: One, summary: S.}]\n";
    let mut content = vec![SourceFile::new("content/site.yaml", site)];
    content.extend((0..entries).map(|number| vocabulary.entry(number, &mut dice)));
    Sources { content, ..Sources::default() }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let value = black_box(work());
    (start.elapsed(), value)
}

fn main() -> ExitCode {
    let entries = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(10_000);
    let sources = corpus(entries);
    let mut problems = Vec::new();
    let config = Config::read(&sources, &mut problems).expect("settings");
    let mut found = Vec::new();
    let documents: Documents =
        rooflight_glossary::model::cache::FileCache::default().documents(&sources, &config, &mut found).into();
    let published = documents.len();
    let lexicon = Lexicon::new(&documents, published, &config);
    let (collecting, search) = timed(|| LinkIndex::new(lexicon, &config));
    problems.extend(search.problems.iter().cloned());
    assert_eq!((published, found.len() + problems.len()), (entries, 0), "{:?}", problems.first());
    let forms = Forms::collect(lexicon, &mut problems).sorted().len();
    let bodies: Vec<(&SourceFile, usize)> = sources.content[1..]
        .iter()
        .map(|file| (file, file.text[4..].find("\n---\n").map_or(0, |end| end + 9)))
        .collect();
    let bytes: usize = bodies.iter().map(|(file, start)| file.text.len() - start).sum();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_WIKILINKS;

    let runs: Vec<Vec<String>> = documents.iter().map(runs).collect();
    let mut best = [Duration::ZERO; 4];
    let mut links = 0;
    for first in (0..published).step_by(CHUNK) {
        let chunk = first..published.min(first + CHUNK);
        let files = &bodies[chunk.clone()];
        let mut fastest = [Duration::MAX; 4];
        let mut found = 0;
        for _ in 0..ROUNDS {
            let events = || files.iter().map(|(file, start)| Parser::new_ext(&file.text[*start..], options).count());
            let parse = || {
                files.iter().map(|(file, start)| {
                    Body::parse(file, *start, Dialect::default(), &mut Vec::new()).tree().nodes().len()
                })
            };
            let link = || {
                chunk.clone().map(|own| {
                    linker::link(subject(&documents, EntryId::new(own), &config), &documents, &search, &mut Vec::new())
                        .mentioned
                        .len()
                })
            };
            let mention = || runs[chunk.clone()].iter().flatten().map(|run| search.matcher.mentions(run).len());
            let (matching, _) = timed(|| mention().sum::<usize>());
            let (events, _) = timed(|| events().sum::<usize>());
            let (parsing, _) = timed(|| parse().sum::<usize>());
            let (linking, count) = timed(|| link().sum::<usize>());
            found = count;
            for (fastest, now) in fastest.iter_mut().zip([events, parsing, matching, linking]) {
                *fastest = now.min(*fastest);
            }
        }
        links += found;
        for (best, fastest) in best.iter_mut().zip(fastest) {
            *best += fastest;
        }
    }

    let [events, parsing, matching, linking] = best;
    let megabytes = f64::from(u32::try_from(bytes).expect("less than 4 GB")) / 1e6;
    let speed = |time: Duration| megabytes / time.as_secs_f64();
    println!("{entries} entries, {forms} forms, {megabytes:.1} MB of Markdown, {links} links");
    println!("collecting forms        {:>9.1} ms, once", collecting.as_secs_f64() * 1e3);
    let rows = [
        ("Markdown events alone", events),
        ("parsing", parsing),
        ("matching", matching),
        ("linking, with backlinks", linking),
    ];
    for (name, time) in rows {
        println!("{name:<24}{:>9.1} ms  {:>7.0} MB/s", time.as_secs_f64() * 1e3, speed(time));
    }
    let ratio = matching.as_secs_f64() / parsing.as_secs_f64();
    println!("matching / parsing      {ratio:>9.2}");
    println!("linking / parsing       {:>9.2}", linking.as_secs_f64() / parsing.as_secs_f64());
    ExitCode::from(u8::from(ratio > 1.0))
}

/// Returns the texts of a body in which mentions are searched.
fn runs(document: &Document) -> Vec<String> {
    let mut texts = Vec::new();
    let mut run = String::new();
    for node in document.body.tree().nodes() {
        match &node.kind {
            NodeKind::Inline(Inline::Text(text)) => run.push_str(text),
            NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => run.push(' '),
            NodeKind::Inline(Inline::Emphasis | Inline::Strong | Inline::Strikethrough) => {}
            _ => texts.push(std::mem::take(&mut run)),
        }
    }
    texts.push(run);
    texts.retain(|text| !text.is_empty());
    texts
}
