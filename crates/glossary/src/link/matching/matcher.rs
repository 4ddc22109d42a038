//! Finds mentions of terms in a run of text.
//!
//! 1. The text is folded ([`crate::link::forms::fold`]). At each possible beginning of a word, an anchored search
//!    follows an Aho-Corasick automaton of all forms as long as the text agrees; most words end the search after a
//!    letter or two.
//! 2. A match counts if it is a whole word ([`crate::link::usage::boundary`]) and its capitals are acceptable to the
//!    form.
//! 3. The leftmost match wins, and of several that begin together the longest: "memory bandwidth" beats "memory". A
//!    veto wins like any other match. Nothing is found inside a longer name that has other capitals.
//! 4. To explain, forms that are never linked are searched too; they get the text that the others leave.
//!
//! No form is longer than [`crate::link::forms::form::MAX_CHARACTERS`], so the search takes time linear in the text's
//! length. Never sees Markdown or HTML.

use crate::link::forms::abbreviations::is_spelt_before;
use crate::link::forms::capitals::Capitals;
use crate::link::forms::fold::Folded;
use crate::link::forms::form::Form;
use crate::link::forms::inflect::{DerivationRule, Language};
use crate::link::forms::name_pairs::NamePairs;
use crate::link::forms::origin::LinkPolicy;
use crate::link::forms::surface_forms::Forms;
use crate::link::matching::decision::Reason;
use crate::link::usage::boundary::Boundaries;
use crate::link::usage::german;
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
    /// Adjacent words of long names; empty except in German, where capitals do not reveal names.
    pairs: NamePairs,
    language: Language,
    /// True if there are forms that are searched for only to be explained.
    explains: bool,
}

/// A mention in a run of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<'a> {
    /// Its bytes in the run.
    pub range: Range<usize>,
    /// The form that was found.
    pub form: &'a Form,
    /// True if it is part of an address or a path.
    pub in_address: bool,
    /// Why it means something else here: [`Reason::LongerName`] or [`Reason::OtherUse`].
    pub other_sense: Option<Reason>,
    /// True if the form does not accept its capitals, so that it is never linked.
    pub in_other_case: bool,
}

impl Mention<'_> {
    /// Checks whether the mention may be linked, apart from density and emphasis. `own` is the page's entry,
    /// `forbidden` the reason why nothing is linked in this place.
    ///
    /// # Errors
    /// The reason why it may not be linked.
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

/// A hash table of the first three bytes of every form, which rejects most words before the search.
#[derive(Debug)]
struct Beginnings {
    table: Vec<bool>,
    /// For each byte, whether a form of one or two bytes begins with it.
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

/// A form that was found, with its bytes in the folded text.
type Find<'a> = (Range<usize>, &'a Form);

/// The longest matches that begin at one byte.
#[derive(Debug, Default)]
struct Longest<'a> {
    accepted: Option<Find<'a>>,
    /// A match with other capitals, if it is longer than the accepted one.
    refused: Option<Find<'a>>,
}

impl Matcher {
    /// Builds the automaton. If there are no forms, or they exceed the automaton's limits, nothing is ever found.
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

    /// The mentions in a run, vetoes included, from left to right.
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
                let in_other_use = || {
                    let is_used =
                        boundaries.in_other_use(&range) || self.is_infinitive(form, &folded.text[range.clone()]);
                    (is_ordinary && is_used).then_some(Reason::OtherUse)
                };
                let of_other_words =
                    || Self::is_of_other_words(form, &range, &folded, last).then_some(Reason::LongerName);
                let other_sense = in_longer_name.or_else(in_other_use).or_else(of_other_words);
                last = Some((range.end, form.document));
                mentions.push(Mention { range: origin, form, in_address, other_sense, in_other_case });
            }
        }
        mentions
    }

    /// True if a form may be an ordinary word. In German a single Capitalised word may be one too.
    fn may_be_ordinary(&self, form: &Form) -> bool {
        form.capitals == Capitals::Ordinary || form.capitals == Capitals::Name && self.language == Language::German
    }

    /// True for a German verb in the infinitive that has the letters of a headword.
    fn is_infinitive(&self, form: &Form, found: &str) -> bool {
        self.language == Language::German && form.rule.is_none() && german::is_infinitive(&form.text, found)
    }

    /// True for an abbreviation, not stated by its entry, in parentheses after words that have its initials but are not
    /// the entry's name. `last` is the end and the entry of the match before.
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
        form.rule == Some(DerivationRule::Abbreviation)
            && !is_own
            && folded.text.get(range.clone()).is_some_and(|short| is_spelt_before(before, short, after))
    }

    /// The leftmost and longest matches of forms that count (see [`LinkPolicy::counts`]), or of the others if `counts`
    /// is false. Matches with other capitals are added to `refused`; nothing inside them is found.
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

    /// The longest matches that begin at byte `start`.
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

    /// The forms of this length in bytes that match in a state.
    fn forms(&self, automaton: &NFA, state: aho_corasick::automaton::StateID, length: usize) -> Option<&[Form]> {
        let mut patterns = (0..automaton.match_len(state)).map(|index| automaton.match_pattern(state, index));
        let pattern = patterns.find(|pattern| automaton.pattern_len(*pattern) == length)?;
        self.forms.get(pattern.as_usize()).map(Vec::as_slice)
    }
}

/// Adds those matches that do not overlap a chosen one.
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
