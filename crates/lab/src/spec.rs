//! How a user names an engine: `tengen:nodes=10000,features=-null-move`, `random:seed=3`, `cmd:./pbrain-x --flag`.
//!
//! A built-in engine is a name and a list of options; an external one is a command line, which keeps all its signs, so
//! its options stand apart (`--a-opts`). Both start from the match's common [`Allowance`].

use std::fmt;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_engine::{Features, Params};
use tengen_eval::Tables;
use tengen_protocol::driver::{CommandLineError, Launch};

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// For each move.
    pub turn: Option<Duration>,
    /// For the whole game.
    pub game: Option<Duration>,
    /// Added after each move, if there is a time for the game.
    pub increment: Duration,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Bytes.
    pub memory: u64,
    /// Threads; `None` leaves it to the engine, which is one for the built-in ones.
    pub threads: Option<usize>,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            turn: None,
            game: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
            memory: 350 << 20,
            threads: None,
        }
    }
}

impl Allowance {
    /// Whether nothing says when a move has to be answered.
    pub fn is_endless(&self) -> bool {
        self.turn.is_none() && self.game.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// Which player it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine of this program.
    Tengen(Style),
    /// Plays by lot near the stones.
    Random,
    /// Another program that speaks the Gomocup protocol.
    Command(Launch),
}

/// How the engine of this program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Strength from 1 to 20; `None` is full strength.
    pub level: Option<u8>,
    /// Candidate area from 0 to 5; `None` is the engine's choice.
    pub caution: Option<u8>,
    /// Which steps of the search are on.
    pub features: Features,
    /// The tuned numbers of the search.
    pub params: Params,
    /// What positions are worth; `None` is what the program carries.
    pub tables: Option<&'static Tables>,
}

/// An engine as it was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Which player.
    pub kind: Kind,
    /// What it may use.
    pub allowance: Allowance,
    /// What to call it, if somebody said.
    pub name: Option<String>,
    /// For what it draws by lot.
    pub seed: u64,
    /// As it was written.
    pub text: String,
}

/// Why an engine cannot be understood. The message lists the choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No such engine.
    #[error(
        "unknown engine `{0}`: use tengen (also called alphabeta) or random, with options such as \
         tengen:nodes=10000, or cmd: and a command line such as cmd:./pbrain-x"
    )]
    Engine(String),
    /// No such option of this kind of engine.
    #[error("unknown option `{key}` of {engine}: use {}", choices.join(", "))]
    Option {
        /// The engine.
        engine: &'static str,
        /// The option.
        key: String,
        /// What there is.
        choices: Vec<&'static str>,
    },
    /// An option without a value.
    #[error("`{0}` is not an option: write key=value, with commas between options")]
    Form(String),
    /// A value that the option cannot have.
    #[error("`{value}` is not a value of {key}: {expected}")]
    Value {
        /// The option.
        key: String,
        /// The value.
        value: String,
        /// What it can be.
        expected: String,
    },
    /// The command line of an external engine.
    #[error("{0}")]
    CommandLine(#[from] CommandLineError),
}

const COMMON: [&str; 9] =
    ["time", "game", "increment", "nodes", "depth", "memory", "threads", "name", "seed"];

impl Kind {
    fn word(&self) -> &'static str {
        match self {
            Self::Tengen(_) => "tengen",
            Self::Random => "random",
            Self::Command(_) => "cmd",
        }
    }

    fn choices(&self) -> Vec<&'static str> {
        let own: &[&str] = match self {
            Self::Tengen(_) => &["level", "caution", "features", "weights"],
            Self::Random => &[],
            Self::Command(_) => &["dir", "log"],
        };
        let numbers = if matches!(self, Self::Tengen(_)) { Params::NAMES } else { &[] };
        COMMON.iter().chain(own).chain(numbers).copied().collect()
    }
}

