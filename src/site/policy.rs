//! The Content-Security-Policy that a page declares for itself, and that servers may send.

/// The policy of a page; WebAssembly runs only where a calculator is.
#[must_use]
pub(crate) fn content_policy(calculator: bool) -> String {
    let wasm = if calculator { " 'wasm-unsafe-eval'" } else { "" };
    format!(
        "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"
    )
}
