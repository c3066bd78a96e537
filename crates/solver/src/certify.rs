//! Trees as certificates: the file format of `tengen-proof`, written record by record.
//!
//! A subtree that stands in several places is written once, and named where it stands again. A tree that was fitted to
//! a position may hold answers that are not needed there; those are left out, and a tree written without them
//! is not named elsewhere.

use crate::line;
use crate::tree::{Attack, Defence, Tree};
use std::collections::HashMap;
use std::sync::Arc;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, Position, Rule, Size, with_rule};
use tengen_proof::{Builder, Certificate, Header, Root, Square};

/// Why a claim cannot be written as a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// The rule has no certificates.
    #[error("{0} is not certified")]
    Rule(Rule),
    /// The board is not square.
    #[error("a board of {0} is not certified, only square ones are")]
    Board(Size),
    /// The position makes no header.
    #[error("the position cannot be certified: {0}")]
    Header(#[from] tengen_proof::header::HeaderError),
    /// The tree is not one: a bug of the prover.
    #[error("the prover made a broken tree: {0}")]
    Shape(#[from] tengen_proof::ShapeError),
}

/// Trees of this many records and more are named instead of being written again.
const SHARED_FROM: u32 = 3;

/// The rule as the certificate knows it.
///
/// # Errors
/// If the rule has no certificates.
pub fn rule_of(rule: Rule) -> Result<tengen_proof::Rule, CertifyError> {
    match rule {
        Rule::Freestyle => Ok(tengen_proof::Rule::Freestyle),
        Rule::Standard => Ok(tengen_proof::Rule::Standard),
        Rule::Mixed { attacker: Colour::Black } => Ok(tengen_proof::Rule::Mixed),
        Rule::Mixed { attacker: Colour::White } => Ok(tengen_proof::Rule::MixedWhite),
        Rule::Renju | Rule::Caro | Rule::CaroStandard => Err(CertifyError::Rule(rule)),
    }
}

/// The claim that `attacker` wins a position, with its proof. Whether it is one is for the checkers to say.
///
/// # Errors
/// If rule or board have no certificates, or the tree is broken.
pub fn certify(position: &Position, attacker: Colour, tree: &Tree) -> Result<Certificate, CertifyError> {
    with_rule!(position.rule(), R => {
        certify_on(&mut Board::<R>::from_position(position), position, attacker, tree)
    })
}

/// As [`certify`], where the board of the position is at hand. It is unchanged on return.
///
/// # Errors
/// As [`certify`].
pub fn certify_on<R: RuleType>(
    board: &mut Board<R>,
    position: &Position,
    attacker: Colour,
    tree: &Tree,
) -> Result<Certificate, CertifyError> {
    let builder = Builder::new(header(position, attacker)?);
    let mut writer = Writer { builder, board, height: position.size().height(), written: HashMap::new() };
    match tree {
        Tree::Attack(attack) => writer.attack(attack),
        Tree::Defence(defence) => writer.defence(defence),
    };
    Ok(writer.builder.finish()?)
}

fn header(position: &Position, attacker: Colour) -> Result<Header, CertifyError> {
    let size = position.size();
    if size.width() != size.height() {
        return Err(CertifyError::Board(size));
    }
    let square = |p: Point| square(p, size.height());
    let moves: Option<Vec<Square>> = position.moves().iter().map(|m| m.point().map(square)).collect();
    let is_game = position.setup().is_empty() && position.first() == Colour::Black;
    let root = match moves {
        Some(moves) if is_game => Root::Moves(moves),
        _ => {
            let of = |colour: Colour| {
                let stones = position.grid().stones().filter(|(_, stone)| *stone == colour);
                stones.map(|(p, _)| square(p)).collect()
            };
            Root::Stones { black: of(Colour::Black), white: of(Colour::White) }
        }
    };
    let rule = rule_of(position.rule())?;
    let header = Header::new(rule, size.height(), colour(attacker), root, colour(position.to_move()))?;
    Ok(header.with_generator(concat!("tengen ", env!("CARGO_PKG_VERSION")))?)
}

const fn colour(colour: Colour) -> tengen_proof::Colour {
    match colour {
        Colour::Black => tengen_proof::Colour::Black,
        Colour::White => tengen_proof::Colour::White,
    }
}

/// The square of a point: rows are counted from below in certificates.
fn square(p: Point, height: u8) -> Square {
    match Square::new(p.x(), height - 1 - p.y()) {
        Some(square) => square,
        None => unreachable!("a point of a board is a square of it"),
    }
}

struct Writer<'a, R: RuleType> {
    builder: Builder,
    /// The position where the next record stands.
    board: &'a mut Board<R>,
    height: u8,
    /// The numbers of the trees written so far, by their address.
    written: HashMap<*const Attack, u32>,
}

