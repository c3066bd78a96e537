//! A board as PNG: the shapes of the picture in pixels.
//!
//! Grid lines are whole pixels wide and lie on whole pixels, so that they are sharp at every scale;
//! everything round is anti-aliased. Letters come from the program's own face (`font`).

use super::font::{self, Step};
use super::picture::{CAPITAL_HEIGHT, Ends, Paint, Place, Shape, Weight, picture};
use super::scene::Scene;
use super::theme::{Rgb, StoneLook, Theme};
use std::ops::RangeInclusive;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Path, PathBuilder, Pixmap, Point,
    RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// The distances between two lines that a picture can have, in pixels. The largest board is then at most
/// about 3000 pixels wide.
pub const PIXELS_PER_POINT: RangeInclusive<u32> = 8..=128;

/// The scene as a PNG file with this many pixels between two lines; a value outside
/// [`PIXELS_PER_POINT`] is brought inside.
pub fn png(scene: &Scene, theme: &Theme, pixels_per_point: u32) -> Vec<u8> {
    drawn(scene, theme, pixels_per_point).encode_png().expect("writing to memory does not fail")
}

/// The scene in pixels.
pub(super) fn drawn(scene: &Scene, theme: &Theme, pixels_per_point: u32) -> Pixmap {
    let scale = pixels_per_point.clamp(*PIXELS_PER_POINT.start(), *PIXELS_PER_POINT.end()) as f32;
    let picture = picture(scene, theme);
    let [width, height] = picture.extent.map(|cells| (cells * scale).round() as u32);
    let pixels =
        Pixmap::new(width, height).expect("a picture has at least a margin and at most 3100 pixels a side");
    // The middle of a one-pixel line is the middle of a pixel; stones and letters follow the lines.
    let origin = picture.origin.map(|cells| (cells * scale).floor() + 0.5);
    let mut hand = Hand { pixels, theme, scale, origin };
    hand.ground();
    for shape in &picture.shapes {
        hand.shape(shape);
    }
    hand.pixels
}

fn colour(tone: Rgb, percent: u8) -> Color {
    let alpha = u16::from(percent.min(100)) * 255 / 100;
    Color::from_rgba8(tone.0, tone.1, tone.2, alpha as u8)
}

fn paint(shader: Shader<'_>) -> tiny_skia::Paint<'_> {
    tiny_skia::Paint { shader, ..tiny_skia::Paint::default() }
}

struct Hand<'a> {
    pixels: Pixmap,
    theme: &'a Theme,
    scale: f32,
    origin: Place,
}

