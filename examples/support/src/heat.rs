//! Draws the writes of each partition over time as an SVG: a panel for each key, time to the right, the key upwards.

use std::fmt::Write as _;

/// Panel of one key: its name, its columns, and the writes of each partition in each window of time.
pub struct Panel<'a> {
    /// Name of the key.
    pub name: &'a str,
    /// Columns of the key.
    pub key: &'a str,
    /// Text with the measured figure.
    pub caption: String,
    /// Writes of each partition in each window, in the order of the key.
    pub windows: &'a [Vec<u64>],
}

const SIDE: f64 = 240.0;
const LEFT: f64 = 44.0;
const GAP: f64 = 30.0;
const TOP: f64 = 106.0;
const BOTTOM: f64 = TOP + SIDE;

/// Classes of colour, with the multiple of the mean at which the next class begins.
const LEVELS: [(&str, f64, &str); 4] = [
    ("a", 2.0, "below 2 times the mean"),
    ("b", 4.0, "2 to 4"),
    ("c", 8.0, "4 to 8"),
    ("d", f64::INFINITY, "8 and more"),
];

const STYLE: &str = "svg{font:12px system-ui,sans-serif}text{fill:#1f2328}.q{fill:#59636e}.t{font-size:17px}\
    .t,.n{font-weight:600}.k{font-family:ui-monospace,monospace}.p{fill:#fff}.f{fill:#eff2f5}\
    .g{stroke:#fff}.a{fill:#9bdba9}.b{fill:#e8c33c}.c{fill:#ef8532}.d{fill:#cf222e}\
    @media(prefers-color-scheme:dark){text{fill:#f0f6fc}.q{fill:#9198a1}.p{fill:#0d1117}.f{fill:#21262d}\
    .g{stroke:#0d1117}.a{fill:#2d7a43}.b{fill:#c9a227}.c{fill:#f0883e}.d{fill:#f85149}}";

/// Draws the picture, and returns the text of a self-contained SVG file.
pub fn draw(title: &str, panels: &[Panel<'_>]) -> String {
    let width = (LEFT + panels.len() as f64 * (SIDE + GAP)).max(610.0);
    let height = BOTTOM + 66.0;
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{title}</title>
<style>{STYLE}</style>
<rect class="p" width="{width}" height="{height}"/>
<text class="t" x="{LEFT}" y="30">{title}</text>
<text class="q" text-anchor="middle" transform="translate(22 {}) rotate(-90)">partitions, in the order of the key</text>"#,
        TOP + SIDE / 2.0
    );
    for (number, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, LEFT + number as f64 * (SIDE + GAP));
    }
    let y = BOTTOM + 50.0;
    let _ = write!(svg, r#"<text class="q" x="{LEFT}" y="{y}">Writes of a partition in a window:</text>"#);
    let mut x = LEFT + 205.0;
    for (class, _, text) in LEVELS {
        let _ = write!(
            svg,
            r#"<rect class="{class}" x="{x}" y="{}" width="11" height="11"/><text class="q" x="{}" y="{y}">{text}</text>"#,
            y - 10.0,
            x + 16.0
        );
        x += 34.0 + text.len() as f64 * 6.2;
    }
    svg.push_str("\n</svg>\n");
    svg
}

fn draw_panel(svg: &mut String, panel: &Panel<'_>, x: f64) {
    let (columns, rows) = (panel.windows.len(), panel.windows.first().map_or(0, Vec::len));
    let (wide, high) = (SIDE / columns.max(1) as f64, SIDE / rows.max(1) as f64);
    let _ = writeln!(
        svg,
        r#"<text class="n" x="{x}" y="58">{}</text><text class="k" x="{x}" y="76">{}</text><text class="q" x="{x}" y="95">{}</text>
<rect class="f" x="{x}" y="{TOP}" width="{SIDE}" height="{SIDE}"/><g transform="translate({x} {TOP}) scale({wide} {high})">"#,
        panel.name, panel.key, panel.caption
    );
    let levels: Vec<Vec<Option<usize>>> = panel.windows.iter().map(|window| levels(window)).collect();
    for (level, (class, ..)) in LEVELS.iter().enumerate() {
        let mut path = String::new();
        for row in 0..rows {
            let is = |column: usize| levels.get(column).and_then(|all| all.get(row)) == Some(&Some(level));
            let mut column = 0;
            while column < columns {
                let length = (column..columns).take_while(|&column| is(column)).count();
                if length > 0 {
                    // The first partition is at the bottom.
                    let _ = write!(path, "M{column} {}h{length}v1h-{length}z", rows - 1 - row);
                }
                column += length.max(1);
            }
        }
        if !path.is_empty() {
            let _ = writeln!(svg, r#"<path class="{class}" d="{path}"/>"#);
        }
    }
    let lines = (1..columns).map(|column| format!("M{column} 0v{rows}"));
    let grid: String = lines.chain((1..rows).map(|row| format!("M0 {row}h{columns}"))).collect();
    let _ = writeln!(
        svg,
        r#"<path class="g" stroke-width=".1" d="{grid}"/></g>
<text class="q" x="{}" y="{}" text-anchor="middle">time</text>"#,
        x + SIDE / 2.0,
        BOTTOM + 19.0
    );
}

/// Returns the class of colour of each partition in a window; `None` for a partition without writes.
fn levels(window: &[u64]) -> Vec<Option<usize>> {
    let mean = window.iter().sum::<u64>() as f64 / window.len().max(1) as f64;
    let level = |writes: f64| LEVELS.iter().position(|(_, below, _)| writes < below * mean);
    window.iter().map(|&writes| if writes == 0 { None } else { level(writes as f64) }).collect()
}
