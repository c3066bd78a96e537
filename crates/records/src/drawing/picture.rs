//! From a scene to shapes: the one place that knows how a board is laid out in a picture.
//!
//! Lengths are in cells (the distance between two lines); (0, 0) is the upper left point of the
//! board, so the margins have negative coordinates. The hands that draw scale and shift.

use super::scene::{Mark, Scene, Sign, star_points};
use super::theme::{Rgb, Theme};
use tengen_core::notation::Origin;
use tengen_core::{Colour, Point};

/// A place in the picture, in cells from the upper left point of the board.
pub(super) type Place = [f32; 2];

/// What a disc is filled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Paint {
    /// One colour, opaque to so many percent.
    Flat(Rgb, u8),
    /// The ground of the board, so that the lines behind disappear.
    Board,
    /// The round look of a stone.
    Stone(Colour),
    /// A soft shadow that fades towards the rim.
    Shadow,
    /// Nothing inside.
    Empty,
}

/// The ends of strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Grid lines: square ends, aligned to pixels where there are pixels.
    Crisp,
    /// Round ends.
    Round,
}

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Coordinates.
    Regular,
    /// Numbers and labels on the board.
    Bold,
}

/// Something to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Straight strokes of one width.
    Strokes { segments: Vec<[Place; 2]>, width: f32, colour: Rgb, opacity: u8, ends: Ends },
    /// A disc or ring.
    Disc { centre: Place, radius: f32, paint: Paint, outline: Option<(Rgb, f32)> },
    /// The outline of a polygon.
    Polygon { corners: Vec<Place>, width: f32, colour: Rgb },
    /// A text centred on a place; `size` is that of the font.
    Text { centre: Place, size: f32, colour: Rgb, weight: Weight, text: String },
}

/// A laid out picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Picture {
    /// Width of the left margin, height of the upper margin.
    pub(super) origin: Place,
    /// Width and height with the margins.
    pub(super) extent: Place,
    /// What to draw, back to front, on the ground of the board.
    pub(super) shapes: Vec<Shape>,
}

/// The height of a capital letter, in units of the font size.
pub(super) const CAPITAL_HEIGHT: f32 = 0.72;
/// The radius of a stone.
pub(super) const STONE: f32 = 0.465;

const MARGIN: f32 = 0.75;
const LABELLED_MARGIN: f32 = 1.25;
/// From the outermost line to the middle of a letter or number.
const LABEL_DISTANCE: f32 = 0.825;
/// Font sizes of labels of one, two, ... characters; what is longer is cut.
const LABEL_SIZES: [f32; 5] = [0.54, 0.48, 0.36, 0.29, 0.24];
const SHADE: f32 = 0.42;
const LINE: f32 = 0.03;
const FRAME: f32 = 0.05;

/// Lays a scene out.
pub(super) fn picture(scene: &Scene, theme: &Theme) -> Picture {
    let mut painter = Painter { scene, theme, shapes: Vec::new() };
    painter.grid();
    if scene.has_coordinates() {
        painter.coordinates();
    }
    painter.shades();
    painter.ribbon();
    painter.stones();
    painter.marks();
    let labelled = if scene.has_coordinates() { LABELLED_MARGIN } else { MARGIN };
    let top = if scene.origin() == Origin::Top { labelled } else { MARGIN };
    let size = scene.size();
    Picture {
        origin: [labelled, top],
        extent: [
            f32::from(size.width() - 1) + labelled + MARGIN,
            f32::from(size.height() - 1) + labelled + MARGIN,
        ],
        shapes: painter.shapes,
    }
}

fn place(p: Point) -> Place {
    [f32::from(p.x()), f32::from(p.y())]
}

struct Painter<'a> {
    scene: &'a Scene,
    theme: &'a Theme,
    shapes: Vec<Shape>,
}

