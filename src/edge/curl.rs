//! Downloads through curl, which all supported systems have: it uses the system's certificates and proxies, and the
//! program needs no TLS implementation.
//!
//! Redirects may lead only to https, at most [`MAX_REDIRECTS`] times, and an answer over the limit is refused. Secrets
//! are passed through curl's standard input, so that they appear in no argument.

use crate::edge::program;
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

/// Maximum number of redirects.
pub const MAX_REDIRECTS: u32 = 5;

/// Timeouts in seconds, for the connection and for the whole transfer.
const PATIENCE: [&str; 2] = ["20", "120"];

/// A download: an address, the wanted bytes, their limit, and an optional token.
#[derive(Debug, Default)]
pub struct Request<'a> {
    /// The address; must be one that [`is_allowed`] accepts.
    pub address: &'a str,
    /// The first and the last byte to fetch; `None` for the whole file.
    pub range: Option<(u64, u64)>,
    /// Maximum size of the answer in bytes.
    pub most: u64,
    /// A bearer token, which curl drops if a redirect leaves the host.
    pub token: Option<&'a str>,
    /// The explanation to print if the server answers with an HTTP error.
    pub refused: &'static str,
}

/// True for https, and for plain HTTP on this machine, without characters that are special in curl's configuration.
#[must_use]
pub fn is_allowed(address: &str) -> bool {
    let near = |rest: &str| {
        let host = rest.split(['/', ':']).next().unwrap_or_default();
        host == "localhost" || host == "127.0.0.1"
    };
    let known = address.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
        || address.strip_prefix("http://").is_some_and(near);
    known && !address.contains(['"', '\\', '@']) && !address.chars().any(|c| c.is_control() || c.is_whitespace())
}

/// Downloads an address.
///
/// # Errors
/// A server that does not answer, or answers with more than was asked for.
pub fn get(request: &Request<'_>) -> Result<Vec<u8>> {
    let Request { address, range, most, token, refused } = *request;
    if !is_allowed(address) {
        bail!("`{address}` is no address of https, and none of plain HTTP on this machine");
    }
    let mut config = format!("url = \"{address}\"\n");
    if let Some((from, to)) = range {
        // Writing to a string does not fail.
        let _ = writeln!(config, "range = \"{from}-{to}\"");
    }
    if let Some(token) = token {
        let _ = writeln!(config, "header = \"Authorization: Bearer {token}\"");
    }
    let plain = address.starts_with("http://");
    let mut curl = program::installed("curl").context("curl is not here, which fetches addresses: install it")?;
    // `--disable` must come first to skip the user's configuration.
    curl.args(["--disable", "--config", "-", "--silent", "--show-error", "--fail", "--location", "--globoff"]);
    curl.args(["--proto", if plain { "=http" } else { "=https" }, "--proto-redir", "=https"]);
    curl.args(["--max-redirs", &MAX_REDIRECTS.to_string(), "--max-filesize", &most.to_string()]);
    curl.args(["--connect-timeout", PATIENCE[0], "--max-time", PATIENCE[1]]);
    curl.env_remove("HF_TOKEN").stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = curl.spawn().context("curl cannot be started, which fetches addresses")?;
    child.stdin.take().context("curl takes no input")?.write_all(config.as_bytes())?;
    let mut bytes = Vec::new();
    child.stdout.take().context("curl gives no output")?.take(most + 1).read_to_end(&mut bytes)?;
    // Its output is closed, so a curl with more to write ends now.
    let output = child.wait_with_output()?;
    if bytes.len() as u64 > most {
        bail!("{address}: {}", hint(Some(63), refused));
    }
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{address}: {}; {}", errors.trim(), hint(output.status.code(), refused));
    }
    Ok(bytes)
}

/// Explains curl's exit code.
const fn hint(code: Option<i32>, refused: &'static str) -> &'static str {
    match code {
        Some(1) => "a redirect led to something other than https",
        Some(22) => refused,
        Some(63) => "the answer is longer than what was asked for",
        _ => "nothing was read",
    }
}
