//! A client of the OpenAI-compatible streaming API, to measure llama-server, vLLM, `SGLang`, Ollama or LM Studio.
//!
//! 1. Resolves the host once, checks that the address is loopback or private unless the caller allows others, and
//!    connects to that address.
//! 2. `GET /v1/models` names the model and its owner, which identifies some engines; `POST /v1/chat/completions`
//!    streams an answer, whose chunks are timed as they arrive.
//! 3. Time to first token runs from the request to the first chunk with text; the speed counts the tokens after it.
//!
//! Supports only plain HTTP. Reads at most [`MAX_BYTES`] bytes of an answer, waits at most [`PATIENCE`] for the next
//! chunk and [`TOTAL`] for the whole, and follows no redirects.

use crate::edge::chat_stream::{MAX_BYTES, Stream, Timing};
use crate::edge::http::{Body, MAX_HEADERS, Timed, head};
use anyhow::{Context, Result, bail};
use httparse::{EMPTY_HEADER, Response};
use serde_json::{Value, json};
use std::io::{BufReader, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

/// Timeout for a connection and for the next chunk of an answer.
const PATIENCE: Duration = Duration::from_mins(5);

/// Timeout for a whole answer, however steadily it comes.
const TOTAL: Duration = Duration::from_hours(1);

/// Maximum size of an answer's status line and headers in bytes.
const MAX_HEAD: u64 = 64 << 10;

/// Maximum number of heads of an answer: interim ones, and the last.
const MAX_INTERIM: usize = 8;

/// A server whose address was checked.
#[derive(Debug, Clone)]
pub struct Server {
    address: SocketAddr,
    host: String,
    /// The path before `/v1`, without a slash at its end.
    base: String,
}

/// A model as a server lists it.
#[derive(Debug, Clone)]
pub struct ListedModel {
    /// The name by which the server knows it.
    pub name: String,
    /// The catalog's id of the engine; empty if unknown.
    pub engine: &'static str,
}

/// Identifies the engine by `owned_by` in the list of models: llama.cpp, vLLM and `SGLang` write their own names, other
/// servers the model's maker.
fn engine_of(owner: &str) -> &'static str {
    match owner {
        "llamacpp" => "llama.cpp",
        "vllm" => "vllm",
        "sglang" => "sglang",
        _ => "",
    }
}

/// A chat request.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// The model, as the server names it.
    pub model: String,
    /// The text of the user message.
    pub text: String,
    /// Tokens to generate, whether or not the model would end earlier.
    pub tokens: u32,
}

/// True for loopback and private addresses. Link-local ones are none: clouds keep the secrets of a machine at one.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_near(IpAddr::V4(mapped)),
            None => address.is_loopback() || address.is_unique_local(),
        },
    }
}

