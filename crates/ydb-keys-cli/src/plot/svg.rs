//! The drawing as SVG: boxes in columns, and a curve for each reference.
//!
//! Each box goes to the lowest column so far. A text's width is a guess, since nobody measures it here: the font is a
//! monospaced one, whose letters are about 0.6 of its size wide.

use std::fmt::Write as _;

use super::drawing::{Drawing, Drawn, Mark, Row};

const LINE: usize = 20;
const HEAD: usize = 28;
const GAP: usize = 56;
const EDGE: usize = 16;
const LEGEND: usize = 34;

const STYLE: &str = "\
.ground{fill:#fff}.box{fill:#f5f7fa;stroke:#c3ccd8}.head{fill:#dfe6ef}text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;\
fill:#1b2430}.name{font-weight:bold;font-size:13px}.soft{fill:#5b6778}.hash{fill:#c2410c}.bucket{fill:#7e22ce}.key{fill:#1d4ed8}\
.ref{fill:none;stroke:#0f766e;stroke-width:1.5}.end{fill:#0f766e}
@media(prefers-color-scheme:dark){.ground{fill:#11151c}.box{fill:#191f29;stroke:#3a4554}.head{fill:#2a3341}text{fill:#e4e9f1}\
.soft{fill:#9aa7b8}.hash{fill:#fb923c}.bucket{fill:#c084fc}.key{fill:#7aa2ff}.ref{stroke:#5eead4}.end{fill:#5eead4}}";

/// A box on the drawing.
#[derive(Clone, Copy)]
struct Place {
    x: usize,
    y: usize,
}

pub(crate) fn svg(drawing: &Drawing) -> String {
    let tables = &drawing.tables;
    let letters = tables.iter().flat_map(lines).map(|line| line.chars().count()).max().unwrap_or(0).max(24);
    let width = letters * 36 / 5 + 30;
    let columns = (1..).find(|columns| columns * columns * 2 >= tables.len()).unwrap_or(1).clamp(1, 5);
    let mut bottoms = vec![EDGE; columns];
    let mut places = Vec::new();
    for table in tables {
        let column = (0..columns).min_by_key(|&column| bottoms[column]).unwrap_or(0);
        places.push(Place { x: EDGE + column * (width + GAP), y: bottoms[column] });
        bottoms[column] += height(table) + EDGE * 2;
    }
    let (across, down) = (EDGE * 2 + columns * (width + GAP) - GAP, bottoms.into_iter().max().unwrap_or(EDGE) + LEGEND);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" \
         role=\"img\" aria-label=\"Tables, keys, indexes and references\">\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{across}\" height=\"{down}\"/>\n"
    );
    for (table, place) in tables.iter().zip(&places) {
        draw(&mut out, table, *place, width);
    }
    for reference in &drawing.references {
        let (from, to) = (places[reference.from.0], places[reference.to]);
        let (y1, y2) = (from.y + HEAD + reference.from.1 * LINE + LINE / 2, to.y + HEAD / 2);
        // From the side that is nearer; within a column, around its right side.
        let (x1, x2) = match from.x.cmp(&to.x) {
            std::cmp::Ordering::Less => (from.x + width, to.x),
            std::cmp::Ordering::Equal => (from.x + width, to.x + width),
            std::cmp::Ordering::Greater => (from.x, to.x + width),
        };
        let bend = |x: usize, at: usize| if x == at { x.saturating_sub(GAP - 8) } else { x + GAP - 8 };
        let (c1, c2) = (bend(x1, from.x), bend(x2, to.x));
        let newtype = escaped(&reference.newtype);
        let _ = writeln!(
            out,
            "<path class=\"ref\" d=\"M{x1} {y1}C{c1} {y1} {c2} {y2} {x2} {y2}\"><title>{newtype}</title></path><circle \
             class=\"end\" cx=\"{x2}\" cy=\"{y2}\" r=\"3.5\"/>"
        );
    }
    let y = down - 12;
    let reference = if drawing.references.is_empty() { "" } else { "  <tspan class=\"end\">— same newtype</tspan>" };
    let _ = writeln!(
        out,
        "<text x=\"{EDGE}\" y=\"{y}\" xml:space=\"preserve\"><tspan class=\"hash\"># hash</tspan>  <tspan \
         class=\"bucket\">% bucket</tspan>  <tspan class=\"key\">* key</tspan>{reference}</text>\n</svg>"
    );
    out
}

fn draw(out: &mut String, table: &Drawn, Place { x, y }: Place, width: usize) {
    let height = height(table);
    let store = if table.is_column_store { "<tspan class=\"soft\"> column table</tspan>" } else { "" };
    let _ = writeln!(
        out,
        "<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/><rect class=\"head\" \
         x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEAD}\" rx=\"6\"/><text class=\"name\" x=\"{}\" y=\"{}\">{}{store}\
         </text>",
        x + 10,
        y + 19,
        escaped(&table.path)
    );
    let mut base = y + HEAD + 15;
    for (row, text) in table.columns.iter().zip(table.columns.iter().map(line)) {
        let class = match row.mark {
            Mark::Hash => "hash",
            Mark::Bucket => "bucket",
            Mark::Key => "key",
            Mark::None => "",
        };
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{}\" y=\"{base}\">{}</text>", x + 10, escaped(&text));
        base += LINE;
    }
    for index in &table.indexes {
        let _ = writeln!(out, "<text class=\"soft\" x=\"{}\" y=\"{base}\">index {}</text>", x + 10, escaped(index));
        base += LINE;
    }
}

/// `# order_hash Uint64 = numeric_hash(order_id)`
fn line(row: &Row) -> String {
    let mark = match row.mark {
        Mark::Hash => "# ",
        Mark::Bucket => "% ",
        Mark::Key => "* ",
        Mark::None => "\u{a0}\u{a0}",
    };
    let computed = row.computed.as_ref().map_or_else(String::new, |computed| format!(" = {computed}"));
    format!("{mark}{} {}{computed}", row.name, row.ty)
}

fn lines(table: &Drawn) -> Vec<String> {
    let indexes = table.indexes.iter().map(|index| format!("index {index}"));
    [format!("{} column table", table.path)].into_iter().chain(table.columns.iter().map(line)).chain(indexes).collect()
}

fn height(table: &Drawn) -> usize {
    HEAD + (table.columns.len() + table.indexes.len()) * LINE + 6
}

/// For XML and HTML, in texts and attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
