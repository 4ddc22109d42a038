//! Fine-tuning: the memory that it takes to train a model further, in full or by adapters.
//!
//! 1. What is trained takes 16 bytes a parameter: weight, gradient, and the states of Adam. What is frozen takes its stored bits.
//! 2. Each token of a step keeps a vector a layer, with checkpoints at every layer.
//! 3. The sum stands beside the memory of a device; the chart runs it over the tokens of a step.
//!
//! It is a lower bound of what runs need: working memory of a layer, the scores over the vocabulary and the runtime's own are left out.

use super::prelude::*;
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::tuning;
use rooflight_primitives::units::count;
use rooflight_records::ModelRecord;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "fine-tuning",
    title: "Fine-tuning memory",
    about: "How much memory fine-tuning a model takes: in full, with LoRA, with QLoRA.",
    inputs: &[HARDWARE, MODEL, WAY, RANK, MATRICES, STEP, OWN, OWN_MEMORY, SIZES],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Output, 20),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluate,
};

const WAY: Input = Input::new(("way", "method"), "Method", "qlora", Choice::One(WAYS));
const WAYS: &[(&str, &str)] = &[("full", "All weights"), ("lora", "LoRA"), ("qlora", "QLoRA")];
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

/// Everything that the answer is made from.
struct FineTuningAnswer<'a> {
    sizes: Sizes,
    device: &'a str,
    model: &'a ModelRecord,
    way: &'static str,
    rank: f64,
    matrices: f64,
    own: Option<f64>,
    tokens: f64,
    /// All parameters, and those that 4-bit storage leaves at 16 bits.
    parameters: f64,
    kept: f64,
    usable: Option<f64>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let record = query.device(&HARDWARE)?;
    let model = query.model(&MODEL)?;
    let Some(format) = model.formats.first() else {
        let message = filled(words!("The parameters of {} are not known here.", Arg::Text(&model.name)));
        return Err(InputError { field: MODEL.key, message });
    };
    let way = query.one(&WAY)?;
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
        way,
        rank,
        matrices,
        own,
        tokens,
        parameters,
        kept: tuning::kept(&format.weights),
        usable: usable_memory(&device),
    };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

/// For either unit of sizes.
const COLUMNS: [&[Column]; 2] = [&columns("GB"), &columns("GiB")];

const fn columns(unit: &'static str) -> [Column; 4] {
    [
        ("Method", "", Kind::Words),
        ("Frozen", unit, Kind::Number),
        ("Trained", unit, Kind::Number),
        ("Needed", unit, Kind::Number),
    ]
}

