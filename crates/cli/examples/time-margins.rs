//! Does the engine answer in time while others use the machine, after having been suspended, and within its memory?
//!
//! The program drives `pbrain-tengen` through games against itself, every position as a `BOARD`, measures each answer
//! from the last byte sent to the line that came back, and prints the distribution. It exits with 1 if an answer was
//! late or the memory was exceeded.
//!
//! ```text
//! cargo build --release -p tengen --bin pbrain-tengen
//! cargo run --release -p tengen --example time-margins -- --moves 1000 --turn-ms 100 --neighbours 2
//! ```

#![allow(clippy::print_stdout, reason = "a program for people")]

use anyhow::{Context as _, bail, ensure};
use clap::Parser;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::{Move, Position, Rule, Size, Status};

/// Drive the engine through many moves and print how long its answers took
#[derive(Parser)]
struct Args {
    /// How many moves
    #[arg(long, default_value_t = 1000)]
    moves: usize,
    /// Milliseconds for a move
    #[arg(long, default_value_t = 100)]
    turn_ms: u64,
    /// Threads that keep processors busy meanwhile
    #[arg(long, default_value_t = 0)]
    neighbours: usize,
    /// Suspend the engine between its moves, as `GomocupJudge` does
    #[arg(long)]
    suspend: bool,
    /// Let the engine think on the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Set `max_memory` to so many bytes, and fail if the peak of the process is above
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Threads of the engine
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Board side
    #[arg(long, default_value_t = 15)]
    size: usize,
    /// Rule
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The engine [default: pbrain-tengen of the same build]
    #[arg(long)]
    engine: Option<PathBuf>,
}

