//! A client of the OpenAI-compatible streaming API, to measure llama-server, vLLM, `SGLang`, Ollama or LM Studio.
//!
//! 1. Resolves the host once, checks that the address is loopback or private unless the caller allows others, and
//!    connects to that address.
//! 2. `GET /v1/models` names the model and its owner, which identifies some engines; `POST /v1/chat/completions`
//!    streams an answer, whose chunks are timed as they arrive.
//! 3. Time to first token runs from the request to the first chunk with text; the speed counts the tokens after it.
//!
//! Supports only plain HTTP. Reads at most [`MAX_BYTES`] bytes of an answer, waits at most [`PATIENCE`] for the next
//! chunk, and follows no redirects.

use crate::edge::chat_stream::{MAX_BYTES, Stream, Timing};
use anyhow::{Context, Result, bail};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::{Method, Request, Response, Uri, header};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Timeout for a connection and for the next chunk of an answer.
const PATIENCE: Duration = Duration::from_mins(5);

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

/// True for loopback, private and link-local addresses.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_near(IpAddr::V4(mapped)),
            None => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
        },
    }
}

impl Server {
    /// Resolves an address such as `http://localhost:8080`; `anywhere` allows public addresses.
    ///
    /// # Errors
    /// An address that is malformed, is not plain HTTP, cannot be resolved, or leads out of the private networks.
    pub async fn new(url: &str, anywhere: bool) -> Result<Self> {
        let authority = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?', '#']).next();
        if authority.is_some_and(|authority| authority.contains('@')) {
            // Without the address, since its password would end up in logs.
            bail!("the address names a user or a password: leave them out, no request would send them");
        }
        let uri: Uri = url.parse().with_context(|| format!("`{url}` is no address"))?;
        if uri.scheme_str() != Some("http") {
            bail!("`{url}` does not begin with http://; a server with TLS is not measured");
        }
        let host = uri.host().with_context(|| format!("`{url}` names no host"))?;
        let port = uri.port_u16().unwrap_or(80);
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let mut found = tokio::net::lookup_host((bare, port)).await.with_context(|| format!("cannot find {host}"))?;
        let Some(address) = found.find(|address| anywhere || is_near(address.ip())) else {
            bail!("{host} is neither this machine nor in a private network: --anywhere measures it all the same");
        };
        let base = uri.path().trim_end_matches('/').trim_end_matches("/v1").to_owned();
        Ok(Self { address, host: format!("{host}:{port}"), base })
    }

    /// Asks for the first model that the server lists.
    ///
    /// # Errors
    /// A server that cannot be reached, or lists no model.
    pub async fn model(&self) -> Result<ListedModel> {
        let mut answer = self.send(Method::GET, "/v1/models", String::new()).await?;
        let mut bytes = Vec::new();
        while let Some(part) = next(&mut answer).await? {
            bytes.extend(&part);
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
    pub async fn stream(&self, prompt: &Prompt, start: Instant) -> Result<Timing> {
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
        let mut answer = self.send(Method::POST, "/v1/chat/completions", body.to_string()).await?;
        let mut read = Stream::default();
        while let Some(part) = next(&mut answer).await? {
            read.take(&part, start.elapsed().as_secs_f64())?;
        }
        read.timing(sent, prompt.tokens)
    }

    /// Sends a request over a new connection.
    async fn send(&self, method: Method, path: &str, body: String) -> Result<Incoming> {
        let host = &self.host;
        let connected = timeout(PATIENCE, TcpStream::connect(self.address)).await;
        let stream = connected.with_context(|| format!("{host} does not answer"))?;
        let stream = stream.with_context(|| format!("cannot reach {host}"))?;
        stream.set_nodelay(true).ok();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(header::HOST, host)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream")
            .body(body)?;
        let answer: Response<Incoming> = timeout(PATIENCE, sender.send_request(request)).await??;
        let status = answer.status();
        if !status.is_success() {
            bail!("{host}{path} answers with {status}");
        }
        Ok(answer.into_body())
    }
}

/// Waits for the next chunk of an answer; `None` at its end.
async fn next(answer: &mut Incoming) -> Result<Option<Bytes>> {
    loop {
        let frame = timeout(PATIENCE, poll_fn(|context| Pin::new(&mut *answer).poll_frame(context))).await;
        match frame.context("the server stopped sending")? {
            None => return Ok(None),
            Some(frame) => {
                if let Ok(bytes) = frame?.into_data() {
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_are_near() {
        let near = |address: &str| is_near(address.parse().expect("an address"));
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.7",
            "172.16.0.1",
            "169.254.1.1",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(near(address), "{address}");
        }
        for address in ["8.8.8.8", "172.32.0.1", "0.0.0.0", "2001:4860::1", "::ffff:8.8.8.8"] {
            assert!(!near(address), "{address}");
        }
    }
}
