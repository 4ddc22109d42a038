//! The host functions of formulas: each call goes to arithmetic, to a fact of a record, or to an estimate.
//!
//! 1. A missing argument gives no result, except where a function takes none as unchanged.
//! 2. The work of all calls is counted, so that an answer ends whatever its file asks.
//!
//! Holds no formula.

use super::host::{CatalogHost, MAX_ROUNDS, ScenarioHost};
use super::{arithmetic, cases, estimates, facts, run_facts};
use alloc::string::String;
use core::cell::RefCell;
use rooflight_estimator::formula::host::{Arguments, Host, HostFunction, Scenario};
use rooflight_estimator::formula::{Op, evaluate};

impl Host for ScenarioHost<'_> {
    fn call(&self, function: HostFunction, arguments: Arguments) -> f64 {
        let given = arguments.iter().take(function.arguments().len());
        if !takes_none(function) && given.clone().any(|argument| argument.is_nan())
            || !self.host.spend(work(function, arguments))
        {
            return f64::NAN;
        }
        let found = arithmetic::call(function, arguments);
        let found = found.or_else(|| facts::call(self.host, function, arguments));
        let found = found.or_else(|| run_facts::call(self.host, function, arguments));
        let found = found.or_else(|| cases::call(self, function, arguments));
        found.or_else(|| estimates::call(self, function, arguments)).unwrap_or(f64::NAN)
    }
}

/// True for functions that take what does not exist as unchanged: experts, or the optional arguments of a case.
fn takes_none(function: HostFunction) -> bool {
    function.is_of_case()
        || matches!(
            function,
            HostFunction::StepBytes
                | HostFunction::MixtureCeiling
                | HostFunction::MixtureCeilingAlike
                | HostFunction::MixtureSpeed
                | HostFunction::NearContext
        )
}

/// Returns about how many rounds of a loop a call takes.
fn work(function: HostFunction, arguments: Arguments) -> f64 {
    let name = function.name();
    let looped = name.starts_with("queue")
        || name.starts_with("rotary")
        || name.starts_with("chance")
        || name.starts_with("token");
    if function == HostFunction::QueueSlots {
        100_000.0
    } else if function == HostFunction::CaseDevicesEnough {
        10_000.0
    } else if function.is_of_case() {
        150.0
    } else if looped {
        arguments.into_iter().fold(20.0, f64::max).min(MAX_ROUNDS)
    } else {
        20.0
    }
}

/// Returns what the range of a formula rests on, in words: that of the first function in it that gives a range.
pub(super) fn reason(host: &CatalogHost<'_>, formula: &[Op], values: &[f64]) -> String {
    let host = ReasonHost { host: host.at(Scenario::Typical), reason: RefCell::default() };
    let _ = evaluate(formula, values, &host);
    host.reason.into_inner().unwrap_or_default()
}

/// Keeps what the first range that a formula asks for rests on.
struct ReasonHost<'a> {
    host: ScenarioHost<'a>,
    reason: RefCell<Option<String>>,
}

impl Host for ReasonHost<'_> {
    fn call(&self, function: HostFunction, arguments: Arguments) -> f64 {
        if function.is_range() {
            let reason = || estimates::reason(self.host.host, function, arguments).unwrap_or_default();
            self.reason.borrow_mut().get_or_insert_with(reason);
        }
        self.host.call(function, arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rooflight_estimator::formula::host::MAX_ARGUMENTS;

    /// Whatever a file hands to a function, it answers soon, and without records it has no fact of one.
    #[test]
    fn every_function_ends_on_any_argument() {
        let host = CatalogHost::default();
        for function in HostFunction::ALL {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1.0, 0.0, 0.5, 1e-300, 1e9] {
                let found = host.at(Scenario::Typical).call(function, [value; MAX_ARGUMENTS]);
                let reads = function.arguments().iter().any(|(_, unit)| unit.starts_with('@'));
                assert!(!reads || found.is_nan(), "{} of {value} is {found}", function.name());
            }
        }
    }
}
