//! A machine from what its tools print, matched to the reference catalog; `rooflight detect` with files, with standard
//! input, and with tools of its own.

use crate::support::{calibrated, repository};
use rooflight_document::reply::replies::MachineReply;
use rooflight_estimator::records::{NamesRecord, Record};
use rooflight_ingest::machine::matching::{CatalogDevice, MatchedDevices, find};
use rooflight_ingest::machine::{read, wasm_api};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn fixture(name: &str) -> String {
    std::fs::read_to_string(repository().join("tests/fixtures/machines").join(name)).expect("a fixture")
}

fn matched(text: &str) -> MatchedDevices {
    find(&read(text).unwrap_or_else(|why| panic!("{text}: {why}")), &known())
}

fn known() -> Vec<CatalogDevice<'static>> {
    let all = calibrated().estimator.devices.iter();
    all.map(|record| CatalogDevice {
        device: &record.device,
        aliases: calibrated().aliases("device", &record.device.id),
    })
    .collect()
}

/// "2 × rtx-5090"
fn found(text: &str) -> Vec<String> {
    let known = known();
    let matched = matched(text);
    let device = |at: usize| &known[at].device.id;
    matched.found.iter().map(|found| format!("{} × {}", found.count, device(found.at))).collect()
}

/// A device of each printed name, with its memory in MiB.
fn nvidia(cards: &[(&str, u32)]) -> String {
    let rows: Vec<String> = cards.iter().map(|(name, memory)| format!("{name}, {memory} MiB\n")).collect();
    format!("name, memory.total [MiB]\n{}", rows.concat())
}

#[test]
fn printed_names_are_the_catalogs_devices() {
    for (name, expected) in [
        ("nvidia-smi-two-5090.txt", "2 × rtx-5090"),
        ("nvidia-smi-gb10.txt", "1 × dgx-spark-gb10"),
        ("nvidia-smi-q.txt", "1 × rtx-3070-ti-laptop"),
        ("nvidia-smi-list-and-table.txt", "2 × quadro-rtx-4000"),
        ("rocm-smi.txt", "1 × rx-7900-xt"),
        ("rocminfo.txt", "1 × ryzen-ai-max-395"),
        ("amd-smi.txt", "1 × mi350x"),
        ("system-profiler-m4-max.txt", "1 × apple-m4-max-40c"),
        ("system-profiler-m1.txt", "1 × apple-m1"),
        ("llama-cpp-vulkan.txt", "1 × rx-7900-xtx"),
    ] {
        assert_eq!(found(&fixture(name)), [expected], "{name}");
    }
    assert_eq!(found(&fixture("llama-cpp-unlike.txt")), ["1 × rtx-a6000", "1 × rtx-4080-super"]);
    assert_eq!(found(&fixture("nvidia-smi-csv.txt")), ["1 × rtx-5090", "1 × rtx-3090"]);
}

#[test]
fn memory_cores_and_the_processor_decide_between_records_of_one_name() {
    for (name, memory, expected) in [
        ("NVIDIA GeForce RTX 4060 Ti", 16_380, "1 × rtx-4060-ti-16gb"),
        ("NVIDIA GeForce RTX 4060 Ti", 8188, "1 × rtx-4060-ti-8gb"),
        ("NVIDIA GeForce RTX 2080 Ti", 22_528, "1 × rtx-2080-ti-22gb"),
        ("NVIDIA GeForce RTX 3080", 10_240, "1 × rtx-3080-10gb"),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", 16_376, "1 × rtx-4090-laptop"),
        ("NVIDIA H100 80GB HBM3", 81_559, "1 × h100-sxm-80gb"),
        ("NVIDIA RTX 6000 Ada Generation", 49_140, "1 × rtx-6000-ada"),
        ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 97_887, "1 × rtx-pro-6000-blackwell"),
        ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 97_887, "1 × rtx-pro-6000-blackwell-max-q"),
        ("NVIDIA A100-SXM4-80GB", 81_920, "1 × a100-sxm-80gb"),
        ("NVIDIA L4", 23_034, "1 × l4"),
        ("Tesla T4", 15_360, "1 × t4"),
    ] {
        assert_eq!(found(&nvidia(&[(name, memory)])), [expected], "{name}");
    }
    let mac = |chip: &str, cores: &str, memory: &str| {
        let cores = if cores.is_empty() {
            String::new()
        } else {
            format!("Chipset Model: {chip}\nTotal Number of Cores: {cores}\n")
        };
        found(&format!("Chip: {chip}\nTotal Number of Cores: 14\nMemory: {memory} GB\n{cores}"))
    };
    assert_eq!(mac("Apple M4 Max", "32", "36"), ["1 × apple-m4-max-32c"]);
    assert_eq!(mac("Apple M4 Max", "40", "64"), ["1 × apple-m4-max-40c"]);
    assert_eq!(mac("Apple M4 Max", "", "128"), ["1 × apple-m4-max-40c"], "the smaller chip has no such memory");
    assert_eq!(mac("Apple M1 Max", "24", "32"), ["1 × apple-m1-max-24c"]);
    assert_eq!(mac("Apple M1 Max", "32", "32"), ["1 × apple-m1-max"]);
    let laptop = "Model name: AMD Ryzen AI 9 HX 370 w/ Radeon 890M\nggml_vulkan: 0 = AMD Radeon 890M Graphics (RADV STRIX1) (radv) | uma: 1 | fp16: 1\n";
    assert_eq!(found(laptop), ["1 × radeon-890m-lpddr5x-7500"]);
}

