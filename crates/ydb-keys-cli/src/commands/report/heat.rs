//! The heat map as SVG: a row for each range of keys, a column for each time, without a script.

use std::fmt::Write as _;

use serde_json::Value;

use crate::plot::escaped;

/// From little to much.
const RAMP: [&str; 6] = ["#fff3cd", "#fdcc78", "#f68c46", "#d64242", "#8a1858", "#3a0846"];

const ROW: usize = 14;
const NAMES: usize = 250;
const WIDTH: usize = 900;

/// One measure of the map, by its place; `None` if nothing was measured.
pub(super) fn heat(data: &Value, measure: usize) -> Option<String> {
    let rows = data["rows"].as_array()?;
    let columns = data["columns"].as_array().filter(|columns| !columns.is_empty())?.len();
    let values = |row: &Value| -> Vec<f64> {
        row["values"][measure].as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
    };
    let most = rows.iter().flat_map(values).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let height = rows.len() * ROW + 2;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" role=\"img\" aria-label=\"Key ranges from \
         top to bottom, time from left to right\"><rect class=\"empty\" x=\"{NAMES}\" width=\"{WIDTH}\" height=\"{height}\"/>\n",
        NAMES + WIDTH
    );
    let mut before = String::new();
    for (at, row) in rows.iter().enumerate() {
        let table = row["table"].as_str().unwrap_or_default();
        let index = row["index"].as_str().map_or_else(String::new, |index| format!(", index {index}"));
        let (from, y) = (row["from"].as_str().unwrap_or("the beginning"), at * ROW);
        let title = format!("{table}{index}");
        let (name, class) = if title == before { (from, "soft") } else { (title.as_str(), "name") };
        let short: String = name.chars().take(36).collect();
        let _ = write!(out, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", NAMES - 8, y + 11, escaped(&short));
        before = title;
        for (column, value) in values(row).into_iter().enumerate().filter(|(_, value)| *value > 0.0) {
            let step = ((value / most).sqrt() * (RAMP.len() - 1) as f64).round() as usize;
            let (left, right) = (column * WIDTH / columns, (column + 1) * WIDTH / columns);
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{ROW}\" fill=\"{}\"><title>{}{}, from {}: {value}</title>\
                 </rect>",
                NAMES + left,
                right - left,
                RAMP[step.min(RAMP.len() - 1)],
                escaped(table),
                escaped(&index),
                escaped(from)
            );
        }
        out.push('\n');
    }
    Some(out + "</svg>\n")
}
