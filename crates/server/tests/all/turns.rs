//! Who goes first, who has to wait, and who is ended: many sessions, idle ones, engines of others, the end of the server.

use crate::support::{Tab, block, config, get, last, server};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_protocol::driver::Launch;
use tengen_server::{Config, External, Server};

fn at(moves: &str) -> Value {
    json!({ "size": 15, "rule": "freestyle", "moves": moves })
}

/// An analysis that never ends by itself.
fn endless(id: u64) -> Value {
    json!({ "id": id, "do": "analyze", "position": at("h8i9g9"), "hash_mb": 16 })
}

#[test]
fn many_sessions_take_turns() {
    let config = Config {
        threads: 1,
        slice: Duration::from_millis(50),
        round: Duration::from_millis(200),
        ..config()
    };
    let server = Server::start(config).unwrap();
    block(async {
        let mut tabs = Vec::new();
        for _ in 0..8 {
            let mut tab = Tab::open(&server).await;
            tab.send(&endless(1)).await;
            tabs.push(tab);
        }
        // Everybody gets somewhere although nobody ever ends, and those who wait hear of it.
        let mut queued = 0;
        for tab in &mut tabs {
            let events = tab.until(1, "info").await;
            queued += events.iter().filter(|event| event["event"] == "queued").count();
        }
        assert!(queued > 0);
        // And again, in a second turn: more nodes than before.
        for tab in &mut tabs {
            let before = last(&tab.until(1, "info").await, "info")["nodes"].as_u64().unwrap();
            loop {
                let events = tab.until(1, "info").await;
                if last(&events, "info")["nodes"].as_u64().unwrap() > before {
                    break;
                }
            }
        }
        // A move of a game goes before all of them.
        let mut player = Tab::open(&server).await;
        player.send(&json!({ "id": 1, "do": "play", "position": at("h8i9"), "level": 1 })).await;
        let events = player.whole(1).await;
        assert_eq!(last(&events, "done")["reason"], "finished");
        assert!(
            events.iter().filter(|event| event["event"] == "queued").all(|event| event["ahead"] == 0),
            "{events:?}"
        );
    });
}

#[test]
fn who_waits_can_be_stopped_and_replaced() {
    let server = Server::start(Config {
        threads: 1,
        slice: Duration::from_mins(10),
        round: Duration::from_mins(10),
        ..config()
    })
    .unwrap();
    block(async {
        let mut busy = Tab::open(&server).await;
        busy.send(&endless(1)).await;
        busy.until(1, "info").await;
        let mut waiting = Tab::open(&server).await;
        waiting.send(&endless(1)).await;
        let events = waiting.until(1, "queued").await;
        assert_eq!(last(&events, "queued")["ahead"], 0);
        waiting.send(&endless(2)).await;
        assert_eq!(last(&waiting.whole(1).await, "done")["reason"], "replaced");
        waiting.until(2, "queued").await;
        waiting.send(&json!({ "id": 2, "do": "stop" })).await;
        let events = waiting.whole(2).await;
        assert_eq!(last(&events, "done")["reason"], "stopped");
        assert!(events.iter().all(|event| event["event"] != "info"), "it never searched");
        // The line is free again when the first leaves.
        busy.leave().await;
        waiting.send(&json!({ "id": 3, "do": "analyze", "position": at("h8i9"), "limits": { "nodes": 1000 }, "hash_mb": 16 })).await;
        assert_eq!(last(&waiting.whole(3).await, "done")["reason"], "limit");
    });
}

#[test]
fn idle_sessions_end_and_busy_ones_do_not() {
    let server = Server::start(Config { idle: Duration::from_millis(400), ..config() }).unwrap();
    block(async {
        let mut idle = Tab::open(&server).await;
        let mut busy = Tab::open(&server).await;
        busy.send(&endless(1)).await;
        assert_eq!(idle.next().await, None);
        busy.until(1, "info").await;
        busy.send(&json!({ "id": 1, "do": "stop" })).await;
        busy.whole(1).await;
        assert_eq!(busy.next().await, None);
    });
}

