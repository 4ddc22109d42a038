//! Cost of a million tokens on a bought or rented machine, compared with the price of an API.
//!
//! 1. The price of an hour is the reader's rent, or a purchase spread over its years plus electricity, with separate
//!    powers for generating and for idle hours.
//! 2. The speed is the reader's own, or the device profile's at this number of requests.
//! 3. The chart shows the cost against the number of requests, or against utilisation if the reader entered a speed.
//!
//! Contains no vendor's price: the reader enters the API's.

use super::machine::{BatchCapacity, Machine, Speeds};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::sharing;
use rooflight_estimator::cost::{self, HourPrice};
use rooflight_estimator::decode::Range;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// The declaration of the calculator at `/calculators/cost/`.
pub const SPEC: Spec = Spec {
    kind: "cost",
    title: "Cost per token",
    about: "The cost of a million generated tokens on a machine, and when an API is cheaper.",
    inputs: &[
        HARDWARE,
        MODEL,
        QUANTIZATION,
        ENGINE,
        BATCH,
        RENT,
        API,
        USE,
        DEPTH,
        NUMBER,
        OWN_SPEED,
        PRICE,
        YEARS,
        POWER,
        IDLE,
        KWH,
    ],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Serving, 3),
    validation: Validation::MadeOf("several requests at once, and of prices"),
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "price per million tokens, cost per million tokens, is local cheaper, api or local";

const BATCH: Input = REQUESTS.with_default("8");
const RENT: Input = Input::real(("ph", "hour_price"), "Price per hour", "1", DOLLARS, (0.001, 10_000.0));
const API: Input = Input::real(("api", "api_price"), "API price per million", "", DOLLARS, (0.0001, 100_000.0));
const USE: Input = Input::real(("u", "utilisation"), "Utilisation", "50", PERCENT, (0.1, 100.0)).folded();
const DEPTH: Input = CONTEXT.folded();
const NUMBER: Input = DEVICES.folded();
const OWN_SPEED: Input =
    Input::real(("tps", "speed"), "Override speed, all requests", "", SPEED, (0.01, 10_000_000.0)).folded();
const PRICE: Input = Input::real(("buy", "purchase"), "Purchase price", "", DOLLARS, (1.0, 10_000_000.0)).folded();
const YEARS: Input = Input::real(("y", "years"), "Years of use", "3", YEAR_UNITS, (0.1, 30.0)).folded();
const POWER: Input = Input::real(("w", "power"), "Power of a device, generating", "", WATTS, (0.1, 100_000.0)).folded();
const IDLE: Input = Input::real(("wi", "idle_power"), "Power, not generating", "0", WATTS, (0.0, 100_000.0)).folded();
const KWH: Input = Input::real(("kwh", "electricity"), "Price per kWh", "0.30", DOLLARS, (0.0, 100.0)).folded();
const YEAR_UNITS: &[(&str, f64)] = &[("years", 1.0), ("months", 1.0 / 12.0)];

/// A bought device: its price in dollars, its years of use, its watts while generating and while idle, and the dollars
/// of a kWh.
#[derive(Clone, Copy, Default)]
struct Purchase {
    price: f64,
    years: f64,
    watts: [f64; 2],
    kilowatt_hour: f64,
}

