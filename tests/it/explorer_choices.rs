//! The explorer's lists by a reader's choices: the best format, order, filters, requests, engine and target.

use crate::dom::parse;
use crate::explorer::{answer, lines, shown_answer};
use crate::support::estimator;

#[test]
fn the_best_format_is_the_largest_that_fits() {
    let row = |name: &str| {
        let lines = lines("hw=rtx-3060-12gb&q=best&c=8192");
        lines.iter().find(|line| line.contains(&format!("| {name} |"))).cloned().unwrap_or_else(|| panic!("{name}"))
    };
    assert!(row("Qwen3 8B").contains("Q8\\_0") && row("Qwen3 14B").contains("Q5\\_K\\_M"), "{}", row("Qwen3 14B"));
    // More models fit in the best format than in the usual one, and it has at least four bits.
    let fitting = |query: &str| answer(estimator(), query).0.numbers[1].1;
    assert!(fitting("hw=rtx-5060-ti-16gb&q=best&c=8192") > fitting("hw=rtx-5060-ti-16gb&c=8192"));
    let rows = lines("hw=rtx-5060-ti-16gb&q=best&c=8192&rows=all").join("\n");
    assert!(rows.contains("IQ4\\_XS") && !rows.contains("IQ2") && !rows.contains("Q3\\_K"), "{rows}");
}

#[test]
fn rows_are_sorted_within_their_groups_and_blanks_stand_last() {
    for (query, column) in [("sort=ceiling", "td.c"), ("sort=score", "td.q")] {
        let (_, figure) = answer(estimator(), &format!("hw=rtx-4090&{query}"));
        let (_, reversed) = answer(estimator(), &format!("hw=rtx-4090&{query}&dir=reversed"));
        for (figure, down) in [(figure, true), (reversed, false)] {
            let mut sorted = 0;
            for group in parse(&figure).select("tbody") {
                let cells: Vec<Option<f64>> =
                    group.select(column).iter().map(|cell| cell.attr("data-v").parse().ok()).collect();
                let known: Vec<f64> = cells.iter().map_while(|cell| *cell).collect();
                assert!(cells[known.len()..].iter().all(Option::is_none), "{query}: blanks stand last");
                assert!(known.is_sorted_by(|a, b| if down { a >= b } else { a <= b }), "{query} {down}: {known:?}");
                sorted += known.len();
            }
            assert!(sorted >= 3, "{query}");
        }
    }
    let (_, figure) = answer(estimator(), "sort=name");
    assert!(parse(&figure).has("th[data-sort=name][aria-sort=ascending]"));
    // The first rows of a sorted list are the first of the whole list.
    let first =
        |query: &str| parse(&shown_answer(estimator(), query).1).select("tbody th a").first().map(|link| link.words());
    assert_eq!(first("sort=speed"), first("sort=speed&rows=all"));
}

#[test]
fn models_are_filtered_by_family_licence_size_and_context() {
    let all = estimator().models.iter().filter(|model| model.id.starts_with("gemma-")).count();
    let (_, every) = answer(estimator(), "");
    let (filtered, figure) = answer(estimator(), "fam=gemma-&lic=any&pmax=8");
    assert!(filtered.numbers[0].1 > 3.0 && filtered.numbers[0].1 < rooflight_primitives::units::count(all as u64));
    assert!(parse(&every).has("a[href$=models/qwen3-8b/]") && !parse(&figure).has("a[href$=models/qwen3-8b/]"));
    let (_, open) = answer(estimator(), "lic=apache-2.0");
    let open = parse(&open);
    assert!(open.has("a[href$=models/qwen3-8b/]") && !open.has("a[href$=models/llama-3.1-8b/]"));
    let (_, long) = answer(estimator(), "reach=100000");
    assert!(!parse(&long).has("a[href$=models/llama-2-7b/]"), "its longest context is 4,096 tokens");
    let (shown, figure) = answer(estimator(), "show=fits");
    assert!(shown.numbers[0].1.to_bits() == shown.numbers[1].1.to_bits() && !parse(&figure).has("tr.no"));
}

#[test]
fn requests_and_engine_change_the_set_up() {
    let speeds = |query: &str| answer(estimator(), query).0.numbers[2].1;
    assert!(speeds("b=16") < speeds(""), "each of sixteen requests is slower than one alone");
    let (_, mlx) = answer(estimator(), "hw=apple-m4-max-40c&e=mlx");
    assert!(parse(&mlx).words().contains("an MLX format"));
    let (_, several) = answer(estimator(), "hw=rtx-4090&b=8");
    let links = parse(&several).attrs("td.r a", "href").join(" ");
    assert!(links.contains("calculators/batch/?hw=rtx-4090") && links.contains("&b=8&v=1"), "{links}");
}

#[test]
fn a_target_that_nothing_reaches_names_the_nearest() {
    let lines = lines("mode=which&tps=900000");
    assert!(
        lines[0].contains("Nothing here typically reaches 900,000") && lines[0].contains("comes nearest"),
        "{}",
        lines[0]
    );
}
