//! Several languages in one site: the texts and links of further languages, the files that they share, and the status
//! of translations.

use crate::support::{build, fixture, text};
use rooflight::edge::load;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile, prepare};
use rooflight_glossary::model::strings::LANGUAGES;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn sources() -> Sources {
    load::load(&fixture("translated"))
}

/// The fixture with one text replaced in one file.
fn edited(path: &str, from: &str, to: &str) -> Sources {
    let mut sources = sources();
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
    assert!(file.text.contains(from), "{path} has {from:?}");
    *file = SourceFile::new(path, file.text.replacen(from, to, 1));
    sources
}

fn built(sources: &Sources) -> (Site, Vec<Diagnostic>) {
    let outcome = compile(sources, &Options::default(), &mut |_| {});
    (outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics)), outcome.diagnostics)
}

fn names(problems: &[Diagnostic]) -> Vec<(&str, &str)> {
    problems.iter().map(|one| (one.code.name(), one.location.file.as_ref())).collect()
}

/// The page from its heading to its footer.
fn main_of(html: &str) -> &str {
    crate::support::between(html, "<main", "</main>")
}

#[test]
fn a_page_of_a_further_language_says_what_its_translation_says() {
    let (outcome, _) = build(&fixture("translated"));
    assert_eq!(names(&outcome.diagnostics), []);
    let site = outcome.site.expect("a site");
    insta::assert_snapshot!("translated_page", main_of(text(&site, "de/glossary/espresso/index.html")));
    insta::assert_snapshot!("untranslated_page", main_of(text(&site, "de/glossary/crema/index.html")));
    insta::assert_snapshot!("translated_sitemap", text(&site, "de/sitemap.xml"));
    insta::assert_snapshot!("translated_feed", text(&site, "de/feed.xml"));
    insta::assert_snapshot!("translated_glossary", text(&site, "de/glossary.json"));
}

