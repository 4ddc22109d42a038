//! The declarations that scripts are checked against match the types, and parsing a reply gives back its values.

#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "a test compares a file")]

use proptest::prelude::*;
use rooflight_document::reply::replies::{CalculatorReply, Hint};
use rooflight_document::reply::{json, typescript};
use std::path::Path;

#[test]
fn declarations_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../estimator-wasm/reply.d.ts");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, typescript()).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("the declarations"), typescript());
}

proptest! {
    #[test]
    fn texts_survive(text in "[\\x00-\\x{10ffff}]{0,20}") {
        let hints = vec![Hint { key: "hw".to_owned(), text: text.clone() }];
        let reply = CalculatorReply::Answer {
            figure: text.clone(), work: text.clone(), markdown: text.clone(), tables: String::new(), status: text.clone(),
            hints, fields: Vec::new(), numbers: vec![text.clone()],
        };
        let read: serde_json::Value = serde_json::from_str(&json(&reply)).expect("JSON");
        prop_assert_eq!(read["kind"].as_str(), Some("answer"));
        prop_assert_eq!(read["figure"].as_str(), Some(text.as_str()));
        prop_assert_eq!(read["hints"][0]["text"].as_str(), Some(text.as_str()));
    }
}
