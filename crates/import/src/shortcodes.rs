//! Converts Hugo's shortcodes and MDN's macros to Markdown.
//!
//! 1. The user's rules come first: `glossary_tooltip=[[{term_id}|{text}]]`. `{key}` is an attribute of the shortcode,
//!    `{0}` its first value without a key; the end tag of a shortcode with a rule is removed.
//! 2. Without a rule, a shortcode with a term and a text becomes a link to the entry, `ref` and `relref` become their
//!    path, `figure` a picture, notes a container, and `{{Glossary("X", "words")}}` a link.
//! 3. Other shortcodes stay as they are and are reported.
//!
//! The output of a rule is Markdown like the rest of the body, and its links are resolved with the others. Code is not
//! changed.

use crate::draft::Origin;
use crate::edits::{Targets, code, edited, is_within};
use crate::report::{Handling, Report};
use pulldown_cmark::Options;
use std::str::FromStr;

/// The name of a shortcode, and the Markdown that replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortcodeRule {
    name: String,
    markdown: String,
}

impl FromStr for ShortcodeRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, markdown) =
            text.split_once('=').ok_or_else(|| format!("`{text}` is not written as name=Markdown"))?;
        let name = name.trim();
        let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "{}<>%\"".contains(c));
        if !is_name {
            return Err(format!("`{name}` is not the name of a shortcode"));
        }
        Ok(Self { name: name.to_owned(), markdown: markdown.to_owned() })
    }
}

/// Names of shortcodes that become a container.
pub(crate) const NOTES: [&str; 11] =
    ["note", "warning", "caution", "tip", "info", "important", "danger", "alert", "callout", "hint", "admonition"];

/// A parsed shortcode or macro.
struct Shortcode<'a> {
    name: &'a str,
    /// Keys and values; the key of a positional value is empty.
    values: Vec<(String, String)>,
    is_end: bool,
    is_macro: bool,
}

/// Replaces the shortcodes of a body.
pub(crate) fn replaced(
    body: &str,
    options: Options,
    rules: &[ShortcodeRule],
    targets: &Targets<'_>,
    (place, report): (&Origin, &mut Report),
) -> String {
    if !body.contains("{{") {
        return body.to_owned();
    }
    let code = code(body, options);
    let mut edits = Vec::new();
    let mut from = 0;
    while let Some(at) = body[from..].find("{{").map(|at| from + at) {
        let Some(end) = body[at..].find("}}").map(|end| at + end + 2) else { break };
        from = end;
        if is_within(&code, at) {
            continue;
        }
        let Some(shortcode) = read(&body[at + 2..end - 2]) else { continue };
        let rule = rules.iter().find(|rule| rule.name == shortcode.name);
        let Some(new) = rule.map_or_else(|| plain(&shortcode, targets), |rule| Some(filled(rule, &shortcode))) else {
            if !shortcode.is_macro {
                report.note(Handling::Left, format!("shortcode `{}`, printed as it stands", shortcode.name), place);
            }
            continue;
        };
        let what = if new.contains(":::") { "a container" } else { "Markdown" };
        report.note(Handling::Mapped, format!("shortcode `{}` to {what}", shortcode.name), place);
        edits.push((at..end, new));
    }
    edited(body, edits)
}

/// Parses the text between double braces; `None` for a template variable.
fn read(inside: &str) -> Option<Shortcode<'_>> {
    let sign = inside.chars().next()?;
    if !matches!(sign, '<' | '%') {
        let (name, values) = inside.trim().split_once('(')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let values = values.strip_suffix(')')?.split(',').map(|value| (String::new(), unquoted(value.trim())));
        let values = values.collect();
        return is_name.then_some(Shortcode { name, values, is_end: false, is_macro: true });
    }
    let inner = inside[1..].trim_end_matches(['>', '%']).trim().trim_end_matches('/').trim();
    let is_end = inner.starts_with('/');
    let inner = inner.trim_start_matches('/').trim();
    let name = inner.split_whitespace().next()?;
    Some(Shortcode { name, values: values(&inner[name.len()..]), is_end, is_macro: false })
}

/// Parses `key="value" "value" value`.
fn values(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '"').unwrap_or(rest.len());
        let key = if rest[end..].starts_with('=') { &rest[..end] } else { "" };
        let value = if key.is_empty() { rest } else { &rest[end + 1..] };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '`' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        found.push((key.to_owned(), value.replace(['[', ']', '\n'], " ").trim().to_owned()));
        rest = after.trim_start();
    }
    found
}

fn unquoted(value: &str) -> String {
    value.trim_matches(['"', '\'']).replace(['[', ']', '\n'], " ").trim().to_owned()
}

