//! From a question to a verdict: methods from cheap to dear, each win written as a certificate and checked.
//!
//! The search runs on threads of its own. With several of them the search for threats tries its settings side by side; the
//! first answer ends the others. The asking thread tells of the progress meanwhile.

use crate::certify::{CertifyError, certify_on};
use crate::checkpoint::{Checkpoint, CheckpointError, Keeper, Kept};
use crate::claim::Claim;
use crate::fours;
use crate::guide;
use crate::limits::{Gauge, Limits, Stop};
use crate::line;
use crate::memory::Memory;
use crate::methods::{self, Hit, Room};
use crate::order::MoveOrder;
use crate::query::{Goal, Method, Proof, Query, Reason, Scope, Verdict};
use crate::tree::{self, Attack, Tree};
use crate::vcf::{Vcf, VcfLimits};
use crate::vct::{Vct, VctLimits, VctSettings, VctTables};
use crate::zones::{self, ZoneOutcome, ZoneSettings};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, Status, with_rule};

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is running.
    pub method: Method,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Proof number of the root.
    pub proof: u32,
    /// Disproof number of the root.
    pub disproof: u32,
    /// Time since the question.
    pub elapsed: Duration,
}

/// Hears of the progress, a few times a second.
pub trait Sink {
    /// How far it has come.
    fn progress(&mut self, progress: &Progress);
}

/// Hears nothing.
impl Sink for () {
    fn progress(&mut self, _: &Progress) {}
}

/// A verdict and what it took.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken, checking included.
    pub elapsed: Duration,
}

/// Stack for a searching thread: a line may be as long as the board is large.
pub const STACK: usize = 64 << 20;
/// Time between two reports of progress.
const TICK: Duration = Duration::from_millis(100);
/// Positions that the search for threats may look at before quiet moves get their turn.
const THREATS_FIRST: u64 = 2_000_000;

/// Answers a question. Only what the checker accepted is called proven.
pub fn prove(query: &Query, limits: &Limits, order: &dyn MoveOrder, sink: &mut dyn Sink) -> Answer {
    Solver::new(limits.memory, limits.threads).prove(query, limits, order, sink)
}

/// The prover with its tables, which serve one question after the other: to make them would take longer than a small
/// question.
pub struct Solver {
    /// One a thread.
    tables: Vec<Tables>,
}

/// What one thread remembers: an eighth of the bytes is for fours, a quarter for threats, half for the trees of quiet moves or for
/// another method. A certificate and its check take their place.
struct Tables {
    bytes: usize,
    memory: Memory,
    /// Made when it is needed.
    vct: Option<VctTables>,
    /// Positions put into it so far.
    worked: u64,
}

impl Tables {
    fn new(bytes: usize) -> Self {
        Self { bytes, memory: Memory::new(bytes / 8), vct: None, worked: 0 }
    }

    /// Takes the table of the search for threats.
    fn take(&mut self) -> VctTables {
        self.vct.take().unwrap_or_else(|| VctTables::new(self.bytes / 4))
    }

    /// Puts it back, unless it is full of what nobody will ask for again.
    fn put_back(&mut self, vct: VctTables, nodes: u64) {
        self.worked += nodes;
        if self.worked < vct.capacity() as u64 / 2 {
            self.vct = Some(vct);
        } else {
            self.worked = 0;
        }
    }
}

impl Solver {
    /// A prover with about so many bytes of tables, and so many threads.
    pub fn new(memory: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { tables: (0..threads).map(|_| Tables::new(memory / threads)).collect() }
    }

    /// Answers a question with all threads. Memory and threads are those of [`Solver::new`], whatever the limits say.
    pub fn prove(
        &mut self,
        query: &Query,
        limits: &Limits,
        order: &dyn MoveOrder,
        sink: &mut dyn Sink,
    ) -> Answer {
        self.prove_with(query, limits, order, sink, None)
    }

