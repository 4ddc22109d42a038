//! Converts formulas to MathML: LaTeX between dollar signs, or in a fenced block of the language `math`.
//!
//! 1. [`dollars`] decides which pairs of dollar signs are formulas, and which are money or shell variables.
//! 2. [`switches`] confines colours and sizes to their cells.
//! 3. A formula that is too long or nested too deeply is refused, since math-core, which converts the LaTeX, is
//!    recursive.
//! 4. [`portable`] keeps only the elements and attributes that a page may have, and turns inline styles, which the
//!    page's Content-Security-Policy blocks, into classes of a closed set.
//!
//! A mistake is reported at its bytes in the file. LaTeX can never write a link, an id or a style of its own.

pub(super) mod dollars;
mod portable;
mod switches;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::ops::Range;

/// The language of a block with a formula.
pub(super) const LANGUAGE: &str = "math";

/// Maximum length of a formula, in bytes.
const MAX_BYTES: usize = 8000;
/// Maximum number of commands in a formula.
const MAX_COMMANDS: usize = 400;
/// Maximum nesting of a formula: open braces and environments, and commands that directly follow each other.
const MAX_DEPTH: usize = 100;

/// A mistake in a formula: its bytes in the LaTeX, what is wrong, and how to correct it.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    span: Range<usize>,
    message: String,
    help: &'static str,
}

/// Converts an inline or display formula to MathML; `None` if it has a mistake, which is reported. `place` maps bytes
/// of the LaTeX to bytes of the file.
pub(super) fn read(
    latex: &str,
    is_display: bool,
    path: &str,
    place: impl FnOnce(&Range<usize>) -> Range<usize>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Box<str>> {
    match mathml(latex, is_display) {
        Ok(mathml) => Some(mathml.into()),
        Err(Mistake { span, message, help }) => {
            problems.push(messages::formula(Location::new(path, place(&span)), &message, help));
            None
        }
    }
}

/// The bytes of the file from which a part of a formula comes; the whole formula if other characters interrupt its
/// lines, as in a quotation.
pub(super) fn place(file: &str, span: &Range<usize>, latex: &str, inside: &Range<usize>) -> Range<usize> {
    let start = file.get(span.clone()).and_then(|written| written.find(latex)).map(|at| span.start + at);
    start.map_or_else(|| span.clone(), |start| start + inside.start..start + inside.end.max(inside.start + 1))
}

/// The help for a mistake that math-core reports.
const LATEX_HELP: &str = "mend the LaTeX; a dollar sign that begins no formula is written `\\$`";

fn mathml(latex: &str, is_display: bool) -> Result<String, Mistake> {
    let whole = 0..latex.len();
    let braced = switches::braced(latex);
    if is_too_much(&braced) {
        let message = format!("it has more than {MAX_BYTES} bytes, {MAX_COMMANDS} commands or {MAX_DEPTH} levels");
        return Err(Mistake { span: whole, message, help: "split it into several formulas" });
    }
    let failed = |error: &math_core::LatexError| Mistake {
        span: error.0.clone(),
        message: error.error_message().trim_end_matches('.').replace('"', "`"),
        help: LATEX_HELP,
    };
    let converter = LatexToMathML::new(MathCoreConfig::default()).map_err(|(error, ..)| failed(&error))?;
    let display = if is_display { MathDisplay::Block } else { MathDisplay::Inline };
    let convert = |latex: &str| converter.convert_with_local_state(latex, display);
    let converted = convert(&braced)
        // Mistakes are located in the LaTeX as its author wrote it.
        .or_else(|_| convert(latex))
        .map_err(|error| failed(&error))?;
    portable::portable(&converted.mathml).map_err(|message| Mistake {
        span: whole,
        message,
        help: "write it without this command, or as a picture",
    })
}

/// True for a formula that exceeds a limit: converting it could overflow a thread's stack.
fn is_too_much(latex: &str) -> bool {
    let (mut open, mut run, mut commands, mut deepest) = (0_usize, 0_usize, 0_usize, 0);
    let mut characters = latex.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let rest = &latex[at..];
        match c {
            '\\' => {
                commands += 1;
                run += 1;
                open += usize::from(rest.starts_with("\\left") || rest.starts_with("\\begin"));
                if rest.starts_with("\\right") || rest.starts_with("\\end") {
                    open = open.saturating_sub(1);
                }
                // Skips the command's name; a brace right after the backslash opens nothing.
                characters.next();
                while characters.next_if(|(_, c)| c.is_ascii_alphabetic()).is_some() {}
            }
            '{' => (open, run) = (open + 1, 0),
            '}' => (open, run) = (open.saturating_sub(1), 0),
            c if c.is_whitespace() => {}
            _ => run = 0,
        }
        deepest = deepest.max(open + run);
    }
    latex.len() > MAX_BYTES || commands > MAX_COMMANDS || deepest > MAX_DEPTH
}

#[cfg(test)]
mod tests {
    use super::{is_too_much, mathml};

    #[test]
    fn a_formula_is_mathml_without_inline_styles() {
        assert_eq!(mathml("x^2", false).as_deref(), Ok("<math><msup><mi>x</mi><mn>2</mn></msup></math>"));
        for latex in [
            r"\begin{align}a &= b \\ c &= d\end{align}",
            r"\begin{array}{|c|r|} \hline a & b \\ \hline \end{array}",
            r"f = \begin{cases}a & b \\ c & d\end{cases} \! \cfrac{1}{2} \color{blue} \cancel{x}",
        ] {
            let mathml = mathml(latex, true).expect("a formula");
            assert!(!mathml.contains(" style="), "{mathml}");
        }
    }

    #[test]
    fn mistakes_have_their_bytes() {
        let mistake = mathml(r"a + \nosuch{b}", false).expect_err("a mistake");
        assert_eq!((mistake.span, mistake.message.as_str()), (4..11, "Unknown command `\\nosuch`"));
        assert!(mathml(r"\begin{equation}\label{a} x\end{equation}", true).is_err(), "no ids");
    }

    #[test]
    fn deep_ones_are_refused() {
        for deep in ["{".repeat(2000), r"\hat".repeat(2000), r"\left(".repeat(2000), r"\color{red}".repeat(2000)] {
            assert!(is_too_much(&deep), "{}", &deep[..20]);
        }
        assert!(!is_too_much(r"\alpha\beta\gamma \frac{\sqrt{x}}{2}"));
    }
}
