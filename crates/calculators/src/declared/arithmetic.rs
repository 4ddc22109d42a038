//! Host functions of numbers alone: queues, rotary scaling, sampling, experts, pictures, rings.
//!
//! Holds no formula: each is the estimator's. Loops are capped, so that every formula ends soon.

use super::super::query::whole;
use super::host::{at, rounds};
use super::picture_rules;
use rooflight_estimator::collective;
use rooflight_estimator::experts::touched;
use rooflight_estimator::formula::host::{Arguments, HostFunction};
use rooflight_estimator::queueing::Queue;
use rooflight_estimator::rotary::{Method, Rotary};
use rooflight_estimator::sampling::{Order, Sampling};
use rooflight_estimator::vision::ProcessedPicture;
use rooflight_primitives::units::count;

/// Computes a function of numbers; `None` for a function of records, and where there is no result.
pub(super) fn call(function: HostFunction, arguments: Arguments) -> Option<f64> {
    let name = function.name();
    if name.starts_with("queue") {
        of_queue(function, arguments)
    } else if name.starts_with("rotary") {
        of_rotary(function, arguments)
    } else if name.starts_with("picture") {
        of_picture(function, arguments)
    } else {
        of_tokens(function, arguments)
    }
}

fn of_queue(function: HostFunction, [rate, service, third, fourth, most, ..]: Arguments) -> Option<f64> {
    let queue = |count: f64| Queue { rate, service, slots: slots(count) };
    if function == HostFunction::QueueSlots {
        return queue(1.0).slots_for(third, fourth, slots(most)).map(f64::from);
    }
    let queue = Some(queue(third)).filter(Queue::is_steady)?;
    Some(match function {
        HostFunction::QueueWaiting => queue.waiting(),
        HostFunction::QueueMeanWait => queue.mean_wait(),
        HostFunction::QueueWait => queue.wait(fourth),
        HostFunction::QueueResponse => queue.response(fourth),
        _ => return None,
    })
}

fn slots(value: f64) -> u32 {
    u32::try_from(rounds(value)).unwrap_or(u32::MAX)
}

/// The methods of scaling in the order of their numbers.
const METHODS: [Method; 5] = [Method::None, Method::Linear, Method::Ntk, Method::Yarn, Method::Llama3];

fn of_rotary(function: HostFunction, arguments: Arguments) -> Option<f64> {
    let rotary = |base: f64, dimensions: f64, trained: f64, factor: f64, method: f64| {
        let method = at(&METHODS, method).copied().unwrap_or(Method::None);
        Rotary { base, dimensions: rounds(dimensions), trained, factor, method }
    };
    Some(match (function, arguments) {
        (HostFunction::RotaryTurn, [base, dimensions, pair, ..]) => {
            rotary(base, dimensions, f64::NAN, 1.0, 0.0).turn(pair)
        }
        (HostFunction::RotarySlowed, [base, dimensions, trained, factor, method, pair, ..]) => {
            rotary(base, dimensions, trained, factor, method).slowed(pair)
        }
        (HostFunction::RotaryUnseen, [base, dimensions, trained, factor, method, wanted, ..]) => {
            count(rotary(base, dimensions, trained, factor, method).unseen(wanted))
        }
        (HostFunction::RotaryIsUnseen, [base, dimensions, trained, factor, method, wanted, pair, ..]) => {
            f64::from(u8::from(rotary(base, dimensions, trained, factor, method).is_unseen(pair, wanted)))
        }
        (HostFunction::RotaryIncomplete, [base, dimensions, trained, ..]) => {
            count(rotary(base, dimensions, trained, 1.0, 0.0).incomplete())
        }
        (HostFunction::RotaryConcentration, [factor, method, ..]) => {
            rotary(f64::NAN, 4.0, f64::NAN, factor, method).concentration()
        }
        _ => return None,
    })
}

fn of_picture(function: HostFunction, [rule, width, height, ..]: Arguments) -> Option<f64> {
    let ProcessedPicture { seen, grid, tiles, tokens } = picture_rules::named(whole(rule))?.picture((width, height));
    Some(match function {
        HostFunction::PictureTokens => tokens,
        HostFunction::PictureWidth => seen.0,
        HostFunction::PictureHeight => seen.1,
        HostFunction::PictureColumns => grid.0,
        HostFunction::PictureRows => grid.1,
        HostFunction::PictureSquares => tiles,
        _ => return None,
    })
}

fn of_tokens(function: HostFunction, arguments: Arguments) -> Option<f64> {
    // Steepness, temperature, top-k, top-p, min-p, candidates, and whether the temperature comes last.
    let sampling = |[steepness, temperature, top_k, top_p, min_p, candidates, last]: [f64; 7]| {
        let order = if last > 0.0 { Order::Last } else { Order::First };
        Sampling { candidates: rounds(candidates), steepness, temperature, top_k: whole(top_k), top_p, min_p, order }
    };
    let plain = |steepness: f64, temperature: f64, candidates: f64| {
        sampling([steepness, temperature, 0.0, 1.0, 0.0, candidates, 1.0])
    };
    Some(match (function, arguments) {
        (HostFunction::ChanceBefore, [steepness, candidates, rank, ..]) => {
            plain(steepness, 1.0, candidates).chance_before(rank)
        }
        (HostFunction::ChanceAfter, [steepness, temperature, left, rank, ..]) => {
            plain(steepness, temperature, left).chance_after(rank, rounds(left))
        }
        (HostFunction::TokensByTopK, [temperature, top_k, candidates, ..]) => {
            count(sampling([1.0, temperature, top_k, 1.0, 0.0, candidates, 1.0]).filtered().by_k)
        }
        (HostFunction::TokensByTopP, [steepness, temperature, top_k, top_p, candidates, last, ..]) => {
            count(sampling([steepness, temperature, top_k, top_p, 0.0, candidates, last]).filtered().by_p)
        }
        (HostFunction::TokensLeft, [steepness, temperature, top_k, top_p, min_p, candidates, last, ..]) => {
            count(sampling([steepness, temperature, top_k, top_p, min_p, candidates, last]).filtered().all)
        }
        (HostFunction::TokenChoices, [steepness, temperature, left, ..]) => {
            plain(steepness, temperature, left).choices(rounds(left))
        }
        (HostFunction::TouchedExperts, [experts, active, requests, ..]) => {
            touched(whole(experts), whole(active), requests)
        }
        (HostFunction::RingSeconds, [devices, bytes, link, latency, ..]) => {
            collective::seconds(rounds(devices), bytes, link, latency)
        }
        (HostFunction::RingShare, [devices, ..]) => collective::sent_share(rounds(devices)),
        (HostFunction::RingMessages, [devices, ..]) => collective::messages(rounds(devices)),
        _ => return None,
    })
}
