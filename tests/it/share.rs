//! Pictures for link previews: every page names an existing one, it agrees with the page, and no text breaks it.

use crate::dom::{Element, Node, page};
use crate::support::{between, fixture, reference_sites, repository, site};
use flate2::Crc;
use flate2::read::ZlibDecoder;
use proptest::prelude::*;
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::writers::picture::content::{EntryPicture, Figure, Footer, Picture};
use rooflight_compiler::writers::picture::{HEIGHT, PictureMemo, WIDTH};
use rooflight_compiler::{Options, compile};
use rooflight_document::ink::Ink;
use rooflight_source::file::{SourceFile, Sources};
use std::io::Read;

/// A picture, read as any viewer would: its palette, and a place in it for each pixel.
struct Read16 {
    palette: Vec<[u8; 3]>,
    pixels: Vec<u8>,
}

fn chunks(mut rest: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().expect("four bytes"));
        let end = 8 + usize::try_from(length).expect("a length");
        let mut sum = Crc::new();
        sum.update(&rest[4..end]);
        assert_eq!(rest[end..end + 4], sum.sum().to_be_bytes(), "the checksum");
        chunks.push((rest[4..8].try_into().expect("a name"), &rest[8..end]));
        rest = &rest[end + 4..];
    }
    chunks
}

fn read(png: &[u8]) -> Read16 {
    let chunks = chunks(png.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("a PNG file"));
    let names: Vec<&[u8; 4]> = chunks.iter().map(|(name, _)| name).collect();
    assert_eq!(names, [b"IHDR", b"PLTE", b"IDAT", b"IEND"]);
    let size = [1200_u32.to_be_bytes(), 630_u32.to_be_bytes()].concat();
    assert_eq!(chunks[0].1, [&size[..], &[4, 3, 0, 0, 0]].concat());
    let mut packed = Vec::new();
    ZlibDecoder::new(chunks[2].1).read_to_end(&mut packed).expect("deflated rows");
    assert_eq!(packed.len(), HEIGHT * (1 + WIDTH / 2));
    let mut pixels = Vec::with_capacity(WIDTH * HEIGHT);
    for row in packed.chunks(1 + WIDTH / 2) {
        assert_eq!(row[0], 0, "no filter");
        pixels.extend(row[1..].iter().flat_map(|pair| [pair >> 4, pair & 15]));
    }
    Read16 { palette: chunks[1].1.chunks(3).map(|colour| [colour[0], colour[1], colour[2]]).collect(), pixels }
}

impl Read16 {
    /// The columns and rows that contain anything but paper, panel and the rule between them.
    fn drawn(&self) -> [Vec<usize>; 2] {
        let rule = |row: &[u8]| row.iter().all(|pixel| pixel == &row[0]);
        let rows = self.pixels.chunks(WIDTH).enumerate().filter(|(_, row)| !rule(row));
        let mut columns = vec![false; WIDTH];
        let mut found = Vec::new();
        for (number, row) in rows {
            found.push(number);
            for (column, pixel) in row.iter().enumerate() {
                columns[column] |= *pixel > 1;
            }
        }
        [(0..WIDTH).filter(|column| columns[*column]).collect(), found]
    }
}

fn entry_picture(term: &str, definition: &str, foot: Footer) -> Picture {
    let [site, layer] = ["Words", "Planning"].map(str::to_owned);
    Picture::Entry(EntryPicture {
        site,
        layer,
        layer_number: 1,
        layer_count: 9,
        term: term.to_owned(),
        definition: definition.to_owned(),
        foot,
    })
}

fn built(sources: &Sources) -> Site {
    compile(sources, &Options::default(), &mut |_| {}).site.expect("a site")
}

fn head<'a>(page: &'a Element<'_>, property: &str) -> Option<&'a str> {
    page.attrs(&format!("meta[property=og:{property}]"), "content").first().copied()
}

#[test]
fn every_page_of_the_reference_site_names_a_picture_that_is_there() {
    for (site, base) in reference_sites().iter().zip(["https://rooflight.example/", "https://rooflight.example/de/"]) {
        names_pictures_that_are_there(site, base);
    }
}

