//! `tengen analyze --batch`: many questions in, JSON lines out, in the spirit of `KataGo`'s analysis engine.
//!
//! The one idea: a reader puts questions on a desk, workers with an engine each take the most urgent one. The desk
//! ([`queue`]) knows neither engine nor files, a question ([`query`]) is checked whole before it is put there, so
//! a worker only ever meets questions that can be answered. Whatever goes wrong with one question is told in an
//! object with its id; the rest goes on.

mod query;
mod queue;
#[cfg(test)]
mod tests;

use super::{Args, report};
use crate::{WrongUsage, output};
use anyhow::{Context as _, ensure};
use query::{Defaults, Message, Question, Refusal};
use queue::{Desk, Ended, Fate};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tengen_core::Size;
use tengen_core::notation::Origin;
use tengen_engine::{Answer, Engine, Options, Report, Sink};

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;

/// Where answers go, one object at a time. False when nobody reads any more.
type Out = dyn Fn(&Value) -> bool + Send + Sync;

pub(super) fn run(args: &Args, path: &Path) -> anyhow::Result<()> {
    ensure!(
        !args.pick.is_used(),
        WrongUsage(
            "--from, --game and --at pick one position of a file: a batch has its positions in its lines"
                .into()
        )
    );
    let reader: Box<dyn BufRead + Send> = if output::is_standard(path) {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Box::new(BufReader::new(file))
    };
    let trouble = Arc::new(Mutex::new(None));
    let its_trouble = Arc::clone(&trouble);
    let say = move |object: &Value| {
        output::print_while_read(format!("{object}\n").as_bytes()).unwrap_or_else(|error| {
            *its_trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            false
        })
    };
    serve(reader, Defaults::new(args), &staff(args), Arc::new(say))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
    trouble.map_or(Ok(()), Err)
}

/// The engines, one a worker: threads and memory are shared out.
fn staff(args: &Args) -> Vec<Options> {
    let options = args.engine.options();
    let workers = args.workers.map_or(options.threads, usize::from);
    let share = Options {
        threads: (options.threads / workers).max(1),
        memory: options.memory / workers as u64,
        ..options
    };
    vec![share; workers]
}

/// Reads questions until the input ends, and answers all of them; ends early when nobody reads the answers.
fn serve(
    reader: Box<dyn BufRead + Send>,
    defaults: Defaults,
    staff: &[Options],
    out: Arc<Out>,
) -> std::io::Result<()> {
    let desk = Arc::new(Desk::default());
    let workers: Vec<_> = staff
        .iter()
        .map(|options| {
            let (desk, out, options, origin) =
                (Arc::clone(&desk), Arc::clone(&out), *options, defaults.origin);
            thread::spawn(move || work(&desk, options, origin, &out))
        })
        .collect();
    let (sender, outcome) = channel();
    let its_desk = Arc::clone(&desk);
    // Not joined: when nobody reads the answers it may be waiting for input that never comes.
    thread::spawn(move || {
        let read = read_all(reader, &defaults, &its_desk, &out);
        let _ = sender.send(read);
        its_desk.close();
    });
    for worker in workers {
        let _ = worker.join();
    }
    outcome.try_recv().unwrap_or(Ok(()))
}

/// Puts every question on the desk.
fn read_all(
    mut reader: Box<dyn BufRead + Send>,
    defaults: &Defaults,
    desk: &Desk,
    out: &Arc<Out>,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let mut number = 0_u64;
    loop {
        bytes.clear();
        number += 1;
        if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE;
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let message = if is_whole {
            query::parse(&bytes, defaults)
        } else {
            reader.skip_until(b'\n')?;
            Err(Refusal { id: Value::Null, reason: format!("longer than {LONGEST_LINE} bytes") })
        };
        let is_read = match message {
            Ok(message) => take(message, desk, out),
            Err(refusal) => {
                let line = if refusal.id.is_null() { format!("line {number}: ") } else { String::new() };
                out(&json!({ "id": refusal.id, "error": format!("{line}{}", refusal.reason) }))
            }
        };
        if !is_read {
            desk.abandon();
            return Ok(());
        }
    }
}

/// Does what a message asks for. False when nobody reads any more.
fn take(message: Message, desk: &Desk, out: &Arc<Out>) -> bool {
    match message {
        Message::Ask(question) => {
            desk.put(*question);
            true
        }
        Message::Version { id } => {
            let version = env!("CARGO_PKG_VERSION");
            let mut object = json!({ "action": "query_version", "name": "tengen", "version": version });
            if let Some(id) = id {
                object["id"] = id;
            }
            out(&object)
        }
        Message::End { id, fate } => {
            let Ended { dropped, stopped } = desk.end(&id, fate);
            let count = dropped.len() + stopped;
            let said = out(&json!({ "action": fate.verb(), "id": id, "count": count }));
            said && dropped.into_iter().all(|question| out(&ended(&question.id, fate)))
        }
    }
}

/// The last word on a question that has no answer because somebody ended it.
fn ended(id: &Value, fate: Fate) -> Value {
    json!({ "id": id, fate.participle(): true })
}

/// Answers questions until there are no more.
fn work(desk: &Desk, options: Options, origin: Origin, out: &Arc<Out>) {
    let mut engine = Engine::new(options);
    while let Some((serial, question)) = desk.take() {
        let size = question.request.position.size();
        let id = question.id.clone();
        let answer = catch_unwind(AssertUnwindSafe(|| think(&mut engine, desk, serial, question, out)));
        let fate = desk.finished(serial);
        let object = match (answer, fate) {
            (Err(_), _) => {
                engine = Engine::new(options);
                json!({ "id": id, "error": "the search failed: please report the position" })
            }
            (Ok(_), Fate::Cancelled) => ended(&id, fate),
            (Ok(answer), Fate::Wanted | Fate::Terminated) => final_object(&id, &answer, fate, size, origin),
        };
        if !out(&object) {
            desk.abandon();
        }
    }
}

fn final_object(id: &Value, answer: &Answer, fate: Fate, size: Size, origin: Origin) -> Value {
    if answer.best().is_none() {
        return json!({ "id": id, "error": "there is no legal move" });
    }
    let mut object = report::answer(answer, size, origin);
    object.insert("id".to_owned(), id.clone());
    if fate == Fate::Terminated {
        object.insert(fate.participle().to_owned(), true.into());
    }
    Value::Object(object)
}

/// Searches one position; the desk can stop it.
fn think(engine: &mut Engine, desk: &Desk, serial: u64, question: Question, out: &Arc<Out>) -> Answer {
    let Question { id, request, reports, origin, .. } = question;
    let size = request.position.size();
    let sink = During { id, size, origin, out: reports.then(|| Arc::clone(out)) };
    let thinking = engine.think(request, sink);
    let stopper = thinking.stopper();
    desk.started(serial, Box::new(move || stopper.stop()));
    thinking.wait()
}

/// Tells every finished depth, if that was asked for.
struct During {
    id: Value,
    size: Size,
    origin: Origin,
    out: Option<Arc<Out>>,
}

impl Sink for During {
    fn report(&mut self, report: &Report) {
        let Some(out) = &self.out else { return };
        let mut object =
            Map::from_iter([("id".to_owned(), self.id.clone()), ("during".to_owned(), true.into())]);
        if let Value::Object(line) = report::line(report, self.size, self.origin) {
            object.extend(line);
        }
        // Whoever stopped reading is noticed at the answer.
        out(&Value::Object(object));
    }
}
