//! The site that `serve` shows: the last good build, and the next one while it is rendered.
//!
//! 1. After a build is announced, requested entries are rendered on demand, so that an author sees an edit before the
//!    other pages are done. Requests for other files wait for the whole site.
//! 2. The whole site replaces the last good one when it is rendered. If it has errors, the last good site stays.
//! 3. Files with a hash in their names stay for a few more builds, because a page that was sent just before a
//!    replacement requests them just after.
//!
//! A page rendered on demand has the same bytes as in the whole site, because the same function renders both.

use crate::edge::input;
use rooflight_compiler::Prepared;
use rooflight_compiler::sink::Site;
use rooflight_compiler::site::assets::{Assets, is_hashed};
use rooflight_source::file::LargeFile;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

/// The build status that open pages receive: always the whole state, so that no message depends on an earlier one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// Increases with each build that changed anything.
    pub build: u64,
    /// The problems of the content as it is now; `None` if the last build is good.
    pub problems: Option<String>,
}

/// The state shared by server and rebuilder.
#[derive(Debug, Clone)]
pub struct LiveSite {
    shown: Arc<RwLock<ShownSite>>,
    progress: Arc<(Mutex<Progress>, Condvar)>,
}

/// State for which threads wait.
#[derive(Debug, Default)]
struct Progress {
    status: Status,
    /// True while an announced build is being rendered.
    is_unsettled: bool,
    /// Open pages.
    watchers: usize,
}

/// A file of the shown site.
#[derive(Debug)]
pub enum ServedFile {
    /// A file of a rendered site, by its path.
    Shared(Arc<Site>, String),
    /// A page that was rendered on demand.
    Rendered(Vec<u8>),
    /// A large file, and its size in bytes.
    OnDisk(File, u64),
}

impl ServedFile {
    /// The bytes, without those of a file on disk.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Shared(site, path) => site.get(path).map(Vec::as_slice).unwrap_or_default(),
            Self::Rendered(bytes) => bytes,
            Self::OnDisk(..) => &[],
        }
    }

    /// The size in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        match self {
            Self::OnDisk(_, length) => *length,
            held => held.bytes().len() as u64,
        }
    }
}

/// An open page, which waits for news.
#[derive(Debug)]
pub struct Watcher(LiveSite);

impl Watcher {
    /// Waits until the status differs from `seen`; `None` after `patience`.
    #[must_use]
    pub fn next(&self, seen: Option<&Status>, patience: Duration) -> Option<Status> {
        let is_seen = |progress: &mut Progress| seen == Some(&progress.status);
        let waited = self.0.progress.1.wait_timeout_while(self.0.progress(), patience, is_seen);
        let (held, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (!timeout.timed_out()).then(|| held.status.clone())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.change(|progress| progress.watchers -= 1);
    }
}

/// Number of replaced builds whose hashed files are kept: editing several files makes a few builds within a second.
const KEPT_BUILDS: usize = 8;

#[derive(Debug)]
struct ShownSite {
    good: Arc<Site>,
    /// The hashed files of replaced builds that the good one no longer has, newest build first.
    replaced: VecDeque<Arc<Site>>,
    /// The assets of announced builds, newest first: a page of one may be shown that is replaced before it is good.
    announced: VecDeque<Arc<Assets>>,
    /// Large static files of the good site, read from disk on request.
    large: BTreeMap<String, LargeFile>,
    next: Option<Arc<Prepared>>,
}

impl Default for LiveSite {
    /// Shows a placeholder page until there is a site.
    fn default() -> Self {
        let (replaced, announced) = (VecDeque::new(), VecDeque::new());
        let shown =
            ShownSite { good: Arc::new(placeholder()), replaced, announced, large: BTreeMap::new(), next: None };
        Self { shown: Arc::new(RwLock::new(shown)), progress: Arc::default() }
    }
}

impl LiveSite {
    /// Announces a build that is not rendered yet.
    pub fn announce(&self, next: Arc<Prepared>) {
        self.change(|progress| progress.is_unsettled = true);
        let assets = next.ready.as_ref().map(|ready| Arc::clone(&ready.assets));
        drop(self.write(|shown| {
            if let Some(assets) = assets {
                shown.announced.push_front(assets);
                shown.announced.truncate(KEPT_BUILDS);
            }
            shown.next.replace(next)
        }));
        self.change(|progress| progress.status.build += 1);
    }

