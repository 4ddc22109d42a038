//! SKOS in Turtle: the site is a scheme, layers are its top concepts, entries are concepts below them.
//!
//! Names to avoid are hidden labels: a search matches them, but no page shows them. SKOS has no status for names, so
//! superseded ones are SKOS-XL labels too, with a status from `LexInfo`.

use crate::glossary::Glossary;
use std::fmt::Write;

pub(super) fn file(glossary: &Glossary) -> String {
    let scheme = iri(&glossary.url);
    let language = &glossary.language;
    let mut out =
        "@prefix dct: <http://purl.org/dc/terms/> .\n@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
            .to_owned();
    if glossary.entries.iter().any(|entry| !entry.superseded.is_empty()) {
        out.push_str("@prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> .\n");
        out.push_str("@prefix lexinfo: <http://www.lexinfo.net/ontology/2.0/lexinfo#> .\n");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{scheme} a skos:ConceptScheme ;\n  dct:title {} .", literal(&glossary.title, language));
    for layer in glossary.layers.iter().filter(|layer| !layer.url.is_empty()) {
        let _ = write!(
            out,
            "\n{} a skos:Concept ;\n  skos:topConceptOf {scheme} ;\n  skos:inScheme {scheme} ;\n  skos:prefLabel {}",
            iri(&layer.url),
            literal(&layer.title, language),
        );
        if !layer.summary.is_empty() {
            let _ = write!(out, " ;\n  skos:scopeNote {}", literal(&layer.summary, language));
        }
        out.push_str(" .\n");
    }
    for entry in &*glossary.entries {
        let _ = write!(out, "\n{} a skos:Concept ;\n  skos:inScheme {scheme}", iri(&entry.url));
        let _ = write!(
            out,
            " ;\n  skos:notation {} ;\n  skos:prefLabel {}",
            quoted(&entry.id),
            literal(&entry.term, language)
        );
        let names = [("altLabel", &entry.aliases), ("hiddenLabel", &entry.avoid), ("hiddenLabel", &entry.superseded)];
        for (kind, name) in names.into_iter().flat_map(|(kind, names)| names.iter().map(move |name| (kind, name))) {
            let _ = write!(out, " ;\n  skos:{kind} {}", literal(name, language));
        }
        for name in &entry.superseded {
            let words = literal(name, language);
            let status = "lexinfo:normativeAuthorization lexinfo:supersededTerm";
            let _ = write!(out, " ;\n  skosxl:hiddenLabel [ a skosxl:Label ; skosxl:literalForm {words} ; {status} ]");
        }
        if !entry.definition.is_empty() {
            let _ = write!(out, " ;\n  skos:definition {}", literal(&entry.definition, language));
        }
        let layers =
            glossary.layers.iter().filter(|layer| layer.id == entry.layer || entry.also_in.contains(&layer.id));
        for layer in layers.filter(|layer| !layer.url.is_empty()) {
            let _ = write!(out, " ;\n  skos:broader {}", iri(&layer.url));
        }
        for other in entry.related.iter().filter_map(|id| glossary.by_id(id)) {
            let _ = write!(out, " ;\n  skos:related {}", iri(&glossary.entries[other].url));
        }
        for url in entry.sources.iter().filter_map(|source| source.url.as_ref()) {
            let _ = write!(out, " ;\n  dct:source {}", iri(url));
        }
        out.push_str(" .\n");
    }
    out
}

/// Formats an IRI; characters that Turtle forbids are percent-encoded.
fn iri(address: &str) -> String {
    let mut out = String::from("<");
    for c in address.chars() {
        if c <= ' ' || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\') {
            let _ = write!(out, "%{:02X}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out + ">"
}

fn literal(text: &str, language: &str) -> String {
    format!("{}@{language}", quoted(text))
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out + "\""
}
