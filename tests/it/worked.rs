//! Cases worked by hand, a file for each calculator: `tests/fixtures/worked/<kind>.yaml`.
//!
//! A case has a query, why its numbers are what they are, and some of them by the names of the calculator's outputs. A
//! number may be given to as many figures as it was worked out to: the answer has to agree to within one part in a
//! thousand, or as `within` says.

use crate::support::{ask, repository, specs};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    query: String,
    why: String,
    #[serde(default = "thousandth")]
    within: f64,
    /// The words that the error has to have, if the query cannot be used.
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    numbers: BTreeMap<String, f64>,
}

const fn thousandth() -> f64 {
    1e-3
}

#[test]
fn answers_are_what_was_worked_out_by_hand() {
    let mut wrong = Vec::new();
    for spec in specs() {
        let path = repository().join(format!("tests/fixtures/worked/{}.yaml", spec.kind));
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has no worked cases", spec.kind));
        let cases: Vec<Case> = yaml_serde::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", spec.kind));
        assert!(cases.len() >= 10, "{} has {} worked cases", spec.kind, cases.len());
        for case in cases {
            assert!(!case.why.is_empty() && (case.error.is_some() || !case.numbers.is_empty()), "{}", case.query);
            let answer = ask(spec, &case.query);
            match (answer, case.error) {
                (Err(error), Some(words)) if error.message.contains(&words) => {}
                (Err(error), _) => wrong.push(format!("{} {}: {}", spec.kind, case.query, error.message)),
                (Ok(_), Some(words)) => wrong.push(format!("{} {}: no error: {words}", spec.kind, case.query)),
                (Ok(answer), None) => {
                    for (name, expected) in case.numbers {
                        let found = answer.numbers.iter().find(|(output, _)| *output == name);
                        let found = found.map_or(f64::NAN, |(_, number)| *number);
                        let near = (found - expected).abs() <= case.within * expected.abs();
                        if !(near || expected.is_nan() && found.is_nan()) {
                            wrong.push(format!("{} {}: {name} is {found}, not {expected}", spec.kind, case.query));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
