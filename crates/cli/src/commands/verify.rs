//! `tengen verify`: is this certificate a proof?
//!
//! The answer is the exit code, so that scripts can ask: 0 a proof, 1 none, 2 not checked to the end, 64 wrong
//! arguments or nothing that could be read.

use super::proof::{claim, in_groups, read};
use crate::ExitWith;
use crate::output;
use serde_json::json;
use std::ffi::OsString;
use std::time::Instant;
use tengen_proof::{Limit, Verdict, brute, fast};

/// Wrong arguments, or a file that cannot be read.
pub(crate) const UNUSABLE: u8 = 64;

/// Check a certificate of a win
///
/// Reads the text form or the binary form (docs/proof-format.md). Exits with 0 if the certificate is a proof, 1 if it is none, 2
/// if the limit of steps was reached, 64 if the arguments are wrong or the file is no certificate.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen verify win.proof             check it, and say what was proved
  tengen verify win.proof --brute     the same with the checker that tries every reply
  tengen verify win.proof --json      the verdict and its cost as JSON
  cat win.proof | tengen verify -     from standard input")]
pub(crate) struct Args {
    /// A certificate, `-` for standard input
    #[arg(value_name = "FILE")]
    file: OsString,
    /// Try every reply, slowly, instead of leaving out what the lemmas settle
    #[arg(long)]
    brute: bool,
    /// Give up after this many steps: records looked at and moves of lines replayed
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let proof = match read(&args.file) {
        Ok(proof) => proof,
        Err(error) => {
            output::note(&format!("error: {error:#}"));
            return Err(ExitWith(UNUSABLE).into());
        }
    };
    let limit = args.steps.map_or(Limit::NONE, Limit::steps);
    let started = Instant::now();
    let report = if args.brute { brute::check(&proof, limit) } else { fast::check(&proof, limit) };
    let seconds = started.elapsed().as_secs_f64();
    let checker = if args.brute { "brute-force" } else { "fast" };
    let (word, code, detail) = match report.verdict {
        Verdict::Valid => ("valid", 0, None),
        Verdict::Invalid { record, reason } => ("invalid", 1, Some((record, reason.to_string()))),
        Verdict::Unknown(_) => ("unknown", 2, None),
    };
    if args.json {
        let header = proof.header();
        output::print_json(&json!({
            "verdict": word,
            "record": detail.as_ref().map(|(record, _)| record),
            "reason": detail.as_ref().map(|(_, reason)| reason),
            "claim": claim(&proof),
            "rule": header.rule().to_string(),
            "size": header.size(),
            "attacker": header.attacker().to_string(),
            "to_move": header.to_move().to_string(),
            "generator": header.generator(),
            "records": proof.count(),
            "checker": checker,
            "records_visited": report.statistics.records,
            "replays": report.statistics.replays,
            "steps": report.statistics.steps,
            "seconds": seconds,
        }))?;
    } else {
        let claim = claim(&proof);
        let records = in_groups(proof.count().into());
        let text = match (report.verdict, detail) {
            (Verdict::Valid, _) => {
                format!("{claim}: {records} records, checked by the {checker} checker in {seconds:.1} s")
            }
            (_, Some((record, reason))) => format!("not proved: {claim}: record {record}: {reason}"),
            _ => format!("unknown: {claim}: {} steps were not enough", in_groups(limit.steps)),
        };
        output::print(format!("{text}\n").as_bytes())?;
    }
    if code == 0 { Ok(()) } else { Err(ExitWith(code).into()) }
}
