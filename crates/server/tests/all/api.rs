//! Every call over HTTP, with good and bad input, against a real server.

use crate::support::{Reply, config, get, post, request, server};
use serde_json::{Value, json};
use tengen_server::{Config, Server};

/// A position that must be good.
fn at(moves: &str) -> Value {
    json!({ "size": 15, "rule": "freestyle", "moves": moves })
}

fn ok(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

#[test]
fn about_says_what_the_server_can_do() {
    let about = ok(&get(&server(), "/api/v1/about"));
    assert_eq!(about["sizes"], json!([5, 22]));
    assert_eq!(about["engines"], json!([{ "id": "tengen", "name": "Tengen", "kind": "builtin" }]));
    assert_eq!(about["threads"]["max"], 2);
    assert!(about["openings"].as_array().unwrap().contains(&json!("swap2")));
    assert!(about["puzzles"].as_u64().unwrap() >= 600);
    assert!(about["formats"]["read"].as_array().unwrap().contains(&json!("yxdb")));
    assert!(!about["formats"]["write"].as_array().unwrap().contains(&json!("yxdb")));
}

#[test]
fn position_gives_the_facts() {
    let server = server();
    let ask = |position: Value| ok(&post(&server, "position", &json!({ "position": position })));
    let facts = ask(at("h8a1i8a3j8a5"));
    assert_eq!(
        (&facts["to_move"], &facts["status"], &facts["moves"]),
        (&json!("black"), &json!("open"), &json!("h8a1i8a3j8a5"))
    );
    assert_eq!(facts["case"]["name"], "our four");
    assert!(facts["points"]["black"]["double four"].as_array().unwrap().contains(&json!("k8")));
    let fours = facts["threats"].as_array().unwrap();
    assert!(
        fours.iter().any(|threat| threat["side"] == "black"
            && threat["point"] == "k8"
            && threat["kind"] == "winning four"),
        "{fours:?}"
    );
    let won = ask(at("h8a1i8a3j8a5k8a7l8"));
    assert_eq!((&won["status"], &won["winner"]), (&json!("won"), &json!("black")));
    assert_eq!(won["win_line"], json!(["h8", "i8", "j8", "k8", "l8"]));
    let renju = ask(json!({ "size": 15, "rule": "renju", "moves": "h9a1h10a15i8o1j8o15" }));
    assert_eq!(renju["forbidden"], json!([{ "point": "h8", "reason": "double three" }]));
    let opening = ask(json!({ "size": 15, "rule": "renju", "moves": "h8h9i9" }));
    assert_eq!((&opening["opening"]["code"], &opening["opening"]["name"]), (&json!("D4"), &json!("Kagetsu")));
    let free = ask(
        json!({ "size": 9, "rule": "standard", "black": ["e5"], "white": ["d4", "c3"], "first": "white", "moves": "a1" }),
    );
    assert_eq!((&free["to_move"], &free["stones"]["white"]), (&json!("black"), &json!(["d4", "c3", "a1"])));
    assert_eq!(
        ask(json!({ "size": [15, 9], "rule": "caro", "moves": "o9" }))["stones"]["black"],
        json!(["o9"])
    );
}

#[test]
fn positions_that_are_none_are_refused_with_a_place() {
    let server = server();
    let refused = |position: Value| post(&server, "position", &json!({ "position": position }));
    for (position, place) in [
        (at("h8h8"), json!(2)),
        (at("h8z9"), json!(2)),
        (at("h8i9p1"), json!(3)),
        (at("h8a1i8a3j8a5k8a7l8a9"), json!(10)),
        (json!({ "size": 15, "rule": "freestyle", "black": ["h8", "h8"] }), json!(2)),
        (json!({ "size": 4, "rule": "freestyle" }), Value::Null),
        (json!({ "size": 23, "rule": "freestyle" }), Value::Null),
        (json!({ "size": 15, "rule": "chess" }), Value::Null),
        (at(&"h8".repeat(10_000)), Value::Null),
    ] {
        let reply = refused(position.clone());
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad_position"), "{position}");
        assert_eq!(reply.json()["error"]["at"], place, "{position}");
    }
    for body in [
        json!({ "position": { "size": 15, "rule": "freestyle", "moves": "h8", "colour": "red" } }),
        json!({ "position": at("h8"), "more": 1 }),
        json!({ "position": { "size": "15", "rule": "freestyle" } }),
        json!({ "position": { "size": -15, "rule": "freestyle" } }),
        json!({ "position": { "size": 15, "rule": "freestyle", "moves": ["h8"] } }),
        json!({ "position": null }),
        json!({}),
        json!([]),
        json!("h8"),
    ] {
        let reply = post(&server, "position", &body);
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad_request"), "{body}");
    }
    let soup = request(server.address(), "POST", "/api/v1/position", &[], b"{\"position\":");
    assert_eq!(soup.code(), "bad_request");
    let nested = format!("{{\"position\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(
        request(server.address(), "POST", "/api/v1/position", &[], nested.as_bytes()).code(),
        "bad_request"
    );
}

#[test]
fn an_opening_says_where_the_next_stone_may_go() {
    let server = server();
    let ask = |opening: &str, moves: &str| {
        let position = json!({ "size": 15, "rule": "freestyle", "opening": opening, "moves": moves });
        post(&server, "position", &json!({ "position": position }))
    };
    let allowed = |opening: &str, moves: &str| ok(&ask(opening, moves))["allowed"].clone();
    assert_eq!(allowed("pro", ""), json!(["h8"]));
    assert_eq!(allowed("pro", "h8"), Value::Null);
    assert_eq!(allowed("pro", "h8i9").as_array().unwrap().len(), 225 - 25);
    assert_eq!(allowed("long-pro", "h8i9").as_array().unwrap().len(), 225 - 49);
    assert_eq!(allowed("outer-open", "").as_array().unwrap().len(), 104);
    assert_eq!(allowed("free", ""), Value::Null);
    assert_eq!((ask("pro", "a1").status, ask("pro", "a1").code()), (400, "bad_position".to_owned()));
    assert_eq!(ask("swap9", "").code(), "bad_request");
}

fn game() -> Value {
    json!({
        "size": 15, "rule": "renju", "opening": "pro", "title": "A game", "black": "Anna", "white": "Bo", "event": "The spring cup", "date": "2026", "result": "black",
        "setup": { "black": [], "white": [] }, "first": "black", "comment": "the start",
        "nodes": [
            { "parent": 0, "move": "h8", "comment": "centre", "label": "A", "marked": true, "time_ms": 1500, "score": 20, "texts": [["h9", "x"]] },
            { "parent": 1, "move": "i9", "comment": "", "label": "", "marked": false, "time_ms": null, "score": "loss 4", "texts": [] },
            { "parent": 1, "move": "h9", "comment": "or so", "label": "", "marked": false, "time_ms": null, "score": null, "texts": [] },
            { "parent": 2, "move": "--", "comment": "", "label": "", "marked": false, "time_ms": null, "score": null, "texts": [] },
        ],
    })
}

fn written(server: &Server, format: &str, game: &Value) -> Reply {
    post(server, "write", &json!({ "format": format, "game": game }))
}

#[test]
fn games_go_out_as_files_and_come_back() {
    let server = server();
    let file = written(&server, "sgf", &game());
    assert_eq!((file.status, file.header("x-tengen-losses")), (200, Some("0")));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"A_game.sgf\""));
    let back = request(server.address(), "POST", "/api/v1/read?name=a.sgf", &[], &file.body);
    let back = ok(&back);
    assert_eq!((&back["format"], &back["notes"]), (&json!("sgf"), &json!([])));
    // A tree may be listed in another order; this one is not.
    let mut tree = back["games"][0].clone();
    let nodes = tree["nodes"].as_array_mut().unwrap();
    nodes.sort_by_key(|node| node["parent"].as_u64());
    for (key, value) in game().as_object().unwrap().iter().filter(|(key, _)| *key != "nodes") {
        assert_eq!(&tree[key], value, "{key}");
    }
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 4);
    let lossy = written(&server, "moves", &game());
    assert!(lossy.header("x-tengen-losses").unwrap().parse::<u32>().unwrap() > 3);
    assert_eq!(lossy.body.trim_ascii_end(), b"h8i9--");
    for format in ["psq", "lib", "pos", "sav", "pairs", "diagram"] {
        let mut plain = game();
        plain["nodes"].as_array_mut().unwrap().truncate(2);
        let file = written(&server, format, &plain);
        assert_eq!(file.status, 200, "{format}");
        let name = format!("/api/v1/read?name=x.{format}");
        let back = ok(&request(server.address(), "POST", &name, &[], &file.body));
        assert_eq!(back["games"].as_array().unwrap().len(), 1, "{format}");
    }
}

