//! Formats computed for a model whose header gives its architecture, in addition to the format of its own files.
//!
//! Ids and names are the catalog's, which a test checks; the rules are those of `quantization`.

/// Id and name of each format, in the order in which they are offered.
pub const FORMATS: &[(&str, &str)] = &[
    ("gguf-q4_k_m", "Q4_K_M"),
    ("gguf-q8_0", "Q8_0"),
    ("gguf-q6_k", "Q6_K"),
    ("gguf-q5_k_m", "Q5_K_M"),
    ("gguf-q3_k_m", "Q3_K_M"),
    ("gguf-iq4_xs", "IQ4_XS"),
    ("gguf-iq2_xxs", "IQ2_XXS"),
    ("gguf-q4_0", "Q4_0"),
    ("gguf-f16", "F16"),
    ("mlx-4bit-g64", "MLX affine 4-bit, group 64"),
    ("mlx-8bit-g64", "MLX affine 8-bit, group 64"),
    ("awq-4bit-g128", "AWQ 4-bit, group 128"),
    ("fp8-e4m3-dynamic", "FP8 E4M3 per-channel (W8A8 dynamic)"),
    ("nvfp4", "NVFP4 (safetensors)"),
    ("bf16", "BF16 safetensors"),
];
