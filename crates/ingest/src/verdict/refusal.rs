//! Why a run gets no verdict, and which input of the user would change that.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

rooflight_primitives::variants! {
    /// A fact of a run that the user can supply: its flag on the command line, its field on the page, its column in the
    /// measurements.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Choice [
        /// Its flag on the command line.
        pub flag: &'static str,
        /// Its field on the page.
        pub key: &'static str,
        column: &'static str,
    ] {
        Engine = ("--engine", "e", "runtime_id"),
        Device = ("--hw", "hw", "hardware_id"),
        Count = ("--count", "n", "hardware_count"),
        Model = ("--model", "m", "model_id"),
        Format = ("--quant", "q", "quant_id"),
        Context = ("--context", "c", "depth_tokens"),
        Requests = ("--requests", "r", "concurrency"),
    }
}

impl Choice {
    /// Returns the choice with this column of the measurements.
    pub(super) fn of_column(column: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.column() == column)
    }

    /// Makes a refusal about this choice.
    pub(super) fn refuses(self, message: impl Into<String>) -> Refusal {
        Refusal { about: Some(self), message: message.into() }
    }
}

/// Why a run gets no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The choice that could resolve it; `None` if none could.
    pub about: Option<Choice>,
    /// The reason in words, without a full stop.
    pub message: String,
}

impl Refusal {
    /// Turns a row's problem, `column: message`, into a refusal. `assumed` is the format if no text names it.
    pub(super) fn of_row(problem: &str, assumed: Option<&str>) -> Self {
        let (column, message) = problem.split_once(": ").unwrap_or(("", problem));
        if let Some(format) = assumed.filter(|_| message.starts_with("needs ")) {
            return Choice::Format
                .refuses(format!("`{format}` is assumed, in which the model {message}; say which it was"));
        }
        if message.starts_with("needs ") {
            let mut message = message.to_owned();
            message.push_str("; part of it lay elsewhere, and such a run has no estimate here");
            return Choice::Device.refuses(message);
        }
        let message = if column.is_empty() { problem } else { message };
        Self { about: Choice::of_column(column), message: message.to_owned() }
    }
}

/// A refusal and its line; that of a run, or a line that gives none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedLine {
    /// The line of the output, from 1.
    pub line: usize,
    /// The reason.
    pub refusal: Refusal,
}
