//! Fine-tuning: the memory that it takes to train a model further, in full or by adapters.
//!
//! 1. A trained parameter takes 16 bytes: weight, gradient, and the states of Adam. A frozen one takes its stored bits.
//! 2. Each token of a step keeps one vector per layer, with checkpoints at every layer.
//! 3. Compares the sum with the memory of a device; the chart shows it against the tokens of a step.
//!
//! The sum is a lower bound: it leaves out the working memory of a layer, the logits and the runtime's own memory.

use super::prelude::*;
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::tuning;
use rooflight_primitives::units::count;
use rooflight_records::ModelRecord;

/// The declaration of the calculator at `/calculators/fine-tuning/`.
pub const SPEC: Spec = Spec {
    kind: "fine-tuning",
    title: "Fine-tuning memory",
    about: "How much memory fine-tuning a model takes: in full, with LoRA, with QLoRA.",
    inputs: &[HARDWARE, MODEL, METHOD, RANK, MATRICES, STEP, OWN, OWN_MEMORY, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Output, 20),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "vram for lora, qlora memory, fine-tuning vram";

const METHOD: Input = Input::new(("way", "method"), "Method", "qlora", Choice::One(METHODS));
const METHODS: &[(&str, &str)] = &[("full", "All weights"), ("lora", "LoRA"), ("qlora", "QLoRA")];
const RANK: Input = Input::whole(("r", "rank"), "Rank of adapters", "16", PLAIN, (1.0, 4096.0));
const MATRICES: Input = Input::whole(("mat", "matrices"), "Matrices per layer", "4", PLAIN, (1.0, 64.0));
const STEP: Input = Input::whole(("t", "step_tokens"), "Tokens in a step", "2048", TOKENS, (1.0, 16_777_216.0));
const OWN: Input =
    Input::real(("tp", "trained_parameters"), "Override trained parameters", "", MILLIONS, (0.001, 1e6)).folded();
const MILLIONS: &[(&str, f64)] = &[("million", 1.0), ("M", 1.0), ("B", 1e3)];

const SOURCES: &[Source] = &[
    ("16 bytes a trained parameter: ZeRO, section 3.1", "https://arxiv.org/abs/1910.02054"),
    ("parameters of adapters: LoRA, section 5.1", "https://arxiv.org/abs/2106.09685"),
    ("4.127 bits: QLoRA, section 3", "https://arxiv.org/abs/2305.14314"),
    ("checkpoints: Chen et al. 2016", "https://arxiv.org/abs/1604.06174"),
];

const ASSUMED: &[&str] = &[
    "Adam with a 32-bit copy of what is trained. Optimizers in 8 bits, or without a copy, take less.",
    "Each adapted matrix is taken as square, as wide as the model. Feed-forward matrices are wider, key and value matrices often narrower: \
     enter the trained parameters that your tool prints.",
    "QLoRA quantizes the layers and leaves embedding, head and norms at 16 bits.",
    "Checkpoints at every layer. The working memory of the layer at hand, the scores over the vocabulary and the runtime's own memory are \
     left out: real runs need more.",
    "Several devices divide everything evenly, as ZeRO's third stage does; each needs room for working memory of its own.",
];

/// Resolved inputs, from which every part of the answer is written.
struct FineTuningAnswer<'a> {
    sizes: Sizes,
    device: &'a str,
    model: &'a ModelRecord,
    method: &'static str,
    rank: f64,
    matrices: f64,
    own: Option<f64>,
    tokens: f64,
    /// All parameters.
    parameters: f64,
    /// Parameters that 4-bit storage leaves at 16 bits.
    kept: f64,
    /// Bytes that programs can use on one device; `None` if its memory is not known.
    usable: Option<f64>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let Some(format) = model.formats.first() else {
        let message = filled(words!("The parameters of {} are not known here.", Arg::Text(&model.name)));
        return Err(InputError { field: MODEL.key, message });
    };
    let method = query.one(&METHOD)?;
    let rank = query.number_to(&RANK, count(model.shape.hidden))?;
    let matrices = query.number(&MATRICES)?;
    let tokens = query.number(&STEP)?;
    let own = query.maybe(&OWN)?.map(|millions| millions * 1e6);
    let mut device = record.device.clone();
    query.own_memory(&mut device, &OWN_MEMORY)?;
    let parameters = format.weights.parameters();
    query.hint(&MODEL, words!("{} parameters", Arg::Billions(parameters)));
    let answer = FineTuningAnswer {
        sizes: query.sizes()?,
        device: &device.name,
        model,
        method,
        rank,
        matrices,
        own,
        tokens,
        parameters,
        kept: tuning::kept_at_16_bits(&format.weights),
        usable: usable_memory(&device),
    };
    Ok(answer.write(report))
}

