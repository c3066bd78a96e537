//! What `INFO` says, and what follows from it: limits and options are pure functions of the values.
//!
//! A value is kept as it was sent and means something only when it is folded, so the order in which a manager sends its
//! keys never matters. A value that the game depends on and that cannot be met is a [`Refusal`], told at the next
//! command that is no `INFO`, as the protocol wants.

use crate::command::quoted;
use crate::coordinates::Coordinates;
use std::time::Duration;
use tengen_core::Rule;
use tengen_engine::{Clock, Limits, Options};

/// A move's time if a manager gives no limit of any kind.
pub const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// What the process takes besides the table that `INFO hash_size` gives.
pub const BESIDES_TABLE: u64 = 32 << 20;
/// The most threads that `INFO thread_num` can ask for.
pub const MOST_THREADS: usize = 256;
/// The largest table, as the power of two of its kilobytes: 16 GiB.
pub const LARGEST_HASH: u32 = 24;

/// What Piskvork sends for a game without a time limit.
const NO_LIMIT: i64 = 2_147_483_647;
/// What Yixin-Board sends for "unlimited": milliseconds for a move and for a game.
const YIXIN_UNLIMITED: (i64, i64) = (2_000_000, 100_000_000);

/// A value that cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A rule that this engine does not play.
    #[error(
        "INFO rule {0} is not supported: use 0 freestyle, 1 standard, 4 (or 2) renju, 8 caro, 9 caro standard"
    )]
    Rule(String),
    /// A number that cannot be read.
    #[error("INFO {key} wants a number, found `{value}`")]
    Number {
        /// Which key.
        key: &'static str,
        /// What was sent.
        value: String,
    },
    /// A coordinate mode that nobody knows.
    #[error("INFO coord_mode: {0}")]
    Coordinates(#[from] crate::coordinates::UnknownCoordinates),
}

/// Which lines are written while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// Nobody said: one line of text a finished depth, outside of tournaments.
    #[default]
    Plain,
    /// None (0).
    None,
    /// `MESSAGE REALTIME` (1).
    Realtime,
    /// `INFO PV` blocks (2).
    Blocks,
    /// Both (3).
    Both,
}

impl Detail {
    /// Whether `MESSAGE REALTIME` lines are wanted.
    pub fn has_realtime(self) -> bool {
        matches!(self, Self::Realtime | Self::Both)
    }

    /// Whether `INFO PV` blocks are wanted.
    pub fn has_blocks(self) -> bool {
        matches!(self, Self::Blocks | Self::Both)
    }
}

/// All that `INFO` said. Times are in milliseconds, as sent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// `timeout_turn`: 0 is as fast as possible, below is without limit.
    pub turn: Option<i64>,
    /// `timeout_match`: 0 is without limit.
    pub game: Option<i64>,
    /// `time_left`: 2147483647 is without limit, below 0 is overdrawn.
    pub left: Option<i64>,
    /// `time_increment`.
    pub increment: i64,
    /// `max_node`: below 1 is without limit.
    pub nodes: i64,
    /// `max_depth`: below 1 is without limit.
    pub depth: i64,
    /// `max_memory` in bytes: 0 is without limit.
    pub memory: u64,
    /// `hash_size` in kilobytes: 0 is the engine's choice.
    pub hash: u64,
    /// `thread_num`.
    pub threads: Option<i64>,
    /// `caution_factor`, 0 to 5.
    pub caution: Option<i64>,
    /// `strength`, 0 to 100.
    pub strength: Option<i64>,
    /// `rule`.
    pub rule: Rule,
    /// `game_type`: 0 human, 1 engine, 2 tournament, 3 network tournament.
    pub game_type: i64,
    /// `show_detail`.
    pub detail: Detail,
    /// `pondering`.
    pub ponders: bool,
    /// `suggest` or `analysis_mode`: moves are suggested, and played when the manager says `PLAY`.
    pub suggests: bool,
    /// `coord_mode`, if it was sent.
    pub coordinates: Option<Coordinates>,
    /// Whether a GUI of Yixin's kind listens (`YXSHOWINFO`, not an `INFO` key).
    pub has_gui: bool,
    refusals: Vec<(&'static str, Refusal)>,
}

