//! The fuzzer's targets without the fuzzer: all that it ever kept, and random changes of it.
//!
//! `cargo xtask fuzz` runs the real thing, which sees what its input reaches.

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use crate::support::repository;
use bodies::{ALL, Body};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rooflight_estimator::records::{ModelRecord, Record};
use std::fs;

/// The kept inputs of a target, in the order of the files' names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = repository().join("fuzz/corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder).expect("a corpus").map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// How often each target is tried with changed input; `ROOFLIGHT_FUZZ` sets it for a longer run.
fn cases() -> u32 {
    std::env::var("ROOFLIGHT_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(24)
}

fn replay(name: &str) {
    let body: Body = ALL.iter().find(|(known, _)| *known == name).expect("a target").1;
    let kept = corpus(name);
    assert!(kept.len() >= 3, "{name} has a corpus");
    for data in &kept {
        body(data);
    }
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    // Two of the corpus, cut and joined, and bytes changed.
    let change = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<(prop::sample::Index, prop::sample::Index)>(),
        prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    );
    let result = TestRunner::new(config).run(&change, |(one, other, (end, start), bytes)| {
        let (one, other) = (one.get(&kept), other.get(&kept));
        let mut data = one[..end.index(one.len() + 1)].to_vec();
        data.extend(&other[start.index(other.len() + 1)..]);
        for (at, byte) in bytes.iter().filter(|_| !data.is_empty()).collect::<Vec<_>>() {
            let at = at.index(data.len());
            data[at] = *byte;
        }
        body(&data);
        Ok(())
    });
    assert!(result.is_ok(), "{name}: {result:?}");
}

/// Cards change their layout: those of the corpus are the ones of today, and lead on to answers.
#[test]
fn the_cards_of_the_corpus_are_those_of_today() {
    let mut kinds = 0;
    for (name, bytes) in bodies::records() {
        kinds += 1;
        let path = repository().join("fuzz/corpus/card").join(name);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, bytes).expect("a file");
        }
        assert_eq!(
            fs::read(&path).ok().as_deref(),
            Some(bytes),
            "UPDATE_GOLDEN=1 cargo test fuzz_corpus writes {name}"
        );
        let answers = bodies::answers(bytes);
        assert!(answers.iter().filter(|refused| refused.is_none()).count() >= 1, "{name}: {answers:?}");
    }
    assert!(kinds >= 4, "{kinds}");
}

/// A record of a model with the largest and the least numbers that bytes can hold is answered like any other.
#[test]
fn models_of_any_size_are_answered() {
    const MOST: u64 = (1 << 49) - 1;
    let (_, bytes) = bodies::records().find(|(name, _)| *name == "models").expect("a model");
    let known = ModelRecord::from_bytes(bytes).expect("a record");
    let changes: [fn(&mut ModelRecord, u64); 6] = [
        |model, number| model.shape.layers = number,
        |model, number| model.shape.hidden = number,
        |model, number| model.shape.vocabulary = number,
        |model, number| model.shape.state_elements = number,
        |model, number| model.max_context = Some(number),
        |model, number| {
            for group in &mut model.shape.cache {
                (group.storing, group.reading, group.elements, group.kv_heads) = (number, 1, number, number);
            }
        },
    ];
    for change in changes {
        for number in [0, MOST] {
            let mut model = known.clone();
            change(&mut model, number);
            assert!(bodies::answers(&model.to_bytes()).len() > 1, "{number}");
        }
    }
}

macro_rules! replays {
    ($($name:ident),*) => { $(
        #[test]
        fn $name() {
            replay(stringify!($name));
        }
    )* };
}

replays!(
    front_matter,
    markdown,
    settings,
    catalog,
    query,
    card,
    machine,
    import,
    template,
    annotate,
    declared,
    expression,
    header,
    message,
    stream,
    git,
    lists,
    glossary,
    exports
);
