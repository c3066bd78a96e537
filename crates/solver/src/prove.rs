//! From a question to a verdict: methods from cheap to dear, each win written as a certificate and checked.
//!
//! The search runs on threads of its own. With several of them the search for threats tries its settings side by side; the
//! first answer ends the others. The asking thread tells of the progress meanwhile.

use crate::certify::{CertifyError, certify};
use crate::claim::Claim;
use crate::guide;
use crate::limits::{Gauge, Limits, Stop};
use crate::line;
use crate::memory::Memory;
use crate::methods::{self, Hit};
use crate::order::MoveOrder;
use crate::query::{Goal, Method, Proof, Query, Reason, Scope, Verdict};
use crate::tree::{self, Attack, Tree};
use crate::vcf::{Vcf, VcfLimits};
use crate::vct::{Vct, VctLimits, VctSettings};
use crate::zones::{self, ZoneOutcome, ZoneSettings};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Rule, Status, with_rule};

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
const STACK: usize = 64 << 20;
/// Time between two reports of progress.
const TICK: Duration = Duration::from_millis(100);

/// Answers a question. Only what the checker accepted is called proven.
pub fn prove<O: MoveOrder>(query: &Query, limits: &Limits, order: &O, sink: &mut dyn Sink) -> Answer {
    let started = Instant::now();
    let stop = Stop::new(limits);
    let verdict = if query.position.status() == Status::Open {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for worker in 0..limits.threads.max(1) {
                let (sender, stop) = (sender.clone(), &stop);
                let search = move || {
                    let verdict = with_rule!(query.position.rule(), R => {
                        Worker::<O> { query, limits, order, stop, number: worker }.run::<R>()
                    });
                    // Nobody listens any more once there is an answer.
                    let _ = sender.send(verdict);
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
        })
    } else {
        Verdict::Disproven(Scope::Lost)
    };
    Answer { verdict, nodes: stop.gauge.nodes.load(Ordering::Relaxed), elapsed: started.elapsed() }
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

struct Worker<'a, O> {
    query: &'a Query,
    limits: &'a Limits,
    order: &'a O,
    stop: &'a Stop,
    number: usize,
}

