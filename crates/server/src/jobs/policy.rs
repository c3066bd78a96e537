//! Which moves look natural before anything is searched: the policy heat.

use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, Position, with_rule};
use tengen_eval::Tables;

/// Score units that make a move e times as likely to catch the eye: in a quiet position a handful of points stand out.
const TEMPERATURE: f64 = 25.0;
/// Shares below this are not worth a colour.
const LEAST: f64 = 0.001;

/// The candidate points of the side to move, each with its share of all attention, best first: the softmax of the scores that
/// the engine's tables give them. It is the order in which the search looks, not an opinion of what is good.
pub(crate) fn policy(position: &Position) -> Vec<(Point, f64)> {
    with_rule!(position.rule(), R => shares(&Board::<R>::from_position(position)))
}

fn shares<R: RuleType>(board: &Board<R>) -> Vec<(Point, f64)> {
    let (tables, us) = (Tables::embedded(R::RULE), board.to_move());
    let legal = board.candidates().iter().filter(|p| board.is_legal(*p, us));
    let scores: Vec<(Point, f64)> =
        legal.map(|p| (p, f64::from(tables.point_score(board, p, us)) / TEMPERATURE)).collect();
    let most = scores.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<(Point, f64)> = scores.into_iter().map(|(p, score)| (p, (score - most).exp())).collect();
    let whole: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let mut shares: Vec<(Point, f64)> = weights
        .into_iter()
        .map(|(p, weight)| (p, weight / whole))
        .filter(|(_, share)| *share >= LEAST)
        .collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::{Rule, Size};

    #[test]
    fn a_five_takes_nearly_all_attention_and_shares_add_up_to_one_at_most() {
        for (moves, wanted) in [("h8a1i8b1j8c1k8d1", Some("g8")), ("", None), ("h8i9", None)] {
            let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
            let position = Position::from_moves(Size::FIFTEEN, Rule::Renju, moves).unwrap();
            let shares = policy(&position);
            let sum: f64 = shares.iter().map(|(_, share)| share).sum();
            assert!(!shares.is_empty() && (0.9..1.000_001).contains(&sum), "{sum}");
            assert!(shares.is_sorted_by(|a, b| a.1 >= b.1));
            if let Some(wanted) = wanted {
                let top: Vec<String> = shares
                    .iter()
                    .take(2)
                    .map(|(p, _)| tengen_core::notation::point_name(*p, Size::FIFTEEN, Origin::Bottom))
                    .collect();
                assert!(top.contains(&wanted.to_owned()), "{top:?}");
            }
        }
    }
}
