//! An engine for tests: it plays the first empty point in reading order, and misbehaves in the way that its first
//! argument names, from the move that its second argument numbers (1 without one).
#![allow(clippy::print_stdout, clippy::exit)]

use std::io::{BufRead as _, Write as _};
use std::time::Duration;

fn say(text: &str) {
    println!("{text}");
    // Whoever listened may be gone.
    let _ = std::io::stdout().flush();
}

struct Brain {
    manner: String,
    from: usize,
    width: usize,
    height: usize,
    taken: Vec<(usize, usize)>,
    asked: usize,
}

impl Brain {
    fn misbehaves(&self) -> bool {
        self.asked >= self.from
    }

    fn first_empty(&self) -> (usize, usize) {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        all.into_iter().find(|p| !self.taken.contains(p)).unwrap_or((0, 0))
    }

    fn answer(&mut self) {
        self.asked += 1;
        let (x, y) = self.first_empty();
        let manner = if self.misbehaves() { self.manner.as_str() } else { "" };
        match manner {
            "crash" => std::process::abort(),
            "quit" => std::process::exit(3),
            "hang" => std::thread::sleep(Duration::from_hours(1)),
            "late" => std::thread::sleep(Duration::from_millis(300)),
            "occupied" => {
                let (x, y) = self.taken.first().copied().unwrap_or((0, 0));
                return say(&format!("{x},{y}"));
            }
            "outside" => return say(&format!("{},0", self.width)),
            "garbage" => return say("I would rather not"),
            "error" => return say("ERROR no memory"),
            "unknown" => return say("UNKNOWN command"),
            "chatty" => say("MESSAGE depth 3 ev 12\nDEBUG x\n\nname=\"Late\""),
            "suggest" => {
                say(&format!("SUGGEST {x},{y}"));
                return;
            }
            _ => {}
        }
        self.taken.push((x, y));
        say(&format!("{x},{y}"));
    }

    fn numbers(text: &str) -> Vec<usize> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
    }

    fn start(&mut self, sides: &[usize]) {
        self.width = sides.first().copied().unwrap_or(15);
        self.height = sides.get(1).copied().unwrap_or(self.width);
        self.taken.clear();
        self.asked = 0;
        match self.manner.as_str() {
            "refuse" => say("ERROR this size is not supported"),
            "mute" => {}
            "flood" => loop {
                say("flood");
            },
            _ => say("OK"),
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let manner = arguments.next().unwrap_or_default();
    let from = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut brain = Brain { manner, from, width: 15, height: 15, taken: Vec::new(), asked: 0 };
    let mut is_board = false;
    if brain.manner == "banner" {
        say("Welcome to this engine 1.0");
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let numbers = Brain::numbers(if is_board { &line } else { rest });
        match (word, numbers.as_slice()) {
            ("DONE", _) => {
                is_board = false;
                brain.answer();
            }
            (_, [x, y, _]) if is_board => brain.taken.push((*x, *y)),
            ("START" | "RECTSTART", sides) => brain.start(sides),
            ("BOARD", _) => {
                is_board = true;
                brain.taken.clear();
            }
            ("TURN", [x, y]) => {
                brain.taken.push((*x, *y));
                brain.answer();
            }
            ("PLAY", [x, y]) => {
                brain.taken.push((*x, *y));
                say(&format!("{x},{y}"));
            }
            ("BEGIN", _) => brain.answer(),
            ("INFO", _) if brain.manner == "strict" && line.contains("thread_num") => say("UNKNOWN key"),
            ("INFO", _) => {}
            ("ABOUT", _) if brain.manner == "nameless" => {}
            ("ABOUT", _) => say("name=\"Scripted\", version=\"1\", author=\"the tests\""),
            ("END", _) if brain.manner != "stubborn" => return,
            ("END", _) => std::thread::sleep(Duration::from_hours(1)),
            _ => say("UNKNOWN command"),
        }
    }
    if brain.manner == "stubborn" {
        std::thread::sleep(Duration::from_hours(1));
    }
}
