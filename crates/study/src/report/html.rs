//! A review as one HTML page that needs nothing else: the graph and the boards are drawn in it, there is no script, and it follows the
//! reader's choice of light or dark.

use super::{ReportError, matched, percent, sentences, turning_point};
use crate::review::{Grade, Review, ReviewedMove};
use std::fmt::Write as _;
use tengen_core::notation::{Origin, parse_point};
use tengen_core::{GameRecord, Position};
use tengen_records::drawing::svg::escape;
use tengen_records::drawing::{Ink, Mark, Scene, Sign, Theme, svg};

/// Boards on a page at most.
const MOST_BOARDS: usize = 8;
/// The graph in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
/// Room above and below, so that a dot at the edge is whole.
const EDGE: f64 = 6.0;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1c1c;--paper:#fff;--soft:#e7e4de;--line:#8a8378;--mark:#b3261e;--warn:#8a5a00}
@media(prefers-color-scheme:dark){:root{--ink:#ececec;--paper:#171717;--soft:#2c2a27;--line:#9a948a;--mark:#ff8a80;--warn:#f0b429}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid var(--soft)}
td.number,th.number{text-align:right}
.mistake,.blunder{color:var(--mark);font-weight:600}.inaccuracy{color:var(--warn);font-weight:600}
figure{margin:1.5rem 0}figure img{max-width:24rem;width:100%;height:auto}
.graph{width:100%;height:auto;background:var(--soft)}
";

/// The review as a page.
///
/// # Errors
/// If the review is of another game.
pub fn html(review: &Review, game: &GameRecord) -> Result<String, ReportError> {
    let end = matched(review, game)?;
    let title = escape(&title(game));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(page, "<p>{}</p>", escape(&facts(review)));
    let turning = turning_point(review);
    if !turning.is_empty() {
        let _ = writeln!(page, "<p><strong>{}</strong></p>", escape(&turning));
    }
    page.push_str(&sides(review));
    page.push_str("<h2>Black's win rate</h2>\n");
    page.push_str(&graph(review));
    let moments = moments(review);
    if !moments.is_empty() {
        page.push_str("<h2>Key moments</h2>\n");
        for one in moments {
            page.push_str(&moment(one, &end));
        }
    }
    page.push_str(&table(review));
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

fn title(game: &GameRecord) -> String {
    let [black, white] = &game.players;
    if !game.title.is_empty() {
        return format!("Game review: {}", game.title);
    }
    match (black.is_empty() && white.is_empty(), game.event.is_empty()) {
        (true, true) => "Game review".to_owned(),
        (true, false) => format!("Game review: {}", game.event),
        (false, _) => format!("Game review: {black} - {white}"),
    }
}

fn facts(review: &Review) -> String {
    let Review { rule, size: [width, height], graph, winner, .. } = review;
    let end = winner.as_ref().map_or_else(String::new, |winner| format!(" Winner: {winner}."));
    let part = if review.complete { "" } else { " The review was ended early: the first moves are missing." };
    let proof = if review.certified {
        ""
    } else {
        " Wins under this rule are the solver's word: it has no certificates."
    };
    format!("{rule} {width}x{height}, {} moves.{end}{part}{proof}", graph.len())
}

fn sides(review: &Review) -> String {
    let mut text = String::from("<table>\n<tr><th></th><th class=\"number\">accuracy</th>");
    for grade in Grade::ALL {
        let _ = write!(text, "<th class=\"number\">{}</th>", grade.name());
    }
    text.push_str("</tr>\n");
    let (accuracy, counts) = (&review.accuracy, &review.counts);
    for (name, accuracy, counts) in
        [("Black", accuracy.black, counts.black), ("White", accuracy.white, counts.white)]
    {
        let accuracy = accuracy.map_or_else(|| "-".to_owned(), |value| percent(value / 100.0));
        let _ = write!(text, "<tr><th>{name}</th><td class=\"number\">{accuracy}</td>");
        for grade in Grade::ALL {
            let _ = write!(text, "<td class=\"number\">{}</td>", counts.of(grade));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n");
    text
}

/// Black's win rate as a line; a gap where nothing is known.
fn graph(review: &Review) -> String {
    let values: Vec<Option<f64>> =
        std::iter::once(review.start).chain(review.graph.iter().copied()).collect();
    let step = WIDTH / (values.len().max(2) - 1) as f64;
    let at = |ply: usize, rate: f64| {
        format!("{:.1} {:.1}", ply as f64 * step, HEIGHT * (1.0 - rate.clamp(0.0, 1.0)))
    };
    let mut path = String::new();
    let mut is_down = false;
    for (ply, value) in values.iter().enumerate() {
        if let Some(rate) = value {
            let _ = write!(path, "{}{}", if is_down { "L" } else { "M" }, at(ply, *rate));
        }
        is_down = value.is_some();
    }
    let middle = HEIGHT / 2.0;
    let mut text = format!(
        "<svg class=\"graph\" viewBox=\"0 -{EDGE} {WIDTH} {}\" role=\"img\" aria-label=\"Black's win rate after each move\">\n<line x1=\"0\" y1=\"{middle}\" x2=\"{WIDTH}\" y2=\"{middle}\" stroke=\"var(--line)\" stroke-dasharray=\"4 4\"/>\n<path d=\"{path}\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2\"/>\n",
        HEIGHT + 2.0 * EDGE
    );
    for one in review.moves.iter().filter(|one| one.grade >= Grade::Mistake) {
        let Some(rate) = values.get(one.ply).copied().flatten() else { continue };
        let place = at(one.ply, rate);
        let (x, y) = place.split_once(' ').unwrap_or_default();
        let said = format!("{} {} {}", one.ply, one.action, one.grade.name());
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"var(--mark)\"><title>{}</title></circle>",
            escape(&said)
        );
    }
    text.push_str("</svg>\n");
    text
}

/// The moves that get a board: the turning point and what was lost most, in the order of the game.
fn moments(review: &Review) -> Vec<&ReviewedMove> {
    let mut worst: Vec<&ReviewedMove> = review
        .moves
        .iter()
        .filter(|one| {
            one.grade >= Grade::Mistake || one.missed.is_some() || Some(one.ply) == review.turning_point
        })
        .collect();
    worst.sort_by(|a, b| {
        let is_turning = |one: &ReviewedMove| Some(one.ply) == review.turning_point;
        is_turning(b).cmp(&is_turning(a)).then(b.loss.total_cmp(&a.loss)).then(a.ply.cmp(&b.ply))
    });
    worst.truncate(MOST_BOARDS);
    worst.sort_by_key(|one| one.ply);
    worst
}

/// The board after a move, with the best move marked on it.
fn moment(one: &ReviewedMove, end: &Position) -> String {
    let mut position = end.clone();
    while position.moves().len() > one.ply {
        position.undo();
    }
    let said = format!("Move {}, {} {}. {}", one.ply, one.side, one.action, sentences(one));
    let mut scene = Scene::from_position(&position).titled(format!("The board after move {}", one.ply));
    let best = one.best.as_ref().and_then(|best| parse_point(best, position.size(), Origin::Bottom).ok());
    if let Some(best) = best.filter(|p| position.stone(*p).is_none()) {
        scene.mark(best, Mark { sign: Sign::Circle, ink: Ink::Green });
    }
    // As an image of its own, so that the names of its parts do not meet those of the other boards.
    let picture = encoded(&svg(&scene, &Theme::WOOD));
    format!(
        "<figure>\n<img alt=\"The board after move {}\" src=\"data:image/svg+xml,{picture}\"/>\n<figcaption>{}</figcaption>\n</figure>\n",
        one.ply,
        escape(&said)
    )
}

/// The text with everything escaped that a URL may not hold.
fn encoded(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b'='
            | b',' => {
                escaped.push(char::from(byte));
            }
            byte => {
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

fn table(review: &Review) -> String {
    let mut text = String::from(
        "<h2>Moves</h2>\n<table>\n<tr><th class=\"number\">#</th><th>side</th><th>move</th><th>grade</th><th class=\"number\">win rate</th><th class=\"number\">loss</th><th>best</th><th>remarks</th></tr>\n",
    );
    for one in &review.moves {
        let grade = one.grade.name();
        let remarks = [
            one.forced.then_some("forced"),
            (one.only_move && !one.forced).then_some("only move"),
            one.missed.as_ref().map(|win| if win.proven { "missed a proven win" } else { "missed a win" }),
            one.lost.as_ref().map(|win| if win.proven { "lost by a proven win" } else { "lost" }),
        ];
        let remarks: Vec<&str> = remarks.into_iter().flatten().collect();
        let _ = writeln!(
            text,
            "<tr><td class=\"number\">{}</td><td>{}</td><td>{}{}</td><td class=\"{grade}\">{grade}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>",
            one.ply,
            escape(&one.side),
            escape(&one.action),
            one.grade.sign(),
            percent(one.winrate_after),
            percent(one.loss),
            escape(one.best.as_deref().unwrap_or("-")),
            remarks.join(", ")
        );
    }
    text.push_str("</table>\n");
    text
}
