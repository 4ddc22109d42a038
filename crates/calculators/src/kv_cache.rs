//! KV cache: how many bytes the cache of a model takes, for a token, for a context, for all requests.
//!
//! 1. The model's attention layers in groups of equal width and window, or the reader's own three numbers in their place.
//! 2. `kv` gives the bytes of each group: elements a position × positions within the window × bytes an element; and the constant state
//!    of recurrent layers.
//! 3. The chart runs the bytes over the context; the tables show each group, each cache format, and each context.
//!
//! Says nothing of speed or of a machine.

use super::own_model::{self, HEAD_SIZE, HEADS, LAYERS};
use super::prelude::*;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::model::shape::{CacheGroup, Shape, Sharing};
use rooflight_primitives::units::{MIB, count};

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "kv-cache",
    title: "KV cache",
    about: "How much memory the key-value cache of a model takes, for each token and at a context.",
    inputs: &[MODEL, CONTEXT, REQUESTS, CACHE, LAYERS, HEADS, HEAD_SIZE, SIZES],
    records: &[record_schema::MODELS],
    group: (Group::Memory, 1),
    validation: Validation::Arithmetic,
    is_benchmarkable: false,
    evaluate,
};

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let model = query.model(&MODEL)?;
    let own = own_model::layers(query)?.map(|layers| {
        let mut shape = Shape::default();
        shape.replace(layers);
        shape
    });
    let (shape, name, longest) = match &own {
        Some(shape) => (shape, "Your own numbers", f64::INFINITY),
        None => (&model.shape, model.name.as_str(), model.longest_context()),
    };
    let context = query.number_to(&CONTEXT, longest)?;
    let requests = query.number(&REQUESTS)?;
    let kind = cache_type(query.one(&CACHE)?);
    let sizes = query.sizes()?;
    let answer = KvCacheAnswer { sizes, name, shape, context, requests, kind, longest, own: own.is_some() };
    answer.write(report);
    query.hint(&MODEL, words!("{} layers", Arg::Count(model.shape.layers)));
    query.hint(&CACHE, words!("{} bytes each", Arg::Plain(kind.bytes(), 4)));
    let numbers = vec![
        ("bytes per token", kv::stored_bytes(shape, kind, 1.0)),
        ("bytes per further token", kv::next_bytes(shape, kind, context)),
        ("cache of a request", kv::stored_bytes(shape, kind, context)),
        ("state of a request", kv::state_bytes(shape)),
        ("bytes of all requests", answer.all(context)),
        ("bytes read per token", kv::read_bytes(shape, kind, context) + kv::state_traffic(shape)),
    ];
    Ok(Outcome { status: answer.status(), numbers })
}

/// Everything that the answer is made from.
struct KvCacheAnswer<'a> {
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

