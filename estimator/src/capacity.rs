//! How many copies of a model keep up with a stream of requests.
//!
//! Step by step: in one cycle a copy generates the answers of a batch and reads a prompt for each; the batch over the
//! cycle's seconds is the rate at which it serves. It settles at the smallest batch whose rate, at the target
//! utilisation, matches the arrivals; the requests in flight follow from how long each stays. If even the best batch
//! does not keep up, the load is divided among copies.
//!
//! Sources: Little, A proof for the queuing formula L = λW, Operations Research 9(3), 1961; steps of a batch, `decode`.

use alloc::vec::Vec;

/// A stream of requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Requests that arrive per second.
    pub rate: f64,
    /// Tokens per answer.
    pub output: f64,
    /// Target share of a copy's maximum rate, above 0 and at most 1.
    pub utilisation: f64,
}

/// The copies that keep up with a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Number of copies, a whole number.
    pub replicas: f64,
    /// Requests that a copy decodes at once.
    pub batch: f64,
    /// Seconds from the start of a request to its end.
    pub seconds: f64,
    /// Requests in flight on a copy, on average: arrivals times seconds.
    pub in_flight: f64,
    /// Requests per second that one copy serves at most at this utilisation, over all batches.
    pub most: f64,
}

/// Seconds in which a copy serves a whole batch: a step for each token of the answers, and the prompts one after
/// another. `step` is the time of one step of the batch and `prompt` that of one prompt. Source: as for continuous
/// batching, Yu et al., Orca, 2022.
#[must_use]
pub fn cycle(load: &Load, batch: f64, step: f64, prompt: f64) -> f64 {
    load.output * step + batch * prompt
}

/// Requests in flight: arrivals per second times the seconds that each stays. Source: Little 1961.
#[must_use]
pub fn in_flight(rate: f64, seconds: f64) -> f64 {
    rate * seconds
}

/// The smallest number of copies and the smallest batch that keep up. `cycles` has the seconds of a batch of one, of
/// two and so on. `None` if no batch is possible. Source: Little 1961.
#[must_use]
pub fn plan(load: &Load, cycles: &[f64]) -> Option<Plan> {
    let mut batch = 0.0;
    let mut rates = Vec::with_capacity(cycles.len());
    let mut most = 0.0_f64;
    for seconds in cycles {
        batch += 1.0;
        let rate = load.utilisation * batch / seconds;
        rates.push(rate);
        most = most.max(rate);
    }
    if most <= 0.0 || most.is_nan() {
        return None;
    }
    let replicas = rooflight_primitives::math::ceil(load.rate / most).max(1.0);
    let share = load.rate / replicas;
    let mut batch = 0.0;
    for (rate, seconds) in rates.iter().zip(cycles) {
        batch += 1.0;
        // A load that just fits may come out a rounding error above the rate.
        if *rate >= share * (1.0 - 1e-12) {
            return Some(Plan { replicas, batch, seconds: *seconds, in_flight: in_flight(share, *seconds), most });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOAD: Load = Load { rate: 1.0, output: 100.0, utilisation: 1.0 };

    #[test]
    fn what_arrives_stays() {
        // Little's law: if 2 arrive per second and each stays 3 seconds, 6 are in flight.
        assert!((in_flight(2.0, 3.0) - 6.0).abs() < 1e-12);
        // 100 steps of 20 ms and four prompts of half a second.
        assert!((cycle(&LOAD, 4.0, 0.02, 0.5) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn the_smallest_batch_that_keeps_up_is_found() {
        // Batches of 1, 2, 3 and 4 take 2, 2.5, 2.8 and 3.2 s: 0.5, 0.8, 1.07 and 1.25 requests a second.
        let cycles = [2.0, 2.5, 2.8, 3.2];
        let found = plan(&LOAD, &cycles).unwrap();
        assert_eq!((found.replicas, found.batch, found.seconds), (1.0, 3.0, 2.8));
        assert!((found.in_flight - 2.8).abs() < 1e-12 && found.in_flight <= found.batch);
        // Three per second need three copies of at most 1.25, one per second each.
        let found = plan(&Load { rate: 3.0, ..LOAD }, &cycles).unwrap();
        assert_eq!((found.replicas, found.batch), (3.0, 3.0));
        // At half of it, 0.625 at most: two copies of 0.5, which only a batch of 3 reaches.
        let found = plan(&Load { utilisation: 0.5, ..LOAD }, &cycles).unwrap();
        assert_eq!((found.replicas, found.batch), (2.0, 3.0));
        assert_eq!(plan(&LOAD, &[]), None);
    }
}
