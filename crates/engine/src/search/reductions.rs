//! How much less deep a late move is searched: it grows with the logarithms of depth and of the move's number. In whole
//! numbers, so that it is the same on every machine.

use crate::search::ONE;

/// Sixteenths of the binary logarithm, for 1 to 255.
static LOGARITHMS: [u8; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        // The logarithm of the sixteenth power.
        table[n] = (n as u128).pow(16).ilog2() as u8;
        n += 1;
    }
    table
};

/// The reduction in parts of a ply; `slope` in hundredths of a ply for each doubling of both.
#[inline]
pub(crate) fn of(depth: i32, count: i32, slope: i32) -> i32 {
    let logarithm = |n: i32| i32::from(LOGARITHMS[n.clamp(1, 255) as usize]);
    ONE * slope * logarithm(depth / ONE) * logarithm(count) / (16 * 16 * 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        assert_eq!(of(ONE, 10, 20), 0);
        assert_eq!(of(8 * ONE, 16, 25), 3 * ONE);
        for depth in 2..60 {
            for count in 2..200 {
                assert!(of(depth * ONE, count, 20) <= of((depth + 1) * ONE, count, 20));
                assert!(of(depth * ONE, count, 20) <= of(depth * ONE, count + 1, 20));
            }
        }
    }
}
