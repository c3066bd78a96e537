//! One game: two players, a referee that trusts neither, and two clocks.

use crate::judge::{DrawRule, Judge, Quiet};
use crate::line::{GameLine, Margin, Ply, Reason, Side, Winner};
use crate::openings::Opening;
use crate::player::{Choice, Failure, Player, Start, TurnClock, limit};
use crate::spec::Allowance;
use std::time::Duration;
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::{Colour, Move, Position, Rule, Size, Status};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The number of the game.
    pub game: u64,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The first stones.
    pub opening: &'a Opening,
    /// Who has the black stones.
    pub black: Side,
    /// What A and B may use.
    pub allowances: [Allowance; 2],
    /// How much later than its limit an answer still counts.
    pub tolerance: Duration,
    /// After this many stones the game is a draw.
    pub max_moves: usize,
    /// When a game is a draw because nobody sees an edge.
    pub draw: Option<DrawRule>,
    /// For what the players draw by lot.
    pub seed: u64,
}

/// Why a game came to no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Abort {
    /// The match was called off.
    #[error("called off")]
    CalledOff,
    /// An engine cannot play at all.
    #[error("engine {} cannot play: {text}", if *.side == Side::A { "A" } else { "B" })]
    Unfit {
        /// Which.
        side: Side,
        /// Why.
        text: String,
    },
    /// The opening is not legal under this rule.
    #[error("the opening of game {game} cannot be played: {text}")]
    Opening {
        /// The game.
        game: u64,
        /// Why.
        text: String,
    },
}

/// How a game ended.
struct End {
    winner: Winner,
    reason: Reason,
    detail: String,
}

/// Plays a game between A and B. With a judge an announced win that it proves ends the game.
///
/// # Errors
/// When it comes to no result that says something about the engines.
pub fn play(
    plan: &Plan<'_>,
    players: &mut [Box<dyn Player>; 2],
    mut judge: Option<&mut Judge>,
) -> Result<GameLine, Abort> {
    let moves = plan.opening.0.iter().copied();
    let mut position = Position::from_moves(plan.size, plan.rule, moves)
        .map_err(|error| Abort::Opening { game: plan.game, text: error.to_string() })?;
    let start = Start { rule: plan.rule, size: plan.size, seed: plan.seed };
    for side in Side::BOTH {
        players[side.index()].new_game(&start).map_err(|failure| match failure {
            Failure::CalledOff => Abort::CalledOff,
            other => Abort::Unfit { side, text: other.to_string() },
        })?;
    }
    let mut clocks = plan.allowances.map(|allowance| GameClock::new(allowance, plan.tolerance));
    let mut plies = Vec::new();
    let mut quiet = Quiet::new(plan.draw);
    let end = loop {
        if let Some(end) = end_of(plan, &position) {
            break end;
        }
        let side = plan.side(position.to_move());
        let clock = &mut clocks[side.index()];
        let end = match players[side.index()].choose(&position, &clock.turn()) {
            Err(failure) => Some(lost(side, failure)?),
            Ok(choice) => {
                clock.count(choice.elapsed);
                let announced = choice.score.filter(|score| score.is_win());
                if let (Some(win), Some(judge)) = (announced, &mut judge)
                    && judge.proves(&position)
                {
                    break End { winner: side.into(), reason: Reason::Proven, detail: win.to_string() };
                }
                let played = position.play(Move::Place(choice.point));
                let is_draw = quiet.hear(choice.score, position.stone_count());
                plies.extend(played.is_ok().then(|| ply(choice)));
                match played {
                    Err(error) => Some(End {
                        winner: side.other().into(),
                        reason: Reason::Illegal,
                        detail: error.to_string(),
                    }),
                    Ok(()) if is_draw && position.status() == Status::Open => Some(draw(Reason::Quiet)),
                    Ok(()) => None,
                }
            }
        };
        if let Some(end) = end {
            break end;
        }
    };
    Ok(GameLine {
        game: plan.game,
        black: plan.black,
        winner: end.winner,
        reason: end.reason,
        detail: end.detail,
        names: [players[0].name(), players[1].name()],
        opening: plan.opening.0.len(),
        moves: moves_to_string(position.moves(), plan.size, Origin::Bottom),
        plies,
        margins: clocks.map(|clock| clock.margin),
    })
}

impl Plan<'_> {
    fn side(&self, colour: Colour) -> Side {
        if colour == Colour::Black { self.black } else { self.black.other() }
    }
}

/// What the referee says.
fn end_of(plan: &Plan<'_>, position: &Position) -> Option<End> {
    match position.status() {
        Status::Won { winner, foul } => Some(End {
            winner: plan.side(winner).into(),
            reason: if foul.is_some() { Reason::Foul } else { Reason::Five },
            detail: foul.map(|foul| foul.to_string()).unwrap_or_default(),
        }),
        Status::Draw => Some(draw(Reason::FullBoard)),
        Status::Open if position.stone_count() >= plan.max_moves => Some(draw(Reason::MaxMoves)),
        Status::Open => None,
    }
}

fn draw(reason: Reason) -> End {
    End { winner: Winner::Draw, reason, detail: String::new() }
}

/// The end of a game in which a player gave no move.
fn lost(side: Side, failure: Failure) -> Result<End, Abort> {
    let detail = failure.to_string();
    let reason = match failure {
        Failure::Late(_) => Reason::Time,
        Failure::Crash(_) => Reason::Crash,
        Failure::Illegal(_) => Reason::Illegal,
        Failure::Refused(_) => Reason::Error,
        Failure::Unfit(text) => return Err(Abort::Unfit { side, text }),
        Failure::CalledOff => return Err(Abort::CalledOff),
    };
    Ok(End { winner: side.other().into(), reason, detail })
}

fn ply(choice: Choice) -> Ply {
    Ply {
        ms: milliseconds(choice.elapsed),
        score: choice.score.map(|score| score.to_string()),
        depth: choice.depth,
        nodes: choice.nodes,
        message: choice.message,
    }
}

/// Milliseconds with one place behind the point.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// The time of one player in one game.
struct GameClock {
    allowance: Allowance,
    left: Option<Duration>,
    tolerance: Duration,
    margin: Margin,
}

impl GameClock {
    fn new(allowance: Allowance, tolerance: Duration) -> Self {
        Self { allowance, left: allowance.game, tolerance, margin: Margin::default() }
    }

    fn limit(&self) -> Option<Duration> {
        limit(&self.allowance, self.left)
    }

    fn turn(&self) -> TurnClock {
        TurnClock { left: self.left, limit: self.limit(), tolerance: self.tolerance }
    }

    fn count(&mut self, elapsed: Duration) {
        // No time at all means "as fast as possible", which nobody can exceed.
        if let Some(limit) = self.limit().filter(|limit| !limit.is_zero() && elapsed > *limit) {
            let over = milliseconds(elapsed.saturating_sub(limit));
            self.margin.add(&Margin { over: 1, worst_ms: over });
        }
        self.left =
            self.left.map(|left| left.saturating_sub(elapsed).saturating_add(self.allowance.increment));
    }
}
