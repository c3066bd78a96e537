//! Trees as certificates: the file format of `tengen-proof`, written record by record.
//!
//! A subtree that stands in several places is written once, and named where it stands again.

use crate::tree::{Attack, Defence, Tree};
use std::collections::HashMap;
use std::sync::Arc;
use tengen_core::{Colour, Point, Position, Rule, Size};
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
const SHARED_FROM: usize = 3;

/// The rule as the certificate knows it.
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
    let header = header(position, attacker)?;
    let mut writer =
        Writer { builder: Builder::new(header), height: position.size().height(), written: HashMap::new() };
    match tree {
        Tree::Attack(attack) => writer.attack(attack),
        Tree::Defence(defence) => writer.defence(defence),
    }
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

struct Writer {
    builder: Builder,
    height: u8,
    /// The numbers of the trees written so far, by their address.
    written: HashMap<*const Attack, u32>,
}

impl Writer {
    fn line(&self, line: &[Point]) -> Vec<Square> {
        line.iter().map(|p| square(*p, self.height)).collect()
    }

    fn attack(&mut self, attack: &Arc<Attack>) {
        if let Some(number) = self.written.get(&Arc::as_ptr(attack)) {
            self.builder.reuse(*number);
            return;
        }
        let number = match &**attack {
            Attack::Line(line) => {
                let line = self.line(line);
                self.builder.line(&line)
            }
            Attack::Move(p, defence) => {
                let number = self.builder.play(square(*p, self.height));
                self.defence(defence);
                number
            }
        };
        let is_shared = Arc::strong_count(attack) > 1;
        if is_shared && self.builder.next_number() - number >= SHARED_FROM as u32 {
            self.written.insert(Arc::as_ptr(attack), number);
        }
    }

    fn defence(&mut self, defence: &Defence) {
        match defence {
            Defence::Two => {
                self.builder.two();
            }
            Defence::Forced(attack) => {
                self.builder.forced();
                self.attack(attack);
            }
            Defence::Default { line, answers } => {
                let line = self.line(line);
                self.builder.default(&line, answers.len());
                self.answers(answers);
            }
            Defence::Tree { tree, answers } => {
                self.builder.tree(answers.len());
                self.attack(tree);
                self.answers(answers);
            }
            Defence::All(answers) => {
                self.builder.all(answers.len());
                self.answers(answers);
            }
        }
    }

    fn answers(&mut self, answers: &[(Point, Arc<Attack>)]) {
        for (reply, attack) in answers {
            self.builder.reply(square(*reply, self.height));
            self.attack(attack);
        }
    }
}
