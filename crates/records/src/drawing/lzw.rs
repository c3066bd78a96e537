//! The compression of GIF (appendix F of the 89a specification): codes of growing length, lowest bit first, in blocks of at most
//! 255 bytes.

use std::collections::HashMap;

/// Bits of a pixel.
const DEPTH: u32 = 8;
const CLEAR: u16 = 1 << DEPTH;
const END: u16 = CLEAR + 1;
/// Codes have twelve bits at most.
const MOST_CODES: u16 = 1 << 12;

/// Bits that become blocks.
struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn put(&mut self, code: u16, width: u32) {
        self.pending |= u32::from(code) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// The image data of a frame: pixels of eight bits, row by row.
pub(super) fn compressed(pixels: &[u8]) -> Vec<u8> {
    let mut data = vec![DEPTH as u8];
    for block in codes(pixels).chunks(255) {
        data.push(block.len() as u8);
        data.extend_from_slice(block);
    }
    data.push(0);
    data
}

fn codes(pixels: &[u8]) -> Vec<u8> {
    let mut bits = Bits { bytes: Vec::new(), pending: 0, count: 0 };
    let mut known: HashMap<(u16, u8), u16> = HashMap::new();
    let (mut next, mut width) = (END + 1, DEPTH + 1);
    bits.put(CLEAR, width);
    let mut pixels = pixels.iter();
    let Some(first) = pixels.next() else {
        bits.put(END, width);
        return bits.finish();
    };
    let mut run = u16::from(*first);
    for pixel in pixels {
        if let Some(code) = known.get(&(run, *pixel)) {
            run = *code;
            continue;
        }
        bits.put(run, width);
        if next < MOST_CODES {
            known.insert((run, *pixel), next);
            // The reader learns a code one step later, so the length grows when it is first needed.
            if next == 1 << width {
                width += 1;
            }
            next += 1;
        } else {
            bits.put(CLEAR, width);
            known.clear();
            (next, width) = (END + 1, DEPTH + 1);
        }
        run = u16::from(*pixel);
    }
    bits.put(run, width);
    // The last code may have been the one with which the length grows for the reader.
    if next == 1 << width && width < 12 {
        width += 1;
    }
    bits.put(END, width);
    bits.finish()
}
