//! Headers of models: the small files of `tests/fixtures/headers`, written by the packages that write real ones;
//! published configurations; cut, hostile and mutated headers.

#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "a test reads its fixtures")]
#![allow(clippy::cast_precision_loss, reason = "bytes of small files")]

use proptest::prelude::*;
use rooflight_document::reply::replies::HeaderReply;
use rooflight_document::{markdown, report::Report};
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::records::{ModelRecord, Record};
use rooflight_estimator::tensors::{self, Group};
use rooflight_ingest::header::{
    Fault, FileKind, Head, Inspection, ModelPart, Parts, RefusedFile, inspect, read_for_a_token, wasm_api,
};
use std::fs;
use std::path::{Path, PathBuf};

const PLAIN: Parts = Parts { prediction: false, vision: true };
const ALL: Parts = Parts { prediction: true, vision: true };

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/headers")
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap()
}

fn read(names: &[&str]) -> Inspection {
    let files: Vec<Vec<u8>> = names.iter().map(|name| bytes(name)).collect();
    let named = names.iter().map(|name| name.rsplit('/').next().unwrap());
    let heads: Vec<Head<'_>> =
        files.iter().zip(named).map(|(bytes, name)| Head { name, size: bytes.len() as u64, bytes }).collect();
    inspect(&heads).unwrap()
}

fn wrong(name: &str, size: u64, bytes: &[u8]) -> String {
    match inspect(&[Head { name, size, bytes }]) {
        Err(RefusedFile { fault: Fault::Wrong(why), .. }) => why,
        other => panic!("{other:?}"),
    }
}

fn line_bytes(found: &Inspection) -> u64 {
    found.lines.iter().map(|line| line.bytes).sum()
}

/// Every fixture that holds tensors.
const FILES: [&str; 7] = [
    "llama.gguf",
    "glm4moe-mtp.gguf",
    "mmproj.gguf",
    "unknown.gguf",
    "gptq.safetensors",
    "qwen3/model-00001-of-00002.safetensors",
    "qwen3/model-00002-of-00002.safetensors",
];

#[test]
fn ledgers_add_up_to_their_files() {
    for name in FILES {
        let found = read(&[name]);
        let file = &found.files[0];
        assert_eq!(file.header + line_bytes(&found) + file.padding, bytes(name).len() as u64, "{name}");
        assert!(file.padding < 32 * 64, "{name}");
        assert!(!found.notes.iter().any(|note| note.contains("last tensor")), "{name}: {:?}", found.notes);
        let weights = found.weights(ALL);
        let sum = line_bytes(&found) as f64;
        assert!((weights.file_bytes() - sum).abs() < 1e-6 * sum, "{name}");
    }
}

#[test]
fn a_dense_model_is_read_from_its_metadata() {
    let found = read(&["llama.gguf"]);
    assert_eq!(found.name, "Tiny Llama");
    assert_eq!(found.stored_as(), "Q4_K_M");
    let model = found.model.as_ref().unwrap();
    assert_eq!(found.notes, Vec::<String>::new(), "the facts account for every tensor");
    assert_eq!(model.layers().len(), 2);
    // Two layers × one head × 16 × keys and values × 2 bytes.
    assert!((kv::stored_bytes(&found.shape, KvType::F16, 1.0) - 128.0).abs() < 1e-9);
    let read: f64 = found.lines.iter().map(|line| read_for_a_token(line, PLAIN, found.experts)).sum();
    let table = found.lines.iter().find(|line| line.group == Group::Embedding).unwrap();
    assert!((read - (line_bytes(&found) - table.bytes) as f64).abs() < 1e-9, "the table is looked up");
    let record = found.record(PLAIN);
    assert_eq!(record.formats[0].name, "Q4_K_M, your file");
    assert_eq!(record.formats.len(), 16);
    assert_eq!(
        ModelRecord::from_bytes(&record.to_bytes()).unwrap().formats,
        record.formats,
        "it reaches the calculators whole"
    );
}

