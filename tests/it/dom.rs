//! Reads the HTML that the site writes into a tree of elements, and finds elements by a selector.
//!
//! It knows void elements, raw text, character references, and the end tags that the writer leaves out (`dt`, `dd`,
//! `li`, `option`). Any other tag that does not match its neighbours ends the test: only what an author left open is
//! repaired, and only where a test says so. Selectors are compounds of `tag`, `.class`, `#id`, `[attr]`,
//! `[attr=value]`, `[attr^=value]` and `[attr$=value]`, with spaces between ancestor and descendant. A value with
//! spaces or brackets is in double quotes.

use rooflight_compiler::sink::Site;

/// Elements without content and without end tag.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// An element, or the whole piece of HTML, which has no name.
pub(crate) struct Element<'a> {
    pub(crate) name: &'a str,
    attributes: Vec<(&'a str, String)>,
    pub(crate) children: Vec<Node<'a>>,
    /// Where the content starts; later the content as it is written.
    start: usize,
    inner: &'a str,
}

/// A piece of an element's content.
pub(crate) enum Node<'a> {
    /// A child element.
    Element(Element<'a>),
    /// Text, with its character references resolved.
    Text(String),
}

/// A page of a site.
pub(crate) fn page<'a>(site: &'a Site, path: &str) -> Element<'a> {
    parse(crate::support::text(site, path))
}

/// A page or a fragment of one.
pub(crate) fn parse(html: &str) -> Element<'_> {
    let (root, left_open) = read(html);
    assert_eq!(left_open, [""; 0], "elements without an end in {html:.2000}");
    root
}

/// A page with an author's own HTML, in which an element may end with its parent.
pub(crate) fn page_with_raw_html<'a>(site: &'a Site, path: &str) -> Element<'a> {
    read(crate::support::text(site, path)).0
}

/// The tree, and the elements that only the end of their parent ends, where the writer leaves no end tag out.
fn read(html: &str) -> (Element<'_>, Vec<&str>) {
    let root = Element { name: "", attributes: Vec::new(), children: Vec::new(), start: 0, inner: html };
    let (mut open, mut left_open, mut at) = (vec![root], Vec::new(), 0);
    while let Some(tag) = html[at..].find('<').map(|found| at + found) {
        add(&mut open, Node::Text(decoded(&html[at..tag])));
        let rest = &html[tag + 1..];
        let length = |end: &str| rest.find(end).unwrap_or_else(|| panic!("no {end} after {rest:.80}")) + end.len();
        if rest.starts_with('!') {
            at = tag + 1 + length(if rest.starts_with("!--") { "-->" } else { ">" });
        } else if let Some(name) = rest.strip_prefix('/') {
            let name = &name[..length(">") - 2];
            assert!(open.iter().any(|element| element.name == name), "an end tag before {rest:.80}");
            while open.last().is_some_and(|last| last.name != name) {
                left_open.extend(close(&mut open, html, tag));
            }
            close(&mut open, html, tag);
            at = tag + 1 + length(">");
        } else {
            let (mut element, length, is_closed) = start_tag(rest);
            at = tag + 1 + length;
            element.start = at;
            if open.last().is_some_and(|last| ends(last.name, element.name)) {
                close(&mut open, html, tag);
            }
            let name = element.name;
            if is_closed || VOID.contains(&name) {
                add(&mut open, Node::Element(element));
                continue;
            }
            open.push(element);
            if matches!(name, "script" | "style") {
                let end = format!("</{name}>");
                let length = html[at..].find(&end).expect("the end of raw text");
                add(&mut open, Node::Text(html[at..at + length].to_owned()));
                at += length;
            }
        }
    }
    add(&mut open, Node::Text(decoded(&html[at..])));
    while open.len() > 1 {
        left_open.extend(close(&mut open, html, html.len()));
    }
    (open.remove(0), left_open)
}

fn add<'a>(open: &mut [Element<'a>], node: Node<'a>) {
    open.last_mut().expect("the root stays open").children.push(node);
}

/// Closes the innermost element, and names it if its end tag may not be left out.
fn close<'a>(open: &mut Vec<Element<'a>>, html: &'a str, at: usize) -> Option<&'a str> {
    let mut element = open.pop().expect("the root stays open");
    element.inner = &html[element.start..at];
    let name = element.name;
    add(open, Node::Element(element));
    Some(name).filter(|name| !matches!(*name, "dt" | "dd" | "li" | "option"))
}

