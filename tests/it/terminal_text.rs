//! A terminal is shown text and given no commands: whatever stands in a file, in its name, in a header or in an
//! argument, each command prints nothing that a terminal obeys and no line that somebody else wrote.

use crate::support::{fixture, repository};
use rooflight_source::characters::{is_command, shown, shown_in_colours, shown_in_line};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A change of colour, a window's title, the same by one character, a text that runs backwards, a line of its own.
const COMMANDS: [&str; 6] =
    ["\u{1b}[31m", "\u{1b}]0;x\u{7}", "\u{9b}2J", "\u{202e}txt", "\u{2066}\u{200f}", "x\n::error::forged"];

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// A folder in which everything that commands read has the text in it.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    let quoted = serde_json::to_string(text).expect("JSON");
    for file in ["site.yaml", "glossary/spike.md", "glossary/sprint.md"] {
        write(
            &at("site/content").join(file),
            &fs::read_to_string(fixture("small").join("content").join(file)).expect("a file"),
        );
    }
    let sources = "sources: [{title: S, url: https://example.org/}]\npublished: 2026-01-01\n";
    let entry = |term: &str| {
        format!("---\nterm: {term}\nlayer: work\ndefinition: D {quoted}.\n{sources}---\nA {text} of [[{text}]].\n")
    };
    write(&at("site/content/glossary/own.md"), &entry(&quoted));
    write(&at(&format!("site/content/glossary/a {text}.md")), &entry("other"));
    write(&at(&format!("site/static/a{text}.css")), "p { color: red }");
    write(&at(&format!("site/content/{}.txt", text.replace('/', "-"))), text);
    write(
        &at("bad/content/site.yaml"),
        &format!("title: {quoted}\n{quoted}: 1\nlanguage: {quoted}\nbase_url: {quoted}\n"),
    );
    write(&at(&format!("notes/One {text}.md")), &format!("# One {text}\n\n{text} <b onclick=x>{text}</b>\n"));
    write(&at("notes/Two.md"), "# Two\n\nA note.\n");
    write(&at(&format!("pages/{text}/index.html")), &format!("<title>x</title><p>{text}</p>"));
    let entry = serde_json::json!({"id": "t", "term": format!("token {text}"), "url": "https://g.example/t/", "definition": text});
    let glossary = serde_json::json!({"version": 2, "title": text, "url": "https://g.example/", "entries": [entry]});
    write(&at("glossary.json"), &glossary.to_string());
    let bad = serde_json::json!({"version": 2, "title": text, "url": text, "entries": []});
    write(&at("bad.json"), &bad.to_string());
    let config = serde_json::json!({"_name_or_path": text, "architectures": [text], "model_type": text, "hidden_size": 64,
        "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100, "intermediate_size": 128, "torch_dtype": text});
    write(&at("config.json"), &config.to_string());
    write(
        &at("machine.txt"),
        &format!("GPU 0: NVIDIA GeForce RTX 5090 {text} (UUID: GPU-0)\nGPU 1: NVIDIA {text} 9000\n"),
    );
    write(
        &at("runs.txt"),
        &format!(
            "| model | size | params | backend | ngl | test | t/s |\n| --- | --- | --- | --- | --- | --- | --- |\n| {text} | 1 GiB | 1 B | {text} | 99 | tg128 | 10.0 ± 0.1 |\n"
        ),
    );
    write(&at("rows.csv"), &format!("id,hardware,model,quantization\n{quoted},{quoted},x,y\n"));
    folder
}

/// Everything that a command printed.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    let output = command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().expect("the program runs");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat()
}

#[test]
fn no_command_prints_what_a_terminal_obeys() {
    let root = repository().display().to_string();
    for text in COMMANDS {
        let folder = folder(text);
        let name = format!("a{text}b");
        let named = format!("none/{name}.json");
        let runs: [&[&str]; 29] = [
            &["check", "--root", "site"],
            &["check", "--root", "site", "--message-format", "short"],
            &["check", "--root", "site", "--message-format", "github"],
            &["check", "--root", "bad"],
            &["check", "--root", "bad", "--message-format", "short"],
            &["build", "--root", "site", "--out", "out"],
            &["build", "--root", "bad", "--out", &name],
            &["links", "--root", "site"],
            &["links", "--root", "site", "--message-format", "short"],
            &["links", &name, "--root", "site"],
            &["terms", "--root", "site", "--forms"],
            &["terms", "--root", "site", "--message-format", "short"],
            &["translations", "--root", "site"],
            &["import", "notes", "--root", "new", "--dry-run"],
            &["import", &name, "--root", "new"],
            &["annotate", "pages", "--glossary", "glossary.json"],
            &["annotate", "pages", "--glossary", "bad.json"],
            &["annotate", "pages", "--glossary", &named],
            &["check", "--docs", "pages", "--glossary", "glossary.json"],
            &["model", "inspect", "config.json"],
            &["model", "inspect", &named],
            &["detect", "machine.txt", "--root", &root],
            &["measure", "runs.txt", "--root", &root],
            &["estimate", &name, &name, "--root", &root],
            &["estimate", "--batch", &named, "--root", &root],
            &["new", &name, "--root", "site"],
            &["explain", &name],
            &["theme", "show", &name],
            &[&name],
        ];
        for arguments in runs {
            let printed = printed(folder.path(), arguments);
            let obeyed = printed.chars().find(|c| is_command(*c) && *c != '\n');
            assert_eq!(obeyed, None, "{arguments:?} of {text:?}: {printed}");
            // What GitHub calls a command may be indented.
            let is_forged = printed.lines().any(|line| line.trim_start().starts_with("::error::forged"));
            assert!(!is_forged, "{arguments:?} of {text:?}: {printed}");
        }
    }
}

#[test]
fn json_stays_what_it_is() {
    for text in COMMANDS {
        let folder = folder(text);
        for arguments in [
            &["check", "--root", "site", "--message-format", "json"][..],
            &["check", "--root", "bad", "--message-format", "json"],
            &["terms", "--root", "site", "--message-format", "json"],
            &["annotate", "pages", "--glossary", "glossary.json", "--json"],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
            let output = command.current_dir(folder.path()).args(arguments).output().expect("the program runs");
            let printed = String::from_utf8(output.stdout).expect("text");
            for line in printed.lines() {
                assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{arguments:?}: {line}");
            }
            assert!(!printed.contains(|c| is_command(c) && c != '\n'), "{arguments:?}: {printed:?}");
        }
        let json = serde_json::json!({ "value": text });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown(&json.to_string())).expect("JSON"), json);
    }
}

#[test]
fn colours_alone_stay_in_a_text_that_the_program_has_coloured() {
    assert_eq!(shown("a\u{1b}[31m\r\nb\u{9b}"), "a\\u001b[31m\\u000d\nb\\u009b");
    assert_eq!(shown_in_line("a\nb"), "a\\u000ab");
    let text = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m \u{1b}[2J \u{1b}]0;x\u{7} \u{9b}1m \u{1b}[31";
    let kept = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m \\u001b[2J \\u001b]0;x\\u0007 \\u009b1m \\u001b[31";
    assert_eq!(shown_in_colours(text), kept);
}