#[test]
fn prediction_heads_and_towers_can_be_left_out() {
    let found = read(&["glm4moe-mtp.gguf", "mmproj.gguf"]);
    assert_eq!(found.notes, Vec::<String>::new());
    assert_eq!(found.experts, Some((8, 2)));
    assert_eq!(found.files[1].kind, FileKind::Projector);
    let of = |part| found.lines.iter().filter(|line| line.part == part).map(|line| line.bytes).sum::<u64>() as f64;
    let none = Parts { prediction: false, vision: false };
    let total = |parts| found.weights(parts).file_bytes();
    assert!(of(ModelPart::Prediction) > 0.0 && of(ModelPart::Vision) > 0.0);
    assert!((total(none) - of(ModelPart::Text)).abs() < 1e-6);
    assert!((total(ALL) - of(ModelPart::Text) - of(ModelPart::Prediction) - of(ModelPart::Vision)).abs() < 1e-6);
    let streamed = |parts| found.weights(parts).streamed_bytes(1.0);
    assert!((streamed(PLAIN) - streamed(none)).abs() < 1e-9, "a tower is read for no token");
    assert!(streamed(ALL) > streamed(PLAIN), "prediction heads are read once a step");
    let experts =
        |line: &&rooflight_ingest::header::LedgerLine| line.group == Group::Experts && line.part == ModelPart::Text;
    let line = found.lines.iter().find(experts).unwrap();
    assert!((read_for_a_token(line, PLAIN, found.experts) - line.bytes as f64 / 4.0).abs() < 1e-9, "2 of 8 experts");
}

#[test]
fn unknown_architectures_say_what_was_assumed() {
    let found = read(&["unknown.gguf"]);
    assert!(
        found.notes.iter().any(|note| note.contains("“newcomer” is no architecture that is known here")),
        "{:?}",
        found.notes
    );
    assert!(
        found.notes.iter().any(|note| note.contains("1 tensors have names that are not known")),
        "{:?}",
        found.notes
    );
    assert!(found.model.is_some(), "its sizes make a model all the same");
    let head = found.lines.iter().find(|line| line.name == "token_embd.weight").unwrap();
    assert_eq!(head.group, Group::Head, "the table is the output head");
}

#[test]
fn a_repository_of_several_files_is_one_model() {
    let shards = ["qwen3/model-00001-of-00002.safetensors", "qwen3/model-00002-of-00002.safetensors"];
    let found = read(&["qwen3/config.json", "qwen3/model.safetensors.index.json", shards[0], shards[1]]);
    let model = found.model.as_ref().unwrap();
    assert!((tensors::parameters(model) * 2.0 - line_bytes(&found) as f64).abs() < 1e-9, "16 bits each");
    assert_eq!(found.notes.len(), 1, "{:?}", found.notes);
    assert!(found.notes[0].starts_with("The index names 25 tensors in 2 files"), "{:?}", found.notes);
    let half = read(&["qwen3/config.json", "qwen3/model.safetensors.index.json", shards[0]]);
    assert!(half.notes.iter().any(|note| note.contains("1 of them are not here")), "{:?}", half.notes);
    let alone = read(&["qwen3/config.json"]);
    assert_eq!(alone.record(PLAIN).formats[0].id, "gguf-q4_k_m", "without tensors the formats are computed");
    let without = read(&[shards[0], shards[1]]);
    assert_eq!(
        without.shape.cache,
        found
            .shape
            .cache
            .iter()
            .map(|group| {
                // Heads cannot be told from shapes: only their product can.
                rooflight_estimator::model::shape::CacheGroup { kv_heads: 1, ..*group }
            })
            .collect::<Vec<_>>()
    );
}

#[test]
fn packed_integers_count_as_their_weights() {
    let found = read(&["gptq.safetensors"]);
    let attention: u64 =
        found.lines.iter().filter(|line| line.group == Group::Attention).map(|line| line.parameters).sum();
    assert_eq!(attention, 128 * (128 + 64 + 64 + 128));
    assert!(found.notes.iter().any(|note| note.contains("4 bits")), "{:?}", found.notes);
}

