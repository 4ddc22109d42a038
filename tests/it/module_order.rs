//! The order of the source folders, and the absence of circles among modules.
//!
//! Reads the sources as tokens and follows every path that names a module of the same crate: in `use`, in code and in
//! macros. A module may call its own submodules, since it contains them.

use crate::support::repository;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders and files below `crates/compiler/src/writers`; each may use only those before it, and no format uses
/// another.
const WRITERS: [&[&str]; 3] = [&["xml"], &["data", "feed", "html", "markdown", "picture"], &["render"]];

/// The folders and files below `crates/source/src`; each may use only those before it.
const SOURCE: [&str; 9] = ["slug", "url", "csv_cell", "diagnostic", "characters", "file", "limits", "lines", "yaml"];

/// The folders and files below `crates/glossary/src`; each may use only those before it.
const GLOSSARY: [&str; 5] = ["drawing", "syntax", "parallel", "model", "link"];

/// The folders and files below `crates/compiler/src`; each may use only those before it.
const COMPILER: [&str; 9] =
    ["library", "calibrate", "sink", "site", "review", "writers", "cache", "further", "prepared"];

/// The folders below `src`; each may use only those before it.
const PROGRAM: [&str; 2] = ["edge", "cli"];

type Module = Vec<String>;

/// The source files of a crate.
struct Sources(BTreeMap<Module, String>);

/// The paths that a file names.
#[derive(Default)]
struct Paths {
    /// Paths by the names that `use` gives them, and by the module that uses them.
    aliases: BTreeMap<(Module, String), Vec<String>>,
    /// Every path with the module that names it.
    named: Vec<(Module, Vec<String>)>,
}

impl Paths {
    fn read(&mut self, module: &Module, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            let body = braced(&tokens, at + 2).filter(|_| word(&tokens, at).is_some_and(|word| word == "mod"));
            if let Some(body) = body {
                let inner = [module.clone(), vec![word(&tokens, at + 1).expect("a name")]].concat();
                self.read(&inner, body);
                at += 3;
            } else if word(&tokens, at).is_some_and(|word| word == "use") {
                at = self.import(module, &tokens, at + 1, &[]);
            } else if word(&tokens, at).is_some() {
                let (path, end) = path(&tokens, at);
                self.named.push((module.clone(), path));
                at = end;
            } else {
                if let TokenTree::Group(inside) = &tokens[at] {
                    self.read(module, inside.stream());
                }
                at += 1;
            }
        }
    }

    /// Reads one tree of a `use`; gives the position behind it.
    fn import(&mut self, module: &Module, tokens: &[TokenTree], at: usize, before: &[String]) -> usize {
        let (path, end) = path(tokens, at);
        let mut whole = [before, &path].concat();
        if let Some(inside) = braced(tokens, end) {
            let inside: Vec<TokenTree> = inside.into_iter().collect();
            let mut next = 0;
            while next < inside.len() {
                next = self.import(module, &inside, next, &whole) + 1;
            }
            return end + 1;
        }
        whole.pop_if(|last| !before.is_empty() && last == "self");
        let renamed = word(tokens, end).filter(|word| word == "as").and_then(|_| word(tokens, end + 1));
        if let Some(name) = renamed.clone().or_else(|| whole.last().cloned()) {
            self.aliases.insert((module.clone(), name), whole.clone());
        }
        self.named.push((module.clone(), whole));
        let glob = matches!(tokens.get(end), Some(TokenTree::Punct(mark)) if mark.as_char() == '*');
        end + if renamed.is_some() { 2 } else { usize::from(glob) }
    }
}

fn word(tokens: &[TokenTree], at: usize) -> Option<String> {
    tokens.get(at).and_then(|token| if let TokenTree::Ident(name) = token { Some(name.to_string()) } else { None })
}

fn braced(tokens: &[TokenTree], at: usize) -> Option<TokenStream> {
    match tokens.get(at)? {
        TokenTree::Group(inside) if inside.delimiter() == Delimiter::Brace => Some(inside.stream()),
        _ => None,
    }
}

/// The path that begins here, and the position behind it.
fn path(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    let mut path = Vec::new();
    while let Some(name) = word(tokens, at) {
        path.push(name);
        at += 1;
        if !(colon(at) && colon(at + 1)) {
            break;
        }
        at += 2;
    }
    (path, at)
}

