//! Finds mentions of terms in a run of text.
//!
//! 1. The text is folded ([`crate::link::fold`]). Wherever a word may begin, an automaton that holds every form
//!    (Aho-Corasick's, without its way back) is followed for as long as the text agrees: most words end it after a
//!    letter or two.
//! 2. A find counts if it is a word of its own ([`crate::link::boundary`]) and has capitals only where the form may.
//! 3. The leftmost wins, and of those that begin together the longest: "memory bandwidth" beats "memory". A veto wins
//!    like any other, and a longer name in other capitals leaves nothing inside it to shorter ones.
//! 4. Forms that are never linked, searched for to explain them, take the gaps.
//!
//! No form is longer than [`crate::link::form::MAX_CHARACTERS`], so that a text costs no more than its length. Never
//! sees Markdown or HTML.

use crate::link::abbreviations::is_spelt_before;
use crate::link::boundary::Boundaries;
use crate::link::capitals::Capitals;
use crate::link::decision::Reason;
use crate::link::fold::Folded;
use crate::link::form::Form;
use crate::link::forms::Forms;
use crate::link::inflect::{Language, Rule};
use crate::link::name_pairs::NamePairs;
use crate::link::origin::LinkPolicy;
use crate::model::ids::EntryId;
use aho_corasick::Anchored;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use std::ops::Range;

/// All forms, ready to search.
#[derive(Debug)]
pub struct Matcher {
    automaton: Option<NFA>,
    forms: Vec<Vec<Form>>,
    beginnings: Beginnings,
    /// Where capitals alone tell no name: in German.
    pairs: NamePairs,
    language: Language,
    /// Whether there are forms that are only to be explained.
    explains: bool,
}

/// A mention in a run of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<'a> {
    /// The bytes of the run.
    pub range: Range<usize>,
    /// The form that was found.
    pub form: &'a Form,
    /// Whether it is part of an address or a path.
    pub in_address: bool,
    /// The reason why an ordinary word means something else here: inside a longer name, or used in its everyday sense.
    pub other_sense: Option<Reason>,
    /// True if the capitals differ from the form's, so that it does not count as a mention.
    pub in_other_case: bool,
}

impl Mention<'_> {
    /// Whether the rules of names allow a link; `own` is the page's entry, `forbidden` the reason why nothing is linked
    /// here.
    ///
    /// # Errors
    /// Why not.
    pub fn allowed(&self, own: Option<EntryId>, forbidden: Option<Reason>) -> Result<(), Reason> {
        match self.form.policy {
            LinkPolicy::Vetoed => return Err(Reason::Not),
            LinkPolicy::Draft => return Err(Reason::Draft),
            LinkPolicy::Never => return Err(Reason::Never),
            LinkPolicy::Linked | LinkPolicy::Manual => {}
        }
        if Some(self.form.document) == own {
            return Err(Reason::Own);
        }
        if self.in_other_case {
            return Err(Reason::OtherCase(self.form.capitals));
        }
        if let Some(reason) = forbidden {
            return Err(reason);
        }
        if self.in_address {
            return Err(Reason::Address);
        }
        if let Some(reason) = self.other_sense {
            return Err(reason);
        }
        if self.form.policy == LinkPolicy::Manual { Err(Reason::Manual) } else { Ok(()) }
    }
}

/// A small table of the first three bytes of every form: rejects most words before the search.
#[derive(Debug)]
struct Beginnings {
    table: Vec<bool>,
    /// For every byte, whether a form of fewer than three begins with it.
    short: [bool; 256],
}

impl Beginnings {
    const SIZE: usize = 1 << 14;

    fn new(keys: &[String]) -> Self {
        let mut beginnings = Self { table: vec![false; Self::SIZE], short: [false; 256] };
        for key in keys {
            match key.as_bytes() {
                [first, second, third, ..] => beginnings.table[Self::slot(*first, *second, *third)] = true,
                [first, ..] => beginnings.short[usize::from(*first)] = true,
                [] => {}
            }
        }
        beginnings
    }