#[test]
fn published_configurations_give_the_catalogs_parameters() {
    for (name, parameters, cache) in [
        ("llama-3.3-70b", 70.553_706, 163_840),
        ("kimi-k2", 1_026.408_232, 35_136),
        ("qwen3-next-80b-a3b", 79.674_391, 12_288),
        ("qwen3.5-397b-a17b", 396.346_35, 15_360),
    ] {
        let text = bytes(&format!("configs/{name}.json"));
        let found = inspect(&[Head { name: "config.json", size: text.len() as u64, bytes: &text }]).unwrap();
        let model = found.model.as_ref().unwrap_or_else(|| panic!("{name}: {:?}", found.notes));
        assert!((tensors::parameters(model) / 1e9 - parameters).abs() < 1e-6, "{name}: {}", tensors::parameters(model));
        assert_eq!(kv::growing_elements(&found.shape), cache, "{name}");
        assert_eq!(found.notes, Vec::<String>::new(), "{name}");
    }
    let text = bytes("configs/qwen3.5-397b-a17b.json");
    let found = inspect(&[Head { name: "config.json", size: text.len() as u64, bytes: &text }]).unwrap();
    let described = found.description.unwrap();
    assert!(described.has_vision && described.prediction_layers == 1);
}

#[test]
fn a_header_that_goes_on_says_how_much_is_needed() {
    for name in FILES {
        let whole = bytes(name);
        let (mut length, mut rounds) = (16, 0);
        loop {
            let head = Head { name, size: whole.len() as u64, bytes: &whole[..length] };
            match inspect(&[head]) {
                Ok(found) => {
                    assert!(length as u64 <= found.files[0].header, "{name}: no byte behind the header is asked for");
                    break;
                }
                Err(RefusedFile { fault: Fault::More(needed), .. }) => {
                    assert!(needed > length as u64 && needed <= whole.len() as u64, "{name}: {needed}");
                    length = usize::try_from(needed).unwrap();
                    rounds += 1;
                }
                Err(other) => panic!("{name}: {other:?}"),
            }
        }
        assert!(rounds > 0, "{name}");
    }
}

#[test]
fn files_of_another_length_than_their_headers_say_are_reported() {
    let whole = bytes("llama.gguf");
    let head = |size| inspect(&[Head { name: "a.gguf", size, bytes: &whole }]).unwrap().notes;
    assert!(head(whole.len() as u64 - 5000).concat().contains("it was not copied whole"));
    assert!(head(200_000_000_000).concat().contains("bytes behind its last tensor"), "200 GB take no longer");
}

/// Returns a GGUF header with these counts, followed by `rest`.
fn gguf(version: u32, tensors: u64, keys: u64, rest: &[u8]) -> Vec<u8> {
    [b"GGUF".as_slice(), &version.to_le_bytes(), &tensors.to_le_bytes(), &keys.to_le_bytes(), rest].concat()
}

/// Returns a metadata key with the number of its type.
fn key(name: &str, kind: u32) -> Vec<u8> {
    [&(name.len() as u64).to_le_bytes(), name.as_bytes(), &kind.to_le_bytes()].concat()
}

