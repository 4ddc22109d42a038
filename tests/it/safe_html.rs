//! HTML read tag by tag, the way a browser would: what is in it that could run, or lead where no page may lead.
//!
//! A list of what is allowed, not of what is dangerous: an element, an attribute or a scheme that is not in it is
//! reported.

use quick_xml::events::Event;

/// The elements that pages and feeds are made of; `script`, `meta` and `link` are looked at more closely.
const ELEMENTS: &str = "a abbr article aside b blockquote body br button caption circle clippath code col colgroup \
    dd defs del desc details dfn div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header \
    hr html i img input kbd label legend lineargradient li line link main mark math menclose meta mfrac mi \
    mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable \
    mtd mtext mtr munder munderover nav noscript ol optgroup option output p path pattern pre q rect script search \
    section select small span stop strong sub summary sup svg symbol table tbody td template text textarea tfoot th \
    thead time title tr tspan ul use";

/// The attributes that they have; everything that begins with `data-` or `aria-` besides.
const ATTRIBUTES: &str = "accent accentunder accept action alt aria-hidden async autocapitalize autocomplete \
    blocking charset checked class clip-path colspan content crossorigin cx cy d datetime dir disabled display \
    displaystyle download dx dy enterkeyhint fetchpriority fill for form gradientunits height hidden href http-equiv \
    id inputmode integrity lang linethickness list lspace mathcolor mathvariant max maxlength maxsize media method \
    min minsize movablelimits multiple name notation offset open overflow patternunits placeholder points popover \
    popovertarget preserveaspectratio property r readonly rel required role rows rowspan rspace rx ry scope \
    scriptlevel selected size spellcheck src start step stretchy stroke symmetric tabindex target text-anchor title \
    transform type value viewbox width x x1 x2 xlink:href xmlns y y1 y2";

/// Describes every part of a page that could do harm.
pub(crate) fn unsafe_parts(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('/') {
            rest = after.find('>').map_or("", |end| &after[end + 1..]);
            continue;
        }
        if rest.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("!doctype")) {
            continue;
        }
        let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':')).collect();
        let (attributes, after) = attributes(&rest[name.len()..]);
        element(&name.to_ascii_lowercase(), &attributes, &mut found);
        rest = after;
        if name.eq_ignore_ascii_case("script") {
            let (text, after) = rest.split_once("</script>").unwrap_or((rest, ""));
            if !text.is_empty() && serde_json::from_str::<serde_json::Value>(text).is_err() {
                found.push(format!("a script: {text:.80}"));
            }
            rest = after;
        }
    }
    found
}

/// The attributes up to the tag's end, with their values decoded, and what follows the tag.
fn attributes(text: &str) -> (Vec<(String, String)>, &str) {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (found, rest.get(1..).unwrap_or_default());
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len());
        let name = &rest[..end.max(1)];
        rest = rest[name.len()..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (inside, ends): (&str, &[char]) = match &quote {
                Some('"') => (&after[1..], &['"']),
                Some(_) => (&after[1..], &['\'']),
                None => (after, &[' ', '\n', '\t', '>']),
            };
            let end = inside.find(ends).unwrap_or(inside.len());
            value = &inside[..end];
            rest = if quote.is_some() { inside.get(end + 1..).unwrap_or_default() } else { &inside[end..] };
        }
        found.push((name.to_ascii_lowercase(), decoded(value)));
    }
}

fn decoded(value: &str) -> String {
    let mut out = value.to_owned();
    for (entity, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'")] {
        out = out.replace(entity, letter);
    }
    out.replace("&#x2F;", "/").replace("&amp;", "&")
}

fn element(name: &str, attributes: &[(String, String)], found: &mut Vec<String>) {
    let get = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if !ELEMENTS.split_whitespace().any(|known| known == name) {
        found.push(format!("an element <{name}>"));
    }
    for (attribute, value) in attributes {
        let known = ATTRIBUTES.split_whitespace().any(|known| known == attribute);
        let plain = attribute.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !known && !(plain && (attribute.starts_with("data-") || attribute.starts_with("aria-"))) {
            found.push(format!("<{name} {attribute}={value:?}>"));
        }
        if matches!(&**attribute, "href" | "src" | "action" | "formaction" | "xlink:href") && !leads_well(name, value) {
            found.push(format!("<{name} {attribute}={value:?}>"));
        }
    }
    match name {
        "script" if get("type") == Some("application/ld+json") => {}
        "script" if get("src").is_none() || get("integrity").is_none() => {
            found.push(format!("a script without its checksum: {attributes:?}"));
        }
        "link" if get("rel") == Some("stylesheet") && get("integrity").is_none() => {
            found.push(format!("a style sheet without its checksum: {attributes:?}"));
        }
        "meta" if get("http-equiv").is_some_and(|what| !matches!(what, "Content-Security-Policy" | "refresh")) => {
            found.push(format!("<meta> {attributes:?}"));
        }
        _ => {}
    }
}

