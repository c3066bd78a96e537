//! The search bench: a table of the searched positions with their signature, and nodes a second.

use crate::output;
use serde_json::json;
use std::time::Duration;
use tengen_core::notation::{Origin, point_name};
use tengen_engine::Answer;
use tengen_engine::bench::{self, BenchPosition, Signature};

/// Searches every position and prints one line each; the last line is the signature.
pub(super) fn signature(nodes: u64, is_json: bool) -> anyhow::Result<()> {
    let positions = bench::positions()?;
    let mut signature = Signature::default();
    let mut elapsed = Duration::ZERO;
    if !is_json {
        let text = "  # rule       size kind     stones  move    score depth      nodes      ms\n";
        output::print(text.as_bytes())?;
    }
    for (index, position) in positions.iter().enumerate() {
        let answer = bench::search(&position.position, nodes);
        signature.add(&answer);
        elapsed += answer.elapsed;
        let line = if is_json {
            object(position, &answer)
        } else {
            format!("{:>3} {}", index + 1, row(position, &answer))
        };
        output::print(format!("{line}\n").as_bytes())?;
    }
    let text = if is_json {
        json!({ "nodes": signature.nodes, "hash": format!("{:016x}", signature.hash) }).to_string()
    } else {
        let speed = signature.nodes as f64 / elapsed.as_secs_f64().max(1e-6) / 1e3;
        format!(
            "{} positions in {:.1} s, {speed:.0} knodes/s\n{signature}",
            positions.len(),
            elapsed.as_secs_f64()
        )
    };
    output::print(format!("{text}\n").as_bytes())
}

/// The names of the moves of an answer.
fn best(bench: &BenchPosition, answer: &Answer) -> Option<String> {
    answer.best().map(|p| point_name(p, bench.position.size(), Origin::Bottom))
}

fn depth(answer: &Answer) -> u32 {
    answer.lines.first().map_or(0, |line| line.depth)
}

fn row(bench: &BenchPosition, answer: &Answer) -> String {
    format!(
        "{:<10} {:>4} {:<8} {:>6} {:>5} {:>8} {:>5} {:>10} {:>7.0}",
        bench.position.rule().name(),
        bench.position.size().width(),
        bench.kind,
        bench.position.stone_count(),
        best(bench, answer).unwrap_or_else(|| "-".to_owned()),
        answer.score.to_string(),
        depth(answer),
        answer.nodes,
        answer.elapsed.as_secs_f64() * 1e3,
    )
}

fn object(bench: &BenchPosition, answer: &Answer) -> String {
    json!({
        "rule": bench.position.rule().name(),
        "size": bench.position.size().width(),
        "kind": bench.kind,
        "stones": bench.position.stone_count(),
        "bestmove": best(bench, answer),
        "score": answer.score.value(),
        "depth": depth(answer),
        "nodes": answer.nodes,
        "seconds": answer.elapsed.as_secs_f64(),
    })
    .to_string()
}

/// Measures nodes a second.
pub(super) fn speed(threads: usize, time: Duration, is_json: bool) -> anyhow::Result<()> {
    let measured = bench::speed(&bench::positions()?, threads, time);
    let rate = measured.nodes_per_second();
    let line = if is_json {
        json!({ "threads": threads, "nodes_per_second": rate.round() as u64 }).to_string()
    } else {
        let words = if threads == 1 { "thread" } else { "threads" };
        format!(
            "{threads} {words}: {:.0} knodes/s ({} nodes in {:.2} s)",
            rate / 1e3,
            measured.nodes,
            measured.elapsed.as_secs_f64()
        )
    };
    output::print(format!("{line}\n").as_bytes())
}
