//! Asks this machine what it is: runs the tools that print its devices, processor and memory, those that it has.
//!
//! 1. Each tool runs beside the others, by a fixed name with fixed arguments, without a shell and without input, in the
//!    C locale.
//! 2. Its output within the time limit is kept, up to a limit. A tool that is missing or fails prints
//!    nothing; one that hangs is ended and named.
//!
//! Changes nothing, asks for no rights, and reaches no network.

use std::io::{ErrorKind, Read};
use std::process::{Child, Command, Stdio};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// The tools, with their arguments.
const TOOLS: [(&str, &[&str]); 7] = [
    (
        "nvidia-smi",
        &["--query-gpu=index,name,memory.total,power.limit,pcie.link.gen.max,pcie.link.width.current", "--format=csv"],
    ),
    ("amd-smi", &["static"]),
    ("rocm-smi", &["--showproductname", "--showmeminfo", "vram", "--showmaxpower"]),
    ("rocminfo", &[]),
    ("system_profiler", &["SPHardwareDataType", "SPDisplaysDataType"]),
    ("lscpu", &[]),
    ("dmidecode", &["-t", "memory"]),
];

/// How long a tool may take.
pub const LIMIT: Duration = Duration::from_secs(10);

/// Interval at which a tool's exit is polled.
const PAUSE: Duration = Duration::from_millis(10);

/// Bytes of a tool's output that are read.
const MAX_OUTPUT_BYTES: u64 = 1 << 20;

/// The outputs of the machine's tools.
#[derive(Debug)]
pub struct Printed {
    /// One after another.
    pub text: String,
    /// The tools that did not end within the limit.
    pub ended: Vec<&'static str>,
    /// The tools that the system would not start, or not watch.
    pub refused: Vec<&'static str>,
}

/// The result of asking a tool.
enum ToolResult {
    /// It is not here, or may not be run.
    Missing,
    /// The system grants no further process or thread.
    Refused,
    /// Its output, and whether it had to be ended.
    Printed(String, bool),
}

/// Output of the machine's tools, concatenated.
#[must_use]
pub fn printed() -> Printed {
    let running = TOOLS.map(|(tool, arguments)| (tool, Builder::new().spawn(move || ask(tool, arguments))));
    let (mut texts, mut ended, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (tool, running) in running {
        match running.map_or(ToolResult::Refused, |running| running.join().unwrap_or(ToolResult::Missing)) {
            ToolResult::Missing => {}
            ToolResult::Refused => refused.push(tool),
            ToolResult::Printed(text, hangs) => {
                texts.push(text);
                ended.extend(hangs.then_some(tool));
            }
        }
    }
    texts.extend(std::fs::read_to_string("/proc/meminfo"));
    Printed { text: texts.join("\n"), ended, refused }
}

/// Asks a tool. What one that hangs printed before counts.
fn ask(tool: &str, arguments: &[&str]) -> ToolResult {
    let mut command = Command::new(tool);
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::OutOfMemory) => {
            return ToolResult::Refused;
        }
        Err(_) => return ToolResult::Missing,
    };
    let Some(output) = child.stdout.take() else { return ToolResult::Missing };
    let reader = Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let _ = output.take(MAX_OUTPUT_BYTES).read_to_end(&mut bytes);
        bytes
    });
    let Ok(reader) = reader else {
        let _ = child.kill();
        let _ = child.wait();
        return ToolResult::Refused;
    };
    let hangs = wait(&mut child);
    // A child of the tool's own may hold its output open; then what there is stays unread.
    let ended = Instant::now();
    while !reader.is_finished() && ended.elapsed() < LIMIT / 10 {
        thread::sleep(PAUSE);
    }
    let bytes = if reader.is_finished() { reader.join().unwrap_or_default() } else { Vec::new() };
    ToolResult::Printed(String::from_utf8_lossy(&bytes).into_owned(), hangs)
}

/// Waits until a tool has ended, and ends it at the limit; then true.
fn wait(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        if !matches!(child.try_wait(), Ok(None)) {
            return false;
        }
        thread::sleep(PAUSE);
    }
    let _ = child.kill();
    let _ = child.wait();
    true
}
