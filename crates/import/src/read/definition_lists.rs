//! Reads definition lists, tables and lines of abbreviations of a page.

use super::blocks::{elements, item};
use super::cells::{self, CellRow};
use super::lead::Lead;
use super::page::TermPage;
use crate::draft::Draft;
use crate::edits::MARKDOWN;
use crate::markup;
use crate::report::Report;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use rooflight_glossary::syntax::lead::words;

impl TermPage<'_> {
    pub(super) fn definitions(&self, at: usize) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let mut found: Vec<Draft> = Vec::new();
        let mut has_text = true;
        for (event, inside) in elements(text, 1) {
            match event {
                Event::Start(Tag::DefinitionListTitle) => {
                    // Each line is a term, and several terms share a definition.
                    for term in text[inside.clone()].lines().map(str::trim).filter(|term| !term.is_empty()) {
                        match found.last_mut().filter(|_| !has_text) {
                            Some(draft) => {
                                draft.aliases.push(words(term));
                                draft.targets.extend(markup::anchors(term));
                            }
                            None => found.push(self.draft(range.start + inside.start, &Lead::of(term), "")),
                        }
                        has_text = false;
                    }
                }
                Event::Start(Tag::DefinitionListDefinition) => {
                    if let Some(draft) = found.last_mut() {
                        let target = if has_text { &mut draft.body } else { &mut draft.definition };
                        cells::append(target, item(&text[inside]).trim());
                        has_text = true;
                    }
                }
                _ => {}
            }
        }
        found
    }

    pub(super) fn table(&self, at: usize, report: &mut Report) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let text = &self.text[range.clone()];
        let (mut header, mut rows, mut row): (Vec<String>, Vec<CellRow>, Vec<String>) = Default::default();
        let mut start = 0;
        for (event, inside) in Parser::new_ext(text, MARKDOWN).into_offset_iter() {
            match event {
                Event::Start(Tag::TableRow) => start = range.start + inside.start,
                Event::Start(Tag::TableCell) => row.push(text[inside].trim().trim_matches('|').trim().to_owned()),
                Event::End(TagEnd::TableHead) => {
                    header = std::mem::take(&mut row).iter().map(|cell| words(cell)).collect();
                }
                Event::End(TagEnd::TableRow) => rows.push((self.place(start), std::mem::take(&mut row))),
                _ => {}
            }
        }
        if header.len() < 2 || rows.is_empty() {
            return Vec::new();
        }
        cells::drafts(&header, &rows, self.mapping, report)
    }

    pub(super) fn abbreviations(&self, at: usize) -> Vec<Draft> {
        let range = self.blocks[at].range.clone();
        let mut start = range.start;
        let mut found = Vec::new();
        for line in self.text[range].split_inclusive('\n') {
            let pair = line.trim().strip_prefix("*[").and_then(|rest| rest.split_once("]:"));
            found.extend(pair.map(|(term, text)| self.draft(start, &Lead::of(term), text)));
            start += line.len();
        }
        found
    }
}
