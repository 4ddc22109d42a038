//! Rewrites constructs of other tools as plain Markdown, in a copy of the body.
//!
//! 1. Callouts (`> [!NOTE] Title`, `:::note`, `!!! note "Title"`) become quotations that begin with their title in
//!    bold; tabs (`=== "Title"`) become paragraphs below their title in bold.
//! 2. Definition lists (`Term` above `:   text`) become the term in bold above its text.
//! 3. Bare addresses become links; comments (`%%…%%`) and table-of-contents markers (`[TOC]`) are removed.
//! 4. Names of emoji (`:tada:`) become their characters, if the site has `emoji: true`.
//!
//! Works line by line, outside of fenced code and code spans. Everything else is copied unchanged.

use crate::syntax::line_constructs::{Construct, Constructs, PlainForm, sentence_case};
use crate::syntax::rewritten::Rewritten;
use crate::syntax::tree::MAX_DEPTH;

/// Rewrites these constructs in a body; `None` if it has none of them.
pub(super) fn plain(body: &str, emoji: bool) -> Option<Rewritten> {
    let signs = ["http", "%%", "[!", ":::", "!!! ", "??? ", "???+ ", "=== \"", "\n:", "[TOC]", "[[_TOC_]]", "[toc]"];
    if !(signs.iter().any(|sign| body.contains(sign)) || (emoji && body.contains(':'))) {
        return None;
    }
    let mut rewriter = LineRewriter {
        emoji,
        out: Rewritten::default(),
        fence: None,
        containers: 0,
        block: None,
        comment: false,
        is_changed: false,
    };
    let all: Vec<&str> = body.split_inclusive('\n').collect();
    let mut at = 0;
    let mut number = 0;
    while let Some(line) = all.get(number) {
        let skipped = rewriter.line(line, at, &all[number + 1..], number.checked_sub(1).map(|before| all[before]));
        at += all[number..=number + skipped].iter().map(|line| line.len()).sum::<usize>();
        number += 1 + skipped;
    }
    rewriter.is_changed.then_some(rewriter.out)
}

/// The indented content of a callout or tab.
#[derive(Debug, Clone, Copy)]
struct IndentedBlock {
    /// The indentation of its lines, in spaces.
    indent: usize,
    /// True for a callout, false for a tab.
    is_quote: bool,
}

/// Rewrites a body line by line.
struct LineRewriter {
    /// Whether names of emoji become characters.
    emoji: bool,
    out: Rewritten,
    /// The character and length of the open code fence.
    fence: Option<(char, usize)>,
    /// The number of open `:::` containers.
    containers: usize,
    block: Option<IndentedBlock>,
    /// True inside a comment that extends over several lines.
    comment: bool,
    is_changed: bool,
}

impl LineRewriter {
    /// Rewrites the line that begins at byte `at`; returns how many of the lines after it were consumed with it.
    fn line(&mut self, line: &str, at: usize, after: &[&str], before: Option<&str>) -> usize {
        let text = line.trim();
        if self.fence.is_none() && self.comment(line, at) {
            return 0;
        }
        let (line, at) = self.dedented(line, at);
        if self.fenced(text) {
            self.prefix(at);
            self.out.own(line, at);
            return 0;
        }
        if let Some(name) = text.strip_prefix(":::") {
            self.container(line, name.trim_start_matches(':').trim(), at);
            return 0;
        }
        if let Some((kind, title)) = admonition(text) {
            let indent = line.len() - line.trim_start().len() + 4;
            self.open(&title_of(kind, title), true, at);
            self.block = Some(IndentedBlock { indent, is_quote: true });
            return 0;
        }
        if let Some(title) = text.strip_prefix("=== \"").and_then(|rest| rest.strip_suffix('"')) {
            let indent = line.len() - line.trim_start().len() + 4;
            self.open(title, false, at);
            self.block = Some(IndentedBlock { indent, is_quote: false });
            return 0;
        }
        if matches!(text, "[TOC]" | "[toc]" | "[[_TOC_]]" | "[[toc]]") {
            self.is_changed = true;
            self.out.new_text("\n", at);
            return 0;
        }
        if let Some(skipped) = self.definition(line, at, after, before) {
            return skipped;
        }
        self.prefix(at);
        if !self.callout(line, at) {
            self.words(line, at);
        }
        0
    }

    /// The number of `:::` containers that become quotations: those that the reader of the copy shows, and one more,
    /// which it reports as too deep. Each line of the copy repeats their signs.
    fn depth(&self) -> usize {
        self.containers.min(MAX_DEPTH + 1)
    }

    /// Writes the `>` signs of the open quotations.
    fn prefix(&mut self, at: usize) {
        let depth = self.depth() + usize::from(self.block.is_some_and(|block| block.is_quote));
        if depth > 0 {
            self.out.new_text(&"> ".repeat(depth), at);
        }
    }

