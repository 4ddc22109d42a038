//! `system_profiler` with `SPHardwareDataType` and `SPDisplaysDataType`.
//!
//! "Total Number of Cores" and "Memory" stand in both parts, so that the last heading decides what they count.

use super::description::{Cpu, Gpu, SystemMemory, Tool};
use super::fields::{number, size, tidy, whole};
use super::lists::Lists;
use alloc::string::String;

#[derive(Debug, Default, PartialEq)]
enum Part {
    #[default]
    Nothing,
    Hardware,
    Display,
}

#[derive(Debug, Default)]
pub(super) struct Apple {
    part: Part,
    chip: String,
    displays: u32,
}

impl Apple {
    /// Reads a field; false if the tool prints no such field.
    pub(super) fn field(
        &mut self,
        key: &str,
        value: &str,
        lists: &mut Lists,
        host: (&mut Option<Cpu>, &mut SystemMemory),
    ) -> bool {
        let (cpu, memory) = host;
        match (key, &self.part) {
            ("Model Identifier" | "Model Name", _) => self.part = Part::Hardware,
            ("Chip", _) if value.starts_with("Apple ") => {
                self.part = Part::Hardware;
                self.chip = tidy(value);
                *cpu = Some(Cpu { name: tidy(value), ..Cpu::default() });
            }
            ("Processor Name", Part::Hardware) => *cpu = Some(Cpu { name: tidy(value), ..Cpu::default() }),
            ("Number of Processors", Part::Hardware) => cpu.get_or_insert_default().sockets = whole(value),
            ("Total Number of Cores", Part::Hardware) => cpu.get_or_insert_default().cores = whole(value),
            ("Memory", Part::Hardware) => memory.bytes = size(value),
            ("Chipset Model", _) => {
                self.part = Part::Display;
                self.displays += 1;
                lists.add(Tool::SystemProfiler, self.displays, Gpu { name: tidy(value), ..Gpu::default() });
            }
            ("Total Number of Cores", Part::Display) => {
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.cores = whole(value));
            }
            ("VRAM (Total)", Part::Display) => {
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.memory = size(value));
            }
            ("PCIe Lane Width", Part::Display) => {
                let width = number(value.trim_start_matches('x')).and_then(|_| whole(value.trim_start_matches('x')));
                lists.last(Tool::SystemProfiler).into_iter().for_each(|gpu| gpu.link.width = width);
            }
            _ => return false,
        }
        true
    }

    /// A chip without its part on displays is a device all the same.
    pub(super) fn finish(&mut self, lists: &mut Lists) {
        if !self.chip.is_empty() {
            let chip = Gpu { name: core::mem::take(&mut self.chip), ..Gpu::default() };
            lists.add(Tool::SystemProfiler, 0, chip);
        }
    }
}