impl FineTuningAnswer<'_> {
    /// Trained parameters.
    fn trained(&self, method: &str) -> f64 {
        let adapters = count(self.model.shape.layers) * self.matrices;
        match method {
            "full" => self.parameters,
            _ => self.own.unwrap_or_else(|| tuning::adapters(adapters, count(self.model.shape.hidden), self.rank)),
        }
    }

    /// Bytes of frozen weights.
    fn frozen(&self, method: &str) -> f64 {
        match method {
            "full" => 0.0,
            "lora" => self.parameters * tuning::HALF,
            _ => tuning::four_bit_bytes(self.parameters, self.kept),
        }
    }

    fn checkpoints(&self, tokens: f64) -> f64 {
        tuning::checkpoints(tokens, self.model.shape.layers, self.model.shape.hidden)
    }

    /// Bytes needed by a method at this many tokens per step.
    fn needed(&self, method: &str, tokens: f64) -> f64 {
        let trained = self.trained(method) * (tuning::HALF + tuning::HALF + tuning::STATES);
        self.frozen(method) + trained + self.checkpoints(tokens)
    }

    fn all(&self) -> f64 {
        self.needed(self.method, self.tokens)
    }

    /// Returns how many devices hold the sum if it is divided evenly.
    fn devices(&self) -> Option<f64> {
        self.usable.map(|usable| rooflight_primitives::math::ceil(self.all() / usable))
    }

    fn name(&self) -> &'static str {
        METHODS.iter().find(|(id, _)| *id == self.method).map_or("", |(_, name)| *name)
    }

    fn write(&self, report: &mut Report) -> Outcome {
        let adapters = [Arg::Speed(self.trained(self.method) / 1e6)];
        let adapters = if self.method == "full" {
            String::from("nothing frozen")
        } else {
            filled(words!("{} million parameters trained", ..adapters))
        };
        let conditions = [
            Arg::Text(&self.model.name),
            Arg::Text(self.name()),
            Arg::Text(&adapters),
            Arg::Plain(self.tokens, 0),
            Arg::Text(self.device),
        ];
        let needed = [self.sizes.giga(self.all())];
        report.answer(
            words!("At least <b>{}</b> to fine-tune", ..needed),
            words!("{}, {}, {}, {} tokens in a step; beside {}", ..conditions),
        );
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        let over = self.usable.is_some_and(|usable| self.all() > usable);
        writer.report.end_figures(if over { "This does not fit into the memory of one device." } else { "" });
        writer.report.chart(self.chart());
        writer.steps("The bytes step by step", &filled(words!("{}", self.sizes.words())), SOURCES);
        let (head, unit) = (("chart-table", "The three methods"), self.sizes.name());
        writer.table(head, "The same model and step", "methods", METHODS, |row, (method, name)| {
            let giga = |bytes: f64| [Arg::Speed(bytes / self.sizes.unit())];
            let trained = self.trained(method) * (tuning::HALF + tuning::HALF + tuning::STATES);
            row.highlight(*method == self.method);
            row.text("Method", "", words!("{}", Arg::Text(name)));
            row.number("Frozen", unit, words!("{}", ..giga(self.frozen(method))));
            row.number("Trained", unit, words!("{}", ..giga(trained)));
            row.number("Needed", unit, words!("{}", ..giga(self.needed(method, self.tokens))));
        });
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let trained = self.trained(self.method);
        let shape = &self.model.shape;
        let (layers, width) = (Arg::Count(shape.layers), Arg::Count(shape.hidden));
        let millions = Arg::Speed(trained / 1e6);
        writer.number("trained parameters", trained);
        writer.number("bytes of frozen weights", self.frozen(self.method));
        if self.method != "full" {
            let rest = Arg::Billions(self.parameters - self.kept);
            let formula = match self.method {
                "lora" => words!("{} × 2 bytes", Arg::Billions(self.parameters)),
                _ => words!("{} × 4.127 bits ÷ 8 + {} × 2 bytes", rest, Arg::Billions(self.kept)),
            };
            writer.quantity(words!("{}", self.sizes.giga(self.frozen(self.method)))).step("Frozen weights", formula);
            let values = [layers, Arg::Plain(self.matrices, 0), width, Arg::Plain(self.rank, 0)];
            let formula = match self.own {
                Some(_) => words!("your number"),
                None => words!("2 × {} layers × {} matrices × {} wide × rank {}", ..values),
            };
            writer.quantity(words!("{}\u{a0}million", millions)).step("Trained parameters", formula);
        }
        let copies = words!("{} million × 2 bytes", millions);
        for (name, number, bytes, formula) in [
            ("Trained weights", "bytes of trained weights", tuning::HALF, copies),
            ("Gradients", "bytes of gradients", tuning::HALF, copies),
            (
                "Adam",
                "bytes of states",
                tuning::STATES,
                words!("{} million × 12 bytes: copy, momentum, variance", millions),
            ),
        ] {
            writer.quantity(words!("{}", self.sizes.giga(trained * bytes))).number(number).step(name, formula);
        }
        let values = [Arg::Plain(self.tokens, 0), layers, width];
        let formula = words!("{} tokens × {} layers × {} wide × 2 bytes", ..values);
        let quantity = writer.quantity(words!("{}", self.sizes.giga(self.checkpoints(self.tokens))));
        quantity.number("bytes of checkpoints").step("Checkpoints", formula);
        let quantity = writer.quantity(words!("{}", self.sizes.giga(self.all()))).number("bytes needed");
        quantity.figure("Needed", "without working memory").sum("Needed", words!("the sum, at least"));
        let usable = [self.sizes.giga(or_nan(self.usable))];
        let quantity = writer.optional(self.usable.map(|_| words!("{}", ..usable))).number("bytes usable");
        quantity.figure("Usable", if self.usable.is_none() { "memory not known" } else { "" });
        let devices = [Arg::Plain(or_nan(self.devices()), 0)];
        let quantity = writer.optional(self.devices().map(|_| words!("{}", ..devices))).number("devices");
        quantity.figure("Devices", "at least, evenly divided");
    }

    fn chart(&self) -> Chart {
        let x = (1.0, (self.tokens * 4.0).max(65_536.0));
        let chart = Chart {
            title: "Memory needed against tokens in a step, beside the usable memory of a device",
            desc: self.status(),
            names: ["Usable", "Needed", ""],
            x,
            x_label: "tokens in a step",
            y_label: self.sizes.name(),
            ceiling: self.usable.map_or_else(Vec::new, |usable| {
                vec![(x.0, usable / self.sizes.unit()), (x.1, usable / self.sizes.unit())]
            }),
            here: self.tokens,
            ..Chart::default()
        };
        chart.with_curve(&|tokens| self.needed(self.method, tokens) / self.sizes.unit())
    }

    fn status(&self) -> String {
        let needed = self.sizes.giga(self.all());
        match self.usable {
            Some(usable) => filled(words!("At least {} needed, {} usable.", needed, self.sizes.giga(usable))),
            None => filled(words!("At least {} needed.", needed)),
        }
    }
}
