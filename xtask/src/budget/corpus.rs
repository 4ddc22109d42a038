//! Generates the glossaries that are measured: any number of entries, the same ones each time.
//!
//! An entry has a definition, up to three aliases, one to four sources and three to five sections: about 400 words of
//! prose, a list, a table, a numbered list, and in every third entry a block of code. Its text mentions 5 to 15 other
//! terms in plain words; some terms are far more popular than others. Many terms begin or end like others, so that the
//! longest match has to win.
//!
//! Other generators get the same entries with each mention written as a link.

use super::words::{AROUND, CODE, DOES, ENDS, HEADINGS, KINDS, THINGS, WHAT, WHEN, WHO};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const LAYERS: [&str; 8] = ["Ground", "Cellar", "Hall", "Office", "Workshop", "Store", "Attic", "Roof"];

/// A random number generator; the same seed gives the same corpus on every machine.
struct Dice(u64);

impl Dice {
    fn new(seed: usize) -> Self {
        let mut dice = Self(seed as u64);
        dice.below(2);
        dice
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// Returns a number below the limit, small ones far more often than large ones.
    fn skewed(&mut self, limit: usize) -> usize {
        let (a, b) = (self.below(limit), self.below(limit));
        a * b / limit.max(1)
    }
}

/// The generator that the files are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Ours: terms are mentioned in plain words.
    Rooflight,
    /// Ours, with pictures for shared links.
    Pictures,
    /// Zola's: mentions are links.
    Zola,
    /// Hugo's: mentions are links.
    Hugo,
}

impl std::str::FromStr for Form {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        Ok(match name {
            "rooflight" => Self::Rooflight,
            "pictures" => Self::Pictures,
            "zola" => Self::Zola,
            "hugo" => Self::Hugo,
            _ => bail!("no form is called {name}: rooflight, pictures, zola, hugo"),
        })
    }
}

struct Term {
    name: String,
    aliases: Vec<String>,
    slug: String,
}

/// Writes `count` entries into the folder: a whole site for ours, entries with mentions as links for others.
pub(crate) fn write(root: &Path, count: usize, form: Form) -> Result<()> {
    if matches!(form, Form::Zola | Form::Hugo) {
        return entries(&root.join("content/terms"), count, form);
    }
    let folder = root.join("content/glossary");
    std::fs::create_dir_all(root.join("content"))?;
    let mut site = "title: A measured glossary\nbase_url: https://example.org/\nlanguage: en\nauthor: Nobody\n\
        description: Made to be measured.\n"
        .to_owned();
    let _ = writeln!(site, "share_pictures: {}", form == Form::Pictures);
    site.push_str("layers:\n");
    for name in LAYERS {
        let _ = writeln!(site, "  - {{id: {}, title: {name}, summary: What stands here.}}", name.to_lowercase());
    }
    std::fs::write(root.join("content/site.yaml"), site)?;
    entries(&folder, count, form)
}

fn entries(folder: &Path, count: usize, form: Form) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let terms = terms(count);
    for number in 0..count {
        let text = entry(&terms, number, form);
        std::fs::write(folder.join(format!("{}.md", terms[number].slug)), text)?;
    }
    Ok(())
}

