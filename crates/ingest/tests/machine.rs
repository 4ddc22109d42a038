//! Outputs of system tools: the values read from real ones; and no pasted text makes the reader panic or slow.

use proptest::prelude::*;
use rooflight_ingest::machine::matching::{CatalogDevice, find};
use rooflight_ingest::machine::{MAX_BYTES, Machine, PcieLink, Tool, read, wasm_api};

macro_rules! fixtures {
    ($($name:literal),* $(,)?) => {
        const ALL: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../tests/fixtures/machines/", $name)))),*];
    };
}

fixtures![
    "amd-smi.txt",
    "dmidecode-7950x.txt",
    "llama-cpp-metal.txt",
    "llama-cpp-unlike.txt",
    "llama-cpp-vulkan.txt",
    "lscpu-two-sockets.txt",
    "nvidia-smi-csv.txt",
    "nvidia-smi-gb10.txt",
    "nvidia-smi-list-and-table.txt",
    "nvidia-smi-two-5090.txt",
    "rocm-smi-lines.txt",
    "rocm-smi-several-names.txt",
    "rocm-smi.txt",
    "rocminfo.txt",
    "system-profiler-m1.txt",
    "system-profiler-m4-max.txt",
    "unknown-card.txt",
];

const MIB: f64 = 1_048_576.0;

fn text(name: &str) -> &'static str {
    ALL.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

