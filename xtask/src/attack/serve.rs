//! Malformed and hostile requests to `serve`: it leaks nothing and goes on serving.

use super::Setting;
use super::chance::Chance;
use super::limited_run::Call;
use super::site;
use anyhow::{Context, Result, ensure};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, Instant};

/// Requests per trial.
const REQUESTS: usize = 24;

const PATHS: [&str; 18] = [
    "/",
    "/glossary/metre/",
    "/..%2f..%2fetc/passwd",
    "/../../../../etc/passwd",
    "//a.example/",
    "/%",
    "/%ff",
    "/%00",
    "*",
    "http://a.example/",
    "/_rooflight/events",
    "/_rooflight/../x",
    "/\u{1b}[31m",
    "/content/site.yaml",
    "/.rooflight-cache",
    "/search/index.json",
    "/index.html?x=%0d%0aSet-Cookie:a",
    "/\\..\\..\\x",
];

const HEADERS: [&str; 10] = [
    "Host: HOST",
    "Host: a.example",
    "Host: HOST\r\nHost: a.example",
    "Content-Length: 99999999999",
    "Content-Length: -1",
    "Transfer-Encoding: chunked",
    "Range: bytes=0-999999999999",
    "Connection: close",
    "X: \0",
    "Cookie: \u{1b}[31m",
];

/// A server that is killed when the trial ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Starts a server and sends it many requests at once.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    site::copy(&setting.site, setting.folder.join("site"))?;
    let _server = Server(Call::new(setting, ["serve", "--root", "site", "--port", "0"]).start()?);
    let host = host(setting)?;
    let mut open = Vec::new();
    for _ in 0..REQUESTS {
        let mut stream = TcpStream::connect(&host).context("it takes no connection")?;
        stream.set_read_timeout(Some(Duration::from_millis(300)))?;
        stream.set_write_timeout(Some(Duration::from_secs(5)))?;
        // The server may have closed the connection after the first bytes.
        let has_sent = stream.write_all(&request(chance, &host)).is_ok();
        open.push((stream, has_sent && chance.once_in(2)));
    }
    for (mut stream, is_read) in open {
        let mut answer = Vec::new();
        if is_read {
            Read::by_ref(&mut stream).take(1 << 20).read_to_end(&mut answer).ok();
        }
        let answer = String::from_utf8_lossy(&answer);
        ensure!(!answer.contains("root:x:") && !answer.contains("Set-Cookie:a\r"), "it leaks: {answer:.400}");
    }
    let mut stream = TcpStream::connect(&host)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("it serves no more")?;
    ensure!(answer.starts_with("HTTP/1.1 200"), "it serves no more: {answer:.200}");
    let output = std::fs::read_to_string(setting.folder.with_extension("err"))?;
    ensure!(!output.contains("panicked at"), "it panics: {output}");
    Ok(())
}

/// Waits for the host and port that the server prints.
fn host(setting: &Setting) -> Result<String> {
    let start = Instant::now();
    loop {
        let shown = std::fs::read_to_string(setting.folder.with_extension("out"))?;
        if let Some((_, rest)) = shown.split_once("http://").filter(|(_, rest)| rest.contains('/')) {
            return Ok(rest.split('/').next().unwrap_or_default().to_owned());
        }
        ensure!(start.elapsed() < Duration::from_secs(20), "it does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn request(chance: &mut Chance, host: &str) -> Vec<u8> {
    let method = *chance.pick(&["GET", "GET", "GET", "HEAD", "POST", "PUT", "CONNECT", "PRI", "get", ""]);
    let version = *chance.pick(&["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", ""]);
    let path = chance.pick(&PATHS).repeat(if chance.once_in(12) { 3000 } else { 1 });
    let mut text = format!("{method} {path} {version}\r\n");
    for _ in 0..chance.below(5) {
        text += &chance.pick(&HEADERS).replace("HOST", host);
        text += "\r\n";
    }
    if !chance.once_in(5) {
        text += "\r\n";
    }
    let mut bytes = text.into_bytes();
    for _ in 0..chance.below(3) {
        let at = chance.below(bytes.len());
        bytes[at] = chance.next().to_le_bytes()[0];
    }
    if chance.once_in(4) {
        bytes.truncate(chance.below(bytes.len() + 1));
    }
    bytes
}