impl EngineSpec {
    /// Reads an engine, then the options that stand apart from it.
    ///
    /// # Errors
    /// When the engine, an option or a value is unknown.
    pub fn parse(text: &str, more: &str, common: &Allowance) -> Result<Self, SpecError> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match word.trim() {
            "tengen" | "alphabeta" => Kind::Tengen(Style::default()),
            "random" => Kind::Random,
            "cmd" => Kind::Command(Launch::from_command_line(rest)?),
            other => return Err(SpecError::Engine(other.to_owned())),
        };
        let own = if matches!(kind, Kind::Command(_)) { "" } else { rest };
        let mut spec = Self { kind, allowance: *common, name: None, seed: 0, text: text.to_owned() };
        for list in [own, more] {
            for option in list.split(',').map(str::trim).filter(|option| !option.is_empty()) {
                let (key, value) =
                    option.split_once('=').ok_or_else(|| SpecError::Form(option.to_owned()))?;
                spec.set(key.trim(), value.trim())?;
            }
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let allowance = &mut self.allowance;
        match (key, &mut self.kind) {
            ("time", _) => allowance.turn = Some(seconds(key, value)?),
            ("game", _) => allowance.game = Some(seconds(key, value)?),
            ("increment", _) => allowance.increment = seconds(key, value)?,
            ("nodes", _) => allowance.nodes = Some(number(key, value, 1, u64::MAX)?),
            ("depth", _) => allowance.depth = Some(number(key, value, 1, 1000)? as u32),
            ("memory", _) => allowance.memory = number(key, value, 1, 1 << 40)? << 20,
            ("threads", _) => allowance.threads = Some(number(key, value, 1, 1024)? as usize),
            ("seed", _) => self.seed = number(key, value, 0, u64::MAX)?,
            ("name", _) => self.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            ("level", Kind::Tengen(style)) => style.level = Some(number(key, value, 1, 20)? as u8),
            ("caution", Kind::Tengen(style)) => style.caution = Some(number(key, value, 0, 5)? as u8),
            ("features", Kind::Tengen(style)) => {
                style.features =
                    value.parse().map_err(|error: tengen_engine::features::UnknownFeature| {
                        SpecError::Value {
                            key: key.to_owned(),
                            value: value.to_owned(),
                            expected: error.to_string(),
                        }
                    })?;
            }
            ("weights", Kind::Tengen(style)) => style.tables = Some(tables(key, value)?),
            (name, Kind::Tengen(style)) if style.params.get(name).is_some() => {
                style.params.set(name, number(key, value, 0, i32::MAX as u64)? as i32);
            }
            ("dir", Kind::Command(launch)) => launch.folder = Some(PathBuf::from(value)),
            ("log", Kind::Command(launch)) => launch.log = Some(PathBuf::from(value)),
            (_, kind) => {
                let (engine, choices) = (kind.word(), kind.choices());
                return Err(SpecError::Option { engine, key: key.to_owned(), choices });
            }
        }
        Ok(())
    }

    /// What to call it: the name given, the options as written, or the file name of the program.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| match &self.kind {
            Kind::Command(launch) => launch
                .program
                .file_name()
                .unwrap_or(launch.program.as_os_str())
                .to_string_lossy()
                .into_owned(),
            Kind::Tengen(_) | Kind::Random => self.text.clone(),
        })
    }
}

impl fmt::Display for EngineSpec {
    /// Everything that decides how it plays, the same for the same engine however it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Allowance { turn, game, increment, nodes, depth, memory, threads } = self.allowance;
        let mut text = self.kind.word().to_owned();
        let time =
            |time: Option<Duration>| time.map_or_else(|| "-".to_owned(), |t| t.as_secs_f64().to_string());
        let count = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        write!(
            text,
            " time={} game={} increment={} nodes={} depth={} memory={memory} threads={} seed={}",
            time(turn),
            time(game),
            time(Some(increment)),
            count(nodes),
            count(depth.map(u64::from)),
            count(threads.map(|n| n as u64)),
            self.seed
        )?;
        match &self.kind {
            Kind::Random => {}
            Kind::Tengen(Style { level, caution, features, params, tables }) => {
                let count = |n: Option<u8>| count(n.map(u64::from));
                write!(text, " level={} caution={} features={features:?}", count(*level), count(*caution))?;
                for name in Params::NAMES.iter().filter(|name| params.get(name) != Params::TUNED.get(name)) {
                    write!(text, " {name}={}", params.get(name).unwrap_or_default())?;
                }
                if let Some(tables) = tables {
                    write!(text, " weights={}", tables.checksum())?;
                }
            }
            Kind::Command(Launch { program, arguments, folder, log: _ }) => {
                let folder = folder.as_deref().unwrap_or(Path::new("."));
                let (program, folder) = (program.display(), folder.display());
                write!(text, " program={program} arguments={arguments:?} dir={folder}")?;
            }
        }
        f.write_str(&text)
    }
}

/// Reads a file of weights.
fn tables(key: &str, value: &str) -> Result<&'static Tables, SpecError> {
    let wrong =
        |expected: String| SpecError::Value { key: key.to_owned(), value: value.to_owned(), expected };
    let bytes = std::fs::read(value).map_err(|error| wrong(error.to_string()))?;
    Tables::kept(&bytes).map_err(|error| wrong(error.to_string()))
}

