//! KV cache: how many bytes the cache of a model takes, for a token, for a context, for all requests.
//!
//! 1. The model's attention layers in groups of equal width and window, or the reader's own three numbers in their place.
//! 2. `kv` gives the bytes of each group: elements a position × positions within the window × bytes an element; and the constant state
//!    of recurrent layers.
//! 3. The chart runs the bytes over the context; the tables show each group, each cache format, and each context.
//!
//! Says nothing of speed or of a machine.

use super::ask::Ask;
use super::decode_speed::longest;
use super::input::{CACHE, CACHE_TYPES, CONTEXT, MODEL, REQUESTS, SIZES, cache_type};
use super::own_model::{self, HEAD_SIZE, HEADS, LAYERS};
use super::rows;
use super::steps;
use super::{Facts, InputError, Spec, deck};
use crate::kv::{self, KvType};
use crate::shape::{CacheGroup, Shape, Sharing};
use crate::units::{MIB, count};
use crate::view::arg::{Arg, filled};
use crate::view::chart::{Chart, Mark};
use crate::view::sheet::{Ink, Sheet};
use crate::view::sizes::Sizes;
use crate::view::sources::Source;
use crate::view::table::{Column, Emphasis, Kind};
use crate::view::{number, scale};
use alloc::string::String;
use alloc::vec;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "kv-cache",
    title: "KV cache",
    about: "How much memory the key-value cache of a model takes, for each token and at a context.",
    inputs: &[MODEL, CONTEXT, REQUESTS, CACHE, LAYERS, HEADS, HEAD_SIZE, SIZES],
    outputs: &[
        "bytes per token",
        "bytes per further token",
        "cache of a request",
        "state of a request",
        "bytes of all requests",
        "bytes read per token",
    ],
    cards: &[deck::MODELS],
    evaluate,
};

fn evaluate(ask: &mut Ask<'_>, sheet: &mut Sheet<'_>) -> Result<Facts, InputError> {
    let model = ask.model(&MODEL)?;
    let own = own_model::layers(ask)?.map(|layers| {
        let mut shape = Shape::default();
        shape.replace(layers);
        shape
    });
    let (shape, name, longest) = match &own {
        Some(shape) => (shape, "Your own numbers", f64::INFINITY),
        None => (&model.shape, model.name.as_str(), longest(model)),
    };
    let context = ask.number_to(&CONTEXT, longest)?;
    let requests = ask.number(&REQUESTS)?;
    let kind = cache_type(ask.one(&CACHE)?);
    let sizes = ask.sizes()?;
    let answer = Answer { sizes, name, shape, context, requests, kind, longest, own: own.is_some() };
    answer.write(sheet);
    ask.hint(&MODEL, "% layers", &[Arg::Count(model.shape.layers)]);
    ask.hint(&CACHE, "% bytes each", &[Arg::Plain(kind.bytes(), 4)]);
    let numbers = vec![
        kv::stored_bytes(shape, kind, 1.0),
        kv::next_bytes(shape, kind, context),
        kv::stored_bytes(shape, kind, context),
        kv::state_bytes(shape),
        answer.all(context),
        kv::read_bytes(shape, kind, context) + kv::state_traffic(shape),
    ];
    Ok(Facts { status: answer.status(), numbers })
}

/// Everything that the answer is made from.
struct Answer<'a> {
    sizes: Sizes,
    name: &'a str,
    shape: &'a Shape,
    /// Tokens in the context of each request.
    context: f64,
    /// Requests.
    requests: f64,
    kind: KvType,
    /// The longest context that the model has, tokens.
    longest: f64,
    own: bool,
}

const ASSUMED: &[&str] = &[
    "Every request has a context of this length, and none shares its cache with another.",
    "A layer with a window keeps its window and no more; some runtimes keep more, and some the whole context.",
    "The state of recurrent layers is kept at 32 bits.",
    "A runtime that hands out the cache in pages rounds each request up to a whole page.",
];

const SOURCES: &[Source] = &[
    ("Pope et al. 2022, the cache's size", "https://arxiv.org/abs/2211.05102"),
    ("Ainslie et al. 2023, grouped heads", "https://arxiv.org/abs/2305.13245"),
    ("DeepSeek-V2, latent cache", "https://arxiv.org/abs/2405.04434"),
    ("Mistral 7B, sliding windows", "https://arxiv.org/abs/2310.06825"),
    (
        "bytes of q8_0 and its like in llama.cpp",
        "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h",
    ),
];

