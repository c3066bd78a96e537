//! `tengen proof show`: a certificate as a tree, or as a game against it.
//!
//! It shows what the records say and does not judge them; `tengen verify` does.

use crate::WrongUsage;
use crate::input;
use crate::output;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use tengen_proof::board::Board;
use tengen_proof::walk::Walk;
use tengen_proof::{Certificate, Colour, Record, Root, Square, binary, text};

/// Look into a certificate of a win
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen proof show win.proof                   the first position and the top of the tree
  tengen proof show win.proof --depth 8         more of the tree
  tengen proof show win.proof --path 'd7 h4'    what happens if the defender replies d7, then h4
  tengen proof show win.proof --record 12       the position of record 12 and the tree below it
  tengen proof show win.proof --json            the same for a program, on one line")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Show the tree, or a game against it
    Show(ShowArgs),
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen proof show win.proof --depth 8         more of the tree
  tengen proof show win.proof --path 'd7 h4'    what happens if the defender replies d7, then h4")]
struct ShowArgs {
    /// A certificate, `-` for standard input
    #[arg(value_name = "FILE")]
    file: OsString,
    /// How many records deep the tree is shown
    #[arg(long, value_name = "N", default_value_t = 4)]
    depth: usize,
    /// Replies of the defender; the attacker's moves are played in between
    #[arg(long, value_name = "SQUARES")]
    path: Option<String>,
    /// Begin at this record instead of the first
    #[arg(long, value_name = "N", default_value_t = 1)]
    record: u32,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Action::Show(args) = &args.action;
    let proof = read(&args.file)?;
    if !(1..=proof.count()).contains(&args.record) {
        return Err(
            WrongUsage(format!("--record: the certificate has records 1 to {}", proof.count())).into()
        );
    }
    match &args.path {
        Some(path) => show_walk(&proof, args, path),
        None => show_tree(&proof, args),
    }
}

/// Reads a certificate in either form.
pub(super) fn read(file: &OsString) -> anyhow::Result<Certificate> {
    let (name, bytes) = input::bytes(file)?;
    if binary::is_binary(&bytes) {
        return binary::read(&bytes).with_context(|| name);
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| anyhow::anyhow!("this is neither the text form nor the binary form of a certificate"))
        .with_context(|| name.clone())?;
    text::read(&text).with_context(|| name)
}

/// The claim in words.
pub(super) fn claim(proof: &Certificate) -> String {
    let header = proof.header();
    let from = match header.root() {
        Root::Moves(moves) if moves.is_empty() => "the empty board".to_owned(),
        Root::Moves(moves) => names(moves),
        Root::Stones { black, white } => format!("black {} and white {}", names(black), names(white)),
    };
    let size = header.size();
    let (attacker, to_move) = (capital(header.attacker()), capital(header.to_move()));
    format!("{attacker} wins {size}x{size} under the {} rule from {from}, {to_move} to move", header.rule())
}

