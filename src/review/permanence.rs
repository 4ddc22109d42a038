//! Permanence: what was published once is found for ever.
//!
//! 1. Each address of `content/urls.lock` is a page or file of the site, or leads on to one.
//! 2. What the settings say has moved leads from an address that is free to a page that is there.

use crate::diagnostic::{Diagnostic, Place, messages};
use crate::model::config::Config;
use crate::model::url_lock::{self, Lock};
use crate::site::redirects::{Redirect, folder};
use crate::yaml_path;
use std::collections::BTreeSet;

/// Reports every address that the site would lose.
pub(crate) fn check(lock: &Lock, paths: &BTreeSet<String>, problems: &mut Vec<Diagnostic>) {
    let known = || paths.iter().filter_map(|path| path.strip_suffix("index.html")).filter(|path| !path.is_empty());
    for (address, span) in &lock.lines {
        if !url_lock::answers(paths, address) {
            problems.push(messages::lost_address(Place::new(url_lock::PATH, span.clone()), address, known()));
        }
    }
}

/// Reports what of `moved` cannot be: an address in use, or a target that is not there. `paths` has every page, and none that leads on.
pub(crate) fn check_moved(
    config: &Config,
    moves: &[Redirect],
    paths: &BTreeSet<String>,
    problems: &mut Vec<Diagnostic>,
) {
    for (from, to) in &config.moved {
        let place = || config.place(yaml_path!["moved", from.as_str()]);
        let (old, new) = (folder(from), folder(to));
        let elsewhere = moves.iter().any(|other| other.from == old && other.to != new);
        if paths.contains(&format!("{old}index.html")) || elsewhere {
            problems.push(messages::moved_in_use(place(), &old));
        } else if !paths.contains(&format!("{new}index.html")) {
            let known = paths.iter().filter_map(|path| path.strip_suffix("index.html"));
            problems.push(messages::moved_nowhere(place(), &new, known));
        }
    }
}
