//! A real server on a free port, and a small client of each kind.
#![allow(dead_code, unreachable_pub, missing_docs)]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tengen_server::{Config, Server};
use tokio_tungstenite::tungstenite::{Error, Message, client::IntoClientRequest as _, http};

/// Long enough for any answer on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

pub fn config() -> Config {
    Config { port: Some(0), threads: 2, memory: 512 << 20, rate: 100_000, ..Config::default() }
}

pub fn server() -> Server {
    Server::start(config()).unwrap()
}

/// What came back.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&self.body)))
    }

    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (its, value) = line.split_once(':')?;
            its.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// One request, word for word, and what came back.
pub fn raw(address: SocketAddr, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // A server that refuses early may close before all is written.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut body = bytes.get(end + 4..).unwrap_or_default().to_vec();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Reply { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(at) = bytes.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..at]).unwrap().trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        body.extend_from_slice(&bytes[at + 2..at + 2 + length]);
        bytes = &bytes[at + 4 + length..];
    }
    body
}

pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        let _ = write!(head, "Host: {address}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    raw(address, &[head.as_bytes(), b"\r\n", body].concat())
}

pub fn get(server: &Server, path: &str) -> Reply {
    request(server.address(), "GET", path, &[], b"")
}

pub fn post(server: &Server, path: &str, body: &Value) -> Reply {
    request(server.address(), "POST", &format!("/api/v1/{path}"), &[], body.to_string().as_bytes())
}

type Stream = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A browser's tab.
pub struct Tab {
    stream: Stream,
}

impl Tab {
    pub async fn open(server: &Server) -> Self {
        Self::with(server.address(), &[]).await.unwrap()
    }

    pub async fn with(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/api/v1/socket").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, http::HeaderValue::from_str(value).unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        let mut tab = Self { stream };
        let hello = tab.next().await.unwrap();
        assert_eq!(hello["event"], "hello", "{hello}");
        Ok(tab)
    }

    pub async fn send(&mut self, text: &Value) {
        self.say(text.to_string()).await;
    }

    pub async fn say(&mut self, text: String) {
        self.stream.send(Message::Text(text.into())).await.unwrap();
    }

    pub async fn bytes(&mut self, bytes: Vec<u8>) {
        self.stream.send(Message::Binary(bytes.into())).await.unwrap();
    }

    /// The next event; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("an event in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Events up to one of this name for this id.
    pub async fn until(&mut self, id: u64, name: &str) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event =
                self.next().await.unwrap_or_else(|| panic!("closed before {name} of {id}: {events:?}"));
            let is_it = event["id"] == id && event["event"] == name;
            events.push(event);
            if is_it {
                return events;
            }
        }
    }

    /// All events of a job, the last one included.
    pub async fn whole(&mut self, id: u64) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event =
                self.next().await.unwrap_or_else(|| panic!("closed before the end of {id}: {events:?}"));
            let is_last = event["id"] == id && (event["event"] == "done" || event["event"] == "error");
            events.push(event);
            if is_last {
                return events;
            }
        }
    }

    pub async fn leave(mut self) {
        let _ = self.stream.close(None).await;
    }
}

/// The last event of this name.
pub fn last<'a>(events: &'a [Value], name: &str) -> &'a Value {
    events.iter().rfind(|event| event["event"] == name).unwrap_or_else(|| panic!("no {name} in {events:?}"))
}

/// Runs a test's own side of the talk.
pub fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}
