//! A game as an animated GIF: one picture after the other.
//!
//! The one idea: a GIF has 256 colours and a stone changes little. The colours are chosen once, from the fullest picture, and every picture but the first is
//! only the rectangle that differs from the one before.

use super::png::raster;
use super::scene::Scene;
use super::theme::Theme;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;
use tiny_skia::Pixmap;

/// How much longer the last picture is shown than the others.
const LAST: u32 = 4;

/// Pictures of equal size as one GIF that begins anew for ever; `None` if there are none, or their sizes differ.
pub fn gif(scenes: &[Scene], theme: &Theme, pixels_per_point: u32, delay: Duration) -> Option<Vec<u8>> {
    let last = raster(scenes.last()?, theme, pixels_per_point);
    let (width, height) = (u16::try_from(last.width()).ok()?, u16::try_from(last.height()).ok()?);
    let mut palette = Palette::of(&last);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colours).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    let hundredths = u16::try_from((delay.as_millis() / 10).clamp(2, 6000)).unwrap_or(6000);
    let mut before: Option<Vec<u8>> = None;
    for (number, scene) in scenes.iter().enumerate() {
        let picture = raster(scene, theme, pixels_per_point);
        if (picture.width(), picture.height()) != (last.width(), last.height()) {
            return None;
        }
        let pixels = palette.indices(&picture);
        let is_last = number + 1 == scenes.len();
        let delay = if is_last { (u32::from(hundredths) * LAST).min(65_535) as u16 } else { hundredths };
        let area = Area::between(before.as_deref(), &pixels, width.into());
        encoder.write_frame(&area.frame(&pixels, width.into(), delay)).ok()?;
        before = Some(pixels);
    }
    drop(encoder);
    Some(bytes)
}

/// A rectangle of a picture: columns and rows from and to.
struct Area {
    columns: [usize; 2],
    rows: [usize; 2],
}

impl Area {
    /// Where two pictures differ; everything if there is none before, one pixel if they are alike.
    fn between(before: Option<&[u8]>, now: &[u8], width: usize) -> Self {
        let height = now.len() / width.max(1);
        let Some(before) = before else { return Self { columns: [0, width], rows: [0, height] } };
        let mut area = Self { columns: [width, 0], rows: [height, 0] };
        for (place, _) in before.iter().zip(now).enumerate().filter(|(_, (old, new))| old != new) {
            let (column, row) = (place % width, place / width);
            area.columns = [area.columns[0].min(column), area.columns[1].max(column + 1)];
            area.rows = [area.rows[0].min(row), area.rows[1].max(row + 1)];
        }
        if area.columns[1] == 0 { Self { columns: [0, 1], rows: [0, 1] } } else { area }
    }

    fn frame(&self, pixels: &[u8], width: usize, delay: u16) -> Frame<'static> {
        let [left, right] = self.columns;
        let [top, bottom] = self.rows;
        let rows = pixels.chunks_exact(width.max(1)).take(bottom).skip(top);
        let buffer: Vec<u8> = rows.flat_map(|row| row[left..right].iter().copied()).collect();
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }
}

/// At most 256 colours, and which of them is nearest to any other.
struct Palette {
    /// Red, green, blue of each.
    colours: Vec<u8>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The commonest colours of a picture; colours that differ little count as one.
    fn of(picture: &Pixmap) -> Self {
        let mut counts: HashMap<[u8; 3], (u64, [u64; 3])> = HashMap::new();
        for colour in colours(picture) {
            let (count, sums) = counts.entry(colour.map(|part| part >> 3)).or_default();
            *count += 1;
            for (sum, part) in sums.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
        }
        let mut common: Vec<(u64, [u8; 3])> =
            counts.into_values().map(|(count, sums)| (count, sums.map(|sum| (sum / count) as u8))).collect();
        // By colour where counts are equal, so that the same game is the same file.
        common.sort_by(|a, b| b.cmp(a));
        common.truncate(256);
        Self { colours: common.into_iter().flat_map(|(_, colour)| colour).collect(), nearest: HashMap::new() }
    }

    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let Self { colours: known, nearest } = self;
        let find = |colour: [u8; 3]| {
            let distance = |other: &[u8]| -> u32 {
                other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let best = known.chunks_exact(3).enumerate().min_by_key(|(_, other)| distance(other));
            best.map_or(0, |(index, _)| index as u8)
        };
        colours(picture).map(|colour| *nearest.entry(colour).or_insert_with(|| find(colour))).collect()
    }
}

/// The colours of a picture, pixel by pixel. The ground is solid, so nothing shines through.
fn colours(picture: &Pixmap) -> impl Iterator<Item = [u8; 3]> + '_ {
    picture.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::{Position, Rule, Size};

    fn scenes(size: Size, moves: &str) -> Vec<Scene> {
        let moves = parse_moves(moves, size, Origin::Bottom).unwrap();
        let upto = |count: usize| {
            let position = Position::from_moves(size, Rule::Freestyle, moves[..count].to_vec()).unwrap();
            Scene::from_position(&position)
        };
        (0..=moves.len()).map(upto).collect()
    }

    #[test]
    fn every_move_is_a_picture_and_the_last_one_is_the_end_of_the_game() {
        let size = Size::square(7).unwrap();
        let scenes = scenes(size, "d4e5c3c5");
        let bytes = gif(&scenes, &Theme::WOOD, 16, Duration::from_millis(500)).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut screen = vec![0; width * height * 4];
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
            for row in 0..usize::from(frame.height) {
                let from = row * usize::from(frame.width) * 4;
                let to = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
                let line = &frame.buffer[from..from + usize::from(frame.width) * 4];
                screen[to..to + line.len()].copy_from_slice(line);
            }
        }
        assert_eq!(delays, [50, 50, 50, 50, 200]);
        // What the animation has built up is what the last picture looks like, but for the fewer colours.
        let last = raster(scenes.last().unwrap(), &Theme::WOOD, 16);
        let off = screen
            .chunks_exact(4)
            .zip(colours(&last))
            .filter(|(shown, wanted)| shown.iter().zip(wanted).any(|(a, b)| a.abs_diff(*b) > 24))
            .count();
        assert!(off * 100 < width * height, "{off} of {} pixels are off", width * height);
    }

    #[test]
    fn pictures_that_do_not_fit_together_are_refused() {
        assert_eq!(gif(&[], &Theme::WOOD, 16, Duration::ZERO), None);
        let [small, large] = [7, 9].map(|side| scenes(Size::square(side).unwrap(), "").remove(0));
        assert_eq!(gif(&[small, large], &Theme::WOOD, 16, Duration::ZERO), None);
    }
}
