//! Assigns layers to imported entries: the input's groups, or the layers of an existing site. Names that differ only in
//! case or surrounding spaces are the same.

use crate::address::Addresses;
use crate::assemble::{ImportedEntry, ImportedLayer, first_three};
use crate::draft::{Draft, DraftGroup, Origin};
use crate::input::Options;
use crate::limits;
use crate::report::{Handling, Report};
use crate::settings::SiteSettings;
use rooflight_glossary::model::strings::Strings;
use std::collections::{BTreeMap, HashMap};

/// The layer of entries without a group.
const REST: &str = "terms";

/// Maximum number of different tags that become layers; with more, tags are dropped.
const MAX_TAG_LAYERS: usize = 30;

/// The layers, by the names of the input's groups.
pub(super) struct Layers {
    by_name: BTreeMap<String, String>,
    all: Vec<ImportedLayer>,
    /// Whether tags are layers.
    tags: bool,
    first: String,
}

impl Layers {
    pub(super) fn new(
        drafts: &[Draft],
        groups: &[DraftGroup],
        settings: &SiteSettings,
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
        // The first spelling of each name with its number of drafts, in the input's order.
        let mut order: Vec<(&str, usize)> = Vec::new();
        let mut known_at: HashMap<String, usize> = HashMap::new();
        for name in drafts.iter().flat_map(|draft| names(draft, tags)) {
            let at = *known_at.entry(name.to_lowercase()).or_insert(order.len());
            if at == order.len() {
                order.push((name, 0));
            }
            order[at].1 += 1;
        }
        let is_few = order.len() <= MAX_TAG_LAYERS;
        let tags = tags && is_few;
        let mut out = Self { by_name: BTreeMap::new(), all: Vec::new(), tags, first: REST.to_owned() };
        if let Some(known) = known {
            out.first = known.first().cloned().unwrap_or_default();
            for (name, _) in order {
                let (id, _) = crate::address::spelled(name, &settings.language);
                out.by_name.extend(id.filter(|id| known.contains(id)).map(|id| (name.to_lowercase(), id)));
            }
            return Ok(out);
        }
        if options.layer.is_none() && (tags || !drafts.iter().all(|draft| draft.layer.is_none())) {
            out.add(&order, groups, settings, drafts, report);
        }
        let id = options.layer.clone().unwrap_or_else(|| REST.to_owned());
        if let Some(id) = Some(id).filter(|id| !out.all.iter().any(|layer| layer.id == *id)) {
            let title = if options.layer.is_some() { id.clone() } else { terms(settings, &out.all) };
            out.first.clone_from(&id);
            out.all.push(ImportedLayer { id, title, summary: String::new() });
        }
        Ok(out)
    }

    fn add(
        &mut self,
        order: &[(&str, usize)],
        groups: &[DraftGroup],
        settings: &SiteSettings,
        drafts: &[Draft],
        report: &mut Report,
    ) {
        let mut addresses = Addresses::new(&settings.language, [REST.to_owned()]);
        let mut places: HashMap<&str, &Origin> = HashMap::new();
        for draft in drafts.iter().rev() {
            places.extend(draft.layer.as_deref().map(|name| (name, &draft.origin)));
        }
        let mut sizes: Vec<usize> = order.iter().map(|(_, count)| *count).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let least = if order.len() > limits::MAX_LAYERS { sizes[limits::MAX_LAYERS] + 1 } else { 0 };
        for (name, count) in order {
            if *count < least {
                report.note(
                    Handling::Cut,
                    "small group, whose entries have no layer of their own",
                    places.get(name).unwrap_or(&&drafts[0].origin),
                );
                continue;
            }
            let group = groups.iter().find(|group| group.name == *name);
            let title = group.map_or_else(|| title(name), |group| group.title.clone());
            // Among others a group may have the name of the site, unless that says no more than "Glossary".
            let is_plain = order.len() == 1 || title == crate::settings::glossary(&settings.language);
            let title = if is_plain && title.eq_ignore_ascii_case(&settings.title) {
                terms(settings, &self.all)
            } else {
                title
            };
            let title: String = title.chars().take(100).collect();
            let id = addresses.give(name).name;
            let summary = group.map(|group| group.summary.clone()).unwrap_or_default();
            self.by_name.insert(name.to_lowercase(), id.clone());
            self.all.push(ImportedLayer { id, title, summary });
        }
    }

    /// Returns the layer and the further layers of a draft.
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

    /// Returns the layers that have entries. A missing summary lists the first three terms.
    pub(super) fn into_list(self, entries: &[ImportedEntry]) -> Vec<ImportedLayer> {
        let mut layers = self.all;
        layers.retain_mut(|layer| {
            let is_inside = |entry: &&ImportedEntry| entry.layer == layer.id || entry.also_in.contains(&layer.id);
            let terms: Vec<&str> = entries.iter().filter(is_inside).map(|entry| entry.term.as_str()).collect();
            if layer.summary.trim().is_empty() {
                layer.summary = first_three(&terms);
            }
            !terms.is_empty()
        });
        layers
    }
}

/// Returns the title of a layer without a name: the language's word for terms, unless the site or another layer has it.
fn terms(settings: &SiteSettings, others: &[ImportedLayer]) -> String {
    let strings = Strings::of(&settings.language);
    let is_taken = |word: &&str| {
        word.eq_ignore_ascii_case(&settings.title) || others.iter().any(|layer| layer.title.eq_ignore_ascii_case(word))
    };
    let words = [strings.get("search.terms"), strings.get("menu.glossary"), "A–Z"];
    words.into_iter().find(|word| !is_taken(word)).unwrap_or("A–Z").to_owned()
}

/// Returns the names of a draft's groups, tags included if they are layers.
fn names(draft: &Draft, tags: bool) -> impl Iterator<Item = &str> {
    let tags = if tags { draft.tags.as_slice() } else { &[] };
    draft.layer.iter().chain(&draft.also_in).chain(tags).map(|name| name.trim()).filter(|name| !name.is_empty())
}

/// Turns the name of a folder or group into a title.
fn title(name: &str) -> String {
    // A number that only sorts goes: "20-tools".
    let bare = name.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['-', '_', '.', ' ']);
    let name = if bare.starts_with(char::is_alphabetic) && !name.starts_with(bare) { bare } else { name };
    let is_slug = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte));
    let text = if is_slug { name.replace(['-', '_'], " ") } else { name.to_owned() };
    rooflight_glossary::syntax::inline::sentence_case(text.trim())
}