    /// Returns the line without its block's indentation, and where it begins. A line with less indentation ends the
    /// block.
    fn dedented<'a>(&mut self, line: &'a str, at: usize) -> (&'a str, usize) {
        let Some(block) = self.block else { return (line, at) };
        let indent = line.len() - line.trim_start_matches(' ').len();
        if line.trim().is_empty() {
            return (line, at);
        }
        if indent < block.indent {
            self.block = None;
            self.out.new_text("\n", at);
            return (line, at);
        }
        (&line[block.indent..], at + block.indent)
    }

    /// Tracks code fences; true for a line of fenced code, its fences included.
    fn fenced(&mut self, text: &str) -> bool {
        let text = text.trim_start_matches(['>', ' ']);
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'));
        let length = sign.map_or(0, |sign| text.chars().take_while(|c| *c == sign).count());
        match (self.fence, sign) {
            (Some((open, least)), Some(sign)) if sign == open && length >= least && text.trim_end().len() == length => {
                self.fence = None;
                true
            }
            (Some(_), _) => true,
            (None, Some(sign)) if length >= 3 && !text[length..].contains('`') => {
                self.fence = Some((sign, length));
                true
            }
            _ => false,
        }
    }

    /// Removes a line of a comment that extends over several lines; returns true if it did.
    fn comment(&mut self, line: &str, at: usize) -> bool {
        let marks = line.matches("%%").count();
        let is_edge = marks % 2 == 1 && (self.comment || line.trim_start().starts_with("%%"));
        if !self.comment && !is_edge {
            return false;
        }
        self.comment ^= is_edge;
        self.is_changed = true;
        self.out.new_text("\n", at);
        true
    }

    fn container(&mut self, line: &str, name: &str, at: usize) {
        if name.is_empty() && self.containers == 0 {
            self.out.own(line, at);
            return;
        }
        self.is_changed = true;
        if name.is_empty() {
            self.containers -= 1;
            let depth = "> ".repeat(self.depth());
            self.out.new_text(&format!("{}\n", depth.trim_end()), at);
            return;
        }
        let name = name.trim_matches(['{', '}', '.', ' ']);
        let end = name.find([' ', '[', '{', '"']).unwrap_or(name.len());
        let (kind, title) = name.split_at(end);
        self.open(&title_of(kind, title.trim_matches(['[', ']', '{', '}', '"', ' '])), true, at);
        self.containers += 1;
    }

    /// Opens a callout or tab: writes its title in bold, in a quotation if `is_quote`.
    fn open(&mut self, title: &str, is_quote: bool, at: usize) {
        self.is_changed = true;
        self.block = None;
        let outer = "> ".repeat(self.depth());
        let own = if is_quote { "> " } else { "" };
        let title = title.replace("**", "");
        self.out.new_text(
            &format!("{}\n{outer}{own}**{title}**\n{}\n", outer.trim_end(), format!("{outer}{own}").trim_end()),
            at,
        );
    }

    /// Rewrites `> [!NOTE] Title` as a paragraph with the title in bold; false for any other line.
    fn callout(&mut self, line: &str, at: usize) -> bool {
        let text = line.trim_start();
        if !text.starts_with('>') {
            return false;
        }
        let inner = text.trim_start_matches(['>', ' ']);
        let Some((kind, rest)) = inner.strip_prefix("[!").and_then(|rest| rest.split_once(']')) else { return false };
        if kind.is_empty() || !kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_|".contains(&byte)) {
            return false;
        }
        self.is_changed = true;
        let marks = &line[..line.len() - inner.len()];
        self.out.own(marks, at);
        let title = title_of(kind, rest.trim_start_matches(['+', '-']).trim()).replace("**", "");
        let depth = "> ".repeat(self.depth());
        self.out.new_text(&format!("**{title}**\n{depth}{}\n", marks.trim_end()), at + marks.len());
        true
    }

    /// Rewrites a term with the definition below it, or a further definition. Returns how many of the lines after it
    /// were consumed; `None` for any other line.
    fn definition(&mut self, line: &str, at: usize, after: &[&str], before: Option<&str>) -> Option<usize> {
        let text = line.trim_end();
        let is_first = before.is_none_or(|before| before.trim().is_empty() || is_definition(before));
        let is_term =
            !text.is_empty() && !text.starts_with([' ', '\t', '#', '>', '-', '*', '+', '|', ':', '<', '`', '[']);
        let gap = usize::from(after.first().is_some_and(|next| next.trim().is_empty()));
        if !is_first || !is_term || !after.get(gap).is_some_and(|next| is_definition(next)) {
            // A further definition of the same term.
            let is_more =
                is_definition(line) && before.is_some_and(|before| is_definition(before) || before.trim().is_empty());
            if is_more && self.is_changed {
                self.prefix(at);
                let inner = line[1..].trim_start();
                self.out.new_text("\n", at);
                self.words(inner, at + line.len() - inner.len());
                return Some(0);
            }
            return None;
        }
        self.is_changed = true;
        self.prefix(at);
        let mark = if text.contains("**") { "" } else { "**" };
        self.out.new_text(mark, at);
        self.out.own(text, at);
        self.out.new_text(&format!("{mark}\\\n"), at + text.len());
        let first = after[gap];
        let start = at + line.len() + after[..gap].iter().map(|line| line.len()).sum::<usize>();
        let inner = first[1..].trim_start();
        self.prefix(start);
        self.words(inner, start + first.len() - inner.len());
        Some(1 + gap)
    }

    /// Rewrites a line of text: removes comments, puts bare addresses between angle brackets, and replaces names of
    /// emoji.
    fn words(&mut self, line: &str, at: usize) {
        // A link reference definition, which stays as it is.
        let is_target = line.trim_start().starts_with('[') && line.contains("]:");
        let (mut from, mut next) = (0, 0);
        let mut constructs = Constructs::new(line, self.emoji);
        while let Some(Construct { range, form }) = constructs.next_from(next).filter(|_| !is_target) {
            next = range.end;
            self.is_changed = true;
            self.out.own(&line[from..range.start], at + from);
            match form {
                PlainForm::Nothing => {}
                PlainForm::Emoji(character) => self.out.new_text(character, at + range.start),
                PlainForm::Address => {
                    self.out.new_text("<", at + range.start);
                    self.out.own(&line[range.clone()], at + range.start);
                    self.out.new_text(">", at + next);
                }
            }
            from = next;
        }
        self.out.own(&line[from..], at + from);
    }
}

