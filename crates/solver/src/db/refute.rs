//! The defender's side: does a sequence of threats stand against everything that is faster?
//!
//! The sequence is played in its order. First with all defences put at once, so that at every moment the defender has at least the
//! stones that any real defence would have given it; if it falls by that, once more with every single choice of defences. Between them
//! the defender has faster threats: against a four only a five, against a three also fours. The sequence is given up as refuted, without
//! asking whether the refutation really works, if
//! - the defender could make five before the attacker does;
//! - some line of counter-fours wins, that is, leaves two squares for a five;
//! - some line of counter-fours puts a stone on a square that the rest of the sequence needs, be it the defender's stone or the
//!   forced answer (unless that answer is a four itself, which gives the attacker the move back).
//!
//! Why looking at one prefix at a time is complete: a counter-four that does none of this stands on squares that the sequence never
//! touches. So it can be played just as well against a later three, where the defender has only more stones; every mixture of
//! counter-fours at different moments is one line of counter-fours at the last of them. A four leaves one answer, so all of
//! these lines can be tried one by one; behind each of them the fours of the sequence are played up to the next three, because their
//! answers may complete something. If there are too many lines, the sequence counts as refuted.
//!
//! The defender's windows are counted as if six in a row won for it. Where they do not, that only refutes more: with all
//! defences on the board a real five of fewer stones could look like six.

use super::gomoku::{Kind, Move};
use super::windows::{Square, Window, Windows};
use std::collections::HashSet;
use tengen_core::board::PointSet;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Empty,
    Ours,
    Theirs,
}

/// What became of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The defender may have something.
    Refuted,
    /// The attacker wins with it. A stone that the defender gets for nothing beforehand changes that only if it is put on one of these
    /// squares.
    Stands { potential_defences: PointSet },
}

/// A position to defend.
pub(crate) struct Attack<'a> {
    pub(crate) windows: &'a Windows,
    pub(crate) ours: &'a PointSet,
    pub(crate) theirs: &'a PointSet,
    /// Whether six in a row do not win for the attacker.
    pub(crate) is_exact: bool,
}

/// Checks a sequence whose members can be played in this order, the last of them a five. `effort` bounds how many positions are
/// looked at.
pub(crate) fn check(attack: &Attack, members: &[&Move], effort: usize) -> Verdict {
    let &Attack { windows, ours, theirs, is_exact } = attack;
    let cell = |square: usize| {
        let p = windows.point(square as Square);
        if ours.contains(p) {
            Cell::Ours
        } else if theirs.contains(p) {
            Cell::Theirs
        } else {
            Cell::Empty
        }
    };
    let cells: Vec<Cell> = (0..windows.size().area()).map(cell).collect();
    let (touched, tried) = (HashSet::new(), HashSet::new());
    let is_open = |window: &&Window| window.squares.iter().all(|s| cells[usize::from(*s)] != Cell::Ours);
    let open = windows.all().filter(is_open).collect();
    let mut defender = Defender { windows, open, is_exact, cells, touched, tried, effort_left: 0 };
    let ends_with_five = members.last().is_some_and(|last| last.kind == Kind::Five);
    let stands = [Choice::All, Choice::Each].into_iter().any(|choice| {
        defender.effort_left = effort;
        defender.touched.clear();
        defender.stands(members, None, choice)
    });
    if !ends_with_five || !stands {
        return Verdict::Refuted;
    }
    Verdict::Stands { potential_defences: defender.potential_defences(ours, theirs, members) }
}

/// How the defender answers threes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// With all defences at once: one position stands for all, and what holds in it holds in each.
    All,
    /// With one of them, and every one is tried: exact, and often long.
    Each,
}

struct Defender<'a> {
    windows: &'a Windows,
    /// The windows in which the attacker had no stone at the start.
    open: Vec<&'a Window>,
    is_exact: bool,
    cells: Vec<Cell>,
    /// Squares that counter-fours used, their answers included.
    touched: HashSet<Square>,
    /// Lines of counter-fours that were tried against the three at hand, as sets of stones.
    tried: HashSet<Vec<(Square, Cell)>>,
    effort_left: usize,
}

/// What the attacker cannot do without from one of its threats on.
struct Needed {
    /// No stone may be put here.
    empty: HashSet<Square>,
    /// No stone of the attacker may be put here.
    flanks: HashSet<Square>,
}

/// What the counter-fours against a three are up against.
struct Rest<'a> {
    needed: Needed,
    three: &'a Move,
    /// What follows the three.
    members: &'a [&'a Move],
}

impl Rest<'_> {
    /// Whether no three follows: then the fours that do were looked at together with the counter-fours.
    fn ends(&self) -> bool {
        self.members.iter().all(|member| member.kind != Kind::Three)
    }
}

