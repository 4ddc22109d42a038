//! The files with all measurements: their names and their columns.

/// Name of the file with all rows as CSV.
pub(crate) const CSV: &str = "measurements.csv";

/// Name of the file with all rows as JSON.
pub(crate) const JSON: &str = "measurements.json";

/// The columns, each with its description.
pub(crate) const COLUMNS: &[(&str, &str)] = &[
    ("id", "a name that no other row has"),
    ("phase", "what is measured: prefill, decode, batched_decode or spec_decode"),
    ("hardware_id", "the device, by its id in the catalog"),
    ("hardware_count", "how many of them"),
    ("setup", "how they were set up, in words"),
    ("parallel", "how they share the model: single, layer, tensor or unclear"),
    ("model_id", "the model, by its id in the catalog"),
    ("quant_id", "the weight format, by its id in the catalog"),
    ("file_size_gib", "the size of the model's file in GiB, if the source prints it"),
    ("runtime_id", "the engine, by its id in the catalog"),
    ("runtime_version", "the engine's version"),
    ("backend_id", "what the engine runs on"),
    ("flash_attn", "whether attention ran in one fused kernel: on or off"),
    ("n_ubatch", "how many tokens of a prompt the engine took in one pass, if the source says it"),
    ("n_prompt", "how many tokens were read"),
    ("n_gen", "how many tokens the run adds"),
    ("depth_tokens", "how many tokens stand in the context before the run"),
    ("concurrency", "how many requests ran at once"),
    ("kv_type", "the type of the KV cache"),
    ("host", "the processor and the memory that hold what the devices do not, in words"),
    ("host_gb_s", "the bandwidth of that memory in GB/s: channels times rate"),
    ("host_layers", "how many layers lie there whole; the output head counts as one"),
    ("host_experts", "of how many layers only the routed experts lie there"),
    ("draft", "what proposes tokens: mtp, dflash, eagle3, or the name of a model"),
    ("drafted", "how many tokens it proposes for one check"),
    ("accepted", "the share of the proposed tokens that is kept, on average over the run"),
    ("tokens_per_s", "the speed: tokens a second of all requests together, as printed"),
    ("stdev", "its standard deviation"),
    ("measured_date", "when it was measured"),
    ("flags", "reasons for caution, with spaces between; none of them hides a row"),
    ("source", "the publication: the name of its page below anchors/"),
    ("source_url", "its address"),
    ("locator", "where in the source the figure stands"),
    ("notes", "anything else that a reader has to know"),
];

/// Name of the file that describes both, a Frictionless Data Package.
pub(crate) const PACKAGE: &str = "datapackage.json";
