//! Runs a chore step by step: a heading before each, the first failure ends it, a table of times at the end.

use anyhow::Result;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What has been done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<Step>,
}

struct Step {
    title: &'static str,
    passed: bool,
    time: Duration,
}

impl Steps {
    /// Does one step under its heading.
    pub(crate) fn step(&mut self, title: &'static str, action: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {title}");
        let start = Instant::now();
        let result = action();
        self.done.push(Step { title, passed: result.is_ok(), time: start.elapsed() });
        result
    }

    fn print(&self) {
        println!("\n== Times");
        let total = Step {
            title: "all steps",
            passed: self.done.iter().all(|step| step.passed),
            time: self.done.iter().map(|step| step.time).sum(),
        };
        for Step { title, passed, time } in self.done.iter().chain([&total]) {
            println!("{:>8.1} s  {}  {title}", time.as_secs_f64(), if *passed { "ok    " } else { "FAILED" });
        }
    }
}

/// A family of steps.
pub(crate) type Family = fn(&mut Steps) -> Result<()>;

/// Runs the families in order, up to the first failure.
pub(crate) fn run(families: &[Family]) -> ExitCode {
    let mut steps = Steps::default();
    let result = families.iter().try_for_each(|family| family(&mut steps));
    steps.print();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
