//! Solves an (m,n,k) game: `cargo run --release -p tengen-solver --example mnk -- 6 6 5`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Instant;
use tengen_solver::{Mnk, MnkValue};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u8> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [columns, rows, row] = numbers[..] else {
        return Err("give three numbers: columns, rows, stones in a row".into());
    };
    let start = Instant::now();
    let answer = Mnk::new(columns, rows, row)?.solve(u64::MAX);
    let value = match answer.value {
        Some(MnkValue::FirstWins) => "the first player wins",
        Some(MnkValue::Draw) => "draw",
        None => "unknown",
    };
    println!(
        "({columns},{rows},{row}): {value}; {} positions, {:.1} s",
        answer.nodes,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
