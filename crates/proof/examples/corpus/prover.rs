//! A tiny prover: exhaustive, slow, with every kind of record.

use tengen_proof::board::{Board, Fives};
use tengen_proof::{Builder, Certificate, Colour, Header, Limit, Root, Square, Symmetry, brute};

/// A strategy where the attacker is to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Attack {
    Line(Vec<Square>),
    Play(Square, Box<Defence>),
}

/// A strategy where the defender is to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Defence {
    Two,
    Forced(Box<Attack>),
    Default(Vec<Square>, Vec<(Square, Attack)>),
    Tree(Box<Attack>, Vec<(Square, Attack)>),
    All(Vec<(Square, Attack)>),
}

/// Which records the prover prefers where it has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taste {
    /// Default lines.
    Lines,
    /// A default tree at the first defence.
    Trees,
    /// All replies one by one at the first defence.
    Children,
}

pub(crate) struct Prover<'a> {
    pub(crate) header: &'a Header,
    pub(crate) board: Board<'a>,
    pub(crate) taste: Taste,
    /// Positions that may still be looked at.
    pub(crate) budget: u32,
    /// Whether lines of fours are written move by move.
    spell: bool,
}

impl<'a> Prover<'a> {
    pub(crate) fn new(header: &'a Header, taste: Taste, spell: bool) -> Self {
        Self {
            spell,
            header,
            board: Board::new(header),
            taste,
            budget: if taste == Taste::Children { 1500 } else { 400 },
        }
    }

    fn us(&self) -> Colour {
        self.header.attacker()
    }

    fn empty(&self) -> Vec<Square> {
        self.board.squares().filter(|&square| self.board.at(square).is_none()).collect()
    }

    fn with<T>(&mut self, square: Square, colour: Colour, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.board.put(square, colour);
        let answer = ask(self);
        self.board.clear(square);
        answer
    }

    /// A line of at most `depth` fours that wins.
    pub(crate) fn fours(&mut self, depth: u32) -> Option<Vec<Square>> {
        let (us, them) = (self.us(), self.us().opponent());
        if self.board.fives(us) != Fives::None {
            return Some(Vec::new());
        }
        self.budget = self.budget.checked_sub(1)?;
        let candidates = match self.board.fives(them) {
            _ if depth == 0 => return None,
            Fives::Many => return None,
            Fives::One(square) => vec![square],
            Fives::None => self.empty(),
        };
        candidates.into_iter().find_map(|square| {
            self.with(square, us, |this| match this.board.fives(us) {
                Fives::None => None,
                Fives::Many => Some(vec![square]),
                Fives::One(forced) => this.with(forced, them, |this| {
                    let rest = this.fours(depth - 1)?;
                    Some([vec![square], rest].concat())
                }),
            })
        })
    }

    /// A win with at most `depth` moves before the last line of fours.
    pub(crate) fn attack(&mut self, depth: u32) -> Option<Attack> {
        if let Some(line) = self.fours(4) {
            return Some(if self.spell { self.spell_out(&line) } else { Attack::Line(line) });
        }
        if depth == 0 {
            return None;
        }
        let candidates = match self.board.fives(self.us().opponent()) {
            Fives::Many => return None,
            Fives::One(square) => vec![square],
            Fives::None => self.empty(),
        };
        candidates.into_iter().find_map(|square| {
            let defence = self.with(square, self.us(), |this| this.defend(depth - 1))?;
            Some(Attack::Play(square, Box::new(defence)))
        })
    }

    /// A line of fours as moves and forced replies.
    fn spell_out(&mut self, line: &[Square]) -> Attack {
        let (us, them) = (self.us(), self.us().opponent());
        let Some((&first, rest)) = line.split_first() else { return Attack::Line(Vec::new()) };
        let defence = self.with(first, us, |this| match this.board.fives(us) {
            Fives::One(forced) => {
                Defence::Forced(Box::new(this.with(forced, them, |this| this.spell_out(rest))))
            }
            _ => Defence::Two,
        });
        Attack::Play(first, Box::new(defence))
    }

