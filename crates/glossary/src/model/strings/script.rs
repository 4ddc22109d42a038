//! Fills in the strings that scripts and style sheets show: `{{key}}` is replaced when the site is built, so that no
//! file carries a string in two languages.
//!
//! 1. Only keys of the interface are replaced; any other pair of braces is the script's own.
//! 2. A string with a count becomes all its forms, each after its category: `one|{count} result|other|{count} results`.
//!    The script picks one by `Intl.PluralRules`.
//!
//! A string may be in quotes or in a template literal. Characters that would end either are escaped with a backslash,
//! which scripts and style sheets both understand.

use crate::model::strings::Strings;
use crate::model::strings::text::UiString;

impl Strings {
    /// Returns a script or a style sheet with its strings filled in.
    #[must_use]
    pub fn script(&self, script: &str) -> String {
        let mut out = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(start) = rest.find("{{") {
            let inside = &rest[start + 2..];
            let key = inside.find("}}").map(|end| &inside[..end]);
            let Some((key, text)) = key.and_then(|key| Some((key, self.texts.get(key)?))) else {
                out.push_str(&rest[..start + 2]);
                rest = inside;
                continue;
            };
            out.push_str(&rest[..start]);
            match text {
                UiString::One(text) => escape(&mut out, text),
                UiString::Plural(forms) => {
                    for (at, (category, form)) in forms.iter().enumerate() {
                        out.extend([if at == 0 { "" } else { "|" }, category.name(), "|"]);
                        escape(&mut out, form);
                    }
                }
            }
            rest = &inside[key.len() + 2..];
        }
        out.push_str(rest);
        out
    }
}

fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' | '\'' | '`' | '\\' | '$' => out.extend(['\\', character]),
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
}
