//! Reads nvidia-smi: the table, `-L`, `-q`, and `--query-gpu=… --format=csv`, with or without the header row.

use super::description::{Gpu, PcieLink, Tool};
use super::fields::{number, size, tidy, whole};
use super::lists::Lists;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::units::MIB;

/// Prefixes of device names, by which a CSV row without a header row is recognised.
const MAKERS: [&str; 5] = ["NVIDIA ", "GeForce ", "Tesla ", "Quadro ", "TITAN "];

#[derive(Debug, Default)]
pub(super) struct Nvidia {
    /// The column names of the CSV that is being read.
    columns: Vec<String>,
    /// The number of its next row.
    row: u32,
    /// Whether the last line of the framed table named a device, so that the next one has its memory.
    open: bool,
    /// The number of devices read from `-q` so far; `None` outside of its output.
    log: Option<u32>,
    /// The last two headings of `-q`.
    headings: [String; 2],
}

impl Nvidia {
    /// Reads a line; returns false if the tool prints no such line.
    pub(super) fn line(&mut self, line: &str, lists: &mut Lists) -> bool {
        if let Some(rest) = line.strip_prefix('|') {
            return self.framed(rest, lists);
        }
        if let Some(rest) = line.strip_prefix("GPU ") {
            let Some((index, rest)) = rest.split_once(": ") else { return false };
            let (Ok(index), Some((name, _))) = (index.parse(), rest.split_once(" (UUID")) else { return false };
            lists.add(Tool::NvidiaSmi, index, Gpu { name: tidy(name), ..Gpu::default() });
            return true;
        }
        if line.contains("NVSMI LOG") {
            self.log = Some(0);
            return true;
        }
        if self.log.is_some() && self.logged(line, lists) {
            return true;
        }
        if let Some(columns) = columns(line) {
            (self.columns, self.row) = (columns, 0);
            return true;
        }
        self.separated(line, lists)
    }

    /// Reads a row of the framed table: number, name and bus id (`00000000:01:00.0`), or the line below with power and
    /// memory.
    fn framed(&mut self, line: &str, lists: &mut Lists) -> bool {
        let mut cells = line.split('|').map(str::trim);
        let (left, middle) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        let bus = middle.split(' ').next().unwrap_or_default();
        let is_bus = bus.matches(':').count() == 2 && bus.contains('.');
        let named = left.split_once(' ').and_then(|(index, rest)| Some((index.parse::<u32>().ok()?, rest.trim())));
        if let Some((index, rest)) = named.filter(|_| is_bus) {
            let name = rest.rsplit_once(' ').map_or(rest, |(name, _)| name);
            lists.add(Tool::NvidiaSmi, index, Gpu { name: tidy(name), ..Gpu::default() });
            self.open = true;
            return true;
        }
        if !core::mem::take(&mut self.open) {
            return false;
        }
        if let Some(gpu) = lists.last(Tool::NvidiaSmi) {
            gpu.memory = middle.split_once('/').and_then(|(_, total)| size(total));
            gpu.power = left.rsplit_once('/').and_then(|(_, limit)| watts(limit));
        }
        true
    }

    /// Reads a line of `-q`: a heading, or a field under the last headings. Indentation has been removed.
    fn logged(&mut self, line: &str, lists: &mut Lists) -> bool {
        let Some((key, value)) = line.split_once(" : ").map(|(key, value)| (key.trim(), value.trim())) else {
            let [_, last] = core::mem::take(&mut self.headings);
            self.headings = [last, tidy(line)];
            return line.starts_with("GPU 0");
        };
        if key == "Product Name" {
            let index = self.log.unwrap_or_default();
            self.log = Some(index + 1);
            lists.add(Tool::NvidiaSmi, index, Gpu { name: tidy(value), ..Gpu::default() });
            return true;
        }
        let Some(gpu) = lists.last(Tool::NvidiaSmi) else { return false };
        let [_, heading] = &self.headings;
        match (heading.as_str(), key) {
            ("FB Memory Usage", "Total") => gpu.memory = size(value),
            ("PCIe Generation", "Max") => gpu.link.generation = whole(value),
            ("Link Width", "Current") => gpu.link.width = whole(value),
            (_, "Power Limit" | "Current Power Limit") => gpu.power = gpu.power.or_else(|| watts(value)),
            _ => return false,
        }
        true
    }

    fn separated(&mut self, line: &str, lists: &mut Lists) -> bool {
        let values: Vec<&str> = line.split(',').map(str::trim).collect();
        let first = values.first().copied().unwrap_or_default();
        if self.columns.is_empty() {
            // Without a header row, a known name prefix and a size in MiB identify a row.
            let memory = values.iter().find(|value| value.ends_with(" MiB")).and_then(|value| size(value));
            let is_name = |value: &&&str| MAKERS.iter().any(|maker| value.starts_with(maker));
            let Some(name) = values.iter().take(3).find(is_name).filter(|_| memory.is_some()) else { return false };
            self.row += 1;
            lists.add(Tool::NvidiaSmi, self.row, Gpu { name: tidy(name), memory, ..Gpu::default() });
            return true;
        }
        if values.len() != self.columns.len() || first.is_empty() {
            (self.columns, self.row) = (Vec::new(), 0);
            return false;
        }
        let value = |wanted: &str| {
            let at = self.columns.iter().position(|column| column == wanted)?;
            values.get(at).copied()
        };
        let Some(name) = value("name").or_else(|| value("gpu_name")) else { return false };
        let generation = value("pcie.link.gen.max").or_else(|| value("pcie.link.gen.current")).and_then(whole);
        let width = value("pcie.link.width.current").or_else(|| value("pcie.link.width.max")).and_then(whole);
        let gpu = Gpu {
            name: tidy(name),
            memory: value("memory.total").and_then(|value| size(value).or_else(|| Some(number(value)?.0 * MIB))),
            power: value("power.limit").or_else(|| value("power.max_limit")).and_then(watts),
            link: PcieLink { generation, width },
            ..Gpu::default()
        };
        let index = value("index").and_then(|index| index.parse().ok()).unwrap_or(self.row);
        self.row += 1;
        lists.add(Tool::NvidiaSmi, index, gpu);
        true
    }
}

fn watts(text: &str) -> Option<f64> {
    number(text).map(|(watts, _)| watts).filter(|watts| *watts > 0.0)
}

/// Parses a header row: `name, memory.total [MiB]`. At least one column besides the name must be nvidia-smi's.
fn columns(line: &str) -> Option<Vec<String>> {
    let column = |cell: &str| String::from(cell.split('[').next().unwrap_or_default().trim());
    let columns: Vec<String> = line.split(',').map(column).collect();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._".contains(c);
    let own = |column: &String| column.contains('.') || ["index", "uuid", "count", "serial"].contains(&column.as_str());
    let named = columns.iter().any(|column| column == "name" || column == "gpu_name");
    let all = columns.iter().all(|column| !column.is_empty() && column.chars().all(plain));
    (named && all && columns.len() < 64 && columns.iter().any(own)).then_some(columns)
}
