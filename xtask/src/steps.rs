//! Runs a chore step by step: prints a heading before each, stops at the first failure, and ends with a table of times.
//!
//! Times are wall time and, with `/proc`, the processor time of the processes that a step waited for; a step with
//! another command in the background has no processor time.

use crate::command::CommandLine;
use anyhow::{Result, anyhow};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The steps that have run.
pub(crate) struct Steps {
    begin: Instant,
    done: Vec<FinishedStep>,
    /// Whether a command runs in the background, whose processor time cannot be separated from that of a step.
    has_background: bool,
}

struct FinishedStep {
    title: &'static str,
    passed: bool,
    time: Duration,
    processor: Option<f64>,
}

impl Steps {
    /// Runs a step under its heading.
    pub(crate) fn step(&mut self, title: &'static str, action: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {title}");
        let (start, used) = (Instant::now(), processor_seconds());
        let result = action();
        let processor =
            processor_seconds().zip(used).filter(|_| !self.has_background).map(|(after, before)| after - before);
        self.done.push(FinishedStep { title, passed: result.is_ok(), time: start.elapsed(), processor });
        result
    }

    /// Runs a command in the background while `action` runs its steps, and prints its output when both have ended.
    ///
    /// A failure of one does not stop the other.
    pub(crate) fn with_background(
        &mut self,
        title: &'static str,
        background: &CommandLine,
        action: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        println!("\n== {title} (in the background)");
        let start = Instant::now();
        self.has_background = true;
        let (result, (output, time)) = std::thread::scope(|scope| {
            let running = scope.spawn(|| (background.captured(), start.elapsed()));
            let result = action(self);
            let ended = running.join().unwrap_or_else(|_| (Err(anyhow!("{title} panicked")), start.elapsed()));
            (result, ended)
        });
        self.has_background = false;
        println!("\n== {title}");
        let output = output.map(|(text, passed)| {
            println!("{text}");
            passed
        });
        self.done.push(FinishedStep { title, passed: matches!(output, Ok(true)), time, processor: None });
        if !output? {
            return Err(anyhow!("this command failed:\n  {background}"));
        }
        result
    }

    fn print(&self) {
        println!("\n== Times (on the clock, of the processor)");
        let total = FinishedStep {
            title: "all steps",
            passed: self.done.iter().all(|step| step.passed),
            time: self.begin.elapsed(),
            processor: processor_seconds(),
        };
        for FinishedStep { title, passed, time, processor } in self.done.iter().chain([&total]) {
            let processor = processor.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.1} s"));
            let passed = if *passed { "ok    " } else { "FAILED" };
            println!("{:>8.1} s {processor:>10}  {passed}  {title}", time.as_secs_f64());
        }
    }
}

/// Returns the processor time of all child processes that have ended, seconds; `None` without Linux's `/proc`.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in parentheses, may contain spaces; the fields are counted after it.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(13).take(2).map(str::parse::<u32>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    // Linux reports ticks of 1/100 s on every machine.
    Some((f64::from(user) + f64::from(system)) / 100.0)
}

/// A function that runs several steps.
pub(crate) type Family = fn(&mut Steps) -> Result<()>;

/// Runs the families in order, up to the first failure.
pub(crate) fn run(families: &[Family]) -> ExitCode {
    run_all(|steps| families.iter().try_for_each(|family| family(steps)))
}

/// Runs the steps of an action, up to the first failure.
pub(crate) fn run_all(action: impl FnOnce(&mut Steps) -> Result<()>) -> ExitCode {
    let mut steps = Steps { begin: Instant::now(), done: Vec::new(), has_background: false };
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

    fn run_both(background: &str, foreground: fn() -> Result<()>) -> (bool, Vec<bool>) {
        let mut steps = Steps { begin: Instant::now(), done: Vec::new(), has_background: false };
        let result =
            steps.with_background("Background", &line(background), |steps| steps.step("Foreground", foreground));
        (result.is_ok(), steps.done.iter().map(|step| step.passed).collect())
    }

    #[test]
    fn a_failure_on_either_side_fails_both_and_ends_neither() {
        assert_eq!(run_both("cargo --version", || Ok(())), (true, vec![true, true]));
        assert_eq!(run_both("cargo --no-such-flag", || Ok(())), (false, vec![true, false]));
        assert_eq!(run_both("no-such-program", || Ok(())), (false, vec![true, false]));
        assert_eq!(run_both("cargo --version", || bail!("it fails")), (false, vec![false, true]));
    }
}
