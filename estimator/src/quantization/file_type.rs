//! GGUF file types: the catalog id of each, and the block that its tensors get where no promotion applies.
//!
//! Each file type is one row here. Promotions are in `mixes`.

use super::blocks::{self as b, Block};

// `MXFP4_MOE_F16` has experts in MXFP4 and everything else in 16 bits: files of gpt-oss named F16.
rooflight_primitives::variants! {
    /// A GGUF file type.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)] // The names are llama.cpp's own; each is described by its rule.
    #[allow(non_camel_case_types)]
    pub enum FileType [
        /// Its catalog id without the prefix `gguf-`.
        pub id: &'static str,
        /// The block type a tensor gets when no promotion applies.
        pub base: Block,
    ] {
        F32 = ("f32", b::F32),
        F16 = ("f16", b::F16),
        BF16 = ("bf16", b::BF16),
        Q8_0 = ("q8_0", b::Q8_0),
        Q5_0 = ("q5_0", b::Q5_0),
        Q5_1 = ("q5_1", b::Q5_1),
        Q4_0 = ("q4_0", b::Q4_0),
        Q4_1 = ("q4_1", b::Q4_1),
        Q2_K = ("q2_k-file", b::Q2_K),
        Q2_K_S = ("q2_k_s", b::Q2_K),
        Q3_K_S = ("q3_k_s", b::Q3_K),
        Q3_K_M = ("q3_k_m", b::Q3_K),
        Q3_K_L = ("q3_k_l", b::Q3_K),
        Q4_K_S = ("q4_k_s", b::Q4_K),
        Q4_K_M = ("q4_k_m", b::Q4_K),
        Q5_K_S = ("q5_k_s", b::Q5_K),
        Q5_K_M = ("q5_k_m", b::Q5_K),
        Q6_K = ("q6_k", b::Q6_K),
        IQ1_S = ("iq1_s", b::IQ1_S),
        IQ1_M = ("iq1_m", b::IQ1_M),
        IQ2_XXS = ("iq2_xxs", b::IQ2_XXS),
        IQ2_XS = ("iq2_xs", b::IQ2_XS),
        IQ2_S = ("iq2_s", b::IQ2_XS),
        IQ2_M = ("iq2_m", b::IQ2_S),
        IQ3_XXS = ("iq3_xxs", b::IQ3_XXS),
        IQ3_XS = ("iq3_xs", b::IQ3_S),
        IQ3_S = ("iq3_s", b::IQ3_S),
        IQ3_M = ("iq3_m", b::IQ3_S),
        IQ4_XS = ("iq4_xs", b::IQ4_XS),
        IQ4_NL = ("iq4_nl", b::IQ4_NL),
        TQ1_0 = ("tq1_0", b::TQ1_0),
        TQ2_0 = ("tq2_0", b::TQ2_0),
        MXFP4_MOE = ("mxfp4-moe", b::Q8_0),
        MXFP4_MOE_F16 = ("mxfp4-moe-f16", b::F16),
        NVFP4 = ("nvfp4", b::NVFP4_GGML),
    }
}

impl FileType {
    /// The file type of a catalog id without its prefix `gguf-`.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// True for types that keep 16 or 32 bits everywhere.
    pub(super) const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F16 | Self::BF16)
    }

    /// True for the types whose experts are MXFP4.
    pub(super) const fn is_mxfp4(self) -> bool {
        matches!(self, Self::MXFP4_MOE | Self::MXFP4_MOE_F16)
    }
}