    pub(crate) fn defend(&mut self, depth: u32) -> Option<Defence> {
        let (us, them) = (self.us(), self.us().opponent());
        self.budget = self.budget.checked_sub(1)?;
        if self.board.fives(them) != Fives::None {
            return None;
        }
        match self.board.fives(us) {
            Fives::Many => return Some(Defence::Two),
            Fives::One(forced) => {
                let rest = self.with(forced, them, |this| this.attack(depth))?;
                return Some(Defence::Forced(Box::new(rest)));
            }
            Fives::None => {}
        }
        match std::mem::replace(&mut self.taste, Taste::Lines) {
            Taste::Lines => self.default(depth),
            Taste::Trees => self.tree(depth),
            Taste::Children => {
                self.fours(4)?;
                let child = |this: &mut Self, reply| {
                    Some((reply, this.with(reply, them, |this| this.attack(depth))?))
                };
                let children: Option<Vec<_>> =
                    self.empty().into_iter().map(|reply| child(self, reply)).collect();
                children.filter(|children| !children.is_empty()).map(Defence::All)
            }
        }
    }

    fn default(&mut self, depth: u32) -> Option<Defence> {
        let (us, them) = (self.us(), self.us().opponent());
        let line = self.fours(4)?;
        let mut children = Vec::new();
        for reply in self.empty() {
            if !self.with(reply, them, |this| this.board.replay(us, &line).won) {
                children.push((reply, self.with(reply, them, |this| this.attack(depth))?));
            }
        }
        Some(Defence::Default(line, children))
    }

    fn tree(&mut self, depth: u32) -> Option<Defence> {
        let them = self.us().opponent();
        let tree = self.attack(depth.max(1))?;
        let mut children = Vec::new();
        for reply in self.empty() {
            let holds = self.with(reply, them, |this| this.holds(&tree));
            if !holds {
                children.push((reply, self.with(reply, them, |this| this.attack(depth))?));
            }
        }
        Some(Defence::Tree(Box::new(tree), children))
    }

    /// Whether a strategy wins from the position on the board, by the checker's own word. A tree that is used elsewhere may
    /// have children on squares that are occupied, so it is asked through `U`.
    fn holds(&mut self, tree: &Attack) -> bool {
        let (us, size) = (self.us(), self.header.size());
        let stones = |colour| {
            let all = self.board.squares().filter(|&square| self.board.at(square) == Some(colour));
            all.collect::<Vec<_>>()
        };
        let root = Root::Stones { black: stones(Colour::Black), white: stones(Colour::White) };
        let header =
            Header::new(self.header.rule(), size, us, root, us).expect("the stones lie on the board");
        let mut builder = Builder::new(header);
        emit_attack(&mut builder, tree, None);
        let proof = builder.finish().expect("a strategy has the right shape");
        brute::check(&proof, Limit::NONE).is_valid()
    }
}

/// Where strategies that were written before are found again.
pub(crate) struct Sharing {
    written: Vec<(Attack, u32)>,
    positions: Vec<(Vec<(Square, Colour)>, u32)>,
    reuse: bool,
    mirror: bool,
    size: u8,
}