    /// The same for a question that may take long: a keeper keeps the state of the search with quiet moves, and it goes on
    /// from where an earlier one ended. Of several threads the first does so.
    ///
    /// # Errors
    /// If the checkpoint belongs to another question.
    pub fn prove_kept(
        &mut self,
        query: &Query,
        limits: &Limits,
        (order, sink): (&dyn MoveOrder, &mut dyn Sink),
        keeper: &mut dyn Keeper,
        from: Option<Checkpoint>,
    ) -> Result<Answer, CheckpointError> {
        let kept = Kept::new(query, keeper, from)?;
        Ok(self.prove_with(query, limits, order, sink, Some(kept)))
    }

    fn prove_with(
        &mut self,
        query: &Query,
        limits: &Limits,
        order: &dyn MoveOrder,
        sink: &mut dyn Sink,
        mut kept: Option<Kept<'_>>,
    ) -> Answer {
        let started = Instant::now();
        let stop = Stop::new(limits);
        let nodes = (limits.nodes / self.tables.len() as u64).max(1);
        if query.position.status() != Status::Open {
            return over(started);
        }
        let verdict = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for (number, tables) in self.tables.iter_mut().enumerate() {
                let (sender, stop) = (sender.clone(), &stop);
                let mut worker = Worker { query, order, stop, nodes, number, kept: kept.take() };
                let search = move || {
                    // Nobody listens any more once there is an answer.
                    let _ = sender.send(worker.answer(tables));
                };
                if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search).is_err() {
                    break;
                }
            }
            drop(sender);
            let mut best = Verdict::Unknown(Reason::Incomplete);
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(verdict) => {
                        if matches!(best, Verdict::Unknown(_)) {
                            best = verdict;
                        }
                        if !matches!(best, Verdict::Unknown(_)) {
                            stop.answer();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => sink.progress(&stop.gauge.progress(started.elapsed())),
                    Err(RecvTimeoutError::Disconnected) => return best,
                }
            }
        });
        Answer { verdict, nodes: stop.gauge.nodes.load(Ordering::Relaxed), elapsed: started.elapsed() }
    }

    /// The same on the calling thread, which needs a stack of [`STACK`] bytes: for many small questions, each of which
    /// is not worth a thread.
    pub fn prove_here(&mut self, query: &Query, limits: &Limits, order: &dyn MoveOrder) -> Answer {
        let started = Instant::now();
        let stop = Stop::new(limits);
        let Some(tables) = self.tables.first_mut().filter(|_| query.position.status() == Status::Open) else {
            return over(started);
        };
        let nodes = limits.nodes.max(1);
        let mut worker = Worker { query, order, stop: &stop, nodes, number: 0, kept: None };
        let verdict = worker.answer(tables);
        Answer { verdict, nodes: stop.gauge.nodes.load(Ordering::Relaxed), elapsed: started.elapsed() }
    }
}

/// The answer where the game is over.
fn over(started: Instant) -> Answer {
    Answer { verdict: Verdict::Disproven(Scope::Lost), nodes: 0, elapsed: started.elapsed() }
}

impl Gauge {
    fn progress(&self, elapsed: Duration) -> Progress {
        let method = self.method.load(Ordering::Relaxed);
        Progress {
            method: Method::ALL.get(method).copied().unwrap_or(Method::Auto),
            nodes: self.nodes.load(Ordering::Relaxed),
            proof: self.proof.load(Ordering::Relaxed),
            disproof: self.disproof.load(Ordering::Relaxed),
            elapsed,
        }
    }
}

struct Worker<'a, 'k> {
    query: &'a Query,
    order: &'a dyn MoveOrder,
    stop: &'a Stop,
    /// This thread's share.
    nodes: u64,
    number: usize,
    /// Who keeps the state of a long search: of the first thread only.
    kept: Option<Kept<'k>>,
}

impl Worker<'_, '_> {
    fn answer(&mut self, tables: &mut Tables) -> Verdict {
        with_rule!(self.query.position.rule(), R => self.run::<R>(tables))
    }