impl Server {
    /// Resolves an address such as `http://localhost:8080`; `anywhere` allows public addresses.
    ///
    /// # Errors
    /// An address that is malformed, is not plain HTTP, cannot be resolved, or leads out of the private networks.
    pub fn new(url: &str, anywhere: bool) -> Result<Self> {
        let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if authority.contains('@') {
            // Without the address, since its password would end up in logs.
            bail!("the address names a user or a password: leave them out, no request would send them");
        }
        if authority.is_empty() || !url.bytes().all(|byte| byte.is_ascii_graphic()) {
            bail!("`{url}` is no address");
        }
        if !scheme.eq_ignore_ascii_case("http") {
            bail!("`{url}` does not begin with http://; a server with TLS is not measured");
        }
        let (host, port) = match authority.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((host, port)) => (host, port.parse().with_context(|| format!("`{url}` is no address"))?),
            None => (authority, 80),
        };
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let mut found = (bare, port).to_socket_addrs().with_context(|| format!("cannot find {host}"))?;
        let Some(address) = found.find(|address| anywhere || is_near(address.ip())) else {
            bail!("{host} is neither this machine nor in a private network: --anywhere measures it all the same");
        };
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let base = path.trim_end_matches('/').trim_end_matches("/v1").to_owned();
        Ok(Self { address, host: format!("{host}:{port}"), base })
    }

    /// Asks for the first model that the server lists.
    ///
    /// # Errors
    /// A server that cannot be reached, or lists no model.
    pub fn model(&self) -> Result<ListedModel> {
        let mut answer = self.send("GET", "/v1/models", "")?;
        let mut bytes = Vec::new();
        let end = Instant::now() + TOTAL;
        while let Some(part) = next(&mut answer, end)? {
            bytes.extend(part);
            if bytes.len() > MAX_BYTES {
                bail!("the list of models is longer than {} MiB", MAX_BYTES >> 20);
            }
        }
        let list: Value = serde_json::from_slice(&bytes).context("the list of models is no JSON")?;
        let first = &list["data"][0];
        let name = first["id"].as_str().context("the server lists no model: name one with --served")?;
        Ok(ListedModel { name: name.to_owned(), engine: engine_of(first["owned_by"].as_str().unwrap_or_default()) })
    }

    /// Streams an answer, with times in seconds since `start`.
    ///
    /// # Errors
    /// A server that cannot be reached, refuses, does not send a token stream, or stops sending.
    pub fn stream(&self, prompt: &Prompt, start: Instant) -> Result<Timing> {
        let body = json!({
            "model": prompt.model,
            "messages": [{"role": "user", "content": prompt.text}],
            "max_tokens": prompt.tokens,
            "temperature": 0,
            "ignore_eos": true,
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        let sent = start.elapsed().as_secs_f64();
        let mut answer = self.send("POST", "/v1/chat/completions", &body.to_string())?;
        let mut read = Stream::default();
        let end = Instant::now() + TOTAL;
        while let Some(part) = next(&mut answer, end)? {
            read.take(&part, start.elapsed().as_secs_f64())?;
        }
        read.timing(sent, prompt.tokens)
    }

    /// Sends a request over a new connection.
    fn send(&self, method: &str, path: &str, body: &str) -> Result<Answer> {
        let Self { address, host, base } = self;
        let stream = TcpStream::connect_timeout(address, PATIENCE).with_context(|| format!("cannot reach {host}"))?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut input = BufReader::new(Timed::new(stream));
        let length = body.len();
        let request = format!(
            "{method} {base}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        input.get_mut().stream().write_all(request.as_bytes()).with_context(|| format!("cannot reach {host}"))?;
        input.get_mut().allow(PATIENCE);
        for _ in 0..MAX_INTERIM {
            let head = head(&mut input, MAX_HEAD).with_context(|| format!("{host} does not answer"))?;
            let mut headers = [EMPTY_HEADER; MAX_HEADERS];
            let mut response = Response::new(&mut headers);
            let whole = response.parse(&head).is_ok_and(|status| status.is_complete());
            let status = response.code.filter(|_| whole);
            match status.with_context(|| format!("{host} does not answer in HTTP/1.1"))? {
                // Interim answers announce another.
                100..200 => {}
                200..300 => return Ok(Body::new(input, response.headers)?),
                status => bail!("{host}{path} answers with {status}"),
            }
        }
        bail!("{host}{path} announces an answer again and again, and sends none")
    }
}

/// A server's answer, whose connection has a deadline.
type Answer = Body<BufReader<Timed>>;

/// Waits for the next part of an answer, until `end` at most; `None` at its end.
fn next(answer: &mut Answer, end: Instant) -> Result<Option<Vec<u8>>> {
    answer.input().get_mut().allow(PATIENCE.min(end.saturating_duration_since(Instant::now())));
    answer.part().context("the server stopped sending")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_are_near() {
        let near = |address: &str| is_near(address.parse().expect("an address"));
        for address in ["127.0.0.1", "10.1.2.3", "192.168.0.7", "172.16.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"] {
            assert!(near(address), "{address}");
        }
        for address in [
            "8.8.8.8",
            "172.32.0.1",
            "0.0.0.0",
            "169.254.169.254",
            "2001:4860::1",
            "fe80::1",
            "::ffff:8.8.8.8",
            "::ffff:169.254.169.254",
        ] {
            assert!(!near(address), "{address}");
        }
    }
}