    fn may_begin(&self, text: &[u8]) -> bool {
        let long = matches!(text, [first, second, third, ..] if self.table[Self::slot(*first, *second, *third)]);
        long || text.first().is_some_and(|first| self.short[usize::from(*first)])
    }

    fn slot(first: u8, second: u8, third: u8) -> usize {
        (usize::from(first) * 961 + usize::from(second) * 31 + usize::from(third)) % Self::SIZE
    }
}

/// A form that was found, by its bytes of the folded text.
type Find<'a> = (Range<usize>, &'a Form);

/// The longest finds that begin together.
#[derive(Debug, Default)]
struct Longest<'a> {
    accepted: Option<Find<'a>>,
    /// One in other capitals, if it is longer.
    refused: Option<Find<'a>>,
}

impl Matcher {
    /// Builds the automaton. Without any form, or should the automaton grow beyond its limits, nothing is ever found.
    #[must_use]
    pub fn new(forms: Forms, language: Language) -> Self {
        let names: Vec<(String, Vec<Form>)> = forms.0.into_iter().filter(|(_, forms)| !forms.is_empty()).collect();
        let pairs = if language == Language::German { NamePairs::new(&names) } else { NamePairs::default() };
        let (keys, forms): (Vec<String>, Vec<Vec<Form>>) = names.into_iter().unzip();
        let beginnings = Beginnings::new(&keys);
        let automaton = if keys.is_empty() { None } else { NFA::new(keys).ok() };
        let explains = forms.iter().flatten().any(|form| !form.policy.counts());
        Self { automaton, forms, beginnings, pairs, language, explains }
    }

