//! The pattern laboratory against the paper it follows (Piazza, Scarpiniti and Baccarelli, 2021, section 2), against
//! a plain minimax, and against the paper's lemmas on random patterns.

mod laboratory {
    mod constructions;
    mod drawings;
    mod findings;
    mod lemmas;
    mod paper;
    mod reference;
    mod text;
}
