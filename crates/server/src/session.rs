//! One socket is one session, and a session has one job at a time.
//!
//! The one idea: reading, writing and searching never wait for each other. The reader starts and ends jobs, each on a thread of its own;
//! the writer empties the outbox as fast as the browser reads; the jobs only put things in.

use crate::control::{Control, End};
use crate::error::ApiError;
use crate::jobs::{self, Ask, Events, Job};
use crate::outbox::{Next, Outbox};
use crate::state::{Entered, State};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::{sleep_until, timeout};

/// Between two pings.
const PING: Duration = Duration::from_secs(20);
/// A browser that has not even answered a ping for so long is gone.
const SILENCE: Duration = Duration::from_secs(70);
/// A browser that does not take a message for so long is gone.
const STALLED: Duration = Duration::from_secs(30);
/// How long the end of a job is waited for before its last event is sent without it.
const PATIENCE: Duration = Duration::from_millis(40);
/// The largest message.
pub(crate) const LARGEST: usize = 1 << 20;

/// A job that runs.
struct Running {
    id: u64,
    control: Arc<Control>,
    events: Arc<Events>,
    over: Arc<Over>,
}

/// Whether a job's thread has ended.
#[derive(Default)]
struct Over {
    is_over: AtomicBool,
    bell: Notify,
}

/// Serves a socket until one side leaves.
pub(crate) async fn serve(socket: WebSocket, state: Arc<State>, entered: Entered) {
    let number = crate::state::random();
    let outbox = Arc::new(Outbox::default());
    outbox.event(
        json!({ "event": "hello", "session": format!("{number:016x}"), "version": env!("CARGO_PKG_VERSION") }).to_string(),
    );
    let (sink, stream) = socket.split();
    let mut writer = tokio::spawn(write(sink, Arc::clone(&outbox)));
    state.pool.enter(number);
    let mut session = Session { number, state, outbox: Arc::clone(&outbox), last: 0, running: None };
    let reason = tokio::select! {
        reason = session.read(stream) => Some(reason),
        _ = &mut writer => None,
    };
    session.end().await;
    match reason {
        // The writer has ended: nobody reads any more.
        None => {}
        Some("") => outbox.close(),
        Some(reason) => outbox.event(format!("\u{0}{reason}")),
    }
    if reason.is_some() {
        // It ends by itself; a stalled one has its own limit.
        let _ = timeout(STALLED, writer).await;
    }
    drop(entered);
}

