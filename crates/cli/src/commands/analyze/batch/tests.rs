//! The batch without a process: what is taken, in which order, and what becomes of what is ended.

use super::query::{Defaults, Message, Question, Refusal, parse};
use super::queue::{Desk, Fate, Queue, Stop};
use super::{Out, serve};
use crate::commands::analyze::ask::LimitArgs;
use serde_json::{Value, json};
use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::{Colour, Rule, Size};
use tengen_engine::{Goal, Options};

fn defaults() -> Defaults {
    Defaults {
        rule: Rule::Freestyle,
        size: Size::FIFTEEN,
        origin: Origin::Bottom,
        limits: LimitArgs::NONE,
        multipv: 1,
        reports: false,
    }
}

fn read(object: &Value) -> Result<Message, Refusal> {
    parse(object.to_string().as_bytes(), &defaults())
}

fn question(object: &Value) -> Question {
    match read(object) {
        Ok(Message::Ask(question)) => *question,
        other => panic!("{object} is a question: {other:?}"),
    }
}

fn reason(object: &Value) -> String {
    read(object).expect_err("must be refused").reason
}

#[test]
fn a_question_says_everything_or_takes_the_defaults() {
    let plain = question(&json!({ "id": 7, "moves": "h8i9" })).request;
    assert_eq!(moves_to_string(plain.position.moves(), Size::FIFTEEN, Origin::Bottom), "h8i9");
    assert_eq!(plain.limits.clock.and_then(|clock| clock.turn), Some(Duration::from_secs(5)));
    let full = question(&json!({
        "id": "a", "moves": ["k10", "l11"], "rule": "renju", "size": [20, 15], "nodes": 1000, "time": 0.5,
        "depth": 8, "multipv": 3, "only": ["a1", "b2"], "without": "b2", "goal": "balance-two", "bias": -20,
        "level": 4, "seed": 9, "priority": -5, "report_during": true,
    }));
    assert_eq!((full.priority, full.reports, full.id), (-5, true, json!("a")));
    let request = full.request;
    assert_eq!((request.position.rule(), request.position.size()), (Rule::Renju, Size::new(20, 15).unwrap()));
    assert_eq!((request.limits.nodes, request.limits.depth), (Some(1000), Some(8)));
    assert_eq!(request.limits.clock.and_then(|clock| clock.turn), Some(Duration::from_millis(500)));
    assert_eq!((request.lines, request.level, request.seed), (3, Some(4), 9));
    assert_eq!(request.goal, Goal::BalanceTwo { bias: -20 });
    assert_eq!((request.only.map(|only| only.len()), request.without.len()), (Some(2), 1));
}

#[test]
fn free_stones_stand_in_no_order_and_moves_follow_them() {
    let set_up = json!({ "id": 1, "black": ["h8", "i8"], "white": "h9", "moves": "a1" });
    let position = question(&set_up).request.position;
    assert_eq!(
        (position.setup().len(), position.first(), position.to_move()),
        (3, Colour::White, Colour::Black)
    );
    let given = question(&json!({ "id": 1, "black": "h8", "white": "h9", "to_move": "white" }));
    assert_eq!(given.request.position.to_move(), Colour::White);
}

#[test]
fn what_cannot_be_answered_is_refused_with_its_id_and_the_reason() {
    for (object, expected) in [
        (json!({ "id": "x", "nods": 5 }), "unknown field `nods`"),
        (json!({ "id": "x", "moves": "h8h8" }), "move 2 is not legal: h8 has a stone already"),
        (json!({ "id": "x", "moves": "h8p1" }), "moves: "),
        (json!({ "id": "x", "moves": "h8a1i8a2j8a3k8a4g8o1" }), "move 10 is not legal: the game is over"),
        (json!({ "id": "x", "moves": 5 }), "`moves` must be moves such as"),
        (json!({ "id": "x", "black": "h8", "white": "h8" }), "white: h8 has a stone already"),
        (json!({ "id": "x", "black": "--" }), "a pass is no stone"),
        (json!({ "id": "x", "to_move": "red" }), "use black or white"),
        (json!({ "id": "x", "rule": "go" }), "use freestyle"),
        (json!({ "id": "x", "size": 99 }), "5 to 22"),
        (json!({ "id": "x", "size": true }), "`size` must be"),
        (json!({ "id": "x", "nodes": 0 }), "`nodes` must be a whole number from 1"),
        (json!({ "id": "x", "time": -1 }), "seconds must be above 0"),
        (json!({ "id": "x", "multipv": 1.5 }), "`multipv`"),
        (json!({ "id": "x", "moves": "h8", "only": ["h8"] }), "only: h8 has a stone already"),
        (json!({ "id": "x", "level": 21 }), "`level` must be a whole number from 1 to 20"),
        (json!({ "id": "x", "goal": "win" }), "unknown goal"),
        (json!({ "id": "x", "moves": "h8a1i8a2j8a3k8a4g8" }), "Black has won"),
        (json!({ "id": "x", "action": "stop" }), "unknown action `stop`"),
        (json!({ "id": "x", "action": "cancel", "moves": "h8" }), "unknown field `moves`"),
    ] {
        let refusal = read(&object).expect_err("must be refused");
        assert_eq!(refusal.id, "x", "{object}");
        assert!(refusal.reason.contains(expected), "{object}: {}", refusal.reason);
    }
    assert!(reason(&json!({ "moves": "h8" })).contains("`id` is missing"));
    assert!(reason(&json!({ "id": [1] })).contains("string or a number"));
    assert!(reason(&json!({ "action": "cancel" })).contains("needs the `id`"));
    assert!(reason(&json!([1])).contains("JSON object"));
    assert!(parse(b"{\"id\":\xff}", &defaults()).is_err());
    assert!(parse(&b"[".repeat(100_000), &defaults()).is_err());
}