#[test]
fn pages_lead_to_the_same_page_in_the_other_language() {
    let (site, _) = built(&sources());
    let switch = |path: &str, tag: &str| {
        let page = text(&site, path);
        let end = format!("\" lang=\"{tag}\" hreflang=\"{tag}\">");
        let (before, _) = page.split_once(&end).unwrap_or_else(|| panic!("{path} has a link to {tag}"));
        before.rsplit_once("href=\"").expect("an address").1.to_owned()
    };
    assert_eq!(switch("glossary/espresso/index.html", "de"), "../../de/glossary/espresso/");
    assert_eq!(switch("de/glossary/espresso/index.html", "en"), "../../../glossary/espresso/");
    assert_eq!(switch("de/layers/cup/index.html", "en"), "../../../layers/cup/");
    assert_eq!(switch("about/index.html", "de"), "../de/");
    assert_eq!(switch("index.html", "de"), "./de/");
    assert_eq!(switch("de/index.html", "en"), "./../");
    // Pages that both languages have at the same path lead to each other; a list of all links leads to its entry.
    let own = site.keys().filter(|path| path.starts_with("de/") && path.ends_with("/index.html"));
    let shared = own.filter(|path| site.contains_key(&path["de/".len()..]) && !path.starts_with("de/links/"));
    for path in shared {
        let below = path.trim_end_matches("index.html");
        let up = "../".repeat(below.matches('/').count());
        let expected = format!("{up}{}", &below["de/".len()..]);
        assert_eq!(switch(path, "en").trim_start_matches("./"), expected.trim_start_matches("./"), "{path}");
    }
    let alternates = |path: &str| {
        let lines = text(&site, path).lines().filter(|line| line.starts_with("<link rel=\"alternate\" hreflang="));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let espresso = alternates("de/glossary/espresso/index.html");
    assert_eq!(espresso, alternates("glossary/espresso/index.html"));
    let expected = [
        "<link rel=\"alternate\" hreflang=\"en\" href=\"https://coffee.example/glossary/espresso/\">",
        "<link rel=\"alternate\" hreflang=\"de\" href=\"https://coffee.example/de/glossary/espresso/\">",
        "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://coffee.example/glossary/espresso/\">",
    ];
    assert_eq!(espresso, expected);
    for path in ["glossary/crema/index.html", "de/glossary/crema/index.html", "about/index.html"] {
        assert_eq!(alternates(path), Vec::<String>::new(), "{path}");
    }
    let crema = text(&site, "de/glossary/crema/index.html");
    let page = crate::dom::parse(crema);
    let canonical = page.attrs("link[rel=canonical]", "href");
    assert_eq!(canonical, ["https://coffee.example/glossary/crema/"]);
    assert!(!text(&site, "de/sitemap.xml").contains("crema"));
    assert!(text(&site, "robots.txt").contains("Sitemap: https://coffee.example/de/sitemap.xml"));
}

#[test]
fn every_relative_address_of_a_further_language_leads_to_a_file() {
    let (site, _) = built(&sources());
    for (path, bytes) in site.iter().filter(|(path, _)| path.starts_with("de/") && path.ends_with(".html")) {
        let page = std::str::from_utf8(bytes).expect("a page");
        let addresses = page.split(['"', '\'']).zip(page.split(['"', '\'']).skip(1));
        let relative = addresses.filter(|(before, address)| {
            (before.ends_with("href=") || before.ends_with("src="))
                && !address.contains(':')
                && !address.starts_with('/')
        });
        for (_, address) in relative {
            let address = address.split(['#', '?']).next().unwrap_or_default();
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').collect();
            for part in address.split('/') {
                match part {
                    ".." => assert!(parts.pop().is_some(), "{path}: {address}"),
                    "" | "." => {}
                    part => parts.push(part),
                }
            }
            let target = parts.join("/");
            let target = target.trim_start_matches('/');
            let index = if target.is_empty() { "index.html".to_owned() } else { format!("{target}/index.html") };
            assert!(address.is_empty() || site.contains_key(target) || site.contains_key(&index), "{path}: {address}");
        }
    }
}

#[test]
fn what_no_language_changes_is_written_once() {
    let (site, _) = built(&sources());
    let below: Vec<&String> = site.keys().filter(|path| path.starts_with("de/")).collect();
    for folder in ["de/assets/", "de/compare/", "de/learn/", "de/calculators/", "de/about/"] {
        assert!(below.iter().all(|path| !path.starts_with(folder)), "{folder}");
    }
    for path in ["de/robots.txt", "de/_headers", "de/terms.css"] {
        assert!(!site.contains_key(path), "{path}");
    }
    // Without a further language nothing of one is there.
    let (alone, _) = built(&edited("content/site.yaml", "languages: [de]\n", ""));
    assert!(alone.keys().all(|path| !path.starts_with("de/")));
    assert!(!text(&alone, "glossary/espresso/index.html").contains("hreflang"));
}

/// Regression: only the search index of the default language was kept.
#[test]
fn hashed_files_of_a_language_are_kept_for_ever() {
    let (site, _) = built(&sources());
    assert!(site.keys().any(|path| path.starts_with("de/data/search/")));
    let kept = "Cache-Control: public, max-age=31536000, immutable";
    assert!(text(&site, "_headers").contains(&format!("\n/de/data/search/*\n  {kept}\n")));
    let nginx = text(&site, "_server/nginx-http.conf");
    assert!(nginx.contains("\"~^/((de)/)?(assets|data/facts|data/search)/\" \"public,"), "{nginx}");
    let caddy = text(&site, "_server/Caddyfile");
    let paths = "/assets/* /data/facts/* /data/search/* /de/data/facts/* /de/data/search/*";
    assert!(caddy.contains(&format!("@hashed path {paths}\n")), "{caddy}");
    assert!(caddy.contains(&format!("@fresh not path {paths}\n")), "{caddy}");
}

#[test]
fn names_of_the_original_are_found_in_translations() {
    let (site, _) = built(&sources());
    let page = text(&site, "de/glossary/espresso/index.html");
    assert!(
        page.contains(
            "<a class=\"term\" href=\"../../glossary/portafilter/\" data-term=\"portafilter\">Siebträger</a>"
        )
    );
    let kept = edited("content/de/glossary/espresso.md", "aus dem Siebträger", "aus der group handle");
    let page = built(&kept).0;
    let link = "<a class=\"term\" href=\"../../glossary/portafilter/\" data-term=\"portafilter\">group handle</a>";
    assert!(text(&page, "de/glossary/espresso/index.html").contains(link));
    let original = text(&site, "de/glossary/crema/index.html");
    let link = "<a class=\"term\" href=\"../../glossary/espresso/\" data-term=\"espresso\">espresso</a>";
    assert!(original.contains(&format!("on a fresh {link}")));
    // Another translation may claim such a name.
    let claimed = edited("content/de/glossary/espresso.md", "[kleiner Schwarzer]", "[kleiner Schwarzer, group handle]");
    assert_eq!(names(&built(&claimed).1), []);
}

#[test]
fn a_translation_lags_when_the_words_of_its_original_change() {
    let lags = |sources: &Sources| text(&built(sources).0, "de/glossary/espresso/index.html").contains("geändert");
    let path = "content/glossary/espresso.md";
    assert!(!lags(&sources()));
    assert!(lags(&edited(path, "Eighteen grams", "Twenty grams")));
    assert!(lags(&edited(path, "not roast", "not the roast")));
    // No translator reads these.
    assert!(!lags(&edited(path, "accessed: 2026-11-01", "accessed: 2026-11-02")));
    assert!(!lags(&edited(path, "layer: cup", "layer: machine")));
    assert!(!lags(&edited(path, "is usual.\n", "is usual.  \n\n")));
}

#[test]
fn problems_of_translations_have_a_place() {
    let mut orphan = sources();
    orphan.content.push(SourceFile::new("content/de/glossary/latte.md", "---\nterm: Latte\n---\nMilch.\n"));
    assert_eq!(names(&built(&orphan).1), [("orphaned-translation", "content/de/glossary/latte.md")]);
    let mut unknown = sources();
    unknown.content.push(SourceFile::new("content/fr/glossary/crema.md", "---\nterm: crème\n---\nMousse.\n"));
    assert_eq!(names(&built(&unknown).1), [("unused-file", "content/fr")]);
    let mut beside = sources();
    let french = "---\ntranslation_of: bcdfghjklmnp\nterm: crème\n---\nMousse.\n";
    beside.content.push(SourceFile::new("content/glossary/crema.fr.md", french));
    assert_eq!(names(&built(&beside).1), [("unknown-language", "content/glossary/crema.fr.md")]);
    let bad = edited("content/glossary/portafilter.de.md", "translation_of: ", "translation_of: 1");
    assert_eq!(names(&built(&bad).1), [("translation-hash", "content/glossary/portafilter.de.md")]);
    let key = edited("content/de/glossary/espresso.md", "term: Espresso", "term: Espresso\nlayer: machine");
    let outcome = compile(&key, &Options::default(), &mut |_| {});
    assert_eq!(names(&outcome.diagnostics), [("unknown-key", "content/de/glossary/espresso.md")]);
    for tag in ["../x", "de/../..", "\"<b>\"", "learn", "map", "en"] {
        let bad = edited("content/site.yaml", "languages: [de]", &format!("languages: [{tag}]"));
        let outcome = compile(&bad, &Options::default(), &mut |_| {});
        assert!(outcome.site.is_none(), "{tag}");
    }
}

#[test]
fn a_rebuild_equals_a_clean_build() {
    let mut cache = BuildCache::default();
    let edits = [
        ("content/glossary/espresso.md", "Eighteen grams", "Twenty grams"),
        ("content/de/glossary/espresso.md", "achtzehn Gramm", "zwanzig Gramm Espresso"),
        ("content/glossary/portafilter.md", "group handle]", "grip]"),
        ("content/glossary/portafilter.de.md", "term: Siebträger", "term: Filterträger"),
        ("content/de/site.yaml", "Kaffeewörter", "Kaffee"),
        ("content/de/strings.yaml", "Alle Wörter", "Alles"),
        ("content/site.yaml", "languages: [de]", "languages: [de, fr]"),
        ("content/site.yaml", "languages: [de]\n", ""),
    ];
    for (path, from, to) in edits {
        let sources = edited(path, from, to);
        let again = prepare(&sources, &Options::default(), &mut cache, &mut |_| {}).finish(&mut |_| {});
        let clean = compile(&sources, &Options::default(), &mut |_| {});
        assert_eq!(again.diagnostics, clean.diagnostics, "{path}");
        let (again, clean) = (again.site.expect("a site"), clean.site.expect("a site"));
        assert!(again == clean, "{path}: {from} → {to}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn rooflight(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("translations").arg("--root").arg(root).args(arguments).output().expect("the program runs")
}

fn git(root: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    let who = ["-c", "user.name=A", "-c", "user.email=a@coffee.example", "-c", "commit.gpgsign=false"];
    let output = command.arg("-C").arg(root).args(who).args(arguments).output().expect("git runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_command_lists_what_lags_with_the_difference_and_accepts_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    copy(&fixture("translated"), root);
    git(root, &["init", "--quiet"]);
    git(root, &["add", "."]);
    git(root, &["commit", "--quiet", "--message", "First"]);
    assert!(rooflight(root, &["--strict"]).status.success());
    let original = root.join("content/glossary/espresso.md");
    let before = fs::read_to_string(&original).expect("the original");
    fs::write(&original, before.replace("Eighteen grams is usual.", "Twenty grams is usual.")).expect("written");
    fs::remove_file(root.join("content/glossary/portafilter.md")).expect("removed");
    let listed = rooflight(root, &[]);
    insta::assert_snapshot!("translations_table", String::from_utf8_lossy(&listed.stdout));
    assert_eq!(rooflight(root, &["--strict"]).status.code(), Some(1));
    insta::assert_snapshot!("translations_json", String::from_utf8_lossy(&rooflight(root, &["--json"]).stdout));
    let translation = root.join("content/de/glossary/espresso.md");
    let old = fs::read_to_string(&translation).expect("the translation");
    assert!(rooflight(root, &["--accept", "espresso"]).status.success());
    let new = fs::read_to_string(&translation).expect("the translation");
    let differing: Vec<(&str, &str)> = old.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
    assert_eq!((differing.len(), old.lines().count()), (1, new.lines().count()));
    assert!(differing[0].1.starts_with("translation_of: "));
    fs::remove_file(root.join("content/glossary/portafilter.de.md")).expect("removed");
    assert!(rooflight(root, &["--strict"]).status.success());
}

#[test]
fn a_new_translation_has_the_words_of_its_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    copy(&fixture("translated"), root);
    let path = root.join("content/de/glossary/espresso.md");
    let new = |term: &str, tag: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.args(["new", term, "--language", tag, "--root"]).arg(root).output().expect("the program runs")
    };
    assert!(!new("espresso", "de").status.success(), "a file is never overwritten");
    fs::remove_file(&path).expect("removed");
    assert!(!new("espresso", "nl").status.success(), "the site has no such language");
    assert!(!new("esspresso", "de").status.success());
    let done = new("Espresso", "de");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    insta::assert_snapshot!("new_translation", fs::read_to_string(&path).expect("the draft"));
    assert!(rooflight(root, &["--strict"]).status.success(), "the draft is up to date");
    assert!(!new("portafilter", "de").status.success(), "its translation stands beside it");
}

#[test]
fn every_pair_of_languages_builds() {
    // Each is once the default language, with all others beside it: so any two stand in one site, in each order.
    let tags: Vec<&str> = LANGUAGES
        .iter()
        .map(|(tag, _)| *tag)
        .chain(["en-GB", "de-AT", "de-CH", "pt-PT", "pt-BR", "zh-Hans", "zh-Hant", "es-MX", "fr-CA", "nl", "nn"])
        .collect();
    let small = load::load(&fixture("small"));
    let settings = small.text("content/site.yaml").expect("settings").replace("language: en\n", "");
    for default in &tags {
        let further: Vec<&str> = tags.iter().copied().filter(|tag| tag != default).collect();
        let text = format!("{settings}\nlanguage: {default}\nlanguages: [{}]\n", further.join(", "));
        let mut sources = small.clone();
        sources.content.retain(|file| file.path != "content/site.yaml");
        sources.content.push(SourceFile::new("content/site.yaml", text));
        let (site, _) = built(&sources);
        for tag in further {
            assert!(site.contains_key(&format!("{}/index.html", tag.to_lowercase())), "{default} with {tag}");
        }
    }
}
