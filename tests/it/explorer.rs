//! The explorer: the records that the browser gets give the build's own answers, and its three questions are answered.

use crate::dom::{Element, page, parse};
use crate::support::{calibrated, estimator, reference_site};
use rooflight_calculators::explore::{SPEC, formats};
use rooflight_calculators::{Answer, Estimator};
use rooflight_compiler::calibrate::question::{Question, ResolvedQuestion};
use rooflight_document::{html, markdown};
use rooflight_estimator::records::{LibraryRecord, Record};

const QUESTIONS: [&str; 14] = [
    "",
    "b=8&e=vllm&fam=qwen,qwq&lic=apache-2.0,mit&pmin=4&pmax=40&reach=16384&show=fits",
    "mode=compare&b=4&e=llama.cpp",
    "bench=mmlu-pro",
    "hw=rtx-4080&c=8192&tps=20",
    "hw=rtx-5090&also=rtx-4090&na=1&also2=rtx-3090&na2=2&way=tensor&link=tb5",
    "mode=which&tps=30&c=32768",
    "mode=which&m=llama-3.1-70b&most=4",
    "mode=compare&m=llama-3.1-70b&hw=rtx-3090&n=2",
    "mode=compare&n=8&n3=2&n4=1&q=bf16",
    "hw=rtx-4080&ram=64&hbw=90&sort=speed",
    "q=best&sort=memory&dir=reversed",
    "mode=which&q=best&ram=512&sort=name",
    "mode=which&m=llama-3.1-70b&by=tokens&b=4",
];

/// The answer with its whole list.
pub(crate) fn answer(estimator: &Estimator, query: &str) -> (Answer, String) {
    shown_answer(estimator, &format!("{query}&rows=all"))
}

