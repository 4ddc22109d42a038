//! Why a run gets no verdict, and which choice of the reader would change that.

use alloc::borrow::ToOwned;
use alloc::string::String;

rooflight_primitives::variants! {
    /// A fact of a run that the reader can say where the output does not: its flag on the command line, its field on
    /// the page, its column of the measurements.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Choice: (&'static str, &'static str, &'static str) {
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
    /// Its flag on the command line.
    #[must_use]
    pub const fn flag(self) -> &'static str {
        self.row().0
    }

    /// Its field on the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.row().1
    }

    /// The choice that a column of the measurements holds.
    pub(super) fn of_column(column: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.row().2 == column)
    }

    /// A refusal for want of it.
    pub(super) fn refuses(self, message: impl Into<String>) -> Refusal {
        Refusal { about: Some(self), message: message.into() }
    }
}

/// Why a run gets no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The choice that it is about, if it is about one.
    pub about: Option<Choice>,
    /// The reason, in words.
    pub message: String,
}

impl Refusal {
    /// The refusal of a row: its column stands before the words.
    pub(super) fn of_row(problem: &str) -> Self {
        let (column, message) = problem.split_once(": ").unwrap_or(("", problem));
        if message.starts_with("needs ") {
            let mut message = message.to_owned();
            message.push_str("; part of it lay elsewhere, and such a run has no estimate here");
            return Choice::Device.refuses(message);
        }
        let message = if column.is_empty() { problem } else { message };
        Self { about: Choice::of_column(column), message: message.to_owned() }
    }
}

/// A refused run or line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The line of the text, from 1.
    pub line: usize,
    /// Why.
    pub refusal: Refusal,
}
