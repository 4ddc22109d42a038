//! Documentation is checked against a glossary: each finding with its code, its words and its place.
#![allow(clippy::expect_used, reason = "a helper of tests fails as they do")]

use rooflight_annotate::docs::{Checked, html, markdown, unused};
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::rules::Rules;
use rooflight_source::diagnostic::{Location, line_column};

fn glossary() -> Glossary {
    let text = include_str!("../../../tests/fixtures/annotate/glossary.json");
    Glossary::read(text).expect("a glossary")
}

/// The findings as `line:column code words`.
fn reported(text: &str, checked: &Checked) -> Vec<String> {
    let reported = checked.problems.iter().map(|problem| {
        let (line, column) = line_column(text, problem.location.span.start);
        format!("{line}:{column} {} {}", problem.code, &text[problem.location.span.clone()])
    });
    reported.collect()
}

#[test]
fn markdown_is_checked() {
    let text = "---\ntitle: token\n---\n# A token\n\nTwo tokens, a token, `token`.\n\n## More\n\nThe [KV cache](https://terms.example/glossary/kv-cache/) is no KV cache.\nAn attention cache of a **token**.\n";
    let checked = markdown("docs/a.md", text, &glossary(), &Rules::default());
    let expected = ["6:5 unlinked-mention tokens", "11:4 avoided-name attention cache", "11:27 unlinked-mention token"];
    assert_eq!(reported(text, &checked), expected);
    assert_eq!(checked.mentioned.len(), 2);
}

#[test]
fn built_pages_are_checked() {
    let text = "<main><h1>token</h1>\n<p>A token in an attention cache.\n<h2>x</h2><a href=\"https://terms.example/glossary/kv-cache\">it</a> KV cache</main>";
    let checked = html("a.html", text, &glossary(), &Rules::default());
    assert_eq!(reported(text, &checked), ["2:6 unlinked-mention token", "2:18 avoided-name attention cache"]);
    assert!(!html("a.html", "<p>token", &glossary(), &Rules::default()).is_read);
}

#[test]
fn a_topic_in_parentheses_is_needed_on_the_page() {
    let entry =
        r#"{"id": "port", "term": "Port (networking)", "ordinary": ["Port"], "url": "https://a.example/port/"}"#;
    let text = format!(r#"{{"version": 2, "title": "T", "url": "https://a.example/", "entries": [{entry}]}}"#);
    let glossary = Glossary::read(&text).expect("a glossary");
    let found = |text: &str| {
        let page = format!("<nav>Networking</nav><main><p>{text}</main>");
        let [markdown, html] =
            [markdown("a.md", text, &glossary, &Rules::default()), html("a.html", &page, &glossary, &Rules::default())];
        assert_eq!(markdown.problems.len(), html.problems.len(), "{text}");
        html.problems.len()
    };
    assert_eq!([found("The ship left its port."), found("A port of a network.")], [0, 1]);
}

/// The heading and the sentence of each finding.
fn quoted(checked: &Checked) -> Vec<(&str, &str)> {
    let excerpt = checked.problems.iter().filter_map(|problem| problem.excerpt.as_ref());
    excerpt.map(|excerpt| (&*excerpt.heading, &*excerpt.sentence)).collect()
}

#[test]
fn findings_quote_heading_and_sentence() {
    let glossary = glossary();
    let text = "Above. A token &amp; more!\n\n## The `x` *part*\n\n- One. Many **bold\n  tokens** of [it](x). Three.\n\n| a | attention cache |\n|---|---|\n| b | an attention cache |\n";
    let checked = markdown("a.md", text, &glossary, &Rules::default());
    let expected = [
        ("", "A token & more!"),
        ("The x part", "Many bold tokens of it."),
        ("The x part", "a · attention cache"),
        ("The x part", "b · an attention cache"),
    ];
    assert_eq!(quoted(&checked), expected);
    let text = "<main><p>Above. A <a href=x>linked</a> token &amp; <code>more</code>! No.</p><h2 id=x><a href=#x>The <code>x</code>\n part</a><a href=#x>#</a></h2><ul><li>One. Many <b>bold\n tokens</b> of it.<li>An attention cache</ul></main>";
    let checked = html("a.html", text, &glossary, &Rules::default());
    let expected = [
        ("", "A linked token & more!"),
        ("The x part", "Many bold tokens of it."),
        ("The x part", "An attention cache"),
    ];
    assert_eq!(quoted(&checked), expected);
}

#[test]
fn terms_that_nothing_mentions_are_reported() {
    let glossary = glossary();
    let checked = markdown("a.md", "Tokens.", &glossary, &Rules::default());
    let problems = unused(&glossary, &checked.mentioned, &Rules::default(), &Location::whole("glossary.json"));
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["no page mentions `KV cache`"]);
}
