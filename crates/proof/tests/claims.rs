//! What the checkers must never get wrong, one claim a test; the mistakes that provers and checkers have made elsewhere
//! are here by name.

mod common;

use tengen_proof::binary;
use tengen_proof::text::{self, Problem};
use tengen_proof::{
    Builder, Certificate, Colour, Header, Limit, Reason, Root, Rule, Square, Symmetry, Verdict, brute, fast,
};

/// What both checkers say; they must say the same.
fn verdict(proof: &Certificate) -> Verdict {
    let (slow, quick) = (brute::check(proof, Limit::NONE), fast::check(proof, Limit::NONE));
    assert_eq!(slow.verdict, quick.verdict, "{}", text::to_string(proof));
    slow.verdict
}

fn invalid(record: u32, reason: Reason) -> Verdict {
    Verdict::Invalid { record, reason }
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A certificate with Black attacking on 9x9: rule, black stones, white stones, side to move, records.
fn proof(rule: &str, black: &str, white: &str, to_move: &str, records: &str) -> Certificate {
    let list = |stones: &str| if stones.is_empty() { String::new() } else { format!(" {stones}") };
    let head = format!("{}\nrule {rule}\nsize 9\nattacker black\n", text::MAGIC);
    let stones = format!("black{}\nwhite{}\nto-move {to_move}\n\n", list(black), list(white));
    text::read(&format!("{head}{stones}{records}")).unwrap()
}

#[test]
fn a_five_that_is_there_to_be_made_needs_no_moves() {
    assert_eq!(verdict(&proof("standard", "c5 d5 e5 f5", "", "black", "V\n")), Verdict::Valid);
    let written_as_move = proof("standard", "c5 d5 e5 f5", "", "black", "M g5\nW\n");
    assert_eq!(verdict(&written_as_move), invalid(1, Reason::FiveAsMove(square("g5"))));
}

#[test]
fn an_overline_is_no_five_under_exact_five() {
    // c5 d5 e5 . g5 h5: a stone on f5 makes six.
    let stones = "c5 d5 e5 g5 h5";
    for (rule, expected) in
        [("freestyle", true), ("mixed-white", true), ("standard", false), ("mixed", false)]
    {
        let claim = proof(rule, stones, "", "black", "V\n");
        assert_eq!(verdict(&claim) == Verdict::Valid, expected, "{rule}");
    }
    // One stone fewer: f5 is a five under every rule.
    assert_eq!(verdict(&proof("standard", "c5 d5 e5 g5", "", "black", "V\n")), Verdict::Valid);
}

#[test]
fn the_defender_wins_with_six_under_the_mixed_rule() {
    // White c1 d1 e1 . g1 h1: f1 makes six, which wins for White under mixed and not under standard. Black's open three
    // needs two moves.
    let white = "c1 d1 e1 g1 h1";
    let claim = |rule| verdict(&proof(rule, "c5 d5 e5", white, "black", "V f5\n"));
    assert_eq!(claim("standard"), Verdict::Valid);
    assert_eq!(claim("mixed"), invalid(1, Reason::LineFails));
    assert_eq!(claim("freestyle"), invalid(1, Reason::LineFails));
}

#[test]
fn two_threats_that_share_no_square_to_stop_them_win() {
    let claim = proof("standard", "c5 d5 e5 f5", "a1", "white", "W\n");
    assert_eq!(verdict(&claim), Verdict::Valid);
    let blocked = proof("standard", "c5 d5 e5 f5", "b5", "white", "W\n");
    assert_eq!(verdict(&blocked), invalid(1, Reason::NotTwo));
}

#[test]
fn an_open_three_with_nothing_done_against_it_wins_only_where_every_reply_is_answered() {
    // . . X X X . . : the defender has b5, f5, a5 and g5 to choose from; c5 d5 e5 on row 5.
    let claim = proof("standard", "c5 d5 e5", "", "white", "D 0 f5\n");
    // a5 is beaten (f5 makes two five squares, b5 and g5); b5 is the first reply that is not.
    assert_eq!(verdict(&claim), invalid(1, Reason::Unanswered(square("b5"))));
}

#[test]
fn vacuous_defence_on_a_full_board_is_a_draw() {
    // A 5x5 board without a row of five, all squares but one taken; Black plays the last one.
    let rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoo."];
    let stones = |wanted: char| {
        let mut list = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, stone) in line.chars().enumerate() {
                if stone == wanted {
                    list.push(Square::new(column as u8, row as u8).unwrap());
                }
            }
        }
        list
    };
    for records in ["D", "T", "A"] {
        let root = Root::Stones { black: stones('x'), white: stones('o') };
        let header = Header::new(Rule::Freestyle, 5, Colour::Black, root, Colour::Black).unwrap();
        let mut builder = Builder::new(header);
        builder.play(square("e5"));
        match records {
            "D" => drop(builder.default(&[], 0)),
            "T" => {
                builder.tree(0);
                builder.line(&[]);
            }
            _ => drop(builder.all(0)),
        }
        assert_eq!(verdict(&builder.finish().unwrap()), invalid(2, Reason::Draw), "{records}");
    }
}

