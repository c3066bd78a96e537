//! `tengen show`: a position as a picture.
//!
//! What comes out depends on where it goes: coloured text for a person at a terminal, SVG for a pipe,
//! files where files are asked for.

use super::analyze::parse_seconds;
use super::pick::{PickArgs, Picked};
use super::show_json;
use crate::WrongUsage;
use crate::output;
use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::value_parser;
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Duration;
use tengen_core::board::Board;
use tengen_core::notation::{Origin, point_name};
use tengen_core::rule::Renju;
use tengen_core::{Colour, Foul, Point, Position, Rule, Status};
use tengen_records::drawing::png::PIXELS_PER_POINT;
use tengen_records::drawing::{
    Characters, Colours, Film, Scene, TerminalStyle, Theme, gif, png, svg, terminal,
};

/// Draw a position or game: in the terminal, as SVG or PNG, or move by move as GIF
///
/// In a terminal the board is drawn in coloured Unicode. When the output goes to a file or a pipe it is an
/// SVG document, unless --text asks for plain text.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "a switch of the command line is a bool")]
#[command(after_help = "\
Examples:
  tengen show h8i9g9g7                     draw a position in the terminal
  tengen show h8i9g9g7 > board.svg         the same as SVG
  tengen show game.psq --at 20 --numbers   the position after 20 moves, stones numbered
  tengen show game.psq --png end.png       the end of a game as a picture
  tengen show game.psq --gif game.gif --delay 0.5 --numbers
  tengen show h8i9h10 --rule renju --json  rule, stones and forbidden points as JSON
  echo h8i9 | tengen show - --text         moves from standard input, plain text")]
