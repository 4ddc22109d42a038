//! Image tokens: how many tokens pictures and audio cost, and what they add to the cache and to the prompt time.
//!
//! 1. The estimator's `vision` applies the rule of the model's family, or one that the reader chooses, to the size of
//!    the picture.
//! 2. `kv` gives the bytes of these tokens in the cache, the prompt calibration the time to read them.
//! 3. The chart shows the tokens against the width of the picture; the tables show other sizes and other families.
//!
//! Leaves out the time of the vision encoder: nothing published supports an estimate.

use super::prelude::*;
use super::prompt::PromptReader;
use super::subject::Subject;
use rooflight_calibration::prompt::Span;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::vision::{PictureRule, ProcessedPicture};

/// The declaration of the calculator at `/calculators/image-tokens/`.
pub const SPEC: Spec = Spec {
    kind: "image-tokens",
    title: "Image tokens",
    about: "How many tokens a picture costs, and the prompt time and cache that they take.",
    inputs: &[HARDWARE, VISION_MODEL, QUANTIZATION, ENGINE, WIDTH, HEIGHT, PICTURES, RULE, AUDIO, RATE],
    records: &[record_schema::DEVICES, record_schema::MODELS, record_schema::PROMPTS],
    group: (Group::Speed, 4),
    validation: Validation::MadeOf("prompts"),
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas; empty if the title suffices.
pub const PHRASES: &str = "";

const VISION_MODEL: Input = MODEL.with_default("qwen3-vl-8b");
const WIDTH: Input = Input::whole(("iw", "width"), "Width", "1920", PIXELS, (16.0, 16_384.0));
const HEIGHT: Input = Input::whole(("ih", "height"), "Height", "1080", PIXELS, (16.0, 16_384.0));
const PICTURES: Input = Input::whole(("np", "pictures"), "Pictures", "1", PLAIN, (0.0, 4096.0));
const RULE: Input = Input::new(("rule", "rule"), "Rule", OWN, Choice::One(CHOICES));
const AUDIO: Input = Input::real(("au", "audio"), "Sound", "0", SECONDS, (0.0, 36_000.0)).folded();
const RATE: Input =
    Input::real(("ar", "audio_rate"), "Tokens per second of sound", "6.25", PLAIN, (0.1, 100.0)).folded();
const PIXELS: &[(&str, f64)] = &[("pixels", 1.0), ("px", 1.0)];

/// The choice of the rule of the model's own family.
const OWN: &str = "own";

const CHOICES: &[(&str, &str)] = &[
    (OWN, "of the model"),
    ("qwen2.5-vl", "Qwen2.5-VL"),
    ("qwen3-vl", "Qwen3-VL, Qwen3.5"),
    ("gemma-3", "Gemma 3"),
    ("gemma-3-pan", "Gemma 3, pan and scan"),
    ("gemma-4", "Gemma 4, 280 tokens"),
    ("gemma-4-most", "Gemma 4, 1,120 tokens"),
    ("llama-4", "Llama 4"),
    ("mistral-3", "Mistral Small 3.1"),
    ("pixtral", "Pixtral"),
    ("internvl", "InternVL 2 and 3"),
    ("llava", "LLaVA 1.5"),
];

/// The rules: id of the choice, prefixes of the catalog ids of models that use it by default, and the rule.
const RULES: &[(&str, &[&str], PictureRule)] = &[
    ("qwen2.5-vl", &["qwen2.5-vl"], PictureRule::Area { cell: 28.0, least: 3136.0, most: 12_845_056.0 }),
    (
        "qwen3-vl",
        &["qwen3-vl", "qwen3.5", "qwen3.6"],
        PictureRule::Area { cell: 32.0, least: 65_536.0, most: 16_777_216.0 },
    ),
    ("gemma-3", &["gemma-3-4b", "gemma-3-12b", "gemma-3-27b"], PictureRule::Fixed { side: 896.0, tokens: 256.0 }),
    ("gemma-3-pan", &[], PictureRule::PanAndScan { side: 896.0, tokens: 256.0 }),
    ("gemma-4", &["gemma-4"], PictureRule::Budget { cell: 48.0, tokens: 280.0 }),
    ("gemma-4-most", &[], PictureRule::Budget { cell: 48.0, tokens: 1120.0 }),
    ("llama-4", &["llama-4"], PictureRule::Canvas { side: 336.0, tokens: 144.0, most: 16 }),
    ("mistral-3", &["mistral-small-3.1"], PictureRule::Rows { cell: 28.0, longest: 1540.0 }),
    ("pixtral", &["pixtral"], PictureRule::Rows { cell: 16.0, longest: 1024.0 }),
    ("internvl", &["internvl"], PictureRule::Tiles { side: 448.0, tokens: 256.0, most: 12 }),
    ("llava", &["llava-1.5"], PictureRule::Fixed { side: 336.0, tokens: 576.0 }),
];

const SOURCES: &[Source] = &[
    (
        "transformers: the image processor of Qwen-VL",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/models/qwen2_vl/image_processing_qwen2_vl.py",
    ),
    ("limits of Qwen3-VL", "https://huggingface.co/Qwen/Qwen3-VL-8B-Instruct/blob/main/preprocessor_config.json"),
    (
        "Pixtral and Mistral Small",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/models/pixtral/image_processing_pixtral.py",
    ),
    ("Gemma: tokens of a picture", "https://ai.google.dev/gemma/docs/capabilities/vision"),
    (
        "Gemma 3: pan and scan",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/models/gemma3/image_processing_gemma3.py",
    ),
    (
        "InternVL: tiles",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/models/internvl/processing_internvl.py",
    ),
    (
        "Llama 4: tiles",
        "https://github.com/huggingface/transformers/blob/main/src/transformers/models/llama4/image_processing_llama4_fast.py",
    ),
    ("LLaVA 1.5: 336 pixels, patches of 14", "https://huggingface.co/llava-hf/llava-1.5-7b-hf/blob/main/config.json"),
    ("Gemma 3n: tokens of sound", "https://huggingface.co/google/gemma-3n-E4B-it"),
];

const ASSUMED: &[&str] = &[
    "The rules are the processors' own defaults. A runtime may set other limits, which its options or its preprocessor_config.json say.",
    "Tokens that open and close a picture, one to four, are not counted; marks between rows or tiles are.",
    "The cache is kept at 16 bits and holds these tokens alone.",
    "The prompt's time is that of reading as many text tokens with nothing before them. The vision encoder takes time and memory on top.",
    "Sound costs a constant number of tokens per second: 6.25 for Gemma 3n. Other families have other rates.",
];

/// Widths and heights in the table of sizes, pixels.
const SIZES: [(f64, f64); 9] = [
    (224.0, 224.0),
    (448.0, 448.0),
    (640.0, 480.0),
    (896.0, 896.0),
    (1280.0, 720.0),
    (1920.0, 1080.0),
    (2480.0, 3508.0),
    (3840.0, 2160.0),
    (4032.0, 3024.0),
];

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let subject = Subject::read_as(query, [&HARDWARE, &VISION_MODEL, &QUANTIZATION])?;
    let reader = PromptReader::read(query, &subject)?;
    let size = (query.number(&WIDTH)?, query.number(&HEIGHT)?);
    let pictures = query.number(&PICTURES)?;
    let (name, rule) = rule(query.one(&RULE)?, &subject)?;
    query.hint(&RULE, words!("{}", Arg::Text(name)));
    let sound = query.number(&AUDIO)? * query.number(&RATE)?;
    let mut answer = ImageTokensAnswer {
        subject: &subject,
        reader: &reader,
        size,
        pictures,
        name,
        rule,
        sound,
        time: (f64::NAN, None),
    };
    let tokens = answer.all();
    if tokens > subject.longest() {
        let most = Arg::Plain(subject.longest(), 0);
        let message = words!("{} tokens are more than the model's context of {}.", Arg::Plain(tokens, 0), most);
        let field = if answer.sound > subject.longest() { AUDIO.key } else { PICTURES.key };
        return Err(InputError { field, message: filled(message) });
    }
    if tokens >= 1.0 {
        answer.time = reader.seconds(&subject.setup(tokens), tokens, 0.0);
    }
    Ok(answer.write(report))
}

