//! The fuzzer's targets without the fuzzer: all that it ever kept, and random changes of it.
//!
//! `cargo xtask fuzz` runs the real thing, which sees what its input reaches.

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use crate::support::repository;
use bodies::{ALL, Body};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
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
    stream
);
