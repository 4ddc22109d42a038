//! What is on show: the last good site, and the next one while it is being rendered.
//!
//! 1. As soon as a new build is prepared it is announced, and an entry that somebody asks for is rendered then and there: an author sees an
//!    edit before the other pages are done. Whoever asks for anything else waits for the whole.
//! 2. When the whole is rendered it takes the place of the last good site. If something is wrong, that site stays.
//!
//! A page that is rendered by itself has the bytes that it has in the whole site: the same function makes both.

use crate::Prepared;
use crate::Site;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::watch;

/// What open pages are told: always the whole state, so that nothing depends on what they heard before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct News {
    /// Counts the builds that changed anything.
    pub build: u64,
    /// What is wrong with the content as it is now.
    pub problems: Option<String>,
}

/// The state that the server and the builder share.
#[derive(Debug, Clone)]
pub struct Stage {
    shown: Arc<RwLock<Shown>>,
    news: watch::Sender<News>,
    /// Says each time when there is no next build under way any more.
    settled: watch::Sender<bool>,
}

#[derive(Debug)]
struct Shown {
    good: Arc<Site>,
    next: Option<Arc<Prepared>>,
}

impl Default for Stage {
    /// A stage with a page that stands in until there is a site.
    fn default() -> Self {
        let shown = Shown { good: Arc::new(stand_in()), next: None };
        Self {
            shown: Arc::new(RwLock::new(shown)),
            news: watch::Sender::new(News::default()),
            settled: watch::Sender::new(true),
        }
    }
}

impl Stage {
    /// Announces a build that is still to be rendered.
    pub fn announce(&self, next: Arc<Prepared>) {
        self.settled.send_replace(false);
        drop(self.write(|shown| shown.next.replace(next)));
        self.news.send_modify(|news| news.build += 1);
    }

    /// Shows a whole site, that of this build; nothing is wrong with it.
    pub fn show(&self, site: Site, build: &Arc<Prepared>) {
        // Compared and dropped outside the lock: a large site takes its time.
        let (old, site) = (self.read(|shown| Arc::clone(&shown.good)), Arc::new(site));
        let announced = self.write(|shown| {
            shown.good = Arc::clone(&site);
            shown.next.take()
        });
        let unheard = match &announced {
            Some(announced) => !Arc::ptr_eq(announced, build),
            None => *old != *site,
        };
        self.settled.send_replace(true);
        self.news.send_if_modified(|news| {
            let mended = news.problems.take().is_some();
            news.build += u64::from(unheard);
            unheard || mended
        });
    }

    /// Says what is wrong; the last good site stays.
    pub fn refuse(&self, problems: String) {
        let announced = self.write(|shown| shown.next.take()).is_some();
        self.settled.send_replace(true);
        self.news.send_modify(|news| {
            // Whoever has seen the refused build goes back to the good one.
            news.build += u64::from(announced);
            news.problems = Some(problems);
        });
    }

    /// Whether a build is announced that is not yet shown as a whole.
    #[must_use]
    pub fn is_announced(&self) -> bool {
        self.read(|shown| shown.next.is_some())
    }

    /// Whether anybody listens for news.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// The number of the newest build.
    #[must_use]
    pub fn build(&self) -> u64 {
        self.news.borrow().build
    }

    /// The news, now and from now on.
    #[must_use]
    pub fn news(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// The file at a path of the newest build that is good.
    pub async fn file(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(next) = self.read(|shown| shown.next.clone()) {
            let alone = || next.ready.as_ref().and_then(|ready| ready.entry_file(path));
            match tokio::task::block_in_place(alone) {
                Some(Ok(bytes)) => return Some(bytes),
                // What is wrong is told when the whole is rendered.
                Some(Err(_)) => {}
                None => {
                    // The other end is this stage itself.
                    self.settled.subscribe().wait_for(|settled| *settled).await.ok();
                }
            }
        }
        let good = self.read(|shown| Arc::clone(&shown.good));
        good.get(path).cloned()
    }

    fn read<T>(&self, look: impl FnOnce(&Shown) -> T) -> T {
        look(&self.shown.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut Shown) -> T) -> T {
        change(&mut self.shown.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A site of one page that stands in until there is a real one.
fn stand_in() -> Site {
    const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Not built yet</title>\n</head>\n<body>\n<main><h1>Not built yet</h1>\n<p>The site appears here as soon as its problems are mended.</p></main>\n</body>\n</html>\n";
    let page = || PAGE.as_bytes().to_vec();
    Site::from([("index.html".to_owned(), page()), ("404.html".to_owned(), page())])
}