#[test]
fn a_plain_move_string_is_a_file_too() {
    let server = server();
    let read = request(server.address(), "POST", "/api/v1/read?size=19&rule=standard", &[], b"h8 i9 s19");
    let game = &ok(&read)["games"][0];
    assert_eq!(
        (&game["size"], &game["rule"], &game["nodes"][2]["move"]),
        (&json!(19), &json!("standard"), &json!("s19"))
    );
    for (path, body, code) in [
        ("read", "", "bad_file"),
        ("read?name=a.psq", "Piskvorky 99x99", "bad_file"),
        ("read?name=a.lib", "\u{0}\u{1}\u{2}", "bad_file"),
        ("read?nam=a", "h8", "bad_request"),
        ("read?size=4", "h8", "bad_position"),
        ("read?rule=chess", "h8", "bad_position"),
        ("read?size=x", "h8", "bad_request"),
    ] {
        let reply = request(server.address(), "POST", &format!("/api/v1/{path}"), &[], body.as_bytes());
        assert_eq!(reply.code(), code, "{path} {body}");
    }
}

#[test]
fn games_that_are_none_are_refused() {
    let server = server();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut game = game();
        change(&mut game);
        written(&server, "sgf", &game)
    };
    assert_eq!(with(&|game| game["nodes"][1]["parent"] = json!(9)).json()["error"]["at"], 2);
    assert_eq!(with(&|game| game["nodes"][1]["parent"] = json!(2)).code(), "bad_request", "its own child");
    assert_eq!(with(&|game| game["nodes"][2]["move"] = json!("z1")).code(), "bad_position");
    assert_eq!(with(&|game| game["nodes"][2]["move"] = json!("h8i9")).code(), "bad_position");
    assert_eq!(with(&|game| game["nodes"][0]["score"] = json!("great")).code(), "bad_request");
    assert_eq!(with(&|game| game["setup"]["black"] = json!(["a1", "a1"])).code(), "bad_position");
    assert_eq!(with(&|game| game["result"] = json!("green")).code(), "bad_request");
    assert_eq!(with(&|game| game["extra"] = json!(1)).code(), "bad_request");
    assert_eq!(written(&server, "docx", &game()).code(), "bad_request");
    assert_eq!(written(&server, "yxdb", &game()).code(), "cannot_write");
    assert_eq!(
        written(&server, "pos", &json!({ "size": 19, "nodes": [{ "parent": 0, "move": "a1" }] })).code(),
        "cannot_write"
    );
}

