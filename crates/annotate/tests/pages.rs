//! Pages of other generators are linked by the rules of the glossary, and come back unchanged.
#![allow(clippy::expect_used, reason = "a helper of tests fails as they do")]

use proptest::prelude::*;
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::page::read;
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::html::token::TokenKind;
use rooflight_annotate::html::tokens::{decoded, tokens};
use rooflight_annotate::html::undo::undo;
use rooflight_annotate::html::write::annotate;
use rooflight_glossary::syntax::density::Density;
use std::sync::LazyLock;

const GLOSSARY: &str = r#"{"version": 2, "title": "Terms", "url": "https://terms.example/", "language": "en",
 "layers": [{"id": "one", "title": "One", "summary": "All.", "url": "https://terms.example/layers/one/"}],
 "entries": [
  {"id": "token", "term": "token", "layer": "one", "url": "https://terms.example/glossary/token/", "definition": "A piece of text."},
  {"id": "kv-cache", "term": "KV cache", "aliases": ["key-value cache"], "avoid": ["attention cache"], "layer": "one",
   "url": "https://terms.example/glossary/kv-cache/", "definition": "What attention keeps."},
  {"id": "pod", "term": "Pod", "ordinary": ["Pod"], "not": ["pod racing"], "layer": "one", "url": "https://terms.example/glossary/pod/", "definition": "The smallest unit."},
  {"id": "go", "term": "Go", "layer": "one", "url": "https://terms.example/glossary/go/", "definition": "A language of its own."},
  {"id": "q-and-a", "term": "Q&A", "layer": "one", "url": "https://terms.example/glossary/q-and-a/?a=1&b=2", "definition": "Questions."},
  {"id": "virtual-machine", "term": "virtual machine", "abbreviations": ["VM", "", "kv"], "layer": "one", "url": "https://terms.example/glossary/virtual-machine/", "definition": "A guest."}
 ]}"#;

static PARSED: LazyLock<Glossary> = LazyLock::new(|| Glossary::read(GLOSSARY).expect("a glossary"));

fn glossary() -> &'static Glossary {
    &PARSED
}

/// The page's links as `[words](id)`.
fn linked(html: &str, rules: &Rules) -> String {
    let glossary = glossary();
    let page = format!("<head></head><main>{html}</main>");
    let out = annotate(&page, "a.html", None, glossary, rules).html.unwrap_or(page);
    let body = out.split_once("<main>").map_or("", |(_, body)| body).trim_end_matches("</main>").to_owned();
    let mut shown = String::new();
    let mut ends = Vec::new();
    for token in tokens(&body) {
        match &token.kind {
            TokenKind::Start(tag) if tag.attribute("data-rooflight-auto").is_some() => {
                shown.push('[');
                ends.push(tag.attribute("data-term").unwrap_or_default().to_owned());
            }
            TokenKind::End(name) if name == "a" && !ends.is_empty() => {
                shown.extend(["](", &ends.pop().unwrap_or_default(), ")"]);
            }
            _ => shown.push_str(&body[token.span]),
        }
    }
    shown
}

