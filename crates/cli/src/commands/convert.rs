//! `tengen convert`: a game file in another format, whole or not at all.

use crate::WrongUsage;
use crate::input::{Games, Input, ReadArgs, format_of_name};
use crate::output;
use anyhow::Context as _;
use serde_json::json;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tengen_core::GameRecord;
use tengen_records::{Format, WriteOptions};

/// Turn a game file into another format
///
/// The formats follow from the names of the files (and the first bytes of IN) unless --from and --to say
/// otherwise. What the new format cannot hold is listed on standard error. OUT is written whole or not at all.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen convert game.psq game.sgf             a Piskvork game as SGF
  tengen convert h8i9g9 opening.txt            a file from moves
  tengen convert game.txt - --to moves         to standard output
  tengen convert old.lib new.sgf --charset gbk a library with Chinese comments
  tengen convert game.psq game.txt --json      a report as JSON")]
pub(crate) struct Args {
    /// The file to read, `-` for standard input, or moves such as h8i9h10
    #[arg(value_name = "IN")]
    input: OsString,
    /// The file to write, `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of IN [default: by name and first bytes]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of OUT [default: by name]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    read: ReadArgs,
    /// Print one line of JSON about what was done
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let to_standard = output::is_standard(&args.output);
    if args.json && to_standard {
        let text = "--json and an OUT of `-` would both use standard output: name a file as OUT";
        return Err(WrongUsage(text.to_owned()).into());
    }
    let input = Input::from_argument(&args.input);
    let to = args.to.or_else(|| format_of_name(&args.output)).ok_or_else(|| no_format(&args.output))?;
    let Games { format: from, mut records } = input.games(&args.read.options(), args.from)?;
    if let Some(rule) = args.read.rule {
        for record in &mut records {
            record.rule = Some(rule);
        }
    }
    let losses = losses(to, &records);
    let options = WriteOptions {
        origin: args.read.origin(),
        charset: args.read.charset.unwrap_or_default(),
        ..WriteOptions::default()
    };
    let bytes = tengen_records::write(to, &records, &options)
        .with_context(|| format!("{} cannot be written as {}", input.name(), to.name()))?;
    output::deliver(&args.output, &bytes)?;

    for loss in &losses {
        output::note(&format!("note: {loss}"));
    }
    let moves: usize = records.iter().map(|record| record.main_line().len()).sum();
    if args.json {
        let report = json!({
            "in": input.name(),
            "out": args.output.display().to_string(),
            "from": from.name(),
            "to": to.name(),
            "games": records.len(),
            "moves": moves,
            "bytes": bytes.len(),
            "losses": losses,
        });
        return output::print(format!("{report}\n").as_bytes());
    }
    if !to_standard {
        let games = if records.len() == 1 { "game" } else { "games" };
        output::note(&format!("wrote {}: {} {games}, {moves} moves", args.output.display(), records.len()));
    }
    Ok(())
}

fn no_format(path: &Path) -> WrongUsage {
    let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    WrongUsage(format!(
        "the name `{}` tells no format: use --to with one of {}",
        path.display(),
        names.join(", ")
    ))
}

/// What a format cannot hold of the records, each once.
fn losses(to: Format, records: &[GameRecord]) -> Vec<String> {
    let mut all = Vec::new();
    for loss in records.iter().flat_map(|record| tengen_records::losses(to, record)) {
        let loss = loss.to_string();
        if !all.contains(&loss) {
            all.push(loss);
        }
    }
    all
}
