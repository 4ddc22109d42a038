//! Finds a machine's devices among the catalog's.
//!
//! 1. Each form of a printed name ([`super::printed`]) is looked up with the matcher of typed names
//!    ([`rooflight_primitives::names`]).
//! 2. If several records share the name, GPU cores, memory, the processor and finally the power limit decide; otherwise
//!    the name stays ambiguous.
//! 3. A device without a record is reported with the nearest record, which is never used in its place.
//!
//! Memory and bandwidth that differ from the record's are kept with the device: a chip is sold with several sizes of
//! memory, and a processor's bandwidth depends on its modules.

use super::description::{Cpu, Gpu, Machine, PcieLink};
use super::printed::{barest, forms, possible_names};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::{plain, plain_count};
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_primitives::names::{Meaning, Named, containing, meaning, nearest, with_name};
use rooflight_primitives::units::{GB, GIB, count};

/// Largest relative difference between two sizes of memory that count as equal. Tools print up to an eighth less than
/// is sold: error correction and the system reserve some.
pub(super) const MEMORY_TOLERANCE: f64 = 0.125;

/// Maximum number of further kinds of devices that share a model: as many as the explorer takes.
pub const MAX_OTHERS: usize = 3;

/// Maximum number of devices that a message names.
const MAX_NAMED: usize = 4;

/// A device of the catalog with its aliases.
#[derive(Debug, Clone, Copy)]
pub struct CatalogDevice<'a> {
    /// The device's facts.
    pub device: &'a Device,
    /// The device's other names.
    pub aliases: &'a [String],
}

/// Equal devices of a machine, and their record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MachineDevice {
    /// The record's position in the list that was searched.
    pub at: usize,
    /// Number of such devices.
    pub count: u64,
    /// The name as printed.
    pub printed: String,
    /// Memory of each device, bytes; `None` if it is the record's or not printed.
    pub memory: Option<f64>,
    /// Bandwidth, bytes per second; `None` if it is the record's or not printed.
    pub bandwidth: Option<f64>,
    /// The lowest power limit printed, watts.
    pub power: Option<f64>,
    /// The lowest generation and the fewest lanes printed.
    pub link: PcieLink,
    /// Differences from the record, and assumptions, a sentence each.
    pub notes: Vec<String>,
}

/// A device that matches no record of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDevice {
    /// The name as printed.
    pub printed: String,
    /// Number of such devices.
    pub count: u64,
    /// The reason as a sentence, with the nearest record.
    pub why: String,
}

/// A machine's devices, matched with the catalog.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MatchedDevices {
    /// Devices in the catalog; first the kind with the largest product of count, memory and bandwidth.
    pub found: Vec<MachineDevice>,
    /// Devices printed by a tool but absent from the catalog.
    pub unknown: Vec<UnknownDevice>,
    /// The processor; `None` if the catalog lacks it or no tool names one.
    pub cpu: Option<MachineDevice>,
}

impl MatchedDevices {
    /// Returns the devices that a model would run on: the first kind, or else the processor.
    #[must_use]
    pub fn main(&self) -> Option<&MachineDevice> {
        self.found.first().or(self.cpu.as_ref())
    }

    /// Returns further devices that can share a model with the main ones: the next kinds with dedicated memory. Empty
    /// if the main kind shares the system's memory.
    #[must_use]
    pub fn others(&self, known: &[CatalogDevice<'_>]) -> Vec<&MachineDevice> {
        let own = |found: &&MachineDevice| known.get(found.at).is_some_and(|known| !shares_memory(known.device.class));
        if self.found.first().is_none_or(|first| !own(&first)) {
            return Vec::new();
        }
        self.found.iter().skip(1).filter(own).take(MAX_OTHERS).collect()
    }

    /// Returns the slowest link printed, as in the explorer's URL; `None` unless several devices share a model.
    #[must_use]
    pub fn link(&self, known: &[CatalogDevice<'_>]) -> Option<&'static str> {
        let sharing = || self.found.first().into_iter().chain(self.others(known));
        if sharing().map(|found| found.count).sum::<u64>() < 2 {
            return None;
        }
        // A lane of the next generation is twice as fast.
        let speed = |link: PcieLink| Some(link.width? << link.generation?);
        let slowest =
            sharing().filter_map(|found| Some((speed(found.link)?, found.link))).min_by_key(|(speed, _)| *speed);
        slowest.and_then(|(_, link)| rooflight_estimator::heterogeneous::pcie(link.generation?, link.width?))
    }

    /// Returns the reason why no device was recognised.
    #[must_use]
    pub fn why_none(&self) -> String {
        let why: Vec<&str> = self.unknown.iter().map(|unknown| unknown.why.as_str()).collect();
        if why.is_empty() { String::from("No graphics card and no processor is named here.") } else { why.join(" ") }
    }
}

/// Returns the records' names.
pub(super) fn names<'a>(known: &[CatalogDevice<'a>]) -> Vec<Named<'a>> {
    known.iter().map(|known| Named { id: &known.device.id, name: &known.device.name, aliases: known.aliases }).collect()
}

