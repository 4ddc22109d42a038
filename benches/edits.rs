//! How long an author waits: from the moment a file is saved until `rooflight serve` has sent the changed page.
//!
//! `cargo bench --bench edits` measures the program from outside: a file is saved as editors do it (written under
//! another name and renamed), the event stream announces a change, and the page is requested until it has the new
//! sentence. For comparison it prints a full build of the same site in memory, and the time until every other page is
//! available too.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::disallowed_methods, reason = "a measurement")]

use rooflight::edge::load;
use rooflight_compiler::{Options, compile};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const EDITS: usize = 15;

fn main() {
    // Cargo passes flags of its own, and runs benchmarks of tests too.
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    println!(
        "{:<34} {:>12} {:>12} {:>12} {:>14} {:>8}",
        "site", "full build", "save to page", "worst", "to whole site", "ratio"
    );
    measure("reference site", reference);
    measure("10,000 entries", |root| generated(root, 10_000));
}

/// Copies the whole content of the reference site: a link to a missing page would be a problem.
fn reference(root: &Path) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in walkdir::WalkDir::new(own.join("content")).into_iter().map(|entry| entry.expect("the content")) {
        let place = root.join(entry.path().strip_prefix(own).expect("a path inside"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).expect("a folder");
        } else {
            fs::copy(entry.path(), place).expect("a file");
        }
    }
}

/// Writes entries of 200 words that mention each other, without a catalog.
fn generated(root: &Path, count: usize) {
    const WORDS: [&str; 12] = [
        "memory", "token", "weight", "cache", "decode", "batch", "layer", "expert", "model", "route", "prompt",
        "kernel",
    ];
    let name = |n: usize| format!("{} {} t{n}", WORDS[n % 12], WORDS[n / 12 % 12]);
    let folder = root.join("content/glossary");
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("content/site.yaml"), root.join("content/site.yaml"))
        .expect("settings");
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    for n in 0..count {
        let mut text =
            format!("---\nterm: {}\nlayer: {}\n", name(n), ["silicon", "compute", "runtime", "serving"][n % 4]);
        writeln!(text, "definition: What {} is, said in one plain sentence of the usual length.", name(n))
            .expect("text");
        writeln!(text, "related: [e{}, e{}, e{}]", (n * 7 + 1) % count, (n * 13 + 5) % count, (n * 29 + 3) % count)
            .expect("text");
        text.push_str("sources:\n  - {title: A source, url: \"https://example.org/\", publisher: Somebody, year: 2025}\npublished: 2026-11-20\n---\n");
        for paragraph in 0..4 {
            text.push_str(["", "## How it works\n\n", "", "## What it costs\n\n"][paragraph]);
            for _ in 0..50 {
                if random(20) == 0 {
                    text.push_str(&name(random(count)));
                } else {
                    text.push_str(WORDS[random(12)]);
                    text.push('s');
                }
                text.push(' ');
            }
            text.push_str("end.\n\n");
        }
        fs::write(folder.join(format!("e{n}.md")), text).expect("an entry");
    }
}

/// A server that is killed at the end of the measurement.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn measure(title: &str, make: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    make(root);
    let sources = load::load(root);
    let start = Instant::now();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let full = start.elapsed();
    assert!(!rooflight_source::diagnostic::any_error(&outcome.diagnostics), "the corpus has errors");
    drop(outcome);

    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["serve", "--port", "0", "--root"]).arg(root).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Server(command.spawn().expect("the program starts"));
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
    let host = line.split("//").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    let news = listen(&host);
    news.recv_timeout(Duration::from_secs(30)).expect("the state at first");

    let mut entries: Vec<_> = fs::read_dir(root.join("content/glossary"))
        .expect("entries")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    let (mut to_page, mut to_site) = (Vec::new(), Vec::new());
    for edit in 0..EDITS {
        let path = &entries[edit * entries.len() / EDITS];
        let mark = format!("Sentence number {edit} is new.");
        let text = format!("{}\n{mark}\n", fs::read_to_string(path).expect("an entry"));
        let temporary = root.join(format!(".{edit}.part"));
        fs::write(&temporary, text).expect("the text");
        while news.try_recv().is_ok() {}
        let start = Instant::now();
        fs::rename(&temporary, path).expect("the save");
        let address = format!("/glossary/{}/", path.file_stem().expect("a name").to_string_lossy());
        loop {
            news.recv_timeout(Duration::from_secs(30)).expect("news");
            if get(&host, &address).contains(&mark) {
                break;
            }
        }
        to_page.push(start.elapsed());
        get(&host, "/");
        to_site.push(start.elapsed());
        std::thread::sleep(Duration::from_millis(200));
    }
    to_page.sort();
    to_site.sort();
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
    let median = to_page[EDITS / 2];
    println!(
        "{title:<34} {:>12} {:>12} {:>12} {:>14} {:>8.3}",
        milliseconds(full),
        milliseconds(median),
        milliseconds(to_page[EDITS - 1]),
        milliseconds(to_site[EDITS / 2]),
        median.as_secs_f64() / full.as_secs_f64()
    );
}

fn listen(host: &str) -> Receiver<String> {
    let (sender, receiver) = channel();
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET /_rooflight/events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("a request");
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok).filter(|line| line.starts_with("data:")) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}