#[test]
fn games_turn_and_move_until_a_stone_falls_off() {
    let server = server();
    let corner = json!({ "size": 15, "nodes": [{ "parent": 0, "move": "a1", "texts": [["b1", "x"]] }, { "parent": 1, "move": "--" }] });
    let ask = |symmetry: Value, shift: Value| {
        post(&server, "transform", &json!({ "game": corner, "symmetry": symmetry, "shift": shift }))
    };
    let turned = ok(&ask(json!(1), json!([0, 0])));
    assert_eq!(
        (&turned["nodes"][0]["move"], &turned["nodes"][0]["texts"]),
        (&json!("o1"), &json!([["n1", "x"]]))
    );
    assert_eq!(ok(&ask(json!(0), json!([2, 3])))["nodes"][0]["move"], "c4");
    assert_eq!(ok(&ask(json!(2), json!([0, -1])))["nodes"][0]["move"], "a14");
    assert_eq!(ask(json!(0), json!([-1, 0])).code(), "bad_position");
    assert_eq!(ask(json!(0), json!([i32::MAX, i32::MIN])).code(), "bad_position");
    assert_eq!(ask(json!(8), json!([0, 0])).code(), "bad_request");
    assert_eq!(ask(json!(-1), json!([0, 0])).code(), "bad_request");
    for symmetry in 0..8 {
        // Each symmetry, then the one that undoes it.
        let there = ok(&post(&server, "transform", &json!({ "game": game(), "symmetry": symmetry })));
        let undo = if symmetry & 4 != 0 { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 } else { symmetry };
        let back = ok(&post(&server, "transform", &json!({ "game": there, "symmetry": undo })));
        assert_eq!(back["nodes"], game()["nodes"], "{symmetry}");
    }
}

