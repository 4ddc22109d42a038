//! KV cache: how many bytes the cache of a model takes, for a token, for a context, for all requests.
//!
//! 1. Groups the model's attention layers by width and window, or takes the reader's own three numbers instead.
//! 2. `kv` gives the bytes of each group: elements per position × positions within the window × bytes per element. The
//!    state of recurrent layers is constant.
//! 3. The chart shows the bytes against the context; the tables show each group, each cache format, and each context.
//!
//! Says nothing of speed or of a machine.

use super::own_model::{self, HEAD_SIZE, HEADS, LAYERS};
use super::prelude::*;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::model::shape::{CacheGroup, Shape, Sharing};
use rooflight_primitives::units::{MIB, count};

/// The declaration of the calculator at `/calculators/kv-cache/`.
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

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "kv cache size, context memory, memory of the context, cache-type-k, kv cache too large";

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
    query.hint(&MODEL, words!("{} layers", Arg::Count(model.shape.layers)));
    query.hint(&CACHE, words!("{} bytes each", Arg::Plain(kind.bytes(), 4)));
    Ok(answer.write(report))
}

/// Resolved inputs, from which every part of the answer is written.
struct KvCacheAnswer<'a> {
    sizes: Sizes,
    name: &'a str,
    shape: &'a Shape,
    /// Tokens in the context of each request.
    context: f64,
    requests: f64,
    kind: KvType,
    /// The longest context of the model, tokens; infinite for the reader's own numbers.
    longest: f64,
    /// True if the reader entered layers, heads and head size.
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
        self.requests * self.bytes_per_request(context)
    }

    /// Bytes of one request at a context.
    fn bytes_per_request(&self, context: f64) -> f64 {
        kv::stored_bytes(self.shape, self.kind, context) + kv::state_bytes(self.shape)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let own = "Your own layers, heads and head size stand in place of the model: keys and values of every head in every layer.";
        writer.report.end_figures(if self.own { own } else { "" });
        writer.report.chart(self.chart());
        writer.open_steps("bytes", "The bytes of a request", "What one request stores, layers of one kind together");
        self.shared(writer.report);
        steps::close(writer.report, SOURCES);
        self.formats(&mut writer);
        self.contexts(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let layers = self.layer_kinds();
        let conditions = [
            Arg::Text(self.name),
            Arg::Plain(self.context, 0),
            Arg::Plain(self.requests, 0),
            Arg::Text(if self.requests > 1.0 { "requests" } else { "request" }),
            Arg::Text(self.kind.name()),
            Arg::Text(&layers),
        ];
        report.answer(
            words!("The cache takes <b>{}</b>", self.sizes.any(self.all(self.context))),
            words!("{}, {} tokens of context, {} {}, cache in {}; {}", ..conditions),
        );
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let Self { shape, kind, context, .. } = self;
        let windows = self.stored().any(|group| group.window.is_some());
        let token = words!("{}", self.sizes.any(kv::stored_bytes(shape, *kind, 1.0)));
        let quantity = writer.quantity(token).number("bytes per token");
        quantity.figure("A token", if windows { "less once windows are full" } else { "" });
        for group in self.stored() {
            let values = [count(group.storing), count(group.elements), group.positions(*context), kind.bytes()];
            let result = self.sizes.any(values.iter().product());
            let [layers, _, positions, bytes] = values.map(|value| Arg::Plain(value, 4));
            let (part, width) = (capital(&kind_words(group)), width_words(group));
            let formula = words!("{} layers × {} × {} tokens × {} B", layers, Arg::Text(&width), positions, bytes);
            writer.quantity(words!("{}", result)).step(&part, formula);
        }
        let (state, next) = (kv::state_bytes(shape), kv::next_bytes(shape, *kind, *context));
        writer.number("bytes per further token", next);
        writer.number("cache of a request", kv::stored_bytes(shape, *kind, *context));
        writer.number("state of a request", state);
        if shape.state_elements > 0 {
            let values = [count(shape.state_elements), kv::STATE_BYTES].map(|value| Arg::Plain(value, 0));
            let quantity = writer.quantity(words!("{}", self.sizes.any(state)));
            quantity.step("State of recurrent layers", words!("{} elements × {} B", ..values));
        }
        let (each, requests) = (self.sizes.any(self.bytes_per_request(*context)), Arg::Plain(self.requests, 0));
        let quantity = writer.quantity(words!("{}", each)).figure("A request", "");
        quantity.sum("A request", words!("all lines above"));
        let quantity =
            writer.quantity(words!("{}", self.sizes.any(self.all(*context)))).number("bytes of all requests");
        let word = if self.requests > 1.0 { "requests" } else { "request" };
        let wide = words!("of {} {}", requests, Arg::Text(word));
        quantity.figure_of("All", wide, "").step("All requests", words!("{} × {}", requests, each));
        let quantity = writer.quantity(words!("{}", self.sizes.any(next)));
        quantity.step("The next token", words!("layers without a full window"));
        writer.number("bytes read per token", kv::read_bytes(shape, *kind, *context) + kv::state_traffic(shape));
    }

    fn status(&self) -> String {
        let values =
            [self.sizes.any(self.all(self.context)), self.sizes.any(kv::stored_bytes(self.shape, self.kind, 1.0))];
        filled(words!("The cache takes {}; {} a token.", ..values))
    }

    /// Returns the groups of layers that store a cache; layers of another group may read it too.
    fn stored(&self) -> impl Iterator<Item = &CacheGroup> {
        self.shape.cache.iter().filter(|group| group.storing > 0)
    }

    /// Returns the kinds of layers and how many there are of each, in words.
    fn layer_kinds(&self) -> String {
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
            marks: vec![ValueLabel { ink: Ink::Plain, y: all / unit, text: number::speed(all / unit) }],
            ..Chart::default()
        }
    }

    /// Writes a note on layers that read the cache of another layer.
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

    fn formats(&self, writer: &mut ReportWriter<'_>) {
        let caption = "The same context and requests; the state of recurrent layers stays at 32 bits";
        writer.table(("formats", "In other cache formats"), caption, "formats", CACHE_TYPES, |row, (id, words)| {
            let kind = cache_type(id);
            let other = KvCacheAnswer { kind, ..*self };
            row.highlight(kind == self.kind);
            row.text("Format", "", words!("{}", Arg::Text(words)));
            row.number("Bytes", "a value", words!("{}", Arg::Plain(kind.bytes(), 4)));
            row.number("A token", "", words!("{}", self.sizes.any(kv::stored_bytes(self.shape, kind, 1.0))));
            row.number("All", "", words!("{}", self.sizes.any(other.all(self.context))));
        });
    }

    fn contexts(&self, writer: &mut ReportWriter<'_>) {
        let (_, depths) = rows::contexts(self.context, self.longest);
        let caption = "The numbers of the chart, and those of one request";
        writer.table(("contexts", "Over the context"), caption, "contexts", depths, |row, depth| {
            row.highlight(rows::same(depth, self.context));
            row.number("Context", "tokens", words!("{}", Arg::Plain(depth, 0)));
            row.number("A request", "", words!("{}", self.sizes.any(self.bytes_per_request(depth))));
            row.number("All", "", words!("{}", self.sizes.any(self.all(depth))));
        });
    }
}

/// Returns the kind of attention of a group in words: `grouped heads, 4 to a cache, a window of 1,024`.
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

/// Returns the elements of one position in one layer in words, as heads and head size if there are heads.
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
