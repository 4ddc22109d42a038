//! The rules by which families of models cut pictures, numbered from 1 in the order of the calculator's choices.
//!
//! A model's rule is that of the first family whose catalog ids begin like its own. Holds no formula: the rules are
//! those of `rooflight_estimator::vision`. Their sources stand in `content/calculators/image-tokens.yaml`.

use rooflight_estimator::vision::PictureRule;

/// The beginnings of the catalog ids of models that use a rule by default, and the rule.
const RULES: [(&[&str], PictureRule); 11] = [
    // qwen2.5-vl
    (&["qwen2.5-vl"], PictureRule::Area { cell: 28.0, least: 3136.0, most: 12_845_056.0 }),
    // qwen3-vl
    (&["qwen3-vl", "qwen3.5", "qwen3.6"], PictureRule::Area { cell: 32.0, least: 65_536.0, most: 16_777_216.0 }),
    // gemma-3
    (&["gemma-3-4b", "gemma-3-12b", "gemma-3-27b"], PictureRule::Fixed { side: 896.0, tokens: 256.0 }),
    // gemma-3-pan
    (&[], PictureRule::PanAndScan { side: 896.0, tokens: 256.0 }),
    // gemma-4
    (&["gemma-4"], PictureRule::Budget { cell: 48.0, tokens: 280.0 }),
    // gemma-4-most
    (&[], PictureRule::Budget { cell: 48.0, tokens: 1120.0 }),
    // llama-4
    (&["llama-4"], PictureRule::Canvas { side: 336.0, tokens: 144.0, most: 16 }),
    // mistral-3
    (&["mistral-small-3.1"], PictureRule::Rows { cell: 28.0, longest: 1540.0 }),
    // pixtral
    (&["pixtral"], PictureRule::Rows { cell: 16.0, longest: 1024.0 }),
    // internvl
    (&["internvl"], PictureRule::Tiles { side: 448.0, tokens: 256.0, most: 12 }),
    // llava
    (&["llava-1.5"], PictureRule::Fixed { side: 336.0, tokens: 576.0 }),
];

/// Returns the rule with this number.
pub(super) fn named(number: u64) -> Option<PictureRule> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    RULES.get(at).map(|(_, rule)| *rule)
}

/// Returns the number of the rule of a model, by its catalog id.
pub(super) fn of_model(id: &str) -> Option<u64> {
    let at = RULES.iter().position(|(ids, _)| ids.iter().any(|start| id.starts_with(start)))?;
    Some(at as u64 + 1)
}
