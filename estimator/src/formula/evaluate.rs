//! Evaluates a formula.
//!
//! 1. Each operation pops its operands from a stack and pushes its result. A missing operand is NaN.
//! 2. The one number left at the end is the result. A formula that leaves no number or several gives NaN.
//!
//! Sources: IEEE 754 for the operations, `libm` (a port of musl's) for the functions.

use crate::formula::host::{Host, MAX_ARGUMENTS};
use crate::formula::op::{Op, Operator};
use alloc::vec::Vec;
use rooflight_primitives::math;

/// Evaluates a formula on values in base units; NaN for a formula that leaves no single result.
#[must_use]
pub fn evaluate(formula: &[Op], values: &[f64], host: &dyn Host) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    for op in formula {
        let result = match op {
            Op::Number(number) => *number,
            Op::Value(at) => values.get(*at).copied().unwrap_or(f64::NAN),
            Op::Lookup(pairs) => lookup(pairs, stack.pop().unwrap_or(f64::NAN)),
            Op::Interpolate(points) => interpolate(points, stack.pop().unwrap_or(f64::NAN)),
            Op::Apply(operator) => {
                let mut operands = [f64::NAN; 3];
                for operand in operands.iter_mut().take(operator.operands()) {
                    *operand = stack.pop().unwrap_or(f64::NAN);
                }
                apply(*operator, operands)
            }
            Op::Host(function) => {
                let mut arguments = [f64::NAN; MAX_ARGUMENTS];
                let count = function.arguments().len();
                for argument in arguments.iter_mut().take(count).rev() {
                    *argument = stack.pop().unwrap_or(f64::NAN);
                }
                host.call(*function, arguments)
            }
        };
        stack.push(result);
    }
    match stack.as_slice() {
        [result] => *result,
        _ => f64::NAN,
    }
}

/// Evaluates formulas in order and appends each result to the values, so that later formulas can use it.
pub fn calculate_all<'a>(formulas: impl Iterator<Item = &'a [Op]>, values: &mut Vec<f64>, host: &dyn Host) {
    for formula in formulas {
        values.push(evaluate(formula, values, host));
    }
}

/// The second number of the pair whose first number is `value`. The tolerance allows for rounding in unit conversions.
fn lookup(pairs: &[[f64; 2]], value: f64) -> f64 {
    let is_it = |key: f64| libm::fabs(key - value) <= libm::fabs(key) * 1e-9;
    pairs.iter().find(|[key, _]| is_it(*key)).map_or(f64::NAN, |[_, found]| *found)
}

fn interpolate(points: &[[f64; 2]], value: f64) -> f64 {
    let between = points.windows(2).find_map(|pair| match pair {
        [[from, low], [to, high]] if *from <= value && value <= *to => {
            let share = (value - from) / (to - from);
            // Exact at both ends.
            Some(low * (1.0 - share) + high * share)
        }
        _ => None,
    });
    between.unwrap_or(f64::NAN)
}

fn truth(value: bool) -> f64 {
    if value { 1.0 } else { 0.0 }
}

