//! `rooflight measure --url` against a small server of our own, which streams at a known speed.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Milliseconds before the first token, and between two.
const FIRST: u64 = 60;
const STEP: u64 = 10;

/// A server of the OpenAI-compatible stream; the prompts that it was sent.
struct Server {
    url: String,
    prompts: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let prompts = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&prompts);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let seen = Arc::clone(&seen);
                std::thread::spawn(move || answer(stream, &seen).ok());
            }
        });
        Self { url, prompts }
    }
}

/// Answers one request.
fn answer(stream: TcpStream, prompts: &Mutex<Vec<String>>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut line, mut first, mut length) = (String::new(), String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        let lower = line.to_ascii_lowercase();
        if first.is_empty() {
            first.clone_from(&line);
        } else if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut out = stream;
    if first.starts_with("GET /v1/models") {
        let list = r#"{"object":"list","data":[{"id":"llama-3.1-8b-instruct-q4_k_m","owned_by":"llamacpp"}]}"#;
        return write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{list}", list.len());
    }
    if !first.starts_with("POST /v1/chat/completions") {
        return write!(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    let parameters: Value = serde_json::from_slice(&body).unwrap_or_default();
    let prompt = parameters["messages"][0]["content"].as_str().unwrap_or_default().to_owned();
    prompts.lock().expect("the prompts").push(prompt);
    let tokens = parameters["max_tokens"].as_u64().unwrap_or(0);
    write!(out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")?;
    let mut send =
        |event: &str| write!(out, "{:x}\r\ndata: {event}\n\n\r\n", event.len() + 8).and_then(|()| out.flush());
    send(r#"{"choices":[{"delta":{"role":"assistant","content":""}}]}"#)?;
    std::thread::sleep(Duration::from_millis(FIRST));
    for token in 0..tokens {
        if token > 0 {
            std::thread::sleep(Duration::from_millis(STEP));
        }
        send(r#"{"choices":[{"delta":{"content":" a"}}]}"#)?;
    }
    send(&format!(r#"{{"choices":[],"usage":{{"prompt_tokens":512,"completion_tokens":{tokens}}}}}"#))?;
    send("[DONE]")?;
    write!(out, "0\r\n\r\n")
}

fn measure(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("measure").args(arguments).current_dir(folder.path()).env_clear().env("HOME", folder.path());
    command.output().expect("the program runs")
}

#[test]
fn a_server_is_measured_and_judged() {
    let server = Server::start();
    let output = measure(&["--url", &server.url, "--for", "2", "--tokens", "20", "--hw", "rtx-3090", "--json"]);
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{notes}");
    assert!(notes.contains("measuring llama-3.1-8b-instruct-q4_k_m"), "{notes}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let runs = answer["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 2, "one request, and two at once: {answer}");
    // A sleeping server is at most as fast as its steps are long; a busy machine makes it slower.
    let step = Duration::from_millis(STEP).as_secs_f64();
    for (run, requests) in runs.iter().zip([1.0, 2.0]) {
        let speed = run["tokens_per_s"].as_f64().expect("a speed");
        assert!(speed <= requests * 1.02 / step && speed > 0.0, "{speed} with {requests}: {run}");
        assert_eq!((run["model"].as_str(), run["hardware"].as_str()), (Some("llama-3.1-8b"), Some("rtx-3090")));
        assert!(run["verdict"].is_string() && run["stdev"].is_number(), "{run}");
        assert_eq!(run["engine"].as_str(), Some("llama.cpp"), "the server names its engine: {run}");
    }
    let prompts = server.prompts.lock().expect("the prompts").clone();
    // A warm-up, three runs of one request and three of two.
    assert_eq!(prompts.len(), 1 + 3 + 6);
    let mut different = prompts.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), prompts.len(), "no cache of prefixes answers");
}

#[test]
fn far_addresses_and_servers_that_answer_nothing_are_errors() {
    let far = measure(&["--url", "http://192.0.2.1:9", "--hw", "rtx-3090"]);
    assert_eq!(far.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&far.stderr).contains("--anywhere"), "{far:?}");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    for (url, message) in [
        (format!("http://{closed}"), "cannot reach"),
        ("https://localhost:1".to_owned(), "does not begin with http://"),
        ("http://".to_owned(), "no address"),
        ("https://me:secret@localhost:1".to_owned(), "names a user or a password"),
        ("http://me:secret@localhost:1".to_owned(), "names a user or a password"),
        (format!("{}/other", Server::start().url), "404"),
    ] {
        let output = measure(&["--url", &url]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(message), "{url}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
