//! Who may ask: the checks before every request, and the headers of every answer.
//!
//! The one idea: on loopback nobody needs a password, so the browser is what must not be tricked: a page of another site cannot reach
//! the server by a name that it controls (`Host`), nor from its own pages (`Origin`). Beyond loopback a token is asked for, once in the address and from
//! then on as a cookie that no other site can use.

use crate::error::ApiError;
use crate::state::State;
use axum::extract::{Request, State as Shared};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The cookie that holds the token.
const COOKIE: &str = "tengen_token";
/// Addresses whose rate is remembered.
const MOST_ADDRESSES: usize = 4096;

/// What a page may load: only what comes from here. Style attributes cannot run anything and are what a component of the page sets;
/// WebAssembly may be compiled.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; \
img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The checks.
pub(crate) struct Guard {
    /// The port that requests must name.
    port: u16,
    /// Asked for beyond loopback.
    token: Option<String>,
    rate: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// What an address may still ask for.
struct Bucket {
    left: f64,
    since: Instant,
}

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl Guard {
    pub(crate) fn new(port: u16, token: Option<String>, rate: u32) -> Self {
        Self { port, token, rate: f64::from(rate.max(1)), buckets: Mutex::default() }
    }

    /// The token, if one is asked for.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Whether an address may ask now: its rate in the long run, twice as much at once.
    fn is_slow_enough(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let full = self.rate * 2.0;
        if buckets.len() >= MOST_ADDRESSES {
            let refilled =
                |bucket: &Bucket| now.duration_since(bucket.since).as_secs_f64() * self.rate + bucket.left;
            buckets.retain(|_, bucket| refilled(bucket) < full);
            if buckets.len() >= MOST_ADDRESSES {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(address).or_insert(Bucket { left: full, since: now });
        let more = now.saturating_duration_since(bucket.since).as_secs_f64() * self.rate;
        bucket.left = (bucket.left + more).min(full);
        bucket.since = now;
        let is_allowed = bucket.left >= 1.0;
        if is_allowed {
            bucket.left -= 1.0;
        }
        is_allowed
    }

    /// The host must be one that only this machine goes by, unless a token guards the server.
    fn check_host(&self, headers: &HeaderMap, uri: &Uri) -> Result<String, ApiError> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or_else(|| uri.host());
        let wrong = |text: &str| ApiError::new(StatusCode::FORBIDDEN, "wrong_host", text);
        let host = host.ok_or_else(|| wrong("the request names no host"))?;
        if self.token.is_some() {
            return Ok(host.to_owned());
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let is_here = ["localhost", "127.0.0.1", "[::1]"].iter().any(|here| name.eq_ignore_ascii_case(here));
        if is_here && port == Some(self.port) {
            Ok(host.to_owned())
        } else {
            Err(wrong("this server answers to localhost, 127.0.0.1 and [::1] with its own port alone"))
        }
    }

    /// A request of a page must come from a page of this server.
    fn check_origin(headers: &HeaderMap, method: &Method, host: &str) -> Result<(), ApiError> {
        let wrong = || {
            ApiError::new(
                StatusCode::FORBIDDEN,
                "wrong_origin",
                "pages of other sites cannot use this server",
            )
        };
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().map_err(|_| wrong())?;
            let same = ["http://", "https://"].iter().filter_map(|scheme| origin.strip_prefix(scheme));
            if !same.into_iter().any(|its| its.eq_ignore_ascii_case(host)) {
                return Err(wrong());
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        let is_foreign = matches!(site, Some("cross-site" | "same-site"));
        // To follow a link to the page is all that another site may do.
        let is_link =
            method == Method::GET && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        if is_foreign && !is_link { Err(wrong()) } else { Ok(()) }
    }

    /// The token, in a cookie or as a bearer.
    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(text);
        let in_cookie = cookies
            .flat_map(|line| line.split(';').map(|one| one.trim().to_owned()).collect::<Vec<_>>())
            .filter_map(|one| one.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .any(|(name, value)| name == COOKIE && is_same(&value, token));
        let bearer = headers.get(header::AUTHORIZATION).and_then(text);
        in_cookie
            || bearer.is_some_and(|line| {
                line.strip_prefix("Bearer ").is_some_and(|its| is_same(its.trim(), token))
            })
    }

    /// The answer to the first request, which has the token in its address: the cookie, and the address without it.
    fn welcome(&self, uri: &Uri) -> Option<Response> {
        let token = self.token.as_deref()?;
        let query = uri.query()?;
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !is_same(given, token) {
            return None;
        }
        let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        // A path that begins with two slashes would name another host.
        let path = format!("/{}", uri.path().trim_start_matches('/'));
        let place = if rest.is_empty() { path } else { format!("{path}?{}", rest.join("&")) };
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        let headers = [(header::LOCATION, place), (header::SET_COOKIE, cookie)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }

    fn check(&self, request: &Request) -> Result<Option<Response>, ApiError> {
        let (headers, uri) = (request.headers(), request.uri());
        let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
        if let Some(address) = peer
            && !self.is_slow_enough(address, Instant::now())
        {
            let text = "too many requests from this address: wait a second";
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", text));
        }
        let host = self.check_host(headers, uri)?;
        Self::check_origin(headers, request.method(), &host)?;
        if self.has_token(headers) {
            // The token shall not stay in the address bar.
            return Ok(self.welcome(uri));
        }
        if let Some(welcome) = self.welcome(uri) {
            return Ok(Some(welcome));
        }
        let text = "open the address that the server printed when it started: it has the token";
        Err(ApiError::new(StatusCode::UNAUTHORIZED, "no_token", text))
    }
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
}

/// The checks before, the headers after.
pub(crate) async fn guard(Shared(state): Shared<Arc<State>>, request: Request, next: Next) -> Response {
    let mut response = match state.guard.check(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| {
            (HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_names_of_this_machine_with_the_right_port_are_hosts() {
        let guard = Guard::new(8411, None, 10);
        let is_good = |host| guard.check_host(&headers(&[("host", host)]), &Uri::from_static("/")).is_ok();
        for host in ["localhost:8411", "LOCALHOST:8411", "127.0.0.1:8411", "[::1]:8411"] {
            assert!(is_good(host), "{host}");
        }
        for host in [
            "localhost",
            "localhost:80",
            "evil.example:8411",
            "localhost.evil.example:8411",
            "127.0.0.1.nip.io:8411",
            "[::1]",
            "",
            "localhost:8411:8411",
            "0.0.0.0:8411",
        ] {
            assert!(!is_good(host), "{host}");
        }
    }

    #[test]
    fn only_pages_of_this_server_may_ask() {
        let check = |pairs: &[(&str, &str)], method: Method| {
            Guard::check_origin(&headers(pairs), &method, "localhost:8411").is_ok()
        };
        assert!(check(&[], Method::POST), "a program has no origin");
        assert!(check(&[("origin", "http://localhost:8411")], Method::POST));
        assert!(check(&[("sec-fetch-site", "same-origin")], Method::POST));
        assert!(check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], Method::GET));
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost:8412",
            "http://localhost:8411.evil.example",
            "ftp://localhost:8411",
            "localhost:8411",
            "",
        ] {
            assert!(!check(&[("origin", origin)], Method::GET), "{origin}");
        }
        assert!(!check(&[("sec-fetch-site", "cross-site")], Method::GET));
        assert!(!check(&[("sec-fetch-site", "same-site"), ("sec-fetch-mode", "navigate")], Method::POST));
    }

    #[test]
    fn the_token_is_in_a_cookie_or_a_bearer() {
        let guard = Guard::new(1, Some("secret".into()), 10);
        assert!(guard.has_token(&headers(&[("cookie", "a=b; tengen_token=secret; c=d")])));
        assert!(guard.has_token(&headers(&[("authorization", "Bearer secret")])));
        for wrong in [
            ("cookie", "tengen_token=secre"),
            ("cookie", "xtengen_token=secret"),
            ("authorization", "secret"),
            ("cookie", ""),
        ] {
            assert!(!guard.has_token(&headers(&[wrong])), "{wrong:?}");
        }
        assert!(guard.welcome(&Uri::from_static("/?token=wrong")).is_none());
        let welcome = guard.welcome(&Uri::from_static("//evil.example/x?a=1&token=secret")).unwrap();
        assert_eq!(welcome.headers()[header::LOCATION], "/evil.example/x?a=1");
    }

    #[test]
    fn an_address_that_asks_too_often_has_to_wait() {
        let guard = Guard::new(1, None, 10);
        let (now, here) = (Instant::now(), IpAddr::from([127, 0, 0, 1]));
        let asks = |n: usize, at: Instant| (0..n).filter(|_| guard.is_slow_enough(here, at)).count();
        assert_eq!(asks(100, now), 20);
        assert_eq!(asks(100, now + Duration::from_secs(1)), 10);
        assert!(guard.is_slow_enough(IpAddr::from([127, 0, 0, 2]), now), "others do not wait for it");
        for n in 0..=u16::MAX {
            let [a, b] = n.to_be_bytes();
            guard.is_slow_enough(IpAddr::from([10, 0, a, b]), now);
        }
        assert!(guard.buckets.lock().unwrap().len() <= MOST_ADDRESSES);
    }
}
