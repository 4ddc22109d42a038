//! Serving: a change to a file reaches the page, and one change makes one build.

use crate::dom;
use crate::support::fixture;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with the test.
pub(crate) struct Server(Child);

impl Server {
    /// Starts one, and waits for its address.
    pub(crate) fn start(command: &mut Command) -> (Self, String) {
        let mut server = Self(command.stdout(Stdio::piped()).spawn().expect("the program starts"));
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let host = line.split("//").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
        (server, host)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a fixture") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

pub(crate) fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The small fixture, served: its folder, its address and its log.
pub(crate) struct Served {
    folder: tempfile::TempDir,
    pub(crate) host: String,
    _server: Server,
}

impl Served {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&fixture("small"), folder.path());
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        // As an author starts it, inside the folder.
        command.args(["serve", "--port", "0"]).current_dir(folder.path());
        command.stderr(fs::File::create(folder.path().join("log")).expect("a log"));
        let (server, host) = Server::start(&mut command);
        Self { folder, host, _server: server }
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("content/glossary").join(name)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).expect("the log")
    }

    /// How many sites were built, the first included.
    fn builds(&self) -> usize {
        self.log().lines().filter(|line| line.contains(" pages, ")).count()
    }

    fn wait(&self, what: &str, done: impl Fn() -> bool) {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(30), "never: {what}\n{}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_change_is_built_and_served() {
    let served = Served::start();
    let entry = served.file("sprint.md");
    let text = fs::read_to_string(&entry).expect("the entry");
    fs::write(&entry, text.replace("two weeks", "three weeks")).expect("the change");
    served.wait("the change", || get(&served.host, "/glossary/sprint/").contains("three weeks"));
}

#[test]
fn a_burst_of_files_is_built_together() {
    let served = Served::start();
    let sprint = fs::read_to_string(served.file("sprint.md")).expect("the entry");
    for n in 0..500 {
        // As editors and checkouts do: written to another file, then renamed.
        let (beside, place) = (served.file(&format!(".{n}.new")), served.file(&format!("made-{n}.md")));
        fs::write(&beside, sprint.replace("term: sprint", &format!("term: made-up {n}"))).expect("a file");
        fs::rename(&beside, &place).expect("a rename");
    }
    served.wait("all entries", || get(&served.host, "/glossary/").contains("All 504 entries"));
    assert!(get(&served.host, "/glossary/made-499/").contains("made-up 499"));
    let builds = served.builds();
    assert!(builds < 250, "a burst of 500 files made {} builds", builds - 1);
}

#[test]
fn a_mistake_is_said_and_the_last_good_site_stays() {
    let served = Served::start();
    let entry = served.file("sprint.md");
    let text = fs::read_to_string(&entry).expect("the entry");
    let before = get(&served.host, "/glossary/sprint/");
    fs::write(&entry, format!("{text}\nA [[velocty]].\n")).expect("the mistake");
    served.wait("the mistake", || served.log().contains("no entry defines `velocty`"));
    // The headers have the time in them, and the script's address the number of the build.
    let main = |reply: &str| {
        let (_, page) = reply.split_once("\r\n\r\n").expect("headers and a body");
        dom::parse(page).one("main").inner().to_owned()
    };
    assert_eq!(main(&get(&served.host, "/glossary/sprint/")), main(&before));
    fs::write(&entry, format!("{text}\nIt is mended.\n")).expect("the mending");
    served.wait("the mended page", || get(&served.host, "/glossary/sprint/").contains("It is mended."));
}

#[test]
fn folders_that_come_later_are_watched_too() {
    let served = Served::start();
    let template = served.folder.path().join("templates/404.html");
    fs::create_dir_all(template.parent().expect("a folder")).expect("a folder");
    fs::write(&template, "<title>Lost</title><p>Not of this world.").expect("a template");
    served.wait("the template", || get(&served.host, "/nothing/").contains("Not of this world."));
}

#[test]
fn a_site_whose_folder_is_replaced_is_served_on() {
    let served = Served::start();
    let root = served.folder.path().to_owned();
    let old = root.with_extension("old");
    fs::rename(&root, &old).expect("the folder moves away");
    copy(&old, &root);
    fs::remove_dir_all(&old).expect("the old folder goes");
    let text = fs::read_to_string(served.file("sprint.md")).expect("the entry");
    fs::write(served.file("sprint.md"), text.replace("two weeks", "three weeks")).expect("the change");
    served.wait("the change", || get(&served.host, "/glossary/sprint/").contains("three weeks"));
    fs::write(served.file("sprint.md"), text.replace("two weeks", "four weeks")).expect("another change");
    served.wait("another change", || get(&served.host, "/glossary/sprint/").contains("four weeks"));
}
