//! `tengen prove`: a win as a certificate that anybody can check.

use super::pick::PickArgs;
use super::solve::{AskArgs, ProgressLine, cancelled_by_interrupt, exit_code, finish, question, sentence};
use crate::commands::analyze::parse_seconds;
use crate::{WrongUsage, output};
use anyhow::{Context as _, ensure};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_proof::{binary, text};
use tengen_solver::query::Reason;
use tengen_solver::{Checkpoint, Goal, Keeper, Method, Query, Verdict};
use tengen_study::explain::Solved;

/// Prove a win, and write the proof as a certificate
///
/// The certificate holds the whole argument (docs/proof-format.md); `tengen verify` checks it. It is written only if the
/// win is proven, whole or not at all.
///
/// Exits with 0 if the win is proven, 1 if it is disproven in its scope, 2 if it is unknown (a limit, or Ctrl-C), 64 if
/// the arguments are wrong, or a file cannot be read or written.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen prove h8a1i8a15j8o1 -o win.proof            write the certificate, then: tengen verify win.proof
  tengen prove h8a1i8a15j8o1                         the same to standard output
  tengen prove game.psq --at 20 -o win.proof --time 600
  tengen prove game.psq --at 20 -o win.proof --time 36000 --checkpoint win.part    the same again goes on
  tengen prove h8a1i8a15j8o1 -o win.bin --binary --json")]
pub(crate) struct Args {
    /// A game file, `-` for standard input, or moves such as h8i9h10 (`--` is a pass)
    #[arg(value_name = "MOVES|FILE")]
    input: OsString,
    /// Where the certificate goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The binary form, which is smaller
    #[arg(long)]
    binary: bool,
    /// Keep the search with quiet moves in this file, and go on from it if it is there; deleted once the proof is written
    #[arg(long, value_name = "FILE", requires = "output")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "checkpoint", value_parser = parse_seconds)]
    every: Duration,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    ask: AskArgs,
    /// Print what was found as one JSON object; needs --output
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    finish(prove(args))
}

fn prove(args: &Args) -> anyhow::Result<u8> {
    let path = args.output.as_deref().unwrap_or_else(|| Path::new("-"));
    ensure!(
        !(args.json && output::is_standard(path)),
        WrongUsage("--json and the certificate cannot both use standard output: name a file with -o".into())
    );
    let query = question(&args.input, &args.pick, &args.ask)?;
    let mut part =
        args.checkpoint.as_deref().map(|part| Part::new(part, path, &query, args.every)).transpose()?;
    let from = part.as_ref().map(Part::read).transpose()?.flatten();
    let is_resumed = from.is_some();
    let cancel = cancelled_by_interrupt()?;
    let mut progress = ProgressLine::new();
    let answer = match &mut part {
        Some(part) => {
            let answer = args.ask.solve_kept(&query, cancel, &mut progress, part, from);
            progress.end();
            answer.with_context(|| part.advice())?
        }
        None => args.ask.solve(&query, cancel, &mut progress),
    };
    progress.end();
    let origin = args.pick.read.origin();
    if let Verdict::Proven(proof) = &answer.verdict {
        let bytes = if args.binary {
            binary::to_bytes(&proof.certificate)
        } else {
            text::to_string(&proof.certificate).into_bytes()
        };
        output::deliver(path, &bytes)?;
    }
    if args.json {
        output::print_json(&Solved::new(&answer, &query, origin))?;
    } else {
        output::note(&sentence(&answer, &query, origin));
        if let (Verdict::Proven(_), false) = (&answer.verdict, output::is_standard(path)) {
            output::note(&format!("wrote {}", path.display()));
        }
    }
    if let Some(part) = part {
        part.end(&answer.verdict, is_resumed)?;
    }
    Ok(exit_code(&answer.verdict))
}

/// The file of a search that may go on another day.
struct Part<'a> {
    path: &'a Path,
    every: Duration,
    last: Instant,
    /// What came of the last checkpoint, if there was one.
    written: Option<anyhow::Result<()>>,
}

impl Keeper for Part<'_> {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        let written = output::deliver(self.path, &checkpoint.to_bytes());
        if let Err(error) = &written {
            // Told now: the search may go on for hours.
            output::note(&format!("{error:#}: no checkpoint was written, the search goes on"));
        }
        self.written = Some(written);
        self.last = Instant::now();
    }
}

impl<'a> Part<'a> {
    /// Says what is wrong with the arguments now, and not after hours.
    fn new(path: &'a Path, proof: &Path, query: &Query, every: Duration) -> anyhow::Result<Self> {
        let is_long = query.goal == Goal::Win && matches!(query.method, Method::Auto | Method::Zones);
        ensure!(
            is_long,
            WrongUsage(
                "--checkpoint keeps a search with quiet moves: use --goal win, and --method auto or zones"
                    .into()
            )
        );
        ensure!(
            !output::is_standard(path) && !output::is_standard(proof) && path != proof,
            WrongUsage("--checkpoint and -o need a file each".into())
        );
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        ensure!(
            folder.is_none_or(Path::is_dir) && !path.is_dir(),
            "cannot write {}: make its folder first, or name a file elsewhere",
            path.display()
        );
        Ok(Self { path, every, last: Instant::now(), written: None })
    }

    /// The checkpoint, if there is one.
    fn read(&self) -> anyhow::Result<Option<Checkpoint>> {
        let bytes = match fs::read(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(|| format!("cannot read {}", self.path.display()))?,
        };
        Checkpoint::from_bytes(&bytes).map(Some).with_context(|| self.advice())
    }

    /// What to do about a file that cannot be used.
    fn advice(&self) -> String {
        let path = self.path.display();
        format!("cannot go on from {path} (delete it to begin anew, or name another file with --checkpoint)")
    }

    /// Deletes the file if the proof is written, or says what became of it.
    fn end(self, verdict: &Verdict, is_resumed: bool) -> anyhow::Result<()> {
        let path = self.path.display();
        match (verdict, self.written) {
            (Verdict::Proven(_), _) => match fs::remove_file(self.path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    Err(error).with_context(|| format!("cannot delete {path}"))
                }
                _ => Ok(()),
            },
            (Verdict::Unknown(Reason::Rejected), _) if is_resumed => {
                output::note(&format!("{path} may be to blame: delete it to begin anew"));
                Ok(())
            }
            (_, Some(Ok(()))) => {
                output::note(&format!("kept in {path}; the same command goes on from there"));
                Ok(())
            }
            (_, Some(failed)) => failed,
            (_, None) => Ok(()),
        }
    }
}