impl Settings {
    /// Takes one key, in lower case. Unknown keys, and values of harmless keys that cannot be read, change nothing.
    pub fn set(&mut self, key: &str, value: &str) {
        match key {
            "timeout_turn" => self.turn = self.vital("timeout_turn", value).or(self.turn),
            "timeout_match" => self.game = self.vital("timeout_match", value).or(self.game),
            "time_left" => self.left = self.vital("time_left", value).or(self.left),
            "max_memory" => {
                let bytes = self.vital("max_memory", value).map(|bytes| u64::try_from(bytes).unwrap_or(0));
                self.memory = bytes.unwrap_or(self.memory);
            }
            "rule" => self.set_rule(value),
            "coord_mode" => {
                let mode = value.parse();
                self.coordinates = mode.as_ref().ok().copied().or(self.coordinates);
                self.refuse("coord_mode", mode.err().map(Refusal::from));
            }
            "time_increment" => self.increment = number(value).unwrap_or(self.increment),
            "max_node" => self.nodes = number(value).unwrap_or(self.nodes),
            "max_depth" => self.depth = number(value).unwrap_or(self.depth),
            "hash_size" => {
                self.hash = number(value).and_then(|kb| u64::try_from(kb).ok()).unwrap_or(self.hash);
            }
            "thread_num" => self.threads = number(value).or(self.threads),
            "caution_factor" => self.caution = number(value).or(self.caution),
            "strength" => self.strength = number(value).or(self.strength),
            "game_type" => self.game_type = number(value).unwrap_or(self.game_type),
            "show_detail" => self.detail = detail(value).unwrap_or(self.detail),
            "pondering" | "auto_pondering" => self.ponders = number(value).map_or(self.ponders, |n| n != 0),
            "suggest" | "analysis_mode" => self.suggests = number(value).map_or(self.suggests, |n| n != 0),
            _ => {}
        }
    }

    /// What cannot be met, if anything; it goes when its key gets a value that can be.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusals.first().map(|(_, refusal)| refusal)
    }

    /// How long the next move may take. `spent` is the thinking time since `time_left` was last sent (or since the game
    /// began, if it never was).
    pub fn limits(&self, spent: Duration) -> Limits {
        let nodes = u64::try_from(self.nodes).ok().filter(|nodes| *nodes > 0);
        let depth = u32::try_from(self.depth.min(10_000)).ok().filter(|depth| *depth > 0);
        let is_unsaid = (self.turn, self.game, self.left) == (None, None, None);
        let clock = if !is_unsaid {
            self.clock(spent)
        } else if nodes.is_none() && depth.is_none() {
            Some(Clock { turn: Some(DEFAULT_TURN), ..Clock::default() })
        } else {
            None
        };
        Limits { clock, nodes, depth, ..Limits::default() }
    }

    /// The clock that a manager spoke of, if it limits anything.
    fn clock(&self, spent: Duration) -> Option<Clock> {
        if self.has_gui && (self.turn, self.game) == (Some(YIXIN_UNLIMITED.0), Some(YIXIN_UNLIMITED.1)) {
            return None;
        }
        let turn = self.turn.and_then(milliseconds);
        let game = self.game.filter(|game| *game > 0 && *game != NO_LIMIT).and_then(milliseconds);
        let left = match self.left {
            Some(NO_LIMIT) => None,
            // Nothing left of a game without a limit is no news.
            Some(left) if left <= 0 && game.is_none() => None,
            Some(left) => milliseconds(left.max(0)),
            None => game,
        };
        let increment = milliseconds(self.increment).unwrap_or_default();
        let clock = Clock { turn, game, left: left.map(|left| left.saturating_sub(spent)), increment };
        (turn.is_some() || game.is_some() || left.is_some()).then_some(clock)
    }

    /// What the engine is to be made with.
    pub fn options(&self) -> Options {
        let plain = Options::default();
        let limit = Some(self.memory).filter(|bytes| *bytes > 0);
        let kilobytes = self.hash.min(1 << LARGEST_HASH);
        let table = Some(kilobytes).filter(|kb| *kb > 0).map(|kb| (kb << 10) + BESIDES_TABLE);
        let memory = limit.into_iter().chain(table).min().unwrap_or(plain.memory);
        let threads = self.threads.map_or(plain.threads, |n| n.clamp(1, MOST_THREADS as i64) as usize);
        let caution = self.caution.map_or(plain.caution, |n| n.clamp(0, 5) as u8);
        Options { memory, threads, caution, ..plain }
    }

    /// The level from 1 to 20 that a strength stands for; `None` is full strength.
    pub fn level(&self) -> Option<u8> {
        let strength = self.strength?.max(0);
        (strength < 100).then(|| (1 + strength * 19 / 99) as u8)
    }

    /// Whether lines of text about the search are welcome.
    pub fn wants_text(&self) -> bool {
        let is_tournament = matches!(self.game_type, 2 | 3);
        !is_tournament && (self.detail == Detail::Plain || self.has_gui)
    }

    fn set_rule(&mut self, value: &str) {
        let rule = number(value).and_then(|n| u32::try_from(n).ok()).and_then(Rule::from_gomocup_number);
        self.rule = rule.unwrap_or(self.rule);
        self.refuse("rule", rule.is_none().then(|| Refusal::Rule(quoted(value))));
    }

    /// A number that the game depends on.
    fn vital(&mut self, key: &'static str, value: &str) -> Option<i64> {
        let number = number(value);
        let refusal = || Refusal::Number { key, value: quoted(value) };
        self.refuse(key, number.is_none().then(refusal));
        number
    }

    fn refuse(&mut self, key: &'static str, refusal: Option<Refusal>) {
        self.refusals.retain(|(refused, _)| *refused != key);
        self.refusals.extend(refusal.map(|refusal| (key, refusal)));
    }
}