    /// The mentions in a run, from left to right, with the vetoes.
    #[must_use]
    pub fn mentions(&self, run: &str) -> Vec<Mention<'_>> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let folded = Folded::new(run);
        let boundaries = Boundaries::new(&folded.text, self.language);
        let mut refused = Vec::new();
        let mut chosen = self.search(automaton, &folded, &boundaries, true, &mut refused);
        if self.explains {
            fill(&mut chosen, self.search(automaton, &folded, &boundaries, false, &mut Vec::new()));
        }
        fill(&mut chosen, refused);
        let mut mentions = Vec::with_capacity(chosen.len());
        let mut last = None;
        for (range, form) in chosen {
            let origin = folded.origin(&range);
            if run.get(origin.clone()).is_some() {
                let in_other_case = folded.text.get(range.clone()).is_none_or(|surface| !form.accepts(surface));
                let in_address = boundaries.in_address(&range);
                let is_ordinary = self.may_be_ordinary(form);
                let is_part = || {
                    boundaries.in_longer_name(&range)
                        || self.pairs.hold(&folded.key, &folded.text, &range, form.document)
                };
                let in_longer_name = (is_ordinary && is_part()).then_some(Reason::LongerName);
                let in_other_use = || (is_ordinary && boundaries.in_other_use(&range)).then_some(Reason::OtherUse);
                let of_other_words =
                    || Self::is_of_other_words(form, &range, &folded, last).then_some(Reason::LongerName);
                let other_sense = in_longer_name.or_else(in_other_use).or_else(of_other_words);
                last = Some((range.end, form.document));
                mentions.push(Mention { range: origin, form, in_address, other_sense, in_other_case });
            }
        }
        mentions
    }

    /// True for an ordinary word, as a form's capitals tell it; those of a German noun tell nothing.
    fn may_be_ordinary(&self, form: &Form) -> bool {
        form.capitals == Capitals::Ordinary || form.capitals == Capitals::Name && self.language == Language::German
    }

    /// True for an abbreviation that its entry does not state, where other words than the entry's name spell it;
    /// `last` is the end and the entry of the find before.
    fn is_of_other_words(
        form: &Form,
        range: &Range<usize>,
        folded: &Folded<'_>,
        last: Option<(usize, EntryId)>,
    ) -> bool {
        let (Some(before), Some(after)) = (folded.text.get(..range.start), folded.text.get(range.end..)) else {
            return false;
        };
        let is_own = last.is_some_and(|(end, document)| document == form.document && end + 2 >= range.start);
        form.rule == Some(Rule::Abbreviation)
            && !is_own
            && folded.text.get(range.clone()).is_some_and(|short| is_spelt_before(before, short, after))
    }

    /// The leftmost and longest finds: of forms that count, or of those that are only to be explained. `refused` gets
    /// what has other capitals than its form; nothing inside such a find is found.
    fn search<'a>(
        &'a self,
        automaton: &NFA,
        folded: &Folded<'_>,
        boundaries: &Boundaries<'_>,
        counts: bool,
        refused: &mut Vec<Find<'a>>,
    ) -> Vec<Find<'a>> {
        let key = folded.key.as_bytes();
        let mut found = Vec::new();
        let (mut at, mut before, mut barred) = (0, b' ', 0);
        while let Some(&byte) = key.get(at) {
            // An ASCII letter continues the word before it; for other letters the boundaries decide.
            let goes_on = byte.is_ascii() && (before.is_ascii_alphanumeric() || before == b'_');
            let mut find = None;
            if !goes_on && self.beginnings.may_begin(&key[at..]) {
                let longest = self.longest(automaton, folded, boundaries, at, counts);
                if let Some(other) = longest.refused {
                    barred = barred.max(other.0.end);
                    refused.push(other);
                }
                find = longest.accepted.filter(|(range, _)| range.end > barred);
            }
            let next = find.as_ref().map_or(at + 1, |(range, _)| range.end);
            found.extend(find);
            before = key[next - 1];
            at = next;
        }
        found
    }

    /// The longest finds that begin at a byte.
    fn longest(
        &self,
        automaton: &NFA,
        folded: &Folded<'_>,
        boundaries: &Boundaries<'_>,
        start: usize,
        counts: bool,
    ) -> Longest<'_> {
        let mut longest = Longest::default();
        let Ok(mut state) = automaton.start_state(Anchored::Yes) else { return longest };
        for (at, byte) in folded.key.bytes().enumerate().skip(start) {
            state = automaton.next_state(Anchored::Yes, state, byte);
            if automaton.is_dead(state) {
                break;
            }
            if !automaton.is_match(state) {
                continue;
            }
            let range = start..at + 1;
            let (Some(surface), Some(forms)) =
                (folded.text.get(range.clone()), self.forms(automaton, state, at + 1 - start))
            else {
                continue;
            };
            let accepted = forms.iter().find(|form| form.accepts(surface) && form.policy.counts() == counts);
            let refused = || forms.iter().find(|form| form.policy == LinkPolicy::Linked).filter(|_| counts);
            if let Some(form) = accepted.or_else(refused).filter(|_| boundaries.is_word(&range)) {
                if accepted.is_some() {
                    longest = Longest { accepted: Some((range, form)), refused: None };
                } else {
                    longest.refused = Some((range, form));
                }
            }
        }
        longest
    }

    /// The forms of this length that end in a state.
    fn forms(&self, automaton: &NFA, state: aho_corasick::automaton::StateID, length: usize) -> Option<&[Form]> {
        let mut patterns = (0..automaton.match_len(state)).map(|index| automaton.match_pattern(state, index));
        let pattern = patterns.find(|pattern| automaton.pattern_len(*pattern) == length)?;
        self.forms.get(pattern.as_usize()).map(Vec::as_slice)
    }
}

/// Adds the finds that do not overlap a chosen one.
fn fill<'a>(chosen: &mut Vec<Find<'a>>, more: Vec<Find<'a>>) {
    if more.is_empty() {
        return;
    }
    let before = chosen.len();
    for (range, form) in more {
        let next = chosen[..before].partition_point(|(other, _)| other.end <= range.start);
        if chosen[..before].get(next).is_none_or(|(other, _)| other.start >= range.end) {
            chosen.push((range, form));
        }
    }
    chosen.sort_by_key(|(range, _)| range.start);
}