/// Resolved inputs, from which every part of the answer is written.
struct CostAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: Setup<'a>,
    own: Option<f64>,
    speeds: Speeds,
    bought: Option<Purchase>,
    /// Dollars per hour of all devices.
    hour: HourPrice,
    /// The share of hours in which the machine generates, from 0 to 1.
    busy: f64,
    api: Option<f64>,
    /// The missing memory, if the speed is computed and the setup does not fit.
    short: Option<Shortage>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read_as(query, &HARDWARE, &MODEL, &QUANTIZATION, &DEPTH)?;
    let batch = query.number(&BATCH)?;
    let price = query.maybe(&PRICE)?;
    if price.is_some() {
        query.hint(&RENT, words!("not used: the purchase counts"));
    }
    let (rent, api) = (query.number(&RENT)?, query.maybe(&API)?);
    let busy = query.number(&USE)? / 100.0;
    let (devices, own) = (query.number(&NUMBER)?, query.maybe(&OWN_SPEED)?);
    let years = query.number(&YEARS)?;
    if let Some(watts) = machine.record.device.power {
        query.hint(&POWER, words!("W; the device's limit is {}", Arg::Plain(watts, 0)));
    }
    let watts = query.maybe(&POWER)?.or(machine.record.device.power);
    query.hint(&IDLE, words!("W; 0 is switched off: not known here"));
    let idle = query.number(&IDLE)?;
    let kilowatt_hour = query.number(&KWH)?;
    let bought = match (price, watts) {
        (None, _) => None,
        (Some(_), None) => {
            let message =
                filled(words!("The power of {} is not known here: enter it.", Arg::Text(&machine.record.device.name)));
            return Err(InputError { field: POWER.key, message });
        }
        (Some(price), Some(watts)) => Some(Purchase { price, years, watts: [watts, idle], kilowatt_hour }),
    };
    let each = bought.map_or(HourPrice::rented(rent), |bought| {
        HourPrice::owned(bought.price, bought.years, bought.watts, bought.kilowatt_hour)
    });
    let setup = Setup { devices: sharing(devices), ..machine.setup(machine.context, batch) };
    let speeds = match own {
        Some(speed) => Speeds { ceiling: f64::NAN, range: Some(Range { low: speed, typical: speed, high: speed }) },
        None => machine.aggregate_speeds(&setup),
    };
    let short = if own.is_none() { Shortage::of(&setup, Sizes::Decimal) } else { None };
    let answer =
        CostAnswer { machine: &machine, setup, own, speeds, bought, hour: each.times(devices), busy, api, short };
    Ok(answer.write(report))
}

const SOURCES: &[Source] = &[
    ("the price of a token: GMI Cloud (a vendor)", "https://www.gmicloud.ai/en/blog/cost-per-million-tokens-formula"),
    ("the speed of a step: Pope et al. 2022", "https://arxiv.org/abs/2211.05102"),
];

const ASSUMED: &[&str] = &[
    "Only generated tokens are counted. Reading prompts takes time too: count it as a lower utilisation.",
    "Utilisation is the share of all hours in which the machine generates at this speed; rent and purchase are paid in all of them.",
    "A bought device is worth nothing after its years. It draws its power while it generates, and in the other hours what you state: \
     the catalog has no figure for that, so that none counts until you do. Its host, its cooling, its space and the work of people \
     are not counted: add them to the price.",
    "Several devices share every layer of the model, and the price is for each of them.",
    "Every price here is an example until you enter your own. No vendor's price is built in.",
];

/// Numbers of requests in the table.
const BATCHES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// Utilisations in the table, if the reader entered a speed.
const USES: [f64; 6] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0];

