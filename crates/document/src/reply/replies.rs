//! The replies of all modules, as types.

use crate::declare;
use alloc::string::String;
use alloc::vec::Vec;

declare! {
    /// A text next to an input.
    struct Hint {
        /// The key of the input.
        key: String,
        /// The text to show next to it.
        text: String,
    }
}

declare! {
    /// A number field as the estimator understood it.
    struct NumberField {
        /// The key of the input.
        key: String,
        /// As the field shows it: `16,384`.
        text: String,
        /// As a URL has it: `16384`.
        plain: String,
        /// Start of the slider; the logarithm to base 2 on a log scale. Empty, like the next two, without a slider.
        start: String,
        /// End of the slider.
        end: String,
        /// Position on the slider.
        position: String,
    }
}

declare! {
    /// A calculator's reply to a query.
    enum CalculatorReply {
        /// Records are missing; ask again once their files have been fetched.
        Missing "missing" {
            /// The files, relative to the data folder.
            files: Vec<String>,
        },
        /// The query cannot be used.
        Invalid "invalid" {
            /// The key of the input.
            field: String,
            /// The reason and its remedy.
            message: String,
        },
        /// The answer to the query.
        Answer "answer" {
            /// The result, its three numbers and the chart, as HTML.
            figure: String,
            /// The steps and tables, as HTML.
            work: String,
            /// The result and its numbers, as Markdown.
            markdown: String,
            /// The steps and tables, as Markdown.
            tables: String,
            /// One sentence for screen readers.
            status: String,
            /// Texts next to the inputs.
            hints: Vec<Hint>,
            /// The number fields.
            fields: Vec<NumberField>,
            /// The bare numbers as the bits of a double, in the order of the golden files.
            numbers: Vec<String>,
        },
    }
}

declare! {
    /// The reply to the headers of a model's files.
    enum HeaderReply {
        /// The header of a file goes on.
        More "more" {
            /// The position of the file.
            file: u32,
            /// The bytes of it that are needed.
            bytes: u32,
        },
        /// A file cannot be read.
        Refused "refused" {
            /// The file's name; `request` if the request itself is wrong.
            file: String,
            /// The reason, as a sentence for the reader.
            reason: String,
        },
        /// The headers of all files were read.
        Model "model" {
            /// The ledger, as HTML.
            ledger: String,
            /// Its name; empty where nothing can be computed.
            name: String,
            /// The name of its files' format; empty where they have no tensors.
            format: String,
            /// The record, in hexadecimal digits.
            record: String,
            /// The record of its quality, in hexadecimal digits.
            quality: String,
            /// The parts that can be switched off.
            switches: Vec<String>,
            /// One sentence for screen readers.
            status: String,
        },
    }
}

declare! {
    /// A device, and how many of them the machine has.
    struct DeviceCount {
        /// The device's id in the catalog.
        id: String,
        /// Its name to print.
        name: String,
        /// The number of such devices, at least one.
        count: u32,
    }
}

declare! {
    /// The reply to what a machine's tools print.
    enum MachineReply {
        /// No device was recognised.
        Unknown "unknown" {
            /// The reason, and what is known.
            reason: String,
            /// Devices that may be meant: those that share the name, or the newest of a kind.
            candidates: Vec<DeviceCount>,
        },
        /// At least one device was recognised.
        Machine "machine" {
            /// The devices; those after the first share a model with it.
            devices: Vec<DeviceCount>,
            /// Memory of one device in GiB where it is not the catalog's, else empty.
            memory: String,
            /// Bandwidth of one device in GB a second where it is not the catalog's, else empty.
            bandwidth: String,
            /// The computer's own memory in GiB, if the device has another and the text states it, else empty.
            ram: String,
            /// The words of a typed text that say nothing of the machine.
            rest: String,
            /// The link between the devices where one is printed, else empty.
            link: String,
            /// One sentence for the reader.
            sentence: String,
        },
    }
}

declare! {
    /// A choice that the reader can make.
    struct NamedId {
        /// Its id in the catalog.
        id: String,
        /// The name to show in the list.
        name: String,
    }
}

declare! {
    /// A line of an output that gets no verdict.
    struct Problem {
        /// The number of the line.
        line: u32,
        /// The reason, without a full stop.
        message: String,
    }
}

declare! {
    /// A judged run, in words.
    struct Verdict {
        /// The number of its line.
        line: u32,
        /// The tool that printed it.
        tool: String,
        /// Against the range: `inside`, `above`, `below`, `impossible` or `unknown`.
        place: String,
        /// Model, format, device and load.
        subject: String,
        /// The measured speed with its unit.
        measured: String,
        /// The answer to whether the speed is good, as a sentence.
        answer: String,
        /// The verdict in words: `inside the 80 % range`.
        verdict: String,
        /// The range with its unit; empty without one.
        range: String,
        /// The share of the ceiling.
        reached: String,
        /// The data that the range rests on.
        basis: String,
        /// The run as a row of `content/anchors/`.
        row: String,
        /// Likely causes of a low speed, the likeliest first.
        causes: Vec<String>,
        /// How the output was understood.
        notes: Vec<String>,
    }
}

declare! {
    /// The reply to a benchmark's output.
    enum MeasureReply {
        /// The record cannot be read.
        Unreadable "unreadable" {},
        /// The names that the reader can choose from, asked for with an empty request.
        Lists "lists" {
            /// Engines to choose from.
            e: Vec<NamedId>,
            /// Devices to choose from.
            hw: Vec<NamedId>,
            /// Models to choose from.
            m: Vec<NamedId>,
            /// Weight formats to choose from.
            q: Vec<NamedId>,
        },
        /// The judged runs, and the input that is missing.
        Verdicts "verdicts" {
            /// The tools that printed the output.
            tools: Vec<String>,
            /// The ids that the output names, by the fields that choose them.
            found: Vec<Hint>,
            /// Missing or contradictory input, by the form field that would settle it.
            marked: Vec<Hint>,
            /// The judged runs.
            runs: Vec<Verdict>,
            /// The lines without a verdict.
            problems: Vec<Problem>,
        },
    }
}

/// All declarations, as the text of a TypeScript file.
#[must_use]
pub fn typescript() -> String {
    let declarations = [
        Hint::declaration(),
        NumberField::declaration(),
        CalculatorReply::declaration(),
        HeaderReply::declaration(),
        DeviceCount::declaration(),
        MachineReply::declaration(),
        NamedId::declaration(),
        Problem::declaration(),
        Verdict::declaration(),
        MeasureReply::declaration(),
    ];
    let mut out = String::from(
        "// Generated from crates/document/src/reply/replies.rs: UPDATE_TYPES=1 cargo test -p rooflight-document\n",
    );
    for declaration in declarations {
        out.push('\n');
        out.push_str(&declaration);
    }
    out
}
