//! Measurement in, verdict out: judges the runs that a benchmark tool printed.
//!
//! 1. `resolve` finds device, model and format of a run by the catalog's [`names`]; the reader says what the output
//!    does not.
//! 2. The run is a row for [`Answers`], which gives the ceiling and the 80 % range under the run's own conditions
//!    ([`speeds`]).
//! 3. [`causes`] lists what may be behind a speed outside, the likeliest first; [`row`] writes the run as a row of
//!    content/anchors/.
//! 4. [`wasm_api`] does all of it for a page.
//!
//! Holds no formula, reads no file and prints nothing. A run that cannot be judged says why and hides no other.

mod answers;
mod causes;
mod judge;
pub mod names;
pub mod question;
mod refusal;
mod resolve;
pub mod row;
mod sentence;
pub mod speeds;
mod user_input;
pub mod wasm_api;

pub use judge::{Answers, Judge, MAX_DEVICES, MAX_REQUESTS, Verdict};
pub use refusal::{Choice, Refusal, Refused};
pub use user_input::UserInput;
