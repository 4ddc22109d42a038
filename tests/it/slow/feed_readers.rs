//! Real feed readers: feedparser reads back what was written, newsboat subscribes and sees nothing twice. rdflib, which
//! is installed with them, reads `glossary.json` as JSON-LD.
//!
//! `cargo xtask test` installs both and sets `ROOFLIGHT_FEED_READERS` to the Python that has feedparser. Where that is
//! not set, the tests say that they are left out; under continuous integration that is a failure.

use crate::feed_reader;
use crate::support::{fixture, reference_site, repository, site};
use rooflight::edge::{load, write};
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::{Arc, Mutex};

/// The Python that has feedparser; `None` where the readers are not installed.
#[allow(clippy::print_stderr, reason = "a test that is left out says so")]
fn python() -> Option<String> {
    let python = std::env::var("ROOFLIGHT_FEED_READERS").ok();
    assert!(
        python.is_some() || std::env::var_os("CI").is_none(),
        "no feed readers: `cargo xtask test` installs feedparser and newsboat"
    );
    if python.is_none() {
        eprintln!("left out: no feed readers; `cargo xtask test` installs feedparser and newsboat");
    }
    python
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
    text
}

#[test]
fn feedparser_reads_the_model_back() {
    let Some(python) = python() else { return };
    for site in [&site(&fixture("feeds")), reference_site()] {
        let folder = tempfile::tempdir().expect("a folder");
        let models = site.iter().filter(|(path, _)| path.ends_with("feed.json"));
        let items = models.map(|(_, text)| {
            let model: serde_json::Value = serde_json::from_slice(text).expect("a JSON Feed");
            model["items"].as_array().map_or(0, Vec::len)
        });
        let all: usize = items.sum();
        write::write(site, folder.path()).expect("a site on disk");
        let script = repository().join("tests/feeds/compare.py");
        let stdout = run(Command::new(&python).arg(script).arg(folder.path()));
        let count = stdout.rsplit(", ").next().and_then(|end| end.split(' ').next()?.parse::<usize>().ok());
        assert!(all > 0 && count == Some(all), "{all} in the models: {stdout}");
    }
}

#[test]
fn glossary_json_is_a_vocabulary_to_a_reader_of_linked_data() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    write::write(&site(&fixture("small")), folder.path()).expect("a site on disk");
    let script = repository().join("tests/exports/linked_data.py");
    let stdout = run(Command::new(&python).arg(script).arg(folder.path().join("glossary.json")));
    assert!(stdout.contains("concepts read back"), "{stdout}");
}

#[test]
fn feedparser_finds_a_difference() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut site = site(&fixture("feeds"));
    let model = String::from_utf8(site["feed.json"].clone()).expect("text").replace("raw markup", "raw mark-up");
    site.insert("feed.json".to_owned(), model.into_bytes());
    write::write(&site, folder.path()).expect("a site on disk");
    let script = repository().join("tests/feeds/compare.py");
    let output = Command::new(python).arg(script).arg(folder.path()).output().expect("Python runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("title is 'raw markup', not 'raw mark-up'"));
}

/// Serves whatever site stands in `shared`, and gives the address.
fn serve(shared: Arc<Mutex<Site>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let path = lines.next().and_then(|line| Some(line.split(' ').nth(1)?.trim_start_matches('/').to_owned()));
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let body = path.and_then(|path| shared.lock().expect("the site").get(&path).cloned());
            let status = if body.is_some() { "200 OK" } else { "404 Not Found" };
            let body = body.unwrap_or_default();
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            (&stream).write_all(&[head.as_bytes(), &body].concat()).ok();
        }
    });
    address
}

/// A newsboat with a home of its own that is subscribed to one feed.
struct Newsboat(tempfile::TempDir);

impl Newsboat {
    fn subscribed(feed: &str) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::write(home.path().join("config"), "").expect("settings");
        std::fs::write(home.path().join("urls"), format!("{feed}\n")).expect("subscriptions");
        Self(home)
    }

    fn call(&self, what: &str) -> String {
        let home = self.0.path();
        let mut command = Command::new("newsboat");
        command.env("HOME", home).env("no_proxy", "127.0.0.1").env("NO_PROXY", "127.0.0.1");
        command
            .arg("-u")
            .arg(home.join("urls"))
            .arg("-c")
            .arg(home.join("cache.db"))
            .arg("-C")
            .arg(home.join("config"));
        run(command.args(["-x", what]))
    }

    /// Fetches the feed, and says how many articles there are to read.
    fn read(&self) -> String {
        self.call("reload");
        self.call("print-unread").trim().to_owned()
    }
}

#[test]
fn newsboat_shows_all_items_and_none_twice_after_a_rename() {
    if python().is_none() {
        return;
    }
    let mut sources = load::load(repository());
    let build = |sources: &Sources| compile(sources, &Options::default(), &mut |_| {}).site.expect("a site");
    let shared = Arc::new(Mutex::new(build(&sources)));
    let address = serve(Arc::clone(&shared));
    let unread = |path: &str| {
        let site = shared.lock().expect("the site");
        let text = std::str::from_utf8(&site[path]).expect("text");
        let count = feed_reader::read(text).entries.len();
        assert!(count > 1, "{path}");
        format!("{count} unread articles")
    };
    let feeds = ["feed.xml", "atom.xml", "changes/feed.xml", "measurements/atom.xml", "layers/silicon/feed.xml"];
    let readers = feeds.map(|feed| (feed, Newsboat::subscribed(&format!("{address}{feed}"))));
    let before = readers.iter().map(|(feed, reader)| {
        let found = reader.read();
        assert_eq!(found, unread(feed), "{feed}");
        found
    });
    let before: Vec<String> = before.collect();

    // A new name and a new address, and the same entry: the first of the feed whose name stands unquoted in its file,
    // and which has no translation, whose file would have to move with it.
    let first = rss::Channel::read_from(&build(&sources)["feed.xml"][..]).expect("an RSS feed");
    let of = |item: &rss::Item| {
        let (term, link) = (item.title()?.to_owned(), item.link()?.trim_end_matches('/'));
        let slug = link.rsplit('/').next()?.to_owned();
        let named = format!("\nterm: {term}\n");
        let is_file = |file: &SourceFile| file.path.ends_with(&format!("glossary/{slug}.md"));
        let mut places = (0..sources.content.len()).filter(|&at| is_file(&sources.content[at]));
        let (Some(place), None) = (places.next(), places.next()) else { return None };
        sources.content[place].text.contains(&named).then_some((place, slug, term))
    };
    let (place, slug, term) = first.items().iter().find_map(of).expect("an entry");
    let keys = format!("---\nid: {slug}\nformer: [{slug}]\n");
    let text = sources.content[place].text.replacen("---\n", &keys, 1);
    let text = text.replacen(&format!("\nterm: {term}\n"), "\nterm: another name\n", 1);
    sources.content[place] = SourceFile::new("content/glossary/another-name.md", text);
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    let renamed = build(&sources);
    let feed = rss::Channel::read_from(&renamed["feed.xml"][..]).expect("an RSS feed");
    let item = feed.items().iter().find(|item| item.title() == Some("another name")).expect("the entry");
    assert!(item.link().is_some_and(|link| link.ends_with("/another-name/")), "{item:?}");
    *shared.lock().expect("the site") = renamed;
    let after: Vec<String> = readers.iter().map(|(_, reader)| reader.read()).collect();
    assert_eq!(after, before, "nothing is there twice");
}
