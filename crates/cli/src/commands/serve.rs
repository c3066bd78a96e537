//! `tengen serve`: the analysis board in a browser.

use crate::{WrongUsage, interrupt, output};
use anyhow::Context as _;
use clap::value_parser;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use tengen_protocol::driver::Launch;
use tengen_server::{Config, External, Server};

/// Open the analysis board in a browser
///
/// Serves the board, the engine and the solver on this machine until Ctrl-C. Beyond loopback (--bind) a token is asked for, which is part of
/// the address that is printed. Games that are kept go to the data folder.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen serve                                     the board on http://127.0.0.1:8411/
  tengen serve --port 9000 --no-open               on another port, without a browser
  tengen serve --threads 4 --memory 4096           more to search with
  tengen serve --engine rapfi='./pbrain-rapfi'     with another engine beside it
  tengen serve --bind 0.0.0.0                      for the whole network: open the printed address
  tengen serve --json --no-open                    the address for a program, on one line")]
pub(crate) struct Args {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port [default: 8411, or the next that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Threads that search, of all tabs together [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for tables, of all tabs together, in MB [default: a quarter of the machine's]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(16..=4_000_000))]
    memory: Option<u32>,
    /// Tabs that are served at a time
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u16).range(1..=10_000))]
    max_sessions: u16,
    /// Another engine that speaks the Gomocup protocol; may be given several times
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse_engine)]
    engine: Vec<(String, Launch)>,
    /// Folder of the library [default: tengen in `$XDG_DATA_HOME` or ~/.local/share]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Open a browser even if there seems to be no display
    #[arg(long, overrides_with = "no_open")]
    open: bool,
    /// Open no browser
    #[arg(long)]
    no_open: bool,
    /// Print the address and the token as one JSON object
    #[arg(long)]
    json: bool,
}

impl Default for Args {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            threads: None,
            memory: None,
            max_sessions: 64,
            engine: Vec::new(),
            data: None,
            open: false,
            no_open: false,
            json: false,
        }
    }
}

/// Reads `NAME=COMMAND`.
fn parse_engine(text: &str) -> Result<(String, Launch), String> {
    let (name, command) = text.split_once('=').ok_or("name the engine: NAME=COMMAND")?;
    if name.trim().is_empty() {
        return Err("name the engine: NAME=COMMAND".to_owned());
    }
    let launch = Launch::from_command_line(command).map_err(|error| error.to_string())?;
    Ok((name.trim().to_owned(), launch))
}

/// What the program does when it is asked for nothing: as `tengen serve`.
pub(crate) fn run_alone() -> anyhow::Result<()> {
    run(&Args::default())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let usual = Config::default();
    let config = Config {
        bind: args.bind,
        port: args.port,
        threads: args.threads.map_or(usual.threads, usize::from),
        memory: args.memory.map_or_else(quarter_of_memory, |megabytes| u64::from(megabytes) << 20),
        max_sessions: args.max_sessions.into(),
        engines: args.engine.iter().map(|(name, launch)| External::new(name, launch.clone())).collect(),
        data: args.data.clone().or_else(data_folder),
        ..usual
    };
    let (sender, receiver) = channel();
    interrupt::at_interrupt(move || {
        // Nobody waits any more if it has ended by itself.
        let _ = sender.send(());
    })?;
    let server = Server::start(config).map_err(|error| WrongUsage(error.to_string()))?;
    let url = server.url();
    if args.json {
        output::print_json(
            &json!({ "address": server.address().to_string(), "token": server.token(), "url": url }),
        )?;
    } else {
        output::print(
            format!("Tengen is at {url}\nCtrl-C ends it; `tengen --help` lists the other commands.\n")
                .as_bytes(),
        )?;
    }
    if args.open || !args.no_open && has_display() {
        open(&url);
    }
    receiver.recv().context("nobody is left to end the server")?;
    server.stop();
    Ok(())
}

/// Whether a browser would have somewhere to appear.
fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Asks the desktop to open an address.
fn open(url: &str) {
    let started = Command::new("xdg-open")
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        // It ends by itself; somebody has to wait for it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => {
            output::note(&format!("no browser could be opened ({error}): open the address yourself"));
        }
    }
}

/// Where people's data go.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(data.join("tengen"))
}

/// A quarter of the machine's memory, as far as it can be found out; from half a gigabyte to eight.
fn quarter_of_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok());
    kilobytes.map_or(1 << 30, |kilobytes| (kilobytes << 10) / 4).clamp(512 << 20, 8 << 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_a_name_and_a_command() {
        let (name, launch) = parse_engine("other engine=./pbrain-x --level '3 4'").unwrap();
        assert_eq!(name, "other engine");
        assert_eq!(launch.arguments, ["--level", "3 4"]);
        for bad in ["", "x", "=./pbrain-x", "x=", "x='", " =y"] {
            assert!(parse_engine(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn memory_is_never_nothing() {
        assert!((512 << 20..=8 << 30).contains(&quarter_of_memory()));
    }
}
