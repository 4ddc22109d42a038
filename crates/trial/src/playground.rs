//! The playground: a calculator's file that is being written, its mistakes, and its answer while it has none.
//!
//! 1. The text is read like a file of a site without data tables, by the code that reads those of a build.
//! 2. A file with mistakes gives all of them, each with its line and column.
//! 3. A file without gives the inputs for a form, and the answer to a query.

use crate::presets;
use rooflight_calculator_files::{CALCULATORS, calculators};
use rooflight_calculators::declared::Declared;
use rooflight_calculators::input::Choice;
use rooflight_calculators::reply::calculator_reply;
use rooflight_reply::replies::{FileMistake, InputField, NamedId, PlaygroundReply};
use rooflight_source::diagnostic::{self, Diagnostic, line_column};
use rooflight_source::file::{SourceFile, Sources};

/// The name that the calculator goes by, as that of a file.
const NAME: &str = "new";

/// The reply to a file and a query.
#[must_use]
pub fn reply(query: &str, file: &str) -> PlaygroundReply {
    let mut problems = Vec::new();
    let Some(found) = read(file, &mut problems) else {
        diagnostic::sort(&mut problems);
        return PlaygroundReply::Mistakes { mistakes: problems.iter().map(|problem| mistake(file, problem)).collect() };
    };
    PlaygroundReply::Calculator {
        title: found.spec.title.to_owned(),
        question: found.spec.about.to_owned(),
        inputs: inputs(found),
        reply: calculator_reply(found.answer(query)),
    }
}

/// The calculator of a file; `None`, and what is wrong with it, if it cannot be used.
pub fn read(file: &str, problems: &mut Vec<Diagnostic>) -> Option<&'static Declared> {
    let content = vec![SourceFile::new(format!("{CALCULATORS}/{NAME}.yaml"), file)];
    let files = calculators(&Sources { content, ..Sources::default() }, problems);
    presets::tried(files.first()?, problems)
}

fn inputs(found: &Declared) -> Vec<InputField> {
    let field = |input: &rooflight_calculators::input::Input| InputField {
        key: input.key.to_owned(),
        label: input.label.to_owned(),
        value: input.default.to_owned(),
        folded: input.more,
        choices: match input.choice {
            Choice::One(choices) => {
                choices.iter().map(|(id, name)| NamedId { id: (*id).to_owned(), name: (*name).to_owned() }).collect()
            }
            _ => Vec::new(),
        },
    };
    found.spec.inputs.iter().map(field).collect()
}

fn mistake(file: &str, problem: &Diagnostic) -> FileMistake {
    let span = &problem.location.span;
    let (line, column) = line_column(file, span.start);
    let marked = file.get(span.clone()).unwrap_or_default();
    let on_line = marked.lines().next().unwrap_or_default();
    FileMistake {
        line: whole(line),
        column: whole(column),
        length: whole(on_line.chars().count()),
        code: problem.code.name().to_owned(),
        message: problem.message.clone(),
        help: problem.help.clone(),
    }
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
