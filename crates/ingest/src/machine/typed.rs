//! Reads machines as people type them: "I have a 5090, a 4090 and two 3090s", "`MacBook` Pro M4 Max 64GB", "Ryzen 9
//! 7950X DDR5-6000".
//!
//! 1. The text is split into words ([`super::words`]). From left to right, the longest sequence of words that is a name
//!    in the catalog is a device; counts, memory sizes, cores and module speeds around it belong to it. Two names for
//!    the same device are merged.
//! 2. Records that share the name are narrowed down by laptop, memory and cores. If those left have equal bandwidth,
//!    the first is assumed.
//! 3. A name followed by a variant ("5070 Ti **Super**"), or preceded by another family ("Ryzen 5 **7600**"), is
//!    reported as absent from the catalog. A size of memory alone names no device.
//!
//! Only for short texts without a tool's output. Never matches a part of a name to another device.

use super::description::{Cpu, Gpu, Machine, SystemMemory};
use super::matching::{CatalogDevice, MEMORY_TOLERANCE, is_same_memory, keep, names, shares_memory, stated_cores};
use super::words::{self, Word};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use rooflight_document::number::plain;
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_primitives::names::{Named, with_name};
use rooflight_primitives::units::GIB;

/// Maximum length of a text that is read as typed names, bytes.
pub(super) const MAX_BYTES: usize = 400;

/// Maximum number of words in a name.
const MAX_WORDS: usize = 7;

/// Words that turn the name before them into another device's.
const VARIANTS: [&str; 12] = ["ti", "super", "xt", "xtx", "gre", "d", "pro", "max", "ultra", "x3d", "max-q", "maxq"];

/// Words for a laptop GPU.
const LAPTOP: [&str; 4] = ["laptop", "mobile", "notebook", "laptops"];

/// Words that give the family of a bare number after them.
const FAMILIES: &str = "rtx gtx gt gts geforce nvidia quadro tesla titan rx radeon amd ryzen threadripper epyc \
    athlon fx xeon intel core celeron pentium i3 i5 i7 i9 ultra arc apple mac macbook iphone ipad pixel galaxy pro \
    firepro orange banana";

/// Prefixes of catalog names that readers omit, each with the word that such a name then starts with.
const UNSAID: [(&str, &str); 5] =
    [("samsung", "galaxy"), ("rx", "vega"), ("pro", "w"), ("asus", "rog"), ("jetson", "orin")];

/// A device that the text mentions, and the records that it may be.
#[derive(Default)]
struct MentionedDevice {
    text: String,
    all: Vec<usize>,
    count: u32,
    /// A size of memory beside the name.
    memory: Option<f64>,
    /// A second one.
    further: Option<f64>,
    /// Whether the size beside the name is called the card's own, such as “48 GB VRAM”.
    is_vram: bool,
    /// Whether the size is no part of the name: it stands apart, or beside several devices.
    is_apart: bool,
    cores: Option<u32>,
    laptop: bool,
}

impl MentionedDevice {
    /// True if the size is that of all devices together.
    fn is_total(&self, sold: Option<f64>) -> bool {
        let all = sold.map(|sold| sold * f64::from(self.count)).filter(|_| self.count > 1);
        all.zip(self.memory).is_some_and(|(all, size)| is_same_memory(all, size))
    }

    /// Returns the size that is the card's own rather than the system's, and a note if that is a guess: a card that is
    /// not sold with it may have been modified.
    fn own_memory(&self, sold: Option<f64>, has_ram: bool) -> (Option<f64>, Option<String>) {
        let Some((size, sold)) = self.memory.zip(sold) else { return (self.memory, None) };
        let words = plain(size / GIB, 1);
        if is_same_memory(sold, size) || self.is_vram || has_ram {
            return (Some(size), None);
        }
        if self.is_total(Some(sold)) {
            return (Some(size), Some([&words, " GB is taken for the memory of all of them."].concat()));
        }
        // Modified cards have twice the memory; RAM of a power of two is more usual.
        let is_power = size.to_bits().trailing_zeros() >= f64::MANTISSA_DIGITS - 1;
        if is_same_memory(2.0 * sold, size) && !is_power && !self.is_apart {
            let note =
                [&words, " GB is taken for the card's own. If the computer has it, write “", &words, " GB RAM”."];
            return (Some(size), Some(note.concat()));
        }
        (None, Some([&words, " GB is taken for RAM. If the card has it, write “", &words, " GB VRAM”."].concat()))
    }
}

