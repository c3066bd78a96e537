//! `tengen serve` as a user and as a program meet it: what it prints, that it answers, and how it ends.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, killed if a test fails.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> (Serving, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (Serving(child), line)
}

fn page(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn it_says_where_it_is_as_json_and_serves_the_page() {
    let (_serving, line) =
        start(&["serve", "--port", "0", "--no-open", "--json", "--memory", "64", "--threads", "1"]);
    let said: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(said["token"], Value::Null);
    let address = said["address"].as_str().unwrap();
    assert!(page(address).starts_with("HTTP/1.1 200"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_a_polite_request_end_it_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let (mut serving, line) = start(&["serve", "--port", "0", "--no-open"]);
        assert!(line.starts_with("Tengen is at http://127.0.0.1:"), "{line}");
        let id = serving.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let from = Instant::now();
        loop {
            if let Some(status) = serving.0.try_wait().unwrap() {
                assert!(status.success(), "{signal}: {status}");
                break;
            }
            assert!(from.elapsed() < Duration::from_secs(20), "{signal} does not end it");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn without_a_command_it_serves_and_a_taken_port_is_not_the_end() {
    let (_one, first) = start(&[]);
    let (_two, second) = start(&[]);
    let place = |line: &str| line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let (first, second) = (place(&first), place(&second));
    assert_ne!(first, second);
    assert!(page(&first).starts_with("HTTP/1.1 200") && page(&second).starts_with("HTTP/1.1 200"));
    // A port that was asked for is taken or refused.
    let port = first.rsplit(':').next().unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--port", port, "--no-open"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("name another with --port"));
}

#[test]
fn wrong_arguments_exit_with_two() {
    for arguments in [
        &["serve", "--engine", "nameless"][..],
        &["serve", "--threads", "0"],
        &["serve", "--port", "99999"],
        &["serve", "--bind", "somewhere"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
