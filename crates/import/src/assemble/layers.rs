//! Layers of the imported entries: those of the input with an id each, or those of the site that is there. Names that
//! differ in capitals or in spaces around them are one.

use crate::address::Addresses;
use crate::assemble::{Entry, Layer};
use crate::draft::{Draft, Group};
use crate::input::Options;
use crate::limits;
use crate::report::{Handling, Report};
use crate::settings::Facts;
use std::collections::BTreeMap;

/// The layer of entries that no group of the input holds.
const REST: &str = "terms";

/// Most different tags that are layers.
const TAGS: usize = 30;

/// The layers, by the input's words.
pub(super) struct Layers {
    by_name: BTreeMap<String, String>,
    all: Vec<Layer>,
    /// Whether tags are layers.
    tags: bool,
    first: String,
}

impl Layers {
    pub(super) fn new(
        drafts: &[Draft],
        groups: &[Group],
        facts: &Facts,
        options: &Options,
        report: &mut Report,
    ) -> Result<Self, String> {
        let known = options.site.as_ref().map(|site| site.layers.clone());
        if let (Some(wanted), Some(known)) = (&options.layer, &known)
            && !known.contains(wanted)
        {
            return Err(format!("there is no layer `{wanted}`; the layers are {}", known.join(", ")));
        }
        let tags = drafts.iter().all(|draft| draft.layer.is_none());
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        // The first spelling of each.
        let mut order: Vec<&str> = Vec::new();
        for draft in drafts {
            for name in names(draft, tags) {
                let count = counts.entry(name.to_lowercase()).or_default();
                *count += 1;
                if *count == 1 {
                    order.push(name);
                }
            }
        }
        let is_few = order.len() <= TAGS;
        let tags = tags && is_few;
        let mut out = Self { by_name: BTreeMap::new(), all: Vec::new(), tags, first: REST.to_owned() };
        if let Some(known) = known {
            out.first = known.first().cloned().unwrap_or_default();
            for name in order {
                let (id, _) = crate::address::spelled(name, &facts.language);
                out.by_name.extend(id.filter(|id| known.contains(id)).map(|id| (name.to_lowercase(), id)));
            }
            return Ok(out);
        }
        if options.layer.is_none() && (tags || !drafts.iter().all(|draft| draft.layer.is_none())) {
            out.add(&order, &counts, groups, facts, drafts, report);
        }
        let id = options.layer.clone().unwrap_or_else(|| REST.to_owned());
        if let Some(id) = Some(id).filter(|id| !out.all.iter().any(|layer| layer.id == *id)) {
            let title = if options.layer.is_some() { id.clone() } else { facts.title.clone() };
            out.first.clone_from(&id);
            out.all.push(Layer { id, title, summary: String::new() });
        }
        Ok(out)
    }

    fn add(
        &mut self,
        order: &[&str],
        counts: &BTreeMap<String, usize>,
        groups: &[Group],
        facts: &Facts,
        drafts: &[Draft],
        report: &mut Report,
    ) {
        let mut addresses = Addresses::new(&facts.language, [REST.to_owned()]);
        let mut sizes: Vec<usize> = counts.values().copied().collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let least = if order.len() > limits::LAYERS { sizes[limits::LAYERS] + 1 } else { 0 };
        for name in order {
            if counts.get(&name.to_lowercase()).copied().unwrap_or_default() < least {
                let place =
                    drafts.iter().find(|draft| draft.layer.as_deref() == Some(*name)).map(|draft| &draft.origin);
                report.note(
                    Handling::Cut,
                    "small group, whose entries have no layer of their own",
                    place.unwrap_or(&drafts[0].origin),
                );
                continue;
            }
            let group = groups.iter().find(|group| group.name == *name);
            let title = group.map_or_else(|| title(name), |group| group.title.clone());
            let title: String = title.chars().take(100).collect();
            let id = addresses.give(name).name;
            let summary = group.map(|group| group.summary.clone()).unwrap_or_default();
            self.by_name.insert(name.to_lowercase(), id.clone());
            self.all.push(Layer { id, title, summary });
        }
    }

    /// The layer and the further layers of a draft.
    pub(super) fn of(&self, draft: &Draft, options: &Options, report: &mut Report) -> (String, Vec<String>) {
        if let Some(layer) = &options.layer {
            return (layer.clone(), Vec::new());
        }
        let mut ids: Vec<String> = Vec::new();
        for name in names(draft, self.tags) {
            match self.by_name.get(&name.to_lowercase()) {
                Some(id) if !ids.contains(id) => ids.push(id.clone()),
                None if options.site.is_some() => {
                    report.note(Handling::Left, "group that is no layer of the site", &draft.origin);
                }
                Some(_) | None => {}
            }
        }
        if !self.tags && !draft.tags.is_empty() {
            report.note(Handling::Left, "tags", &draft.origin);
        }
        if ids.is_empty() {
            if options.site.is_some() {
                report.note(Handling::Guessed, "layer: the site's first", &draft.origin);
            }
            return (self.first.clone(), ids);
        }
        let first = ids.remove(0);
        (first, ids)
    }

    /// The layers that entries are in, each with a summary.
    pub(super) fn into_list(self, entries: &[Entry]) -> Vec<Layer> {
        let is_used =
            |layer: &Layer| entries.iter().any(|entry| entry.layer == layer.id || entry.also_in.contains(&layer.id));
        let mut layers: Vec<Layer> = self.all.into_iter().filter(is_used).collect();
        for layer in &mut layers {
            if layer.summary.trim().is_empty() {
                let inside =
                    entries.iter().filter(|entry| entry.layer == layer.id || entry.also_in.contains(&layer.id));
                let terms: Vec<&str> = inside.map(|entry| entry.term.as_str()).collect();
                let more = if terms.len() > 3 { ", …" } else { "" };
                layer.summary = format!("{}{more}", terms[..terms.len().min(3)].join(", "));
            }
        }
        layers
    }
}

/// The groups that a draft names.
fn names(draft: &Draft, tags: bool) -> impl Iterator<Item = &str> {
    let tags = if tags { draft.tags.as_slice() } else { &[] };
    draft.layer.iter().chain(&draft.also_in).chain(tags).map(|name| name.trim()).filter(|name| !name.is_empty())
}

/// A folder's name as a title.
fn title(name: &str) -> String {
    let is_slug = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte));
    let text = if is_slug { name.replace(['-', '_'], " ") } else { name.to_owned() };
    rooflight_glossary::syntax::inline::sentence_case(text.trim())
}