impl Answer<'_> {
    /// Bytes of all requests at a context.
    fn all(&self, context: f64) -> f64 {
        self.requests * self.each(context)
    }

    /// Bytes of one request at a context.
    fn each(&self, context: f64) -> f64 {
        kv::stored_bytes(self.shape, self.kind, context) + kv::state_bytes(self.shape)
    }

    fn write(&self, sheet: &mut Sheet<'_>) {
        self.headline(sheet);
        self.figures(sheet);
        sheet.chart(&self.chart());
        sheet.next_part();
        self.steps(sheet);
        self.formats(sheet);
        self.contexts(sheet);
        sheet.section("assumed", "What this assumes");
        sheet.list("assumed", ASSUMED);
        sheet.end_section();
    }

    fn headline(&self, sheet: &mut Sheet<'_>) {
        let all = [self.sizes.any(self.all(self.context))];
        let ways = self.ways();
        let conditions = [
            Arg::Text(self.name),
            Arg::Plain(self.context, 0),
            Arg::Plain(self.requests, 0),
            Arg::Text(if self.requests > 1.0 { "requests" } else { "request" }),
            Arg::Text(self.kind.name()),
            Arg::Text(&ways),
        ];
        sheet.answer(("The cache takes {b%}", &all), ("%, % tokens of context, % %, cache in %; %", &conditions));
    }

    fn figures(&self, sheet: &mut Sheet<'_>) {
        let none = ("", &[][..]);
        let per_token = [self.sizes.any(kv::stored_bytes(self.shape, self.kind, 1.0))];
        let windows = self.shape.cache.iter().any(|group| group.window.is_some());
        let note = if windows { "less once windows are full" } else { "" };
        sheet.figure(Ink::Plain, "A token", none, Some(("%", &per_token)), note);
        sheet.figure(Ink::Plain, "A request", none, Some(("%", &[self.sizes.any(self.each(self.context))])), "");
        let word = if self.requests > 1.0 { "requests" } else { "request" };
        let requests = [Arg::Plain(self.requests, 0), Arg::Text(word)];
        let all = [self.sizes.any(self.all(self.context))];
        sheet.figure(Ink::Plain, "All", ("of % %", &requests), Some(("%", &all)), "");
        let own = "Your own layers, heads and head size stand in place of the model: keys and values of every head in every layer.";
        sheet.end_figures(if self.own { own } else { "" });
    }

    fn status(&self) -> String {
        let values =
            [self.sizes.any(self.all(self.context)), self.sizes.any(kv::stored_bytes(self.shape, self.kind, 1.0))];
        filled("The cache takes %; % a token.", &values)
    }

    /// The kinds of attention layers and how many there are of each, in words.
    fn ways(&self) -> String {
        let mut text = String::new();
        for group in &self.shape.cache {
            text.push_str(if text.is_empty() { "" } else { "; " });
            text.push_str(&filled("% layers with ", &[Arg::Count(group.reading)]));
            text.push_str(&kind_words(group));
        }
        if self.shape.recurrent_layers > 0 {
            text.push_str(if text.is_empty() { "" } else { "; " });
            text.push_str(&filled("% layers with a state", &[Arg::Count(self.shape.recurrent_layers)]));
        }
        text
    }

    fn chart(&self) -> Chart {
        let here = self.context;
        let x = scale::span(here, &[], self.longest);
        let all = self.all(here);
        let (unit, y_label) = match self.sizes {
            Sizes::Decimal => (1e6, "MB"),
            Sizes::Binary => (MIB, "MiB"),
        };
        Chart {
            title: "Bytes of the key-value cache against context length",
            desc: filled(
                "At % tokens the cache of all requests takes %. The tables have the numbers.",
                &[Arg::Plain(here, 0), self.sizes.any(all)],
            ),
            names: ["", "Cache and state", ""],
            x,
            x_label: "tokens of context",
            y_label,
            typical: scale::points(x).into_iter().map(|depth| (depth, self.all(depth) / unit)).collect(),
            here,
            marks: vec![Mark { ink: Ink::Plain, y: all / unit, text: number::speed(all / unit) }],
            ..Chart::default()
        }
    }

    fn steps(&self, sheet: &mut Sheet<'_>) {
        let Self { shape, kind, context, .. } = self;
        sheet.section("bytes", "The bytes of a request");
        let state = shape.state_elements > 0;
        let rows = shape.cache.len() + 3 + usize::from(state);
        sheet.table("bytes", "What one request stores, layers of one kind together", steps::COLUMNS, (rows, "steps"));
        for group in &shape.cache {
            let elements = count(group.elements);
            let values = [count(group.storing), elements, group.positions(*context), kind.bytes()];
            let result = [self.sizes.any(values.iter().product())];
            let width = width_words(group);
            let [layers, _, positions, bytes] = values.map(|value| Arg::Plain(value, 4));
            let formula = [layers, Arg::Text(&width), positions, bytes];
            let part = super::capital(&kind_words(group));
            steps::step(sheet, &part, ("% layers × % × % tokens × % B", &formula), ("%", &result));
        }
        if state {
            let values = [count(shape.state_elements), kv::STATE_BYTES].map(|value| Arg::Plain(value, 0));
            let result = [self.sizes.any(kv::state_bytes(shape))];
            steps::step(sheet, "State of recurrent layers", ("% elements × % B", &values), ("%", &result));
        }
        let each = self.each(*context);
        steps::sum(sheet, "A request", ("all lines above", &[]), ("%", &[self.sizes.any(each)]));
        let values = [Arg::Plain(self.requests, 0), self.sizes.any(each)];
        steps::step(sheet, "All requests", ("% × %", &values), ("%", &[self.sizes.any(self.all(*context))]));
        let next = [self.sizes.any(kv::next_bytes(shape, *kind, *context))];
        steps::step(sheet, "The next token", ("layers without a full window", &[]), ("%", &next));
        sheet.end_table();
        self.shared(sheet);
        sheet.sources(SOURCES);
        sheet.end_section();
    }

    /// Layers that read what another layer stored.
    fn shared(&self, sheet: &mut Sheet<'_>) {
        let shared: u64 = self.shape.cache.iter().map(|group| group.reading - group.storing).sum();
        if shared > 0 {
            let template = "% layers read the cache of an earlier layer again: they store nothing, and a step still reads it for each.";
            sheet.paragraph("note", (template, &[Arg::Count(shared)]));
        }
    }

    fn formats(&self, sheet: &mut Sheet<'_>) {
        sheet.section("formats", "In other cache formats");
        let caption = "The same context and requests; the state of recurrent layers stays at 32 bits";
        sheet.table("formats", caption, FORMATS, (CACHE_TYPES.len(), "formats"));
        for (id, words) in CACHE_TYPES {
            let kind = cache_type(id);
            let other = Answer { kind, ..*self };
            sheet.row(if kind == self.kind { Emphasis::Match } else { Emphasis::None });
            sheet.cell(None, ("%", &[Arg::Text(words)]));
            sheet.cell(None, ("%", &[Arg::Plain(kind.bytes(), 4)]));
            sheet.cell(None, ("%", &[self.sizes.any(kv::stored_bytes(self.shape, kind, 1.0))]));
            sheet.cell(None, ("%", &[self.sizes.any(other.all(self.context))]));
        }
        sheet.end_table();
        sheet.end_section();
    }

    fn contexts(&self, sheet: &mut Sheet<'_>) {
        let (_, depths) = rows::contexts(self.context, self.longest);
        sheet.section("contexts", "Over the context");
        sheet.table(
            "contexts",
            "The numbers of the chart, and those of one request",
            CONTEXTS,
            (depths.len(), "contexts"),
        );
        for depth in depths {
            sheet.row(rows::own(depth, self.context));
            sheet.cell(None, ("%", &[Arg::Plain(depth, 0)]));
            sheet.cell(None, ("%", &[self.sizes.any(self.each(depth))]));
            sheet.cell(None, ("%", &[self.sizes.any(self.all(depth))]));
        }
        sheet.end_table();
        sheet.end_section();
    }
}