#[test]
fn hostile_headers_are_refused_in_words() {
    const HUGE: u64 = 200_000_000_000;
    let list =
        |kind: u32, count: u64| [key("k", 9), kind.to_le_bytes().to_vec(), count.to_le_bytes().to_vec()].concat();
    let nested: Vec<u8> =
        std::iter::repeat_n([9_u32.to_le_bytes().as_slice(), &1_u64.to_le_bytes()].concat(), 9).flatten().collect();
    let far =
        [&1_u64.to_le_bytes(), b"x".as_slice(), &0_u32.to_le_bytes(), &0_u32.to_le_bytes(), &u64::MAX.to_le_bytes()]
            .concat();
    for (bytes, size, why) in [
        (gguf(3, u64::MAX, 1, b""), HUGE, "tensors, more than the file can hold"),
        (gguf(3, 1, u64::MAX / 2, b""), HUGE, "keys of metadata, more than the file can hold"),
        (gguf(9, 0, 0, b""), HUGE, "it is GGUF version 9"),
        (gguf(3_u32.swap_bytes(), 0, 0, b""), HUGE, "big-endian"),
        (gguf(3, 0, 1, &list(8, u64::MAX)), HUGE, "items in a list, more than the file can hold"),
        (gguf(3, 0, 1, &list(4, u64::MAX / 4)), HUGE, "numbers in a list, more than the file can hold"),
        (gguf(3, 0, 1, &[key("k", 9), nested].concat()), HUGE, "nests lists deeper than four"),
        (gguf(3, 0, 1, &key("k", 99)), HUGE, "unknown type 99"),
        (gguf(3, 0, 1, &u64::MAX.to_le_bytes()), HUGE, "a name in its header has"),
        (gguf(3, 0, 1, &30_u64.to_le_bytes()), 24 + 13, "the file ends 25 bytes before"),
        (gguf(3, 1, 0, &far), HUGE, "does not stand on the file's alignment"),
        (gguf(3, 1, 0, &key("\u{1b}[2Jx", 5)), HUGE, "the tensor \u{fffd}[2Jx has more than four dimensions"),
        (b"GGML".to_vec(), 4, "does not begin with “GGUF”"),
    ] {
        let found = wrong("a.gguf", size.max(bytes.len() as u64), &bytes);
        assert!(found.contains(why), "{found} / {why}");
    }
    let safetensors = |text: &str| [(text.len() as u64).to_le_bytes().as_slice(), text.as_bytes()].concat();
    for (bytes, why) in [
        (u64::MAX.to_le_bytes().to_vec(), "would be longer than 100 MB"),
        (safetensors("{"), "its JSON ends early"),
        (safetensors("{]"), "makes no sense at byte 1"),
        (safetensors(&"[".repeat(1000)), "makes no sense"),
        (safetensors(&format!("{{\"a\":{}", "[".repeat(1000))), "makes no sense"),
        (
            safetensors(r#"{"a":{"dtype":"F16","shape":[2,2],"data_offsets":[0,9]}}"#),
            "a place that is not as long as its shape",
        ),
        (safetensors(r#"{"a":{"dtype":"F99","shape":[2],"data_offsets":[0,4]}}"#), "a type that is not known here"),
        (
            safetensors(r#"{"a":{"dtype":"F16","shape":[4294967296,4294967296,4],"data_offsets":[0,4]}}"#),
            "no shape or no place",
        ),
        (
            safetensors(
                r#"{"a":{"dtype":"I8","shape":[4],"data_offsets":[2,6]},"b":{"dtype":"I8","shape":[3],"data_offsets":[0,3]}}"#,
            ),
            "two of its tensors share byte 2",
        ),
        (
            safetensors(r#"{"a":{"dtype":"F16","shape":[4294967296,1048576],"data_offsets":[0,4]}}"#),
            "an impossible shape",
        ),
    ] {
        let found = wrong("a.safetensors", bytes.len() as u64, &bytes);
        assert!(found.contains(why), "{found} / {why}");
    }
    assert!(wrong("config.json", 2, b"{}").contains("no config.json of a language model"));
    assert!(wrong("config.json", 2_000_000, b"{}").contains("longer than"));
    assert!(wrong("config.json", 1_000, &[b'['; 1_000]).contains("nests deeper"));
    assert!(wrong("a.index.json", 2, b"{}").contains("weight_map"));
    assert!(wrong("photo.jpg", 2, b"{}").contains("none of config.json"));
    // A name for each tensor would make a ledger of millions of lines.
    let many: Vec<String> = (0..5000)
        .map(|at| format!(r#""x{at}y":{{"dtype":"F16","shape":[1],"data_offsets":[{},{}]}}"#, 2 * at, 2 * at + 2))
        .collect();
    let many = safetensors(&format!("{{{}}}", many.join(",")));
    assert!(wrong("a.safetensors", many.len() as u64, &many).contains("4,096 different names"));
}

#[test]
fn sizes_that_contradict_each_other_leave_the_ledger() {
    let text = br#"{"model_type":"llama","hidden_size":64,"num_hidden_layers":2,"num_attention_heads":7,"num_key_value_heads":3,"intermediate_size":9,"vocab_size":10,"tie_word_embeddings":true}"#;
    let found = inspect(&[Head { name: "config.json", size: text.len() as u64, bytes: text }]).unwrap();
    assert!(found.model.is_none() && found.record(PLAIN).formats.is_empty());
    assert!(
        found.notes.iter().any(|note| note.contains("`n_heads` must be a multiple of `n_kv_heads`")),
        "{:?}",
        found.notes
    );
}

#[test]
fn the_page_gets_ledger_record_and_switches() {
    let files = [bytes("glm4moe-mtp.gguf"), bytes("mmproj.gguf")];
    let request =
        format!("mtp=0&vision=1\n{0}\t{0}\t<b>.gguf\n{1}\t{1}\tmmproj.gguf\n", files[0].len(), files[1].len());
    let model = wasm_api::header_reply(&request, &files.concat());
    let HeaderReply::Model { ledger, name, format, switches, .. } = model else { panic!("{model:?}") };
    assert!(
        ledger.starts_with("<section")
            && ledger.contains("Ledger of Tiny GLM MoE")
            && ledger.contains("&lt;b&gt;.gguf")
    );
    assert_eq!((name.as_str(), format.as_str(), switches.join(" ").as_str()), ("Tiny GLM MoE", "Q8_0", "mtp vision"));
    let short = format!("mtp=0\n{}\t100\ta.gguf\n", files[0].len());
    let more = wasm_api::header_reply(&short, &files[0][..100]);
    assert!(matches!(more, HeaderReply::More { file: 0, bytes } if bytes > 100), "{more:?}");
    let refused = |request: &str, bytes: &[u8]| match wasm_api::header_reply(request, bytes) {
        HeaderReply::Refused { file, reason } => [file, reason],
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("x", b""), ["request", "Choose between one and a thousand files."]);
    assert_eq!(refused("x\n5\t9\ta", b"12"), ["request", "The files and their sizes do not agree."]);
}

fn mutated() -> impl Strategy<Value = (usize, usize, Vec<(usize, u8)>)> {
    (0..FILES.len(), any::<usize>(), prop::collection::vec((any::<usize>(), any::<u8>()), 0..8))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn cut_and_mutated_headers_never_panic((file, cut, changes) in mutated()) {
        let name = FILES[file];
        let mut bytes = bytes(name);
        let size = bytes.len() as u64;
        for (at, value) in changes {
            // The rest of a file is weights, which are not read.
            let end = bytes.len().min(2000);
            bytes[at % end] = value;
        }
        bytes.truncate(cut % (bytes.len() + 1));
        if let Ok(found) = inspect(&[Head { name, size, bytes: &bytes }]) {
            let record = found.record(ALL);
            prop_assert!(record.to_bytes().len() < 100_000);
            let mut report = Report::default();
            rooflight_ingest::header::write(&mut report, &found, ALL);
            prop_assert!(markdown::document(&report).len() > 10);
        }
    }

    #[test]
    fn noise_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), name in "[a-z]{1,8}\\.(gguf|safetensors|json|index\\.json)") {
        let _ = inspect(&[Head { name: &name, size: bytes.len() as u64, bytes: &bytes }]);
        let _ = wasm_api::reply(&String::from_utf8_lossy(&bytes), &bytes);
    }
}
