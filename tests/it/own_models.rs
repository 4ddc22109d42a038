//! The reader's own model: numbers that take the place of those of a known one, worked out by hand.

use crate::support::estimator;
use rooflight_calculators::{Answer, InputError};
use rooflight_document::markdown;

fn ask(kind: &str, query: &str) -> Result<(Answer, String), InputError> {
    let spec = crate::support::spec(kind);
    spec.answer(estimator(), query).map(|answer| {
        let text = markdown::document(&answer.report);
        (answer, text)
    })
}

fn named(answer: &Answer, name: &str) -> f64 {
    answer.numbers.iter().find(|(known, _)| *known == name).expect("a number").1
}

fn near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
}

/// Twice the parameters are twice the bytes, in each tensor alike: the bits of a weight stay.
#[test]
fn parameters_scale_every_tensor() {
    let (known, _) = ask("decode-speed", "q=bf16").expect("an answer");
    // Llama 3.1 8B has 8,030,261,248 parameters.
    let (own, text) = ask("decode-speed", "q=bf16&p=16.060522496").expect("an answer");
    // Bytes that a step reads: all but the input embedding, 128,256 × 4,096, at 2 B.
    near(known.numbers[5].1, 2.0 * (8_030_261_248.0 - 128_256.0 * 4096.0));
    near(own.numbers[5].1, 2.0 * known.numbers[5].1);
    near(own.numbers[6].1, known.numbers[6].1);
    // 1,008 GB/s over the bytes of weights and cache.
    near(own.numbers[0].1, 1008e9 / (own.numbers[5].1 + own.numbers[6].1));
    assert!(text.contains("your model (16.1\u{a0}B, 32 layers; otherwise Llama 3.1 8B)"), "{text}");
    assert!(text.contains("nothing measured"), "runs of another model are none of this one: {text}");
}

/// 2 × layers × heads × head size × 2 B a token, in memory and as read.
#[test]
fn layers_heads_and_head_size_are_the_cache() {
    let query = "l=40&h=4&s=64&c=8192";
    let cache = 2.0 * 40.0 * 4.0 * 64.0 * 2.0 * 8192.0;
    near(ask("decode-speed", query).expect("an answer").0.numbers[6].1, cache);
    let (fit, text) = ask("memory-fit", query).expect("an answer");
    near(named(&fit, "cache"), cache);
    near(named(&ask("kv-cache", query).expect("an answer").0, "cache of a request"), cache);
    assert!(text.contains("your model (8.03\u{a0}B, 40 layers; otherwise Llama 3.1 8B)"), "{text}");
    assert!(!text.contains("the model has"), "its longest context is not known: {text}");
}

/// A mixture keeps its experts and the share of them that a token picks.
#[test]
fn a_mixture_stays_one() {
    let (known, _) = ask("decode-speed", "m=qwen3-30b-a3b").expect("an answer");
    let (_, text) = ask("memory-fit", "m=qwen3-30b-a3b&p=61.064245248").expect("an answer");
    let (own, _) = ask("decode-speed", "m=qwen3-30b-a3b&p=61.064245248").expect("an answer");
    near(own.numbers[5].1, 2.0 * known.numbers[5].1);
    assert!(text.contains("61.1\u{a0}B"), "{text}");
}

/// Every format of the table has the reader's parameters too.
#[test]
fn the_table_of_formats_follows() {
    let (fit, text) = ask("memory-fit", "q=bf16&p=70&mem=192").expect("an answer");
    near(named(&fit, "weights"), 140e9);
    let row = text.lines().find(|line| line.starts_with("| Q8\\_0 |")).expect("a row for Q8_0");
    assert!(row.contains("| 8.50 | 74.4 |"), "70 B × 8.5 bits ÷ 8 = 74.4 GB: {row}");
    assert!(
        text.contains("Your device (1,008\u{a0}GB/s, 192\u{a0}GiB; otherwise GeForce RTX 4090), your model (70.0\u{a0}B, 32 layers; "),
        "{text}"
    );
}

#[test]
fn a_part_of_a_shape_is_refused_beside_the_missing_field() {
    for (query, field) in [("l=40", "h"), ("l=40&h=8", "s"), ("s=128", "l"), ("p=0", "p"), ("p=nothing", "p")] {
        for kind in ["decode-speed", "memory-fit"] {
            assert_eq!(ask(kind, query).err().map(|error| error.field), Some(field), "{kind} {query}");
        }
    }
}
