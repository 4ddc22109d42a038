//! Renders templates with Tera, with automatic escaping, and turns its errors into diagnostics.
//!
//! Errors keep Tera's report, which shows the position in the template. Every broken template is reported, not only the
//! first.

use rooflight_glossary::model::strings::Strings;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::SourceFile;
use std::io::{Error, Write};
use std::sync::Arc;
use tera::{Context, ErrorKind, Kwargs, State, Tera, Value};

/// The parsed templates.
#[derive(Debug)]
pub struct Theme {
    tera: Tera,
}

impl Theme {
    /// Parses all templates; `None` if one is broken. Their filter `t` shows strings of the interface.
    pub fn new(templates: &[SourceFile], strings: &Arc<Strings>, problems: &mut Vec<Diagnostic>) -> Option<Self> {
        let before = problems.len();
        for template in templates {
            // Parses each file alone first, so that every broken one is reported. References between files are checked
            // below, with all of them.
            let mut alone = with_strings(strings);
            if let Err(error) = alone.add_raw_template(&template.path, &template.text)
                && matches!(error.kind(), ErrorKind::SyntaxError(_))
            {
                problems.push(diagnostic(&template.path, &error));
            }
        }
        let mut tera = with_strings(strings);
        tera.set_escape_fn(escape);
        let pairs = templates.iter().map(|template| (template.path.as_str(), &*template.text));
        match tera.add_raw_templates(pairs) {
            Ok(()) => Some(Self { tera }),
            Err(error) => {
                if problems.len() == before {
                    problems.push(diagnostic("", &error));
                }
                None
            }
        }
    }

    /// Renders a template.
    ///
    /// # Errors
    /// Tera's error as a diagnostic.
    pub fn render(&self, template: &str, context: &Context) -> Result<String, Diagnostic> {
        let mut page = PageBuffer::default();
        let rendered = self.tera.render_to(template, context, &mut page);
        if page.is_full {
            let message = format!("the page is larger than {} MB, the limit", MAX_PAGE_BYTES / 1_000_000);
            return Err(messages::template(Location::whole(format!("templates/{template}")), &message));
        }
        rendered.map_err(|error| diagnostic(template, &error))?;
        page.bytes.shrink_to_fit();
        // Tera writes only UTF-8.
        Ok(String::from_utf8(page.bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}

/// Creates an engine with the filter `t`: `{{ "count.terms" | t(count=3) }}`.
fn with_strings(strings: &Arc<Strings>) -> Tera {
    let mut tera = Tera::default();
    let strings = Arc::clone(strings);
    tera.register_filter("t", move |key: String, values: Kwargs, _: &State<'_>| translated(&strings, &key, &values));
    tera
}

/// Fills a string of the interface, as HTML. Values are escaped unless marked as safe; `count` selects the plural form.
fn translated(strings: &Strings, key: &str, values: &Kwargs) -> tera::TeraResult<Value> {
    let value = |name: &str| {
        let value = values.get::<&Value>(name).ok().flatten()?;
        let text = value.to_string();
        if value.is_safe() {
            return Some(text);
        }
        let mut escaped = Vec::with_capacity(text.len());
        escape(&text, &mut escaped).ok()?;
        String::from_utf8(escaped).ok()
    };
    let count = values.get::<u64>("count")?;
    match strings.html_with(key, count, &value) {
        Some(Ok(html)) => Ok(Value::safe_string(&html)),
        Some(Err(name)) => Err(tera::Error::message(format!("the string `{key}` needs a value for `{name}`"))),
        None => Err(tera::Error::message(format!("the interface has no string `{key}`"))),
    }
}

/// Maximum size of a page. The largest page of the built-in templates, the printable glossary, takes less for 100,000
/// entries.
const MAX_PAGE_BYTES: usize = 256_000_000;

/// The output of a template; writing fails at the limit, which stops endless loops.
#[derive(Default)]
struct PageBuffer {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for PageBuffer {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        self.is_full |= self.bytes.len() + more.len() > MAX_PAGE_BYTES;
        if self.is_full {
            return Err(Error::other("the page is too large"));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Escapes text for HTML, writing stretches without special characters in one piece.
fn escape(text: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped: &[u8] = match byte {
            b'&' => b"&amp;",
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'"' => b"&quot;",
            b'\'' => b"&#39;",
            _ => continue,
        };
        out.write_all(&text.as_bytes()[from..at])?;
        out.write_all(escaped)?;
        from = at + 1;
    }
    out.write_all(&text.as_bytes()[from..])
}

/// Converts an error of Tera, with its position, to a diagnostic.
fn diagnostic(template: &str, error: &tera::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let file = format!("templates/{}", report.filename());
            messages::template(Location::new(file, report.span().range.clone()), report.message())
        }
        _ => messages::template(Location::whole(format!("templates/{template}")), &error.to_string()),
    }
}
