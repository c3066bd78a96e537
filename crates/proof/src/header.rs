//! What a certificate is about: rule, board, attacker, stones, side to move.
//!
//! Everything here is checked when it is made, so that the checkers need not ask again. A five on the board is not
//! looked for here: that is the checkers' first question.

use crate::square::{LARGEST, SMALLEST, Square};
use std::fmt;
use std::str::FromStr;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The side that begins a game.
    Black,
    /// The other side.
    White,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// Which rows win. Renju and caro are not among them, see [`RuleError::NotCertified`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Five or more in a row win, for both sides.
    Freestyle,
    /// Exactly five in a row win, for both sides.
    Standard,
    /// Black needs exactly five, White five or more.
    Mixed,
    /// White needs exactly five, Black five or more.
    MixedWhite,
}

/// A rule that cannot be certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// A rule of the game, for which the checkers' reasoning has not been shown to hold.
    #[error("{name} is not certified: {why}")]
    NotCertified {
        /// The rule's name.
        name: &'static str,
        /// What is missing.
        why: &'static str,
    },
    /// No rule.
    #[error("unknown rule \"{0}\": it is one of freestyle, standard, mixed, mixed-white")]
    Unknown(String),
}

impl Rule {
    /// All rules that are certified.
    pub const ALL: [Self; 4] = [Self::Freestyle, Self::Standard, Self::Mixed, Self::MixedWhite];

    /// Whether this side needs exactly five in a row; otherwise five or more win.
    pub const fn is_exact(self, colour: Colour) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard => true,
            Self::Mixed => matches!(colour, Colour::Black),
            Self::MixedWhite => matches!(colour, Colour::White),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Mixed => "mixed",
            Self::MixedWhite => "mixed-white",
        })
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        match text {
            "renju" => Err(RuleError::NotCertified {
                name: "renju",
                why: "a five square may be forbidden to Black, so a four need not force anything",
            }),
            "caro" => Err(RuleError::NotCertified {
                name: "caro",
                why: "a five can be stopped beside its square, so two five squares need not win",
            }),
            _ => Self::ALL
                .into_iter()
                .find(|rule| rule.to_string() == text)
                .ok_or_else(|| RuleError::Unknown(text.to_owned())),
        }
    }
}

/// How the stones of the first position are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// Moves in turn, Black first.
    Moves(Vec<Square>),
    /// Stones in no order, any number of each colour.
    Stones {
        /// Black's stones.
        black: Vec<Square>,
        /// White's stones.
        white: Vec<Square>,
    },
}

/// A first position that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The board is too small or too large.
    #[error("size {0} is not certified: boards have 5 to 22 lines")]
    Size(u8),
    /// A stone lies outside the board.
    #[error("{square} is not on a board of size {size}")]
    Outside {
        /// The stone.
        square: Square,
        /// The size.
        size: u8,
    },
    /// Two stones on one square.
    #[error("{0} has two stones")]
    Occupied(Square),
    /// A game order says whose turn it is, and the header says otherwise.
    #[error("after these moves it is {0}'s turn")]
    ToMove(Colour),
    /// The generator's name cannot stand on a line.
    #[error("the generator is 1 to 100 printable characters without a space at either end")]
    Generator,
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    rule: Rule,
    size: u8,
    attacker: Colour,
    root: Root,
    to_move: Colour,
    generator: Option<String>,
}

