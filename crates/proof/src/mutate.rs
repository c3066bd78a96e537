//! Certificates with one thing changed: the checkers' real tests.
//!
//! A checker that accepts too much is found by breaking proofs in every way one can think of. Some changed
//! certificates are still proofs; [`why_still_a_proof`] finds out why by looking at the positions concerned, and
//! leaves nothing unexplained.

use crate::brute;
use crate::build::{Builder, ShapeError};
use crate::certificate::{Certificate, Record};
use crate::header::{Colour, Header, HeaderError, Root, Rule};
use crate::square::{Square, Symmetry};
use std::fmt;

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A child and its subtree are left out.
    DropChild {
        /// The child's record.
        child: u32,
    },
    /// A child answers another reply.
    ChangeReply {
        /// The child's record.
        child: u32,
        /// The new reply.
        to: Square,
    },
    /// An `M` record plays elsewhere.
    ChangeMove {
        /// The record.
        record: u32,
        /// The new move.
        to: Square,
    },
    /// One move of a `V` or `D` line is another one.
    ChangeLine {
        /// The record.
        record: u32,
        /// Which move, from 0.
        index: usize,
        /// The new move.
        to: Square,
    },
    /// The last move of a `V` or `D` line is left out.
    CutLine {
        /// The record.
        record: u32,
    },
    /// `R` or `U` names another record.
    ChangeReference {
        /// The record.
        record: u32,
        /// The new target.
        to: u32,
    },
    /// `R` has another symmetry.
    ChangeSymmetry {
        /// The record.
        record: u32,
        /// The new symmetry.
        to: Symmetry,
    },
    /// Another rule.
    ChangeRule(Rule),
    /// Black's stones become White's and the other way round; the claim stays.
    SwapStones,
    /// The other side is said to win and, so that the tree still fits, to be on the other turn.
    SwapAttacker,
    /// All squares of the tree are moved; the stones stay.
    ShiftTree {
        /// Columns to the right.
        columns: i32,
        /// Rows up.
        rows: i32,
    },
    /// Stones and tree are moved together.
    ShiftAll {
        /// Columns to the right.
        columns: i32,
        /// Rows up.
        rows: i32,
    },
    /// A stone of the first position is gone.
    DropStone(Square),
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DropChild { child } => write!(f, "child {child} dropped"),
            Self::ChangeReply { child, to } => write!(f, "reply of child {child} changed to {to}"),
            Self::ChangeMove { record, to } => write!(f, "move of record {record} changed to {to}"),
            Self::ChangeLine { record, index, to } => {
                write!(f, "move {} of the line of record {record} changed to {to}", index + 1)
            }
            Self::CutLine { record } => write!(f, "last move of the line of record {record} dropped"),
            Self::ChangeReference { record, to } => write!(f, "target of record {record} changed to {to}"),
            Self::ChangeSymmetry { record, to } => {
                write!(f, "symmetry of record {record} changed to {}", to.number())
            }
            Self::ChangeRule(rule) => write!(f, "rule changed to {rule}"),
            Self::SwapStones => f.write_str("colours of the stones swapped"),
            Self::SwapAttacker => f.write_str("attacker and side to move swapped"),
            Self::ShiftTree { columns, rows } => write!(f, "tree shifted by {columns},{rows}"),
            Self::ShiftAll { columns, rows } => write!(f, "board shifted by {columns},{rows}"),
            Self::DropStone(square) => write!(f, "stone {square} dropped"),
        }
    }
}

impl Mutation {
    /// What kind of change it is, for tables.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::DropChild { .. } => "drop a child",
            Self::ChangeReply { .. } => "change a reply",
            Self::ChangeMove { .. } => "change a move",
            Self::ChangeLine { .. } => "change a line",
            Self::CutLine { .. } => "cut a line",
            Self::ChangeReference { .. } => "change a reference",
            Self::ChangeSymmetry { .. } => "change a symmetry",
            Self::ChangeRule(_) => "change the rule",
            Self::SwapStones => "swap the stones",
            Self::SwapAttacker => "swap the attacker",
            Self::ShiftTree { .. } => "shift the tree",
            Self::ShiftAll { .. } => "shift the board",
            Self::DropStone(_) => "drop a stone",
        }
    }
}

