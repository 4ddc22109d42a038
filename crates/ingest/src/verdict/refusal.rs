//! Why a run gets no verdict, and which choice of the reader would change that.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// A fact of a run that the reader can say where the output does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Choice {
    Engine,
    Device,
    Count,
    Model,
    Format,
    Requests,
}

impl Choice {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Engine, Self::Device, Self::Count, Self::Model, Self::Format, Self::Requests];

    /// Its flag on the command line.
    #[must_use]
    pub const fn flag(self) -> &'static str {
        match self {
            Self::Engine => "--engine",
            Self::Device => "--hw",
            Self::Count => "--count",
            Self::Model => "--model",
            Self::Format => "--quant",
            Self::Requests => "--requests",
        }
    }

    /// Its field on the page.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Engine => "e",
            Self::Device => "hw",
            Self::Count => "n",
            Self::Model => "m",
            Self::Format => "q",
            Self::Requests => "r",
        }
    }

    /// The choice that a column of the measurements holds.
    pub(super) fn of_column(column: &str) -> Option<Self> {
        Some(match column {
            "runtime_id" => Self::Engine,
            "hardware_id" => Self::Device,
            "hardware_count" => Self::Count,
            "model_id" => Self::Model,
            "quant_id" => Self::Format,
            "concurrency" => Self::Requests,
            _ => return None,
        })
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
