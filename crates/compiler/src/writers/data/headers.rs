//! Configuration for servers: headers, caching, media types and permanent redirects, in each server's own format.
//!
//! 1. Static hosts read `_headers` and `_redirects`; nginx includes `_server/nginx.conf` and `_server/nginx-http.conf`;
//!    Caddy imports `_server/Caddyfile`. All have the same effect.
//! 2. The content security policy is that of pages with a calculator. It also forbids framing, except for the
//!    calculators below `embed/`. Each page declares its own policy too, so a page without a calculator allows no
//!    WebAssembly.
//! 3. Files with a hash in their names are cached forever; everything else is revalidated. Other sites may fetch hover
//!    cards, the glossary, the data files and the scripts that are made for them.
//!
//! Every path begins with that of the base address, so a site below a path works too.

use crate::site::assets::{self, HASHED};
use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::paths::GLOSSARY_JSON;
use crate::site::policy::content_policy;
use crate::site::redirects::Redirect;
use crate::writers::data::{catalog_json, hover_cards};
use std::collections::BTreeSet;
use std::fmt::Write;

const FOREVER: &str = "public, max-age=31536000, immutable";

/// Returns the files by path.
#[must_use]
pub(crate) fn files(inputs: &Inputs<'_>, moves: &[Redirect], pages: &[Listed]) -> Vec<(String, Vec<u8>)> {
    let base = inputs.config.base_url.path();
    let policy = content_policy(inputs, inputs.config.calculators);
    let files = [
        ("_redirects", redirects(base, moves)),
        ("_headers", static_hosts(inputs, &policy, pages, moves)),
        ("_server/nginx-http.conf", nginx_http(inputs)),
        ("_server/nginx.conf", nginx(base, &policy, moves)),
        ("_server/Caddyfile", caddy(inputs, &policy, moves)),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes())).collect()
}

/// The headers of every response, apart from the policy.
const HEADERS: [(&str, &str); 4] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

/// The folder of the calculators that other sites may frame.
const EMBED: &str = "embed/";
const UNFRAMED: &str = "frame-ancestors 'none'";

/// Top-level paths of pages that are not in the inventory.
const UNLISTED: [&str; 5] = ["404.html", "feeds/", "links/", "print/", "search/"];

/// Returns the paths that scripts of other sites may fetch (CORS); a folder ends in `*`.
fn shared(inputs: &Inputs<'_>) -> Vec<String> {
    let [script, style] = ["terms.js", "terms.css"].map(str::to_owned);
    let cards = format!("{}*", hover_cards::FOLDER);
    let data = format!("{}*", catalog_json::FOLDER);
    let modules = format!("{}*", assets::SCRIPTS);
    let by_language = further(inputs)
        .flat_map(|folder| [cards.as_str(), GLOSSARY_JSON, &script].map(|path| format!("{folder}{path}")));
    let by_language: Vec<String> = by_language.collect();
    [cards, data, modules, GLOSSARY_JSON.to_owned(), script, style].into_iter().chain(by_language).collect()
}

/// Returns the folders whose files have a hash in their names; a further language has its data below its own folder.
fn hashed(inputs: &Inputs<'_>) -> Vec<String> {
    let data = || HASHED.into_iter().filter(|folder| folder.starts_with("data/"));
    let by_language = further(inputs).flat_map(|language| data().map(move |folder| format!("{language}{folder}")));
    HASHED.into_iter().map(str::to_owned).chain(by_language).collect()
}

/// Returns the folders of the further languages, each with a final slash.
fn further<'a>(inputs: &Inputs<'a>) -> impl Iterator<Item = &'a str> {
    inputs.languages.all.iter().map(|version| version.folder.as_str()).filter(|folder| !folder.is_empty())
}

// Writing to a string cannot fail, so the results of `writeln!` are ignored below.

/// Returns permanent redirects for static hosts.
fn redirects(base: &str, moves: &[Redirect]) -> String {
    let mut out = String::new();
    for Redirect { from, to, .. } in moves {
        let _ = writeln!(out, "{base}{from} {base}{to} 301");
    }
    out
}

fn static_hosts(inputs: &Inputs<'_>, policy: &str, pages: &[Listed], moves: &[Redirect]) -> String {
    let base = inputs.config.base_url.path();
    let mut out = format!("{base}*\n  Content-Security-Policy: {policy}\n");
    for (name, value) in HEADERS {
        let _ = writeln!(out, "  {name}: {value}");
    }
    for folder in hashed(inputs) {
        let _ = writeln!(out, "{base}{folder}*\n  Cache-Control: {FOREVER}");
    }
    for path in shared(inputs) {
        let _ = writeln!(out, "{base}{path}\n  Access-Control-Allow-Origin: *");
    }
    let _ = writeln!(out, "{base}assets/estimator/*\n  Content-Type: application/wasm");
    // Static hosts cannot exempt a folder from a rule, so all other folders are listed. A browser enforces both
    // policies of such a response.
    let paths = pages.iter().map(|page| &page.path).chain(moves.iter().map(|moved| &moved.from));
    let folders = paths.map(|path| path.split_inclusive('/').next().unwrap_or_default());
    let folders: BTreeSet<&str> =
        folders.chain(UNLISTED).chain(further(inputs)).filter(|folder| *folder != EMBED).collect();
    for folder in folders {
        let rest = if folder.ends_with('/') { "*" } else { "" };
        let _ = writeln!(out, "{base}{folder}{rest}\n  Content-Security-Policy: {UNFRAMED}");
    }
    out
}

