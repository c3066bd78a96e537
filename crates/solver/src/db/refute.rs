//! The defender's side: does a sequence of threats stand against everything that is faster?
//!
//! The sequence is played in its order with all defences put at once, so at every moment the defender has at least the
//! stones that any real defence would have given it. Between them it has faster threats: against a four only a five, against a three
//! also fours. The sequence is given up as refuted, without asking whether the refutation really works, if
//! - the defender could make five before the attacker does;
//! - some line of counter-fours wins, that is, leaves two squares for a five;
//! - some line of counter-fours puts a stone on a square that the rest of the sequence needs, be it the defender's stone or the forced answer.
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

/// Checks a sequence whose members can be played in this order, the last of them a five. `stones` bounds how many counter-fours
/// are tried against one three.
pub(crate) fn check(
    windows: &Windows,
    ours: &PointSet,
    theirs: &PointSet,
    members: &[&Move],
    stones: usize,
) -> Verdict {
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
    let mut defender =
        Defender { windows, cells, touched: HashSet::new(), tried: HashSet::new(), stones_left: 0 };
    if !defender.stands(members, stones) {
        return Verdict::Refuted;
    }
    Verdict::Stands { potential_defences: defender.potential_defences(ours, theirs, members) }
}

struct Defender<'a> {
    windows: &'a Windows,
    cells: Vec<Cell>,
    /// Squares that counter-fours used, their answers included.
    touched: HashSet<Square>,
    /// Lines of counter-fours that were tried against the three at hand, as sets of stones.
    tried: HashSet<Vec<(Square, Cell)>>,
    stones_left: usize,
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
    fn stands(&mut self, members: &[&Move], stones: usize) -> bool {
        if !self.fours_run(members, None) {
            return false;
        }
        for (at, member) in members.iter().enumerate() {
            self.play(member, &mut Vec::new());
            if member.kind != Kind::Three {
                continue;
            }
            self.stones_left = stones;
            self.tried.clear();
            let rest = Rest { needed: Needed::from(&members[at..]), three: member, members: &members[at + 1..] };
            if self.refutes(&rest, &mut Vec::new()) {
                return false;
            }
        }
        members.last().is_some_and(|last| last.kind == Kind::Five)
    }

    /// Puts a threat and all its defences.
    fn play(&mut self, member: &Move, line: &mut Vec<(Square, Cell)>) {
        let costs = member.costs.iter().map(|cost| (*cost, Cell::Theirs));
        for (square, cell) in std::iter::once((member.gain, Cell::Ours)).chain(costs) {
            self.cells[usize::from(square)] = cell;
            line.push((square, cell));
        }
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
        for window in self.windows.all() {
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
        if !self.fours_run(rest.members, Some(rest.three)) {
            return true;
        }
        let mut fours: Vec<(Square, Square)> = Vec::new();
        for window in self.windows.all().filter(|window| self.count(window) == Some(3)) {
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
        if rest.needed.empty.contains(&four) || rest.needed.forbids_answer(answer) || self.stones_left == 0 {
            return true;
        }
        self.stones_left -= 1;
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

    /// What follows the forced answer, which may itself be a four: then the defender gets one more stone for it. In truth
    /// the attacker would be to move.
    fn goes_on(&mut self, answer: Square, rest: &Rest, line: &mut Vec<(Square, Cell)>) -> bool {
        for five in self.fives(answer, Cell::Ours) {
            self.put(five, Cell::Theirs, line);
            if rest.needed.empty.contains(&five) || !self.fives(five, Cell::Theirs).is_empty() {
                return true;
            }
        }
        let mut key = line.clone();
        key.sort_unstable_by_key(|(square, _)| *square);
        self.tried.insert(key) && self.refutes(rest, line)
    }

    fn put(&mut self, square: Square, cell: Cell, line: &mut Vec<(Square, Cell)>) {
        self.cells[usize::from(square)] = cell;
        self.touched.insert(square);
        line.push((square, cell));
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
        for window in self.windows.through(stone).filter(|window| self.count_of(window, side) == Some(4)) {
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
        let mut squares: PointSet = needed.empty.iter().map(|square| point(*square)).collect();
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
