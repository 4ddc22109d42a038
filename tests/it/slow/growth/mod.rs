//! What a reader costs grows with its input, and not with the square of it: each shape is read at four sizes, and cost
//! is at most size to the power of 1.3.
//!
//! 1. [`Reader`] names every reader; `shapes` and `read` match on it, so that a new one does not compile without both.
//! 2. Cost is the processor time of one thread, less that of an empty input. Times are the smallest of several, since
//!    other work adds to them and never takes away.
//! 3. Memory is the peak of a process that reads one input, less that of one that reads an empty one.
//! 4. A shape that is refused by a limit costs nothing further, and passes.

#![cfg(target_os = "linux")]

mod shapes;

use crate::support::fixture;
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_annotate::docs;
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::html::write;
use rooflight_compiler::{Options, compile};
use rooflight_import::{Input, InputFile, Mapping};
use rooflight_source::file::{SourceFile, Sources};
use shapes::{Numbered, READERS, Reader, Same};
use std::fs;
use std::io::Write as _;
use std::sync::Mutex;

/// The sizes of each shape, bytes.
const SIZES: [usize; 4] = [16_000, 32_000, 64_000, 128_000];

/// The largest exponent of cost against size.
const MOST: f64 = 1.3;

/// Times below this one are no measure, nanoseconds.
const LEAST: f64 = 30e6;

/// Memory below this one is no measure, bytes.
const LEAST_MEMORY: f64 = 40e6;

/// Environment variable of a child process: the indexes of a reader and of its shape, and the size of the input.
const ONE_READING: &str = "ROOFLIGHT_GROWTH";

impl Reader {
    fn read(self, text: String, work: &Work) {
        match self {
            Self::Body | Self::FrontMatter => work.site("content/glossary/word.md", text, &[]),
            Self::Settings => work.site("content/site.yaml", text, &[]),
            Self::Calculator => work.site("content/calculators/ship.yaml", text, &[]),
            Self::DataRows => {
                let columns = "source: {title: T, url: 'https://a.example/'}\ncolumns:\n- {name: share}\n";
                work.site("content/data/x.csv", text, &[("content/data/x.yaml", columns)]);
            }
            Self::ImportPage => import("a.md", text),
            Self::ImportCsv => import("a.csv", text),
            Self::ImportSphinx => import("a.rst", text),
            Self::ImportTurtle => import("a.ttl", text),
            Self::ImportRdfXml => import("a.rdf", text),
            Self::ImportTbx => import("a.tbx", text),
            Self::ImportJsonLd => import("a.jsonld", text.replace('\'', "\"")),
            Self::ImportSheet => import("a.xlsx", workbook(&text, "<sst/>")),
            Self::ImportStrings => {
                let row = "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>";
                import("a.xlsx", workbook(&format!("<worksheet>{row}{row}</worksheet>"), &text));
            }
            Self::ImportJson => import("a.json", text),
            Self::ImportYaml => import("a.yaml", text),
            Self::Docs => {
                drop(write::annotate(&text, "a/index.html", None, &work.glossary, &Rules::default()));
                let found = docs::html("a.html", &text, &work.glossary, &Rules::default()).problems;
                let mut sources = Sources::default();
                sources.content.push(SourceFile::new("a.html", text));
                drop(report::text(&found, &sources, MessageFormat::Json, false));
            }
        }
    }
}

fn import(path: &str, bytes: impl Into<Vec<u8>>) {
    let file = InputFile { path: path.to_owned(), bytes: bytes.into() };
    let input = Input { name: path.to_owned(), files: vec![file], settings: Vec::new() };
    let today = "2026-01-01".parse().expect("a date");
    let (mapping, shortcodes) = (Mapping::default(), Vec::new());
    let options = rooflight_import::Options { mapping, shortcodes, source: None, layer: None, today, site: None };
    drop(rooflight_import::import(&input, &options));
}

/// A workbook of a sheet and shared strings.
fn workbook(sheet: &str, strings: &str) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("xl/sharedStrings.xml", strings), ("xl/worksheets/sheet1.xml", sheet)] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("a part");
        archive.write_all(text.as_bytes()).expect("a part");
    }
    archive.finish().expect("an archive").into_inner()
}

/// What the readers need.
struct Work {
    small: Sources,
    glossary: Glossary,
}

impl Work {
    fn new() -> Self {
        let glossary = fs::read_to_string(fixture("annotate").join("glossary.json")).expect("a glossary");
        let glossary = Glossary::read(&glossary).expect("a glossary");
        Self { small: load::load(&fixture("small")), glossary }
    }

    fn site(&self, path: &str, text: String, more: &[(&str, &str)]) {
        let mut sources = self.small.clone();
        let files = [(path, text)].into_iter().chain(more.iter().map(|(path, text)| (*path, (*text).to_owned())));
        sources.content.retain(|file| file.path != path);
        sources.content.extend(files.map(|(path, text)| SourceFile::new(path, text)));
        sources.content.sort_by(|a, b| a.path.cmp(&b.path));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        drop(report::text(&outcome.diagnostics, &sources, MessageFormat::Json, false));
    }
}

