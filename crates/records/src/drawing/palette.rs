//! 256 colours for a picture that has more: boxes of colours cut again and again, after Heckbert (1982).

use super::theme::Rgb;
use std::collections::{BTreeMap, HashMap};

/// Colours of a palette.
pub(super) const COLOURS: usize = 256;
/// Bits that are dropped from a channel where colours are counted.
const COARSE: u32 = 3;

/// A colour that occurs, exact, with how often.
type Counted = ([u8; 3], u64);

/// The palette, and which of its colours is the nearest to one.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// For the colours of some pixels.
    pub(super) fn of(pixels: impl Iterator<Item = [u8; 3]>) -> Self {
        // What is nearly the same is counted together, under its mean.
        let mut cells: BTreeMap<[u8; 3], ([u64; 3], u64)> = BTreeMap::new();
        for pixel in pixels {
            let (sum, count) = cells.entry(pixel.map(|channel| channel >> COARSE)).or_default();
            for (sum, channel) in sum.iter_mut().zip(pixel) {
                *sum += u64::from(channel);
            }
            *count += 1;
        }
        let counted: Vec<Counted> =
            cells.into_values().map(|(sum, count)| (sum.map(|sum| (sum / count) as u8), count)).collect();
        let colours = cut(counted).iter().map(|cell| mean(cell)).collect();
        Self { colours, nearest: HashMap::new() }
    }

    /// The number of the nearest colour.
    pub(super) fn index(&mut self, pixel: [u8; 3]) -> u8 {
        let Self { colours, nearest } = self;
        *nearest.entry(pixel).or_insert_with(|| {
            let distance = |colour: &[u8; 3]| -> u32 {
                colour.iter().zip(pixel).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let best = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
            best.map_or(0, |(index, _)| index as u8)
        })
    }

    /// The colours, filled up to 256.
    pub(super) fn table(&self) -> Vec<Rgb> {
        let mut table: Vec<Rgb> = self.colours.iter().map(|[r, g, b]| Rgb(*r, *g, *b)).collect();
        table.resize(COLOURS, Rgb(0, 0, 0));
        table
    }
}

/// Cuts the colours into boxes: the box with the widest channel is cut in the middle of it. Where half of the pixels are would be the usual
/// place, but most pixels of a board are ground, and the edges of stones and numbers would get too few colours.
fn cut(counted: Vec<Counted>) -> Vec<Vec<Counted>> {
    let mut boxes = vec![counted];
    while boxes.len() < COLOURS {
        let widest = |cell: &Vec<Counted>| (0..3).map(|channel| span(cell, channel)).max().unwrap_or(0);
        let Some((index, cell)) = boxes.iter().enumerate().max_by_key(|(_, cell)| widest(cell)) else {
            break;
        };
        let channel = (0..3).max_by_key(|channel| span(cell, *channel)).unwrap_or(0);
        if span(cell, channel) == 0 {
            break;
        }
        let least = cell.iter().map(|(colour, _)| colour[channel]).min().unwrap_or(0);
        let middle = least + span(cell, channel) / 2;
        let (low, high) =
            boxes.swap_remove(index).into_iter().partition(|(colour, _)| colour[channel] <= middle);
        boxes.extend([low, high]);
    }
    boxes
}

fn span(cell: &[Counted], channel: usize) -> u8 {
    let values = || cell.iter().map(|(colour, _)| colour[channel]);
    values().max().unwrap_or(0) - values().min().unwrap_or(0)
}

fn mean(cell: &[Counted]) -> [u8; 3] {
    let total = cell.iter().map(|(_, count)| count).sum::<u64>().max(1);
    [0, 1, 2].map(|channel| {
        let sum: u64 = cell.iter().map(|(colour, count)| u64::from(colour[channel]) * count).sum();
        (sum / total) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_what_they_are() {
        let colours = [[0, 0, 0], [255, 0, 0], [10, 200, 30]];
        let mut palette = Palette::of(colours.into_iter().cycle().take(50));
        let table = palette.table();
        assert_eq!(table.len(), COLOURS);
        for [r, g, b] in colours {
            assert_eq!(table[usize::from(palette.index([r, g, b]))], Rgb(r, g, b));
        }
    }

    #[test]
    fn many_colours_are_near_those_that_stand_for_them() {
        let all = || (0..64_u32).flat_map(|r| (0..64_u32).map(move |g| [(r * 4) as u8, (g * 4) as u8, 128]));
        let mut palette = Palette::of(all());
        let table = palette.table();
        for pixel in all() {
            let Rgb(r, g, b) = table[usize::from(palette.index(pixel))];
            let far = [r, g, b].iter().zip(pixel).map(|(a, b)| a.abs_diff(b)).max().unwrap();
            assert!(far <= 24, "{pixel:?} became {r} {g} {b}");
        }
    }
}
