//! How the server holds out: many sessions that all analyse without limit, and meanwhile the page, the API and replaced requests are timed.
//!
//! `cargo run --release -p tengen-server --example load -- --sessions 100 --seconds 20 [--threads 2] [--json]`
#![allow(clippy::print_stdout)]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tengen_server::{Config, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Failure = Box<dyn std::error::Error + Send + Sync>;

const OPENINGS: [&str; 5] = ["h8i9g9", "h8h9i9", "h8i9i7", "h8i9j10", "h8h9h10"];

struct Settings {
    sessions: usize,
    seconds: u64,
    threads: usize,
    is_json: bool,
}

fn settings() -> Result<Settings, Failure> {
    let mut settings = Settings { sessions: 100, seconds: 20, threads: 2, is_json: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|text| text.parse().ok()).ok_or(format!("{word} needs a number"));
        match word.as_str() {
            "--sessions" => settings.sessions = number()? as usize,
            "--seconds" => settings.seconds = number()?,
            "--threads" => settings.threads = number()? as usize,
            "--json" => settings.is_json = true,
            _ => return Err(format!("unknown option {word}: see the top of the file").into()),
        }
    }
    Ok(settings)
}

fn main() -> Result<(), Failure> {
    let settings = settings()?;
    let server = Server::start(Config {
        port: Some(0),
        threads: settings.threads,
        memory: 4 << 30,
        max_sessions: settings.sessions + 8,
        rate: 1_000_000,
        ..Config::default()
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let report = runtime.block_on(load(server.address(), &settings))?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    server.stop();
    if settings.is_json {
        println!("{report}");
    } else {
        print(&report);
    }
    Ok(())
}

async fn load(address: SocketAddr, settings: &Settings) -> Result<Value, Failure> {
    let is_over = Arc::new(AtomicBool::new(false));
    let mut sessions = Vec::new();
    for number in 0..settings.sessions {
        let nodes = Arc::new(AtomicU64::new(0));
        let task = tokio::spawn(session(address, number, Arc::clone(&nodes), Arc::clone(&is_over)));
        sessions.push((nodes, task));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let end = Instant::now() + Duration::from_secs(settings.seconds);
    let page = "GET / HTTP/1.1\r\n".to_owned();
    let body =
        json!({ "position": { "size": 15, "rule": "freestyle", "moves": "h8i9g9g7i7f10h10" } }).to_string();
    let head = format!("POST /api/v1/position HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
    let (pages, calls, replaced) = tokio::join!(
        timed(address, page, String::new(), end),
        timed(address, head, body, end),
        replace(address, end),
    );
    is_over.store(true, Ordering::Relaxed);
    let mut nodes: Vec<f64> = Vec::new();
    for (count, task) in sessions {
        task.await??;
        nodes.push(count.load(Ordering::Relaxed) as f64);
    }
    let (replaced, started) = replaced?;
    let mean = nodes.iter().sum::<f64>() / nodes.len().max(1) as f64;
    let spread =
        (nodes.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / nodes.len().max(1) as f64).sqrt();
    nodes.sort_by(f64::total_cmp);
    Ok(json!({
        "sessions": settings.sessions,
        "threads": settings.threads,
        "seconds": settings.seconds,
        "page_ms": percentiles(pages?),
        "position_ms": percentiles(calls?),
        "replaced_ms": percentiles(replaced),
        "next_event_ms": percentiles(started),
        "nodes": { "mean": mean.round(), "least": nodes.first(), "most": nodes.last(), "deviation_percent": (1000.0 * spread / mean.max(1.0)).round() / 10.0 },
    }))
}

/// A tab that analyses for ever, and counts the nodes that it hears of.
async fn session(
    address: SocketAddr,
    number: usize,
    nodes: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
) -> Result<(), Failure> {
    let (mut socket, _) = connect_async(format!("ws://{address}/api/v1/socket")).await?;
    ask(&mut socket, 1, number).await?;
    while !is_over.load(Ordering::Relaxed) {
        let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(500), socket.next()).await else {
            continue;
        };
        if let Message::Text(text) = message? {
            let event: Value = serde_json::from_str(&text)?;
            match event["event"].as_str() {
                Some("info") => nodes.store(event["nodes"].as_u64().unwrap_or(0), Ordering::Relaxed),
                Some("error") => return Err(format!("session {number}: {event}").into()),
                _ => {}
            }
        }
    }
    Ok(())
}

async fn ask(socket: &mut Socket, id: u64, number: usize) -> Result<(), Failure> {
    let position = json!({ "size": 15, "rule": "freestyle", "moves": OPENINGS[number % OPENINGS.len()] });
    let request =
        json!({ "id": id, "do": "analyze", "position": position, "lines": 3, "hash_mb": 16, "policy": true });
    Ok(socket.send(Message::Text(request.to_string().into())).await?)
}

/// Times one kind of request again and again, each on a connection of its own.
async fn timed(address: SocketAddr, head: String, body: String, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut times = Vec::new();
    let request = format!("{head}Host: {address}\r\nConnection: close\r\n\r\n{body}");
    while Instant::now() < end {
        let started = Instant::now();
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        if !bytes.starts_with(b"HTTP/1.1 200") {
            return Err(String::from_utf8_lossy(&bytes).into_owned().into());
        }
        times.push(started.elapsed().as_secs_f64() * 1e3);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(times)
}

/// A tab that changes its mind ten times a second: how long until the old request has ended, and until the new one is heard of.
async fn replace(address: SocketAddr, end: Instant) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let (mut socket, _) = connect_async(format!("ws://{address}/api/v1/socket")).await?;
    let (mut ended, mut heard) = (Vec::new(), Vec::new());
    ask(&mut socket, 1, 0).await?;
    let mut id = 1;
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let asked = Instant::now();
        id += 1;
        ask(&mut socket, id, id as usize).await?;
        let mut has_ended = false;
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            let event: Value = serde_json::from_str(&text)?;
            if event["id"] == id - 1 && event["event"] == "done" {
                ended.push(asked.elapsed().as_secs_f64() * 1e3);
                has_ended = true;
            } else if event["id"] == id && has_ended {
                heard.push(asked.elapsed().as_secs_f64() * 1e3);
                break;
            }
        }
    }
    Ok((ended, heard))
}

fn percentiles(mut times: Vec<f64>) -> Value {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1))).map(|time| (time * 100.0).round() / 100.0)
    };
    json!({ "count": times.len(), "p50": at(0.5), "p99": at(0.99), "most": at(1.0) })
}

fn print(report: &Value) {
    println!("{} sessions on {} threads, {} s", report["sessions"], report["threads"], report["seconds"]);
    println!("{:<34}{:>8}{:>10}{:>10}{:>10}", "milliseconds", "count", "p50", "p99", "most");
    for (name, key) in [
        ("GET /", "page_ms"),
        ("POST /api/v1/position", "position_ms"),
        ("replaced: until the old has ended", "replaced_ms"),
        ("replaced: until the new is heard", "next_event_ms"),
    ] {
        let row = &report[key];
        println!("{name:<34}{:>8}{:>10}{:>10}{:>10}", row["count"], row["p50"], row["p99"], row["most"]);
    }
    let nodes = &report["nodes"];
    println!(
        "nodes a session: {} on average, {} to {}, deviation {} %",
        nodes["mean"], nodes["least"], nodes["most"], nodes["deviation_percent"]
    );
}
