//! The bodies of the fuzz targets, shared with `tests/it/slow/fuzz_corpus.rs`: one function for each reader of
//! untrusted input.
//!
//! 1. Nothing panics.
//! 2. Every diagnostic has a valid location on character boundaries, and contains no control characters.
//! 3. No page contains an element, an attribute or a link that its author did not write ([`unsafe_parts`]).
//!
//! Each takes any bytes; those that parse text ignore input that is not UTF-8.

mod read_back;
mod sites;

pub(crate) use self::read_back::{exports, git, glossary, lists};
use self::sites::{build, build_with, frame, plain_catalog, reference, small};
use crate::safe_html::unsafe_parts;
use rooflight::cli::mcp::Session;
use rooflight::edge::chat_stream::Stream;
use rooflight_annotate::glossary::Glossary;
use rooflight_calculator_files::expression::{Dimension, Scope, TableColumn, Type, Units, compile};
use rooflight_calculators::{CALCULATORS, Estimator, Spec, explore};
use rooflight_compiler::library::specs;
use rooflight_document::html;
use rooflight_document::markdown;
use rooflight_document::report::Parts;
use rooflight_estimator::formula::evaluate;
use rooflight_estimator::hardware::Family;
use rooflight_estimator::records::{
    BenchmarksRecord, DeviceRecord, LibraryRecord, ModelRecord, NamesRecord, PromptRecord, PromptRunsRecord,
    QualityRecord, Record, RunsRecord,
};
use rooflight_import::{Input, InputFile, Mapping};
use rooflight_ingest::header::{Fault, Head, inspect};
use rooflight_ingest::machine;
use rooflight_ingest::machine::matching::{CatalogDevice, find};
use rooflight_ingest::verdict::wasm_api;
use rooflight_source::file::SourceFile;
use rooflight_source::slug::is_address;
use std::fmt::Debug;
use std::sync::OnceLock;

/// The body of a target.
pub(crate) type Body = fn(&[u8]);

/// All bodies by their names, which are also those of the folders in `fuzz/corpus`.
pub(crate) const ALL: [(&str, Body); 19] = [
    ("front_matter", front_matter),
    ("markdown", markdown),
    ("settings", settings),
    ("catalog", catalog),
    ("query", query),
    ("card", card),
    ("machine", machine),
    ("import", import),
    ("template", template),
    ("annotate", annotate),
    ("declared", declared),
    ("expression", expression),
    ("header", header),
    ("message", message),
    ("stream", stream),
    ("git", git),
    ("lists", lists),
    ("glossary", glossary),
    ("exports", exports),
];

const SITE: &str = "title: Words\nbase_url: https://words.example/\nauthor: Nobody\ndescription: Words.\nlayers:\n  - {id: one, title: One, summary: All.}\n  - {id: two, title: Two, summary: None.}\n";

const OTHER: &str = "---\nterm: memory bandwidth\nlayer: two\naliases: [bandwidth, GB/s]\nforms: [memory bandwidths]\nnot: [network bandwidth]\ndefinition: Bytes in a second.\nrelated: [token]\nsources: [{key: a, title: A, url: 'https://a.example/'}]\npublished: 2026-01-01\n---\nA token and its bandwidth.[^a]\n";

/// An entry's YAML.
pub(crate) fn front_matter(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    build(&[
        ("content/site.yaml", SITE),
        ("content/glossary/memory-bandwidth.md", OTHER),
        ("content/glossary/token.md", &format!("---\n{text}\n---\nA token and memory bandwidth.\n")),
    ]);
}

/// An entry's body.
pub(crate) fn markdown(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let front = "---\nterm: token\nlayer: one\naliases: [tokens of text]\ndefinition: A piece.\nsources: [{key: a, title: A, url: 'https://a.example/'}]\npublished: 2026-01-01\nlinks: all\n---\n";
    build(&[
        ("content/site.yaml", SITE),
        ("content/glossary/memory-bandwidth.md", OTHER),
        ("content/glossary/token.md", &format!("{front}{text}")),
    ]);
}