fn emit_attack(builder: &mut Builder, tree: &Attack, shared: Option<(&mut Sharing, &mut Board<'_>, Colour)>) {
    let Some((sharing, board, us)) = shared else {
        match tree {
            Attack::Line(line) => drop(builder.line(line)),
            Attack::Play(square, defence) => {
                builder.play(*square);
                emit_defence(builder, defence, None);
            }
        }
        return;
    };
    let stones: Vec<_> = board.squares().filter_map(|at| Some((at, board.at(at)?))).collect();
    if sharing.mirror
        && let Some((record, symmetry)) = sharing.find_position(&stones)
    {
        builder.same(record, symmetry);
        return;
    }
    if sharing.reuse
        && let Some((_, record)) = sharing.written.iter().find(|(other, _)| other == tree)
    {
        builder.reuse(*record);
        return;
    }
    let number = builder.next_number();
    match tree {
        Attack::Line(line) => drop(builder.line(line)),
        Attack::Play(square, defence) => {
            builder.play(*square);
            board.put(*square, us);
            emit_defence(builder, defence, Some((&mut *sharing, &mut *board, us)));
            board.clear(*square);
        }
    }
    sharing.written.push((tree.clone(), number));
    sharing.positions.push((stones, number));
}

fn emit_defence(
    builder: &mut Builder,
    tree: &Defence,
    mut shared: Option<(&mut Sharing, &mut Board<'_>, Colour)>,
) {
    fn again<'s, 'h>(
        shared: &'s mut Option<(&mut Sharing, &mut Board<'h>, Colour)>,
    ) -> Option<(&'s mut Sharing, &'s mut Board<'h>, Colour)> {
        shared.as_mut().map(|(sharing, board, us)| (&mut **sharing, &mut **board, *us))
    }
    let children = match tree {
        Defence::Two => {
            builder.two();
            return;
        }
        Defence::Forced(rest) => {
            builder.forced();
            let forced = shared.as_ref().and_then(|(_, board, us)| match board.fives(*us) {
                Fives::One(square) => Some(square),
                _ => None,
            });
            if let (Some((_, board, us)), Some(square)) = (&mut shared, forced) {
                board.put(square, us.opponent());
            }
            emit_attack(builder, rest, again(&mut shared));
            if let (Some((_, board, _)), Some(square)) = (&mut shared, forced) {
                board.clear(square);
            }
            return;
        }
        Defence::Default(line, children) => {
            builder.default(line, children.len());
            children
        }
        Defence::Tree(tree, children) => {
            builder.tree(children.len());
            emit_attack(builder, tree, again(&mut shared));
            children
        }
        Defence::All(children) => {
            builder.all(children.len());
            children
        }
    };
    for (reply, child) in children {
        builder.reply(*reply);
        if let Some((_, board, us)) = &mut shared {
            board.put(*reply, us.opponent());
        }
        emit_attack(builder, child, again(&mut shared));
        if let Some((_, board, _)) = &mut shared {
            board.clear(*reply);
        }
    }
}

impl Sharing {
    fn find_position(&self, stones: &[(Square, Colour)]) -> Option<(u32, Symmetry)> {
        self.positions.iter().find_map(|(other, record)| {
            Symmetry::all().find_map(|symmetry| {
                let mut image: Vec<_> =
                    stones.iter().map(|&(at, colour)| (symmetry.apply(at, self.size), colour)).collect();
                image.sort_unstable_by_key(|(at, _)| at.index(self.size));
                (image == *other).then_some((*record, symmetry))
            })
        })
    }
}

/// Which of the records that refer to others are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    Nothing,
    /// `U`.
    Trees,
    /// `R`.
    Positions,
}

/// Proves the claim, with the defender to move, if it can and if it is not too easy.
pub(crate) fn prove(header: &Header, depth: u32, taste: Taste, spell: bool) -> Option<Defence> {
    let mut prover = Prover::new(header, taste, spell);
    let (us, them) = (header.attacker(), header.attacker().opponent());
    let is_quiet = prover.board.fives(us) == Fives::None && prover.board.fives(them) == Fives::None;
    if prover.board.has_five() || !is_quiet {
        return None;
    }
    prover.fours(4)?;
    prover.defend(depth)
}

/// Writes a proof: from the position itself, or from before the attacker's stone `last` was played.
pub(crate) fn write(header: &Header, tree: Defence, last: Option<Square>, share: Share) -> Certificate {
    let mut sharing = Sharing {
        written: Vec::new(),
        positions: Vec::new(),
        reuse: share == Share::Trees,
        mirror: share == Share::Positions,
        size: header.size(),
    };
    let mut header = header.clone();
    if let Some(last) = last {
        let stones = |wanted| {
            let all = header.stones().filter(|&(at, colour)| colour == wanted && at != last);
            all.map(|(at, _)| at).collect()
        };
        let root = Root::Stones { black: stones(Colour::Black), white: stones(Colour::White) };
        let us = header.attacker();
        header = Header::new(header.rule(), header.size(), us, root, us).expect("fewer stones");
    }
    let mut builder = Builder::new(header.clone());
    let mut board = Board::new(&header);
    let shared = Some((&mut sharing, &mut board, header.attacker()));
    match last {
        Some(last) => emit_attack(&mut builder, &Attack::Play(last, Box::new(tree)), shared),
        None => emit_defence(&mut builder, &tree, shared),
    }
    builder.finish().expect("a strategy has the right shape")
}