#[test]
fn first_mentions_become_links() {
    let cases = [
        ("<p>A vm, a VM, two VMs.", "<p>A vm, a [VM](virtual-machine), two VMs."),
        ("<p>A token, two tokens.", "<p>A [token](token), two tokens."),
        ("<p>Tokens.<h2>token</h2><p>A token.", "<p>[Tokens](token).<h2>token</h2><p>A [token](token)."),
        ("<p>a<h3>x</h3><p>token<h3>y</h3><p>token", "<p>a<h3>x</h3><p>[token](token)<h3>y</h3><p>token"),
        ("<p>The <em>KV</em> cache", "<p>The [<em>KV</em> cache](kv-cache)"),
        ("<p>The <em>big KV</em> cache", "<p>The <em>big KV</em> cache"),
        ("<p><b>KV cache</b>s", "<p>[<b>KV cache</b>s](kv-cache)"),
        ("<p>KV\n  cache, key&#45;value cache", "<p>[KV\n  cache](kv-cache), key&#45;value cache"),
        ("<p>key&#45;value cache", "<p>[key&#45;value cache](kv-cache)"),
        ("<p>The Q&amp;A.", "<p>The [Q&amp;A](q-and-a)."),
        ("<p>KV&nbsp;cache KV<br>cache", "<p>[KV&nbsp;cache](kv-cache) KV<br>cache"),
        ("<p>to<wbr>ken <!-- x -->to<!-- y -->ken", "<p>[to<wbr>ken](token) <!-- x -->to<!-- y -->ken"),
        (
            "<p><code>token</code> <a href=x>token</a> <kbd>token</kbd>",
            "<p><code>token</code> <a href=x>token</a> <kbd>token</kbd>",
        ),
        (
            "<pre>token</pre><script>token</script><nav>token</nav><style>token</style>",
            "<pre>token</pre><script>token</script><nav>token</nav><style>token</style>",
        ),
        (
            "<p>token.py, my-token, --token, https://x.example/token",
            "<p>token.py, my-token, --token, https://x.example/token",
        ),
        ("<p>pods, pod racing, go, Go", "<p>[pods](pod), pod racing, go, [Go](go)"),
        (
            "<p>token <a href='https://terms.example/glossary/token/index.html#x'>it</a>",
            "<p>token <a href='https://terms.example/glossary/token/index.html#x'>it</a>",
        ),
        (
            "<p>token <a data-term=token href=x>it</a><h2>x</h2>token",
            "<p>token <a data-term=token href=x>it</a><h2>x</h2>[token](token)",
        ),
        ("<div data-rooflight-ignore><p>token</div>token", "<div data-rooflight-ignore><p>token</div>[token](token)"),
        (
            "<div data-rooflight-ignore='token, pod'><p>token pod Go</div>",
            "<div data-rooflight-ignore='token, pod'><p>token pod [Go](go)</div>",
        ),
        ("<ul><li>token<li><code>x<li>Go</ul>Pod", "<ul><li>[token](token)<li><code>x<li>[Go](go)</ul>[Pod](pod)"),
        (
            "<table><tr><th>token<td>token<tr><td>Go</table>",
            "<table><tr><th>token<td>[token](token)<tr><td>[Go](go)</table>",
        ),
        ("<p>attention cache", "<p>[attention cache](kv-cache)"),
        ("<P>A <SPAN Class=x>token</SPAN>.", "<P>A <SPAN Class=x>[token](token)</SPAN>."),
        ("<svg><path/><text>token</text></svg>token", "<svg><path/><text>token</text></svg>[token](token)"),
        (
            "<blockquote>token</blockquote><button>token</button><details><summary>token</summary>token</details>",
            "<blockquote>token</blockquote><button>token</button><details><summary>token</summary>[token](token)</details>",
        ),
    ];
    for (html, expected) in cases {
        assert_eq!(linked(html, &Rules::default()), expected);
    }
}

/// Pages that these generators built from one text, cut down to the markup around it.
const GENERATORS: [(&str, &str); 6] = [
    ("Docusaurus", include_str!("../../../tests/fixtures/annotate/generators/docusaurus.html")),
    ("Hugo", include_str!("../../../tests/fixtures/annotate/generators/hugo.html")),
    ("mdBook", include_str!("../../../tests/fixtures/annotate/generators/mdbook.html")),
    ("Material for MkDocs", include_str!("../../../tests/fixtures/annotate/generators/mkdocs-material.html")),
    ("Sphinx", include_str!("../../../tests/fixtures/annotate/generators/sphinx-furo.html")),
    ("Starlight", include_str!("../../../tests/fixtures/annotate/generators/starlight.html")),
];

