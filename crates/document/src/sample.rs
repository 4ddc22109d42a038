//! Reports and charts for this crate's tests: one like an entry page's, and arbitrary ones.

extern crate std;
use alloc::{borrow::ToOwned, string::String, vec, vec::Vec};

use proptest::prelude::*;

use super::{
    chart::{Chart, Dot, ValueLabel, Void},
    ink::Ink,
    number,
};

/// Samples a function at 33 points of a logarithmic axis.
fn curve(axis: (f64, f64), at: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    (0..=32).map(|step| axis.0 * libm::pow(axis.1 / axis.0, f64::from(step) / 32.0)).map(|x| (x, at(x))).collect()
}

/// The chart of an RTX 4090 with an 8 B model at 4,096 tokens.
pub(super) fn chart() -> Chart {
    let ceiling = |tokens: f64| 1008.0 / (4.617 + 131_072e-9 * tokens);
    let axis = (128.0, 32_768.0);
    let runs = [(256.0, 130.6, 124.7), (512.0, 127.7, 122.6), (2048.0, 119.4, 114.3), (4096.0, 110.7, 106.2)];
    Chart {
        title: "Decode speed <against> context length",
        desc: "At 4,096 tokens the ceiling is 196 & the range 105 to 145.".to_owned(),
        x: axis,
        ceiling: curve(axis, ceiling),
        band: curve(axis, ceiling).into_iter().map(|(x, y)| (x, y * 0.54, y * 0.74)).collect(),
        typical: curve(axis, |tokens| ceiling(tokens) * 0.64),
        dots: runs
            .iter()
            .flat_map(|run| [Dot { x: run.0, y: run.1, open: false }, Dot { x: run.0, y: run.2, open: true }])
            .collect(),
        here: 4096.0,
        marks: vec![
            ValueLabel { ink: Ink::Ceiling, y: 195.6, text: "196".to_owned() },
            ValueLabel { ink: Ink::Measured, y: 110.7, text: "110.7".to_owned() },
            ValueLabel { ink: Ink::Range, y: 125.2, text: "125".to_owned() },
            ValueLabel { ink: Ink::Range, y: 144.7, text: "106–145".to_owned() },
        ],
        key: vec!["solid: one card", "open: two cards"],
        void: Some(Void { from: 4096.0, lines: ["not measured", "beyond 4,096"].map(String::from) }),
        ..Chart::default()
    }
}

prop_compose! {
    /// Any chart: steep or flat, with or without a range, with few or very many dots, the reader anywhere.
    pub(super) fn any_chart()(
        top in 0.5..4000.0_f64,
        fall in 0.0..200.0_f64,
        shares in prop::option::of((0.05..1.0_f64, 0.05..1.0_f64, 0.05..1.0_f64)),
        dots in prop_oneof![prop::collection::vec((0.0..1.0_f64, 0.02..1.3_f64, any::<bool>()), 0..4), prop::collection::vec((0.0..1.0_f64, 0.02..1.3_f64, any::<bool>()), 20..150)],
        here in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0_f64],
        octaves in 3..18_i32,
        key in any::<bool>(),
        void in prop::option::of(0.0..1.0_f64),
    ) -> Chart {
        let axis = (128.0, 128.0 * libm::exp2(f64::from(octaves)));
        let at = |fraction: f64| axis.0 * libm::pow(axis.1 / axis.0, fraction);
        let ceiling = |x: f64| top / (1.0 + fall * x / axis.1);
        let here = at(here);
        let mut marks = vec![ValueLabel { ink: Ink::Ceiling, y: ceiling(here), text: number::speed(ceiling(here)) }];
        let (mut band, mut typical) = (Vec::new(), Vec::new());
        if let Some((a, b, c)) = shares {
            let mut ends = [a, b, c];
            ends.sort_by(f64::total_cmp);
            band = curve(axis, ceiling).into_iter().map(|(x, y)| (x, y * ends[0], y * ends[2])).collect();
            typical = curve(axis, |x| ceiling(x) * ends[1]);
            marks.push(ValueLabel { ink: Ink::Range, y: ceiling(here) * ends[1], text: number::speed(ceiling(here) * ends[1]) });
            marks.push(ValueLabel { ink: Ink::Range, y: ceiling(here) * ends[2], text: number::range(ceiling(here) * ends[0], ceiling(here) * ends[2]) });
        }
        let dots: Vec<Dot> = dots.into_iter().map(|(x, share, open)| Dot { x: at(x), y: ceiling(at(x)) * share, open }).collect();
        if let Some(dot) = dots.first() {
            marks.insert(1, ValueLabel { ink: Ink::Measured, y: dot.y, text: number::fixed(dot.y, 2) });
        }
        Chart {
            x: axis, ceiling: curve(axis, ceiling), band, typical, dots, here, marks,
            key: if key { vec!["solid: these conditions", "open: other conditions"] } else { Vec::new() },
            void: void.map(|from| Void { from: at(from), lines: ["nothing measured", "beyond 4,096"].map(String::from) }),
            ..Chart::default()
        }
    }
}

/// Asserts that markup is well nested, every id is unique, every reference within it has a target, and nothing inline
/// or active is in it.
pub(super) fn check_markup(html: &str) {
    let (mut open, mut ids, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag ends");
        assert!(!text.contains('>'), "bare > in {text}");
        let name = tag.split([' ', '/']).next().expect("split gives one part");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "at <{tag}>");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for (key, value) in tag.split("=\"").zip(tag.split("=\"").skip(1)) {
            let (key, value) = (key.rsplit(' ').next().unwrap_or(key), value.split('"').next().unwrap_or(value));
            assert!(key != "style" && !key.starts_with("on"), "{key} in <{tag}>");
            match key {
                "id" => ids.push(value),
                "aria-labelledby" => wanted.extend(value.split(' ')),
                "href" => wanted.extend(value.strip_prefix('#').filter(|_| name == "use")),
                "fill" => wanted.extend(value.strip_prefix("url(#").map(|id| id.trim_end_matches(')'))),
                _ => {}
            }
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    assert!(ids.iter().enumerate().all(|(index, id)| !ids[..index].contains(id)), "{ids:?}");
    assert!(wanted.iter().all(|id| ids.contains(id)), "{wanted:?} in {ids:?}");
}
