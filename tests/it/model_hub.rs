//! `rooflight model inspect hf:…` against a small hub of our own, which counts what it is asked for.

use crate::support::fixture;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

/// A token that nothing may print.
const TOKEN: &str = "hf_secretsecretsecret";

/// A hub with one repository; the requests that it got, header lines and all.
struct Hub {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Hub {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let seen = Arc::clone(&seen);
                std::thread::spawn(move || answer(stream, &seen).ok());
            }
        });
        Self { url, requests }
    }

    fn inspect(&self, arguments: &[&str]) -> Output {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.args(["model", "inspect"]).args(arguments).current_dir(folder.path()).env_clear();
        command.env("HOME", folder.path()).env("HF_ENDPOINT", &self.url).env("HF_TOKEN", TOKEN);
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.output().expect("the program runs")
    }
}

fn model() -> Vec<u8> {
    let mut bytes = fs::read(fixture("headers/glm4moe-mtp.gguf")).expect("a fixture");
    // As long as a file with weights, of which the program must fetch the header alone.
    bytes.resize(8 << 20, 0);
    bytes
}

/// Answers one request.
fn answer(mut out: TcpStream, requests: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(out.try_clone()?);
    let mut request = String::new();
    while reader.read_line(&mut request)? > 2 {}
    requests.lock().expect("the requests").push(request.clone());
    let path = request.split(' ').nth(1).unwrap_or_default();
    let range =
        request.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("range: bytes=").map(str::to_owned));
    let file = path.strip_prefix("/org/tiny/resolve/main/");
    let list = r#"[{"type":"file","path":"model.gguf","size":8388608},{"type":"file","path":"away.gguf","size":8388608},
        {"type":"file","path":"whole.gguf","size":8388608},{"type":"directory","path":"other","size":0}]"#;
    match (path, file, range) {
        ("/api/models/org/tiny/tree/main", ..) => {
            write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{list}", list.len())
        }
        (_, Some("model.gguf"), Some(range)) => {
            let (from, to) = range.split_once('-').expect("a range");
            let (from, to): (usize, usize) = (from.parse().expect("from"), to.trim().parse().expect("to"));
            let part = &model()[from..=to];
            let (length, all) = (part.len(), 8 << 20);
            write!(out, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {from}-{to}/{all}\r\n")?;
            write!(out, "Content-Length: {length}\r\nConnection: close\r\n\r\n")?;
            out.write_all(part)
        }
        (_, Some("away.gguf"), _) => {
            let to = "http://127.0.0.1:1/model.gguf";
            write!(out, "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        // A server that knows no ranges.
        (_, Some("whole.gguf"), _) => {
            write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", 8 << 20)?;
            out.write_all(&model())
        }
        _ => write!(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    }
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn headers_are_read_from_a_hub_and_weights_are_not() {
    let hub = Hub::start();
    let output = hub.inspect(&["hf:org/tiny:model.gguf"]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    assert!(output_text(&output).contains("Ledger of Tiny GLM MoE"), "{}", output_text(&output));
    assert!(!output_text(&output).contains(TOKEN));
    let requests = hub.requests.lock().expect("the requests").clone();
    assert_eq!(requests.len(), 2, "a list and one part: {requests:#?}");
    assert!(
        requests.iter().all(|request| request.contains(&format!("Authorization: Bearer {TOKEN}"))),
        "{requests:#?}"
    );
    assert!(requests[1].to_ascii_lowercase().contains("range: bytes=0-262143\r\n"), "{requests:#?}");
}

#[test]
fn redirects_to_plain_http_and_whole_files_are_refused() {
    let hub = Hub::start();
    for (address, part) in [
        ("hf:org/tiny:away.gguf", "a redirect led to something other than https"),
        ("hf:org/tiny:whole.gguf", "the answer is longer than what was asked for"),
        ("hf:org/tiny:nothing.gguf", "org/tiny has no file nothing.gguf"),
        ("hf:org/tiny", "has 3 GGUF files; name one:"),
        ("hf:org/other", "404"),
        ("hf:org", "names no repository"),
    ] {
        let output = hub.inspect(&[address]);
        assert_eq!(output.status.code(), Some(2), "{address}: {}", output_text(&output));
        assert!(
            output_text(&output).contains(part) && !output_text(&output).contains(TOKEN),
            "{address}: {}",
            output_text(&output)
        );
    }
    let elsewhere = Hub { url: "http://example.org".to_owned(), requests: Arc::default() }.inspect(&["hf:org/tiny"]);
    assert!(output_text(&elsewhere).contains("HF_ENDPOINT"), "{}", output_text(&elsewhere));
}
