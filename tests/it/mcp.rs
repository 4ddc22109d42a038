//! `rooflight mcp`: messages over standard input and output, and a real client's library where one is installed.

use crate::support::{fixture, repository};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The answers to these messages, from an empty folder or from that of a site.
fn talk(root: Option<&Path>, messages: &[String]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("mcp").current_dir(root.unwrap_or(folder.path())).env_clear().env("HOME", folder.path());
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut input = server.stdin.take().expect("its input");
    for message in messages {
        writeln!(input, "{message}").expect("a message is sent");
    }
    drop(input);
    let output = server.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a message a line")).collect()
}

fn request(id: u32, method: &str, parameters: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}).to_string()
}

fn call(id: u32, tool: &str, arguments: &Value) -> String {
    request(id, "tools/call", &json!({"name": tool, "arguments": arguments}))
}

#[test]
fn tools_answer_as_the_commands_do() {
    let answers = talk(
        None,
        &[
            request(1, "initialize", &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}})),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
            request(2, "tools/list", &json!({})),
            call(3, "estimate", &json!({"machine": "2x 3090", "model": "gpt-oss 20b", "context": 8192})),
            call(4, "explore", &json!({"machine": "16 GB 5060 Ti", "least": 20})),
            call(5, "compare", &json!({"machines": ["RTX 4090", "DGX Spark"], "model": "Qwen3 32B"})),
            call(6, "detect", &json!({"output": "a 4090 and a 3090"})),
            call(
                7,
                "measure",
                &json!({"output": "71 tok/s", "hardware": "rtx-3090", "model": "llama-3.1-8b", "quant": "gguf-q4_k_m", "engine": "llama.cpp"}),
            ),
            call(8, "estimate", &json!({"machine": "RTX 4090", "model": "no such model at all"})),
        ],
    );
    assert_eq!(answers.len(), 8, "a notification has no answer: {answers:?}");
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "rooflight");
    let tools = answers[1]["result"]["tools"].as_array().expect("tools");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["estimate", "explore", "compare", "detect", "measure"]);
    assert!(
        tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true && tool["inputSchema"]["type"] == "object")
    );
    let result = |at: usize| &answers[at]["result"]["structuredContent"];
    assert_eq!((result(2)["hardware"]["id"].as_str(), result(2)["devices"].as_u64()), (Some("rtx-3090"), Some(2)));
    assert!(result(2)["launch"]["command"].as_str().is_some_and(|line| line.contains("-sm layer")), "{}", result(2));
    for answer in &answers[3..6] {
        let result = &answer["result"];
        assert!(result["structuredContent"]["data"]["date"].is_string() && result["isError"] == false, "{answer}");
    }
    assert!(result(6)["runs"][0]["verdict"].is_string(), "{}", answers[6]);
    assert_eq!(answers[7]["result"]["isError"], true);
    assert!(answers[7]["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("no model")));
}

#[test]
fn a_folder_with_a_glossary_has_its_terms() {
    let root = fixture("small");
    let answers = talk(
        Some(&root),
        &[
            request(1, "tools/list", &json!({})),
            call(2, "term", &json!({"term": "velocity"})),
            call(3, "term", &json!({"term": "x"})),
        ],
    );
    let names = answers[0]["result"]["tools"].as_array().expect("tools").iter().map(|tool| &tool["name"]);
    let names: Vec<&Value> = names.collect();
    assert_eq!(names.last().copied().and_then(Value::as_str), Some("term"));
    let term = &answers[1]["result"]["structuredContent"];
    assert!(term["definition"].as_str().is_some_and(|text| !text.is_empty()), "{term}");
    assert_eq!(answers[2]["result"]["isError"], true);
}

#[test]
fn what_is_no_request_gets_an_error_of_the_protocol() {
    let messages =
        ["not json", "{\"id\": 1}", "[]", "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/list\"}", ""];
    let mut messages: Vec<String> = messages.map(str::to_owned).to_vec();
    messages.push(call(3, "format_disk", &json!({})));
    messages.push(request(4, "ping", &json!({})));
    let answers = talk(None, &messages);
    let codes: Vec<Option<i64>> = answers.iter().map(|answer| answer["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [Some(-32700), Some(-32600), Some(-32600), Some(-32601), Some(-32602), None]);
    assert_eq!(answers[5]["result"], json!({}));
}

#[test]
fn a_batch_is_answered_together_and_a_response_not_at_all() {
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let response = json!({"jsonrpc": "2.0", "id": 9, "result": {}});
    let ping = |id: &Value| json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
    let batch = json!([ping(&json!(1)), notification, ping(&json!("two")), response, 3]);
    let messages = [batch, json!([notification]), response, ping(&Value::Null), ping(&json!([1]))];
    let answers = talk(None, &messages.map(|message| message.to_string()));
    let ids: Vec<&Value> = answers[0].as_array().expect("a list").iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!("two"), &Value::Null]);
    let codes: Vec<&Value> = answers[1..].iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, [-32600, -32600]);
}

/// The client of the protocol's Python SDK, which `cargo xtask test` installs with the feed readers.
#[test]
#[allow(clippy::print_stderr, reason = "a test that is left out says so")]
fn a_real_client_talks_to_it() {
    let Ok(python) = std::env::var("ROOFLIGHT_FEED_READERS") else {
        eprintln!("left out: no MCP client; `cargo xtask test` installs one");
        return;
    };
    let script = repository().join("tests/mcp/client.py");
    let output = Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_rooflight")).output().expect("Python runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("estimate: GeForce RTX 4090, Qwen3 32B"), "{stdout}");
}