/// A site's settings.
pub(crate) fn settings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let entry = OTHER.replace("layer: two", "layer: one").replace("related: [token]\n", "");
    build(&[("content/site.yaml", text), ("content/glossary/memory-bandwidth.md", &entry)]);
}

/// A file of the catalog or of the measurements, named by the first line.
pub(crate) fn catalog(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((name, text)) = text.split_once('\n') else { return };
    let Some(wanted) = plain_catalog().iter().position(|(path, _)| path.rsplit('/').next() == Some(name)) else {
        return;
    };
    let mut files: Vec<(&str, &str)> = vec![("content/site.yaml", SITE)];
    let other = OTHER.replace("related: [token]\n", "");
    files.push(("content/glossary/memory-bandwidth.md", &other));
    let known = plain_catalog().iter().enumerate();
    files.extend(known.map(|(at, (path, plain))| (path.as_str(), if at == wanted { text } else { plain.as_str() })));
    build(&files);
}

/// A site's own template, in place of one that is rendered once. Its author may write any HTML, so its page is not
/// checked.
pub(crate) fn template(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut sources = frame().clone();
    sources.templates.retain(|file| file.path != "404.html");
    sources.templates.push(SourceFile::new("404.html", text));
    let entry = OTHER.replace("layer: two", "layer: one").replace("related: [token]\n", "");
    build_with(sources, &[("content/site.yaml", SITE), ("content/glossary/memory-bandwidth.md", &entry)]);
}

/// The URL of a page with a calculator: its kind, `?`, and the query.
pub(crate) fn query(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (kind, query) = text.split_once('?').unwrap_or(("", text));
    match rooflight_calculators::named(kind) {
        Some(spec) => _ = answer(spec, reference(), query),
        None => CALCULATORS.iter().for_each(|spec| _ = answer(spec, reference(), query)),
    }
}

/// A calculator that the site declares in a file, with its tables.
pub(crate) fn declared(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    build(&[
        ("content/site.yaml", SITE),
        ("content/calculators/one.yaml", text),
        ("content/glossary/memory-bandwidth.md", &OTHER.replace("related: [token]\n", "")),
    ]);
}

/// An expression of a calculator with two inputs and a table with a gap, evaluated for several inputs.
pub(crate) fn expression(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut names = Scope::new(Units::default());
    for (name, found) in
        [("width", Type::Quantity(Dimension::base("length"))), ("count", Type::Quantity(Dimension::default()))]
    {
        names.add(name, found).expect("a free name");
    }
    for (name, dimension, values) in [
        ("road.x", Dimension::base("length"), [4.0, 0.0, f64::NAN]),
        ("road.y", Dimension::base("time"), [1.0, 5.0, 3.0]),
    ] {
        names.columns.insert(name.to_owned(), TableColumn { dimension, values: values.into() });
    }
    match compile(text, &names) {
        Ok(compiled) => {
            for values in [[2.0, 3.0], [0.0, 0.0], [-1.0, f64::INFINITY], [f64::NAN, 1e308]] {
                let _ = evaluate(&compiled.formula, &values, &rooflight_estimator::formula::host::NoHost);
            }
        }
        Err(mistakes) => assert!(!mistakes.is_empty(), "a refusal says why"),
    }
}

/// Names of model files, chosen by the first byte modulo their number.
const MODELS: [&str; 4] = ["a.gguf", "a.safetensors", "a.safetensors.index.json", "config.json"];

/// The beginning of a model's file; the second byte is the size of the missing rest in MiB.
pub(crate) fn header(data: &[u8]) {
    let [first, missing, bytes @ ..] = data else { return };
    let size = bytes.len() as u64 + (u64::from(*missing) << 20);
    let head = Head { name: MODELS[usize::from(*first) % MODELS.len()], size, bytes };
    match inspect(&[head]) {
        Ok(inspection) => assert!(inspection.notes.iter().all(|note| !note.is_empty())),
        Err(refused) => match refused.fault {
            Fault::More(needed) => assert!(needed > bytes.len() as u64, "it asks for what it has"),
            Fault::Wrong(why) => assert!(why.len() < 4000 && !why.contains(char::is_control), "{why:?}"),
        },
    }
}