#[test]
fn pages_of_real_generators_are_linked_and_come_back() {
    for (generator, page) in GENERATORS {
        let done = annotate(page, "a.html", None, glossary(), &Rules::default());
        let found = done.reading.mentions.iter().filter(|mention| mention.skipped.is_none());
        let reported: Vec<(&str, &str)> =
            found.map(|found| (done.reading.headings[found.heading].trim(), &*found.words)).collect();
        // The page of Sphinx, whose items are paragraphs, is cut before the second mention.
        let expected = &[("logits", "token"), ("At a glance", "token")][..if generator == "Sphinx" { 1 } else { 2 }];
        assert_eq!(reported, expected, "{generator}");
        let html = done.html.expect("a changed page");
        let links = html.matches("data-term=").count();
        assert_eq!(links, if generator == "Docusaurus" { 0 } else { expected.len() }, "{generator}");
        assert_eq!(done.list.is_some(), generator == "Docusaurus", "{generator}");
        assert_eq!(undo(&html), page, "{generator}");
        assert!(annotate(&html, "a.html", None, glossary(), &Rules::default()).html.is_none(), "{generator}");
    }
}

#[test]
fn links_are_as_dense_as_wanted() {
    let html = "<p>token token<h2>x</h2>token, Pod, Go, KV cache";
    let with = |density, max_links| linked(html, &Rules { density, max_links, ..Rules::default() });
    assert_eq!(
        with(Density::Page, 12),
        "<p>[token](token) token<h2>x</h2>token, [Pod](pod), [Go](go), [KV cache](kv-cache)"
    );
    assert_eq!(
        with(Density::All, 2),
        "<p>[token](token) [token](token)<h2>x</h2>[token](token), [Pod](pod), Go, KV cache"
    );
    assert_eq!(with(Density::Off, 12), html);
    assert_eq!(
        linked(
            "<p>token Go",
            &Rules { except: [glossary().by_id("token").expect("an entry")].into(), ..Rules::default() }
        ),
        "<p>token [Go](go)"
    );
}

#[test]
fn text_outside_the_chosen_elements_stays() {
    let glossary = glossary();
    let page = "<head></head><p>token<div class='x doc'>token</div>token";
    let rules = Rules { within: ".doc".parse().expect("a selector"), ..Rules::default() };
    let out = annotate(page, "a/b.html", None, glossary, &rules).html.expect("a change");
    assert!(
        out.starts_with("<head><link rel=\"stylesheet\" href=\"../rooflight-terms/terms.css\" data-rooflight-auto>"),
        "{out}"
    );
    assert_eq!(out.matches("<a ").count(), 1);
    let none = annotate(page, "a/b.html", None, glossary, &Rules::default());
    assert!(none.html.is_none() && !none.reading.is_read);
}

#[test]
fn the_style_is_found_from_where_a_page_says_its_addresses_start() {
    for (base, root) in [
        ("", "../../"),
        ("<base href=\"/docs/\">", ""),
        ("<base href=\"https://a.example/docs/\">", ""),
        ("<base href=\"../\">", "../"),
        ("<base href=\"./x/\">", "../../../"),
        ("<base href=\"index.html\">", "../../"),
        ("<base target=\"_top\">", "../../"),
    ] {
        let page = format!("<head>{base}</head><main>A token.</main>");
        let html = annotate(&page, "a/b/index.html", None, glossary(), &Rules::default()).html.expect("a link");
        let style = format!("<link rel=\"stylesheet\" href=\"{root}rooflight-terms/terms.css\"");
        assert!(html.contains(&style), "{base}: {html}");
    }
}

#[test]
fn text_that_no_tag_ends_gets_no_link() {
    for name in ["xmp", "noembed", "noframes", "textarea", "plaintext"] {
        assert_eq!(linked(&format!("<{name}>A token.</{name}>"), &Rules::default()).matches("](").count(), 0, "{name}");
    }
}