/// Why a change gives no certificate at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MutateError {
    /// The tree lost its shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The first position makes no sense any more.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A square left the board.
    #[error("{0} leaves the board")]
    Outside(Square),
}

/// The record whose child a record is.
fn parent(proof: &Certificate, child: u32) -> Option<u32> {
    (1..child).rev().find(|&number| proof.end(number) >= proof.end(child) && proof.end(number) > child)
}

/// Makes the change.
///
/// # Errors
/// If what comes out is no certificate that could be written down.
pub fn apply(proof: &Certificate, mutation: Mutation) -> Result<Certificate, MutateError> {
    let size = proof.header().size();
    let shift = |square: Square| match mutation {
        Mutation::ShiftTree { columns, rows } | Mutation::ShiftAll { columns, rows } => {
            square.shifted(columns, rows, size).ok_or(MutateError::Outside(square))
        }
        _ => Ok(square),
    };
    let dropped = if let Mutation::DropChild { child } = mutation { Some(child) } else { None };
    let bereft = dropped.and_then(|child| parent(proof, child));
    let mut builder = Builder::new(change_header(proof.header(), mutation)?);
    let mut renumbered = vec![0; proof.count() as usize + 1];
    let mut number = 1;
    while number <= proof.count() {
        if dropped == Some(number) {
            number = proof.end(number);
            continue;
        }
        if let Some(reply) = proof.reply(number) {
            builder.reply(match mutation {
                Mutation::ChangeReply { child, to } if child == number => to,
                _ => shift(reply)?,
            });
        }
        renumbered[number as usize] = builder.next_number();
        let children = |count: u32| count as usize - usize::from(bereft == Some(number));
        let line = |line: &[Square]| change_line(line, number, mutation, &shift);
        match proof.record(number) {
            Record::Line(moves) => builder.line(&line(moves)?),
            Record::Play(square) => builder.play(match mutation {
                Mutation::ChangeMove { record, to } if record == number => to,
                _ => shift(square)?,
            }),
            Record::Same { record, symmetry } => match mutation {
                Mutation::ChangeReference { record: changed, to } if changed == number => {
                    builder.same(to, symmetry)
                }
                Mutation::ChangeSymmetry { record: changed, to } if changed == number => {
                    builder.same(record, to)
                }
                _ => builder.same(renumbered[record as usize], symmetry),
            },
            Record::Reuse(record) => match mutation {
                Mutation::ChangeReference { record: changed, to } if changed == number => builder.reuse(to),
                _ => builder.reuse(renumbered[record as usize]),
            },
            Record::Two => builder.two(),
            Record::Forced => builder.forced(),
            Record::Default { line: moves, children: count } => {
                builder.default(&line(moves)?, children(count))
            }
            Record::Tree { children: count } => builder.tree(children(count)),
            Record::All { children: count } => builder.all(children(count)),
        };
        number += 1;
    }
    Ok(builder.finish()?)
}

fn change_line(
    line: &[Square],
    number: u32,
    mutation: Mutation,
    shift: &impl Fn(Square) -> Result<Square, MutateError>,
) -> Result<Vec<Square>, MutateError> {
    let mut moves = line.iter().map(|&square| shift(square)).collect::<Result<Vec<_>, _>>()?;
    match mutation {
        Mutation::CutLine { record } if record == number => drop(moves.pop()),
        Mutation::ChangeLine { record, index, to } if record == number => {
            moves.get_mut(index).into_iter().for_each(|square| *square = to);
        }
        _ => {}
    }
    Ok(moves)
}

