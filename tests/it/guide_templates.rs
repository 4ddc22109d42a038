//! The guide's page of templates is written from the templates, and from the values that the pages of the reference
//! site hand them.
//!
//! `UPDATE_GUIDE=1 cargo test guide_names_every_template` writes it anew.

use crate::support::{reference, repository, text};
use rooflight_compiler::{Options, compile};
use rooflight_source::file::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

const PAGE: &str = "content/pages/guide/templates.md";
/// The heading below which the page is generated.
const START: &str = "## Every template\n";
/// Prints the name of each variable, and of each field of a map or of a list of maps.
const DUMP: &str = "\
    {% for key, value in __tera_context %}{{ key }}\n\
    {% if value is map %}{% for field, inner in value %}{{ key }}.{{ field }}\n{% endfor %}{% endif %}\
    {% if value is array %}{% for item in value %}{% if item is map %}\
    {% for field, inner in item %}{{ key }}[].{{ field }}\n{% endfor %}\
    {% endif %}{% endfor %}{% endif %}{% endfor %}";
const MARK: &str = "TEMPLATE ";

/// The variables of each template: those of every page that it renders.
fn variables(names: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let (_, sources) = reference();
    let mut sources = sources.clone();
    for template in sources.templates.iter_mut().filter(|template| names.contains(&template.path)) {
        *template = SourceFile::new(template.path.clone(), format!("{MARK}{}\n{DUMP}", template.path));
    }
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics.first()));
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        let mut lines = text(&site, path).lines();
        let name = lines.next().and_then(|line| line.strip_prefix(MARK)).expect("a dump");
        // The names of assets are those of the files below `static/`.
        let names = lines.filter(|line| !line.is_empty() && !line.starts_with("assets.")).map(str::to_owned);
        found.entry(name.to_owned()).or_default().extend(names);
    }
    found
}

/// The blocks of a template, in their order.
fn blocks(template: &str) -> Vec<&str> {
    template.split(" block ").skip(1).filter_map(|rest| Some(rest.split_once(" %}")?.0)).filter(is_name).collect()
}

fn is_name(text: &&str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Variables as one line of a list each, with their fields.
fn listed(names: &BTreeSet<String>) -> String {
    let mut out = String::new();
    for name in names.iter().filter(|name| !name.contains('.')) {
        let of = |mark: &str| {
            let start = format!("{name}{mark}");
            let fields = names.iter().filter_map(|other| Some(format!("`{}`", other.strip_prefix(&start)?)));
            fields.collect::<Vec<_>>().join(", ")
        };
        match (of("."), of("[].")) {
            (fields, _) if !fields.is_empty() => writeln!(out, "- `{name}`: {fields}"),
            (_, fields) if !fields.is_empty() => writeln!(out, "- `{name}`, a list: {fields}"),
            _ => writeln!(out, "- `{name}`"),
        }
        .expect("a string");
    }
    out
}

fn generated() -> String {
    let folder = repository().join("templates");
    let files = fs::read_dir(&folder).expect("the templates").map(|file| file.expect("a file").file_name());
    let mut names: Vec<String> = files.filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| name.ends_with(".html") && name != "base.html");
    names.sort();
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a template");
    let variables = variables(&names);
    let mut all = variables.values();
    let first = all.next().expect("pages").clone();
    let common: BTreeSet<String> = all.fold(first, |common, names| &common & names);
    let quoted = |blocks: &[&str]| blocks.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let base = read("base.html");
    let mut out = format!("### base.html\n\nThe frame of every page. Blocks: {}.\n\nEvery template has:\n\n", {
        quoted(&blocks(&base))
    });
    out.push_str(&listed(&common));
    for name in &names {
        let own = variables.get(name).unwrap_or_else(|| panic!("no page of the reference site is rendered by {name}"));
        let text = read(name);
        let inside = blocks(&text);
        let blocks = if text.contains("extends \"base.html\"") {
            format!("Blocks: {}.", quoted(&inside))
        } else {
            "Stands alone, without the frame.".to_owned()
        };
        write!(out, "\n### {name}\n\n{blocks}\n").expect("a string");
        // A common variable may have more fields here.
        let own: BTreeSet<String> = own - &common;
        if !own.is_empty() {
            write!(out, "\n{}", listed(&own)).expect("a string");
        }
    }
    out
}

#[test]
fn the_guide_names_every_template_with_its_blocks_and_variables() {
    let path = repository().join(PAGE);
    let page = fs::read_to_string(&path).expect("the page");
    let (intro, _) = page.split_once(START).expect("the heading");
    let written = format!("{intro}{START}\n{}", generated());
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(&path, &written).expect("the page is written");
        return;
    }
    assert_eq!(page, written, "UPDATE_GUIDE=1 writes it anew");
}
