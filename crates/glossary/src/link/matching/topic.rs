//! Decides whether a page has the topic that a term names in parentheses, so that its bare name means the term there.
//!
//! 1. "Port (networking)" is one of several senses of "port". The bare word means it in an entry of the same layer, and
//!    on a page with the words in parentheses: in its text, in its path, or in the title of its layer or of the site.
//! 2. Inflections count: a page about "networks" has the topic "networking".
//! 3. On the page of another entry with the name, "Port (ship)" or "Port" again, the bare word means that entry.
//! 4. A single layer does not tell topics apart.

use crate::link::forms::fold::Folded;
use crate::link::forms::form::{Form, key};
use crate::link::forms::origin::Origin;
use crate::link::forms::own_text::own_text;
use crate::link::usage::affixes::{is_han, is_hangul, is_katakana};
use crate::model::config::Config;
use crate::model::document::Parsed;
use crate::syntax::source_body::Body;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The titles that state topics.
#[derive(Debug)]
pub struct Topics {
    site: String,
    /// The title of each layer, by its id.
    layers: BTreeMap<String, String>,
}

impl Topics {
    /// Collects the titles of a site.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let layers = config.layers.iter().map(|layer| (layer.id.clone(), layer.title.clone())).collect();
        Self { site: config.title.clone(), layers }
    }

    /// True if two entries share one of several layers.
    #[must_use]
    pub fn share_layer(&self, one: &Parsed, other: &Parsed) -> bool {
        let has = |entry: &Parsed, layer: &String| entry.front.layer == *layer || entry.front.also_in.contains(layer);
        self.layers.len() > 1 && self.layers.keys().any(|layer| has(one, layer) && has(other, layer))
    }

    /// The text of a page in which its topic is looked for; `own` is its entry.
    #[must_use]
    pub fn text(&self, path: &str, own: Option<&Parsed>, body: &Body) -> String {
        let layer = own.and_then(|own| self.layers.get(&own.front.layer)).map_or("", String::as_str);
        let term = own.map_or("", |own| own.front.term.as_str());
        [&self.site, path, layer, term, &own_text(body)].join("\n")
    }
}

/// The text of one page, made and folded when a name with a topic is first found in it.
#[derive(Debug, Default)]
pub struct PageTopic(OnceCell<String>);

impl PageTopic {
    /// True if a form may be linked: it needs no topic, its entry shares a layer with the page, or the page's text has
    /// the topic.
    pub fn admits(&self, form: &Form, shares_layer: impl FnOnce() -> bool, text: impl FnOnce() -> String) -> bool {
        let Some(topic) = form.topic.as_deref() else { return true };
        shares_layer() || has_words(self.0.get_or_init(|| key(&Folded::text(text()))), &key(topic))
    }
}

/// True if a form is the name of its entry, `other`, that the entry `own` has as well; a topic in parentheses does not
/// count.
#[must_use]
pub fn is_own_name(form: &Form, own: &Parsed, other: &Parsed) -> bool {
    let bare = |entry: &Parsed| {
        let outside = entry.front.term.split(['(', '（']).next().unwrap_or_default();
        key(&Folded::text(outside.trim().to_owned()))
    };
    let is_bare = form.origin == Origin::Term && !form.text.contains(['(', '（']);
    is_bare && bare(own) == bare(other) && !bare(own).is_empty()
}

/// True if a text has all the words of a topic, or of a topic with short ones only each of them: "fork" is enough for
/// "of a fork".
fn has_words(text: &str, topic: &str) -> bool {
    let words = |text| str::split(text, |c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_long = |word: &str| word.chars().count() > 3 || !is_spaced(word);
    let has_long = words(topic).any(is_long);
    let mut wanted = words(topic).filter(|word| !has_long || is_long(word));
    wanted.all(
        |word| {
            if is_spaced(word) { words(text).any(|own| are_inflections(own, word)) } else { text.contains(word) }
        },
    )
}

/// True for a script that separates words from each other and from particles.
fn is_spaced(word: &str) -> bool {
    !word.contains(|c| is_han(c) || is_katakana(c) || is_hangul(c))
}

/// True for two words with the same beginning, of which the shorter one is hardly longer than that.
fn are_inflections(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let (one, other) = (one.chars().count(), other.chars().count());
    let rest = one.max(other) - same;
    match same {
        0..=2 => rest == 0,
        3..=4 => rest <= 1 && same == one.min(other),
        _ => rest <= 4,
    }
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn words_of_a_topic() {
        for (text, topic) in [
            ("a packet of a network", "networking"),
            ("css3 or css", "css"),
            ("a fork of it", "of a fork"),
            ("two programs", "programming"),
            ("数据结构的一种", "数据结构"),
        ] {
            assert!(has_words(text, topic), "{text}|{topic}");
        }
        for (text, topic) in [
            ("a script in javascript", "java"),
            ("the date of it", "data"),
            ("data alone", "data structure"),
            ("of a kind", "of a fork"),
            ("a cat", "c"),
        ] {
            assert!(!has_words(text, topic), "{text}|{topic}");
        }
    }
}
