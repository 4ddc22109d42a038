//! The groups in which lists show models: a model's family.

/// Returns a model's family: "Llama" for "Llama 3.1 8B", "Qwen" for "Qwen2.5 7B".
pub(crate) fn family(name: &str) -> &str {
    let end = name.find(|c: char| c == ' ' || c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].trim_end_matches('-')
}