#[test]
fn there_are_only_so_many_sessions_and_only_so_much_memory() {
    let server = Server::start(Config { max_sessions: 3, memory: 40 << 20, ..config() }).unwrap();
    block(async {
        let mut tabs = Vec::new();
        for _ in 0..3 {
            tabs.push(Tab::open(&server).await);
        }
        assert!(Tab::with(server.address(), &[]).await.is_err());
        let [one, two, three] = &mut tabs[..] else { unreachable!() };
        for tab in [one, two] {
            tab.send(&endless(1)).await;
            tab.until(1, "info").await;
        }
        three.send(&endless(1)).await;
        assert_eq!(last(&three.whole(1).await, "error")["code"], "no_memory");
        tabs.remove(0).leave().await;
        let from = Instant::now();
        while Tab::with(server.address(), &[]).await.is_err() {
            assert!(from.elapsed() < Duration::from_secs(20), "the place stays taken");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

/// An engine in a few lines of shell: says something, thinks as long as it is told by its name, and plays.
fn script(name: &str, says: &str, thinks: &str, plays: &str) -> External {
    let text = format!(
        "while read -r line; do case \"$line\" in START*) echo OK;; ABOUT*) echo 'name=\"script\"';; DONE*|BEGIN*|TURN*) echo 'MESSAGE depth 7-9 ev 12 n 3K pv {says}'; {thinks} echo {plays};; END*) exit;; esac; done"
    );
    let launch =
        Launch { program: "/bin/sh".into(), arguments: vec!["-c".to_owned(), text], folder: None, log: None };
    External::new(name, launch)
}

#[cfg(unix)]
#[test]
fn engines_of_others_are_asked_heard_and_ended() {
    let engines = vec![
        script("quick", "h7 g8", "", "7,6"),
        script("slow", "h7", "sleep 1000;", "7,6"),
        script("wrong", "h7", "", "99,99"),
        External::new("missing", Launch::from_command_line("/no/such/engine").unwrap()),
        script("upwards", "h9 g8", "", "7,6"),
    ];
    let server = Server::start(Config { engines, ..config() }).unwrap();
    let about = get(&server, "/api/v1/about").json();
    assert_eq!(about["engines"][1], json!({ "id": "x1", "name": "quick", "kind": "external" }));
    block(async {
        let mut tab = Tab::open(&server).await;
        let ask = |id: u64, engines: Value| json!({ "id": id, "do": "analyze", "position": at("h8i9"), "engines": engines, "limits": { "depth": 3, "time_ms": 60_000 }, "hash_mb": 16 });
        tab.send(&ask(1, json!(["tengen", "x1"]))).await;
        let events = tab.whole(1).await;
        let said = last(&events, "say");
        assert_eq!((&said["engine"], said["text"].as_str().unwrap().contains("depth")), (&json!("x1"), true));
        let info = |events: &[Value], engine: &str| {
            let is_its = |event: &&Value| event["event"] == "info" && event["engine"] == engine;
            events.iter().rfind(is_its).unwrap().clone()
        };
        let heard = info(&events, "x1");
        assert_eq!((&heard["depth"], &heard["lines"][0]["pv"]), (&json!(7), &json!(["h9", "g8"])));
        let best: Vec<&Value> = events.iter().filter(|event| event["event"] == "best").collect();
        assert_eq!(best.len(), 2);
        assert!(best.iter().any(|event| event["engine"] == "x1" && event["move"] == "h9"));
        tab.send(&json!({ "id": 2, "do": "play", "position": at("h8i9"), "engine": "x1", "clock": { "turn_ms": 5000 } })).await;
        assert_eq!(last(&tab.whole(2).await, "move")["move"], "h9");
        // One that does not answer is ended when it is not wanted any more.
        tab.send(&ask(3, json!(["x2"]))).await;
        tab.until(3, "say").await;
        tab.send(&ask(4, json!(["x1"]))).await;
        assert_eq!(last(&tab.whole(3).await, "done")["reason"], "replaced");
        tab.whole(4).await;
        // One that counts rows from the bottom is understood once it has answered.
        for id in [7, 8] {
            tab.send(&ask(id, json!(["x5"]))).await;
            assert_eq!(info(&tab.whole(id).await, "x5")["lines"][0]["pv"], json!(["h9", "g8"]));
        }
        for (id, engine) in [(9, "x3"), (10, "x4")] {
            tab.send(&ask(id, json!([engine]))).await;
            assert_eq!(last(&tab.whole(id).await, "error")["code"], "engine_failed", "{engine}");
        }
    });
}

#[test]
fn the_end_of_the_server_is_told_and_comes_soon() {
    let server = server();
    block(async {
        let mut tab = Tab::open(&server).await;
        tab.send(&endless(1)).await;
        tab.until(1, "info").await;
        let address = server.address();
        let ended = tokio::task::spawn_blocking(move || server.stop());
        while tab.next().await.is_some() {}
        ended.await.unwrap();
        assert!(std::net::TcpStream::connect(address).is_err());
    });
}