/// The time of a processor that this thread has taken, nanoseconds.
fn spent() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the time of this thread");
    text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number")
}

/// Cost of each size beyond that of an empty input. The empty input must be measured as often as the others: the
/// minimum of nine runs minus the minimum of two is too small, above all for small inputs.
fn above_empty(least: &[(usize, f64); 5]) -> [f64; 4] {
    [1, 2, 3, 4].map(|at| (least[at].1 - least[0].1).max(1.0))
}

/// The exponent of cost against size; `None` if the input is too cheap to tell. It is the smaller one of the last
/// doubling and of the last two: growth with the square shows in both, noise in one small measurement does not.
fn exponent(costs: &[f64; 4]) -> Option<f64> {
    let doublings = |from: f64| (costs[3] / from.max(LEAST / 4.0)).log2();
    (costs[3] > LEAST).then(|| doublings(costs[2]).min(doublings(costs[1]) / 2.0))
}

/// Held by each test of this file: child processes beside a measurement of time disturb it.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn no_reader_costs_the_square_of_its_input() {
    let _alone = ONE_AT_A_TIME.lock();
    let work = Work::new();
    // All work of a compilation stays in the thread that is measured.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let mut slow = Vec::new();
    pool.install(|| {
        for reader in READERS {
            for (before, shape, after) in reader.shapes() {
                let cost = |size: usize| {
                    let text = format!("{before}{}{after}", shape.text(size));
                    let start = spent();
                    reader.read(text, &work);
                    spent() - start
                };
                let mut least = [0, SIZES[0], SIZES[1], SIZES[2], SIZES[3]].map(|size| (size, cost(size)));
                let mut costs = above_empty(&least);
                for _ in 0..8 {
                    if exponent(&costs).is_none_or(|found| found <= MOST) {
                        break;
                    }
                    for (size, least) in &mut least {
                        *least = least.min(cost(*size));
                    }
                    costs = above_empty(&least);
                }
                if let Some(found) = exponent(&costs).filter(|found| *found > MOST) {
                    let unit = match shape {
                        Same(unit) | Numbered(unit) => unit,
                    };
                    let costs = costs.map(|cost| format!("{:.0} ms", cost / 1e6));
                    slow.push(format!("{reader:?} {unit:?}: {found:.2} {costs:?}"));
                }
            }
        }
    });
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Reads one input and prints the peak memory of this process.
fn print_peak(wanted: &str) {
    let numbers: Vec<usize> = wanted.split(' ').map(|number| number.parse().expect("a number")).collect();
    let [reader, shape, size] = numbers[..] else { panic!("three numbers") };
    let (before, shape, after) = READERS[reader].shapes().swap_remove(shape);
    READERS[reader].read(format!("{before}{}{after}", shape.text(size)), &Work::new());
    let status = fs::read_to_string("/proc/self/status").expect("the state of this process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    writeln!(std::io::stdout(), "peak {}", peak.trim().trim_end_matches(" kB")).expect("the output");
}

/// Peak memory of a child process that reads one input, bytes.
fn peak(reader: usize, shape: usize, size: usize) -> f64 {
    let mut process = std::process::Command::new(std::env::current_exe().expect("this program"));
    let test = "slow::growth::no_reader_takes_the_square_of_its_input_in_memory";
    process.args([test, "--exact", "--nocapture", "--test-threads=1"]);
    // One thread and one arena of the allocator: how work falls to threads would change the peak from run to run.
    process.env(ONE_READING, format!("{reader} {shape} {size}")).env("RAYON_NUM_THREADS", "1");
    let output = process.env("MALLOC_ARENA_MAX", "1").output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    let peak = text.lines().find_map(|line| line.split_once("peak ")).and_then(|(_, peak)| peak.parse::<f64>().ok());
    1024.0 * peak.unwrap_or_else(|| panic!("no peak: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn no_reader_takes_the_square_of_its_input_in_memory() {
    // The test starts itself once for each input.
    if let Ok(wanted) = std::env::var(ONE_READING) {
        return print_peak(&wanted);
    }
    let _alone = ONE_AT_A_TIME.lock();
    let mut large = Vec::new();
    for (number, reader) in READERS.iter().enumerate() {
        for (shape, (_, Same(unit) | Numbered(unit), _)) in reader.shapes().iter().enumerate() {
            let empty = peak(number, shape, 0);
            let most = peak(number, shape, SIZES[3]) - empty;
            if most < LEAST_MEMORY {
                continue;
            }
            let found = (most / (peak(number, shape, SIZES[1]) - empty).max(LEAST_MEMORY / 4.0)).log2() / 2.0;
            if found > MOST {
                large.push(format!("{reader:?} {unit:?}: {found:.2}, {:.0} MB", most / 1e6));
            }
        }
    }
    assert!(large.is_empty(), "{}", large.join("\n"));
}
