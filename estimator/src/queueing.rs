//! Queueing: how long requests wait for a free slot, and how long they take in total, at percentiles.
//!
//! 1. Requests arrive at random at a steady mean rate; each takes one of several equal slots for an exponentially
//!    distributed time; a request that finds no free slot waits in one queue. That is the queue M/M/c.
//! 2. Erlang's formula C gives the chance that a request waits. The wait of those that do is exponential as well.
//! 3. The response time is wait plus service; its percentiles are found by bisection.
//!
//! There is no steady state if requests arrive at least as fast as the slots serve them: then every percentile grows
//! with time.
//!
//! Source: A. K. Erlang's formulas B and C with the waiting time of M/M/c, as in
//! <https://en.wikipedia.org/wiki/M/M/c_queue>.

/// A queue before equal slots, with random arrivals and service times (M/M/c).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queue {
    /// Requests per second, above 0.
    pub rate: f64,
    /// Mean service time, seconds, above 0.
    pub service: f64,
    /// Requests served at once, at least one.
    pub slots: u32,
}

/// Halvings of an interval, more than the 53 bits of an `f64`'s mantissa.
const HALVINGS: u32 = 60;

impl Queue {
    /// Average share of busy slots; 1 or more if the queue grows without bound.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.rate / self.max_rate()
    }

    /// Requests per second that the slots can serve at most.
    #[must_use]
    pub fn max_rate(&self) -> f64 {
        f64::from(self.slots) / self.service
    }

    /// True if a steady state exists.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.load() < 1.0
    }

    /// Chance that a request waits: Erlang C, computed from Erlang B, whose recursion never overflows.
    #[must_use]
    pub fn waiting(&self) -> f64 {
        let offered = self.rate * self.service;
        let mut blocked = 1.0;
        for slots in 1..=self.slots {
            blocked = offered * blocked / (f64::from(slots) + offered * blocked);
        }
        blocked / (1.0 - self.load() * (1.0 - blocked))
    }

    /// Requests per second by which the slots' capacity exceeds the arrivals.
    fn spare(&self) -> f64 {
        self.max_rate() - self.rate
    }

    /// Mean wait over all requests, seconds.
    #[must_use]
    pub fn mean_wait(&self) -> f64 {
        self.waiting() / self.spare()
    }

    /// Seconds that this share of the requests waits at most.
    #[must_use]
    pub fn wait(&self, share: f64) -> f64 {
        let waiting = self.waiting();
        if waiting <= 1.0 - share { 0.0 } else { libm::log(waiting / (1.0 - share)) / self.spare() }
    }

    /// Seconds that this share of the requests takes at most, wait and service.
    #[must_use]
    pub fn response(&self, share: f64) -> f64 {
        let waiting = self.waiting();
        let (mut low, mut high) = (0.0, self.service);
        while self.longer(high, waiting) > 1.0 - share && high < 1e15 {
            high *= 2.0;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if self.longer(middle, waiting) > 1.0 - share {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }

    /// Share of requests that take longer than `seconds`.
    fn longer(&self, seconds: f64, waiting: f64) -> f64 {
        let (served, spare) = (1.0 / self.service, self.spare());
        let at_once = libm::exp(-served * seconds);
        let apart = spare - served;
        // Equal rates make the sum an Erlang distribution; nearly equal ones would cancel in the general formula.
        let after = if libm::fabs(apart) < 1e-7 * served {
            (1.0 + served * seconds) * at_once
        } else {
            (spare * at_once - served * libm::exp(-spare * seconds)) / apart
        };
        (1.0 - waiting) * at_once + waiting * after
    }

    /// The smallest number of slots, up to `most`, at which a share of the requests waits at most `seconds`.
    #[must_use]
    pub fn slots_for(&self, share: f64, seconds: f64, most: u32) -> Option<u32> {
        // Fewer slots than are busy on average never suffice.
        let offered = rooflight_primitives::math::floor(self.rate * self.service);
        let least = (1..=most).rev().find(|slots| f64::from(*slots) <= offered).unwrap_or(0);
        (least + 1..=most).find(|slots| {
            let queue = Self { slots: *slots, ..*self };
            queue.is_steady() && queue.wait(share) <= seconds
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-6), "{found}, not {expected}");
    }

    #[test]
    fn one_slot_is_the_simplest_queue() {
        let queue = Queue { rate: 0.8, service: 1.0, slots: 1 };
        near(queue.waiting(), 0.8);
        near(queue.mean_wait(), 4.0);
        // The response of M/M/1 is exponential with the mean 1 ÷ (1 − 0.8).
        near(queue.response(0.95), 5.0 * libm::log(20.0));
        near(queue.wait(0.95), 5.0 * libm::log(0.8 / 0.05));
        near(queue.wait(0.1), 0.0);
    }

    #[test]
    fn two_slots_are_those_worked_out_by_hand() {
        // 1.5 on average of 2: B = 1.125 ÷ 3.625, C = B ÷ (1 − 0.75 · (1 − B)).
        let queue = Queue { rate: 1.5, service: 1.0, slots: 2 };
        near(queue.waiting(), 1.125 / 3.625 / (1.0 - 0.75 * (2.5 / 3.625)));
        near(queue.mean_wait(), queue.waiting() / 0.5);
    }

    #[test]
    fn equal_rates_are_no_gap() {
        // Spare capacity and service rate are both one per second.
        let queue = Queue { rate: 1.0, service: 1.0, slots: 2 };
        let close = Queue { rate: 1.0 + 1e-5, ..queue };
        assert!((queue.response(0.99) / close.response(0.99) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn many_slots_do_not_overflow() {
        let queue = Queue { rate: 990.0, service: 1.0, slots: 1000 };
        assert!(queue.waiting() > 0.5 && queue.waiting() < 0.8);
        assert!(queue.response(0.99) > queue.response(0.5));
    }

    #[test]
    fn slots_are_added_until_the_wait_is_short() {
        let queue = Queue { rate: 10.0, service: 1.0, slots: 1 };
        let slots = queue.slots_for(0.95, 0.5, 100).unwrap_or_default();
        assert!(Queue { slots, ..queue }.wait(0.95) <= 0.5 && Queue { slots: slots - 1, ..queue }.wait(0.95) > 0.5);
        assert_eq!(queue.slots_for(0.95, 0.5, 10), None);
    }
}
