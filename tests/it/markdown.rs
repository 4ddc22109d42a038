//! Markdown in a body beyond links: footnotes, tasks, tables, code; on a page and in the feed.

use crate::dom;
use crate::feed_reader;
use crate::support::{fixture, text};
use crate::well_formed::trouble;
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};

/// The small site with this body in one of its entries.
pub(crate) fn with_body(body: &str) -> Sources {
    let mut sources = load::load(&fixture("small"));
    let velocity = sources.content.iter_mut().find(|file| file.path.ends_with("/velocity.md")).expect("an entry");
    let front = velocity.text.split("---\n").nth(1).expect("front matter");
    *velocity = SourceFile::new(velocity.path.clone(), format!("---\n{front}---\n{body}"));
    sources
}

pub(crate) fn site(body: &str) -> Site {
    let outcome = compile(&with_body(body), &Options::default(), &mut |_| {});
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

fn page(site: &Site) -> String {
    dom::page(site, "glossary/velocity/index.html").one(".flow.text").inner().to_owned()
}

const BODY: &str = "One[^later] and two[^first], one again[^later].

[^first]: Said **second**, written first.
[^alone]: Mentioned nowhere.

- [x] done
- [ ] not done

| left | right | mid |
|---|--:|:-:|
| a | 1 | b |

```rust
let x = 1;
```

[^later]: Said first.
";

#[test]
fn footnotes_and_tasks_on_a_page() {
    insta::assert_snapshot!(page(&site(BODY)));
}

#[test]
fn footnotes_and_tasks_in_the_feed() {
    let site = site(BODY);
    let feed = feed_reader::read(text(&site, "feed.xml"));
    let entry = feed.entries.into_iter().find(|entry| entry.title == "velocity").expect("the entry");
    insta::assert_snapshot!(entry.content.expect("content"));
}

#[test]
fn a_note_inside_a_note_closes_what_it_opens() {
    let page = page(&site("a[^a] b[^b]\n\n[^a]: > [^b]: y[^a]\n\n- [^c]: z\n\n> [^d]: z[^a]\n\nEnd.\n"));
    assert_eq!(trouble(&format!("<div>{page}</div>")), None, "{page}");
}

#[test]
fn a_citation_without_source_or_note_is_an_error() {
    let outcome = compile(&with_body("A claim.[^nowhere]\n"), &Options::default(), &mut |_| {});
    assert!(outcome.diagnostics.iter().any(|d| d.code.name() == "unknown-source"), "{:?}", outcome.diagnostics);
}

#[test]
fn the_copy_script_is_asked_for_only_where_there_is_code() {
    let with = site("```sh\nls\n```\n");
    assert!(text(&with, "glossary/velocity/index.html").contains("js/copy."));
    assert!(!text(&with, "glossary/sprint/index.html").contains("js/copy."));
    assert!(!text(&with, "glossary/index.html").contains("js/copy."));
}
