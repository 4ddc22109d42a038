//! Linking, case by case: each file below `tests/fixtures/links` shows Markdown, and the same Markdown with every link
//! written by hand.
//!
//! 1. A case's front matter names the terms, and says why; `site`, `entry` or `page` set options, `own` makes the body
//!    a term's own.
//! 2. The first text is built as it is, the second one, after `=====`, with `links: off`: the two pages must be the
//!    same bytes, and so must their cards and every term's page with its backlinks.
//! 3. `html` lists what the page must hold as well; `problems` lists the errors, by code and files, of a case that must
//!    not be built; `orphans` lists the entries that nothing links to, by file, and how often each is mentioned;
//!    `lower_case` lists the warnings about names that others write in lower case.
//! 4. `issues` names who asked for the rule; `THREADS.md` lists every thread that is named so, with its cases.
//!
//! Adding a case is adding a file.

use crate::dom;
use crate::support::{explain, fixture};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_glossary::link::matching::report::{lower_case, orphans};
use rooflight_source::diagnostic::Severity;
use rooflight_source::file::{SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;
use yaml_serde::{Mapping, Value};

/// Templates and static files, loaded once.
static LOOK: LazyLock<Sources> = LazyLock::new(|| load::load(&fixture("small")));

/// A case as its file says it.
pub(crate) struct Case {
    /// The file below the folder of the cases.
    pub(crate) name: String,
    front: Mapping,
    input: String,
    expected: Option<String>,
}

impl Case {
    fn list(&self, key: &str) -> Vec<String> {
        let items = self.front.get(key).and_then(Value::as_sequence).cloned().unwrap_or_default();
        items.into_iter().map(|item| item.as_str().expect("a string").to_owned()).collect()
    }

    fn map(&self, key: &str) -> Option<Mapping> {
        self.front.get(key).and_then(Value::as_mapping).cloned()
    }

    fn own(&self) -> Option<&str> {
        self.front.get("own").and_then(Value::as_str)
    }

    /// The path of the page under test, and the page.
    pub(crate) fn subject(&self) -> (String, String) {
        match self.own() {
            Some(own) => (format!("content/glossary/{}.md", slug(own)), format!("glossary/{}/index.html", slug(own))),
            None if self.front.contains_key("page") => ("content/pages/subject.md".into(), "subject/index.html".into()),
            None => ("content/glossary/subject.md".into(), "glossary/subject/index.html".into()),
        }
    }

    /// The sources of the case, with this body; `by_hand` switches automatic links off.
    pub(crate) fn sources(&self, body: &str, by_hand: bool) -> Sources {
        let off = |mut front: Mapping| {
            if by_hand {
                front.insert("links".into(), "off".into());
            }
            front
        };
        let mut files = BTreeMap::from([("content/site.yaml".to_owned(), yaml(&self.site()))]);
        for term in self.front.get("terms").and_then(Value::as_sequence).expect("a case has terms") {
            let mut front =
                term.as_mapping().cloned().unwrap_or_else(|| Mapping::from_iter([("term".into(), term.clone())]));
            let name = front.get("term").and_then(Value::as_str).expect("a term").to_owned();
            let file =
                front.remove("file").map_or_else(|| slug(&name), |file| file.as_str().expect("a name").to_owned());
            let own = self.own() == Some(name.as_str());
            let (front, body) = if own { (off(front), body) } else { (front, "Nothing.") };
            files.insert(format!("content/glossary/{file}.md"), entry(front, body));
        }
        if let Some(mut front) = self.map("page") {
            front.insert("title".into(), "A page".into());
            front.insert("description".into(), "A page.".into());
            files.insert(self.subject().0, format!("---\n{}---\n{body}", yaml(&off(front))));
        } else if self.own().is_none() {
            let mut front = self.map("entry").unwrap_or_default();
            front.insert("term".into(), "zzyzx".into());
            files.insert(self.subject().0, entry(off(front), body));
        }
        let content = files.into_iter().map(|(path, text)| SourceFile::new(path, text)).collect();
        Sources { content, ..LOOK.clone() }
    }

    fn site(&self) -> Mapping {
        let text = "title: Cases\nbase_url: https://cases.example/\nauthor: Nobody\ndescription: Cases.\n\
                    layers: [{id: one, title: One, summary: All.}]\n";
        let mut site: Mapping = yaml_serde::from_str(text).expect("settings");
        site.extend(self.map("site").unwrap_or_default());
        site
    }

    /// True if the case is meant to build.
    pub(crate) fn is_good(&self) -> bool {
        !self.front.contains_key("problems")
    }

    /// The Markdown to be linked.
    pub(crate) fn input(&self) -> &str {
        &self.input
    }
}

fn yaml(map: &Mapping) -> String {
    yaml_serde::to_string(map).expect("YAML")
}

fn entry(mut front: Mapping, body: &str) -> String {
    let defaults = "layer: one\ndefinition: A thing.\npublished: 2026-01-01\nsources: [{key: guide, title: A guide, url: 'https://guide.example/'}]\n";
    let defaults: Mapping = yaml_serde::from_str(defaults).expect("defaults");
    for (key, value) in defaults {
        front.entry(key).or_insert(value);
    }
    format!("---\n{}---\n{body}", yaml(&front))
}

fn slug(term: &str) -> String {
    let words: Vec<String> = term
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// All cases, in the order of their names.
pub(crate) fn cases() -> Vec<Case> {
    let root = fixture("links");
    let mut cases = Vec::new();
    let files = walkdir::WalkDir::new(&root).min_depth(2).sort_by_file_name();
    for file in files.into_iter().map(|file| file.expect("a folder")) {
        if file.path().extension().is_some_and(|extension| extension == "md") {
            let name = file.path().strip_prefix(&root).expect("a case").to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(file.path()).expect("a case is UTF-8");
            let (front, body) = text
                .strip_prefix("---\n")
                .and_then(|text| text.split_once("\n---\n"))
                .unwrap_or_else(|| panic!("{name} has no front matter"));
            let front: Mapping = yaml_serde::from_str(front).unwrap_or_else(|error| panic!("{name}: {error}"));
            for key in front.keys() {
                let known = [
                    "why",
                    "issues",
                    "terms",
                    "site",
                    "entry",
                    "page",
                    "own",
                    "html",
                    "problems",
                    "orphans",
                    "lower_case",
                ];
                assert!(known.contains(&key.as_str().unwrap_or_default()), "{name}: {key:?}");
            }
            assert!(front.get("why").is_some_and(Value::is_string), "{name} does not say why");
            let (input, expected) = match body.split_once("=====\n") {
                Some((input, expected)) => (input.to_owned(), Some(expected.to_owned())),
                None => (body.to_owned(), None),
            };
            cases.push(Case { name, front, input, expected });
        }
    }
    cases
}

fn build(case: &Case, body: &str, by_hand: bool) -> Result<Site, String> {
    let sources = case.sources(body, by_hand);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    outcome.site.ok_or_else(|| {
        let errors = outcome.diagnostics.iter().filter(|problem| problem.severity == Severity::Error);
        let found = errors.map(|problem| {
            let files: Vec<&str> = std::iter::once(&problem.location)
                .chain(problem.related.iter().map(|(place, _)| place))
                .map(|place| place.file.as_str())
                .collect();
            format!("{} {}", problem.code, files.join(" "))
        });
        found.collect::<Vec<_>>().join("\n")
    })
}

fn check(case: &Case) -> Result<(), String> {
    let linked = build(case, &case.input, false);
    if !case.is_good() {
        let expected = case.list("problems").join("\n");
        let found = linked.err().unwrap_or_else(|| "no problem".to_owned());
        return if found == expected { Ok(()) } else { Err(format!("{found}\n  instead of\n{expected}")) };
    }
    let linked = linked?;
    let expected = case.expected.as_deref().ok_or("no expected text")?;
    let by_hand = build(case, expected, true).map_err(|problem| format!("by hand: {problem}"))?;
    let (_, page) = case.subject();
    let ours = |site: &Site, path: &str| site.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    for part in case.list("html") {
        let text = ours(&linked, &page).ok_or("no page")?;
        if !text.contains(&part) {
            return Err(format!("the page lacks {part}:\n{}", main(&text)));
        }
    }
    if case.front.contains_key("orphans") {
        let (found, wanted) = (unlinked(&case.sources(&case.input, false)), case.list("orphans"));
        if found != wanted {
            return Err(format!("orphans {found:?} instead of {wanted:?}"));
        }
    }
    if case.front.contains_key("lower_case") {
        let explanation = explain(&case.sources(&case.input, false)).map_err(|problems| format!("{problems:?}"))?;
        let found: Vec<String> = lower_case(&explanation).into_iter().map(|warning| warning.message).collect();
        let wanted = case.list("lower_case");
        if found != wanted {
            return Err(format!("{found:?} instead of {wanted:?}"));
        }
    }
    let paths: BTreeSet<&String> = linked
        .keys()
        .chain(by_hand.keys())
        .filter(|path| path.contains("glossary/") || path.contains("subject"))
        .collect();
    for path in paths {
        let (found, wanted) = (ours(&linked, path), ours(&by_hand, path));
        if found != wanted {
            let show = |text: Option<String>| text.map_or_else(|| "nothing".to_owned(), |text| main(&text));
            return Err(format!("{path}:\n{}\n  instead of\n{}", show(found), show(wanted)));
        }
    }
    Ok(())
}

/// The entries that nothing links to: the file, and how often others mention it.
fn unlinked(sources: &Sources) -> Vec<String> {
    let explanation = explain(sources).expect("a case without errors");
    orphans(&explanation)
        .iter()
        .map(|orphan| format!("{} {}", orphan.diagnostic.location.file, orphan.mentions))
        .collect()
}

/// The part of a page that differs; the whole of another file.
fn main(file: &str) -> String {
    let page = file.starts_with("<!").then(|| dom::parse(file));
    page.and_then(|page| page.select("main").first().map(|main| main.inner())).unwrap_or(file).trim().to_owned()
}

#[test]
fn every_case() {
    let cases = cases();
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|why| format!("## {}\n{why}\n", case.name))).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n\n{}", failures.len(), cases.len(), failures.join("\n"));
    assert!(cases.len() >= 150, "{} cases", cases.len());
}