impl CostAnswer<'_> {
    /// Dollars per million tokens at a speed.
    fn of(&self, speed: f64) -> f64 {
        self.at(speed, self.busy)
    }

    fn at(&self, speed: f64, busy: f64) -> f64 {
        cost::per_million(self.hour.at(busy), speed, busy)
    }

    /// Dollars per hour at the reader's utilisation.
    fn dollars_per_hour(&self) -> f64 {
        self.hour.at(self.busy)
    }

    /// Dollars per million tokens: lowest, typical, highest.
    fn range(&self) -> Option<[f64; 3]> {
        self.costs(&self.speeds)
    }

    fn costs(&self, speeds: &Speeds) -> Option<[f64; 3]> {
        speeds.range.map(|range| [range.high, range.typical, range.low].map(|speed| self.of(speed)))
    }

    fn ink(&self) -> Ink {
        if self.own.is_some() { Ink::Plain } else { Ink::Range }
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        writer.report.chart(if self.own.is_some() { self.over_use() } else { self.over_requests() });
        writer.steps("The cost step by step", "In dollars; a month has 730 hours.", SOURCES);
        self.table(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let hour = [Arg::Speed(self.dollars_per_hour()), Arg::Percent(self.busy)];
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

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let [low, typical, high] = self.range().unwrap_or([f64::NAN; 3]);
        writer.number("low", low);
        writer.number("typical", typical);
        writer.number("high", high);
        let (cost, ink) = ([Arg::Range(low, high)], if self.range().is_some() { self.ink() } else { Ink::Range });
        let reason = if self.range().is_some() { "" } else { &self.machine.profile.reason };
        let quantity = writer.optional(self.range().map(|_| words!("${}", ..cost))).ink(ink);
        quantity.wide_figure("Cost", "for a million tokens", reason);
        writer.number("least", self.of(self.speeds.ceiling));
        self.price(writer);
        let likely = self.speeds.likely();
        let (speed, values) =
            (Arg::Speed(likely), [Arg::Plain(self.setup.batch, 0), Arg::Speed(likely / self.setup.batch)]);
        let (formula, ink) = match (self.own, self.speeds.range) {
            (Some(_), _) => (words!("your speed"), Ink::Plain),
            (None, Some(_)) => (words!("{} × {}, the typical speed of each", ..values), Ink::Range),
            (None, None) => (words!("{} × {}, the ceiling of each", ..values), Ink::Ceiling),
        };
        let quantity = writer.quantity(words!("{}\u{a0}tok/s", speed)).ink(ink).number("speed");
        quantity.step("Speed, all requests", formula);
        let tokens = Arg::Plain(likely * self.busy * cost::HOUR, 0);
        let formula = words!("{} × 3,600 s × {}", speed, Arg::Percent(self.busy));
        writer.quantity(words!("{}", tokens)).step("Tokens an hour", formula);
        let pace = if self.own.is_some() { "at your speed" } else { "at the typical speed" };
        let quantity = writer.quantity(words!("{} million", Arg::Speed(self.month() / cost::MILLION)));
        quantity.number_of("tokens a month", self.month()).figure("Tokens per month", pace);
        let formula = words!("${} ÷ {} × 1,000,000", Arg::Speed(self.dollars_per_hour()), tokens);
        writer.quantity(words!("${}", Arg::Speed(self.of(likely)))).ink(ink).step("A million tokens", formula);
        self.even_with_api(writer);
    }

    fn price(&self, writer: &mut ReportWriter<'_>) {
        let devices = Arg::Count(self.setup.devices.number());
        let each = Arg::Plain(self.dollars_per_hour() / count(self.setup.devices.number()), 4);
        let Purchase { price, years, watts: [watts, idle], kilowatt_hour } = self.bought.unwrap_or_default();
        let [watts, idle] = [watts, idle].map(|watts| Arg::Plain(watts / 1000.0, 3));
        let power = [watts, Arg::Percent(self.busy), idle, Arg::Percent(1.0 - self.busy)];
        let power = filled(words!("({} kW × {} + {} kW × {})", ..power));
        let (price, years) = (Arg::Plain(price, 2), Arg::Plain(years, 2));
        let values = [devices, price, years, Arg::Text(&power), Arg::Plain(kilowatt_hour, 4)];
        let formula = match self.bought {
            Some(_) => words!("{} × (${} ÷ ({} years × 8,760 h) + {} × ${})", ..values),
            None => words!("{} × ${}", devices, each),
        };
        let quantity = writer.quantity(words!("${}", Arg::Speed(self.dollars_per_hour()))).number("price an hour");
        quantity.step("Price per hour", formula);
    }

    fn even_with_api(&self, writer: &mut ReportWriter<'_>) {
        let speed = self.speeds.likely();
        let even = self.api.and_then(|api| Some((api, cost::even_utilisation(self.hour, speed, api)?)));
        let Some((api, busy)) = even else {
            let why = if self.api.is_some() { "none: power costs more than the API" } else { "enter an API price" };
            let quantity = writer.optional(None).number("break-even utilisation");
            quantity.number("break-even tokens a month").figure("Break-even use", why);
            return;
        };
        let note = if busy > 1.0 { "the API is cheaper" } else { "above it the machine is cheaper" };
        let sold = Arg::Plain(speed * cost::HOUR / cost::MILLION, 4);
        let (standing, api) = (Arg::Speed(self.hour.standing), Arg::Plain(api, 4));
        let bought = [standing, sold, api, Arg::Speed(self.hour.generating)];
        let formula = match self.bought {
            Some(_) => words!("${} ÷ ({} million tokens × ${} − ${} of power)", ..bought),
            None => words!("${} ÷ ({} million tokens × ${})", standing, sold, api),
        };
        let quantity = writer.quantity(words!("{}", Arg::Percent(busy))).number("break-even utilisation");
        quantity.figure("Break-even use", note).step("Break-even use", formula);
        let tokens = cost::tokens_a_month(speed, busy);
        let formula = words!("{} tok/s × 3,600 s × 730 h × {}", Arg::Speed(speed), Arg::Percent(busy));
        let quantity = writer.quantity(words!("{}\u{a0}million", Arg::Speed(tokens / cost::MILLION)));
        quantity.number_of("break-even tokens a month", tokens).step("Break-even a month", formula);
    }

    /// Tokens per month at the typical speed and the reader's utilisation.
    fn month(&self) -> f64 {
        cost::tokens_a_month(self.speeds.likely(), self.busy)
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let head = ("chart-table", "The numbers of the chart");
        if self.own.is_some() {
            writer.table(head, "The same speed at other utilisations", "utilisations", USES, |row, busy| {
                let speed = self.speeds.likely();
                let month = cost::tokens_a_month(speed, busy) / cost::MILLION;
                row.highlight(rows::same(busy, self.busy));
                row.number("Utilisation", "", words!("{}", Arg::Percent(busy)));
                let cost = Arg::Speed(self.at(speed, busy));
                row.number("Cost", "$ a million", words!("{}", cost));
                row.number("Tokens", "million a month", words!("{}", Arg::Speed(month)));
            });
        } else {
            let caption = "The same machine, price and utilisation with other numbers of requests";
            writer.table(head, caption, "numbers of requests", BATCHES, |row, batch| {
                self.machine.batch_row(row, "$ a million", &self.setup, batch, &|speed| self.of(speed));
            });
        }
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
        let capacity = BatchCapacity::of(&self.setup);
        for batch in scale::points(x).into_iter().filter(|batch| capacity.draws(*batch)) {
            let speeds = self.machine.aggregate_speeds(&Setup { batch, ..self.setup });
            chart.point(batch, self.of(speeds.ceiling), self.costs(&speeds));
        }
        chart.mark(Ink::Ceiling, self.of(self.speeds.ceiling));
        if let Some([_, typical, _]) = self.range() {
            chart.mark(Ink::Range, typical);
        }
        chart.end_of_memory(capacity.most);
        chart
    }

    fn over_use(&self) -> Chart {
        let chart = Chart {
            title: "Cost of a million tokens against utilisation",
            desc: self.status(),
            names: ["", "Cost", ""],
            x: (1.0, 100.0),
            x_label: "per cent of the time in use",
            y_label: "dollars for a million tokens",
            here: self.busy * 100.0,
            ..Chart::default()
        };
        chart.with_curve(&|busy| self.at(self.speeds.likely(), busy / 100.0))
    }

    fn status(&self) -> String {
        let hour = Arg::Speed(self.dollars_per_hour());
        if let Some(short) = self.short {
            return short.status();
        }
        if let Some([low, _, high]) = self.range() {
            return filled(words!("${} for a million tokens at ${} an hour.", Arg::Range(low, high), hour));
        }
        let values = [Arg::Speed(self.of(self.speeds.ceiling)), hour];
        filled(words!("At least ${} for a million tokens at ${} an hour; nothing supports a range.", ..values))
    }
}
