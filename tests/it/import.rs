//! Glossaries of other tools: each is imported by one command, and what is written builds at once.

use crate::dom;
use crate::support::fixture;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rooflight")).args(arguments).output().expect("the program runs")
}

fn output_text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// Imports a fixture into a new site, builds it, and gives the report with every file that was written.
fn imported(name: &str, flags: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    let path = fixture("import").join(name);
    let (path, root_text) = (path.to_string_lossy(), root.to_string_lossy());
    let output = rooflight(&[&["import", &path, "--root", &root_text][..], flags].concat());
    assert_eq!(output.status.code(), Some(0), "{name}: {}", output_text(&output));
    let dist = folder.path().join("dist").to_string_lossy().into_owned();
    let built = rooflight(&["build", "--root", &root_text, "--out", &dist]);
    assert_eq!(built.status.code(), Some(0), "{name}: {}", output_text(&built));
    let head = output_text(&output).replace(&*path, name).replace(&*root_text, "SITE");
    let mut out = head.split("\nNext:").next().unwrap_or_default().to_owned();
    let found = walkdir::WalkDir::new(&root).sort_by_file_name().into_iter().filter_map(Result::ok);
    for entry in found.filter(|entry| entry.file_type().is_file()) {
        let relative = entry.path().strip_prefix(&root).expect("below the site").display().to_string();
        let text = fs::read_to_string(entry.path()).unwrap_or_else(|_| "(not a text)\n".to_owned());
        out.extend(["\n== ", &relative, "\n", &text]);
    }
    out
}

/// Imports a fixture, builds it, and finds every one of these parts in the report and the files.
fn says(name: &str, flags: &[&str], parts: &[&str]) {
    let all = imported(name, flags);
    for part in parts {
        assert!(all.contains(part), "{name}: {part} is not in\n{all}");
    }
}

/// Imports a fixture and compares the report and the files with a snapshot, without the day of the import.
fn same(name: &str, flags: &[&str]) {
    let all = imported(name, flags);
    let lines = all.lines().map(|line| if line.starts_with("published: 20") { "published: TODAY" } else { line });
    let text = lines.collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(name.replace('/', "-"), text);
}

#[test]
fn nothing_is_left_without_a_word() {
    // Items of a list, further names, signs as terms, classifiers, meanings and columns.
    for name in ["list.md", "names.md", "meanings.csv", "signs.rst", "begriffe.yaml"] {
        same(name, &[]);
    }
}

#[test]
fn keys_groups_languages_and_marks_of_data() {
    for name in ["marks.tsv", "columns.csv", "groups.json", "languages.json", "letters.yaml"] {
        same(name, &[]);
    }
}

#[test]
fn other_dialects_of_markdown() {
    for name in ["myst.md", "jekyll", "pandoc", "definitions", "din", "sites/docs"] {
        same(name, &[]);
    }
}

#[test]
fn a_vocabulary_with_names_of_its_own() {
    same("words.ttl", &["--map", "hasTerm=term,explains=definition"]);
}

#[test]
fn a_page_of_terms() {
    says(
        "page.md",
        &[],
        &[
            "page.md read as a Markdown page of many terms\n7 entries",
            "== content/glossary/c-plus-plus.md\n---\nterm: C++\nlayer: doughs\n",
            "See [[autolyse]] and [our shop](https://bakery.example/).",
            "== content/glossary/lame-2.md\n---\nterm: lame\nlayer: tools\nmatch: never\n",
            "definition, of which the body has the whole (first: page.md:8)",
        ],
    );
}

#[test]
fn comments_of_mdx_formulas_and_signs_of_windows() {
    says(
        "shore.md",
        &[],
        &[
            "term: Chart\n",
            "sea’s floor",
            "term: Sum\n",
            "\\sum_{i=1}^n x_i",
            "left    2  attributes of Pandoc or kramdown",
        ],
    );
}

#[test]
fn definitions_in_a_list_keep_their_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let list = "- **Lame**: a **sharp** blade at an `angle`, for a [loaf](#loaf).\n- **Loaf**: *baked* bread.\n- **Peel**: a board.\n";
    fs::write(path("words.md"), list).expect("a page");
    let output = rooflight(&["import", &path("words.md"), "--root", &path("site")]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    let built = rooflight(&["build", "--root", &path("site"), "--out", &path("dist")]);
    assert_eq!(built.status.code(), Some(0), "{}", output_text(&built));
    for (entry, shown, words) in [
        (
            "lame",
            "a <strong>sharp</strong> blade at an <code>angle</code>, for a <a ",
            "a sharp blade at an angle, for a loaf.",
        ),
        ("loaf", "<em>baked</em> bread.", "baked bread."),
        ("peel", "a board.", "a board."),
    ] {
        let source = fs::read_to_string(path(&format!("site/content/glossary/{entry}.md"))).expect("an entry");
        assert!(source.contains(&format!("\ndefinition: {words}\n")), "{source}");
        let page = fs::read_to_string(path(&format!("dist/glossary/{entry}/index.html"))).expect("a page");
        let main = dom::parse(&page).one("main").inner().to_owned();
        assert_eq!(main.matches(shown).count(), 1, "{entry}: {main}");
    }
}

