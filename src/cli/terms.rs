//! `rooflight terms`: lists all entries; with `--forms`, also the forms by which each is found, with their rules.

use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::Result;
use rooflight_glossary::link::forms::capitals::Capitals;
use rooflight_glossary::link::forms::form::Form;
use rooflight_glossary::link::forms::origin::{LinkPolicy, Origin};
use rooflight_glossary::link::matching::explain::{Explanation, explain};
use rooflight_glossary::model::cache::FileCache;
use rooflight_glossary::model::document::Document;
use rooflight_source::characters::shown_in_line;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The flags of `terms`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print every form too, with its rule.
    #[arg(long)]
    forms: bool,
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
    /// How terms are printed: `json` is one object a line.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    message_format: MessageFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = load::load(&arguments.root);
    let explanation = match explain(&sources, &mut FileCache::default()) {
        Ok(explanation) => explanation,
        Err(problems) => {
            crate::cli::print(&problems, &sources, arguments.message_format)?;
            return Ok(ExitCode::from(1));
        }
    };
    crate::cli::output::print(text(&explanation, arguments.forms, arguments.message_format))?;
    Ok(ExitCode::SUCCESS)
}

fn text(explanation: &Explanation, with_forms: bool, format: MessageFormat) -> String {
    let documents = &explanation.documents;
    let widest = documents.iter().map(|document| document.front.term.chars().count()).max().unwrap_or_default();
    let mut forms: Vec<Vec<&Form>> = documents.iter().map(|_| Vec::new()).collect();
    for form in explanation.forms.sorted() {
        forms[form.document.index()].push(form);
    }
    let mut out = String::new();
    for (number, document) in documents.iter().enumerate() {
        let draft = number >= explanation.published;
        let own = &forms[number];
        let written = match format {
            MessageFormat::Json => json(document, own, draft),
            MessageFormat::Short | MessageFormat::Github => {
                format!("{}: {}\n", shown_in_line(&document.path), shown_in_line(&document.front.term))
            }
            MessageFormat::Human => {
                let note = if draft { "  (draft)" } else { "" };
                let (term, path) = (shown_in_line(&document.front.term), shown_in_line(&document.path));
                format!("{term:<widest$}  {path}{note}\n")
            }
        };
        out.push_str(&written);
        if with_forms && format != MessageFormat::Json {
            list(&mut out, document, own);
        }
    }
    out
}

/// Writes a line for each form; the term itself only if it is not simply linked.
fn list(out: &mut String, document: &Document, forms: &[&Form]) {
    let shown: Vec<(&str, String)> = forms
        .iter()
        .filter(|form| form.origin != Origin::Term || form.rule.is_some() || form.policy != LinkPolicy::Linked)
        .map(|form| (form.text.as_str(), described(document, form)))
        .collect();
    let widest = shown.iter().map(|(text, _)| text.chars().count()).max().unwrap_or_default();
    for (text, what) in shown {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "    {:<widest$}  {}", shown_in_line(text), shown_in_line(&what));
    }
}

/// Describes a form: "alias", "plural, + s (of key-value cache)".
fn described(document: &Document, form: &Form) -> String {
    let front = &document.front;
    let from = match form.origin {
        Origin::Term => Some(&front.term),
        Origin::Alias(at) => front.aliases.get(at),
        Origin::Avoid(at) => front.avoid.get(at),
        Origin::Superseded(at) => front.superseded.get(at),
        Origin::Form(at) => front.forms.get(at),
        Origin::Not(at) => front.not.get(at),
    };
    let what = match (form.rule, form.origin) {
        (Some(rule), _) => format!("{} (of {})", rule.words(), from.map_or("", String::as_str)),
        (None, Origin::Term) => "term".to_owned(),
        (None, Origin::Alias(_)) => "alias".to_owned(),
        (None, Origin::Avoid(_)) => "name to avoid".to_owned(),
        (None, Origin::Superseded(_)) => "superseded name".to_owned(),
        (None, Origin::Form(_)) => "form".to_owned(),
        (None, Origin::Not(_)) => "not meant".to_owned(),
    };
    match form.policy {
        LinkPolicy::Linked | LinkPolicy::Vetoed => what,
        LinkPolicy::Manual => format!("{what}, linked by hand only"),
        LinkPolicy::Never => format!("{what}, never linked"),
        LinkPolicy::Draft => format!("{what}, not linked while the entry is a draft"),
    }
}

fn json(document: &Document, forms: &[&Form], draft: bool) -> String {
    let forms: Vec<_> = forms
        .iter()
        .map(|form| json!({ "text": form.text, "exact": matches!(form.capitals, Capitals::Exact | Capitals::Name), "what": described(document, form) }))
        .collect();
    let object = json!({
        "id": document.id,
        "term": document.front.term,
        "file": document.path,
        "draft": draft,
        "forms": forms,
    });
    format!("{object}\n")
}
