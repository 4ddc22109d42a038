//! What a reader costs grows with its input, and not with the square of it: each shape is read at four sizes, and cost
//! is at most size to the power of 1.3.
//!
//! 1. [`Reader`] names every reader; `shapes` and `read` match on it, so that a new one does not compile without both.
//! 2. Cost is the processor time of one thread, less that of an empty input. Times are the smallest of several, since
//!    other work adds to them and never takes away.
//! 3. A shape that is refused by a limit costs nothing further, and passes.

#![cfg(target_os = "linux")]

use crate::support::fixture;
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_annotate::docs;
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::html::write;
use rooflight_compiler::{Options, compile};
use rooflight_import::{Input, InputFile, Mapping};
use rooflight_source::file::{SourceFile, Sources};
use std::fs;

/// The sizes of each shape, bytes.
const SIZES: [usize; 4] = [16_000, 32_000, 64_000, 128_000];

/// The largest exponent of cost against size.
const MOST: f64 = 1.3;

/// Times below this one are no measure, nanoseconds.
const LEAST: f64 = 30e6;

macro_rules! readers {
    ($($name:ident),* $(,)?) => {
        /// A reader of files that others wrote.
        #[derive(Debug, Clone, Copy)]
        enum Reader { $($name),* }
        const READERS: &[Reader] = &[$(Reader::$name),*];
    };
}

readers!(
    Body,
    FrontMatter,
    Calculator,
    DataRows,
    ImportPage,
    ImportCsv,
    ImportSphinx,
    ImportTbx,
    ImportTurtle,
    ImportJson,
    Docs
);