#[test]
fn one_language_of_several() {
    let english = ["term: beam\n", "definition: A timber that lies.\n", "in other languages than that of the site"];
    says("tongues.yaml", &[], &english);
    let columns =
        ["term: Beam\n", "definition: A timber that lies.\n", "column `def_fr`, in another language than `en`"];
    says("two-languages.csv", &[], &columns);
    assert!(!imported("two-languages.csv", &[]).contains("Poutre"));
}

#[test]
fn terms_with_a_break_a_tab_or_a_heading_behind_them() {
    says("broken.md", &[], &["3 entries", "term: allocate\n", "An array of three"]);
    says("tabs.rst", &[], &["2 entries", "term: Lame\n", "definition: A blade for a loaf.\n"]);
    let note = [
        "term: Lame\nlayer: tools\naliases:\n- Blade\n",
        "definition: A blade for a loaf.\n",
        "## Examples\n\nA razor.",
    ];
    says("sections", &[], &note);
}

#[test]
fn tables_and_workbooks() {
    let german =
        ["== content/glossary/groesse.md\n---\nterm: Größe\n", "- title: SI-Broschüre, 9. Auflage\n", "language: de\n"];
    says("tabelle.csv", &["--map", "Ebene=-"], &german);
    says("book.xlsx", &[], &["term: API\nlayer: terms\naliases:\n- Application Programming Interface\n"]);
}

#[test]
fn a_sphinx_glossary() {
    let parts = [
        "aliases:\n- Built distribution\n",
        "definition: A format of packages, see PEP 427.",
        "installed by [[installer|pip]].",
        "[the guide](https://guide.example/)",
        "- title: guide.example\n  url: https://guide.example/\n",
        "directive `image`",
    ];
    says("glossary.rst", &["--source", "https://guide.example/"], &parts);
}

#[test]
fn restructured_text_without_a_glossary() {
    let parts = [
        "3 entries",
        "term: levain\nlayer: dough\n",
        "\nA starter of `flour` and water, see [the book](https://bread.example/).\n",
        "definition: A wet levain.\n",
        "It rests for a night.",
        "term: deck oven\nlayer: ovens\n",
        "```\n250 °C\n```",
        "title: Words\n",
        "\ndescription: The words of a bakery.\n",
    ];
    says("terms.rst", &[], &parts);
    says(
        "headings.rst",
        &[],
        &["3 entries", "term: Proofing\n", "definition: A wet levain, see levain.\n", "title: Bakery\n"],
    );
}

#[test]
fn a_hugo_section() {
    let parts = [
        "hugo read as a section of a Hugo site\n2 entries, 1 of them drafts",
        "published: 2024-03-04\nformer:\n- lag\nextra:\n  owner: ops\n",
        ":::note\n",
        "== content/glossary/through-put.md\n---\nterm: Throughput\nlayer: memory\n",
        "base_url: https://words.example/\nlanguage: en-GB\n",
        "Really **none**.",
        "shortcode `youtube`, printed as it stands",
    ];
    says("hugo", &[], &parts);
    let rule = "youtube=[A video](https://video.example/{0})";
    says("hugo", &["--shortcode", rule], &["[A video](https://video.example/1)", "shortcode `youtube` to Markdown"]);
}

#[test]
fn a_japanese_vault() {
    let parts = [
        "vault read as an Obsidian vault\n3 entries",
        "== content/glossary/metoru.md\n---\nterm: メートル\n",
        "== content/glossary/term-1.md\n---\nterm: 距離\n",
        "definition: 距離を時間で割ったもの。\n",
        "単位は[[term-1#単位|メートル]]毎秒。",
        "![図](/pictures/tu.png)",
        "== static/root/pictures/tu.png\n",
    ];
    says("vault", &[], &parts);
}

