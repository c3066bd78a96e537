//! Prints the weights set by hand: `cargo run -p tengen-eval --example hand_set > crates/eval/weights/hand.txt`.
#![allow(clippy::print_stdout)]

fn main() {
    print!("{}", tengen_eval::hand::weights().to_text());
}