/// True if an open element ends where the next one starts.
fn ends(open: &str, next: &str) -> bool {
    matches!((open, next), ("dt" | "dd", "dt" | "dd") | ("li", "li") | ("option", "option"))
}

/// The element of a start tag, the tag's length, and whether it closes itself.
fn start_tag(text: &str) -> (Element<'_>, usize, bool) {
    let end_of_name = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
    let cut = |rest: &str| rest.find(end_of_name).unwrap_or_else(|| panic!("a tag without end: {rest:.80}"));
    let (name, mut rest) = text.split_at(cut(text));
    assert!(name.starts_with(|c: char| c.is_ascii_alphabetic()), "no tag: <{text:.80}");
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        let is_closed = rest.starts_with("/>");
        if is_closed || rest.starts_with('>') {
            let length = text.len() - rest.len() + if is_closed { 2 } else { 1 };
            return (Element { name, attributes, children: Vec::new(), start: 0, inner: "" }, length, is_closed);
        }
        let (attribute, after) = rest.split_at(cut(rest));
        assert!(!attribute.is_empty(), "no attribute: {rest:.80}");
        let quoted = after.strip_prefix("=\"").map(|value| value.split_once('"').expect("the end of a value"));
        assert!(quoted.is_some() || !after.starts_with('='), "a value without quotes: {rest:.80}");
        attributes.push((attribute, decoded(quoted.map_or("", |(value, _)| value))));
        rest = quoted.map_or(after, |(_, rest)| rest);
    }
}

/// Text with its character references resolved; an ampersand that begins no reference stays an ampersand.
fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part
            .split_once(';')
            .map(|(name, _)| name)
            .filter(|name| name.bytes().all(|byte| byte == b'#' || byte.is_ascii_alphanumeric()));
        let known = name.map(|name| match (name, name.strip_prefix("#x"), name.strip_prefix('#')) {
            ("amp", ..) => '&',
            ("lt", ..) => '<',
            ("gt", ..) => '>',
            ("quot", ..) => '"',
            (_, Some(digits), _) => u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a character"),
            (_, _, Some(digits)) => digits.parse().ok().and_then(char::from_u32).expect("a character"),
            _ => panic!("a character reference: &{name};"),
        });
        out.push(known.unwrap_or('&'));
        out.push_str(known.and(name).map_or(part, |name| &part[name.len() + 1..]));
    }
    out
}

impl<'a> Element<'a> {
    /// The elements that match a selector, in document order.
    pub(crate) fn select(&self, selector: &str) -> Vec<&Self> {
        let mut found = Vec::new();
        self.collect(&compounds(selector), &mut found);
        found
    }

    /// The first compound is looked for among all descendants; below one that matches, the next one.
    fn collect<'s>(&'s self, compounds: &[Vec<Test<'_>>], found: &mut Vec<&'s Self>) {
        for child in self.elements() {
            let is_match = compounds[0].iter().all(|test| test.holds(child));
            if is_match && compounds.len() == 1 {
                found.push(child);
            }
            child.collect(&compounds[usize::from(is_match && compounds.len() > 1)..], found);
        }
    }

    /// The only element that matches a selector.
    pub(crate) fn one(&self, selector: &str) -> &Self {
        let found = self.select(selector);
        assert_eq!(found.len(), 1, "{selector} in {:.2000}", self.inner);
        found[0]
    }

    /// True if an element matches a selector.
    pub(crate) fn has(&self, selector: &str) -> bool {
        !self.select(selector).is_empty()
    }

    /// The words of each element that matches a selector.
    pub(crate) fn words_of(&self, selector: &str) -> Vec<String> {
        self.select(selector).into_iter().map(Self::words).collect()
    }

    /// An attribute of each element that matches a selector and has it.
    pub(crate) fn attrs(&self, selector: &str, name: &str) -> Vec<&str> {
        self.select(selector).into_iter().filter_map(|element| element.get(name)).collect()
    }

    /// An attribute; the empty text without it.
    pub(crate) fn attr(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The names of the attributes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| *name)
    }

    /// The child elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The content as it is written.
    pub(crate) fn inner(&self) -> &'a str {
        self.inner
    }

    /// The text of the element and its descendants, white space as written.
    pub(crate) fn text(&self) -> String {
        let text = |node: &Node<'_>| match node {
            Node::Element(element) => element.text(),
            Node::Text(text) => text.clone(),
        };
        self.children.iter().map(text).collect()
    }

    /// All text of the element, with one space for each run of white space.
    pub(crate) fn words(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// One condition of a selector: on an attribute, or on the tag's name if `name` is empty.
struct Test<'s> {
    name: &'s str,
    how: char,
    value: &'s str,
}

