//! A board as SVG: one self-contained document, sharp at every size, with a name and a description for
//! screen readers. No scripts, no style sheets, nothing fetched from elsewhere.

use super::picture::{CAPITAL_HEIGHT, Ends, Paint, Picture, Place, Shape, Weight, picture};
use super::scene::Scene;
use super::theme::{Rgb, StoneLook, Theme};
use std::fmt::Write as _;
use tengen_core::Colour;
use tengen_core::notation::point_name;

/// Units of the document between two lines. The view starts half a unit before (0, 0), so that at its
/// natural size the middle of a line is the middle of a pixel.
const CELL: f32 = 40.0;

/// The scene as an SVG document.
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    let picture = picture(scene, theme);
    let mut hand = Hand { text: String::new(), theme, origin: picture.origin };
    hand.head(scene, &picture);
    for shape in &picture.shapes {
        hand.shape(shape);
    }
    hand.text.push_str("</svg>\n");
    hand.text
}

/// The text with everything escaped that could end a text or an attribute. Characters that XML does
/// not allow at all become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// What a screen reader calls the picture if it has no title.
fn default_title(scene: &Scene) -> String {
    let stones = scene.stones().count();
    format!("Gomoku board {}, {stones} {}", scene.size(), if stones == 1 { "stone" } else { "stones" })
}

/// The stones in words, in the order of the moves as far as there is one.
fn description(scene: &Scene) -> String {
    let mut sentences = Vec::new();
    if !scene.description().is_empty() {
        sentences.push(scene.description().to_owned());
    }
    for colour in Colour::BOTH {
        let mut stones: Vec<_> = scene.stones().filter(|(_, stone)| stone.colour == colour).collect();
        stones.sort_by_key(|(_, stone)| stone.ply);
        let names: Vec<String> =
            stones.iter().map(|(p, _)| point_name(*p, scene.size(), scene.origin())).collect();
        if !names.is_empty() {
            let name = if colour == Colour::Black { "Black" } else { "White" };
            sentences.push(format!("{name}: {}.", names.join(" ")));
        }
    }
    sentences.join(" ")
}

/// A length with at most two decimals and no zeros at the end.
fn length(cells: f32) -> String {
    let hundredths = (cells * CELL * 100.0).round() as i32;
    let text = format!("{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if hundredths < 0 { format!("-{text}") } else { text.to_owned() }
}

/// An attribute ` name="0.5"`, or nothing for full opacity.
fn opacity(name: &str, percent: u8) -> String {
    if percent >= 100 { String::new() } else { format!(" {name}=\"0.{percent:02}\"") }
}

struct Hand<'a> {
    text: String,
    theme: &'a Theme,
    origin: Place,
}

impl Hand<'_> {
    fn head(&mut self, scene: &Scene, picture: &Picture) {
        let [width, height] = picture.extent.map(length);
        let fallback = default_title(scene);
        let title = escape(if scene.title().is_empty() { &fallback } else { scene.title() });
        let description = escape(&description(scene));
        let [from, to] = self.theme.board.map(Rgb::hex);
        let _ = write!(
            self.text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 {width} {height}" width="{width}" height="{height}" role="img" text-anchor="middle" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif">
<title>{title}</title>
<desc>{description}</desc>
<defs>
<linearGradient id="tengen-board" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="{height}"><stop offset="0" stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient>
"#
        );
        self.stone_gradient("tengen-black", &self.theme.black);
        self.stone_gradient("tengen-white", &self.theme.white);
        if self.theme.shadow > 0 {
            let strength = self.theme.shadow;
            let _ = writeln!(
                self.text,
                r##"<radialGradient id="tengen-shadow"><stop offset="0.8" stop-color="#000" stop-opacity="0.{strength:02}"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>"##
            );
        }
        let _ = write!(
            self.text,
            "</defs>\n<rect x=\"-0.5\" y=\"-0.5\" width=\"{width}\" height=\"{height}\" fill=\"url(#tengen-board)\"/>\n"
        );
    }

    fn stone_gradient(&mut self, id: &str, look: &StoneLook) {
        let (light, rim) = (look.light.hex(), look.rim.hex());
        let _ = writeln!(
            self.text,
            r#"<radialGradient id="{id}" cx="0.36" cy="0.3" r="0.7"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{rim}"/></radialGradient>"#
        );
    }

    /// Where a place is in the document: `x` and `y`.
    fn at(&self, [x, y]: Place) -> [String; 2] {
        [length(x + self.origin[0]), length(y + self.origin[1])]
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Strokes { segments, width, colour, opacity: percent, ends } => {
                let mut path = String::new();
                for [from, to] in segments {
                    let ([a, b], [x, y]) = (self.at(*from), self.at(*to));
                    let _ = write!(path, "M{a} {b}L{x} {y}");
                }
                let ends = match ends {
                    Ends::Crisp => "stroke-linecap=\"square\" shape-rendering=\"crispEdges\"",
                    Ends::Round => "stroke-linecap=\"round\"",
                };
                let _ = writeln!(
                    self.text,
                    r#"<path d="{path}" fill="none" stroke="{}" stroke-width="{}"{} {ends}/>"#,
                    colour.hex(),
                    length(*width),
                    opacity("stroke-opacity", *percent),
                );
            }
            Shape::Disc { centre, radius, paint, outline } => {
                let [x, y] = self.at(*centre);
                let outline = outline.map_or_else(String::new, |(colour, width)| {
                    format!(" stroke=\"{}\" stroke-width=\"{}\"", colour.hex(), length(width))
                });
                let _ = writeln!(
                    self.text,
                    r#"<circle cx="{x}" cy="{y}" r="{}" {}{outline}/>"#,
                    length(*radius),
                    fill(*paint)
                );
            }
            Shape::Polygon { corners, width, colour } => {
                let points: Vec<String> = corners.iter().map(|p| self.at(*p).join(",")).collect();
                let _ = writeln!(
                    self.text,
                    r#"<polygon points="{}" fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round"/>"#,
                    points.join(" "),
                    colour.hex(),
                    length(*width)
                );
            }
            Shape::Text { centre: [x, y], size, colour, weight, text } => {
                // The base line is set by hand: renderers disagree about `dominant-baseline`.
                let weight = if *weight == Weight::Bold { " font-weight=\"600\"" } else { "" };
                let [x, y] = self.at([*x, y + size * CAPITAL_HEIGHT / 2.0]);
                let _ = writeln!(
                    self.text,
                    r#"<text x="{x}" y="{y}" font-size="{}"{weight} fill="{}">{}</text>"#,
                    length(*size),
                    colour.hex(),
                    escape(text)
                );
            }
        }
    }
}