fn machine(name: &str) -> Machine {
    read(text(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Returns name, MiB of memory and watts of each device.
fn gpus(machine: &Machine) -> Vec<(&str, Option<f64>, Option<f64>)> {
    machine.gpus.iter().map(|gpu| (gpu.name.as_str(), gpu.memory.map(|bytes| bytes / MIB), gpu.power)).collect()
}

#[test]
fn tables_of_nvidia_smi_have_memory_and_power_limit() {
    let two = machine("nvidia-smi-two-5090.txt");
    let card = "NVIDIA GeForce RTX 5090";
    assert_eq!(gpus(&two), [(card, Some(32_607.0), Some(575.0)), (card, Some(32_607.0), Some(600.0))]);
    assert_eq!(two.tools, [Tool::NvidiaSmi]);
    let spark = machine("nvidia-smi-gb10.txt");
    assert_eq!(gpus(&spark), [("NVIDIA GB10", None, None)]);
    assert_eq!(spark.memory.bytes, Some(127_600_748.0 * 1024.0));
    let cut = "|   0  NVIDIA GeForce RTX 4070 ...  WDDM  | 00000000:01:00.0  On |  N/A |\n| 0%  41C  P8  4W / 140W |  487MiB /  8188MiB |  0%  Default |";
    assert_eq!(gpus(&read(cut).unwrap()), [("NVIDIA GeForce RTX 4070 ...", Some(8188.0), Some(140.0))]);
    let whole = [cut, "\nGPU 0: NVIDIA GeForce RTX 4070 Laptop GPU (UUID: GPU-0)"].concat();
    assert_eq!(gpus(&read(&whole).unwrap()), [("NVIDIA GeForce RTX 4070 Laptop GPU", Some(8188.0), Some(140.0))]);
}

#[test]
fn outputs_of_several_tools_are_one_machine() {
    let both = machine("nvidia-smi-list-and-table.txt");
    let card = ("Quadro RTX 4000", Some(8192.0), Some(125.0));
    assert_eq!(gpus(&both), [card, card]);
    let engine = "ggml_cuda_init: found 2 CUDA devices:\n  Device 0: Quadro RTX 4000, compute capability 7.5, VMM: yes\n  Device 1: Quadro RTX 4000, compute capability 7.5, VMM: yes\n";
    let twice = [engine, text("nvidia-smi-list-and-table.txt"), text("nvidia-smi-list-and-table.txt")].concat();
    let machine = read(&twice).unwrap();
    assert_eq!(gpus(&machine), [card, card]);
    assert_eq!(machine.tools, [Tool::LlamaCpp, Tool::NvidiaSmi]);
    let unlike = self::machine("nvidia-smi-csv.txt");
    let names: Vec<&str> = unlike.gpus.iter().map(|gpu| gpu.name.as_str()).collect();
    assert_eq!(names, ["NVIDIA GeForce RTX 5090", "NVIDIA GeForce RTX 3090"]);
    assert_eq!(unlike.gpus[1].link, PcieLink { generation: Some(4), width: Some(4) });
    assert_eq!(unlike.tools, [Tool::NvidiaSmi, Tool::Lscpu, Tool::Free]);
    assert_eq!(unlike.memory.bytes, Some(62.0 * 1024.0 * MIB));
}

#[test]
fn columns_without_units_or_names_are_read() {
    let csv = "name, memory.total [MiB], power.limit [W]\nNVIDIA H100 80GB HBM3, 81559, 700.00\n";
    assert_eq!(gpus(&read(csv).unwrap()), [("NVIDIA H100 80GB HBM3", Some(81_559.0), Some(700.0))]);
    let bare = "0, NVIDIA L4, 23034 MiB\n1, NVIDIA L4, 23034 MiB\n";
    assert_eq!(gpus(&read(bare).unwrap()), [("NVIDIA L4", Some(23_034.0), None), ("NVIDIA L4", Some(23_034.0), None)]);
    assert!(read("name, value, unit\nspeed, 10, m/s\n").is_err(), "another table");
}

#[test]
fn cards_of_amd_are_read_from_each_tool() {
    let card = machine("rocm-smi.txt");
    assert_eq!(gpus(&card), [("Radeon RX 7900 XT", Some(21_458_059_264.0 / MIB), None)]);
    assert_eq!(card.gpus[0].target, "gfx1100");
    assert_eq!(machine("rocm-smi-lines.txt").gpus[0].name, "Fiji [Radeon R9 FURY / NANO Series]");
    let halo = machine("rocminfo.txt");
    assert_eq!(gpus(&halo), [("AMD Radeon 8060S Graphics", Some(98_304.0), None)]);
    assert_eq!(halo.gpus[0].target, "gfx1151");
    let server = machine("amd-smi.txt");
    assert_eq!(gpus(&server), [("AMD Instinct MI350X", None, None)]);
    assert_eq!(server.gpus[0].link, PcieLink { generation: Some(5), width: Some(16) });
    let short = "GPU  Temp   AvgPwr  SCLK    MCLK    Fan    Perf  PwrCap  VRAM%  GPU%\n1    25.0c  10.0W   852Mhz  167Mhz  14.9%  auto  170.0W  N/A    0%\n";
    assert!(read(short).unwrap_err().contains("does not name the cards"));
}

#[test]
fn a_mac_has_its_chip_cores_and_memory() {
    let pro = machine("system-profiler-m4-max.txt");
    assert_eq!((pro.gpus.len(), pro.gpus[0].name.as_str(), pro.gpus[0].cores), (1, "Apple M4 Max", Some(40)));
    assert_eq!(pro.memory.bytes, Some(48.0 * 1024.0 * MIB));
    let cpu = pro.cpu.expect("a processor");
    assert_eq!((cpu.name.as_str(), cpu.cores), ("Apple M4 Max", Some(16)));
    let air = machine("system-profiler-m1.txt");
    assert_eq!((air.gpus[0].name.as_str(), air.gpus[0].cores), ("Apple M1", None));
    assert_eq!(machine("llama-cpp-metal.txt").gpus[0].name, "Apple M5 Max");
}

#[test]
fn processors_and_memory_are_read() {
    let server = machine("lscpu-two-sockets.txt").cpu.expect("a processor");
    assert_eq!((server.sockets, server.cores), (Some(2), Some(64)));
    let desktop = machine("dmidecode-7950x.txt").memory;
    assert_eq!((desktop.modules, desktop.channels, desktop.speed), (Some(2), Some(2), Some(6000.0)));
    assert_eq!((desktop.kind.as_str(), desktop.bytes), ("DDR5", Some(32.0 * 1024.0 * MIB)));
    assert_eq!(desktop.bandwidth(), Some(96e9));
    let module = |place: &str| {
        format!(
            "Memory Device\n\tSize: 32 GB\n\tLocator: {place}\n\tType: DDR4\n\tConfigured Memory Speed: 3200 MT/s\n\n"
        )
    };
    let channels =
        |places: &[&str]| read(&places.iter().map(|place| module(place)).collect::<String>()).unwrap().memory.channels;
    assert_eq!(channels(&["DIMM_A1", "DIMM_A2", "DIMM_B1", "DIMM_B2"]), Some(2));
    assert_eq!(channels(&["P0_Node0_Channel6_Dimm0", "P0_Node0_Channel6_Dimm1", "P1_Node0_Channel6_Dimm0"]), Some(2));
    assert_eq!(channels(&["Controller0-ChannelA-DIMM0", "Controller1-ChannelA-DIMM0"]), Some(2));
    assert_eq!(channels(&["Top - on board", "Top - on board"]), None);
    let free = |line: &str| read(line).unwrap().memory.bytes.map(|bytes| bytes / MIB / 1024.0);
    assert_eq!(free("Mem:       65011712    1 2"), Some(62.0));
    assert_eq!(free("Mem:          63488    1 2"), Some(62.0));
    assert_eq!(free("Mem:             62    1 2"), Some(62.0));
}

#[test]
fn engines_name_devices_behind_a_log_and_for_each_backend() {
    let names = |name| machine(name).gpus.iter().map(|gpu| gpu.name.clone()).collect::<Vec<_>>();
    assert_eq!(names("llama-cpp-unlike.txt"), ["NVIDIA GeForce RTX 4080 SUPER", "NVIDIA RTX A6000"]);
    let vulkan = machine("llama-cpp-vulkan.txt");
    assert_eq!(vulkan.gpus.iter().map(|gpu| gpu.integrated).collect::<Vec<_>>(), [true, false]);
    let listed = read("Available devices:\n  CUDA0: NVIDIA GeForce RTX 3090 (24124 MiB, 23866 MiB free)\n").unwrap();
    assert_eq!(gpus(&listed), [("NVIDIA GeForce RTX 3090", Some(24_124.0), None)]);
    let rocm = "ggml_cuda_init: found 1 ROCm devices:\n  Device 0: AMD Radeon Graphics, gfx1151 (0x1151), VMM: no, Wave Size: 32\n";
    assert_eq!(read(rocm).unwrap().gpus[0].target, "gfx1151");
}

#[test]
fn noise_is_skipped_and_noise_alone_is_an_error_that_says_what_is_known() {
    for noise in [
        "",
        "Hello, what can I run?\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "Memory: 48 GB\nGPU 0 is fast\n",
        "{\"card\": 1}",
    ] {
        assert!(read(noise).unwrap_err().contains("lscpu"), "{noise}");
    }
    for (name, text) in ALL {
        let quoted: String = text.lines().flat_map(|line| ["> ", line, "\r\n"]).collect();
        let around = format!("My machine:\n```\n{quoted}\n```\nWhat runs on it?\n");
        assert_eq!(read(&around), read(text), "{name}");
    }
}

#[test]
fn a_long_text_is_read_up_to_a_limit() {
    let rows = "0, NVIDIA GeForce RTX 3090, 24576 MiB\n".repeat(100_000);
    assert!(rows.len() < MAX_BYTES && read(&rows).unwrap().gpus.len() <= 256);
    let line = "Device 0: ".repeat(MAX_BYTES / 10 + 1);
    assert!(read(&line).is_err());
    let late = ["x".repeat(MAX_BYTES), "\nGPU 0: NVIDIA L4 (UUID: 0)".to_owned()].concat();
    assert!(read(&late).is_err(), "behind the limit");
    assert!(wasm_api::reply(&rows, b"no records").starts_with("{\"kind\":\"unknown\""));
}

proptest! {
    #[test]
    fn nothing_pasted_makes_it_panic(picks in prop::collection::vec((0..ALL.len(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), ".{0,12}"), 1..5)) {
        let mut text = String::new();
        for (which, start, end, noise) in picks {
            let fixture = ALL[which].1;
            let (start, end) = (start.index(fixture.len()), end.index(fixture.len()));
            let cut = fixture.get(start.min(end)..start.max(end)).unwrap_or(fixture);
            text.push_str(cut);
            text.push_str(&noise);
        }
        if let Ok(machine) = read(&text) {
            let known: [CatalogDevice<'_>; 0] = [];
            let matched = find(&machine, &known);
            prop_assert!(matched.found.is_empty() && matched.main().is_none());
            prop_assert!(machine.gpus.iter().all(|gpu| gpu.memory.is_none_or(|bytes| bytes.is_finite() && bytes > 0.0)));
        }
    }
}