pub(crate) fn shown_answer(estimator: &Estimator, query: &str) -> (Answer, String) {
    let answer = SPEC.answer(estimator, query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let figure = html::parts(&answer.report, "../../").figure;
    (answer, figure)
}

/// The lines of the Markdown answer.
pub(crate) fn lines(query: &str) -> Vec<String> {
    let answer = SPEC.answer(estimator(), query).unwrap_or_else(|error| panic!("{query}: {error}"));
    markdown::document(&answer.report).lines().map(str::to_owned).collect()
}

#[test]
fn the_browsers_records_give_the_same_lists() {
    let whole = estimator();
    let all = (&*whole.devices, &*whole.models, &*whole.prompts);
    let bytes = LibraryRecord::of(all, &whole.scores, (&whole.releases, &whole.rents), &formats()).to_bytes();
    let mut sent = Estimator::default();
    assert!(SPEC.needs(&sent, "").contains("explore/all.txt"));
    assert!(SPEC.add(&mut sent, &bytes));
    assert_eq!(SPEC.needs(&sent, ""), "");
    for query in QUESTIONS {
        assert_eq!(answer(whole, query).1, answer(&sent, query).1, "{query}");
    }
}

#[test]
fn every_model_and_every_device_is_listed() {
    let (runs, _) = answer(estimator(), "");
    let (_, figure) = answer(estimator(), "mode=which&m=llama-3.1-8b&tps=1");
    let known = estimator().models.iter().filter(|model| !model.formats.is_empty());
    let rows = rooflight_primitives::units::count(known.count() as u64);
    assert_eq!(runs.numbers[0].1.to_bits(), rows.to_bits());
    assert!(parse(&figure).has("a[href$=hardware/rtx-4090/]"));
}

#[test]
fn a_page_has_the_first_rows_and_says_how_many_there_are() {
    let rows = |figure: &str| {
        let figure = parse(figure);
        let rows = figure.select("td.fit").len();
        (rows, figure.one("table").attr("data-rows").parse::<usize>().expect("a number"))
    };
    let (shown, of) = rows(&shown_answer(estimator(), "").1);
    let (whole, of_whole) = rows(&shown_answer(estimator(), "rows=all").1);
    assert_eq!((shown, of), (20, whole));
    assert!(whole == of_whole && whole > 100);
    let (compared, of) = rows(&shown_answer(estimator(), "mode=compare").1);
    assert!(compared == of && (2..20).contains(&of));
}

#[test]
fn recent_models_with_high_scores_stand_first() {
    let (_, figure) = answer(estimator(), "hw=h100-sxm-80gb&n=8&tps=0.1");
    let figure = parse(&figure);
    let releases = || estimator().releases.iter();
    let newest = releases().filter_map(|release| release.month).max().expect("a month");
    let first = &figure.select("tbody")[0];
    let rows: Vec<(bool, f64)> = first
        .select("tr")
        .iter()
        .filter(|row| row.has("td.fit"))
        .map(|row| {
            let address = row.attrs("th a", "href")[0].trim_end_matches('/');
            let id = address.rsplit('/').next().expect("an id");
            let at = estimator().models.iter().position(|model| model.id == id).expect("a model");
            let is_old = estimator().releases[at].month.is_some_and(|month| newest - month > 18);
            (is_old, row.one("td.q").attr("data-v").parse().unwrap_or(0.0))
        })
        .collect();
    let sorted = rows.is_sorted_by(|a, b| (a.0, -a.1) <= (b.0, -b.1));
    assert!(sorted && rows.iter().any(|row| row.0) && rows.iter().filter(|row| row.1 > 0.0).count() > 10, "{rows:?}");
}

#[test]
fn a_prompt_takes_as_long_as_its_calculator_says() {
    let prefill = crate::support::spec("prefill");
    let inputs = "hw=rtx-4090&m=qwen3-8b&q=gguf-q4_k_m&c=4096&pt=4096";
    let prompt_answer = prefill.answer(estimator(), inputs).expect("an answer");
    let typical = prompt_answer.numbers.iter().find(|(name, _)| *name == "typical prompt").expect("a number").1;
    let (_, figure) = answer(estimator(), "hw=rtx-4090&q=gguf-q4_k_m&c=4096");
    let figure = parse(&figure);
    let rows = figure.select("tr");
    let row = rows.iter().find(|row| row.has("[href$=models/qwen3-8b/]")).expect("a row");
    assert_eq!(row.one("td.p").attr("data-v"), format!("{typical:.2}"));
    assert!(row.one("td.p").has("a[href^=../calculators/prefill/?hw=rtx-4090]"));
    let (_, two) = answer(estimator(), "mode=compare&hw=rtx-3090&n=2&hw2=rtx-4090&n2=2&n3=2&m=qwen3-8b");
    assert!(parse(&two).select("td.p").iter().all(|cell| cell.words() == "–"), "not calibrated for several devices");
}

#[test]
fn each_model_has_its_published_score_or_a_blank() {
    let cell = |query: &str, model: &str| {
        let (_, figure) = answer(estimator(), query);
        let figure = parse(&figure);
        let rows = figure.select("tr");
        let is_its = |row: &&&Element<'_>| row.has(&format!("[href$=models/{model}/]"));
        let row = rows.iter().find(is_its).unwrap_or_else(|| panic!("{model}"));
        let score = row.one("td.q");
        (score.words(), score.attr("data-v").to_owned(), score.has("a[href$=#h-quality]"))
    };
    // The maker's own, not that of the base model.
    let (own, _, leads) = cell("hw=h100-sxm-80gb&n=8&bench=mmlu-pro", "deepseek-v3");
    assert_eq!((own.as_str(), leads), ("75.9", true));
    let (blank, value, leads) = cell("bench=swe-bench-verified", "llama-2-7b");
    assert_eq!((blank.as_str(), value.as_str(), leads), ("", "", false));
    let (_, which) = answer(estimator(), "mode=which");
    assert!(!parse(&which).has("td.q"), "scores are of models");
    let table = lines("bench=aime-2025");
    assert!(table.iter().any(|line| line.ends_with("| Longest context | AIME 2025 |")));
}

#[test]
fn a_models_page_lists_its_scores_with_sources() {
    let model = page(reference_site(), "models/deepseek-v3/index.html");
    let sections = model.select("section");
    let section = sections.iter().find(|section| section.has("#h-quality")).expect("a section");
    let words = section.words();
    for piece in ["75.9", "64.4", "base model", "28 Aug 2025"] {
        assert!(words.contains(piece), "{piece} in {words}");
    }
    assert!(section.has("a[href=https://github.com/deepseek-ai/DeepSeek-V3]"));
    assert!(!page(reference_site(), "models/falcon-7b/index.html").has("#h-quality"));
}

#[test]
fn what_is_not_covered_is_listed_and_said() {
    let models = page(reference_site(), "models/index.html");
    assert!(
        models.has("#not-covered")
            && models.has("#gap-jamba")
            && models.words().contains("Falcon-H1 (sizes other than 7B)")
    );
    let question = Question {
        device: "rtx-4090",
        devices: 1,
        model: "",
        format: Some("gguf-q4_k_m"),
        context: None,
        engine: None,
        requests: 1,
    };
    let refusal = |model| ResolvedQuestion::new(calibrated(), &Question { model, ..question }).err();
    for model in ["jamba-1.5-mini", "LongCat Flash", "tiiuae/Falcon-H1-34B-Instruct", "laguna-m"] {
        assert!(refusal(model).is_some_and(|problem| problem.contains(" is not covered yet: ")), "{model}");
    }
    for model in
        ["deepseek-v4-flash", "DeepSeek V4 Pro", "tiiuae/Falcon-H1-7B-Instruct", "gemma-3n-e4b", "step-3.7-flash"]
    {
        assert!(refusal(model).is_none(), "{model}");
    }
    assert!(refusal("deepseek-v9").is_some_and(|problem| problem.contains("there is no model")));
}

#[test]
fn a_small_card_is_offered_what_would_fit() {
    let lines = lines("hw=rtx-4080&c=8192&tps=20");
    let row = |name: &str| lines.iter().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}")).clone();
    assert!(row("| Qwen3 30B-A3B |").contains(" | – | – | – | – | "), "{}", row("| Qwen3 30B-A3B |"));
    let (_, figure) = answer(estimator(), "hw=rtx-4080&c=8192&tps=20");
    let figure = parse(&figure);
    let rows = figure.select("tr");
    let row = rows.iter().find(|row| row.has("[href$=models/qwen3-30b-a3b/]")).expect("the model");
    let offers = row.attrs("a", "href");
    let offload = "calculators/offload/?hw=rtx-4080&m=qwen3-30b-a3b";
    assert!(offers.iter().any(|offer| offer.contains(offload)), "{offers:?}");
    let words = row.words();
    let offered = ["Q3_K_M, ", "experts in RAM, ", "2 such cards, "].map(|what| speed_after(&words, what));
    // A third of the experts in RAM is slower than all of the model on one card or two.
    assert!(offered[1] < offered[0] && offered[1] < offered[2], "{words}");
}

