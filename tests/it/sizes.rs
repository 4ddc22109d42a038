//! Memory sizes in the reader's unit: the same numbers in other words.

use crate::support::{estimator, specs};
use rooflight_calculators::input::SIZES;
use rooflight_calculators::{Answer, Spec};
use rooflight_document::markdown;

/// The answer with its text, and without what it links to.
fn answer(spec: &Spec, query: &str) -> (Answer, String) {
    let answer = spec.answer(estimator(), query).unwrap_or_else(|error| panic!("{}", error.message));
    let text = markdown::document(&answer.report);
    (answer, text)
}

/// The lines that count in GB or its kin. A bandwidth that is looked for, or that is usual, is written as it is sold.
fn decimal<'a>(spec: &Spec, text: &'a str) -> Vec<&'a str> {
    let units = ["\u{a0}kB", "\u{a0}MB", "\u{a0}GB", " GB", "\u{a0}TB"];
    let sold = |line: &str| (spec.kind == "target" || line.contains("beside a memory of")) && line.contains("GB/s");
    text.lines().filter(|line| units.iter().any(|unit| line.contains(unit)) && !sold(line)).collect()
}

#[test]
fn every_size_follows_the_unit_and_no_number_does() {
    let mut checked = 0;
    for spec in specs().filter(|spec| spec.inputs.iter().any(|input| input.key == SIZES.key)) {
        let ((usual, text), (other, words)) = (answer(spec, ""), answer(spec, "gb=GiB"));
        assert_eq!(usual.numbers.len(), other.numbers.len());
        let same = usual.numbers.iter().zip(&other.numbers).all(|(a, b)| a.0 == b.0 && a.1.to_bits() == b.1.to_bits());
        assert!(same, "{}: a unit is no number", spec.kind);
        assert!(!decimal(spec, &text).is_empty(), "{} shows sizes in GB at first", spec.kind);
        assert_eq!(decimal(spec, &words), Vec::<&str>::new(), "{}", spec.kind);
        assert!(!other.status.contains("GB"), "{}: {}", spec.kind, other.status);
        checked += 1;
    }
    assert_ne!(checked, 0, "no calculator has the input");
}

#[test]
fn a_unit_that_is_none_is_refused_beside_its_field() {
    let spec = crate::support::spec("memory-fit");
    let refused = spec.answer(estimator(), "gb=GigaBytes");
    assert_eq!(refused.err().map(|error| error.field), Some("gb"));
}

#[test]
fn a_size_is_that_of_its_unit() {
    let spec = crate::support::spec("memory-fit");
    let (found, text) = answer(spec, "gb=GiB");
    let needed = found.numbers.iter().find(|(name, _)| *name == "bytes needed").expect("a number").1 / 1_073_741_824.0;
    assert!((4.0..20.0).contains(&needed) && text.contains(&format!("{needed:.2}\u{a0}GiB")), "{needed} in {text}");
}
