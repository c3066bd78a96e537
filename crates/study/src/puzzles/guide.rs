//! A certificate that leads through a puzzle: which move comes next, and which reply holds out longest.

use super::attempt::analysis;
use tengen_core::analysis::Analysis;
use tengen_core::notation::{Origin, parse_point, point_name};
use tengen_core::{Move, Point, Position, Size};
use tengen_proof::walk::Walk;
use tengen_proof::{Certificate, Colour, Square};

/// Steps through a certificate for one question. A tree that is named in many places could be long to walk.
const MOST_STEPS: usize = 50_000;

/// A certificate, and what has been played since the position that it is about.
pub(super) struct Guide {
    certificate: Certificate,
    /// A forced reply that comes before the certificate.
    before: Option<Point>,
    since: Vec<Point>,
}

impl Guide {
    /// From a position on.
    pub(super) fn new(certificate: Certificate) -> Self {
        Self { certificate, before: None, since: Vec::new() }
    }

    /// From the position after a forced reply on.
    pub(super) fn after(reply: Point, certificate: Certificate) -> Self {
        Self { before: Some(reply), ..Self::new(certificate) }
    }

    /// Plays a stone; `false` if the certificate does not know it.
    pub(super) fn follow(&mut self, p: Point, size: Size) -> bool {
        if let Some(reply) = self.before.take() {
            return reply == p;
        }
        self.since.push(p);
        let is_known = self.walk(size).is_some();
        if !is_known {
            self.since.pop();
        }
        is_known
    }

    fn attacker(&self) -> Colour {
        self.certificate.header().attacker()
    }

    /// The walk through the certificate to here.
    fn walk(&self, size: Size) -> Option<Walk<'_>> {
        let mut walk = Walk::new(&self.certificate, 1);
        for p in &self.since {
            let square = square(*p, size)?;
            if walk.is_attackers_turn() {
                walk.answer().filter(|answer| *answer == square)?;
                walk.play()?;
            } else {
                walk.reply(square).ok()?;
            }
        }
        Some(walk)
    }

    /// The reply of the defender, who is to move, that holds out longest.
    pub(super) fn best_reply(&self, position: &Position) -> Option<Point> {
        if self.before.is_some() {
            return self.before;
        }
        let walk = self.walk(position.size())?;
        longest_reply(&walk, self.attacker(), position)
    }

    /// The rest of the game from the attacker's turn on: its moves, and the replies that hold out longest.
    pub(super) fn line(&self, position: &Position) -> Vec<Point> {
        let size = position.size();
        let mut line = Vec::new();
        let Some(mut walk) = self.walk(size) else { return line };
        let mut position = position.clone();
        while let Some(p) = walk.play().and_then(|square| point(square, size)) {
            line.push(p);
            if position.play(Move::Place(p)).is_err() || walk.is_won() {
                break;
            }
            let Some(reply) = longest_reply(&walk, self.attacker(), &position) else { break };
            let is_played = square(reply, size).is_some_and(|square| walk.reply(square).is_ok());
            if !is_played || position.play(Move::Place(reply)).is_err() {
                break;
            }
            line.push(reply);
        }
        line
    }
}

fn square(p: Point, size: Size) -> Option<Square> {
    point_name(p, size, Origin::Bottom).parse().ok()
}

fn point(square: Square, size: Size) -> Option<Point> {
    parse_point(&square.to_string(), size, Origin::Bottom).ok()
}

/// The reply that holds out longest against a certificate; the first of several. The replies
/// that count are those with an answer of their own, what the board analysis names, and, if nothing stops the attack, any.
fn longest_reply(walk: &Walk<'_>, attacker: Colour, position: &Position) -> Option<Point> {
    let mut steps = MOST_STEPS;
    let size = position.size();
    let mut replies: Vec<Point> =
        walk.children().into_iter().filter_map(|reply| point(reply, size)).collect();
    replies.extend(match analysis(position) {
        Analysis::Hold { defences, counter_fours, .. } => defences.iter().chain(&counter_fours).collect(),
        Analysis::Lost { attacks, .. } => attacks.iter().collect(),
        _ => Vec::new(),
    });
    replies.sort_unstable();
    replies.dedup();
    if replies.is_empty() {
        replies.extend(position.grid().empties());
    }
    let mut best: Option<(Point, usize)> = None;
    for reply in replies {
        let mut after = walk.clone();
        if square(reply, size).is_none_or(|square| after.reply(square).is_err()) {
            continue;
        }
        let plies = length(&mut after, attacker, &mut steps);
        if best.is_none_or(|(_, most)| plies > most) {
            best = Some((reply, plies));
        }
    }
    best.map(|(reply, _)| reply)
}

/// Plies to the end at most of a walk at the attacker's turn, by the replies that the certificate itself names.
fn length(walk: &mut Walk<'_>, attacker: Colour, steps: &mut usize) -> usize {
    *steps = steps.saturating_sub(1);
    if *steps == 0 || walk.play().is_none() || walk.is_won() {
        return 1;
    }
    let board = walk.board();
    let mut replies = walk.children();
    replies.extend(board.squares().find(|at| board.at(*at).is_none() && board.wins(*at, attacker)));
    if replies.is_empty() {
        // Nothing stops the line: any stone will do.
        replies.extend(board.squares().find(|at| board.at(*at).is_none()));
    }
    let rest = replies.into_iter().map(|reply| {
        let mut after = walk.clone();
        if after.reply(reply).is_ok() { 1 + length(&mut after, attacker, steps) } else { 0 }
    });
    1 + rest.max().unwrap_or(0)
}
