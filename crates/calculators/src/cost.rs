//! Cost of a million tokens on a bought or rented machine, beside the price of an API.
//!
//! 1. An hour has a price: the reader's, or a purchase spread over its years plus power.
//! 2. Speed is the reader's own, or that of the device's profile with so many requests together; tokens follow from it.
//! 3. The chart runs the same over the number of requests; with a speed of the reader's own, over utilisation.
//!
//! No vendor's price is known here: an API's price is the reader's.

use super::machine::{BatchCapacity, Machine, Speeds};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::sharing;
use rooflight_estimator::cost;
use rooflight_estimator::decode::Range;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// The calculator.
pub const SPEC: Spec = Spec {
    kind: "cost",
    title: "Cost per token",
    about: "The cost of a million generated tokens on a machine, and when an API is cheaper.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        TOGETHER,
        RENT,
        API,
        USE,
        DEPTH,
        NUMBER,
        OWN_SPEED,
        PRICE,
        YEARS,
        POWER,
        KWH,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Serving, 3),
    validation: Validation::MadeOf("several requests at once, and of prices"),
    is_benchmarkable: true,
    evaluate,
};

const TOGETHER: Input = REQUESTS.or("8");
const RENT: Input = Input::real(("ph", "hour_price"), "Price per hour", "1", DOLLARS, (0.001, 10_000.0));
const API: Input = Input::real(("api", "api_price"), "API price per million", "", DOLLARS, (0.0001, 100_000.0));
const USE: Input = Input::real(("u", "utilisation"), "Utilisation", "50", PERCENT, (0.1, 100.0)).folded();
const DEPTH: Input = CONTEXT.folded();
const NUMBER: Input = DEVICES.folded();
const OWN_SPEED: Input =
    Input::real(("tps", "speed"), "Override speed, all requests", "", SPEED, (0.01, 10_000_000.0)).folded();
const PRICE: Input = Input::real(("buy", "purchase"), "Purchase price", "", DOLLARS, (1.0, 10_000_000.0)).folded();
const YEARS: Input = Input::real(("y", "years"), "Years of use", "3", YEAR_UNITS, (0.1, 30.0)).folded();
const POWER: Input = Input::real(("w", "power"), "Power drawn by a device", "", WATTS, (0.1, 100_000.0)).folded();
const KWH: Input = Input::real(("kwh", "electricity"), "Price per kWh", "0.30", DOLLARS, (0.0, 100.0)).folded();
const YEAR_UNITS: &[(&str, f64)] = &[("years", 1.0), ("months", 1.0 / 12.0)];

/// A bought device: price, years, watts, price of a kWh.
#[derive(Clone, Copy)]
struct Purchase {
    price: f64,
    years: f64,
    watts: f64,
    kilowatt_hour: f64,
}

/// Everything that the answer is made from.
struct CostAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: Setup<'a>,
    own: Option<f64>,
    speeds: Speeds,
    bought: Option<Purchase>,
    /// Dollars an hour of all devices.
    hour: f64,
    /// A share of one.
    busy: f64,
    api: Option<f64>,
    /// Where the speed is computed and the memory too small.
    short: Option<Shortage>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read_as(query, &HARDWARE, &MODEL, &QUANTIZATION, &DEPTH)?;
    let batch = query.number(&TOGETHER)?;
    let (rent, api) = (query.number(&RENT)?, query.maybe(&API)?);
    let busy = query.number(&USE)? / 100.0;
    let (devices, own) = (query.number(&NUMBER)?, query.maybe(&OWN_SPEED)?);
    let price = query.maybe(&PRICE)?;
    let years = query.number(&YEARS)?;
    if let Some(watts) = machine.record.device.power {
        query.hint(&POWER, words!("W; the device's limit is {}", Arg::Plain(watts, 0)));
    }
    let watts = query.maybe(&POWER)?.or(machine.record.device.power);
    let kilowatt_hour = query.number(&KWH)?;
    let bought = match (price, watts) {
        (None, _) => None,
        (Some(_), None) => {
            let message =
                filled(words!("The power of {} is not known here: enter it.", Arg::Text(&machine.record.device.name)));
            return Err(InputError { field: POWER.key, message });
        }
        (Some(price), Some(watts)) => Some(Purchase { price, years, watts, kilowatt_hour }),
    };
    let each =
        bought.map_or(rent, |bought| cost::owned_hour(bought.price, bought.years, bought.watts, bought.kilowatt_hour));
    let setup = Setup { devices: sharing(devices), ..machine.setup(machine.context, batch) };
    let speeds = match own {
        Some(speed) => Speeds { ceiling: f64::NAN, range: Some(Range { low: speed, typical: speed, high: speed }) },
        None => machine.all(&setup),
    };
    let short = if own.is_none() { Shortage::of(&setup, Sizes::Decimal) } else { None };
    let answer = CostAnswer { machine: &machine, setup, own, speeds, bought, hour: each * devices, busy, api, short };
    answer.write(report);
    Ok(Outcome { status: answer.status(), numbers: answer.numbers() })
}

