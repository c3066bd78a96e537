//! Curves as pages that need nothing else.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 46.0;

/// The beginning of a page.
pub(crate) fn head(title: &str, note: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>body{{font:15px \
         system-ui,sans-serif;max-width:720px;margin:24px auto;color:#222;background:#fff}}svg{{width:100%;height:auto}}text{{font-size:12px;\
         fill:#555}}.seen{{stroke:#b08030}}.held{{stroke:#2060a0}}path{{fill:none;stroke-width:2}}line{{stroke:#ddd}}</style></head><body>\n\
         <h1>{title}</h1>\n<p>{note}</p>\n"
    )
}

/// A page with its end.
pub(crate) fn end(mut page: String) -> String {
    page.push_str("</body></html>\n");
    page
}

/// Curves over a common axis; a curve's class is `held` or `seen`.
pub(crate) fn graph(across: &str, curves: &[(&str, &[(f64, f64)])]) -> String {
    let all = || curves.iter().flat_map(|(_, points)| points.iter());
    let span = |values: &dyn Fn(&(f64, f64)) -> f64| {
        let (least, most) =
            all().map(values).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
        if least < most { (least, most) } else { (least - 0.5, least + 0.5) }
    };
    let (x, y) = (span(&|point| point.0), span(&|point| point.1));
    let place = |(a, b): (f64, f64)| {
        let right = MARGIN + (a - x.0) / (x.1 - x.0) * (WIDTH - 2.0 * MARGIN);
        let down = HEIGHT - MARGIN - (b - y.0) / (y.1 - y.0) * (HEIGHT - 2.0 * MARGIN);
        (right, down)
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
    let _ = write!(svg, "<text x=\"{MARGIN}\" y=\"{:.1}\">{across} {}</text>", HEIGHT - 20.0, x.0);
    let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", WIDTH - MARGIN, HEIGHT - 20.0, x.1);
    for (class, points) in curves {
        let steps: Vec<String> = points
            .iter()
            .map(|point| {
                let (right, down) = place(*point);
                format!("{right:.1} {down:.1}")
            })
            .collect();
        if !steps.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"M{}\"/>", steps.join("L"));
        }
    }
    svg.push_str("</svg>");
    svg
}