/// Generates different terms of one to three words; no alias is another entry's name.
fn terms(count: usize) -> Vec<Term> {
    let list = |words: &'static str| words.split_whitespace().collect::<Vec<_>>();
    let (kinds, things, ends) = (list(KINDS), list(THINGS), list(ENDS));
    let mut dice = Dice::new(count);
    let mut taken = BTreeSet::new();
    let mut terms = Vec::with_capacity(count);
    while terms.len() < count {
        let (kind, thing, end) = (dice.of(&kinds), dice.of(&things), dice.of(&ends));
        let name = match dice.below(if count > 20_000 { 40 } else { 11 }) {
            0 => thing.to_owned(),
            1..=3 => format!("{thing} {end}"),
            4..=8 => format!("{kind} {thing}"),
            _ => format!("{kind} {thing} {end}"),
        };
        if !taken.insert(name.to_lowercase()) {
            continue;
        }
        let wanted = [0, 1, 1, 2, 2, 3][dice.below(6)];
        let initials: String = name.split(' ').filter_map(|word| word.chars().next()).collect();
        let candidates =
            [format!("{initials}{}", terms.len()), format!("Plain {name}"), format!("{} kind", name.replace(' ', "-"))];
        let aliases = candidates.into_iter().take(wanted).filter(|alias| taken.insert(alias.to_lowercase())).collect();
        terms.push(Term { slug: name.to_lowercase().replace(' ', "-"), aliases, name });
    }
    terms
}

fn entry(terms: &[Term], number: usize, form: Form) -> String {
    let (term, mut dice) = (&terms[number], Dice::new(number + 1));
    let published = format!("20{}-{:02}-{:02}", dice.between(19, 25), dice.between(1, 12), dice.between(1, 28));
    let layer = dice.of(&LAYERS);
    let [first, second] = [clause(&mut dice, "WHO DOES WHAT WHEN"), clause(&mut dice, "WHO DOES WHAT")];
    let definition = format!("{} is how {first} while {second}.", term.name);
    let volumes: Vec<usize> = (0..dice.between(1, 4)).map(|_| dice.between(1, 9)).collect();
    let mut out = front(form, term, &EntryFields { number, published, layer, definition, volumes });
    body(&mut out, terms, number, &mut dice, form);
    out
}

/// The fields of an entry's front matter, without its names.
struct EntryFields<'a> {
    number: usize,
    published: String,
    layer: &'a str,
    definition: String,
    /// A volume number for each source.
    volumes: Vec<usize>,
}

/// Formats the front matter with the keys of each generator.
fn front(form: Form, term: &Term, fields: &EntryFields<'_>) -> String {
    let EntryFields { number, published, layer, definition, volumes } = fields;
    let aliases = term.aliases.join(", ");
    let mut out = match form {
        Form::Rooflight | Form::Pictures => {
            format!("---\nterm: {}\nlayer: {}\npublished: {published}\n", term.name, layer.to_lowercase())
        }
        Form::Zola => format!(
            "---\ntitle: {}\ndate: {published}\ntaxonomies: {{categories: [{layer}]}}\nextra:\n  letter: {}\n",
            term.name,
            &term.name[..1]
        ),
        Form::Hugo => format!(
            "---\ntitle: {}\ndate: {published}\ncategories: [{layer}]\nparams:\n  letter: {}\n",
            term.name,
            &term.name[..1]
        ),
    };
    let indent = if matches!(form, Form::Rooflight | Form::Pictures) { "" } else { "  " };
    if !aliases.is_empty() {
        let _ = writeln!(out, "{indent}aliases: [{aliases}]");
    }
    let _ = writeln!(out, "{indent}definition: {definition}\n{indent}sources:");
    for (source, volume) in volumes.iter().enumerate() {
        let _ = writeln!(
            out,
            "{indent}  - {{title: \"On {}, volume {volume}\", url: \"https://example.org/{number}/{source}\"}}",
            term.name
        );
    }
    out.push_str("---\n\n");
    out
}

