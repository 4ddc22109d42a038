//! Other generators on the same prose, where they are installed.
//!
//! A peer gets the same entries as plain pages with a title, a layout of one page, and no links, backlinks or cards to make: it does less.
//! What is not on the path is not measured, and the report says so.

use super::measure::{self, Run};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// The generators that are looked for.
pub(super) const KNOWN: [&str; 2] = ["zola", "hugo"];

/// A peer's run.
pub(crate) struct Peer {
    /// Its command.
    pub(super) name: &'static str,
    /// What it took.
    pub(super) run: Run,
}

/// Runs every peer that is there.
pub(super) fn all(site: &Path, place: &Path, log: &Path) -> Result<Vec<Peer>> {
    let mut found = Vec::new();
    for name in KNOWN.into_iter().filter(|name| is_there(name)) {
        let folder = place.join(name);
        skeleton(name, &folder)?;
        copy(site, &folder.join("content/terms"))?;
        let out = place.join("peer-out");
        let mut run = None;
        for _ in 0..super::ROUNDS {
            std::fs::remove_dir_all(&out).ok();
            let next = measure::run(&mut command(name, &out), &folder, log)?;
            run = run.filter(|run: &Run| run.wall <= next.wall).or(Some(next));
        }
        std::fs::remove_dir_all(&out).ok();
        std::fs::remove_dir_all(&folder).ok();
        found.extend(run.map(|run| Peer { name, run }));
    }
    Ok(found)
}

fn is_there(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

fn command(name: &str, out: &Path) -> Command {
    let mut command = Command::new(name);
    match name {
        "zola" => command.args(["build", "--force", "--output-dir"]).arg(out),
        _ => command.args(["--quiet", "--destination"]).arg(out),
    };
    command
}

/// The settings and the layout.
fn skeleton(name: &str, folder: &Path) -> Result<()> {
    let files: &[(&str, &str)] = match name {
        "zola" => &[
            ("config.toml", "base_url = \"https://example.org\"\n[markdown]\nhighlight_code = true\n"),
            ("content/_index.md", "+++\n+++\n"),
            ("content/terms/_index.md", "+++\ntitle = \"All terms\"\n+++\n"),
            ("templates/index.html", "<!doctype html><title>Glossary</title>\n"),
            (
                "templates/section.html",
                "<!doctype html><title>All terms</title><ul>{% for page in section.pages %}<li><a href=\"{{ page.permalink }}\">{{ page.title }}</a>{% endfor %}</ul>\n",
            ),
            (
                "templates/page.html",
                "<!doctype html><title>{{ page.title }}</title><h1>{{ page.title }}</h1>{{ page.content | safe }}\n",
            ),
        ],
        _ => &[
            ("hugo.toml", "baseURL = \"https://example.org/\"\ntitle = \"Glossary\"\n"),
            ("content/_index.md", "---\ntitle: Glossary\n---\n"),
            (
                "layouts/_default/list.html",
                "<!doctype html><title>{{ .Title }}</title><ul>{{ range .Pages }}<li><a href=\"{{ .Permalink }}\">{{ .Title }}</a>{{ end }}</ul>\n",
            ),
            (
                "layouts/_default/single.html",
                "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}\n",
            ),
        ],
    };
    for (path, text) in files {
        let target = folder.join(path);
        std::fs::create_dir_all(target.parent().unwrap_or(folder))?;
        std::fs::write(target, text)?;
    }
    Ok(())
}

/// The entries with no more front matter than a title.
fn copy(site: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(site.join("content/glossary"))? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        let title = text.lines().find_map(|line| line.strip_prefix("term: ")).unwrap_or_default();
        let body = text.get(4..).and_then(|rest| rest.split_once("\n---\n")).map_or("", |(_, body)| body);
        let target = folder.join(path.file_name().unwrap_or_default());
        std::fs::write(target, format!("---\ntitle: \"{title}\"\n---\n{body}"))?;
    }
    Ok(())
}