impl Needed {
    fn from(members: &[&Move]) -> Self {
        let squares = |member: &&Move| {
            let squares = std::iter::once(member.gain).chain(member.costs.iter().copied());
            squares.chain(member.rest.iter().copied()).collect::<Vec<_>>()
        };
        Self {
            empty: members.iter().flat_map(squares).collect(),
            flanks: members.iter().flat_map(|member| member.flanks.iter().copied()).collect(),
        }
    }

    fn forbids_answer(&self, square: Square) -> bool {
        self.empty.contains(&square) || self.flanks.contains(&square)
    }
}

impl Defender<'_> {
    /// Whether the members win from here on, with whatever was put before them; `last` is the threat before them.
    fn stands(&mut self, members: &[&Move], last: Option<&Move>, choice: Choice) -> bool {
        let is_three = |member: &&Move| member.kind == Kind::Three;
        let Some(at) = members.iter().position(is_three) else {
            return self.fours_run(members, last);
        };
        // What was said of the fours was said when the three before them was played, unless there is none.
        if last.is_none() && !self.fours_run(members, None) {
            return false;
        }
        let mut line = Vec::new();
        members[..at].iter().for_each(|member| self.play(member, &mut line));
        let three = members[at];
        self.put_stone(three.gain, Cell::Ours, &mut line);
        let rest = Rest { needed: Needed::from(&members[at..]), three, members: &members[at + 1..] };
        let choices: Vec<&[Square]> = match choice {
            Choice::Each if !three.costs.is_empty() => three.costs.chunks(1).collect(),
            Choice::Each | Choice::All => vec![&three.costs],
        };
        let stands = choices.into_iter().all(|costs| {
            let before = line.len();
            for cost in costs {
                self.put_stone(*cost, Cell::Theirs, &mut line);
            }
            self.tried.clear();
            let stands = !self.refutes(&rest, &mut Vec::new())
                && (rest.ends() || self.stands(rest.members, Some(three), choice));
            self.take_back(&mut line, before);
            stands
        });
        self.take_back(&mut line, 0);
        stands
    }

    /// Puts a threat and all its defences.
    fn play(&mut self, member: &Move, line: &mut Vec<(Square, Cell)>) {
        self.put_stone(member.gain, Cell::Ours, line);
        member.costs.iter().for_each(|cost| self.put_stone(*cost, Cell::Theirs, line));
    }

    fn put_stone(&mut self, square: Square, cell: Cell, line: &mut Vec<(Square, Cell)>) {
        self.cells[usize::from(square)] = cell;
        line.push((square, cell));
    }

    fn take_back(&mut self, line: &mut Vec<(Square, Cell)>, to: usize) {
        for (square, _) in line.drain(to..) {
            self.cells[usize::from(square)] = Cell::Empty;
        }
    }

    /// Whether the fours and the five that come next, up to the next three, leave the defender no five in between. The board is
    /// unchanged on return.
    fn fours_run(&mut self, members: &[&Move], last: Option<&Move>) -> bool {
        let mut line = Vec::new();
        let mut last = last;
        let mut holds = true;
        for member in members.iter().take_while(|member| member.kind != Kind::Three) {
            holds = self.leaves_time(last, Some(member));
            if !holds || member.kind == Kind::Five {
                break;
            }
            self.play(member, &mut line);
            last = Some(member);
        }
        let next = members.iter().find(|member| member.kind == Kind::Three).copied();
        if let (true, Some(next)) = (holds, next) {
            holds = self.leaves_time(last, Some(next));
        }
        self.take_back(&mut line, 0);
        holds
    }

    /// Whether the defender, having answered the last threat, has no five that comes before the attacker's next move. A
    /// four whose answer threatens a five may be followed by the very move that stops it.
    fn leaves_time(&self, last: Option<&Move>, next: Option<&Move>) -> bool {
        let mut fives = Vec::new();
        for window in &self.open {
            match self.count(window) {
                Some(5) => return false,
                Some(4) => fives.extend(window.squares.into_iter().filter(|s| self.is_empty(*s))),
                _ => {}
            }
        }
        let Some(five) = fives.first() else { return true };
        let Some(next) = next else { return false };
        let was_forced = last.is_none_or(|last| last.kind == Kind::Four);
        let stops_all = next.gain == *five && fives.iter().all(|square| square == five);
        was_forced && (next.kind == Kind::Five || stops_all)
    }

    /// Whether some line of counter-fours from here is a refutation. `line` is what was put on the board so far: it may also help
    /// against the fours that come next, though those leave no time for counter-fours themselves.
    fn refutes(&mut self, rest: &Rest, line: &mut Vec<(Square, Cell)>) -> bool {
        if self.effort_left == 0 {
            return true;
        }
        self.effort_left -= 1;
        if !self.fours_run(rest.members, Some(rest.three)) {
            return true;
        }
        let mut fours: Vec<(Square, Square)> = Vec::new();
        for window in self.open.iter().filter(|window| self.count(window) == Some(3)) {
            let free: Vec<Square> = window.squares.into_iter().filter(|s| self.is_empty(*s)).collect();
            if let [one, other] = free[..] {
                fours.extend([(one, other), (other, one)]);
            }
        }
        fours.sort_unstable();
        fours.dedup();
        fours.into_iter().any(|(four, answer)| self.refutes_with(four, answer, rest, line))
    }

    /// Whether a counter-four and what can follow it is a refutation.
    fn refutes_with(
        &mut self,
        four: Square,
        answer: Square,
        rest: &Rest,
        line: &mut Vec<(Square, Cell)>,
    ) -> bool {
        if rest.needed.empty.contains(&four) {
            return true;
        }
        let before = line.len();
        self.put(four, Cell::Theirs, line);
        let is_double = self.fives(four, Cell::Theirs).iter().any(|five| *five != answer);
        let refutes = is_double || {
            self.put(answer, Cell::Ours, line);
            self.goes_on(answer, rest, line)
        };
        self.take_back(line, before);
        refutes
    }

    /// What follows the forced answer. It may itself be a four: if what stops that does not touch the three, the attacker is to move
    /// and carries the three out. Otherwise the defender is given the stone and goes on.
    fn goes_on(&mut self, answer: Square, rest: &Rest, line: &mut Vec<(Square, Cell)>) -> bool {
        let fives = self.fives(answer, Cell::Ours);
        if fives.len() > 1 {
            return false;
        }
        let three = rest.three;
        let is_apart = |square: &Square| !three.costs.contains(square) && !three.rest.contains(square);
        let spoils = three.flanks.contains(&answer);
        if let Some(five) = fives.first() {
            self.put(*five, Cell::Theirs, line);
            let gains_time = self.fives(*five, Cell::Theirs).is_empty();
            if gains_time && is_apart(&answer) && is_apart(five) && !spoils {
                return false;
            }
            if !gains_time || rest.needed.empty.contains(five) {
                return true;
            }
        }
        if rest.needed.forbids_answer(answer) {
            return true;
        }
        let mut key = line.clone();
        key.sort_unstable_by_key(|(square, _)| *square);
        self.tried.insert(key) && self.refutes(rest, line)
    }

    fn put(&mut self, square: Square, cell: Cell, line: &mut Vec<(Square, Cell)>) {
        self.touched.insert(square);
        self.put_stone(square, cell, line);
    }

    fn is_empty(&self, square: Square) -> bool {
        self.cells[usize::from(square)] == Cell::Empty
    }

    /// The defender's stones in a window that the attacker has none in.
    fn count(&self, window: &Window) -> Option<usize> {
        self.count_of(window, Cell::Theirs)
    }

    fn count_of(&self, window: &Window, side: Cell) -> Option<usize> {
        let mut count = 0;
        for square in window.squares {
            match self.cells[usize::from(square)] {
                Cell::Empty => {}
                cell if cell == side => count += 1,
                _ => return None,
            }
        }
        Some(count)
    }

    /// Where a side could make five through a stone of its own, each square once.
    fn fives(&self, stone: Square, side: Cell) -> Vec<Square> {
        let mut fives: Vec<Square> = Vec::new();
        let is_six = |window: &Window| {
            let is_ours = |flank: &Square| self.cells[usize::from(*flank)] == Cell::Ours;
            side == Cell::Ours && self.is_exact && window.flanks.iter().flatten().any(is_ours)
        };
        let is_four = |window: &&Window| self.count_of(window, side) == Some(4) && !is_six(window);
        for window in self.windows.through(stone).filter(is_four) {
            fives.extend(window.squares.into_iter().filter(|square| self.is_empty(*square)));
        }
        fives.sort_unstable();
        fives.dedup();
        fives
    }

    /// The squares of the sequence, and the empty squares of every window in which one more stone could make a counter-four
    /// possible: those that hold two stones which the defender has or might get.
    fn potential_defences(&self, ours: &PointSet, theirs: &PointSet, members: &[&Move]) -> PointSet {
        let point = |square: Square| self.windows.point(square);
        let needed = Needed::from(members);
        let mut squares: PointSet =
            needed.empty.iter().chain(&self.touched).map(|square| point(*square)).collect();
        let costs = members.iter().flat_map(|member| member.costs.iter().copied());
        let might_have: PointSet = costs.chain(self.touched.iter().copied()).map(point).collect();
        let might_have = might_have | *theirs;
        for window in self.windows.all() {
            let points = window.squares.map(point);
            let is_open = points.iter().all(|p| !ours.contains(*p));
            if is_open && points.iter().filter(|p| might_have.contains(**p)).count() >= 2 {
                squares.extend(points);
            }
        }
        squares - (*ours | *theirs)
    }
}
