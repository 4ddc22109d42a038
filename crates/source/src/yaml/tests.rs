//! Compares what is decoded with `yaml_serde`, and bounds what aliases repeat.

#![allow(dead_code, reason = "decoded values are compared by their debug form")]

use super::{decode, read};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;
use yaml_serde::{Mapping, Value};

#[derive(Debug, Deserialize)]
enum Choice {
    Word,
    #[serde(rename = "1")]
    One,
    Text(String),
    Pair(u8, String),
    Block {
        a: Option<f64>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Whole(u64),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    Block(BTreeMap<String, Self>),
}

#[derive(Debug, Deserialize)]
struct Newtype(f32);

#[derive(Debug, Deserialize)]
struct Flat {
    a: Option<String>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

const TAGS: [&str; 12] =
    ["", "!!int ", "!!float ", "!!bool ", "!!null ", "!!str ", "!Word ", "!Text ", "!Pair ", "!Block ", "! ", "&b "];

#[rustfmt::skip]
const SCALARS: [&str; 78] = [
    "", "~", "null", "Null", "NULL", "nULL", "true", "True", "TRUE", "false", "yes", "no", "0", "1", "-1", "+1", "-0",
    "+0", "007", "00", "0.0", "00.5", "-007", "0x1F", "-0x1F", "+0x1f", "0x", "0x-1", "0o17", "0b11", "0b12", "1_000",
    "1e3", "1E3", ".5", "5.", "-.5", "+.5", ".", "e3", ".inf", "-.inf", "+.Inf", ".NaN", "nan", "inf", "1e999", "255",
    "256", "4294967296", "18446744073709551615", "18446744073709551616", "-9223372036854775808",
    "-9223372036854775809", "9223372036854775808", "340282366920938463463374607431768211456", "--1", "+-1", "-+1",
    "Word", "a b", "2026-01-01", "1:30", "'1'", "\"\"", "'null'", "'true'", "\"a\\nb\"", "|\n    1", ">\n    a\n    b",
    "[]", "{}", "[1, a]", "[1]", "[a, 1.5]", "{a: 1}", "{1: true}", "é",
];

/// The places of a scalar.
const PLACES: [(&str, &str); 8] = [
    ("", "\n"),
    ("- ", "\n"),
    ("a: ", "\n"),
    ("a:\n  a: ", "\nc: 1\n"),
    ("- &x ", "\n- *x\n"),
    ("a: &x ", "\nb: *x\n"),
    ("- ", "\n- 1\n"),
    ("- 1\n- ", "\n"),
];

fn same<T: DeserializeOwned + Debug>(text: &str) {
    let theirs = yaml_serde::from_str::<T>(text).ok();
    assert_eq!(format!("{:?}", read::<T>(text)), format!("{theirs:?}"), "{text:?}");
}

macro_rules! same {
    ($text:expr; $($type:ty),*) => { $(same::<$type>($text);)* };
}

#[test]
fn every_scalar_decodes_as_with_yaml_serde() {
    for (before, after) in PLACES {
        for scalar in SCALARS {
            for tag in TAGS {
                let text = &format!("{before}{tag}{scalar}{after}");
                same!(text; Option<String>, u8, u64, i8, i64, f32, f64, bool, char, (), Option<bool>, Option<f64>);
                same!(text; Vec<String>, Vec<u32>, Vec<Option<f64>>, Vec<bool>, Vec<Choice>, (String, f64), [u64; 2]);
                same!(text; BTreeMap<String, String>, BTreeMap<u8, bool>, BTreeMap<String, Choice>, Option<Choice>);
                same!(text; BTreeMap<String, Option<i32>>, Untagged, Newtype, Flat, Value, Mapping, Option<Value>);
            }
        }
    }
}

/// A text that its schema does not describe in full.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Even(String);

impl TryFrom<String> for Even {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.len().is_multiple_of(2) { Ok(Self(text)) } else { Err("odd") }
    }
}

#[test]
fn a_mistake_that_no_schema_shows_has_its_name_and_place() {
    type Evens = BTreeMap<Even, BTreeMap<String, Vec<Even>>>;
    for (text, message, place) in [
        ("even:\n  a: [ab]\n  b: [ab, odd]\n", "an item of `b` cannot be `odd`", "odd"),
        ("even:\n  a: &a\n  - odd\n  b: [ab, odd]\n", "an item of `a` cannot be `odd`", "odd"),
        ("even:\n  a: []\nodd:\n  a: []\n", "the YAML cannot be `odd`", "odd"),
    ] {
        let mut problems = Vec::new();
        assert!(decode::<Evens>("file", text, 0..text.len(), &mut problems).is_none());
        let found: Vec<_> = problems.iter().map(|it| (&*it.message, &text[it.location.span.clone()])).collect();
        assert_eq!(found, [(message, place)]);
    }
}

#[test]
fn what_only_the_lenient_parser_allows_is_read_but_no_number_becomes_a_text() {
    for text in [
        "a: \"b\nc\"\nd: 'e\n\nf'\n",
        "a: [b,\nc]\nd: {e: f,\ng: h}\n",
        "a:\tb\nc:\t1.5\nd:\nf: [x]#y\n",
        "a: !Text \"b\nc\"\n",
    ] {
        same!(text; Value, BTreeMap<String, Value>, Flat);
        assert!(read::<Value>(text).is_some(), "{text}");
    }
    let found = |text: &str| {
        let mut problems = Vec::new();
        let decoded = decode::<BTreeMap<String, String>>("file", text, 0..text.len(), &mut problems);
        (decoded.is_some(), problems.first().map(|problem| problem.message.clone()))
    };
    assert_eq!(found("a:\t'1.10'\n"), (true, None));
    assert_eq!(found("a:\t1.10\n"), (false, Some("the YAML does not parse here".to_owned())));
}

#[test]
fn a_control_character_has_its_place() {
    for (text, place) in [("a: b\u{7}c\n", "b\u{7}c"), ("a: \"b\\ac\"\n", "\"b\\ac\"")] {
        let mut problems = Vec::new();
        decode::<BTreeMap<String, String>>("file", text, 0..text.len(), &mut problems);
        assert_eq!(problems.iter().map(|it| &text[it.location.span.clone()]).collect::<Vec<_>>(), [place]);
    }
}

#[test]
fn aliases_cannot_multiply() {
    let list = "a, ".repeat(10_000);
    let aliases = "*a, ".repeat(10_000);
    assert!(read::<Value>(&format!("a: &a [{list}]\nb: [{aliases}]\n")).is_none());
    let deep: Vec<String> = (1..300).map(|number| format!("- &a{number} [*a{}]\n", number - 1)).collect();
    assert!(read::<Value>(&format!("- &a0 [x]\n{}", deep.concat())).is_none());
    assert!(read::<Value>("a: &a [*a]\n").is_none());
    let deep = "[".repeat(100_000);
    for text in [format!("x:\ty\na: &a [{list}]\nb: [{aliases}]\n"), format!("x:\ty\na: {deep}")] {
        assert!(read::<Value>(&text).is_none());
    }
    let long = "x".repeat(1 << 20);
    assert!(read::<Value>(&format!("a: &a {long}\nb: [{}]\n", "*a, ".repeat(100))).is_none());
    assert!(read::<Value>(&format!("a: &a {long}\nb: [*a, *a, *a]\n")).is_some());
    let (text, mut problems) = (format!("a: &a {long}\nb: [{}]\n", "*a, ".repeat(100_000)), Vec::new());
    assert!(decode::<BTreeMap<String, Vec<u8>>>("file", &text, 0..text.len(), &mut problems).is_none());
    assert_eq!(problems.len(), 1, "and no check of each alias");
    assert!(read::<Value>("a: &a {b: c}\nd: [*a, *a]\n").is_some());
}