/// Checks every page of a site at this address.
fn names_pictures_that_are_there(site: &Site, base: &str) {
    let (mut own, mut bytes) = (0, Vec::new());
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        let page = page(site, path);
        let Some(address) = head(&page, "image") else {
            // Pages that are not made to be shared: the missing page, redirects, calculators without a page around
            // them.
            assert_eq!(head(&page, "title"), None, "{path}");
            continue;
        };
        let file = address.strip_prefix(base).expect("an address of the site");
        let is_entry = path.starts_with("glossary/") && path != "glossary/index.html";
        assert_eq!(file, if is_entry { path.replace("index.html", "share.png") } else { "share.png".to_owned() });
        assert_eq!((head(&page, "image:width"), head(&page, "image:height")), (Some("1200"), Some("630")));
        assert!(head(&page, "image:alt").is_some_and(|alt| alt.len() > 20), "{path}");
        assert_eq!(page.one("meta[name=twitter:card]").attr("content"), "summary_large_image", "{path}");
        if is_entry {
            own += 1;
            bytes.push(site[file].len());
            // Reading a picture takes a tenth of a second here, so that one in eight is read.
            if own % 8 == 1 {
                let [columns, _] = read(&site[file]).drawn();
                assert!(columns.first() >= Some(&60) && columns.last() <= Some(&1140), "{path}: {columns:?}");
            }
            // The numbers are those of the page, each with its name.
            let alt = head(&page, "image:alt").unwrap_or_default();
            if page.has("dl.three") {
                for part in ["p.sub", "h2#answer"] {
                    assert!(alt.contains(&page.one(part).text()), "{path}: {part} in {alt}");
                }
                for number in page.select("dl.three dd[class]") {
                    // The number comes first, its unit and its remarks in elements of their own.
                    let Some(Node::Text(number)) = number.children.first() else { panic!("{path}: no number") };
                    assert!(alt.contains(number), "{path}: {number} in {alt}");
                }
            }
        }
    }
    let all: usize = bytes.iter().sum();
    assert!(
        own > 0 && bytes.iter().max() < Some(&44_000) && all / own < 34_000,
        "{own} of {} bytes, at most {:?}",
        all / own,
        bytes.iter().max()
    );
}

#[test]
fn colours_are_those_of_the_light_page() {
    let site = built(&with_pictures());
    let picture = read(&site["share.png"]);
    let css = std::fs::read_to_string(repository().join("static/css/base.css")).expect("the style");
    for name in ["paper", "panel", "line", "edge", "soft", "ink", "ceiling", "range", "measured"] {
        let light = between(&css, &format!("--{name}: light-dark(#"), ",");
        let digits = if light.len() == 3 { light.chars().flat_map(|c| [c, c]).collect() } else { light.to_owned() };
        let value = u32::from_str_radix(&digits, 16).expect("a colour");
        let [_, red, green, blue] = value.to_be_bytes();
        assert!(picture.palette.contains(&[red, green, blue]), "--{name}: #{digits}");
    }
}

/// A site that asks for pictures.
fn with_pictures() -> Sources {
    let mut sources = load::load(&fixture("small"));
    let settings = sources.content.iter_mut().find(|file| file.path.ends_with("site.yaml")).expect("settings");
    *settings = SourceFile::new("content/site.yaml", format!("{}share_pictures: true\n", settings.text));
    sources
}

#[test]
fn a_site_does_without_unless_it_asks() {
    let site = site(&fixture("small"));
    assert!(site.keys().all(|path| !path.ends_with("share.png")));
    for path in ["index.html", "glossary/velocity/index.html"] {
        let page = page(&site, path);
        assert!(head(&page, "title").is_some() && head(&page, "image").is_none(), "{path}");
        assert!(!page.has("[property^=og:image]") && !page.has("[name=twitter:card]"), "{path}");
    }
}

/// The site with an entry of this term.
fn with_term(term: &str, definition: &str) -> Site {
    let mut sources = with_pictures();
    let front = serde_json::json!({
        "term": term, "definition": definition, "layer": "work", "published": "2026-01-02",
        "sources": [{ "title": "A", "url": "https://a.example/" }],
    });
    let file = SourceFile::new("content/glossary/x.md", format!("---\n{front}\n---\nText.\n"));
    sources.content.push(file);
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    built(&sources)
}

#[test]
fn words_of_any_kind_have_a_picture() {
    let drawn = ["Tom & <Jerry> \"x\" 'y' ]]>", "naïve łódź Ωμέγα жизнь", "rocket 🚀 science 👩‍🚀", "1 ≤ 2 → ½ × π"];
    let whole = "A definition that is whole.";
    for term in drawn {
        let site = with_term(term, whole);
        let page = page(&site, "glossary/x/index.html");
        let address = head(&page, "image").expect("a picture");
        assert!(address.ends_with("/glossary/x/share.png"), "{term}: {address}");
        read(&site["glossary/x/share.png"]);
        let alt = head(&page, "image:alt").expect("words");
        assert!(alt.contains(term) && alt.contains("A definition that is whole."), "{alt}");
    }
    // Never in part: these letters are not in the typeface.
    for (term, definition) in [("שלום", whole), ("语言模型", whole), ("plain", "يعني ذلك شيئا."), ("🚀", whole)]
    {
        let site = with_term(term, definition);
        let page = page(&site, "glossary/x/index.html");
        let address = head(&page, "image").expect("a picture");
        assert!(address.ends_with("/team/share.png"), "{term}: {address}");
        assert!(!site.contains_key("glossary/x/share.png"), "{term}");
        assert_eq!(head(&page, "image:alt"), Some("Sprint words. The words that the team uses."));
    }
}