/// What a shape is made of.
enum Shape {
    /// A text over and over.
    Same(&'static str),
    /// A text over and over, in which `#` is the number of the repetition.
    Numbered(&'static str),
}
use Shape::{Numbered, Same};

impl Shape {
    fn text(&self, size: usize) -> String {
        match self {
            Same(unit) => unit.repeat(size / unit.len()),
            Numbered(unit) => {
                (0..size / (unit.len() + 3)).map(|number| unit.replace('#', &number.to_string())).collect()
            }
        }
    }
}

const FRONT: &str = "---\nterm: word\nlayer: work\ndefinition: D.\npublished: 2026-01-01\n";
const SOURCES: &str = "sources: [{title: A, url: 'https://a.example/'}]\n";

impl Reader {
    /// What is read before a shape and after it, with the shapes.
    #[allow(clippy::too_many_lines, reason = "one table of shapes, an arm for each reader")]
    fn shapes(self) -> Vec<(String, Shape, &'static str)> {
        let of = |before: &str, after: &'static str, shapes: Vec<Shape>| {
            shapes.into_iter().map(|shape| (before.to_owned(), shape, after)).collect::<Vec<_>>()
        };
        match self {
            Self::Body => {
                let signs = [
                    "{",
                    "{%",
                    "{{",
                    "{++",
                    "{.",
                    "[[",
                    "[[a|",
                    "`%%",
                    "%%a ",
                    "a`%%x%% ",
                    "\n:::note\n",
                    "![",
                    "^[a] ",
                    "^[a ",
                    "==a ",
                    "https://a.example/ ",
                    "[http://a.b/ ",
                    "`http://a.b ",
                    "(",
                    "\\[",
                    "<a ",
                    "<!--",
                    "* ",
                    "[a](/b) ",
                    "[a](#b)\n",
                    "[[sprint]] ",
                    "sprint ",
                    "a[^1] ",
                    "```mermaid\na\n```\n",
                    "| a |\n|-|\n",
                ];
                let numbered =
                    ["a[^#]\n\n[^#]: b\n\n", "a[^#]\n\n[^#]: b\n\n    c\n\n", "## h#\n\n[a](#h#)\n\n", "[a#]: /b\n\n"];
                let front = format!("{FRONT}{SOURCES}---\n");
                let all = signs.map(Same).into_iter().chain(numbered.map(Numbered)).collect();
                let mut shapes = of(&front, "", all);
                shapes.extend(of(&format!("{front}http://a.example/"), "", vec![Same(")"), Same("(.).")]));
                shapes
            }
            Self::FrontMatter => {
                let mut shapes =
                    of("---\n{\n", "\n---\n", vec![Same("? "), Same("? \n"), Same("["), Numbered("a#: 1,\n")]);
                for key in ["related", "aliases", "also_in"] {
                    shapes.extend(of(&format!("{FRONT}{SOURCES}{key}:\n"), "---\n", vec![Numbered("- a#\n")]));
                }
                let source = Numbered("- {key: k#, title: T, url: 'https://a.example/#'}\n");
                shapes.extend(of(&format!("{FRONT}sources:\n"), "---\nText.\n", vec![source]));
                shapes
            }
            Self::Calculator => {
                let text = fs::read_to_string(crate::support::repository().join("content/calculators/words.yaml"));
                let text = text.expect("a calculator").replace("\nassumes:", "\nassumes:\n- a sentence\n#:");
                let before = text.split("\n#:").next().unwrap_or_default().to_owned() + "\n";
                let mut shapes = of(&before, "", vec![Same("- b\n"), Same("- ''\n")]);
                shapes.extend(of("title: a\ninputs:\n", "", vec![Numbered("- {name: a#}\n")]));
                shapes
            }
            Self::DataRows => of("id,share\n", "", vec![Numbered("r#,1\n"), Numbered("r#,1,2\n")]),
            Self::ImportPage => {
                let blocks = ["\na\n:   b\n", "## a\n\nb\n\n", "- **a**: b\n", "*[A]: b\n", "**a**: b\n\n", "[a](#a) "];
                let signs = ["{{< a ", "{% a ", "<a ", "[[", "{", "<!-- ", "`a", ":::note\n", "<div>", "==a ", "%% a "];
                let all = blocks.into_iter().chain(signs).map(Same).chain([Numbered("\na#\n:   b\n")]).collect();
                of("**a**: b\n\n", "", all)
            }
            Self::ImportCsv => {
                let rows = vec![Same("a,b,c,d\n"), Numbered("a#,b,c#,d\n"), Numbered("a#,b,c,a0; d#\n")];
                let mut shapes = of("term,definition,category,related\n", "", rows);
                shapes.extend(of("term,definition\na,\"", "\"\n", vec![Same("b. "), Same("[b](c) "), Same("{")]));
                shapes
            }
            Self::ImportSphinx => {
                let terms = vec![Same("   a\n      b\n\n"), Same("   a\n"), Numbered("   a#\n      b :term:`a`\n\n")];
                of(".. glossary::\n\n", "", terms)
            }
            Self::ImportTbx => {
                let term = Numbered(
                    "<conceptEntry><langSec xml:lang='en'><termSec><term>t#</term></termSec></langSec></conceptEntry>",
                );
                let rest = "><conceptEntry><langSec xml:lang='en'><termSec><term>t</term></termSec></langSec></conceptEntry></tbx>";
                let mut shapes = of("<tbx>", "</tbx>", vec![term]);
                shapes.extend(of("<tbx ", rest, vec![Numbered("a#='b' "), Numbered("xmlns:a#='b' ")]));
                shapes
            }
            Self::ImportTurtle => {
                let prefix = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n";
                let concept = Numbered(
                    "<https://a.example/#> a skos:Concept ; skos:prefLabel \"t#\"@en ; skos:related <https://a.example/1> .\n",
                );
                let label = Numbered(
                    "<https://a.example/a> a skos:Concept ; skos:prefLabel \"a\"@en ; skos:altLabel \"t#\"@en .\n",
                );
                of(prefix, "", vec![concept, label])
            }
            Self::ImportJson => {
                of("[", "{\"term\": \"a\"}]", vec![Numbered("{\"term\": \"a#\"}, "), Same("{\"term\": \"a\"}, ")])
            }
            Self::Docs => {
                let texts = [
                    "sprint ",
                    "<p>A sprint.</p>\n",
                    "<",
                    "<!--",
                    "<a ",
                    "<div>",
                    "&amp; ",
                    "<b>sprint</b> ",
                    "<p a='",
                ];
                of("<html><body><main><p>", "", texts.map(Same).into())
            }
        }
    }

    fn read(self, text: String, work: &Work) {
        match self {
            Self::Body | Self::FrontMatter => work.site("content/glossary/word.md", text, &[]),
            Self::Calculator => work.site("content/calculators/ship.yaml", text, &[]),
            Self::DataRows => {
                let columns = "source: {title: T, url: 'https://a.example/'}\ncolumns:\n- {name: share}\n";
                work.site("content/data/x.csv", text, &[("content/data/x.yaml", columns)]);
            }
            Self::ImportPage => import("a.md", text),
            Self::ImportCsv => import("a.csv", text),
            Self::ImportSphinx => import("a.rst", text),
            Self::ImportTurtle => import("a.ttl", text),
            Self::ImportTbx => import("a.tbx", text),
            Self::ImportJson => import("a.json", text),
            Self::Docs => {
                drop(write::annotate(&text, "a/index.html", None, &work.glossary, &Rules::default()));
                let found = docs::html("a.html", &text, &work.glossary, &Rules::default()).problems;
                let mut sources = Sources::default();
                sources.content.push(SourceFile::new("a.html", text));
                drop(report::text(&found, &sources, MessageFormat::Json, false));
            }
        }
    }
}

fn import(path: &str, text: String) {
    let file = InputFile { path: path.to_owned(), bytes: text.into_bytes() };
    let input = Input { name: path.to_owned(), files: vec![file], settings: Vec::new() };
    let today = "2026-01-01".parse().expect("a date");
    let (mapping, shortcodes) = (Mapping::default(), Vec::new());
    let options = rooflight_import::Options { mapping, shortcodes, source: None, layer: None, today, site: None };
    drop(rooflight_import::import(&input, &options));
}

/// What the readers need.
struct Work {
    small: Sources,
    glossary: Glossary,
}

impl Work {
    fn site(&self, path: &str, text: String, more: &[(&str, &str)]) {
        let mut sources = self.small.clone();
        let files = [(path, text)].into_iter().chain(more.iter().map(|(path, text)| (*path, (*text).to_owned())));
        sources.content.extend(files.map(|(path, text)| SourceFile::new(path, text)));
        sources.content.sort_by(|a, b| a.path.cmp(&b.path));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        drop(report::text(&outcome.diagnostics, &sources, MessageFormat::Json, false));
    }
}

/// The time of a processor that this thread has taken, nanoseconds.
fn spent() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("the time of this thread");
    text.split(' ').next().and_then(|time| time.parse().ok()).expect("a number")
}

