//! `cargo xtask dist --try`: makes a release of this machine's program, and installs it by every channel whose tools
//! are installed.
//!
//! 1. Strip the given program, or the one that tests run, and pack it for each target of this system. Other systems get
//!    placeholder archives, whose sums are nevertheless real.
//! 2. Make every package from them, as a release does.
//! 3. Compare every sum and archive name in the filled templates with the files.
//! 4. Install each package into an empty prefix and check that it works (`works.rs`). Packages that this machine cannot
//!    install are left out with a message.
//!
//! Runs offline.

use crate::command::{line, root, succeed};
use crate::dist::release::Release;
use crate::dist::systems::{SYSTEMS, this_machine};
use crate::dist::works::works;
use crate::dist::{FOLDER, archive, empty, installs, make, sums, version};
use crate::site;
use crate::steps::Steps;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes and tries all packages.
pub(crate) fn run(steps: &mut Steps, program: Option<&str>) -> Result<()> {
    let folder = root().join(FOLDER).join("try");
    let release = Release { version: version()?, folder: folder.join("release"), only: Some(this_machine()?) };
    if program.is_none() {
        steps.step("Program", || line(site::BUILD).run())?;
    }
    steps.step("Completions and manual pages", archive::manual)?;
    steps.step("Archives", || {
        empty(&folder)?;
        archives(&release, Path::new(program.unwrap_or(&site::program())), &folder)
    })?;
    steps.step("Packages of every channel", || make(&release))?;
    steps.step("Sums in the templates", || check_sums(&release))?;
    for (title, channel) in installs::CHANNELS {
        steps.step(title, || {
            let prefix = folder.join("installed").join(title.to_lowercase().replace([' ', '.'], "-"));
            empty(&prefix)?;
            match channel(&release, &prefix)? {
                installs::Installed::Program(words) => {
                    works(&words.iter().map(String::as_str).collect::<Vec<_>>(), &release.version, &prefix)?;
                    println!("installed, and it works");
                }
                installs::Installed::LeftOut(why) => println!("left out: {why}"),
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Packs this machine's program, and a placeholder for each other target.
fn archives(release: &Release, program: &Path, work: &Path) -> Result<()> {
    fs::create_dir_all(&release.folder)?;
    let stripped = work.join("stripped");
    fs::copy(program, &stripped).with_context(|| format!("{} is not built", program.display()))?;
    if let Err(why) = succeed(Command::new("strip").arg(&stripped)) {
        println!("packed with its debug information: {why}");
    }
    for system in &SYSTEMS {
        let has_program = release.has_program(system);
        let pack = |target| {
            if has_program {
                archive::pack(&release.version, target, &stripped, &release.folder)
            } else {
                archive::stand_in(&release.version, target, &release.folder)
            }
        };
        system.targets.iter().try_for_each(|target| pack(target).map(drop))?;
    }
    Ok(())
}

/// Fails unless every sum in the filled templates is that of a file in the release, and every archive in them exists.
fn check_sums(release: &Release) -> Result<()> {
    let list = fs::read_to_string(release.folder.join(sums::LIST))?;
    let (mut seen, mut named) = (0, 0);
    for file in files(&release.folder.join("work/channels"))? {
        let text = fs::read_to_string(&file)?;
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_./:".contains(c)) {
            if word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                ensure!(list.contains(word), "{}: no file has the sum {word}", file.display());
                seen += 1;
            }
            if let Some((_, name)) = word.split_once("/releases/download/").and_then(|(_, path)| path.split_once('/')) {
                ensure!(release.folder.join(name).is_file(), "{}: there is no {name}", file.display());
                named += 1;
            }
        }
    }
    ensure!(seen > 0 && seen == named, "{seen} sums for {named} archives");
    println!("{seen} sums of {named} archives are right");
    Ok(())
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    Ok(found)
}
