//! Measurement in, verdict out: judges the runs that a benchmark tool printed.
//!
//! 1. `resolve` finds device, model and format of a run by the catalog's [`names`]; user input fills the gaps of the
//!    output.
//! 2. The run becomes a row for [`Answers`], which computes the ceiling and the 80 % range under the run's conditions
//!    ([`speeds`]).
//! 3. [`causes`] lists likely causes of a speed outside of the range; [`row`] writes the run as a row of
//!    content/anchors/.
//! 4. [`wasm_api`] does all of this for a page.
//!
//! Contains no formula, reads no file and prints nothing. A run that cannot be judged gets a message and does not
//! affect the others.

mod answers;
mod causes;
mod devices;
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

pub use judge::{Answers, Judge, JudgedRun, MAX_DEVICES, MAX_REQUESTS};
pub use refusal::{Choice, Refusal, RefusedLine};
pub use user_input::UserInput;
