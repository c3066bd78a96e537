//! The curves of a fit as one page that needs nothing else.

use super::fit::{Epoch, Losses};
use crate::plot::{end, graph, head};
use std::fmt::Write as _;

/// A page with the losses from epoch to epoch.
pub fn page(epochs: &[Epoch]) -> String {
    let mut page =
        head("Losses of a fit", "Blue: games that are held out. Brown: games that are learned from.");
    let draw = |page: &mut String, title: &str, of: &dyn Fn(&Losses) -> f64| {
        let curve = |pick: &dyn Fn(&Epoch) -> Losses| -> Vec<(f64, f64)> {
            epochs
                .iter()
                .map(|epoch| (epoch, pick(epoch)))
                .filter(|(_, losses)| losses.positions > 0)
                .map(|(epoch, losses)| (epoch.number as f64, of(&losses)))
                .collect()
        };
        let [held, seen] = [curve(&|epoch| epoch.held_out), curve(&|epoch| epoch.seen)];
        let _ = writeln!(page, "<h2>{title}</h2>\n{}", graph("epoch", &[("held", &held), ("seen", &seen)]));
    };
    draw(&mut page, "Value (cross-entropy)", &|losses| losses.value);
    draw(&mut page, "Policy (cross-entropy)", &|losses| losses.policy);
    draw(&mut page, "The policy's first move is the search's", &|losses| losses.first);
    end(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_curve_for_each_loss() {
        let losses = |value: f64| Losses { value, policy: 2.0 * value, first: 0.5, positions: 10, moves: 5 };
        let epochs: Vec<Epoch> = (0..4)
            .map(|number| {
                let seen = if number == 0 { Losses::default() } else { losses(0.6 / number as f64) };
                Epoch { number, seen, held_out: losses(0.7 / (1 + number) as f64) }
            })
            .collect();
        let page = page(&epochs);
        assert_eq!(page.matches("<svg").count(), 3);
        assert_eq!(page.matches("<path").count(), 6);
        assert!(!page.contains("NaN") && !page.contains("inf"));
        assert!(!super::page(&[]).contains("<path"));
    }
}
