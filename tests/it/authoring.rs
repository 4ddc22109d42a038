//! The commands that help authors: what they write builds, and nothing of theirs is ever lost.

use crate::dom;
use crate::support::fixture;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rooflight")).args(arguments).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let found = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let found = found.filter(|entry| entry.file_type().is_file());
    found.map(|entry| (entry.path().display().to_string(), fs::read(entry.path()).expect("a file"))).collect()
}

#[test]
fn a_new_glossary_builds_without_a_word() {
    for flags in [vec![], vec!["--calculator"]] {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("mine");
        let root = root.to_string_lossy();
        let output = rooflight(&[&["init", &root][..], &flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        let output = rooflight(&["check", "--strict", "--root", &root]);
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        assert_eq!(printed(&output).matches("warning[placeholder]").count(), 2, "{}", printed(&output));
        settle(Path::new(&*root));
        let output = rooflight(&["check", "--strict", "--root", &root]);
        assert_eq!((output.status.code(), printed(&output).as_str()), (Some(0), "no problems\n"));
        let out = folder.path().join("dist");
        let output = rooflight(&["build", "--root", &root, "--out", &out.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        let page = fs::read_to_string(out.join("glossary/espresso/index.html")).expect("an entry");
        let page = dom::parse(&page);
        assert!(page.has(".definition [data-term=grind]") && page.has("[data-term=crema]"), "they link each other");
        let speed = out.join("glossary/tokens-per-second/index.html");
        match fs::read_to_string(speed) {
            Ok(page) => {
                assert!(dom::parse(&page).has("#calculator") && !flags.is_empty(), "only where it was asked for");
            }
            Err(_) => assert!(flags.is_empty(), "the calculator was asked for"),
        }
    }
}

#[test]
fn settings_alone_take_entries_of_two_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("mine");
    let shown = root.to_string_lossy().into_owned();
    let output = rooflight(&["init", "--empty", &shown]);
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let content = files(&root.join("content"));
    assert_eq!(content.len(), 1, "{:?}", content.first());
    settle(&root);
    fs::create_dir(root.join("content/glossary")).expect("a folder");
    for (term, text) in [("crumb", "The inside of a loaf."), ("loaf", "Bread with a crumb.")] {
        let text = format!("---\nterm: {term}\n---\n{text}\n");
        fs::write(root.join(format!("content/glossary/{term}.md")), text).expect("an entry");
    }
    let output = rooflight(&["check", "--strict", "--root", &shown]);
    assert_eq!((output.status.code(), printed(&output).as_str()), (Some(0), "no problems\n"));
    // The words of `new` are named once they are published; a wrong key of the settings is one error, and the first.
    assert_eq!(rooflight(&["new", "crust", "--root", &shown]).status.code(), Some(0));
    let path = root.join("content/glossary/crust.md");
    let draft = fs::read_to_string(&path).expect("a draft");
    fs::write(&path, draft.lines().filter(|line| !line.starts_with("draft")).collect::<Vec<_>>().join("\n"))
        .expect("an entry");
    let output = rooflight(&["check", "--root", &shown]);
    assert_eq!(printed(&output).matches("is still what the template says").count(), 2, "{}", printed(&output));
    let settings = fs::read_to_string(root.join("content/site.yaml")).expect("settings");
    fs::write(root.join("content/site.yaml"), settings.replace("title: Gl", "titel: Gl")).expect("settings");
    let text = printed(&rooflight(&["check", "--root", &shown]));
    assert!(text.starts_with("error[unknown-key]") && text.ends_with("1 error\n"), "{text}");
}

#[test]
fn a_folder_with_anything_in_it_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine.txt"), "mine").expect("a file");
    let before = files(folder.path());
    let output = rooflight(&["init", &folder.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("is not empty"), "{}", printed(&output));
    assert_eq!(files(folder.path()), before);
}

/// Names the address and the author of a new glossary.
fn settle(root: &Path) {
    let path = root.join("content/site.yaml");
    let text = fs::read_to_string(&path).expect("settings");
    let text = text.replace("https://example.org/", "https://units.example/").replace("Your name", "A physicist");
    fs::write(&path, text).expect("settings");
}

#[test]
fn a_fresh_clone_is_as_good_as_a_new_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir(root.join(".git")).expect("a folder");
    fs::write(root.join(".git/config"), "[remote \"origin\"]\n\turl = git@github.com:you/words.git\n").expect("a file");
    fs::write(root.join("README.md"), "mine").expect("a file");
    let output = rooflight(&["init", &root.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    assert_eq!(fs::read_to_string(root.join("README.md")).expect("there"), "mine");
    for name in [".gitignore", ".github/workflows/pages.yml", "content/site.yaml"] {
        assert!(root.join(name).is_file(), "{name}");
    }
    assert!(!root.join(".gitlab-ci.yml").exists());
    let hosts = folder.path().join("hosts");
    let flags = ["--gitlab", "--netlify", "--cloudflare"];
    let output = rooflight(&[&["init", &hosts.to_string_lossy()][..], &flags].concat());
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let files = [".gitlab-ci.yml", "netlify.toml", ".github/workflows/cloudflare.yml", "rooflight.sh"];
    for name in files {
        let text = fs::read_to_string(hosts.join(name)).expect(name);
        assert!(!text.contains("VERSION}") && !text.contains("vVERSION"), "{text}");
    }
}

/// A new glossary to write entries into.
fn glossary() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let output = rooflight(&["init", &folder.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "an empty folder is as good as a new one: {}", printed(&output));
    settle(folder.path());
    folder
}

#[test]
fn a_new_entry_builds_as_it_is() {
    let folder = glossary();
    let root = folder.path().to_string_lossy().into_owned();
    let terms =
        ["half-life", "C: a \"language\" #1", "- dash", "yes", "42", "*star", "[list", "it's", "@home %x", "a  b"];
    for term in terms {
        let output = rooflight(&["new", "--root", &root, "--layer", "cup", "--", term]);
        assert_eq!(output.status.code(), Some(0), "{term}: {}", printed(&output));
    }
    let output = rooflight(&["check", "--strict", "--root", &root]);
    assert_eq!((output.status.code(), printed(&output).as_str()), (Some(0), "no problems\n"));
    let text = fs::read_to_string(folder.path().join("content/glossary/half-life.md")).expect("the entry");
    assert!(text.starts_with("---\nterm: half-life\nlayer: cup   # one of: bean, cup\n"), "{text}");
}

#[test]
fn a_new_entry_is_named_in_plain_letters() {
    let folder = glossary();
    let root = folder.path().to_string_lossy().into_owned();
    for (term, file) in [
        ("Größe", "grosse.md"),
        ("Café crème", "cafe-creme.md"),
        ("メートル", "metoru.md"),
        ("C", "c.md"),
        ("C++", "c-plus-plus.md"),
        ("C#", "c-sharp.md"),
        ("R&D", "r-d.md"),
    ] {
        let output = rooflight(&["new", "--root", &root, "--", term]);
        let text = printed(&output);
        assert_eq!(text.lines().next(), Some(&*format!("wrote content/glossary/{file}")), "{term}: {text}");
    }
}

#[test]
fn a_new_entry_takes_nobodys_place() {
    let folder = glossary();
    let root = folder.path().to_string_lossy().into_owned();
    let before = files(folder.path());
    for (arguments, reason) in [
        (vec!["new", "Crema"], "`crema` exists already, in content/glossary/crema.md"),
        (vec!["new", "drip coffee"], "`drip coffee` exists already, in content/glossary/filter-coffee.md"),
        (vec!["new", "other", "--slug", "crema"], "content/glossary/crema.md exists already"),
        (vec!["new", "other", "--layer", "mug"], "there is no layer `mug`; the layers are bean, cup"),
        (vec!["new", "→"], "name the file with --slug"),
        (vec!["new", "other", "--slug", "../../out"], "cannot be part of an address"),
        (vec!["new", "  "], "the term is empty"),
    ] {
        let output = rooflight(&[&arguments[..], &["--root", &root]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", printed(&output));
        assert!(printed(&output).contains(reason), "{arguments:?}: {}", printed(&output));
        assert_eq!(files(folder.path()), before, "{arguments:?}");
    }
    let output = rooflight(&["new", "cremas", "--root", &root]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        printed(&output).contains("`crema` has nearly the same name, in content/glossary/crema.md"),
        "{}",
        printed(&output)
    );
}

#[test]
fn a_new_entry_needs_settings_that_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = rooflight(&["new", "word", "--root", &folder.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("error[no-content]"), "{}", printed(&output));
    assert!(files(folder.path()).is_empty());
}

#[test]
fn strict_makes_errors_of_warnings() {
    let root = fixture("warnings").to_string_lossy().into_owned();
    let lenient = rooflight(&["check", "--root", &root, "--message-format", "short"]);
    let strict = rooflight(&["check", "--strict", "--root", &root, "--message-format", "short"]);
    assert_eq!((lenient.status.code(), strict.status.code()), (Some(0), Some(1)));
    assert!(printed(&lenient).lines().count() > 5 && printed(&lenient).lines().all(|line| line.contains(" warning[")));
    // An entry that nothing mentions yet is not a mistake.
    let strictly = printed(&lenient).replace(" warning[", " error[").replace(" error[orphan]", " warning[orphan]");
    assert_eq!(strictly, printed(&strict));
}

#[test]
fn explain_shows_the_guides_section() {
    let output = rooflight(&["explain", "[unknown-term]"]);
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("error[unknown-term]\n\nAn explicit link") && text.contains("[[velocty]]"), "{text}");
    assert!(!text.contains("ambiguous"), "the next section is not part of it: {text}");
    let output = rooflight(&["explain", "unknown-trem"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("did you mean `unknown-term`?"), "{}", printed(&output));
}

#[test]
fn schema_prints_json_for_every_kind() {
    for kind in [
        "front-matter",
        "page",
        "site",
        "catalog",
        "hardware",
        "models",
        "quantizations",
        "runtimes",
        "backends",
        "quality",
        "not-covered",
        "prices",
        "anchors",
    ] {
        let output = rooflight(&["schema", kind]);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["$schema"], "https://json-schema.org/draft/2020-12/schema", "{kind}");
    }
    assert_eq!(rooflight(&["schema"]).stdout, rooflight(&["schema", "front-matter"]).stdout);
}
