//! Serving: a change to a file reaches the page, and one change makes one build.

use crate::support::fixture;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a fixture") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn a_change_is_built_once_and_served() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&fixture("small"), folder.path());
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["serve", "--port", "0", "--root"]).arg(folder.path());
    command.stdout(Stdio::piped()).stderr(fs::File::create(&log).expect("a log"));
    let mut server = Server(command.spawn().expect("the program starts"));
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
    let host = line.split("//").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();

    let entry = folder.path().join("content/glossary/sprint.md");
    let text = fs::read_to_string(&entry).expect("the entry");
    fs::write(&entry, text.replace("two weeks", "three weeks")).expect("the change");
    let start = Instant::now();
    while !get(&host, "/glossary/sprint/").contains("three weeks") {
        assert!(start.elapsed() < Duration::from_secs(20), "the change never arrives");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    let builds = fs::read_to_string(&log).expect("the log").lines().filter(|line| line.contains(" pages, ")).count();
    assert!((2..=3).contains(&builds), "one change made {} builds", builds - 1);
}
