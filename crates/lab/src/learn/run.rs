//! A run of self-play: games handed out to workers by number, written as they come.

use super::games::{Game, GamesError, Head, Writer};
use super::play::{Recipe, SelfPlayer, WAY};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use tengen_eval::Tables;

/// The head of the file that a recipe's games go to.
pub fn head(recipe: &Recipe) -> Head {
    let tables = recipe.tables.unwrap_or_else(|| Tables::embedded(recipe.rule));
    Head {
        rule: recipe.rule.to_string(),
        size: [recipe.size.width(), recipe.size.height()],
        generator: format!("{}, way {WAY}, trees {}", env!("CARGO_PKG_VERSION"), recipe.tree),
        tables: tables.checksum(),
        nodes: recipe.nodes,
        seed: recipe.seed,
    }
}

/// Plays games 0 to `count` and writes those that the file does not hold yet. `tell` hears of each, and may call the rest off.
///
/// # Errors
/// If the file cannot be written, or holds other games.
pub fn run(
    recipe: Recipe,
    path: &Path,
    count: u64,
    threads: usize,
    call_off: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(&[Game], u64),
) -> Result<u64, GamesError> {
    let (mut writer, known): (Writer, HashSet<u64>) = Writer::open(path, &head(&recipe))?;
    let mut done = known.iter().filter(|number| **number < count).count() as u64;
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let (sender, games) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, known, next) = (sender.clone(), &known, &next);
            scope.spawn(move || {
                let mut player = SelfPlayer::new(recipe, Arc::clone(call_off));
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    if known.contains(&number) {
                        continue;
                    }
                    let Some(games) = player.game(number) else { return };
                    if sender.send(games).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for list in games {
            if let Err(error) = list.iter().try_for_each(|game| writer.add(game)) {
                call_off.store(true, Ordering::Relaxed);
                return Err(error);
            }
            done += 1;
            tell(&list, done);
        }
        Ok(done)
    })
}
