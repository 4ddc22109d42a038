//! Reads the printed outputs of benchmark tools: llama-bench, llama-batched-bench, `vllm bench` (`serve`, `latency`,
//! `throughput`), `SGLang`'s `bench_serving`, `mlx_lm.benchmark` and Ollama's `--verbose`; if there is none, a speed
//! in a sentence.
//!
//! 1. Goes over the lines once. A line opens or continues a table, a report or an object, or states facts of other
//!    runs: device and model of later ones, the build of earlier ones.
//! 2. Every speed becomes a [`Run`] with names as printed. A row without a speed, or with an impossible one, becomes a
//!    [`Problem`] with its line.
//!
//! Looks nothing up, guesses nothing, and never fails as a whole: rows that can be read are kept.

mod fields;
mod llama_cpp;
mod offline;
mod others;
mod reader;
mod run;
mod stated;

pub use fields::tokens;
pub use reader::read;
pub use run::{Outputs, Phase, Problem, Run, Tool};