#[test]
fn vocabularies() {
    says("concepts.ttl", &[], &["term: elm\nlayer: tree\navoid:\n- ellum\n", "title: Trees\n", "related:\n- oak\n"]);
    says("terms.tbx", &[], &["term: allowlist\nlayer: terms\navoid:\n- whitelist\nsuperseded:\n- access list\n"]);
    let labels =
        ["aliases:\n- elm tree\navoid:\n- ellum\nsuperseded:\n- wych\n", "definition: A tree with rough leaves.\n"];
    says("labels.ttl", &[], &labels);
    let trees = [
        "trees.rdf read as SKOS in RDF/XML\n3 entries",
        "term: oak\nlayer: broadleaved-trees\n",
        "related:\n- elm\n",
        "definition: A tree that bears acorns.\n",
        "term: beech\nlayer: broadleaved-trees\n",
        "title: Trees of the park\n",
        "label in another language",
    ];
    says("trees.rdf", &[], &trees);
    says("glossary.json", &[], &["term: tide\n", "published: 2025-01-02\n", "require:\n- sources\n"]);
}

#[test]
fn a_second_import_replaces_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().to_string_lossy().into_owned();
    let path = |name: &str| fixture("import").join(name).to_string_lossy().into_owned();
    assert_eq!(rooflight(&["import", &path("page.md"), "--root", &root]).status.code(), Some(0));
    let before = texts(folder.path());
    let dry = rooflight(&["import", &path("book.xlsx"), "--root", &root, "--dry-run"]);
    assert_eq!((dry.status.code(), texts(folder.path())), (Some(0), before.clone()), "{}", output_text(&dry));
    let again = rooflight(&["import", &path("book.xlsx"), "--root", &root]);
    assert_eq!(again.status.code(), Some(0), "{}", output_text(&again));
    let after = texts(folder.path());
    assert!(before.iter().all(|file| after.contains(file)) && after.len() == before.len() + 2);
    let third = rooflight(&["import", &path("book.xlsx"), "--root", &root]);
    assert_eq!(texts(folder.path()), after, "{}", output_text(&third));
}

fn texts(root: &Path) -> Vec<(String, Vec<u8>)> {
    let found = walkdir::WalkDir::new(root).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = found.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().display().to_string(), fs::read(entry.path()).expect("a file"))).collect()
}

#[test]
fn what_is_no_glossary_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let root = folder.path().join("site").to_string_lossy().into_owned();
    for (path, reason) in [
        (file("a.bin", b"x"), "is of no kind that can be imported"),
        (file("a.md", b"Only a sentence.\n"), "no term was found"),
        (file("a.ttl", b"@prefix : <"), "a.ttl"),
        (file("a.xlsx", b"PK\x03\x04 no archive"), "a.xlsx"),
        (file("a.tbx", b"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"), "a.tbx"),
        (file("a.json", b"{"), "a.json"),
        (file("b.ttl", b"<a:b> <a:name> \"c\" ."), "`--map name=term,…` says"),
        (file("a.adoc", b"a:: b"), "asciidoctor -b docbook5 -o - a.adoc | pandoc -f docbook -t markdown -o a.md"),
        (file("a.tex", b"x"), "pandoc -f latex -t markdown -o a.md a.tex"),
        (file("a.html", b"<dl>"), "pandoc -f html -t markdown -o a.md a.html"),
        (file("a.csv", b"term,text\nK\xe4se,a\n"), "iconv -f latin1 -t utf-8 a.csv"),
        ("https://a.example/b.csv".to_owned(), "curl -LO https://a.example/b.csv"),
        ("/nowhere".to_owned(), "cannot read"),
    ] {
        let output = rooflight(&["import", &path, "--root", &root]);
        assert_eq!(output.status.code(), Some(2), "{path}: {}", output_text(&output));
        assert!(output_text(&output).contains(reason), "{path}: {}", output_text(&output));
    }
    assert!(!Path::new(&root).exists(), "nothing was written");
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let notes = folder.path().join("notes");
    fs::create_dir(&notes).expect("a folder");
    fs::write(notes.join("One.md"), "A note.\n").expect("a note");
    fs::write(notes.join("Two.md"), "Another ![secret](../secret.png) note.\n").expect("a note");
    fs::write(folder.path().join("secret.md"), "A secret.\n").expect("a note");
    fs::write(folder.path().join("secret.png"), "secret").expect("a picture");
    std::os::unix::fs::symlink(folder.path().join("secret.md"), notes.join("Three.md")).expect("a link");
    let root = folder.path().join("site");
    let output = rooflight(&["import", &notes.to_string_lossy(), "--root", &root.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    let written = texts(&root);
    assert_eq!(written.len(), 3, "{written:?}");
    assert!(written.iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains("A secret")));
}
