//! How a picture looks: the tones of board, stones and inks. Every colour of the pictures is here.

use super::scene::Ink;
use tengen_core::Colour;

/// A colour of paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// As `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The look of one player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneLook {
    /// The lit place, up and to the left.
    pub light: Rgb,
    /// The far rim. Equal to `light` for a flat stone.
    pub rim: Rgb,
    /// The thin line around it.
    pub outline: Rgb,
    /// Numbers and plain marks on it.
    pub text: Rgb,
    /// The number or the dot of the last move on it.
    pub last: Rgb,
}

/// The look of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name by which a user asks for it.
    pub name: &'static str,
    /// The ground, from the upper left to the lower right.
    pub board: [Rgb; 2],
    /// Grid lines and star points.
    pub line: Rgb,
    /// Letters and numbers along the edges, and plain marks on empty points.
    pub text: Rgb,
    /// Black's stones.
    pub black: StoneLook,
    /// White's stones.
    pub white: StoneLook,
    /// How dark the shadow of a stone is, in percent; 0 = none.
    pub shadow: u8,
    /// The ribbon behind the winning row.
    pub ribbon: Rgb,
    /// The inks from [`Ink::Red`] to [`Ink::Grey`].
    pub inks: [Rgb; 6],
}

/// Inks that read well on light grounds.
const INKS_ON_LIGHT: [Rgb; 6] = [
    Rgb(0xc8, 0x1e, 0x1e),
    Rgb(0xd2, 0x6a, 0x00),
    Rgb(0x1f, 0x7a, 0x3a),
    Rgb(0x1d, 0x5f, 0xb4),
    Rgb(0x7a, 0x3d, 0xb0),
    Rgb(0x6b, 0x6b, 0x6b),
];

impl Theme {
    /// A wooden board with slate and shell stones.
    pub const WOOD: Self = Self {
        name: "wood",
        board: [Rgb(0xf0, 0xcb, 0x8e), Rgb(0xe2, 0xb4, 0x6e)],
        line: Rgb(0x5a, 0x3d, 0x1a),
        text: Rgb(0x5a, 0x3d, 0x1a),
        black: StoneLook {
            light: Rgb(0x6a, 0x6c, 0x70),
            rim: Rgb(0x12, 0x12, 0x14),
            outline: Rgb(0x0c, 0x0c, 0x0e),
            text: Rgb(0xff, 0xff, 0xff),
            last: Rgb(0xff, 0x6e, 0x5e),
        },
        white: StoneLook {
            light: Rgb(0xff, 0xff, 0xff),
            rim: Rgb(0xd9, 0xd6, 0xcf),
            outline: Rgb(0x9a, 0x93, 0x86),
            text: Rgb(0x17, 0x17, 0x17),
            last: Rgb(0xd2, 0x1f, 0x18),
        },
        shadow: 26,
        ribbon: Rgb(0xe0, 0x2d, 0x26),
        inks: INKS_ON_LIGHT,
    };

    /// Black on white, for print.
    pub const PAPER: Self = Self {
        name: "paper",
        board: [Rgb(0xff, 0xff, 0xff), Rgb(0xff, 0xff, 0xff)],
        line: Rgb(0x33, 0x33, 0x33),
        text: Rgb(0x22, 0x22, 0x22),
        black: StoneLook {
            light: Rgb(0x11, 0x11, 0x11),
            rim: Rgb(0x11, 0x11, 0x11),
            outline: Rgb(0x11, 0x11, 0x11),
            text: Rgb(0xff, 0xff, 0xff),
            last: Rgb(0xff, 0x6e, 0x5e),
        },
        white: StoneLook {
            light: Rgb(0xff, 0xff, 0xff),
            rim: Rgb(0xff, 0xff, 0xff),
            outline: Rgb(0x11, 0x11, 0x11),
            text: Rgb(0x11, 0x11, 0x11),
            last: Rgb(0xd2, 0x1f, 0x18),
        },
        shadow: 0,
        ribbon: Rgb(0x80, 0x80, 0x80),
        inks: INKS_ON_LIGHT,
    };

    /// A dark board for dark pages.
    pub const NIGHT: Self = Self {
        name: "night",
        board: [Rgb(0x2b, 0x31, 0x3a), Rgb(0x22, 0x27, 0x2f)],
        line: Rgb(0x6d, 0x78, 0x88),
        text: Rgb(0x9a, 0xa6, 0xb6),
        black: StoneLook {
            light: Rgb(0x3a, 0x3d, 0x42),
            rim: Rgb(0x06, 0x07, 0x09),
            outline: Rgb(0x8b, 0x96, 0xa6),
            text: Rgb(0xf2, 0xf4, 0xf7),
            last: Rgb(0xff, 0x6e, 0x5e),
        },
        white: StoneLook {
            light: Rgb(0xf7, 0xf8, 0xfa),
            rim: Rgb(0xc2, 0xc8, 0xd1),
            outline: Rgb(0xe6, 0xea, 0xf0),
            text: Rgb(0x14, 0x17, 0x1c),
            last: Rgb(0xd2, 0x1f, 0x18),
        },
        shadow: 40,
        ribbon: Rgb(0xff, 0x5c, 0x4d),
        inks: [
            Rgb(0xff, 0x6b, 0x6b),
            Rgb(0xff, 0xa9, 0x4d),
            Rgb(0x63, 0xd4, 0x86),
            Rgb(0x6c, 0xb0, 0xff),
            Rgb(0xc3, 0x9b, 0xff),
            Rgb(0x7c, 0x87, 0x97),
        ],
    };

    /// Every theme; the first is the usual one.
    pub const ALL: [Self; 3] = [Self::WOOD, Self::PAPER, Self::NIGHT];

    /// The look of one player's stones.
    pub const fn stone(&self, colour: Colour) -> &StoneLook {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// The tone of an ink on an empty point, or on a stone.
    pub const fn ink(&self, ink: Ink, on: Option<Colour>) -> Rgb {
        match (ink, on) {
            (Ink::Plain, None) => self.text,
            (Ink::Plain, Some(colour)) => self.stone(colour).text,
            (ink, _) => self.inks[ink as usize - 1],
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::WOOD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ink_has_its_own_tone_in_each_theme() {
        let inks = [Ink::Plain, Ink::Red, Ink::Orange, Ink::Green, Ink::Blue, Ink::Violet, Ink::Grey];
        for theme in Theme::ALL {
            for on in [None, Some(Colour::White)] {
                let tones: std::collections::HashSet<Rgb> =
                    inks.iter().map(|ink| theme.ink(*ink, on)).collect();
                assert_eq!(tones.len(), inks.len(), "{} {on:?}", theme.name);
            }
        }
    }
}
