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
use rooflight_compiler::site::assets::is_hashed;
use rooflight_source::file::LargeFile;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::watch;

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
    status: watch::Sender<Status>,
    /// True while no announced build is being rendered.
    settled: watch::Sender<bool>,
}

/// Number of replaced builds whose hashed files are kept: editing several files makes a few builds within a second.
const KEPT_BUILDS: usize = 8;

#[derive(Debug)]
struct ShownSite {
    good: Arc<Site>,
    /// The hashed files of replaced builds that the good one no longer has, newest build first.
    replaced: VecDeque<Site>,
    /// Large static files of the good site, read from disk on request.
    large: BTreeMap<String, LargeFile>,
    next: Option<Arc<Prepared>>,
}

impl Default for LiveSite {
    /// Shows a placeholder page until there is a site.
    fn default() -> Self {
        let shown =
            ShownSite { good: Arc::new(placeholder()), replaced: VecDeque::new(), large: BTreeMap::new(), next: None };
        Self {
            shown: Arc::new(RwLock::new(shown)),
            status: watch::Sender::new(Status::default()),
            settled: watch::Sender::new(true),
        }
    }
}

impl LiveSite {
    /// Announces a build that is not rendered yet.
    pub fn announce(&self, next: Arc<Prepared>) {
        self.settled.send_replace(false);
        drop(self.write(|shown| shown.next.replace(next)));
        self.status.send_modify(|status| status.build += 1);
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
                shown.replaced.push_front(replaced);
                shown.replaced.truncate(KEPT_BUILDS);
            }
            shown.large = large;
            shown.next.take()
        });
        let is_news = match &announced {
            Some(announced) => !Arc::ptr_eq(announced, build),
            None => *old != *site,
        };
        self.settled.send_replace(true);
        self.status.send_if_modified(|status| {
            let is_mended = status.problems.take().is_some();
            status.build += u64::from(is_news);
            is_news || is_mended
        });
    }

    /// Reports problems; the last good site stays.
    pub fn refuse(&self, problems: String) {
        let announced = self.write(|shown| shown.next.take()).is_some();
        self.settled.send_replace(true);
        self.status.send_modify(|status| {
            // Pages that show the announced build return to the good one.
            status.build += u64::from(announced);
            status.problems = Some(problems);
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
        self.status.receiver_count() > 0
    }

    /// The number of the newest build.
    #[must_use]
    pub fn build(&self) -> u64 {
        self.status.borrow().build
    }

    /// The build status, now and after each change.
    #[must_use]
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// The file at a path, of the announced build if it is an entry, else of the last good one.
    pub async fn file(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(next) = self.read(|shown| shown.next.clone()) {
            let alone = || next.ready.as_ref().and_then(|ready| ready.entry_file(path));
            match tokio::task::block_in_place(alone) {
                Some(Ok(bytes)) => return Some(bytes),
                // Errors are reported when the whole site is rendered.
                Some(Err(_)) => {}
                None => {
                    // The sender is part of `self`, so waiting cannot fail.
                    self.settled.subscribe().wait_for(|settled| *settled).await.ok();
                }
            }
        }
        let good = self.read(|shown| Arc::clone(&shown.good));
        if let Some(file) = self.read(|shown| shown.large.get(path).cloned()) {
            return tokio::task::block_in_place(|| input::read(&file.place, file.length).ok());
        }
        good.get(path)
            .cloned()
            .or_else(|| self.read(|shown| shown.replaced.iter().find_map(|site| site.get(path).cloned())))
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
