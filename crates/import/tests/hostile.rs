//! Small files that would take hours or the whole memory, and encodings that would lose characters.
#![allow(clippy::disallowed_methods, reason = "a test measures time")]
#![allow(clippy::expect_used, reason = "a helper of tests fails as they do")]

use jiff::civil::date;
use rooflight_import::{Input, InputFile, Mapping, Options, import};

/// Imports a file; returns the number of entries, or the reason why it was refused.
fn imported(name: &str, bytes: Vec<u8>) -> String {
    let files = vec![InputFile { path: name.to_owned(), bytes }];
    let input = Input { name: name.to_owned(), files, settings: Vec::new() };
    let options = Options {
        mapping: Mapping::default(),
        shortcodes: Vec::new(),
        source: None,
        layer: None,
        today: date(2026, 1, 1),
        site: None,
    };
    import(&input, &options).map_or_else(|reason| reason, |found| format!("{} entries", found.entries.len()))
}

/// Returns a workbook with one sheet and shared strings.
#[cfg(feature = "formats")]
fn workbook(sheet: &str, shared: &str) -> Vec<u8> {
    use std::io::Write;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in [("xl/sharedStrings.xml", shared), ("xl/worksheets/sheet1.xml", sheet)] {
        archive.start_file(name, options).expect("a part");
        archive.write_all(text.as_bytes()).expect("a part");
    }
    archive.finish().expect("an archive").into_inner()
}

/// Small files that could take hours or all memory are handled at once.
#[cfg(feature = "formats")]
#[test]
fn what_grows_out_of_a_small_file_is_refused_or_read_once() {
    let header = "<worksheet><row><c t='inlineStr'><is><t>term</t></is></c><c t='inlineStr'><is><t>definition</t></is></c></row>";
    let cells = |texts: &str| format!("{header}<row>{texts}</row></worksheet>");
    let deep = |count: usize, tag: &str, inside: &str| {
        format!("{}{inside}{}", format!("<{tag}>").repeat(count), format!("</{tag}>").repeat(count))
    };
    let one = "<sst><si><t>a</t></si></sst>";
    let long = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(1 << 20));
    let words = format!("<sst><si>{}</si></sst>", deep(40_000, "r", &"<t>a</t>".repeat(100_000)));
    let (x, a) = ("x, ".repeat(1000), "*a, ".repeat(1000));
    let concept = "<conceptEntry><langSec lang='en'><termSec><term>a</term></termSec></langSec></conceptEntry>\n";
    for (name, bytes, wanted) in [
        ("bomb.xlsx", workbook(&" ".repeat(65 << 20), one), "unpacks to more than 64 MiB"),
        ("cells.xlsx", workbook(&cells(&"<c t='s'><v>0</v></c>".repeat(200)), &long), "hold more than 64 MiB"),
        ("deep.xlsx", workbook(&cells(""), &words), "no sheet has a header and a row"),
        ("deep.tbx", format!("<tbx>{}</tbx>", deep(200_000, "conceptEntry", concept)).into_bytes(), "1 entries"),
        ("many.tbx", format!("<tbx>{}</tbx>", concept.repeat(100_001)).into_bytes(), "more than 100000 terms"),
        ("many.md", (0..100_001).flat_map(|n| format!("**a{n}**: b\n\n").into_bytes()).collect(), "more than 100000"),
        (
            "many.json",
            format!("[{}]", vec!["{\"term\": \"a\"}"; 100_001].join(",")).into_bytes(),
            "more than 100000 terms",
        ),
        ("many.yaml", "- {term: a}\n".repeat(100_001).into_bytes(), "more than 100000 terms"),
        ("bomb.yaml", format!("- &a [{x}]\n- &b [{a}]\n- [{}]\n", "*b, ".repeat(1000)).into_bytes(), "cannot be "),
        (
            "text.yaml",
            format!("- &a {}\n{}", "x".repeat(100_000), "- {term: *a}\n".repeat(20_000)).into_bytes(),
            "cannot be ",
        ),
        (
            "group.md",
            (0..20_000)
                .fold(format!("## {}\n\n", "x".repeat(4 << 20)), |text, n| text + &format!("**a{n}**: b\n\n"))
                .into_bytes(),
            "20000 entries",
        ),
        ("many.csv", format!("term,definition\n{}", "a,b\n".repeat(1_000_000)).into_bytes(), "more than 100000 rows"),
    ] {
        let report = imported(name, bytes);
        assert!(report.contains(wanted), "{name}: {report}");
    }
}

/// Text that makes each mark look at all that follows is read in linear time.
#[test]
fn marks_without_an_end_take_no_longer_than_words() {
    for (name, start, mark) in [
        ("list.md", "", "- "),
        ("braces.md", "**a**: b ", "{"),
        ("brackets.md", "**a**: b ", "]["),
        ("tags.md", "**a**: b ", "<a "),
        ("attributes.md", "**a**: b ", "[x]{.y "),
        ("roles.md", "**a**: b ", "}`x` "),
        ("fences.md", "**a**: b\n\n", ":::{x}\n"),
    ] {
        let started = std::time::Instant::now();
        let report = imported(name, format!("{start}{}>\n", mark.repeat(30_000)).into_bytes());
        let seconds = started.elapsed().as_secs();
        assert!(seconds < 20, "{name}: {seconds} s, {report}");
    }
}

#[test]
fn encodings_that_would_lose_characters_are_refused() {
    let text = "term,definition\né,ü and more\n";
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect();
    let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin 1")).collect();
    for (name, bytes, wanted) in [
        ("utf8.csv", [b"\xef\xbb\xbf", text.as_bytes()].concat(), "1 entries"),
        ("little.csv", utf16(u16::to_le_bytes), "1 entries"),
        ("big.csv", utf16(u16::to_be_bytes), "1 entries"),
        ("latin1.csv", latin1, "is neither UTF-8 nor UTF-16"),
        ("shift.csv", b"term,definition\n\x8aG\x95\xb6\x8e\x9a,d\n".to_vec(), "is neither UTF-8 nor UTF-16"),
    ] {
        let report = imported(name, bytes);
        assert!(report.contains(wanted), "{name}: {report}");
    }
}
