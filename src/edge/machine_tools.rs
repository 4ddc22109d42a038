//! Runs the installed tools that print this machine's devices, processor and memory.
//!
//! 1. Runs all tools in parallel, with fixed names and arguments, without a shell or input, in the C locale.
//! 2. Keeps each tool's output up to limits on time and size. A missing tool adds nothing; one that hangs is killed and
//!    reported.
//!
//! Changes nothing, requests no privileges, and uses no network.

use crate::edge::program;
use std::io::{ErrorKind, Read};
use std::process::Child;
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

/// The time limit of a tool.
pub const LIMIT: Duration = Duration::from_secs(10);

/// The interval at which a tool's exit is polled.
const PAUSE: Duration = Duration::from_millis(10);

/// Maximum size of a tool's output.
const MAX_OUTPUT_BYTES: u64 = 1 << 20;

/// The outputs of the machine's tools.
#[derive(Debug)]
pub struct ToolOutputs {
    /// The outputs, joined by line feeds.
    pub text: String,
    /// Tools that were killed at the time limit.
    pub ended: Vec<&'static str>,
    /// Tools that the system refused to start, or a thread to watch them.
    pub refused: Vec<&'static str>,
}

/// The result of running a tool.
enum ToolResult {
    /// The tool is not installed or may not be run.
    Missing,
    /// The system refuses another process or thread.
    Refused,
    /// Its output, and whether it had to be killed.
    Output(String, bool),
}

/// Runs all tools and collects their outputs.
#[must_use]
pub fn printed() -> ToolOutputs {
    let running = TOOLS.map(|(tool, arguments)| (tool, Builder::new().spawn(move || run(tool, arguments))));
    let (mut texts, mut ended, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (tool, running) in running {
        match running.map_or(ToolResult::Refused, |running| running.join().unwrap_or(ToolResult::Missing)) {
            ToolResult::Missing => {}
            ToolResult::Refused => refused.push(tool),
            ToolResult::Output(text, hangs) => {
                texts.push(text);
                ended.extend(hangs.then_some(tool));
            }
        }
    }
    texts.extend(std::fs::read_to_string("/proc/meminfo"));
    ToolOutputs { text: texts.join("\n"), ended, refused }
}

/// Runs a tool; the output of one that hangs counts too.
fn run(tool: &str, arguments: &[&str]) -> ToolResult {
    let Some(mut command) = program::installed(tool) else { return ToolResult::Missing };
    command.args(arguments).env("LC_ALL", "C");
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
    // A child process of the tool may keep its output open; then the output is given up.
    let ended = Instant::now();
    while !reader.is_finished() && ended.elapsed() < LIMIT / 10 {
        thread::sleep(PAUSE);
    }
    let bytes = if reader.is_finished() { reader.join().unwrap_or_default() } else { Vec::new() };
    ToolResult::Output(String::from_utf8_lossy(&bytes).into_owned(), hangs)
}

/// Waits for a tool to exit. Kills it at the time limit, and returns true then.
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
