//! What the engine says, as JSON. Points are names such as `h8`, counted as the user asked for; scores are those of the
//! side to move.

use serde_json::{Map, Value, json};
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Point, Size};
use tengen_engine::{Answer, Report, Score};

/// One line of a finished depth.
pub(super) fn line(report: &Report, size: Size, origin: Origin) -> Value {
    let mut object = worth(report.score);
    object.extend([
        ("depth".to_owned(), report.depth.into()),
        ("seldepth".to_owned(), report.seldepth.into()),
        ("nodes".to_owned(), report.nodes.into()),
        ("seconds".to_owned(), rounded(report.elapsed.as_secs_f64(), 1e6)),
        ("pv".to_owned(), names(&report.pv, size, origin)),
        ("multipv".to_owned(), report.line.into()),
    ]);
    Value::Object(object)
}

/// The last word: the best move, and all moves of a pair.
pub(super) fn best(answer: &Answer, best: Point, size: Size, origin: Origin) -> Value {
    let mut object = json!({ "bestmove": point_name(best, size, origin) });
    if answer.moves.len() > 1 {
        object["moves"] = names(&answer.moves, size, origin);
    }
    object
}

/// A whole answer, for the batch.
pub(super) fn answer(answer: &Answer, size: Size, origin: Origin) -> Map<String, Value> {
    let mut object = worth(answer.score);
    let first = answer.lines.first();
    object.extend([
        ("bestmove".to_owned(), answer.best().map(|p| point_name(p, size, origin)).into()),
        ("moves".to_owned(), names(&answer.moves, size, origin)),
        ("depth".to_owned(), first.map_or(0, |line| line.depth).into()),
        ("seldepth".to_owned(), first.map_or(0, |line| line.seldepth).into()),
        ("nodes".to_owned(), answer.nodes.into()),
        ("seconds".to_owned(), rounded(answer.elapsed.as_secs_f64(), 1e6)),
        ("lines".to_owned(), answer.lines.iter().map(|report| line(report, size, origin)).collect()),
    ]);
    object
}

/// Score, win rate, and the distance of a decided game.
fn worth(score: Score) -> Map<String, Value> {
    Map::from_iter([
        ("score".to_owned(), score.value().into()),
        ("winrate".to_owned(), rounded(score.win_rate(), 1e4)),
        ("mate".to_owned(), score.mate().into()),
    ])
}

fn names(points: &[Point], size: Size, origin: Origin) -> Value {
    points.iter().map(|p| point_name(*p, size, origin)).collect()
}

/// Rounded to a step, so that lines stay short.
fn rounded(value: f64, steps: f64) -> Value {
    ((value * steps).round() / steps).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn report(score: Score) -> Report {
        let pv = vec![Point::new(7, 7).unwrap(), Point::new(8, 6).unwrap()];
        let elapsed = Duration::from_millis(1500);
        Report { depth: 9, seldepth: 14, line: 2, lines: 3, nodes: 1234, elapsed, score, pv }
    }

    #[test]
    fn a_line_has_exactly_the_promised_keys() {
        let object = line(&report(Score::of(-83)), Size::FIFTEEN, Origin::Bottom);
        let expected = json!({
            "depth": 9, "seldepth": 14, "nodes": 1234, "seconds": 1.5, "score": -83,
            "winrate": rounded(Score::of(-83).win_rate(), 1e4),
            "mate": null, "pv": ["h8", "i9"], "multipv": 2,
        });
        assert_eq!(object, expected);
        assert_eq!(rounded(0.123_456, 1e4), json!(0.1235));
    }

    #[test]
    fn decided_games_have_a_number_and_a_distance() {
        let won = line(&report(Score::win_in(5)), Size::FIFTEEN, Origin::Bottom);
        assert_eq!((&won["mate"], &won["winrate"]), (&json!(5), &json!(1.0)));
        assert_eq!(won["score"], json!(Score::win_in(5).value()));
        let lost = line(&report(Score::loss_in(4)), Size::FIFTEEN, Origin::Top);
        assert_eq!((&lost["mate"], &lost["winrate"]), (&json!(-4), &json!(0.0)));
        assert_eq!(lost["pv"], json!(["h8", "i7"]));
    }
}
