//! The repository of a site's sources, for links that let readers correct a page.
//!
//! Addresses are those of GitHub, or of GitLab if `gitlab` is a label of the host's name. A report carries the address
//! of the page.

use crate::model::config::BaseUrl;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write as _;

/// The repository of the sources.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repository {
    /// Its address.
    #[schemars(with = "String", regex(pattern = super::address::BASE_URL), example = "https://github.com/you/words")]
    pub url: BaseUrl,
    /// The branch that is published.
    #[serde(default = "main_branch")]
    pub branch: String,
    /// The folder that holds `content/`, where it is not the repository's root.
    #[serde(default)]
    pub folder: String,
    /// The file of the issue form for mistakes; its field with the id `page` receives the page's address.
    pub issue_form: Option<String>,
}

fn main_branch() -> String {
    "main".to_owned()
}

impl Repository {
    /// Returns the address at which a reader edits the source file at this path below the site's folder.
    #[must_use]
    pub fn edit(&self, path: &str) -> String {
        let parts = [self.branch.as_str(), self.folder.as_str(), path];
        let parts = parts.iter().flat_map(|part| part.split('/')).filter(|part| !part.is_empty());
        let path: Vec<String> = parts.map(encoded).collect();
        format!("{}{}edit/{}", self.url.as_str(), self.dash(), path.join("/"))
    }

    /// Returns the address at which a reader reports a mistake on the page at this address.
    #[must_use]
    pub fn report(&self, title: &str, address: &str) -> String {
        let (title, address) = (encoded(title), encoded(address));
        let start = format!("{}{}issues/new?", self.url.as_str(), self.dash());
        match &self.issue_form {
            _ if self.is_gitlab() => format!("{start}issue[title]={title}&issue[description]={address}"),
            Some(form) => format!("{start}template={}&title={title}&page={address}", encoded(form)),
            None => format!("{start}title={title}&body={address}"),
        }
    }

    fn is_gitlab(&self) -> bool {
        self.url.host().split('.').any(|part| part == "gitlab")
    }

    /// Returns the part of the path by which GitLab separates its own pages from the repository's name.
    fn dash(&self) -> &'static str {
        if self.is_gitlab() { "-/" } else { "" }
    }
}

/// Percent-encodes everything but unreserved characters.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(url: &str, form: Option<&str>) -> Repository {
        let url = BaseUrl::try_from(url.to_owned()).unwrap();
        let issue_form = form.map(str::to_owned);
        Repository { url, branch: "release/2".to_owned(), folder: "/docs/".to_owned(), issue_form }
    }

    #[test]
    fn addresses_hold_what_was_put_into_them_and_nothing_else() {
        let github = repository("https://github.com/you/words", Some("mistake.yml"));
        let edit = "https://github.com/you/words/edit/release/2/docs/content/glossary/a%20%22b%22.md";
        assert_eq!(github.edit("content/glossary/a \"b\".md"), edit);
        let report = "https://github.com/you/words/issues/new?template=mistake.yml&title=a%26b&page=https%3A%2F%2Fw.example%2Fa%2F";
        assert_eq!(github.report("a&b", "https://w.example/a/"), report);
        let gitlab = repository("https://gitlab.example.org/you/words/", None);
        assert!(gitlab.edit("x.md").starts_with("https://gitlab.example.org/you/words/-/edit/release/2/docs/x.md"));
        assert!(gitlab.report("a", "b").ends_with("/-/issues/new?issue[title]=a&issue[description]=b"));
    }
}