/// True for a line like `:   text`.
fn is_definition(line: &str) -> bool {
    line.strip_prefix(':').is_some_and(|rest| rest.starts_with([' ', '\t']) && !rest.trim().is_empty())
}

/// The kind and the title of `!!! note "Title"`.
fn admonition(text: &str) -> Option<(&str, &str)> {
    let rest = ["!!! ", "!!!+ ", "??? ", "???+ "].iter().find_map(|mark| text.strip_prefix(mark))?;
    let kind = rest.split([' ', '"']).next().unwrap_or_default();
    let is_kind = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let title = rest.split('"').nth(1).unwrap_or_default();
    is_kind.then_some((kind, title))
}

fn title_of(kind: &str, title: &str) -> String {
    if title.is_empty() { sentence_case(&kind.to_lowercase()) } else { title.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::plain;

    fn read(body: &str) -> String {
        plain(body, true).map_or_else(|| body.to_owned(), |rewritten| rewritten.text)
    }

    #[test]
    fn callouts_are_quotations() {
        assert_eq!(read("> [!NOTE]\n> Text.\n"), "> **Note**\n>\n> Text.\n");
        assert_eq!(read("> [!tip]- A title\n> Text.\n"), "> **A title**\n>\n> Text.\n");
        assert_eq!(read(":::warning Look\nText.\n:::\nAfter.\n"), "\n> **Look**\n>\n> Text.\n\nAfter.\n");
        assert_eq!(read("!!! note \"Look\"\n    Text.\n\nAfter.\n"), "\n> **Look**\n>\n> Text.\n> \n\nAfter.\n");
        assert_eq!(read("=== \"One\"\n    Text.\n"), "\n**One**\n\nText.\n");
    }

    #[test]
    fn definitions_comments_and_addresses() {
        assert_eq!(read("Term\n:   A text.\n"), "**Term**\\\nA text.\n");
        assert_eq!(read("A %%private%% word.\n%%\nmore\n%%\nEnd.\n"), "A  word.\n\n\n\nEnd.\n");
        assert_eq!(
            read("See https://a.example/b_c(d). Or `https://x.example/`."),
            "See <https://a.example/b_c(d)>. Or `https://x.example/`."
        );
        for same in [
            "[a](https://b.example/)",
            "<https://b.example/>",
            "[a]: https://b.example/",
            "```\nhttps://b.example/\n```\n",
            "Time: 1\n: no",
        ] {
            assert_eq!(
                read(same),
                if same.contains(": no") { "**Time: 1**\\\nno".to_owned() } else { same.to_owned() }
            );
        }
    }

    #[test]
    fn names_of_emoji() {
        assert_eq!(read("Done :tada: (:+1:) 用:smile_cat:"), "Done 🎉 (👍) 用😸");
        for same in ["`:tada:` 10:100:20 a:tada: :nothing: :tada http://a", "```\n:tada:\n```\n"] {
            assert_eq!(read(same), same);
        }
        assert!(plain("Done :tada:", false).is_none());
    }

    #[test]
    fn every_byte_has_its_place() {
        let body = "A %%x%% word at https://a.example/ here.\n\n> [!NOTE]\n> Text.\n";
        let rewritten = plain(body, false).expect("constructs");
        for word in ["word", "https://a.example/", "here", "Text"] {
            let at = rewritten.text.find(word).expect("there");
            assert_eq!(&body[rewritten.origin(&(at..at + word.len()))], word);
        }
    }
}