impl<O: MoveOrder> Worker<'_, O> {
    fn run<R: RuleType>(&self) -> Verdict {
        let bytes = self.limits.memory / self.limits.threads.max(1);
        let memory = Memory::new(bytes / 4);
        let mut board = Board::<R>::from_position(&self.query.position);
        let Query { goal, method, attacker, .. } = *self.query;
        let is_to_move = board.to_move() == attacker;
        if matches!(method, Method::Auto | Method::Vcf) && is_to_move {
            self.stop.begin(Method::Vcf);
            match self.fours(&mut board, &memory) {
                Claim::Win { .. } => return self.proven_by_fours(&mut board, &memory),
                Claim::None if goal == Goal::Vcf || method == Method::Vcf => {
                    return Verdict::Disproven(Scope::Vcf);
                }
                Claim::Unknown if goal == Goal::Vcf || method == Method::Vcf => return self.limit(),
                _ => {}
            }
        }
        if method == Method::Vcf || goal == Goal::Vcf && method == Method::Auto {
            return Verdict::Unknown(Reason::Incomplete);
        }
        let settings = self.settings();
        let mut vct = Vct::new(&memory, bytes / 2, settings);
        if is_to_move && let Some(hit) = methods::ask(method, goal, &mut board, self.nodes()) {
            self.stop.begin(method);
            self.stop.count(hit.nodes);
            return self.replayed(&mut board, &hit, &mut vct);
        }
        if matches!(method, Method::Auto | Method::Vct) {
            self.stop.begin(Method::Vct);
            let nodes =
                if goal == Goal::Win && method == Method::Auto { self.nodes() / 10 } else { self.nodes() };
            let limits = VctLimits { nodes, stop: self.stop };
            match vct.find(&mut board, attacker, limits) {
                Claim::Win { .. } if !line::is_plain::<R>() => {
                    return Verdict::Unknown(Reason::NotCertified(R::RULE));
                }
                Claim::Win { .. } => {
                    if let Some(tree) = vct.tree(&mut board, attacker, limits) {
                        return self.checked(tree, Method::Vct);
                    }
                }
                Claim::None if goal == Goal::Vct || method == Method::Vct => {
                    return Verdict::Disproven(Scope::Vct);
                }
                _ if goal == Goal::Vct || method == Method::Vct => return self.limit(),
                _ => {}
            }
        }
        if goal != Goal::Win {
            return self.limit();
        }
        self.stop.begin(Method::Zones);
        let nodes = (self.nodes() / ZoneSettings::default().vct_nodes).max(1);
        let settings = ZoneSettings::default();
        let search = (settings, nodes);
        match zones::search(&mut board, attacker, &mut vct, self.order, search, self.stop).0 {
            ZoneOutcome::Won(tree) => self.checked(tree, Method::Zones),
            ZoneOutcome::NothingFound if !self.stop.is_up_now() => Verdict::Unknown(Reason::Incomplete),
            ZoneOutcome::NothingFound | ZoneOutcome::Cut => self.limit(),
        }
    }

    /// This thread's share.
    fn nodes(&self) -> u64 {
        (self.limits.nodes / self.limits.threads.max(1) as u64).max(1)
    }

    /// Each thread begins with another of the settings.
    fn settings(&self) -> VctSettings {
        let mut settings = VctSettings::default();
        let count = settings.four_penalties.len();
        settings.four_penalties.rotate_left(self.number % count);
        settings
    }

    /// Fours to the end or to a limit, with a look at the clock now and then.
    fn fours<R: RuleType>(&self, board: &mut Board<R>, memory: &Memory) -> Claim {
        let mut vcf = Vcf::new(memory);
        let mut nodes = 4096;
        loop {
            let left = self.nodes().saturating_sub(vcf.nodes());
            let before = vcf.nodes();
            let claim = vcf.find(board, VcfLimits { nodes: nodes.min(left), plies: u16::MAX });
            self.stop.count(vcf.nodes() - before);
            if claim != Claim::Unknown || vcf.nodes() >= self.nodes() || self.stop.is_up_now() {
                return claim;
            }
            nodes *= 2;
        }
    }

    /// A win that a method of the literature found, replayed as a tree.
    fn replayed<R: RuleType>(&self, board: &mut Board<R>, hit: &Hit, vct: &mut Vct<'_>) -> Verdict {
        let Query { goal, method, .. } = *self.query;
        match hit.claim {
            Claim::Win { .. } if !line::is_plain::<R>() => Verdict::Unknown(Reason::NotCertified(R::RULE)),
            Claim::Win { .. } => {
                let limits = VctLimits { nodes: self.nodes(), stop: self.stop };
                match guide::tree(board, &hit.moves, vct, limits) {
                    Some(attack) => self.checked(Tree::Attack(attack), method),
                    None => self.limit(),
                }
            }
            Claim::None => Verdict::Disproven(if goal == Goal::Vcf { Scope::Vcf } else { Scope::Threats }),
            Claim::Unknown if hit.nodes >= self.nodes() => self.limit(),
            Claim::Unknown => Verdict::Unknown(Reason::Incomplete),
        }
    }

    fn proven_by_fours<R: RuleType>(&self, board: &mut Board<R>, memory: &Memory) -> Verdict {
        if !line::is_plain::<R>() {
            return Verdict::Unknown(Reason::NotCertified(R::RULE));
        }
        let line = Vcf::new(memory).attack_line(board, VcfLimits::NONE);
        self.checked(Tree::Attack(Arc::new(Attack::Line(line))), Method::Vcf)
    }

    /// The win as a certificate that the checker accepts, or why not.
    fn checked(&self, tree: Tree, method: Method) -> Verdict {
        let certificate = match certify(&self.query.position, self.query.attacker, &tree) {
            Ok(certificate) => certificate,
            Err(CertifyError::Rule(_) | CertifyError::Board(_)) => {
                return Verdict::Unknown(Reason::NotCertified(self.rule()));
            }
            Err(_) => return Verdict::Unknown(Reason::Rejected),
        };
        if !tengen_proof::fast::check(&certificate, tengen_proof::Limit::NONE).is_valid() {
            return Verdict::Unknown(Reason::Rejected);
        }
        let line = tree::principal(&self.query.position, &tree);
        let first = line.first().copied().filter(|_| self.query.position.to_move() == self.query.attacker);
        let plies = tree.plies();
        Verdict::Proven(Box::new(Proof { certificate, tree, first, line, plies, method }))
    }

    fn rule(&self) -> Rule {
        self.query.position.rule()
    }

    fn limit(&self) -> Verdict {
        Verdict::Unknown(Reason::Limit(self.stop.limit()))
    }
}