#[test]
fn positions_become_pictures() {
    let server = server();
    let draw = |format: &str, options: Value| {
        post(&server, "draw", &json!({ "format": format, "position": at("h8i9g9"), "options": options }))
    };
    let svg = draw("svg", json!({ "numbers": true }));
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.body.starts_with(b"<svg"));
    let png = draw("png", json!({ "pixels": 16, "theme": "night", "coordinates": false }));
    assert!(png.status == 200 && png.body.starts_with(b"\x89PNG"));
    let gif = draw("gif", json!({ "delay_ms": 300, "pixels": 12, "from_ply": 2 }));
    assert!(gif.status == 200 && gif.body.starts_with(b"GIF89a"));
    for options in [
        json!({ "pixels": 7 }),
        json!({ "pixels": 1000 }),
        json!({ "theme": "pink" }),
        json!({ "numbers": 1 }),
        json!({ "x": 1 }),
    ] {
        assert_eq!(draw("png", options.clone()).code(), "bad_request", "{options}");
    }
    assert_eq!(draw("bmp", json!({})).code(), "bad_request");
}

#[test]
fn patterns_are_examined() {
    let server = server();
    let ask = |rows: &str| post(&server, "pattern", &json!({ "rows": rows }));
    assert_eq!(ok(&ask("++XXX+"))["kind"], "attack");
    assert_eq!(ok(&ask("XXX+X/....+/....X/....X/....X"))["kind"], "victory");
    for rows in ["", "abc", &"+".repeat(100), &"+/".repeat(200)] {
        assert_eq!(ask(rows).code(), "bad_pattern", "{rows}");
    }
    assert_eq!(post(&server, "pattern", &json!({ "rows": 5 })).code(), "bad_request");
}

#[test]
fn puzzles_are_solved_move_by_move_and_never_tell() {
    let server = server();
    let list = ok(&get(&server, "/api/v1/puzzles"));
    let list = list.as_array().unwrap();
    assert!(list.len() >= 600);
    let easy = list.iter().find(|puzzle| puzzle["kind"] == "vcf" && puzzle["band"] == "easy").unwrap();
    let id = easy["id"].as_str().unwrap();
    let puzzle = ok(&get(&server, &format!("/api/v1/puzzles/{id}")));
    let keys: Vec<&String> = puzzle.as_object().unwrap().keys().collect();
    for key in ["certificate", "solution", "first", "line", "proof"] {
        assert!(!keys.iter().any(|its| *its == key), "{keys:?}");
    }
    let on = |what: &str, body: Value| post(&server, &format!("puzzles/{id}/{what}"), &body);
    let point = ok(&on("hint", json!({ "moves": "", "step": 3 })))["point"].as_str().unwrap().to_owned();
    assert!(
        ok(&on("hint", json!({ "moves": "", "step": 2 })))["area"]
            .as_array()
            .unwrap()
            .contains(&json!(point))
    );
    assert!(ok(&on("hint", json!({ "moves": "", "step": 1 })))["kind"].is_string());
    // The solution, move by move, is right until it is solved.
    let mut moves = String::new();
    loop {
        let line = ok(&on("solution", json!({ "moves": moves })));
        assert_eq!(line["line"].as_array().unwrap().len(), line["names"].as_array().unwrap().len());
        moves += line["line"][0].as_str().unwrap();
        let tried = ok(&on("try", json!({ "moves": moves })));
        if tried["status"] == "solved" {
            break;
        }
        assert_eq!(tried["status"], "right", "{moves}");
        moves += tried["reply"].as_str().unwrap();
    }
    assert_eq!(on("try", json!({ "moves": "" })).code(), "bad_attempt");
    assert_eq!(on("try", json!({ "moves": "zz" })).code(), "bad_position");
    assert_eq!(on("hint", json!({ "moves": "", "step": 4 })).code(), "bad_attempt");
    assert_eq!(on("try", json!({ "moves": "h8".repeat(5000) })).code(), "bad_request");
    assert_eq!(on("try", json!({ "move": "h8" })).code(), "bad_request");
    assert_eq!(get(&server, "/api/v1/puzzles/nothing").code(), "not_found");
    assert_eq!(get(&server, "/api/v1/puzzles/..%2f..%2fetc").code(), "not_found");
}

