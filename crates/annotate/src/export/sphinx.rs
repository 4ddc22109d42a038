//! `objects.inv`, version 2: the inventory by which `:term:` in other Sphinx projects links to the entries.
//!
//! Four lines of text, then a line per name, compressed with zlib. Names are listed as written; Sphinx ignores capitals
//! if no name matches exactly. A line has no quotation: the format cannot hold a name whose third or a later word is a
//! whole number, which is left out, since Sphinx would read another name and address from its line. [`left_out`] lists
//! such names.

use crate::glossary::Glossary;
use rooflight_glossary::model::ids::EntryId;
use std::collections::BTreeMap;
use std::fmt::Write;
use zlib_rs::{DeflateConfig, ReturnCode, compress_bound, compress_slice};

pub(super) fn file(glossary: &Glossary) -> Result<Vec<u8>, String> {
    let mut lines = String::new();
    for InventoryName { name, term, path } in names(glossary).into_iter().flatten() {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{name} std:term -1 {path} {term}");
    }
    let head = format!(
        "# Sphinx inventory version 2\n# Project: {}\n# Version: \n# The remainder of this file is compressed using zlib.\n",
        one_line(&glossary.title)
    );
    let mut buffer = vec![0; compress_bound(lines.len())];
    let (packed, code) = compress_slice(&mut buffer, lines.as_bytes(), DeflateConfig::new(9));
    if code != ReturnCode::Ok {
        return Err("the inventory could not be compressed".to_owned());
    }
    Ok([head.as_bytes(), packed].concat())
}

/// Returns each name that the inventory lacks, with the reason.
pub(super) fn left_out(glossary: &Glossary) -> Vec<(String, &'static str)> {
    names(glossary).into_iter().filter_map(Result::err).collect()
}

/// A line of the inventory.
struct InventoryName<'a> {
    name: String,
    term: String,
    path: &'a str,
}

/// Returns the names of all entries; for one that the inventory cannot hold, the reason.
fn names(glossary: &Glossary) -> Vec<Result<InventoryName<'_>, (String, &'static str)>> {
    let mut found = Vec::new();
    let mut owners = BTreeMap::new();
    for (at, entry) in glossary.entries.iter_enumerated() {
        let path = entry.url.strip_prefix(&glossary.url);
        for name in [&entry.term].into_iter().chain(&entry.aliases) {
            let name = one_line(name);
            let owner: Option<EntryId> = owners.get(&name).copied();
            found.push(match path {
                None => Err((name, "its page is not below the address of the glossary")),
                Some(_) if !is_read_back(&name) => {
                    Err((name, "Sphinx would end it before the whole number that is its third or a later word"))
                }
                Some(_) if owner == Some(at) => continue,
                Some(_) if owner.is_some() => Err((name, "another entry has it")),
                Some(path) => {
                    owners.insert(name.clone(), at);
                    Ok(InventoryName { name, term: one_line(&entry.term), path })
                }
            });
        }
    }
    found
}

/// True if Sphinx finds the end of the name in its line: the first word that another word and a whole number follow.
fn is_read_back(name: &str) -> bool {
    name.split(' ').skip(2).all(|word| word.parse::<i64>().is_err())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
