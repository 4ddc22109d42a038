//! Random script injections in every field of a site, opened in Chromium with and without the content security policy:
//! `tests/browser/attacks.test.mjs` with other texts.

use super::Setting;
use super::chance::Chance;
use super::injection;
use crate::command::line;
use anyhow::Result;

/// Texts per site: each has its own page, in addition to about 150 pages that every site has.
const AT_ONCE: u64 = 500;

/// Maximum length of the output shown for a failed test, characters; the first failure comes first.
const MAX_SHOWN_CHARS: usize = 6000;

/// Runs `times` random texts; returns the number of sites that failed.
pub(super) fn run(setting: &Setting, times: u64, seed: u64) -> Result<u64> {
    let (mut done, mut failed) = (0, 0);
    while done < times {
        let count = AT_ONCE.min(times - done);
        let list = setting.folder.join("vectors.json");
        std::fs::write(&list, injection::vectors(count, &mut Chance::new("browser", seed + done))?.to_string())?;
        let test = line("node --test --test-name-pattern=policy tests/browser/attacks.test.mjs");
        let test = test.with("ROOFLIGHT_BIN", setting.program.to_string_lossy());
        let (text, passed) = test.with("ROOFLIGHT_ATTACKS", list.to_string_lossy()).captured()?;
        if !passed {
            failed += 1;
            let shown: String = text.chars().take(MAX_SHOWN_CHARS).collect();
            println!("{shown}\nFAILED\n  again: cargo xtask attack browser --times {count} --seed {}", seed + done);
        }
        done += count;
        println!("browser: {done} texts, {failed} sites failed");
    }
    Ok(failed)
}
