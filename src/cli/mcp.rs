//! `rooflight mcp`: a server of the Model Context Protocol over standard input and output, for agents and editors.
//!
//! 1. Each line is a JSON-RPC 2.0 message. `initialize` agrees on a version, `tools/list` lists the tools, `tools/call`
//!    runs one.
//! 2. The tools are `estimate`, `explore`, `compare`, `detect`, `measure`, and `term` where the folder has a glossary
//!    (`mcp_tools`).
//! 3. A tool that fails answers with `isError`, so that the agent can read why; an invalid message gets a protocol
//!    error. The messages of a batch, as the protocol had it in March 2025, are answered together.
//!
//! No tool writes a file or reaches the network. A line longer than [`MAX_MESSAGE_BYTES`] ends the connection.

use crate::cli::data::{self, Root};
use crate::cli::mcp_tools::Tools;
use crate::cli::output;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, Read as _, stdin};
use std::process::ExitCode;

/// Maximum size of a message.
const MAX_MESSAGE_BYTES: u64 = 4 << 20;

/// Supported versions of the protocol, newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The flags of `mcp`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    root: Root,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(session) = Session::open(&arguments.root)? else { return Ok(ExitCode::from(1)) };
    let mut input = stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_MESSAGE_BYTES + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        if line.len() as u64 > MAX_MESSAGE_BYTES {
            bail!("a message is longer than {} MiB", MAX_MESSAGE_BYTES >> 20);
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(answer) = session.answer(&line) {
            output::line(answer)?;
        }
    }
}

/// A session with a client: the tools, and the catalog behind them.
pub struct Session {
    tools: Tools,
}

impl Session {
    /// Opens a session on the working folder's catalog, or on the embedded one; for tests.
    ///
    /// # Errors
    /// The catalog cannot be read.
    pub fn of_the_program() -> Result<Option<Self>> {
        Self::open(&Root::default())
    }

    fn open(root: &Root) -> Result<Option<Self>> {
        let data = data::read(root)?;
        Ok(data.map(|data| Self { tools: Tools::new(data, root.folder()) }))
    }

    /// Answers a message, or a batch of them; `None` if nothing in it asks for an answer.
    #[must_use]
    pub fn answer(&self, line: &[u8]) -> Option<Value> {
        match serde_json::from_slice(line) {
            Err(_) => Some(failure(&Value::Null, -32700, "this line is no JSON")),
            Ok(Value::Array(batch)) if !batch.is_empty() => {
                let answers: Vec<Value> = batch.iter().filter_map(|message| self.answer_one(message)).collect();
                (!answers.is_empty()).then(|| answers.into())
            }
            Ok(message) => self.answer_one(&message),
        }
    }

    fn answer_one(&self, message: &Value) -> Option<Value> {
        let is_response = message.get("result").or(message.get("error")).is_some();
        let Some(method) = message["method"].as_str().filter(|_| message["jsonrpc"] == "2.0") else {
            // This server asks nothing, so a response is one to nobody.
            return (!is_response).then(|| failure(&Value::Null, -32600, "this is no request of JSON-RPC 2.0"));
        };
        // Notifications have no id.
        let id = message.get("id")?;
        if !id.is_string() && !id.is_number() {
            return Some(failure(&Value::Null, -32600, "an id is a string or a number"));
        }
        let parameters = &message["params"];
        let result = match method {
            "initialize" => initialized(parameters),
            "ping" => json!({}),
            "tools/list" => json!({"tools": self.tools.list()}),
            "tools/call" => {
                let name = parameters["name"].as_str().unwrap_or_default();
                let Some(called) = self.tools.call(name, &parameters["arguments"]) else {
                    return Some(failure(id, -32602, &format!("there is no tool `{name}`")));
                };
                let (text, values, is_error) = match called {
                    Ok(values) => (format!("{values:#}"), values, false),
                    Err(problem) => (problem, Value::Null, true),
                };
                let mut result = json!({"content": [{"type": "text", "text": text}], "isError": is_error});
                if values.is_object() {
                    result["structuredContent"] = values;
                }
                result
            }
            _ => return Some(failure(id, -32601, &format!("there is no method `{method}`"))),
        };
        Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }
}

/// Answers `initialize` with the client's version of the protocol if it is supported, else with the newest.
fn initialized(parameters: &Value) -> Value {
    let wanted = parameters["protocolVersion"].as_str().unwrap_or_default();
    let version = VERSIONS.into_iter().find(|version| *version == wanted).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "rooflight", "version": env!("CARGO_PKG_VERSION")},
        "instructions": "Estimates how fast open-weight language models run on machines. Speeds are tokens a second: `ceiling` is what \
                         the memory allows, `range` holds 80 % of measurements.",
    })
}

fn failure(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