impl<R: RuleType> Writer<'_, R> {
    fn line(&self, line: &[Point]) -> Vec<Square> {
        line.iter().map(|p| square(*p, self.height)).collect()
    }

    /// Writes a tree; whether all of it was.
    fn attack(&mut self, attack: &Arc<Attack>) -> bool {
        if let Some(number) = self.written.get(&Arc::as_ptr(attack)) {
            self.builder.reuse(*number);
            return true;
        }
        let (number, is_whole) = match &**attack {
            Attack::Line(line) => {
                let line = self.line(line);
                (self.builder.line(&line), true)
            }
            Attack::Move(p, defence) => {
                let number = self.builder.play(square(*p, self.height));
                (number, self.after(*p, |this| this.defence(defence)))
            }
        };
        let is_large = self.builder.next_number() - number >= SHARED_FROM;
        if is_whole && is_large && Arc::strong_count(attack) > 1 {
            self.written.insert(Arc::as_ptr(attack), number);
        }
        is_whole
    }

    fn after<T>(&mut self, p: Point, write: impl FnOnce(&mut Self) -> T) -> T {
        // A tree from a checkpoint that is wrong may put a stone on another. It is for the checkers to refuse it.
        if self.board.is_empty(p) {
            self.board.play(p);
        } else {
            self.board.pass();
        }
        let done = write(self);
        self.board.undo();
        done
    }

    fn defence(&mut self, defence: &Defence) -> bool {
        match defence {
            Defence::Two => {
                self.builder.two();
                true
            }
            Defence::Forced(attack) => {
                self.builder.forced();
                match self.board.first_point(self.board.to_move().opponent(), PointClass::Five) {
                    Some(answer) => self.after(answer, |this| this.attack(attack)),
                    None => self.attack(attack),
                }
            }
            Defence::Default { line, answers } => {
                let needed: Vec<_> = answers.iter().filter(|(reply, _)| self.breaks(*reply, line)).collect();
                let line = self.line(line);
                self.builder.default(&line, needed.len());
                let is_whole = needed.len() == answers.len();
                self.answers(needed.into_iter()) && is_whole
            }
            Defence::Tree { tree, answers } => {
                self.builder.tree(answers.len());
                self.board.pass();
                let is_whole = self.attack(tree);
                self.board.undo();
                self.answers(answers.iter()) && is_whole
            }
            Defence::All(answers) => {
                self.builder.all(answers.len());
                self.answers(answers.iter())
            }
        }
    }

    /// Whether a reply can be played here and keeps the line from winning.
    fn breaks(&mut self, reply: Point, line: &[Point]) -> bool {
        self.board.is_empty(reply) && line::breaks(self.board, line, reply)
    }

    fn answers<'a>(&mut self, answers: impl Iterator<Item = &'a (Point, Arc<Attack>)>) -> bool {
        let mut is_whole = true;
        for (reply, attack) in answers {
            self.builder.reply(square(*reply, self.height));
            is_whole &= self.after(*reply, |this| this.attack(attack));
        }
        is_whole
    }
}