/// The engine at its pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &PathBuf) -> anyhow::Result<Self> {
        let mut child =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().with_context(|| {
                format!(
                    "cannot start {}: build it with `cargo build --release -p tengen --bin pbrain-tengen`",
                    path.display()
                )
            })?;
        let input = child.stdin.take().context("no pipe to the engine")?;
        let output = BufReader::new(child.stdout.take().context("no pipe from the engine")?);
        Ok(Self { child, input, output })
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.input.write_all(format!("{text}\n").as_bytes())?;
        Ok(self.input.flush()?)
    }

    /// The next line that is an answer.
    fn answer(&mut self) -> anyhow::Result<String> {
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "the engine has ended");
            let line = line.trim_end();
            if !["MESSAGE", "DEBUG"].iter().any(|word| line.starts_with(word)) {
                return Ok(line.to_owned());
            }
        }
    }

    fn signal(&self, name: &str) -> anyhow::Result<()> {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status()?;
        ensure!(status.success(), "cannot send {name} to the engine");
        Ok(())
    }

    /// The most memory that the process ever held, in bytes.
    fn peak_memory(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM in /proc")?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kilobytes << 10)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // After END it has ended by itself; after an error it is not wanted any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Threads that do nothing, as hard as they can, until they are dropped.
struct Neighbours {
    is_over: Arc<AtomicBool>,
}

impl Neighbours {
    fn move_in(count: usize) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        for _ in 0..count {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                let mut n = 1u64;
                while !is_over.load(Ordering::Relaxed) {
                    n = black_box(n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        Self { is_over }
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// A start of a game: four stones drawn by lot around the centre.
fn opening(size: Size, rule: Rule, lot: &mut u64) -> anyhow::Result<Position> {
    let mut position = Position::new(size, rule);
    let centre = size.centre();
    while position.stone_count() < 4 {
        let mut offset = || {
            *lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*lot >> 33) as i32 % 5 - 2
        };
        let (x, y) = (i32::from(centre.x()) + offset(), i32::from(centre.y()) + offset());
        let p = size.point(x, y).context("the board is too small")?;
        // A point that is taken is drawn again.
        let _ = position.play(Move::Place(p));
    }
    Ok(position)
}

/// The position as `BOARD` lists it for the side to move.
fn board(position: &Position) -> String {
    let moves = position.moves();
    let mut text = "BOARD\n".to_owned();
    for (i, p) in moves.iter().enumerate().filter_map(|(i, m)| m.point().map(|p| (i, p))) {
        let field = if (moves.len() - i).is_multiple_of(2) { 1 } else { 2 };
        text.extend([format!("{},{},{field}\n", p.x(), p.y())]);
    }
    text + "DONE"
}

fn parse(answer: &str, size: Size) -> anyhow::Result<Move> {
    let pair = answer.split_once(',').and_then(|(x, y)| size.point(x.parse().ok()?, y.parse().ok()?));
    pair.map(Move::Place).with_context(|| format!("`{answer}` is no move on this board"))
}

/// Plays, and gives how long each answer took.
fn measure(args: &Args, engine: &mut Engine) -> anyhow::Result<Vec<Duration>> {
    let size = Size::square(args.size)?;
    let rule = args.rule.gomocup_number().context("the protocol has no number for this rule")?;
    engine.send(&format!("START {}", args.size))?;
    ensure!(engine.answer()? == "OK", "START was not answered with OK");
    let memory = args.memory.unwrap_or(0);
    engine.send(&format!(
        "INFO game_type 2\nINFO rule {rule}\nINFO timeout_turn {}\nINFO timeout_match 0\nINFO time_left 2147483647\n\
         INFO max_memory {memory}\nINFO thread_num {}\nINFO pondering {}",
        args.turn_ms,
        args.threads,
        u8::from(args.ponder)
    ))?;
    let mut lot = 1;
    let mut position = opening(size, args.rule, &mut lot)?;
    let mut times = Vec::with_capacity(args.moves);
    while times.len() < args.moves {
        if position.status() != Status::Open {
            position = opening(size, args.rule, &mut lot)?;
        }
        let question = board(&position);
        let started = Instant::now();
        engine.send(&question)?;
        let answer = engine.answer()?;
        times.push(started.elapsed());
        position
            .play(parse(&answer, size)?)
            .with_context(|| format!("after\n{question}\nthe engine played {answer}"))?;
        if args.suspend {
            engine.signal("-STOP")?;
            std::thread::sleep(Duration::from_millis(50 + lot % 200));
            engine.signal("-CONT")?;
        }
    }
    Ok(times)
}

/// Prints the distribution; says whether every answer was in time.
fn judge(times: &mut [Duration], turn: Duration) -> bool {
    times.sort_unstable();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let late = times.iter().filter(|time| **time > turn).count();
    println!("{} answers at {} ms a move, {late} late", times.len(), turn.as_millis());
    println!("{:>10} {:>10} {:>10}", "", "time ms", "margin ms");
    for (name, part) in [("min", 0.0), ("median", 0.5), ("99%", 0.99), ("max", 1.0)] {
        let time = milliseconds(times[((times.len() - 1) as f64 * part).round() as usize]);
        println!("{name:>10} {time:>10.2} {:>10.2}", milliseconds(turn) - time);
    }
    late == 0
}

fn run(args: &Args) -> anyhow::Result<bool> {
    if args.moves == 0 {
        bail!("--moves must be 1 or more");
    }
    let own = std::env::current_exe()?;
    let beside =
        own.parent().and_then(|folder| folder.parent()).context("no build folder")?.join("pbrain-tengen");
    let mut engine = Engine::start(args.engine.as_ref().unwrap_or(&beside))?;
    let neighbours = Neighbours::move_in(args.neighbours);
    let mut times = measure(args, &mut engine)?;
    drop(neighbours);
    let mut is_good = judge(&mut times, Duration::from_millis(args.turn_ms));
    let peak = engine.peak_memory();
    if let Ok(peak) = &peak {
        println!("peak memory {peak} bytes ({:.1} MiB)", *peak as f64 / f64::from(1 << 20));
    }
    if let Some(limit) = args.memory {
        let peak = peak?;
        println!("limit       {limit} bytes: {}", if peak <= limit { "kept" } else { "exceeded" });
        is_good &= peak <= limit;
    }
    engine.send("END")?;
    Ok(is_good)
}

fn main() -> anyhow::Result<ExitCode> {
    let is_good = run(&Args::parse())?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
