//! Counts the lines of Rust code in a crate: without blank lines, comments and tests.
//!
//! 1. Split each file into tokens, so that strings and nested comments need no rules here. Folders of tests, benchmarks
//!    and examples are left out.
//! 2. Drop documentation, which is an attribute among tokens, and each item behind `#[cfg(test)]`; if that is a module
//!    in a file of its own, drop the file.
//! 3. Count the lines on which what remains has a token. A string counts with its lines that are not blank.

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::Path;

/// Folders next to `src` that are not part of a program.
const LEFT_OUT: [&str; 3] = ["tests", "benches", "examples"];

/// Counts the lines of code in a crate's folder.
pub(super) fn in_crate(folder: &Path) -> Result<u64> {
    let (mut lines, mut tests) = (Vec::new(), BTreeSet::new());
    for (path, text) in super::files(folder)? {
        let is_code = path.extension().is_some_and(|ending| ending == "rs");
        if is_code && !LEFT_OUT.iter().any(|name| path.starts_with(name)) {
            let code = parse(&String::from_utf8_lossy(&text)).with_context(|| path.display().to_string())?;
            lines.push((path, code.lines.len() as u64));
            tests.extend(code.test_modules);
        }
    }
    let is_test = |path: &Path| path.file_stem().is_some_and(|stem| tests.contains(stem.to_string_lossy().as_ref()));
    Ok(lines.into_iter().filter(|(path, _)| !is_test(path)).map(|(_, count)| count).sum())
}

/// Counts the lines of code in a file's text.
pub(super) fn in_text(text: &str) -> Result<u64> {
    Ok(parse(text)?.lines.len() as u64)
}

/// The code of a file.
#[derive(Default)]
struct Code {
    /// Numbers of the lines that have a token.
    lines: BTreeSet<usize>,
    /// Names of the modules for tests that lie in other files.
    test_modules: Vec<String>,
}

fn parse(text: &str) -> Result<Code> {
    let mut code = Code::default();
    code.add_all(text.parse().map_err(|error| anyhow!("{error}"))?);
    for (line, _) in text.lines().enumerate().filter(|(_, line)| line.trim().is_empty()) {
        code.lines.remove(&(line + 1));
    }
    Ok(code)
}

impl Code {
    fn add_all(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [token, after @ ..] = rest {
            rest = match attribute(rest) {
                Some((text, after)) if text.starts_with("doc=") => after,
                Some((text, after)) if text == "cfg(test)" || text.starts_with("cfg(all(test,") => self.skip(after),
                _ => {
                    self.add(token);
                    after
                }
            };
        }
    }

    fn add(&mut self, token: &TokenTree) {
        if let TokenTree::Group(group) = token {
            self.lines.extend([group.span_open().start().line, group.span_close().start().line]);
            self.add_all(group.stream());
        } else {
            self.lines.extend(token.span().start().line..=token.span().end().line);
        }
    }

    /// Skips an item: to its semicolon or braces.
    fn skip<'a>(&mut self, tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        let is_end = |token: &TokenTree| is_semicolon(token) || token.to_string().starts_with('{');
        let (item, rest) = tokens.split_at(tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1));
        if let [.., TokenTree::Ident(keyword), TokenTree::Ident(name), TokenTree::Punct(_)] = item
            && keyword == "mod"
        {
            self.test_modules.push(name.to_string());
        }
        match rest {
            // `use tests::{one, other};`
            [token, after @ ..] if is_semicolon(token) => after,
            _ => rest,
        }
    }
}

/// Returns the attribute at the start of the tokens, without spaces, and the tokens after it.
fn attribute(tokens: &[TokenTree]) -> Option<(String, &[TokenTree])> {
    let [TokenTree::Punct(hash), rest @ ..] = tokens else { return None };
    let ([TokenTree::Punct(_), TokenTree::Group(group), rest @ ..] | [TokenTree::Group(group), rest @ ..]) = rest
    else {
        return None;
    };
    (hash.as_char() == '#').then(|| (group.stream().to_string().replace(' ', ""), rest))
}

fn is_semicolon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the lines with a plus sign count, and no others.
    fn check(text: &str) -> Code {
        let code = parse(text).unwrap();
        let marked = text.lines().enumerate().filter(|(_, line)| line.contains('+')).map(|(line, _)| line + 1);
        assert_eq!(code.lines, marked.collect());
        code
    }

    #[test]
    fn blank_lines_comments_and_documentation_do_not_count() {
        check("//! A module.\n\n/* one /* nested */\nmore */\n/// A function.\n#[inline] // +\nfn a() {} // +\n");
        check("fn a<'a>() { // +\n    // a remark\n    b('\"', \"// text +\n\n    more +\"); // +\n\n} // +\n");
        check("const A: &str = r#\"/* + \"#;\n#[doc(hidden)] // +\nmod b { /* + */\n    //! Text.\n/* */ } // +\n");
    }

    #[test]
    fn tests_do_not_count() {
        check("fn a() {} // +\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn b() {}\n}\nfn c() {} // +\n");
        check(
            "#[cfg(test)]\nuse a::{\n    b,\n};\n#[cfg(not(test))] // +\nuse c; // +\n#[cfg(all(test, unix))]\nfn d() {}\n",
        );
        assert_eq!(check("#[cfg(test)]\nmod sample;\nmod real; // +\n").test_modules, ["sample"]);
    }
}