#[test]
fn a_counter_four_is_not_ignored() {
    // Black's open three would become two five squares, but White's reply makes a four first: d1 e1 f1 + c1 or g1.
    let claim = proof("standard", "c5 d5 e5", "d1 e1 f1", "white", "D 0 f5\n");
    assert!(matches!(verdict(&claim), Verdict::Invalid { record: 1, reason: Reason::Unanswered(_) }));
    // And a move that leaves White's four alone is refused at the record after it.
    let ignored = proof("standard", "c5 d5 e5", "c1 d1 e1 f1", "black", "M f5\nW\n");
    assert_eq!(verdict(&ignored), invalid(2, Reason::DefenderWins));
}

#[test]
fn a_five_on_the_board_is_seen_without_a_last_move() {
    for (black, white) in [("a1 b1 c1 d1 e1 c5 d5 e5 f5", ""), ("c5 d5 e5 f5", "a1 b2 c3 d4 e5x")] {
        let white = white.replace("e5x", "e6 a2 a3 a4 a5 a6");
        let claim = proof("freestyle", black, &white, "black", "V\n");
        assert_eq!(verdict(&claim), invalid(1, Reason::FiveOnBoard));
    }
    // Six in a row is no win under exact five, so the game goes on.
    let six = proof("standard", "a1 b1 c1 d1 e1 f1 c5 d5 e5 f5", "", "black", "V\n");
    assert_eq!(verdict(&six), Verdict::Valid);
    let six = proof("freestyle", "a1 b1 c1 d1 e1 f1 c5 d5 e5 f5", "", "black", "V\n");
    assert_eq!(verdict(&six), invalid(1, Reason::FiveOnBoard));
}

#[test]
fn the_side_to_move_cannot_be_swapped() {
    let text = |to_move| {
        format!(
            "{}\nrule mixed\nsize 9\nattacker black\nroot e5 a1 f5 a2 g5 a3\nto-move {to_move}\n\nV h5\n",
            text::MAGIC
        )
    };
    assert_eq!(verdict(&text::read(&text("black")).unwrap()), Verdict::Valid);
    let error = text::read(&text("white")).unwrap_err();
    assert_eq!((error.line, error.to_string()), (6, "line 6: after these moves it is black's turn".into()));
    // Free stones may be anybody's turn, but then the tree must begin with the other kind of record.
    let free = "TENGEN-PROOF 1\nrule mixed\nsize 9\nattacker black\nblack e5 f5 g5\nwhite a1\nto-move white\n\nV h5\n";
    let error = text::read(free).unwrap_err();
    assert_eq!(error.line, 9);
    assert!(error.to_string().contains("W, F, D, T or A"), "{error}");
}

#[test]
fn a_position_is_only_the_same_if_every_stone_is() {
    // Mirrored left to right (symmetry 1), the second child has the position of the first.
    let records = |symmetry: u8| format!("A 2\ny d1\nV\ny f1\nR 2 {symmetry}\n");
    let claim = |symmetry| verdict(&proof("standard", "e2 e3 e4 e5", "", "white", &records(symmetry)));
    // The child is good, what remains is the reply that nobody answers.
    assert_eq!(claim(1), invalid(1, Reason::Unanswered(square("a1"))));
    for symmetry in [0, 2, 3, 4, 5, 6, 7] {
        assert_eq!(claim(symmetry), invalid(3, Reason::NotSame(2)));
    }
}

#[test]
fn a_limit_gives_no_verdict() {
    let claim = proof("standard", "c5 d5 e5", "", "white", "D 0 f5\n");
    for check in [brute::check, fast::check] {
        let full = check(&claim, Limit::NONE);
        let cut = check(&claim, Limit::steps(full.statistics.steps - 1));
        assert_eq!(cut.verdict, Verdict::Unknown(Limit::steps(full.statistics.steps - 1)));
        assert_eq!(check(&claim, Limit::steps(full.statistics.steps)).verdict, full.verdict);
    }
}

