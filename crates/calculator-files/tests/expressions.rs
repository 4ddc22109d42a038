//! Expressions: their values, their mistakes, agreement with Numbat, and that no text makes them panic.
#![allow(clippy::expect_used, reason = "a helper of tests fails as they do")]

use proptest::prelude::*;
use rooflight_calculator_files::expression::unit_text::unit;
use rooflight_calculator_files::expression::{Compiled, Dimension, Scope, TableColumn, Type, Units, compile};
use rooflight_estimator::formula::evaluate;
use rooflight_estimator::formula::host::NoHost;
use std::fmt::Write;

/// The values of `width`, `count` and `large` in the fixtures.
const VALUES: [f64; 3] = [2.0, 3.0, 0.0];

fn names() -> Scope {
    let mut names = Scope::new(Units::default());
    for (name, found) in [
        ("width", Type::Quantity(Dimension::base("length"))),
        ("count", Type::Quantity(Dimension::default())),
        ("large", Type::Truth),
    ] {
        names.add(name, found).expect("a free name");
    }
    names
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()) || a.to_bits() == b.to_bits()
}

#[test]
fn expressions_have_their_values() {
    let names = names();
    for line in include_str!("fixtures/values.tsv").lines() {
        let [text, value, unit_name] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: three columns")
        };
        let compiled = compile(text, &names).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
        let unit = unit(unit_name, &names.units).unwrap_or_else(|mistakes| panic!("{line}: {mistakes:?}"));
        assert_eq!(compiled.found, Type::Quantity(unit.dimension), "{text}");
        let found = evaluate(&compiled.formula, &VALUES, &NoHost) / unit.factor;
        assert!(close(found, value.parse().expect("a number")), "{text} gives {found}");
    }
}

/// A scope with two columns of one table, which has an incomplete row, and one column of another.
fn names_of_tables() -> Scope {
    let mut names = names();
    let length = || Dimension::base("length");
    for (name, dimension, values) in [
        ("road.x", length(), [4.0, 0.0, 2.0, f64::NAN]),
        ("road.y", Dimension::base("time"), [1.0, 5.0, 3.0, 9.0]),
        ("other.x", length(), [1.0, 1.0, 2.0, 3.0]),
    ] {
        names.columns.insert(name.to_owned(), TableColumn { dimension, values: values.into() });
    }
    names.add("row", Type::Row).expect("a free name");
    names.add_field("row.length".to_owned(), length());
    names
}

#[test]
fn columns_become_constants() {
    let names = names_of_tables();
    let result = |text: &str, dimension: &str| {
        let compiled = compile(text, &names).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
        assert_eq!(compiled.found, Type::Quantity(Dimension::base(dimension)), "{text}");
        evaluate(&compiled.formula, &[2.0, 3.0, 0.0, 1.0, 7.0], &NoHost)
    };
    for (text, dimension, value) in [
        ("interpolate(width, road.x, road.y)", "time", 3.0),
        ("2 × interpolate(100 cm, road.x, road.y)", "time", 8.0),
        ("lookup(road.x, 0.4 km / 100, road.y)", "time", 1.0),
        ("sum(road.x) + row.length", "length", 13.0),
    ] {
        assert!(close(result(text, dimension), value), "{text}");
    }
    for text in ["interpolate(4.1 m, road.x, road.y)", "lookup(road.x, 1 m, road.y)"] {
        assert!(result(text, "time").is_nan(), "{text}");
    }
}

#[test]
fn mistakes_with_columns_are_named() {
    let names = names_of_tables();
    for (text, message) in [
        ("road.x + 1 m", "nothing is called `road.x` here"),
        ("sum(road.z)", "a column of numbers belongs here"),
        ("sum(width)", "a column of numbers belongs here"),
        ("sum(road.x, road.y)", "`sum` does not take 2 arguments"),
        (
            "interpolate(2 s, road.x, road.y)",
            "`interpolate` compares two things of one kind, and these are a time and a length",
        ),
        ("lookup(other.x, 1 m, road.y)", "the two columns are of different tables"),
        ("lookup(other.x, 1 m, other.x)", "two rows have the same value here"),
        ("row × 2", "`row` is a row of a table, which has no value of its own"),
        ("row.width", "nothing is called `row.width` here"),
        ("sum + 1", "nothing is called `sum` here"),
    ] {
        let mistakes = compile(text, &names).expect_err(text);
        assert!(mistakes.iter().any(|mistake| mistake.message == message), "{text}: {mistakes:?}");
    }
}

