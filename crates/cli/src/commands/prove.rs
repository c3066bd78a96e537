//! `tengen prove`: a win as a certificate that anybody can check.

use super::pick::PickArgs;
use super::solve::{
    AskArgs, ProgressLine, Whole, cancelled_by_interrupt, exit_code, finish, question, sentence,
};
use crate::{WrongUsage, output};
use anyhow::ensure;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tengen_proof::{binary, text};
use tengen_solver::Verdict;

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
    let cancel = cancelled_by_interrupt()?;
    let mut progress = ProgressLine::new();
    let answer = args.ask.solve(&query, cancel, &mut progress);
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
        output::print_json(&Whole::new(&answer, &query, origin))?;
    } else {
        output::note(&sentence(&answer, &query, origin));
        if let (Verdict::Proven(_), false) = (&answer.verdict, output::is_standard(path)) {
            output::note(&format!("wrote {}", path.display()));
        }
    }
    Ok(exit_code(&answer.verdict))
}