/// Sends what is in the outbox, and pings.
async fn write(mut sink: SplitSink<WebSocket, Message>, outbox: Arc<Outbox>) {
    let mut ping = tokio::time::interval(PING);
    ping.tick().await;
    loop {
        let until = match outbox.next(Instant::now()) {
            Next::Closed => break,
            Next::Sleep => None,
            Next::Wait(at) => Some(at),
            Next::Send(texts) => {
                for text in texts {
                    let message = match text.strip_prefix('\u{0}') {
                        Some(reason) => Message::Close(Some(CloseFrame {
                            code: close_code::AWAY,
                            reason: reason.to_owned().into(),
                        })),
                        None => Message::Text(text.into()),
                    };
                    let is_last = matches!(message, Message::Close(_));
                    match timeout(STALLED, sink.send(message)).await {
                        Ok(Ok(())) if !is_last => {}
                        _ => return,
                    }
                }
                continue;
            }
        };
        let waited = async {
            match until {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = outbox.rung() => {}
            () = waited => {}
            _ = ping.tick() => {
                if !matches!(timeout(STALLED, sink.send(Message::Ping(Vec::new().into()))).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
    let _ = timeout(Duration::from_secs(1), sink.close()).await;
}

struct Session {
    number: u64,
    state: Arc<State>,
    outbox: Arc<Outbox>,
    /// The greatest id of a job so far.
    last: u64,
    running: Option<Running>,
}

impl Session {
    /// Reads until the browser leaves, is silent, or asks for nothing for too long; says why it was ended, if it was.
    async fn read(&mut self, mut stream: SplitStream<WebSocket>) -> &'static str {
        let state = Arc::clone(&self.state);
        let mut asked = Instant::now();
        loop {
            let idle_end = asked + self.state.config.idle;
            let message = tokio::select! {
                message = timeout(SILENCE, stream.next()) => message,
                () = state.ended() => return "the server ends",
                () = sleep_until(idle_end.into()) => {
                    if self.running.as_ref().is_some_and(|running| !running.over.is_over.load(Ordering::SeqCst)) {
                        // A job that somebody still reads is no idleness.
                        asked = Instant::now();
                        continue;
                    }
                    return "idle";
                }
            };
            match message {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = Instant::now();
                    self.hear(&text).await;
                }
                Ok(Some(Ok(Message::Binary(_)))) => {
                    let error = ApiError::bad_request("send requests as text, not as binary messages");
                    self.refuse(&Value::Null, &error);
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return "",
            }
        }
    }

    /// One request.
    async fn hear(&mut self, text: &str) {
        let mut object: Map<String, Value> = match serde_json::from_str(text) {
            Ok(object) => object,
            Err(error) => return self.refuse(&Value::Null, &ApiError::of_json(&error)),
        };
        let id = object.remove("id").unwrap_or_default();
        let Some(number) = id.as_u64().filter(|number| *number <= 1 << 53) else {
            let error = ApiError::bad_request("every request has an `id`, a whole number from 0 to 2^53");
            return self.refuse(&Value::Null, &error);
        };
        let Some(Value::String(what)) = object.remove("do") else {
            return self.refuse(&id, &ApiError::bad_request("every request says what to `do`"));
        };
        match what.as_str() {
            "ping" | "stop" if !object.is_empty() => {
                self.refuse(&id, &ApiError::bad_request(format!("`{what}` has no field but `id`")));
            }
            "ping" => self.outbox.event(json!({ "id": number, "event": "pong" }).to_string()),
            "stop" => {
                if let Some(running) = self.running.as_ref().filter(|running| running.id == number) {
                    running.control.end(End::Stopped);
                }
            }
            _ if number <= self.last => {
                let text = format!("ids grow: the next is {} or more", self.last + 1);
                self.refuse(&id, &ApiError::bad_request(text));
            }
            _ => {
                self.last = number;
                // Whether the new one is good or not, the old one is not wanted any more.
                self.replace().await;
                match Ask::parse(&what, Value::Object(object), &self.state) {
                    Ok(ask) => self.start(number, ask),
                    Err(error) => self.refuse(&id, &error),
                }
            }
        }
    }

    fn refuse(&self, id: &Value, error: &ApiError) {
        let mut object = error.to_json();
        object["id"] = id.clone();
        object["event"] = "error".into();
        self.outbox.event(object.to_string());
    }

    /// Ends the running job; its last event is in the outbox when this returns.
    async fn replace(&mut self) {
        let Some(old) = self.running.take() else { return };
        old.control.end(End::Replaced);
        old.over.wait(PATIENCE).await;
        old.events.done("replaced");
        self.outbox.forget(old.id);
    }

    /// Starts a job on a thread of its own.
    fn start(&mut self, id: u64, ask: Ask) {
        let (control, over) = (Arc::new(Control::default()), Arc::new(Over::default()));
        let events = Arc::new(Events::new(id, Arc::clone(&self.outbox)));
        let job = Job {
            state: Arc::clone(&self.state),
            session: self.number,
            control: Arc::clone(&control),
            events: Arc::clone(&events),
        };
        let its_over = Arc::clone(&over);
        let work = move || {
            jobs::run(&job, ask);
            drop(job);
            its_over.is_over.store(true, Ordering::SeqCst);
            its_over.bell.notify_waiters();
        };
        match std::thread::Builder::new().name("job".to_owned()).spawn(work) {
            Ok(_) => self.running = Some(Running { id, control, events, over }),
            Err(_) => {
                events.failed(&ApiError::busy("busy", "the machine gives no thread: try again in a moment"));
            }
        }
    }

    /// The socket is gone or going: ends the job and gives back what it had.
    async fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.end(End::Stopped);
            running.over.wait(Duration::from_secs(5)).await;
        }
        self.state.pool.forget(self.number);
    }
}

impl Over {
    async fn wait(&self, patience: Duration) {
        let bell = self.bell.notified();
        if !self.is_over.load(Ordering::SeqCst) {
            let _ = timeout(patience, bell).await;
        }
    }
}
