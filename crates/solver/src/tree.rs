//! A won attack as a tree: what the attacker plays, and what it answers to every reply. The prover builds it, the
//! certificate is written from it.
//!
//! The nodes are those of the certificate (`docs/proof-format.md`). Subtrees are shared, since different orders of moves
//! lead to the same position.

use crate::line;
use std::sync::Arc;
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Replies of the defender, each with the attacker's answer.
pub type Answers = Vec<(Point, Arc<Attack>)>;

/// The attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A line of fours: the attacker's moves.
    Line(Vec<Point>),
    /// A move, and what follows.
    Move(Point, Arc<Defence>),
}

/// The defender to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// Two fives cannot both be stopped.
    Two,
    /// One five has to be stopped.
    Forced(Arc<Attack>),
    /// Most replies lose to this line; the others have an answer of their own.
    Default {
        /// The attacker's moves.
        line: Vec<Point>,
        /// Reply and answer.
        answers: Answers,
    },
    /// Most replies lose to the tree that wins if the defender passes; the others have an answer of their own.
    Tree {
        /// What wins against a pass.
        tree: Arc<Attack>,
        /// Reply and answer.
        answers: Answers,
    },
    /// Every reply has its answer.
    All(Answers),
}

/// The root of a tree: either side may be to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The attacker is to move.
    Attack(Arc<Attack>),
    /// The defender is to move.
    Defence(Arc<Defence>),
}

impl Attack {
    /// The first move.
    pub fn first(&self) -> Option<Point> {
        match self {
            Self::Line(line) => line.first().copied(),
            Self::Move(p, _) => Some(*p),
        }
    }

    /// Records of the tree, shared ones counted every time.
    pub fn size(&self) -> usize {
        match self {
            Self::Line(_) => 1,
            Self::Move(_, defence) => 1 + defence.size(),
        }
    }
}

impl Defence {
    /// As [`Attack::size`].
    pub fn size(&self) -> usize {
        let sum = |answers: &[(Point, Arc<Attack>)]| answers.iter().map(|(_, a)| a.size()).sum::<usize>();
        1 + match self {
            Self::Two => 0,
            Self::Forced(attack) => attack.size(),
            Self::Default { answers, .. } | Self::All(answers) => sum(answers),
            Self::Tree { tree, answers } => tree.size() + sum(answers),
        }
    }
}

impl Tree {
    /// As [`Attack::size`].
    pub fn size(&self) -> usize {
        match self {
            Self::Attack(attack) => attack.size(),
            Self::Defence(defence) => defence.size(),
        }
    }
}

impl Attack {
    /// Plies to the end at most.
    pub fn plies(&self) -> usize {
        match self {
            // The last move may leave two fives, one of which is stopped.
            Self::Line(line) => 2 * line.len() + 1,
            Self::Move(_, defence) => 1 + defence.plies(),
        }
    }
}

impl Defence {
    /// As [`Attack::plies`].
    pub fn plies(&self) -> usize {
        let longest = |answers: &[(Point, Arc<Attack>)]| {
            answers.iter().map(|(_, attack)| 1 + attack.plies()).max().unwrap_or(0)
        };
        match self {
            Self::Two => 2,
            Self::Forced(attack) => 1 + attack.plies(),
            Self::Default { line, answers } => longest(answers).max(2 * line.len() + 2),
            Self::Tree { tree, answers } => longest(answers).max(1 + tree.plies()),
            Self::All(answers) => longest(answers),
        }
    }
}

impl Tree {
    /// As [`Attack::plies`].
    pub fn plies(&self) -> usize {
        match self {
            Self::Attack(attack) => attack.plies(),
            Self::Defence(defence) => defence.plies(),
        }
    }
}

/// A line of best resistance, to the five: among the replies that have an answer of their own the longest. The board is
/// unchanged on return.
pub fn principal<R: RuleType>(board: &mut Board<R>, tree: &Tree) -> Vec<Point> {
    let mut line = Vec::new();
    match tree {
        Tree::Attack(attack) => follow_attack(board, attack, &mut line),
        Tree::Defence(defence) => follow_defence(board, defence, &mut line),
    }
    for _ in &line {
        board.undo();
    }
    line
}

/// Plays a stone, unless another one stands there: answers that are not needed here may name any point.
fn put<R: RuleType>(board: &mut Board<R>, p: Point, line: &mut Vec<Point>) {
    if board.is_empty(p) {
        board.play(p);
        line.push(p);
    }
}

fn follow_attack<R: RuleType>(board: &mut Board<R>, attack: &Attack, line: &mut Vec<Point>) {
    match attack {
        Attack::Line(moves) => follow_line(board, moves, line),
        Attack::Move(p, defence) => {
            put(board, *p, line);
            follow_defence(board, defence, line);
        }
    }
}