fn fill(paint: Paint) -> String {
    match paint {
        Paint::Flat(colour, percent) => {
            format!("fill=\"{}\"{}", colour.hex(), opacity("fill-opacity", percent))
        }
        Paint::Board => "fill=\"url(#tengen-board)\"".to_owned(),
        Paint::Stone(Colour::Black) => "fill=\"url(#tengen-black)\"".to_owned(),
        Paint::Stone(Colour::White) => "fill=\"url(#tengen-white)\"".to_owned(),
        Paint::Shadow => "fill=\"url(#tengen-shadow)\"".to_owned(),
        Paint::Empty => "fill=\"none\"".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Ink, Mark, Sign};
    use roxmltree::Document;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::{Point, Position, Rule, Size};

    fn scene(side: usize, moves: &str) -> Scene {
        let size = Size::square(side).unwrap();
        let moves = parse_moves(moves, size, Origin::Bottom).unwrap();
        Scene::from_position(&Position::from_moves(size, Rule::Freestyle, moves).unwrap())
    }

    fn texts<'a>(document: &'a Document<'a>, name: &str) -> Vec<&'a str> {
        document.descendants().filter(|n| n.has_tag_name(name)).filter_map(|n| n.text()).collect()
    }

    /// After a change on purpose: `BLESS=1 cargo test -p tengen-records golden`, and review the diff.
    #[test]
    fn a_small_board_is_the_golden_document() {
        let mut scene = scene(5, "c3d4b1").numbered_from(2).titled("Five by five");
        scene.forbid([Point::new(4, 4).unwrap()]);
        let document = svg(&scene, &Theme::WOOD);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/drawing/golden/five.svg");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &document).unwrap();
        }
        assert_eq!(document, std::fs::read_to_string(path).unwrap());
    }

    #[test]
    fn every_theme_and_mark_gives_well_formed_xml() {
        let mut scene = scene(15, "h8a1i8a2j8a3k8a4g8").numbered();
        let text = Sign::Text("<&>".to_owned());
        let signs = [Sign::Cross, Sign::Circle, Sign::Square, Sign::Triangle, Sign::Dot, text];
        for (x, sign) in signs.into_iter().enumerate() {
            let p = Point::new(x as u8, 0).unwrap();
            scene.mark(p, Mark { sign, ink: Ink::Blue });
            scene.shade(p, Ink::Green, 20 * x as u8);
        }
        for theme in Theme::ALL {
            let text = svg(&scene, &theme);
            let document = Document::parse(&text).unwrap();
            assert!(texts(&document, "text").contains(&"<&>"));
            // Every `url(#id)` has its definition.
            for piece in text.split("url(#").skip(1) {
                let id = piece.split(')').next().unwrap();
                assert!(document.descendants().any(|n| n.attribute("id") == Some(id)), "{id}");
            }
        }
    }

    #[test]
    fn titles_are_escaped_and_always_there() {
        let wild = "A & B <script>\"x\" 'y' \u{0}\u{1b} 天元\n";
        let document = svg(&scene(5, "c3").titled(wild), &Theme::WOOD);
        let document = Document::parse(&document).unwrap();
        assert_eq!(texts(&document, "title"), ["A & B <script>\"x\" 'y' \u{fffd}\u{fffd} 天元 "]);
        let document = svg(&scene(5, "c3d4").described("Black to move."), &Theme::WOOD);
        let document = Document::parse(&document).unwrap();
        assert_eq!(texts(&document, "title"), ["Gomoku board 5x5, 2 stones"]);
        assert_eq!(texts(&document, "desc"), ["Black to move. Black: c3. White: d4."]);
    }

    #[test]
    fn coordinates_can_be_left_out_and_then_the_margins_are_equal() {
        let text = svg(&scene(5, "").without_coordinates(), &Theme::WOOD);
        let document = Document::parse(&text).unwrap();
        assert!(texts(&document, "text").is_empty());
        assert_eq!(document.root_element().attribute("viewBox"), Some("-0.5 -0.5 220 220"));
        let labelled = svg(&scene(5, ""), &Theme::WOOD);
        let labelled = Document::parse(&labelled).unwrap();
        assert_eq!(texts(&labelled, "text").concat(), "ABCDE54321");
    }

    #[test]
    fn lengths_have_two_decimals_at_most() {
        assert_eq!(
            [0.0, 1.0, 0.5, 0.01625, -0.25, -0.001].map(length),
            ["0", "40", "20", "0.65", "-10", "-0.04"]
        );
    }
}
