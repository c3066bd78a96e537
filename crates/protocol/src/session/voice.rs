//! What is written while the engine thinks: lines of text for people, `MESSAGE REALTIME` and `INFO PV` for GUIs.

use crate::coordinates::Coordinates;
use crate::info::Settings;
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Point, Size};
use tengen_engine::{Report, RootEvent};

/// How points are written: as pairs in the manager's coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) coordinates: Coordinates,
    pub(super) size: Size,
}

impl Hand {
    pub(super) fn pair(self, p: Point) -> String {
        self.coordinates.pair(p, self.size).to_string()
    }

    pub(super) fn pairs(self, points: &[Point]) -> String {
        let pairs: Vec<String> = points.iter().map(|p| self.pair(*p)).collect();
        pairs.join(" ")
    }

    /// As board players name points: h8, rows from the bottom.
    fn names(self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|p| point_name(*p, self.size, Origin::Bottom)).collect();
        names.join(" ")
    }

    /// Two digits each, as `FORBID` wants them.
    pub(super) fn digits(self, p: Point) -> String {
        let pair = self.coordinates.pair(p, self.size);
        format!("{:02}{:02}", pair.0, pair.1)
    }
}

/// The lines about a finished iteration.
pub(super) fn report(report: &Report, settings: &Settings, hand: Hand) -> Vec<String> {
    let mut lines = Vec::new();
    if settings.wants_text() {
        lines.push(text(report, hand));
    }
    if settings.detail.has_blocks() {
        lines.extend(block(report, hand));
    }
    if settings.detail.has_realtime()
        && report.line == 1
        && let Some(best) = report.pv.first()
    {
        lines.push("MESSAGE REALTIME REFRESH".to_owned());
        lines.push(format!("MESSAGE REALTIME BEST {}", hand.pair(*best)));
        lines.push(format!("MESSAGE REALTIME VAL {}", report.score.value()));
        lines.push(format!("MESSAGE REALTIME PV {}", hand.names(&report.pv)));
    }
    lines
}

/// What happened to a move at the root.
pub(super) fn root(event: RootEvent, hand: Hand) -> Option<String> {
    let line = |word: &str, p| Some(format!("MESSAGE REALTIME {word} {}", hand.pair(p)));
    match event {
        RootEvent::Searching(p) => line("POS", p),
        RootEvent::Searched(p) => line("DONE", p),
        RootEvent::Best(p) => line("BEST", p),
        RootEvent::Lost(p) => line("LOST", p),
        // A finished iteration says REFRESH itself.
        RootEvent::NewDepth(_) => None,
    }
}

/// One line for people, with the words that managers look for.
fn text(report: &Report, hand: Hand) -> String {
    let Report { depth, seldepth, line, lines, nodes, elapsed, score, pv } = report;
    let which = if *lines > 1 { format!(" multipv {line}") } else { String::new() };
    let (speed, time) = ((report.speed() / 1000.0) as u64, elapsed.as_millis());
    let pv = hand.names(pv);
    format!("MESSAGE depth {depth}-{seldepth}{which} ev {score} n {nodes} n/ms {speed} tm {time} pv {pv}")
}

/// A block as Rapfi's clients read it.
fn block(report: &Report, hand: Hand) -> Vec<String> {
    vec![
        format!("INFO PV {}", report.line.saturating_sub(1)),
        format!("INFO NUMPV {}", report.lines),
        format!("INFO DEPTH {}", report.depth),
        format!("INFO SELDEPTH {}", report.seldepth),
        format!("INFO NODES {}", report.nodes),
        format!("INFO TOTALNODES {}", report.nodes),
        format!("INFO TOTALTIME {}", report.elapsed.as_millis()),
        format!("INFO SPEED {}", report.speed() as u64),
        format!("INFO EVAL {}", report.score),
        format!("INFO WINRATE {:.4}", report.score.win_rate()),
        format!("INFO BESTLINE {}", hand.pairs(&report.pv)),
        "INFO PV DONE".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::Detail;
    use std::time::Duration;
    use tengen_engine::Score;

    fn example() -> (Report, Hand) {
        let hand = Hand { coordinates: Coordinates::ColumnRow, size: Size::FIFTEEN };
        let point = |x, y| Size::FIFTEEN.point(x, y).unwrap();
        let pv = vec![point(7, 7), point(8, 6)];
        let elapsed = Duration::from_secs(2);
        let score = Score::win_in(7);
        (Report { depth: 12, seldepth: 25, line: 1, lines: 1, nodes: 1_000_000, elapsed, score, pv }, hand)
    }

    fn showing(detail: Detail) -> Settings {
        let mut settings = Settings::default();
        settings.detail = detail;
        settings
    }

    #[test]
    fn a_depth_is_one_line_for_people() {
        let (example, hand) = example();
        let lines = report(&example, &Settings::default(), hand);
        assert_eq!(lines, ["MESSAGE depth 12-25 ev +M7 n 1000000 n/ms 500 tm 2000 pv h8 i9"]);
        let second = Report { line: 2, lines: 3, ..example };
        assert!(report(&second, &Settings::default(), hand)[0].contains("12-25 multipv 2 ev"));
    }

    #[test]
    fn a_block_has_the_keys_of_rapfi_in_their_order() {
        let (example, hand) = example();
        let settings = showing(Detail::Blocks);
        let expected = "INFO PV 0|INFO NUMPV 1|INFO DEPTH 12|INFO SELDEPTH 25|INFO NODES 1000000|\
            INFO TOTALNODES 1000000|INFO TOTALTIME 2000|INFO SPEED 500000|INFO EVAL +M7|INFO WINRATE 1.0000|\
            INFO BESTLINE 7,7 8,6|INFO PV DONE";
        assert_eq!(report(&example, &settings, hand).join("|"), expected);
    }

    #[test]
    fn realtime_is_about_the_best_line_in_the_managers_coordinates() {
        let (example, hand) = example();
        let hand = Hand { coordinates: Coordinates::RowColumn, ..hand };
        let settings = showing(Detail::Realtime);
        let lines = report(&Report { pv: example.pv[1..].to_vec(), ..example.clone() }, &settings, hand);
        assert_eq!(lines[..2], ["MESSAGE REALTIME REFRESH", "MESSAGE REALTIME BEST 6,8"]);
        assert!(report(&Report { line: 2, lines: 2, ..example.clone() }, &settings, hand).is_empty());
        assert_eq!(root(RootEvent::Lost(example.pv[1]), hand).unwrap(), "MESSAGE REALTIME LOST 6,8");
    }
}
