//! Reads the first lines of llama.cpp and of programs that embed it: CUDA, `ROCm`, Vulkan and Metal.

use super::description::{Gpu, Tool};
use super::fields::{size, tidy};
use super::lists::Lists;

/// Reads a line; returns false if it names no device.
pub(super) fn line(line: &str, lists: &mut Lists) -> bool {
    let Some((index, name)) = device(line) else { return false };
    // "llvmpipe" is a software renderer on the processor.
    if name.starts_with("llvmpipe") {
        return true;
    }
    let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest);
    let listed = line.contains(" MiB free)").then(|| after(" (").and_then(size)).flatten();
    let gpu = Gpu {
        name: tidy(name),
        target: after(", gfx").map(|rest| tidy(&["gfx", figures(rest)].concat())).unwrap_or_default(),
        memory: listed.or_else(|| after("VRAM: ").and_then(size)),
        integrated: line.contains("uma: 1"),
        ..Gpu::default()
    };
    lists.add(Tool::LlamaCpp, index, gpu);
    true
}

fn figures(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Returns the number and name of a device that an engine prints on start, with or without a log prefix.
pub(crate) fn device(line: &str) -> Option<(u32, &str)> {
    // CUDA and ROCm: "Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes".
    if let Some(found) = line.find("Device ").and_then(|at| line.get(at + "Device ".len()..)).and_then(numbered) {
        let known = line.starts_with("Device ") || line.contains(", compute capability ") || line.contains(", gfx");
        let (name, _) = found.1.split_once(", ").filter(|_| known)?;
        return Some((found.0, name.trim()));
    }
    // Vulkan: "ggml_vulkan: 0 = AMD Radeon RX 7900 XTX (RADV NAVI31) (radv) | uma: 0".
    if let Some((_, rest)) = line.split_once("ggml_vulkan: ") {
        let (number, name) = rest.split_once(" = ")?;
        return Some((number.trim().parse().ok()?, name.split('|').next()?.trim()));
    }
    if let Some(found) = metal(line) {
        return Some(found);
    }
    // Older Vulkan: "Vulkan0: Radeon RX 570 Series (AMD proprietary driver) | uma: 0".
    // --list-devices: "CUDA0: NVIDIA GeForce RTX 3090 (24124 MiB, 23866 MiB free)".
    let (backend, rest) = line.split_once(": ")?;
    let index =
        ["CUDA", "ROCm", "Vulkan", "SYCL", "Metal", "MTL"].iter().find_map(|name| backend.strip_prefix(name))?;
    let index = index.parse().ok()?;
    match rest.split_once(" | uma: ") {
        Some((name, _)) => Some((index, name.trim())),
        None => rest.contains(" MiB free)").then(|| Some((index, rest.rsplit_once(" (")?.0.trim()))).flatten(),
    }
}

/// Splits `0: rest` into the number and the rest.
fn numbered(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once(": ")?;
    Some((number.parse().ok()?, rest))
}

/// Reads the device of `ggml_metal_device_init: GPU name:   MTL0 (Apple M5 Max)`.
fn metal(line: &str) -> Option<(u32, &str)> {
    let (_, rest) = line.split_once("ggml_metal_")?;
    let names = ["init: picking default device: ", "init: GPU name: "];
    let name = names.iter().find_map(|start| rest.split_once(start)).map(|(_, name)| name.trim())?;
    let inner = name.strip_prefix("MTL").and_then(|rest| rest.split_once('(')?.1.strip_suffix(')'));
    Some((0, inner.unwrap_or(name)))
}
