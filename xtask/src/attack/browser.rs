//! Random texts that would run, in every field of a site, opened in Chromium with and without the policy: the test of
//! `tests/browser/attacks.test.mjs`, with other texts.

use super::Setting;
use super::chance::Chance;
use super::injection;
use crate::command::line;
use anyhow::Result;

/// Texts of one site: each is on a page of its own, beside some 150 pages that every site has.
const AT_ONCE: u64 = 500;

/// Characters that are shown of a test that failed: what failed first.
const SHOWN: usize = 6000;

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
            let shown: String = text.chars().take(SHOWN).collect();
            println!("{shown}\nFAILED\n  again: cargo xtask attack browser --times {count} --seed {}", seed + done);
        }
        done += count;
        println!("browser: {done} texts, {failed} sites failed");
    }
    Ok(failed)
}