pub(crate) struct Args {
    /// A game file, `-` for standard input, or moves such as h8i9h10 (`--` is a pass)
    #[arg(value_name = "FILE|MOVES")]
    input: OsString,
    #[command(flatten)]
    pick: PickArgs,
    /// Number the stones; with =FROM only from this move on, which is called 1
    #[arg(
        long,
        value_name = "FROM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = value_parser!(u32).range(1..)
    )]
    numbers: Option<u32>,
    /// Leave out the letters and numbers along the edges
    #[arg(long)]
    no_coordinates: bool,
    /// Text without colours (as does the environment variable `NO_COLOR`)
    #[arg(long, alias = "no-color")]
    no_colour: bool,
    /// Text even if the output is not a terminal
    #[arg(long)]
    text: bool,
    /// Text in ASCII only: X is Black, O is White, (X) the last move, # and @ a winning row
    #[arg(long)]
    ascii: bool,
    /// Colours of SVG and PNG
    #[arg(long, default_value = Theme::WOOD.name, value_parser = PossibleValuesParser::new(Theme::ALL.map(|theme| theme.name)))]
    theme: String,
    /// Pixels between two lines of the PNG; of the GIF at most 64
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = value_parser!(u32).range(i64::from(*PIXELS_PER_POINT.start())..=i64::from(*PIXELS_PER_POINT.end())))]
    pixels: u32,
    /// Write an SVG file (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG file (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write an animated GIF, the moves one after another (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Moves on the first picture of the GIF
    #[arg(long, value_name = "PLY", default_value_t = 0, requires = "gif")]
    gif_from: usize,
    /// Seconds that a picture of the GIF is shown, from 0.02 to 60
    #[arg(long, value_name = "SECONDS", default_value = "0.8", requires = "gif", value_parser = parse_seconds)]
    delay: Duration,
    /// Print one line of JSON instead of a drawing
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    check_outputs(args)?;
    let origin = args.pick.read.origin();
    let picked = args.pick.position(&args.input)?;
    let position = &picked.position;
    let scene = scene(args, &picked)?;
    let theme = Theme::ALL.into_iter().find(|theme| theme.name == args.theme).unwrap_or_default();

    // Everything is drawn before anything is written.
    let files: Vec<(&PathBuf, Vec<u8>)> = [
        args.svg.as_ref().map(|path| (path, svg(&scene, &theme).into_bytes())),
        args.png.as_ref().map(|path| (path, png(&scene, &theme, args.pixels))),
        args.gif.as_ref().map(|path| (path, film(args, position, &theme))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let wants_text = args.text || args.ascii;
    let drawing = if args.json {
        Some(format!("{}\n", show_json::json(position, origin)))
    } else if wants_text || files.is_empty() && std::io::stdout().is_terminal() {
        let status = status_line(position, origin);
        Some(format!("{}\n{status}\n", terminal(&scene, &style(args.ascii, args.no_colour))))
    } else {
        files.is_empty().then(|| svg(&scene, &theme))
    };
    for (path, bytes) in &files {
        output::deliver(path, bytes)?;
        if !output::is_standard(path) {
            output::note(&format!("wrote {}", path.display()));
        }
    }
    drawing.map_or(Ok(()), |text| output::print(text.as_bytes()))
}

/// At most one thing can go to standard output.
fn check_outputs(args: &Args) -> Result<(), WrongUsage> {
    let is_standard = |path: &Option<PathBuf>| path.as_deref().is_some_and(output::is_standard);
    let files = [&args.svg, &args.png, &args.gif].into_iter().filter(|path| is_standard(path)).count();
    let claims = [args.json, args.text || args.ascii];
    if files + claims.into_iter().filter(|claim| *claim).count() > 1 {
        let text =
            "only one of --svg -, --png -, --gif -, --json and --text (or --ascii) can use standard output";
        return Err(WrongUsage(format!("{text}: name files for the pictures")));
    }
    Ok(())
}

/// The moves one after another, looking like the last picture.
fn film(args: &Args, position: &Position, theme: &Theme) -> Vec<u8> {
    let film = Film { from: args.gif_from, delay: args.delay, pixels_per_point: args.pixels };
    gif(position, &film, theme, |scene| dressed(args, scene.with_origin(args.pick.read.origin())))
}

fn scene(args: &Args, picked: &Picked) -> anyhow::Result<Scene> {
    Ok(dressed(args, scene_of(picked, args.pick.read.origin())?))
}

/// With numbers and without coordinates, as asked for.
fn dressed(args: &Args, mut scene: Scene) -> Scene {
    if let Some(from) = args.numbers {
        scene = scene.numbered_from(from as usize);
    }
    if args.no_coordinates { scene.without_coordinates() } else { scene }
}

/// The position as it stood in its game, with its forbidden points.
pub(super) fn scene_of(picked: &Picked, origin: Origin) -> anyhow::Result<Scene> {
    let Picked { record, node, position } = picked;
    let mut scene = Scene::from_record(record, *node, position.rule())
        .map_err(|(_, error)| error)
        .context("the position cannot be drawn")?
        .with_origin(origin)
        .described(status_line(position, origin));
    scene.forbid(forbidden(position).into_iter().map(|(p, _)| p));
    Ok(scene)
}

/// How to draw on this terminal.
pub(super) fn style(is_ascii: bool, no_colour: bool) -> TerminalStyle {
    let has_colours = !no_colour && output::wants_colours();
    TerminalStyle {
        characters: if is_ascii { Characters::Ascii } else { Characters::Unicode },
        colours: if has_colours { Colours::Ansi } else { Colours::None },
    }
}

/// The points that Black may not play in an open game of renju, with the reason.
pub(super) fn forbidden(position: &Position) -> Vec<(Point, Foul)> {
    if position.rule() != Rule::Renju || position.status() != Status::Open {
        return Vec::new();
    }
    let board = Board::<Renju>::from_position(position);
    board.forbidden_points().iter().filter_map(|p| board.foul(p).map(|foul| (p, foul))).collect()
}

/// How the game stands, in one line.
pub(crate) fn status_line(position: &Position, origin: Origin) -> String {
    let name = |p| point_name(p, position.size(), origin);
    let side = |colour| if colour == Colour::Black { "Black" } else { "White" };
    let last = position.moves().last().and_then(|m| m.point());
    let board = format!("{} {}", position.rule(), position.size());
    let moves = position.moves().len();
    match position.status() {
        Status::Won { winner, foul: Some(foul) } => {
            let place = last.map_or_else(String::new, |p| format!(" on {}", name(p)));
            format!("{} has won: {foul} is forbidden{place} ({board}, {moves} moves).", side(winner))
        }
        Status::Won { winner, foul: None } => format!("{} has won ({board}, {moves} moves).", side(winner)),
        Status::Draw => format!("Draw: the board is full ({board}, {moves} moves)."),
        Status::Open => {
            let points: Vec<String> =
                forbidden(position).iter().map(|(p, foul)| format!("{} ({foul})", name(*p))).collect();
            let fouls = if points.is_empty() {
                String::new()
            } else {
                format!(" Forbidden for Black: {}.", points.join(", "))
            };
            format!("{} to move ({board}, move {}).{fouls}", side(position.to_move()), moves + 1)
        }
    }
}