    /// Replaces the site by that of a good build.
    pub fn show(&self, site: Site, build: &Arc<Prepared>) {
        // Compared and dropped outside the lock: both take long for a large site.
        let (old, site) = (self.read(|shown| Arc::clone(&shown.good)), Arc::new(site));
        let large = build.ready.as_ref().map(|ready| ready.assets.large.clone()).unwrap_or_default();
        let replaced = replaced_files(&old, &site);
        let announced = self.write(|shown| {
            shown.good = Arc::clone(&site);
            if !replaced.is_empty() {
                shown.replaced.push_front(Arc::new(replaced));
                shown.replaced.truncate(KEPT_BUILDS);
            }
            shown.large = large;
            shown.next.take()
        });
        let is_news = match &announced {
            Some(announced) => !Arc::ptr_eq(announced, build),
            None => *old != *site,
        };
        self.change(|progress| {
            progress.is_unsettled = false;
            progress.status.problems = None;
            progress.status.build += u64::from(is_news);
        });
    }

    /// Reports problems; the last good site stays.
    pub fn refuse(&self, problems: String) {
        let announced = self.write(|shown| shown.next.take()).is_some();
        self.change(|progress| {
            progress.is_unsettled = false;
            // Pages that show the announced build return to the good one.
            progress.status.build += u64::from(announced);
            progress.status.problems = Some(problems);
        });
    }

    /// True if a build is announced and not fully rendered yet.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        self.read(|shown| shown.next.is_some())
    }

    /// True if a page is open in a browser.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.progress().watchers > 0
    }

    /// The number of the newest build.
    #[must_use]
    pub fn build(&self) -> u64 {
        self.progress().status.build
    }

    /// The build status as it is now.
    #[must_use]
    pub fn status(&self) -> Status {
        self.progress().status.clone()
    }

    /// Counts an open page, which learns each change of the status.
    #[must_use]
    pub fn watch(&self) -> Watcher {
        self.change(|progress| progress.watchers += 1);
        Watcher(self.clone())
    }

    /// The file at a path, of the announced build if it is an entry, else of the last good one.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<ServedFile> {
        if let Some(next) = self.read(|shown| shown.next.clone()) {
            match next.ready.as_ref().and_then(|ready| ready.entry_file(path)) {
                Some(Ok(bytes)) => return Some(ServedFile::Rendered(bytes)),
                // Errors are reported when the whole site is rendered.
                Some(Err(_)) => {}
                None => {
                    let waited = self.progress.1.wait_while(self.progress(), |progress| progress.is_unsettled);
                    drop(waited);
                }
            }
        }
        if let Some(large) = self.read(|shown| shown.large.get(path).cloned()) {
            // A link that was put there since the last good build may lead anywhere.
            let place = large.place.canonicalize().ok().filter(|now| *now == large.place)?;
            let file = input::open(&place).ok()?;
            let length = file.metadata().ok()?.len();
            return Some(ServedFile::OnDisk(file, length));
        }
        let holds = |site: &&Arc<Site>| site.contains_key(path);
        if let Some(site) = self.read(|shown| [&shown.good].into_iter().chain(&shown.replaced).find(holds).cloned()) {
            return Some(ServedFile::Shared(site, path.to_owned()));
        }
        let asset = |shown: &ShownSite| shown.announced.iter().find_map(|assets| assets.files.get(path)).cloned();
        self.read(asset).filter(|_| is_hashed(path)).map(ServedFile::Rendered)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress());
        self.progress.1.notify_all();
    }

    fn read<T>(&self, look: impl FnOnce(&ShownSite) -> T) -> T {
        look(&self.shown.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut ShownSite) -> T) -> T {
        change(&mut self.shown.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The hashed files of a site that its successor lacks.
fn replaced_files(old: &Site, new: &Site) -> Site {
    let gone = old.iter().filter(|(path, _)| is_hashed(path) && !new.contains_key(*path));
    gone.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
}

/// A site of one page, shown until the first good build.
fn placeholder() -> Site {
    const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Not built yet</title>\n</head>\n<body>\n<main><h1>Not built yet</h1>\n<p>The site appears here as soon as its problems are fixed.</p></main>\n</body>\n</html>\n";
    let page = || PAGE.as_bytes().to_vec();
    Site::from([("index.html".to_owned(), page()), ("404.html".to_owned(), page())])
}
