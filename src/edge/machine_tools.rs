//! Asks this machine what it is: runs the tools that print its devices, processor and memory, those that it has.
//!
//! 1. Each tool runs beside the others, by a fixed name with fixed arguments, without a shell and without input, in the C locale.
//! 2. What it prints within the time limit is kept, so much of it at most; a tool that is missing, fails or hangs prints nothing.
//!
//! Changes nothing, asks for no rights, and reaches no network.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
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
const LIMIT: Duration = Duration::from_secs(10);

/// How often a tool is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// Bytes of a tool's output that are read.
const MOST: u64 = 1 << 20;

/// What the machine's tools print, one after another.
#[must_use]
pub fn printed() -> String {
    let asked: Vec<_> =
        TOOLS.map(|(tool, arguments)| thread::spawn(move || ask(tool, arguments))).into_iter().collect();
    let mut out: Vec<String> = asked.into_iter().filter_map(|tool| tool.join().ok()?).collect();
    out.extend(std::fs::read_to_string("/proc/meminfo"));
    out.join("\n")
}

/// The output of a tool; `None` where it cannot be run. One that hangs is ended, and what it printed before counts.
fn ask(tool: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(tool);
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let output = child.stdout.take()?;
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = output.take(MOST).read_to_end(&mut bytes);
        bytes
    });
    wait(&mut child);
    // A child of the tool's own may hold its output open; then what there is stays unread.
    let ended = Instant::now();
    while !reader.is_finished() && ended.elapsed() < LIMIT / 10 {
        thread::sleep(PAUSE);
    }
    let bytes = if reader.is_finished() { reader.join().ok()? } else { Vec::new() };
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Waits until a tool has ended, and ends it at the limit.
fn wait(child: &mut Child) {
    let started = Instant::now();
    while started.elapsed() < LIMIT {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(PAUSE);
    }
    let _ = child.kill();
    let _ = child.wait();
}