const SOURCES: &[Source] = &[
    ("the price of a token: GMI Cloud (a vendor)", "https://www.gmicloud.ai/en/blog/cost-per-million-tokens-formula"),
    ("the speed of a step: Pope et al. 2022", "https://arxiv.org/abs/2211.05102"),
];

const ASSUMED: &[&str] = &[
    "Only generated tokens are counted. Reading prompts takes time too: count it as a lower utilisation.",
    "Utilisation is the share of all hours in which the machine generates at this speed; it is paid for in all of them.",
    "A bought device is worth nothing after its years, and draws its power in every hour. Its host, its cooling, its space and the \
     work of people are not counted: add them to the price.",
    "Several devices share every layer of the model, and the price is for each of them.",
    "Every price here is an example until you enter your own. No vendor's price is built in.",
];

const COLUMNS: &[Column] = &[
    ("Requests", "together", Kind::Number),
    ("Speed", "tokens per second, all", Kind::Number),
    ("Typical", "$ a million", Kind::Number),
    ("Realistic", "$ a million", Kind::Number),
];

const USE_COLUMNS: &[Column] = &[
    ("Utilisation", "", Kind::Number),
    ("Cost", "$ a million", Kind::Number),
    ("Tokens", "million a month", Kind::Number),
];

/// The numbers of requests in the table.
const BATCHES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
const USES: [f64; 6] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0];

