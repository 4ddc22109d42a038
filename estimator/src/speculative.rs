//! Speculative decoding: several tokens from one pass over the weights, at the price of a draft.
//!
//! A draft model proposes `drafted` tokens, the model checks them all in one step and keeps them up to the first it would not
//! have said itself. These functions say what that multiplies the plain speed by; they are an overlay, and the plain ceiling
//! stays where it is.
//!
//! Source: Leviathan, Kalman and Matias, arXiv 2211.17192, equation 1 and theorem 3.8.

/// Tokens that one checking step yields on average: `(1 − a^(g+1)) / (1 − a)`, between 1 and g + 1.
///
/// `acceptance` is the chance that one drafted token is kept (0 to 1), `drafted` the tokens drafted.
#[must_use]
pub fn tokens_a_step(acceptance: f64, drafted: f64) -> f64 {
    let (chance, drafted) = (acceptance.clamp(0.0, 1.0), drafted.max(0.0));
    if chance >= 1.0 {
        return drafted + 1.0;
    }
    (1.0 - libm::pow(chance, drafted + 1.0)) / (1.0 - chance)
}

/// What speculation multiplies the plain speed by: tokens a step over `g·c + v`.
///
/// `draft_cost` is the time of one draft token and `verify_cost` that of one checking step, both as shares of a plain step. A
/// checking step costs 1 while the weights of a dense model are the bottleneck, and more where further experts are read.
#[must_use]
pub fn speed_up(acceptance: f64, drafted: f64, draft_cost: f64, verify_cost: f64) -> f64 {
    tokens_a_step(acceptance, drafted) / (drafted.max(0.0) * draft_cost.max(0.0) + verify_cost.max(f64::MIN_POSITIVE))
}
