//! SVG of the writes to partitions over time, with the best keys next to each other.
//!
//! Each key is a panel: time to the right, the order of the key upwards, and a rectangle for each partition in each
//! column of time, with a colour that is stronger the more of the writes it took. A key that spreads is an even field;
//! a growing one is a line along the edge. Colours follow the reader's scheme, light or dark.

use std::fmt::Write as _;

use super::reason::percent;
use super::score::{Advice, Ranked};

/// Number of keys that are drawn.
const PANELS: usize = 3;
const PANEL: (f64, f64) = (300.0, 220.0);
const GAP: f64 = 28.0;
const TOP: f64 = 62.0;
/// Greatest number of time columns in a panel; the number of rows follows.
const COLUMNS: usize = 64;
const ROWS: usize = 32;
/// Share of the writes that is drawn in the strongest colour.
const FULL: f64 = 0.5;

/// Draws the best keys. For comparison, the best key without a computed part is always drawn, too.
pub(crate) fn plot(advice: &Advice) -> String {
    // The panels of keys that differ only in the hash function would look the same.
    let is_usual = |key: &&Ranked| key.candidate.prefix.as_ref().is_none_or(|prefix| !prefix.function.is_numeric());
    let mut keys: Vec<&Ranked> = advice.ranked.iter().filter(is_usual).take(PANELS).collect();
    let is_plain = |key: &&Ranked| key.candidate.prefix.is_none() && key.candidate.uuid.is_none();
    if let Some(plain) = advice.ranked.iter().find(is_plain)
        && !keys.iter().any(is_plain)
    {
        keys.pop();
        keys.push(plain);
    }
    let width = GAP + keys.len() as f64 * (PANEL.0 + GAP);
    let height = TOP + PANEL.1 + 56.0;
    let mut svg = String::new();
    // Writing to a `String` cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>Writes of each partition over time</title>\n{STYLE}\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    for (place, key) in keys.iter().enumerate() {
        panel(&mut svg, key, GAP + place as f64 * (PANEL.0 + GAP));
    }
    let _ = writeln!(
        svg,
        "<text class=\"dim\" x=\"{GAP}\" y=\"{}\">to the right: rows in order of arrival; upwards: the order of the \
         key; colour: share of the writes, full from {}</text>",
        height - 14.0,
        percent(FULL)
    );
    svg.push_str("</svg>\n");
    svg
}

const STYLE: &str = "<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.dim { fill: #59636e } .page { fill: #ffffff } .field { fill: #f0f2f5 } .hot { fill: #b3261e }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .dim { fill: #9198a1 } .page { fill: #0d1117 } .field { fill: #1b222c } .hot { fill: #ff7b6b }
}
</style>
";

fn panel(svg: &mut String, key: &Ranked, left: f64) {
    let fitting: String = match key.key.char_indices().nth(46) {
        Some((end, _)) => format!("{}…", key.key.get(..end).unwrap_or_default()),
        None => key.key.clone(),
    };
    let _ = write!(
        svg,
        "<g><title>{}</title>\n<text x=\"{left}\" y=\"26\">{}</text>\n<text class=\"dim\" x=\"{left}\" y=\"46\">\
         hottest partition {}, max/mean {:.1}</text>\n<rect class=\"field\" x=\"{left}\" y=\"{TOP}\" width=\"{}\" \
         height=\"{}\"/>\n",
        escaped(&key.key),
        escaped(&fitting),
        percent(key.measured.hottest),
        key.measured.max_over_mean,
        PANEL.0,
        PANEL.1
    );
    let windows = &key.measured.windows;
    let columns = windows.len().clamp(1, COLUMNS);
    for column in 0..columns {
        let part = windows.get(column * windows.len() / columns..(column + 1) * windows.len() / columns);
        draw(svg, &shares(part.unwrap_or_default()), left, column, columns);
    }
    svg.push_str("</g>\n");
}

/// Returns the share of the writes in each row of the picture. The first partitions are at the bottom.
fn shares(windows: &[Vec<u64>]) -> [f64; ROWS] {
    let mut shares = [0.0_f64; ROWS];
    let all: u64 = windows.iter().flatten().sum();
    for window in windows {
        for (partition, &writes) in window.iter().enumerate() {
            let rows = partition * ROWS / window.len()..((partition + 1) * ROWS).div_ceil(window.len());
            let share = writes as f64 / all.max(1) as f64;
            // With few partitions, one covers several rows with its colour; with many, several share a row.
            for row in rows {
                if let Some(sum) = shares.get_mut(row) {
                    *sum = if window.len() > ROWS { *sum + share } else { sum.max(share) };
                }
            }
        }
    }
    shares
}

fn draw(svg: &mut String, shares: &[f64; ROWS], left: f64, column: usize, columns: usize) {
    let (width, height) = (PANEL.0 / columns as f64, PANEL.1 / ROWS as f64);
    for (row, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        let (x, y) = (left + column as f64 * width, TOP + PANEL.1 - (row as f64 + 1.0) * height);
        let _ = writeln!(
            svg,
            "<rect class=\"hot\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
             fill-opacity=\"{:.2}\"/>",
            (share / FULL).sqrt().clamp(0.06, 1.0)
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