#[test]
fn mistakes_are_named_at_their_bytes() {
    let names = names();
    let mut out = String::new();
    for text in include_str!("fixtures/mistakes.txt").lines() {
        let mistakes = compile(text, &names).expect_err(text);
        let _ = writeln!(out, "{text}");
        for mistake in mistakes {
            let before = text[..mistake.at.start].chars().count();
            let marked = text[mistake.at.clone()].chars().count().max(1);
            let _ = writeln!(out, "{}{} {}", " ".repeat(before), "^".repeat(marked), mistake.message);
            if let Some(help) = mistake.help {
                let _ = writeln!(out, "    help: {help}");
            }
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn random_expressions_agree_with_numbat() {
    let names = Scope::default();
    let mut errors = 0;
    for line in include_str!("fixtures/numbat.tsv").lines() {
        let (result, text) = line.split_once('\t').expect("two columns");
        let found = compile(text, &names);
        let is_bare = |compiled: &Compiled| compiled.found == Type::Quantity(Dimension::default());
        if result == "none" {
            assert!(found.as_ref().is_ok_and(is_bare), "{text}");
            continue;
        }
        let Ok(expected) = result.parse::<f64>() else {
            errors += 1;
            assert!(!found.as_ref().is_ok_and(is_bare), "Numbat refuses {text}");
            continue;
        };
        let compiled = found.unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
        // Numbat treats a zero of any dimension as a bare zero.
        assert!(is_bare(&compiled) || expected == 0.0, "{text}");
        let value = evaluate(&compiled.formula, &[], &NoHost);
        // Sums that cancel lose digits in both programs.
        let near = (value - expected).abs() <= 1e-9 * expected.abs().max(1e-9);
        assert!(near || value.to_bits() == expected.to_bits(), "{text}: {value:e}, Numbat {expected:e}");
    }
    assert!(errors > 50, "only {errors} of the expressions have a mistake");
}

#[test]
fn names_that_are_taken_are_refused() {
    let mut names = names();
    for name in ["width", "m", "km", "pi", "sqrt", "two words", "1st", "if", "", "héros"] {
        assert!(names.add(name, Type::Truth).is_err(), "{name}");
    }
}

#[test]
fn deep_and_long_expressions_are_refused() {
    let names = Scope::default();
    for (open, close) in [("(", ")"), ("-", ""), ("2^", ""), ("not ", ""), ("abs(", ")"), ("if 1 < 2 then 1 else ", "")]
    {
        let text = format!("{}1{}", open.repeat(100), close.repeat(100));
        let mistakes = compile(&text, &names).expect_err(&text);
        assert!(mistakes[0].message.contains("limit") || mistakes[0].message.contains("deeper"), "{mistakes:?}");
    }
    let sum = vec!["1"; 500].join("+");
    assert!(compile(&sum, &names).is_ok());
    assert!(compile(&format!("{sum}+1"), &names).is_err());
}

/// Texts that look like expressions, so that most of them get past the first token.
fn texts() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "1", "2.5", "0", "m", "s", "kg", "width", "large", "count", "+", "-", "×", "/", "^", "²", "(", ")", ",", "<",
        "==", "if", "then", "else", "and", "or", "not", "sqrt(", "min(", "clamp(", "exp(", "%", "€", "e", "°", "_",
        ".",
    ]);
    prop_oneof![prop::collection::vec(parts, 0..40).prop_map(|parts| parts.join(" ")), "\\PC{0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn no_text_panics(text in texts()) {
        match compile(&text, &names()) {
            Ok(compiled) => {
                let value = evaluate(&compiled.formula, &VALUES, &NoHost);
                let truth = [0.0_f64, 1.0].map(f64::to_bits).contains(&value.to_bits());
                prop_assert!(compiled.found != Type::Truth || truth, "{:?} is {}", text, value);
            }
            Err(mistakes) => {
                prop_assert!(!mistakes.is_empty());
                for mistake in mistakes {
                    prop_assert!(text.get(mistake.at.clone()).is_some(), "{:?} in {:?}", mistake, text);
                }
            }
        }
    }
}
