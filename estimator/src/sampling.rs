//! Sampling: how temperature, top-k, top-p and min-p change the chances of the next token.
//!
//! 1. The logits fall with the logarithm of the rank, `z = −steepness · ln rank`, so that before sampling a token's
//!    probability is proportional to `rank^−steepness`. That is an example, not a description of any model.
//! 2. A filter keeps the first tokens of the ranking: the `k` most likely; the fewest whose probabilities add up to
//!    `p`; those with at least `m` times the first one's probability.
//! 3. The temperature divides the logits, before the filters or after them.
//!
//! Sources: Holtzman et al., arXiv 1904.09751 (top-p); Nguyen et al., arXiv 2407.01082 (min-p).

use rooflight_primitives::units::count;

/// When the temperature is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// After the filters, llama.cpp's default.
    Last,
    /// Before them, as vLLM does.
    First,
}

/// An example of logits, and the settings of a sampler.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Number of ranked tokens, at least one.
    pub candidates: u64,
    /// Drop of the logit for each e-fold of the rank; above 0.
    pub steepness: f64,
    /// Divisor of the logits; 0 always picks the first token.
    pub temperature: f64,
    /// Maximum number of tokens to keep; 0 for all.
    pub top_k: u64,
    /// Probability mass to keep, above 0; 1 for all.
    pub top_p: f64,
    /// Minimum probability to keep, as a share of the first token's; 0 for all.
    pub min_p: f64,
    /// When the temperature is applied.
    pub order: Order,
}

/// Number of tokens left after each filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterCounts {
    /// Tokens left after top-k.
    pub by_k: u64,
    /// Tokens left after top-p.
    pub by_p: u64,
    /// Tokens left after all filters.
    pub all: u64,
}

impl Sampling {
    /// Probability of a rank over that of the first, at a temperature.
    fn weight(&self, rank: f64, temperature: f64) -> f64 {
        if temperature > 0.0 {
            libm::exp(-self.steepness * libm::log(rank) / temperature)
        } else if rank > 1.0 {
            0.0
        } else {
            1.0
        }
    }

    fn sum(&self, ranks: u64, temperature: f64) -> f64 {
        (1..=ranks).map(|rank| self.weight(count(rank), temperature)).sum()
    }

    /// Counts the tokens that each filter leaves; one if the temperature is 0. Top-p and min-p use the probabilities
    /// among the tokens that are left.
    #[must_use]
    pub fn filtered(&self) -> FilterCounts {
        if self.temperature <= 0.0 {
            return FilterCounts { by_k: 1, by_p: 1, all: 1 };
        }
        let temperature = if self.order == Order::First { self.temperature } else { 1.0 };
        let by_k = if self.top_k == 0 { self.candidates } else { self.candidates.min(self.top_k) };
        let enough = self.top_p * self.sum(by_k, temperature);
        let (mut by_p, mut held) = (0, 0.0);
        while by_p < by_k && (by_p == 0 || held < enough || self.top_p >= 1.0) {
            by_p += 1;
            held += self.weight(count(by_p), temperature);
        }
        let mut all = by_p;
        while all > 1 && self.weight(count(all), temperature) < self.min_p {
            all -= 1;
        }
        FilterCounts { by_k, by_p, all }
    }

    /// Probability of a rank before sampling.
    #[must_use]
    pub fn chance_before(&self, rank: f64) -> f64 {
        self.weight(rank, 1.0) / self.sum(self.candidates, 1.0)
    }

    /// Probability of a rank among the `kept` tokens; 0 beyond them.
    #[must_use]
    pub fn chance_after(&self, rank: f64, kept: u64) -> f64 {
        if rank > count(kept) { 0.0 } else { self.weight(rank, self.temperature) / self.sum(kept, self.temperature) }
    }

    /// The number of equally likely tokens that would be as uncertain as the `kept` ones: the perplexity, e to the
    /// entropy.
    #[must_use]
    pub fn choices(&self, kept: u64) -> f64 {
        let total = self.sum(kept, self.temperature);
        let entropy = |rank: u64| {
            let chance = self.weight(count(rank), self.temperature) / total;
            if chance > 0.0 { -chance * libm::log(chance) } else { 0.0 }
        };
        libm::exp((1..=kept).map(entropy).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Sampling = Sampling {
        candidates: 4,
        steepness: 1.0,
        temperature: 1.0,
        top_k: 0,
        top_p: 1.0,
        min_p: 0.0,
        order: Order::Last,
    };

    #[test]
    fn chances_are_those_worked_out_by_hand() {
        // 1, 1/2, 1/3, 1/4 of 25/12.
        assert!((PLAIN.chance_before(1.0) - 0.48).abs() < 1e-12);
        assert_eq!(PLAIN.filtered(), FilterCounts { by_k: 4, by_p: 4, all: 4 });
        // 0.48 + 0.24 reach 0.7.
        assert_eq!(Sampling { top_p: 0.7, ..PLAIN }.filtered().all, 2);
        assert_eq!(Sampling { min_p: 0.3, ..PLAIN }.filtered().all, 3);
        // Of three tokens with 6/11, 3/11 and 2/11, two reach 0.8.
        assert_eq!(Sampling { top_k: 3, top_p: 0.8, ..PLAIN }.filtered(), FilterCounts { by_k: 3, by_p: 2, all: 2 });
        // Squared at half the temperature: 1 of 1 + 1/4.
        let cold = Sampling { temperature: 0.5, top_k: 2, ..PLAIN };
        assert!((cold.chance_after(1.0, 2) - 0.8).abs() < 1e-12);
    }

    #[test]
    fn the_order_matters_where_filters_look_at_chances() {
        let hot = Sampling { candidates: 100, temperature: 2.0, min_p: 0.2, ..PLAIN };
        assert_eq!(hot.filtered().all, 5);
        assert_eq!(Sampling { order: Order::First, ..hot }.filtered().all, 25);
    }

    #[test]
    fn a_temperature_of_zero_takes_the_first_token() {
        for order in [Order::First, Order::Last] {
            let greedy = Sampling { temperature: 0.0, order, ..PLAIN };
            let kept = greedy.filtered().all;
            assert!((greedy.chance_after(1.0, kept) - 1.0).abs() < 1e-12);
            assert!((greedy.choices(kept) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn equal_chances_are_as_many_choices() {
        let even = Sampling { steepness: 1e-9, ..PLAIN };
        assert!((even.choices(4) - 4.0).abs() < 1e-6);
    }
}