fn body(out: &mut String, terms: &[Term], number: usize, dice: &mut Dice, form: Form) {
    let words = dice.between(100, 350);
    let mut mentions = dice.between(5, 15);
    let (sections, has_code) = (dice.between(3, 5), dice.below(3) == 0);
    let first_heading = dice.below(HEADINGS.len());
    let mut mentioned = BTreeSet::from([number]);
    for section in 0..sections {
        if section > 0 {
            let _ = write!(out, "## {}\n\n", HEADINGS[(first_heading + section) % HEADINGS.len()]);
        }
        let mut sentences = 0;
        // Without the links that other generators need.
        let mut length = 0;
        let here = mentions.div_ceil(sections - section);
        let mut left = here;
        // A word takes about six bytes.
        while left > 0 || length < words * 6 / sections {
            if left > 0 && dice.below(2) == 0 {
                length += mention(out, terms, &mut mentioned, dice, form);
                left -= 1;
            } else {
                let pattern = dice.of(&[
                    "WHO DOES WHAT WHEN.",
                    "WHO *often* DOES WHAT, and WHO DOES WHAT.",
                    "If WHO DOES WHAT WHEN, WHO DOES WHAT.",
                    "WHO **never** DOES WHAT WHEN.",
                ]);
                let text = sentence(&clause(dice, pattern));
                length += text.len();
                out.push_str(&text);
            }
            sentences += 1;
            let space = if sentences % 4 == 0 { "\n\n" } else { " " };
            length += space.len();
            out.push_str(space);
        }
        mentions -= here;
        out.push_str("\n\n");
        furniture(out, section, dice);
        if section == 2 && has_code {
            code(out, number, dice);
        }
    }
}

/// Writes a section's list, table or numbered list.
fn furniture(out: &mut String, section: usize, dice: &mut Dice) {
    let rows = dice.between(3, 5);
    match section {
        0 => (0..rows).for_each(|_| {
            let _ = writeln!(out, "- {}", sentence(&clause(dice, "WHO DOES WHAT")));
        }),
        1 => {
            out.push_str("| What | How many | When |\n|---|---:|---|\n");
            for _ in 0..rows {
                let (what, when) = (dice.of(&WHAT), dice.of(&WHEN));
                let _ = writeln!(out, "| {what} | {} | {when} |", dice.between(1, 9_999));
            }
        }
        2 => (1..=rows.min(3)).for_each(|row| {
            let _ = writeln!(out, "{row}. {} with `step_{row}`", sentence(&clause(dice, "WHO DOES WHAT")));
        }),
        _ => {}
    }
    out.push('\n');
}

/// Writes a sentence about a term that the entry has not mentioned yet, since a term is linked once. Returns its length
/// without the link, bytes.
fn mention(out: &mut String, terms: &[Term], mentioned: &mut BTreeSet<usize>, dice: &mut Dice, form: Form) -> usize {
    let wanted = dice.skewed(terms.len());
    let other = (wanted..terms.len()).chain(0..wanted).find(|other| !mentioned.contains(other)).unwrap_or(wanted);
    mentioned.insert(other);
    let term = &terms[other];
    let name = match dice.below(4) {
        0 => term.aliases.first().unwrap_or(&term.name),
        _ => &term.name,
    };
    let (before, after) = AROUND[dice.below(AROUND.len())];
    let (before, after) = (sentence(&clause(dice, before)), clause(dice, after));
    let _ = match form {
        Form::Rooflight | Form::Pictures => write!(out, "{before} {name}{after}"),
        Form::Zola | Form::Hugo => write!(out, "{before} [{name}](/terms/{}/){after}", term.slug),
    };
    before.len() + 1 + name.len() + after.len()
}

fn code(out: &mut String, number: usize, dice: &mut Dice) {
    let (language, text) = CODE[dice.below(CODE.len())];
    let text = text.replace("NAME", &format!("part_{number}")).replace("NUMBER", &dice.between(2, 900).to_string());
    let _ = write!(out, "```{language}\n{text}```\n\n");
}

/// Fills the placeholders of a pattern with random words.
fn clause(dice: &mut Dice, pattern: &str) -> String {
    let lists: [(&str, &[&str]); 4] = [("WHO", &WHO), ("DOES", &DOES), ("WHAT", &WHAT), ("WHEN", &WHEN)];
    let mut out = pattern.to_owned();
    for (place, list) in lists {
        while out.contains(place) {
            out = out.replacen(place, dice.of(list), 1);
        }
    }
    out
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