/// Messages to the server of the Model Context Protocol: every line gets one line of JSON, or none.
pub(crate) fn message(data: &[u8]) {
    static SESSION: OnceLock<Option<Session>> = OnceLock::new();
    let session = SESSION.get_or_init(|| Session::of_the_program().ok().flatten());
    let session = session.as_ref().expect("the catalog of the program");
    for line in data.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        if let Some(answer) = session.answer(line) {
            assert!(answer["jsonrpc"] == "2.0" && !answer.to_string().contains('\n'));
        }
    }
}

/// A chat server's stream in chunks of one byte more than the first byte's value.
pub(crate) fn stream(data: &[u8]) {
    let Some((first, bytes)) = data.split_first() else { return };
    let mut stream = Stream::default();
    let mut now = 0.0;
    for part in bytes.chunks(usize::from(*first) + 1) {
        if stream.take(part, now).is_err() {
            return;
        }
        now += 1.0;
    }
    if let Ok(timing) = stream.timing(0.0, 64) {
        assert!(timing.tokens <= bytes.len() as u64 + 64 && timing.speed().is_none_or(f64::is_finite));
    }
}

/// The bytes of a record as a browser receives them.
pub(crate) fn card(data: &[u8]) {
    again::<DeviceRecord>(data);
    again::<ModelRecord>(data);
    again::<PromptRecord>(data);
    again::<RunsRecord>(data);
    again::<PromptRunsRecord>(data);
    again::<QualityRecord>(data);
    again::<LibraryRecord>(data);
    again::<NamesRecord>(data);
    again::<BenchmarksRecord>(data);
    answers(data);
}

/// Names of imported files, chosen by the first byte modulo their number.
const IMPORTED: [&str; 9] = ["a.md", "a.csv", "a.rst", "a.ttl", "a.rdf", "a.jsonld", "a.tbx", "a.xlsx", "a.json"];

/// An imported file: every entry has a valid, unique address and valid YAML.
pub(crate) fn import(data: &[u8]) {
    let Some((first, bytes)) = data.split_first() else { return };
    let path = IMPORTED[usize::from(*first) % IMPORTED.len()].to_owned();
    let Ok(import) = imported(path, bytes.to_vec()) else { return };
    let mut paths: Vec<String> = import.entries.iter().map(rooflight_import::ImportedEntry::path).collect();
    assert!(import.entries.iter().all(|entry| is_address(&entry.slug)), "{paths:?}");
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), import.entries.len(), "two entries share a file");
    for entry in &import.entries {
        assert!(entry.definition.chars().count() <= 300 && !entry.term.is_empty());
        assert!(entry.text().expect("YAML").starts_with("---\n"));
    }
    assert!(import.settings().expect("YAML").is_some());
}

fn imported(path: String, bytes: Vec<u8>) -> Result<rooflight_import::Import, String> {
    let file = InputFile { path: path.clone(), bytes };
    let input = Input { name: path, files: vec![file], settings: Vec::new() };
    let today = "2026-01-01".parse().expect("a date");
    let options = rooflight_import::Options {
        mapping: Mapping::default(),
        shortcodes: Vec::new(),
        source: None,
        layer: None,
        today,
        site: None,
    };
    rooflight_import::import(&input, &options)
}

/// Outputs of system tools: each device is found, or reported in a sentence of bounded length.
pub(crate) fn machine(data: &[u8]) {
    let Ok(machine) = machine::read(&String::from_utf8_lossy(data)) else { return };
    let devices = &reference().devices;
    let known: Vec<_> = devices.iter().map(|record| CatalogDevice { device: &record.device, aliases: &[] }).collect();
    let matched = find(&machine, &known);
    let reported: u64 =
        matched.found.iter().map(|found| found.count).chain(matched.unknown.iter().map(|unknown| unknown.count)).sum();
    assert!(reported <= machine.gpus.len() as u64 + 1);
    assert!(matched.unknown.iter().all(|unknown| unknown.why.len() < 2000 && !unknown.why.contains('\n')));
}

