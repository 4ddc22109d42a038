//! The readers of files that others wrote, and the shapes of inputs that each is tried on.
//!
//! A macro lists the readers once, so that none is left out of the tests; `shapes` matches on them.

use std::fs;

macro_rules! readers {
    ($($name:ident),* $(,)?) => {
        /// A reader of files that others wrote.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum Reader { $($name),* }
        /// All readers.
        pub(super) const READERS: &[Reader] = &[$(Reader::$name),*];
    };
}

readers!(
    Body,
    FrontMatter,
    Settings,
    Calculator,
    DataRows,
    ImportPage,
    ImportCsv,
    ImportSphinx,
    ImportTbx,
    ImportTurtle,
    ImportRdfXml,
    ImportJsonLd,
    ImportSheet,
    ImportStrings,
    ImportJson,
    ImportYaml,
    Docs
);

/// What a shape is made of.
pub(super) enum Shape {
    /// A text over and over.
    Same(&'static str),
    /// A text over and over, in which `#` is the number of the repetition.
    Numbered(&'static str),
}
pub(super) use Shape::{Numbered, Same};

impl Shape {
    pub(super) fn text(&self, size: usize) -> String {
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
    pub(super) fn shapes(self) -> Vec<(String, Shape, &'static str)> {
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
            Self::Settings => {
                let front = "title: a\nbase_url: https://a.example/\nauthor: a\ndescription: a\n";
                let layers = "layers:\n- {id: work, title: Work, summary: W.}\n";
                let mut shapes = of(
                    &format!("{front}{layers}moved:\n"),
                    "",
                    vec![
                        Numbered("  /a#/: /glossary/word/\n"),
                        Numbered("  /a#/: /a#1/\n"),
                        Numbered("  /a/b#/: /#\n"),
                    ],
                );
                let layer = Numbered("- {id: a#, title: A#, summary: A.}\n");
                shapes.extend(of(&format!("{front}{layers}"), "", vec![layer, Numbered("a#: b\n")]));
                shapes.extend(of(&format!("{front}{layers}kinds:\n"), "", vec![Numbered("  a#: {folder: b#}\n")]));
                shapes.extend(of(
                    &format!("{front}{layers}theme:\n  nav:\n"),
                    "",
                    vec![Numbered("  - {title: a#, url: '/b#/'}\n")],
                ));
                for key in ["require", "prose", "languages", "remote_pictures"] {
                    shapes.extend(of(&format!("{front}{layers}{key}:\n"), "", vec![Numbered("- a#\n"), Same("- a\n")]));
                }
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
                let names = vec![Numbered("a#,b,\"c#; d#; #\"\n"), Numbered("a#,b,c\n"), Numbered("a,b,c#\n")];
                shapes.extend(of("term,definition,aliases\n", "", names));
                shapes.extend(of("term,definition,aliases\na,b,\"", "\"\n", vec![Numbered("c#;"), Same("c;")]));
                shapes.extend(of("term,definition\na,\"", "\"\n", vec![Same("b. "), Same("[b](c) "), Same("{")]));
                shapes
            }
            Self::ImportSphinx => {
                let linked = Numbered("   a#\n      `a <b#_>`_ `b#`_\n\n.. _b#: https://a.b\n\n.. glossary::\n\n");
                let terms =
                    vec![linked, Same("   a\n      b\n\n"), Same("   a\n"), Numbered("   a#\n      b :term:`a`\n\n")];
                let mut shapes = of(".. glossary::\n\n", "", terms);
                let page = vec![Same("a\n  b\n\n"), Numbered("a#\n---\n\nb\n\n"), Same("a\n"), Same("a::\n\n  b\n\n")];
                shapes.extend(of("", "", page));
                shapes
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
            Self::ImportRdfXml => {
                let concept =
                    Numbered("<Concept about='#'><prefLabel lang='en'>t#</prefLabel><related resource='1'/></Concept>");
                let label = Numbered("<Concept about='a'><prefLabel>t#</prefLabel></Concept>");
                let member = Numbered("<Collection about='#'><member><Concept about='t#'/></member></Collection>");
                let mut shapes = of("<rdf:RDF>", "</rdf:RDF>", vec![concept, label, member]);
                let rest = "><Concept about='a'><prefLabel>t</prefLabel></Concept></rdf:RDF>";
                shapes.extend(of("<rdf:RDF ", rest, vec![Numbered("a#='b' "), Numbered("xmlns:a#='b' ")]));
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
            Self::ImportJsonLd => {
                let nodes = [
                    "{'@id':'u#','prefLabel':'t#','broader':{'@id':'u1'},'related':[{'@id':'u2'}]},",
                    "{'@id':'x','prefLabel':'t#'},{'@id':'u#','prefLabel':'t','related':{'@id':'x'}},",
                    "{'@id':'x','literalForm':'t#'},{'@id':'a','prefLabel':{'@id':'x'}},",
                    "{'@id':'x','literalForm':'t','s#':'s'},{'@id':'a','altLabel':{'@id':'x'}},",
                    "{'@id':'u#','prefLabel':'t','p#':'p'},",
                ];
                let mut shapes = of("[", "{'@id':'z','prefLabel':'z'}]", nodes.map(Numbered).into());
                for key in ["altLabel", "hiddenLabel", "prefLabel", "definition", "source", "note", "broader"] {
                    let before = format!("{{'@id':'a','prefLabel':'a','{key}':[");
                    shapes.extend(of(&before, "'z']}", vec![Numbered("'t#',"), Same("{'@id':'a'},")]));
                }
                shapes.extend(of("{'@id':'a','prefLabel':{", "'en':'t'}}", vec![Numbered("'l#':'t#',")]));
                shapes
            }
            Self::ImportSheet => {
                let cell = "<c t='inlineStr'><is><t>a#</t></is></c>";
                let row: &'static str = format!("<row>{cell}{cell}</row>").leak();
                let rows = vec![Numbered(row), Same("<row><c><v>1</v></c><c><v>1</v></c></row>"), Same("<row r='9'/>")];
                let mut shapes = of("<worksheet>", "</worksheet>", rows);
                let cells =
                    vec![Same("<c/>"), Numbered(cell), Numbered("<c r='A#'><v>1</v></c>"), Same("<v/>"), Same("&amp;")];
                shapes.extend(of("<worksheet><row>", "</row></worksheet>", cells));
                shapes.extend(of("<worksheet><row ", "/></worksheet>", vec![Numbered("a#='b' ")]));
                shapes
            }
            Self::ImportStrings => {
                let items = vec![Same("<si><t>a</t></si>"), Same("<si><r><t>a</t></r></si>"), Same("<si/>")];
                let mut shapes = of("<sst>", "</sst>", items);
                shapes.extend(of("<sst><si>", "</si></sst>", vec![Same("<t>a</t>"), Same("<rPh/>"), Same("&amp;")]));
                shapes
            }
            Self::ImportYaml => {
                let terms = ["- {term: a#, definition: b}\n", "- {term: a#, definition: *a}\n", "- &b# {term: a}\n"];
                let mut shapes = of("- {term: x, definition: &a a}\n", "", terms.map(Numbered).into());
                shapes.extend(of("- &a {term: x, definition: a}\n", "", vec![Same("- *a\n"), Same("---\nterm: b\n")]));
                let names = [Numbered("  - b#\n"), Same("  - b\n"), Same("  - *a\n")];
                shapes.extend(of("- term: &a a\n  definition: b\n  aliases:\n", "", names.into()));
                shapes.extend(of(
                    "",
                    ": b\n",
                    vec![Same("? "), Same("["), Same("{a: "), Same("- "), Numbered("a#: b\n")],
                ));
                shapes
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
}