/// Applies an operator. The operands come in the order of popping: the last one first.
fn apply(operator: Operator, [last, first, before]: [f64; 3]) -> f64 {
    #[expect(clippy::float_cmp, reason = "authors ask for equality, and zero is falsehood")]
    match operator {
        Operator::Negate => -last,
        Operator::Not => truth(last == 0.0),
        Operator::Absolute => libm::fabs(last),
        Operator::SquareRoot => math::sqrt(last),
        Operator::CubeRoot => libm::cbrt(last),
        Operator::Exponential => libm::exp(last),
        Operator::NaturalLogarithm => libm::log(last),
        Operator::Logarithm10 => libm::log10(last),
        Operator::Logarithm2 => libm::log2(last),
        Operator::Sine => libm::sin(last),
        Operator::Cosine => libm::cos(last),
        Operator::Tangent => libm::tan(last),
        Operator::ArcSine => libm::asin(last),
        Operator::ArcCosine => libm::acos(last),
        Operator::ArcTangent => libm::atan(last),
        Operator::Floor => math::floor(last),
        Operator::Ceiling => math::ceil(last),
        Operator::Round => libm::round(last),
        Operator::Known => truth(!last.is_nan()),
        Operator::Add => first + last,
        Operator::Subtract => first - last,
        Operator::Multiply => first * last,
        Operator::Divide => first / last,
        Operator::Power => libm::pow(first, last),
        Operator::Less => truth(first < last),
        Operator::LessOrEqual => truth(first <= last),
        Operator::Greater => truth(first > last),
        Operator::GreaterOrEqual => truth(first >= last),
        Operator::Equal => truth(first == last),
        Operator::Unequal => truth(first != last),
        Operator::And => truth(first != 0.0 && last != 0.0),
        Operator::Or => truth(first != 0.0 || last != 0.0),
        // NaN stays NaN, unlike in `fmin`: the minimum with an unknown quantity is unknown.
        Operator::Least => {
            if first.is_nan() || first < last {
                first
            } else {
                last
            }
        }
        Operator::Most => {
            if first.is_nan() || first > last {
                first
            } else {
                last
            }
        }
        Operator::Remainder => first - last * math::floor(first / last),
        Operator::ArcTangent2 => libm::atan2(first, last),
        Operator::Select => {
            if before == 0.0 {
                last
            } else {
                first
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values of a table come back as they are")]
mod tests {
    use super::*;
    use crate::formula::host::{HostFunction, NoHost};

    #[test]
    fn a_malformed_formula_has_no_result() {
        for formula in [&[][..], &[Op::Apply(Operator::Add)], &[Op::Number(1.0), Op::Number(2.0)], &[Op::Value(0)]] {
            assert!(evaluate(formula, &[], &NoHost).is_nan(), "{formula:?}");
        }
    }

    #[test]
    fn a_choice_takes_one_branch() {
        let choice = |condition| [Op::Number(condition), Op::Number(5.0), Op::Number(7.0), Op::Apply(Operator::Select)];
        assert_eq!(evaluate(&choice(1.0), &[], &NoHost).to_bits(), 5.0_f64.to_bits());
        assert_eq!(evaluate(&choice(0.0), &[], &NoHost).to_bits(), 7.0_f64.to_bits());
    }

    #[test]
    fn tables_answer_within_their_rows() {
        let points = [[1.0, 10.0], [2.0, 20.0], [4.0, 0.0]];
        let at = |op: Op, value: f64| evaluate(&[Op::Number(value), op], &[], &NoHost);
        let between = |value| at(Op::Interpolate(points.into()), value);
        assert_eq!([1.0, 1.5, 2.0, 3.0, 4.0].map(between), [10.0, 15.0, 20.0, 10.0, 0.0]);
        assert!([0.9, 4.1, f64::NAN, f64::INFINITY].into_iter().all(|value| between(value).is_nan()));
        let found = |value| at(Op::Lookup(points.into()), value);
        assert_eq!([1.0, 4.0, 2.0 + 1e-12].map(found), [10.0, 0.0, 20.0]);
        assert!([0.0, 1.5, f64::NAN].into_iter().all(|value| found(value).is_nan()));
    }

    #[test]
    fn a_formula_survives_its_bytes() {
        // The kind of operation, and the number of the operator.
        let apply = |number: u8| postcard::from_bytes::<Op>(&[2, number]).ok();
        let mut written: Vec<Op> = (0..).map_while(apply).collect();
        assert_eq!(written.last(), Some(&Op::Apply(Operator::Select)), "the last one");
        written.extend(HostFunction::ALL.iter().copied().map(Op::Host));
        written.extend([Op::Number(-0.1), Op::Value(300)]);
        written.extend([Op::Lookup([[1.0, -2.0]].into()), Op::Interpolate([[0.5, 1.0], [2.0, 3.0]].into())]);
        let bytes = postcard::to_allocvec(&written).expect("bytes");
        let (read, rest) = postcard::take_from_bytes::<Vec<Op>>(&bytes).expect("the formula");
        assert!(rest.is_empty());
        assert_eq!(read, written);
    }
}