/// Matches a machine's devices with the catalog.
#[must_use]
pub fn find(machine: &Machine, known: &[CatalogDevice<'_>]) -> MatchedDevices {
    let search = DeviceSearch { machine, known, named: names(known) };
    let mut matched = MatchedDevices::default();
    let processor = machine.cpu.as_ref().map(|cpu| search.processor(cpu));
    for gpu in &machine.gpus {
        match search.gpu(gpu, processor.as_ref().and_then(|found| found.as_ref().ok())) {
            Ok(found) => add(&mut matched.found, found, gpu),
            Err(_) if gpu.integrated && machine.gpus.len() > 1 => {}
            Err(why) => match matched.unknown.iter_mut().find(|unknown| unknown.why == why) {
                Some(unknown) => unknown.count += 1,
                None => matched.unknown.push(UnknownDevice { printed: label(gpu), count: 1, why }),
            },
        }
    }
    let size = |found: &MachineDevice| {
        let device = known.get(found.at).map(|known| known.device);
        let memory = found.memory.or_else(|| device?.memory).unwrap_or(0.0);
        memory * count(found.count) * device.map_or(0.0, |device| device.bandwidth)
    };
    for found in core::mem::take(&mut matched.found) {
        let larger = matched.found.iter().take_while(|other| size(other) >= size(&found)).count();
        matched.found.insert(larger, found);
    }
    match processor {
        Some(Ok(found)) => matched.cpu = Some(found),
        // An unknown processor matters little next to a graphics card.
        Some(Err(why)) if matched.found.is_empty() => {
            let printed = machine.cpu.as_ref().map(|cpu| cpu.name.clone()).unwrap_or_default();
            matched.unknown.push(UnknownDevice { printed, count: 1, why });
        }
        _ => {}
    }
    matched
}

/// Adds a device to the entry of its kind.
fn add(all: &mut Vec<MachineDevice>, found: MachineDevice, gpu: &Gpu) {
    let least = |a: Option<f64>, b: Option<f64>| a.into_iter().chain(b).reduce(f64::min);
    let fewest = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
    let same = all.iter_mut().find(|other| other.at == found.at && other.memory == found.memory);
    let Some(kind) = same else {
        all.push(MachineDevice { power: gpu.power, link: gpu.link, ..found });
        return;
    };
    kind.count += 1;
    kind.power = least(kind.power, gpu.power);
    kind.link.generation = fewest(kind.link.generation, gpu.link.generation);
    kind.link.width = fewest(kind.link.width, gpu.link.width);
}

fn label(gpu: &Gpu) -> String {
    if gpu.name.is_empty() { gpu.target.clone() } else { gpu.name.clone() }
}

/// Returns true if a printed size of memory is the one sold, within [`MEMORY_TOLERANCE`].
pub(super) fn is_same_memory(sold: f64, printed: f64) -> bool {
    (printed / sold - 1.0).abs() <= MEMORY_TOLERANCE
}

/// Returns true for classes whose memory is the system's, and comes in any size.
#[must_use]
pub const fn shares_memory(class: DeviceClass) -> bool {
    use DeviceClass::{AppleSoc, Apu, Cpu, Edge, Phone, Sbc};
    matches!(class, AppleSoc | Apu | Cpu | Edge | Phone | Sbc)
}

/// Returns the number of GPU cores in a record's names: `M4 Max, 40-core GPU`.
pub(super) fn stated_cores(named: &Named<'_>) -> Option<u32> {
    let stated = |name: &str| {
        let lower = name.to_ascii_lowercase().replace('-', " ");
        let (before, _) = lower.split_once(" core gpu")?;
        before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    named.all_names().find_map(stated)
}

struct DeviceSearch<'a> {
    machine: &'a Machine,
    known: &'a [CatalogDevice<'a>],
    named: Vec<Named<'a>>,
}

