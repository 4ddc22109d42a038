//! Collects the devices as each tool lists them, and merges the lists into the machine's devices.
//!
//! 1. A tool that restarts its numbering begins a new list: the same output pasted twice, or two of its commands.
//! 2. Devices of two lists are the same if their names are; the longest list decides how many there are of a name.
//!
//! A card that nvidia-smi and llama.cpp both print is therefore one card, with the facts of both.

use super::description::{Gpu, Tool};
use super::printed::barest;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::names::fold;

/// Maximum number of devices in a list, and of lists in a text.
const MAX_DEVICES: usize = 256;

#[derive(Debug)]
struct List {
    tool: Tool,
    gpus: Vec<(u32, Gpu)>,
}

/// The lists of a text, in its order.
#[derive(Debug, Default)]
pub(super) struct Lists(Vec<List>);

impl Lists {
    /// Adds a device; begins a new list unless `index` is above the last one in the tool's current list.
    pub(super) fn add(&mut self, tool: Tool, index: u32, gpu: Gpu) {
        let last = self.0.iter().rev().find(|list| list.tool == tool).and_then(|list| list.gpus.last());
        if last.is_none_or(|(last, _)| *last >= index) && self.0.len() < MAX_DEVICES {
            self.0.push(List { tool, gpus: Vec::new() });
        }
        if let Some(list) = self.newest(tool).filter(|list| list.gpus.len() < MAX_DEVICES) {
            list.gpus.push((index, gpu));
        }
    }

    /// Returns the device with this number in the tool's list, adding it if it is new. For tools that scatter a
    /// device's facts over their output.
    pub(super) fn at(&mut self, tool: Tool, index: u32) -> Option<&mut Gpu> {
        if self.newest(tool).is_none() {
            self.0.push(List { tool, gpus: Vec::new() });
        }
        let list = self.newest(tool)?;
        let place = list.gpus.iter().position(|(known, _)| *known == index).unwrap_or(list.gpus.len());
        if place == list.gpus.len() && place < MAX_DEVICES {
            list.gpus.push((index, Gpu::default()));
        }
        list.gpus.get_mut(place).map(|(_, gpu)| gpu)
    }

    /// Returns the device that the tool named last.
    pub(super) fn last(&mut self, tool: Tool) -> Option<&mut Gpu> {
        self.newest(tool)?.gpus.last_mut().map(|(_, gpu)| gpu)
    }

    fn newest(&mut self, tool: Tool) -> Option<&mut List> {
        self.0.iter_mut().rev().find(|list| list.tool == tool)
    }

    /// Merges the lists; returns the machine's devices and the tools that listed them.
    pub(super) fn merged(self) -> (Vec<Gpu>, Vec<Tool>) {
        let (mut all, mut tools): (Vec<(String, Gpu)>, Vec<Tool>) = (Vec::new(), Vec::new());
        for list in self.0 {
            let mut taken = Vec::new();
            for (_, gpu) in list.gpus.into_iter().filter(|(_, gpu)| !gpu.name.is_empty() || !gpu.target.is_empty()) {
                let name = fold(&barest(&gpu.name));
                let same = |at: &usize| {
                    !taken.contains(at)
                        && all.get(*at).is_some_and(|(known, other)| may_be_same((known, other), (&name, &gpu)))
                };
                if let Some(at) = (0..all.len()).find(same) {
                    taken.push(at);
                    if let Some((known, other)) = all.get_mut(at) {
                        complete(other, gpu);
                        *known = fold(&barest(&other.name));
                    }
                } else if all.len() < MAX_DEVICES {
                    taken.push(all.len());
                    all.push((name, gpu));
                }
            }
            if !taken.is_empty() && !tools.contains(&list.tool) {
                tools.push(list.tool);
            }
        }
        (all.into_iter().map(|(_, gpu)| gpu).collect(), tools)
    }
}

/// Returns true if two tools may mean the same device: the same name, a name that nvidia-smi cut short, or the same
/// compiler target.
fn may_be_same((known, other): (&str, &Gpu), (name, gpu): (&str, &Gpu)) -> bool {
    let cut = |short: &Gpu, folded: &str, long: &str| short.name.ends_with("...") && long.starts_with(folded);
    let target = !gpu.target.is_empty() && gpu.target == other.target;
    known == name || target || cut(gpu, name, known) || cut(other, known, name)
}

/// Fills gaps with another tool's facts of the device.
fn complete(gpu: &mut Gpu, other: Gpu) {
    if gpu.name.is_empty() || gpu.name.ends_with("...") {
        gpu.name = other.name;
    }
    if gpu.target.is_empty() {
        gpu.target = other.target;
    }
    gpu.memory = gpu.memory.or(other.memory);
    gpu.power = gpu.power.or(other.power);
    gpu.cores = gpu.cores.or(other.cores);
    gpu.link.generation = gpu.link.generation.or(other.link.generation);
    gpu.link.width = gpu.link.width.or(other.link.width);
    gpu.integrated |= other.integrated;
}