/// Fours with their answers, then the five.
fn follow_line<R: RuleType>(board: &mut Board<R>, moves: &[Point], line: &mut Vec<Point>) {
    let us = board.to_move();
    for p in moves {
        if board.count(us, PointClass::Five) > 0 || !board.is_empty(*p) {
            break;
        }
        put(board, *p, line);
        let Some(answer) = board.first_point(us, PointClass::Five) else { return };
        put(board, answer, line);
    }
    if let Some(five) = board.first_point(us, PointClass::Five) {
        put(board, five, line);
    }
}

fn follow_defence<R: RuleType>(board: &mut Board<R>, defence: &Defence, line: &mut Vec<Point>) {
    let us = board.to_move().opponent();
    let longest = |answers: &Answers| answers.iter().max_by_key(|(_, attack)| attack.plies()).cloned();
    match defence {
        Defence::Two => {
            if let Some(five) = board.first_point(us, PointClass::Five) {
                put(board, five, line);
                follow_line(board, &[], line);
            }
        }
        Defence::Forced(attack) => {
            if let Some(five) = board.first_point(us, PointClass::Five) {
                put(board, five, line);
                follow_attack(board, attack, line);
            }
        }
        Defence::Default { line: moves, answers } => {
            if let Some((reply, attack)) = longest(answers) {
                put(board, reply, line);
                follow_attack(board, &attack, line);
            } else {
                // Nothing stops the line; any stone off it will do.
                let points = board.candidates();
                let is_off = |p: &Point| {
                    board.play(*p);
                    let wins = line::replay(board, moves);
                    board.undo();
                    wins
                };
                let reply = points.iter().find(is_off);
                if let Some(reply) = reply {
                    put(board, reply, line);
                    follow_line(board, moves, line);
                }
            }
        }
        Defence::Tree { answers, .. } | Defence::All(answers) => {
            if let Some((reply, attack)) = longest(answers) {
                put(board, reply, line);
                follow_attack(board, &attack, line);
            }
        }
    }
}

/// The squares where one more stone of the defender could keep a tree, which wins for the side to move, from winning:
/// those that it uses, those where a five is threatened, and those where the defender could make a three on the way.
/// For trees of lines, forced answers and defaults only; rules without fouls and blocked ends.
pub fn zone<R: RuleType>(board: &mut Board<R>, tree: &Attack) -> PointSet {
    let start = board.empties();
    let mut zone = PointSet::EMPTY;
    attack_zone(board, tree, &mut zone);
    zone & start
}

fn look<R: RuleType>(board: &Board<R>, is_attack: bool, zone: &mut PointSet) {
    let us = if is_attack { board.to_move() } else { board.to_move().opponent() };
    *zone = *zone
        | board.points(us, PointClass::Five)
        | board.points_between(us.opponent(), PointClass::SimpleThree..=PointClass::Five);
}

fn line_zone<R: RuleType>(board: &mut Board<R>, line: &[Point], zone: &mut PointSet) {
    let us = board.to_move();
    zone.extend(line.iter().copied());
    line::walk(board, line, |board| look(board, board.to_move() == us, zone));
}

fn attack_zone<R: RuleType>(board: &mut Board<R>, attack: &Attack, zone: &mut PointSet) {
    look(board, true, zone);
    match attack {
        Attack::Line(line) => line_zone(board, line, zone),
        Attack::Move(p, defence) => {
            zone.insert(*p);
            with_stone(board, *p, |board| defence_zone(board, defence, zone));
        }
    }
}

fn defence_zone<R: RuleType>(board: &mut Board<R>, defence: &Defence, zone: &mut PointSet) {
    look(board, false, zone);
    match defence {
        Defence::Two => {}
        Defence::Forced(attack) => {
            let Some(answer) = board.first_point(board.to_move().opponent(), PointClass::Five) else {
                return;
            };
            zone.insert(answer);
            with_stone(board, answer, |board| attack_zone(board, attack, zone));
        }
        Defence::Default { line, answers } => {
            board.pass();
            line_zone(board, line, zone);
            board.undo();
            answers_zone(board, answers, zone);
        }
        Defence::Tree { tree, answers } => {
            board.pass();
            attack_zone(board, tree, zone);
            board.undo();
            answers_zone(board, answers, zone);
        }
        Defence::All(answers) => answers_zone(board, answers, zone),
    }
}

fn answers_zone<R: RuleType>(board: &mut Board<R>, answers: &[(Point, Arc<Attack>)], zone: &mut PointSet) {
    for (reply, attack) in answers {
        zone.insert(*reply);
        with_stone(board, *reply, |board| attack_zone(board, attack, zone));
    }
}

/// Plays a stone that may have been taken by another one, and goes on if it was not.
fn with_stone<R: RuleType>(board: &mut Board<R>, p: Point, go_on: impl FnOnce(&mut Board<R>)) {
    if board.is_empty(p) {
        board.play(p);
        go_on(board);
        board.undo();
    }
}