impl CostAnswer<'_> {
    fn of(&self, speed: f64) -> f64 {
        cost::per_million(self.hour, speed, self.busy)
    }

    /// The cheapest, the typical and the dearest million tokens.
    fn range(&self) -> Option<[f64; 3]> {
        self.costs(&self.speeds)
    }

    fn costs(&self, speeds: &Speeds) -> Option<[f64; 3]> {
        speeds.range.map(|range| [range.high, range.typical, range.low].map(|speed| self.of(speed)))
    }

    fn ink(&self) -> Ink {
        if self.own.is_some() { Ink::Plain } else { Ink::Range }
    }

    fn write(&self, report: &mut Report) {
        self.headline(report);
        self.figures(report);
        report.chart(if self.own.is_some() { self.over_use() } else { self.over_requests() });
        self.steps(report);
        self.table(report);
        steps::assumed(report, ASSUMED);
    }

    fn headline(&self, report: &mut Report) {
        let hour = [Arg::Speed(self.hour), Arg::Percent(self.busy)];
        let hour = filled(words!("${} an hour, in use {} of the time", ..hour));
        let machine = self.machine;
        let devices = [Arg::Count(self.setup.devices.number()), Arg::Text(" × ")];
        let several = if self.setup.devices.number() > 1 { filled(words!("{}{}", ..devices)) } else { String::new() };
        let conditions = [
            Arg::Text(&several),
            Arg::Text(&machine.record.device.name),
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Plain(self.setup.batch, 0),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(&machine.profile.words),
            Arg::Text(&hour),
        ];
        let own = [Arg::Speed(self.own.unwrap_or_default()), Arg::Text(&hour)];
        let conditions = match self.own {
            Some(_) => words!("Your {} tokens per second, all requests together; {}", ..own),
            None if self.setup.batch > 1.0 => {
                words!("{}{}, {} in {}, {} requests of {} tokens together; {}; {}", ..conditions)
            }
            None => words!("{}{}, {} in {}, {} request of {} tokens at a time; {}; {}", ..conditions),
        };
        if let Some(short) = self.short {
            return short.headline(report, conditions);
        }
        match self.range() {
            Some([_, typical, _]) if self.own.is_some() => {
                report.answer(words!("<b>${}</b> for a million tokens", Arg::Speed(typical)), conditions);
            }
            Some([_, typical, _]) => {
                report.answer(words!("About <r>${}</r> for a million tokens", Arg::Speed(typical)), conditions);
            }
            None => {
                let least = [Arg::Speed(self.of(self.speeds.ceiling))];
                report.answer(words!("At least <c>${}</c> for a million tokens", ..least), conditions);
            }
        }
    }

    fn figures(&self, report: &mut Report) {
        let none = words!("");
        let million = words!("for a million tokens");
        match self.range() {
            Some([low, _, high]) => {
                report.figure(self.ink(), "Cost", million, Some(words!("${}", Arg::Range(low, high))), "");
            }
            None => report.figure(Ink::Range, "Cost", million, None, &self.machine.profile.reason),
        }
        let pace = if self.own.is_some() { "at your speed" } else { "at the typical speed" };
        let month = [Arg::Speed(self.month() / cost::MILLION), Arg::Text("million")];
        report.figure(Ink::Plain, "Tokens per month", none, Some(words!("{} {}", ..month)), pace);
        match self.api {
            None => report.figure(Ink::Plain, "Break-even use", none, None, "enter an API price"),
            Some(api) => {
                let busy = self.even(api);
                let note = if busy > 1.0 { "the API is cheaper" } else { "above it the machine is cheaper" };
                report.figure(Ink::Plain, "Break-even use", none, Some(words!("{}", Arg::Percent(busy))), note);
            }
        }
        shortage::end_figures(report, self.short);
    }

    /// Tokens of a month at the typical speed.
    fn month(&self) -> f64 {
        self.speeds.likely() * self.busy * cost::HOUR * cost::MONTH
    }

    fn even(&self, api: f64) -> f64 {
        cost::even_utilisation(self.hour, self.speeds.likely(), api)
    }

    fn steps(&self, report: &mut Report) {
        steps::open(report, "The cost step by step", "In dollars; a month has 730 hours.");
        let devices = Arg::Count(self.setup.devices.number());
        let hour = [Arg::Speed(self.hour)];
        if let Some(Purchase { price, years, watts, kilowatt_hour }) = self.bought {
            let values = [
                devices,
                Arg::Plain(price, 2),
                Arg::Plain(years, 2),
                Arg::Plain(watts / 1000.0, 3),
                Arg::Plain(kilowatt_hour, 4),
            ];
            let formula = words!("{} × (${} ÷ ({} years × 8,760 h) + {} kW × ${})", ..values);
            steps::step(report, "Price per hour", formula, words!("${}", ..hour));
        } else {
            let values = [devices, Arg::Plain(self.hour / count(self.setup.devices.number()), 4)];
            steps::step(report, "Price per hour", words!("{} × ${}", ..values), words!("${}", ..hour));
        }
        let likely = self.speeds.likely();
        let speed = [Arg::Speed(likely)];
        let values = [Arg::Plain(self.setup.batch, 0), Arg::Speed(likely / self.setup.batch)];
        let (formula, ink) = match (self.own, self.speeds.range) {
            (Some(_), _) => (words!("your speed"), Ink::Plain),
            (None, Some(_)) => (words!("{} × {}, the typical speed of each", ..values), Ink::Range),
            (None, None) => (words!("{} × {}, the ceiling of each", ..values), Ink::Ceiling),
        };
        steps::inked(report, "Speed, all requests", formula, ink, words!("{}\u{a0}tok/s", ..speed));
        let values = [Arg::Speed(likely), Arg::Percent(self.busy)];
        let tokens = [Arg::Plain(likely * self.busy * cost::HOUR, 0)];
        steps::step(report, "Tokens an hour", words!("{} × 3,600 s × {}", ..values), words!("{}", ..tokens));
        let values = [Arg::Speed(self.hour), tokens[0]];
        let result = [Arg::Speed(self.of(likely))];
        steps::inked(
            report,
            "A million tokens",
            words!("${} ÷ {} × 1,000,000", ..values),
            ink,
            words!("${}", ..result),
        );
        if let Some(api) = self.api {
            let values = [Arg::Speed(cost::per_million(self.hour, likely, 1.0)), Arg::Plain(api, 4)];
            let result = [Arg::Percent(self.even(api))];
            steps::step(report, "Break-even use", words!("${} at full use ÷ ${}", ..values), words!("{}", ..result));
            let result = [Arg::Speed(cost::even_tokens(self.hour, api) / cost::MILLION)];
            let formula = words!("${} × 730 h ÷ ${} a million", Arg::Speed(self.hour), Arg::Plain(api, 4));
            steps::step(report, "Break-even a month", formula, words!("{}\u{a0}million", ..result));
        }
        steps::close(report, SOURCES);
    }

    fn table(&self, report: &mut Report) {
        report.section("chart-table", "The numbers of the chart");
        if self.own.is_some() {
            let caption = "The same speed at other utilisations";
            report.table("chart-table", caption, USE_COLUMNS, "utilisations");
            for busy in USES {
                let speed = self.speeds.likely();
                report.row(rows::own(busy, self.busy));
                report.cell(None, words!("{}", Arg::Percent(busy)));
                report.cell(None, words!("{}", Arg::Speed(cost::per_million(self.hour, speed, busy))));
                report.cell(None, words!("{}", Arg::Speed(speed * busy * cost::HOUR * cost::MONTH / cost::MILLION)));
            }
        } else {
            let caption = "The same machine, price and utilisation with other numbers of requests";
            report.table("chart-table", caption, COLUMNS, "numbers of requests");
            for batch in BATCHES {
                self.machine.batch_row(report, &self.setup, batch, &|speed| self.of(speed));
            }
        }
        steps::close(report, &[]);
    }

    fn over_requests(&self) -> Chart {
        let x = (1.0, self.setup.batch.max(64.0));
        let mut chart = Chart {
            title: "Cost of a million tokens against requests together: least and realistic",
            desc: self.status(),
            names: ["Lowest", "Realistic", ""],
            x,
            x_label: "requests together",
            y_label: "dollars for a million tokens",
            here: self.setup.batch,
            ..Chart::default()
        };
        let room = BatchCapacity::of(&self.setup);
        for batch in scale::points(x).into_iter().filter(|batch| room.draws(*batch)) {
            let speeds = self.machine.all(&Setup { batch, ..self.setup });
            chart.point(batch, self.of(speeds.ceiling), self.costs(&speeds));
        }
        chart.mark(Ink::Ceiling, self.of(self.speeds.ceiling));
        if let Some([_, typical, _]) = self.range() {
            chart.mark(Ink::Range, typical);
        }
        chart.end_of_memory(room.most);
        chart
    }

    fn over_use(&self) -> Chart {
        let x = (1.0, 100.0);
        let speed = self.speeds.likely();
        let cost = |busy: f64| cost::per_million(self.hour, speed, busy / 100.0);
        let here = self.of(speed);
        let chart = Chart {
            title: "Cost of a million tokens against utilisation",
            desc: self.status(),
            names: ["", "Cost", ""],
            x,
            x_label: "per cent of the time in use",
            y_label: "dollars for a million tokens",
            here: self.busy * 100.0,
            marks: vec![Mark { ink: Ink::Plain, y: here, text: number::speed(here) }],
            ..Chart::default()
        };
        steps::with_curve(chart, &scale::points(x), &cost)
    }

    fn status(&self) -> String {
        let hour = Arg::Speed(self.hour);
        if let Some(short) = self.short {
            return short.status();
        }
        if let Some([low, _, high]) = self.range() {
            return filled(words!("${} for a million tokens at ${} an hour.", Arg::Range(low, high), hour));
        }
        let values = [Arg::Speed(self.of(self.speeds.ceiling)), hour];
        filled(words!("At least ${} for a million tokens at ${} an hour; nothing supports a range.", ..values))
    }

    fn numbers(&self) -> Numbers {
        let [low, typical, high] = self.range().unwrap_or([f64::NAN; 3]);
        let even = |find: fn(&Self, f64) -> f64| self.api.map_or(f64::NAN, |api| find(self, api));
        vec![
            ("low", low),
            ("typical", typical),
            ("high", high),
            ("least", self.of(self.speeds.ceiling)),
            ("price an hour", self.hour),
            ("speed", self.speeds.likely()),
            ("tokens a month", self.month()),
            ("break-even utilisation", even(Self::even)),
            ("break-even tokens a month", even(|answer, api| cost::even_tokens(answer.hour, api))),
        ]
    }
}