/// http, https, mailto and relative addresses, as a browser understands them; what a page loads comes from the site
/// itself.
fn leads_well(element: &str, address: &str) -> bool {
    let plain: String = address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_start_matches(|c: char| c <= ' ');
    let start = plain.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let scheme = start.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let elsewhere = scheme.is_some() || plain.starts_with("//") || plain.starts_with("\\\\");
    match element {
        "script" | "img" | "form" | "use" => !elsewhere,
        _ => scheme.is_none_or(|scheme| ["http", "https", "mailto"].contains(&scheme.as_str())),
    }
}

/// The unsafe parts of the HTML in an RSS or Atom feed's elements; other XML has no HTML in it.
pub(crate) fn in_feed(xml: &str) -> Vec<String> {
    if !xml.contains("<rss") && !xml.contains("<feed") {
        return Vec::new();
    }
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut found = Vec::new();
    let mut text = String::new();
    let mut html = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => {
                // Atom says which of its texts are HTML; RSS has two that readers take for it.
                let name = start.name();
                let is_html = start.attributes().flatten().any(|it| it.key.as_ref() == "type" && &*it.value == "html");
                html = is_html || matches!(name.as_ref(), "content:encoded" | "description");
                text.clear();
            }
            Ok(Event::Text(part)) => text.push_str(&part),
            Ok(Event::CData(part)) => text.push_str(&part.replace('&', "&amp;").replace('<', "&lt;")),
            Ok(Event::GeneralRef(name)) => {
                text.push('&');
                text.push_str(&name);
                text.push(';');
            }
            Ok(Event::End(_)) => {
                if std::mem::take(&mut html) {
                    found.extend(unsafe_parts(&decoded(&text.replace("&apos;", "'"))));
                }
                text.clear();
            }
            Ok(Event::Eof) => return found,
            Err(error) => return vec![format!("no XML: {error}")],
            Ok(_) => {}
        }
    }
}

/// The unsafe parts of the HTML in a JSON feed's items.
pub(crate) fn in_json_feed(text: &str) -> Vec<String> {
    let feed: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let Some(items) = feed["items"].as_array() else { return vec!["no items".to_owned()] };
    items.iter().filter_map(|item| item["content_html"].as_str()).flat_map(unsafe_parts).collect()
}

#[test]
fn what_could_run_is_seen() {
    let dangerous = [
        "<script>x()</script>",
        "<img src=x onerror=x()>",
        "<p style=\"x\">",
        "<a href=\"java&#10;script:x\">".replace("&#10;", "\n").leak(),
        "<a href=' javascript:x'>",
        "<iframe>",
        "<p/onclick=x>",
        "<script type=module src=x.js></script>",
        "<img src=\"//other.example/x\">",
        "< script>",
        "<x-y>",
    ];
    for html in dangerous {
        assert!(!unsafe_parts(html).is_empty(), "{html}");
    }
    let plain = "<!doctype html><p class=\"a\" title='b'>1 &lt; 2 <a href=\"https://example.org/?a=1&amp;b\">x</a><br>";
    assert_eq!(unsafe_parts(plain), Vec::<String>::new());
    assert!(!in_feed("<rss><description>&lt;img onerror=x&gt;</description></rss>").is_empty());
    assert!(!in_feed("<feed><summary type=\"html\">&lt;img onerror=x&gt;</summary></feed>").is_empty());
    assert!(in_feed("<feed><summary>&lt;img onerror=x&gt;</summary></feed>").is_empty(), "a text is no HTML");
    assert!(in_feed("<rss><description>&amp;lt;img onerror=x&amp;gt;</description></rss>").is_empty());
}