/// Adds a record to a small catalog. Returns an item for each calculator that accepts it: `None` if it answers, else
/// the reason why it does not.
pub(crate) fn answers(data: &[u8]) -> Vec<Option<String>> {
    let try_calculator = |spec: &&Spec| {
        let mut estimator = small().estimator.clone();
        // Some calculators need a processor as well.
        if let Some(mut host) = estimator.devices.first().cloned() {
            (host.device.id, host.device.family) = ("host".to_owned(), Family::Cpu);
            estimator.devices.push(host);
        }
        let known = [estimator.devices.len(), estimator.models.len(), estimator.prompts.len()];
        if !spec.add(&mut estimator, data) {
            return None;
        }
        // The new record comes first, so that the query finds it. The explorer's record replaces all devices and
        // models.
        let Estimator { devices, models, prompts, .. } = &mut estimator;
        let new = [devices.len(), models.len(), prompts.len()];
        devices.rotate_right(new[0].saturating_sub(known[0]));
        models.rotate_right(new[1].saturating_sub(known[1]));
        prompts.rotate_right(new[2].saturating_sub(known[2]));
        let [hardware, model, format] = [
            devices.first().map_or("", |record| &record.device.id),
            models.first().map_or("", |record| &record.id),
            models.first().and_then(|record| record.formats.first()).map_or("", |format| &format.id),
        ];
        let query = format!("hw={hardware}&m={model}&q={format}&c=1000&host=host");
        Some(answer(spec, &estimator, &query))
    };
    // The record of benchmarks gives lists of names, and verdicts.
    let judged = BenchmarksRecord::from_bytes(data).map(|_| {
        let _ = wasm_api::reply("\n| model | size | params | backend | ngl | test | t/s |\n| a | 1 GiB | 1 B | CUDA | 99 | tg128 | 71.00 |\n", data);
        let names = wasm_api::reply("", data);
        (!names.starts_with('{')).then_some(names)
    });
    specs().iter().chain([&&explore::SPEC]).filter_map(try_calculator).chain(judged).collect()
}

/// Yields a record of each kind with its name in the corpus.
pub(crate) fn records() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let mut known = "";
    small().files.iter().filter_map(move |(name, bytes)| {
        let folder = name.split('/').next().unwrap_or_default();
        (std::mem::replace(&mut known, folder) != folder).then_some((folder, bytes.as_slice()))
    })
}

/// Checks that a record survives writing and reading. Records are compared by their debug output, since NaN equals
/// nothing.
fn again<C: Record + Debug>(data: &[u8]) {
    if let Some(record) = C::from_bytes(data) {
        let bytes = record.to_bytes();
        let read = C::from_bytes(&bytes).expect("what is written can be read");
        assert_eq!(format!("{read:?}"), format!("{record:?}"));
        assert_eq!(read.to_bytes(), bytes);
    }
}

/// Asks a calculator; returns its message if it refuses.
fn answer(spec: &Spec, estimator: &Estimator, query: &str) -> Option<String> {
    let _ = spec.needs(estimator, query);
    let result = spec.answer(estimator, query);
    match &result {
        Ok(answer) => {
            let _ = markdown::document(&answer.report);
            let Parts { figure, work } = html::parts(&answer.report, "../../");
            assert_eq!(unsafe_parts(&(figure + &work)), Vec::<String>::new());
        }
        Err(error) => assert!(!error.message.is_empty(), "a refusal says why"),
    }
    result.err().map(|error| error.message)
}

/// A page or a Markdown file of another tool: links can be removed again, and another run changes nothing.
pub(crate) fn annotate(data: &[u8]) {
    static GLOSSARY: OnceLock<Option<Glossary>> = OnceLock::new();
    let text = include_str!("../tests/fixtures/annotate/glossary.json");
    let Some(glossary) = GLOSSARY.get_or_init(|| Glossary::read(text).ok()) else { panic!("no glossary") };
    let Ok(page) = std::str::from_utf8(data) else { return };
    read_back::linked(page, glossary);
}