/// The speed that an offer states after its words.
fn speed_after(words: &str, what: &str) -> f64 {
    let (_, rest) = words.split_once(what).unwrap_or_else(|| panic!("no {what} in {words}"));
    rest.split_whitespace().next().and_then(|speed| speed.parse().ok()).unwrap_or_else(|| panic!("{rest}"))
}

#[test]
fn a_card_with_system_ram_is_a_set_up_of_its_own() {
    let row = |query: &str| {
        let lines = lines(query);
        lines.iter().find(|line| line.contains("| Qwen3 30B-A3B |")).cloned().expect("the model")
    };
    let alone = row("hw=rtx-4080&c=8192");
    assert!(alone.contains(" | – | – | – | – | "), "{alone}");
    let beside = row("hw=rtx-4080&c=8192&ram=64");
    assert!(
        beside.contains("with their experts on the card, the rest in RAM") && !beside.contains("| – | – | – | – |")
    );
    // 18 GB of weights do not go into 16 GiB with 2 GiB of RAM, of which an eighth is the system's.
    assert!(row("hw=rtx-4080&c=8192&ram=2").contains(" | – | – | – | – | "));
    // The same numbers as in the calculator of splits.
    let query = "hw=rtx-4080&m=qwen3-30b-a3b&q=gguf-q4_k_m&c=8192";
    let split = crate::support::spec("offload").answer(estimator(), query);
    let numbers = split.expect("an answer").numbers;
    let value = |name: &str| numbers.iter().find(|(known, _)| *known == name).expect(name).1;
    let cells: Vec<&str> = beside.split(" | ").collect();
    let stated_range = rooflight_document::number::range(value("low"), value("high"));
    assert!(cells.contains(&stated_range.as_str()), "{stated_range} in {beside}");
    // A machine whose processor and GPU share one memory has no other RAM.
    let [with, without] =
        ["&ram=512", ""].map(|ram| answer(estimator(), &format!("hw=apple-m4-max-40c{ram}")).0.numbers);
    assert_eq!(with, without);
}