fn change_header(header: &Header, mutation: Mutation) -> Result<Header, MutateError> {
    let rule = if let Mutation::ChangeRule(rule) = mutation { rule } else { header.rule() };
    let (mut attacker, mut to_move) = (header.attacker(), header.to_move());
    if mutation == Mutation::SwapAttacker {
        (attacker, to_move) = (attacker.opponent(), to_move.opponent());
    }
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for (square, colour) in header.stones() {
        let square = match mutation {
            Mutation::DropStone(dropped) if dropped == square => continue,
            Mutation::ShiftAll { columns, rows } => {
                square.shifted(columns, rows, header.size()).ok_or(MutateError::Outside(square))?
            }
            _ => square,
        };
        let is_black = (colour == Colour::Black) != (mutation == Mutation::SwapStones);
        if is_black { black.push(square) } else { white.push(square) }
    }
    Ok(Header::new(rule, header.size(), attacker, Root::Stones { black, white }, to_move)?)
}

/// Why a changed certificate is a proof all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// The default beats the reply that lost its child.
    DefaultBeatsReply,
    /// No replay plays as far as the changed move.
    MoveNotReached,
    /// Every reply without a child is beaten by the changed line as well.
    LineStillWins,
    /// The records below prove the position after the other move too.
    MoveStillWins,
    /// The new rule gives the attacker every five that he had and the defender none that he had not.
    RuleHelpsAttacker,
    /// Neither side can have six in a row where the rules differ: too few stones.
    NoOverline,
    /// The rules differ on rows of six or more, but these decide nothing; every reply was tried anew.
    OverlineDecidesNothing,
    /// The tree names no square, so there was nothing to move.
    TreeHasNoSquares,
    /// The moved tree wins from the same stones too.
    TreeStillWins,
    /// The whole fits elsewhere on the board; the edges have no part in it.
    EdgesHaveNoPart,
    /// The attacker does not need the stone.
    AttackerStoneNotNeeded,
    /// The defender has one stone fewer.
    DefenderStoneGone,
    /// The other side's stones win by the same moves.
    StonesWinEitherWay,
    /// The other target has the same records.
    SameRecords,
    /// The other target is another proof that holds here.
    OtherTreeWins,
    /// The position looks the same under both symmetries.
    PositionIsSymmetric,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DefaultBeatsReply => "the default also beats the reply that lost its child",
            Self::MoveNotReached => "no replay gets as far as the changed move",
            Self::LineStillWins => "the changed line beats every reply without a child too",
            Self::MoveStillWins => "the records below also prove the position after the other move",
            Self::RuleHelpsAttacker => {
                "the new rule takes no five from the attacker and gives none to the defender"
            }
            Self::NoOverline => "no row of six can arise for a side whose rule changed",
            Self::OverlineDecidesNothing => {
                "the rules differ on rows of six, which decide nothing here: every reply, tried anew, is beaten"
            }
            Self::TreeHasNoSquares => "the tree names no square",
            Self::TreeStillWins => "the shifted tree wins from the same stones too",
            Self::EdgesHaveNoPart => "stones and tree moved together, the edges have no part in the proof",
            Self::AttackerStoneNotNeeded => "the attacker does not need the stone",
            Self::DefenderStoneGone => "the defender has one stone fewer",
            Self::StonesWinEitherWay => "the swapped stones win by the same moves",
            Self::SameRecords => "the other target has the same records",
            Self::OtherTreeWins => "the other target's tree wins here too",
            Self::PositionIsSymmetric => "the position is the same under both symmetries",
        })
    }
}

