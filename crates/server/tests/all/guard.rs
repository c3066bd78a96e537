//! Who may ask, and what every answer carries: against a real server.

use crate::support::{Tab, block, config, get, post, raw, request, server};
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use tengen_server::Server;

#[test]
fn the_page_and_its_headers() {
    let server = server();
    let page = get(&server, "/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'self'") && policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), Some(value), "{name}");
        assert_eq!(get(&server, "/api/v1/nothing").header(name), Some(value), "{name} on errors too");
    }
    let tag = page.header("etag").unwrap().to_owned();
    let again = request(server.address(), "GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(get(&server, "/health").body, b"ok");
    let packed = request(server.address(), "GET", "/api/v1/puzzles", &[("Accept-Encoding", "gzip")], b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = server();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/index.html/..",
        "/\u{1}",
    ] {
        let reply = get(&server, path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
    }
}

#[test]
fn other_hosts_and_other_origins_are_refused() {
    let server = server();
    let address = server.address();
    for host in ["evil.example", "localhost", &format!("evil.example:{}", address.port()), "127.0.0.1:1"] {
        let reply = request(address, "GET", "/api/v1/about", &[("Host", host)], b"");
        assert_eq!((reply.status, reply.code().as_str()), (403, "wrong_host"), "{host}");
    }
    assert_eq!(raw(address, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 403);
    let own = format!("http://{address}");
    let there = json!({ "position": { "size": 15, "rule": "freestyle", "moves": "h8" } }).to_string();
    for (origin, status) in [(own.as_str(), 200), ("http://evil.example", 403), ("null", 403)] {
        let reply = request(address, "POST", "/api/v1/position", &[("Origin", origin)], there.as_bytes());
        assert_eq!(reply.status, status, "{origin}");
    }
    let sneaky =
        request(address, "POST", "/api/v1/position", &[("Sec-Fetch-Site", "cross-site")], there.as_bytes());
    assert_eq!(sneaky.code(), "wrong_origin");
    block(async {
        assert!(Tab::with(address, &[("origin", "http://evil.example")]).await.is_err());
        assert!(Tab::with(address, &[("origin", "null")]).await.is_err());
        assert!(Tab::with(address, &[("host", "evil.example")]).await.is_err());
        assert!(Tab::with(address, &[("origin", &own)]).await.is_ok());
    });
}

#[test]
fn beyond_loopback_a_token_is_asked_for() {
    // Everywhere includes loopback, which is where this test asks.
    let server =
        Server::start(tengen_server::Config { bind: IpAddr::V4(Ipv4Addr::UNSPECIFIED), ..config() }).unwrap();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], server.address().port()));
    let token = server.token().unwrap().to_owned();
    assert_eq!(server.url(), format!("http://{address}/?token={token}"));
    assert_eq!(request(address, "GET", "/", &[], b"").code(), "no_token");
    assert_eq!(request(address, "GET", "/?token=wrong", &[], b"").code(), "no_token");
    let first = request(address, "GET", &format!("/?token={token}"), &[], b"");
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(request(address, "GET", "/", &[("Cookie", &pair)], b"").status, 200);
    let bearer = format!("Bearer {token}");
    assert_eq!(request(address, "GET", "/api/v1/about", &[("Authorization", &bearer)], b"").status, 200);
    block(async {
        assert!(Tab::with(address, &[]).await.is_err());
        assert!(Tab::with(address, &[("cookie", &pair)]).await.is_ok());
    });
}

#[test]
fn an_address_that_asks_too_often_is_told_to_wait() {
    let server = Server::start(tengen_server::Config { rate: 5, ..config() }).unwrap();
    let replies: Vec<_> = (0..60).map(|_| get(&server, "/health")).collect();
    assert_eq!(replies[0].status, 200);
    let refused = replies.iter().find(|reply| reply.status == 429).expect("sixty at once are too many");
    assert_eq!(refused.code(), "too_many");
}

#[test]
fn bodies_have_limits() {
    let server = server();
    let large = vec![b' '; (1 << 20) + 1];
    let reply = request(server.address(), "POST", "/api/v1/position", &[], &large);
    assert_eq!((reply.status, reply.code().as_str()), (413, "too_large"));
    let file = vec![b'('; (16 << 20) + 1];
    let reply = request(server.address(), "POST", "/api/v1/read", &[], &file);
    assert_eq!((reply.status, reply.code().as_str()), (413, "too_large"));
    assert_eq!(get(&server, "/health").status, 200);
}

#[test]
fn what_is_no_http_ends_the_connection_and_nothing_else() {
    let server = server();
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..200 {
        let length = random.usize(..300);
        let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(get(&server, "/health").status, 200);
}

#[test]
fn what_is_not_there_is_told_as_json() {
    let server = server();
    assert_eq!(get(&server, "/api/v1/nothing").code(), "not_found");
    assert_eq!(get(&server, "/nothing.js").code(), "not_found");
    assert_eq!(get(&server, "/api/v1/position").code(), "wrong_method");
    assert_eq!(post(&server, "about", &json!({})).code(), "wrong_method");
}
