//! Calculators, one per file.
//!
//! 1. A [`Spec`] declares a calculator: inputs, group, validation, and one pure function from a query to an [`Answer`].
//! 2. The build makes the form, the default result, the chart and the tables from it. The browser calls the same
//!    function through WebAssembly and gets the same HTML.
//! 3. A module and its name in the list below add a calculator.
//!
//! Nothing here keeps state, except that [`declared`] caches decoded calculators: an [`Estimator`] holds
//! records, and every answer comes from records and a query alone.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod agent_session;
pub(crate) mod alternatives;
pub mod answer;
pub(crate) mod batch_capacity;
pub mod capacity;
pub mod declared;
pub mod decode_speed;
pub mod estimator;
pub mod explore;
pub mod input;
pub mod input_error;
pub mod launch;
pub(crate) mod ledger;
pub mod measured;
pub mod offload;
pub(crate) mod offload_inputs;
pub(crate) mod own_model;
pub(crate) mod part_rows;
pub(crate) mod prelude;
pub(crate) mod prompt;
mod quality;
pub mod query;
pub mod ram_split;
mod read_number;
pub(crate) mod record_schema;
pub mod reply;
pub(crate) mod report_writer;
pub(crate) mod rows;
pub(crate) mod serving_chart;
pub(crate) mod session_inputs;
pub(crate) mod session_tables;
pub mod shortage;
pub mod spec;
pub mod speculative;
pub(crate) mod speculative_gain;
pub(crate) mod steps;
pub(crate) mod subject;
pub mod target;
pub mod usable;
pub(crate) mod wait;

pub use answer::{Answer, Numbers};
pub use estimator::Estimator;
pub use input_error::InputError;
pub use spec::{Group, Spec, Validation};

/// Declares the lists of the calculators and of their search phrases.
macro_rules! calculators {
    ($($name:ident),* $(,)?) => {
        /// Every calculator, in the order of the overview.
        pub const CALCULATORS: &[&Spec] = &[$(&$name::SPEC),*];

        /// The kind of each calculator with its search phrases, separated by commas.
        pub const PHRASES: &[(&str, &str)] = &[$(($name::SPEC.kind, $name::PHRASES)),*];
    };
}

calculators! {
    decode_speed,
    agent_session,
    speculative,
    offload,
    target,
    capacity,
}

/// Returns the built-in calculator of a kind, such as `decode-speed`.
#[must_use]
pub fn named(kind: &str) -> Option<&'static Spec> {
    CALCULATORS.iter().find(|spec| spec.kind == kind).copied()
}