impl Shortcode<'_> {
    fn value(&self, key: &str) -> Option<&str> {
        let found = match key.parse::<usize>() {
            Ok(number) => self.values.iter().filter(|(key, _)| key.is_empty()).nth(number),
            Err(_) => self.values.iter().find(|(known, _)| known == key),
        };
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn first(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.value(key))
    }
}

/// Fills a rule's Markdown with a shortcode's values.
fn filled(rule: &ShortcodeRule, shortcode: &Shortcode<'_>) -> String {
    if shortcode.is_end {
        return String::new();
    }
    let mut out = String::new();
    let mut rest = rule.markdown.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let Some((key, after)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(shortcode.value(key).unwrap_or_default());
        rest = after;
    }
    out.push_str(rest);
    // A link without a text shows the term.
    out.replace("|]]", "]]")
}

/// Returns the Markdown of a shortcode that needs no rule; `None` if it is not known.
fn plain(shortcode: &Shortcode<'_>, targets: &Targets<'_>) -> Option<String> {
    let name = shortcode.name;
    if shortcode.is_macro {
        let term = shortcode.value("0").filter(|_| name.eq_ignore_ascii_case("glossary"))?;
        return Some(format!("[[{term}|{}]]", shortcode.value("1").unwrap_or(term)));
    }
    if NOTES.contains(&name) {
        let kind = if matches!(name, "alert" | "callout" | "admonition" | "hint") { "note" } else { name };
        return Some(if shortcode.is_end { "\n\n:::\n\n".to_owned() } else { format!("\n\n:::{kind}\n\n") });
    }
    match name {
        "ref" | "relref" => return shortcode.first(&["0", "path"]).map(str::to_owned),
        "figure" => {
            let url = shortcode.first(&["src", "link", "0"])?;
            let words = shortcode.first(&["alt", "caption", "title"]).unwrap_or_default();
            return Some(format!("\n\n![{words}](<{url}>)\n\n"));
        }
        _ => {}
    }
    let id = shortcode.first(&["term_id", "id", "slug"]).and_then(|target| (targets.entry)(target));
    match (shortcode.first(&["text", "title", "term"]), id) {
        (Some(words), Some(id)) => Some(format!("[[{id}|{words}]]")),
        (Some(words), None) => Some(words.to_owned()),
        // The term itself is the text, as in Kubernetes' glossary.
        (None, Some(id)) if shortcode.value("term_id").is_some() => Some(format!("[[{id}]]")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortcodeRule, replaced};
    use crate::draft::Origin;
    use crate::edits::Targets;
    use crate::report::Report;
    use pulldown_cmark::Options;

    fn read(body: &str, rules: &[&str]) -> String {
        let rules: Vec<ShortcodeRule> = rules.iter().map(|rule| rule.parse().expect("a rule")).collect();
        let entry = |target: &str| (target == "pod").then(|| "pod".to_owned());
        let targets = Targets { entry: &entry, heading: &|_, _| None, picture: &|_| None };
        let mut report = Report::default();
        replaced(body, Options::empty(), &rules, &targets, (&Origin::default(), &mut report))
    }

    #[test]
    fn rules_fill_their_markdown() {
        let rules = ["tooltip=[[{term_id}|{text}]]", "def=**{0}**:", "gone="];
        assert_eq!(read("a {{< tooltip text=\"a pod\" term_id=\"pod\" >}}.", &rules), "a [[pod|a pod]].");
        assert_eq!(read("{{< tooltip term_id=pod >}}", &rules), "[[pod]]");
        assert_eq!(read("{{% def \"A b\" %}} x {{% /def %}}{{<gone/>}}", &rules), "**A b**: x ");
        assert!("no name=x".parse::<ShortcodeRule>().is_err() && "x".parse::<ShortcodeRule>().is_err());
    }

    #[test]
    fn some_need_no_rule() {
        assert_eq!(read("{{< glossary_definition term_id=\"pod\" length=\"all\" >}}", &[]), "[[pod]]");
        assert_eq!(read("[a]({{< ref \"x.md\" >}}) {{Glossary(\"API\")}}", &[]), "[a](x.md) [[API|API]]");
        assert_eq!(read("{{< figure src=\"a b.png\" alt=\"A\" >}}", &[]), "\n\n![A](<a b.png>)\n\n");
        assert_eq!(read("{{< note >}}x{{< /note >}}", &[]), "\n\n:::note\n\nx\n\n:::\n\n");
        assert_eq!(
            read("`{{< note >}}` {{ .Title }} {{< youtube 1 >}}", &[]),
            "`{{< note >}}` {{ .Title }} {{< youtube 1 >}}"
        );
    }
}