/// Finds out why a change that the checkers accepted left a proof. `None` if the change cannot be explained, which
/// would be a fault of a checker.
pub fn why_still_a_proof(proof: &Certificate, mutation: Mutation) -> Option<Why> {
    let mutant = apply(proof, mutation).ok()?;
    match mutation {
        Mutation::DropChild { child } | Mutation::ChangeReply { child, .. } => {
            default_beats(proof, parent(proof, child)?, proof.reply(child)?).then_some(Why::DefaultBeatsReply)
        }
        Mutation::ChangeMove { record, .. } => {
            let board = brute::board_at(&mutant, record);
            brute::holds_on(&mutant, record, &board).then_some(Why::MoveStillWins)
        }
        Mutation::ChangeLine { record, index, .. } => Some(why_line(proof, record, index)),
        Mutation::CutLine { record } => {
            let length = line_of(proof, record).len();
            Some(why_line(proof, record, length.checked_sub(1)?))
        }
        Mutation::ChangeRule(rule) => Some(why_rule(proof, rule)),
        Mutation::SwapStones | Mutation::SwapAttacker => Some(Why::StonesWinEitherWay),
        Mutation::ShiftTree { .. } if squares_of(proof).next().is_none() => Some(Why::TreeHasNoSquares),
        Mutation::ShiftTree { .. } => Some(Why::TreeStillWins),
        Mutation::ShiftAll { .. } => Some(Why::EdgesHaveNoPart),
        Mutation::DropStone(square) => {
            let (_, colour) = proof.header().stones().find(|&(at, _)| at == square)?;
            let is_attackers = colour == proof.header().attacker();
            Some(if is_attackers { Why::AttackerStoneNotNeeded } else { Why::DefenderStoneGone })
        }
        Mutation::ChangeReference { record, to } => {
            let target = |number| match proof.record(number) {
                Record::Same { record, .. } | Record::Reuse(record) => Some(record),
                _ => None,
            };
            let is_same = has_same_records(proof, target(record)?, to);
            Some(if is_same { Why::SameRecords } else { Why::OtherTreeWins })
        }
        Mutation::ChangeSymmetry { record, to } => {
            let Record::Same { record: target, .. } = proof.record(record) else { return None };
            let (here, there) = (brute::board_at(&mutant, record), brute::board_at(&mutant, target));
            here.maps_to(to, &there).then_some(Why::PositionIsSymmetric)
        }
    }
}

/// Whether the default of a `D` or `T` record beats a reply in place.
fn default_beats(proof: &Certificate, record: u32, reply: Square) -> bool {
    let mut board = brute::board_at(proof, record);
    board.put(reply, proof.defender());
    match proof.record(record) {
        Record::Default { line, .. } => board.replay(proof.header().attacker(), line).won,
        Record::Tree { .. } => brute::holds_on(proof, record + 1, &board),
        _ => false,
    }
}

fn line_of(proof: &Certificate, record: u32) -> &[Square] {
    match proof.record(record) {
        Record::Line(line) | Record::Default { line, .. } => line,
        _ => &[],
    }
}

fn why_line(proof: &Certificate, record: u32, index: usize) -> Why {
    let (line, attacker) = (line_of(proof, record), proof.header().attacker());
    let mut board = brute::board_at(proof, record);
    let mut replies: Vec<Option<Square>> = vec![None];
    if let Record::Default { .. } = proof.record(record) {
        replies = board.squares().filter(|&at| board.at(at).is_none()).map(Some).collect();
        replies.retain(|&reply| reply.is_none_or(|reply| proof.child(record, reply).is_none()));
    }
    let is_reached = replies.into_iter().any(|reply| {
        if let Some(at) = reply {
            board.put(at, proof.defender());
        }
        let replay = board.replay(attacker, line);
        if let Some(at) = reply {
            board.clear(at);
        }
        replay.moves > index
    });
    if is_reached { Why::LineStillWins } else { Why::MoveNotReached }
}

fn squares_of(proof: &Certificate) -> impl Iterator<Item = Square> {
    (1..=proof.count()).flat_map(|number| {
        let play = if let Record::Play(square) = proof.record(number) { Some(square) } else { None };
        line_of(proof, number).iter().copied().chain(play).chain(proof.reply(number))
    })
}

