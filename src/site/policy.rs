//! The Content-Security-Policy of pages: what a browser may load and run on them.

/// The policy that a page declares for itself; WebAssembly is allowed where it has a calculator.
#[must_use]
pub fn policy(calculator: bool) -> String {
    let wasm = if calculator { " 'wasm-unsafe-eval'" } else { "" };
    format!(
        "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"
    )
}
