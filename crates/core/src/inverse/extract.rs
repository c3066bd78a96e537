//! From a window of a line to its key: the one room of this crate that speaks to the processor.
//!
//! A window is nine squares of both colours, Black's bits in the upper half of a 64-bit word and White's in
//! the lower; its key leaves the two centre bits out (004, section III.E). BMI2's `pext` does that in one
//! instruction, three shifts and masks do the same on every processor.
//!
//! Detection happens once, in [`Extractor::detect`], and the dispatch once a move: a [`Task`] is
//! compiled twice, and the `pext` of the BMI2 twin is inlined into its loop.
#![allow(unsafe_code)]

/// Work that turns windows into keys.
pub(super) trait Task {
    /// What the work yields.
    type Output;

    /// Does the work with the given extraction. Implementations are `#[inline(always)]`, so that
    /// each twin compiles its own copy.
    fn run(self, key: impl Fn(u64) -> u16 + Copy) -> Self::Output;
}

/// The key of a window by shifts and masks.
#[inline(always)]
pub(super) const fn portable(window: u64) -> u16 {
    let squeezed = window & 0x0000_000F_0000_000F | window >> 1 & 0x0000_00F0_0000_00F0;
    (squeezed >> 24 | squeezed) as u16
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use super::Task;
    use std::arch::x86_64::_pext_u64;

    /// The nine squares without the centre, once for each colour.
    const WINDOW: u64 = 0x1EF << 32 | 0x1EF;

    /// A proof that this processor has BMI2: only [`Witness::detect`] makes one.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Witness(());

    impl Witness {
        pub(super) fn detect() -> Option<Self> {
            is_x86_feature_detected!("bmi2").then_some(Self(()))
        }

        #[inline]
        #[expect(clippy::unused_self, reason = "the witness is the permission")]
        pub(super) fn run<T: Task>(self, task: T) -> T::Output {
            // SAFETY: the witness exists, so the processor has BMI2.
            unsafe { run(task) }
        }
    }

    #[target_feature(enable = "bmi2")]
    fn run<T: Task>(task: T) -> T::Output {
        // The closure inherits the feature, which an `inline(always)` on it would forbid.
        task.run(|window| _pext_u64(window, WINDOW) as u16)
    }
}

/// The way this processor extracts keys.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extractor {
    /// By `pext`.
    #[cfg(target_arch = "x86_64")]
    Bmi2(bmi2::Witness),
    /// By shifts and masks.
    Portable,
}

impl Extractor {
    /// The fastest way this processor knows.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(witness) = bmi2::Witness::detect() {
            return Self::Bmi2(witness);
        }
        Self::Portable
    }

    /// Whether `pext` is in use.
    pub(super) const fn is_native(self) -> bool {
        !matches!(self, Self::Portable)
    }

    /// Does the work with this extraction.
    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Bmi2(witness) => witness.run(task),
            Self::Portable => task.run(portable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Keys<'a>(&'a [u64]);

    impl Task for Keys<'_> {
        type Output = Vec<u16>;
        fn run(self, key: impl Fn(u64) -> u16 + Copy) -> Vec<u16> {
            self.0.iter().map(|window| key(*window)).collect()
        }
    }

    #[test]
    fn both_twins_give_the_same_keys() {
        let mut random = fastrand::Rng::with_seed(4);
        let windows: Vec<u64> = (0..100_000).map(|_| random.u64(..)).collect();
        let keys = Extractor::Portable.run(Keys(&windows));
        assert_eq!(Extractor::detect().run(Keys(&windows)), keys);
        assert!(keys.iter().collect::<std::collections::HashSet<_>>().len() > 50_000);
    }

    #[test]
    fn d5_of_figure_4_has_the_key_of_the_paper() {
        let window = 0b1_1111_0000 << 32 | 0b1_0111_1110;
        assert_eq!(portable(window), 0b1111_0000_1011_1110);
    }
}
