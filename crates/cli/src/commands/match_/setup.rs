//! From arguments to a match: engines, openings, bounds, and what the user should know beforehand.

use super::Args;
use crate::WrongUsage;
use anyhow::Context as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::notation::Origin;
use tengen_lab::openings::{self, Ground, Opening};
use tengen_lab::runner::Match;
use tengen_lab::spec::{Allowance, EngineSpec, Kind};
use tengen_lab::stats::Sprt;
use tengen_records::Format;

/// Time a move if nothing else limits an engine.
const USUAL_TURN: Duration = Duration::from_secs(1);
/// How many left-out openings are named one by one.
const NAMED_NOTES: usize = 5;

/// A match and what to say before it.
pub(super) struct Setup {
    pub(super) plan: Match,
    pub(super) notes: Vec<String>,
}

pub(super) fn prepare(args: &Args) -> anyhow::Result<Setup> {
    let mut notes = Vec::new();
    if !args.games.is_multiple_of(2) {
        notes.push(format!("every opening is played twice: {} games are played", args.games + 1));
    }
    let pairs = args.games.div_ceil(2) as usize;
    let engines = [engine(args, &args.a, &args.a_opts, "A")?, engine(args, &args.b, &args.b_opts, "B")?];
    let (openings, openings_source) = openings(args, pairs, &mut notes)?;
    notes.extend(crowding(args, &engines));
    let builds = builds(&engines);
    let plan = Match {
        rule: args.rule,
        size: args.size,
        engines,
        pairs,
        concurrency: usize::from(args.concurrency),
        seed: args.seed,
        tolerance: Duration::from_millis(args.tolerance),
        max_moves: args.max_moves.unwrap_or(args.size.area()),
        adjudicates: args.ends.adjudicate,
        draw: args.ends.draw,
        openings,
        openings_source,
        sprt: sprt(args)?,
        folder: args.out.clone(),
        builds,
    };
    Ok(Setup { plan, notes })
}

/// An engine with the common options before its own.
fn engine(args: &Args, text: &str, more: &str, side: &str) -> anyhow::Result<EngineSpec> {
    let common = [
        ("time", &args.time),
        ("game", &args.game_time),
        ("nodes", &args.nodes),
        ("depth", &args.depth),
        ("memory", &args.memory),
        ("threads", &args.threads),
    ];
    let common: Vec<String> = common
        .iter()
        .filter_map(|(key, value)| value.as_ref().map(|value| format!("{key}={value}")))
        .collect();
    let wrong = |error: tengen_lab::spec::SpecError| WrongUsage(format!("engine {side}: {error}"));
    // Read like an engine's own options, so that a wrong value gets the same message.
    let allowance =
        EngineSpec::parse("random", &common.join(","), &Allowance::default()).map_err(wrong)?.allowance;
    let mut spec = EngineSpec::parse(text, more, &allowance).map_err(wrong)?;
    if spec.allowance.is_endless() {
        spec.allowance.turn = Some(USUAL_TURN);
    }
    Ok(spec)
}

/// The openings in the order of play, and where they come from.
fn openings(args: &Args, pairs: usize, notes: &mut Vec<String>) -> anyhow::Result<(Vec<Opening>, String)> {
    let Some(path) = &args.openings else {
        return Ok((openings::by_lot(pairs, args.size, args.seed), "by lot".to_owned()));
    };
    let origin = if args.top_origin { Origin::Top } else { Origin::Bottom };
    let ground = Ground { rule: args.rule, size: args.size, origin };
    let (list, source) = read_openings(path, args.openings_format, ground, args.seed, notes)?;
    if list.len() < pairs {
        notes.push(format!(
            "{} openings for {pairs} pairs: they are played again in the same order",
            list.len()
        ));
    }
    Ok((list, source))
}