fn nginx_http(inputs: &Inputs<'_>) -> String {
    let base = pattern(inputs.config.base_url.path());
    let languages: Vec<&str> = further(inputs).map(|folder| folder.trim_end_matches('/')).collect();
    let below = if languages.is_empty() { String::new() } else { format!("(({})/)?", languages.join("|")) };
    let json = pattern(GLOSSARY_JSON);
    format!(
        "# Included within `http`.\n\
         map $uri $rooflight_cache {{\n  default \"no-cache\";\n  \"~^{base}{below}({})/\" \"{FOREVER}\";\n}}\n\
         map $uri $rooflight_shared {{\n  default \"\";\n  \"~^{base}{below}({}|{}|{}|{json}$|terms\\.(js|css)$)\" \"*\";\n}}\n\
         map $uri $rooflight_framing {{\n  default \"; {UNFRAMED}\";\n  \"~^{base}{EMBED}\" \"\";\n}}\n",
        HASHED.map(|folder| folder.trim_end_matches('/')).join("|"),
        hover_cards::FOLDER,
        catalog_json::FOLDER,
        assets::SCRIPTS,
    )
}

/// Escapes a path for use in a regular expression.
fn pattern(path: &str) -> String {
    let mut out = String::new();
    for c in path.chars() {
        if !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '~')) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn nginx(base: &str, policy: &str, moves: &[Redirect]) -> String {
    let mut out =
        "# Included within `server`, beside `root`; needs nginx-http.conf within `http`.\ncharset utf-8;\n".to_owned();
    let _ = writeln!(out, "add_header Content-Security-Policy \"{policy}$rooflight_framing\" always;");
    for (name, value) in HEADERS {
        let _ = writeln!(out, "add_header {name} \"{value}\" always;");
    }
    out.push_str("add_header Cache-Control $rooflight_cache always;\nadd_header Access-Control-Allow-Origin $rooflight_shared always;\n");
    // Behind another server, nginx does not know the address that readers use.
    let _ = writeln!(out, "absolute_redirect off;\nerror_page 404 {base}404.html;");
    out.push_str("location ~ \\.wasm$ { types { } default_type application/wasm; }\n");
    out.push_str("location ~ \\.md$ { types { } default_type text/markdown; charset_types text/markdown; }\n");
    for Redirect { from, to, .. } in moves {
        for from in [from.as_str(), from.trim_end_matches('/')] {
            let _ = writeln!(out, "location = {base}{from} {{ return 301 {base}{to}$is_args$args; }}");
        }
    }
    out
}

fn caddy(inputs: &Inputs<'_>, policy: &str, moves: &[Redirect]) -> String {
    let base = inputs.config.base_url.path();
    let mut out =
        "# Imported within a site's block, beside `root` and `file_server`.\nencode zstd gzip\nheader {\n".to_owned();
    for (name, value) in HEADERS {
        let _ = writeln!(out, "  {name} \"{value}\"");
    }
    let hashed = hashed(inputs).iter().map(|folder| format!("{base}{folder}*")).collect::<Vec<_>>().join(" ");
    let shared = shared(inputs).iter().map(|path| format!("{base}{path}")).collect::<Vec<_>>().join(" ");
    let _ = writeln!(
        out,
        "}}\n@hashed path {hashed}\nheader @hashed Cache-Control \"{FOREVER}\"\n@fresh not path {hashed}\nheader @fresh Cache-Control no-cache\n\
         @shared path {shared}\nheader @shared Access-Control-Allow-Origin *\n\
         @framed path {base}{EMBED}*\nheader @framed Content-Security-Policy \"{policy}\"\n\
         @unframed not path {base}{EMBED}*\nheader @unframed Content-Security-Policy \"{policy}; {UNFRAMED}\"\n\
         @wasm path *.wasm\nheader @wasm Content-Type application/wasm\n\
         @markdown path *.md\nheader @markdown Content-Type \"text/markdown; charset=utf-8\""
    );
    for Redirect { from, to, .. } in moves {
        for from in [from.as_str(), from.trim_end_matches('/')] {
            let _ = writeln!(out, "redir {base}{from} {base}{to} 301");
        }
    }
    let _ = writeln!(
        out,
        "handle_errors {{\n  @lost expression {{err.status_code}} == 404\n  rewrite @lost {base}404.html\n  file_server\n}}"
    );
    out
}
