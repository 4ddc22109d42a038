//! Hostile texts: each is rejected with spans inside the text, or drawn as well-formed SVG, and none takes long.

use proptest::prelude::*;
use rooflight_glossary::drawing::{MAX_BYTES, MAX_SHAPES, read, svg};

const HEAD: &str = "title: a\nalt: b\nsize: 20 x 9\n";

fn faults(body: &str) -> Vec<String> {
    let text = format!("{HEAD}{body}");
    let found = read(&text).err().unwrap_or_default();
    for fault in &found {
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?} lies outside");
    }
    found.into_iter().map(|fault| fault.message).collect()
}

/// Asserts that every element is closed, and that authors' text creates none.
fn check_markup(svg: &str) {
    let tags: Vec<&str> = svg.split('<').skip(1).filter_map(|rest| rest.split(['>', ' ']).next()).collect();
    let known = ["svg", "title", "desc", "rect", "path", "text", "/svg", "/title", "/desc", "/text"];
    assert!(tags.iter().all(|tag| known.contains(tag)), "{svg}");
    for tag in ["svg", "title", "desc", "text"] {
        let count = |wanted: &str| tags.iter().filter(|tag| **tag == wanted).count();
        assert_eq!(count(tag), count(&format!("/{tag}")), "{svg}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn numbers_that_cannot_be_drawn_are_refused() {
    for shape in [
        "box NaN,0 1x1",
        "box 0,inf 1x1",
        "box 0,0 1e99x1",
        "box 0,0 0x1",
        "box 0,0 -1x1",
        "box -1,0 1x1",
        "box 19,0 2x1",
        "cells 0,0 99999999999x99999999999",
        "cells 0,0 4294967296x4294967296",
        "cells 0,0 0x4",
        "cells 0,0 40x40",
        "timeline 0,0 20x4 5..5 \"s\"\n  lane \"a\" 0..1",
        "timeline 0,0 20x4 0..1e300 \"s\"\n  lane \"a\" 0..1",
        "plot 0,0 20x9 log 0..1 \"x\" linear 0..1 \"y\"\n  rule 1",
        "plot 0,0 20x9 linear 0..1 \"x\" linear 0..1 \"y\"\n  curve 0,0 NaN,1",
        "arrow nowhere -> 3,3",
    ] {
        assert!(!faults(shape).is_empty(), "{shape}");
    }
}

#[test]
fn grids_of_any_size_cost_nothing() {
    for size in ["1e9 x 1e9", "61 x 9", "0 x 0", "NaN x 1", "20", "x"] {
        let text = format!("title: a\nalt: b\nsize: {size}\nbox 0,0 1x1\n");
        assert!(read(&text).is_err(), "{size}");
    }
}

#[test]
fn there_is_an_end_to_lines_bytes_and_nesting() {
    assert!(faults(&"box 0,0 1x1\n".repeat(MAX_SHAPES + 1)).iter().any(|message| message.contains("more than")));
    assert!(faults(&"#".repeat(MAX_BYTES)).iter().any(|message| message.contains("bytes")));
    let lanes: Vec<String> = (0..60).map(|depth| " ".repeat(depth * 2 + 2) + "lane \"a\" 0..1\n").collect();
    let deep = lanes.concat();
    assert!(!faults(&format!("box 0,0 1x1\n{deep}")).is_empty());
    assert!(faults(&"nothing here\n".repeat(190)).len() <= 60);
}

#[test]
fn words_stay_words() {
    let text = "title: <script>\nalt: \"&'<b>\nsize: 20 x 9\nbox 0,0 20x2 \"<img onerror=1>\"\n";
    let drawing = read(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let svg = svg(&drawing, "d-1");
    check_markup(&svg);
    assert!(svg.contains("&lt;img onerror=1&gt;") && svg.contains("&lt;script&gt;"));
}

#[test]
fn words_that_cover_words_are_refused() {
    assert!(faults("text 0,0 \"one two\"\ntext 1,0 \"three\"").iter().any(|message| message.contains("covers")));
    assert!(faults("text 18,0 \"leaves it\"").iter().any(|message| message.contains("leaves the drawing")));
    assert!(faults("box 0,0 1x1 \"too long\"").iter().any(|message| message.contains("does not fit")));
}

/// Lines made of the format's own words, valid and invalid.
fn line() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "box",
        "cells",
        "text",
        "arrow",
        "line",
        "timeline",
        "plot",
        "  lane",
        "  curve",
        "  point",
        "  rule",
        "  note",
        "0,0",
        "3,1.5",
        "19,8",
        "4x2",
        "1x1",
        "20x9",
        "0..9",
        "1..1000",
        "log",
        "linear",
        "->",
        "\"words\"",
        "\"\"",
        "\"a|b\"",
        "\"",
        "ink=1",
        "ink=9",
        "name=a",
        "a",
        "a.0",
        "a.9",
        "fill=1x._",
        "fill=11/11",
        "cell=2x1",
        "style=dashed",
        "align=right",
        "way=upright",
        "=",
        "é",
        "NaN",
    ]);
    prop::collection::vec(piece, 1..9).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn any_lines_are_refused_or_drawn(lines in prop::collection::vec(line(), 0..8)) {
        let text = format!("{HEAD}{}", lines.join("\n"));
        match read(&text) {
            Ok(drawing) => check_markup(&svg(&drawing, "d-1")),
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
                }
            }
        }
    }

    #[test]
    fn any_text_is_refused_or_drawn(text in "\\PC{0,200}") {
        if let Ok(drawing) = read(&text) {
            check_markup(&svg(&drawing, "d-1"));
        }
    }
}
