//! Serving to untrusted clients: answers only requests to loopback names, and serves only files of the site.

use super::serving::Served;
use std::io::{Read, Write};
use std::net::TcpStream;

/// The answer to these bytes.
fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("a connection");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(host: &str, path: &str, named: &str) -> String {
    ask(host, &format!("GET {path} HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n"))
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn it_listens_on_the_loopback_interface_alone() {
    let listener = rooflight::edge::serve::listen(0).expect("a port");
    assert!(listener.local_addr().expect("its address").ip().is_loopback());
}

#[test]
fn it_answers_to_its_own_names_alone() {
    let served = Served::start();
    let (host, port) = (served.host.as_str(), served.host.rsplit(':').next().expect("a port"));
    for named in [host.to_owned(), "localhost".to_owned(), format!("LOCALHOST:{port}"), "[::1]:80".to_owned()] {
        assert_eq!(status(&get(host, "/", &named)), "200", "{named}");
    }
    for named in [
        "attacker.example",
        "localhost.attacker.example",
        "127.0.0.1.attacker.example",
        "127.0.0.1@attacker.example:1",
        "",
        "0.0.0.0",
        "a b",
        "user@localhost",
        "user@127.0.0.1:80",
        "127.0.0.1:x",
        "127.0.0.1:99999",
        "127.0.0.1:+1",
        "localhost:80:80",
    ] {
        let answer = get(host, "/glossary/sprint/", named);
        assert!(!answer.contains("two weeks") && ["400", "421"].contains(&status(&answer)), "{named:?}: {answer:.200}");
        let events = get(host, "/_rooflight/events", named);
        assert!(["400", "421"].contains(&status(&events)), "{named:?}: {events:.200}");
    }
    let nameless = ask(host, "GET / HTTP/1.0\r\n\r\n");
    assert_eq!(status(&nameless), "421", "{nameless:.200}");
}

#[test]
fn no_address_leads_out_of_the_site() {
    let served = Served::start();
    let host = served.host.as_str();
    for path in [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/..%5c..%5c..%5cetc%5cpasswd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/%00",
        "/glossary/sprint/index.html%00.png",
        "/%ff%fe",
        "/%",
        "/%zz",
        "/content/site.yaml",
        "/.rooflight-files",
        "http://attacker.example/etc/passwd",
    ] {
        let answer = get(host, path, host);
        assert!(["400", "404"].contains(&status(&answer)), "{path}: {answer:.200}");
        assert!(!answer.contains("root:"), "{path}");
    }
    let long = get(host, &format!("/{}", "a".repeat(40_000)), host);
    assert_eq!(status(&long), "404", "{long:.200}");
    let longer = get(host, &format!("/{}", "a".repeat(100_000)), host);
    assert!(["404", "414"].contains(&status(&longer)), "{longer:.200}");
    assert_eq!(status(&get(host, "/", host)), "200", "it serves on");
}

#[test]
fn it_leads_to_no_other_host_and_takes_nothing() {
    let served = Served::start();
    let host = served.host.as_str();
    let moved = get(host, "//glossary/sprint", host);
    assert!(status(&moved) == "308" && moved.contains("location: /glossary/sprint/\r\n"), "{moved}");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "X"] {
        let answer = ask(
            host,
            &format!("{method} / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
        );
        assert_eq!(status(&answer), "405", "{method}: {answer:.200}");
    }
    let head = ask(host, &format!("HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    assert!(status(&head) == "200" && head.ends_with("\r\n\r\n"), "{head:.400}");
}

#[test]
fn requests_that_two_readers_could_understand_differently_are_refused() {
    let served = Served::start();
    let host = served.host.as_str();
    let with =
        |headers: &str| ask(host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"));
    for (headers, wanted) in [
        ("Host: attacker.example\r\n", "400"),
        ("Content-Length: 5\r\n\r\nhello", "413"),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n", "413"),
        ("X: \0\r\n", "400"),
        (" folded\r\n", "400"),
    ] {
        assert_eq!(status(&with(headers)), wanted, "{headers:?}");
    }
    assert_eq!(status(&with(&"X: y\r\n".repeat(200))), "400", "too many headers");
    assert_eq!(status(&with(&format!("X: {}\r\n", "y".repeat(70_000)))), "431", "too long headers");
}

#[test]
fn a_connection_takes_several_requests_and_files_are_sent_in_parts() {
    let served = Served::start();
    let host = served.host.as_str();
    let one = format!("GET /glossary/sprint/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let head = format!("HEAD /nothing HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let answers = ask(host, &[one.as_str(), &one, &head].concat());
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 2, "{answers:.400}");
    assert!(answers.matches("HTTP/1.1 404").count() == 1 && answers.ends_with("\r\n\r\n"), "{answers:.400}");
    let part = |range: &str| {
        let path = "/robots.txt";
        ask(host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nRange: {range}\r\n\r\n"))
    };
    let (_, all) = part("lines=1-2")
        .split_once("\r\n\r\n")
        .map(|(head, body)| (head.to_owned(), body.to_owned()))
        .expect("a body");
    let three = part("bytes=2-4");
    assert!(status(&three) == "206" && three.ends_with(&format!("\r\n\r\n{}", &all[2..5])), "{three}");
    assert!(three.contains(&format!("content-range: bytes 2-4/{}\r\n", all.len())), "{three}");
    assert_eq!(status(&part("bytes=99999-")), "416");
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    let served = Served::start();
    let mut slow = TcpStream::connect(served.host.as_str()).expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("the beginning of a request");
    slow.set_read_timeout(Some(std::time::Duration::from_mins(1))).expect("a timeout");
    // The server closes the connection by itself: reading ends, with or without an answer, and does not time out.
    let mut answer = Vec::new();
    let read = slow.read_to_end(&mut answer);
    assert!(read.as_ref().is_ok_and(|_| !answer.starts_with(b"HTTP/1.1 200")), "{read:?}");
}