impl Hand<'_> {
    fn at(&self, [x, y]: Place) -> Point {
        Point::from_xy(self.origin[0] + x * self.scale, self.origin[1] + y * self.scale)
    }

    fn board_shader(&self) -> Shader<'static> {
        let end = Point::from_xy(self.pixels.width() as f32, self.pixels.height() as f32);
        let [from, to] = self.theme.board.map(|tone| colour(tone, 100));
        let stops = vec![GradientStop::new(0.0, from), GradientStop::new(1.0, to)];
        LinearGradient::new(Point::zero(), end, stops, SpreadMode::Pad, Transform::identity())
            .unwrap_or(Shader::SolidColor(from))
    }

    fn ground(&mut self) {
        let shader = self.board_shader();
        let (width, height) = (self.pixels.width() as f32, self.pixels.height() as f32);
        if let Some(all) = Rect::from_xywh(0.0, 0.0, width, height) {
            self.pixels.fill_rect(all, &paint(shader), Transform::identity(), None);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Strokes { segments, width, colour: tone, ends: Ends::Crisp, .. } => {
                for segment in segments {
                    self.line(*segment, *width, *tone);
                }
            }
            Shape::Strokes { segments, width, colour: tone, opacity, ends: Ends::Round } => {
                let mut path = PathBuilder::new();
                for [from, to] in segments {
                    let (from, to) = (self.at(*from), self.at(*to));
                    path.move_to(from.x, from.y);
                    path.line_to(to.x, to.y);
                }
                self.stroke(path.finish(), width * self.scale, colour(*tone, *opacity));
            }
            Shape::Disc { centre, radius, paint, outline } => self.disc(*centre, *radius, *paint, *outline),
            Shape::Polygon { corners, width, colour: tone } => {
                let mut path = PathBuilder::new();
                for (i, corner) in corners.iter().enumerate() {
                    let to = self.at(*corner);
                    if i == 0 { path.move_to(to.x, to.y) } else { path.line_to(to.x, to.y) }
                }
                path.close();
                self.stroke(path.finish(), width * self.scale, colour(*tone, 100));
            }
            Shape::Text { centre, size, colour: tone, weight, text } => {
                let pen = match weight {
                    Weight::Regular => font::PEN,
                    Weight::Bold => font::BOLD_PEN,
                };
                self.text(*centre, *size, pen, *tone, text);
            }
        }
    }

    /// A horizontal or vertical line as a block of whole pixels.
    fn line(&mut self, [from, to]: [Place; 2], width: f32, tone: Rgb) {
        let (from, to) = (self.at(from), self.at(to));
        let width = (width * self.scale).round().max(1.0);
        let left = (from.x.min(to.x) - width / 2.0).round();
        let top = (from.y.min(to.y) - width / 2.0).round();
        let (across, down) = ((from.x - to.x).abs() + width, (from.y - to.y).abs() + width);
        if let Some(block) = Rect::from_xywh(left, top, across, down) {
            let mut paint = paint(Shader::SolidColor(colour(tone, 100)));
            paint.anti_alias = false;
            self.pixels.fill_rect(block, &paint, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, width: f32, colour: Color) {
        let stroke =
            Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = path {
            let paint = paint(Shader::SolidColor(colour));
            self.pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }

    fn disc(&mut self, centre: Place, radius: f32, fill: Paint, outline: Option<(Rgb, f32)>) {
        let (middle, radius) = (self.at(centre), radius * self.scale);
        let Some(circle) = PathBuilder::from_circle(middle.x, middle.y, radius) else { return };
        let shader = match fill {
            Paint::Flat(tone, percent) => Some(Shader::SolidColor(colour(tone, percent))),
            Paint::Board => Some(self.board_shader()),
            Paint::Stone(side) => Some(stone_shader(self.theme.stone(side), middle, radius)),
            Paint::Shadow => shadow_shader(self.theme.shadow, middle, radius),
            Paint::Empty => None,
        };
        if let Some(shader) = shader {
            self.pixels.fill_path(&circle, &paint(shader), FillRule::Winding, Transform::identity(), None);
        }
        if let Some((tone, width)) = outline {
            self.stroke(Some(circle), width * self.scale, colour(tone, 100));
        }
    }

    fn text(&mut self, centre: Place, size: f32, pen: f32, tone: Rgb, text: &str) {
        let middle = self.at(centre);
        let capital = size * CAPITAL_HEIGHT * self.scale;
        let to = |x: f32, y: f32| (middle.x + x * capital, middle.y + y * capital);
        let mut path = PathBuilder::new();
        for step in font::strokes(text) {
            match step {
                Step::Move([x, y]) => {
                    let (x, y) = to(x, y);
                    path.move_to(x, y);
                }
                Step::Line([x, y]) => {
                    let (x, y) = to(x, y);
                    path.line_to(x, y);
                }
                Step::Curve([a, b, c, d, x, y]) => {
                    let ((a, b), (c, d), (x, y)) = (to(a, b), to(c, d), to(x, y));
                    path.cubic_to(a, b, c, d, x, y);
                }
                Step::Close => path.close(),
            }
        }
        self.stroke(path.finish(), capital * pen, colour(tone, 100));
    }
}

/// Light from the upper left, as in the SVG.
fn stone_shader(look: &StoneLook, middle: Point, radius: f32) -> Shader<'static> {
    let (light, rim) = (colour(look.light, 100), colour(look.rim, 100));
    let lit = Point::from_xy(middle.x - 0.28 * radius, middle.y - 0.4 * radius);
    let stops = vec![GradientStop::new(0.0, light), GradientStop::new(1.0, rim)];
    RadialGradient::new(lit, 0.0, lit, 1.4 * radius, stops, SpreadMode::Pad, Transform::identity())
        .unwrap_or(Shader::SolidColor(rim))
}

fn shadow_shader(percent: u8, middle: Point, radius: f32) -> Option<Shader<'static>> {
    let black = Rgb(0, 0, 0);
    let stops =
        vec![GradientStop::new(0.8, colour(black, percent)), GradientStop::new(1.0, colour(black, 0))];
    RadialGradient::new(middle, 0.0, middle, radius, stops, SpreadMode::Pad, Transform::identity())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Ink, Mark, Sign};
    use tengen_core::notation::{Origin, parse_moves, parse_point};
    use tengen_core::{Position, Rule, Size};

    const SCALE: u32 = 40;

    fn scene(moves: &str) -> Scene {
        let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
        Scene::from_position(&Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap())
    }

    fn draw(scene: &Scene, theme: &Theme) -> Pixmap {
        Pixmap::decode_png(&png(scene, theme, SCALE)).unwrap()
    }

    /// The pixel so many pixels right of and below a point of a board with coordinates.
    fn probe(pixels: &Pixmap, name: &str, right: i32, down: i32) -> [u8; 3] {
        let p = parse_point(name, Size::FIFTEEN, Origin::Bottom).unwrap();
        let x = 50 + i32::from(p.x()) * SCALE as i32 + right;
        let y = 30 + i32::from(p.y()) * SCALE as i32 + down;
        let pixel = pixels.pixel(x as u32, y as u32).unwrap();
        assert_eq!(pixel.alpha(), 255);
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    fn brightness(pixel: [u8; 3]) -> u32 {
        pixel.iter().map(|c| u32::from(*c)).sum::<u32>() / 3
    }

    #[test]
    fn stones_lines_and_ground_are_where_they_belong() {
        let pixels = draw(&scene("h8i9a15"), &Theme::WOOD);
        assert_eq!((pixels.width(), pixels.height()), (640, 640));
        assert!(brightness(probe(&pixels, "h8", 0, 0)) < 90);
        assert!(brightness(probe(&pixels, "i9", 0, 0)) > 220);
        // The corner of the picture is the first tone of the board.
        let corner = pixels.pixel(0, 0).unwrap();
        assert_eq!(Rgb(corner.red(), corner.green(), corner.blue()), Theme::WOOD.board[0]);
        // Between the lines is ground, on the line is line and nothing in between: one sharp pixel.
        let Rgb(r, g, b) = Theme::WOOD.line;
        assert_eq!(probe(&pixels, "c3", 20, 0), [r, g, b]);
        assert!(brightness(probe(&pixels, "c3", 20, 1)) > 150);
        assert!(brightness(probe(&pixels, "c3", 20, -1)) > 150);
        // A star is wider than a line.
        assert_eq!(probe(&pixels, "d4", 2, 2), [r, g, b]);
        assert!(brightness(probe(&pixels, "c3", 2, 2)) > 150);
        // The last move carries a reddish dot.
        let [red, green, _] = probe(&pixels, "a15", 0, 0);
        assert!(red > 200 && green < 140);
    }

    #[test]
    fn numbers_and_marks_are_drawn() {
        let mut numbered = scene("h8i9").numbered();
        let plain = draw(&scene("h8i9"), &Theme::WOOD);
        let pixels = draw(&numbered, &Theme::WOOD);
        let lit = |pixels: &Pixmap, name| {
            let around = (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y)));
            around.filter(|(x, y)| brightness(probe(pixels, name, *x, *y)) > 200).count()
        };
        assert!(lit(&pixels, "h8") > 20, "a white 1 on the black stone");
        assert_eq!(lit(&plain, "h8"), 0);
        let p = parse_point("c3", Size::FIFTEEN, Origin::Bottom).unwrap();
        numbered.forbid([p]);
        let Rgb(r, g, b) = Theme::WOOD.ink(Ink::Red, None);
        assert_eq!(probe(&draw(&numbered, &Theme::WOOD), "c3", 5, 5), [r, g, b]);
        numbered.mark(p, Mark { sign: Sign::Text("W".to_owned()), ink: Ink::Green });
        // A text clears the crossing behind it.
        assert!(brightness(probe(&draw(&numbered, &Theme::WOOD), "c3", 0, -11)) > 150);
    }

    #[test]
    fn the_same_scene_gives_the_same_bytes() {
        let scene = scene("h8i9g7").numbered();
        for theme in Theme::ALL {
            assert_eq!(png(&scene, &theme, SCALE), png(&scene, &theme, SCALE));
        }
    }

    #[test]
    fn every_scale_and_size_can_be_drawn() {
        for (width, height) in [(5, 5), (22, 5)] {
            let scene = Scene::new(Size::new(width, height).unwrap());
            for (asked, used) in [(0, 8), (8, 8), (33, 33), (u32::MAX, 128)] {
                let pixels = Pixmap::decode_png(&png(&scene, &Theme::PAPER, asked)).unwrap();
                assert_eq!(pixels.width(), (width as u32 + 1) * used);
            }
        }
    }
}
