//! `tengen pattern`: the pattern laboratory at the command line.
//!
//! Reads one drawing, asks the laboratory, and prints the answer as the paper draws it or as one JSON object. All
//! judgement is the laboratory's; here are only words and layout.

use crate::WrongUsage;
use crate::output;
use anyhow::Context as _;
use std::io::{self, Read as _};
use tengen_core::laboratory::{Cell, Kind, Name, Part, Pattern, Report, Square, examine};
use tengen_study::explain::pattern_json;

const EXAMPLES: &str = "\
Draw with `+` (empty square), `X` and `O` (stones), `.` or a space (no square here). \
Rows are separated by `/` or new lines.

Examples:
  tengen pattern '++XXX+'                          a weak three: trigger (*) and defence (-)
  tengen pattern 'XXX+X/....+/....X/....X/....X'   a cross of two fours
  tengen pattern --json '+XXX+'                    the facts for a program, on one line
  tengen pattern < drawing.txt                     several rows from a file";

/// Classify a pattern by the game restricted to its squares
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The pattern, drawn; `-` or nothing reads it from standard input
    pattern: Option<String>,

    /// Print one JSON object on one line; rows and columns count from 0
    #[arg(long)]
    json: bool,
}

/// Reads, examines and prints the pattern.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let text = match args.pattern.as_deref() {
        Some(text) if text != "-" => text.to_owned(),
        _ => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read the pattern from standard input")?;
            text
        }
    };
    let pattern: Pattern = text.parse().map_err(wrong_usage)?;
    let report = examine(&pattern).map_err(wrong_usage)?;
    let page = if args.json { format!("{}\n", pattern_json(&report)) } else { as_page(&pattern, &report) };
    output::print(page.as_bytes())
}

fn wrong_usage(error: impl std::fmt::Display) -> WrongUsage {
    WrongUsage(error.to_string())
}

// ---------------------------------------------------------------- words

fn symbols(names: &[Name]) -> Vec<String> {
    names.iter().map(Name::to_string).collect()
}

fn kind_in_words(kind: Kind) -> String {
    let steps = |steps| match steps {
        1 => "1 step".to_owned(),
        more => format!("{more} steps"),
    };
    match kind {
        Kind::Victory { steps: n } => format!("victory of {} ({kind})", steps(n)),
        Kind::Attack { steps: n } => format!("attack of {} ({kind})", steps(n)),
        Kind::Threat { steps: n } => format!("threat of {} ({kind})", steps(n)),
        Kind::Generic => "generic pattern".to_owned(),
    }
}

fn as_page(pattern: &Pattern, report: &Report) -> String {
    let mut page = drawings(pattern, report);
    page.push_str(&headline(report));
    page.push('\n');
    for line in remarks(report) {
        page.push_str(&line);
        page.push('\n');
    }
    page
}

fn headline(report: &Report) -> String {
    let mut line = kind_in_words(report.kind);
    if let Some(names) = named(&report.names) {
        line = format!("{line}: {names}");
    }
    if report.owner.letter() == 'O' {
        line = format!("{line}, for O");
    }
    line
}

/// The names worth saying aloud: of the crosses of a four or three with a three only the strongest.
fn named(names: &[Name]) -> Option<String> {
    let is_cross_three = |name: &Name| *name > Name::C44 && *name < Name::S4;
    let crosses_said = names.iter().filter(|name| is_cross_three(name)).take(1);
    let others = names.iter().filter(|name| !is_cross_three(name));
    let each: Vec<String> =
        crosses_said.chain(others).map(|name| format!("{} ({name})", name.in_words())).collect();
    (!each.is_empty()).then(|| each.join(", "))
}

fn remarks(report: &Report) -> Vec<String> {
    let squares = |count| match count {
        1 => "1 square".to_owned(),
        more => format!("{more} squares"),
    };
    let defence = squares(report.strength.defence_size());
    let mut lines = Vec::new();
    match report.kind {
        Kind::Attack { .. } => lines.push(format!("defence: {defence}")),
        Kind::Threat { .. } => lines.push(format!("defence of the fastest trigger: {defence}")),
        Kind::Victory { .. } | Kind::Generic => {}
    }
    if report.kind != Kind::Generic {
        let verdict = if report.is_minimal { "yes" } else { "no" };
        lines.push(format!("minimal: {verdict}"));
    }
    if report.is_impossible {
        lines.push("impossible: it cannot appear in a game".to_owned());
    }
    if report.is_irrational {
        lines.push("irrational: two attacks without a common stone".to_owned());
    }
    if report.contained_names != report.names && !report.contained_names.is_empty() {
        lines.push(format!("contains: {}", symbols(&report.contained_names).join(", ")));
    }
    lines
}

// ---------------------------------------------------------------- drawings