/// The small fixture with a font of a few Japanese letters, and an entry of this term and definition.
fn with_picture_font(term: &str, definition: &str) -> Site {
    let mut sources = with_pictures();
    let settings = sources.content.iter_mut().find(|file| file.path.ends_with("site.yaml")).expect("settings");
    let text = format!("{}theme: {{fonts: {{picture: static/fonts/picture.otf}}}}\n", settings.text);
    *settings = SourceFile::new("content/site.yaml", text);
    let font = std::fs::read(fixture("picture-font").join("picture.otf")).expect("a font");
    sources.statics.insert("fonts/picture.otf".to_owned(), font);
    let front = serde_json::json!({ "term": term, "definition": definition, "layer": "work", "published": "2026-01-02",
        "sources": [{ "title": "A", "url": "https://a.example/" }] });
    sources.content.push(SourceFile::new("content/glossary/x.md", format!("---\n{front}\n---\nText.\n")));
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    built(&sources)
}

#[test]
fn a_font_of_the_site_draws_letters_that_the_typeface_lacks() {
    let one_line = with_picture_font("KVキャッシュ", "言語モデルの速さを決める。");
    let pictures = |site: &Site| read(&site["glossary/x/share.png"]).drawn();
    let [columns, _] = pictures(&one_line);
    assert!(columns.first() >= Some(&60) && columns.last() <= Some(&1140), "{columns:?}");
    // Without a space, lines end between letters, so a long definition stays inside.
    let many_lines = with_picture_font("KVキャッシュ", &"一度読んだ「文」の計算を残すメモリ、".repeat(4));
    let [columns, rows] = pictures(&many_lines);
    assert!(columns.last() > Some(&900) && columns.last() <= Some(&1140), "{columns:?}");
    assert!(rows.len() > pictures(&one_line)[1].len(), "more lines");
    // Letters that neither has, and a script that one glyph a letter does not write, though the font has that letter.
    for term in ["語彙", "ي"] {
        assert!(!with_picture_font(term, "言語").contains_key("glossary/x/share.png"), "{term}");
    }
}

#[test]
fn a_site_whose_name_cannot_be_written_has_none() {
    let mut sources = with_pictures();
    let settings = sources.content.iter_mut().find(|file| file.path.ends_with("site.yaml")).expect("settings");
    *settings = SourceFile::new("content/site.yaml", settings.text.replace("title: Sprint words", "title: 用語集"));
    let site = built(&sources);
    assert!(!site.contains_key("share.png") && head(&page(&site, "index.html"), "image").is_none());
    let velocity = page(&site, "glossary/velocity/index.html");
    let picture = head(&velocity, "image");
    assert!(picture.is_some_and(|file| file.ends_with("/glossary/velocity/share.png")), "{picture:?}");
}

#[test]
fn equal_words_give_equal_bytes_and_are_drawn_once() {
    let picture = |term: &str| entry_picture(term, "What it is.", Footer::None);
    let (one, other) = (PictureMemo::default(), PictureMemo::default());
    let first = one.file(&picture("velocity"), None).expect("a picture");
    // A typeface that has drawn other things first draws the same.
    other.file(&picture("another term of other letters & sizes"), None);
    assert_eq!(first, other.file(&picture("velocity"), None).expect("a picture"));
    let again = one.file(&picture("velocity"), None).expect("a picture");
    assert!(std::sync::Arc::ptr_eq(&first, &again), "remembered");
    assert_ne!(first, one.file(&picture("Velocity"), None).expect("a picture"));
}

#[test]
fn long_words_end_inside_the_picture() {
    let long = "a definition that goes on and on, ".repeat(40);
    let word = "Donaudampfschifffahrtsgesellschaft".repeat(20);
    let figure = |ink| Figure { ink, label: word.clone(), value: word.clone() };
    let foot = Footer::Figures {
        answer: word.clone(),
        conditions: long.clone(),
        figures: vec![figure(Ink::Ceiling), figure(Ink::Plain)],
    };
    let drawn = PictureMemo::default();
    for (number, picture) in [
        entry_picture(&word, &long, foot.clone()),
        entry_picture(&long, &word, Footer::Row { label: long.clone(), text: word.clone() }),
        entry_picture(&long, &long, Footer::None),
    ]
    .into_iter()
    .enumerate()
    {
        let file = drawn.file(&picture, None).expect("a picture");
        let [columns, rows] = read(&file).drawn();
        assert!(columns.first() >= Some(&60) && columns.last() <= Some(&1140), "{number}: {columns:?}");
        assert!(rows.first() >= Some(&40) && rows.last() <= Some(&612), "{number}: {rows:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_drawn_inside_the_picture_or_not_at_all(
        term in "\\PC{0,60}|[a-zA-Z &/-]{0,200}",
        definition in "\\PC{0,300}|[ -~à-ž\u{a0}]{0,400}",
        label in any::<String>(),
    ) {
        let foot = Footer::Row { label: label.clone(), text: term.clone() };
        if let Some(file) = PictureMemo::default().file(&entry_picture(&term, &definition, foot), None) {
            let [columns, rows] = read(&file).drawn();
            prop_assert!(columns.first() >= Some(&60) && columns.last() <= Some(&1140), "{:?}", columns);
            prop_assert!(rows.last() <= Some(&612), "{:?}", rows);
        }
    }
}