    fn run<R: RuleType>(&mut self, tables: &mut Tables) -> Verdict {
        let mut board = Board::<R>::from_position(&self.query.position);
        let Query { goal, method, attacker, .. } = *self.query;
        let is_to_move = board.to_move() == attacker;
        let only_fours = method == Method::Vcf || goal == Goal::Vcf && method == Method::Auto;
        // A win by threats may be shorter than any by fours.
        let fours_first = only_fours || !self.query.shortest;
        if matches!(method, Method::Auto | Method::Vcf) && is_to_move && fours_first {
            self.stop.begin(Method::Vcf);
            match self.fours(&mut board, &tables.memory) {
                Claim::Win { .. } => return self.proven_by_fours(&mut board, &tables.memory),
                Claim::None if only_fours => return Verdict::Disproven(Scope::Vcf),
                Claim::Unknown if only_fours => return self.limit(),
                _ => {}
            }
        }
        if only_fours {
            return Verdict::Unknown(Reason::Incomplete);
        }
        if self.stop.is_up_now() {
            return self.limit();
        }
        let own = tables.take();
        let mut vct = Vct::with_tables(&tables.memory, own, self.settings());
        let room = Room { nodes: self.nodes, bytes: tables.bytes / 2, stop: self.stop };
        let hit = if is_to_move { methods::ask(method, goal, &mut board, &room) } else { None };
        let verdict = match hit {
            Some(hit) => self.replayed(&mut board, &hit, &mut vct),
            None => self.run_threats(&mut board, &mut vct, tables.bytes / 2),
        };
        let nodes = vct.nodes();
        let own = vct.into_tables();
        tables.put_back(own, nodes);
        verdict
    }

    /// Fours and threes, then all moves with so many bytes for trees.
    fn run_threats<R: RuleType>(&mut self, board: &mut Board<R>, vct: &mut Vct<'_>, bytes: usize) -> Verdict {
        let Query { goal, method, attacker, .. } = *self.query;
        let only_threats = goal != Goal::Win || method == Method::Vct;
        // A checkpoint is of a search with quiet moves: threats alone were tried before it.
        let is_resumed = !only_threats && self.kept.as_ref().is_some_and(Kept::is_resumed);
        if matches!(method, Method::Auto | Method::Vct) && !is_resumed {
            self.stop.begin(Method::Vct);
            let nodes = if only_threats { self.nodes } else { (self.nodes / 10).min(THREATS_FIRST) };
            let limits = VctLimits { nodes, stop: self.stop };
            let (claim, tree, is_shortest) = if self.query.shortest {
                vct.shortest(board, attacker, limits)
            } else {
                let (claim, tree) = vct.decide(board, attacker, limits);
                (claim, tree, false)
            };
            match (claim, tree) {
                (_, Some(tree)) => return self.checked(board, tree, Method::Vct, is_shortest),
                (Claim::Win { .. }, _) if !line::is_plain::<R>() => {
                    return Verdict::Unknown(Reason::NotCertified(R::RULE));
                }
                (Claim::None, _) if only_threats => return Verdict::Disproven(Scope::Vct),
                _ => {}
            }
        }
        if only_threats || self.stop.is_up_now() {
            return self.limit();
        }
        self.stop.begin(Method::Zones);
        let settings = ZoneSettings { tree_bytes: bytes, ..ZoneSettings::default() };
        let kept = self.kept.as_mut();
        match zones::search(board, attacker, vct, self.order, settings, self.stop, kept).0 {
            ZoneOutcome::Won(tree) => self.checked(board, tree, Method::Zones, false),
            ZoneOutcome::NothingFound if !self.stop.is_up_now() => Verdict::Unknown(Reason::Incomplete),
            ZoneOutcome::NothingFound | ZoneOutcome::Cut => self.limit(),
        }
    }