#[test]
fn cases_are_distinct() {
    let cases = cases();
    let mut inputs: BTreeMap<(String, String), &str> = BTreeMap::new();
    for case in &cases {
        let mut front = case.front.clone();
        front.remove("why");
        if let Some(other) = inputs.insert((yaml(&front), case.input.clone()), &case.name) {
            panic!("{} and {other} are the same case", case.name);
        }
    }
}

/// True for `owner/repository#number`; a manual or a standard may be named too.
fn is_thread(issue: &str) -> bool {
    issue.rsplit_once('#').is_some_and(|(_, number)| number.parse::<u32>().is_ok())
}

#[test]
fn every_thread_is_listed_with_its_cases() {
    let text = fs::read_to_string(fixture("links").join("THREADS.md")).expect("the list of threads");
    let mut listed = BTreeSet::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        if let [thread, _, files] = cells[..]
            && is_thread(thread)
        {
            assert!(!files.is_empty(), "{thread} has no case");
            listed.extend(files.split(", ").map(|file| (thread.to_owned(), file.trim_matches('`').to_owned())));
        }
    }
    let mut named = BTreeSet::new();
    for case in cases() {
        let threads = case.list("issues").into_iter().filter(|issue| is_thread(issue));
        named.extend(threads.map(|thread| (thread, case.name.clone())));
    }
    assert_eq!(listed, named);
    assert!(named.len() >= 60, "{} pairs", named.len());
}
