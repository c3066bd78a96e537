//! The curves of a fit as one page that needs nothing else.

use super::fit::{Epoch, Losses};
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 46.0;

/// A page with the losses from epoch to epoch.
pub fn page(epochs: &[Epoch]) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Losses of a fit</title>\n<style>body{font:15px \
         system-ui,sans-serif;max-width:720px;margin:24px auto;color:#222;background:#fff}svg{width:100%;height:auto}text{font-size:12px;\
         fill:#555}.seen{stroke:#b08030}.held{stroke:#2060a0}path{fill:none;stroke-width:2}line{stroke:#ddd}</style></head><body>\n\
         <h1>Losses of a fit</h1>\n<p>Blue: games that are held out. Brown: games that are learned from.</p>\n",
    );
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
        let _ = writeln!(page, "<h2>{title}</h2>\n{}", graph(&[("held", &held), ("seen", &seen)]));
    };
    draw(&mut page, "Value (cross-entropy)", &|losses| losses.value);
    draw(&mut page, "Policy (cross-entropy)", &|losses| losses.policy);
    draw(&mut page, "The policy's first move is the search's", &|losses| losses.first);
    page.push_str("</body></html>\n");
    page
}

fn graph(curves: &[(&str, &[(f64, f64)])]) -> String {
    let all = || curves.iter().flat_map(|(_, points)| points.iter());
    let span = |values: &dyn Fn(&(f64, f64)) -> f64| {
        let (least, most) =
            all().map(values).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        if least < most { (least, most) } else { (least - 0.5, least + 0.5) }
    };
    let (x, y) = (span(&|point| point.0), span(&|point| point.1));
    let place = |(a, b): (f64, f64)| {
        let across = MARGIN + (a - x.0) / (x.1 - x.0) * (WIDTH - 2.0 * MARGIN);
        let down = HEIGHT - MARGIN - (b - y.0) / (y.1 - y.0) * (HEIGHT - 2.0 * MARGIN);
        (across, down)
    };
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    for part in 0..=4 {
        let value = y.0 + (y.1 - y.0) * f64::from(part) / 4.0;
        let (_, down) = place((x.0, value));
        let _ = write!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{down:.1}\" y2=\"{down:.1}\"/><text x=\"2\" y=\"{:.1}\">{value:.4}</text>",
            WIDTH - MARGIN,
            down + 4.0
        );
    }
    let _ = write!(svg, "<text x=\"{MARGIN}\" y=\"{:.1}\">epoch {}</text>", HEIGHT - 20.0, x.0);
    let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", WIDTH - MARGIN, HEIGHT - 20.0, x.1);
    for (class, points) in curves {
        let steps: Vec<String> = points
            .iter()
            .map(|point| {
                let (across, down) = place(*point);
                format!("{across:.1} {down:.1}")
            })
            .collect();
        if !steps.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"M{}\"/>", steps.join("L"));
        }
    }
    svg.push_str("</svg>");
    svg
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
