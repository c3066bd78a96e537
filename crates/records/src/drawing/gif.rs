//! A game as an animated GIF: the moves of a position one after another, then again from the start.
//!
//! The one idea: a frame is the picture of the PNG, and only the rectangle that differs from the frame before it is written.
//! All frames share one palette. The same film always gives the same bytes.

use super::lzw::compressed;
use super::palette::Palette;
use super::png::drawn;
use super::scene::Scene;
use super::theme::{Rgb, Theme};
use std::ops::RangeInclusive;
use std::time::Duration;
use tengen_core::Position;
use tiny_skia::Pixmap;

/// The distances between two lines that a film can have, in pixels.
pub const PIXELS_PER_POINT: RangeInclusive<u32> = 8..=64;
/// The times that a frame can be shown. Browsers slow down what is faster.
pub const DELAYS: RangeInclusive<Duration> = Duration::from_millis(20)..=Duration::from_mins(1);
/// The last frame is shown so many times as long as the others.
const LAST: u32 = 4;

/// How a film is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// The number of moves on the first picture.
    pub from: usize,
    /// How long a picture is shown, in hundredths of a second; the last one four times as long. Brought inside [`DELAYS`].
    pub delay: Duration,
    /// Pixels between two lines, brought inside [`PIXELS_PER_POINT`].
    pub pixels_per_point: u32,
}

impl Default for Film {
    fn default() -> Self {
        Self { from: 0, delay: Duration::from_millis(800), pixels_per_point: 32 }
    }
}

/// The moves of a position one after another. `look` may change how each picture looks, all in the same way: numbers,
/// coordinates.
pub fn gif(position: &Position, film: &Film, theme: &Theme, look: impl Fn(Scene) -> Scene) -> Vec<u8> {
    let scale = film.pixels_per_point.clamp(*PIXELS_PER_POINT.start(), *PIXELS_PER_POINT.end());
    let total = position.moves().len();
    let from = film.from.min(total);
    let picture = |ply: usize| {
        let mut then = position.clone();
        while then.moves().len() > ply {
            then.undo();
        }
        Frame::of(&drawn(&look(Scene::from_position(&then)), theme, scale))
    };
    let first = picture(from);
    // All colours are on the last two pictures, where the last move is one of either side, and on the first.
    let (end, before_end) = (picture(total), picture(total.saturating_sub(1).max(from)));
    let sample = [&first, &before_end, &end].into_iter().flat_map(|frame| &frame.pixels);
    let mut palette = Palette::of(sample.copied());
    let mut file = head(&first, &palette.table());
    let mut before: Option<Vec<u8>> = None;
    for ply in from..=total {
        let frame = picture(ply);
        // A look that changes the size of the picture would have no place in the film.
        if (frame.width, frame.height) != (first.width, first.height) {
            continue;
        }
        let indices: Vec<u8> = frame.pixels.iter().map(|pixel| palette.index(*pixel)).collect();
        let factor = if ply == total { LAST } else { 1 };
        let delay = film.delay.clamp(*DELAYS.start(), *DELAYS.end()) * factor;
        let changed = changed(before.as_deref(), &indices, frame.width);
        write_frame(&mut file, &indices, frame.width, changed, delay);
        before = Some(indices);
    }
    file.push(b';');
    file
}