/// The exponent of cost against size over the last two doublings; `None` if the input is too cheap to tell.
fn exponent(costs: &[f64; 4]) -> Option<f64> {
    (costs[3] > LEAST).then(|| (costs[3] / costs[1].max(LEAST / 4.0)).log2() / 2.0)
}

#[test]
fn no_reader_costs_the_square_of_its_input() {
    let glossary = fs::read_to_string(fixture("annotate").join("glossary.json")).expect("a glossary");
    let glossary = Glossary::read(&glossary).expect("a glossary");
    let work = Work { small: load::load(&fixture("small")), glossary };
    // All work of a compilation stays in the thread that is measured.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let mut slow = Vec::new();
    pool.install(|| {
        for reader in READERS {
            for (before, shape, after) in reader.shapes() {
                let cost = |size: usize| {
                    let text = format!("{before}{}{after}", shape.text(size));
                    let start = spent();
                    reader.read(text, &work);
                    spent() - start
                };
                let empty = cost(0).min(cost(0));
                let mut costs = SIZES.map(|size| (cost(size) - empty).max(1.0));
                for _ in 0..3 {
                    if exponent(&costs).is_none_or(|found| found <= MOST) {
                        break;
                    }
                    for (least, size) in costs.iter_mut().zip(SIZES) {
                        *least = least.min((cost(size) - empty).max(1.0));
                    }
                }
                if let Some(found) = exponent(&costs).filter(|found| *found > MOST) {
                    let unit = match shape {
                        Same(unit) | Numbered(unit) => unit,
                    };
                    let costs = costs.map(|cost| format!("{:.0} ms", cost / 1e6));
                    slow.push(format!("{reader:?} {unit:?}: {found:.2} {costs:?}"));
                }
            }
        }
    });
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
