//! Reads lscpu and `/proc/cpuinfo`; `dmidecode -t memory`; free and `/proc/meminfo`.

use super::description::{Cpu, SystemMemory, Tool};
use super::fields::{number, size, tidy, whole};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::units::count;

/// Maximum number of memory modules of a machine.
const MAX_MODULES: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct System {
    cpu: Cpu,
    per_socket: Option<u32>,
    /// The module that is being read.
    module: Option<Module>,
    modules: Vec<Module>,
    total: Option<f64>,
}

#[derive(Debug, Default)]
struct Module {
    bytes: f64,
    locator: String,
    bank: String,
    kind: String,
    rated: Option<f64>,
    configured: Option<f64>,
}

impl System {
    /// Reads a line; returns false if none of these tools prints it.
    pub(super) fn line(&mut self, line: &str) -> bool {
        if line == "Memory Device" {
            self.close();
            self.module = Some(Module::default());
            return true;
        }
        if line.is_empty() || line.starts_with("Handle ") {
            self.close();
            return false;
        }
        let Some((key, value)) = line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
            return false;
        };
        self.module(key, value) || self.host(key, value)
    }

    fn module(&mut self, key: &str, value: &str) -> bool {
        let Some(module) = &mut self.module else { return false };
        let transfers = |value: &str| number(value).filter(|(_, unit)| unit.starts_with('M')).map(|(speed, _)| speed);
        match key {
            "Size" => module.bytes = size(value).unwrap_or_default(),
            "Locator" => module.locator = tidy(value),
            "Bank Locator" => module.bank = tidy(value),
            "Type" => module.kind = tidy(value),
            "Speed" => module.rated = transfers(value),
            "Configured Memory Speed" | "Configured Clock Speed" => module.configured = transfers(value),
            _ => return false,
        }
        true
    }

    fn host(&mut self, key: &str, value: &str) -> bool {
        match key {
            "Model name" | "model name" if self.cpu.name.is_empty() => self.cpu.name = tidy(value),
            "Socket(s)" => self.cpu.sockets = whole(value),
            "Core(s) per socket" => self.per_socket = whole(value),
            "MemTotal" => self.total = size(value),
            "Mem" => self.total = free(value.split(' ').next().unwrap_or_default()),
            _ => return false,
        }
        true
    }

    fn close(&mut self) {
        let plugged = self.module.take().filter(|module| module.bytes > 0.0 && self.modules.len() < MAX_MODULES);
        self.modules.extend(plugged);
    }

    /// Adds the values read, and the tools that printed them.
    pub(super) fn finish(mut self, cpu: &mut Option<Cpu>, memory: &mut SystemMemory, tools: &mut Vec<Tool>) {
        self.close();
        if !self.cpu.name.is_empty() {
            tools.push(Tool::Lscpu);
            let sockets = self.cpu.sockets.unwrap_or(1);
            let cores = self.per_socket.and_then(|cores| cores.checked_mul(sockets));
            *cpu = Some(Cpu { cores, ..self.cpu });
        }
        if let Some(first) = self.modules.first() {
            tools.push(Tool::Dmidecode);
            let speed = |module: &Module| module.configured.or(module.rated);
            memory.bytes = Some(self.modules.iter().map(|module| module.bytes).sum());
            memory.modules = u32::try_from(self.modules.len()).ok();
            // All channels run at the speed of the slowest module.
            memory.speed = self.modules.iter().filter_map(speed).reduce(f64::min);
            memory.kind.clone_from(&first.kind);
            memory.channels = channels(&self.modules);
        } else if self.total.is_some() {
            memory.bytes = memory.bytes.or(self.total);
        }
        if self.total.is_some() {
            tools.push(Tool::Free);
        }
    }
}

/// Counts the channels that hold a module; `None` if a module does not name its channel.
fn channels(modules: &[Module]) -> Option<u32> {
    let mut seen: Vec<String> = Vec::new();
    for module in modules {
        let channel = channel(&module.bank).or_else(|| channel(&module.locator)).or_else(|| slot(&module.locator))?;
        // The text includes the controller or processor, so channel A of two controllers counts twice.
        if !seen.contains(&channel) {
            seen.push(channel);
        }
    }
    u32::try_from(seen.len()).ok().filter(|channels| *channels > 0)
}

/// Returns a locator up to the channel's letter or number, in lower case: `P0 CHANNEL A`,
/// `Controller0-ChannelA-DIMM0`, `P0_Node1_Channel2_Dimm0`.
fn channel(place: &str) -> Option<String> {
    let lower = place.to_ascii_lowercase();
    let at = lower.find("channel")? + "channel".len();
    let rest = lower.get(at..)?;
    let start = rest.find(|c: char| c.is_ascii_alphanumeric())?;
    let end = rest.get(start + 1..)?.find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| start + 1 + end);
    lower.get(..at + end).map(String::from)
}

/// Returns a locator up to `dimm`, and the letter before the slot's number: `DIMM_A2`, `P1-DIMMB1`, `DIMM A1`.
fn slot(place: &str) -> Option<String> {
    let lower = place.to_ascii_lowercase();
    let at = lower.find("dimm")? + "dimm".len();
    let rest = lower.get(at..)?.trim_start_matches(['_', ' ', '-']);
    let letter = rest.chars().next().filter(char::is_ascii_lowercase)?;
    rest.get(1..)?.chars().next().filter(char::is_ascii_digit)?;
    let mut out: String = lower.chars().take(at).collect();
    out.push(letter);
    Some(out)
}

/// Parses a number that `free` prints into bytes. Without a unit the magnitude decides: bytes from 8 × 10⁹, KiB from
/// 10⁶, MiB from 1000, else GiB.
fn free(text: &str) -> Option<f64> {
    if let Some(bytes) = size(text) {
        return Some(bytes);
    }
    let value = count(text.parse::<u64>().ok().filter(|value| *value > 0)?);
    let unit = match value {
        bytes if bytes >= 8e9 => 1.0,
        kilobytes if kilobytes >= 1_000_000.0 => 1024.0,
        megabytes if megabytes >= 1000.0 => 1024.0 * 1024.0,
        _ => 1024.0 * 1024.0 * 1024.0,
    };
    Some(value * unit)
}