#[test]
fn hardware_is_ranked_by_what_it_costs() {
    let rents = &estimator().rents;
    assert!(rents.len() > 20, "{}", rents.len());
    let rented = |id: &str| {
        let position = estimator().devices.iter().position(|record| record.device.id == id).expect("the device");
        rents.iter().find(|(at, ..)| *at == position).map(|(_, hour, _)| *hour)
    };
    let (listed, figure) = answer(estimator(), "mode=which&m=llama-3.1-70b&by=rent&tps=20&most=2");
    assert!(listed.report.answer.plain().contains("rents for the least, $"), "{}", listed.report.answer.plain());
    let figure = parse(&figure);
    assert!(figure.words().contains("Prices move within weeks") && figure.has("th[data-sort=last]"));
    let cost = |figure: &Element, name: &str| {
        let rows = figure.select("tbody tr");
        let row = rows.iter().find(|row| row.select("th a").first().is_some_and(|link| link.words() == name));
        let cells = row.unwrap_or_else(|| panic!("{name}")).select("td[data-l=Rent]");
        cells.first().and_then(|cell| cell.attr("data-v").parse::<f64>().ok())
    };
    let hour = rented("h100-sxm-80gb").expect("a rent");
    let two = cost(&figure, "2 × H100 SXM5 80GB").expect("two of them");
    assert!((two - 2.0 * hour).abs() < 0.01, "{two} for two, {hour} for one");
    // No provider rents out a Mac, so it comes after devices with a rent.
    assert_eq!(rented("apple-m4-max-40c"), None);
    let group = figure.select("tbody").first().map(|body| body.select("td[data-l=Rent]")).unwrap_or_default();
    let costs: Vec<Option<f64>> = group.iter().map(|cell| cell.attr("data-v").parse().ok()).collect();
    assert!(costs.is_sorted_by_key(|cost| cost.unwrap_or(f64::MAX)), "{costs:?}");
}

#[test]
fn unknown_memory_is_no_endless_memory() {
    let (unknown, figure) = answer(estimator(), "hw=snapdragon-8-elite");
    let number =
        |answer: &Answer, name: &str| answer.numbers.iter().find(|(known, _)| *known == name).expect("a number").1;
    assert!(number(&unknown, "fitting").abs() < 0.5 && number(&unknown, "rows") > 100.0);
    let figure = parse(&figure);
    assert!(
        figure.words().contains("The memory of Snapdragon 8 Elite (phones) is not known here"),
        "{}",
        figure.words()
    );
    let group = |query: &str| {
        let lines = lines(query);
        lines.iter().filter(|line| line.starts_with("### ")).cloned().collect::<Vec<_>>().join("; ")
    };
    assert!(group("hw=snapdragon-8-elite").starts_with("### Memory not known"), "{}", group("hw=snapdragon-8-elite"));
    let (stated, _) = answer(estimator(), "hw=snapdragon-8-elite&mem=16");
    assert!(number(&stated, "fitting") > 1.0 && number(&stated, "fitting") < number(&stated, "rows"));
    // Hardware that is not known to hold the model is listed apart from hardware that is only too slow.
    let which = lines("mode=which&m=qwen3-235b-a22b&tps=20");
    let at = |title: &str| which.iter().position(|line| line.starts_with(title)).unwrap_or(usize::MAX);
    let phone = which.iter().position(|line| line.starts_with("| Snapdragon 8 Elite (phones)")).expect("a row");
    assert!(at("### Memory not known") < phone && phone < at("### Does not fit"));
    let (only, figure) = answer(estimator(), "mode=which&m=qwen3-235b-a22b&tps=20&show=fits");
    assert!(only.numbers[0].1.to_bits() == only.numbers[1].1.to_bits(), "what fits has known memory");
    assert!(!parse(&figure).words().contains("Snapdragon 8 Elite"));
}