/// What kind of attention a group has: `grouped heads, a window of 1,024`.
fn kind_words(group: &CacheGroup) -> String {
    let mut text = match group.sharing() {
        Sharing::MultiHead => String::from("a cache for every head"),
        Sharing::Grouped(queries) => filled("grouped heads, % to a cache", &[Arg::Count(queries)]),
        Sharing::MultiQuery => String::from("one cache for all heads"),
        Sharing::Latent => String::from("a latent cache"),
        Sharing::Unstated => String::from("keys and values"),
    };
    if let Some(window) = group.window {
        let template = if window.chunked { ", chunks of %" } else { ", a window of %" };
        text.push_str(&filled(template, &[Arg::Count(window.size)]));
    }
    text
}

/// The elements of one position in one layer, as heads and sizes where there are heads.
fn width_words(group: &CacheGroup) -> String {
    match group.kv_heads {
        0 => filled("% elements", &[Arg::Count(group.elements)]),
        heads => {
            let pair = count(group.elements) / count(heads);
            let words = if heads == 1 { "% head × % for key and value" } else { "% heads × % for key and value" };
            filled(words, &[Arg::Count(heads), Arg::Plain(pair, 1)])
        }
    }
}

const FORMATS: &[Column] = &[
    ("Format", "", Kind::Words),
    ("Bytes", "a value", Kind::Number),
    ("A token", "", Kind::Number),
    ("All", "", Kind::Number),
];

const CONTEXTS: &[Column] =
    &[("Context", "tokens", Kind::Number), ("A request", "", Kind::Number), ("All", "", Kind::Number)];