impl Test<'_> {
    fn holds(&self, element: &Element<'_>) -> bool {
        let found = if self.name.is_empty() { Some(element.name) } else { element.get(self.name) };
        found.is_some_and(|found| match self.how {
            '?' => true,
            '^' => found.starts_with(self.value),
            '$' => found.ends_with(self.value),
            '~' => found.split_ascii_whitespace().any(|word| word == self.value),
            _ => found == self.value,
        })
    }
}

/// The compounds of a selector, from the ancestor to the descendant.
fn compounds(selector: &str) -> Vec<Vec<Test<'_>>> {
    let (mut found, mut rest) = (vec![Vec::new()], selector);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(' ') {
            found.push(Vec::new());
            rest = after;
            continue;
        }
        let (name, how) = match rest.as_bytes()[0] {
            b'.' => ("class", '~'),
            b'#' => ("id", '='),
            _ => ("", '='),
        };
        let text = &rest[name.len().min(1)..];
        let (test, after) = if let Some(text) = text.strip_prefix('[') {
            condition(text)
        } else {
            let (value, after) = text.split_at(text.find(['.', '#', '[', ' ']).unwrap_or(text.len()));
            (Test { name, how, value }, after)
        };
        found.last_mut().expect("a compound").push(test);
        rest = after;
    }
    found
}

/// The condition that ends with `]`, and what follows it.
fn condition(text: &str) -> (Test<'_>, &str) {
    let (name, rest) = text.split_at(text.find([']', '^', '$', '~', '=']).expect("the end of a condition"));
    if let Some(after) = rest.strip_prefix(']') {
        return (Test { name, how: '?', value: "" }, after);
    }
    let (sign, rest) = rest.split_once('=').expect("a value");
    let quoted = rest.strip_prefix('"').map(|value| value.split_once("\"]"));
    let (value, after) = quoted.unwrap_or_else(|| rest.split_once(']')).expect("the end of a condition");
    (Test { name, how: sign.chars().next().unwrap_or('='), value }, after)
}

#[test]
fn elements_are_found_by_selectors() {
    let html = "<!doctype html><!-- <p> --><main id=\"m\"><p class=\"a b\">One &lt; <b>t&#39;wo</b><br>\n x</p>\
        <dl><dt>T<dd>D <i title=\"a &amp; b&c=1\">i</i><dd><svg/></dl><script>if (a<b) &c</script></main>";
    let page = parse(html);
    assert_eq!(page.words_of("p.b"), ["One < t'wo x"]);
    assert_eq!(page.words_of("main dl dd"), ["D i", ""]);
    assert_eq!(page.attrs("#m dd [title=\"a & b&c=1\"]", "title"), ["a & b&c=1"]);
    assert_eq!(page.one("script").text(), "if (a<b) &c");
    assert_eq!((page.one("p").inner(), page.one("dt").inner()), ("One &lt; <b>t&#39;wo</b><br>\n x", "T"));
    assert!(page.has("[class^=a][class$=b]") && page.has("p[class~=a] b") && page.has("dd svg"));
    assert!(!page.has("p dd") && !page.has("b.a") && !page.has("[class=a]") && !page.has("main main"));
    for bad in ["<p>", "</p>", "<b><i></b></i>", "a &no; b", "<p x=1></p>", "< p>", "<p"] {
        assert!(std::panic::catch_unwind(|| drop(parse(bad))).is_err(), "{bad}");
    }
}

#[test]
fn tests_query_pages_instead_of_searching_their_markup() {
    let sources = walkdir::WalkDir::new(crate::support::repository().join("tests/it")).into_iter();
    let sources =
        sources.map(|file| file.expect("a file")).filter(|file| file.path().extension() == Some("rs".as_ref()));
    for file in sources.filter(|file| file.file_name() != "safe_html.rs") {
        let text = std::fs::read_to_string(file.path()).expect("a source");
        for call in ["contains", "split", "split_once", "find", "matches", "between"] {
            for start in ["(\"", "(r#\"", "(&format!(\""] {
                let search = format!("{call}{start}<");
                let is_tag =
                    |(at, _)| text[at + search.len()..].starts_with(|c: char| c.is_ascii_lowercase() || c == '/');
                let found = text.match_indices(&search).any(is_tag);
                assert!(!found, "{}: use crate::dom in place of {search}", file.path().display());
            }
        }
    }
}
