//! TBX-Basic (ISO 30042:2019, in DCA style): a concept per entry, with its names and their status.
//!
//! The term is preferred, aliases are admitted, names to avoid are deprecated, and superseded names are superseded.

use crate::glossary::Glossary;
use std::fmt::Write;

pub(super) fn file(glossary: &Glossary) -> String {
    let language = escaped(&glossary.language);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <tbx style=\"dca\" type=\"TBX-Basic\" xml:lang=\"{language}\" xmlns=\"urn:iso:std:iso:30042:ed-2\">\n\
         <tbxHeader><fileDesc><titleStmt><title>{}</title></titleStmt><sourceDesc><p>{}</p></sourceDesc></fileDesc>\
         <encodingDesc><p type=\"XCSURI\">TBXBasicXCSV02.xcs</p></encodingDesc></tbxHeader>\n<text><body>\n",
        escaped(&glossary.title),
        escaped(&glossary.url),
    );
    for entry in &*glossary.entries {
        // Writing to a string cannot fail. XML requires that an id begins with a letter, hence `c-`.
        let _ = writeln!(out, "<conceptEntry id=\"c-{}\">", escaped(&entry.id));
        if !entry.layer.is_empty() {
            let _ = writeln!(
                out,
                "<descrip type=\"subjectField\">{}</descrip>",
                escaped(glossary.layer_title(&entry.layer))
            );
        }
        let _ = writeln!(
            out,
            "<xref type=\"externalCrossReference\" target=\"{}\">{}</xref>",
            escaped(&entry.url),
            escaped(&entry.term)
        );
        let _ = writeln!(out, "<langSec xml:lang=\"{language}\">");
        if !entry.definition.is_empty() {
            let _ = writeln!(
                out,
                "<descripGrp><descrip type=\"definition\">{}</descrip></descripGrp>",
                escaped(&entry.definition)
            );
        }
        let term = std::slice::from_ref(&entry.term);
        let kinds = [
            (term, "preferredTerm-admn-sts"),
            (&entry.aliases, "admittedTerm-admn-sts"),
            (&entry.avoid, "deprecatedTerm-admn-sts"),
            (&entry.superseded, "supersededTerm-admn-sts"),
        ];
        for (names, status) in kinds {
            for name in names {
                let _ = writeln!(
                    out,
                    "<termSec><term>{}</term><termNote type=\"administrativeStatus\">{status}</termNote></termSec>",
                    escaped(name)
                );
            }
        }
        out.push_str("</langSec>\n</conceptEntry>\n");
    }
    out + "</body></text>\n</tbx>\n"
}

/// Escapes a text for XML; control characters, which XML cannot hold, become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