/// Returns the chosen rule, or that of the model, with its name for readers.
fn rule(wanted: &'static str, subject: &Subject<'_>) -> Result<(&'static str, PictureRule), InputError> {
    let id = subject.model.id.as_str();
    let fits = |(name, ids, _): &&(&str, &[&str], PictureRule)| {
        if wanted == OWN { ids.iter().any(|start| id.starts_with(start)) } else { *name == wanted }
    };
    let Some((found, _, rule)) = RULES.iter().find(fits) else {
        let message = words!("No rule for pictures is known of {}. Choose one.", Arg::Text(&subject.model.name));
        return Err(InputError { field: RULE.key, message: filled(message) });
    };
    Ok((rule_name(found), *rule))
}

/// Returns the name of a rule in the list of choices; empty for an unknown id.
fn rule_name(id: &str) -> &'static str {
    CHOICES.iter().find(|(known, _)| *known == id).map_or("", |(_, words)| words)
}

/// Resolved inputs, from which every part of the answer is written.
struct ImageTokensAnswer<'a> {
    subject: &'a Subject<'a>,
    reader: &'a PromptReader<'a>,
    size: (f64, f64),
    pictures: f64,
    name: &'static str,
    rule: PictureRule,
    /// Tokens of the audio, possibly fractional: its seconds times the tokens per second.
    sound: f64,
    /// Seconds to read all tokens: the least, and the range; NaN without tokens.
    time: (f64, Option<Span>),
}

