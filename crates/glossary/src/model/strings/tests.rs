//! Checks the built-in files against the English one, and how a site's own strings are read.

use super::*;
use rooflight_source::diagnostic::Code;
use rooflight_source::file::SourceFile;

fn read(tag: &str, own: &str) -> (Strings, Vec<Diagnostic>) {
    let content = vec![SourceFile::new(STRINGS_FILE, own)];
    let sources = Sources { content, ..Sources::default() };
    let mut problems = Vec::new();
    let place = || Location::whole("content/site.yaml");
    (Strings::read(&sources, STRINGS_FILE, tag, place, &mut problems), problems)
}

#[test]
fn built_in_files_have_the_keys_and_the_placeholders_of_english() {
    for (tag, file) in LANGUAGES {
        let table: StringTable = yaml_serde::from_str(file).unwrap_or_else(|error| panic!("{tag}: {error}"));
        for (key, text) in &table {
            let english = ENGLISH.get(key).unwrap_or_else(|| panic!("{tag} has {key}, which English lacks"));
            assert_eq!(check::mistake(text, english), None, "{key} in {tag}");
        }
        let strings = Strings::of(tag);
        let is_draft = file.starts_with("# Draft");
        assert!(is_draft || strings.missing().is_empty(), "{tag} lacks {:?}", strings.missing());
        assert_eq!(strings.get("date.months").split_whitespace().count(), 12, "{tag}");
    }
}

#[test]
fn a_tag_finds_the_language_that_it_begins_with() {
    assert_eq!(built_in("DE-ch"), built_in("de"));
    assert!(built_in("de-ch").is_some());
    assert_eq!(built_in("el"), None);
    let (strings, problems) = read("de-AT", "");
    assert_eq!((strings.get("menu.skip_to_content"), problems.len()), ("Zum Inhalt springen", 0));
}

#[test]
fn a_sites_own_strings_win() {
    let (strings, problems) =
        read("de", "menu.search: Finden\ncount.terms: {one: ein Wort, other: \"{count} Wörter\"}\n");
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(strings.get("menu.search"), "Finden");
    assert_eq!([1, 2].map(|count| strings.count("count.terms", count, &[])), ["ein Wort", "2 Wörter"]);
}

#[test]
fn wrong_strings_are_reported_at_their_place_and_left_out() {
    let own = "menu.serch: Finden\ncount.terms: Wörter\nentry.updated: \"{day}\"\nmenu.open: {one: a, other: b}\n";
    let (strings, problems) = read("de", own);
    let found: Vec<(Code, &str, &str)> = problems
        .iter()
        .map(|one| (one.code, &own[one.location.span.clone()], one.help.first().map_or("", String::as_str)))
        .collect();
    let expected = [
        (Code::BadValue, "Wörter", "in English it is: {count} terms"),
        (Code::BadValue, "\"{day}\"", "in English it is: Updated {date}"),
        (Code::BadValue, "{one: a, other: b}", "in English it is: Menu"),
        (Code::UnknownKey, "Finden", "did you mean `menu.search`?"),
    ];
    assert_eq!(found, expected);
    assert_eq!(strings, read("de", "").0);
}

#[test]
fn what_a_language_lacks_stays_english_and_is_counted_once() {
    let (strings, problems) = read("el", "menu.search: Αναζήτηση\n");
    assert_eq!((strings.get("menu.search"), strings.get("menu.open")), ("Αναζήτηση", "Menu"));
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(problem.code, Code::Untranslated);
    assert!(problem.message.starts_with(&format!("{} of {} ", ENGLISH.len() - 1, ENGLISH.len())), "{problem:?}");
    assert_eq!(strings.missing().len(), ENGLISH.len() - 1);
    assert!(read("en-GB", "").1.is_empty());
}

#[test]
fn html_escapes_words_and_values() {
    let (strings, _) = read("en", "page.next: \"<b> [{title}](next)\"\n");
    let html = strings.html("page.next", &[("title", "a & b"), ("next", "../?a&b")]);
    assert_eq!(html, "&lt;b&gt; <a href=\"../?a&amp;b\">a &amp; b</a>");
}

#[test]
fn scripts_get_their_strings_escaped_and_keep_other_braces() {
    let (strings, _) = read("en", "search.close: \"`\\\"$\"\n");
    assert_eq!(
        strings.script("`{{search.close}}` {{menu}} \"{{search.results}}\" {{"),
        "`\\`\\\"\\$` {{menu}} \"one|{count} result|other|{count} results\" {{"
    );
}