#[test]
fn chains_of_references_and_the_deepest_tree_need_no_deep_stack() {
    let header = |black: &str| {
        let black = black.split_whitespace().map(square).collect();
        let root = Root::Stones { black, white: Vec::new() };
        Header::new(Rule::Freestyle, 22, Colour::Black, root, Colour::White).unwrap()
    };
    // Thousands of records that each refer to the one before: Black has more five squares than a reply can stop, so
    // all of them hold, and only the replies without a child are missing.
    let four = "b2 c3 d4 e5 b10 c10 d10 e10";
    let mut builder = Builder::new(header(four));
    builder.all(20);
    let mut last = 0;
    let is_free = |at: &Square| !four.split(' ').any(|stone| square(stone) == *at);
    for first in Square::all(22).filter(is_free).skip(300).take(20) {
        builder.reply(first);
        builder.play(square("v1"));
        builder.all(484 - 10);
        for second in Square::all(22).filter(|at| is_free(at) && ![first, square("v1")].contains(at)) {
            builder.reply(second);
            last = if last == 0 { builder.line(&[]) } else { builder.reuse(last) };
        }
    }
    assert_eq!(verdict(&builder.finish().unwrap()), invalid(1, Reason::Unanswered(square("a1"))));
    // As deep as the board allows: the sides fill it in turn, four apart, so that nobody gets five.
    let mut builder = Builder::new(header(""));
    let colour = |at: &Square| (at.column() / 2 + at.row()).is_multiple_of(2);
    let (blacks, whites): (Vec<_>, Vec<_>) = Square::all(22).partition(colour);
    for (&black, &white) in blacks.iter().zip(&whites) {
        builder.all(1);
        builder.reply(white);
        builder.play(black);
    }
    builder.two();
    let deep = builder.finish().unwrap();
    assert_eq!(deep.count(), 2 * 242 + 1);
    assert!(matches!(verdict(&deep), Verdict::Invalid { record: 485, reason: Reason::NotTwo }));
}

/// A tree of random records of the right shape.
fn garbage(header: &Header, random: &mut fastrand::Rng) -> Certificate {
    fn any(random: &mut fastrand::Rng, size: u8) -> Square {
        Square::new(random.u8(0..size), random.u8(0..size)).unwrap()
    }
    let size = header.size();
    loop {
        let mut builder = Builder::new(header.clone());
        while builder.error().is_none() && builder.next_number() < 200 {
            use tengen_proof::build::Expected;
            let line: Vec<_> = (0..random.usize(0..4)).map(|_| any(random, size)).collect();
            let children = random.usize(0..3);
            let earlier = random.u32(0..builder.next_number());
            let symmetry = Symmetry::new(random.u8(0..8)).unwrap();
            match (builder.expected(), random.u8(0..10)) {
                (Expected::End, _) => return builder.finish().unwrap(),
                (Expected::Reply, _) => builder.reply(any(random, size)),
                (Expected::Attack, 0..3) => drop(builder.line(&line)),
                (Expected::Attack, 3..8) => drop(builder.play(any(random, size))),
                (Expected::Attack, 8) => drop(builder.same(earlier, symmetry)),
                (Expected::Attack, _) => drop(builder.reuse(earlier)),
                (Expected::Defence, 0..3) => drop(builder.two()),
                (Expected::Defence, 3..5) => drop(builder.forced()),
                (Expected::Defence, 5..7) => drop(builder.default(&line, children)),
                (Expected::Defence, 7..9) => drop(builder.tree(children)),
                (Expected::Defence, _) => drop(builder.all(children)),
            }
        }
    }
}

#[test]
fn garbage_never_proves_a_position_that_is_not_won() {
    // On 5x5 a pairing of squares keeps the second player from losing (Hales and Jewett), and strategy stealing the
    // first: the empty board is no win for either side under any of the rules.
    let mut random = fastrand::Rng::with_seed(4);
    for round in 0..20_000 {
        let rule = Rule::ALL[round % 4];
        let root = Root::Moves(Vec::new());
        let attacker = if round % 8 < 4 { Colour::Black } else { Colour::White };
        let header = Header::new(rule, 5, attacker, root, Colour::Black).unwrap();
        let proof = garbage(&header, &mut random);
        assert!(matches!(verdict(&proof), Verdict::Invalid { .. }), "{}", text::to_string(&proof));
    }
}