/// Reads the machine that a text names; `None` if it names no device. A device gets its record's id as its name, or the
/// typed words if no record or several match.
pub(crate) fn read(text: &str, known: &[CatalogDevice<'_>]) -> Option<Machine> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut reader = MentionReader {
        named: names(known),
        known,
        mentioned: Vec::new(),
        memory: SystemMemory::default(),
        rest: Vec::new(),
    };
    let words = words::split(text);
    for part in words.split(|word| *word == Word::Break) {
        let part: Vec<&str> = part
            .iter()
            .filter_map(|word| if let Word::Name(name) = word { Some(name.as_str()) } else { None })
            .collect();
        reader.part(&part);
    }
    reader.finish()
}

struct MentionReader<'a> {
    named: Vec<Named<'a>>,
    known: &'a [CatalogDevice<'a>],
    mentioned: Vec<MentionedDevice>,
    memory: SystemMemory,
    /// Words that say nothing of the machine.
    rest: Vec<String>,
}

impl MentionReader<'_> {
    fn device(&self, at: usize) -> Option<&Device> {
        self.known.get(at).map(|known| known.device)
    }

    /// Reads the words between two breaks.
    fn part(&mut self, words: &[&str]) {
        let first = self.mentioned.len();
        let laptop = words.iter().any(|word| LAPTOP.iter().any(|name| name.eq_ignore_ascii_case(word)));
        let (mut at, mut before, mut count) = (0, 0, None);
        // The word of a count that no device has followed yet.
        let mut counting: Option<&str> = None;
        let (mut size, mut further, mut is_vram, mut cores) = (None, None, false, None);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let taken = if let Some(NameMatch { taken, all, text, several }) = self.name(rest) {
                let earlier = words.get(before..at).unwrap_or_default();
                let count = several.or(count.take()).unwrap_or(1);
                counting = None;
                let (text, all, count) = if self.is_foreign(earlier, &text, &all) {
                    ([&earlier.join(" "), " ", &text].concat(), Vec::new(), 1)
                } else {
                    (text, all, count)
                };
                self.add(MentionedDevice { text, all, count, laptop, ..MentionedDevice::default() }, first);
                before = at + taken;
                taken
            } else if let Some((found, taken)) = words::cores(rest) {
                cores = Some(found);
                taken
            } else if let Some((bytes, taken)) = words::memory(rest) {
                let beside = [rest.get(taken), at.checked_sub(1).and_then(|at| words.get(at))];
                let mut beside = beside.into_iter().flatten();
                if beside.clone().any(|word| words::is_system_memory(word)) {
                    self.memory.bytes = Some(bytes);
                } else if size.is_none() {
                    size = Some(bytes);
                    is_vram = beside.any(|word| word.eq_ignore_ascii_case("vram"));
                } else {
                    further = Some(bytes);
                }
                taken
            } else if let Some(bytes) = words::bare_memory(rest).filter(|_| before == at && at > 0) {
                size = Some(bytes);
                1
            } else if let Some((speed, taken)) = words::speed(rest) {
                self.memory.speed = Some(speed);
                taken
            } else if let Some((several, taken)) = times(rest).filter(|_| before == at && at > 0) {
                if let Some(last) = self.mentioned.get_mut(first..).and_then(<[MentionedDevice]>::last_mut) {
                    last.count = several;
                }
                before += taken;
                taken
            } else {
                let word = rest.first().copied().unwrap_or_default();
                match words::several(word) {
                    Some((several, "")) => {
                        count = Some(several);
                        self.rest.extend(counting.replace(word).map(ToString::to_string));
                    }
                    _ if !word.eq_ignore_ascii_case("x") => {
                        count = None;
                        self.rest.extend(counting.take().map(ToString::to_string));
                        self.rest.extend((!is_of_machine(word)).then(|| word.to_string()));
                    }
                    _ => {}
                }
                1
            };
            at += taken;
        }
        self.rest.extend(counting.map(ToString::to_string));
        // A size or number of cores without a name belongs to the device before it.
        let from = if self.mentioned.len() > first { first } else { first.saturating_sub(1) };
        let is_apart = from < first || self.mentioned.len() > first + 1;
        for mentioned in self.mentioned.iter_mut().skip(from) {
            mentioned.cores = mentioned.cores.or(cores);
            if mentioned.memory.is_some() {
                mentioned.further = mentioned.further.or(size);
                continue;
            }
            (mentioned.memory, mentioned.further) = (size, further);
            (mentioned.is_vram, mentioned.is_apart) = (is_vram, is_apart);
        }
    }

    /// Finds the longest name at the start of `words`.
    fn name(&self, words: &[&str]) -> Option<NameMatch> {
        let found = (1..=words.len().min(MAX_WORDS)).rev().find_map(|taken| {
            let text = words.get(..taken)?.join(" ");
            let all = self.records_named(&text);
            (!all.is_empty()).then_some(NameMatch { taken, all, text, several: None })
        });
        let first = *words.first()?;
        let Some(name) = found else {
            // "2x3090"
            let (several, rest) = words::several(first).filter(|(_, rest)| !rest.is_empty())?;
            let mut words = words.to_vec();
            *words.first_mut()? = rest;
            return self.name(&words).map(|name| NameMatch { several: Some(several), ..name });
        };
        if name.taken == 1 && (words::memory(words).is_some() || is_family(first)) {
            return None;
        }
        let next = words.get(name.taken).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
        if VARIANTS.contains(&next.as_str()) {
            let text = [name.text.as_str(), " ", words.get(name.taken)?].concat();
            return Some(NameMatch { taken: name.taken + 1, all: Vec::new(), text, several: None });
        }
        Some(name)
    }

    /// Returns the records with a typed name, which may be in the plural or omit a prefix of [`UNSAID`].
    fn records_named(&self, text: &str) -> Vec<usize> {
        let lower = text.to_ascii_lowercase();
        let plural = lower.strip_suffix('s').unwrap_or(&lower).to_string();
        let maker = UNSAID.iter().find(|(_, begins)| lower.starts_with(begins));
        let whole = maker.map(|(maker, _)| [maker, " ", lower.as_str()].concat());
        let forms = [Some(lower.clone()), Some(plural), whole];
        forms.iter().flatten().map(|form| with_name(form, &self.named)).find(|all| !all.is_empty()).unwrap_or_default()
    }

    /// Returns true if a bare number follows the name of a family that none of its records belongs to.
    fn is_foreign(&self, earlier: &[&str], text: &str, all: &[usize]) -> bool {
        let figure = text.strip_prefix("Pi ").or_else(|| text.strip_prefix("pi ")).unwrap_or(text);
        let is_bare = figure.starts_with(|c: char| c.is_ascii_digit()) && !text.split(' ').any(is_family);
        let has = |at: &usize, word: &str| {
            self.named.get(*at).is_some_and(|named| {
                named.all_names().any(|name| name.split([' ', '-']).any(|own| own.eq_ignore_ascii_case(word)))
            })
        };
        is_bare && earlier.iter().any(|word| is_family(word) && !all.iter().any(|at| has(at, word)))
    }

    /// Adds a device, unless it is another name for the one before it.
    fn add(&mut self, mentioned: MentionedDevice, first: usize) {
        if let Some(last) = self.mentioned.get_mut(first..).and_then(<[MentionedDevice]>::last_mut) {
            let both: Vec<usize> = last.all.iter().copied().filter(|at| mentioned.all.contains(at)).collect();
            if !both.is_empty() {
                last.all = both;
                last.count = last.count.max(mentioned.count);
                return;
            }
        }
        self.mentioned.push(mentioned);
    }

    fn finish(mut self) -> Option<Machine> {
        let mut machine = Machine::default();
        let mut memory = core::mem::take(&mut self.memory);
        for mut mentioned in core::mem::take(&mut self.mentioned) {
            self.tell_apart(&mut mentioned, memory.bytes);
            let chosen = if let [at] = *mentioned.all { self.device(at) } else { None };
            let first = mentioned.all.first().and_then(|at| self.device(*at));
            let shares = first.is_some_and(|first| shares_memory(first.class));
            let sold = chosen.and_then(|device| device.memory);
            let own = if shares {
                // The memory of a chip that shares it is the system's.
                memory.bytes = memory.bytes.or(mentioned.memory);
                None
            } else {
                let has_ram = memory.bytes.or(mentioned.further).is_some();
                let (own, note) = mentioned.own_memory(sold, has_ram);
                machine.notes.extend(note.filter(|note| !machine.notes.contains(note)));
                let rest = mentioned.memory.filter(|_| own.is_none());
                memory.bytes = memory.bytes.or(mentioned.further).or(rest);
                own.filter(|_| !mentioned.is_total(sold))
            };
            let name = chosen.map_or(mentioned.text, |device| device.id.clone());
            if first.is_some_and(|first| first.class == DeviceClass::Cpu) {
                memory.channels = chosen.filter(|_| memory.speed.is_some()).and_then(channels);
                machine.cpu =
                    Some(Cpu { name, sockets: Some(mentioned.count).filter(|count| *count > 1), cores: None });
            } else {
                let gpu = Gpu { name, memory: own, cores: mentioned.cores, ..Gpu::default() };
                machine.gpus.extend(core::iter::repeat_n(gpu, usize::try_from(mentioned.count).unwrap_or(1)));
            }
        }
        machine.memory = memory;
        machine.rest = self.rest.join(" ");
        (!machine.gpus.is_empty() || machine.cpu.is_some()).then_some(machine)
    }

    /// Narrows the records of a name down by the other words.
    fn tell_apart(&self, mentioned: &mut MentionedDevice, system: Option<f64>) {
        let class = |at: usize| self.device(at).map(|device| device.class);
        let is_laptop = |at: usize| class(at) == Some(DeviceClass::LaptopGpu);
        // "a laptop with an RTX 4070", or a size of memory that only the laptop GPU has.
        let parts = self.records_named(&[&mentioned.text, " laptop"].concat());
        let sold = |at: usize, size: f64| {
            self.device(at).and_then(|device| device.memory).is_some_and(|own| is_same_memory(own, size))
        };
        let holds = |all: &[usize]| mentioned.memory.is_some_and(|size| all.iter().any(|at| sold(*at, size)));
        if !parts.is_empty() && (mentioned.laptop || holds(&parts) && !holds(&mentioned.all)) {
            mentioned.all = if mentioned.laptop { parts } else { [mentioned.all.as_slice(), &parts].concat() };
        } else if mentioned.laptop && mentioned.all.iter().any(|at| is_laptop(*at)) {
            mentioned.all.retain(|at| is_laptop(*at));
        }
        if let Some(cores) = mentioned.cores {
            let stated = |at: usize| self.named.get(at).and_then(stated_cores);
            keep(&mut mentioned.all, &|at| stated(at).is_none_or(|own| own == cores));
            keep(&mut mentioned.all, &|at| stated(at) == Some(cores));
        }
        let shared = |at: usize| class(at).is_some_and(shares_memory);
        let system = system.filter(|_| mentioned.all.iter().all(|at| shared(*at)));
        if let Some(size) = mentioned.memory.or(system) {
            let least = size * (1.0 - MEMORY_TOLERANCE);
            let own = |at: usize| self.device(at).and_then(|device| device.memory);
            let holds = |at: &usize| shared(*at) && own(*at).is_none_or(|own| own >= least);
            if mentioned.all.iter().any(|at| sold(*at, size)) {
                mentioned.all.retain(|at| sold(*at, size));
            } else if mentioned.all.iter().any(holds) {
                mentioned.all.retain(holds);
            } else if mentioned.all.iter().all(|at| shared(*at) && class(*at) != Some(DeviceClass::Cpu)) {
                // No chip of this name has this much memory, so the reader means another one.
                mentioned.text = [mentioned.text.as_str(), " with ", &plain(size / GIB, 1), " GB"].concat();
                mentioned.all.clear();
            }
        }
        // With equal bandwidth and memory the speed is the same, whichever record is chosen.
        let first = mentioned.all.first().and_then(|at| self.device(*at));
        let alike = |at: &usize| {
            first.zip(self.device(*at)).is_some_and(|(first, device)| {
                device.bandwidth.to_bits() == first.bandwidth.to_bits()
                    && device.class == first.class
                    && device.class != DeviceClass::Cpu
                    && (device.memory == first.memory || shares_memory(device.class))
            })
        };
        if mentioned.all.iter().all(alike) {
            mentioned.all.truncate(1);
        }
    }
}