impl KvCacheAnswer<'_> {
    /// Bytes of all requests at a context.
    fn all(&self, context: f64) -> f64 {
        self.requests * self.each(context)
    }

    /// Bytes of one request at a context.
    fn each(&self, context: f64) -> f64 {
        kv::stored_bytes(self.shape, self.kind, context) + kv::state_bytes(self.shape)
    }

    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(self.chart());
        self.steps(report);
        self.formats(report);
        self.contexts(report);
        steps::assumed(report, ASSUMED);
    }

    fn headline(&self, report: &mut Report) {
        let ways = self.ways();
        let conditions = [
            Arg::Text(self.name),
            Arg::Plain(self.context, 0),
            Arg::Plain(self.requests, 0),
            Arg::Text(if self.requests > 1.0 { "requests" } else { "request" }),
            Arg::Text(self.kind.name()),
            Arg::Text(&ways),
        ];
        report.answer(
            words!("The cache takes <b>{}</b>", self.sizes.any(self.all(self.context))),
            words!("{}, {} tokens of context, {} {}, cache in {}; {}", ..conditions),
        );
    }

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        let per_token = [self.sizes.any(kv::stored_bytes(self.shape, self.kind, 1.0))];
        let windows = self.stored().any(|group| group.window.is_some());
        let note = if windows { "less once windows are full" } else { "" };
        report.figure(Ink::Plain, "A token", none, Some(words!("{}", ..per_token)), note);
        report.figure(Ink::Plain, "A request", none, Some(words!("{}", self.sizes.any(self.each(self.context)))), "");
        let word = if self.requests > 1.0 { "requests" } else { "request" };
        let requests = [Arg::Plain(self.requests, 0), Arg::Text(word)];
        let all = [self.sizes.any(self.all(self.context))];
        report.figure(Ink::Plain, "All", words!("of {} {}", ..requests), Some(words!("{}", ..all)), "");
        let own = "Your own layers, heads and head size stand in place of the model: keys and values of every head in every layer.";
        report.end_figures(if self.own { own } else { "" });
    }

    fn status(&self) -> String {
        let values =
            [self.sizes.any(self.all(self.context)), self.sizes.any(kv::stored_bytes(self.shape, self.kind, 1.0))];
        filled(words!("The cache takes {}; {} a token.", ..values))
    }

    /// The groups of layers that store something: what a step reads of it may be another group.
    fn stored(&self) -> impl Iterator<Item = &CacheGroup> {
        self.shape.cache.iter().filter(|group| group.storing > 0)
    }

    /// The kinds of attention layers and how many there are of each, in words.
    fn ways(&self) -> String {
        let mut text = String::new();
        for group in self.stored() {
            text.push_str(if text.is_empty() { "" } else { "; " });
            text.push_str(&filled(words!("{} layers with ", Arg::Count(group.layers()))));
            text.push_str(&kind_words(group));
        }
        if self.shape.recurrent_layers > 0 {
            text.push_str(if text.is_empty() { "" } else { "; " });
            text.push_str(&filled(words!("{} layers with a state", Arg::Count(self.shape.recurrent_layers))));
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
            desc: filled(words!(
                "At {} tokens the cache of all requests takes {}. The tables have the numbers.",
                Arg::Plain(here, 0),
                self.sizes.any(all)
            )),
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

    fn steps(&self, report: &mut Report) {
        let Self { shape, kind, context, .. } = self;
        report.section("bytes", "The bytes of a request");
        let state = shape.state_elements > 0;
        report.table("bytes", "What one request stores, layers of one kind together", steps::COLUMNS, "steps");
        for group in self.stored() {
            let elements = count(group.elements);
            let values = [count(group.storing), elements, group.positions(*context), kind.bytes()];
            let result = [self.sizes.any(values.iter().product())];
            let width = width_words(group);
            let [layers, _, positions, bytes] = values.map(|value| Arg::Plain(value, 4));
            let formula = [layers, Arg::Text(&width), positions, bytes];
            let part = capital(&kind_words(group));
            steps::step(report, &part, words!("{} layers × {} × {} tokens × {} B", ..formula), words!("{}", ..result));
        }
        if state {
            let values = [count(shape.state_elements), kv::STATE_BYTES].map(|value| Arg::Plain(value, 0));
            steps::step(
                report,
                "State of recurrent layers",
                words!("{} elements × {} B", ..values),
                words!("{}", self.sizes.any(kv::state_bytes(shape))),
            );
        }
        let each = self.each(*context);
        steps::sum(report, "A request", words!("all lines above"), words!("{}", self.sizes.any(each)));
        steps::step(
            report,
            "All requests",
            words!("{} × {}", Arg::Plain(self.requests, 0), self.sizes.any(each)),
            words!("{}", self.sizes.any(self.all(*context))),
        );
        let next = [self.sizes.any(kv::next_bytes(shape, *kind, *context))];
        steps::step(report, "The next token", words!("layers without a full window"), words!("{}", ..next));
        self.shared(report);
        report.sources(SOURCES);
        report.end_section();
    }

    /// Layers that read what another layer stored.
    fn shared(&self, report: &mut Report) {
        let shared: u64 = self.stored().map(|group| group.layers().saturating_sub(group.storing)).sum();
        if shared > 0 {
            let words = words!(
                "{} layers read the cache of an earlier layer again: they store nothing, and a step still reads it for each.",
                Arg::Count(shared)
            );
            report.paragraph("note", words);
        }
    }

    fn formats(&self, report: &mut Report) {
        report.section("formats", "In other cache formats");
        let caption = "The same context and requests; the state of recurrent layers stays at 32 bits";
        report.table("formats", caption, FORMATS, "formats");
        for (id, words) in CACHE_TYPES {
            let kind = cache_type(id);
            let other = KvCacheAnswer { kind, ..*self };
            report.row(if kind == self.kind { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(words)));
            report.cell(None, words!("{}", Arg::Plain(kind.bytes(), 4)));
            report.cell(None, words!("{}", self.sizes.any(kv::stored_bytes(self.shape, kind, 1.0))));
            report.cell(None, words!("{}", self.sizes.any(other.all(self.context))));
        }
        steps::close(report, &[]);
    }

    fn contexts(&self, report: &mut Report) {
        let (_, depths) = rows::contexts(self.context, self.longest);
        report.section("contexts", "Over the context");
        report.table("contexts", "The numbers of the chart, and those of one request", CONTEXTS, "contexts");
        for depth in depths {
            report.row(rows::own(depth, self.context));
            report.cell(None, words!("{}", Arg::Plain(depth, 0)));
            report.cell(None, words!("{}", self.sizes.any(self.each(depth))));
            report.cell(None, words!("{}", self.sizes.any(self.all(depth))));
        }
        steps::close(report, &[]);
    }
}

/// The kind of attention of a group: `grouped heads, a window of 1,024`.
fn kind_words(group: &CacheGroup) -> String {
    let mut text = match group.sharing() {
        Sharing::MultiHead => String::from("a cache for every head"),
        Sharing::Grouped(queries) => filled(words!("grouped heads, {} to a cache", Arg::Count(queries))),
        Sharing::MultiQuery => String::from("one cache for all heads"),
        Sharing::Latent => String::from("a latent cache"),
        Sharing::Unstated => String::from("keys and values"),
    };
    if let Some(window) = group.window {
        let size = Arg::Count(window.size);
        let words = if window.chunked { words!(", chunks of {}", size) } else { words!(", a window of {}", size) };
        text.push_str(&filled(words));
    }
    text
}

/// The elements of one position in one layer, as heads and sizes where there are heads.
fn width_words(group: &CacheGroup) -> String {
    match group.kv_heads {
        0 => filled(words!("{} elements", Arg::Count(group.elements))),
        heads => {
            let pair = count(group.elements) / count(heads);
            let name = Arg::Text(if heads == 1 { "head" } else { "heads" });
            filled(words!("{} {} × {} for key and value", Arg::Count(heads), name, Arg::Plain(pair, 1)))
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
