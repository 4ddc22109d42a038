//! The tensors of a recurrent layer, as files of llama.cpp hold them.
//!
//! The projections into query, key and value follow the mixing rule of attention's fused projection where the files
//! name them so (`Role::StateQkv`); the others get the format's base type. Convolutions stay at full precision.

use super::Role;
use super::tensor::List;
use crate::model::{Model, Recurrent};

pub(super) fn tensors(list: &mut List, model: &Model, recurrent: &Recurrent) {
    let hidden = model.hidden();
    let convolved = recurrent.convolved(hidden);
    match *recurrent {
        Recurrent::DeltaNet { value_heads, value_dim, kernel, .. } => {
            let values = value_heads * value_dim;
            list.matrix(Role::StateQkv, convolved, hidden);
            list.matrix(Role::StateProjection, values, hidden);
            list.matrix(Role::StateProjection, value_heads, hidden);
            list.matrix(Role::StateProjection, value_heads, hidden);
            list.matrix(Role::Convolution, convolved, kernel);
            list.vector(2 * value_heads + value_dim);
            list.matrix(Role::StateProjection, hidden, values);
        }
        Recurrent::KimiDelta { heads, head_dim, kernel } => {
            let width = heads * head_dim;
            for role in [Role::Query, Role::Key, Role::Value] {
                list.matrix(role, width, hidden);
            }
            list.matrix(Role::Convolution, convolved, kernel);
            low_rank(list, width, head_dim, hidden);
            if model.layout().attention_gate {
                list.matrix(Role::StateProjection, width, hidden);
            } else {
                low_rank(list, width, head_dim, hidden);
            }
            list.matrix(Role::StateProjection, heads, hidden);
            list.vector(heads + width + head_dim);
            list.matrix(Role::AttentionOutput, hidden, width);
        }
        Recurrent::Mamba2 { heads, head_dim, kernel, .. } => {
            let inner = heads * head_dim;
            list.matrix(Role::StateProjection, inner + convolved + heads, hidden);
            list.matrix(Role::Convolution, convolved, kernel);
            list.vector(convolved + 3 * heads + inner);
            list.matrix(Role::StateProjection, hidden, inner);
        }
        Recurrent::ShortConv { kernel } => {
            list.matrix(Role::StateProjection, 3 * hidden, hidden);
            list.matrix(Role::Convolution, hidden, kernel);
            list.matrix(Role::StateProjection, hidden, hidden);
        }
    }
}

/// A low-rank projection: the decay of each channel, and the output gate where it has no full matrix.
fn low_rank(list: &mut List, width: u64, middle: u64, hidden: u64) {
    list.matrix(Role::StateProjection, middle, hidden);
    list.matrix(Role::StateProjection, width, middle);
}