impl FineTuningAnswer<'_> {
    fn trained(&self, way: &str) -> f64 {
        let adapters = count(self.model.shape.layers) * self.matrices;
        match way {
            "full" => self.parameters,
            _ => self.own.unwrap_or_else(|| tuning::adapters(adapters, count(self.model.shape.hidden), self.rank)),
        }
    }

    fn frozen(&self, way: &str) -> f64 {
        match way {
            "full" => 0.0,
            "lora" => self.parameters * tuning::HALF,
            _ => tuning::four_bit_bytes(self.parameters, self.kept),
        }
    }

    fn checkpoints(&self, tokens: f64) -> f64 {
        tuning::checkpoints(tokens, self.model.shape.layers, self.model.shape.hidden)
    }

    fn needed(&self, way: &str, tokens: f64) -> f64 {
        let trained = self.trained(way) * (tuning::HALF + tuning::HALF + tuning::STATES);
        self.frozen(way) + trained + self.checkpoints(tokens)
    }

    fn all(&self) -> f64 {
        self.needed(self.way, self.tokens)
    }

    /// How many devices hold it, if it is divided evenly.
    fn devices(&self) -> Option<f64> {
        self.usable.map(|usable| rooflight_primitives::math::ceil(self.all() / usable))
    }

    fn name(&self) -> &'static str {
        WAYS.iter().find(|(way, _)| *way == self.way).map_or("", |(_, name)| *name)
    }

    fn write(&self, report: &mut Report) {
        let adapters = [Arg::Speed(self.trained(self.way) / 1e6)];
        let adapters = if self.way == "full" {
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
        let none = words!("");
        report.figure(Ink::Plain, "Needed", none, Some(words!("{}", ..needed)), "without working memory");
        let usable = self.usable.map(|usable| self.sizes.giga(usable));
        let note = if usable.is_none() { "memory not known" } else { "" };
        steps::figure(report, (Ink::Plain, "Usable"), none, usable, note);
        let devices = self.devices().map(|devices| Arg::Plain(devices, 0));
        steps::figure(report, (Ink::Plain, "Devices"), none, devices, "at least, evenly divided");
        let over = self.usable.is_some_and(|usable| self.all() > usable);
        report.end_figures(if over { "This does not fit into the memory of one device." } else { "" });
        report.chart(self.chart());
        self.steps(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn steps(&self, report: &mut Report) {
        let adapters = self.way != "full";
        let caption = filled(words!("{}", self.sizes.words()));
        steps::open(report, "The bytes step by step", &caption);
        let trained = self.trained(self.way);
        let shape = &self.model.shape;
        let (layers, width) = (Arg::Count(shape.layers), Arg::Count(shape.hidden));
        let millions = [Arg::Speed(trained / 1e6)];
        if adapters {
            let rest = Arg::Billions(self.parameters - self.kept);
            let formula = match self.way {
                "lora" => words!("{} × 2 bytes", Arg::Billions(self.parameters)),
                _ => words!("{} × 4.127 bits ÷ 8 + {} × 2 bytes", rest, Arg::Billions(self.kept)),
            };
            steps::step(report, "Frozen weights", formula, words!("{}", self.sizes.giga(self.frozen(self.way))));
            let values = [layers, Arg::Plain(self.matrices, 0), width, Arg::Plain(self.rank, 0)];
            let formula = match self.own {
                Some(_) => words!("your number"),
                None => words!("2 × {} layers × {} matrices × {} wide × rank {}", ..values),
            };
            steps::step(report, "Trained parameters", formula, words!("{}\u{a0}million", ..millions));
        }
        for (name, bytes) in [("Trained weights", tuning::HALF), ("Gradients", tuning::HALF), ("Adam", tuning::STATES)]
        {
            let formula = match name {
                "Adam" => words!("{} million × 12 bytes: copy, momentum, variance", ..millions),
                _ => words!("{} million × 2 bytes", ..millions),
            };
            steps::step(report, name, formula, words!("{}", self.sizes.giga(trained * bytes)));
        }
        steps::step(
            report,
            "Checkpoints",
            words!("{} tokens × {} layers × {} wide × 2 bytes", Arg::Plain(self.tokens, 0), layers, width),
            words!("{}", self.sizes.giga(self.checkpoints(self.tokens))),
        );
        report.row(Emphasis::Sum);
        report.cell(None, words!("Needed"));
        report.cell(None, words!("the sum, at least"));
        report.cell(None, words!("{}", self.sizes.giga(self.all())));
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report) {
        report.section("chart-table", "The three methods");
        report.table("chart-table", "The same model and step", COLUMNS[self.sizes as usize], "methods");
        for (way, name) in WAYS {
            let bytes = tuning::HALF + tuning::HALF + tuning::STATES;
            let cells = [self.frozen(way), self.trained(way) * bytes, self.needed(way, self.tokens)];
            report.row(if *way == self.way { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(name)));
            for bytes in cells {
                report.cell(None, words!("{}", Arg::Speed(bytes / self.sizes.unit())));
            }
        }
        steps::close(report, &[]);
    }

    fn chart(&self) -> Chart {
        let x = (1.0, (self.tokens * 4.0).max(65_536.0));
        let here = self.all() / self.sizes.unit();
        let gigabytes = |tokens: f64| self.needed(self.way, tokens) / self.sizes.unit();
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
            marks: vec![Mark { ink: Ink::Plain, y: here, text: number::speed(here) }],
            ..Chart::default()
        };
        steps::with_curve(chart, &scale::points(x), &gigabytes)
    }

    fn status(&self) -> String {
        let needed = self.sizes.giga(self.all());
        match self.usable {
            Some(usable) => filled(words!("At least {} needed, {} usable.", needed, self.sizes.giga(usable))),
            None => filled(words!("At least {} needed.", needed)),
        }
    }

    fn numbers(&self) -> Numbers {
        let trained = self.trained(self.way);
        vec![
            ("trained parameters", trained),
            ("bytes of frozen weights", self.frozen(self.way)),
            ("bytes of trained weights", trained * tuning::HALF),
            ("bytes of gradients", trained * tuning::HALF),
            ("bytes of states", trained * tuning::STATES),
            ("bytes of checkpoints", self.checkpoints(self.tokens)),
            ("bytes needed", self.all()),
            ("bytes usable", self.usable.unwrap_or(f64::NAN)),
            ("devices", self.devices().unwrap_or(f64::NAN)),
        ]
    }
}