/// Reads seconds such as `0.5`.
fn seconds(key: &str, value: &str) -> Result<Duration, SpecError> {
    let wrong = || SpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: "seconds such as 0.5, at most a million".to_owned(),
    };
    let seconds: f64 = value.parse().map_err(|_| wrong())?;
    if !(0.0..=1e6).contains(&seconds) {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

fn number(key: &str, value: &str, least: u64, most: u64) -> Result<u64, SpecError> {
    let wrong = || SpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: match most {
            u64::MAX => format!("a whole number from {least} on"),
            _ => format!("a whole number from {least} to {most}"),
        },
    };
    value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str, more: &str) -> Result<EngineSpec, SpecError> {
        EngineSpec::parse(text, more, &Allowance::default())
    }

    #[test]
    fn built_in_engines_take_options() {
        let spec = parse("tengen:nodes=10000,features=-null-move,level=3", "memory=64, time=0.25").unwrap();
        assert_eq!(spec.allowance.nodes, Some(10_000));
        assert_eq!(spec.allowance.memory, 64 << 20);
        assert_eq!(spec.allowance.turn, Some(Duration::from_millis(250)));
        let features = Features::ALL.without(Features::NULL_MOVE);
        assert_eq!(spec.kind, Kind::Tengen(Style { level: Some(3), features, ..Style::default() }));
        assert_eq!(parse("alphabeta", "").unwrap().kind, parse("tengen", "").unwrap().kind);
        assert_eq!(spec.name(), "tengen:nodes=10000,features=-null-move,level=3");
    }

    #[test]
    fn options_apart_win_over_options_within_and_those_over_common_ones() {
        let common = Allowance { nodes: Some(5), depth: Some(7), ..Allowance::default() };
        let spec = EngineSpec::parse("tengen:nodes=6,threads=2", "threads=3", &common).unwrap();
        let Allowance { nodes, depth, threads, .. } = spec.allowance;
        assert_eq!((nodes, depth, threads), (Some(6), Some(7), Some(3)));
    }

    #[test]
    fn a_command_line_keeps_its_signs() {
        let spec = parse("cmd:./pbrain-x --a=b,c:d", "dir=/tmp,name=X").unwrap();
        let Kind::Command(launch) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!(launch.arguments, ["--a=b,c:d"]);
        assert_eq!(launch.folder, Some(PathBuf::from("/tmp")));
        assert_eq!(spec.name(), "X");
        assert_eq!(parse("cmd:/a/b/pbrain-x y", "").unwrap().name(), "pbrain-x");
    }

    #[test]
    fn mistakes_are_named_with_the_choices() {
        let message = |text: &str, more: &str| parse(text, more).unwrap_err().to_string();
        assert!(message("stockfish", "").contains("unknown engine `stockfish`: use tengen"));
        assert!(message("cmd:", "").contains("command line is empty"));
        assert!(message("random:level=3", "").contains("unknown option `level` of random: use time, game"));
        assert!(message("cmd:x", "features=all").contains("use time, game"));
        assert!(message("tengen:level", "").contains("write key=value"));
        assert!(message("tengen:level=21", "").contains("a whole number from 1 to 20"));
        assert!(message("tengen:nodes=0", "").contains("from 1 on"));
        assert!(message("tengen:features=-fast", "").contains("null-move"));
        for bad in ["-1", "nan", "inf", "1e9", "x", ""] {
            assert!(message("tengen", &format!("time={bad}")).contains("seconds such as"), "{bad}");
        }
    }

    #[test]
    fn the_same_engine_reads_the_same_however_it_was_written() {
        let a = parse("tengen:nodes=10,depth=3", "").unwrap().to_string();
        let b = parse("alphabeta:depth=3", "nodes=10").unwrap().to_string();
        assert_eq!(a, b);
        assert_ne!(a, parse("tengen:nodes=11,depth=3", "").unwrap().to_string());
    }

    proptest! {
        #[test]
        fn no_text_panics(
            engine in "(tengen|random|cmd|[a-z]{0,4}):?[a-z0-9=,.:+'-]{0,20}",
            key in proptest::sample::select(COMMON.to_vec()),
            value in ".{0,24}",
        ) {
            let _ = parse(&engine, &format!("{key}={value}"));
        }

        #[test]
        fn numbers_are_taken_as_they_are(nodes in 1u64.., seed: u64, memory in 1u64..1 << 30, ms in 0u64..1_000_000) {
            let time = Duration::from_millis(ms).as_secs_f64();
            let spec = parse("random", &format!("nodes={nodes},seed={seed},memory={memory},time={time}")).unwrap();
            let Allowance { nodes: n, memory: m, turn, .. } = spec.allowance;
            prop_assert_eq!((n, m, spec.seed), (Some(nodes), memory << 20, seed));
            prop_assert_eq!(turn.map(|turn| turn.as_millis() as u64), Some(ms));
        }
    }
}
