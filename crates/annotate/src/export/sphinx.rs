//! `objects.inv`, version 2: the inventory by which `:term:` in other Sphinx projects links to the entries.
//!
//! Four lines of text, then a line per name, compressed with zlib. Names are listed as written; Sphinx ignores capitals
//! if no name matches exactly. A line has no quotation: the format cannot hold a name whose third or a later word is a
//! whole number, which is left out, since Sphinx would read another name and address from its line.

use crate::glossary::Glossary;
use std::collections::BTreeSet;
use std::fmt::Write;
use zlib_rs::{DeflateConfig, ReturnCode, compress_bound, compress_slice};

pub(super) fn file(glossary: &Glossary) -> Result<Vec<u8>, String> {
    let mut lines = String::new();
    let mut listed = BTreeSet::new();
    for entry in &*glossary.entries {
        let Some(path) = entry.url.strip_prefix(&glossary.url) else { continue };
        for name in [&entry.term].into_iter().chain(&entry.aliases) {
            let name = one_line(name);
            if is_read_back(&name) && listed.insert(name.clone()) {
                // Writing to a string cannot fail.
                let _ = writeln!(lines, "{name} std:term -1 {path} {}", one_line(&entry.term));
            }
        }
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

/// True if Sphinx finds the end of the name in its line: the first word that another word and a whole number follow.
fn is_read_back(name: &str) -> bool {
    name.split(' ').skip(2).all(|word| word.parse::<i64>().is_err())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