/// A duration, if it is a limit: below zero is none.
fn milliseconds(value: i64) -> Option<Duration> {
    u64::try_from(value).ok().map(Duration::from_millis)
}

/// The first word as a whole number. A number too large for anything is the largest there is.
fn number(value: &str) -> Option<i64> {
    let word = value.split_whitespace().next()?;
    let wide: i128 = word.parse().ok()?;
    Some(wide.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

fn detail(value: &str) -> Option<Detail> {
    Some(match number(value)? {
        0 => Detail::None,
        1 => Detail::Realtime,
        2 => Detail::Blocks,
        3 => Detail::Both,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn settings(lines: &[&str]) -> Settings {
        let mut settings = Settings::default();
        for line in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            settings.set(key, value);
        }
        settings
    }

    fn clock(lines: &[&str]) -> Option<Clock> {
        settings(lines).limits(Duration::ZERO).clock
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    const NONE: Clock = Clock { turn: None, game: None, left: None, increment: Duration::ZERO };

    #[test]
    fn piskvork_and_the_judge_give_the_same_clock_in_any_order() {
        let expected =
            Clock { turn: Some(ms(30_000)), game: Some(ms(180_000)), left: Some(ms(170_000)), ..NONE };
        let mut lines = ["timeout_turn 30000", "timeout_match 180000", "time_left 170000"];
        assert_eq!(clock(&lines), Some(expected));
        lines.reverse();
        assert_eq!(clock(&lines), Some(expected));
    }

    #[test]
    fn zero_is_without_limit_for_a_game_and_without_time_for_a_move() {
        let unlimited = ["timeout_turn 500", "timeout_match 0", "time_left 2147483647"];
        assert_eq!(clock(&unlimited), Some(Clock { turn: Some(ms(500)), ..NONE }));
        assert_eq!(clock(&["timeout_turn 0"]), Some(Clock { turn: Some(ms(0)), ..NONE }));
        assert_eq!(clock(&["timeout_turn -1"]), None);
        assert_eq!(clock(&["timeout_turn 500", "time_left 0"]), Some(Clock { turn: Some(ms(500)), ..NONE }));
    }

    #[test]
    fn an_overdrawn_clock_has_nothing_left() {
        let lines = ["timeout_turn 500", "timeout_match 1000", "time_left -20"];
        assert_eq!(
            clock(&lines),
            Some(Clock { turn: Some(ms(500)), game: Some(ms(1000)), left: Some(ms(0)), ..NONE })
        );
    }

    #[test]
    fn what_was_spent_since_is_no_longer_left() {
        let limits = |lines: &[&str]| settings(lines).limits(Duration::from_millis(300)).clock.unwrap().left;
        assert_eq!(limits(&["timeout_match 1000"]), Some(ms(700)));
        assert_eq!(limits(&["timeout_match 1000", "time_left 500"]), Some(ms(200)));
        assert_eq!(limits(&["timeout_match 1000", "time_left 100"]), Some(ms(0)));
    }

    #[test]
    fn without_any_limit_a_move_takes_the_default_time() {
        assert_eq!(clock(&[]), Some(Clock { turn: Some(DEFAULT_TURN), ..NONE }));
        let fixed = settings(&["max_depth 8", "max_node 1000"]).limits(Duration::ZERO);
        assert_eq!(fixed, Limits { nodes: Some(1000), depth: Some(8), ..Limits::default() });
        let none = settings(&["max_depth -1", "max_node -1"]).limits(Duration::ZERO);
        assert_eq!((none.nodes, none.depth), (None, None));
    }

    #[test]
    fn yixin_boards_unlimited_time_is_no_clock() {
        let mut settings =
            settings(&["timeout_turn 2000000", "timeout_match 100000000", "time_left 99999999"]);
        assert!(settings.limits(Duration::ZERO).clock.is_some());
        settings.has_gui = true;
        assert_eq!(settings.limits(Duration::ZERO), Limits::default());
    }

    #[test]
    fn memory_is_the_smaller_of_what_is_given() {
        let memory = |lines: &[&str]| settings(lines).options().memory;
        assert_eq!(memory(&["max_memory 0"]), Options::default().memory);
        assert_eq!(memory(&["max_memory 83886080"]), 80 << 20);
        assert_eq!(memory(&["hash_size 1024"]), (1 << 20) + BESIDES_TABLE);
        assert_eq!(memory(&["hash_size 1048576", "max_memory 83886080"]), 80 << 20);
        assert_eq!(memory(&["hash_size 99999999999999999999"]), (1 << 34) + BESIDES_TABLE);
        assert_eq!(memory(&["hash_size -5"]), Options::default().memory);
    }

    #[test]
    fn threads_caution_and_strength_are_kept_in_their_bounds() {
        let options = settings(&["thread_num 0", "caution_factor 9"]).options();
        assert_eq!((options.threads, options.caution), (1, 5));
        assert_eq!(settings(&["thread_num 1000"]).options().threads, 256);
        let level = |strength: i64| settings(&[&format!("strength {strength}")]).level();
        assert_eq!(
            [level(0), level(50), level(99), level(100), level(-7)],
            [Some(1), Some(10), Some(20), None, Some(1)]
        );
        assert_eq!(settings(&[]).level(), None);
    }

    #[test]
    fn a_rule_that_is_not_played_is_refused_until_one_is_that_is() {
        let mut settings = settings(&["rule 1", "rule 3"]);
        assert!(settings.refusal().unwrap().to_string().starts_with("INFO rule 3 is not supported"));
        assert_eq!(settings.rule, Rule::Standard);
        for (number, rule) in [
            (0, Rule::Freestyle),
            (2, Rule::Renju),
            (4, Rule::Renju),
            (8, Rule::Caro),
            (9, Rule::CaroStandard),
        ] {
            settings.set("rule", &number.to_string());
            assert_eq!((settings.rule, settings.refusal()), (rule, None));
        }
    }

    #[test]
    fn only_numbers_that_matter_are_refused() {
        let text = |line: &str| settings(&[line]).refusal().map(ToString::to_string);
        assert_eq!(text("timeout_turn soon").unwrap(), "INFO timeout_turn wants a number, found `soon`");
        assert!(
            text("time_left").is_some() && text("max_memory x").is_some() && text("coord_mode zz").is_some()
        );
        for line in
            ["max_depth x", "strength", "evaluate 3,4", "no_such_key 1", "folder C:\\x", "show_detail 9"]
        {
            assert_eq!(text(line), None, "{line}");
        }
    }

    #[test]
    fn tournaments_get_no_text() {
        assert!(settings(&[]).wants_text());
        assert!(!settings(&["game_type 2"]).wants_text());
        assert!(!settings(&["show_detail 0"]).wants_text());
        assert!(!settings(&["show_detail 2"]).wants_text());
    }

    proptest! {
        #[test]
        fn no_value_breaks_the_folding(
            lines in prop::collection::vec(("(timeout_turn|timeout_match|time_left|max_memory|time_increment|max_node|max_depth|hash_size|thread_num|caution_factor|strength|rule|game_type|show_detail)", any::<i128>(), ".{0,5}"), 0..20),
            spent in any::<u32>(),
        ) {
            let mut settings = Settings::default();
            for (key, value, text) in lines {
                settings.set(&key, &value.to_string());
                settings.set(&key, &text);
            }
            let options = settings.options();
            prop_assert!((1..=256).contains(&options.threads) && options.caution <= 5 && options.memory > 0);
            prop_assert!(settings.level().is_none_or(|level| (1..=20).contains(&level)));
            let _ = settings.limits(Duration::from_millis(spent.into()));
        }
    }
}
