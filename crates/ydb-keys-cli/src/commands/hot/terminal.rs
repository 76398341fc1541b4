//! Draws the heat map in a terminal: a line for each range of keys, a character for each time.

use super::page::bytes;
use crate::commands::page::{Page, Tone};
use crate::hot::{HeatMap, MapRow, Measure};
use crate::parse::grouped;

/// Number of rows of a map: with a title and a scale it fits into a terminal of 24 lines.
pub(super) const ROWS: usize = 18;

/// Width of the names of ranges, in characters.
const NAMES: usize = 26;

/// Characters of the scale, from no load to the most.
const CHARACTERS: [char; 9] = [' ', '.', ':', '-', '=', '+', '*', '#', '@'];

/// Background colours of the scale without its step for no load, in the palette of 256: from dark violet to light
/// yellow, visible on dark and light terminals.
const COLORS: [u8; 8] = [53, 54, 90, 125, 161, 202, 214, 228];

/// Returns the number of columns of a map on a page of this width.
pub(super) fn columns(width: usize) -> usize {
    width.saturating_sub(NAMES + 2).max(10)
}

/// Draws a map as lines: its title, its rows and its scale.
pub(super) fn lines(page: &Page<'_>, map: &HeatMap, measure: Measure) -> Vec<String> {
    let most = map.most(measure);
    let mut lines = vec![title(page, map, measure, most)];
    let mut last = "";
    for row in &map.rows {
        let name = name(row, last != row.path);
        last = &row.path;
        let cells: Vec<usize> = row.values(measure).map(|value| level(value, most)).collect();
        lines.push(format!("{name}  {}", if page.colors() { colored(&cells) } else { plain(&cells) }));
    }
    if map.left_out > 0 {
        lines.push(format!("and {} more tables with less load", map.left_out));
    }
    lines
}

fn title(page: &Page<'_>, map: &HeatMap, measure: Measure, most: f64) -> String {
    let seconds = map.columns.first().zip(map.columns.last()).map_or(0, |(first, last)| (last.1 - first.0) / 1_000_000);
    let scale = if page.colors() {
        (1..=COLORS.len()).map(|level| colored(&[level])).collect()
    } else {
        CHARACTERS.iter().collect::<String>()
    };
    let title = page.paint(Tone::Strong, &format!("{} of the last {seconds} s", measure.noun()));
    format!("{title}, from nothing to {}  {scale}", amount(measure, most))
}

pub(super) fn amount(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Writes | Measure::Reads => format!("{} a second", grouped(value)),
        Measure::Cpu => format!("{value:.2} cores"),
        Measure::Rows => format!("{} rows", grouped(value)),
        Measure::Size => bytes(value),
    }
}

/// Returns the name of a range: the table's name in the table's first row, else the key that the range begins with.
fn name(row: &MapRow, is_first: bool) -> String {
    let text = match (is_first, &row.from) {
        (true, _) => match &row.index {
            Some(index) => format!("{} {index}", row.table),
            None => row.table.clone(),
        },
        (false, Some(from)) => format!("  {from}"),
        (false, None) => "  ...".to_owned(),
    };
    let length = text.chars().count();
    match length > NAMES {
        // Cut the beginning of a path: its end says more.
        true if is_first => format!("…{}", text.chars().skip(length - NAMES + 1).collect::<String>()),
        true => format!("{}…", text.chars().take(NAMES - 1).collect::<String>()),
        false => format!("{text}{}", " ".repeat(NAMES - length)),
    }
}

/// Returns the step of a value on the scale, 0 for no load. The scale uses the square root, so small loads stay visible
/// beside great ones.
fn level(value: f64, most: f64) -> usize {
    if value <= 0.0 || most <= 0.0 {
        return 0;
    }
    let steps = COLORS.len() as f64;
    ((value / most).sqrt() * steps).ceil().clamp(1.0, steps) as usize
}

fn plain(cells: &[usize]) -> String {
    cells.iter().map(|level| CHARACTERS.get(*level).copied().unwrap_or('@')).collect()
}

fn colored(cells: &[usize]) -> String {
    let mut out = String::new();
    for run in cells.chunk_by(|a, b| a == b) {
        let blank = " ".repeat(run.len());
        match run.first().and_then(|level| COLORS.get(level.checked_sub(1)?)) {
            Some(color) => out.push_str(&format!("\u{1b}[48;5;{color}m{blank}\u{1b}[0m")),
            None => out.push_str(&blank),
        }
    }
    out
}
