//! Figures of dependency-based search on a file of puzzles, one JSON object a line: `id`, `size`, `to_move` (`b` or `w`), `black` and
//! `white` (lists of squares such as `h8`), `rule` (unless one is given).
//!
//! ```text
//! cargo run --release -p tengen-solver --example db-figures -- puzzles.jsonl [rule] [states] [id or task]
//! ```
//!
//! Prints a line a position if there are fewer than fifty, and the sums.
#![allow(clippy::print_stdout)]

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::time::{Duration, Instant};
use tengen_core::notation::{Origin, parse_point, point_name};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, with_rule};
use tengen_solver::db::{self, DbAnswer, DbLimits, Outcome, ThreatSet};
use tengen_solver::tss::{self, TssLimits};

/// One puzzle.
struct Puzzle {
    id: String,
    position: Position,
}

fn points(puzzle: &Value, key: &str, size: Size) -> Result<Vec<Point>> {
    let squares = puzzle[key].as_array().with_context(|| format!("no list `{key}`"))?;
    let read = |square: &Value| {
        let text = square.as_str().with_context(|| format!("`{key}` must hold squares such as \"h8\""))?;
        Ok(parse_point(text, size, Origin::Bottom)?)
    };
    squares.iter().map(read).collect()
}

fn read(line: &str, rule: Option<Rule>) -> Result<(Value, Puzzle)> {
    let puzzle: Value = serde_json::from_str(line)?;
    let side = puzzle["size"].as_u64().context("no `size`")?;
    let size = Size::square(usize::try_from(side)?)?;
    let rule = match rule {
        Some(rule) => rule,
        None => puzzle["rule"].as_str().context("no `rule`")?.parse()?,
    };
    let to_move = match puzzle["to_move"].as_str() {
        Some("b") => Colour::Black,
        Some("w") => Colour::White,
        other => bail!("`to_move` must be `b` or `w`, not {other:?}"),
    };
    let mut position = Position::new(size, rule);
    for (key, colour) in [("black", Colour::Black), ("white", Colour::White)] {
        for p in points(&puzzle, key, size)? {
            position.set_up(p, colour)?;
        }
    }
    position.set_first(to_move)?;
    let id = puzzle["id"].as_str().unwrap_or("?").to_owned();
    Ok((puzzle, Puzzle { id, position }))
}

#[derive(Default)]
struct Sums {
    positions: usize,
    won: usize,
    cut: usize,
    states: usize,
    most_states: usize,
    states_of_wins: usize,
    levels: u32,
    longest_path: usize,
    longest_win: usize,
    refuted: usize,
    time: Duration,
}

impl Sums {
    fn add(&mut self, answer: &DbAnswer, time: Duration) {
        self.positions += 1;
        self.states += answer.states;
        self.most_states = self.most_states.max(answer.states);
        self.levels = self.levels.max(answer.levels);
        self.longest_path = self.longest_path.max(answer.longest);
        self.refuted += answer.refuted;
        self.time += time;
        match &answer.outcome {
            Outcome::Won(sequence) => {
                self.won += 1;
                self.states_of_wins += answer.states;
                self.longest_win = self.longest_win.max(sequence.members.len());
            }
            Outcome::Cut => self.cut += 1,
            Outcome::NoSequence | Outcome::Unsupported => {}
        }
    }

    fn print(&self) {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        println!(
            "{} positions: {} won ({:.1}%), {} cut; states: mean {:.0} (wins {:.0}), most {}; levels at most {}; \
             longest path {}, longest win {} threats; {} sequences refuted; {:.2} ms each",
            self.positions,
            self.won,
            100.0 * share(self.won, self.positions),
            self.cut,
            share(self.states, self.positions),
            share(self.states_of_wins, self.won),
            self.most_states,
            self.levels,
            self.longest_path,
            self.longest_win,
            self.refuted,
            1e3 * self.time.as_secs_f64() / self.positions.max(1) as f64,
        );
    }
}

fn print_one(puzzle: &Puzzle, answer: &DbAnswer, time: Duration) {
    let &DbAnswer { states, levels, groups, refuted, .. } = answer;
    let found = describe(&answer.outcome, puzzle.position.size());
    let id = &puzzle.id;
    println!(
        "{id}: {states} states, {levels} levels, {groups} groups, {refuted} refuted, {time:.2?}: {found}"
    );
}

fn describe(outcome: &Outcome, size: Size) -> String {
    let Some(sequence) = outcome.sequence() else { return format!("{outcome:?}") };
    let name = |p: Point| point_name(p, size, Origin::Bottom);
    let member = |member: &db::Member| {
        let defences: Vec<String> = member.defences.iter().map(name).collect();
        format!("{}({})", name(member.point), defences.join(" "))
    };
    sequence.members.iter().map(member).collect::<Vec<_>>().join(" ")
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.first().context("usage: db-figures puzzles.jsonl [rule] [states] [id or task]")?;
    let rule = arguments.get(1).filter(|rule| *rule != "-").map(|rule| rule.parse()).transpose()?;
    let states = arguments.get(2).map_or(Ok(DbLimits::default().states), |states| states.parse())?;
    let wanted = arguments.get(3).map_or("", String::as_str);
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let mut puzzles = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let (value, puzzle) = read(line, rule).with_context(|| format!("{file}, line {}", number + 1))?;
        let is_wanted = puzzle.id.starts_with(wanted) || value["task"].as_str() == Some(wanted);
        if is_wanted && puzzle.position.winner().is_none() {
            puzzles.push(puzzle);
        }
    }
    let mut sums = Sums::default();
    for puzzle in &puzzles {
        with_rule!(puzzle.position.rule(), R => {
            let board = Board::<R>::from_position(&puzzle.position);
            let start = Instant::now();
            let answer = db::search(&board, DbLimits { states, ..DbLimits::default() });
            let time = start.elapsed();
            if puzzles.len() < 50 {
                print_one(puzzle, &answer, time);
                for set in [ThreatSet::Fours, ThreatSet::FoursAndThrees] {
                    let limits = TssLimits { nodes: states, ..TssLimits::default() };
                    let answer = tss::search(&board, set, limits);
                    let size = puzzle.position.size();
                    println!("  tss {set:?}: {} nodes: {}", answer.nodes, describe(&answer.outcome, size));
                }
            }
            sums.add(&answer, time);
        });
    }
    sums.print();
    Ok(())
}
