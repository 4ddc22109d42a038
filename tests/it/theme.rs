//! The theme of the settings, templates of the site's own, and the program's commands about both.

use crate::dom::page;
use crate::support::{build, fixture, repository, site, text};
use rooflight::edge::load;
use rooflight::edge::report::{MessageFormat, text as report};
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::diagnostic::Severity;
use rooflight_source::file::Sources;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The small site with this theme.
fn with_theme(theme: &str) -> (Outcome, Sources) {
    let mut sources = load::load(&fixture("small"));
    let settings = sources.content.iter_mut().find(|file| file.path.ends_with("site.yaml")).expect("settings");
    settings.text = format!("{}{theme}", settings.text).into();
    (compile(&sources, &Options::default(), &mut |_| {}), sources)
}

fn sheet(site: &Site) -> &str {
    let path = site.keys().find(|path| path.starts_with("assets/theme.")).expect("a generated sheet");
    text(site, path)
}

#[test]
fn every_setting_of_the_theme_reaches_every_page() {
    let site = site(&fixture("theme"));
    for path in site.keys().filter(|path| path.ends_with("index.html")) {
        let page = page(&site, path);
        if page.has("[http-equiv=refresh]") {
            continue;
        }
        let logo = page.one(".brand img");
        // The logo spells the name, as the settings say.
        assert_eq!(logo.attr("alt"), "Theme words", "{path}");
        assert!(!page.has(".brand span"), "{path}");
        assert!(logo.attr("src").contains("assets/img/logo."), "{path}");
        let sheets = page.attrs("link[rel=stylesheet]", "href");
        let last: Vec<&str> = sheets[sheets.len() - 3..].to_vec();
        for (sheet, name) in last.iter().zip(["assets/css/plain.", "assets/theme.", "assets/custom."]) {
            assert!(sheet.contains(name), "{path}: {last:?}");
        }
        let links: Vec<String> = page.select("#nav a").iter().map(|link| link.words()).collect();
        assert_eq!(links, ["Words", "About", "Our tool"], "{path}");
        assert_eq!(page.attrs("#nav a[rel=external]", "href"), ["https://tool.example/"], "{path}");
        let script = page.one("script[src^=https://]");
        assert_eq!(script.attr("src"), "https://stats.example/js/script.js", "{path}");
        assert_eq!(script.attr("data-domain"), "words.example", "{path}");
        let policy = page.one("[http-equiv=Content-Security-Policy]").attr("content");
        for part in [
            "script-src 'self' https://stats.example;",
            "connect-src 'self' https://stats.example https://in.stats.example;",
            "font-src 'self';",
            "style-src 'self';",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        let foot = page.one("footer.foot");
        assert!(!foot.words().contains("cookie") && foot.words().contains("© The team"), "{path}: {}", foot.words());
        assert!(foot.has("a[href$=about/]"), "{path}");
    }
    assert!(text(&site, "_headers").contains("script-src 'self' 'wasm-unsafe-eval' https://stats.example;"));
    let about = page(&site, "about/index.html");
    assert_eq!(about.attrs("#nav [aria-current]", "href"), ["../about/"]);
    assert_eq!(page(&site, "glossary/token/index.html").attrs("#nav [aria-current]", "href"), ["../../glossary/"]);
    let image = about.one("[property=og:image]").attr("content");
    assert!(image.starts_with("https://words.example/assets/social.") && image.ends_with(".png"), "{image}");
    assert_eq!(about.one("[property=og:image:width]").attr("content"), "4");
    assert!(!site.contains_key("share.png") && site.contains_key("glossary/token/share.png"));
}

#[test]
fn the_generated_sheet_holds_colours_and_typefaces_and_nothing_else() {
    insta::assert_snapshot!(sheet(&site(&fixture("theme"))));
}

#[test]
fn one_scheme_alone_leaves_the_other_as_it_is() {
    let (outcome, _) = with_theme("theme: {colors: {dark: {background: '#000', accent: 'oklch(80% 0.1 250)'}}}\n");
    let site = outcome.site.expect("a site");
    let sheet = sheet(&site);
    assert!(sheet.contains("--paper: light-dark(#ffffff, #000000); --field: var(--paper);"), "{sheet}");
    assert!(sheet.contains("--accent: light-dark(#a83a00, #") && sheet.contains("--link: var(--accent);"), "{sheet}");
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
}

#[test]
fn a_site_without_a_theme_has_no_sheet_and_no_exception() {
    let site = site(&fixture("small"));
    assert!(site.keys().all(|path| !path.contains("theme.") || path.starts_with("assets/js/theme.")));
    assert!(site.keys().all(|path| !path.contains("plain.")));
    let home = text(&site, "index.html");
    assert!(home.contains("No page sets a cookie") && !home.contains("font-src"));
}

#[test]
fn mistakes_of_the_theme_are_named_at_their_lines() {
    let texts: Vec<String> = ["bad/theme", "bad/theme-files"]
        .map(|name| {
            let (outcome, sources) = build(&fixture(name));
            assert!(outcome.site.is_none(), "{name}");
            report(&outcome.diagnostics, &sources, MessageFormat::Human, false)
        })
        .into();
    insta::assert_snapshot!(texts.concat());
}

#[test]
fn links_of_the_theme_lead_somewhere() {
    let (outcome, sources) = with_theme(
        "theme:\n  navigation:\n    - {title: Words, url: /glossary/}\n    - {title: Gone, url: /abuot/}\n  footer: '[Imprint](/imprint/)'\n",
    );
    assert!(outcome.site.is_none());
    let report = report(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    assert!(report.contains("content/site.yaml:14:26: error[dead-link]"), "{report}");
    assert!(report.contains("content/site.yaml:15:11: error[dead-link]"), "{report}");
}

#[test]
fn text_that_is_hard_to_read_is_named_with_a_colour_that_is_not() {
    let (outcome, sources) = with_theme(
        "theme:\n  colors:\n    light: {muted: '#aaaaaa', accent: '#0b57d0'}\n    dark: {background: '#7a7a7a', text: '#fff', accent: '#8ab4f8'}\n",
    );
    assert!(outcome.site.is_some(), "a warning stops nothing");
    assert!(outcome.diagnostics.iter().all(|problem| problem.severity == Severity::Warning));
    insta::assert_snapshot!(report(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

#[test]
fn a_colour_that_is_none_is_refused_at_its_place() {
    for wrong in ["blue", "'#12345'", "rgb(0 0 0 / 50%)", "'#fff; } * { display: none'"] {
        let (outcome, sources) = with_theme(&format!("theme:\n  colors:\n    light: {{text: {wrong}}}\n"));
        let report = report(&outcome.diagnostics, &sources, MessageFormat::Short, false);
        assert!(outcome.site.is_none() && report.starts_with("content/site.yaml:13:19: error[yaml]"), "{report}");
        assert!(report.contains("`text` cannot be"), "{report}");
    }
}

#[test]
fn texts_of_the_theme_stay_text() {
    let attack = "\"><script>alert(1)</script>";
    let quoted = serde_json::to_string(attack).expect("JSON");
    let (outcome, _) = with_theme(&format!(
        "theme:\n  navigation: [{{title: {quoted}, url: glossary/}}]\n  footer: {quoted}\n  analytics: {{script: 'https://a.example/s.js', data: {{domain: {quoted}}}}}\n"
    ));
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let home = page(&site, "index.html");
    assert!(home.one("footer").words().contains("alert(1)"), "{}", home.words());
    assert!(!home.select("script").iter().any(|script| script.text().contains("alert")), "{}", home.inner());
    assert_eq!(home.one("script[src^=https://a.example]").attr("data-domain"), attack);
}

#[test]
fn a_template_extends_the_built_in_one_block_by_block() {
    let site = site(&fixture("theme"));
    let token = page(&site, "glossary/token/index.html");
    assert!(token.words_of("p").contains(&"Edited by the team.".to_owned()), "its own block");
    assert_eq!(token.one("h1 dfn").words(), "Token", "and every other one as built in");
    let wide = page(&site, "about/index.html");
    assert!(wide.has("article.wide") && wide.words().contains("What this is."), "{}", wide.inner());
}

#[test]
fn a_page_names_a_template_that_is_there() {
    let mut sources = load::load(&fixture("theme"));
    let about = sources.content.iter_mut().find(|file| file.path.ends_with("about.md")).expect("a page");
    about.text = about.text.replace("wide.html", "wid.html").into();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let report = report(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    assert!(report.contains("content/pages/about.md:4:11: error[unknown-id]"), "{report}");
}

fn theme(arguments: &[&str], root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.arg("theme").args(arguments).arg("--root").arg(root).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn built_in_files_are_listed_shown_ejected_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    assert_eq!(theme(&["eject", "entry.html"], root).status.code(), Some(2), "no site");
    fs::create_dir(root.join("content")).expect("a folder");
    let list = printed(&theme(&["list"], root));
    for name in ["404.html", "entry.html", "partials/components.html", "css/base.css", "css/plain.css"] {
        assert!(list.lines().any(|line| line == name), "{name}: {list}");
    }
    let original = fs::read_to_string(repository().join("templates/entry.html")).expect("the template");
    assert_eq!(printed(&theme(&["show", "entry.html"], root)), original);
    let wrong = theme(&["show", "entri.html"], root);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `entry.html`?"));

    assert_eq!(printed(&theme(&["eject", "entry.html"], root)), "wrote templates/entry.html\n");
    assert_eq!(fs::read_to_string(root.join("templates/entry.html")).expect("a copy"), original);
    assert_eq!(theme(&["eject", "entry.html"], root).status.code(), Some(2), "nothing is overwritten");
    assert_eq!(printed(&theme(&["diff"], root)), "");
    assert!(printed(&theme(&["list"], root)).contains("entry.html  (a copy in the site)\n"));
    fs::write(root.join("templates/entry.html"), original.replace("<p class=\"also\">", "<p class=\"or\">"))
        .expect("an edit");
    let diff = printed(&theme(&["diff"], root));
    assert!(diff.starts_with("--- builtin/entry.html\n+++ templates/entry.html\n@@ "), "{diff}");
    assert!(diff.contains("\n-<p class=\"also\">") && diff.contains("\n+<p class=\"or\">"), "{diff}");
    assert!(printed(&theme(&["list"], root)).contains("entry.html  (replaced by the site)\n"));
}
