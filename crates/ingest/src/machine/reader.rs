//! Reads a text line by line and offers each line to the tools until one accepts it.

use super::amd::Amd;
use super::apple::Apple;
use super::description::{Cpu, Machine, SystemMemory, Tool};
use super::lists::Lists;
use super::nvidia::Nvidia;
use super::system::System;
use super::{MAX_BYTES, NOTHING, engines};
use alloc::string::String;

/// Maximum length of a line, bytes; longer ones are cut.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Reads a machine from the output of its tools.
///
/// # Errors
/// Nothing was recognised; the message lists the tools that are.
pub fn read(text: &str) -> Result<Machine, &'static str> {
    let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
    let mut reader = MachineReader::default();
    for line in text.lines() {
        reader.line(line.get(..line.floor_char_boundary(MAX_LINE_BYTES)).unwrap_or(line));
    }
    reader.finish()
}

#[derive(Default)]
struct MachineReader {
    lists: Lists,
    nvidia: Nvidia,
    amd: Amd,
    apple: Apple,
    system: System,
    cpu: Option<Cpu>,
    memory: SystemMemory,
    profiled: bool,
    nameless: bool,
}

impl MachineReader {
    fn line(&mut self, line: &str) {
        // Pasted text may be quoted or indented.
        let line = line.trim_start_matches(['>', ' ', '\t', '\u{a0}']).trim_end();
        let lists = &mut self.lists;
        if self.nvidia.line(line, lists) || engines::line(line, lists) || self.amd.line(line, lists, &mut self.cpu) {
            return;
        }
        self.nameless |= line.contains("SCLK") && line.contains("PwrCap");
        let pair = line.split_once(':').map(|(key, value)| (key.trim(), value.trim()));
        let host = (&mut self.cpu, &mut self.memory);
        if pair.is_some_and(|(key, value)| self.apple.field(key, value, lists, host)) {
            self.profiled |= pair.is_some_and(|(key, _)| !key.starts_with("Model "));
            return;
        }
        self.system.line(line);
    }

    fn finish(mut self) -> Result<Machine, &'static str> {
        self.amd.finish(&mut self.lists, &mut self.cpu);
        self.apple.finish(&mut self.lists);
        let (gpus, mut tools) = self.lists.merged();
        if self.profiled
            && (self.memory.bytes.is_some() || self.cpu.is_some())
            && !tools.contains(&Tool::SystemProfiler)
        {
            tools.push(Tool::SystemProfiler);
        }
        self.system.finish(&mut self.cpu, &mut self.memory, &mut tools);
        let cpu = self.cpu.filter(|cpu| !cpu.name.is_empty());
        let mut note = None;
        if self.nameless && !tools.contains(&Tool::RocmSmi) && !tools.contains(&Tool::Rocminfo) {
            note = Some(
                "The table of rocm-smi does not name the cards: add the output of `rocm-smi --showproductname --showmeminfo vram`.",
            );
        }
        if gpus.is_empty() && cpu.is_none() && self.memory.bytes.is_none() {
            return Err(note.unwrap_or(NOTHING));
        }
        let notes = note.map(String::from).into_iter().collect();
        Ok(Machine { gpus, cpu, memory: self.memory, tools, notes, ..Machine::default() })
    }
}