#[test]
fn garbage_near_a_win_is_judged_alike_by_both() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let black = ["c4 d4 e4", "c4 d4 e4 f4", "c3 d4 e5 c5 d6", "d3 d4 d5 e4 f4"][random.usize(0..4)];
        let root = Root::Stones {
            black: black.split(' ').map(square).collect(),
            white: [square("a1"), square("g7")][..random.usize(0..3)].to_vec(),
        };
        let to_move = if random.bool() { Colour::Black } else { Colour::White };
        let header = Header::new(Rule::ALL[random.usize(0..4)], 7, Colour::Black, root, to_move).unwrap();
        accepted += usize::from(verdict(&garbage(&header, &mut random)) == Verdict::Valid);
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn both_forms_keep_the_corpus_and_refuse_what_is_cut_or_longer() {
    for proof in common::corpus() {
        let text = text::to_string(&proof);
        assert_eq!(text::read(&text).unwrap(), proof);
        let bytes = binary::to_bytes(&proof);
        assert_eq!(binary::read(&bytes).unwrap(), proof);
        assert!(bytes.len() < text.len());
        for cut in 0..bytes.len() {
            assert!(binary::read(&bytes[..cut]).is_err());
        }
        assert_eq!(
            binary::read(&[&bytes[..], &[0]].concat()).unwrap_err().problem,
            binary::Problem::Trailing
        );
        for (cut, _) in text.char_indices().step_by(7) {
            assert!(text::read(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        assert!(text::read(&format!("{text}W\n")).is_err());
        assert!(text::read(&format!("{text}\n")).is_err());
    }
}

#[test]
fn changed_bytes_never_panic_and_what_is_read_is_written_the_same() {
    let mut random = fastrand::Rng::with_seed(7);
    for proof in common::corpus() {
        let bytes = binary::to_bytes(&proof);
        let text = text::to_string(&proof).into_bytes();
        for _ in 0..200 {
            let (mut changed, mut other) = (bytes.clone(), text.clone());
            let at = random.usize(0..changed.len());
            changed[at] = random.u8(..);
            if let Ok(read) = binary::read(&changed) {
                assert_eq!(binary::to_bytes(&read), changed);
            }
            let at = random.usize(0..other.len());
            other[at] = *random.choice(b" \nabhyVMDRUWFTA0123456789").unwrap();
            let other = String::from_utf8(other).unwrap();
            if let Ok(read) = text::read(&other) {
                assert_eq!(text::to_string(&read), other);
            }
        }
    }
}

#[test]
fn reading_is_strict_and_names_the_line() {
    let good =
        "TENGEN-PROOF 1\nrule mixed\nsize 9\nattacker black\nblack c5 d5 e5\nwhite\nto-move black\n\nV f5\n";
    assert!(text::read(good).is_ok());
    let broken = |from: &str, to: &str| text::read(&good.replacen(from, to, 1)).unwrap_err();
    assert_eq!(broken("PROOF 1", "PROOF 2").problem, Problem::NotACertificate);
    assert_eq!(broken("rule mixed", "rule renju").line, 2);
    assert!(broken("rule mixed", "rule renju").to_string().contains("renju is not certified"));
    assert_eq!(broken("size 9", "size 09").line, 3);
    assert_eq!(broken("size 9", "size 99").line, 3);
    assert_eq!(broken("size 9\n", "").problem, Problem::Missing("size"));
    assert_eq!(broken("attacker black", "attacker Black").line, 4);
    assert_eq!(broken("black c5", "stones c5").problem, Problem::Missing("root"));
    assert_eq!(broken("black c5", "black  c5").line, 5);
    assert_eq!(broken("c5 d5", "c5 c5").to_string(), "line 6: c5 has two stones");
    assert_eq!(broken("white\n", "white \n").line, 6);
    assert_eq!(broken("to-move black\n", "to-move black\ncomment\n").line, 8);
    assert_eq!(broken("\n\nV", "\n\n\nV").line, 9);
    assert_eq!(broken("V f5", "V f5 ").line, 9);
    assert_eq!(broken("V f5", "v f5").problem, Problem::Record("v f5".into()));
    assert_eq!(broken("V f5", "V p5").line, 9);
    assert_eq!(broken("V f5\n", "V f5").problem, Problem::Cut);
    assert_eq!(broken("V f5\n", "").line, 9);
    assert_eq!(
        broken("V f5\n", "M f5\nF\nU 1\n").to_string(),
        "line 11: record 1 is not an earlier, finished record with the attacker to move"
    );
    assert_eq!(
        broken("V f5\n", "M f5\nD 2\ny a1\nV\ny a1\nV\n").to_string(),
        "line 13: the reply a1 has two children"
    );
    assert!(text::read(&good.replace("\n\nV", "\ngenerator tengen 0.1.0\n\nV")).is_ok());
}

#[test]
fn nobody_can_walk_through_a_proof_without_losing() {
    use tengen_proof::walk::Walk;
    let mut random = fastrand::Rng::with_seed(8);
    for proof in common::corpus() {
        for _ in 0..50 {
            let mut walk = Walk::new(&proof, 1);
            while !walk.is_won() {
                if walk.is_attackers_turn() {
                    assert!(walk.play().is_some(), "{}", text::to_string(&proof));
                    continue;
                }
                let board = walk.board();
                let empty: Vec<_> = board.squares().filter(|&at| board.at(at).is_none()).collect();
                // The replies that the proof takes seriously, more often than others.
                let children = walk.children();
                let is_serious = random.bool() && !children.is_empty();
                let reply = random.choice(if is_serious { children } else { empty });
                assert_eq!(walk.reply(reply.unwrap()), Ok(()), "{}", text::to_string(&proof));
                assert!(!walk.board().has_five());
            }
        }
    }
}
