//! The explorer's machines of unlike devices: a model shared by memory or by layers, over a stated link.

use crate::dom::parse;
use crate::explorer::{answer, lines};
use crate::support::estimator;
use rooflight_calculators::explore::SPEC;

#[test]
fn two_kinds_of_devices_share_a_model_by_their_memory() {
    let speed = |query: &str, model: &str| {
        let (_, figure) = answer(estimator(), &format!("q=gguf-q4_k_m&{query}"));
        let figure = parse(&figure);
        let rows = figure.select("tr");
        let row = rows.iter().find(|row| row.has(&format!("[href$=models/{model}/]"))).expect("a row");
        row.select("td.c").first().and_then(|cell| cell.attr("data-v").parse::<f64>().ok())
    };
    let model = "qwen3-8b";
    let [fast, slow] = ["hw=rtx-5090", "hw=rtx-3090"].map(|query| speed(query, model).expect("a speed"));
    let both = speed("hw=rtx-5090&also=rtx-3090&na=1", model).expect("a speed");
    // 32 of 56 GiB are the faster card's.
    let expected = 1.0 / (32.0 / 56.0 / fast + 24.0 / 56.0 / slow);
    assert!((both / expected - 1.0).abs() < 1e-3, "{both} is {expected}");
    assert!(slow < both && both < fast);
    let same = speed("hw=rtx-3090&also=rtx-3090&na=1", model).expect("a speed");
    let split = speed("hw=rtx-3090&n=2", model).expect("a speed");
    assert!((same / split - 1.0).abs() < 1e-3, "one kind twice is two of it: {same} is {split}");
    let large = "llama-3.1-70b";
    assert_eq!([speed("hw=rtx-5090", large), speed("hw=rtx-3090", large)], [None, None]);
    assert!(speed("hw=rtx-5090&also=rtx-3090&na=1", large).is_some(), "together they hold it");
    assert_eq!(speed("hw=rtx-5090&also=rtx-3090&na=0", model), Some(fast));
}

/// The ceiling and the lower end of a row in `Q4_K_M`.
fn row(query: &str, model: &str) -> Option<(f64, Option<f64>)> {
    let (_, figure) = answer(estimator(), &format!("q=gguf-q4_k_m&{query}"));
    let figure = parse(&figure);
    let rows = figure.select("tr");
    let row = rows.iter().find(|row| row.has(&format!("[href$=models/{model}/]"))).expect("a row");
    let number = |cell: &str| row.select(cell).first().and_then(|cell| cell.attr("data-v").parse::<f64>().ok());
    number("td.c").map(|ceiling| (ceiling, number("td.r")))
}

#[test]
fn three_unlike_cards_share_a_model_by_their_memory() {
    let three = "hw=rtx-5090&also=rtx-4090&na=1&also2=rtx-3090&na2=1";
    let alone = |device: &str| row(&format!("hw={device}"), "qwen3-8b").expect("a speed").0;
    let expected = 80.0 / (32.0 / alone("rtx-5090") + 24.0 / alone("rtx-4090") + 24.0 / alone("rtx-3090"));
    let (ceiling, range) = row(three, "qwen3-8b").expect("a speed");
    assert!((ceiling / expected - 1.0).abs() < 1e-3, "{ceiling} is {expected}");
    assert!(range.is_some_and(|low| low < ceiling));
    let two = row("hw=rtx-5090&also=rtx-4090&na=1", "llama-3.1-70b");
    assert!(two.is_some() && row("hw=rtx-5090", "llama-3.1-70b").is_none());
    let text = lines(three).join("\n");
    assert!(text.contains("GeForce RTX 5090, GeForce RTX 4090 and GeForce RTX 3090, layers split"), "{text}");
    assert!(text.contains("No run on such a machine is in the catalog") && !text.contains("alibrated"));
    // The third kind may follow the first alone.
    assert_eq!(
        row("hw=rtx-5090&na=0&also2=rtx-3090&na2=1", "qwen3-8b"),
        row("hw=rtx-5090&also=rtx-3090&na=1", "qwen3-8b")
    );
}

#[test]
fn divided_layers_wait_for_the_slowest_card_and_fill_the_smallest() {
    let tensor = |query: &str, model| row(&format!("{query}&way=tensor"), model);
    let unlike = tensor("hw=rtx-5090&also=rtx-3090&na=1", "qwen3-8b").expect("a speed");
    let equal = tensor("hw=rtx-3090&n=2", "qwen3-8b").expect("a speed");
    assert!((unlike.0 / equal.0 - 1.0).abs() < 1e-3, "{unlike:?} is {equal:?}");
    assert_eq!(unlike.1, None, "no run on unlike cards is known");
    assert!(equal.1.is_some());
    // 24 + 12 GiB hold it in layers; two times 12 do not.
    let small = "hw=rtx-3090&also=rtx-3060-12gb&na=1&c=32768";
    assert!(row(small, "qwen3-32b").is_some() && tensor(small, "qwen3-32b").is_none());
}

#[test]
fn a_stated_link_takes_its_time() {
    let of =
        |link: &str, way: &str| row(&format!("hw=rtx-3090&n=2&way={way}&link={link}"), "qwen3-8b").expect("a speed");
    let usual = of("usual", "tensor");
    let [wide, narrow] = ["pcie4x16", "pcie3x1"].map(|link| of(link, "tensor"));
    assert!(narrow.0 < wide.0 && wide.0 < usual.0, "{narrow:?}, {wide:?}, {usual:?}");
    // 36 layers twice, 4,096 elements of two bytes, over 0.985 GB/s.
    let expected = 1.0 / (1.0 / usual.0 + 72.0 * 8192.0 / (128.0 / 130.0 * 1e9));
    assert!((narrow.0 / expected - 1.0).abs() < 1e-3, "{narrow:?} is {expected}");
    assert_eq!((usual.1.is_some(), wide.1), (true, None), "what it costs was fitted to other links");
    let hand = of("pcie3x1", "layers");
    let split = of("usual", "layers");
    assert!(hand.0 < split.0 && hand.0 > 0.99 * split.0 && hand.1.is_some(), "one vector a token: {hand:?}, {split:?}");
    assert_eq!(row("hw=rtx-3090&link=tb4", "qwen3-8b"), row("hw=rtx-3090", "qwen3-8b"), "one card crosses nothing");
    let unlinked =
        estimator().devices.iter().find(|record| record.device.link.is_none()).expect("a device without a link");
    let query = format!("hw={}&n=2&link=own", unlinked.device.id);
    let refused = SPEC.answer(estimator(), &query).err();
    assert!(refused.is_some_and(|error| error.field == "link" && error.message.contains("not known here")));
}
