//! Energy of a generated token, in joules and watt-hours.
//!
//! 1. The power is the device's limit, or the reader's own figure, times the share that is drawn, times the PUE.
//! 2. The speed is the reader's own, or the device profile's at this number of requests.
//! 3. The chart shows the energy against the number of requests, or against speed if the reader entered one.
//!
//! Contains no factor for carbon dioxide: the reader enters it.

use super::machine::{BatchCapacity, Machine, Speeds};
use super::prelude::*;
use super::shortage::{self, Shortage};
use super::subject::requests;
use rooflight_estimator::decode::Range;
use rooflight_estimator::energy;
use rooflight_estimator::setup::Setup;

/// The declaration of the calculator at `/calculators/energy/`.
pub const SPEC: Spec = Spec {
    kind: "energy",
    title: "Energy per token",
    about: "How much energy a generated token takes, from the power of a device and its speed.",
    inputs: &[HARDWARE, MODEL, QUANTIZATION, ENGINE, REQUESTS, SHARE, DEPTH, POWER, OWN_SPEED, PUE, KWH, CARBON],
    records: &[record_schema::DEVICES, record_schema::MODELS],
    group: (Group::Serving, 4),
    validation: Validation::MadeOf("several requests at once"),
    is_benchmarkable: true,
    evaluate,
};

/// Search phrases in addition to the title, separated by commas.
pub const PHRASES: &str = "electricity, watts per token, power limit, electricity cost";

const SHARE: Input = Input::real(("ps", "power_share"), "Power drawn", "100", PERCENT, (1.0, 150.0));
const DEPTH: Input = CONTEXT.folded();
const POWER: Input = Input::real(("w", "power"), "Override power limit", "", WATTS, (0.1, 1_000_000.0)).folded();
const OWN_SPEED: Input =
    Input::real(("tps", "speed"), "Override speed, all requests", "", SPEED, (0.01, 10_000_000.0)).folded();
const PUE: Input = Input::real(("pue", "pue"), "PUE", "1", PLAIN, (1.0, 5.0)).folded();
const KWH: Input = Input::real(("kwh", "electricity"), "Price per kWh", "", DOLLARS, (0.0, 100.0)).folded();
const CARBON: Input = Input::real(("co2", "carbon"), "CO₂ per kWh", "", GRAMS, (0.0, 10_000.0)).folded();
const GRAMS: &[(&str, f64)] = &[("g", 1.0), ("kg", 1e3)];

/// Resolved inputs, from which every part of the answer is written.
struct EnergyAnswer<'a> {
    machine: &'a Machine<'a>,
    setup: Setup<'a>,
    own: Option<f64>,
    speeds: Speeds,
    limit: f64,
    share: f64,
    pue: f64,
    price: Option<f64>,
    carbon: Option<f64>,
    /// The missing memory, if the speed is computed and the setup does not fit.
    short: Option<Shortage>,
}

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let machine = Machine::read_as(query, &HARDWARE, &MODEL, &QUANTIZATION, &DEPTH)?;
    let device = &machine.record.device;
    let batch = query.number(&REQUESTS)?;
    let share = query.number(&SHARE)? / 100.0;
    if let Some(watts) = device.power {
        query.hint(&POWER, words!("W; the device's is {}", Arg::Plain(watts, 0)));
    }
    let Some(limit) = query.maybe(&POWER)?.or(device.power) else {
        let message = filled(words!("The power of {} is not known here: enter it.", Arg::Text(&device.name)));
        return Err(InputError { field: POWER.key, message });
    };
    let own = query.maybe(&OWN_SPEED)?;
    let pue = query.number(&PUE)?;
    let (price, carbon) = (query.maybe(&KWH)?, query.maybe(&CARBON)?);
    let setup = machine.setup(machine.context, batch);
    let speeds = match own {
        Some(speed) => Speeds { ceiling: f64::NAN, range: Some(Range { low: speed, typical: speed, high: speed }) },
        None => machine.aggregate_speeds(&setup),
    };
    let short = if own.is_none() { Shortage::of(&setup, Sizes::Decimal) } else { None };
    let answer = EnergyAnswer { machine: &machine, setup, own, speeds, limit, share, pue, price, carbon, short };
    Ok(answer.write(report))
}

const ASSUMED: &[&str] = &[
    "The device draws this share of its power limit all the time. Decoding often draws less than the limit: measure it, and enter what \
     you measure.",
    "Only the device is counted. Processor, memory, fans and losses of the power supply come on top: enter the power of the whole \
     machine, or a PUE above 1.",
    "Only generated tokens are counted, at this speed; reading the prompt takes energy too.",
];