/// A picture without transparency.
struct Frame {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Frame {
    fn of(pixmap: &Pixmap) -> Self {
        let pixels = pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        Self { width: pixmap.width() as usize, height: pixmap.height() as usize, pixels }
    }
}

/// Signature, size, colours, and that it goes round for ever.
fn head(frame: &Frame, table: &[Rgb]) -> Vec<u8> {
    let mut file = b"GIF89a".to_vec();
    put_size(&mut file, frame.width, frame.height);
    // A table of 256 colours for all frames, of eight bits; the background is its first; square pixels.
    file.extend([0xF7, 0, 0]);
    file.extend(table.iter().flat_map(|Rgb(r, g, b)| [*r, *g, *b]));
    file.extend(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00");
    file
}

/// Two numbers of 16 bits, the low byte first. A picture has at most some 1500 pixels a side.
fn put_size(file: &mut Vec<u8>, x: usize, y: usize) {
    for number in [x, y] {
        file.extend((number.min(usize::from(u16::MAX)) as u16).to_le_bytes());
    }
}

/// The smallest rectangle with everything that differs: left, top, width, height. One pixel if nothing does.
fn changed(before: Option<&[u8]>, after: &[u8], width: usize) -> [usize; 4] {
    let height = after.len() / width.max(1);
    let Some(before) = before else { return [0, 0, width, height] };
    let mut bounds: Option<[usize; 4]> = None;
    for (place, _) in before.iter().zip(after).enumerate().filter(|(_, (a, b))| a != b) {
        let (x, y) = (place % width, place / width);
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = bounds.unwrap_or([0; 4]);
    [left, top, right - left + 1, bottom - top + 1]
}

fn write_frame(file: &mut Vec<u8>, indices: &[u8], row: usize, area: [usize; 4], delay: Duration) {
    let [left, top, width, height] = area;
    // What was drawn stays, and the next frame is drawn over it.
    file.extend([0x21, 0xF9, 4, 1 << 2]);
    file.extend(((delay.as_millis() / 10).min(u128::from(u16::MAX)) as u16).to_le_bytes());
    file.extend([0, 0, b',']);
    put_size(file, left, top);
    put_size(file, width, height);
    file.push(0);
    let rows = (top..top + height).flat_map(|y| &indices[y * row + left..y * row + left + width]);
    let pixels: Vec<u8> = rows.copied().collect();
    file.extend(compressed(&pixels));
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::{Rule, Size};

    const FILM: Film = Film { from: 0, delay: Duration::from_millis(500), pixels_per_point: 16 };

    fn position(side: usize, moves: &str) -> Position {
        let size = Size::square(side).unwrap();
        let moves = parse_moves(moves, size, Origin::Bottom).unwrap();
        Position::from_moves(size, Rule::Freestyle, moves).unwrap()
    }

    /// The frames of a film as whole pictures, and how long each is shown, by the decoder of others.
    fn shown(file: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = vec![[0; 3]; width * height];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let [left, top, across] = [frame.left, frame.top, frame.width].map(usize::from);
            for (place, pixel) in frame.buffer.chunks(4).enumerate() {
                let at = (top + place / across) * width + left + place % across;
                canvas[at] = [pixel[0], pixel[1], pixel[2]];
            }
            frames.push((canvas.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn every_frame_is_the_picture_of_its_move() {
        for theme in Theme::ALL {
            let position = position(9, "e5f6d4--c3g7b2");
            let frames = shown(&gif(&position, &FILM, &theme, Scene::numbered));
            assert_eq!(frames.len(), 8);
            for (ply, (pixels, delay)) in frames.iter().enumerate() {
                let mut then = position.clone();
                while then.moves().len() > ply {
                    then.undo();
                }
                let expected = Frame::of(&drawn(&Scene::from_position(&then).numbered(), &theme, 16));
                let far = |(a, b): (&[u8; 3], &[u8; 3])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max();
                let worst = pixels.iter().zip(&expected.pixels).filter_map(far).max().unwrap();
                assert!(worst <= 48, "{} ply {ply}: a channel is off by {worst}", theme.name);
                assert_eq!(*delay, if ply == 7 { 200 } else { 50 });
            }
        }
    }

    #[test]
    fn a_film_may_begin_later_and_has_at_least_one_picture() {
        let position = position(7, "d4e5c3");
        let count = |from| shown(&gif(&position, &Film { from, ..FILM }, &Theme::PAPER, |scene| scene)).len();
        assert_eq!([0, 2, 3, 99].map(count), [4, 2, 1, 1]);
    }

    #[test]
    fn the_same_film_has_the_same_bytes_and_odd_wishes_are_brought_inside() {
        let position = position(5, "c3d4");
        let odd = Film { from: 0, delay: Duration::ZERO, pixels_per_point: 0 };
        let file = gif(&position, &odd, &Theme::WOOD, Scene::without_coordinates);
        assert_eq!(file, gif(&position, &odd, &Theme::WOOD, Scene::without_coordinates));
        assert_eq!(shown(&file).iter().map(|(_, delay)| *delay).collect::<Vec<u16>>(), [2, 2, 8]);
        let long = Film { delay: Duration::MAX, ..FILM };
        assert_eq!(shown(&gif(&position, &long, &Theme::WOOD, |scene| scene))[0].1, 6000);
    }

    /// Enough different pixels that the codes run out and begin anew.
    #[test]
    fn noise_is_read_back() {
        let mut random = fastrand::Rng::with_seed(5);
        for length in [1, 2, 255, 256, 257, 4000, 40_000] {
            let pixels: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
            let mut file = head(
                &Frame { width: length, height: 1, pixels: Vec::new() },
                &(0..=255).map(|grey| Rgb(grey, grey, grey)).collect::<Vec<_>>(),
            );
            write_frame(&mut file, &pixels, length, [0, 0, length, 1], Duration::from_millis(100));
            file.push(b';');
            let frames = shown(&file);
            let read: Vec<u8> = frames[0].0.iter().map(|pixel| pixel[0]).collect();
            assert_eq!(read, pixels, "{length}");
        }
    }
}