#[test]
fn pages_that_a_script_takes_over_get_a_list() {
    let glossary = glossary();
    let page = "<head></head><body><div id=__docusaurus><main><p>Each token &amp; the <b>KV</b> cache of a Pod.\r\nA Go &lt;x&gt; too.</main></div>";
    let out = annotate(page, "docs/a/index.html", Some("/base"), glossary, &Rules::default());
    let html = out.html.expect("a change");
    assert!(
        html.contains("src=\"/base/rooflight-terms/terms.js\" data-rooflight-pages=\"article, main, [role=main]\""),
        "{html}"
    );
    assert_eq!(html.split_once("<body>").map(|(_, body)| body), page.split_once("<body>").map(|(_, body)| body));
    let (path, list) = out.list.expect("a list");
    assert_eq!(path, "pages/docs/a.json");
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let quotations: Vec<String> = list["links"].as_array().expect("links").iter().map(ToString::to_string).collect();
    assert_eq!(
        quotations,
        [
            r#"["token","https://terms.example/glossary/token/","Each ","token"," & the "]"#,
            r#"["pod","https://terms.example/glossary/pod/"," cache of a ","Pod",".\nA Go <x> too."]"#,
            r#"["go","https://terms.example/glossary/go/","he of a Pod.\nA ","Go"," <x> too."]"#,
        ]
    );
}

#[test]
fn the_words_keep_their_bytes() {
    let glossary = glossary();
    for html in ["<main>é token</main>", "<head></head><main>\r\ntoken\u{0}token &token; token</main>", "<main>token"]
    {
        let reading = read(html, glossary, &Rules::default(), false);
        for link in &reading.links {
            assert_eq!(&html[link.span.clone()], "token");
        }
        assert_eq!(reading.links.len(), 1, "{html}");
    }
}

/// Generates pages of words, tags, raw text and broken markup, in any order.
fn page() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "(token|tokens|KV cache|Pod| |, |\\. |Q&amp;A|Go|é|\r\n|&nbsp;|&#45;|&)",
        3 => "</?(p|div|b|em|span|a|code|pre|h2|li|ul|td|table|svg|main|head|body|nav)( class=x| href=y|/| data-rooflight-ignore)?>",
        2 => "</?(script|style|title|textarea|xmp|iframe|noembed|noframes|noscript|plaintext|template|math|select|dl|dt|th|tr)( a=b| a=<b>c| a='>| =| a=\"|/)?>?",
        1 => "(<!\\[CDATA\\[|\\]\\]>|<!-->|--!>|<!|<\\?|</|<p a=|<a href='|</p |<b/|\r|\0)",
        1 => "(<|<!--|-->|<!doctype html>|<script>|</script>|<br>|\"|'|=|data-term|<title>|</title>|<a href='https://terms.example/glossary/token/'>)",
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// Returns the text of a page, with its character references decoded.
fn text(html: &str) -> String {
    let parts = tokens(html);
    let texts = parts.iter().filter(|token| token.kind == TokenKind::Text);
    texts.flat_map(|token| decoded(html, token.span.clone())).map(|(_, text)| text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn links_are_added_and_taken_out(html in page(), head in any::<bool>()) {
        let glossary = glossary();
        let html = if head { format!("<head></head><main>{html}") } else { html };
        let rules = Rules { density: Density::All, ..Rules::default() };
        let once = annotate(&html, "x/index.html", None, glossary, &rules);
        let out = once.html.unwrap_or_else(|| html.clone());
        prop_assert_eq!(undo(&out), html.as_str());
        prop_assert_eq!(text(&out), text(&html));
        let twice = annotate(&out, "x/index.html", None, glossary, &rules);
        prop_assert_eq!(twice.html, None);
        // No link is inside another.
        let mut open = 0;
        for token in tokens(&out) {
            match &token.kind {
                TokenKind::Start(tag) if tag.name == "a" && tag.attribute("data-rooflight-auto").is_some() => {
                    open += 1;
                    prop_assert_eq!(open, 1);
                }
                TokenKind::Start(tag) if tag.name == "a" => prop_assert_eq!(open, 0),
                TokenKind::End(name) if name == "a" => open = 0,
                _ => {}
            }
        }
    }
}