impl DeviceSearch<'_> {
    fn device(&self, at: usize) -> Option<&Device> {
        self.known.get(at).map(|known| known.device)
    }

    /// Returns the records that a printed name may mean, and the one whose name, not alias, it is.
    fn candidates(&self, printed: &str) -> (Vec<usize>, Option<usize>) {
        let (mut all, mut own) = (Vec::new(), None);
        let names = possible_names(printed);
        for name in &names {
            for form in forms(name) {
                let found = with_name(&form, &self.named);
                if found.is_empty() {
                    continue;
                }
                if let ([_], Meaning::Own(at)) = (names.as_slice(), meaning(&form, &self.named)) {
                    own = Some(at);
                }
                for at in found {
                    if !all.contains(&at) {
                        all.push(at);
                    }
                }
                break;
            }
        }
        (all, own)
    }

    fn gpu(&self, gpu: &Gpu, processor: Option<&MachineDevice>) -> Result<MachineDevice, String> {
        if gpu.name.ends_with("...") {
            let parts = ["nvidia-smi cut the name “", &gpu.name, "” short: add the output of `nvidia-smi -L`."];
            return Err(joined(&parts));
        }
        let (mut all, own) = self.candidates(&gpu.name);
        if all.is_empty() {
            all = self.candidates(&gpu.target).0;
        }
        let is = |at: usize, test: &dyn Fn(&Device) -> bool| self.device(at).is_some_and(test);
        // Drivers name an integrated GPU after its processor.
        all.retain(|at| is(*at, &|device| device.class != DeviceClass::Cpu));
        if let Some(printed) = gpu.cores {
            let stated = |at: usize| self.named.get(at).and_then(stated_cores);
            keep(&mut all, &|at| stated(at).is_none_or(|cores| cores == printed));
            keep(&mut all, &|at| stated(at) == Some(printed));
        }
        // A chip that is not sold with this size of memory is not the one printed.
        keep(&mut all, &|at| {
            let device = self.device(at);
            let own = device.zip(self.printed_memory(gpu.memory, device));
            own.is_none_or(|(device, printed)| {
                device
                    .memory
                    .is_none_or(|sold| is_same_memory(sold, printed) || shares_memory(device.class) && sold > printed)
            })
        });
        keep(&mut all, &|at| processor.is_some_and(|found| found.at == at));
        self.by_power(&mut all, gpu.power);
        keep(&mut all, &|at| own == Some(at));
        let at = self.only(&all, &label(gpu))?;
        let mut found = self.found(at, label(gpu), gpu.memory);
        if gpu.cores.is_none()
            && own == Some(at)
            && self.candidates(&gpu.name).0.len() > 1
            && cores_differ(&self.named, at)
        {
            found.notes.push(String::from(
                "The number of GPU cores is not printed; the full chip is assumed. `system_profiler SPDisplaysDataType` says it.",
            ));
        }
        Ok(found)
    }

    /// Chooses between a laptop GPU and a card of the same name by the power limit, if one's is much nearer.
    fn by_power(&self, all: &mut Vec<usize>, printed: Option<f64>) {
        let Some(printed) = printed.filter(|_| all.len() > 1) else { return };
        let laptop = |at: &usize| self.device(*at).is_some_and(|device| device.class == DeviceClass::LaptopGpu);
        if all.iter().all(laptop) || !all.iter().any(laptop) {
            return;
        }
        let away = |at: usize| {
            let power = self.device(at).and_then(|device| device.power)?;
            Some((printed / power).max(power / printed))
        };
        let best = all.iter().filter_map(|at| away(*at)).fold(f64::INFINITY, f64::min);
        keep(all, &|at| away(at).is_some_and(|away| away < best * 1.3));
    }

    fn processor(&self, cpu: &Cpu) -> Result<MachineDevice, String> {
        let sockets = cpu.sockets.unwrap_or(1);
        // "2x Xeon Gold 6138" is a separate record.
        let several = joined(&[&plain_count(u64::from(sockets)), "x ", &barest(&cpu.name)]);
        let (mut all, mut own) = if sockets > 1 { self.candidates(&several) } else { (Vec::new(), None) };
        let whole = !all.is_empty();
        if !whole {
            (all, own) = self.candidates(&cpu.name);
        }
        let bandwidth = self.machine.memory.bandwidth().map(|all| if whole { all } else { all / f64::from(sockets) });
        keep(&mut all, &|at| own == Some(at));
        if let Some(bandwidth) = bandwidth.filter(|_| all.len() > 1) {
            let away =
                |at: usize| self.device(at).map_or(f64::INFINITY, |device| libm::fabs(device.bandwidth - bandwidth));
            let best = all.iter().map(|at| away(*at)).fold(f64::INFINITY, f64::min);
            keep(&mut all, &|at| away(at) <= best);
        }
        let at = self.only(&all, &cpu.name)?;
        let mut found = self.found(at, cpu.name.clone(), None);
        let is_cpu = self.device(at).is_some_and(|device| device.class == DeviceClass::Cpu);
        let own = self.device(at).map_or(0.0, |device| device.bandwidth);
        if let Some(bandwidth) = bandwidth.filter(|bandwidth| is_cpu && (bandwidth / own - 1.0).abs() > 0.02) {
            let [printed, usual] = [bandwidth, own].map(|bandwidth| plain(bandwidth / GB, 1));
            found.notes.push(joined(&["Its memory gives ", &printed, " GB/s; the catalog's record has ", &usual, "."]));
            found.bandwidth = Some(bandwidth);
        }
        if sockets > 1 && !whole {
            let sockets = plain_count(u64::from(sockets));
            found.notes.push(joined(&["There are ", &sockets, " of it; one is estimated."]));
        }
        Ok(found)
    }

    /// Returns the device's printed memory, or the system's if the device shares it and it is larger.
    fn printed_memory(&self, own: Option<f64>, device: Option<&Device>) -> Option<f64> {
        let system = self.machine.memory.bytes.filter(|_| device.is_some_and(|device| shares_memory(device.class)));
        own.into_iter().chain(system).reduce(f64::max)
    }

    fn found(&self, at: usize, printed: String, own: Option<f64>) -> MachineDevice {
        let device = self.device(at);
        let sold = device.and_then(|device| device.memory);
        let memory = self.printed_memory(own, device);
        let memory = memory.filter(|printed| sold.is_none_or(|sold| !is_same_memory(sold, *printed)));
        let mut found = MachineDevice { at, count: 1, printed, memory, ..MachineDevice::default() };
        if let (Some(memory), Some(sold)) = (memory, sold) {
            let [memory, sold] = [memory, sold].map(|bytes| plain(bytes / GIB, 1));
            found.notes.push(joined(&["It has ", &memory, " GiB here; the catalog's record has ", &sold, "."]));
        }
        found
    }

    /// Returns the only candidate left.
    ///
    /// # Errors
    /// None or several are left: the message, as a sentence.
    fn only(&self, all: &[usize], printed: &str) -> Result<usize, String> {
        match all {
            [at] => Ok(*at),
            [] => {
                let bare = barest(printed);
                let close = containing(&bare, &self.named);
                let near = if close.is_empty() { nearest(&bare, &self.named).into_iter().collect() } else { close };
                let parts = ["“", printed, "” is not in the catalog", &self.names("; the nearest is ", &near), "."];
                Err(joined(&parts))
            }
            several => {
                let parts =
                    ["“", printed, "” could be ", &self.names("", several), ": add its memory or its GPU cores."];
                Err(joined(&parts))
            }
        }
    }

    fn names(&self, before: &str, positions: &[usize]) -> String {
        let mut out = String::new();
        for (at, number) in positions.iter().filter_map(|at| self.named.get(*at)).take(MAX_NAMED).zip(0..) {
            out.push_str(&joined(&[if number == 0 { before } else { " or " }, at.name]));
        }
        out
    }
}

/// Returns true if another record of the chip states its number of cores.
fn cores_differ(named: &[Named<'_>], at: usize) -> bool {
    named.get(at).is_some_and(|own| {
        named.iter().any(|other| other.id != own.id && other.id.starts_with(own.id) && stated_cores(other).is_some())
    })
}

/// Keeps the candidates that pass the test, or all of them if none does.
pub(super) fn keep(all: &mut Vec<usize>, test: &dyn Fn(usize) -> bool) {
    if all.len() > 1 && all.iter().any(|at| test(*at)) {
        all.retain(|at| test(*at));
    }
}
