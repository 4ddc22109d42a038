//! Parses the addresses of sources.

/// Hosts of repositories, whose addresses begin with an owner and a name.
const CODE_HOSTS: [&str; 5] = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "huggingface.co"];

/// First path segments on these hosts that are not owners.
const NO_OWNERS: [&str; 8] = ["blog", "collections", "docs", "learn", "orgs", "papers", "posts", "topics"];

/// Usual names of branches, which move with each commit.
const BRANCHES: [&str; 6] = ["HEAD", "dev", "develop", "main", "master", "trunk"];

/// Path segments that precede a branch or a commit in the address of a file or folder.
const FILES: [&str; 6] = ["blame", "blob", "branch", "raw", "resolve", "tree"];

/// A web address, split into its parts.
#[derive(Debug)]
pub(super) struct Address<'a> {
    host: &'a str,
    /// The segments of the path, without empty ones.
    pub(super) parts: Vec<&'a str>,
    /// True if a query or a fragment follows the path.
    has_more: bool,
}

impl<'a> Address<'a> {
    /// Splits an address, with or without scheme.
    pub(super) fn new(url: &'a str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let host = parts.next().unwrap_or_default();
        Self { host, parts: parts.collect(), has_more: path.len() < rest.len() }
    }

    /// Returns "site" or "repository" if the address is the front page of one.
    pub(super) fn front_page(&self) -> Option<&'static str> {
        match self.parts[..] {
            _ if self.has_more => None,
            [] => Some("site"),
            [_] if self.is_code_host() => Some("repository"),
            [owner, _] if self.is_code_host() && !NO_OWNERS.contains(&owner) => Some("repository"),
            _ => None,
        }
    }

    /// Returns the branch that the address follows; `None` for a fixed version, or if it cannot be told.
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

    /// Returns host and path before the segment at this position, without [`FILES`]; equal for all versions of a thing.
    pub(super) fn before(&self, at: usize) -> String {
        let parts = self.parts[..at].iter().copied().filter(|part| !FILES.contains(part));
        [self.host].into_iter().chain(parts).collect::<Vec<_>>().join("/")
    }

    fn is_code_host(&self) -> bool {
        CODE_HOSTS.contains(&self.host)
    }
}
