//! The chores of this repository: `cargo xtask <chore>`, each in a module of the same name.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chore reports on the terminal")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its chores")]

mod audit;
mod budget;
mod command;
mod dist;
mod facts;
mod fuzz;
mod npm;
mod rare;
mod readers;
mod rust;
mod site;
mod steps;
mod tools;
mod web;
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test          every check: the Rust code beside the built site in real browsers; installs what they need
cargo xtask test --quick  format, the fast tests, and lints if a source differs from the last commit: for after an edit
cargo xtask test --rare   what the first leaves out while its inputs are those that passed here: the fit of the measurements,
                          packages, Lighthouse; a release runs it
                          or one part of the whole alone:
                          --lint (format, lints, documentation), --rust (all Rust tests), --browser (the built site)
cargo xtask site          the site into dist/, with optimisation
cargo xtask npm           the estimator as a package for npm, into target/npm/
cargo xtask dist --try    a release of this machine's program, installed by every channel that can be tried here, offline;
                          or of the program whose path follows. Parts of a release:
                          --manual (completions and manual pages for archives), --pack TARGET (an archive), --channels FOLDER (all packages from its archives), --crates
cargo xtask audit         licences, versions and origins of all dependencies; --advisories checks for known vulnerabilities too
cargo xtask facts         flags, defaults and file names of the texts, looked up in released sources (xtask/facts.txt)
cargo xtask fuzz          random input for each parser, a minute each, or as many seconds as are given
cargo xtask corpus FOLDER ENTRIES FORM
                          a generated glossary for benchmarks (benches/builds.sh): rooflight, pictures, zola or hugo
cargo xtask budget        compares code, packages, the built site and the instructions of a build with their record; --record writes it";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["test"] => steps::run(&[
            tools::for_rust,
            rust::format,
            tools::for_web,
            readers::for_feeds,
            audit::where_it_is_here,
            site::build_for_checks,
            readers::w3c,
            budget::check,
            web::check_with_rust,
            rare::changed,
        ]),
        ["test", "--quick"] => steps::run(&[tools::for_rust, rust::quick]),
        ["test", "--rare"] => steps::run(&[tools::for_rust, tools::for_web, site::build_for_checks, rare::all]),
        ["test", "--lint"] => steps::run(&[tools::for_rust, rust::format, rust::lint, rust::document]),
        ["test", "--rust"] => steps::run(&[tools::for_rust, readers::for_feeds, rust::test]),
        ["test", "--browser"] => steps::run(&[
            tools::for_rust,
            tools::for_web,
            readers::for_feeds,
            site::build_for_checks,
            readers::w3c,
            budget::check,
            web::check,
        ]),
        ["dist", "--try"] => steps::run(&[dist::try_program_of_checks]),
        ["dist", "--try", program] => steps::run_all(|steps| dist::try_program(steps, program)),
        ["dist", "--crates"] => steps::run(&[dist::crates]),
        ["dist", "--manual"] => finish(dist::manual()),
        ["dist", "--pack", target] => finish(dist::pack(target)),
        ["dist", "--channels", folder] => finish(dist::channels(folder)),
        ["audit"] => steps::run(&[audit::run]),
        ["audit", "--advisories"] => steps::run(&[audit::run_with_advisories]),
        ["facts"] => finish(facts::run()),
        ["fuzz"] => steps::run(&[fuzz::run]),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => steps::run(&[fuzz::run]),
        ["corpus", folder, entries, form] => finish(corpus(folder, entries, form)),
        ["budget", flags @ ..] if flags.iter().all(|flag| budget::FLAGS.contains(flag)) => finish(budget::run(flags)),
        ["site"] => steps::run(&[site::build]),
        ["npm"] => steps::run(&[site::build_for_checks, npm::build]),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn corpus(folder: &str, entries: &str, form: &str) -> anyhow::Result<()> {
    budget::corpus::write(folder.as_ref(), entries.parse()?, form.parse()?)
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
