//! The slow tier: tests that kill programs, rebuild again and again, feed hostile input, fill disks, build large sites,
//! or start feed readers and servers. `cargo xtask test --quick` leaves it out by the `slow::` in the paths of its
//! tests; `cargo xtask test` runs it in parallel with the browser.

#[cfg(unix)]
mod all_or_nothing;
#[cfg(target_os = "linux")]
mod arguments;
mod attacks;
mod disks;
mod feed_readers;
mod fuzz_corpus;
mod growth;
#[cfg(unix)]
mod hanging_tools;
mod hostile;
mod hostile_files;
mod killed;
mod limits;
mod link_hostile;
#[cfg(unix)]
mod program_alone;
mod rebuilds;
#[cfg(unix)]
mod resources;
mod scale;
mod serving;
mod serving_strangers;
