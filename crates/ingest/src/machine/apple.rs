//! Reads `system_profiler SPHardwareDataType SPDisplaysDataType`.
//!
//! "Total Number of Cores" occurs in both sections, so the last heading decides whose cores they are.

use super::description::{Cpu, Gpu, SystemMemory, Tool};
use super::fields::{number, size, tidy, whole};
use super::lists::Lists;
use alloc::string::String;

#[derive(Debug, Default, PartialEq)]
enum ProfilerSection {
    #[default]
    Nothing,
    Hardware,
    Display,
}

#[derive(Debug, Default)]
pub(super) struct Apple {
    section: ProfilerSection,
    chip: String,
    displays: u32,
}

impl Apple {
    /// Reads a field; returns false if the tool prints no such field.
    pub(super) fn field(
        &mut self,
        key: &str,
        value: &str,
        lists: &mut Lists,
        host: (&mut Option<Cpu>, &mut SystemMemory),
    ) -> bool {
        let (cpu, memory) = host;
        match (key, &self.section) {
            ("Model Identifier" | "Model Name", _) => self.section = ProfilerSection::Hardware,
            ("Chip", _) if value.starts_with("Apple ") => {
                self.section = ProfilerSection::Hardware;
                self.chip = tidy(value);
                *cpu = Some(Cpu { name: tidy(value), ..Cpu::default() });
            }
            ("Processor Name", ProfilerSection::Hardware) => *cpu = Some(Cpu { name: tidy(value), ..Cpu::default() }),
            ("Number of Processors", ProfilerSection::Hardware) => cpu.get_or_insert_default().sockets = whole(value),
            ("Total Number of Cores", ProfilerSection::Hardware) => cpu.get_or_insert_default().cores = whole(value),
            ("Memory", ProfilerSection::Hardware) => memory.bytes = size(value),
            ("Chipset Model", _) => {
                self.section = ProfilerSection::Display;
                self.displays += 1;
                lists.add(Tool::SystemProfiler, self.displays, Gpu { name: tidy(value), ..Gpu::default() });
            }
            ("Total Number of Cores", ProfilerSection::Display) => {
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.cores = whole(value));
            }
            ("VRAM (Total)", ProfilerSection::Display) => {
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.memory = size(value));
            }
            ("PCIe Lane Width", ProfilerSection::Display) => {
                let width = number(value.trim_start_matches('x')).and_then(|_| whole(value.trim_start_matches('x')));
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.link.width = width);
            }
            _ => return false,
        }
        true
    }

    /// Adds the chip as a device, even if the section on displays is missing.
    pub(super) fn finish(&mut self, lists: &mut Lists) {
        if !self.chip.is_empty() {
            let chip = Gpu { name: core::mem::take(&mut self.chip), ..Gpu::default() };
            lists.add(Tool::SystemProfiler, 0, chip);
        }
    }
}