    /// Each thread begins with another of the settings.
    fn settings(&self) -> VctSettings {
        let mut settings = VctSettings::default();
        let count = settings.four_penalties.len();
        settings.four_penalties.rotate_left(self.number % count);
        settings
    }

    /// Fours to the end or to a limit.
    fn fours<R: RuleType>(&self, board: &mut Board<R>, memory: &Memory) -> Claim {
        let mut vcf = Vcf::with_stop(memory, self.stop);
        let claim = vcf.find(board, VcfLimits { nodes: self.nodes, plies: u16::MAX });
        self.stop.count(vcf.nodes());
        claim
    }

    /// A win that a method of the literature found, replayed as a tree.
    fn replayed<R: RuleType>(&self, board: &mut Board<R>, hit: &Hit, vct: &mut Vct<'_>) -> Verdict {
        let Query { goal, method, .. } = *self.query;
        self.stop.begin(method);
        self.stop.count(hit.nodes);
        match hit.claim {
            Claim::Win { .. } if !line::is_plain::<R>() => Verdict::Unknown(Reason::NotCertified(R::RULE)),
            Claim::Win { .. } => {
                let limits = VctLimits { nodes: self.nodes, stop: self.stop };
                match guide::tree(board, &hit.moves, vct, limits) {
                    Some(attack) => self.checked(board, Tree::Attack(attack), method, false),
                    None => self.limit(),
                }
            }
            Claim::None => Verdict::Disproven(if goal == Goal::Vcf { Scope::Vcf } else { Scope::Threats }),
            Claim::Unknown if hit.nodes >= self.nodes || self.stop.is_up_now() => self.limit(),
            Claim::Unknown => Verdict::Unknown(Reason::Incomplete),
        }
    }

    fn proven_by_fours<R: RuleType>(&self, board: &mut Board<R>, memory: &Memory) -> Verdict {
        if !line::is_plain::<R>() {
            return Verdict::Unknown(Reason::NotCertified(R::RULE));
        }
        let mut vcf = Vcf::with_stop(memory, self.stop);
        let limits = VcfLimits { nodes: self.nodes, plies: u16::MAX };
        let shortest = if self.query.shortest { fours::shortest(&mut vcf, board, limits) } else { Ok(None) };
        self.stop.count(vcf.nodes());
        let shortest: Option<Vec<Point>> =
            shortest.ok().flatten().map(|line| line.into_iter().step_by(2).collect());
        let is_shortest = shortest.is_some();
        let line = match shortest {
            Some(moves) => line::trimmed(board, &moves),
            None => Vcf::new(memory).attack_line(board, VcfLimits::NONE),
        };
        self.checked(board, Tree::Attack(Arc::new(Attack::Line(line))), Method::Vcf, is_shortest)
    }

    /// The win as a certificate that the checker accepts, or why not.
    fn checked<R: RuleType>(
        &self,
        board: &mut Board<R>,
        tree: Tree,
        method: Method,
        is_shortest: bool,
    ) -> Verdict {
        let certificate = match certify_on(board, &self.query.position, self.query.attacker, &tree) {
            Ok(certificate) => certificate,
            Err(CertifyError::Rule(_) | CertifyError::Board(_)) => {
                return Verdict::Unknown(Reason::NotCertified(self.query.position.rule()));
            }
            Err(_) => return Verdict::Unknown(Reason::Rejected),
        };
        if !tengen_proof::fast::check(&certificate, tengen_proof::Limit::NONE).is_valid() {
            return Verdict::Unknown(Reason::Rejected);
        }
        let line = tree::principal(board, &tree);
        let first = line.first().copied().filter(|_| self.query.position.to_move() == self.query.attacker);
        let plies = tree.plies();
        Verdict::Proven(Box::new(Proof { certificate, tree, first, line, plies, is_shortest, method }))
    }

    fn limit(&self) -> Verdict {
        Verdict::Unknown(Reason::Limit(self.stop.limit()))
    }
}