/// The openings of a file in an order by lot, and which they are.
pub(in crate::commands) fn read_openings(
    path: &Path,
    format: Option<Format>,
    ground: Ground,
    seed: u64,
    notes: &mut Vec<String>,
) -> anyhow::Result<(Vec<Opening>, String)> {
    let name = || format!("openings {}", path.display());
    let bytes = fs::read(path).with_context(name)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let read = openings::read(&bytes, format, extension, ground).with_context(name)?;
    notes.extend(read.notes.iter().take(NAMED_NOTES).map(|note| format!("opening left out: {note}")));
    if let Some(more) = read.notes.len().checked_sub(NAMED_NOTES).filter(|more| *more > 0) {
        notes.push(format!("{more} more openings left out"));
    }
    let mut list = read.list;
    let text: Vec<String> = list.iter().map(|opening| format!("{:?}", opening.0)).collect();
    let source = format!("{} openings, {:016x}", list.len(), fingerprint(text.join("\n").as_bytes()));
    openings::shuffle(&mut list, seed);
    Ok((list, source))
}

fn sprt(args: &Args) -> anyhow::Result<Option<Sprt>> {
    let Some(text) = &args.sprt else { return Ok(None) };
    let preset =
        Sprt::PRESETS.iter().find(|(name, ..)| name == text).map(|(_, elo0, elo1, _)| (*elo0, *elo1));
    let numbers = || {
        let (elo0, elo1) = text.split_once(',')?;
        Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?))
    };
    let is_good = |(elo0, elo1): &(f64, f64)| elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0;
    let (elo0, elo1) = preset.or_else(numbers).filter(is_good).ok_or_else(|| {
        let names: Vec<String> = Sprt::PRESETS
            .iter()
            .map(|(name, elo0, elo1, what)| format!("{name} ({elo0},{elo1}: {what})"))
            .collect();
        WrongUsage(format!("`{text}` is not ELO0,ELO1 with ELO0 below ELO1, nor one of {}", names.join(", ")))
    })?;
    if ![args.alpha, args.beta].iter().all(|p| *p > 0.0 && *p < 0.5) {
        return Err(WrongUsage("--alpha and --beta must lie between 0 and 0.5".to_owned()).into());
    }
    Ok(Some(Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta }))
}

/// A warning if engines that are timed have to share processors.
fn crowding(args: &Args, engines: &[EngineSpec; 2]) -> Option<String> {
    let is_timed = engines.iter().any(|engine| engine.allowance.turn.or(engine.allowance.game).is_some());
    let threads = engines.iter().map(|engine| engine.allowance.threads.unwrap_or(1)).max()?
        * usize::from(args.concurrency);
    let cores = std::thread::available_parallelism().ok()?.get();
    (is_timed && threads > cores)
        .then(|| format!("{threads} threads share {cores} processors: timed games will not be fair"))
}

/// Which builds of the engines play: a hash of each program.
fn builds(engines: &[EngineSpec; 2]) -> [String; 2] {
    let file = |spec: &EngineSpec| match &spec.kind {
        Kind::Tengen(_) | Kind::Random => std::env::current_exe().ok(),
        Kind::Command(launch) => program_file(&launch.program),
    };
    // A program that cannot be read will say so better itself, when it is started.
    let build = |path: Option<PathBuf>| {
        let bytes = path.and_then(|path| fs::read(path).ok());
        bytes.map_or_else(|| "unknown".to_owned(), |bytes| format!("{:016x}", fingerprint(&bytes)))
    };
    let [a, b] = engines.each_ref().map(file);
    if a == b {
        let both = build(a);
        return [both.clone(), both];
    }
    [build(a), build(b)]
}

/// The file of a program: as named, or in the folders in which programs are looked up.
fn program_file(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A hash of words of eight bytes and the length: the same on every machine and in every version.
fn fingerprint(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.chain([bytes.len() as u64]).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Brings the upper bits down: a product alone only carries upwards.
        product ^ (product >> 32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_sees_every_bit_and_the_length() {
        let bytes: Vec<u8> = (0..40).collect();
        let mut seen =
            vec![fingerprint(&bytes), fingerprint(&bytes[..39]), fingerprint(&[]), fingerprint(&[0])];
        for bit in 0..bytes.len() * 8 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            seen.push(fingerprint(&other));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