impl ImageTokensAnswer<'_> {
    fn picture(&self) -> ProcessedPicture {
        self.rule.picture(self.size)
    }

    /// Tokens of all pictures and of the audio, a whole number.
    fn all(&self) -> f64 {
        self.pictures * self.picture().tokens + rooflight_primitives::math::ceil(self.sound)
    }

    /// Bytes of the 16-bit cache of this many tokens.
    fn cache(&self, tokens: f64) -> f64 {
        kv::stored_bytes(&self.subject.model.shape, KvType::F16, tokens)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let tokens = Arg::Plain(self.picture().tokens, 0);
        let word = Arg::Text(if whole(self.pictures) == 1 { "picture" } else { "pictures" });
        let conditions = [
            Arg::Text(&self.subject.record.device.name),
            Arg::Text(&self.subject.model.name),
            Arg::Text(&self.subject.format.name),
            Arg::Plain(self.pictures, 0),
            word,
            Arg::Plain(self.size.0, 0),
            Arg::Plain(self.size.1, 0),
            Arg::Text(self.name),
            Arg::Text(&self.reader.profile.words),
        ];
        let conditions = words!("{}, {} in {}; {} {} of {} × {} pixels; rule: {}; {}", ..conditions);
        report.answer(words!("A picture costs <b>{}</b> tokens", tokens), conditions);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        writer.report.chart(self.chart());
        writer.steps("Step by step", "From the picture's size to tokens, bytes and seconds", SOURCES);
        self.sizes(&mut writer);
        self.families(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let ProcessedPicture { seen, grid, tiles, tokens } = self.picture();
        let formula = words!("{} × {} pixels", Arg::Plain(self.size.0, 0), Arg::Plain(self.size.1, 0));
        let resized = words!("{} × {}", Arg::Plain(seen.0, 0), Arg::Plain(seen.1, 0));
        writer.quantity(resized).step("Resized", formula);
        let squares = [Arg::Plain(grid.0, 0), Arg::Plain(grid.1, 0)];
        let quantity = writer.quantity(words!("{}", Arg::Plain(tokens, 0))).number("tokens of a picture");
        quantity.step("A picture", self.formula(&squares));
        let (all, values) = (self.all(), [Arg::Plain(self.pictures, 0), Arg::Plain(tokens, 0)]);
        let mut formula = words!("{} × {}", ..values);
        if self.sound > 0.0 {
            let sound = words!("{}", Arg::Plain(rooflight_primitives::math::ceil(self.sound), 0));
            writer.quantity(sound).step("Sound", words!("seconds × tokens per second, rounded up"));
            formula = words!("{} × {} + sound", ..values);
        }
        writer.quantity(words!("{}", Arg::Plain(all, 0))).number("all tokens").sum("All tokens", formula);
        for (name, number) in
            [("seen width", seen.0), ("seen height", seen.1), ("columns", grid.0), ("rows", grid.1), ("squares", tiles)]
        {
            writer.number(name, number);
        }
        let each = Sizes::Decimal.any(self.cache(1.0));
        let note = filled(words!("of {} tokens", Arg::Plain(all, 0)));
        let quantity = writer.quantity(words!("{}", Sizes::Decimal.any(self.cache(all)))).number("cache bytes");
        let quantity = quantity.figure("Cache", &note);
        quantity.step("Cache", words!("{} a token at 16 bits, less once windows are full", each));
        let (least, span) = self.time;
        let value = [Arg::Speed(least)];
        let quantity = writer.optional((all >= 1.0).then_some(words!("{}", ..value))).ink(Ink::Ceiling);
        quantity.number_of("least prompt", least).wide_figure("Prompt, fastest", "(s)", "");
        writer.realistic("(s)", span.map(Span::values), &self.reader.profile.reason);
        writer.number("typical prompt", or_nan(span.map(|span| span.typical)));
        if let Some(span) = span {
            let quantity = writer.quantity(words!("{}\u{a0}s", Arg::Speed(span.typical))).ink(Ink::Range);
            quantity.step("Reading them, typical", words!("{}", Arg::Text(&self.reader.profile.reason)));
        }
    }

    /// Returns the rule as a formula with its numbers.
    const fn formula<'b>(&self, grid: &'b [Arg<'b>; 2]) -> Words<'b> {
        match self.rule {
            PictureRule::Area { .. } | PictureRule::Budget { .. } => words!("{} × {} cells", ..*grid),
            PictureRule::Rows { .. } => words!("{} × {} cells, and a mark after each row", ..*grid),
            PictureRule::Fixed { .. } => words!("a fixed number, whatever the size"),
            PictureRule::PanAndScan { .. } => words!("{} × {} crops and the whole, 256 tokens each", ..*grid),
            PictureRule::Tiles { .. } => words!("{} × {} tiles and the whole if several, 256 tokens each", ..*grid),
            PictureRule::Canvas { .. } => {
                words!("{} × {} tiles and the whole if several, 144 tokens each, and marks", ..*grid)
            }
        }
    }

    fn sizes(&self, writer: &mut ReportWriter<'_>) {
        let mine = (!SIZES.contains(&self.size)).then_some(self.size);
        let (head, sizes) = (("sizes", "Other pictures"), mine.into_iter().chain(SIZES));
        writer.table(head, "The same rule and model", "sizes", sizes, |row, size| {
            let ProcessedPicture { seen, tokens, .. } = self.rule.picture(size);
            row.highlight(size == self.size);
            row.text("Picture", "pixels", words!("{} × {}", Arg::Plain(size.0, 0), Arg::Plain(size.1, 0)));
            row.text("Seen as", "pixels", words!("{} × {}", Arg::Plain(seen.0, 0), Arg::Plain(seen.1, 0)));
            row.number("Tokens", "a picture", words!("{}", Arg::Plain(tokens, 0)));
            row.number("Cache", "", words!("{}", Sizes::Decimal.any(self.cache(tokens))));
        });
    }

    fn families(&self, writer: &mut ReportWriter<'_>) {
        let head = ("families", "Other families");
        writer.table(head, "The same picture under each rule", "rules", RULES, |row, (id, _, rule)| {
            let ProcessedPicture { seen, tokens, .. } = rule.picture(self.size);
            row.highlight(rule_name(id) == self.name);
            row.text("Rule", "", words!("{}", Arg::Text(rule_name(id))));
            row.text("Seen as", "pixels", words!("{} × {}", Arg::Plain(seen.0, 0), Arg::Plain(seen.1, 0)));
            row.number("Tokens", "a picture", words!("{}", Arg::Plain(tokens, 0)));
        });
    }

    /// Draws the tokens against the picture's width at its aspect ratio: they rise with the area up to a limit, or in
    /// steps of tiles.
    fn chart(&self) -> Chart {
        let here = self.size.0;
        let x = (128.0_f64.min(here), 8192.0_f64.max(here));
        let tokens = self.picture().tokens;
        let mut chart = Chart {
            title: "Tokens of a picture against its width, the shape kept",
            desc: filled(words!("{} The tables have the numbers.", Arg::Text(&self.status()))),
            names: ["", "Tokens", ""],
            x,
            x_label: "pixels of width",
            y_label: "tokens of a picture",
            here,
            marks: vec![ValueLabel { ink: Ink::Plain, y: tokens, text: number::plain(tokens, 0) }],
            ..Chart::default()
        };
        let shape = self.size.1 / here;
        // Steps of tiles need four times the points; the reader's own width is one of them.
        let mut widths = Vec::new();
        for pair in scale::points(x).windows(2) {
            let &[from, to] = pair else { continue };
            let middle = rooflight_primitives::math::sqrt(from * to);
            let closer = [
                from,
                rooflight_primitives::math::sqrt(from * middle),
                middle,
                rooflight_primitives::math::sqrt(middle * to),
                to,
            ];
            widths.extend(closer.into_iter().filter(|width| width.to_bits() != here.to_bits()));
        }
        let at = widths.iter().position(|width| *width > here).unwrap_or(widths.len());
        widths.insert(at, here);
        for width in widths {
            let size = (width, (width * shape).max(1.0));
            chart.typical.push((width, self.rule.picture(size).tokens));
        }
        chart
    }

    fn status(&self) -> String {
        let values = [
            Arg::Plain(self.picture().tokens, 0),
            Arg::Plain(self.all(), 0),
            Sizes::Decimal.any(self.cache(self.all())),
        ];
        filled(words!("A picture costs {} tokens; all {} take {} of cache.", ..values))
    }
}
