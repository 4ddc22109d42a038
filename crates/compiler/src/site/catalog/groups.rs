//! The groups in which lists show devices and models: a device's class, a model's family.

use rooflight_estimator::hardware::DeviceClass;

/// Returns the heading above the devices of a class.
pub(crate) const fn class_heading(class: DeviceClass) -> &'static str {
    match class {
        DeviceClass::ConsumerGpu => "Graphics cards",
        DeviceClass::LaptopGpu => "Laptop graphics",
        DeviceClass::WorkstationGpu => "Workstation cards",
        DeviceClass::DatacenterGpu => "Datacenter cards",
        DeviceClass::AppleSoc => "Apple chips",
        DeviceClass::Apu => "Processors with shared memory",
        DeviceClass::Cpu => "CPUs",
        DeviceClass::Edge | DeviceClass::Sbc => "Small boards",
        DeviceClass::Phone => "Phones",
        DeviceClass::Accelerator => "Other accelerators",
    }
}

/// Returns the singular name of a class of devices.
pub(super) const fn kind(class: DeviceClass) -> &'static str {
    match class {
        DeviceClass::ConsumerGpu => "graphics card",
        DeviceClass::LaptopGpu => "laptop graphics",
        DeviceClass::WorkstationGpu => "workstation card",
        DeviceClass::DatacenterGpu => "datacenter card",
        DeviceClass::AppleSoc => "Apple chip",
        DeviceClass::Apu => "shared-memory processor",
        DeviceClass::Cpu => "CPU",
        DeviceClass::Edge | DeviceClass::Sbc => "small board",
        DeviceClass::Phone => "phone",
        DeviceClass::Accelerator => "accelerator",
    }
}

/// Returns a model's family: "Llama" for "Llama 3.1 8B", "Qwen" for "Qwen2.5 7B".
pub(crate) fn family(name: &str) -> &str {
    let end = name.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].trim_end_matches('-')
}
