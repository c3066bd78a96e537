//! The analysis board as a web server: HTTP and web sockets in front of the engine, the solver and the files.
//!
//! Reading order: [`config`], then `http` (routes, connections) and `guard` (who may ask); `wire` (positions and games as JSON),
//! `api` (one file a call) and `page` (the embedded page); `session` (one socket), `outbox` (what waits to be sent), `jobs` (one file a job),
//! `queue` (whose turn it is), `control` (how a job is ended), `memory` and `pool` (who has which table). What the calls mean is written in `docs/server.md`.
//!
//! Laws of the house. The engine and the solver know nothing of async: a job has a thread of its own, and what it says goes into an outbox that never makes
//! it wait. No path of a request ever names a file. Nothing a client sends can end the server.
//!
//! ```
//! use tengen_server::{Config, Server};
//!
//! let server = Server::start(Config { port: Some(0), ..Config::default() })?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! server.stop();
//! # Ok::<(), tengen_server::StartError>(())
//! ```

mod api;
pub mod config;
mod control;
mod error;
mod guard;
mod http;
mod jobs;
mod library;
mod memory;
mod outbox;
mod page;
mod pool;
mod proofs;
mod queue;
mod session;
mod state;
mod wire;

pub use config::{Config, External, PORT};
pub use error::ApiError;

use guard::Guard;
use state::State;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// Threads that talk to browsers. They do little; searches have threads of their own.
const TALKERS: usize = 2;
/// Ports that are tried when nobody names one.
const PORTS: u16 = 20;
/// How long sessions have to say good-bye.
const FAREWELL: Duration = Duration::from_secs(3);

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken, or the address is not one of this machine.
    #[error("cannot listen on {address}: {source}; name another with --port or --bind")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start the server's threads: {0}")]
    Threads(io::Error),
    /// There is no source of chance for the token.
    #[error("cannot make a token, since the system gives no random numbers; listen on 127.0.0.1 instead")]
    NoChance,
}

/// A running server. Dropping it ends it.
pub struct Server {
    runtime: Option<Runtime>,
    address: SocketAddr,
    state: Arc<State>,
    end: watch::Sender<bool>,
}

impl Server {
    /// Starts to listen, and comes back at once.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn start(config: Config) -> Result<Self, StartError> {
        let listener = listen(&config)?;
        let refused = |source| StartError::Listen { address: SocketAddr::new(config.bind, 0), source };
        let address = listener.local_addr().map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let token = if config.bind.is_loopback() { None } else { Some(token()?) };
        let guard = Guard::new(address.port(), token, config.rate);
        let (end, ending) = watch::channel(false);
        let state = Arc::new(State::new(config, guard, ending));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(TALKERS)
            .thread_name("talker")
            .enable_all()
            .build()
            .map_err(StartError::Threads)?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)
                .map_err(|source| StartError::Listen { address, source })?
        };
        runtime.spawn(http::accept(listener, Arc::clone(&state)));
        Ok(Self { runtime: Some(runtime), address, state, end })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The token, if one is asked for.
    pub fn token(&self) -> Option<&str> {
        self.state.guard.token()
    }

    /// The address to open in a browser, with the token if there is one.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            // "Everywhere" is no place to go; from this machine it is here.
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
                IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
            });
        }
        match self.token() {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Ends it: jobs are stopped, sockets closed.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.end.send(true);
        if let Some(runtime) = self.runtime.take() {
            let state = Arc::clone(&self.state);
            runtime.block_on(async move {
                let gone = async {
                    while !state.is_empty() {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                };
                let _ = tokio::time::timeout(FAREWELL, gone).await;
            });
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The port that was asked for; if none was, the usual one or the next that is free.
fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let ports = match config.port {
        Some(port) => port..=port,
        None => PORT..=PORT + PORTS,
    };
    let mut refused = None;
    for port in ports {
        let address = SocketAddr::new(config.bind, port);
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(source) if source.kind() == ErrorKind::AddrInUse => {
                refused.get_or_insert(StartError::Listen { address, source });
            }
            Err(source) => return Err(StartError::Listen { address, source }),
        }
    }
    let address = SocketAddr::new(config.bind, PORT);
    Err(refused.unwrap_or(StartError::Listen { address, source: ErrorKind::AddrInUse.into() }))
}

/// 128 bits that nobody guesses, in hexadecimal digits.
fn token() -> Result<String, StartError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| StartError::NoChance)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