/// A name at the start of a sequence of words.
struct NameMatch {
    taken: usize,
    all: Vec<usize>,
    text: String,
    several: Option<u32>,
}

/// Returns true for a word that says something of a machine without naming it: a family, a laptop, its memory.
fn is_of_machine(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    [&LAPTOP[..], &["vram", "gpu", "gpus"][..]].concat().contains(&lower.as_str())
        || is_family(word)
        || words::is_system_memory(word)
}

fn is_family(word: &str) -> bool {
    FAMILIES.split(' ').any(|family| family.eq_ignore_ascii_case(word))
}

/// Parses a count after a name, "x2" or "x 4"; returns it with the number of words taken.
fn times(words: &[&str]) -> Option<(u32, usize)> {
    let first = words.first()?;
    if first.eq_ignore_ascii_case("x") {
        return words::several(words.get(1)?).filter(|(_, rest)| rest.is_empty()).map(|(several, _)| (several, 2));
    }
    let marked = first.contains(['x', 'X']);
    words::several(first).filter(|(_, rest)| marked && rest.is_empty()).map(|(several, _)| (several, 1))
}

/// Derives a processor's memory channels, of 64 bits each, from its bandwidth and the speed in its record's name
/// ("dual-channel DDR5-5200").
fn channels(device: &Device) -> Option<u32> {
    let (_, behind) = device.name.split_once("DDR")?;
    let (_, speed) = behind.split_once('-')?;
    let (speed, _) = super::fields::number(speed)?;
    let channels = libm::round(device.bandwidth / (speed * 8e6));
    // A count of channels is small, and the cast keeps it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 64")]
    (1.0..=64.0).contains(&channels).then_some(channels as u32)
}
