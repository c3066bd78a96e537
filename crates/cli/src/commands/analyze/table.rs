//! The lines as a table: redrawn in place for a person at a terminal, row after row into a pipe.

use crossterm::{cursor, terminal};
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use tengen_core::Size;
use tengen_core::notation::{Origin, point_name};
use tengen_engine::Report;

const HEADER: &str = "  # depth    score  win %    nodes     speed     time  moves";

/// Where a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On a terminal of this many columns, redrawn in place.
    Terminal {
        /// Columns.
        columns: usize,
    },
    /// Row after row.
    Pipe,
}

impl Place {
    /// What standard output is.
    pub(super) fn of_output() -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_dumb || !std::io::stdout().is_terminal() {
            return Self::Pipe;
        }
        Self::Terminal { columns: terminal::size().map_or(80, |(columns, _)| usize::from(columns).max(20)) }
    }
}

/// The table so far.
pub(super) struct Table {
    size: Size,
    origin: Origin,
    place: Place,
    /// The newest report of each line.
    lines: Vec<Report>,
    /// Rows on the screen, which the next drawing replaces.
    drawn: u16,
}

impl Table {
    pub(super) fn new(size: Size, origin: Origin, place: Place) -> Self {
        Self { size, origin, place, lines: Vec::new(), drawn: 0 }
    }

    /// Takes in a report, and gives the text to write.
    pub(super) fn show(&mut self, report: Report) -> String {
        match self.place {
            Place::Pipe => {
                let header = if self.drawn == 0 { format!("{HEADER}\n") } else { String::new() };
                self.drawn = 1;
                format!("{header}{}\n", self.row(&report))
            }
            Place::Terminal { columns } => {
                self.take(report);
                let mut text = String::new();
                if self.drawn > 0 {
                    let up = cursor::MoveUp(self.drawn);
                    let _ = write!(text, "{up}{}", terminal::Clear(terminal::ClearType::FromCursorDown));
                }
                let rows = self.lines.iter().map(|line| self.row(line));
                for row in std::iter::once(HEADER.to_owned()).chain(rows) {
                    // A row that wraps would leave a piece of itself behind. Everything in it is ASCII.
                    let _ = writeln!(text, "{}", row.get(..columns - 1).unwrap_or(&row));
                }
                self.drawn = self.lines.len() as u16 + 1;
                text
            }
        }
    }

    /// Puts a report in the place of its line's older one.
    fn take(&mut self, report: Report) {
        // Fewer lines than before: the rest is no longer true.
        self.lines.truncate(report.lines.max(1));
        match self.lines.iter_mut().find(|line| line.line == report.line) {
            Some(line) => *line = report,
            None => self.lines.push(report),
        }
        self.lines.sort_by_key(|line| line.line);
    }

    fn row(&self, report: &Report) -> String {
        let moves: Vec<String> = report.pv.iter().map(|p| point_name(*p, self.size, self.origin)).collect();
        format!(
            "{:>3} {:>5} {:>8} {:>6.1} {:>8} {:>7}/s {:>6.1} s  {}",
            report.line,
            format!("{}-{}", report.depth, report.seldepth),
            report.score.to_string(),
            report.score.win_rate() * 100.0,
            short(report.nodes as f64),
            short(report.speed()),
            report.elapsed.as_secs_f64(),
            moves.join(" ")
        )
    }
}

/// A count in few letters: `950`, `12.3k`, `4.56M`.
pub(crate) fn short(count: f64) -> String {
    let (value, unit) = match count {
        c if c < 1e3 => return format!("{c:.0}"),
        c if c < 1e6 => (c / 1e3, "k"),
        c if c < 1e9 => (c / 1e6, "M"),
        c => (c / 1e9, "G"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen_core::Point;
    use tengen_engine::Score;

    fn report(line: usize, lines: usize, depth: u32) -> Report {
        let pv = vec![Point::new(7, 7).unwrap(), Point::new(8, 6).unwrap()];
        let elapsed = Duration::from_millis(1500);
        Report { depth, seldepth: 14, line, lines, nodes: 1_234_567, elapsed, score: Score::EVEN, pv }
    }

    #[test]
    fn rows_go_one_after_the_other_into_a_pipe() {
        let mut table = Table::new(Size::FIFTEEN, Origin::Bottom, Place::Pipe);
        let first = table.show(report(1, 2, 9));
        assert_eq!(
            first,
            "  # depth    score  win %    nodes     speed     time  moves\n\
             \x20 1  9-14        0   50.0    1.23M    823k/s    1.5 s  h8 i9\n"
        );
        let second = table.show(report(2, 2, 9));
        assert_eq!(second, "  2  9-14        0   50.0    1.23M    823k/s    1.5 s  h8 i9\n");
    }

    #[test]
    fn a_terminal_keeps_one_row_a_line_and_no_row_wraps() {
        let mut table = Table::new(Size::FIFTEEN, Origin::Bottom, Place::Terminal { columns: 60 });
        assert!(!table.show(report(1, 2, 9)).contains('\x1b'));
        assert!(table.show(report(2, 2, 9)).starts_with("\x1b[2A\x1b[J"));
        let third = table.show(report(1, 2, 10));
        assert!(third.starts_with("\x1b[3A\x1b[J  #"), "{third:?}");
        assert_eq!(third.lines().count(), 3);
        assert!(third.contains("1 10-14") && third.contains("2  9-14"));
        assert!(third.lines().skip(1).all(|row| row.len() <= 59));
        // Fewer lines leave no stale row.
        assert_eq!(table.show(report(1, 1, 11)).lines().count(), 2);
    }

    #[test]
    fn counts_are_short() {
        let texts = [0.0, 999.0, 1000.0, 12_345.0, 823_045.0, 4_560_000.0, 2e10].map(short);
        assert_eq!(texts, ["0", "999", "1.00k", "12.3k", "823k", "4.56M", "20.0G"]);
    }
}