impl Painter<'_> {
    /// The last column and row, in cells.
    fn far(&self) -> Place {
        let size = self.scene.size();
        [f32::from(size.width() - 1), f32::from(size.height() - 1)]
    }

    fn disc(&mut self, centre: Place, radius: f32, paint: Paint) {
        self.shapes.push(Shape::Disc { centre, radius, paint, outline: None });
    }

    fn grid(&mut self) {
        let [right, bottom] = self.far();
        let size = self.scene.size();
        let columns = (1..size.width() - 1).map(|x| [[f32::from(x), 0.0], [f32::from(x), bottom]]);
        let rows = (1..size.height() - 1).map(|y| [[0.0, f32::from(y)], [right, f32::from(y)]]);
        let frame = vec![
            [[0.0, 0.0], [right, 0.0]],
            [[right, 0.0], [right, bottom]],
            [[right, bottom], [0.0, bottom]],
            [[0.0, bottom], [0.0, 0.0]],
        ];
        let colour = self.theme.line;
        let segments = columns.chain(rows).collect();
        self.shapes.push(Shape::Strokes { segments, width: LINE, colour, opacity: 100, ends: Ends::Crisp });
        self.shapes.push(Shape::Strokes {
            segments: frame,
            width: FRAME,
            colour,
            opacity: 100,
            ends: Ends::Crisp,
        });
        for p in star_points(size) {
            self.disc(place(p), 0.1, Paint::Flat(colour, 100));
        }
    }

    fn coordinates(&mut self) {
        let (scene, colour) = (self.scene, self.theme.text);
        let [_, bottom] = self.far();
        let letters_at = match scene.origin() {
            Origin::Bottom => bottom + LABEL_DISTANCE,
            Origin::Top => -LABEL_DISTANCE,
        };
        let mut write = |centre, text| {
            self.shapes.push(Shape::Text { centre, size: 0.36, colour, weight: Weight::Regular, text });
        };
        for x in 0..scene.size().width() {
            let letter = Scene::column_name(x).to_ascii_uppercase();
            write([f32::from(x), letters_at], letter.to_string());
        }
        for y in 0..scene.size().height() {
            write([-LABEL_DISTANCE, f32::from(y)], scene.row_name(y));
        }
    }

    fn shades(&mut self) {
        for (p, ink, percent) in self.scene.shades() {
            let colour = self.theme.ink(ink, None);
            self.disc(place(p), SHADE, Paint::Board);
            self.disc(place(p), SHADE, Paint::Flat(colour, percent));
        }
    }

    /// A ribbon behind the winning row.
    fn ribbon(&mut self) {
        if let [first, .., last] = self.scene.winning_row() {
            self.shapes.push(Shape::Strokes {
                segments: vec![[place(*first), place(*last)]],
                width: 1.14,
                colour: self.theme.ribbon,
                opacity: 50,
                ends: Ends::Round,
            });
        }
    }

    fn stones(&mut self) {
        // All shadows first: a shadow never falls on a neighbour.
        if self.theme.shadow > 0 {
            for (p, _) in self.scene.stones() {
                let [x, y] = place(p);
                self.disc([x + 0.03, y + 0.055], STONE * 1.09, Paint::Shadow);
            }
        }
        for (p, stone) in self.scene.stones() {
            let look = self.theme.stone(stone.colour);
            self.shapes.push(Shape::Disc {
                centre: place(p),
                radius: STONE,
                paint: Paint::Stone(stone.colour),
                outline: Some((look.outline, 0.025)),
            });
            self.on_stone(p, stone.colour);
        }
    }

    /// The number of a stone, or the dot of the last move; a mark takes the place of both.
    fn on_stone(&mut self, p: Point, colour: Colour) {
        if self.scene.mark_on(p).is_some() {
            return;
        }
        let is_last = self.scene.last() == Some(p);
        let look = self.theme.stone(colour);
        if let Some(number) = self.scene.number(p) {
            let text = number.to_string();
            let size = [0.54, 0.5, 0.4][text.len().clamp(1, 3) - 1];
            let colour = if is_last { look.last } else { look.text };
            self.shapes.push(Shape::Text { centre: place(p), size, colour, weight: Weight::Bold, text });
        } else if is_last {
            self.disc(place(p), 0.13, Paint::Flat(look.last, 100));
        }
    }

    fn marks(&mut self) {
        for (p, mark) in self.scene.marks() {
            let on = self.scene.stone(p).map(|stone| stone.colour);
            let colour = self.theme.ink(mark.ink, on);
            if on.is_none() && matches!(mark.sign, Sign::Text(_)) && self.scene.shade_on(p).is_none() {
                self.disc(place(p), 0.36, Paint::Board);
            }
            self.mark(place(p), mark, colour);
        }
    }

    fn mark(&mut self, [x, y]: Place, mark: &Mark, colour: Rgb) {
        let width = 0.075;
        let around = |corners: &[Place]| corners.iter().map(|[dx, dy]| [x + dx, y + dy]).collect();
        self.shapes.push(match &mark.sign {
            Sign::Cross => {
                let arm = 0.19;
                let segments =
                    vec![[[x - arm, y - arm], [x + arm, y + arm]], [[x + arm, y - arm], [x - arm, y + arm]]];
                Shape::Strokes { segments, width: 0.1, colour, opacity: 100, ends: Ends::Round }
            }
            Sign::Circle => {
                let outline = Some((colour, width));
                Shape::Disc { centre: [x, y], radius: 0.24, paint: Paint::Empty, outline }
            }
            Sign::Dot => {
                let paint = Paint::Flat(colour, 100);
                Shape::Disc { centre: [x, y], radius: 0.13, paint, outline: None }
            }
            Sign::Square => {
                let corners = around(&[[-0.21, -0.21], [0.21, -0.21], [0.21, 0.21], [-0.21, 0.21]]);
                Shape::Polygon { corners, width, colour }
            }
            Sign::Triangle => {
                let corners = around(&[[0.0, -0.29], [0.25, 0.15], [-0.25, 0.15]]);
                Shape::Polygon { corners, width, colour }
            }
            Sign::Text(text) => {
                let text: String = text.chars().take(LABEL_SIZES.len()).collect();
                let size = LABEL_SIZES[text.chars().count().max(1) - 1];
                Shape::Text { centre: [x, y], size, colour, weight: Weight::Bold, text }
            }
        });
    }
}
