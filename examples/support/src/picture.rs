//! Draws a comparison as an SVG: one bar for each partition, both tables on the same scale.

use std::fmt::Write as _;

use crate::Measured;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// Left edge of the first panel; `PANEL` is the width of a panel, and the next constant the gap between two panels.
const LEFT: f64 = 90.0;
const PANEL: f64 = 370.0;
const GAP: f64 = 50.0;
const TOP: f64 = 100.0;
const BOTTOM: f64 = 350.0;
const GRID: u64 = 4;

const STYLE: &str = "
    svg { font: 13px system-ui, sans-serif; } .paper { fill: #ffffff; }
    text { fill: #1f2328; } .quiet { fill: #59636e; } .title { font-size: 18px; font-weight: 600; }
    .key { font-family: ui-monospace, monospace; font-weight: 600; } .mid { text-anchor: middle; }
    .grid { stroke: #d1d9e0; } .hot { fill: #cf222e; } .even { fill: #1a7f37; }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117; } text { fill: #f0f6fc; } .quiet { fill: #9198a1; }
      .grid { stroke: #3d444d; } .hot { fill: #f85149; } .even { fill: #3fb950; }
    }";

/// Draws the picture, and returns the text of a self-contained SVG file.
pub fn draw(title: &str, tables: &[Measured; 2]) -> String {
    let most = tables.iter().flat_map(|table| &table.partitions).map(|partition| partition.updates).max();
    let most = most.unwrap_or(0).max(1);
    let mut svg = String::new();
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">"#
    ));
    line(format!("<style>{STYLE}\n</style>"));
    line(r#"<rect class="paper" width="100%" height="100%"/>"#.to_owned());
    line(format!(r#"<text class="title" id="title" x="{LEFT}" y="34">Writes per partition: {title}</text>"#));
    let (middle, height) = (f64::midpoint(TOP, BOTTOM), BOTTOM - TOP);
    line(format!(r#"<text class="quiet mid" transform="translate(18 {middle}) rotate(-90)">rows written</text>"#));
    for step in 0..=GRID {
        let y = BOTTOM - height * step as f64 / GRID as f64;
        let label = thousands(most * step / GRID);
        line(format!(r#"<text class="quiet" x="{}" y="{}" text-anchor="end">{label}</text>"#, LEFT - 8.0, y + 4.0));
    }
    for (number, table) in tables.iter().enumerate() {
        let x = LEFT + number as f64 * (PANEL + GAP);
        line(panel(table, x, most, if number == 0 { "hot" } else { "even" }));
    }
    line("</svg>".to_owned());
    svg
}

fn panel(table: &Measured, x: f64, most: u64, class: &str) -> String {
    let mut out = String::new();
    let count = table.partitions.len();
    let (height, slot) = (BOTTOM - TOP, PANEL / count.max(1) as f64);
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{text}");
    };
    line(format_args!(r#"<text class="key" x="{x}" y="64">{}</text>"#, table.key));
    line(format_args!(r#"<text class="{class}" x="{x}" y="84" font-weight="600">{}</text>"#, table.caption()));
    for step in 0..=GRID {
        let y = BOTTOM - height * step as f64 / GRID as f64;
        line(format_args!(r#"<line class="grid" x1="{x}" x2="{}" y1="{y}" y2="{y}"/>"#, x + PANEL));
    }
    for (number, partition) in table.partitions.iter().enumerate() {
        let bar = height * partition.updates as f64 / most as f64;
        let left = x + slot * (number as f64 + 0.15);
        line(format_args!(
            r#"<rect class="{class}" x="{left:.1}" y="{:.1}" width="{:.1}" height="{bar:.1}"><title>partition {}: {} writes, {} rows</title></rect>"#,
            BOTTOM - bar,
            slot * 0.7,
            number + 1,
            thousands(partition.updates),
            thousands(partition.rows),
        ));
        // As many numbers as there is room for.
        if count <= 16 || number % count.div_ceil(16) == 0 {
            let centre = x + slot * (number as f64 + 0.5);
            line(format_args!(
                r#"<text class="quiet mid" x="{centre:.1}" y="{}">{}</text>"#,
                BOTTOM + 18.0,
                number + 1
            ));
        }
    }
    line(format_args!(
        r#"<text class="quiet mid" x="{}" y="{}">partition, in the order of the key</text>"#,
        x + PANEL / 2.0,
        BOTTOM + 42.0
    ));
    out
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
