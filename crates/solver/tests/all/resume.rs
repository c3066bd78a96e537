//! A search with quiet moves that is stopped, kept and taken up again comes to the same end, with less work than anew.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Colour, Position, Size};
use tengen_proof::Limit as CheckLimit;
use tengen_solver::order::ByShape;
use tengen_solver::{
    Answer, Checkpoint, CheckpointError, Keeper, Limit, Limits, Method, Query, Reason, Solver, Verdict,
};

/// Keeps the bytes of all checkpoints.
#[derive(Default)]
struct InMemory {
    /// Asks between two checkpoints; 0 for none but the last.
    every: u64,
    /// The ask at which somebody presses Ctrl-C; 0 for never.
    cancelled_at: u64,
    cancel: Arc<AtomicBool>,
    asks: u64,
    kept: Vec<Vec<u8>>,
}

impl Keeper for InMemory {
    fn is_due(&mut self) -> bool {
        self.asks += 1;
        if self.asks == self.cancelled_at {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.every > 0 && self.asks.is_multiple_of(self.every)
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        self.kept.push(checkpoint.to_bytes());
    }
}

/// Black has stones on h8, g7 and g8, White on h10 and j10 and is to move; Black wins with quiet moves on the way.
fn query() -> Query {
    let moves = parse_moves("h8h10g7j10g8", Size::FIFTEEN, Origin::Bottom).unwrap();
    let position = Position::from_moves(Size::FIFTEEN, "mixed".parse().unwrap(), moves).unwrap();
    Query { method: Method::Zones, attacker: Colour::Black, ..Query::new(position) }
}

/// Enough for the whole proof.
const ALL: u64 = 1_000;

/// Searches so many times 20,000 positions.
fn run(times: u64, keeper: &mut InMemory, from: Option<&[u8]>) -> Answer {
    let cancel = Arc::clone(&keeper.cancel);
    let limits = Limits { nodes: 20_000 * times, memory: 64 << 20, cancel, ..Limits::default() };
    let from = from.map(|bytes| Checkpoint::from_bytes(bytes).unwrap());
    let mut solver = Solver::new(limits.memory, limits.threads);
    solver.prove_kept(&query(), &limits, (&ByShape, &mut ()), keeper, from).unwrap()
}

fn assert_proven(answer: &Answer) {
    let Verdict::Proven(proof) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    assert_eq!(proof.method, Method::Zones);
    let fast = tengen_proof::fast::check(&proof.certificate, CheckLimit::NONE);
    assert!(fast.is_valid(), "{:?}", fast.verdict);
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let mut unasked = InMemory::default();
    let whole = run(ALL, &mut unasked, None);
    assert_proven(&whole);
    assert!(unasked.kept.is_empty(), "a proof needs no checkpoint");

    let mut keeper = InMemory::default();
    let first = run(2, &mut keeper, None);
    assert!(matches!(first.verdict, Verdict::Unknown(Reason::Limit(Limit::Nodes))), "{:?}", first.verdict);
    assert_eq!(keeper.kept.len(), 1);
    let rest = run(ALL, &mut InMemory::default(), Some(&keeper.kept[0]));
    assert_proven(&rest);
    // Most of what was done before is not done again.
    let saved = whole.nodes.saturating_sub(rest.nodes);
    assert!(saved > first.nodes / 2, "{} of {} after {}", rest.nodes, whole.nodes, first.nodes);
}

#[test]
fn many_short_searches_make_a_whole_one() {
    let mut last: Option<Vec<u8>> = None;
    for _ in 0..20 {
        let mut keeper = InMemory::default();
        let answer = run(1, &mut keeper, last.as_deref());
        if matches!(answer.verdict, Verdict::Proven(_)) {
            assert!(last.is_some(), "it was to take several");
            return assert_proven(&answer);
        }
        let kept = keeper.kept.pop();
        assert!(kept.is_some() && kept != last, "every search comes further");
        last = kept;
    }
    panic!("not proven by twenty searches");
}

#[test]
fn a_search_goes_on_from_its_middle() {
    let mut keeper = InMemory { every: 4, ..InMemory::default() };
    assert_proven(&run(ALL, &mut keeper, None));
    assert!(!keeper.kept.is_empty());
    for bytes in &keeper.kept {
        assert_proven(&run(ALL, &mut InMemory::default(), Some(bytes)));
    }
}

#[test]
fn what_ctrl_c_cuts_short_is_not_kept_as_a_failure() {
    for cancelled_at in [2, 4] {
        let mut keeper = InMemory { cancelled_at, ..InMemory::default() };
        let answer = run(ALL, &mut keeper, None);
        assert!(matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Cancelled))));
        let bytes = keeper.kept.pop().unwrap();
        assert_proven(&run(ALL, &mut InMemory::default(), Some(&bytes)));
    }
}

#[test]
fn another_question_is_refused() {
    let mut keeper = InMemory::default();
    run(1, &mut keeper, None);
    let from = Checkpoint::from_bytes(&keeper.kept[0]).unwrap();
    let other = Query { attacker: Colour::White, ..query() };
    let mut solver = Solver::new(1 << 20, 1);
    let answer = solver.prove_kept(
        &other,
        &Limits::default(),
        (&ByShape, &mut ()),
        &mut InMemory::default(),
        Some(from),
    );
    let Err(CheckpointError::OtherQuestion { kept, asked }) = answer else { panic!("it was taken") };
    assert_eq!(kept.to_string(), "mixed 15x15, attacker black, white to move, black g8 h8 g7, white h10 j10");
    assert_eq!(
        asked.to_string(),
        "mixed 15x15, attacker white, white to move, black g8 h8 g7, white h10 j10"
    );
}
