//! Reads rocm-smi (lines, `--csv`, `--json`), rocminfo and `amd-smi static`.

use super::description::{Cpu, Gpu, Tool};
use super::fields::{number, size, tidy, whole};
use super::lists::Lists;
use alloc::string::String;
use alloc::vec::Vec;

#[derive(Debug, Default)]
pub(super) struct Amd {
    /// The column names of rocm-smi's CSV.
    columns: Vec<String>,
    /// The device of rocm-smi's JSON that is being read.
    card: Option<u32>,
    /// The agent of rocminfo that is being read.
    agent: Option<Agent>,
    agents: u32,
    /// The device of amd-smi that is being read, and the section within it.
    gpu: Option<u32>,
    part: String,
}

#[derive(Debug, Default)]
struct Agent {
    name: String,
    marketing: String,
    is_gpu: bool,
    is_cpu: bool,
    pools: bool,
    memory: Option<f64>,
}

impl Amd {
    /// Reads a line; returns false if none of these tools prints it.
    pub(super) fn line(&mut self, line: &str, lists: &mut Lists, cpu: &mut Option<Cpu>) -> bool {
        if let Some(rest) = line.strip_prefix("GPU[") {
            return smi_line(rest, lists);
        }
        if line.starts_with("device,") && line.contains("Card ") {
            self.columns = line.split(',').map(String::from).take(64).collect();
            return true;
        }
        if line.starts_with("card") && !self.columns.is_empty() {
            return self.smi_row(line, lists);
        }
        if line.starts_with('{') || line.starts_with('"') {
            return self.smi_json(line, lists);
        }
        if line.starts_with("*** Done") {
            self.finish(lists, cpu);
            return true;
        }
        if line.strip_prefix("Agent ").is_some_and(|number| number.trim().parse::<u32>().is_ok()) {
            self.finish(lists, cpu);
            self.agent = Some(Agent::default());
            return true;
        }
        if let Some(index) = line.strip_prefix("GPU: ").and_then(|rest| rest.trim().parse().ok()) {
            self.finish(lists, cpu);
            self.gpu = Some(index);
            return true;
        }
        let Some((key, value)) = line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
            return false;
        };
        self.rocminfo(key, value) || self.static_field(key, value, lists)
    }

    /// Reads a CSV row: `card0,0,21458059264,27856896,Radeon RX 7900 XT,…`.
    fn smi_row(&self, line: &str, lists: &mut Lists) -> bool {
        let mut values = line.split(',');
        let card = values.next().and_then(|card| card.strip_prefix("card")).and_then(|card| card.parse().ok());
        let Some(gpu) = card.and_then(|card| lists.at(Tool::RocmSmi, card)) else { return false };
        for (column, value) in self.columns.iter().skip(1).zip(values) {
            smi_field(gpu, column, value);
        }
        true
    }

    /// Reads the quoted strings of a line: the number of a card, or a key and its value.
    fn smi_json(&mut self, line: &str, lists: &mut Lists) -> bool {
        let mut key: Option<&str> = None;
        let mut known = false;
        for text in line.split('"').skip(1).step_by(2) {
            let card = text.strip_prefix("card").and_then(|card| card.parse::<u32>().ok());
            if card.is_some() && key.is_none() {
                (self.card, known) = (card, true);
            } else if let Some(key) = key.take() {
                if let Some(gpu) = self.card.and_then(|card| lists.at(Tool::RocmSmi, card)) {
                    smi_field(gpu, key, text);
                    known = true;
                }
            } else {
                key = Some(text);
            }
        }
        known
    }

    fn rocminfo(&mut self, key: &str, value: &str) -> bool {
        let Some(agent) = &mut self.agent else { return false };
        match key {
            "Name" if agent.name.is_empty() => agent.name = tidy(value),
            "Marketing Name" => agent.marketing = tidy(value),
            "Device Type" => (agent.is_gpu, agent.is_cpu) = (value == "GPU", value == "CPU"),
            "Pool Info" => agent.pools = true,
            // "25149440(0x17fc000) KB"
            "Size" if agent.pools && agent.memory.is_none() => {
                agent.memory = number(value).map(|(kilobytes, _)| kilobytes * 1024.0).filter(|bytes| *bytes > 0.0);
            }
            _ => return false,
        }
        true
    }

    fn static_field(&mut self, key: &str, value: &str, lists: &mut Lists) -> bool {
        let Some(index) = self.gpu else { return false };
        if value.is_empty() {
            self.part = tidy(key);
            return false;
        }
        let wanted =
            ["MARKET_NAME", "TARGET_GRAPHICS_VERSION", "SIZE", "MAX_POWER", "MAX_PCIE_WIDTH", "PCIE_INTERFACE_VERSION"];
        if !wanted.contains(&key) || (key == "SIZE" && self.part != "VRAM") {
            return false;
        }
        let Some(gpu) = lists.at(Tool::AmdSmi, index) else { return false };
        match key {
            "MARKET_NAME" => gpu.name = tidy(value),
            "TARGET_GRAPHICS_VERSION" => gpu.target = tidy(value),
            "SIZE" => gpu.memory = size(value),
            "MAX_POWER" => gpu.power = number(value).map(|(watts, _)| watts),
            "MAX_PCIE_WIDTH" => gpu.link.width = whole(value),
            _ => gpu.link.generation = value.strip_prefix("Gen ").and_then(whole),
        }
        true
    }

    /// Ends the device or agent that is being read, and adds the agent.
    pub(super) fn finish(&mut self, lists: &mut Lists, cpu: &mut Option<Cpu>) {
        self.gpu = None;
        let Some(Agent { name, marketing, is_gpu, is_cpu, memory, .. }) = self.agent.take() else { return };
        if is_cpu && cpu.is_none() {
            *cpu = Some(Cpu { name: marketing, ..Cpu::default() });
        } else if is_gpu {
            self.agents += 1;
            lists.add(Tool::Rocminfo, self.agents, Gpu { name: marketing, target: name, memory, ..Gpu::default() });
        }
    }
}

/// Reads a line after `GPU[`: `0]: Card Series: AMD Radeon RX 7900 XTX`, separated by tabs.
fn smi_line(rest: &str, lists: &mut Lists) -> bool {
    let Some((index, rest)) = rest.split_once(']') else { return false };
    let Some((key, value)) = rest.trim_start_matches([' ', '\t', ':']).split_once(": ") else { return false };
    let Some(gpu) = index.parse().ok().and_then(|index| lists.at(Tool::RocmSmi, index)) else { return false };
    smi_field(gpu, key, value);
    true
}

fn smi_field(gpu: &mut Gpu, key: &str, value: &str) {
    let (key, value) = (key.trim(), value.trim().trim_matches(','));
    if value.eq_ignore_ascii_case("n/a") {
        return;
    }
    match key {
        "Card Series" | "Card series" => gpu.name = tidy(value),
        "GFX Version" => gpu.target = tidy(value),
        "VRAM Total Memory (B)" => gpu.memory = number(value).map(|(bytes, _)| bytes).filter(|bytes| *bytes > 0.0),
        "Max Graphics Package Power (W)" => gpu.power = number(value).map(|(watts, _)| watts),
        _ => {}
    }
}