fn why_rule(proof: &Certificate, rule: Rule) -> Why {
    let (old, attacker, defender) = (proof.header().rule(), proof.header().attacker(), proof.defender());
    let attacker_gains = old.is_exact(attacker) && !rule.is_exact(attacker);
    let defender_gains = old.is_exact(defender) && !rule.is_exact(defender);
    let attacker_loses = !old.is_exact(attacker) && rule.is_exact(attacker);
    let attacker_squares: Vec<_> = (proof.header().stones())
        .filter_map(|(square, colour)| (colour == attacker).then_some(square))
        .chain(squares_of(proof))
        .collect();
    let attacker_differs =
        (attacker_gains || attacker_loses) && can_hold_six(proof.header(), &attacker_squares);
    let defender_differs = old.is_exact(defender) != rule.is_exact(defender);
    if !attacker_loses && !defender_gains {
        Why::RuleHelpsAttacker
    } else if !attacker_differs && !defender_differs {
        Why::NoOverline
    } else {
        Why::OverlineDecidesNothing
    }
}

/// Whether six of the squares, and the square that would be played last, lie in a row.
fn can_hold_six(header: &Header, squares: &[Square]) -> bool {
    let size = header.size();
    Square::all(size).any(|start| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, rows)| {
            let row: Option<Vec<_>> =
                (0..6).map(|step| start.shifted(step * columns, step * rows, size)).collect();
            row.is_some_and(|row| row.iter().filter(|&square| squares.contains(square)).count() >= 5)
        })
    })
}

fn has_same_records(proof: &Certificate, one: u32, other: u32) -> bool {
    let length = proof.end(one) - one;
    proof.end(other) - other == length
        && (0..length).all(|step| {
            let is_same_reply = step == 0 || proof.reply(one + step) == proof.reply(other + step);
            is_same_reply && proof.record(one + step) == proof.record(other + step)
        })
}

/// Every change of one thing, in a fixed order. There are many: whoever wants few takes a sample.
pub fn all(proof: &Certificate) -> impl Iterator<Item = Mutation> {
    let size = proof.header().size();
    let header = proof.header();
    let rules = Rule::ALL.into_iter().filter(move |&rule| rule != header.rule()).map(Mutation::ChangeRule);
    let stones = header.stones().map(|(square, _)| Mutation::DropStone(square));
    let shifts = (-2..=2).flat_map(|columns| (-2..=2).map(move |rows| (columns, rows)));
    let shifts = shifts.filter(|&shift| shift != (0, 0)).flat_map(|(columns, rows)| {
        [Mutation::ShiftTree { columns, rows }, Mutation::ShiftAll { columns, rows }]
    });
    let records = (1..=proof.count()).flat_map(move |number| {
        let elsewhere = move |not: Square| Square::all(size).filter(move |&square| square != not);
        let mut list = Vec::new();
        if let Some(reply) = proof.reply(number) {
            list.push(Mutation::DropChild { child: number });
            list.extend(elsewhere(reply).map(|to| Mutation::ChangeReply { child: number, to }));
        }
        if let Record::Play(square) = proof.record(number) {
            list.extend(elsewhere(square).map(|to| Mutation::ChangeMove { record: number, to }));
        }
        let line = line_of(proof, number);
        if !line.is_empty() {
            list.push(Mutation::CutLine { record: number });
        }
        for (index, &square) in line.iter().enumerate() {
            list.extend(elsewhere(square).map(|to| Mutation::ChangeLine { record: number, index, to }));
        }
        if let Record::Same { record, symmetry } = proof.record(number) {
            let others = Symmetry::all().filter(move |&other| other != symmetry);
            list.extend(others.map(|to| Mutation::ChangeSymmetry { record: number, to }));
            list.extend(references(proof, number, record));
        }
        if let Record::Reuse(record) = proof.record(number) {
            list.extend(references(proof, number, record));
        }
        list
    });
    [Mutation::SwapStones, Mutation::SwapAttacker]
        .into_iter()
        .chain(rules)
        .chain(stones)
        .chain(shifts)
        .chain(records)
}

fn references(proof: &Certificate, number: u32, target: u32) -> impl Iterator<Item = Mutation> {
    let others = (1..number).filter(move |&other| other != target && proof.end(other) <= number);
    let others = others.filter(|&other| proof.record(other).is_attack());
    others.map(move |to| Mutation::ChangeReference { record: number, to })
}
