//! `cargo xtask dist --try`: makes a release of this machine's program, and installs it by every channel whose tools
//! are installed.
//!
//! 1. Strip the given program, or the one that tests run, and pack it for each target of this system. Other systems get
//!    placeholder archives, whose sums are nevertheless real.
//! 2. Make every package from them, as a release does.
//! 3. Compare every sum and archive name in the formula with the files.
//! 4. Install each package into an empty prefix and check that it works (`works.rs`). Packages that this machine cannot
//!    install are left out with a message.
//!
//! Runs offline.

use crate::command::{line, root, succeed};
use crate::dist::release::Release;
use crate::dist::systems::{SYSTEMS, this_machine};
use crate::dist::works::works;
use crate::dist::{FOLDER, archive, empty, formula, installs, make, sums, version};
use crate::site;
use crate::steps::Steps;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
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
    steps.step("Sums in the formula", || check_sums(&release))?;
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

/// Fails unless every sum in the formula is that of a file in the release, and every archive in it exists.
fn check_sums(release: &Release) -> Result<()> {
    let list = fs::read_to_string(release.folder.join(sums::LIST))?;
    let text = fs::read_to_string(release.folder.join(formula::NAME))?;
    let quoted = || text.split('"').skip(1).step_by(2);
    let sums = quoted().filter(|word| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let names = quoted().filter_map(|word| word.split_once("/releases/download/")?.1.split_once('/'));
    let (sums, names): (Vec<&str>, Vec<&str>) = (sums.collect(), names.map(|(_, name)| name).collect());
    ensure!(!sums.is_empty() && sums.len() == names.len(), "{} sums for {} archives", sums.len(), names.len());
    for (sum, name) in sums.iter().zip(&names) {
        ensure!(list.contains(&format!("{sum}  {name}\n")), "{sum} is not the sum of {name}");
    }
    println!("{} sums of archives are right", sums.len());
    Ok(())
}
