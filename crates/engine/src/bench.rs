//! The bench of the search: the same positions, limits and options everywhere, so that the nodes and a hash of the
//! answers are a signature of how the engine plays. A change that must not alter play leaves the signature alone.
//!
//! The positions are `data/bench/positions.txt`, made by `tengen bench --make-positions`: one a line, rule, size, what
//! it is, moves. Each is searched on one thread with an empty table and a node limit, so nothing depends on the clock
//! or the processor.

use crate::engine::Engine;
use crate::report::{Answer, Silent};
use crate::request::{Clock, Limits, Options, Request};
use std::fmt;
use std::time::{Duration, Instant};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Position, Rule, Size};

/// Nodes for each position.
pub const NODES: u64 = 200_000;

/// What a bench may use: room for more positions than it has nodes. The size of the table is part of the signature.
const MEMORY: u64 = 32 << 20;

const POSITIONS: &str = include_str!("../../../data/bench/positions.txt");

/// A position of the bench.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    /// What it is: opening, middle, forced, ending, ...
    pub kind: String,
    /// The position.
    pub position: Position,
}

/// A line that is no bench position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bench positions, line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for BadLine {}

/// The positions of the bench.
///
/// # Errors
/// If the file that was built in is damaged.
pub fn positions() -> Result<Vec<BenchPosition>, BadLine> {
    parse(POSITIONS)
}

/// Reads bench positions: lines of rule, side, kind and moves; lines that start with `#` are skipped.
///
/// # Errors
/// At the first line that is no position, or a finished game.
pub fn parse(text: &str) -> Result<Vec<BenchPosition>, BadLine> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(index, line)| parse_line(line).map_err(|reason| BadLine { line: index + 1, reason });
    lines.map(read).collect()
}

fn parse_line(line: &str) -> Result<BenchPosition, String> {
    let mut words = line.split_whitespace();
    let mut next = |what: &str| words.next().ok_or_else(|| format!("{what} is missing"));
    let rule: Rule = next("the rule")?.parse().map_err(|e| format!("{e}"))?;
    let side = next("the size")?;
    let side: usize = side.parse().map_err(|_| format!("`{side}` is no size"))?;
    let size = Size::square(side).map_err(|e| e.to_string())?;
    let kind = next("the kind")?.to_owned();
    // An empty board has no moves.
    let moves =
        parse_moves(words.next().unwrap_or_default(), size, Origin::Bottom).map_err(|e| e.to_string())?;
    let position = Position::from_moves(size, rule, moves).map_err(|e| e.to_string())?;
    if position.status() != tengen_core::Status::Open {
        return Err("the game is over".to_owned());
    }
    Ok(BenchPosition { kind, position })
}

fn options(threads: usize) -> Options {
    Options { memory: MEMORY, threads, ..Options::default() }
}

/// Searches a position on one thread with an empty table.
pub fn search(position: &Position, nodes: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = Request { limits, ..Request::new(position.clone()) };
    Engine::new(options(1)).think(request, Silent).wait()
}

/// Nodes and a hash of nodes, scores and moves: what a change of play changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Nodes of all searches.
    pub nodes: u64,
    /// The hash.
    pub hash: u64,
}

impl Default for Signature {
    fn default() -> Self {
        // The offset basis of FNV-1a.
        Self { nodes: 0, hash: 0xCBF2_9CE4_8422_2325 }
    }
}

impl Signature {
    /// Takes in one answer.
    pub fn add(&mut self, answer: &Answer) {
        self.nodes += answer.nodes;
        self.hash_in(answer.nodes);
        self.hash_in(answer.score.value() as u64);
        for p in &answer.moves {
            self.hash_in(p.index() as u64 + 1);
        }
        self.hash_in(0);
    }

    /// FNV-1a, byte by byte.
    fn hash_in(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bench: {} {:016x}", self.nodes, self.hash)
    }
}

/// What a measurement of speed saw.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Speed {
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time spent in searching them.
    pub elapsed: Duration,
}

impl Speed {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// Searches every position for an equal share of the time, and counts nodes. A position that is solved early counts
/// with the time it took.
pub fn speed(positions: &[BenchPosition], threads: usize, time: Duration) -> Speed {
    let turn = time / positions.len().max(1) as u32;
    let clock = Clock { turn: Some(turn), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let mut engine = Engine::new(options(threads));
    let mut speed = Speed::default();
    for bench in positions {
        engine.forget();
        let request = Request { limits, ..Request::new(bench.position.clone()) };
        let started = Instant::now();
        let answer = engine.think(request, Silent).wait();
        speed.elapsed += started.elapsed();
        speed.nodes += answer.nodes;
    }
    speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_about_forty_positions_of_every_kind() {
        let positions = positions().unwrap();
        assert!((36..=48).contains(&positions.len()), "{}", positions.len());
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            for side in [15, 20] {
                let size = Size::square(side).unwrap();
                let kinds: BTreeSet<&str> = positions
                    .iter()
                    .filter(|bench| bench.position.rule() == rule && bench.position.size() == size)
                    .map(|bench| bench.kind.as_str())
                    .collect();
                assert!(kinds.len() >= 6, "{rule} {side}: {kinds:?}");
            }
        }
    }

    #[test]
    fn a_damaged_line_is_named() {
        assert!(parse("# a remark\n\nrenju 15 empty\nfreestyle 20 opening k10l11\n").unwrap().len() == 2);
        for (text, line, reason) in [
            ("go 15 opening h8", 1, "unknown rule"),
            ("renju 15 opening h8\nrenju x opening h8", 2, "`x` is no size"),
            ("renju 4 opening h8", 1, "5 to 22"),
            ("renju", 1, "the size is missing"),
            ("renju 15", 1, "the kind is missing"),
            ("renju 15 opening h8h8", 1, "already has a stone"),
            ("renju 15 opening p1", 1, "`p1`"),
            ("freestyle 15 ending h8a1i8a2j8a3k8a4g8", 1, "the game is over"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.line, line);
            assert!(error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn the_signature_depends_on_nodes_scores_moves_and_their_order() {
        let [a, b] = [(7, 7), (8, 7)].map(|(x, y)| tengen_core::Point::new(x, y).unwrap());
        let answer = |nodes, score, p| Answer {
            moves: vec![p],
            score: Score::of(score),
            lines: Vec::new(),
            nodes,
            elapsed: Duration::ZERO,
            valued: Vec::new(),
        };
        let sign = |answers: &[Answer]| {
            let mut signature = Signature::default();
            for answer in answers {
                signature.add(answer);
            }
            signature
        };
        let signatures = [
            sign(&[]),
            sign(&[answer(5, 0, a)]),
            sign(&[answer(6, 0, a)]),
            sign(&[answer(5, 1, a)]),
            sign(&[answer(5, 0, b)]),
            sign(&[answer(5, 0, a), answer(5, 0, b)]),
            sign(&[answer(5, 0, b), answer(5, 0, a)]),
        ];
        let hashes: BTreeSet<u64> = signatures.iter().map(|signature| signature.hash).collect();
        assert_eq!(hashes.len(), signatures.len());
        assert_eq!(signatures[6].nodes, 10);
        assert_eq!(sign(&[]).to_string(), "Bench: 0 cbf29ce484222325");
    }

    #[test]
    fn the_same_search_gives_the_same_signature() {
        let positions = positions().unwrap();
        let sign = || {
            let mut signature = Signature::default();
            for bench in positions.iter().step_by(7) {
                signature.add(&search(&bench.position, 500));
            }
            signature
        };
        assert_eq!(sign(), sign());
    }
}
