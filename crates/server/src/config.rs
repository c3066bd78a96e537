//! What the server is told when it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_core::notation::Origin;
use tengen_protocol::driver::Launch;

/// The port when nobody names one; the next free one if it is taken.
pub const PORT: u16 = 8411;

/// An engine of somebody else.
#[derive(Clone, Debug)]
pub struct External {
    /// What people call it.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// How it counts rows in what it says.
    pub(crate) rows: Rows,
}

impl External {
    /// An engine of which nothing else is known yet.
    pub fn new(name: &str, launch: Launch) -> Self {
        Self { name: name.to_owned(), launch, rows: Rows::default() }
    }
}

/// Where row 1 is when an engine names points: at the top, as Gomocup counts, until an answer shows that it is at the bottom. All clones
/// share what was learned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows(Arc<AtomicBool>);

impl Rows {
    pub(crate) fn origin(&self) -> Origin {
        if self.0.load(Ordering::Relaxed) { Origin::Bottom } else { Origin::Top }
    }

    pub(crate) fn learn(&self, origin: Origin) {
        self.0.store(origin == Origin::Bottom, Ordering::Relaxed);
    }
}

/// What the server is told when it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Beyond loopback a token is asked for.
    pub bind: IpAddr,
    /// The port; `None` is [`PORT`] or the next free one, zero is any free one.
    pub port: Option<u16>,
    /// Threads that search, of all sessions together.
    pub threads: usize,
    /// Bytes of all tables together.
    pub memory: u64,
    /// Sockets that are open at a time.
    pub max_sessions: usize,
    /// Engines of others.
    pub engines: Vec<External>,
    /// Where the library is kept; `None` is without a library.
    pub data: Option<PathBuf>,
    /// How long a session without a request lasts.
    pub idle: Duration,
    /// How long a job may search while others wait, where few wait.
    pub slice: Duration,
    /// How long a whole round of all who wait shall take at most, as far as slices of a fifth of a second allow.
    pub round: Duration,
    /// Requests a second that one address may make in the long run.
    pub rate: u32,
    /// Bytes of all proofs that are kept.
    pub proof_bytes: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1 << 30,
            max_sessions: 64,
            engines: Vec::new(),
            data: None,
            idle: Duration::from_hours(1),
            slice: Duration::from_secs(2),
            round: Duration::from_secs(10),
            rate: 200,
            proof_bytes: 256 << 20,
        }
    }
}