/// The pattern, its triggers and defences, and the parts of a victory.
fn drawings(pattern: &Pattern, report: &Report) -> String {
    let is_one_row = pattern.cells().all(|(square, _)| square.row == 0);
    match (report.kind, is_one_row) {
        (Kind::Generic, _) => format!("{}\n\n", in_blanks(&pattern.to_string())),
        (Kind::Victory { .. }, true) => row_of_parts(pattern, report),
        (Kind::Victory { .. }, false) => copies(&parts_columns(pattern, &report.parts)),
        (Kind::Attack { .. }, true) => marked_row(pattern, &report.triggers, &report.defence),
        (Kind::Attack { .. }, false) => copies(&[
            plain(pattern),
            marked(pattern, "triggers", &report.triggers, &[]),
            marked(pattern, "defence", &[], &report.defence),
        ]),
        (Kind::Threat { .. }, true) => {
            report.defences.iter().map(|each| marked_row(pattern, &[each.trigger], &each.squares)).collect()
        }
        (Kind::Threat { .. }, false) => {
            let mut columns = vec![plain(pattern)];
            columns.extend(report.defences.iter().map(|each| {
                let title = format!("makes A{}", each.attack_steps);
                marked(pattern, &title, &[each.trigger], &each.squares)
            }));
            columns.chunks(6).map(copies).collect()
        }
    }
}

/// As the paper draws it: the defence above the row, the triggers below.
fn marked_row(pattern: &Pattern, triggers: &[Square], defence: &[Square]) -> String {
    let line = |mark, squares: &[Square]| {
        let line = pattern.drawn_with(|square, _| if squares.contains(&square) { mark } else { ' ' });
        format!("{}\n", in_blanks(&line).trim_end())
    };
    let row = in_blanks(&pattern.to_string());
    format!("{}{row}\n{}\n", line('-', defence), line('*', triggers))
}

/// As the paper draws it: the first attack marked above the row, the second below.
fn row_of_parts(pattern: &Pattern, report: &Report) -> String {
    let width = pattern.to_string().len() + 2;
    let row = in_blanks(&pattern.to_string());
    let marks = |part: &Part| {
        let marks = pattern.drawn_with(|square, _| match part.pattern.cell(square) {
            Some(_) => '=',
            None => ' ',
        });
        format!("{:width$}{}\n", in_blanks(&marks), part_name(part))
    };
    match report.parts.as_slice() {
        [one, two] => {
            let name = format!("{row:width$}{}", symbols(&report.names).join(", "));
            format!("{}{}\n{}\n", marks(one), name.trim_end(), marks(two))
        }
        _ => format!("{row}\n\n"),
    }
}

fn part_name(part: &Part) -> String {
    match part.names.first() {
        Some(name) => name.to_string(),
        None => part.class.kind.to_string(),
    }
}

/// A titled drawing, line by line.
struct Column {
    title: String,
    lines: Vec<String>,
}

fn column(title: &str, drawing: &str) -> Column {
    Column { title: title.to_owned(), lines: in_blanks(drawing).lines().map(str::to_owned).collect() }
}

fn plain(pattern: &Pattern) -> Column {
    column("pattern", &pattern.to_string())
}

fn marked(pattern: &Pattern, title: &str, triggers: &[Square], defence: &[Square]) -> Column {
    let drawing = pattern.drawn_with(|square, cell| match cell {
        Cell::Empty if triggers.contains(&square) => '*',
        Cell::Empty if defence.contains(&square) => '-',
        Cell::Empty => '+',
        Cell::Stone(player) => player.letter(),
    });
    column(title, &drawing)
}

fn parts_columns(pattern: &Pattern, parts: &[Part]) -> Vec<Column> {
    let mut columns = vec![plain(pattern)];
    for part in parts {
        columns.push(marked(&part.pattern, &part_name(part), &[], &part.class.defence));
    }
    columns
}

/// Drawings side by side under their titles.
fn copies(columns: &[Column]) -> String {
    let height = columns.iter().map(|each| each.lines.len()).max().unwrap_or(0);
    let mut page = String::new();
    let mut put = |cells: Vec<(&str, usize)>| {
        let mut line = String::new();
        for (text, width) in cells {
            line.push_str(text);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(text.len())));
        }
        page.push_str(line.trim_end());
        page.push('\n');
    };
    let width = |each: &Column| {
        let lines = each.lines.iter().map(String::len).max().unwrap_or(0);
        lines.max(each.title.len()) + 3
    };
    put(columns.iter().map(|each| (each.title.as_str(), width(each))).collect());
    for row in 0..height {
        let line = |each: &Column| each.lines.get(row).cloned().unwrap_or_default();
        let texts: Vec<(String, usize)> = columns.iter().map(|each| (line(each), width(each))).collect();
        put(texts.iter().map(|(text, width)| (text.as_str(), *width)).collect());
    }
    page.push('\n');
    page
}

/// Gaps as blanks: easier on the eye than the dots that make a drawing readable again.
fn in_blanks(drawing: &str) -> String {
    drawing.replace('.', " ")
}
