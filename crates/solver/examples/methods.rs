//! What each method solves of a file of puzzles, with how many nodes (as it counts them) and in what time:
//! `cargo run --release -p tengen-solver --example methods -- puzzles.jsonl [rule] [positions] [nodes]`.
//!
//! The file has a position a line, as JSON: `size`, `to_move` (`b` or `w`), `black` and `white` (lists of points such as `h8`).
//! The rule is freestyle, all positions are asked and a method may look at 100,000 positions each, unless told otherwise.
//! A further method is one line in [`METHODS`].
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::{Duration, Instant};
use tengen_core::notation::{Origin, parse_point};
use tengen_core::{Board, Colour, Position, Rule, Size, Status, with_rule};
use tengen_solver::db::{self, DbLimits, Outcome};
use tengen_solver::tss::{self, TssLimits};
use tengen_solver::{
    Bmm, Claim, EndgameLimits, Memory, Pns, Stop, ThreatSet, Vcf, VcfLimits, Vct, VctLimits, VctSettings,
};

/// A row of the table.
struct Method {
    name: &'static str,
    /// The claim for a position, and the stones put, at most so many.
    ask: fn(&Position, u64) -> (Claim, u64),
}

/// A method from an expression for a board of any rule and a limit.
macro_rules! method {
    ($name:literal, |$board:ident, $nodes:ident| $answer:expr) => {
        Method {
            name: $name,
            ask: |position, $nodes| {
                with_rule!(position.rule(), R => {
                    let $board = &mut Board::<R>::from_position(position);
                    $answer
                })
            },
        }
    };
}

macro_rules! endgame {
    ($solver:expr, $set:expr, $board:ident, $nodes:ident) => {{
        let answer = $solver.search($board, $set, EndgameLimits { nodes: $nodes, stop: None });
        (answer.claim(), answer.nodes)
    }};
}

macro_rules! tss {
    ($set:expr, $board:ident, $nodes:ident) => {{
        let answer = tss::search($board, $set, TssLimits { nodes: $nodes as usize, ..TssLimits::default() });
        (claim_of(&answer.outcome), answer.nodes as u64)
    }};
}

/// That a search of one sequence found none counts as cut: it disproves nothing.
fn claim_of(outcome: &Outcome) -> Claim {
    match outcome {
        Outcome::Won(sequence) => sequence.members.first().map_or(Claim::Unknown, |first| Claim::Win {
            first: first.point,
            plies: 2 * sequence.members.len() as u16,
        }),
        Outcome::NoSequence | Outcome::Cut | Outcome::Unsupported => Claim::Unknown,
    }
}

const METHODS: [Method; 9] = [
    method!("VCF", |board, nodes| {
        let memory = Memory::new(1 << 20);
        let stop = Stop::never();
        let mut vcf = Vcf::with_stop(&memory, &stop);
        let claim = vcf.find(board, VcfLimits { nodes, ..VcfLimits::NONE });
        (claim, vcf.nodes())
    }),
    method!("BMM T2", |board, nodes| endgame!(Bmm::new(), ThreatSet::Fours, board, nodes)),
    method!("PNS T2", |board, nodes| endgame!(Pns::new(), ThreatSet::Fours, board, nodes)),
    method!("TSS T2", |board, nodes| tss!(ThreatSet::Fours, board, nodes)),
    method!("VCT", |board, nodes| {
        let memory = Memory::new(1 << 20);
        let mut vct = Vct::new(&memory, 4 << 20, VctSettings::default());
        let limits = VctLimits { nodes, stop: &Stop::never() };
        let claim = vct.find(board, board.to_move(), limits);
        (claim, vct.nodes())
    }),
    method!("BMM T2+T3", |board, nodes| endgame!(Bmm::new(), ThreatSet::FoursAndThrees, board, nodes)),
    method!("PNS T2+T3", |board, nodes| endgame!(Pns::new(), ThreatSet::FoursAndThrees, board, nodes)),
    method!("TSS T2+T3", |board, nodes| tss!(ThreatSet::FoursAndThrees, board, nodes)),
    method!("db-search", |board, nodes| {
        let answer = db::search(board, DbLimits { states: nodes as usize, ..DbLimits::default() });
        (claim_of(&answer.outcome), answer.states as u64)
    }),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize| arguments.get(index).map(String::as_str);
    let path = argument(0).ok_or("give a file of puzzles: methods FILE [rule] [positions] [nodes]")?;
    let rule: Rule = argument(1).unwrap_or("freestyle").parse()?;
    let most: usize = argument(2).map_or(Ok(usize::MAX), str::parse)?;
    let nodes: u64 = argument(3).map_or(Ok(100_000), str::parse)?;

    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(most) {
        let position = puzzle(line, rule).map_err(|error| format!("{path}, line {}: {error}", number + 1))?;
        if position.status() == Status::Open {
            positions.push(position);
        }
    }
    println!("{} open positions, {rule}, at most {nodes} nodes each", positions.len());
    println!("{:<10} {:>7} {:>7} {:>7} {:>12} {:>9}", "method", "won", "no win", "cut", "nodes", "seconds");
    for Method { name, ask } in &METHODS {
        let (mut counts, mut stones, mut time) = ([0_usize; 3], 0, Duration::ZERO);
        for position in &positions {
            let start = Instant::now();
            let (claim, put) = ask(position, nodes);
            time += start.elapsed();
            stones += put;
            counts[match claim {
                Claim::Win { .. } => 0,
                Claim::None => 1,
                Claim::Unknown => 2,
            }] += 1;
        }
        let [won, none, cut] = counts;
        println!("{name:<10} {won:>7} {none:>7} {cut:>7} {stones:>12} {:>9.2}", time.as_secs_f64());
    }
    Ok(())
}

/// The position of a line of the file.
fn puzzle(line: &str, rule: Rule) -> Result<Position, Box<dyn Error>> {
    let record: serde_json::Value = serde_json::from_str(line)?;
    let side = usize::try_from(record["size"].as_u64().unwrap_or(15))?;
    let size = Size::square(side)?;
    let mut position = Position::new(size, rule);
    let mut stones = 0;
    for (field, colour) in [("black", Colour::Black), ("white", Colour::White)] {
        for name in record[field].as_array().into_iter().flatten() {
            let name = name.as_str().ok_or("a point is not a string")?;
            position.set_up(parse_point(name, size, Origin::Bottom)?, colour)?;
            stones += 1;
        }
    }
    // Games have their moves instead.
    for name in record["moves"].as_array().into_iter().flatten().filter(|_| stones == 0) {
        let name = name.as_str().ok_or("a move is not a string")?;
        position.play(parse_point(name, size, Origin::Bottom)?.into())?;
    }
    if stones > 0 {
        let first = if record["to_move"] == "w" { Colour::White } else { Colour::Black };
        position.set_first(first)?;
    }
    Ok(position)
}