#[test]
fn cards_are_read_from_words() {
    let known = known();
    let typed = |text: &str| {
        let machine = rooflight_ingest::machine::text::read(text, &known).unwrap_or_else(|why| panic!("{text}: {why}"));
        let found = find(&machine, &known).found;
        found.iter().map(|found| format!("{} × {}", found.count, known[found.at].device.id)).collect::<Vec<_>>()
    };
    let three = ["1 × rtx-5090", "1 × rtx-4090", "1 × rtx-3090"];
    assert_eq!(typed("I have a 5090, a 4090 and a 3090"), three);
    assert_eq!(typed("5090 + RTX 4090 + 3090"), three);
    assert_eq!(typed("two 3090s"), ["2 × rtx-3090"]);
    assert_eq!(typed("I have 4x RTX 3090."), ["4 × rtx-3090"]);
    assert_eq!(typed("7900 XTX and 2 x 3090"), ["2 × rtx-3090", "1 × rx-7900-xtx"]);
    for noise in ["", "What can I run?", "hello", "a 9999", "71 tok/s, is that good?", "and with , + &"] {
        assert!(rooflight_ingest::machine::text::read(noise, &known).is_err(), "{noise}");
    }
}

/// Each line is a text and the page's reading of it: devices, then memory and bandwidth where they are not the
/// catalog's.
#[test]
fn typed_machines_are_read_as_listed_or_asked_about() {
    let files = &calibrated().files;
    let names = &files.iter().find(|(name, _)| name == "explore/names.txt").expect("a file").1;
    let reading = |text: &str| match wasm_api::machine_reply(text, names) {
        Ok(MachineReply::Machine { devices, memory, bandwidth, .. }) => {
            let devices = devices.iter().map(|one| format!("{} × {}", one.count, one.id));
            let differs =
                [("memory", memory), ("bandwidth", bandwidth)].into_iter().filter(|(_, value)| !value.is_empty());
            devices.chain(differs.map(|(name, value)| format!("{name} {value}"))).collect::<Vec<_>>().join(", ")
        }
        Err((why, _)) if why.contains("could be ") => "ask".to_owned(),
        _ => "absent".to_owned(),
    };
    let listed = fixture("typed.txt");
    let lines =
        listed.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(" => ").expect("two parts"));
    let wrong: Vec<String> = lines
        .filter(|(text, expected)| reading(text) != *expected)
        .map(|(text, expected)| format!("{text}: {} for {expected}", reading(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_differs_from_the_record_goes_with_the_device() {
    let mac = &matched(&fixture("system-profiler-m4-max.txt")).found[0];
    assert_eq!(mac.memory, Some(48.0 * 1024.0 * 1024.0 * 1024.0));
    assert!(mac.notes[0].contains("48 GiB"), "{:?}", mac.notes);
    let spark = &matched(&fixture("nvidia-smi-gb10.txt")).found[0];
    assert_eq!(spark.memory, None, "as printed and as sold are one size");
    let desktop = matched(&fixture("dmidecode-7950x.txt"));
    let processor = desktop.main().expect("a processor");
    assert_eq!((processor.bandwidth, processor.memory), (Some(96e9), Some(32.0 * 1024.0 * 1024.0 * 1024.0)));
    let server = matched(&fixture("lscpu-two-sockets.txt"));
    assert!(server.main().is_some_and(|found| found.notes[0].contains("one is estimated")));
    let two = &matched(&fixture("nvidia-smi-two-5090.txt")).found[0];
    assert_eq!(two.power, Some(575.0));
}

#[test]
fn what_the_catalog_does_not_have_is_said_with_the_nearest() {
    let unknown = |text: &str| {
        let MatchedDevices { found, unknown, .. } = matched(text);
        assert_eq!(found, []);
        (unknown[0].count, unknown[0].why.clone())
    };
    let (count, why) = unknown(&fixture("unknown-card.txt"));
    assert_eq!(count, 2);
    assert!(why.starts_with("“NVIDIA RTX 6000D” is not in the catalog; the nearest is "), "{why}");
    let (_, why) = unknown(&fixture("rocm-smi-several-names.txt"));
    assert!(why.contains("could be Radeon RX 6800 or Radeon RX 6800 XT or Radeon RX 6900 XT"), "{why}");
    let table = read(&fixture("rocm-smi-table.txt"));
    assert!(table.is_err_and(|why| why.contains("--showproductname")), "its plain table names no card");
    let (_, why) = unknown("GPU 0: NVIDIA GeForce RTX 4060 Ti (UUID: GPU-0)");
    assert!(why.contains("could be GeForce RTX 4060 Ti 16GB or GeForce RTX 4060 Ti 8GB"), "{why}");
    let (_, why) = unknown("|  0  NVIDIA GeForce ...  Off | 00000000:01:00.0 Off | N/A |");
    assert!(why.contains("nvidia-smi -L"), "{why}");
    let (_, why) = unknown("Model name: AMD Ryzen 9 9950X3D 16-Core Processor");
    assert!(why.contains("Ryzen 9 9950X"), "{why}");
}

#[test]
fn a_page_gets_the_values_of_its_form_or_a_sentence() {
    let files = &calibrated().files;
    let names = &files.iter().find(|(name, _)| name == "explore/names.txt").expect("a file").1;
    assert_eq!(NamesRecord::from_bytes(names).expect("names").devices.len(), known().len());
    // The devices with their numbers, memory, bandwidth and link; then the sentence.
    let reply = |text: &str| match wasm_api::machine_reply(text, names) {
        Ok(MachineReply::Machine { devices, memory, bandwidth, link, sentence, .. }) => {
            let devices: Vec<String> = devices.iter().map(|one| format!("{} × {}", one.count, one.id)).collect();
            (devices.join(", "), [memory, bandwidth, link], sentence)
        }
        other => panic!("{other:?}"),
    };
    let (mac, numbers, sentence) = reply(&fixture("system-profiler-m4-max.txt"));
    assert_eq!((mac.as_str(), numbers), ("1 × apple-m4-max-40c", ["48", "", ""].map(str::to_owned)));
    assert!(sentence.starts_with("Found Apple M4 Max"), "{sentence}");
    assert_eq!(reply(&fixture("nvidia-smi-two-5090.txt")).0, "2 × rtx-5090");
    let (unlike, [.., link], sentence) = reply(&fixture("nvidia-smi-csv.txt"));
    assert_eq!((unlike.as_str(), link.as_str()), ("1 × rtx-5090, 1 × rtx-3090", "pcie4x4"), "the slowest link");
    assert!(sentence.starts_with("Found GeForce RTX 5090 and GeForce RTX 3090."), "{sentence}");
    let cards = [
        ("NVIDIA GeForce RTX 5090", 32_607),
        ("NVIDIA GeForce RTX 4090", 24_564),
        ("NVIDIA GeForce RTX 3090", 24_576),
        ("NVIDIA L4", 23_034),
        ("Tesla T4", 15_360),
    ];
    let (four, [.., link], sentence) = reply(&nvidia(&cards[..4]));
    assert_eq!((four.as_str(), link.as_str()), ("1 × rtx-5090, 1 × rtx-4090, 1 × rtx-3090, 1 × l4", ""));
    assert!(sentence.contains("GeForce RTX 3090 and L4"), "{sentence}");
    let (.., sentence) = reply(&nvidia(&cards));
    assert!(sentence.contains("Left out: "), "{sentence}");
    let refused = |text: &str| wasm_api::machine_reply(text, names).expect_err("no machine").0;
    assert!(refused("What can I run?\0").contains("system_profiler"));
    assert!(refused(&fixture("unknown-card.txt")).contains("RTX 6000D"));
    for text in ["minimax m1 on a 4090", "Qwen3.8-Flash-Next, 2x 3090", "does jamba 1.5 run on m4 max?"] {
        assert!(refused(text).contains("” is not covered yet: "), "{text}: {}", refused(text));
    }
}

/// A size of memory is the card's or the RAM's, in GiB, and the sentence offers the other reading where both are
/// possible.
#[test]
fn a_size_that_a_card_is_not_sold_with_is_said() {
    let files = &calibrated().files;
    let names = &files.iter().find(|(name, _)| name == "explore/names.txt").expect("a file").1;
    for (text, card, system, note) in [
        ("rtx 4090 48gb", "48", "", "48 GB is taken for the card's own. If the computer has it, write “48 GB RAM”."),
        ("rtx 3090 48 GB", "48", "", "write “48 GB RAM”"),
        ("rtx 4090 48 GB RAM", "", "48", ""),
        ("3090 64gb", "", "64", "If the card has it, write “64 GB VRAM”."),
        ("3090 + 48gb", "", "48", "write “48 GB VRAM”"),
        ("RTX 3090 32GB VRAM", "32", "", "It has 32 GiB here"),
        ("2060 8GB + 48GB", "8", "48", "It has 8 GiB here"),
        ("3090 24GB 64GB", "", "64", ""),
        ("3090 24GB + 64GB RAM", "", "64", ""),
        ("4090 48GB with 64GB RAM", "48", "64", "It has 48 GiB here"),
        ("2x 3090 48gb", "", "", "48 GB is taken for the memory of all of them."),
        ("M4 Max 64GB 1TB", "64", "", "It has 64 GiB here"),
    ] {
        let Ok(MachineReply::Machine { memory, ram, sentence, .. }) = wasm_api::machine_reply(text, names) else {
            panic!("{text}")
        };
        assert_eq!((memory.as_str(), ram.as_str()), (card, system), "{text}: {sentence}");
        assert!(sentence.contains(note) && sentence.contains("write “") == note.contains("write “"), "{sentence}");
    }
}

fn detect(arguments: &[&str], input: &str, path: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("detect").args(arguments).arg("--root").arg(repository());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let mut child = command.spawn().expect("the program runs");
    // A program that needs no input may have closed it.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_command_prints_the_machine_and_what_runs_on_it() {
    let file = repository().join("tests/fixtures/machines/nvidia-smi-csv.txt");
    let output = detect(&[file.to_str().expect("UTF-8"), "--context", "8192", "--least", "20"], "", None);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let (machine, list) = text.split_once("\n\n").expect("two parts");
    insta::assert_snapshot!(machine);
    assert!(list.contains("should reach 20 tokens per second") && list.contains("GeForce RTX 5090"), "{list}");
    assert!(list.contains("8,192 tokens of context") && list.contains("Reaches it") && !list.contains("Does not fit"));
    assert!(!list.lines().any(|line| line.starts_with('|')), "tables are set in columns");
}

#[test]
fn json_has_the_machine_and_the_rows() {
    let answer = json(&detect(&["-", "--json", "--all"], &fixture("system-profiler-m4-max.txt"), None));
    let device = &answer["devices"][0];
    assert_eq!((device["id"].as_str(), device["count"].as_u64()), (Some("apple-m4-max-40c"), Some(1)));
    assert_eq!(device["memory_bytes"].as_f64(), Some(48.0 * 1024.0 * 1024.0 * 1024.0));
    let groups = answer["runs"]["groups"].as_array().expect("groups");
    let rows = || groups.iter().flat_map(|group| group["models"].as_array().expect("rows"));
    let row = rows().find(|row| row["id"] == "qwen3-32b").expect("a model");
    // Of 48 GiB, macOS leaves three quarters to the graphics part.
    let usable = row["memory"]["usable"].as_f64().expect("a number");
    assert!((usable / (36.0 * 1024.0 * 1024.0 * 1024.0) - 1.0).abs() < 1e-9, "{usable}");
    assert!(row["range"]["typical"].as_f64().is_some_and(|speed| speed > 1.0));
    assert!(groups.iter().any(|group| group["title"] == "Does not fit"));
}

#[test]
fn noise_and_unknown_devices_are_errors_that_help() {
    let noise = detect(&["-"], "Hello, what can I run?\n", None);
    assert_eq!(noise.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&noise.stderr).contains("nvidia-smi"), "{noise:?}");
    let unknown = detect(&["-", "--json"], &fixture("unknown-card.txt"), None);
    assert_eq!((unknown.status.code(), &json(&unknown)["runs"]), (Some(1), &serde_json::Value::Null));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("RTX 6000D"));
}

#[cfg(unix)]
#[test]
fn without_a_file_the_machines_own_tools_are_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let tool = |name: &str, script: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let fixture = repository().join("tests/fixtures/machines/nvidia-smi-two-5090.txt");
    tool("nvidia-smi", &format!("while read -r line; do echo \"$line\"; done < {}", fixture.display()));
    tool("rocm-smi", "exit 3");
    tool("dmidecode", "echo 'Permission denied' >&2; exit 1");
    let path = folder.path().to_str().expect("UTF-8");
    let answer = json(&detect(&["--json"], "", Some(path)));
    assert_eq!(
        (answer["devices"][0]["id"].as_str(), answer["devices"][0]["count"].as_u64()),
        (Some("rtx-5090"), Some(2))
    );
    assert!(answer["runs"]["conditions"].as_str().is_some_and(|words| words.starts_with("2 × GeForce RTX 5090")));
}