const SOURCES: &[Source] = &[(
    "PUE, the power of the whole place over that of its equipment: Schneider Electric, White Paper 158",
    "https://go.schneider-electric.com/NAM_ITB_US_201611_WP158_WP158-LP.html",
)];

/// Numbers of requests in the table.
const BATCHES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// Multiples of the reader's own speed in the table.
const TIMES: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

const MILLION: f64 = 1e6;
const THOUSAND: f64 = 1e3;

impl EnergyAnswer<'_> {
    fn watts(&self) -> f64 {
        energy::drawn(self.limit, self.share, self.pue)
    }

    /// Joules per token at a speed.
    fn of(&self, speed: f64) -> f64 {
        energy::per_token(self.watts(), speed)
    }

    /// Joules per token: lowest, typical, highest.
    fn range(&self) -> Option<[f64; 3]> {
        self.joules(&self.speeds)
    }

    fn joules(&self, speeds: &Speeds) -> Option<[f64; 3]> {
        speeds.range.map(|range| [range.high, range.typical, range.low].map(|speed| self.of(speed)))
    }

    /// Joules per token at the typical speed, or else at the ceiling.
    fn likely(&self) -> f64 {
        self.of(self.speeds.likely())
    }

    fn ink(&self) -> Ink {
        match (self.own, self.speeds.range) {
            (Some(_), _) => Ink::Plain,
            (None, Some(_)) => Ink::Range,
            (None, None) => Ink::Ceiling,
        }
    }

    fn write(&self, report: &mut Report) -> Outcome {
        self.headline(report);
        let mut writer = ReportWriter::new(report);
        self.quantities(&mut writer);
        shortage::end_figures(writer.report, self.short);
        writer.report.chart(self.chart());
        writer.steps("The energy step by step", "From watts to kilowatt-hours", SOURCES);
        self.table(&mut writer);
        steps::assumed(writer.report, ASSUMED);
        writer.outcome(self.status())
    }

    fn headline(&self, report: &mut Report) {
        let power = [Arg::Speed(self.watts())];
        let machine = self.machine;
        let concurrency = requests(self.setup.batch);
        let conditions = [
            Arg::Text(&machine.record.device.name),
            power[0],
            Arg::Text(&machine.model.name),
            Arg::Text(&machine.format.name),
            Arg::Text(&concurrency),
            Arg::Plain(self.setup.depth, 0),
            Arg::Text(&machine.profile.words),
        ];
        let own = [Arg::Text(&machine.record.device.name), power[0], Arg::Speed(self.own.unwrap_or_default())];
        let conditions = match self.own {
            Some(_) => words!("{} at {} W, your {} tokens per second", ..own),
            None => words!("{} at {} W, {} in {}, {}, {} tokens of context; {}", ..conditions),
        };
        if let Some(short) = self.short {
            return short.headline(report, conditions);
        }
        let joules = [Arg::Speed(self.likely())];
        let words = match self.ink() {
            Ink::Range => words!("About <r>{}</r> joules per token", ..joules),
            Ink::Plain => words!("<b>{}</b> joules per token", ..joules),
            _ => words!("At least <c>{}</c> joules per token", ..joules),
        };
        report.answer(words, conditions);
    }

    fn quantities(&self, writer: &mut ReportWriter<'_>) {
        let range = self.range();
        let [low, typical, high] = range.unwrap_or([f64::NAN; 3]);
        writer.number("joules low", low);
        writer.number("joules typical", typical);
        writer.number("joules high", high);
        writer.number("joules at ceiling", self.of(self.speeds.ceiling));
        let values = [Arg::Plain(self.limit, 1), Arg::Percent(self.share), Arg::Plain(self.pue, 2)];
        let watts = Arg::Speed(self.watts());
        let quantity = writer.quantity(words!("{}\u{a0}W", watts)).number("watts");
        quantity.step("Power", words!("{} W × {} × {} PUE", ..values));
        let (likely, ink) = (self.speeds.likely(), self.ink());
        let (speed, values) =
            (Arg::Speed(likely), [Arg::Plain(self.setup.batch, 0), Arg::Speed(likely / self.setup.batch)]);
        let formula = match ink {
            Ink::Plain => words!("your speed"),
            Ink::Range => words!("{} × {}, the typical speed of each", ..values),
            _ => words!("{} × {}, the ceiling of each", ..values),
        };
        writer.quantity(words!("{}\u{a0}tok/s", speed)).ink(ink).step("Speed, all requests", formula);
        let joules = self.likely();
        let token = Arg::Speed(joules);
        let hours = joules * MILLION / energy::KILOWATT_HOUR;
        let formula = words!("{} W ÷ {} tok/s", watts, speed);
        writer.quantity(words!("{}\u{a0}J", token)).ink(ink).step("A token", formula);
        let (thousand, formula) = (joules * THOUSAND / energy::WATT_HOUR, words!("{} J × 1,000 ÷ 3,600 J a Wh", token));
        let quantity = writer.quantity(words!("{}\u{a0}Wh", Arg::Speed(thousand))).ink(ink);
        quantity.number("Wh a thousand tokens").step("A thousand", formula);
        let formula = words!("{} J × 1,000,000 ÷ 3,600,000 J a kWh", token);
        let quantity = writer.quantity(words!("{}\u{a0}kWh", Arg::Speed(hours))).ink(ink);
        quantity.number("kWh a million tokens").step("A million", formula);
        for (label, wide, unit, factor) in [
            ("A token", "", "J", 1.0),
            ("A thousand", "tokens", "Wh", THOUSAND / energy::WATT_HOUR),
            ("A million", "tokens", "kWh", MILLION / energy::KILOWATT_HOUR),
        ] {
            let values = [Arg::Range(low * factor, high * factor), Arg::Text(unit)];
            let reason = if range.is_none() && wide.is_empty() { self.machine.profile.reason.as_str() } else { "" };
            let quantity = writer.optional(range.map(|_| words!("{}\u{a0}{}", ..values)));
            quantity.ink(if range.is_some() { ink } else { Ink::Range }).wide_figure(label, wide, reason);
        }
        for (number, name, factor, unit) in [
            (
                "dollars a million tokens",
                "Electricity for a million",
                self.price.map(|price| Arg::Plain(price, 4)),
                "$",
            ),
            (
                "grams of CO2 a million tokens",
                "CO₂ for a million",
                self.carbon.map(|carbon| Arg::Plain(carbon, 2)),
                "g",
            ),
        ] {
            let Some(factor) = factor else {
                writer.number(number, f64::NAN);
                continue;
            };
            let quantity = writer.quantity(words!("{}\u{a0}{}", Arg::Speed(hours * factor.number()), Arg::Text(unit)));
            let quantity = quantity.ink(ink).number(number);
            if unit == "$" {
                quantity.step(name, words!("{} kWh × ${}", Arg::Speed(hours), factor));
            } else {
                quantity.step(name, words!("{} kWh × {} g", Arg::Speed(hours), factor));
            }
        }
    }

    fn table(&self, writer: &mut ReportWriter<'_>) {
        let head = ("chart-table", "The numbers of the chart");
        if let Some(own) = self.own {
            writer.table(head, "The same power at other speeds", "speeds", TIMES, |row, times| {
                let joules = self.of(own * times);
                row.highlight(rows::same(times, 1.0));
                row.number("Speed", "tokens per second", words!("{}", Arg::Speed(own * times)));
                row.number("Energy", "joules per token", words!("{}", Arg::Speed(joules)));
                let hours = Arg::Speed(joules * MILLION / energy::KILOWATT_HOUR);
                row.number("Energy", "kWh a million", words!("{}", hours));
            });
        } else {
            let caption = "The same machine and power with other numbers of requests";
            writer.table(head, caption, "numbers of requests", BATCHES, |row, batch| {
                self.machine.batch_row(row, "joules per token", &self.setup, batch, &|speed| self.of(speed));
            });
        }
    }

    fn chart(&self) -> Chart {
        let here = self.likely();
        let mut chart = Chart {
            title: "Energy of a token against requests together or speed",
            desc: self.status(),
            names: ["At the ceiling", "Realistic", ""],
            x: (1.0, self.setup.batch.max(64.0)),
            x_label: "requests together",
            y_label: "joules per token",
            here: self.setup.batch,
            ..Chart::default()
        };
        if let Some(own) = self.own {
            chart.x = (1.0_f64.min(own / 4.0), (own * 4.0).max(16.0));
            chart.x_label = "tokens per second";
            chart.names = ["", "Energy", ""];
            chart.here = own;
            return chart.with_curve(&|speed| self.of(speed));
        }
        chart.mark(self.ink(), here);
        let capacity = BatchCapacity::of(&self.setup);
        for batch in scale::points(chart.x).into_iter().filter(|batch| capacity.draws(*batch)) {
            let speeds = self.machine.aggregate_speeds(&Setup { batch, ..self.setup });
            chart.point(batch, self.of(speeds.ceiling), self.joules(&speeds));
        }
        chart.end_of_memory(capacity.most);
        chart
    }

    fn status(&self) -> String {
        if let Some(short) = self.short {
            return short.status();
        }
        match self.range() {
            Some([low, _, high]) => {
                filled(words!("{} joules per token at {} W.", Arg::Range(low, high), Arg::Speed(self.watts())))
            }
            None => {
                filled(words!("At least {} joules per token; nothing supports a range.", Arg::Speed(self.likely())))
            }
        }
    }
}
