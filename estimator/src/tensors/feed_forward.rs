//! The tensors of a feed-forward part: gate, up and down; the same for each expert; router and shared experts.

use super::Role;
use super::tensor::List;
use crate::model::{Dense, FeedForward, Mixture, Model};

pub(super) fn tensors(list: &mut List, model: &Model, part: &FeedForward) {
    let roles = [Role::Gate, Role::Up, Role::Down];
    match part {
        FeedForward::Dense(dense) => {
            matrices(list, roles, dense, model.hidden());
            if model.layout().sub_norms {
                list.vector(dense.width);
            }
        }
        FeedForward::Moe(mixture) => experts(list, mixture, model.hidden()),
        FeedForward::DenseAndMoe(dense, mixture) => {
            matrices(list, roles, dense, model.hidden());
            experts(list, mixture, model.hidden());
        }
    }
}

fn matrices(list: &mut List, roles: [Role; 3], part: &Dense, hidden: u64) {
    let [gate, up, down] = roles;
    if part.gated {
        list.matrix(gate, part.width, hidden);
    }
    list.matrix(up, part.width, hidden);
    list.matrix(down, hidden, part.width);
}

fn experts(list: &mut List, mixture: &Mixture, hidden: u64) {
    let Mixture { experts, width, gated, .. } = *mixture;
    let input = mixture.latent.unwrap_or(hidden);
    list.matrix(Role::Router, experts, hidden);
    if mixture.router_bias {
        list.vector(experts);
    }
    if mixture.latent.is_some() {
        list.matrix(Role::LatentProjection, input, hidden);
        list.matrix(Role::LatentProjection, hidden, input);
    }
    if gated {
        list.copies(Role::ExpertGate, width, input, experts);
    }
    list.copies(Role::ExpertUp, width, input, experts);
    list.copies(Role::ExpertDown, input, width, experts);
    if mixture.expert_bias {
        let length = width * if gated { 2 } else { 1 } + input;
        list.copies(Role::ExpertBias, 1, length, experts);
    }
    if let Some(shared) = &mixture.shared {
        matrices(list, [Role::SharedGate, Role::SharedUp, Role::SharedDown], shared, hidden);
        if mixture.shared_gate {
            list.vector(hidden);
        }
    }
}