impl Sources {
    fn below(root: &Path) -> Self {
        let files = walkdir::WalkDir::new(root).into_iter().map(|file| file.expect("a file").into_path());
        let sources = files.filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
        Self(
            sources
                .filter(|file| !file.ends_with("main.rs"))
                .map(|file| {
                    let path = file.strip_prefix(root).expect("inside").with_extension("");
                    let mut module: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                    module.pop_if(|last| last == "mod" || last == "lib");
                    (module, fs::read_to_string(&file).expect("text"))
                })
                .collect(),
        )
    }

    /// The modules that each module uses; neither itself, nor those that it contains, nor the crate's root, which
    /// contains all.
    fn graph(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let uses = |(module, text): (&Module, &String)| {
            let mut paths = Paths::default();
            paths.read(module, text.parse().expect("Rust"));
            let used = paths.named.iter().filter_map(|(from, path)| self.resolve(&paths, from, path));
            (module.clone(), used.filter(|used| !used.is_empty() && !used.starts_with(module)).collect())
        };
        self.0.iter().map(uses).collect()
    }

    /// The module that a path leads into.
    fn resolve(&self, paths: &Paths, from: &Module, path: &[String]) -> Option<Module> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (first, rest) = path.split_first()?;
        let alias = paths.aliases.get(&(from.clone(), first.clone())).filter(|alias| alias.first() != Some(first));
        let mut whole: Module = match first.as_str() {
            "crate" => rest.to_vec(),
            "self" => [from, rest].concat(),
            "super" => [&from[..from.len().saturating_sub(supers)], &path[supers..]].concat(),
            _ if alias.is_some() => return self.resolve(paths, from, &[alias?.as_slice(), rest].concat()),
            _ if self.0.contains_key(&[from.as_slice(), std::slice::from_ref(first)].concat()) => [from, path].concat(),
            _ => return None,
        };
        while !self.0.contains_key(&whole) {
            whole.pop()?;
        }
        Some(whole)
    }
}

/// The circles of a graph: modules that reach each other, each circle as one line.
fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<String> {
    let reached = |from: &Module| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            next.extend(graph.get(module).into_iter().flatten().filter(|used| seen.insert((*used).clone())));
        }
        seen
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> = graph.keys().map(|module| (module, reached(module))).collect();
    let circle = |module: &&Module| {
        let together =
            graph.keys().filter(|other| reached[module].contains(*other) && reached[*other].contains(*module));
        let names: Vec<String> = together.map(|module| module.join("::")).collect();
        (names.len() > 1).then(|| names.join(" "))
    };
    reached.keys().filter_map(circle).collect()
}

#[test]
fn no_modules_use_each_other() {
    let crates =
        fs::read_dir(repository().join("crates")).expect("the crates").map(|entry| entry.expect("a crate").path());
    let roots =
        crates.chain([repository().to_owned(), repository().join("estimator")]).map(|folder| folder.join("src"));
    let found: BTreeSet<String> = roots.flat_map(|root| circles(&Sources::below(&root).graph())).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn folders_use_only_those_before_them() {
    let mut wrong = Vec::new();
    for (root, order) in [
        ("crates/source/src", &SOURCE[..]),
        ("crates/glossary/src", &GLOSSARY[..]),
        ("crates/compiler/src", &COMPILER[..]),
        ("src", &PROGRAM[..]),
    ] {
        let rank =
            |module: &Module| order.iter().position(|folder| Some(*folder) == module.first().map(String::as_str));
        for (module, used) in Sources::below(&repository().join(root)).graph() {
            if module.is_empty() {
                continue;
            }
            let own = rank(&module).unwrap_or_else(|| panic!("{} has no place in the order", module.join("::")));
            let later = used.iter().filter(|used| rank(used).is_none_or(|rank| rank > own));
            wrong.extend(later.map(|used| format!("{} -> {}", module.join("::"), used.join("::"))));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn writers_use_no_other_format() {
    let rank = |module: &Module| WRITERS.iter().position(|names| names.iter().any(|name| module[1] == *name));
    let mut wrong = Vec::new();
    for (module, used) in Sources::below(&repository().join("crates/compiler/src")).graph() {
        let inside = |module: &&Module| module.len() > 1 && module[0] == "writers";
        if !inside(&&module) {
            continue;
        }
        let own = rank(&module).unwrap_or_else(|| panic!("{} has no place in the order", module.join("::")));
        let others = used.iter().filter(inside).filter(|used| used[1] != module[1]);
        let wrongly = others.filter(|used| rank(used).is_none_or(|rank| rank >= own));
        wrong.extend(wrongly.map(|used| format!("{} -> {}", module.join("::"), used.join("::"))));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
