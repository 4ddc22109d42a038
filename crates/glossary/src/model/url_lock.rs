//! `content/urls.lock`: every address that was ever published, so that no address is lost by accident.
//!
//! 1. One address per line, below the site's root: `/glossary/kv-cache/`, `/feed.xml`. Lines that begin with `#` are
//!    comments. After the address of a dated entry stand a hash of its newest note and a sketch of its body then.
//! 2. A build with neither a page nor a redirect at an address fails, with an error that names the address; a body that
//!    has changed by more than a third since its newest note is a warning (`review::permanence`).
//! 3. Only `rooflight urls --update` writes the file. It adds addresses, and replaces the sketch of an entry with another
//!    newest note. To give an address up, an author deletes its line, so that reviewers see it in the diff.
//!
//! Files with a hash in their names, and files that only a page or a server reads, are not listed.

use super::body_sketch::BodySketch;
use super::document::Document;
use rooflight_source::file::{SourceFile, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Path of the list.
pub const PATH: &str = "content/urls.lock";

/// First line of the file.
const HEAD: &str = "# Every address that was ever published. `rooflight urls --update` adds to it; a build that would lose one fails.\n\
# Beside an entry: a hash of its newest note, and a sketch of its body at that time.\n";

/// The list of published addresses; empty if there is no file.
#[derive(Debug, Clone, Default)]
pub struct Lock {
    /// The addresses with their bytes in the file, in its order.
    pub lines: Vec<(String, Range<usize>)>,
    /// The same addresses, for look-up, with their bodies.
    published: BTreeMap<String, Option<NotedBody>>,
}

/// The body of an entry when its author last noted a change.
#[derive(Debug, Clone)]
struct NotedBody {
    /// A hash of the newest note.
    note: String,
    body: BodySketch,
}

impl NotedBody {
    /// Takes the body of a dated entry as it is now.
    fn of(document: &Document) -> Option<Self> {
        note_of(document).map(|note| Self { note, body: BodySketch::of(document.body.text()) })
    }
}

/// Returns a hash of the newest note with its day, or of the day of publication; `None` for an entry without a date. A
/// day has one note, which an author may rewrite.
fn note_of(document: &Document) -> Option<String> {
    let day = document.front.updated()?;
    let note = document.front.changes.last().map_or("", |change| &change.note);
    Some(blake3::hash(format!("{day} {note}").as_bytes()).to_hex().chars().take(8).collect())
}

impl Lock {
    /// Reads the list.
    #[must_use]
    pub fn read(sources: &Sources) -> Self {
        let file = sources.content.iter().find(|file| file.path == PATH);
        file.map(Self::parse).unwrap_or_default()
    }

    fn parse(file: &SourceFile) -> Self {
        let (mut lines, mut published) = (Vec::new(), BTreeMap::new());
        let mut at = 0;
        for line in file.text.split_inclusive('\n') {
            let mut words = line.split_ascii_whitespace();
            let start = at + line.len() - line.trim_start().len();
            // The lines of both sides of a merge conflict count, since the list only grows.
            let is_address =
                |word: &&str| !["#", "<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| word.starts_with(mark));
            if let Some(address) = words.next().filter(is_address) {
                lines.push((address.to_owned(), start..start + address.len()));
                let note = words.next().map(str::to_owned);
                let noted = note.zip(words.next().and_then(BodySketch::read));
                published.insert(address.to_owned(), noted.map(|(note, body)| NotedBody { note, body }));
            }
            at += line.len();
        }
        Self { lines, published }
    }

    /// True if this address, below the root and without its first `/`, was published.
    #[must_use]
    pub fn has(&self, address: &str) -> bool {
        self.published.contains_key(&format!("/{address}"))
    }

    /// Returns the share of an entry's body that has changed since its newest note, between 0 and 1; `None` if the list
    /// does not know the body of that note.
    #[must_use]
    pub fn changed_share(&self, document: &Document) -> Option<f64> {
        let noted = self.published.get(&address_of(document))?.as_ref()?;
        let is_same = note_of(document).as_ref() == Some(&noted.note);
        is_same.then(|| BodySketch::of(document.body.text()).changed(&noted.body))
    }
}

/// Returns the address of an entry.
fn address_of(document: &Document) -> String {
    format!("/{}/{}/", document.folder, document.slug)
}

/// Returns the addresses that a site with files at these paths has to keep.
#[must_use]
pub fn addresses<'a>(paths: impl IntoIterator<Item = &'a String>) -> BTreeSet<String> {
    paths.into_iter().filter_map(|path| address(path)).collect()
}

/// Folders of files that only pages and servers read: their names may change.
const UNPROMISED: [&str; 5] = ["assets/", "data/facts/", "data/search/", "cards/", "_server/"];

/// Returns the address of a file; `None` if it does not have to be kept.
fn address(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    // A further language has these folders below its own.
    let below = path.split_once('/').map_or("", |(_, below)| below);
    let inside = UNPROMISED.iter().any(|folder| path.starts_with(folder) || below.starts_with(folder));
    if let Some(folder) = path.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        return Some(format!("/{folder}"));
    }
    let kept = name.ends_with(".xml") || name.ends_with(".json") || name.ends_with(".txt") || name.ends_with(".csv");
    (kept && !inside && name != "cards.json").then(|| format!("/{path}"))
}

/// True if a site with files at these paths answers at this address.
#[must_use]
pub fn answers(paths: &BTreeSet<String>, address: &str) -> bool {
    let Some(path) = address.strip_prefix('/') else { return false };
    if path.is_empty() || path.ends_with('/') {
        return paths.contains(&format!("{path}index.html"));
    }
    paths.contains(path)
}

/// Returns the text of the file with these addresses added to those that it had, and with the bodies of entries that
/// have a new note.
#[must_use]
pub fn text(lock: &Lock, addresses: &BTreeSet<String>, documents: &[Document]) -> String {
    let mut all = lock.published.clone();
    all.extend(
        addresses.iter().filter(|address| !lock.published.contains_key(*address)).map(|new| (new.clone(), None)),
    );
    for document in documents.iter().filter(|document| !document.front.draft) {
        if let Some(noted) = all.get_mut(&address_of(document))
            && noted.as_ref().map(|noted| &noted.note) != note_of(document).as_ref()
        {
            *noted = NotedBody::of(document);
        }
    }
    all.iter().fold(HEAD.to_owned(), |text, (address, noted)| match noted {
        Some(NotedBody { note, body }) => format!("{text}{address} {note} {body}\n"),
        None => text + address + "\n",
    })
}
