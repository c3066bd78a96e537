//! `tengen data`: looks into files of games to learn from.

use crate::output;
use anyhow::{Context as _, ensure};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tengen_core::Move;
use tengen_core::notation::{Origin, moves_to_string};
use tengen_lab::learn::games::{End, Game, Games, Head};
use tengen_lab::learn::stats::Stats;

/// Look into files of games to learn from
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen data stats games.tg --json
  tengen data sample games.tg --count 3      three games as moves
  tengen data verify games.tg                play all games again
  tengen data merge a.tg b.tg -o all.tg")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Say how many games there are, how they ended, and what they look like
    Stats(FileArgs),
    /// Print some games as moves
    Sample(SampleArgs),
    /// Play all games again, and look for damage
    Verify(FileArgs),
    /// Put the games of several files into one
    Merge(MergeArgs),
}

#[derive(clap::Args)]
struct FileArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct SampleArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// For which ones are drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print each as a line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct MergeArgs {
    /// Files of games under one rule on one board
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    /// The new file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.action {
        Action::Stats(args) => stats(args),
        Action::Sample(args) => sample(args),
        Action::Verify(args) => verify(args),
        Action::Merge(args) => merge(args),
    }
}

fn read(path: &Path) -> anyhow::Result<Games> {
    Games::read(path).with_context(|| path.display().to_string())
}

fn stats(args: &FileArgs) -> anyhow::Result<()> {
    let games = read(&args.file)?;
    let stats = Stats::of(&games);
    if args.json {
        return output::print_json(&json!({ "head": games.head, "stats": stats }));
    }
    let Head { rule, size: [width, height], generator, tables, nodes, seed } = &games.head;
    let mut text = format!(
        "{rule} on {width}x{height}, {nodes} nodes a move, seed {seed}, version {generator}, tables {tables}\n\
         {} games, {} positions: {:.1} moves after {:.1} stones in the mean; {} positions of searches' trees\n\
         Black won {}, White {}, {} draws; {} ended with a five or a full board, {} where the search saw the end\n\
         {} moves by lot, {} repeated openings, {} torn bytes\n\nwin rate of the side to move:\n",
        stats.games,
        stats.positions,
        stats.mean_moves,
        stats.mean_opening,
        stats.tree,
        stats.black,
        stats.white,
        stats.draws,
        stats.played_out,
        stats.seen,
        stats.lots,
        stats.repeated,
        stats.torn
    );
    let most = stats.rates.iter().copied().max().unwrap_or(0).max(1);
    for (tenth, count) in stats.rates.iter().enumerate() {
        let _ = writeln!(text, "  {:2}0 %  {:<40}  {count}", tenth, "#".repeat(40 * count / most));
    }
    output::print(text.as_bytes())
}

fn sample(args: &SampleArgs) -> anyhow::Result<()> {
    let games = read(&args.file)?;
    let (_, size) = games.head.ground()?;
    let mut order: Vec<usize> = (0..games.list.len()).collect();
    fastrand::Rng::with_seed(args.seed).shuffle(&mut order);
    for game in order.into_iter().take(args.count).map(|index| &games.list[index]) {
        let moves: Vec<Move> = game
            .opening
            .iter()
            .copied()
            .chain(game.moves.iter().map(|played| played.point))
            .map(Move::Place)
            .collect();
        let moves = moves_to_string(&moves, size, Origin::Bottom);
        let scores: Vec<i16> = game.moves.iter().map(|played| played.score).collect();
        let outcome = format!("{:?}", game.outcome);
        if args.json {
            output::print_json(&json!({
                "number": game.number, "opening": game.opening.len(), "moves": moves, "scores": scores, "outcome": outcome,
            }))?;
        } else {
            output::print(format!("{moves}  {outcome}\n").as_bytes())?;
        }
    }
    Ok(())
}

fn verify(args: &FileArgs) -> anyhow::Result<()> {
    let games = read(&args.file)?;
    games.verify().with_context(|| args.file.display().to_string())?;
    let (count, torn) = (games.list.len(), games.torn);
    if args.json {
        output::print_json(&json!({ "games": count, "torn": torn }))?;
    } else {
        output::print(format!("{count} games, all legal; {torn} torn bytes\n").as_bytes())?;
    }
    ensure!(
        torn == 0,
        "the last {torn} bytes are no whole game: tengen selfplay cuts them off when it goes on"
    );
    Ok(())
}

fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    ensure!(!args.output.exists(), "{} exists: name a new file", args.output.display());
    let files = args.files.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<Games>>>()?;
    let first = &files[0].head;
    ensure!(
        files.iter().all(|file| (&file.head.rule, file.head.size) == (&first.rule, first.size)),
        "the files are under different rules or on different boards"
    );
    let same = |of: &dyn Fn(&Head) -> String| {
        let all: Vec<String> = files.iter().map(|file| of(&file.head)).collect();
        if all.iter().all(|one| *one == all[0]) { all[0].clone() } else { "several".to_owned() }
    };
    let head = Head {
        generator: same(&|head| head.generator.clone()),
        tables: same(&|head| head.tables.clone()),
        nodes: files.iter().map(|file| file.head.nodes).max().unwrap_or(0),
        seed: files.iter().fold(0, |seed, file| seed.wrapping_mul(31).wrapping_add(file.head.seed)),
        ..first.clone()
    };
    let games = files.into_iter().flat_map(|file| file.list);
    // Positions of trees stand before their game, and have its number.
    let mut count = 0_u64;
    let list: Vec<Game> = games
        .map(|game| {
            let number = count;
            count += u64::from(game.end != End::Tree);
            Game { number, ..game }
        })
        .collect();
    output::deliver(&args.output, &Games::of(head, list).to_bytes()?)?;
    if args.json {
        return output::print_json(&json!({ "file": args.output, "games": count }));
    }
    output::print(format!("{count} games in {}\n", args.output.display()).as_bytes())
}
