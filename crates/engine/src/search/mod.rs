//! The search: for now the board analysis alone.

use crate::engine::Control;
use crate::report::{Answer, Report, Sink};
use crate::request::{Options, Request};
use crate::score::Score;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen_core::board::Board;
use tengen_core::{analysis, with_rule};

pub(crate) struct Memory;

impl Memory {
    pub(crate) fn none() -> Self {
        Self
    }
    pub(crate) fn new(_: &Options) -> Self {
        Self
    }
    pub(crate) fn usage(&self) -> f64 {
        0.0
    }
}

/// The first candidate of the board analysis.
pub(crate) fn run(
    request: &Request,
    _: &Options,
    _: &Memory,
    control: &Control,
    sink: &mut dyn Sink,
) -> Answer {
    let started = Instant::now();
    with_rule!(request.position.rule(), R => {
        let mut board = Board::<R>::from_position(&request.position);
        let us = board.to_move();
        let moves = analysis::analyse(&mut board).moves().filter(|m| !m.is_empty()).unwrap_or_else(|| board.candidates());
        let legal = |p: &_| board.is_legal(*p, us) && !request.without.contains(p) && request.only.as_ref().is_none_or(|only| only.contains(p));
        let mut best: Vec<_> = moves.iter().filter(legal).collect();
        best.truncate(request.lines.max(1));
        let lines: Vec<Report> = best.iter().enumerate().map(|(i, p)| Report { depth: 1, seldepth: 1, line: i + 1, lines: best.len(), nodes: 1, elapsed: started.elapsed(), score: Score::EVEN, pv: vec![*p] }).collect();
        for line in &lines { sink.report(line); }
        if request.limits == crate::request::Limits::default() {
            while !control.stop.load(Ordering::Relaxed) { std::thread::sleep(Duration::from_millis(1)); }
        }
        Answer { moves: best.into_iter().take(1).collect(), score: Score::EVEN, lines, nodes: 1, elapsed: started.elapsed() }
    })
}