#[test]
fn the_headline_of_hardware_is_that_of_its_table() {
    for query in ["m=qwen3-235b-a22b&tps=20", "m=llama-3.1-8b&tps=100", "m=gpt-oss-120b&tps=30&c=32768"] {
        let lines = lines(&format!("mode=which&{query}"));
        let mut reaching: Vec<(f64, String)> = Vec::new();
        let mut group = "";
        let mut rows = 0;
        for line in &lines {
            if let Some(title) = line.strip_prefix("### ") {
                group = title;
            }
            let cells: Vec<&str> = line.split(" | ").collect();
            if !group.starts_with("Reaches it") || cells.len() < 8 || !line.ends_with(" |") {
                continue;
            }
            rows += usize::from(!cells[1].is_empty());
            let watts = cells[7].trim_end_matches(" |").replace(',', "");
            if let Ok(watts) = watts.parse() {
                reaching.push((watts, cells[0].trim_start_matches("| ").to_owned()));
            }
        }
        let least = reaching.iter().map(|(watts, _)| *watts).fold(f64::INFINITY, f64::min);
        let named =
            reaching.iter().any(|(watts, name)| *watts <= least && lines[0].contains(&format!("; {name} needs")));
        assert!(named && lines[0].contains(&format!("{rows} set-ups")), "{}: {least}, {rows}", lines[0]);
    }
}

#[test]
fn measured_means_what_it_means_in_the_calculator() {
    for (device, model, format) in [
        ("dgx-spark-gb10", "gpt-oss-120b", "gguf-mxfp4-moe"),
        ("rtx-4090", "llama-3.1-8b", "gguf-q4_k_m"),
        ("rtx-4090", "qwen3.6-35b-a3b", "gguf-q4_k_m"),
        ("apple-m4-max-40c", "gpt-oss-120b", "gguf-mxfp4-moe"),
    ] {
        let query = format!("hw={device}&m={model}&q={format}&c=4096");
        let decode = crate::support::spec("decode-speed");
        let calculator_words =
            html::parts(&decode.answer(estimator(), &query).expect("an answer").report, "../../").figure;
        let calculator_words =
            parse(&calculator_words).select("dl").first().map(|list| list.words()).unwrap_or_default();
        let (_, figure) = answer(estimator(), &format!("hw={device}&q={format}&c=4096"));
        let figure = parse(&figure);
        let rows = figure.select("tr");
        let row = rows.iter().find(|row| row.has(&format!("[href$=models/{model}/]"))).expect("a row");
        let measured = row.one("td.m").attr("data-v");
        // A run that matches in the calculator has its number here, and a row without one shows no solid diamond.
        assert_eq!(
            measured.is_empty(),
            calculator_words.contains("under these conditions") || calculator_words.contains("nothing measured"),
            "{query}: {calculator_words}"
        );
        assert_eq!(row.has("use.d-m"), !measured.is_empty(), "{query}");
    }
}

#[test]
fn bad_input_is_said_at_its_field() {
    for (query, field) in [
        ("hw=rtx-4091", "hw"),
        ("mode=which&c=999999", "c"),
        ("mode=which&m=qwen3-33b", "m"),
        ("mode=guess", "mode"),
        ("n=0", "n"),
        ("tps=fast", "tps"),
        ("b=0", "b"),
        ("e=mlx&q=gguf-q8_0", "q"),
        ("fam=cats", "fam"),
        ("lic=free", "lic"),
        ("pmin=70&pmax=8", "pmin"),
        ("reach=far", "reach"),
        ("show=some", "show"),
    ] {
        let refused = SPEC.answer(estimator(), query);
        assert_eq!(refused.err().map(|error| error.field), Some(field), "{query}");
    }
}

#[test]
fn calculators_lead_into_the_explorer_with_their_inputs() {
    let link = |kind: &str| {
        let calculator = page(reference_site(), &format!("calculators/{kind}/index.html"));
        calculator.attrs("a[data-keys]", "href").first().map(|&url| url.to_owned())
    };
    let target = "../../explore/?mode=which&m=qwen3.8-27b&q=gguf-q4_k_m&c=4096&tps=30&v=1";
    assert_eq!(link("target").as_deref(), Some(target));
    let compare = "../../explore/?mode=compare&hw=rtx-3090&m=qwen3.8-27b&q=gguf-q4_k_m&c=4096&v=1";
    assert_eq!(link("decode-speed").as_deref(), Some(compare));
    assert_eq!(link("noise"), None);
}

#[test]
fn the_page_has_the_default_answer() {
    let explorer = page(reference_site(), "explore/index.html");
    let (_, figure) = shown_answer(estimator(), "");
    assert!(explorer.inner().contains(&figure) && explorer.has("noscript"));
    assert!(page(reference_site(), "index.html").has("a[href=./explore/]"));
}
