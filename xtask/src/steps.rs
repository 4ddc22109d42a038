//! Runs a chore step by step: prints a heading before each, stops at the first failure, and ends with a table of times.
//!
//! Times are those on the clock and, where `/proc` tells them, the processor time of all processes that a step waited
//! for: of each step that runs alone, and of all.

use crate::command::Line;
use anyhow::{Result, anyhow};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The steps that have run.
pub(crate) struct Steps {
    begin: Instant,
    done: Vec<Step>,
    /// Whether a command runs in the background, whose processor time cannot be told from that of a step.
    beside: bool,
}

struct Step {
    title: &'static str,
    passed: bool,
    time: Duration,
    processor: Option<f64>,
}

impl Steps {
    /// Runs one step under its heading.
    pub(crate) fn step(&mut self, title: &'static str, action: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {title}");
        let (start, used) = (Instant::now(), processor_seconds());
        let result = action();
        let processor = processor_seconds().zip(used).filter(|_| !self.beside).map(|(after, before)| after - before);
        self.done.push(Step { title, passed: result.is_ok(), time: start.elapsed(), processor });
        result
    }

    /// Runs a command in the background while `action` runs its steps, and prints its output when both have ended.
    ///
    /// Neither stops the other: a failure of one leaves the result of the other to be seen.
    pub(crate) fn beside(
        &mut self,
        title: &'static str,
        background: &Line,
        action: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        println!("\n== {title} (in the background)");
        let start = Instant::now();
        self.beside = true;
        let (result, (output, time)) = std::thread::scope(|scope| {
            let running = scope.spawn(|| (background.captured(), start.elapsed()));
            let result = action(self);
            let ended = running.join().unwrap_or_else(|_| (Err(anyhow!("{title} panicked")), start.elapsed()));
            (result, ended)
        });
        self.beside = false;
        println!("\n== {title}");
        let output = output.map(|(text, passed)| {
            println!("{text}");
            passed
        });
        self.done.push(Step { title, passed: matches!(output, Ok(true)), time, processor: None });
        if !output? {
            return Err(anyhow!("this command failed:\n  {background}"));
        }
        result
    }

    fn print(&self) {
        println!("\n== Times (on the clock, of the processor)");
        let total = Step {
            title: "all steps",
            passed: self.done.iter().all(|step| step.passed),
            time: self.begin.elapsed(),
            processor: processor_seconds(),
        };
        for Step { title, passed, time, processor } in self.done.iter().chain([&total]) {
            let processor = processor.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1} s"));
            let passed = if *passed { "ok    " } else { "FAILED" };
            println!("{:>8.1} s {processor:>10}  {passed}  {title}", time.as_secs_f64());
        }
    }
}

/// The processor time of all ended processes that this one has waited for, in seconds. Linux alone tells it.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may hold spaces; the fields are counted from behind it.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(13).take(2).map(str::parse::<u32>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    // Linux reports ticks of 1/100 s to programs, on every machine.
    Some((f64::from(user) + f64::from(system)) / 100.0)
}

/// A family of steps.
pub(crate) type Family = fn(&mut Steps) -> Result<()>;

/// Runs the families in order, up to the first failure.
pub(crate) fn run(families: &[Family]) -> ExitCode {
    run_all(|steps| families.iter().try_for_each(|family| family(steps)))
}

/// Runs the steps of an action, up to the first failure.
pub(crate) fn run_all(action: impl FnOnce(&mut Steps) -> Result<()>) -> ExitCode {
    let mut steps = Steps { begin: Instant::now(), done: Vec::new(), beside: false };
    let result = action(&mut steps);
    steps.print();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::line;
    use anyhow::bail;

    fn beside(background: &str, foreground: fn() -> Result<()>) -> (bool, Vec<bool>) {
        let mut steps = Steps { begin: Instant::now(), done: Vec::new(), beside: false };
        let result = steps.beside("Background", &line(background), |steps| steps.step("Foreground", foreground));
        (result.is_ok(), steps.done.iter().map(|step| step.passed).collect())
    }

    #[test]
    fn a_failure_on_either_side_fails_both_and_ends_neither() {
        assert_eq!(beside("cargo --version", || Ok(())), (true, vec![true, true]));
        assert_eq!(beside("cargo --no-such-flag", || Ok(())), (false, vec![true, false]));
        assert_eq!(beside("no-such-program", || Ok(())), (false, vec![true, false]));
        assert_eq!(beside("cargo --version", || bail!("it fails")), (false, vec![false, true]));
    }
}