impl Header {
    /// The claim that `attacker` wins from `root` with `to_move` to move.
    ///
    /// # Errors
    /// If the board has no such size, a stone lies outside or on another one, or a game order has another side to
    /// move.
    pub fn new(
        rule: Rule,
        size: u8,
        attacker: Colour,
        root: Root,
        to_move: Colour,
    ) -> Result<Self, HeaderError> {
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(HeaderError::Size(size));
        }
        let header = Self { rule, size, attacker, root, to_move, generator: None };
        let mut taken = vec![false; usize::from(size) * usize::from(size)];
        for (square, _) in header.stones() {
            if !square.is_on(size) {
                return Err(HeaderError::Outside { square, size });
            }
            if std::mem::replace(&mut taken[square.index(size)], true) {
                return Err(HeaderError::Occupied(square));
            }
        }
        if let Root::Moves(moves) = &header.root {
            let turn = if moves.len().is_multiple_of(2) { Colour::Black } else { Colour::White };
            if turn != to_move {
                return Err(HeaderError::ToMove(turn));
            }
        }
        Ok(header)
    }

    /// The same with the name and version of the program that made the certificate.
    ///
    /// # Errors
    /// If the text cannot stand on a header line.
    pub fn with_generator(mut self, generator: &str) -> Result<Self, HeaderError> {
        let length = generator.chars().count();
        let is_printable = !generator.chars().any(char::is_control);
        if !(1..=100).contains(&length) || !is_printable || generator.trim() != generator {
            return Err(HeaderError::Generator);
        }
        self.generator = Some(generator.to_owned());
        Ok(self)
    }

    /// The rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Columns, and rows, of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The side whose win is claimed.
    pub const fn attacker(&self) -> Colour {
        self.attacker
    }

    /// The stones as they were given.
    pub const fn root(&self) -> &Root {
        &self.root
    }

    /// The side to move.
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The program that made the certificate.
    pub fn generator(&self) -> Option<&str> {
        self.generator.as_deref()
    }

    /// Every stone of the first position with its colour.
    pub fn stones(&self) -> impl Iterator<Item = (Square, Colour)> {
        let (moves, black, white): (&[Square], &[Square], &[Square]) = match &self.root {
            Root::Moves(moves) => (moves, &[], &[]),
            Root::Stones { black, white } => (&[], black, white),
        };
        let turns = [Colour::Black, Colour::White].into_iter().cycle();
        (moves.iter().copied().zip(turns))
            .chain(black.iter().map(|&square| (square, Colour::Black)))
            .chain(white.iter().map(|&square| (square, Colour::White)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Square> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn a_header_that_makes_no_sense_is_refused() {
        let moves =
            |text, to_move| Header::new(Rule::Mixed, 15, Colour::Black, Root::Moves(squares(text)), to_move);
        assert!(moves("h8 o15 g9", Colour::White).is_ok());
        assert_eq!(moves("h8 o15 g9", Colour::Black), Err(HeaderError::ToMove(Colour::White)));
        let p1 = squares("p1")[0];
        assert_eq!(moves("h8 p1", Colour::Black), Err(HeaderError::Outside { square: p1, size: 15 }));
        assert_eq!(moves("h8 h8", Colour::Black), Err(HeaderError::Occupied(squares("h8")[0])));
        let empty = Root::Moves(Vec::new());
        let sized = |size| Header::new(Rule::Mixed, size, Colour::Black, empty.clone(), Colour::Black);
        assert_eq!(sized(4), Err(HeaderError::Size(4)));
        assert_eq!(sized(23), Err(HeaderError::Size(23)));
        let header = sized(5).unwrap();
        assert_eq!(header.clone().with_generator("two\nlines"), Err(HeaderError::Generator));
        assert_eq!(header.clone().with_generator(""), Err(HeaderError::Generator));
        assert_eq!(header.with_generator("tengen 0.1.0").unwrap().generator(), Some("tengen 0.1.0"));
    }

    #[test]
    fn renju_and_caro_are_refused_with_the_reason() {
        let renju = "renju".parse::<Rule>().unwrap_err().to_string();
        assert!(renju.starts_with("renju is not certified: "), "{renju}");
        let caro = "caro".parse::<Rule>().unwrap_err().to_string();
        assert!(caro.starts_with("caro is not certified: "), "{caro}");
        assert_eq!("Mixed".parse::<Rule>(), Err(RuleError::Unknown("Mixed".into())));
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
    }
}