/// A number with commas between groups of three digits.
pub(super) fn in_groups(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn capital(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

fn names(squares: &[Square]) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// The board with X for Black and O for White.
fn draw(board: &Board<'_>, size: u8) -> String {
    let mut picture = String::new();
    for row in (0..size).rev() {
        let _ = write!(picture, "{:>2}", row + 1);
        for column in 0..size {
            let stone = Square::new(column, row).and_then(|square| board.at(square));
            picture.push_str(match stone {
                Some(Colour::Black) => " X",
                Some(Colour::White) => " O",
                None => " .",
            });
        }
        picture.push('\n');
    }
    picture.push_str("  ");
    for column in 0..size {
        let _ = write!(picture, " {}", char::from(b'a' + column));
    }
    picture.push('\n');
    picture
}

/// A record in words.
fn describe(proof: &Certificate, number: u32) -> String {
    let (us, them) = (capital(proof.header().attacker()), capital(proof.defender()));
    match proof.record(number) {
        Record::Line([]) => format!("{us} makes five"),
        Record::Line(line) => format!("{us} wins by fours: {}", names(line)),
        Record::Play(square) => format!("{us} plays {square}"),
        Record::Same { record, symmetry } => {
            format!("the position of record {record}, symmetry {}", symmetry.number())
        }
        Record::Reuse(record) => format!("as record {record}"),
        Record::Two => format!("{us} has two five squares"),
        Record::Forced => format!("{them} must stop a five"),
        Record::Default { line, children } => {
            format!("every reply but {children} loses to {}", names(line))
        }
        Record::Tree { children } => {
            format!("every reply but {children} loses to the tree of record {}", number + 1)
        }
        Record::All { children } => format!("{children} replies, one by one"),
    }
}

/// The records below one, down to a depth, with their depths.
fn tree(proof: &Certificate, top: u32, depth: usize) -> Vec<(u32, usize)> {
    let (mut list, mut ends): (Vec<(u32, usize)>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut number = top;
    while number < proof.end(top) {
        while ends.last().is_some_and(|&end| end <= number) {
            ends.pop();
        }
        if ends.len() >= depth {
            number = proof.end(number);
            continue;
        }
        list.push((number, ends.len()));
        ends.push(proof.end(number));
        number += 1;
    }
    list
}

fn show_tree(proof: &Certificate, args: &ShowArgs) -> anyhow::Result<()> {
    let list = tree(proof, args.record, args.depth);
    let walk = Walk::new(proof, args.record);
    if args.json {
        let records: Vec<Value> = list
            .iter()
            .map(|&(number, depth)| {
                json!({
                    "record": number,
                    "depth": depth,
                    "reply": proof.reply(number).map(|square| square.to_string()),
                    "letter": proof.record(number).letter().to_string(),
                    "text": describe(proof, number),
                })
            })
            .collect();
        return output::print_json(&json!({
            "claim": claim(proof),
            "records": proof.count(),
            "stones": stones(walk.board()),
            "tree": records,
        }));
    }
    let mut page = format!("{}\n\n{}\n", claim(proof), draw(walk.board(), proof.header().size()));
    for &(number, depth) in &list {
        let reply = proof.reply(number).map_or_else(String::new, |square| format!("{square}: "));
        let _ = writeln!(page, "{:>6} {}{reply}{}", number, "  ".repeat(depth), describe(proof, number));
    }
    let hidden = proof.end(args.record) - args.record - list.len() as u32;
    if hidden > 0 {
        let _ =
            writeln!(page, "{} records lie deeper: see --depth, --record, --path", in_groups(hidden.into()));
    }
    output::print(page.as_bytes())
}

fn show_walk(proof: &Certificate, args: &ShowArgs, path: &str) -> anyhow::Result<()> {
    let mut walk = Walk::new(proof, args.record);
    let mut moves: Vec<(Colour, Square)> = Vec::new();
    let attacker = proof.header().attacker();
    let attack = |walk: &mut Walk<'_>, moves: &mut Vec<(Colour, Square)>| {
        moves.extend(walk.play().map(|square| (attacker, square)));
    };
    attack(&mut walk, &mut moves);
    for word in path.split([' ', ',']).filter(|word| !word.is_empty()) {
        let square: Square = word.parse().map_err(|error| WrongUsage(format!("--path: {error}")))?;
        walk.reply(square).map_err(|error| WrongUsage(format!("--path: {error}")))?;
        moves.push((attacker.opponent(), square));
        attack(&mut walk, &mut moves);
    }
    let state = if walk.is_won() { "the attacker has won" } else { "the defender is to move" };
    if args.json {
        let moves: Vec<Value> = moves
            .iter()
            .map(|(colour, square)| json!({ "side": colour.to_string(), "square": square.to_string() }))
            .collect();
        return output::print_json(&json!({
            "claim": claim(proof),
            "moves": moves,
            "record": walk.record(),
            "letter": proof.record(walk.record()).letter().to_string(),
            "text": describe(proof, walk.record()),
            "won": walk.is_won(),
            "children": walk.children().iter().map(Square::to_string).collect::<Vec<_>>(),
            "stones": stones(walk.board()),
        }));
    }
    let played: Vec<_> =
        moves.iter().map(|(colour, square)| format!("{} {square}", capital(*colour))).collect();
    let mut page = format!("{}\n\n{}\n", claim(proof), draw(walk.board(), proof.header().size()));
    let _ =
        writeln!(page, "moves: {}", if played.is_empty() { "none".to_owned() } else { played.join(", ") });
    let _ = writeln!(page, "{state}; record {}: {}", walk.record(), describe(proof, walk.record()));
    if !walk.children().is_empty() {
        let _ = writeln!(page, "replies with an answer of their own: {}", names(&walk.children()));
    }
    output::print(page.as_bytes())
}

fn stones(board: &Board<'_>) -> Value {
    let of = |colour| {
        let all = board.squares().filter(|&square| board.at(square) == Some(colour));
        all.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    json!({ "black": of(Colour::Black), "white": of(Colour::White) })
}