fn put(queue: &mut Queue, id: &str, priority: i64) {
    queue.put(question(&json!({ "id": id, "priority": priority })));
}

/// A stop, and how often it was called.
fn counted() -> (Arc<AtomicUsize>, Stop) {
    let count = Arc::new(AtomicUsize::new(0));
    let its_count = Arc::clone(&count);
    let stop = move || {
        its_count.fetch_add(1, Ordering::Relaxed);
    };
    (count, Box::new(stop))
}

fn taken(queue: &mut Queue) -> Vec<Value> {
    std::iter::from_fn(|| queue.take()).map(|(_, question)| question.id).collect()
}

#[test]
fn the_most_urgent_question_is_next_and_then_the_oldest() {
    let mut queue = Queue::default();
    for (id, priority) in [("a", 0), ("b", 5), ("c", -1), ("d", 5), ("e", 0)] {
        put(&mut queue, id, priority);
    }
    assert_eq!(taken(&mut queue), ["b", "d", "a", "e", "c"]);
}

#[test]
fn a_cancelled_question_is_dropped_or_stopped() {
    let mut queue = Queue::default();
    for id in ["a", "b", "a"] {
        put(&mut queue, id, 0);
    }
    let (serial, _) = queue.take().unwrap();
    let (stops, stop) = counted();
    queue.started(serial, stop);
    let ended = queue.end(&json!("a"), Fate::Cancelled);
    assert_eq!((ended.dropped.len(), ended.stopped, stops.load(Ordering::Relaxed)), (1, 1, 1));
    // Terminating does not bring a cancelled question back.
    queue.end(&json!("a"), Fate::Terminated);
    assert_eq!(queue.finished(serial), Fate::Cancelled);
    assert_eq!(taken(&mut queue), ["b"]);
    let nothing = queue.end(&json!("z"), Fate::Cancelled);
    assert_eq!((nothing.dropped.len(), nothing.stopped), (0, 0));
}

#[test]
fn a_question_that_is_ended_before_its_search_starts_is_stopped_at_once() {
    let mut queue = Queue::default();
    put(&mut queue, "a", 0);
    let (serial, _) = queue.take().unwrap();
    queue.end(&json!("a"), Fate::Terminated);
    let (stops, stop) = counted();
    queue.started(serial, stop);
    assert_eq!((stops.load(Ordering::Relaxed), queue.finished(serial)), (1, Fate::Terminated));
}

#[test]
fn a_closed_desk_lets_workers_go_when_it_is_empty() {
    let desk = Desk::default();
    desk.put(question(&json!({ "id": 1 })));
    desk.close();
    assert!(desk.take().is_some());
    assert!(desk.take().is_none());
    desk.put(question(&json!({ "id": 2 })));
    assert!(desk.take().is_none(), "nothing is taken in after the end");
}

/// What a whole batch says to this input.
fn answers(input: &str, workers: usize) -> Vec<Value> {
    let said = Arc::new(Mutex::new(Vec::new()));
    let its_said = Arc::clone(&said);
    let out: Arc<Out> = Arc::new(move |object: &Value| {
        its_said.lock().unwrap().push(object.clone());
        true
    });
    let options = Options { memory: 16 << 20, ..Options::default() };
    serve(Box::new(Cursor::new(input.to_owned())), defaults(), &vec![options; workers], out).unwrap();
    let said = said.lock().unwrap();
    said.clone()
}

#[test]
fn every_question_has_one_last_answer_whatever_the_others_are() {
    let input = "\
        {\"id\":\"good\",\"moves\":\"h8\",\"nodes\":50}\n\
        nonsense\n\
        \n\
        {\"id\":\"bad\",\"moves\":\"h8h8\"}\n\
        {\"id\":2,\"moves\":\"h8i9\",\"nodes\":50,\"report_during\":true}\n\
        {\"action\":\"query_version\"}\n\
        {\"id\":\"late\",\"nodes\":50}";
    for workers in [1, 3] {
        let said = answers(input, workers);
        let of = |id: Value| said.iter().filter(|object| object["id"] == id).collect::<Vec<_>>();
        assert!(of(json!("good"))[0]["bestmove"].is_string());
        assert!(of(json!("good"))[0]["lines"][0]["pv"].is_array());
        assert!(of(json!("bad"))[0]["error"].as_str().unwrap().contains("move 2"));
        assert!(
            of(Value::Null)
                .iter()
                .any(|object| object["error"].as_str().is_some_and(|e| e.starts_with("line 2")))
        );
        assert!(of(json!("late"))[0]["bestmove"].is_string());
        let second = of(json!(2));
        let (during, last): (Vec<&Value>, Vec<&Value>) =
            second.into_iter().partition(|object| object["during"] == true);
        assert!(!during.is_empty() && during.iter().all(|object| object["depth"].is_number()));
        assert_eq!(last.len(), 1);
        assert!(said.iter().any(|object| object["version"].is_string()));
    }
}

#[test]
fn a_batch_ends_early_when_nobody_reads() {
    let input = "{\"id\":1,\"nodes\":50}\n".repeat(1000);
    let count = Arc::new(AtomicUsize::new(0));
    let its_count = Arc::clone(&count);
    let out: Arc<Out> = Arc::new(move |_: &Value| {
        its_count.fetch_add(1, Ordering::Relaxed);
        false
    });
    let options = Options { memory: 16 << 20, ..Options::default() };
    serve(Box::new(Cursor::new(input)), defaults(), &[options], out).unwrap();
    assert!(count.load(Ordering::Relaxed) < 1000);
}
