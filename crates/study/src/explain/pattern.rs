//! What the pattern laboratory says, as JSON.

use serde_json::{Value, json};
use tengen_core::laboratory::{Kind, Name, Report, Square};

/// A report of the laboratory as JSON, as `tengen pattern --json` prints it. Rows and columns count from 0.
pub fn pattern_json(report: &Report) -> Value {
    let defences: Vec<Value> = report
        .defences
        .iter()
        .map(|each| {
            json!({
                "trigger": place(each.trigger),
                "squares": places(&each.squares),
                "steps": each.attack_steps,
            })
        })
        .collect();
    let parts: Vec<Value> = report
        .parts
        .iter()
        .map(|part| {
            let squares: Vec<Square> = part.pattern.cells().map(|(square, _)| square).collect();
            json!({
                "squares": places(&squares),
                "steps": part.class.kind.steps(),
                "defence": places(&part.class.defence),
                "names": symbols(&part.names),
            })
        })
        .collect();
    json!({
        "kind": kind_name(report.kind),
        "steps": report.kind.steps(),
        "triggers": places(&report.triggers),
        "defence": places(&report.defence),
        "defences": defences,
        "names": symbols(&report.names),
        "minimal": report.is_minimal,
        "irrational": report.is_irrational,
        "impossible": report.is_impossible,
        "owner": report.owner.letter().to_string(),
        "size": report.size,
        "fastest_triggers": places(&report.fastest_triggers),
        "symbol": report.kind.to_string(),
        "defence_size": report.strength.defence_size(),
        "contains": symbols(&report.contained_names),
        "blocks": report.degrees,
        "decomposition": parts,
    })
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Victory { .. } => "victory",
        Kind::Attack { .. } => "attack",
        Kind::Threat { .. } => "threat",
        Kind::Generic => "generic",
    }
}

fn place(square: Square) -> Value {
    json!([square.row, square.column])
}

fn places(squares: &[Square]) -> Vec<Value> {
    squares.iter().copied().map(place).collect()
}

fn symbols(names: &[Name]) -> Vec<String> {
    names.iter().map(Name::to_string).collect()
}