#[test]
fn the_library_keeps_games_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Server::start(Config { data: Some(folder.path().to_owned()), ..config() }).unwrap();
    let one = start();
    assert_eq!(ok(&get(&one, "/api/v1/library")), json!([]));
    let done = ok(&post(&one, "library", &json!({ "game": game() })));
    let id = done["id"].as_str().unwrap().to_owned();
    one.stop();
    let two = start();
    let list = ok(&get(&two, "/api/v1/library"));
    assert_eq!(
        (&list[0]["id"], &list[0]["title"], &list[0]["moves"]),
        (&json!(id), &json!("A game"), &json!(3))
    );
    let kept = ok(&get(&two, &format!("/api/v1/library/{id}")));
    assert_eq!(kept["game"]["comment"], "the start");
    let path = format!("/api/v1/library/{id}");
    let put = |body: Value| request(two.address(), "PUT", &path, &[], body.to_string().as_bytes());
    let mut changed = game();
    changed["comment"] = json!("another start");
    let answer = ok(&put(json!({ "game": changed, "if_changed": kept["changed"] })));
    let late = put(json!({ "game": changed, "if_changed": answer["changed"].as_u64().unwrap() + 1 }));
    assert_eq!((late.status, late.code().as_str()), (409, "changed"));
    assert_eq!(ok(&get(&two, &path))["game"]["comment"], "another start");
    assert_eq!(request(two.address(), "DELETE", &path, &[], b"").status, 204);
    assert_eq!(request(two.address(), "DELETE", &path, &[], b"").code(), "not_found");
    assert_eq!(std::fs::read_dir(folder.path().join("library")).unwrap().count(), 0);
}

