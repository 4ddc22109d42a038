//! Finds the tools that the checks need, and installs missing ones with rustup, npm or apt.
//!
//! Never changes an installed tool. If one cannot be installed, the chore ends with instructions.

use crate::command::{CommandLine, line, root};
use crate::steps::Steps;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

const WASM: &str = "wasm32-unknown-unknown";
const NODE_AT_LEAST: u32 = 20;
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const BROWSER_ON_A_MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Ensures rustfmt, clippy and the WebAssembly target.
pub(crate) fn for_rust(steps: &mut Steps) -> Result<()> {
    steps.step("Tools for Rust", ensure_rust)
}

/// Ensures Node.js, its packages, Java and Chromium, before minutes of compiling.
pub(crate) fn for_web(steps: &mut Steps) -> Result<()> {
    steps.step("Node.js", ensure_node)?;
    steps.step("Node packages", ensure_packages)?;
    steps.step("Java", ensure_java)?;
    steps.step("Browser", ensure_browser)?;
    steps.step("Second browser", || {
        look_for_firefox();
        Ok(())
    })
}

/// Returns the path of the browser: `CHROME_PATH`, else the first on PATH.
pub(crate) fn browser() -> Option<PathBuf> {
    std::env::var_os("CHROME_PATH").map(PathBuf::from).or_else(find_browser)
}

fn ensure_rust() -> Result<()> {
    let tools = [("rustfmt", "cargo fmt --version"), ("clippy", "cargo clippy --version")];
    let missing = tools.iter().filter(|(_, probe)| line(probe).answer().is_none());
    let mut mends: Vec<CommandLine> = missing.map(|(name, _)| line(&format!("rustup component add {name}"))).collect();
    if !has_wasm_target() {
        mends.push(line(&format!("rustup target add {WASM}")));
    }
    if let [first, ..] = mends.as_slice()
        && line("rustup --version").answer().is_none()
    {
        bail!(
            "rustup is not here to run `{first}`: get it from https://rustup.rs, or that part of Rust by other means"
        );
    }
    mends.iter().try_for_each(CommandLine::run)
}

fn has_wasm_target() -> bool {
    let folder = line(&format!("rustc --print target-libdir --target {WASM}")).answer();
    folder.is_some_and(|folder| Path::new(&folder).is_dir())
}

fn ensure_node() -> Result<()> {
    let version = line("node --version").answer();
    let major = version.as_deref().and_then(|text| text.trim_start_matches('v').split('.').next()?.parse::<u32>().ok());
    match major {
        Some(major) if major >= NODE_AT_LEAST => {}
        Some(major) => bail!("Node.js {NODE_AT_LEAST} or newer is needed, and this is {major}: see https://nodejs.org"),
        None => bail!("Node.js is missing: install version {NODE_AT_LEAST} or newer with npm, see https://nodejs.org"),
    }
    line("npm --version").answer().context("npm is missing: it comes with Node.js, or as a package of that name")?;
    Ok(())
}

/// Installs the packages of `package-lock.json` if it has changed since the last time.
fn ensure_packages() -> Result<()> {
    let changed = |path: &str| std::fs::metadata(root().join(path)).and_then(|file| file.modified());
    let wanted = changed("package-lock.json").context("package-lock.json is missing")?;
    if changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    // No package needs its install scripts, which could do anything.
    line("npm ci --ignore-scripts --no-audit --no-fund").run()
}

/// Ensures Java, for the Nu HTML checker.
fn ensure_java() -> Result<()> {
    if line("java -version").answer().is_some() {
        return Ok(());
    }
    install("default-jre-headless")
        .context("Java is missing: install a runtime, version 17 or newer; the Nu HTML checker needs it")
}

fn ensure_browser() -> Result<()> {
    if browser().is_none() {
        install("chromium fonts-liberation")
            .context("no Chromium here: install Chromium or Chrome, or set CHROME_PATH to one")?;
    }
    let path = browser().context("apt installed chromium, but it is not on PATH: set CHROME_PATH to it")?;
    if !is_file(&path) {
        bail!("CHROME_PATH names no file: {}", path.display());
    }
    println!("{}", path.display());
    Ok(())
}

fn find_browser() -> Option<PathBuf> {
    find(BROWSERS).or_else(|| Some(PathBuf::from(BROWSER_ON_A_MAC)).filter(|path| is_file(path)))
}

/// Returns the path of the first of these programs that is on PATH.
fn find<const N: usize>(names: [&str; N]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| is_file(path))
}

/// Installs Firefox if apt has it. Some browser tests also run in it, and are skipped with a message without it.
fn look_for_firefox() {
    let found = || find(["firefox", "firefox-esr"]);
    if std::env::var_os("FIREFOX_PATH").is_none() && found().is_none() && install("firefox-esr").is_err() {
        println!("no Firefox here: the checks in it are left out");
    }
}

/// Installs packages with apt.
pub(crate) fn install(packages: &str) -> Result<()> {
    line("apt-get --version").answer().context("apt-get is not here to install it")?;
    let sudo = if line("id -u").answer().as_deref() == Some("0") { "" } else { "sudo --non-interactive " };
    line(&format!("{sudo}apt-get update")).run()?;
    // `env` sets the variable, since sudo does not pass on those of its caller.
    let install = "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends";
    line(&format!("{sudo}{install} {packages}")).run()
}

fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file| file.is_file())
}
