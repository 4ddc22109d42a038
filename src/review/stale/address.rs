//! The parts of a source's address.

/// Hosts whose pages below an owner and a name are repositories.
const CODE_HOSTS: [&str; 5] = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "huggingface.co"];

/// Folders of these hosts that belong to no owner.
const NO_OWNERS: [&str; 8] = ["blog", "collections", "docs", "learn", "orgs", "papers", "posts", "topics"];

/// Branches that move with each commit.
const BRANCHES: [&str; 6] = ["HEAD", "dev", "develop", "main", "master", "trunk"];

/// The word before a branch or a commit in the address of a file or a folder.
const FILES: [&str; 6] = ["blame", "blob", "branch", "raw", "resolve", "tree"];

/// A web address.
#[derive(Debug)]
pub(super) struct Address<'a> {
    host: &'a str,
    /// The parts of the path.
    pub(super) parts: Vec<&'a str>,
    /// True if a query or a fragment follows the path.
    has_more: bool,
}

impl<'a> Address<'a> {
    /// The parts of an address with its scheme.
    pub(super) fn new(url: &'a str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let host = parts.next().unwrap_or_default();
        Self { host, parts: parts.collect(), has_more: path.len() < rest.len() }
    }

    /// "site" or "repository" if it is the front page of one.
    pub(super) fn front_page(&self) -> Option<&'static str> {
        match self.parts[..] {
            _ if self.has_more => None,
            [] => Some("site"),
            [_] if self.is_code_host() => Some("repository"),
            [owner, _] if self.is_code_host() && !NO_OWNERS.contains(&owner) => Some("repository"),
            _ => None,
        }
    }

    /// The branch that the address follows.
    pub(super) fn branch(&self) -> Option<&'a str> {
        let is_branch = |part: &&str| BRANCHES.contains(part);
        match self.parts[..] {
            [_, _, "refs", "heads", branch, ..] | [_, _, branch, ..] if self.host == "raw.githubusercontent.com" => {
                Some(branch).filter(is_branch)
            }
            _ if !self.is_code_host() => None,
            _ => self.parts.windows(2).find(|pair| FILES.contains(&pair[0])).map(|pair| pair[1]).filter(is_branch),
        }
    }

    /// The text before the part at this position, which is the same for all versions.
    pub(super) fn before(&self, at: usize) -> String {
        let parts = self.parts[..at].iter().copied().filter(|part| !FILES.contains(part));
        [self.host].into_iter().chain(parts).collect::<Vec<_>>().join("/")
    }

    fn is_code_host(&self) -> bool {
        CODE_HOSTS.contains(&self.host)
    }
}
