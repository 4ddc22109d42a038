//! Commands that write many files write all of them or none: killed at any moment, on a full disk, beside each other.

use crate::support::fixture;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

/// How often each command is killed.
const KILLS: u32 = 12;

/// Commands, each with the folder that it writes to.
const COMMANDS: [(&[&str], &str); 8] = [
    (&["init", "new"], "new"),
    (&["import", "notes", "--root", "imported"], "imported"),
    (&["import", "notes", "--root", "site", "--source", "https://s.example/"], "site"),
    (&["new", "word", "--root", "site"], "site"),
    (&["urls", "--update", "--root", "site"], "site"),
    (
        &["model", "add", "a model/config.json", "--root", "site", "--source", "https://m.example/", "--name", "A"],
        "site",
    ),
    (&["annotate", "pages", "--glossary", "glossary.json"], "pages"),
    (&["export", "vale", "--glossary", "glossary.json", "--out", "vale"], "vale"),
];

/// The header of a model.
const HEADER: &str = r#"{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 2048,
"intermediate_size": 8192, "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 16,
"vocab_size": 128256, "head_dim": 64, "max_position_embeddings": 131072, "tie_word_embeddings": true,
"torch_dtype": "bfloat16"}"#;

type Files = BTreeMap<String, Vec<u8>>;

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// What the commands read, in a new folder.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    for entry in walkdir::WalkDir::new(fixture("small")).into_iter().map(|entry| entry.expect("an entry")) {
        let to = at("site").join(entry.path().strip_prefix(fixture("small")).expect("a path"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).expect("a folder");
        } else {
            fs::copy(entry.path(), to).expect("a file");
        }
    }
    for number in 0..40 {
        write(&at(&format!("notes/Note {number}.md")), &format!("# Note {number}\n\nWhat the note {number} says.\n"));
        let page = "<!doctype html><html lang=en><title>x</title><main><p>A token of a cat.</p></main></html>";
        write(&at(&format!("pages/{number}/index.html")), page);
    }
    let entry = serde_json::json!({"id": "token", "term": "token", "url": "https://g.example/t/", "definition": "d"});
    let glossary = serde_json::json!({"version": 2, "title": "G", "url": "https://g.example/", "entries": [entry]});
    write(&at("glossary.json"), &glossary.to_string());
    write(&at("a model/config.json"), HEADER);
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.current_dir(folder).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    command(folder, arguments).spawn().expect("the program starts")
}

/// What a person or a server sees of a folder: hidden folders of ours are left out.
fn files(root: &Path) -> Files {
    let entries = walkdir::WalkDir::new(root).into_iter().filter_map(Result::ok);
    let files = entries.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(root).expect("a path inside").to_string_lossy().into_owned();
        (path, fs::read(entry.path()).expect("a file"))
    });
    files.filter(|(path, _)| !path.starts_with(".rooflight-")).collect()
}

fn leftovers(root: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(root).into_iter().filter_map(Result::ok);
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names
        .filter(|name| name.contains("rooflight-new") || name.contains("rooflight-whole") || name.contains("part"))
        .collect()
}

#[test]
fn a_killed_command_leaves_all_or_nothing_and_the_next_one_goes_on() {
    for (arguments, target) in COMMANDS {
        let folder = inputs();
        let before = files(&folder.path().join(target));
        let begin = Instant::now();
        assert!(start(folder.path(), arguments).wait().expect("an end").success(), "{arguments:?}");
        let longest = begin.elapsed();
        let after = files(&folder.path().join(target));
        assert_ne!(before, after, "{arguments:?}");
        for kill in 1..=KILLS {
            let folder = inputs();
            let root = folder.path().join(target);
            let mut child = start(folder.path(), arguments);
            std::thread::sleep(longest * kill / KILLS);
            child.kill().ok();
            child.wait().expect("an end");
            let found = files(&root);
            let is_between = root.join(".rooflight-whole").exists();
            assert!(is_between || found == before || found == after, "{arguments:?}, kill {kill}");
            if found != after {
                assert!(start(folder.path(), arguments).wait().expect("an end").success(), "{arguments:?}, again");
                assert!(files(&root) == after, "{arguments:?}, kill {kill}: the next run does not go on");
                assert_eq!(leftovers(&root), Vec::<String>::new(), "{arguments:?}");
            }
        }
    }
}

#[test]
fn what_a_run_left_is_removed_before_it_was_whole_and_completed_after() {
    let folder = inputs();
    let root = folder.path().join("imported");
    let import = COMMANDS[1].0;
    assert!(start(folder.path(), import).wait().expect("an end").success());
    let after = files(&root);
    // Staged in part.
    fs::remove_dir_all(&root).expect("it goes");
    write(&root.join(".rooflight-new/content/glossary/note-1.md"), "half of a no");
    assert!(start(folder.path(), import).wait().expect("an end").success());
    assert!(files(&root) == after);
    // Moved in part: no command takes it for a site until the next run has moved the rest.
    let moved = root.join(".rooflight-whole");
    for path in after.keys().filter(|path| path.starts_with("content/glossary/note-1")) {
        fs::create_dir_all(moved.join(path).parent().expect("a folder")).expect("a folder");
        fs::rename(root.join(path), moved.join(path)).expect("a move back");
    }
    assert!(files(&root) != after);
    let checked =
        command(folder.path(), &["check", "--root", "imported"]).stdout(Stdio::piped()).output().expect("it runs");
    assert!(String::from_utf8_lossy(&checked.stdout).contains("ended before it was done"), "{checked:?}");
    assert!(start(folder.path(), import).wait().expect("an end").success());
    assert!(files(&root) == after && leftovers(&root).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_folder_as_it_was() {
    for (arguments, target) in COMMANDS {
        let folder = inputs();
        let root = folder.path().join(target);
        let before = files(&root);
        let mut limited = Command::new("sh");
        limited.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_rooflight")]);
        let output: Output = limited.current_dir(folder.path()).args(arguments).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{output:?}");
        assert!(files(&root) == before && leftovers(&root).is_empty(), "{arguments:?}");
    }
}

#[test]
fn of_two_at_once_each_is_done_or_says_that_it_is_not() {
    let folder = inputs();
    let names: Vec<String> = (0..6).map(|number| format!("model-{number}")).collect();
    for name in &names {
        write(&folder.path().join(name).join("config.json"), HEADER);
    }
    let add = |name: &String| {
        let file = format!("{name}/config.json");
        let source = format!("https://models.example/{name}");
        let arguments = ["model", "add", &file, "--root", "site", "--source", &source, "--name", name, "--id", name];
        command(folder.path(), &arguments).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let children: Vec<Child> = names.iter().map(add).collect();
    let ended: Vec<Output> = children.into_iter().map(|child| child.wait_with_output().expect("an end")).collect();
    let catalog = fs::read_to_string(folder.path().join("site/content/catalog/models.yaml")).unwrap_or_default();
    for (name, output) in names.iter().zip(&ended) {
        let told = String::from_utf8_lossy(&output.stderr);
        let is_there = catalog.contains(&format!("id: \"{name}\"\n"));
        assert_eq!(output.status.success(), is_there, "{name}: {told}");
        assert!(is_there || told.contains("another command is writing"), "{name}: {told}");
    }
    assert!(ended.iter().any(|output| output.status.success()));
}
