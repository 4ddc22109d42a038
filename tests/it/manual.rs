//! Completions and manual pages, made from the definitions behind `--help` for the packages of a release.
//!
//! `ROOFLIGHT_MANUAL=FOLDER cargo test packages_get` writes them to a folder: `cargo xtask dist --manual` does.

use clap_complete::Shell;
use rooflight::cli::command;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `completions/` and `man/` into a folder.
fn write(folder: &Path) {
    let (completions, manual) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions).expect("a folder");
    fs::create_dir_all(&manual).expect("a folder");
    for shell in [Shell::Bash, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command(), "rooflight", &completions).expect("a script");
    }
    let page = |command: clap::Command, name: &str| {
        let mut file = fs::File::create(manual.join(format!("{name}.1"))).expect("a file");
        clap_mangen::Man::new(command).render(&mut file).expect("a manual page");
    };
    page(command(), "rooflight");
    for one in command().get_subcommands() {
        // Named `rooflight-build`, as git does.
        let (name, words) = (format!("rooflight-{}", one.get_name()), format!("rooflight {}", one.get_name()));
        page(one.clone().display_name(&name).bin_name(words), &name);
    }
}

#[test]
fn packages_get_completions_and_manual_pages() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = std::env::var_os("ROOFLIGHT_MANUAL").map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    write(&folder);
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name} is not there"));
    for file in ["rooflight.bash", "rooflight.fish", "_rooflight", "_rooflight.ps1"] {
        for word in ["check", "strict", "init", "schema"] {
            assert!(text(&format!("completions/{file}")).contains(word), "{file} does not know {word}");
        }
    }
    let page = text("man/rooflight.1");
    assert!(page.contains(".TH rooflight 1") && page.contains("rooflight\\-check(1)"), "{page}");
    let page = text("man/rooflight-check.1");
    assert!(page.contains("rooflight check") && page.contains("strict"), "{page}");
}