#[test]
fn odd_names_in_the_library_are_no_games_and_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Config { data: Some(folder.path().to_owned()), ..config() }).unwrap();
    std::fs::write(folder.path().join("x.sgf"), "(;GM[4]SZ[15];B[hh])").unwrap();
    for id in [
        "..%2fx",
        "../x",
        "%2e%2e%2fx.sgf",
        "0",
        "00000000000000000",
        "ABCDEFABCDEFABCD",
        "%00",
        "x",
        "0123456789abcdef",
    ] {
        let path = format!("/api/v1/library/{id}");
        assert_eq!(get(&server, &path).status, 404, "{id}");
        assert_eq!(request(server.address(), "DELETE", &path, &[], b"").status, 404, "{id}");
        let body = json!({ "game": game() }).to_string();
        assert_eq!(request(server.address(), "PUT", &path, &[], body.as_bytes()).status, 404, "{id}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
    let without = crate::support::server();
    assert_eq!(post(&without, "library", &json!({ "game": game() })).code(), "no_library");
}

const PROOF: &str = "TENGEN-PROOF 1\nrule standard\nsize 9\nattacker black\nblack c5 d5 e5\nwhite a1 b2\nto-move black\n\nV f5\n";

#[test]
fn proofs_come_in_and_can_be_walked_through() {
    let server = server();
    let import = |bytes: &[u8]| request(server.address(), "POST", "/api/v1/proofs", &[], bytes);
    let proof = ok(&import(PROOF.as_bytes()));
    assert_eq!(
        (&proof["valid"], &proof["attacker"], &proof["records"]),
        (&json!(true), &json!("black"), &json!(1))
    );
    let id = proof["id"].as_str().unwrap().to_owned();
    let text = get(&server, &format!("/api/v1/proofs/{id}"));
    assert_eq!(text.body, PROOF.as_bytes());
    let binary = get(&server, &format!("/api/v1/proofs/{id}?form=binary"));
    assert_eq!(binary.body.len(), proof["bytes"].as_u64().unwrap() as usize);
    assert_eq!(ok(&import(&binary.body))["valid"], true);
    let walk = |moves: Value| post(&server, &format!("proofs/{id}/walk"), &json!({ "moves": moves }));
    let start = ok(&walk(json!([])));
    assert_eq!(
        (&start["to_move"], &start["kind"], &start["answer"]),
        (&json!("black"), &json!("V"), &json!("f5"))
    );
    let reply = ok(&walk(json!(["f5"])));
    assert_eq!((&reply["to_move"], &reply["is_won"]), (&json!("white"), &json!(false)));
    // One of two fives is stopped, the other is played.
    assert_eq!(reply["line"].as_array().unwrap().len(), 2);
    let answer = ok(&walk(json!(["f5", "b5"])));
    assert_eq!((&answer["answer"], &answer["line"]), (&json!("g5"), &json!(["g5"])));
    assert_eq!(ok(&walk(json!(["f5", "b5", "g5"])))["is_won"], true);
    for moves in [json!(["g5"]), json!(["f5", "f5"]), json!(["z99"]), json!(["f5", "b5", "g5", "a9"])] {
        let reply = walk(moves.clone());
        assert_eq!(
            (reply.code().as_str(), &reply.json()["error"]["at"]),
            ("bad_move", &json!(moves.as_array().unwrap().len())),
            "{moves}"
        );
    }
    let wrong = ok(&import(PROOF.replace("V f5", "V i9").as_bytes()));
    assert_eq!((&wrong["valid"], &wrong["verdict"]), (&json!(false), &json!("invalid")));
    for bad in [&b""[..], b"TENGEN-PROOF 2\n", b"TENGENPF\x01", b"\xff\xfe", &PROOF.as_bytes()[..40]] {
        assert_eq!(import(bad).code(), "bad_proof", "{}", String::from_utf8_lossy(bad));
    }
    assert_eq!(get(&server, "/api/v1/proofs/0000000000000000").code(), "gone");
    assert_eq!(get(&server, &format!("/api/v1/proofs/{id}?form=pdf")).code(), "bad_request");
}

#[test]
fn every_route_is_in_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Config { data: Some(folder.path().to_owned()), ..config() }).unwrap();
    let document = ok(&get(&server, "/api/v1/openapi.json"));
    let paths = document["paths"].as_object().unwrap();
    let source = include_str!("../../src/http.rs");
    let routes: Vec<&str> =
        source.split(".route(").skip(1).filter_map(|rest| rest.split('"').nth(1)).collect();
    assert!(routes.len() > 15, "{routes:?}");
    for route in routes.into_iter().filter(|route| !matches!(*route, "/socket" | "/health")) {
        assert!(paths.contains_key(&format!("/api/v1{route}")), "{route}");
    }
    // What a schema names is what is read: no field more, no field less.
    let fields = |name: &str| -> Vec<String> {
        let schema = &document["components"]["schemas"][name]["properties"];
        schema.as_object().unwrap_or_else(|| panic!("no schema {name}")).keys().cloned().collect()
    };
    assert_eq!(fields("PositionText").len(), 7);
    assert_eq!(fields("Node"), ["comment", "label", "marked", "move", "parent", "score", "texts", "time_ms"]);
    for (path, methods) in paths {
        for (method, call) in methods.as_object().unwrap() {
            let reply = call["responses"].as_object().unwrap();
            assert!(reply.contains_key("200") || reply.contains_key("204"), "{method} {path}");
            let answer =
                request(server.address(), &method.to_uppercase(), &path.replace("{id}", "x"), &[], b"{}");
            assert!(!matches!(answer.status, 0 | 405 | 500..), "{method} {path}: {}", answer.status);
        }
    }
}
